import PlayerModel

/// A file of profiles that somebody saved in the Network Link Conditioner.
///
/// Either its whole `com.apple.network.prefPaneSimulate.plist`, where `Profiles` has a dictionary for each name, or the
/// dictionary of one profile. Apple documents neither: names, units and percent are those that user scripts and the
/// tool itself agree on.
package struct LinkConditionerFile: Equatable, Sendable {
    private let root: PropertyList

    package init(_ root: PropertyList) { self.root = root }

    /// Reads XML or binary. The contents of a profile are checked when it is chosen.
    package init(bytes: [UInt8]) throws(PropertyListError) { root = try PropertyList.read(bytes) }

    /// The profile with a name; without a name the selected one, or the only one.
    ///
    /// A selection that is not among the file's profiles is one of Apple's own, which are not in the file: that is an
    /// error, because no other profile can have been meant.
    package func profile(_ wanted: String?) throws(LinkConditionerProblem) -> LinkConditionerProfile {
        guard case .dictionary(let members) = root else { throw .wrongRoot(root.description) }
        guard let profiles = root.member("Profiles") else {
            guard members.contains(where: { LinkConditionerProfile.keys.contains($0.key) }) else { throw .noProfiles }
            if let wanted { throw .singleProfile(wanted: wanted) }
            return try LinkConditionerProfile(name: nil, root)
        }
        guard case .dictionary(let saved) = profiles else { throw .wrongProfiles(profiles.description) }
        guard !saved.isEmpty else { throw .noneSaved }
        let names = saved.map { $0.key }
        let name = if let wanted { wanted } else { try chosenName(among: names) }
        guard let profile = saved.first(where: { $0.key == name }) else { throw .unknownName(name, names) }
        return try LinkConditionerProfile(name: name, profile.value)
    }

    private func chosenName(among names: [String]) throws(LinkConditionerProblem) -> String {
        let chosen = ["SelectedProfile", "SimulatedProfile"].compactMap { root.member($0)?.string }
            .filter { !$0.isEmpty }
        if let name = chosen.first(where: { names.contains($0) }) { return name }
        if let name = chosen.first { throw .selectionElsewhere(name, names) }
        guard names.count == 1 else { throw .noSelection(names) }
        return names[0]
    }
}

/// A saved profile, as a network.
package struct LinkConditionerProfile: Equatable, Sendable {
    /// The name under which it was saved; nil where the file is the profile.
    package let name: String?
    package let values: NetworkValues

    static let keys = [
        "DownlinkBandwidth", "DownlinkBandwidthUnit", "DownlinkDelay", "DownlinkPacketLossRatio",
        "UplinkBandwidth", "UplinkBandwidthUnit", "UplinkDelay", "UplinkPacketLossRatio", "DNSDelayValue",
    ]

    init(name: String?, _ list: PropertyList) throws(LinkConditionerProblem) {
        guard case .dictionary = list else { throw .noProfile(name ?? "", list.description) }
        self.name = name
        let reader = Reader(name: name, list: list)
        var values = NetworkValues()
        values.down = try reader.capacity("Downlink")
        values.up = try reader.capacity("Uplink")
        values.delayDown = try reader.delay("DownlinkDelay")
        values.delayUp = try reader.delay("UplinkDelay")
        values.lossDown = try reader.loss("DownlinkPacketLossRatio")
        values.lossUp = try reader.loss("UplinkPacketLossRatio")
        values.dnsDelay = try reader.delay("DNSDelayValue")
        self.values = values
    }

    /// Reads numbers out of a dictionary. They come in millionths, and leave in base units, rounded to the nearest.
    private struct Reader {
        let name: String?
        let list: PropertyList

        /// A capacity in bits per second. The file's 0 leaves the capacity alone, which is no limit.
        func capacity(_ way: String) throws(LinkConditionerProblem) -> Int64? {
            let key = way + "Bandwidth"
            let units = "0 (kbit/s) or 1 (Mbit/s)"
            let unit = try number(key + "Unit", units, most: 1)
            let isMegabits = unit == 1_000_000
            guard isMegabits || unit == 0 else { throw wrong(key + "Unit", units, unit) }
            let most: Int64 = isMegabits ? 1_000_000 : 1_000_000_000
            let rate = try number(key, "from 0 to \(most) \(isMegabits ? "Mbit/s" : "kbit/s")", most: most)
            guard rate > 0 else { return nil }
            // A millionth of a megabit is a bit. A rate below one bit is still not zero.
            return isMegabits ? rate : max(1, (rate + 500) / 1000)
        }

        /// A delay from milliseconds: a millionth of one is a nanosecond.
        func delay(_ key: String) throws(LinkConditionerProblem) -> TimeAmount {
            TimeAmount(nanoseconds: try number(key, "from 0 to 600000 ms", most: 600_000))
        }

        /// A loss from percent, in millionths of all packets.
        func loss(_ key: String) throws(LinkConditionerProblem) -> Int64 {
            (try number(key, "from 0 to 100 %", most: 100) + 50) / 100
        }

        /// A number in millionths, from 0 to `most` whole ones.
        private func number(_ key: String, _ words: String, most: Int64) throws(LinkConditionerProblem) -> Int64 {
            guard let value = list.member(key) else { throw .missingKey(profile: name, key) }
            switch value {
            case .number(let millionths):
                guard (0...most * 1_000_000).contains(millionths) else { throw wrong(key, words, millionths) }
                return millionths
            case .hugeNumber: throw wrong(key, words)
            case .dictionary, .flag, .string, .array, .data, .date, .other:
                throw .wrongType(profile: name, key, value.description)
            }
        }

        /// The value in millionths; nil of one that is too large to be counted.
        private func wrong(_ key: String, _ words: String, _ value: Int64? = nil) -> LinkConditionerProblem {
            .outOfRange(profile: name, key, words + (value.map { ", not \(NumberText.exact($0, places: 6))" } ?? ""))
        }
    }
}

