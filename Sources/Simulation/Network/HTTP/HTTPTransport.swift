import SimulationContainers
import PlayerModel

/// Transport `tcp`: requests and responses over connections, packet by packet.
///
///     request ─▶ look up host ─▶ connect ─▶ secure (TLS) ─▶ send ─▶ server processes ─▶ respond ─▶ deliver chunks
///                     └─────── skipped where a connection is open ───────▲                  ▲
///                                               failed: pause, then repeat, or give up      └ allow: more room
///
/// An exchange is a request and its response, one for each slot; `HTTPHost` knows the addresses and the connections,
/// and `TCPTransport` carries the bytes and reports how far each stream has come. Times of the transport's own, such
/// as timeouts and pauses, are alarms; `due` is the earliest of everything.
///
/// Left out: pushes, priorities, trailers, redirects, proxies, content codings, and name look-ups that expire.
struct HTTPTransport: Sendable {
    enum Call: BitwiseCopyable, Sendable {
        case respond(slot: Int32, use: UInt32)
        case step(connection: Int32, use: UInt32)
        case patience(slot: Int32), retry(slot: Int32, attempt: UInt32, tries: Int32)
        case portion(slot: Int32, use: UInt32)
        /// The server may have more of a chunk that is made while it is sent.
        case share(slot: Int32, use: UInt32)
        case askAgain(host: Int32)
        /// The resolver answers a question that came from the device's address of that number.
        case resolve(host: Int32, address: Int32)
    }

    /// The timeout of a query to a resolver; each repetition waits twice as long.
    static let lookUpTimeout: Int64 = 1_000_000_000
    static let mostDoublings: Int64 = 6
    /// The size of a query: IPv4, UDP, and a question with one address.
    static let questionBytes: Int64 = 70
    static let addressBytes: Int64 = 120
    /// The size of a cancellation: RST_STREAM (RFC 9113, section 6.4) in a TLS record.
    static let resetBytes: Int64 = 35

    let settings: HTTPSettings
    /// The policy for requests whose owner has none of its own.
    let usualPolicy: RequestPolicy
    let resources: [Resource]
    let holds: ContiguousArray<LiveHold?>
    var transport: TCPTransport
    var exchanges: ContiguousArray<HTTPExchange>
    /// Exchanges that were called off before the server began to respond, and of which it may not know that yet.
    var calledOff: ContiguousArray<CalledOffExchange> = []
    var hosts: ContiguousArray<HTTPHost>
    /// The number of players' hosts; those after them belong to other apps, and nothing is noted of them.
    let namedHosts: Int
    var connections: ContiguousArray<HTTPConnection> = []
    var opened: Int64 = 0
    /// How many addresses the device has had before this one.
    var address: Int32 = 0
    var lookUpDelay: Int64 = 0
    var faults: FaultPlan
    var failures: FailureCounts
    var alarms = Alarms<Call>()
    var news: TCPEffects = []
    var activities: ContiguousArray<Activity>
    var receipts = Queue<Receipt>()
    /// By how much connections are opened late, and whether any was drawn.
    var starts: RandomStream
    var hasDrawnStart = false
    /// The part of a response that had come when its attempt ran out of time.
    var timedOut = EndedAttempts<Progress>()
    /// The times of attempts that have brought something and failed.
    var failed = EndedAttempts<ResponseTimes>()
    var begun = BegunAnswers()

    /// `paths` has the networks that hosts have of their own.
    init(
        _ settings: HTTPSettings, resources: [Resource], groups: Int, paths: HostNetworks = HostNetworks(),
        seed: UInt64
    ) {
        self.settings = settings
        usualPolicy = settings.policy
        self.resources = resources
        holds = ContiguousArray(resources)
        failures = FailureCounts(resources)
        starts = RandomStream(seed: seed, name: "start of connections")
        transport = TCPTransport(
            settings.transport, streams: resources.count, groups: groups, paths: paths.paths.count, seed: seed)
        exchanges = ContiguousArray(
            resources.indices.map { HTTPExchange(id: ExchangeID(slot: Int32($0), attempt: 0)) })
        activities = ContiguousArray(repeating: Activity(), count: groups)
        namedHosts = settings.hosts.names.count
        hosts = ContiguousArray(
            repeating: HTTPHost(), count: resources.reduce(namedHosts) { max($0, Int($1.host) + 1) })
        faults = FaultPlan(settings.faults, namedHosts: settings.hosts.names.count, seed: seed)
        for (place, path) in paths.paths.enumerated() { hosts[Int(path.host)].path = Int32(place) }
        for kind in settings.preloaded { connectBeforehand(Int(settings.hosts.host(of: kind))) }
    }

    var drawsAtRandom: Bool { hasDrawnStart || transport.drawsAtRandom }

    var due: Int64 { min(transport.due, alarms.next) }

