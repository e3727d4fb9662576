/// The ways in which real players give a segment up that takes too long, each as its source has it.
extension SegmentAbandonment.Download {
    private func time(forBits bits: Int64, at bitRate: Int64) -> TimeAmount {
        TimeAmount(nanoseconds: proportion(bits, 1_000_000_000, over: max(1, bitRate), .up))
    }

    /// The bits of a segment of a rung, as far as a player knows them before.
    private func bits(of rung: Int, _ ladder: SwitchLadder, _ segment: MediaTime) -> Int64 {
        proportion(segment.nanoseconds, ladder.rungs[rung].bitRate, over: 1_000_000_000, .up)
    }

    /// dash.js: AbandonRequestsRule.js 54–131.
    ///
    /// Nothing is given up with more ahead than its buffer aims at, and no segment twice. The whole segment has to take
    /// `multiple` of its length; what is left has to be more than the whole of the other one.
    func lowerRungOfDashJS(
        than current: Int, on ladder: SwitchLadder, ahead: MediaTime, segment: MediaTime, multiple: Int64,
        after: TimeAmount, most: MediaTime
    ) -> Int? {
        guard current > 0, received > 0, receiving >= after, ahead <= most, !wasGivenUp else { return nil }
        let least = proportion(segment.nanoseconds, multiple, over: 1_000_000, .down)
        guard time(forBits: bytes.multiplied8, at: bitRate).nanoseconds >= least else { return nil }
        let rung = ladder.highest(within: bitRate)
        let other = proportion(bytes, ladder.rungs[rung].bitRate, over: ladder.rungs[current].bitRate, .up)
        return rung < current && bytes - received > other ? rung : nil
    }

    /// hls.js: abr-controller.ts 247–470.
    ///
    /// It reckons with the declared bit rate, of this segment the average, not with what the answer's head says. The
    /// lowest two of all levels are never given up: below the second there is no other that it would look at. Where
    /// the rest takes more than twice as long as the other one, it calls the request off before it asks for that, and
    /// by then wants the lowest.
    func lowerRungOfHlsJS(
        than current: Int, on ladder: SwitchLadder, lasting lasts: TimeAmount, segment: MediaTime, speed: Rate
    ) -> Int? {
        guard current > 0, lowerCount > 1, hasMedia, !isPaused else { return nil }
        let half = speed.time(toPass: MediaTime(nanoseconds: segment.nanoseconds / 2), .down)
        guard elapsed > max(latency, half) else { return nil }
        let whole = proportion(segment.nanoseconds, ladder.rungs[current].averageBitRate, over: 1_000_000_000, .up)
        let expected = max(received.multiplied8, whole)
        let isMeasured = received > 0 && receiving > .zero
        guard isMeasured || throughput != nil else { return nil }
        let rate = isMeasured ? bitRate : throughput?.bitsPerSecond ?? 0
        let left =
            isMeasured
            ? time(forBits: expected - received.multiplied8, at: rate) : latency + time(forBits: expected, at: rate)
        guard left > lasts else { return nil }
        let length = TimeAmount(nanoseconds: segment.nanoseconds)
        /// The time until a segment of a rung is there, its playlist included.
        func arrival(ofRung rung: Int, _ length: MediaTime, at rate: Int64) -> TimeAmount {
            latency + time(forBits: bits(of: rung, ladder, length), at: rate)
                + playlists.time(ofRung: rung, after: latency)
        }
        var (rung, other) = (current, TimeAmount.zero)
        repeat {
            rung -= 1
            other = arrival(ofRung: rung, segment, at: rate)
        } while rung > 1 && other >= min(lasts, length + latency)
        // Without one that comes in time it is the lowest, by the time of the one above.
        if other >= min(lasts, length + latency) { rung = 0 }
        guard other < left, (other.nanoseconds - 1) / 10 < length.nanoseconds else { return nil }
        if left - other > other { return 0 }
        // It chooses once more, as if the bit rate of that one came, for a segment of the mean length. In a live
        // stream, where it does not ask when that comes, it is that one.
        if isLive { return rung }
        let own = ladder.rungs[rung].bitRate
        let inTime = (0...rung).last { arrival(ofRung: $0, averageSegment ?? segment, at: own) < lasts }
        return inTime ?? rung
    }

    /// Shaka: streaming_engine.js 811–929. Whether a segment is given up for the same of another rung, higher or lower.
    public func isWorth(
        givingUpFor rung: Int, on ladder: SwitchLadder, ahead: MediaTime, segment: MediaTime
    ) -> Bool {
        let other = bits(of: rung, ladder, segment)
        guard let throughput, other / 8 >= bytes - received else { return throughput != nil }
        return time(forBits: other, at: throughput.bitsPerSecond).nanoseconds < ahead.nanoseconds
    }

    /// video.js: segment-loader.js 1857–1942, playlist-selectors.js 488–556.
    ///
    /// From a second after the first byte on; where the rest comes later than a second before the buffer runs dry, the
    /// highest variant that keeps it from that, or else the one that makes it wait least, if that is sooner by
    /// `gain`.
    func lowerRungOfVHS(
        than current: Int, on ladder: SwitchLadder, lasting lasts: TimeAmount, segment: MediaTime, gain: TimeAmount
    ) -> Int? {
        guard current > 0, received > 0, receiving >= .seconds(1), !isPaused else { return nil }
        let rate = proportion(received.multiplied8, 1_000_000_000, over: max(1, elapsed.nanoseconds), .down)
        let rest = max(0, bits(of: current, ladder, segment) - received.multiplied8)
        /// How much later than a second before the buffer runs dry something comes that takes so long.
        func lateness(_ time: TimeAmount) -> TimeAmount { time + .seconds(1) - lasts }
        let late = lateness(time(forBits: rest, at: rate))
        guard late > .zero else { return nil }
        func impact(_ rung: Int) -> TimeAmount { lateness(time(forBits: bits(of: rung, ladder, segment), at: rate)) }
        let rung = ladder.rungs.indices.last { impact($0) <= .zero } ?? 0
        let hasReserve = lasts.nanoseconds > 1_033_333_333
        return rung < current && late - impact(rung) >= (hasReserve ? gain : max(gain, .seconds(1))) ? rung : nil
    }
}
