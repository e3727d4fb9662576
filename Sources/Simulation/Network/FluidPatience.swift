import PlayerModel

/// The limits of time of a request with which something goes wrong, under `fluid`; no other has any there.
///
///     made ─▶ going up ─▶ under way ─▶ sending ◀─▶ silent ─▶ failing
///     ├── to the first byte ──────────┤ │            │
///     ├── to the last byte ─────────────┼────────────┼─────▶
///                                       └─ silence: from the last bit that flows to the next
///
/// They hold from the making of the request on, wherever it is, and as the player hears of it: bits that have left are
/// nothing to a limit that ends before they are there. But that an answer waits for room is the player's own choice:
/// they begin anew when there is some.
extension FluidTransport {
    /// The limits begin now, of a request that was made before.
    mutating func beginLimits(_ slot: Int, _ now: Instant) {
        exchanges[slot].trouble?.limitsFrom = now
        if let heardAt = exchanges[slot].trouble?.heardAt { exchanges[slot].trouble?.heardAt = max(heardAt, now) }
    }

    /// Reckons anew when the player loses patience with an attempt, if it hears of it no otherwise than is known now.
    mutating func followPatience(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        guard let trouble = exchanges[slot].trouble else { return }
        let end = max(now, patienceEnd(slot, trouble))
        guard end != trouble.patienceAt else { return }
        exchanges[slot].trouble?.patienceAt = end
        if end < .never { arm(slot, end, &effects) }
    }

    /// When the player loses patience with an attempt; `never` where it waits for nothing.
    func patienceEnd(_ slot: Int, _ trouble: FluidTrouble) -> Instant {
        let policy = policy(of: slot)
        var firstByte = Instant.never
        switch exchanges[slot].phase {
        case .idle, .failing, .pausing: return .never
        // What has come before was an earlier attempt's.
        case .goingUp, .underWay, .growing: break
        case .sending, .silent: firstByte = exchanges[slot].times.firstByte
        }
        let end = fixedEnd(slot, trouble, firstByte: firstByte)
        guard let silence = policy.silence, policy.firstByte == nil || firstByte <= trouble.heardAt,
            trouble.heardAt + silence < trouble.hearsAt
        else { return end }
        return min(end, trouble.heardAt + silence)
    }

    /// Whether the last bit of what has left reaches a player that has lost patience by then, whatever comes before it.
    func isInVain(_ slot: Int, _ trouble: FluidTrouble, arrivingAt arrival: Instant) -> Bool {
        fixedEnd(slot, trouble, firstByte: exchanges[slot].times.firstByte) < arrival
    }

    /// When the player loses patience at the latest: no bit that is still to leave puts that off.
    private func fixedEnd(_ slot: Int, _ trouble: FluidTrouble, firstByte: Instant) -> Instant {
        let policy = policy(of: slot)
        var end = trouble.lostAt
        if let longest = policy.firstByte, trouble.limitsFrom + longest < firstByte {
            end = min(end, trouble.limitsFrom + longest)
        }
        if let whole = policy.whole { end = min(end, trouble.limitsFrom + whole) }
        return end
    }

    // MARK: Bits that flow

    /// Notes bits that have left until now: they come before all that leaves from now on, even where the delay shrinks.
    /// Flows that begin or end at this instant, in whatever order, are nothing to them. To be called before a flow
    /// ends, or what the links have, or the delay, becomes another.
    mutating func noteDeparture(_ now: Instant) {
        if down.hasGiven(until: now) { lastArrival = max(lastArrival, now + values.delayDown) }
    }

    /// The delay shrinks to this one from now on, and with it that of first bits which leave at this instant.
    mutating func hastenFirstBits(_ delay: TimeAmount, _ now: Instant, _ effects: inout NetworkEffects) {
        let (late, arrival) = (now + values.delayDown, max(now + delay, lastArrival))
        for slot in exchanges.indices where exchanges[slot].phase == .sending {
            if exchanges[slot].times.firstByte == late {
                (exchanges[slot].times.firstByte, exchanges[slot].delay) = (arrival, arrival - now)
                begun.move(slot, to: arrival)
            }
            guard exchanges[slot].trouble?.hearsAt == late else { continue }
            exchanges[slot].trouble?.hearsAt = arrival
            followPatience(slot, now, &effects)
        }
    }

    /// Takes what a slot sends off the link. Returns the work that is left of it.
    @discardableResult
    mutating func takeOff(_ slot: Int, _ now: Instant) -> Link.Remainder {
        noteDeparture(now)
        if exchanges[slot].isWatched { watchedFlows -= 1 }
        if exchanges[slot].hasBegun { books[group(slot)].activity.stop(at: now.nanoseconds) }
        return down.stop(slot, at: now)
    }

    /// The arrival of a bit that leaves now.
    @inline(__always)
    func arrival(_ now: Instant) -> Instant { max(now + values.delayDown, lastArrival) }

    /// Notes when the first bit of what a slot sends from now on is at the player; that is not known while the network
    /// carries nothing. From the first one of an answer on, bits are coming. No bytes need no capacity; and in Sabre an
    /// answer begins when its latency is over, whether anything comes then or not (src/sabre.py,
    /// `NetworkModel.download`).
    mutating func noteFlow(_ slot: Int, _ now: Instant) {
        let flows = down.capacity(of: slot) != 0 || flowBytes(slot) == 0
        let arrival = arrival(now)
        if flows || reckonsAnew, !exchanges[slot].hasBegun {
            (exchanges[slot].times.firstByte, exchanges[slot].delay) = (arrival, arrival - now)
            books[group(slot)].activity.start(at: now.nanoseconds)
            if !exchanges[slot].isWatched { watchedFlows -= 1 }
            begun.note(slot, at: arrival)
        }
        if flows, !exchanges[slot].isSound { exchanges[slot].trouble?.hearsAt = arrival }
    }

    /// A capacity is zero from now on, or is no longer: answers stop flowing, or go on. What has left until now is
    /// noted. A trace may change so at each packet, while nothing hangs on it.
    mutating func noteFlows(_ now: Instant, _ effects: inout NetworkEffects) {
        guard watchedFlows > 0 else { return }
        for slot in exchanges.indices where exchanges[slot].phase == .sending {
            let carries = down.capacity(of: slot) != 0
            guard let trouble = exchanges[slot].trouble else {
                if carries { noteFlow(slot, now) }
                continue
            }
            guard carries != (trouble.hearsAt < .never) else { continue }
            if carries {
                noteFlow(slot, now)
            } else {
                exchanges[slot].trouble?.hear(until: lastArrival)
            }
            followPatience(slot, now, &effects)
        }
    }
}

extension FluidTransport.Exchange {
    /// Whether something hangs on when its bits flow: its first byte is still to come, or something goes wrong.
    @inline(__always)
    var isWatched: Bool { !hasBegun || !isSound }

    /// Whether the first bit of its answer has left.
    @inline(__always)
    var hasBegun: Bool { times.firstByte < .never }
}
