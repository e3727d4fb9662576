import SimulationContainers

/// The way between a host and the link that all share, where the host has a network of its own: a queue each way, with
/// losses of its own.
///
///     server ──▶ down ──▶ wire.down ──▶ client
///     client ──▶ wire.up ──▶ up ──▶ server
///
/// The wire knows when the next packet leaves any of them (`TCPWire.leaving`), so that a network without such ways pays
/// nothing for them.
struct TCPPath: Sendable {
    var down: PacketQueue
    var up: PacketQueue
    /// The contents of the selective acknowledgements that are in the two queues, in their order.
    var downAnswers = Queue<TCPAcknowledgement>()
    var upAnswers = Queue<TCPAcknowledgement>()
    var downLoss: LinkLoss
    var upLoss: LinkLoss

    init(_ settings: TCPSettings, place: Int, seed: UInt64) {
        down = PacketQueue(rate: nil, delay: 0, limit: settings.downQueue_packets)
        up = PacketQueue(rate: nil, delay: 0, limit: settings.upQueue_packets)
        downLoss = LinkLoss(RandomStream(seed: seed, name: "host loss down", index: UInt64(place)))
        upLoss = LinkLoss(RandomStream(seed: seed, name: "host loss up", index: UInt64(place)))
    }

    mutating func set(_ values: NetworkValues, at now: Int64) {
        down.set(rate: values.down, delay: values.delayDown.nanoseconds, at: now)
        up.set(rate: values.up, delay: values.delayUp.nanoseconds, at: now)
        downLoss.set(values.lossDown)
        upLoss.set(values.lossUp)
    }

    /// Removes every packet from it, those towards the client first.
    mutating func removeAll(at now: Int64) -> [TCPPacket] {
        (downAnswers, upAnswers) = (Queue(), Queue())
        return down.removeAll(at: now) + up.removeAll(at: now)
    }

    var drawsAtRandom: Bool { downLoss.hasDrawn || upLoss.hasDrawn }
}

/// The next packet that leaves the networks of hosts, one way.
struct TCPLeaving: BitwiseCopyable, Sendable {
    /// When it leaves; `Int64.max` where there is none.
    private(set) var at: Int64 = .max
    private(set) var path = 0

    /// Of several networks' at one nanosecond the first in their order.
    mutating func note(_ queue: borrowing PacketQueue, of path: Int) {
        if (queue.nextArrival, path) < (at, self.path) { (at, self.path) = (queue.nextArrival, path) }
    }
}

extension TCPWire {
    /// Puts a packet on its way through a host's network. Returns false where it is lost or dropped there.
    @inline(never)
    mutating func sendDown(_ packet: TCPPacket, bytes: Int64, through path: Int) -> Bool {
        if paths[path].downLoss.takes(at: now) { return false }
        guard paths[path].down.admit(packet, bytes: bytes, at: now) else { return false }
        leaving.down.note(paths[path].down, of: path)
        return true
    }

    mutating func setPath(_ path: Int, _ values: NetworkValues) {
        paths[path].set(values, at: now)
        noteLeaving()
    }

    /// Finds when the next packets leave. O(paths).
    private mutating func noteLeaving() {
        leaving = (TCPLeaving(), TCPLeaving())
        for path in paths.indices {
            leaving.down.note(paths[path].down, of: path)
            leaving.up.note(paths[path].up, of: path)
        }
    }

    /// Takes the packet that leaves a host's network towards the client now, and puts it on the link that all share.
    /// Returns its connection where it is lost or dropped there. There must be one.
    mutating func moveDown() -> Int32? {
        let path = leaving.down.path
        let bytes = paths[path].down.nextBytes
        let packet = paths[path].down.removeFirst()
        noteLeaving()
        let isPut = sendDown(packet, bytes: bytes)
        if packet.content.kind == .selectiveAcknowledgement {
            let answer = paths[path].downAnswers.removeFirst()
            if isPut { downAnswers.append(answer) }
        }
        return isPut ? nil : packet.connection
    }

    /// Puts a packet that comes from the link that all share on its way through a host's network. Returns whether it is
    /// there, and not lost or dropped.
    mutating func moveUp(_ packet: TCPPacket, bytes: Int64, into path: Int) -> Bool {
        let isPut = !paths[path].upLoss.takes(at: now) && paths[path].up.admit(packet, bytes: bytes, at: now)
        if packet.content.kind == .selectiveAcknowledgement {
            let answer = upAnswers.removeFirst()
            if isPut { paths[path].upAnswers.append(answer) }
        }
        leaving.up.note(paths[path].up, of: path)
        return isPut
    }

    /// Takes the packet that leaves a host's network towards its server now. There must be one.
    mutating func removeUp() -> TCPPacket {
        let packet = paths[leaving.up.path].up.removeFirst()
        noteLeaving()
        return packet
    }

    /// Takes the selective acknowledgement that comes to the server of a connection, which has a path or none.
    mutating func removeUpAnswer(through path: Int32) -> TCPAcknowledgement {
        path < 0 ? upAnswers.removeFirst() : paths[Int(path)].upAnswers.removeFirst()
    }
}

extension TCPTransport {
    /// Does what `run` does, where hosts have networks of their own.
    @inline(never)
    mutating func runWithPaths(to last: Int64, most: Int, _ effects: inout TCPEffects) -> Int {
        var left = most
        repeat {
            takeNextWithPaths(&effects)
            left -= 1
        } while effects.isEmpty && left > 0 && wire.due <= last
        return most - left
    }

    /// Handles what comes next. Of what goes the same way at one nanosecond, that which leaves a host's network was on
    /// its way before, so it comes first: a network that keeps nothing back is as none.
    private mutating func takeNextWithPaths(_ effects: inout TCPEffects) {
        wire.now = wire.due
        if wire.now == wire.leaving.down.at {
            if let lost = wire.moveDown() { lose(lost, &effects) }
        } else if wire.now == wire.down.nextArrival {
            comesDown(&effects)
        } else if wire.now == wire.leaving.up.at {
            comesToServer(wire.removeUp(), &effects)
        } else if wire.now == wire.up.nextArrival {
            comesUpBeforePaths(&effects)
        } else {
            takeDeadline()
        }
    }

    /// A packet comes from the link towards a server, which may have a network of its own before it.
    private mutating func comesUpBeforePaths(_ effects: inout TCPEffects) {
        let bytes = wire.up.nextBytes
        let packet = wire.up.removeFirst()
        if packet.content.kind == .lookUp { return effects.append(.asked(question: packet.connection)) }
        let path = connections[Int(packet.connection)].path
        guard path < 0 else {
            if !wire.moveUp(packet, bytes: bytes, into: Int(path)) { lose(packet.connection, &effects) }
            return
        }
        comesToServer(packet, &effects)
    }

    private mutating func comesToServer(_ packet: TCPPacket, _ effects: inout TCPEffects) {
        let isDrained = connections[Int(packet.connection)].comesUp(packet.content, &wire, &effects)
        if isDrained { releaseIfDrained(packet.connection) }
    }

    /// A packet of a connection is lost between two queues.
    private mutating func lose(_ connection: Int32, _ effects: inout TCPEffects) {
        connections[Int(connection)].lose(&effects)
        releaseIfDrained(connection)
    }
}
