import PlayerModel

/// The limits of time of a request with which something goes wrong, under `fluid`; no other has any there.
///
///     made ─▶ going up ─▶ under way ─▶ sending ◀─▶ silent ─▶ failing
///     ├── to the first byte ──────────┤ │            │
///     ├── to the last byte ─────────────┼────────────┼─────▶
///                                       └─ silence: from the last bit that flows to the next
///
/// They hold from the making of the request on, wherever it is. But that an answer waits for room is the player's own
/// choice: they begin anew when there is some.
extension FluidTransport {
    /// The limits begin now, of a request that was made before.
    mutating func beginLimits(_ slot: Int, _ now: Instant) {
        exchanges[slot].trouble?.begunAt = now
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

    private func patienceEnd(_ slot: Int, _ trouble: FluidTrouble) -> Instant {
        let policy = policy(of: slot)
        var firstByte = Instant.never
        switch exchanges[slot].phase {
        case .idle, .failing, .pausing: return .never
        // What has come before was an earlier attempt's.
        case .goingUp, .underWay, .growing: break
        case .sending, .silent: firstByte = exchanges[slot].times.firstByte
        }
        var end = Instant.never
        if let silence = policy.silence, policy.firstByte == nil || firstByte <= trouble.heardAt,
            trouble.heardAt + silence < trouble.hearsAt
        {
            end = trouble.heardAt + silence
        }
        if let longest = policy.firstByte, trouble.begunAt + longest < firstByte {
            end = min(end, trouble.begunAt + longest)
        }
        if let whole = policy.whole { end = min(end, trouble.begunAt + whole) }
        return end
    }

    // MARK: Bits that flow

    /// Notes when the first bit of what a slot sends from now on is at the player; that is not known while the network
    /// carries nothing. No bytes need no capacity; and in Sabre an answer begins when its latency is over, whether
    /// anything comes then or not (src/sabre.py, `NetworkModel.download`).
    mutating func noteFlow(_ slot: Int, _ now: Instant) {
        let flows = down.capacity(of: slot) != 0 || flowBytes(slot) == 0
        let arrival = now + values.delayDown
        if flows || reckonsAnew, exchanges[slot].times.firstByte == .never {
            exchanges[slot].times.firstByte = arrival
            if !exchanges[slot].isWatched { watchedFlows -= 1 }
        }
        if flows, !exchanges[slot].isSound { exchanges[slot].trouble?.hearsAt = arrival }
    }

    /// A capacity is zero from now on, or is no longer: answers stop flowing, or go on. What has left until now takes
    /// that delay. A trace may change so at each packet, while nothing hangs on it.
    mutating func noteFlows(leaving delay: TimeAmount, _ now: Instant, _ effects: inout NetworkEffects) {
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
                exchanges[slot].trouble?.heardAt = max(trouble.heardAt, now + delay)
                exchanges[slot].trouble?.hearsAt = .never
            }
            followPatience(slot, now, &effects)
        }
    }
}

extension FluidTransport.Exchange {
    /// Whether something hangs on when its bits flow: its first byte is still to come, or something goes wrong.
    @inline(__always)
    var isWatched: Bool { times.firstByte == .never || !isSound }
}
