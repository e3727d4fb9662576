import PlayerModel

/// Requests and answers over connections: the network as it is.
///
/// A request looks its host's name up, opens a connection and secures it, unless there is one; the server thinks, and
/// answers with the chunks that the player has room for. What fails is made again after a pause, and at last given up.
///
/// Left out: pushes, priorities, trailers, redirects, proxies, content codings, and name look-ups that expire.
struct HTTPTransport: Sendable {
    private enum Call: BitwiseCopyable, Sendable {
        /// The server has thought.
        case respond(slot: Int32, use: UInt32)
        /// A step of securing a connection is computed.
        case step(connection: Int32, use: UInt32)
        case patience(slot: Int32)
        case retry(slot: Int32, attempt: UInt32, tries: Int32)
        case askAgain(host: Int32, times: Int64)
        /// The resolver answers.
        case resolve(host: Int32)
    }

    private struct Alarm: Comparable, BitwiseCopyable, Sendable {
        let time: Int64
        let sequence: Int64
        let call: Call

        static func < (left: Alarm, right: Alarm) -> Bool {
            left.time < right.time || (left.time == right.time && left.sequence < right.sequence)
        }

        static func == (left: Alarm, right: Alarm) -> Bool { left.sequence == right.sequence }
    }

    /// How long a question to a resolver is waited for; each further time twice as long.
    private static let lookUpTimeout: Int64 = 1_000_000_000
    private static let mostDoublings: Int64 = 6
    /// IPv4, UDP, and a question or an answer with one address.
    private static let questionBytes: Int64 = 70
    private static let addressBytes: Int64 = 120
    /// What says that an answer is no longer wanted: RST_STREAM (RFC 9113, section 6.4) in a record of TLS.
    private static let resetBytes: Int64 = 35
    /// The body of an answer that says what went wrong.
    private static let errorBytes: Int64 = 500

    let settings: HTTPSettings
    let resources: [Resource]
    var transport: TCPTransport
    var exchanges: ContiguousArray<HTTPExchange>
    private var hosts: ContiguousArray<HTTPHost>
    private var connections: ContiguousArray<HTTPConnection> = []
    private var lookUpDelay: Int64 = 0
    /// How many requests each fault has seen that it fits.
    private var faultsSeen: ContiguousArray<Int64>
    private var alarms = Heap<Alarm>()
    private var nextAlarm: Int64 = .max
    private var sequence: Int64 = 0
    private var news: ContiguousArray<TCPTransport.Effect> = []
    private var activities: ContiguousArray<Activity>
    private(set) var receipts = Queue<Receipt>()

    init(_ settings: HTTPSettings, resources: [Resource], groups: Int, seed: UInt64) {
        self.settings = settings
        self.resources = resources
        transport = TCPTransport(settings.transport, streams: resources.count, groups: groups, seed: seed)
        exchanges = []
        for slot in resources.indices {
            exchanges.append(HTTPExchange(id: ExchangeID(slot: Int32(slot), attempt: 0)))
        }
        activities = ContiguousArray(repeating: Activity(), count: groups)
        hosts = ContiguousArray(repeating: HTTPHost(), count: settings.hosts.count)
        faultsSeen = ContiguousArray(repeating: 0, count: settings.faults.count)
    }

    /// When there is something to do, or `Int64.max`.
    var due: Int64 { min(transport.due, nextAlarm) }

    /// Whether nothing will come of what is under way.
    var isQuiet: Bool { transport.isQuiet && !exchanges.contains { $0.phase != .idle } }

    mutating func takeReceipt() -> Receipt { receipts.removeFirst() }

    /// What the link offers from `now` on.
    mutating func set(_ values: NetworkValues, at now: Int64) {
        lookUpDelay = values.dnsDelay.nanoseconds
        transport.set(
            TCPOffer(
                down_bps: values.down, up_bps: values.up, downDelay_ns: values.delayDown.nanoseconds,
                upDelay_ns: values.delayUp.nanoseconds, downLoss_ppm: values.lossDown, upLoss_ppm: values.lossUp),
            at: now)
    }

