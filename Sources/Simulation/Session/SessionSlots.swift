/// The slots of a session: those of the first player, then those of the next, and behind the last player's those of
/// other apps.
struct SessionSlots: Sendable {
    /// By player, its first slot, and the one behind its last.
    private var firsts: ContiguousArray<Int32> = []
    private var ends: ContiguousArray<Int32> = []

    mutating func append(_ slots: Range<Int32>) {
        firsts.append(slots.lowerBound)
        ends.append(slots.upperBound)
    }

    /// The player that holds a slot; behind the last one, other apps.
    @inline(__always)
    func player(of slot: Int32) -> Int16 {
        var player = 0
        while player < ends.count, ends[player] <= slot { player += 1 }
        return Int16(player)
    }

    @inline(__always)
    func first(of player: Int) -> Int32 { firsts[player] }

    /// A slot as its player counts its own.
    @inline(__always)
    func local(_ slot: Int32, of player: Int) -> Int32 { slot - firsts[player] }

    @inline(__always)
    func local(_ id: ExchangeID, of player: Int) -> ExchangeID {
        ExchangeID(slot: id.slot - firsts[player], attempt: id.attempt)
    }
}
