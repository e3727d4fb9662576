import PlayerModel

/// The time for which the network was busy with media: of a chunk all since the one before, what came in vain in
/// between included. While no media was under way, as when a playlist comes alone, it was busy with something else.
///
/// Each instant is given as the time for which the network had been busy by then.
struct BusyBook: Sendable {
    /// Up to here it has been told: of chunks that came, or as that of something else.
    private var told = TimeAmount.zero
    /// The instant at which something ended last: a chunk, something else, or media in vain.
    private var ended = TimeAmount.zero

    /// A chunk came. Returns the time since the one before.
    mutating func takeChunk(at busy: TimeAmount) -> TimeAmount {
        defer { (told, ended) = (max(told, busy), max(ended, busy)) }
        return max(.zero, busy - told)
    }

    /// Up to here media was under way that will not come: its time is told with the next chunk.
    mutating func noteVain(at busy: TimeAmount) { ended = max(ended, busy) }

    /// Since something ended last, no media was under way.
    mutating func passOver(at busy: TimeAmount) {
        guard busy > ended else { return }
        told = told + (busy - ended)
        ended = busy
    }
}
