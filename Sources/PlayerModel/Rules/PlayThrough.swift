// The rule that follows Apple's words: what remains arrives before it is needed, all the way to the end.
extension KeepUp {
    /// Holds arrival against need. What is near is judged more strictly, and between two chunks it comes nearer: where
    /// that will matter, the verdict says when.
    static func playThrough(
        _ question: Question, _ buffer: BufferState, _ hysteresis: TimeAmount, _ margin: TimeAmount
    ) -> Verdict {
        let far = buffer.ahead(of: question.place) - Evidence.soon
        func judged(_ question: Question, isNear: Bool) -> Verdict {
            balance(
                question, buffer, patience: question.patience(hysteresis, margin, buffer, isNear: isNear),
                bearing: question.isPlaying && question.wasLikely && isNear ? hysteresis : .zero,
                doubt: question.doubt(buffer, isNear: isNear))
        }
        guard far >= .zero else { return judged(question, isNear: true) }
        var verdict = judged(question, isNear: false)
        guard question.isPlaying, case .arrivesInTime(let spare) = verdict.reason else { return verdict }
        // Where nothing is in doubt, both answer by the same figure.
        if buffer.doubt == 0, buffer.credit == 0, spare >= buffer.pause { return verdict }
        var later = question
        later.wasLikely = true
        guard judged(later, isNear: true).outlook != .likely else { return verdict }
        let passed = far + MediaTime(nanoseconds: 1)
        verdict.reconsiderAt = question.now + question.rate.time(toPass: passed, .up)
        return verdict
    }

    /// Holds arrival against need: for the next chunk, for the last, and where they differ for the one before the last
    /// and the first of the last request. Between these the balance is a straight line as long as sizes are those of a
    /// constant bit rate, so one of them is the worst. Of several tracks it is the chunk that the buffer names.
    ///
    /// It takes fetching to go on without rest: what a full buffer has no room for is not in it. A chunk that is
    /// overdue delays all behind it. Between two chunks nothing new is known, so the verdict says when to look again:
    /// the moment from which the shortfall would be waited out, where that comes before the next chunk, or before the
    /// edge of a live stream is to be told anew.
    private static func balance(
        _ question: Question, _ buffer: BufferState, patience: TimeAmount, bearing most: TimeAmount, doubt: Int64
    ) -> Verdict {
        guard let throughput = buffer.throughput else { return Verdict(.nothingToJudgeBy, .nothingMeasured) }
        let now = question.now
        let awaited = buffer.awaited
        let begun = buffer.fetchingSince ?? now
        let next = begun + buffer.latency.times(awaited.nextRequests) + throughput.time(forBytes: awaited.nextBytes)
        let last = begun + buffer.latency.times(awaited.requests) + throughput.time(forBytes: awaited.bytes)
        let overdue = max(.zero, now - next)
        let grain = buffer.grain == 0 ? .zero : throughput.time(forBytes: buffer.grain)
        func shortfallAt(_ arrival: Instant, _ start: MediaTime) -> TimeAmount {
            let start = max(buffer.playableEnd, start)
            let left = max(0, (arrival - now).nanoseconds)
            let off = doubt == 0 ? 0 : proportion(left, Int64(doubt.magnitude), over: 1_000_000, .up)
            return arrival + overdue + grain + TimeAmount(nanoseconds: doubt < 0 ? -off : off)
                - (now + question.rate.time(toPass: start - question.place, .down))
        }
        var later = shortfallAt(last, awaited.lastChunkStart)
        func check(_ point: BufferState.Awaited.Checkpoint) {
            guard point.bytesBehind < awaited.bytes else { return }
            let arrival =
                begun + buffer.latency.times(awaited.requests - point.requestsBehind)
                + throughput.time(forBytes: awaited.bytes - point.bytesBehind)
            later = max(later, shortfallAt(arrival, point.start))
        }
        check(awaited.beforeLast)
        check(awaited.lastRequest)
        check(awaited.latest)
        if most > .zero, later > patience {
            let least = later - min(most, throughput.precision(of: last - begun))
            if least <= patience { later = least }
        }
        var shortfall = max(shortfallAt(next, buffer.playableEnd), later)
        // What hangs on the present does not come nearer as time passes.
        var standsUntil = buffer.fetchingSince == nil && shortfall > patience ? now : .never
        if let edge = buffer.edge {
            let atEdge = shortfallAt(edge.nextArrival, edge.listedEnd)
            shortfall = max(shortfall, atEdge)
            if atEdge > patience { standsUntil = min(standsUntil, edge.standsUntil) }
        }
        if shortfall <= patience { return Verdict(.likely, .arrivesInTime(spare: .zero - shortfall)) }
        // As an arrival comes nearer, so does what is added to it because of doubt.
        let missing = shortfall + (.zero - patience)
        let wait = proportion(missing.nanoseconds, 1_000_000, over: 1_000_000 + max(0, doubt), .up)
        let start = now + TimeAmount(nanoseconds: wait)
        let canWaitItOut = start <= standsUntil && (buffer.fetchingSince == nil || start < next)
        let reason: Reason =
            shortfall > .zero || patience >= .zero
            ? .arrivesTooLate(by: shortfall) : .sparesTooLittle(.zero - shortfall)
        return Verdict(.unlikely, reason, reconsiderAt: canWaitItOut ? start : nil)
    }
}

extension KeepUp.Question {
    /// The part of the time to an arrival that is added to it because what was measured may be off, in millionths.
    ///
    /// Doubt is against a start. While all goes well and a stall would be far, it is for going on.
    fileprivate func doubt(_ buffer: BufferState, isNear: Bool) -> Int64 {
        isPlaying && wasLikely && !isNear ? -buffer.credit : buffer.doubt
    }

    /// The shortfall up to which it is likely to keep up; negative where there must be something to spare.
    ///
    /// The hysteresis keeps the flag from flapping while it plays. A shortfall that is near is a stall that is near:
    /// there the flag falls where a pause of late would be a stall, or at a microsecond, which is more than time is
    /// reckoned off by, and rises with the hysteresis to spare.
    fileprivate func patience(
        _ hysteresis: TimeAmount, _ margin: TimeAmount, _ buffer: BufferState, isNear: Bool
    ) -> TimeAmount {
        if isPlaying, wasLikely {
            return isNear ? min(hysteresis, TimeAmount(nanoseconds: 1000)) - buffer.pause : hysteresis
        }
        let spare = buffer.pause + (followsStall || buffer.isUnsettled ? margin : .zero)
        return .zero - spare - (isPlaying && isNear ? hysteresis : .zero)
    }
}

extension ThroughputEstimate {
    /// By how much something may come sooner than it seems to at the end of so much time: whole bytes were measured,
    /// and a part of one more had come; so had a part of one that is awaited, and of one that a call-off has broken.
    fileprivate func precision(of coming: TimeAmount) -> TimeAmount {
        TimeAmount(nanoseconds: proportion((time + time + coming).nanoseconds, 8, over: bits, .up))
    }
}

extension TimeAmount {
    /// The amount `count` times over, cut at what can be counted.
    fileprivate func times(_ count: Int64) -> TimeAmount {
        let (product, overflow) = nanoseconds.multipliedReportingOverflow(by: count)
        return TimeAmount(nanoseconds: overflow ? .max : product)
    }
}
