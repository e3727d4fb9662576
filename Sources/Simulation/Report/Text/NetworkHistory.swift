import PlayerModel
import SimulationContainers

/// The network in a time that a story is about: a property as it was when that began, and its changes before the end.
/// Of what made that time long, it counts while requests were under way.
struct NetworkHistory {
    let start: Instant
    /// A change at this instant comes too late to have had a part.
    let end: Instant
    private(set) var requests: RequestTimes

    init(_ run: PlayerRun, from start: Instant, to end: Instant) {
        (self.start, self.end) = (start, end)
        requests = RequestTimes(run, from: start, to: end)
    }

    /// The same of some of the requests alone.
    func of(_ requests: RequestTimes) -> NetworkHistory {
        var own = self
        own.requests = requests
        return own
    }

    /// The requests, while anything came over the network that all share, for which the way up may have to be open.
    func carried(_ capacities: [Observed<BothWays>], needsUp: Bool) -> RequestTimes {
        let steps = steps(of: capacities.lasting)
        return requests.within(
            steps.indices.filter { steps[$0].value.down != 0 && (steps[$0].value.up != 0 || !needsUp) }.map { place in
                steps[place].at..<(place + 1 < steps.endIndex ? steps[place + 1].at : .never)
            })
    }

    /// More changes than these are counted.
    private static let mostChanges = 3

    private func steps(of all: [Observed<BothWays>]) -> ArraySlice<Observed<BothWays>> {
        all[(all.lastIndex { $0.at <= start } ?? 0)...].prefix { $0.at <= start || $0.at < end }
    }

    /// Of the steps those in which a request was under way.
    private func met(_ steps: ArraySlice<Observed<BothWays>>) -> [Int] {
        steps.indices.filter { place in
            requests.meet(steps[place].at, place + 1 < steps.endIndex ? steps[place + 1].at : end)
        }
    }

    // MARK: Capacity

    /// `offered 4000 kbit/s, then 0 kbit/s from 22.000 s on`; nil where nothing was ever offered.
    func capacity(_ all: [Observed<BothWays>]) -> String? {
        let all = all.lasting
        let steps = steps(of: all)
        guard let first = steps.first else { return nil }
        let before = all[..<steps.startIndex].last
        let tellsUp = Self.tellsUp([before].compactMap { $0?.value } + steps.map { $0.value })
        func words(_ offer: BothWays) -> String { Self.words(offer, tellsUp: tellsUp) }
        let since = before.map { ", since \(first.at.inRoundedSeconds) and after \(words($0.value))" } ?? ""
        if steps.count == 1 { return "offered \(words(first.value)) all the while\(since)" }
        guard steps.count - 1 <= Self.mostChanges else {
            let down = "between \(Self.range(steps.map { $0.value.down }))"
            let up = tellsUp ? " down, and between \(Self.range(steps.map { $0.value.up })) up" : ""
            return "changed \(steps.count - 1) times, \(down)\(up)"
        }
        // A fall that came before is a part of the cause.
        let fell = before.map { Self.isLess(first.value, than: $0.value, lookingUp: tellsUp) } ?? false
        let later = steps.dropFirst().map { ", then \(words($0.value)) from \($0.at.inRoundedSeconds) on" }
        return "offered \(words(first.value))\(fell ? since : "")\(later.joined())"
    }

    /// The most that was offered to the player; without limit the greatest number.
    func mostOffered(_ all: [Observed<BothWays>]) -> Int64 {
        let steps = steps(of: all.lasting)
        return met(steps).map { Self.rank(steps[$0].value.down) }.max() ?? 0
    }

    /// `4000 kbit/s`, and where that is worth a word `4000 kbit/s down and 5 kbit/s up`.
    static func words(_ offer: BothWays, tellsUp: Bool) -> String {
        let down = offer.down < 0 ? "no limit" : LoadWords.rate(offer.down)
        guard tellsUp, offer.down != 0 || offer.up != 0 else { return down }
        return down + " down and "
            + (offer.up < 0 ? "no limit" : offer.up == 0 ? "nothing" : LoadWords.rate(offer.up)) + " up"
    }

    /// Whether the way up is worth a word: where it alone has changed, or is narrow.
    private static func tellsUp(_ offers: [BothWays]) -> Bool {
        offers.contains(where: isNarrowUp) || changesUpAlone(offers)
    }

    static func changesUpAlone(_ offers: [BothWays]) -> Bool {
        zip(offers, offers.dropFirst()).contains { $0.down == $1.down && $0.up != $1.up }
    }

    /// Whether the way up has less room than acknowledgements take of what comes down, be that without limit. One for
    /// every second segment (RFC 9293, 3.8.6.3) has a fiftieth of it.
    static func isNarrowUp(_ offer: BothWays) -> Bool {
        0 <= offer.up && Int128(offer.up) * 50 < Int128(rank(offer.down))
    }

    private static func isLess(_ offer: BothWays, than other: BothWays, lookingUp: Bool) -> Bool {
        isNarrower(offer.down, than: other.down) || lookingUp && isNarrower(offer.up, than: other.up)
    }

