import PlayerModel

/// The part of a response that is there, as a player that looks before it is whole may see it.
extension FluidTransport {
    /// The part of a response that has come by now. Bytes between the link and the player count, because it is not
    /// known when each of them left.
    mutating func progress(of id: ExchangeID, at now: Instant) -> Progress {
        let slot = Int(id.slot)
        let exchange = exchanges[slot]
        // What has come of a chunk whose rest is to be sent later.
        let early = early(slot)
        let left = down.left(of: slot, at: now)
        var progress = Progress(
            received: 0, rest: 0, firstByte: exchange.times.firstByte, receipt: receipt(ofGroup: group(slot), now))
        guard exchange.attempt == id.attempt, now > exchange.times.firstByte else { return progress }
        if exchange.phase == .silent || exchange.phase == .growing { progress.received = bytesBefore(slot) + early }
        guard exchange.phase == .sending else { return progress }
        let size = Link.work(bytes: flowBytes(slot))
        progress.received = bytesBefore(slot) + early + doneBytes(slot, left: left)
        progress.rest = Link.rest(of: size - min(size, left))
        return progress
    }

    /// The instant at which so much of a response will have come, in nanobits, if the network stays as it is; `never`
    /// where nothing moves, nil where nobody can say.
    func instant(of id: ExchangeID, reaching amount: Int128, from now: Instant) -> Instant? {
        let slot = Int(id.slot)
        let exchange = exchanges[slot]
        guard exchange.attempt == id.attempt else { return nil }
        switch exchange.phase {
        case .idle, .goingUp, .silent, .growing, .failing, .pausing: return nil
        case .underWay:
            let start = max(now, exchange.arrival)
            guard start < .never, let capacity = down.capacity(of: slot) else { return start }
            guard capacity > 0 else { return .never }
            var link = Link(capacity: capacity)
            link.start(0, amount, at: start)
            return link.nextFinish()
        case .sending:
            let missing = Link.work(bytes: bytesBefore(slot) + early(slot) + flowBytes(slot)) - amount
            var link = down
            let instant = link.instant(of: slot, leaving: max(0, missing), from: now)
            return max(instant, exchange.times.firstByte + TimeAmount(nanoseconds: 1))
        }
    }

    /// The bytes of chunks of the response that were sent.
    func bytesBefore(_ slot: Int) -> Int64 {
        let (chunks, exchange) = (resources[slot].chunks, exchanges[slot])
        return chunks.bytes(before: Int64(exchange.nextToSend)) - chunks.bytes(before: Int64(exchange.first))
    }
}
