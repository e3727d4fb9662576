import SimulationContainers

/// The way between a host and the link that all share, where the host has a network of its own: a queue each way, with
/// losses of its own.
///
///     server ──▶ down ──▶ wire.down ──▶ client
///     client ──▶ wire.up ──▶ up ──▶ server
///
/// Packets that leave it are moved on by an alarm, so that connections without such a way pay nothing for it.
struct TCPPath: Sendable {
    var down: PacketQueue
    var up: PacketQueue
    /// The contents of the selective acknowledgements that are in the two queues, in their order.
    var downAnswers = Queue<TCPAcknowledgement>()
    var upAnswers = Queue<TCPAcknowledgement>()
    /// The alarm that is set for the next packet that leaves it.
    var armed: Int64 = .max
    var downLoss: LinkLoss
    var upLoss: LinkLoss

    init(_ settings: TCPSettings, place: Int, seed: UInt64) {
        down = PacketQueue(rate: nil, delay: 0, limit: settings.downQueue_packets)
        up = PacketQueue(rate: nil, delay: 0, limit: settings.upQueue_packets)
        downLoss = LinkLoss(RandomStream(seed: seed, name: "host loss down", index: UInt64(place)))
        upLoss = LinkLoss(RandomStream(seed: seed, name: "host loss up", index: UInt64(place)))
    }

    /// When the next packet leaves it, either way; or `Int64.max`.
    var due: Int64 { min(down.nextArrival, up.nextArrival) }

    mutating func set(_ values: NetworkValues, at now: Int64) {
        down.set(rate: values.down, delay: values.delayDown.nanoseconds, at: now)
        up.set(rate: values.up, delay: values.delayUp.nanoseconds, at: now)
        downLoss.set(values.lossDown)
        upLoss.set(values.lossUp)
    }

    /// Removes every packet from it, those towards the client first.
    mutating func removeAll(at now: Int64) -> [TCPPacket] {
        (downAnswers, upAnswers, armed) = (Queue(), Queue(), .max)
        return down.removeAll(at: now) + up.removeAll(at: now)
    }

    var drawsAtRandom: Bool { downLoss.hasDrawn || upLoss.hasDrawn }
}

extension TCPWire {
    /// Puts a packet on its way through a host's network. Returns false where it is lost or dropped there.
    @inline(never)
    mutating func sendDown(_ packet: TCPPacket, bytes: Int64, through path: Int) -> Bool {
        if paths[path].downLoss.takes() { return false }
        guard paths[path].down.admit(packet, bytes: bytes, at: now) else { return false }
        armPath(path)
        return true
    }

    /// Sets an alarm for the next packet that leaves a host's network, unless an earlier one is set.
    mutating func armPath(_ path: Int) {
        let due = paths[path].due
        guard due < paths[path].armed else { return }
        paths[path].armed = due
        alarms.set(.path(Int32(path)), at: due)
    }

    mutating func setPath(_ path: Int, _ values: NetworkValues) {
        paths[path].set(values, at: now)
        armPath(path)
    }

    /// Takes the packet that leaves a host's network towards the client, and puts it on the link that all share.
    /// Returns its connection where it is lost or dropped there.
    mutating func moveDown(from path: Int) -> Int32? {
        let bytes = paths[path].down.nextBytes
        let packet = paths[path].down.removeFirst()
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
        let isPut = !paths[path].upLoss.takes() && paths[path].up.admit(packet, bytes: bytes, at: now)
        if packet.content.kind == .selectiveAcknowledgement {
            let answer = upAnswers.removeFirst()
            if isPut { paths[path].upAnswers.append(answer) }
        }
        armPath(path)
        return isPut
    }

    /// Takes the selective acknowledgement that comes to the server of a connection, which has a path or none.
    mutating func removeUpAnswer(through path: Int32) -> TCPAcknowledgement {
        path < 0 ? upAnswers.removeFirst() : paths[Int(path)].upAnswers.removeFirst()
    }
}

extension TCPTransport {
    /// Moves on what leaves a host's network now.
    mutating func movePackets(_ alarm: Alarms<TCPWire.Timer>.Alarm, of path: Int, _ effects: inout TCPEffects) {
        guard wire.paths[path].armed == alarm.time else { return }
        wire.paths[path].armed = .max
        while wire.paths[path].down.nextArrival <= wire.now {
            if let lost = wire.moveDown(from: path) { lose(lost, &effects) }
            events += 1
        }
        while wire.paths[path].up.nextArrival <= wire.now {
            let packet = wire.paths[path].up.removeFirst()
            let isDrained = connections[Int(packet.connection)].comesUp(packet.content, &wire, &effects)
            if isDrained { releaseIfDrained(packet.connection) }
            events += 1
        }
        wire.armPath(path)
    }

    /// A packet comes from the link towards a server, which may have a network of its own before it.
    @inline(never)
    mutating func comesUpBeforePaths(_ effects: inout TCPEffects) {
        let bytes = wire.up.nextBytes
        let packet = wire.up.removeFirst()
        if packet.content.kind == .lookUp { return effects.append(.asked(question: packet.connection)) }
        let path = connections[Int(packet.connection)].path
        guard path < 0 else {
            if !wire.moveUp(packet, bytes: bytes, into: Int(path)) { lose(packet.connection, &effects) }
            return
        }
        let isDrained = connections[Int(packet.connection)].comesUp(packet.content, &wire, &effects)
        if isDrained { releaseIfDrained(packet.connection) }
    }

    /// A packet of a connection is lost between two queues.
    mutating func lose(_ connection: Int32, _ effects: inout TCPEffects) {
        connections[Int(connection)].lose(&effects)
        releaseIfDrained(connection)
    }
}
