/// Connections over one link, packet by packet.
///
/// Packets arrive in the order in which they were sent, so the two directions are queues, and only deadlines need a
/// heap. At one nanosecond what comes down goes first, then what comes up, then deadlines in the order in which they
/// were armed. Times are nanoseconds.
///
/// Left out: closing a connection packet by packet (both ends let go at once), and acknowledgements that wait.
struct TCPTransport: Sendable {
    /// What has come of a step.
    enum Effect: BitwiseCopyable, Sendable {
        /// The client has had the answer to its first packet.
        case connected(Int32)
        /// All that was written to a stream is at the server.
        case heard(connection: Int32, stream: Int32, use: UInt32)
        /// The client has as much of a stream as it wanted to be told of.
        case reached(stream: Int32)
        /// A question to a resolver is there, or its answer is back.
        case asked(question: Int32)
        case answered(question: Int32)
        /// So many bytes of a stream came to nobody.
        case wasted(stream: Int32, bytes: Int64)
    }

    enum Timer: BitwiseCopyable, Sendable {
        case synchronize(Int32)
        case answer(Int32)
        case serverDeadline(Int32)
        case clientDeadline(Int32)
    }

    struct Alarm: Comparable, BitwiseCopyable, Sendable {
        let time: Int64
        let sequence: Int64
        let timer: Timer

        static func < (left: Alarm, right: Alarm) -> Bool {
            left.time < right.time || (left.time == right.time && left.sequence < right.sequence)
        }

        static func == (left: Alarm, right: Alarm) -> Bool { left.sequence == right.sequence }
    }

    /// What a group of streams has had.
    struct Received: BitwiseCopyable, Sendable {
        var bytes: Int64 = 0
        /// How many of them nobody wanted.
        var wasted: Int64 = 0
    }

    static let million: UInt64 = 1_000_000

    /// How many packets have arrived, and deadlines come.
    var events: Int64 = 0
    var now: Int64 = 0
    var connections: ContiguousArray<TCPConnection> = []
    var streams: ContiguousArray<TCPStream> = []
    /// By group.
    var received: ContiguousArray<Received> = []
    /// By stream, what has come beyond a gap, of connections that keep no order among streams.
    var beyond: ContiguousArray<ContiguousArray<Range<Int64>>> = []
    let settings: TCPSettings
    var down: PacketQueue<TCPPacket>
    var up: PacketQueue<TCPPacket>
    var downLoss: RandomStream
    var upLoss: RandomStream
    var downLoss_ppm: UInt64 = 0
    var upLoss_ppm: UInt64 = 0
    var alarms = Heap<Alarm>()
    var nextAlarm: Int64 = .max
    var sequence: Int64 = 0
    var transmissions: ContiguousArray<TCPSender.Effect> = []
    var free: ContiguousArray<Int32> = []

    init(_ settings: TCPSettings, streams: Int, groups: Int, seed: UInt64) {
        self.settings = settings
        self.streams = ContiguousArray(repeating: TCPStream(), count: streams)
        beyond = ContiguousArray(repeating: [], count: streams)
        received = ContiguousArray(repeating: Received(), count: groups)
        down = PacketQueue(rate: nil, delay: 0, limit: settings.downQueue_packets)
        up = PacketQueue(rate: nil, delay: 0, limit: settings.upQueue_packets)
        downLoss = RandomStream(seed: seed, name: "tcp loss down")
        upLoss = RandomStream(seed: seed, name: "tcp loss up")
    }

    // MARK: What it is told

    /// What the link offers from `now` on.
    mutating func set(_ offer: TCPOffer, at now: Int64) {
        self.now = now
        down.set(rate: offer.down_bps, delay: offer.downDelay_ns, at: now)
        up.set(rate: offer.up_bps, delay: offer.upDelay_ns, at: now)
        downLoss_ppm = UInt64(offer.downLoss_ppm)
        upLoss_ppm = UInt64(offer.upLoss_ppm)
    }

    /// A new connection, with the handshake of TCP, or without one as QUIC has it.
    mutating func open(withHandshake: Bool, isOrdered: Bool = true, at now: Int64) -> Int32 {
        self.now = now
        let connection = TCPConnection(settings, isOrdered: isOrdered, at: now)
        let index: Int32
        if let last = free.popLast() {
            index = last
            connections[Int(index)] = connection
        } else {
            index = Int32(connections.count)
            connections.append(connection)
        }
        if withHandshake {
            synchronize(Int(index))
        } else {
            connections[Int(index)].clientIsConnected = true
            connections[Int(index)].serverIsConnected = true
            connections[Int(index)].connectedAt = now
        }
        return index
    }

