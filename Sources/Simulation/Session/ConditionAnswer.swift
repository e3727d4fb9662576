import PlayerModel

/// The answer to whether a condition is true at an instant.
struct ConditionAnswer: Sendable {
    let holds: Bool
    /// Whether it holds beyond this instant: an event does not.
    let lasts: Bool
    /// The next instant at which the answer may be another by time alone; `never` where something has to happen first.
    let changesAt: Instant

    init(_ holds: Bool, until changesAt: Instant = .never) {
        (self.holds, lasts, self.changesAt) = (holds, holds, changesAt)
    }

    private init(holds: Bool, lasts: Bool, changesAt: Instant) {
        (self.holds, self.lasts, self.changesAt) = (holds, lasts, changesAt)
    }

    /// Of something that is over as soon as it is there.
    static func ofEvent(_ happens: Bool) -> ConditionAnswer {
        ConditionAnswer(holds: happens, lasts: false, changesAt: .never)
    }

    func and(_ other: ConditionAnswer) -> ConditionAnswer {
        ConditionAnswer(
            holds: holds && other.holds, lasts: lasts && other.lasts, changesAt: min(changesAt, other.changesAt))
    }

    func or(_ other: ConditionAnswer) -> ConditionAnswer {
        ConditionAnswer(
            holds: holds || other.holds, lasts: lasts || other.lasts, changesAt: min(changesAt, other.changesAt))
    }
}

extension Condition {
    /// The changes after which the answer may be another.
    var concerns: ObservedChange {
        switch self {
        case .status, .reason, .rate: .status
        case .timebaseRate, .currentTime: [.clock, .item]
        case .loadedAhead: [.clock, .item, .buffer]
        case .likelyToKeepUp: .keepUp
        case .bufferFull: .full
        case .bufferEmpty: .empty
        case .itemStatus: [.item, .empty, .buffer]
        case .waited: .status
        case .stalled: .stall
        case .starting: .request
        case .played: .progress
        case .event: .event
        // That calls those by name who wait for it.
        case .performed: []
        case .all(let parts), .any(let parts): parts.reduce([]) { $0.union($1.concerns) }
        }
    }

    /// The time played from which on it is true for good, in nanoseconds; nil where it may end again, or depends on
    /// anything else.
    var lengthPlayed: Int64? {
        if case .played(let range) = self, range.upperBound == .max { range.lowerBound } else { nil }
    }

    /// Whether it is true now, and until when at least. O(n) in its parts.
    func answer(of own: SessionPlayer, _ facts: ObservedFacts, at now: Instant) -> ConditionAnswer {
        let player = own.player
        switch self {
        case .status(let status): return ConditionAnswer(player.timeControlStatus == status)
        case .reason(let reason): return ConditionAnswer(player.reasonForWaitingToPlay == reason)
        case .rate(let range): return ConditionAnswer(range.contains(Int64(player.rate.thousandths)))
        case .timebaseRate(let range): return ConditionAnswer(range.contains(Int64(player.timebaseRate.thousandths)))
        case .currentTime(let range): return Self.answer(range, player.playhead, now)
        case .loadedAhead(let range): return Self.answer(range, own.playableEnd(at: now), player.playhead, now)
        case .likelyToKeepUp(let value): return ConditionAnswer(player.isLikelyToKeepUp == value)
        case .bufferFull(let value): return ConditionAnswer(player.isBufferFull == value)
        case .bufferEmpty(let value): return ConditionAnswer(player.isBufferEmpty == value)
        case .itemStatus(let status): return ConditionAnswer(player.itemStatus == status)
        case .waited(let length): return Self.answer(length, since: facts.waitingSince, now)
        case .stalled(let length): return Self.answer(length, since: facts.stalledSince, now)
        case .starting(let length): return Self.answer(length, since: facts.startingSince, now)
        case .played(let range): return Self.answer(range, facts.played(at: now), isGrowing: facts.isMoving, now)
        case .event(let event): return .ofEvent(facts.happens(event, at: now))
        case .performed(_, let action): return ConditionAnswer(facts.hasPerformed(action))
        case .all(let parts):
            return parts.reduce(ConditionAnswer(true)) { $0.and($1.answer(of: own, facts, at: now)) }
        case .any(let parts):
            return parts.reduce(ConditionAnswer(false)) { $0.or($1.answer(of: own, facts, at: now)) }
        }
    }

    private static func answer(
        _ range: ClosedRange<Int64>, _ playhead: Playhead, _ now: Instant
    ) -> ConditionAnswer {
        func reaching(_ place: Int64) -> Instant { playhead.instant(reaching: MediaTime(nanoseconds: place)) }
        let place = playhead.place(at: now).nanoseconds
        if place < range.lowerBound { return ConditionAnswer(false, until: reaching(range.lowerBound)) }
        if place > range.upperBound { return ConditionAnswer(false) }
        return ConditionAnswer(true, until: range.upperBound == .max ? .never : reaching(range.upperBound + 1))
    }

    /// Of the media ahead, which becomes less as it is played.
    private static func answer(
        _ range: ClosedRange<Int64>, _ end: MediaTime, _ playhead: Playhead, _ now: Instant
    ) -> ConditionAnswer {
        func leaving(_ length: Int64) -> Instant {
            playhead.instant(reaching: MediaTime(nanoseconds: end.nanoseconds - length))
        }
        let ahead = max(0, (end - playhead.place(at: now)).nanoseconds)
        if ahead < range.lowerBound { return ConditionAnswer(false) }
        if ahead > range.upperBound { return ConditionAnswer(false, until: leaving(range.upperBound)) }
        return ConditionAnswer(true, until: range.lowerBound == 0 ? .never : leaving(range.lowerBound - 1))
    }

    /// Of a length of time that grows with the clock, or rests.
    private static func answer(
        _ range: ClosedRange<Int64>, _ length: TimeAmount, isGrowing: Bool, _ now: Instant
    ) -> ConditionAnswer {
        func reaching(_ bound: Int64) -> Instant {
            isGrowing ? now + TimeAmount(nanoseconds: bound - length.nanoseconds) : .never
        }
        if length.nanoseconds < range.lowerBound { return ConditionAnswer(false, until: reaching(range.lowerBound)) }
        if length.nanoseconds > range.upperBound { return ConditionAnswer(false) }
        return ConditionAnswer(true, until: range.upperBound == .max ? .never : reaching(range.upperBound + 1))
    }

    private static func answer(_ length: TimeAmount, since: Instant?, _ now: Instant) -> ConditionAnswer {
        guard let since else { return ConditionAnswer(false) }
        let end = since + length
        return now >= end ? ConditionAnswer(true) : ConditionAnswer(false, until: end)
    }
}
