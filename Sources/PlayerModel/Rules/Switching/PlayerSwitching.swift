/// The choice of hls.js: `getNextABRAutoLevel` and `findBestLevel` of abr-controller.ts 654–1039. It knows the last
/// segment's length, and takes the mean for the next one's (`averagetargetduration`).
struct HlsJSChoice {
    let ladder: SwitchLadder
    let question: SwitchQuestion
    let up: Int64
    let down: Int64
    let starvation: MediaTime

    var rung: Int {
        // With two segments ahead, averages are trusted.
        let lasts = question.speed.time(toPass: question.ahead, .down)
        let last = question.lastSegment > .zero ? question.lastSegment : question.segment
        let segment = TimeAmount(nanoseconds: last.nanoseconds)
        let trusts = lasts >= segment + segment
        if question.ahead > .zero, let inTime = best(within: lasts, byAverage: trusts) { return inTime }
        let patience = min(segment, TimeAmount(nanoseconds: starvation.nanoseconds))
        if let inTime = best(within: lasts + patience, byAverage: false) { return inTime }
        return 0
    }

    /// The highest rung within its part of the throughput of which a segment, with its latency, and with its playlist
    /// where that is still to come, takes less than `most`; nil where there is none. One that has failed is passed
    /// over. Near the edge of a live stream little is ahead, whatever the network carries: there, time does not matter.
    private func best(within most: TimeAmount, byAverage: Bool) -> Int? {
        let bitRate = question.throughput.bitsPerSecond
        return ladder.rungs.indices.last { index in
            if question.failed.indices.contains(index), question.failed[index] { return false }
            let (rung, share) = (ladder.rungs[index], index > question.current ? up : down)
            let own = byAverage ? rung.averageBitRate : rung.bitRate
            let reckoned = proportion(bitRate, share, over: 1_000_000, .down)
            guard own <= reckoned else { return false }
            if question.liveEnd != nil { return true }
            let transfer = proportion(question.averageSegment.nanoseconds, own, over: max(1, reckoned), .up)
            let playlist = question.playlists.time(ofRung: index, after: question.latency)
            return question.latency + TimeAmount(nanoseconds: transfer) + playlist < most
        }
    }
}

extension SwitchLadder {
    /// Shaka: the last rung whose own bound is below the throughput, and the next one's above it. A rung takes its bit
    /// rate times the speed.
    func between(_ question: SwitchQuestion, up: Int64, down: Int64) -> Int {
        let bitRate = question.throughput.bitsPerSecond
        func needed(_ rung: Rung) -> Int64 {
            proportion(rung.bitRate, Int64(question.speed.thousandths), over: 1000, .up)
        }
        var chosen = 0
        for index in rungs.indices {
            let own = proportion(needed(rungs[index]), 1_000_000, over: down, .up)
            let next = rungs[index...].first { $0.bitRate > rungs[index].bitRate }
            let most = next.map { proportion(needed($0), 1_000_000, over: up, .down) } ?? .max
            if own <= bitRate, bitRate <= most { chosen = index }
        }
        return chosen
    }

    /// ExoPlayer. Near the edge of a live stream it goes up with less ahead: with three quarters of what is listed, but
    /// for the segment that is chosen.
    ///
    /// It holds on to the variant of the segment before, played or not, unless that has failed (`isTrackExcluded`): the
    /// last chunk stays in its queue until a seek (HlsSampleStreamWrapper.java, `readData`).
    func byShare(_ question: SwitchQuestion, share: Int64, up: MediaTime, down: MediaTime) -> Int {
        let carried = proportion(question.throughput.bitsPerSecond, share, over: 1_000_000, .down)
        let ideal = highest(within: question.speed.bitRate(within: carried))
        let held: Int
        switch question.occasion {
        case .next: held = question.current
        case .failure(let last):
            guard let last else { return ideal }
            held = last
        }
        let buffered = max(.zero, question.ahead - question.lastSegment)
        if ideal > held, buffered < min(up, nearEdge(question) ?? up) { return held }
        if ideal < held, buffered >= down { return held }
        return ideal
    }

    /// ExoPlayer: three quarters of what is listed ahead of the playhead but for two segments, the last one and the one
    /// that is chosen (`minDurationForQualityIncreaseUs`); nil where there is an end.
    private func nearEdge(_ question: SwitchQuestion) -> MediaTime? {
        guard let end = question.liveEnd else { return nil }
        let listed = max(.zero, max(.zero, end - question.place) - question.lastSegment)
        let available = max(.zero, listed - question.segment)
        return MediaTime(nanoseconds: proportion(available.nanoseconds, 3, over: 4, .down))
    }

    /// video.js. In a live stream there may never be as much ahead as the mark wants: there it goes up at once, and
    /// where a rendition has failed as well (playlist-controller.js, `excludePlaylist`).
    func byLastSegment(_ question: SwitchQuestion, factor: Int64, lowWater: MediaTime) -> Int {
        let bitRate = question.throughput.bitsPerSecond
        let carried = highest { Int128($0) * Int128(factor) < Int128(bitRate) * 1_000_000 }
        guard carried > question.current, question.duration >= .seconds(30), question.liveEnd == nil,
            question.occasion == .next
        else { return carried }
        return question.ahead >= min(question.place, lowWater) ? carried : question.current
    }

    /// The near optimal logic of VLC 3.0: ln(bit rate) is a variant's utility, and a full buffer takes the highest.
    ///
    /// It keeps the scale and the level in whole numbers (`mtime_t VD, mtime_t Q`). Most ladders make the scale 0: then
    /// the highest wins at every level, whatever the network carries. In 4.0 they are real numbers (`float VD, float
    /// Q`), with which the choice is lower the less is ahead; that is left out.
    func nearOptimal(_ question: SwitchQuestion, least: MediaTime, most: MediaTime) -> Int {
        let low = seconds(max(least, MediaTime(nanoseconds: 1_000_000_000)))
        let lowest = naturalLogarithm(of: Double(rungs[0].bitRate))
        let range = rungs[rungs.count - 1].utility
        let gamma = 1 + range / max(0.001, seconds(most) / low - 1)
        let scale = Double(WeightedMean.whole((low - 1) / (lowest + gamma)))
        let level = Double(WeightedMean.whole(seconds(question.ahead)))
        var (chosen, best) = (0, -Double.infinity)
        for index in rungs.indices {
            let score = (scale * (rungs[index].utility + gamma) - level) / Double(rungs[index].bitRate)
            if score >= best { (chosen, best) = (index, score) }
        }
        guard chosen < question.current else { return chosen }
        let carried = highest(within: question.throughput.bitsPerSecond)
        if carried <= chosen { return chosen }
        return carried > question.current ? question.current : carried - 1
    }
}
