/// The rules that weigh the utility of a variant against the media ahead: BOLA of Spiteri et al. (INFOCOM 2016).
extension SwitchLadder {
    /// `bola`.
    func byUtility(_ question: SwitchQuestion, gamma: Double) -> Int {
        let segment = Double(max(1, question.segment.nanoseconds))
        let level = Double(question.ahead.nanoseconds) / segment
        let most = Double(min(question.wanted, .seconds(86_400)).nanoseconds) / segment
        let scale = most / (rungs[rungs.count - 1].utility + gamma)
        var (chosen, best) = (0, -Double.infinity)
        for index in rungs.indices {
            let score = (scale * (rungs[index].utility + gamma) - level) / Double(rungs[index].bitRate)
            if score > best { (chosen, best) = (index, score) }
        }
        guard chosen > question.current else { return chosen }
        let carried = highest(within: question.throughput.bitsPerSecond, question)
        if chosen <= carried { return chosen }
        return question.current > carried ? question.current : carried + 1
    }
}
