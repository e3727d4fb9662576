/// The slots of a session: those of the first player, then those of the next, and behind the last player's those of
/// other apps.
struct SessionSlots: Sendable {
    /// By player, its first slot; and by slot, its player.
    private var firsts: ContiguousArray<Int32> = []
    private var players: ContiguousArray<Int16> = []

    /// Adds the slots of the next player.
    mutating func append(_ slots: Range<Int32>) {
        players.append(contentsOf: repeatElement(Int16(firsts.count), count: slots.count))
        firsts.append(slots.lowerBound)
    }

    /// The player that holds a slot; behind the last one, other apps.
    @inline(__always)
    func player(of slot: Int32) -> Int16 {
        Int(slot) < players.count ? players[Int(slot)] : Int16(firsts.count)
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