    /// Of two rates, of which -1 is without limit.
    static func isNarrower(_ rate: Int64, than other: Int64) -> Bool { rank(rate) < rank(other) }

    private static func rank(_ rate: Int64) -> Int64 { rate < 0 ? .max : rate }

    private static func range(_ rates: [Int64]) -> String {
        func words(_ rate: Int64) -> String { rate == .max ? "no limit" : LoadWords.rate(rate) }
        let ranks = rates.map(rank)
        return "\(words(ranks.min() ?? 0)) and \(words(ranks.max() ?? 0))"
    }

    // MARK: Delay and loss

    /// The time in which a property had at least some value, in whichever direction.
    struct High {
        /// The most in each direction.
        let value: BothWays
        /// `up to `, where it was not the same from the first to the last.
        let upTo: String
        /// When that was, where it was not all the while: ` from 19.000 s to 22.000 s`; of several times nothing.
        let when: String

        /// `up to 30 % each way`, `30 % on the way up`, or `2 % on the way down and 30 % up`; `80 ms more each way`.
        func words(_ unit: Unit, _ more: String = "") -> String {
            let (down, up) = (QuantityText.value(value.down, unit) + more, QuantityText.value(value.up, unit) + more)
            if value.down == value.up { return "\(upTo)\(down) each way" }
            if value.up == 0 { return "\(upTo)\(down) on the way down" }
            return upTo + (value.down == 0 ? "\(up) on the way up" : "\(down) on the way down and \(up) up")
        }
    }

    /// Nil where it never was as high while a request was under way; of the times in which it was, those count that do.
    func high(
        _ all: [Observed<BothWays>], least: Int64, where counts: (Range<Instant>) -> Bool = { _ in true }
    ) -> High? {
        let steps = steps(of: all.lasting)
        let high = met(steps).filter { place in
            let until = place + 1 < steps.endIndex ? steps[place + 1].at : end
            return max(steps[place].value.down, steps[place].value.up) >= least && counts(steps[place].at..<until)
        }
        guard let first = high.first, let last = high.last else { return nil }
        let values = high.map { steps[$0].value }
        let most = values.reduce(values[0]) { BothWays(down: max($0.down, $1.down), up: max($0.up, $1.up)) }
        // Between two of them it may have been as high while nothing was under way.
        let between = steps[first...last].map { $0.value }
        let isOneTime = between.allSatisfy {
            max($0.down, $0.up) >= least && $0.down <= most.down && $0.up <= most.up
        }
        let isSteady = isOneTime && between.allSatisfy { $0 == most }
        let from = steps[first].at > start ? steps[first].at.inRoundedSeconds : nil
        let to = last + 1 < steps.endIndex ? steps[last + 1].at.inRoundedSeconds : nil
        let when =
            switch (from, to) {
            case (let from?, let to?): " from \(from) to \(to)"
            case (let from?, nil): " from \(from) on"
            case (nil, let to?): " until \(to)"
            case (nil, nil): ""
            }
        return High(value: most, upTo: isSteady ? "" : "up to ", when: isOneTime ? when : "")
    }

    /// From half a second on (our own choice) a delay is a cause.
    static let leastDelay: Int64 = 500_000_000

    /// The longest way there and back, as the value of either direction.
    func roundTrip(_ delays: [Observed<BothWays>]) -> High? {
        let sums = delays.map { $0.with(BothWays(bothOf: $0.value.down + $0.value.up)) }
        return high(sums, least: Self.leastDelay)
    }

    /// The shortest way there and back.
    func leastRoundTrip(_ delays: [Observed<BothWays>]) -> Int64 {
        let steps = steps(of: delays.lasting)
        return met(steps).map { steps[$0].value.down + steps[$0].value.up }.min() ?? 0
    }

    /// The greatest loss, of the times in which a packet was lost while a request was under way.
    func loss(_ all: [Observed<BothWays>], _ lost: LostPackets.Way) -> High? {
        let times = requests.all.map { $0.whole }
        guard let first = times.map({ $0.lowerBound }).min() else { return nil }
        return high(all, least: 1) { span in
            [lost.down, lost.up].contains { lost in
                let from = max(first, span.lowerBound).nanoseconds
                return lost[partitionPoint(in: lost.indices) { lost[$0] >= from }...]
                    .prefix { $0 < span.upperBound.nanoseconds }
                    .contains { lost in times.contains { $0.contains(Instant(nanoseconds: lost)) } }
            }
        }
    }
}

extension Observed {
    /// Another value, observed at the same place.
    func with<Other: Sendable>(_ value: Other) -> Observed<Other> {
        Observed<Other>(order: order, at: at, value: value)
    }
}

extension BothWays {
    /// The same in both directions, or of what has none.
    init(bothOf value: Int64) { self.init(down: value, up: value) }
}

extension [Observed<BothWays>] {
    /// Those that were so for any time: of several at one instant the last, unless it is as what was before them.
    var lasting: [Observed<BothWays>] {
        reduce(into: []) { all, one in
            if all.last?.at == one.at { all.removeLast() }
            if all.last?.value != one.value { all.append(one) }
        }
    }
}