    /// Takes what is due before `limit`, but for what is due first, which is taken in any case. Stops where something
    /// has come of it, or after many steps, so that a caller can count them.
    mutating func advance(before limit: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        var steps = Self.mostSteps
        repeat {
            if transport.due <= nextAlarm {
                transport.step(&news)
                if !news.isEmpty { follow(&effects) }
            } else if let alarm = alarms.removeFirst() {
                nextAlarm = alarms.first?.time ?? .max
                ring(alarm, &effects)
            }
            steps -= 1
        } while due < limit && effects.isEmpty && steps > 0
    }

    private static let mostSteps = 100_000

    // MARK: What the player asks for

    mutating func request(_ request: Request, at now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        let slot = Int(request.id.slot)
        if exchanges[slot].phase != .idle { leave(slot, now, &effects) }
        let patienceAt = exchanges[slot].patienceAt
        exchanges[slot] = HTTPExchange(id: request.id)
        exchanges[slot].patienceAt = patienceAt
        exchanges[slot].next = request.firstChunk
        exchanges[slot].end = request.endChunk
        enter(slot, now, &effects)
    }

    /// The player has room for more of an answer, up to that chunk.
    mutating func allow(_ request: Request, at now: Int64) {
        let slot = Int(request.id.slot)
        guard exchanges[slot].id == request.id, request.endChunk > exchanges[slot].end else { return }
        let before = exchanges[slot].end
        exchanges[slot].end = request.endChunk
        guard exchanges[slot].phase == .answering else { return }
        write(slot, from: before, now)
    }

    mutating func cancel(_ request: Request, at now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        let slot = Int(request.id.slot)
        guard exchanges[slot].id == request.id else { return }
        // What was handed over and not taken in is in vain too.
        var bytes: Int64 = 0
        for chunk in request.firstChunk..<max(request.firstChunk, exchanges[slot].next) {
            bytes += resources[slot].chunks.bytes(of: Int64(chunk))
        }
        waste(slot, bytes, now, &effects)
        if exchanges[slot].phase != .idle { leave(slot, now, &effects) }
        exchanges[slot].id.attempt &+= 1
    }

    /// Lets go of an exchange, wherever it is.
    private mutating func leave(_ slot: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        let exchange = exchanges[slot]
        exchanges[slot].phase = .idle
        let host = Int(resources[slot].host)
        switch exchange.phase {
        case .idle, .pausing: break
        case .waiting: hosts[host].waiting.removeAll { $0 == Int32(slot) }
        case .asked, .answering:
            stopFlow(slot, now)
            wastePart(slot, now, &effects)
            exchanges[slot].connection = -1
            let connection = Int(exchange.connection)
            let isLast = settings.version == .http1
            transport.reset(exchange.connection, Int32(slot), bytes: Self.resetBytes, thenCloses: isLast, at: now)
            connections[connection].active -= 1
            if isLast { leaveConnection(connection) }
            serveWaiting(host, now, &effects)
        }
    }

    // MARK: Finding a connection

    private mutating func enter(_ slot: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        exchanges[slot].phase = .waiting
        exchanges[slot].startedAt = now
        exchanges[slot].firstByteAt = -1
        armPatience(slot, now)
        let host = Int(resources[slot].host)
        hosts[host].waiting.append(Int32(slot))
        serveWaiting(host, now, &effects)
    }

    /// Sends what can be sent to a host, and opens connections for the rest.
    private mutating func serveWaiting(
        _ host: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        while let slot = hosts[host].waiting.first {
            guard let connection = freeConnection(host, now) else { break }
            hosts[host].waiting.removeFirst()
            send(Int(slot), on: connection, now)
        }
        guard !hosts[host].waiting.isEmpty else { return }
        guard case .known = hosts[host].address else { return lookUp(host, now) }
        let limit = settings.version == .http1 ? settings.connectionsPerHost : 1
        var opening: Int64 = 0
        for index in hosts[host].connections where connections[Int(index)].isBeingOpened { opening += 1 }
        while opening < Int64(hosts[host].waiting.count), Int64(hosts[host].connections.count) < limit {
            open(host, now)
            opening += 1
        }
    }

