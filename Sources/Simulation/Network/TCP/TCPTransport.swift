import SimulationContainers

/// A list of effects, to which the steps of a transport append.
typealias TCPEffects = ContiguousArray<TCPTransport.Effect>

/// All connections over one link, packet by packet.
///
///                    ┌── wire.up:   PacketQueue ──▶ comesUp ────┐
///     connections ───┼── wire.down: PacketQueue ──▶ comesDown ──┼──▶ a connection handles it, appends effects
///                    └── wire.alarms: deadlines ──▶ ring ───────┘        (connected, heard, reached, wasted)
///
/// A host with a network of its own has a `TCPPath` between it and the two.
///
/// Packets arrive in the order in which they were sent, so the two directions are queues, and only deadlines need a
/// heap. `run` takes the earliest of the three, step by step, or many of a steady transfer at once (`runAckClock`). At
/// one nanosecond packets towards the client go first, then packets towards the server, then the delayed
/// acknowledgement that has no alarm, then deadlines in the order in which they were set. What leaves a host's network
/// is one of those packets, and so it is no deadline. Times are nanoseconds.
///
/// Left out: closing a connection packet by packet (both ends close at once).
struct TCPTransport: Sendable {
    enum Effect: BitwiseCopyable, Sendable {
        /// The client has received the answer to its first packet: the connection is open.
        case connected(Int32)
        /// Everything that was written to a stream has come to the server.
        case heard(connection: Int32, stream: Int32, use: UInt32)
        /// The client has received as much of a stream as its mark says.
        case reached(stream: Int32)
        /// A query to a resolver has reached it, or its answer is back.
        case asked(question: Int32)
        case answered(question: Int32)
        /// So many bytes of a stream were wasted.
        case wasted(stream: Int32, bytes: Int64)
    }

    /// The number of packets that have arrived and of deadlines that have come.
    var events: Int64 = 0
    var connections: ContiguousArray<TCPConnection> = []
    var streams: TCPStreams
    private let settings: TCPSettings
    var wire: TCPWire
    private var free: ContiguousArray<Int32> = []
    /// The connection whose packet came last: where the next one is of another, no clock runs.
    private var current: Int32 = -1

    init(_ settings: TCPSettings, streams: Int, groups: Int, paths: Int = 0, seed: UInt64) {
        self.settings = settings
        self.streams = TCPStreams(count: streams, groups: groups)
        wire = TCPWire(settings, paths: paths, seed: seed)
    }

    var now: Int64 { wire.now }

    /// The packets for which a queue had no room: the link's, or that of a host's network.
    var drops: DroppedPackets {
        var drops = DroppedPackets()
        drops.down = wire.paths.reduce(wire.down.dropped) { $0 + $1.down.dropped }
        drops.up = wire.paths.reduce(wire.up.dropped) { $0 + $1.up.dropped }
        return drops
    }

    var drawsAtRandom: Bool { wire.drawsAtRandom }

    /// The time in nanoseconds that it takes to send the packet that a stream's owner was told of last, less its
    /// headers, to the client over the slowest link of its way, which leads through the network of a host or none:
    /// packets come no closer together. What a link carries may have become less while it was on its way: it takes no
    /// longer than since its server began to send, at `start`, but for the delays.
    func packetTime(of stream: Int, through path: Int32, since start: Int64) -> Int64 {
        let bytes = min(streams[stream].told, TCPSegment.mostBytes)
        var (time, delay) = (wire.down.duration(bytes), wire.down.delay)
        if path >= 0 {
            time = max(time, wire.paths[Int(path)].down.duration(bytes))
            delay += wire.paths[Int(path)].down.delay
        }
        return min(time, max(0, wire.now - start - delay))
    }

    mutating func set(_ values: NetworkValues, at now: Int64) {
        wire.now = now
        wire.set(values)
    }

    /// Sets what a host's own network offers.
    mutating func set(_ values: NetworkValues, ofPath path: Int, at now: Int64) {
        wire.now = now
        wire.setPath(path, values)
    }

