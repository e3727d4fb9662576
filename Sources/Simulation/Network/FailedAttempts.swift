import PlayerModel

/// The times of attempts that have brought something and failed, until their players have heard of what came: that is
/// at the same instant, when the next attempt may have begun.
struct FailedAttempts: Sendable {
    private var attempts: ContiguousArray<(id: ExchangeID, times: ResponseTimes)> = []
    private var at = Instant.never

    mutating func note(_ id: ExchangeID, _ times: ResponseTimes, at now: Instant) {
        if now != at { attempts.removeAll() }
        at = now
        attempts.append((id, times))
    }

    /// The times of that exchange; nil where it did not fail just now.
    @inline(__always)
    func times(of id: ExchangeID, at now: Instant) -> ResponseTimes? {
        at == now ? attempts.last { $0.id == id }?.times : nil
    }
}
