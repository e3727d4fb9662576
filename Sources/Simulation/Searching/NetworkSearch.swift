/// Looks for the network that is worst by a score, among those within stated bounds.
///
/// First networks at random; then each generation changes the best of what was seen a little, and a quarter of it is
/// new: an evolution strategy (μ + λ). It proves nothing about networks that were not tried. Everything follows from
/// the seed and the scores, however many are tried at a time.
package struct NetworkSearch {
    /// The networks among which it looks.
    package struct Bounds: Sendable {
        /// Kilobits a second.
        package var rates: ClosedRange<Int64> = 200...10_000
        /// Seconds for which a rate lasts.
        package var lengths: ClosedRange<Int64> = 1...60
        package var phases: ClosedRange<Int64> = 2...5
        /// Milliseconds in each direction; nil leaves the scenario's own.
        package var delays: ClosedRange<Int64>? = usualDelays
        /// Packets lost at random, in percent; nil leaves the scenario's own.
        package var losses: ClosedRange<Int64>? = usualLosses

        package static let usualDelays: ClosedRange<Int64> = 0...300
        package static let usualLosses: ClosedRange<Int64> = 0...3

        package init() {}

        /// The networks in words: all that was looked at, and no other.
        package var words: String {
            let words =
                "\(rates.lowerBound) to \(rates.upperBound) kbit/s, of \(phases.lowerBound) to "
                + "\(phases.upperBound) rates for \(lengths.lowerBound) to \(lengths.upperBound) s each"
            let delays = delays.map { "delays of \($0.lowerBound) to \($0.upperBound) ms" }
            let losses = losses.map { "losses of \($0.lowerBound) to \($0.upperBound) %" }
            let others = [delays, losses].compactMap { $0 }
            return others.isEmpty ? words : "\(words), with \(others.joined(separator: " and "))"
        }

        /// Whether a key of a scenario is the network, or says what the networks that are tried say.
        package func vary(_ key: String) -> Bool {
            let names = key.split(separator: ".", maxSplits: 2).map(String.init)
            guard names.first == "network" else { return false }
            return names.count == 1 || replaced.contains(names[1])
        }

        /// Whether a scenario's network is a smaller one of these: its rates, their lengths, its delay and its loss are
        /// within the bounds, or fewer of them are said; a rate at least.
        package func hold(_ scenario: JSONNode) -> Bool {
            guard let network = scenario.member("network"),
                case .array(let phases)? = network.member("phases")?.value, !phases.isEmpty
            else { return false }
            return phases.allSatisfy { $0.member("down_kbps") != nil && Self.hold($0, "down_kbps", rates) }
                && phases.allSatisfy { Self.hold($0, "for_s", lengths) }
                && Self.hold(network, "delay_ms", delays) && Self.hold(network, "loss_percent", losses)
        }

        private static func hold(_ node: JSONNode, _ name: String, _ bounds: ClosedRange<Int64>?) -> Bool {
            guard let bounds, let value = node.member(name)?.value else { return true }
            guard case .number(let number) = value, case .exact(let amount) = number.scaled(by: places) else {
                return false
            }
            return scale * bounds.lowerBound...scale * bounds.upperBound ~= amount
        }

        /// A number that was shrunk may have decimals.
        private static let places: Int32 = 6
        private static let scale: Int64 = 1_000_000

        /// The keys of a network in whose place one within the bounds stands.
        fileprivate var replaced: [String] {
            ofRates + (delays == nil ? [] : ofDelays) + (losses == nil ? [] : ofLosses)
        }

        /// Losses in the steps in which they are tried.
        fileprivate var lossPermille: ClosedRange<Int64>? {
            losses.map { 10 * $0.lowerBound...10 * $0.upperBound }
        }
    }

    /// Rates one after another, each for a time; the last lasts on. Delay and loss are those of all of it.
    package struct Network: Equatable, Sendable {
        package struct Phase: Equatable, Sendable {
            package let length_s: Int64
            package let down_kbps: Int64
        }

        package fileprivate(set) var phases: [Phase]
        /// Nil is the scenario's own.
        package fileprivate(set) var delay_ms: Int64?
        /// The packets lost of a thousand; nil is the scenario's own.
        package fileprivate(set) var loss_permille: Int64?

        /// The settings that make it of a scenario without rates. A delay or a loss of nothing is not said.
        package var settings: [ScenarioReader.Setting] {
            let items = phases.enumerated().map { place, phase in
                let length = place + 1 < phases.count ? "\"for_s\": \(phase.length_s), " : ""
                return "{\(length)\"down_kbps\": \(phase.down_kbps)}"
            }
            var settings: [ScenarioReader.Setting] = []
            if let delay_ms, delay_ms > 0 { settings.append(.init(path: "network.delay_ms", value: "\(delay_ms)")) }
            if let loss_permille, loss_permille > 0 {
                let percent = Decimal(significand: loss_permille, exponent: -1).text
                settings.append(.init(path: "network.loss_percent", value: percent))
            }
            return settings + [.init(path: "network.phases", value: "[\(items.joined(separator: ", "))]")]
        }
    }

    /// A network with its score: the more, the worse it is for the rule.
    package struct Found: Sendable {
        package let network: Network
        package let score: Int64
    }

    /// The number of networks in a generation, of which one in so many is new; the others are the best ones changed.
    private static let generation = 64
    private static let freshness = 4
    private static let parents = 4

    /// The worst network of so many, nil where none has a score above zero; and how many could be judged. `scores`
    /// gives those of several at once, and nil of one that cannot be.
    package static func worst(
        of count: Int, within bounds: Bounds, seed: UInt64, scores: ([Network]) -> [Int64?]
    ) -> (found: Found?, judged: Int) {
        var best: [Found] = []
        var (tried, judged) = (0, 0)
        while tried < count {
            let own = (0..<min(generation, count - tried)).map { place -> Network in
                var stream = RandomStream(seed: seed, name: "search", index: UInt64(tried + place))
                if best.isEmpty || place % freshness == 0 { return random(bounds, &stream) }
                // The best take turns, the very best first.
                let turn = place - place / freshness - 1
                return changed(best[turn % best.count].network, bounds, &stream)
            }
            tried += own.count
            for (network, score) in zip(own, scores(own)) {
                guard let score else { continue }
                judged += 1
                guard score > 0, !best.contains(where: { $0.network == network }) else { continue }
                // Among equals the first stays, so that nothing wanders.
                let place = best.firstIndex { $0.score < score } ?? best.count
                best.insert(Found(network: network, score: score), at: place)
            }
            best = Array(best.prefix(parents))
        }
        return (best.first, judged)
    }

    /// The keys of a network that say how fast it is, or bring a whole network with them.
    private static let ofRates = [
        "down_kbps", "transport", "preset", "profile", "name", "phases", "repeat", "outages", "trace", "make",
        "columns", "loop", "scale", "latency",
    ]
    private static let ofDelays = ["delay_ms", "delay_down_ms", "delay_up_ms"]
    private static let ofLosses = ["loss_percent", "loss_down_percent", "loss_up_percent"]

    /// Whether a scenario says by itself how long its network delays, and how much it loses.
    package static func says(_ scenario: JSONNode) -> (delay: Bool, loss: Bool) {
        let names = (scenario.member("network")?.members ?? []).map { $0.name }
        return (names.contains(where: ofDelays.contains), names.contains(where: ofLosses.contains))
    }

    /// The network of a scenario without all that a network within the bounds stands in the place of, as text, and the
    /// keys that nobody would expect to go with rates. That delays and losses do was asked for with their bounds. A
    /// network that is a word stands for a key of that name.
    package static func rest(of scenario: JSONNode, within bounds: Bounds) -> (text: String, dropped: [String]) {
        guard let network = scenario.member("network") else { return ("{}", []) }
        if case .string(let name) = network.value {
            return ("{}", [name.lowercased().hasSuffix(".plist") ? "profile" : "preset"])
        }
        guard case .object(let members) = network.value else { return ("{}", []) }
        let others = members.filter { !bounds.replaced.contains($0.name) }
        let dropped = members.map { $0.name }.filter(ofRates.dropFirst(2).contains)
        return (JSONText.text(of: JSONNode(value: .object(others), place: network.place)), dropped)
    }

    private static func random(_ bounds: Bounds, _ stream: inout RandomStream) -> Network {
        let (least, most) = (bounds.phases.lowerBound, bounds.phases.upperBound)
        let count = least + amount(upTo: most - least, &stream)
        var network = Network(phases: (0..<count).map { _ in phase(bounds, &stream) })
        network.delay_ms = bounds.delays.map { spread(over: $0, &stream) }
        network.loss_permille = bounds.lossPermille.map { spread(over: $0, &stream) }
        return network
    }

    private static func phase(_ bounds: Bounds, _ stream: inout RandomStream) -> Network.Phase {
        Network.Phase(length_s: spread(over: bounds.lengths, &stream), down_kbps: spread(over: bounds.rates, &stream))
    }

    private static func changed(_ network: Network, _ bounds: Bounds, _ stream: inout RandomStream) -> Network {
        var network = network
        // One change of six, where there is a delay or a loss to change.
        switch stream.below(12) {
        case 0:
            if let delays = bounds.delays {
                network.delay_ms = moved(network.delay_ms, delays, &stream)
                return network
            }
        case 1:
            if let losses = bounds.lossPermille {
                network.loss_permille = moved(network.loss_permille, losses, &stream)
                return network
            }
        default: break
        }
        let place = Int(stream.below(UInt64(network.phases.count)))
        let old = network.phases[place]
        switch stream.below(5) {
        case 0 where Int64(network.phases.count) < bounds.phases.upperBound:
            network.phases.insert(phase(bounds, &stream), at: place)
        case 1 where Int64(network.phases.count) > bounds.phases.lowerBound: network.phases.remove(at: place)
        case 2:
            network.phases[place] = Network.Phase(
                length_s: near(old.length_s, bounds.lengths, &stream), down_kbps: old.down_kbps)
        case 3:
            network.phases[place] = Network.Phase(
                length_s: old.length_s, down_kbps: near(old.down_kbps, bounds.rates, &stream))
        default: network.phases[place] = phase(bounds, &stream)
        }
        return network
    }

    /// A number of a range, about as likely in each of its octaves.
    private static func spread(over range: ClosedRange<Int64>, _ stream: inout RandomStream) -> Int64 {
        var octaves: [ClosedRange<Int64>] = []
        var low = range.lowerBound
        while low <= range.upperBound {
            let high = low > range.upperBound / 2 ? range.upperBound : 2 * low - 1
            octaves.append(low...max(low, high))
            low = max(low, high) + 1
        }
        let own = octaves[Int(stream.below(UInt64(octaves.count)))]
        return own.lowerBound + amount(upTo: own.upperBound - own.lowerBound, &stream)
    }

    /// A number near another, or as often anywhere in a range.
    private static func moved(_ value: Int64?, _ range: ClosedRange<Int64>, _ stream: inout RandomStream) -> Int64 {
        guard let value, stream.below(2) == 0 else { return spread(over: range, &stream) }
        return near(value, range, &stream)
    }

    /// A number that is up to a quarter less or more, within a range.
    private static func near(_ value: Int64, _ range: ClosedRange<Int64>, _ stream: inout RandomStream) -> Int64 {
        let quarter = max(1, value / 4)
        return min(range.upperBound, max(range.lowerBound, value - quarter + amount(upTo: 2 * quarter, &stream)))
    }

    private static func amount(upTo most: Int64, _ stream: inout RandomStream) -> Int64 {
        Int64(stream.below(UInt64(most) + 1))
    }
}

extension JSONNode {
    /// A scenario without what it expects of its player, or of each of its players.
    package var withoutExpectations: JSONNode {
        guard case .object(let members) = value else { return self }
        let left = members.filter { $0.name != "expect" }.map { member -> JSONMember in
            guard member.name == "players", case .array(let players) = member.value.value else { return member }
            var member = member
            member.value.value = .array(players.map { $0.withoutExpectations })
            return member
        }
        return JSONNode(value: .object(left), place: place)
    }
}
