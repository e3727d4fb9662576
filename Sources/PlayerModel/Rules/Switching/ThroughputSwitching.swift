/// The rules that go by throughput: `throughput`, and `sabre-throughput` of dash.js as in the simulator Sabre.
extension SwitchLadder {
    private func share(_ millionths: Int64, of bitRate: Int64) -> Int64 {
        proportion(bitRate, millionths, over: 1_000_000, .down)
    }

    /// `throughput`: at twice the speed a variant takes twice its bit rate.
    func byThroughput(_ question: SwitchQuestion, up: Int64, down: Int64) -> Int {
        let bitRate = question.speed.bitRate(within: question.throughput.bitsPerSecond)
        let current = question.current
        let carried = highest(within: share(down, of: bitRate))
        if carried < current { return carried }
        let next = current + 1
        return next < rungs.count && rungs[next].bitRate <= share(up, of: bitRate) ? next : current
    }

    /// The highest rung of which a segment comes, with its latency, within its own length.
    func highest(within bitRate: Int64, _ question: SwitchQuestion) -> Int {
        let transfer = Int128(question.segment.nanoseconds - question.latency.nanoseconds)
        return highest { Int128($0) * Int128(question.segment.nanoseconds) <= transfer * Int128(bitRate) }
    }

    /// `sabre-throughput`.
    func byLength(_ question: SwitchQuestion, safety: Int64, least: Int64, share: inout Int64) -> Int {
        let bitRate = question.throughput.bitsPerSecond
        let rung = highest(within: self.share(safety, of: bitRate), question)
        return withinBuffer(rung, question, least: least, share: &share)
    }

    /// The insufficient-buffer rule: the highest rung up to `rung` of which a segment is sure to come before the buffer
    /// is empty. It trusts less each time, down to `least`; 0 trusts all.
    func withinBuffer(_ rung: Int, _ question: SwitchQuestion, least: Int64, share: inout Int64) -> Int {
        let bitRate = question.throughput.bitsPerSecond
        guard least > 0 else { return rung }
        let time = Int128(question.ahead.nanoseconds - question.latency.nanoseconds)
        let (product, isBoundless) = (time * Int128(bitRate)).multipliedReportingOverflow(
            by: Int128(max(least, share)))
        share = max(least, self.share(900_000, of: share))
        // Days ahead on a link without limit are more than can be counted.
        let safe = isBoundless ? (time > 0 ? .max : 0) : product / 1_000_000
        for lower in 0..<rung where Int128(rungs[lower + 1].bitRate) * Int128(question.segment.nanoseconds) > safe {
            return lower
        }
        return rung
    }
}
