import PlayerModel

/// Something about attempts that have ended just now, until their players have heard of that: they do at the same
/// instant, when the next attempt may have begun.
struct EndedAttempts<Value: Sendable>: Sendable {
    private var attempts: ContiguousArray<(id: ExchangeID, value: Value)> = []
    private var at = Instant.never

    mutating func note(_ id: ExchangeID, _ value: Value, at now: Instant) {
        if now != at { attempts.removeAll() }
        at = now
        attempts.append((id, value))
    }

    /// That of an exchange; nil where it did not end just now.
    @inline(__always)
    func value(of id: ExchangeID, at now: Instant) -> Value? {
        at == now ? attempts.last { $0.id == id }?.value : nil
    }
}
