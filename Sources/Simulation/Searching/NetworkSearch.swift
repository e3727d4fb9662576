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

        package init() {}
    }

    /// Rates one after another, each for a time; the last lasts on.
    package struct Network: Equatable, Sendable {
        package struct Phase: Equatable, Sendable {
            package let length_s: Int64
            package let down_kbps: Int64
        }

        package fileprivate(set) var phases: [Phase]

        /// The value of the key `network.phases`.
        package var text: String {
            let items = phases.enumerated().map { place, phase in
                let length = place + 1 < phases.count ? "\"for_s\": \(phase.length_s), " : ""
                return "{\(length)\"down_kbps\": \(phase.down_kbps)}"
            }
            return "[" + items.joined(separator: ", ") + "]"
        }
    }

    /// A network with its score: the more, the worse it is for the rule.
    package struct Found: Sendable {
        package let network: Network
        package let score: Int64
    }

    /// The number of networks in a generation, of which some are new.
    private static let generation = 64
    private static let parents = 4

    /// The worst network of so many; nil where none has a score above zero. `scores` gives those of several at once,
    /// and nil of one that cannot be judged.
    package static func worst(
        of count: Int, within bounds: Bounds, seed: UInt64, scores: ([Network]) -> [Int64?]
    ) -> Found? {
        var best: [Found] = []
        var tried = 0
        while tried < count {
            let own = (0..<min(generation, count - tried)).map { place -> Network in
                var stream = RandomStream(seed: seed, name: "search", index: UInt64(tried + place))
                if best.isEmpty || place % 4 == 0 { return random(bounds, &stream) }
                return changed(best[place % best.count].network, bounds, &stream)
            }
            tried += own.count
            for (network, score) in zip(own, scores(own)) {
                guard let score, score > 0, !best.contains(where: { $0.network == network }) else { continue }
                // Among equals the first stays, so that nothing wanders.
                let place = best.firstIndex { $0.score < score } ?? best.count
                best.insert(Found(network: network, score: score), at: place)
            }
            best = Array(best.prefix(parents))
        }
        return best.first
    }

    /// The keys of a network that say how fast it is, or bring a whole network with them.
    private static let ofRates = [
        "down_kbps", "transport", "preset", "profile", "name", "phases", "repeat", "outages", "trace", "make",
        "columns", "loop", "scale", "latency",
    ]

    /// The network of a scenario without all that rates stand in the place of, as text, and the keys that nobody would
    /// expect to go with them.
    package static func rest(of scenario: JSONNode) -> (text: String, dropped: [String]) {
        guard case .object(let keys) = scenario.value,
            let network = keys.first(where: { $0.name == "network" })?.value,
            case .object(let members) = network.value
        else { return ("{}", []) }
        let others = members.filter { !ofRates.contains($0.name) }
        let dropped = members.map { $0.name }.filter { ofRates.dropFirst(2).contains($0) }
        return (JSONText.text(of: JSONNode(value: .object(others), place: network.place)), dropped)
    }

    private static func random(_ bounds: Bounds, _ stream: inout RandomStream) -> Network {
        let (least, most) = (bounds.phases.lowerBound, bounds.phases.upperBound)
        let count = least + amount(upTo: most - least, &stream)
        return Network(phases: (0..<count).map { _ in phase(bounds, &stream) })
    }

    private static func phase(_ bounds: Bounds, _ stream: inout RandomStream) -> Network.Phase {
        Network.Phase(length_s: spread(over: bounds.lengths, &stream), down_kbps: spread(over: bounds.rates, &stream))
    }

    private static func changed(_ network: Network, _ bounds: Bounds, _ stream: inout RandomStream) -> Network {
        var network = network
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

    /// A number that is up to a quarter less or more, within a range.
    private static func near(_ value: Int64, _ range: ClosedRange<Int64>, _ stream: inout RandomStream) -> Int64 {
        let quarter = max(1, value / 4)
        return min(range.upperBound, max(range.lowerBound, value - quarter + amount(upTo: 2 * quarter, &stream)))
    }

    private static func amount(upTo most: Int64, _ stream: inout RandomStream) -> Int64 {
        Int64(stream.below(UInt64(most) + 1))
    }
}