    /// Both ends of a connection let go. What is on the link still comes, to nobody.
    mutating func close(_ index: Int32) {
        guard !connections[Int(index)].isClosed else { return }
        connections[Int(index)].isClosed = true
        releaseIfDrained(Int(index))
    }

    /// Begins a new use of a stream, of which `before` bytes come before its body.
    mutating func begin(_ stream: Int32, group: Int32, before: Int64, mark: Int64, at now: Int64) {
        let use = streams[Int(stream)].use &+ 1
        streams[Int(stream)] = TCPStream(
            use: use, group: group, received: -before, written: -before, mark: mark, heardAt: now)
        beyond[Int(stream)].removeAll(keepingCapacity: true)
    }

    /// Before any of it was sent: so much more comes before the body, and the owner wants to know of its first byte.
    mutating func lengthen(_ stream: Int32, by bytes: Int64) {
        streams[Int(stream)].received -= bytes
        streams[Int(stream)].written -= bytes
        streams[Int(stream)].mark = streams[Int(stream)].received + 1
    }

    /// One stream more.
    mutating func addStream() {
        streams.append(TCPStream())
        beyond.append([])
    }

    /// The client says so much to the server.
    mutating func ask(_ index: Int32, _ stream: Int32, bytes: Int64, at now: Int64) {
        self.now = now
        let use = streams[Int(stream)].use
        write(Int(index), stream, use, bytes: bytes, end: .message)
    }

    /// The server says so much, or so much more, to the client.
    mutating func answer(_ index: Int32, _ stream: Int32, bytes: Int64, at now: Int64) {
        self.now = now
        let (index, use) = (Int(index), streams[Int(stream)].use)
        let place = streams[Int(stream)].written
        streams[Int(stream)].written += bytes
        let count = connections[index].fromServer.write(stream, use, from: place, bytes: bytes, end: .message)
        connections[index].server.write(count, at: now, &transmissions)
        serverActs(index)
    }

    /// The client no longer wants a stream. The server goes on until the word has come to it; then the connection may
    /// be closed.
    mutating func reset(_ index: Int32, _ stream: Int32, bytes: Int64, thenCloses: Bool, at now: Int64) {
        self.now = now
        let use = streams[Int(stream)].use
        abandon(index, stream)
        if thenCloses { connections[Int(index)].closesWhenQuiet = true }
        write(Int(index), stream, use, bytes: bytes, end: .reset)
    }

    /// What still comes of this use of a stream is for nobody.
    mutating func abandon(_ index: Int32, _ stream: Int32) {
        let use = streams[Int(stream)].use
        connections[Int(index)].remains.append(TCPConnection.Remains(stream: stream, use: use))
        streams[Int(stream)].use &+= 1
    }

    /// Asks a resolver, or answers for it.
    mutating func lookUp(_ question: Int32, bytes: Int64, towards direction: Direction, at now: Int64) {
        self.now = now
        let packet = TCPPacket(connection: question, content: .lookUp)
        switch direction {
        case .up: if !isLostUp() { up.admit(packet, bytes: bytes, at: now) }
        case .down: if !isLostDown() { down.admit(packet, bytes: bytes, at: now) }
        }
    }

    mutating func write(
        _ index: Int, _ stream: Int32, _ use: UInt32, bytes: Int64, end: TCPSegment.End
    ) {
        let count = connections[index].fromClient.write(stream, use, from: 0, bytes: bytes, end: end)
        connections[index].client.write(count, at: now, &transmissions)
        clientActs(index)
    }

    // MARK: The loop

    /// When there is something to do, or `Int64.max`.
    @inline(__always)
    var due: Int64 { min(down.nextArrival, up.nextArrival, nextAlarm) }

    /// Whether nothing is on the link.
    var isQuiet: Bool { down.count == 0 && up.count == 0 }

    /// Takes what is due next. There must be something.
    @inline(__always)
    mutating func step(_ effects: inout ContiguousArray<Effect>) {
        let (downAt, upAt) = (down.nextArrival, up.nextArrival)
        events += 1
        now = min(downAt, upAt, nextAlarm)
        if now == downAt {
            let packet = down.removeFirst()
            comesDown(packet.content, Int(packet.connection), &effects)
        } else if now == upAt {
            let packet = up.removeFirst()
            comesUp(packet.content, Int(packet.connection), &effects)
        } else if let alarm = alarms.removeFirst() {
            nextAlarm = alarms.first?.time ?? .max
            ring(alarm)
        }
    }

    /// Traps where something cannot be.
    func checkInvariants() {
        for connection in connections where !connection.isClosed {
            connection.server.checkInvariants()
            connection.client.checkInvariants()
            connection.atClient.checkInvariants()
            connection.atServer.checkInvariants()
        }
    }
}