    /// A connection that takes a request now: of several the one that was used last.
    private mutating func freeConnection(_ host: Int, _ now: Int64) -> Int32? {
        var best: Int32?
        for index in hosts[host].connections {
            let connection = connections[Int(index)]
            guard connection.isOpen else { continue }
            if connection.active > 0 {
                if settings.version == .http1 { continue }
            } else if connection.wasUsed, now - connection.usedAt > settings.keepAlive.nanoseconds {
                close(Int(index))
                continue
            }
            if let known = best, connections[Int(known)].usedAt >= connection.usedAt { continue }
            best = index
        }
        return best
    }

    private mutating func lookUp(_ host: Int, _ now: Int64) {
        guard case .unknown = hosts[host].address else { return }
        ask(host, times: 1, now)
    }

    private mutating func ask(_ host: Int, times: Int64, _ now: Int64) {
        hosts[host].address = .asked(times: times)
        transport.lookUp(Int32(host), bytes: Self.questionBytes, towards: .up, at: now)
        let patience = Self.lookUpTimeout << min(times - 1, Self.mostDoublings)
        arm(.askAgain(host: Int32(host), times: times), at: now + patience)
    }

    private mutating func open(_ host: Int, _ now: Int64) {
        let isQUIC = settings.version == .http3
        let index = transport.open(withHandshake: !isQUIC, isOrdered: !isQUIC, at: now)
        let security = hosts[host].hasTicket ? settings.security.resumed : settings.security
        let connection = HTTPConnection(host: Int32(host), security: security, startedAt: now, usedAt: now)
        if Int(index) < connections.count {
            connections[Int(index)] = connection
        } else {
            connections.append(connection)
            // One stream for each connection to be secured on, behind those of the resources.
            transport.addStream()
        }
        hosts[host].connections.append(index)
        if isQUIC { armStep(Int(index), at: now) }
    }

    // MARK: Securing

    private func steps(_ connection: Int) -> [TransportSecurity.Step] {
        let security = connections[connection].security
        return settings.version == .http3 ? security.datagramSteps : security.steps
    }

    private func stream(ofConnection connection: Int) -> Int32 { Int32(resources.count + connection) }

    /// The next step of securing a connection, or its end.
    private mutating func secure(
        _ connection: Int, done: Int32, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        let steps = steps(connection)
        connections[connection].stage = .securing(done)
        if Int(done) < steps.count {
            let stream = stream(ofConnection: connection)
            transport.begin(stream, group: 0, before: steps[Int(done)].down, mark: 0, at: now)
            return transport.ask(Int32(connection), stream, bytes: steps[Int(done)].up, at: now)
        }
        let host = connections[connection].host
        connections[connection].stage = .open
        connections[connection].usedAt = now
        hosts[Int(host)].hasTicket = true
        if !steps.isEmpty { effects.append(.note(.secured(host: host), at: Instant(nanoseconds: now))) }
        serveWaiting(Int(host), now, &effects)
    }

    /// What both ends compute for a step; all of it is counted with the first answer.
    private func computing(_ connection: Int) -> Int64 {
        guard case .securing(0) = connections[connection].stage, connections[connection].security.hasCertificate
        else { return 0 }
        return settings.handshakeTime.nanoseconds
    }

    // MARK: Asking and answering

    private mutating func send(_ slot: Int, on connection: Int32, _ now: Int64) {
        let place = Int(connection)
        var bytes = settings.requestBytes
        if !connections[place].wasUsed { bytes += connections[place].security.bytesBeforeRequest }
        connections[place].wasUsed = true
        connections[place].active += 1
        connections[place].usedAt = now
        exchanges[slot].phase = .asked
        exchanges[slot].connection = connection
        exchanges[slot].startedAt = now
        exchanges[slot].delivered = 0
        exchanges[slot].boundary = 0
        exchanges[slot].written = 0
        exchanges[slot].fault = fault(of: slot)
        let header = settings.responseHeaderBytes
        transport.begin(Int32(slot), group: resources[slot].group, before: header, mark: 1 - header, at: now)
        transport.ask(connection, Int32(slot), bytes: max(1, bytes), at: now)
    }

