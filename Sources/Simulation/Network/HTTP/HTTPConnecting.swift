import SimulationContainers
import PlayerModel

// The way of an exchange to a connection: it waits at its host until the name is looked up and a connection is open,
// secured and free; or one is opened for it, as far as the host may have more.
extension HTTPTransport {
    mutating func enter(_ slot: Int, _ now: Int64) {
        exchanges[slot].phase = .waiting
        exchanges[slot].startedAt = now
        (exchanges[slot].begunAt, exchanges[slot].limitsFrom) = (now, now)
        exchanges[slot].firstByteAt = -1
        armPatience(slot, now)
        let host = Int(resources[slot].host)
        hosts[host].waiting.append(Int32(slot))
        serveWaiting(host, now)
    }

    mutating func serveWaiting(_ host: Int, _ now: Int64) {
        while let slot = hosts[host].waiting.first {
            guard let connection = freeConnection(host, now) else { break }
            _ = hosts[host].waiting.removeFirst()
            send(Int(slot), on: connection, now)
        }
        guard !hosts[host].waiting.isEmpty else { return }
        connect(host, now)
        let isServing = hosts[host].isServing
        if hosts[host].wasServing, !isServing { hosts[host].servedUntil = now }
        hosts[host].wasServing = isServing
    }

    /// Goes on to connections for those that wait.
    private mutating func connect(_ host: Int, _ now: Int64) {
        guard case .known = hosts[host].address else { return lookUp(host, now) }
        let limit = settings.version == .http1 ? settings.connectionsPerHost : 1
        while hosts[host].opening < hosts[host].waiting.count, hosts[host].connections.count < limit {
            open(host, now)
        }
    }

    /// A connection that can take a request now: of several, the one that was used last.
    mutating func freeConnection(_ host: Int, _ now: Int64) -> Int32? {
        let keepAlive = settings.keepAlive.nanoseconds
        for index in hosts[host].ready where connections[Int(index)].isOver(now, after: keepAlive) {
            close(Int(index))
        }
        guard var best = hosts[host].ready.last else { return nil }
        for index in hosts[host].ready.reversed() {
            guard connections[Int(index)].usedAt == connections[Int(best)].usedAt else { break }
            if connections[Int(index)].order < connections[Int(best)].order { best = index }
        }
        return best
    }

    mutating func makeReady(_ connection: Int, _ now: Int64) {
        connections[connection].usedAt = now
        let host = Int(connections[connection].host)
        if settings.version == .http1 || hosts[host].ready.isEmpty { hosts[host].ready.append(Int32(connection)) }
    }

    mutating func lookUp(_ host: Int, _ now: Int64) {
        guard case .unknown = hosts[host].address else { return }
        ask(host, times: 1, now)
    }

    mutating func ask(_ host: Int, times: Int64, _ now: Int64) {
        let until = now + Self.lookUpTimeout << min(times - 1, Self.mostDoublings)
        hosts[host].address = .asked(times: times, until: until)
        transport.lookUp(Int32(host), bytes: Self.questionBytes, towards: .up, at: now)
        alarms.set(.askAgain(host: Int32(host)), at: until)
    }

    /// Opens a connection that was open and used before the run began.
    mutating func connectBeforehand(_ host: Int) {
        guard hosts[host].connections.isEmpty else { return }
        hosts[host].address = .known
        hosts[host].hasTicket = true
        let index = transport.open(
            withHandshake: false, isOrdered: settings.version != .http3, through: hosts[host].path, at: 0)
        add(HTTPConnection(host: Int32(host), security: .none, usedAt: 0, order: opened), index)
        (connections[Int(index)].stage, connections[Int(index)].wasUsed) = (.open, true)
        makeReady(Int(index), 0)
    }

    mutating func open(_ host: Int, _ now: Int64) {
        let isQUIC = settings.version == .http3
        let start = now + startDelay()
        let index = transport.open(
            withHandshake: !isQUIC, isOrdered: !isQUIC, through: hosts[host].path, at: now, from: start)
        let security = hosts[host].hasTicket ? settings.security.resumed : settings.security
        add(HTTPConnection(host: Int32(host), security: security, usedAt: now, order: opened), index)
        hosts[host].opening += 1
        // An event that was armed for an earlier connection of this index is stale.
        transport.begin(stream(ofConnection: Int(index)), group: 0, before: 0, mark: .max, at: now)
        if isQUIC { armStep(Int(index), at: start) }
    }

    private mutating func startDelay() -> Int64 {
        guard settings.startJitter > .zero else { return 0 }
        hasDrawnStart = true
        return Int64(starts.below(UInt64(settings.startJitter.nanoseconds) + 1))
    }

    private mutating func add(_ connection: HTTPConnection, _ index: Int32) {
        opened += 1
        if Int(index) < connections.count {
            connections[Int(index)] = connection
        } else {
            connections.append(connection)
            // One stream for the handshake of each connection, after those of the resources.
            transport.streams.add()
        }
        hosts[Int(connection.host)].connections.append(index)
    }

    // MARK: TLS handshake

    func steps(_ connection: Int) -> [TransportSecurity.Step] {
        let (security, bytes) = (connections[connection].security, settings.certificateBytes)
        return settings.version == .http3
            ? security.datagramSteps(certificateBytes: bytes) : security.steps(certificateBytes: bytes)
    }

    func stream(ofConnection connection: Int) -> Int32 { Int32(resources.count + connection) }

    /// Begins the next step of a connection's handshake, or ends it.
    mutating func secure(_ connection: Int, done: Int32, _ now: Int64, _ effects: inout NetworkEffects) {
        let steps = steps(connection)
        connections[connection].stage = .securing(done)
        if Int(done) < steps.count {
            let stream = stream(ofConnection: connection)
            transport.begin(stream, group: 0, before: steps[Int(done)].down, mark: 0, at: now)
            return transport.ask(Int32(connection), stream, bytes: steps[Int(done)].up, at: now)
        }
        let host = connections[connection].host
        connections[connection].stage = .open
        hosts[Int(host)].opening -= 1
        makeReady(connection, now)
        hosts[Int(host)].hasTicket = true
        if !steps.isEmpty { note(.secured(host: host), of: host, now, &effects) }
        serveWaiting(Int(host), now)
    }

    /// The time that both ends compute for a step; all of it is counted with the first response.
    func computing(_ connection: Int) -> Int64 {
        guard case .securing(0) = connections[connection].stage, connections[connection].security.hasCertificate
        else { return 0 }
        return settings.handshakeTime.nanoseconds
    }

    func checkInvariants() {
        transport.checkInvariants()
        let limit = settings.version == .http1 ? settings.connectionsPerHost : 1
        for host in hosts {
            precondition(host.connections.count <= limit, "There is a limit to connections.")
            let opening = host.connections.filter { connections[Int($0)].isBeingOpened }.count
            precondition(host.opening == opening, "The count is that of the connections.")
            let ready = host.connections.filter {
                let connection = connections[Int($0)]
                return connection.isOpen && (settings.version != .http1 || connection.active == 0)
            }
            precondition(host.ready.sorted() == ready.sorted(), "What takes a request is ready.")
        }
        for (index, connection) in connections.enumerated() {
            let active = exchanges.filter { $0.connection == Int32(index) }.count
            switch connection.stage {
            case .connecting, .securing: precondition(active == 0, "Nothing is asked before a connection is open.")
            case .open: precondition(active == connection.active, "The count is that of the exchanges.")
            case .leaving, .closed: precondition(active == 0, "Nobody is left on it.")
            }
        }
    }
}
