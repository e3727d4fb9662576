import SimulationContainers
import PlayerModel

// The failures of an exchange: patience that ends, a connection that breaks, an answer that is an error; and whether it
// is made again, after which pause, or given up.
extension HTTPTransport {
    /// The limits of an exchange, and what follows its failure: its owner's, or the network's.
    private func policy(of slot: Int) -> RequestPolicy { resources[slot].requests ?? usualPolicy }

    mutating func armPatience(_ slot: Int, _ now: Int64) {
        let instant = patienceEnd(slot, now)
        guard instant < exchanges[slot].patienceAt else { return }
        exchanges[slot].patienceAt = instant
        alarms.set(.patience(slot: Int32(slot)), at: instant)
    }

    mutating func losePatience(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        exchanges[slot].patienceAt = .max
        switch exchanges[slot].phase {
        case .idle, .pausing: return
        case .waiting, .asked: break
        // That a response waits for room is the player's choice: the timeout begins anew when there is some.
        case .answering: if exchanges[slot].waitsForRoom { return }
        }
        if patienceEnd(slot, now) > now { return armPatience(slot, now) }
        if resources[slot].mayBeReplaced {
            let id = exchanges[slot].id
            timedOut.note(id, progress(of: id, at: now), at: Instant(nanoseconds: now))
        }
        fail(slot, .timedOut, now, &effects)
    }

    /// The instant at which the first limit of an attempt is reached, if nothing comes; `.max` where there is none.
    private func patienceEnd(_ slot: Int, _ now: Int64) -> Int64 {
        let (policy, exchange) = (policy(of: slot), exchanges[slot])
        var since = exchange.startedAt
        switch exchange.phase {
        case .idle, .pausing: break
        case .waiting:
            // A request that waits for a connection that works does not time out.
            let host = hosts[Int(resources[slot].host)]
            since = host.isServing ? now : max(since, host.servedUntil)
        case .asked, .answering: since = max(since, transport.streams[slot].heardAt)
        }
        var end = Int64.max
        if let silence = policy.silence, policy.firstByte == nil || exchange.firstByteAt >= 0 {
            end = since + silence.nanoseconds
        }
        if let firstByte = policy.firstByte, exchange.firstByteAt < 0 {
            end = min(end, exchange.limitsFrom + firstByte.nanoseconds)
        }
        if let whole = policy.whole { end = min(end, exchange.limitsFrom + whole.nanoseconds) }
        return end
    }

    func isUnknown(_ host: Int) -> Bool { if case .known = hosts[host].address { false } else { true } }

    /// Handles a failed attempt: releases what it held, and repeats it or gives up.
    mutating func fail(_ slot: Int, _ failure: LoadFailure, _ now: Int64, _ effects: inout NetworkEffects) {
        let host = Int(resources[slot].host)
        switch exchanges[slot].phase {
        case .idle, .pausing: break
        case .waiting:
            hosts[host].waiting.removeAll { $0 == Int32(slot) }
            closeUnopened(host, since: beganToWait(slot, now))
            if isUnknown(host) { hosts[host].address = .unknown }
        case .asked, .answering:
            let exchange = exchanges[slot]
            let connection = Int(exchange.connection)
            if failure.isWholeAnswer {
                // A response that reports an error is a response.
                takeOff(slot, now, &effects)
            } else if settings.version != .http1,
                failure == .wrongLength || failure == .timedOut && isKept(connection, after: slot, now)
            {
                // Other responses on the connection go on: this one alone is cancelled (RFC 9113, section 8.1.1).
                takeOff(slot, now, &effects)
                callOff(exchange, thenCloses: false, now)
            } else {
                return breakConnection(connection, failure, now, &effects)
            }
            makeReady(connection, now)
        }
        tryAgain(slot, failure, now, &effects)
        serveWaiting(host, now)
    }

    /// When the limit began that a request has waited for a connection for: the silence, or another.
    private func beganToWait(_ slot: Int, _ now: Int64) -> Int64 {
        let since = max(exchanges[slot].startedAt, hosts[Int(resources[slot].host)].servedUntil)
        guard let silence = policy(of: slot).silence else { return exchanges[slot].limitsFrom }
        return since + silence.nanoseconds <= now ? since : exchanges[slot].limitsFrom
    }

    /// A connection that did not open while somebody has waited for all of a limit, since `start`, will not. Of others
    /// so many are closed as nobody waits for, those first whose opening began first.
    private mutating func closeUnopened(_ host: Int, since start: Int64) {
        let opening = hosts[host].connections.filter { connections[Int($0)].isBeingOpened }
        let excess = max(0, opening.count - hosts[host].waiting.count)
        for (place, index) in opening.enumerated() where place < excess || connections[Int(index)].usedAt <= start {
            close(Int(index))
        }
    }

    /// Whether a connection on which a request has timed out goes on: others are heard there, or nobody says that it
    /// should not.
    private func isKept(_ connection: Int, after slot: Int, _ now: Int64) -> Bool {
        let policy = policy(of: slot)
        guard policy.closesSilentConnections, let silence = policy.silence else { return true }
        return exchanges.indices.contains { other in
            other != slot && exchanges[other].connection == Int32(connection)
                && now - transport.streams[other].heardAt < silence.nanoseconds
        }
    }