    /// What goes wrong with the next request of a slot.
    private mutating func fault(of slot: Int) -> HTTPFault.Kind? {
        var kind: HTTPFault.Kind?
        for (index, fault) in settings.faults.enumerated() {
            if let resource = fault.resource, resource != Int32(slot) { continue }
            if let chunk = fault.chunk, chunk != exchanges[slot].next { continue }
            faultsSeen[index] += 1
            let number = faultsSeen[index]
            if number >= fault.from, number - fault.from < fault.times { kind = kind ?? fault.kind }
        }
        return kind
    }

    /// The server begins to answer.
    private mutating func respond(_ slot: Int, _ now: Int64) {
        exchanges[slot].phase = .answering
        let exchange = exchanges[slot]
        let header = settings.responseHeaderBytes
        switch exchange.fault {
        case .status:
            transport.lengthen(Int32(slot), by: Self.errorBytes)
            transport.answer(exchange.connection, Int32(slot), bytes: header + Self.errorBytes, at: now)
        case .silence(afterBytes: 0), .reset(afterBytes: 0):
            if case .silence = exchange.fault { return }
            transport.streams[slot].mark = 0
            transport.answer(exchange.connection, Int32(slot), bytes: max(1, header), at: now)
        default:
            if header > 0 { transport.answer(exchange.connection, Int32(slot), bytes: header, at: now) }
            exchanges[slot].boundary = resources[slot].chunks.bytes(of: Int64(exchange.next))
            write(slot, from: exchange.next, now)
        }
    }

    /// Gives the server the chunks from `first` to the end of what there is room for.
    private mutating func write(_ slot: Int, from first: Int32, _ now: Int64) {
        let chunks = resources[slot].chunks
        var bytes = chunks.bytes(before: Int64(exchanges[slot].end)) - chunks.bytes(before: Int64(first))
        switch exchanges[slot].fault {
        case .reset(let limit), .silence(let limit): bytes = min(bytes, limit - exchanges[slot].written)
        case .status, nil: break
        }
        guard bytes > 0 else { return }
        exchanges[slot].written += bytes
        transport.answer(exchanges[slot].connection, Int32(slot), bytes: bytes, at: now)
        if !exchanges[slot].isFlowing, exchanges[slot].firstByteAt >= 0 {
            transport.streams[slot].mark = transport.streams[slot].received + 1
        }
    }

    /// As much of an answer has come as the mark said.
    private mutating func reached(_ slot: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        if exchanges[slot].firstByteAt < 0 { exchanges[slot].firstByteAt = now }
        if !exchanges[slot].isFlowing { startFlow(slot, now) }
        let received = transport.streams[slot].received
        if case .status(let status) = exchanges[slot].fault {
            guard received >= 0 else {
                transport.streams[slot].mark = 0
                return
            }
            return fail(slot, .badStatus(status), now, &effects)
        }
        while exchanges[slot].next < exchanges[slot].end, received >= exchanges[slot].boundary {
            deliver(slot, now, &effects)
        }
        if case .reset(let limit) = exchanges[slot].fault, received >= limit {
            return fail(slot, .connectionLost, now, &effects)
        }
        if received >= exchanges[slot].written { stopFlow(slot, now) }
        if exchanges[slot].next == exchanges[slot].end, isComplete(slot) {
            finish(slot, now, &effects)
        } else if exchanges[slot].isFlowing {
            transport.streams[slot].mark = min(max(1, exchanges[slot].boundary), exchanges[slot].written)
        }
    }

