import SimulationContainers
import PlayerModel

/// A response that goes wrong on purpose under `fluid`, and how far it has come with that.
///
///     sending, part by part ──▶ the fault's bytes are out ──▶ failing ──delay down──▶ pausing, and asked again
///              ▲       └─ a portion is out ─▶ silent ─┐            ▲                 └▶ given up
///              └──────────────────────────────────────┘            │
///                            silent, until a limit of the player ──┘
struct FluidTrouble: Sendable {
    let kind: HTTPFault.Kind
    /// When its limits of time began: with this attempt; of one that has waited for room, when there was some.
    var limitsFrom: Instant
    /// The bytes that the link is given at a time; those of the body that have left it; and those of its last chunk, if
    /// that is not whole.
    var stretch: Int64 = 0
    var sent: Int64 = 0
    var sentOfChunk: Int64 = 0
    /// When the player heard of this attempt last, or will have, of what has left the link; and when the first bit of
    /// what is on the link is there: `never` where nothing flows.
    var (heardAt, hearsAt): (Instant, Instant)
    /// When the server began to send the portion that is on the link, or was.
    var portionAt: Instant
    /// How the response fails, once it has.
    var failure: LoadFailure?
    /// When the player loses patience before it hears what is on its way: nothing puts that off.
    var lostAt = Instant.never
    /// The first chunk that left as a whole and comes too late for that.
    var firstInVain: Int32?
    /// When the failure is known, the next portion is sent, or the player asks again: which one, the phase says; and
    /// when the player loses patience.
    var (goesOnAt, patienceAt) = (Instant.never, Instant.never)

    init(_ kind: HTTPFault.Kind, limitsFrom: Instant) {
        (self.kind, self.limitsFrom) = (kind, limitsFrom)
        (heardAt, hearsAt, portionAt) = (limitsFrom, .never, limitsFrom)
    }

    var due: Instant { min(goesOnAt, patienceAt) }

    func isDue(at instant: Instant) -> Bool { goesOnAt == instant || patienceAt == instant }

    /// Of what was on the link the last bit has left, and is there at that instant. The first one puts the end of
    /// patience off, unless that comes before it.
    mutating func hear(until instant: Instant) {
        if hearsAt < .never, patienceAt < hearsAt { lostAt = min(lostAt, patienceAt) }
        (heardAt, hearsAt) = (max(heardAt, instant), .never)
    }
}

extension FluidTransport {
    /// The trouble of a request that is made at this instant; nil where nothing goes wrong with it.
    mutating func trouble(_ slot: Int, from chunk: Int32, _ now: Instant) -> FluidTrouble? {
        faults.take(resources[slot], from: chunk, at: now).map { FluidTrouble($0, limitsFrom: now) }
    }

    /// Begins to answer a request with which something goes wrong.
    mutating func answerWrongly(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        guard let trouble = exchanges[slot].trouble else { return }
        if let instead = trouble.kind.insteadOfBody {
            exchanges[slot].trouble?.stretch = instead
            startSending(slot, now, &effects)
            return followPatience(slot, now, &effects)
        }
        sendPart(slot, now, &effects)
        followSilence(slot, now, &effects)
    }

    /// Lets the link take the next part of a body: up to the end of a chunk, of a portion, or of what the fault leaves.
    mutating func sendPart(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        guard let trouble = exchanges[slot].trouble else { return }
        guard exchanges[slot].hasRoom else { return exchanges[slot].phase = .idle }
        let whole = wholeBytes(slot)
        let left = trouble.kind.sent(of: whole) - trouble.sent
        var part = min(nextBytes(slot) - trouble.sentOfChunk, left)
        if let (_, limit) = trouble.kind.failure(of: whole) { part = min(part, limit - trouble.sent) }
        if let portion = trouble.kind.portion { part = min(part, portion) }
        exchanges[slot].trouble?.portionAt = now
        exchanges[slot].trouble?.stretch = part
        // A chunk without bytes is sent as others are, unless nothing ever is.
        guard part > 0 || nextBytes(slot) == 0 && trouble.kind != .silence(afterBytes: 0) else {
            exchanges[slot].phase = .silent
            return
        }
        startSending(slot, now, &effects)
    }

