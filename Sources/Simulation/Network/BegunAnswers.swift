import PlayerModel

/// When the first byte of each answer came, attempt by attempt, in the order in which that was known; of another app's
/// download, also when its name was looked up, and when a connection of its own was open and secured.
///
/// A trace has whole chunks alone: of an answer that broke off before one, and of other apps' downloads, no entry says
/// that anything came. So the network keeps it beside the trace. Nothing of it is in a digest or in a log.
struct BegunAnswers: Sendable {
    struct One: BitwiseCopyable, Sendable {
        /// The slot, as all slots of a run are counted.
        let slot: Int32
        var at: Instant
    }

    /// Whether they are kept.
    var isPastKept = false
    private(set) var all: ContiguousArray<One> = []

    mutating func note(_ slot: Int, at instant: Instant) {
        if isPastKept { all.append(One(slot: Int32(slot), at: instant)) }
    }

    /// The answer that begins in a slot comes at another instant than was noted.
    mutating func move(_ slot: Int, to instant: Instant) {
        if let place = all.lastIndex(where: { $0.slot == Int32(slot) }) { all[place].at = instant }
    }
}
