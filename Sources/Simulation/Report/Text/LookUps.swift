import PlayerModel

/// The names that were looked up in a time that a story is about.
struct LookUps {
    let run: PlayerRun
    let start: Instant
    let end: Instant

    /// Whether a host's name is among them, or any host's: its address came in that time, or something that was asked
    /// of it waited for the address in the end.
    func have(_ host: Int32? = nil) -> Bool {
        guard let http = run.scenario.network.transport.http else { return false }
        let playback = run.playback
        let known = playback.notes.filter { $0.at <= end }.compactMap { note -> Observed<Int32>? in
            if case .lookedUp(let host) = note.value { note.with(host) } else { nil }
        }
        if known.contains(where: { $0.at > start && host ?? $0.value == $0.value }) { return true }
        let moved = playback.actions.last { $0.at <= end && isMove($0.value) }?.order
        return playback.exchanges.contains { exchange in
            let own = run.slots[Int(exchange.slot)].host
            guard host ?? own == own, exchange.at <= end, exchange.end?.at ?? .never >= end else {
                return false
            }
            let isPreloaded = moved == nil && http.preloaded.contains { http.hosts.host(of: $0) == own }
            return !isPreloaded && !known.contains { $0.value == own && $0.order > moved ?? -1 }
        }
    }

    /// Whether an action of the script gives the device a new address: then none is known.
    private func isMove(_ action: Int32) -> Bool {
        guard case .network(.change(_, let fate)) = run.player.script[Int(action)].operation else { return false }
        return fate == .movedToNewAddress
    }
}