/// The reason why a file yields no profile.
package enum LinkConditionerProblem: Error, Equatable {
    case wrongRoot(String), noProfiles, wrongProfiles(String), noneSaved
    case unknownName(String, [String]), singleProfile(wanted: String)
    case selectionElsewhere(String, [String]), noSelection([String])
    case noProfile(String, String)
    case missingKey(profile: String?, String), wrongType(profile: String?, String, String)
    case outOfRange(profile: String?, String, String)

    /// The fault and what would be right: a clause without a full stop, to follow the file's name.
    package var message: String {
        switch self {
        case .wrongRoot(let type): "a file of profiles is a dictionary, not \(type)"
        case .noProfiles: "there are no 'Profiles' in it, and it is no profile itself"
        case .wrongProfiles(let type): "'Profiles' must be a dictionary, not \(type)"
        case .noneSaved: "'Profiles' is empty; save one in the Network Link Conditioner first"
        case .unknownName(let name, let names): "there is no profile '\(Self.shown(name))'\(Self.hint(name, names))"
        case .singleProfile(let name): "the file is one profile and has no '\(Self.shown(name))'; leave 'name' out"
        case .selectionElsewhere(let name, let names):
            "the selected profile '\(Self.shown(name))' is not in it; set 'name': it has \(Self.list(names))"
                + (NetworkPreset.named(name).map { "; a preset of that name is there without the file: \"\($0.id)\"" }
                    ?? "")
        case .noSelection(let names): "no profile is selected; set 'name': it has \(Self.list(names))"
        case .noProfile(let name, let type): "the profile '\(Self.shown(name))' must be a dictionary, not \(type)"
        case .missingKey(let profile, let key): "\(Self.owner(profile))'\(key)' is missing"
        case .wrongType(let profile, let key, let type):
            "\(Self.owner(profile))'\(key)' must be a number, not \(type)"
        case .outOfRange(let profile, let key, let words): "\(Self.owner(profile))'\(key)' must be \(words)"
        }
    }

    private static func shown(_ text: String) -> String { PropertyList.shown(text) }

    private static func owner(_ profile: String?) -> String { profile.map { "in profile '\(shown($0))' " } ?? "" }

    private static func hint(_ name: String, _ names: [String]) -> String {
        if let near = NearMiss.find(name, among: names) { return "; did you mean '\(shown(near))'?" }
        return "; it has \(list(names))"
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(20).map { "'\(self.shown($0))'" }.joined(separator: ", ")
        return names.count > 20 ? shown + " and \(names.count - 20) more" : shown
    }
}