    /// Opens a connection, with a handshake as TCP has it, which begins at `start` where that is later, or without one
    /// as QUIC.
    mutating func open(
        withHandshake: Bool, isOrdered: Bool = true, through path: Int32 = -1, at now: Int64, from start: Int64 = .min
    ) -> Int32 {
        wire.now = now
        let number = free.popLast() ?? Int32(connections.count)
        let connection = TCPConnection(
            settings, number: number, path: path, withHandshake: withHandshake, isOrdered: isOrdered)
        if Int(number) < connections.count {
            connections[Int(number)] = connection
        } else {
            connections.append(connection)
        }
        if withHandshake { connections[Int(number)].synchronize(from: start, &wire) }
        return number
    }

    mutating func close(_ index: Int32, _ effects: inout TCPEffects) {
        guard !connections[Int(index)].isClosed else { return }
        connections[Int(index)].close(&effects)
        releaseIfDrained(index)
    }

    /// Loses every packet on the link. All connections must be closed.
    mutating func loseEverything(at now: Int64, _ effects: inout TCPEffects) {
        wire.now = now
        for packet in wire.removeAll() {
            if packet.content.kind == .lookUp { continue }
            connections[Int(packet.connection)].lose(&effects)
            releaseIfDrained(packet.connection)
        }
    }

    mutating func begin(_ stream: Int32, group: Int32, before: Int64, mark: Int64, at now: Int64) {
        streams.begin(Int(stream), group: group, before: before, mark: mark, at: now)
    }

    mutating func ask(_ index: Int32, _ stream: Int32, bytes: Int64, at now: Int64) {
        wire.now = now
        connections[Int(index)].ask(stream, streams[Int(stream)].use, bytes: bytes, end: .message, &wire)
    }

    mutating func answer(_ index: Int32, _ stream: Int32, bytes: Int64, at now: Int64) {
        wire.now = now
        let (use, place) = (streams[Int(stream)].use, streams[Int(stream)].written)
        streams[Int(stream)].written += bytes
        connections[Int(index)].answer(stream, use, from: place, bytes: bytes, &wire)
    }

    /// Tells the server that the client no longer wants a stream. The server goes on until that message arrives; then
    /// the connection may be closed.
    mutating func reset(_ index: Int32, _ stream: Int32, bytes: Int64, thenCloses: Bool, at now: Int64) {
        wire.now = now
        let use = streams[Int(stream)].use
        abandon(index, stream)
        if thenCloses { connections[Int(index)].closesWhenQuiet = true }
        connections[Int(index)].ask(stream, use, bytes: bytes, end: .reset, &wire)
    }

    /// Writes the beginning of an answer to a use of a stream that was reset, of which the server has not heard yet.
    /// `before` bytes of it come before its body.
    mutating func answerInVain(
        _ index: Int32, _ stream: Int32, _ use: UInt32, before: Int64, bytes: Int64, at now: Int64
    ) {
        wire.now = now
        connections[Int(index)].answer(stream, use, from: -before, bytes: bytes, &wire)
    }

    mutating func abandon(_ index: Int32, _ stream: Int32) {
        let use = streams[Int(stream)].use
        connections[Int(index)].abandon(stream, use, bytes: streams.abandon(Int(stream)))
    }

    mutating func lookUp(_ question: Int32, bytes: Int64, towards direction: Direction, at now: Int64) {
        wire.now = now
        let packet = TCPPacket(connection: question, content: .lookUp)
        switch direction {
        case .up: wire.sendUp(packet, bytes: bytes)
        case .down: wire.sendDown(packet, bytes: bytes)
        }
    }

    // MARK: The loop

    @inline(__always)
    var due: Int64 { wire.due }

    /// Whether nothing that is on the links will be noticed by anybody, and each server knows what is no longer wanted.
    var isQuiet: Bool {
        func isQuiet(_ down: PacketQueue, _ up: PacketQueue) -> Bool {
            down.allSatisfy { isUnheeded($0) && $0.content.kind != .data } && up.allSatisfy { isUnheeded($0) }
        }
        return isQuiet(wire.down, wire.up) && wire.paths.allSatisfy { isQuiet($0.down, $0.up) }
            && connections.allSatisfy { $0.isClosed || $0.remains.isEmpty }
    }

    /// Whether a packet comes to nobody: its connection is closed, and has no bytes to report.
    private func isUnheeded(_ packet: TCPPacket) -> Bool {
        packet.content.kind != .lookUp && connections[Int(packet.connection)].isForgotten
    }

