import PlayerModel
import Testing

@testable import Simulation

/// A client, a server and a link that nobody can rely on: whatever is done, no byte may be lost track of.
private struct TCPProgram {
    /// The state of one use of a stream.
    private struct Use {
        var connection: Int32
        var use: UInt32
        /// The bytes that the server is to send in all, and those that it has been given to send.
        var total: Int64
        var written: Int64 = 0
        var isHeard = false
    }

    private static let streams = 6

    var transport: TCPTransport
    private var random: RandomStream
    private var uses: [Use?] = Array(repeating: nil, count: streams)
    /// Connections that may be asked, and those of them that have said that they are connected.
    private var usable: Set<Int32> = []
    private var connected: Set<Int32> = []
    private var effects: ContiguousArray<TCPTransport.Effect> = []
    private var wastedInEffects: Int64 = 0
    private var now: Int64 = 0
    private var completed: Int64 = 0
    /// The bytes that came of uses which were then abandoned.
    private var givenUp: Int64 = 0
    private var digest = Digest()
    private(set) var objections: [String] = []

    init(seed: UInt64) {
        random = RandomStream(seed: seed, name: "program")
        var settings = TCPSettings()
        settings.downQueue_packets = [1, 2, 5, 50, 200][Int(random.below(5))]
        settings.upQueue_packets = [1, 3, 50][Int(random.below(3))]
        settings.usesHystart = random.below(2) == 0
        settings.receiveWindow_packets = [1, 2, 10, 1000, .max][Int(random.below(5))]
        transport = TCPTransport(settings, streams: Self.streams, groups: 2, seed: seed)
        change()
    }

    private mutating func below(_ bound: Int64) -> Int64 { Int64(random.below(UInt64(bound))) }

    private mutating func change() {
        var offer = NetworkValues()
        func rate(_ random: inout RandomStream) -> Int64? {
            [nil, 0, 8_000, 500_000, 5_000_000, 1_000_000_000][Int(random.below(6))]
        }
        offer.down = rate(&random)
        offer.up = rate(&random)
        offer.delayDown = TimeAmount(nanoseconds: [0, 1, 3_000_000, 400_000_000][Int(below(4))])
        offer.delayUp = TimeAmount(nanoseconds: [0, 1, 20_000_000][Int(below(3))])
        offer.lossDown = [0, 0, 10_000, 300_000, 1_000_000][Int(below(5))]
        offer.lossUp = [0, 0, 50_000, 1_000_000][Int(below(4))]
        transport.set(offer, at: now)
    }

    // MARK: What is done

    mutating func run(actions: Int) -> UInt64 {
        for _ in 0..<actions {
            advance(to: now + [0, 1_000_000, 40_000_000, 900_000_000][Int(below(4))] + below(1000))
            act()
            transport.checkInvariants()
        }
        heal()
        judge()
        return digest.value
    }

    private mutating func act() {
        switch below(12) {
        case 0, 1: if usable.count < 4 { open() }
        case 2...5: ask()
        case 6: giveUp(closing: false)
        case 7: giveUp(closing: true)
        case 8: if let use = uses[Int(below(6))] { close(use.connection) }
        case 9: extend()
        default: change()
        }
    }

    private mutating func open() {
        let isOrdered = below(2) == 0
        let inUse = Set(transport.connections.indices.filter { !isDrained($0) }.map { Int32($0) })
        let index = transport.open(withHandshake: isOrdered, isOrdered: isOrdered, at: now)
        if inUse.contains(index) { objections.append("a place is used again before it is drained") }
        usable.insert(index)
        if !isOrdered { connected.insert(index) }
    }

    private func isDrained(_ index: Int) -> Bool { transport.connections[index].isDrained }

    private mutating func ask() {
        let ready = usable.intersection(connected).sorted()
        guard !ready.isEmpty, let stream = uses.indices.first(where: { uses[$0] == nil }) else { return }
        let connection = ready[Int(below(Int64(ready.count)))]
        let total = [1, 1448, 10_000, 200_000][Int(below(4))] + below(3000)
        transport.begin(Int32(stream), group: Int32(stream % 2), before: 0, mark: 1, at: now)
        uses[stream] = Use(connection: connection, use: transport.streams[stream].use, total: total)
        transport.ask(connection, Int32(stream), bytes: 1 + below(3000), at: now)
        take()
    }

