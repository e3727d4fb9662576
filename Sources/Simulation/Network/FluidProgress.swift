import SimulationContainers
import PlayerModel

/// The looks of an owner at the network that are on their way to it.
struct FluidLooks: Sendable {
    var receipts = Queue<NetworkLook>()
    /// When the last of them is there: they come in their order, even where the delay shrinks.
    var lastArrival = Instant.zero
}

/// The part of a response that is there, as a player that looks before it is whole may see it.
extension FluidTransport {
    /// From now on it can be told what has come: to be called before anything is sent.
    mutating func keepPast() {
        if !down.isPastKept { down.keepPast(values.delayDown) }
    }

    /// The delay is to be another from now on.
    mutating func noteDelay(_ delay: TimeAmount, _ now: Instant, _ effects: inout NetworkEffects) {
        noteDeparture(now)
        if delay < values.delayDown { hastenFirstBits(delay, now, &effects) }
        guard down.isPastKept, delay != values.delayDown else { return }
        down.keepPast(max(delay, values.delayDown))
        down.delays.note(before: values.delayDown, after: delay, arrivingAt: lastArrival, now)
    }

    /// The part of a response that has come by now, as a player is told; the past must be kept.
    mutating func progress(of id: ExchangeID, at now: Instant) -> Progress {
        let slot = Int(id.slot)
        down.advance(to: now)
        let receipt = receipt(ofGroup: group(slot), now)
        var progress = Progress(received: 0, rest: 0, sent: 0, times: exchanges[slot].times, receipt: receipt)
        guard exchanges[slot].attempt == id.attempt else { return progress }
        progress.isPausing = exchanges[slot].phase == .pausing
        let sent = sent(slot, at: now)
        progress.sent = Link.bytes(in: sent)
        guard now > progress.firstByte else { return progress }
        let here = here(slot, of: sent, now)
        (progress.received, progress.rest) = (Link.bytes(in: here), Link.rest(of: here))
        return progress
    }

    /// The bytes of a response that are with the player by now, whoever looks; the past must be kept.
    mutating func received(of id: ExchangeID, at now: Instant) -> Int64 {
        let slot = Int(id.slot)
        guard exchanges[slot].attempt == id.attempt, now > exchanges[slot].times.firstByte else { return 0 }
        down.advance(to: now)
        // While the end of an answer that fails is on its way, what has left before it still counts.
        let isFailing = exchanges[slot].phase == .failing
        let sent = isFailing ? Link.work(bytes: exchanges[slot].trouble?.sent ?? 0) : sent(slot, at: now)
        return Link.bytes(in: here(slot, of: sent, now))
    }

    /// The part that has come of a response which has begun to, of so much that has left the link.
    private func here(_ slot: Int, of sent: Link.Remainder, _ now: Instant) -> Link.Remainder {
        let departure = down.delays.departure(of: now, values.delayDown)
        return max(0, sent - down.given(to: slot, since: departure))
    }

    /// The nanobits of a response's body that have left the link, as far as it has not failed.
    private mutating func sent(_ slot: Int, at now: Instant) -> Link.Remainder {
        let left = down.left(of: slot, at: now)
        // What has come of a chunk whose rest is to be sent later.
        let before = Link.work(bytes: bytesBefore(slot) + early(slot))
        switch exchanges[slot].phase {
        case .idle, .silent, .growing: return before
        case .sending:
            let size = Link.work(bytes: flowBytes(slot))
            return before + size - min(size, left)
        case .goingUp, .underWay, .failing, .pausing: return 0
        }
    }

    /// Writes a receipt of what has left the link for an owner. Returns when that will have reached the player. It
    /// holds nothing back: bytes that leave later may come before it, where the delay shrinks.
    mutating func look(_ group: Int, at now: Instant) -> Instant {
        down.advance(to: now)
        let arrival = max(arrival(now), looks[group].lastArrival)
        looks[group].lastArrival = arrival
        looks[group].receipts.append(NetworkLook(receipt: receipt(ofGroup: group, now), asOf: now))
        return arrival
    }

    mutating func takeLook(of group: Int) -> NetworkLook { looks[group].receipts.removeFirst() }

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
        let sent = sent(slot, at: now)
        if amount <= sent { return arrival(slot, of: amount, sent, now) }
        switch exchanges[slot].phase {
        case .idle, .goingUp, .silent, .growing, .failing, .pausing: return nil
        case .underWay:
            let start = max(now, exchanges[slot].arrival)
            guard start < .never, let capacity = capacity(of: slot, from: start) else { return start }
            guard capacity > 0 else { return .never }
            var link = Link(capacity: capacity)
            link.start(0, amount, at: start)
            return arrival(of: link.nextFinish())
        case .sending:
            let missing = Link.work(bytes: bytesBefore(slot) + early(slot) + flowBytes(slot)) - amount
            var link = down
            let instant = link.instant(of: slot, leaving: max(0, missing), from: now)
            return max(arrival(of: instant), exchanges[slot].times.firstByte + TimeAmount(nanoseconds: 1))
        }
    }

    /// When so much is here of what has left the link; nil where nobody can say.
    private mutating func arrival(
        _ slot: Int, of amount: Link.Remainder, _ sent: Link.Remainder, _ now: Instant
    ) -> Instant? {
        let firstByte = exchanges[slot].times.firstByte
        let departure = down.delays.departure(of: now, values.delayDown)
        if now > firstByte, amount <= sent - down.given(to: slot, since: departure) { return now }
        guard let departure = down.instant(of: slot, giving: sent - amount) else { return nil }
        let arrival = max(arrival(of: departure), firstByte + TimeAmount(nanoseconds: 1))
        return arrival > now ? arrival : nil
    }

    /// When what leaves the link at an instant is there.
    private func arrival(of departure: Instant) -> Instant {
        departure == .never ? .never : down.delays.arrival(of: departure, values.delayDown)
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