    /// Hands the next chunk over.
    private mutating func deliver(_ slot: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        let group = Int(resources[slot].group)
        let (received, busy) = (transport.received[group], activities[group].total(at: now))
        receipts.append(
            Receipt(bytes: received.bytes, wasted: received.wasted, busy: TimeAmount(nanoseconds: busy)))
        effects.append(.deliver(exchanges[slot].id, at: Instant(nanoseconds: now)))
        exchanges[slot].next += 1
        exchanges[slot].delivered = exchanges[slot].boundary
        guard exchanges[slot].next < Int32(clamping: resources[slot].chunks.count) else { return }
        exchanges[slot].boundary += resources[slot].chunks.bytes(of: Int64(exchanges[slot].next))
    }

    /// Whether an answer has no more to give: that of a file is open as long as there is more of the file.
    private func isComplete(_ slot: Int) -> Bool {
        resources[slot].chunks.chunksPerRequest != nil || Int64(exchanges[slot].end) == resources[slot].chunks.count
    }

    private mutating func finish(_ slot: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        let connection = Int(exchanges[slot].connection)
        exchanges[slot].phase = .idle
        exchanges[slot].connection = -1
        connections[connection].active -= 1
        connections[connection].usedAt = now
        serveWaiting(Int(resources[slot].host), now, &effects)
    }

    // MARK: Failing

    private mutating func armPatience(_ slot: Int, _ now: Int64) {
        guard exchanges[slot].patienceAt == .max else { return }
        exchanges[slot].patienceAt = now + settings.timeout.nanoseconds
        arm(.patience(slot: Int32(slot)), at: exchanges[slot].patienceAt)
    }