    /// Whether nothing in progress will bring anything more, unless the player makes room.
    var isQuiet: Bool { transport.isQuiet && exchanges.allSatisfy { $0.phase == .idle || $0.waitsForRoom } }

    func isNamed(_ host: Int32) -> Bool { Int(host) < namedHosts }

    /// Notes what came of a host. Each download of another app has a host of its own, and begins with that.
    mutating func note(_ note: NetworkNote, of host: Int32, _ now: Int64, _ effects: inout NetworkEffects) {
        if isNamed(host) {
            effects.append(.note(note, at: Instant(nanoseconds: now)))
        } else if begun.isPastKept, let slot = resources.firstIndex(where: { $0.host == host }) {
            begun.note(slot, at: Instant(nanoseconds: now))
        }
    }

    mutating func takeReceipt() -> Receipt { receipts.removeFirst() }

    mutating func set(_ values: NetworkValues, at now: Int64) {
        lookUpDelay = values.dnsDelay.nanoseconds
        transport.set(values, at: now)
    }

    /// Sets what a host's own network offers.
    mutating func set(_ values: NetworkValues, ofPath path: Int, at now: Int64) {
        for host in hosts.indices where hosts[host].path == Int32(path) {
            hosts[host].lookUpDelay = values.dnsDelay.nanoseconds
        }
        transport.set(values, ofPath: path, at: now)
    }

    /// Handles everything that is due before `limit`, and the first thing that is due in any case. Stops after
    /// something that has an effect, or after many steps, so that a caller can count them.
    mutating func advance(before limit: Int64, _ effects: inout NetworkEffects) {
        var left = Self.mostSteps
        repeat {
            if transport.due <= alarms.next {
                left -= transport.run(to: min(alarms.next, limit - 1), most: left, &news)
                if !news.isEmpty { follow(transport.now, &effects) }
            } else if let alarm = alarms.removeFirst() {
                ring(alarm, &effects)
                if !news.isEmpty { follow(alarm.time, &effects) }
                left -= 1
            }
            guard effects.isEmpty, left > 0 else { break }
        } while min(transport.due, alarms.next) < limit
    }

    static let mostSteps = 100_000

    /// Asks for something. `mayTurn` is whether its player has another variant to turn to when it fails.
    mutating func request(
        _ request: Request, mayTurn: Bool = false, at now: Int64, _ effects: inout NetworkEffects
    ) {
        let slot = Int(request.id.slot)
        if exchanges[slot].phase != .idle { leave(slot, now, &effects) }
        let patienceAt = exchanges[slot].patienceAt
        exchanges[slot] = HTTPExchange(id: request.id)
        exchanges[slot].patienceAt = patienceAt
        exchanges[slot].first = request.firstChunk
        exchanges[slot].next = request.firstChunk
        exchanges[slot].end = request.endChunk
        exchanges[slot].mayTurn = mayTurn
        enter(slot, now)
        if !news.isEmpty { follow(now, &effects) }
    }

    /// Its player has another variant to turn to when it fails, or has none any more.
    mutating func note(_ id: ExchangeID, mayTurn: Bool) {
        if exchanges[Int(id.slot)].id == id { exchanges[Int(id.slot)].mayTurn = mayTurn }
    }

    mutating func allow(_ request: Request, at now: Int64, _ effects: inout NetworkEffects) {
        let slot = Int(request.id.slot)
        guard exchanges[slot].id == request.id, request.endChunk > exchanges[slot].end else { return }
        let (before, hasWaited) = (exchanges[slot].end, exchanges[slot].waitsForRoom)
        if hasWaited {
            exchanges[slot].startedAt = now
            exchanges[slot].limitsFrom = now
            armPatience(slot, now)
        }
        exchanges[slot].end = request.endChunk
        guard exchanges[slot].phase == .answering else { return }
        write(slot, from: before, now)
        if hasWaited { goOn(slot, now, &effects) }
    }

    mutating func cancel(_ request: Request, at now: Int64, _ effects: inout NetworkEffects) {
        let slot = Int(request.id.slot)
        guard exchanges[slot].id == request.id else { return }
        // Chunks that were delivered and not taken in are wasted too.
        var bytes: Int64 = 0
        for chunk in request.firstChunk..<max(request.firstChunk, exchanges[slot].next) {
            bytes += resources[slot].chunks.bytes(of: Int64(chunk))
        }
        waste(slot, bytes, now, &effects)
        if exchanges[slot].phase != .idle { leave(slot, now, &effects) }
        exchanges[slot].id.attempt &+= 1
        if !news.isEmpty { follow(now, &effects) }
    }