    /// The server has more to say.
    private mutating func extend() {
        guard let stream = uses.indices.first(where: { uses[$0]?.isHeard == true }), let use = uses[stream] else {
            return
        }
        say(stream, min(use.total - use.written, 1 + below(50_000)))
    }

    private mutating func say(_ stream: Int, _ bytes: Int64) {
        guard let use = uses[stream], bytes > 0 else { return }
        uses[stream]?.written += bytes
        transport.answer(use.connection, Int32(stream), bytes: bytes, at: now)
        if transport.streams[stream].mark == .max {
            transport.streams[stream].mark = transport.streams[stream].received + 1
        }
        take()
    }

    /// The client no longer wants something. The connection is left to itself where nothing else is on it.
    private mutating func giveUp(closing: Bool) {
        guard let stream = uses.indices.first(where: { uses[$0] != nil }), let use = uses[stream] else { return }
        let isAlone = uses.filter { $0?.connection == use.connection }.count == 1
        givenUp += transport.streams[stream].received
        uses[stream] = nil
        if closing, isAlone {
            usable.remove(use.connection)
            connected.remove(use.connection)
        }
        transport.reset(use.connection, Int32(stream), bytes: 35, thenCloses: closing && isAlone, at: now)
        take()
    }

    private mutating func close(_ connection: Int32) {
        for stream in uses.indices where uses[stream]?.connection == connection {
            givenUp += transport.streams[stream].received
            uses[stream] = nil
            transport.abandon(connection, Int32(stream))
        }
        usable.remove(connection)
        connected.remove(connection)
        transport.close(connection, &effects)
        take()
    }

    // MARK: What comes of it

    private mutating func advance(to end: Int64) {
        var most = 200_000
        while transport.due <= end, most > 0 {
            most -= 1
            let due = transport.due
            if due < now { objections.append("time goes back") }
            transport.run(to: due, &effects)
            now = due
            if most % 64 == 0 { transport.checkInvariants() }
            take()
        }
        if most == 0 { objections.append("it does not end") }
        now = max(now, end)
    }

    private mutating func take() {
        while !effects.isEmpty {
            let batch = effects
            effects.removeAll()
            for effect in batch {
                digest.mix(UInt64(bitPattern: now))
                switch effect {
                case .connected(let index): if usable.contains(index) { connected.insert(index) }
                case .heard(_, let stream, let use): hear(Int(stream), use)
                case .reached(let stream): reach(Int(stream))
                case .wasted(_, let bytes): wastedInEffects += bytes
                case .asked, .answered: objections.append("nobody asked")
                }
            }
        }
    }

    private mutating func hear(_ stream: Int, _ number: UInt32) {
        guard let use = uses[stream], use.use == number else { return }
        if use.isHeard { objections.append("a request is heard twice") }
        uses[stream]?.isHeard = true
        say(stream, below(2) == 0 ? use.total : 1 + below(use.total))
    }

    private mutating func reach(_ stream: Int) {
        digest.mix(UInt64(bitPattern: transport.streams[stream].received))
        guard let use = uses[stream] else { return objections.append("a stream that was given up goes on") }
        let received = transport.streams[stream].received
        if received > use.written { objections.append("more comes than was said") }
        if received == use.total {
            completed += use.total
            uses[stream] = nil
        } else if received < use.written {
            transport.streams[stream].mark = min(use.written, received + 1 + below(20_000))
        }
    }

    /// All is well again: what is wanted arrives, and what is not is counted.
    private mutating func heal() {
        var offer = NetworkValues()
        offer.down = 50_000_000
        offer.up = 50_000_000
        offer.delayDown = .milliseconds(1)
        offer.delayUp = .milliseconds(1)
        transport.set(offer, at: now)
        let end = now + 10_000_000_000_000
        repeat {
            for stream in uses.indices {
                if let use = uses[stream], use.isHeard { say(stream, use.total - use.written) }
            }
            if transport.due < .max { advance(to: transport.due) }
        } while transport.due < .max && now < end
        if now >= end { objections.append("it goes on for ever") }
        transport.checkInvariants()
    }

