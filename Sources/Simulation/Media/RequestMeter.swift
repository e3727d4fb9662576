import PlayerModel

/// The measurements of requests by themselves: the bytes of a chunk over the time in which they came. So a player
/// measures that sees its own requests alone: what comes beside one makes the network slower, and what was called off
/// before is no part of it.
struct RequestMeter: Sendable {
    /// The place of a chunk, or of a part of one: its exchange and track, and since when bits of its answer, and of the
    /// chunk itself, have been coming. An attempt that the player makes again by itself has another answer.
    struct Origin: BitwiseCopyable, Sendable {
        let id: ExchangeID
        let track: Int
        let answered: Instant
        let since: Instant

        /// The part of an answer that came `after` that instant, at which the chunk before it came, if any did.
        init(id: ExchangeID, track: Int, answered: Instant, after instant: Instant = .zero) {
            (self.id, self.track, self.answered) = (id, track, answered)
            since = max(answered, instant)
        }
    }

    /// The part of a chunk that was measured on the way.
    private struct Part: Sendable {
        var id: ExchangeID
        var answered = Instant.zero
        var bytes: Int64 = 0
        var busy = TimeAmount.zero
        var until = Instant.zero
    }

    private var part = Part(id: ExchangeID(slot: -1, attempt: 0))
    /// By track, how long the network had been busy when a chunk of it came last. No chunk takes longer than it has
    /// been busy since: in between, a server may have had nothing to send, or no room for it.
    private var busyBefore: ContiguousArray<TimeAmount> = []

    /// A chunk is in. Returns what of it was not measured on the way, and all of it.
    mutating func take(
        chunk bytes: Int64, from origin: Origin, _ receipt: Receipt, at now: Instant
    ) -> (rest: ThroughputSample, whole: ThroughputSample) {
        let before = takePart(of: origin)
        let rest = sample(bytes, beyond: before, origin, receipt, now)
        note(receipt, ofTrack: origin.track)
        return (rest, ThroughputSample(bytes: bytes, busy: before.busy + rest.busy))
    }

    /// So many bytes of a chunk are here. Returns what of them was not measured before.
    mutating func take(
        onTheWay bytes: Int64, from origin: Origin, _ receipt: Receipt, at now: Instant
    ) -> ThroughputSample {
        part = takePart(of: origin)
        let sample = sample(bytes, beyond: part, origin, receipt, now)
        part.bytes = max(part.bytes, bytes)
        part.busy = part.busy + sample.busy
        part.until = now
        return sample
    }

    /// A chunk was given up. Returns the part of it that is here and was not measured before.
    mutating func giveUp(
        _ bytes: Int64, from origin: Origin, _ receipt: Receipt, at now: Instant
    ) -> ThroughputSample {
        defer { note(receipt, ofTrack: origin.track) }
        return take(onTheWay: bytes, from: origin, receipt, at: now)
    }

    private mutating func note(_ receipt: Receipt, ofTrack track: Int) {
        while busyBefore.count <= track { busyBefore.append(.zero) }
        busyBefore[track] = receipt.busy
    }

    /// The part of an exchange that was measured on the way; that of another one stays. What came of an earlier answer
    /// is none.
    private mutating func takePart(of origin: Origin) -> Part {
        let none = Part(id: origin.id, answered: origin.answered)
        guard part.id == origin.id else { return none }
        defer { part = Part(id: ExchangeID(slot: -1, attempt: 0)) }
        return part.answered == origin.answered ? part : none
    }

    private func sample(
        _ bytes: Int64, beyond before: Part, _ origin: Origin, _ receipt: Receipt, _ now: Instant
    ) -> ThroughputSample {
        let busyUntil = origin.track < busyBefore.count ? busyBefore[origin.track] : .zero
        // What is on its way for longer than what came before comes as much later.
        let busy = max(.zero, receipt.busy - busyUntil - before.busy) + receipt.growth
        let passed = now - max(origin.since, before.until)
        // What comes at the instant of the chunk before, as where the delay shrinks, has left the link after it.
        let time = passed > .zero ? min(passed, busy) : busy
        return ThroughputSample(bytes: max(0, bytes - before.bytes), busy: time)
    }
}

extension ThroughputSample {
    /// So many bytes that kept the network busy for `busy`.
    init(bytes: Int64, busy: TimeAmount) { self.init(bits: bytes.multipliedClamped(by: 8), busy: busy) }
}
