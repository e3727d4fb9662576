import PlayerModel

extension HTTPTransport {
    // MARK: Failing

    mutating func armPatience(_ slot: Int, _ now: Int64) {
        guard exchanges[slot].patienceAt == .max else { return }
        exchanges[slot].patienceAt = now + settings.timeout.nanoseconds
        arm(.patience(slot: Int32(slot)), at: exchanges[slot].patienceAt)
    }

    /// Looks whether a request has brought nothing for too long.
    mutating func losePatience(
        _ slot: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        exchanges[slot].patienceAt = .max
        var since = exchanges[slot].startedAt
        let host = Int(resources[slot].host)
        switch exchanges[slot].phase {
        case .idle, .pausing: return
        case .waiting:
            // Whoever waits for a connection that works loses no patience.
            if case .known = hosts[host].address, hosts[host].opening == 0 { since = now }
        case .asked: since = max(since, transport.streams[slot].heardAt)
        case .answering:
            since = max(since, transport.streams[slot].heardAt)
            // An answer that waits for room is the player's choice.
            if !exchanges[slot].isFlowing, exchanges[slot].next == exchanges[slot].end { since = now }
        }
        guard now - since >= settings.timeout.nanoseconds else {
            exchanges[slot].patienceAt = since + settings.timeout.nanoseconds
            return arm(.patience(slot: Int32(slot)), at: exchanges[slot].patienceAt)
        }
        fail(slot, .timedOut, now, &effects)
    }

    func isUnknown(_ host: Int) -> Bool {
        if case .known = hosts[host].address { false } else { true }
    }

    /// An attempt has failed: what it held is let go, and it is made again, or given up.
    mutating func fail(
        _ slot: Int, _ failure: LoadFailure, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        let exchange = exchanges[slot]
        let host = Int(resources[slot].host)
        stopFlow(slot, now)
        exchanges[slot].phase = .pausing
        exchanges[slot].connection = -1
        switch exchange.phase {
        case .idle, .pausing: break
        case .waiting:
            hosts[host].waiting.removeAll { $0 == Int32(slot) }
            // What did not open in all this time will not.
            for index in hosts[host].connections where connections[Int(index)].isBeingOpened { close(Int(index)) }
            if isUnknown(host) { hosts[host].address = .unknown }
        case .asked, .answering:
            wastePart(slot, now, &effects)
            connections[Int(exchange.connection)].active -= 1
            // An answer that says what went wrong is an answer; anything else is the end of the connection.
            if case .badStatus = failure {
                makeReady(Int(exchange.connection), now)
                break
            }
            transport.abandon(exchange.connection, Int32(slot))
            breakConnection(Int(exchange.connection), failure, now, &effects)
        }
        exchanges[slot].tries = exchange.tries + 1
        let at = Instant(nanoseconds: now)
        if Int64(exchange.tries) < settings.retryCount, failure.isWorthAnotherTry {
            effects.append(.note(.retries(slot: Int32(slot), failure), at: at))
            let pause = settings.backOff.nanoseconds << min(Int64(exchange.tries), Self.mostDoublings)
            arm(.retry(slot: Int32(slot), attempt: exchange.id.attempt, tries: exchange.tries + 1), at: now + pause)
        } else {
            exchanges[slot].phase = .idle
            effects.append(.note(.gaveUp(slot: Int32(slot), failure), at: at))
            effects.append(.fail(exchange.id, failure, at: at))
        }
        serveWaiting(host, now, &effects)
    }

    /// A connection is of no more use: what else was under way on it has failed too.
    mutating func breakConnection(
        _ connection: Int, _ failure: LoadFailure, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        close(connection)
        for slot in exchanges.indices where exchanges[slot].connection == Int32(connection) {
            fail(slot, failure, now, &effects)
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
        transport.close(Int32(connection))
    }

    /// What came of a chunk that is not complete is in vain.
    mutating func wastePart(_ slot: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        waste(slot, max(0, transport.streams[slot].received - exchanges[slot].delivered), now, &effects)
    }

    mutating func waste(
        _ slot: Int, _ bytes: Int64, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        guard bytes > 0 else { return }
        transport.streams.received[Int(resources[slot].group)].wasted += bytes
        effects.append(.wasted(slot: Int32(slot), bytes: bytes, at: Instant(nanoseconds: now)))
    }
}
