/// The rules that go by the media ahead alone.
extension SwitchLadder {
    /// `pensieve-bb`.
    func byLevel(_ question: SwitchQuestion, reservoir: MediaTime, cushion: MediaTime) -> Int {
        if question.ahead < reservoir { return 0 }
        if question.ahead >= reservoir + cushion { return rungs.count - 1 }
        let above = (question.ahead - reservoir).nanoseconds
        return Int(proportion(above, Int64(rungs.count - 1), over: cushion.nanoseconds, .down))
    }

    /// `bba`.
    func byBuffer(_ question: SwitchQuestion, reservoir: MediaTime, cushion: MediaTime) -> Int {
        let current = question.current
        if question.ahead <= reservoir { return 0 }
        if question.ahead >= reservoir + cushion { return rungs.count - 1 }
        let (least, most) = (rungs[0].bitRate, rungs[rungs.count - 1].bitRate)
        let above = (question.ahead - reservoir).nanoseconds
        let line = least + proportion(above, most - least, over: cushion.nanoseconds, .down)
        if current + 1 < rungs.count, line >= rungs[current + 1].bitRate { return highest(within: line) }
        if current > 0, line <= rungs[current - 1].bitRate { return min(current, highest(within: line) + 1) }
        return current
    }
}
