import PlayerModel

/// The renditions of which a segment has failed and was asked for again, and none has come since: a player that chooses
/// anew for that does without them (`FailOver.choosesForRetries`).
struct RecentFailures: Sendable {
    /// By rendition.
    private var hasFailed: ContiguousArray<Bool>

    init(count: Int) { hasFailed = ContiguousArray(repeating: false, count: count) }

    /// A request for a segment of a rendition has failed, and is to be made again.
    mutating func note(_ rendition: Int) { hasFailed[rendition] = true }

    /// A chunk of a rendition has come.
    mutating func noteArrival(of rendition: Int) { hasFailed[rendition] = false }

    /// Another item begins.
    mutating func forget() { for rendition in hasFailed.indices { hasFailed[rendition] = false } }

    /// By rung, whether it is done without: something of it has failed, and it was not `loaded` last. Empty where
    /// nothing has failed.
    private func passedOver(on ladder: SwitchLadder, loaded: Int) -> ContiguousArray<Bool> {
        guard hasFailed.contains(true) else { return [] }
        return ContiguousArray(ladder.rungs.indices.map { $0 != loaded && hasFailed[ladder.rungs[$0].variant] })
    }

    /// A question, the current rung of which was loaded last, with what has failed: before hls.js takes that, it lets
    /// playback wait for a higher one.
    func noted(in question: SwitchQuestion, on ladder: SwitchLadder) -> SwitchQuestion {
        var question = question
        question.failed = passedOver(on: ladder, loaded: question.current)
        return question
    }

    /// The highest rung up to the one that a rule has chosen of which nothing has failed, or which was `loaded` last;
    /// else the lowest.
    func rung(upTo chosen: Int, on ladder: SwitchLadder, loaded: Int) -> Int {
        let failed = passedOver(on: ladder, loaded: loaded)
        var rung = chosen
        while rung > 0, !failed.isEmpty, failed[rung] { rung -= 1 }
        return rung
    }
}