    /// Handles what is due next, and everything up to and including `last`, until there is an effect or `most` steps
    /// are done. Returns the number of steps. There must be one to do.
    ///
    /// It reads what is stored of the wire, and asks for nothing that is worked out: where nothing is optimized, that
    /// copies the wire first.
    @discardableResult
    mutating func run(to last: Int64, most: Int = 1, _ effects: inout TCPEffects) -> Int {
        if wire.hasPaths {
            let steps = runWithPaths(to: last, most: most, &effects)
            events += Int64(steps)
            return steps
        }
        var left = most
        repeat {
            let steps = mayRunClock(to: last) ? runAckClock(to: last, most: left) : 0
            if steps == 0 { takeNext(&effects) }
            left -= max(steps, 1)
            guard effects.isEmpty, left > 0 else { break }
        } while min(min(wire.down.nextArrival, wire.up.nextArrival), min(wire.alarms.next, wire.delayed.at)) <= last
        events += Int64(most - left)
        return most - left
    }

    /// Fewer packets are handled one by one: laying the clock out takes as long as some of them.
    static let leastClocked: Int64 = 4

    /// Whether all that is on the link is of the connection whose packet came last, and in order: then there may be
    /// many packets to handle at once.
    @inline(__always)
    private func mayRunClock(to last: Int64) -> Bool {
        guard current >= 0, wire.down.brings(Self.leastClocked, by: last) else { return false }
        let index = Int(current)
        return connections[index].underWay == wire.down.count + wire.up.count && connections[index].server.isSteady
            && connections[index].atClient.hasNothingBeyond
    }

    /// Handles the packet, the acknowledgement that was delayed or the deadline that comes next, where no host has a
    /// network of its own.
    @inline(__always)
    private mutating func takeNext(_ effects: inout TCPEffects) {
        let (downAt, upAt) = (wire.down.nextArrival, wire.up.nextArrival)
        wire.now = min(min(downAt, upAt), min(wire.alarms.next, wire.delayed.at))
        if wire.now == downAt {
            comesDown(&effects)
        } else if wire.now == upAt {
            comesUp(&effects)
        } else {
            takeDeadline()
        }
    }

    /// Handles the acknowledgement that was delayed until now, or the deadline that comes next.
    @inline(__always)
    mutating func takeDeadline() {
        if wire.now == wire.delayed.at {
            delayEnded()
        } else if let alarm = wire.alarms.removeFirst() {
            ring(alarm)
        }
    }

    @inline(__always)
    mutating func comesDown(_ effects: inout TCPEffects) {
        let packet = wire.down.removeFirst()
        if packet.content.kind == .lookUp { return tell(.answered(question: packet.connection), &effects) }
        current = packet.connection
        let isDrained = connections[Int(packet.connection)].comesDown(packet.content, &wire, &streams, &effects)
        if isDrained { free.append(packet.connection) }
    }

    @inline(__always)
    private mutating func comesUp(_ effects: inout TCPEffects) {
        let packet = wire.up.removeFirst()
        if packet.content.kind == .lookUp { return tell(.asked(question: packet.connection), &effects) }
        current = packet.connection
        let isDrained = connections[Int(packet.connection)].comesUp(packet.content, &wire, &effects)
        if isDrained { free.append(packet.connection) }
    }

    @inline(never)
    private func tell(_ effect: Effect, _ effects: inout TCPEffects) { effects.append(effect) }

    @inline(never)
    private mutating func ring(_ alarm: Alarms<TCPWire.Timer>.Alarm) {
        switch alarm.call {
        case .synchronize(let index), .answer(let index), .serverDeadline(let index), .clientDeadline(let index):
            connections[Int(index)].ring(alarm, &wire)
        }
    }

    @inline(never)
    private mutating func delayEnded() {
        let end = wire.removeDelayed()
        connections[Int(end.connection)].delayEnded(atServer: end.isServer, &wire)
    }

    /// Frees the index of a closed connection once none of its packets is on the link.
    mutating func releaseIfDrained(_ index: Int32) {
        if connections[Int(index)].isDrained { free.append(index) }
    }

    func checkInvariants() {
        for connection in connections where !connection.isClosed {
            connection.server.checkInvariants()
            connection.client.checkInvariants()
            connection.atClient.checkInvariants()
            connection.atServer.checkInvariants()
        }
    }
}