    private mutating func judge() {
        if uses.contains(where: { $0 != nil }) { objections.append("an answer never came: \(uses)") }
        if !transport.isQuiet { objections.append("it is not quiet") }
        let bytes = transport.streams.received.reduce(0) { $0 + $1.bytes }
        let wasted = transport.streams.received.reduce(0) { $0 + $1.wasted }
        if bytes != completed + givenUp + wasted {
            objections.append("\(bytes) came, \(completed) complete, \(givenUp) given up, \(wasted) wasted")
        }
        if wasted != wastedInEffects { objections.append("\(wasted) wasted, \(wastedInEffects) said to be") }
        for index in transport.connections.indices where !usable.contains(Int32(index)) {
            if !isDrained(index) { objections.append("connection \(index) is never let go") }
        }
    }
}

@Suite struct TCPTransportTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `no byte is lost track of, whatever is done`(batch: UInt64) {
        for seed in batch * 10..<(batch + 1) * 10 {
            var program = TCPProgram(seed: seed)
            _ = program.run(actions: 60)
            #expect(program.objections.isEmpty, "seed \(seed): \(program.objections)")
        }
    }

    @Test func `the same seed comes to the same`() {
        for seed in 0..<20 as Range<UInt64> {
            var (one, two) = (TCPProgram(seed: seed), TCPProgram(seed: seed))
            #expect(one.run(actions: 40) == two.run(actions: 40))
        }
    }

    /// A transport with one connection, and so many streams on it that are all answered at once.
    private static func answered(streams: Int, bytes: Int64, isOrdered: Bool) -> TCPTransport {
        var settings = TCPSettings()
        settings.downQueue_packets = 1000
        var transport = TCPTransport(settings, streams: streams, groups: 1, seed: 1)
        var offer = NetworkValues()
        offer.down = 10_000_000
        offer.delayDown = .milliseconds(10)
        offer.delayUp = .milliseconds(10)
        transport.set(offer, at: 0)
        let connection = transport.open(withHandshake: false, isOrdered: isOrdered, at: 0)
        for stream in 0..<Int32(streams) {
            transport.begin(stream, group: 0, before: 0, mark: bytes, at: 0)
            transport.answer(connection, stream, bytes: bytes, at: 0)
        }
        return transport
    }

    @Test func `streams share evenly, within a frame and the packet that goes beyond it`() {
        var transport = Self.answered(streams: 5, bytes: 1_000_000, isOrdered: true)
        var effects: ContiguousArray<TCPTransport.Effect> = []
        while effects.isEmpty {
            transport.run(to: transport.due, &effects)
            let received = (0..<5).map { transport.streams[$0].received }
            #expect(received.max()! - received.min()! <= 16_384 + TCPSegment.mostBytes)
        }
    }

    /// With TCP nothing is handed on before what was lost has come again; with QUIC only its own stream waits.
    @Test(arguments: [true, false])
    func `a lost packet holds up other streams only where packets are in order`(isOrdered: Bool) {
        var transport = Self.answered(streams: 2, bytes: 1_000_000, isOrdered: isOrdered)
        var lossy = NetworkValues(10_000_000, nil, roundTrip: 20_000)
        var effects: ContiguousArray<TCPTransport.Effect> = []
        while transport.streams[1].received < 300_000 { transport.run(to: transport.due, &effects) }
        lossy.lossDown = 1_000_000
        transport.set(lossy, at: transport.now)
        let before = transport.connections[0].server.next
        while transport.connections[0].server.next == before { transport.run(to: transport.due, &effects) }
        lossy.lossDown = 0
        transport.set(lossy, at: transport.now)
        var mostApart: Int64 = 0
        var (pause, heardAt, heard) = (Int64(0), transport.now, transport.streams.received[0].bytes)
        transport.streams.received[0].pause = 0
        while transport.due < .max {
            transport.run(to: transport.due, &effects)
            if transport.streams.received[0].bytes > heard {
                pause = max(pause, transport.now - heardAt)
                (heardAt, heard) = (transport.now, transport.streams.received[0].bytes)
            }
            let received = [transport.streams[0].received, transport.streams[1].received]
            mostApart = max(mostApart, abs(received[0] - received[1]))
            transport.checkInvariants()
        }
        #expect(transport.streams[0].received == 1_000_000 && transport.streams[1].received == 1_000_000)
        #expect(transport.streams.received[0].pause == pause, "the longest time without a byte for either")
        #expect((mostApart > 16_384 + TCPSegment.mostBytes) == !isOrdered)
    }

    /// A connection over a link that loses all that comes down, to a client that has room for so many packets.
    private static func unheard(receiveWindow_packets: Int64) -> TCPTransport {
        var settings = TCPSettings()
        settings.receiveWindow_packets = receiveWindow_packets
        var transport = TCPTransport(settings, streams: 1, groups: 1, seed: 1)
        var offer = NetworkValues(10_000_000, nil, roundTrip: 20_000)
        offer.lossDown = 1_000_000
        transport.set(offer, at: 0)
        _ = transport.open(withHandshake: false, at: 0)
        transport.begin(0, group: 0, before: 0, mark: .max, at: 0)
        return transport
    }

    /// RFC 8985, section 7.3: a probe is new data only where the receiver has room for it.
    @Test(arguments: [1, 2, 9] as [Int64])
    func `no more is under way than the client has room for, probes included`(room: Int64) {
        var transport = Self.unheard(receiveWindow_packets: room)
        transport.answer(0, 0, bytes: 100 * TCPSegment.mostBytes, at: 0)
        var effects: TCPEffects = []
        while transport.now < 10_000_000_000 {
            transport.run(to: -1, &effects)
            #expect(transport.connections[0].server.outstanding == room)
        }
        #expect(transport.connections[0].server.retransmissions > 1)
    }

    /// Nobody wants it any more when it is on its way.
    @Test(arguments: [0, 300, 4000] as [Int64], [true, false])
    func `what comes in vain is a body, without what is before it`(head: Int64, isOrdered: Bool) {
        var transport = TCPTransport(TCPSettings(), streams: 1, groups: 1, seed: 1)
        transport.set(NetworkValues(10_000_000, nil, roundTrip: 20_000), at: 0)
        let connection = transport.open(withHandshake: false, isOrdered: isOrdered, at: 0)
        transport.begin(0, group: 0, before: head, mark: .max, at: 0)
        transport.answer(connection, 0, bytes: head + 1000, at: 0)
        transport.reset(connection, 0, bytes: 35, thenCloses: false, at: 0)
        var effects: TCPEffects = []
        while transport.due < .max { transport.run(to: transport.due, &effects) }
        #expect(transport.streams.received[0].bytes == 1000 && transport.streams.received[0].wasted == 1000)
    }

    @Test func `the room that a client has is no bound for what it sends`() {
        var transport = Self.unheard(receiveWindow_packets: 1)
        transport.ask(0, 0, bytes: 8 * TCPSegment.mostBytes, at: 0)
        #expect(transport.connections[0].client.outstanding == 8)
    }
}

