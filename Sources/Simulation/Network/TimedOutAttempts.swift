import PlayerModel

/// The part of a response that had come when its attempt ran out of time, until the player has heard of that: it does
/// at the same instant, when the next attempt may have begun.
struct TimedOutAttempts: Sendable {
    private var attempts: ContiguousArray<(id: ExchangeID, progress: Progress)> = []
    private var at = Instant.zero

    mutating func note(_ id: ExchangeID, _ progress: Progress, at now: Instant) {
        if now != at { attempts.removeAll() }
        at = now
        attempts.append((id, progress))
    }

    /// The part of that exchange; nil where it did not run out of time just now.
    func progress(of id: ExchangeID, at now: Instant) -> Progress? {
        at == now ? attempts.last { $0.id == id }?.progress : nil
    }
}
