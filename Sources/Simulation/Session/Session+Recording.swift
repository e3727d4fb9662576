import PlayerModel

/// What is written down of the network.
extension Session {
    /// Writes down what of the network's offer is another one.
    mutating func record(_ values: NetworkValues) {
        if values.down != recorded?.down || values.up != recorded?.up || recorded == nil {
            trace.add(.capacity(down: values.down ?? -1, up: values.up ?? -1), at: now)
        }
        if values.delayDown != recorded?.delayDown || values.delayUp != recorded?.delayUp {
            trace.add(.delay(down: values.delayDown.nanoseconds, up: values.delayUp.nanoseconds), at: now)
        }
        if values.lossDown != recorded?.lossDown ?? 0 || values.lossUp != recorded?.lossUp ?? 0 {
            trace.add(.loss(down: values.lossDown, up: values.lossUp), at: now)
        }
        if values.dnsDelay != recorded?.dnsDelay ?? .zero {
            trace.add(.dnsDelay(values.dnsDelay.nanoseconds), at: now)
        }
        recorded = values
    }

    mutating func record(sent event: NetworkEvent, _ player: Int16) {
        switch event {
        case .request(let request): trace.add(.requested(request), of: player, at: now)
        case .allow(let request): trace.add(.allowed(request), of: player, at: now)
        case .cancel(let request): trace.add(.cancelled(request.id), of: player, at: now)
        case .reachesServer, .linkFinishes, .packets, .conditionsChange: break
        }
    }

    /// Of other apps' requests nothing is written down.
    mutating func record(_ note: NetworkNote, _ instant: Instant) {
        switch note {
        case .lookedUp, .connected, .secured:
            changedAt = instant
            trace.add(.network(note), at: instant)
        case .retries(let slot, let failure):
            let player = player(ofSlot: slot)
            guard isPlayer(player) else { return }
            changedAt = instant
            trace.add(.network(.retries(slot: local(slot, player), failure)), of: player, at: instant)
        case .gaveUp(let slot, let failure):
            let player = player(ofSlot: slot)
            guard isPlayer(player) else { return }
            changedAt = instant
            trace.add(.network(.gaveUp(slot: local(slot, player), failure)), of: player, at: instant)
        }
    }
}
