/// The choice of hls.js: `getNextABRAutoLevel` and `findBestLevel` of abr-controller.ts 654–1039.
struct HlsJSChoice {
    let ladder: SwitchLadder
    let question: SwitchQuestion
    let up: Int64
    let down: Int64
    let starvation: MediaTime

    var rung: Int {
        // With two segments ahead, averages are trusted.
        let trusts = question.ahead >= question.segment + question.segment
        if question.ahead > .zero, let inTime = best(within: question.ahead, byAverage: trusts) { return inTime }
        let patience = min(question.segment, starvation)
        if let inTime = best(within: question.ahead + patience, byAverage: false) { return inTime }
        return 0
    }

    /// The highest rung within its part of the throughput of which a segment, with its latency, takes less than
    /// `most`; nil where there is none.
    private func best(within most: MediaTime, byAverage: Bool) -> Int? {
        let bitRate = question.throughput.bitsPerSecond
        return ladder.rungs.indices.last { index in
            let (rung, share) = (ladder.rungs[index], index > question.current ? up : down)
            let own = byAverage ? rung.averageBitRate : rung.bitRate
            let reckoned = proportion(bitRate, share, over: 1_000_000, .down)
            guard own <= reckoned else { return false }
            let transfer = proportion(question.segment.nanoseconds, own, over: max(1, reckoned), .up)
            return question.latency + TimeAmount(nanoseconds: transfer) < TimeAmount(nanoseconds: most.nanoseconds)
        }
    }
}

extension SwitchLadder {
    /// Shaka: the last rung whose own bound is below the throughput, and the next one's above it.
    func between(_ question: SwitchQuestion, up: Int64, down: Int64) -> Int {
        let bitRate = question.throughput.bitsPerSecond
        var chosen = 0
        for index in rungs.indices {
            let own = proportion(rungs[index].bitRate, 1_000_000, over: down, .up)
            let next = rungs[index...].first { $0.bitRate > rungs[index].bitRate }
            let most = next.map { proportion($0.bitRate, 1_000_000, over: up, .down) } ?? .max
            if own <= bitRate, bitRate <= most { chosen = index }
        }
        return chosen
    }

    /// ExoPlayer.
    func byShare(_ question: SwitchQuestion, share: Int64, up: MediaTime, down: MediaTime) -> Int {
        let ideal = highest(within: proportion(question.throughput.bitsPerSecond, share, over: 1_000_000, .down))
        let buffered = max(.zero, question.ahead - question.segment)
        if ideal > question.current, buffered < up { return question.current }
        if ideal < question.current, buffered >= down { return question.current }
        return ideal
    }

    /// video.js.
    func byLastSegment(_ question: SwitchQuestion, factor: Int64, lowWater: MediaTime) -> Int {
        let bitRate = question.throughput.bitsPerSecond
        let carried = highest { Int128($0) * Int128(factor) < Int128(bitRate) * 1_000_000 }
        guard carried > question.current, question.duration >= .seconds(30) else { return carried }
        return question.ahead >= min(question.place, lowWater) ? carried : question.current
    }

    /// VLC's near optimal logic: ln(bit rate) is a variant's utility, and a full buffer takes the highest.
    ///
    /// It keeps the scale and the level in whole numbers (`mtime_t`). Most ladders make the scale 0: then the highest
    /// wins at every level, whatever the network carries.
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

    private func seconds(_ length: MediaTime) -> Double { Double(length.nanoseconds) / 1e9 }
}
