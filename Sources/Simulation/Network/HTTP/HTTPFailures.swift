import PlayerModel

extension HTTPTransport {
    mutating func armPatience(_ slot: Int, _ now: Int64) {
        guard exchanges[slot].patienceAt == .max else { return }
        exchanges[slot].patienceAt = now + settings.timeout.nanoseconds
        alarms.set(.patience(slot: Int32(slot)), at: exchanges[slot].patienceAt)
    }

    mutating func losePatience(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        exchanges[slot].patienceAt = .max
        var since = exchanges[slot].startedAt
        let host = Int(resources[slot].host)
        switch exchanges[slot].phase {
        case .idle, .pausing: return
        case .waiting:
            // A request that waits for a connection that works does not time out.
            if case .known = hosts[host].address, hosts[host].opening == 0 { since = now }
        case .asked: since = max(since, transport.streams[slot].heardAt)
        case .answering:
            // That a response waits for room is the player's choice: the timeout begins anew when there is some.
            if exchanges[slot].waitsForRoom { return }
            since = max(since, transport.streams[slot].heardAt)
        }
        guard now - since >= settings.timeout.nanoseconds else {
            exchanges[slot].patienceAt = since + settings.timeout.nanoseconds
            return alarms.set(.patience(slot: Int32(slot)), at: exchanges[slot].patienceAt)
        }
        fail(slot, .timedOut, now, &effects)
    }

    func isUnknown(_ host: Int) -> Bool { if case .known = hosts[host].address { false } else { true } }

    /// Handles a failed attempt: releases what it held, and repeats it or gives up.
    mutating func fail(_ slot: Int, _ failure: LoadFailure, _ now: Int64, _ effects: inout NetworkEffects) {
        let host = Int(resources[slot].host)
        switch exchanges[slot].phase {
        case .idle, .pausing: break
        case .waiting:
            hosts[host].waiting.removeAll { $0 == Int32(slot) }
            // A connection that did not open in all this time will not.
            for index in hosts[host].connections where connections[Int(index)].isBeingOpened { close(Int(index)) }
            if isUnknown(host) { hosts[host].address = .unknown }
        case .asked, .answering:
            let connection = Int(exchanges[slot].connection)
            if case .badStatus = failure {
                // A response that reports an error is a response.
                takeOff(slot, now, &effects)
            } else if failure == .timedOut, settings.version != .http1, isAlive(connection, besides: slot, now) {
                // Other responses on the connection go on: this one alone is cancelled.
                takeOff(slot, now, &effects)
                transport.reset(Int32(connection), Int32(slot), bytes: Self.resetBytes, thenCloses: false, at: now)
            } else {
                return breakConnection(connection, failure, now, &effects)
            }
            makeReady(connection, now)
        }
        tryAgain(slot, failure, now, &effects)
        serveWaiting(host, now, &effects)
    }

    private func isAlive(_ connection: Int, besides slot: Int, _ now: Int64) -> Bool {
        exchanges.indices.contains { other in
            other != slot && exchanges[other].connection == Int32(connection)
                && now - transport.streams[other].heardAt < settings.timeout.nanoseconds
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
        serveWaiting(Int(connections[connection].host), now, &effects)
    }

    private mutating func takeOff(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        stopFlow(slot, now)
        wastePart(slot, now, &effects)
        connections[Int(exchanges[slot].connection)].active -= 1
        exchanges[slot].connection = -1
    }

    /// Repeats a request after a pause; or never, where that would not help.
    private mutating func tryAgain(
        _ slot: Int, _ failure: LoadFailure, _ now: Int64, _ effects: inout NetworkEffects
    ) {
        let exchange = exchanges[slot]
        exchanges[slot].phase = .pausing
        exchanges[slot].tries = exchange.tries + 1
        let at = Instant(nanoseconds: now)
        if Int64(exchange.tries) < settings.retryCount, failure.isWorthAnotherTry {
            effects.append(.note(.retries(slot: Int32(slot), failure), at: at))
            let pause = settings.backOff.nanoseconds << min(Int64(exchange.tries), Self.mostDoublings)
            alarms.set(
                .retry(slot: Int32(slot), attempt: exchange.id.attempt, tries: exchange.tries + 1), at: now + pause)
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
    /// Whether the same request may succeed later, as after a server's error. A client's will not mend itself but for
    /// two: RFC 9110, section 15.5.9, and RFC 6585, section 4.
    var isWorthAnotherTry: Bool {
        switch self {
        case .timedOut, .connectionLost: true
        case .badStatus(let status): (500...599).contains(status) || [408, 429].contains(status)
        }
    }
}