    private mutating func breakConnection(
        _ connection: Int, _ failure: LoadFailure, _ now: Int64, _ effects: inout NetworkEffects
    ) {
        let slots = exchanges.indices.filter { exchanges[$0].connection == Int32(connection) }
        for slot in slots {
            takeOff(slot, now, &effects)
            transport.abandon(Int32(connection), Int32(slot))
        }
        // Closed only when no exchange is on it: from then on its index may be another connection's.
        close(connection)
        for slot in slots { tryAgain(slot, failure, now, &effects) }
        serveWaiting(Int(connections[connection].host), now)
    }

    /// Breaks every connection. Requests on them fail, and are made again as their policies have it; those that wait
    /// for a connection wait for another. With a new address of the device what is on its way is lost as well, and
    /// names are looked up again. Tickets of earlier connections are still good.
    mutating func breakConnections(withNewAddress: Bool, at now: Int64, _ effects: inout NetworkEffects) {
        let slots = exchanges.indices.filter { exchanges[$0].connection >= 0 }
        for slot in slots {
            let connection = exchanges[slot].connection
            takeOff(slot, now, &effects)
            transport.abandon(connection, Int32(slot))
        }
        for connection in connections.indices { close(connection) }
        if withNewAddress {
            address += 1
            transport.loseEverything(at: now, &news)
            for host in hosts.indices { hosts[host].address = .unknown }
        }
        // Only now may anything take the new way.
        for slot in slots { tryAgain(slot, .connectionLost, now, &effects) }
        for host in hosts.indices { serveWaiting(host, now) }
        if !news.isEmpty { follow(now, &effects) }
    }

    private mutating func takeOff(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        stopFlow(slot, now)
        if isNamed(resources[slot].host) { wastePart(slot, now, &effects) } else { keepPart(slot) }
        connections[Int(exchanges[slot].connection)].active -= 1
        exchanges[slot].connection = -1
    }

    /// Another app goes on with what has come of its download. As of a file, that begins the count of attempts anew.
    private mutating func keepPart(_ slot: Int) {
        let bytes = transport.streams[slot].received
        guard bytes > 0 else { return }
        exchanges[slot].kept += bytes
        exchanges[slot].tries = 0
    }

    /// Repeats a request after a pause; or never, where that would not help.
    private mutating func tryAgain(
        _ slot: Int, _ failure: LoadFailure, _ now: Int64, _ effects: inout NetworkEffects
    ) {
        let exchange = exchanges[slot]
        let hasBrought = exchange.next > exchange.first
        // An attempt that has brought something of a longer answer begins the count anew.
        let tries = hasBrought ? 1 : exchange.tries + 1
        exchanges[slot].phase = .pausing
        exchanges[slot].first = exchange.next
        exchanges[slot].tries = tries
        let at = Instant(nanoseconds: now)
        if hasBrought { failed.note(exchange.id, exchange.times, at: at) }
        let pause = failures.pause(
            after: failure, of: slot, Int64(tries), mayTurn: exchange.mayTurn, policy(of: slot),
            resources[slot].failOver)
        if let pause {
            effects.append(.note(.retries(slot: Int32(slot), failure, at: at + pause), at: at))
            alarms.set(
                .retry(slot: Int32(slot), attempt: exchange.id.attempt, tries: tries), at: now + pause.nanoseconds)
            if resources[slot].kind.track != nil { effects.append(.pause(exchange.id, until: at + pause, at: at)) }
        } else {
            exchanges[slot].phase = .idle
            effects.append(.note(.gaveUp(slot: Int32(slot), failure), at: at))
            effects.append(.fail(exchange.id, failure, at: at))
        }
    }

    mutating func leaveConnection(_ connection: Int) {
        let host = Int(connections[connection].host)
        if connections[connection].isBeingOpened { hosts[host].opening -= 1 }
        connections[connection].stage = .leaving
        hosts[host].connections.removeAll { $0 == Int32(connection) }
        hosts[host].ready.removeAll { $0 == Int32(connection) }
    }

    mutating func close(_ connection: Int) {
        if case .closed = connections[connection].stage { return }
        leaveConnection(connection)
        connections[connection].stage = .closed
        transport.close(Int32(connection), &news)
    }

    mutating func wastePart(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        waste(slot, max(0, transport.streams[slot].received - exchanges[slot].delivered), now, &effects)
    }

    mutating func waste(_ slot: Int, _ bytes: Int64, _ now: Int64, _ effects: inout NetworkEffects) {
        guard bytes > 0 else { return }
        transport.streams.received[Int(resources[slot].group)].wasted += bytes
        effects.append(.wasted(slot: Int32(slot), bytes: bytes, at: Instant(nanoseconds: now)))
    }
}

extension LoadFailure {
    /// Whether the answer came to its end: nothing is wrong with the connection.
    fileprivate var isWholeAnswer: Bool {
        switch self {
        case .badStatus, .unreadable: true
        case .timedOut, .connectionLost, .wrongLength: false
        }
    }
}