    /// The bytes of the whole body: of a file, to its end, whatever there is room for.
    private func wholeBytes(_ slot: Int) -> Int64 {
        let (chunks, exchange) = (resources[slot].chunks, exchanges[slot])
        let end = chunks.chunksPerRequest == nil ? chunks.count : Int64(exchange.end)
        return chunks.bytes(before: end) - chunks.bytes(before: Int64(exchange.first))
    }

    /// Handles the last bit of a part leaving the server.
    mutating func sentPart(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        guard var trouble = exchanges[slot].trouble else { return }
        takeOff(slot, now)
        // What is settled is under way no longer: a receipt would count it twice.
        exchanges[slot].phase = .silent
        settle(slot, trouble.stretch)
        lastArrival = arrival(now)
        trouble.hear(until: lastArrival)
        let isInVain = isInVain(slot, trouble, arrivingAt: lastArrival)
        if trouble.kind.insteadOfBody != nil {
            exchanges[slot].trouble = trouble
            waste(slot, trouble.stretch, now, &effects)
            return fail(slot, now, &effects)
        }
        trouble.sent += trouble.stretch
        trouble.sentOfChunk += trouble.stretch
        let whole = wholeBytes(slot)
        let isOver = trouble.kind.failure(of: whole).map { trouble.sent >= $0.atBytes } ?? false
        if trouble.sentOfChunk == nextBytes(slot), trouble.sent <= trouble.kind.usable(of: whole) {
            trouble.sentOfChunk = 0
            // With the last byte of an answer that breaks off come chunks without bytes that are behind it.
            repeat {
                if isInVain { trouble.firstInVain = trouble.firstInVain ?? exchanges[slot].nextToSend }
                exchanges[slot].nextToSend += 1
                if !isInVain { deliver(slot, now, &effects) }
            } while isOver && exchanges[slot].hasRoom && nextBytes(slot) == 0
        }
        let part = trouble.sentOfChunk
        if isOver { trouble.sentOfChunk = 0 }
        exchanges[slot].trouble = trouble
        if isOver {
            waste(slot, part, now, &effects)
            return fail(slot, now, &effects)
        }
        if !exchanges[slot].hasRoom {
            exchanges[slot].phase = isInVain ? .silent : .idle
            return followPatience(slot, now, &effects)
        }
        sendRest(slot, now, &effects)
    }

    /// Goes on with a body: with that of a slow server once the pause behind its last portion is over, whether or not
    /// there was room meanwhile.
    mutating func sendRest(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        guard let trouble = exchanges[slot].trouble else { return }
        if trouble.kind.portion != nil {
            let next = max(now, trouble.portionAt + trouble.kind.pause(after: trouble.stretch))
            exchanges[slot].phase = .silent
            exchanges[slot].trouble?.goesOnAt = next
            // A player cannot tell a slow server from a slow network.
            books[group(slot)].activity.start(at: now.nanoseconds)
            arm(slot, next, &effects)
        } else {
            sendPart(slot, now, &effects)
        }
        followSilence(slot, now, &effects)
    }

    /// A response has come as far as it ever does: its failure is on its way. A player whose patience is over before it
    /// is there does not come to know of it.
    private mutating func fail(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        exchanges[slot].phase = .silent
        guard var trouble = exchanges[slot].trouble else { return }
        trouble.goesOnAt = arrival(now)
        if patienceEnd(slot, trouble) < trouble.goesOnAt { return followPatience(slot, now, &effects) }
        exchanges[slot].phase = .failing
        trouble.failure = trouble.kind.failure(of: wholeBytes(slot))?.0
        trouble.patienceAt = .never
        exchanges[slot].trouble = trouble
        arm(slot, trouble.goesOnAt, &effects)
    }

    /// Of a response without any bytes the failure comes at once; and a player does not wait for ever.
    mutating func followSilence(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        guard let trouble = exchanges[slot].trouble else { return }
        if exchanges[slot].phase == .silent || exchanges[slot].phase == .idle,
            let (_, limit) = trouble.kind.failure(of: wholeBytes(slot)), trouble.sent >= limit
        {
            return fail(slot, now, &effects)
        }
        followPatience(slot, now, &effects)
    }

    func policy(of slot: Int) -> RequestPolicy { resources[slot].requests ?? settings.patience }

    mutating func arm(_ slot: Int, _ instant: Instant, _ effects: inout NetworkEffects) {
        effects.append(.arm(.faultDue(id(slot)), at: instant))
    }

