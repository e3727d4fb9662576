import PlayerModel

/// The renditions of which a segment has failed and was asked for again, and none has come since: a player that chooses
/// anew for that does without them (`FailOver.choosesForRetries`).
struct RecentFailures: Sendable {
    /// By rendition.
    private var hasFailed: ContiguousArray<Bool>
    /// Whether anything has failed and not come since.
    private(set) var areThere = false

    init(count: Int) { hasFailed = ContiguousArray(repeating: false, count: count) }

    /// A request for a segment of a rendition has failed, and is to be made again.
    mutating func note(_ rendition: Int) { (hasFailed[rendition], areThere) = (true, true) }

    /// A chunk of a rendition has come.
    mutating func noteArrival(of rendition: Int) {
        guard areThere else { return }
        hasFailed[rendition] = false
        areThere = hasFailed.contains(true)
    }

    /// Another item begins.
    mutating func forget() {
        guard areThere else { return }
        self = RecentFailures(count: hasFailed.count)
    }

    /// Says in a question, the current rung of which was loaded last, what is done without: before hls.js takes such a
    /// rung, it lets playback wait for a higher one.
    func note(in question: inout SwitchQuestion, on ladder: SwitchLadder) {
        guard areThere else { return }
        let loaded = question.current
        question.failed = ContiguousArray(
            ladder.rungs.indices.map { $0 != loaded && hasFailed[ladder.rungs[$0].variant] })
    }

    /// The highest rung up to the one that a rule has chosen of which nothing has failed, or which was `loaded` last;
    /// else the lowest.
    func rung(upTo chosen: Int, on ladder: SwitchLadder, loaded: Int) -> Int {
        var rung = chosen
        while rung > 0, rung != loaded, hasFailed[ladder.rungs[rung].variant] { rung -= 1 }
        return rung
    }
}
