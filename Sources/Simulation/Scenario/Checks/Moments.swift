import PlayerModel

/// The moments of a player in which a condition may be true, as far as that can be said of one moment alone: what it
/// does, which item it has and whether anything is loaded ahead; its flags; and the bounds of its numbers. Of a
/// condition with several parts, those of all or of any of them; more than there are, and never fewer.
///
/// The kinds of moments are those that `Player.checkInvariants(at:)` leaves, and these of what is announced of them:
/// the buffer is empty if nothing is loaded ahead, and only then; an item is ready as soon as something is; a stall
/// and the wait for a start are over when the timebase moves, and a wait for an interstitial event is neither a stall
/// nor one that is counted.
struct Moments {
    /// A status with its reason, and whether the timebase moves.
    fileprivate enum Doing: CaseIterable {
        case pausing, resting, moving, evaluating, minimizing, waitingForItem, suspended
    }

    fileprivate struct Kind {
        let doing: Doing
        /// The status of the item; nil without one.
        let item: Player.ItemStatus?
        let isAhead: Bool

        var hasItem: Bool { item != nil }

        var isPossible: Bool {
            switch doing {
            case .pausing: break
            case .waitingForItem: if hasItem { return false }
            case .resting, .moving, .evaluating, .minimizing, .suspended:
                if !hasItem || item == .failed { return false }
            }
            return !isAhead || item == .readyToPlay || item == .failed
        }

        static let all: [Kind] = Doing.allCases.flatMap { doing in
            // Made anew, because embedded Swift casts no lists.
            let items: [Player.ItemStatus?] = [nil] + Player.ItemStatus.allCases.map { $0 }
            return items.flatMap { item in [false, true].map { Kind(doing: doing, item: item, isAhead: $0) } }
        }.filter { $0.isPossible }
    }

    /// The answers that a flag may have.
    private struct Flag: OptionSet {
        let rawValue: UInt8
        static let off = Flag(rawValue: 1)
        static let on = Flag(rawValue: 2)
    }

    /// Numbers from one to another; none where the first is the greater one.
    private struct Bounds {
        var (low, high) = (Int64.min, Int64.max)

        init() {}

        init(_ range: ClosedRange<Int64>) { (low, high) = (range.lowerBound, range.upperBound) }

        var areNone: Bool { low > high }

        func intersection(_ other: Bounds) -> Bounds {
            var both = self
            (both.low, both.high) = (max(low, other.low), min(high, other.high))
            return both
        }

        func hull(_ other: Bounds) -> Bounds {
            var both = self
            (both.low, both.high) = (min(low, other.low), max(high, other.high))
            return both
        }
    }

    /// By place in the list of all kinds, a bit.
    private var kinds = UInt64.max >> UInt64(64 - Kind.all.count)
    private var (keepUp, full): (Flag, Flag) = ([.off, .on], [.off, .on])
    private var (rate, timebaseRate, currentTime) = (Bounds(), Bounds(), Bounds())
    private var (loadedAhead, played) = (Bounds(), Bounds())

    /// All that there are.
    fileprivate init() {}

    init(of condition: Condition) {
        switch condition {
        case .all(let parts): self = parts.reduce(Moments()) { $0.intersection(Moments(of: $1)) }
        case .any(let parts):
            let some = parts.map { Moments(of: $0) }
            // Where one can be it is enough.
            let possible = some.filter { !$0.areNone }
            self = possible.dropFirst().reduce(possible.first ?? some.first ?? Moments()) { $0.union($1) }
        case .status, .reason, .rate, .timebaseRate, .currentTime, .loadedAhead, .likelyToKeepUp, .bufferFull,
            .bufferEmpty, .itemStatus, .waited, .stalled, .starting, .played, .event, .performed:
            keep { $0.allows(condition) }
            bound(by: condition)
        }
    }

    /// Whether there is none.
    var areNone: Bool {
        kinds == 0 || keepUp.isEmpty || full.isEmpty
            || [rate, timebaseRate, currentTime, loadedAhead, played].contains { $0.areNone }
    }

    private mutating func keep(_ isKept: (Kind) -> Bool) {
        for (place, kind) in Kind.all.enumerated() where !isKept(kind) { kinds &= ~(1 << UInt64(place)) }
    }