    /// Something that goes wrong is due.
    mutating func takeDue(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        guard let trouble = exchanges[slot].trouble else { return }
        if trouble.goesOnAt == now, exchanges[slot].phase == .failing, let failure = trouble.failure {
            exchanges[slot].trouble?.goesOnAt = .never
            return tryAgain(slot, failure, now, &effects)
        }
        if trouble.patienceAt == now {
            exchanges[slot].trouble?.patienceAt = .never
            return losePatience(slot, now, &effects)
        }
        if trouble.goesOnAt == now, exchanges[slot].phase == .silent {
            sendPart(slot, now, &effects)
            endPause(slot, now)
            return followSilence(slot, now, &effects)
        }
        guard trouble.goesOnAt == now, exchanges[slot].phase == .pausing else { return }
        let next = exchanges[slot].nextToSend
        exchanges[slot].phase = .goingUp
        exchanges[slot].first = next
        exchanges[slot].trouble = self.trouble(slot, from: next, now)
        goUp(slot, now, &effects)
        followPatience(slot, now, &effects)
    }

    /// The pause between two portions is over, if there is one. Returns the bytes that came of a chunk before it.
    @discardableResult
    mutating func endPause(_ slot: Int, _ now: Instant) -> Int64 {
        guard let trouble = exchanges[slot].trouble else { return 0 }
        if trouble.goesOnAt < .never {
            exchanges[slot].trouble?.goesOnAt = .never
            books[group(slot)].activity.stop(at: now.nanoseconds)
        }
        return trouble.sentOfChunk
    }

    private mutating func losePatience(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        if resources[slot].mayBeReplaced { timedOut.note(id(slot), progress(of: id(slot), at: now), at: now) }
        var part = endPause(slot, now)
        switch exchanges[slot].phase {
        case .sending:
            let done = doneBytes(slot, left: takeOff(slot, now))
            settle(slot, done)
            part += done
        case .goingUp: up.stop(slot, at: now)
        case .underWay: underWay -= 1
        case .silent: break
        case .idle, .growing, .failing, .pausing: return
        }
        if let first = exchanges[slot].trouble?.firstInVain {
            let chunks = resources[slot].chunks
            part += chunks.bytes(before: Int64(exchanges[slot].nextToSend)) - chunks.bytes(before: Int64(first))
            exchanges[slot].nextToSend = first
        }
        waste(slot, part, now, &effects)
        exchanges[slot].trouble?.sentOfChunk = 0
        tryAgain(slot, .timedOut, now, &effects)
    }

    /// Repeats a request after a pause; or never, where that would not help, or its player turns elsewhere.
    private mutating func tryAgain(
        _ slot: Int, _ failure: LoadFailure, _ now: Instant, _ effects: inout NetworkEffects
    ) {
        let hasBrought = exchanges[slot].nextToSend > exchanges[slot].first
        if hasBrought { failed.note(id(slot), exchanges[slot].times, at: now) }
        // An attempt that has brought something of a longer answer begins the count anew.
        let tries = hasBrought ? 1 : exchanges[slot].tries + 1
        exchanges[slot].tries = tries
        let pause = failures.pause(
            after: failure, of: slot, tries, mayTurn: exchanges[slot].mayTurn, policy(of: slot),
            resources[slot].failOver)
        if let pause {
            effects.append(.note(.retries(slot: Int32(slot), failure, at: now + pause), at: now))
            exchanges[slot].phase = .pausing
            exchanges[slot].trouble?.goesOnAt = now + pause
            arm(slot, now + pause, &effects)
            if resources[slot].kind.track != nil { effects.append(.pause(id(slot), until: now + pause, at: now)) }
        } else {
            exchanges[slot].phase = .idle
            exchanges[slot].trouble = nil
            effects.append(.note(.gaveUp(slot: Int32(slot), failure), at: now))
            effects.append(.fail(id(slot), failure, at: now))
        }
    }

    private mutating func waste(_ slot: Int, _ bytes: Int64, _ now: Instant, _ effects: inout NetworkEffects) {
        guard bytes > 0 else { return }
        books[group(slot)].wasted = books[group(slot)].wasted.addingClamped(bytes)
        effects.append(.wasted(slot: Int32(slot), bytes: bytes, at: now))
    }
}
