import PlayerModel

/// A part that is made while it is sent, under `fluid`: share after share, each at the rate of the link.
///
///     under way ──▶ sending a share ──it is out──▶ growing, until there is more ──▶ sending the next ── … ─▶ idle
///
/// Nobody is busy while there is nothing to send, so that throughput is measured from the shares alone. An answer that
/// grows has one chunk, which is a part; or, with an open range, all from there to the end of the segment.
struct FluidGrowth: BitwiseCopyable, Sendable {
    /// The bytes of the chunk that have left the link, and those that are on it.
    var sent: Int64 = 0
    var stretch: Int64 = 0
}

extension FluidTransport {
    /// Whether a server that answers now has not all of the chunk yet.
    @inline(__always)
    func grows(_ slot: Int, at now: Instant) -> Bool { share(slot, at: now) != nil }

    /// The part of a chunk that can be sent now: what is here left the host's own network that much earlier.
    @inline(__always)
    private func share(_ slot: Int, at now: Instant) -> LiveHold.Share? {
        holds.share(slot, of: exchanges[slot].nextToSend, at: now + (.zero - exchanges[slot].beyond.down))
    }

    /// Sends what there is of a chunk that is still being made, or waits until there is some.
    mutating func sendShare(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        let (sent, share) = (exchanges[slot].growth?.sent ?? 0, share(slot, at: now))
        let stretch = (share?.bytes ?? nextBytes(slot)) - sent
        exchanges[slot].growth = FluidGrowth(sent: sent, stretch: stretch)
        // A chunk may have fewer bytes than shares.
        guard let share, stretch == 0 else { return startSending(slot, now, &effects) }
        exchanges[slot].delay = exchanges[slot].delay - (arrival(now) - now)
        awaitMore(slot, at: share.moreAt + exchanges[slot].beyond.down, &effects)
    }

    /// There is more of a chunk. By what the delay has grown while there was none, nothing of it comes more slowly.
    mutating func goOn(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        exchanges[slot].delay = exchanges[slot].delay + (arrival(now) - now)
        sendShare(slot, now, &effects)
    }

    /// Goes on with the next chunk of an answer, if that is still being made. Says whether it is.
    mutating func growsOn(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) -> Bool {
        guard grows(slot, at: now) else { return false }
        takeOff(slot, now)
        exchanges[slot].phase = .idle
        deliver(slot, now, &effects)
        sendShare(slot, now, &effects)
        return true
    }

    /// Handles the last bit of a share leaving the server.
    mutating func sentShare(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        guard let growth = exchanges[slot].growth else { return }
        let sent = growth.sent + growth.stretch
        takeOff(slot, now)
        settle(slot, growth.stretch)
        lastArrival = arrival(now)
        exchanges[slot].growth = FluidGrowth(sent: sent, stretch: 0)
        guard sent == nextBytes(slot) else { return sendShare(slot, now, &effects) }
        exchanges[slot].growth = nil
        exchanges[slot].phase = .idle
        exchanges[slot].nextToSend += 1
        deliver(slot, now, &effects)
        if exchanges[slot].nextToSend < exchanges[slot].end { sendShare(slot, now, &effects) }
    }

    /// The bytes that have come of a chunk whose rest is sent later.
    func early(_ slot: Int) -> Int64 { exchanges[slot].trouble?.sentOfChunk ?? exchanges[slot].growth?.sent ?? 0 }
}