    /// Looks whether a request has brought nothing for too long.
    private mutating func losePatience(
        _ slot: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        exchanges[slot].patienceAt = .max
        var since = exchanges[slot].startedAt
        let host = Int(resources[slot].host)
        switch exchanges[slot].phase {
        case .idle, .pausing: return
        case .waiting:
            // Whoever waits for a connection that works loses no patience.
            let isOpening = hosts[host].connections.contains { connections[Int($0)].isBeingOpened }
            if case .known = hosts[host].address, !isOpening { since = now }
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
        fail(slot, isUnknown(host) ? .cannotFindHost : .timedOut, now, &effects)
    }

    private func isUnknown(_ host: Int) -> Bool {
        if case .known = hosts[host].address { false } else { true }
    }

    /// An attempt has failed: what it held is let go, and it is made again, or given up.
    private mutating func fail(
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
            connections[Int(exchange.connection)].usedAt = now
            // An answer that says what went wrong is an answer; anything else is the end of the connection.
            if case .badStatus = failure { break }
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
    private mutating func breakConnection(
        _ connection: Int, _ failure: LoadFailure, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        close(connection)
        for slot in exchanges.indices where exchanges[slot].connection == Int32(connection) {
            fail(slot, failure, now, &effects)
        }
    }

    private mutating func leaveConnection(_ connection: Int) {
        connections[connection].stage = .leaving
        hosts[Int(connections[connection].host)].connections.removeAll { $0 == Int32(connection) }
    }

    private mutating func close(_ connection: Int) {
        if case .closed = connections[connection].stage { return }
        leaveConnection(connection)
        connections[connection].stage = .closed
        transport.close(Int32(connection))
    }

    /// What came of a chunk that is not complete is in vain.
    private mutating func wastePart(_ slot: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        waste(slot, max(0, transport.streams[slot].received - exchanges[slot].delivered), now, &effects)
    }

    private mutating func waste(
        _ slot: Int, _ bytes: Int64, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        guard bytes > 0 else { return }
        transport.received[Int(resources[slot].group)].wasted += bytes
        effects.append(.wasted(slot: Int32(slot), bytes: bytes, at: Instant(nanoseconds: now)))
    }

    // MARK: How long bits have been coming

    private mutating func startFlow(_ slot: Int, _ now: Int64) {
        exchanges[slot].isFlowing = true
        // The first packet was on its way through the link before it came.
        activities[Int(resources[slot].group)].start(at: now - transport.down.duration(TCPSegment.mostBytes))
    }

    private mutating func stopFlow(_ slot: Int, _ now: Int64) {
        guard exchanges[slot].isFlowing else { return }
        exchanges[slot].isFlowing = false
        activities[Int(resources[slot].group)].stop(at: now)
    }

    // MARK: News and calls

    private mutating func follow(_ effects: inout ContiguousArray<NetworkEffect>) {
        let now = transport.now
        let at = Instant(nanoseconds: now)
        for item in news {
            switch item {
            case .connected(let connection):
                effects.append(.note(.connected(host: connections[Int(connection)].host), at: at))
                secure(Int(connection), done: 0, now, &effects)
            case .heard(let connection, let stream, let use):
                guard transport.streams[Int(stream)].use == use else { continue }
                if Int(stream) < resources.count {
                    arm(.respond(slot: stream, use: use), at: now + settings.think.nanoseconds)
                } else {
                    armStep(Int(connection), at: now + computing(Int(connection)))
                }
            case .reached(let stream):
                if Int(stream) < resources.count {
                    reached(Int(stream), now, &effects)
                } else if case .securing(let done) = connections[Int(stream) - resources.count].stage {
                    secure(Int(stream) - resources.count, done: done + 1, now, &effects)
                }
            case .asked(let host): arm(.resolve(host: host), at: now + lookUpDelay)
            case .answered(let host): answered(Int(host), now, &effects)
            case .wasted(let stream, let bytes): effects.append(.wasted(slot: stream, bytes: bytes, at: at))
            }
        }
        news.removeAll(keepingCapacity: true)
    }

    private mutating func answered(_ host: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        guard isUnknown(host) else { return }
        hosts[host].address = .known
        effects.append(.note(.lookedUp(host: Int32(host)), at: Instant(nanoseconds: now)))
        serveWaiting(host, now, &effects)
    }

    private mutating func ring(_ alarm: Alarm, _ effects: inout ContiguousArray<NetworkEffect>) {
        let now = alarm.time
        switch alarm.call {
        case .respond(let slot, let use):
            if transport.streams[Int(slot)].use == use { respond(Int(slot), now) }
        case .step(let connection, let use):
            guard transport.streams[Int(stream(ofConnection: Int(connection)))].use == use else { return }
            step(Int(connection), now, &effects)
        case .patience(let slot):
            if exchanges[Int(slot)].patienceAt == now { losePatience(Int(slot), now, &effects) }
        case .retry(let slot, let attempt, let tries):
            let exchange = exchanges[Int(slot)]
            guard exchange.phase == .pausing, exchange.id.attempt == attempt, exchange.tries == tries else { return }
            enter(Int(slot), now, &effects)
        case .askAgain(let host, let times):
            guard case .asked(times) = hosts[Int(host)].address else { return }
            ask(Int(host), times: times + 1, now)
        case .resolve(let host):
            transport.lookUp(host, bytes: Self.addressBytes, towards: .down, at: now)
        }
    }

    /// The server answers a step of securing; or, with QUIC, the client begins.
    private mutating func step(_ connection: Int, _ now: Int64, _ effects: inout ContiguousArray<NetworkEffect>) {
        switch connections[connection].stage {
        case .connecting: secure(connection, done: 0, now, &effects)
        case .securing(let done):
            let bytes = steps(connection)[Int(done)].down
            transport.answer(Int32(connection), stream(ofConnection: connection), bytes: bytes, at: now)
        case .open, .leaving, .closed: break
        }
    }

    private mutating func armStep(_ connection: Int, at time: Int64) {
        let use = transport.streams[Int(stream(ofConnection: connection))].use
        arm(.step(connection: Int32(connection), use: use), at: time)
    }

    private mutating func arm(_ call: Call, at time: Int64) {
        alarms.insert(Alarm(time: time, sequence: sequence, call: call))
        sequence += 1
        nextAlarm = min(nextAlarm, time)
    }
}