extension PacketQueueTests {
    @Test(arguments: 0..<50 as Range<UInt64>)
    func `nothing overtakes and nothing is lost, whatever changes`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "queue")
        var queue = PacketQueue(rate: 1_000_000, delay: 5, limit: 20)
        var (now, sent, came, last) = (Int64(0), Int64(0), Int64(0), Int64(0))
        for _ in 0..<400 {
            now += Int64(random.below(3_000_000))
            while queue.nextArrival <= now {
                #expect(queue.nextArrival >= last)
                last = queue.nextArrival
                #expect(queue.removeFirst().content.sequence == came)
                came += 1
            }
            if random.below(3) == 0 {
                let rate = [nil, 0, 1, 8_000, 1_000_000, 100_000_000_000][Int(random.below(6))] as Int64?
                queue.set(rate: rate, delay: Int64(random.below(10_000_000)), at: now)
            } else if queue.admit(.numbered(sent), bytes: 1 + Int64(random.below(1500)), at: now) {
                sent += 1
            }
            #expect(queue.waiting(at: now) <= 20 && Int64(queue.count) == sent - came)
        }
        queue.set(rate: nil, delay: 0, at: now)
        while queue.nextArrival < .max {
            #expect(queue.removeFirst().content.sequence == came)
            came += 1
        }
        #expect(came == sent)
    }
}
