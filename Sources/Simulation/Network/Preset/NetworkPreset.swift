import PlayerModel

/// A network with a name: what a tool for slow networks calls it, and its rates, delays and losses.
///
/// Rates in bits per second, delays per direction. Where a source has round trips, each direction has exactly a half;
/// where it has a range, the middle of the range is the round trip. A figure that a source writes as 0, because it
/// leaves that quantity alone, is no limit here.
package struct NetworkPreset: Sendable {
    /// The name that a person types, in capitals or not. No two presets share one.
    package let id: String
    package let otherNames: [String]
    package let family: Family
    package let values: NetworkValues
    /// A remark that the figures do not show by themselves; may be empty.
    package let about: String
    package let source: String
    package let standing: String

    init(
        _ id: String, or otherNames: [String] = [], _ family: Family, _ values: NetworkValues, about: String = "",
        source: String? = nil, standing: String? = nil
    ) {
        self.id = id
        self.otherNames = otherNames
        self.family = family
        self.values = values
        self.about = about
        self.source = source ?? family.source
        self.standing = standing ?? family.standing
    }

    /// How bytes travel where the scenario does not say it.
    package var transport: Transport.Kind { family.transport }

    /// The id, the family, and how far the figures can be relied on.
    package var label: String { "\(id) (\(family.name), \(standing))" }

    /// A sentence about it.
    package var sentence: String {
        let (down, up) = (QuantityText.capacity(values.down), QuantityText.capacity(values.up))
        return "\(family.name): \(down) down, \(up) up."
    }

    package static let all: [NetworkPreset] =
        linkConditioner + lion + chrome + firefox + webPageTest + androidOld + androidNew

    /// The preset with a name, in capitals or not.
    package static func named(_ word: String) -> NetworkPreset? {
        let wanted = folded(word)
        return all.first { folded($0.id) == wanted || $0.otherNames.contains { folded($0) == wanted } }
    }

    /// `; did you mean '3G'?` where a preset's name is near, and where all of them are listed.
    package static func hint(_ word: String) -> String {
        let near = near(word)
        let list = "'autowait list presets' shows all"
        return near.isEmpty ? "; \(list)" : "; did you mean '\(near.joined(separator: "' or '"))'? \(list)"
    }

    /// The names that were probably meant. The family's word at the beginning is what people leave out.
    private static func near(_ word: String) -> [String] {
        let wanted = joined(word)
        let sameWithoutFamily = all.compactMap { preset in preset.names.first { joined(preset.short($0)) == wanted } }
        if !sameWithoutFamily.isEmpty { return sameWithoutFamily }
        if let near = NearMiss.find(word, among: all.flatMap { $0.names }) { return [near] }
        let shortNames = all.flatMap { preset in preset.names.map { (name: $0, short: preset.short($0)) } }
        guard let short = NearMiss.find(word, among: shortNames.map { $0.short }) else { return [] }
        return shortNames.first { $0.short == short }.map { [$0.name] } ?? []
    }

    private var names: [String] { [id] + otherNames }

    /// A name without the word that the family's names begin with.
    private func short(_ name: String) -> String { String(name.dropFirst(family.prefix.count)) }

    /// A name without the signs that people join words by, or leave out.
    private static func joined(_ word: String) -> [UInt8] { folded(word).filter { !" -_".utf8.contains($0) } }

    private static func folded(_ word: String) -> [UInt8] { word.utf8.map { $0.lowercased } }
}

extension NetworkPreset {
    /// The origin of presets: a tool, and the generation of its figures.
    package enum Family: String, CaseIterable, Sendable {
        case linkConditioner = "Network Link Conditioner"
        case lion = "Network Link Conditioner of OS X Lion"
        case chrome = "Chrome DevTools"
        case firefox = "Firefox"
        case webPageTest = "WebPageTest"
        case androidOld = "Android emulator, old generation"
        case androidNew = "Android emulator, new generation"

        package var name: String { rawValue }

        /// How bytes travel: browsers shape requests, and the other tools packets.
        var transport: Transport.Kind {
            switch self {
            case .chrome, .firefox: .fluid
            case .linkConditioner, .lion, .webPageTest, .androidOld, .androidNew: .tcp
            }
        }

        /// The beginning of all ids of the family, with its space.
        var prefix: String {
            switch self {
            case .linkConditioner: ""
            case .lion: "Lion "
            case .chrome: "Chrome "
            case .firefox: "Firefox "
            case .webPageTest: "WebPageTest "
            case .androidOld: "Android old "
            case .androidNew: "Android new "
            }
        }

        /// How far the figures can be relied on, in a few words, unless a preset has a standing of its own.
        package var standing: String {
            switch self {
            case .linkConditioner: "as commonly reported"
            case .lion, .androidNew: "as reported"
            case .chrome, .firefox: "from its source"
            case .webPageTest: "from its sample configuration"
            case .androidOld: "from its source, which calls them imaginary"
            }
        }

        /// The same in a sentence, with what was done to the figures.
        package var about: String {
            switch self {
            case .linkConditioner: "values as commonly reported; not an Apple publication. Delays are one way."
            case .lion: "values as a script of that time has them; not an Apple publication. Delays are one way."
            case .chrome:
                "what Chrome really applies: the target figure times an adjustment of its own. It shapes requests and "
                    + "not packets, so transport is fluid, and a request has its whole latency on its way up."
            case .firefox:
                "its Kbps and Mbps count in 1,024s. It shapes requests and not packets, so transport is fluid, and a "
                    + "request has its whole latency on its way up. What it lets through comes second by second there, "
                    + "and evenly here."
            case .webPageTest: "the round trip has a half in each direction; it comes on top of the real path there."
            case .androidOld: "'numbers are totally imaginary', says the source. \(Self.rangeRule)"
            case .androidNew: "it contradicts the old generation. \(Self.rangeRule)"
            }
        }

        private static let rangeRule =
            "Delays are ranges: the middle is taken as a round trip, with a half in each direction."

        package var source: String {
            switch self {
            case .linkConditioner: "nethang 0.2.0"
            case .lion: "a shell script with the presets of OS X Lion"
            case .chrome: "NetworkManager in the front_end of Chrome DevTools"
            case .firefox: "profiles.js and NetworkThrottleManager in devtools of mozilla/gecko-dev"
            case .webPageTest: "connectivity.ini.sample of catchpoint/WebPageTest"
            case .androidOld: "android-constants.c of AOSP"
            case .androidNew: "the emulator's help text"
            }
        }
    }
}

extension NetworkValues {
    /// A network that loses nothing. Rates in bits per second, nil without limit; delays in microseconds, one way.
    init(_ down: Int64?, _ up: Int64?, delayDown: Int64 = 0, delayUp: Int64 = 0, dnsDelay: TimeAmount = .zero) {
        self.init()
        self.down = down
        self.up = up
        self.delayDown = TimeAmount(nanoseconds: delayDown * 1000)
        self.delayUp = TimeAmount(nanoseconds: delayUp * 1000)
        self.dnsDelay = dnsDelay
    }

    /// The same, with half of a round trip in microseconds in each direction.
    init(_ down: Int64?, _ up: Int64?, roundTrip: Int64) {
        self.init(down, up)
        delayDown = TimeAmount(nanoseconds: roundTrip * 500)
        delayUp = delayDown
    }

    /// The same, with losses in millionths of all packets.
    func losing(down: Int64, up: Int64) -> NetworkValues {
        var values = self
        values.lossDown = down
        values.lossUp = up
        return values
    }
}