    private mutating func bound(by condition: Condition) {
        switch condition {
        case .likelyToKeepUp(let value): keepUp = value ? .on : .off
        case .bufferFull(let value): full = value ? .on : .off
        case .rate(let range): rate = Bounds(range)
        case .timebaseRate(let range): timebaseRate = Bounds(range)
        case .currentTime(let range): currentTime = Bounds(range)
        case .loadedAhead(let range): loadedAhead = Bounds(range)
        case .played(let range): played = Bounds(range)
        case .status, .reason, .bufferEmpty, .itemStatus, .waited, .stalled, .starting, .event, .performed, .all,
            .any:
            break
        }
    }

    fileprivate func intersection(_ other: Moments) -> Moments {
        var both = self
        both.kinds &= other.kinds
        (both.keepUp, both.full) = (keepUp.intersection(other.keepUp), full.intersection(other.full))
        both.join(other) { $0.intersection($1) }
        return both
    }

    private func union(_ other: Moments) -> Moments {
        var both = self
        both.kinds |= other.kinds
        (both.keepUp, both.full) = (keepUp.union(other.keepUp), full.union(other.full))
        both.join(other) { $0.hull($1) }
        return both
    }

    private mutating func join(_ other: Moments, _ joined: (Bounds, Bounds) -> Bounds) {
        rate = joined(rate, other.rate)
        timebaseRate = joined(timebaseRate, other.timebaseRate)
        currentTime = joined(currentTime, other.currentTime)
        loadedAhead = joined(loadedAhead, other.loadedAhead)
        played = joined(played, other.played)
    }
}

extension Moments.Kind {
    /// Whether a condition without parts may be true in a moment of this kind.
    fileprivate func allows(_ condition: Condition) -> Bool {
        switch condition {
        case .status(let status): self.status == status
        case .reason(let reason): self.reason == reason
        case .rate(let range): isZero(doing == .pausing, within: range)
        case .timebaseRate(let range): isZero(doing != .moving, within: range)
        case .currentTime(let range): hasItem || range.contains(0)
        case .loadedAhead(let range): isZero(!isAhead, within: range)
        case .likelyToKeepUp(true), .bufferFull(true): hasItem
        case .likelyToKeepUp(false), .bufferFull(false): true
        case .bufferEmpty(let value): isAhead != value
        case .itemStatus(let status): (item ?? .unknown) == status
        case .waited: self.status == .waitingToPlayAtSpecifiedRate && doing != .suspended
        case .stalled: hasItem && doing != .moving && doing != .suspended
        case .starting: doing != .moving
        case .played, .event, .performed, .all, .any: true
        }
    }

    /// Whether a number may be within bounds, of which it is known whether it is 0, and that it is not less.
    private func isZero(_ isZero: Bool, within range: ClosedRange<Int64>) -> Bool {
        isZero ? range.contains(0) : range.upperBound > 0
    }

    private var status: TimeControlStatus {
        switch doing {
        case .pausing: .paused
        case .resting, .moving: .playing
        case .evaluating, .minimizing, .waitingForItem, .suspended: .waitingToPlayAtSpecifiedRate
        }
    }

    private var reason: WaitingReason? {
        switch doing {
        case .pausing, .resting, .moving: nil
        case .evaluating: .evaluatingBufferingRate
        case .minimizing: .toMinimizeStalls
        case .waitingForItem: .noItemToPlay
        case .suspended: .interstitialEvent
        }
    }
}

extension Condition {
    /// Those of its parts, of which it takes all, that are never true at once: two, or where it takes more of them all
    /// up to the last of these. Nil where they may be.
    var partsAtOdds: [Condition]? {
        let parts = needed
        var moments = Moments()
        for (index, part) in parts.enumerated() {
            let own = Moments(of: part)
            moments = moments.intersection(own)
            guard moments.areNone else { continue }
            let other = parts[..<index].first { own.intersection(Moments(of: $0)).areNone }
            return other.map { [$0, part] } ?? Array(parts[...index])
        }
        return nil
    }

    /// The conditions that all have to be true for it.
    private var needed: [Condition] {
        if case .all(let parts) = self { parts.flatMap { $0.needed } } else { [self] }
    }
}