    mutating func leave(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
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
            callOff(exchange, thenCloses: isLast, now)
            connections[connection].active -= 1
            connections[connection].usedAt = now
            if isLast { leaveConnection(connection) }
            serveWaiting(host, now)
        }
    }

    /// The bytes of a response's body that have come, incomplete chunks included; 0 where it is not in progress.
    func progress(of id: ExchangeID, at now: Int64) -> Progress {
        let slot = Int(id.slot)
        let isAnswering = exchanges[slot].id == id && exchanges[slot].phase == .answering
        let received = isAnswering ? max(0, transport.streams[slot].received) : 0
        return Progress(
            received: received, rest: 0, sent: received, times: exchanges[slot].times, receipt: receipt(slot, now),
            isPausing: isPausing(id))
    }

    func isPausing(_ id: ExchangeID) -> Bool {
        exchanges[Int(id.slot)].id == id && exchanges[Int(id.slot)].phase == .pausing
    }

    /// Whether it is behind those for which connections are being opened: its host may have no more.
    func waitsForConnection(_ id: ExchangeID) -> Bool {
        let (exchange, host) = (exchanges[Int(id.slot)], hosts[Int(resources[Int(id.slot)].host)])
        guard exchange.id == id, exchange.phase == .waiting, case .known = host.address,
            let place = host.waiting.place(where: { $0 == id.slot })
        else { return false }
        return settings.version == .http1 && place >= host.opening
    }

    // MARK: Effects and alarms

    /// Handles the transport's effects. A packet may move several streams on, and the first may end the others.
    mutating func follow(_ now: Int64, _ effects: inout NetworkEffects) {
        // Closing a connection meanwhile may add effects.
        var index = 0
        while index < news.count {
            let item = news[index]
            index += 1
            switch item {
            case .connected(let connection):
                let host = connections[Int(connection)].host
                note(.connected(host: host), of: host, now, &effects)
                secure(Int(connection), done: 0, now, &effects)
            case .heard(let connection, let stream, let use):
                if Int(stream) < resources.count {
                    heard(Int(stream), use, now)
                } else if transport.streams[Int(stream)].use == use {
                    armStep(Int(connection), at: now + computing(Int(connection)))
                }
            case .reached(let stream):
                if Int(stream) < resources.count {
                    if exchanges[Int(stream)].phase == .answering { reached(Int(stream), now, &effects) }
                } else if case .securing(let done) = connections[Int(stream) - resources.count].stage {
                    secure(Int(stream) - resources.count, done: done + 1, now, &effects)
                }
            case .asked(let host):
                let delay = lookUpDelay + hosts[Int(host)].lookUpDelay
                alarms.set(.resolve(host: host, address: address), at: now + delay)
            case .answered(let host): answered(Int(host), now, &effects)
            case .wasted(let stream, let bytes):
                effects.append(.wasted(slot: stream, bytes: bytes, at: Instant(nanoseconds: now)))
            }
        }
        news.removeAll(keepingCapacity: true)
    }

    mutating func answered(_ host: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        guard isUnknown(host) else { return }
        hosts[host].address = .known
        note(.lookedUp(host: Int32(host)), of: Int32(host), now, &effects)
        serveWaiting(host, now)
    }

    mutating func ring(_ alarm: Alarms<Call>.Alarm, _ effects: inout NetworkEffects) {
        let now = alarm.time
        switch alarm.call {
        case .respond(let slot, let use):
            if transport.streams[Int(slot)].use == use {
                respond(Int(slot), now)
            } else {
                respondInVain(Int(slot), use, now)
            }
        case .step(let connection, let use):
            guard transport.streams[Int(stream(ofConnection: Int(connection)))].use == use else { return }
            step(Int(connection), now, &effects)
        case .portion(let slot, let use):
            if transport.streams[Int(slot)].use == use { sendPortion(Int(slot), now) }
        case .share(let slot, let use):
            if transport.streams[Int(slot)].use == use { sendShare(Int(slot), now) }
        case .patience(let slot):
            if exchanges[Int(slot)].patienceAt == now { losePatience(Int(slot), now, &effects) }
        case .retry(let slot, let attempt, let tries):
            let exchange = exchanges[Int(slot)]
            guard exchange.phase == .pausing, exchange.id.attempt == attempt, exchange.tries == tries else { return }
            enter(Int(slot), now)
        case .askAgain(let host):
            guard case .asked(let times, now) = hosts[Int(host)].address else { return }
            ask(Int(host), times: times + 1, now)
        case .resolve(let host, let address):
            guard address == self.address else { return }
            transport.lookUp(host, bytes: Self.addressBytes, towards: .down, at: now)
        }
    }

    /// Lets the server answer a step of the handshake; or, with QUIC, lets the client begin.
    mutating func step(_ connection: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        switch connections[connection].stage {
        case .connecting: secure(connection, done: 0, now, &effects)
        case .securing(let done):
            let bytes = steps(connection)[Int(done)].down
            transport.answer(Int32(connection), stream(ofConnection: connection), bytes: bytes, at: now)
        case .open, .leaving, .closed: break
        }
    }

    mutating func armStep(_ connection: Int, at time: Int64) {
        let use = transport.streams[Int(stream(ofConnection: connection))].use
        alarms.set(.step(connection: Int32(connection), use: use), at: time)
    }
}
