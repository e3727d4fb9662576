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

    /// How many packets have arrived, and deadlines come.
    private(set) var events: Int64 = 0
    private(set) var connections: ContiguousArray<TCPConnection> = []
    var streams: TCPStreams
    private let settings: TCPSettings
    private var wire: TCPWire
    private var free: ContiguousArray<Int32> = []

    init(_ settings: TCPSettings, streams: Int, groups: Int, seed: UInt64) {
        self.settings = settings
        self.streams = TCPStreams(count: streams, groups: groups)
        wire = TCPWire(settings, seed: seed)
    }

    /// The time of the last thing that happened.
    var now: Int64 { wire.now }

    /// Packets that the queue towards the client had no room for.
    var drops: Int64 { wire.down.dropped }

    /// How long a full packet takes to be sent to the client.
    var packetTime: Int64 { wire.down.duration(TCPSegment.mostBytes) }

    // MARK: What it is told

    /// What the link offers from `now` on.
    mutating func set(_ offer: TCPOffer, at now: Int64) {
        wire.now = now
        wire.set(offer)
    }

    /// A new connection, with the handshake of TCP, or without one as QUIC has it.
    mutating func open(withHandshake: Bool, isOrdered: Bool = true, at now: Int64) -> Int32 {
        wire.now = now
        let number = free.popLast() ?? Int32(connections.count)
        let connection = TCPConnection(
            settings, number: number, withHandshake: withHandshake, isOrdered: isOrdered)
        if Int(number) < connections.count {
            connections[Int(number)] = connection
        } else {
            connections.append(connection)
        }
        if withHandshake { connections[Int(number)].synchronize(&wire) }
        return number
    }

    /// Both ends of a connection let go. What is on the link still comes, to nobody.
    mutating func close(_ index: Int32, _ effects: inout ContiguousArray<Effect>) {
        guard !connections[Int(index)].isClosed else { return }
        connections[Int(index)].close(&streams, &effects)
        releaseIfDrained(index)
    }

    /// Begins a new use of a stream, of which `before` bytes come before its body.
    mutating func begin(_ stream: Int32, group: Int32, before: Int64, mark: Int64, at now: Int64) {
        streams.begin(Int(stream), group: group, before: before, mark: mark, at: now)
    }

    /// The client says so much to the server.
    mutating func ask(_ index: Int32, _ stream: Int32, bytes: Int64, at now: Int64) {
        wire.now = now
        connections[Int(index)].ask(stream, streams[Int(stream)].use, bytes: bytes, end: .message, &wire)
    }

    /// The server says so much, or so much more, to the client.
    mutating func answer(_ index: Int32, _ stream: Int32, bytes: Int64, at now: Int64) {
        wire.now = now
        let (use, place) = (streams[Int(stream)].use, streams[Int(stream)].written)
        streams[Int(stream)].written += bytes
        connections[Int(index)].answer(stream, use, from: place, bytes: bytes, &wire)
    }

    /// The client no longer wants a stream. The server goes on until the word has come to it; then the connection may
    /// be closed.
    mutating func reset(_ index: Int32, _ stream: Int32, bytes: Int64, thenCloses: Bool, at now: Int64) {
        wire.now = now
        let use = streams[Int(stream)].use
        abandon(index, stream)
        if thenCloses { connections[Int(index)].closeWhenQuiet() }
        connections[Int(index)].ask(stream, use, bytes: bytes, end: .reset, &wire)
    }

    /// What still comes of this use of a stream is for nobody.
    mutating func abandon(_ index: Int32, _ stream: Int32) {
        let use = streams[Int(stream)].use
        connections[Int(index)].abandon(stream, use, bytes: streams.abandon(Int(stream)))
    }

    /// Asks a resolver, or answers for it.
    mutating func lookUp(_ question: Int32, bytes: Int64, towards direction: Direction, at now: Int64) {
        wire.now = now
        let packet = TCPPacket(connection: question, content: .lookUp)
        switch direction {
        case .up: wire.sendUp(packet, bytes: bytes)
        case .down: wire.sendDown(packet, bytes: bytes)
        }
    }

    // MARK: The loop

    /// When there is something to do, or `Int64.max`.
    @inline(__always)
    var due: Int64 { wire.due }

    /// Whether nothing is on the link.
    var isQuiet: Bool { wire.down.count == 0 && wire.up.count == 0 }

    /// Takes what is due next, and what is due up to and with `last`, until something has come of it or `most` things
    /// were taken. Returns how many were. There must be something.
    @discardableResult
    mutating func run(to last: Int64, most: Int = 1, _ effects: inout ContiguousArray<Effect>) -> Int {
        var left = most
        repeat {
            let (downAt, upAt) = (wire.down.nextArrival, wire.up.nextArrival)
            wire.now = min(downAt, upAt, wire.alarms.next)
            if wire.now == downAt {
                comesDown(&effects)
            } else if wire.now == upAt {
                comesUp(&effects)
            } else if let alarm = wire.alarms.removeFirst() {
                ring(alarm)
            }
            left -= 1
        } while effects.isEmpty && left > 0 && due <= last
        events += Int64(most - left)
        return most - left
    }

    @inline(__always)
    private mutating func comesDown(_ effects: inout ContiguousArray<Effect>) {
        let packet = wire.down.removeFirst()
        if case .lookUp = packet.content { return tell(.answered(question: packet.connection), &effects) }
        connections[Int(packet.connection)].comesDown(packet.content, &wire, &streams, &effects)
        releaseIfDrained(packet.connection)
    }

    @inline(__always)
    private mutating func comesUp(_ effects: inout ContiguousArray<Effect>) {
        let packet = wire.up.removeFirst()
        if case .lookUp = packet.content { return tell(.asked(question: packet.connection), &effects) }
        connections[Int(packet.connection)].comesUp(packet.content, &wire, &effects)
        releaseIfDrained(packet.connection)
    }

    @inline(never)
    private func tell(_ effect: Effect, _ effects: inout ContiguousArray<Effect>) { effects.append(effect) }

    @inline(never)
    private mutating func ring(_ alarm: Alarms<TCPWire.Timer>.Alarm) {
        switch alarm.call {
        case .synchronize(let index), .answer(let index), .serverDeadline(let index), .clientDeadline(let index):
            connections[Int(index)].ring(alarm, &wire)
        }
    }

    /// The place of a connection that is closed is used again once nothing of it is under way.
    @inline(__always)
    private mutating func releaseIfDrained(_ index: Int32) {
        if connections[Int(index)].isDrained { free.append(index) }
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
