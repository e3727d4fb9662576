import SimulationContainers
import PlayerModel

/// The looks of an owner at the network that are on their way to it.
struct FluidLooks: Sendable {
    var receipts = Queue<Receipt>()
    /// When the last of them is there: they come in their order, even where the delay shrinks.
    var lastArrival = Instant.zero
}

/// The part of a response that is there, as a player that looks before it is whole may see it.
extension FluidTransport {
    /// The part of a response that has come by now. Bytes between the link and the player count, because it is not
    /// known when each of them left.
    mutating func progress(of id: ExchangeID, at now: Instant) -> Progress {
        let slot = Int(id.slot)
        let (phase, firstByte) = (exchanges[slot].phase, exchanges[slot].times.firstByte)
        // What has come of a chunk whose rest is to be sent later.
        let early = early(slot)
        let left = down.left(of: slot, at: now)
        var progress = Progress(
            received: 0, rest: 0, firstByte: firstByte, receipt: receipt(ofGroup: group(slot), now))
        guard exchanges[slot].attempt == id.attempt, now > firstByte else { return progress }
        if phase == .idle || phase == .silent || phase == .growing { progress.received = bytesBefore(slot) + early }
        guard phase == .sending else { return progress }
        let size = Link.work(bytes: flowBytes(slot))
        progress.received = bytesBefore(slot) + early + doneBytes(slot, left: left)
        progress.rest = Link.rest(of: size - min(size, left))
        return progress
    }

    /// Writes a receipt of what has left the link for an owner. Returns when that will have reached the player. It
    /// holds nothing back: bytes that leave later may come before it, where the delay shrinks.
    mutating func look(_ group: Int, at now: Instant) -> Instant {
        down.advance(to: now)
        let arrival = max(max(now + values.delayDown, lastArrival), looks[group].lastArrival)
        looks[group].lastArrival = arrival
        looks[group].receipts.append(receipt(ofGroup: group, now))
        return arrival
    }

    mutating func takeReceipt(ofLook group: Int) -> Receipt { looks[group].receipts.removeFirst() }

    func isPausing(_ id: ExchangeID) -> Bool {
        exchanges[Int(id.slot)].attempt == id.attempt && exchanges[Int(id.slot)].phase == .pausing
    }

    /// The instant at which so much of a response will have come, in nanobits, if the network stays as it is; `never`
    /// where nothing moves, nil where nobody can say.
    ///
    /// It changes nothing; but whoever may change is asked in place, and would be copied first otherwise.
    mutating func instant(of id: ExchangeID, reaching amount: Int128, from now: Instant) -> Instant? {
        let slot = Int(id.slot)
        guard exchanges[slot].attempt == id.attempt else { return nil }
        switch exchanges[slot].phase {
        case .idle, .goingUp, .silent, .growing, .failing, .pausing: return nil
        case .underWay:
            let start = max(now, exchanges[slot].arrival)
            guard start < .never, let capacity = capacity(of: slot, from: start) else { return start }
            guard capacity > 0 else { return .never }
            var link = Link(capacity: capacity)
            link.start(0, amount, at: start)
            return link.nextFinish()
        case .sending:
            let missing = Link.work(bytes: bytesBefore(slot) + early(slot) + flowBytes(slot)) - amount
            var link = down
            let instant = link.instant(of: slot, leaving: max(0, missing), from: now)
            return max(instant, exchanges[slot].times.firstByte + TimeAmount(nanoseconds: 1))
        }
    }

    /// The bytes of the chunk that is sent that are done where so much of it is left.
    @inline(__always)
    func doneBytes(_ slot: Int, left: Link.Remainder) -> Int64 {
        let size = Link.work(bytes: flowBytes(slot))
        return Link.bytes(in: size - min(size, left))
    }

    /// The bytes of chunks of the response that were sent.
    @inline(__always)
    func bytesBefore(_ slot: Int) -> Int64 {
        let (first, next) = (Int64(exchanges[slot].first), Int64(exchanges[slot].nextToSend))
        return resources[slot].chunks.bytes(before: next) - resources[slot].chunks.bytes(before: first)
    }
}
