import SimulationContainers
import PlayerModel

/// Requests on their way to the server, under `fluid`. None overtakes another, even where the delay shrinks: a pipe of
/// dummynet is a queue.
///
///     goUp ──last bit──▶ leave ──delay up, and the host's own──▶ arrive, not before there is an answer ──▶ serve
extension FluidTransport {
    /// Puts a request on its way to the server.
    mutating func goUp(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        (exchanges[slot].times.begunAt, exchanges[slot].times.sentAt) = (now, now)
        let needsTime = values.up.map { $0 == 0 || settings.requestBytes > 0 } ?? false
        guard needsTime else { return leave(slot, now, &effects) }
        // Even a request without bytes waits for the network to come back.
        up.start(slot, max(1, Link.work(bytes: settings.requestBytes)), at: now)
    }

    /// Handles the last bit of a request leaving the player. Others done at this instant follow with the next event.
    mutating func asked(_ now: Instant, _ effects: inout NetworkEffects) {
        timers.up.due = .never
        guard let slot = up.finished(at: now) else { return }
        up.stop(slot, at: now)
        leave(slot, now, &effects)
    }

    mutating func leave(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        // Where a trace's latency is up, what is on its way keeps its order by itself.
        let passes = reckonsAnew ? now + values.delayUp : max(now + values.delayUp, lastPassing)
        lastPassing = passes
        exchanges[slot].leave(passingAt: passes)
        underWay += 1
        guard pathOfSlot.isEmpty || entersPath(slot) else { return }
        let arrival = arrival(of: slot)
        if arrival == now { return serve(slot, now, &effects) }
        arrive(slot, at: arrival, &effects)
    }

    /// When a request that is under way is at its server, which may not answer at once; and, of a host with a network
    /// of its own, when the answer is back at the network that all share.
    @inline(__always)
    func arrival(of slot: Int) -> Instant {
        let exchange = exchanges[slot]
        let end = exchange.isSound || exchange.trouble?.kind.insteadOfBody == nil ? exchange.end : exchange.first + 1
        let answers = holds.answers(slot, exchange.first, wholly: !exchange.isSound, upTo: end)
        let reached = exchange.passes + exchange.beyond.up
        // Where nothing goes wrong besides, a server with nothing to answer with refuses it in the end.
        if exchange.isSound, let refusal = holds.refusal(slot, answering: answers, reached: reached) {
            return refusal + exchange.beyond.down
        }
        return max(reached, answers) + exchange.beyond.down
    }

    /// Whether a request that is to be answered now is refused: none is before the server's patience is over.
    @inline(__always)
    private func isRefused(_ slot: Int, _ now: Instant) -> Bool {
        let exchange = exchanges[slot]
        let reached = exchange.passes + exchange.beyond.up
        return exchange.isSound && holds.refusal(slot, exchange.first, reached: reached, by: now) != nil
    }

    /// Notes that a request which is to be answered now is refused, where it is: its limits begin with that, at the
    /// server and not with the player (ours).
    mutating func noteRefusal(_ slot: Int, _ now: Instant) {
        guard isRefused(slot, now) else { return }
        exchanges[slot].trouble = FluidTrouble(.status(503), limitsFrom: now)
    }

    mutating func arrive(_ slot: Int, at instant: Instant, _ effects: inout NetworkEffects) {
        exchanges[slot].arrival = instant
        effects.append(.arm(.reachesServer(id(slot)), at: instant))
    }

    /// The latency of a trace that lies up becomes another. What is left of each request's way is a part of it, which
    /// takes that part of the new one, as in Sabre (src/sabre.py 252–270). Whatever has passed it is where it is.
    mutating func reckonAnew(_ delay: TimeAmount, _ now: Instant, _ effects: inout NetworkEffects) {
        for slot in exchanges.indices where exchanges[slot].phase == .underWay {
            let left = exchanges[slot].passes - now
            guard left > .zero else { continue }
            let part = proportion(left.nanoseconds, delay.nanoseconds, over: values.delayUp.nanoseconds, .up)
            exchanges[slot].passes = now + TimeAmount(nanoseconds: part)
            if exchanges[slot].arrival < .never { arrive(slot, at: arrival(of: slot), &effects) }
        }
        if !paths.isEmpty { reckonReachedAnew() }
    }

    /// The server is to go on with an answer that grows.
    mutating func awaitMore(_ slot: Int, at instant: Instant, _ effects: inout NetworkEffects) {
        exchanges[slot].phase = .growing
        underWay += 1
        arrive(slot, at: instant, &effects)
    }

    /// Whether a request that is under way arrives at that instant, and not at another.
    @inline(__always)
    func isAtServer(_ id: ExchangeID, _ instant: Instant) -> Bool {
        let exchange = exchanges[Int(id.slot)]
        return isCurrent(id) && isOnItsWay(Int(id.slot)) && exchange.arrival == instant
    }

    /// Whether a request has yet to arrive, or its server to go on.
    @inline(__always)
    func isOnItsWay(_ slot: Int) -> Bool {
        exchanges[slot].phase == .underWay || exchanges[slot].phase == .growing
    }
}
