import SimulationContainers

/// The state that connections share: the link, with its losses, and their deadlines. Times are nanoseconds.
struct TCPWire: Sendable {
    enum Timer: BitwiseCopyable, Sendable {
        case synchronize(Int32), answer(Int32), serverDeadline(Int32), clientDeadline(Int32)
    }

    /// One end of a connection.
    struct End: Equatable, BitwiseCopyable, Sendable {
        let connection: Int32
        let isServer: Bool

        static let nobody = End(connection: -1, isServer: false)

        static func client(_ connection: Int32) -> End { End(connection: connection, isServer: false) }
        static func server(_ connection: Int32) -> End { End(connection: connection, isServer: true) }
    }

    var now: Int64 = 0
    var down: PacketQueue
    var up: PacketQueue
    /// The contents of the selective acknowledgements that are on the link, in their order.
    var downAnswers = Queue<TCPAcknowledgement>()
    var upAnswers = Queue<TCPAcknowledgement>()
    var downLoss: LinkLoss
    var upLoss: LinkLoss
    /// The networks that hosts have of their own, between them and the link; none where no host has one.
    var paths: ContiguousArray<TCPPath> = []
    let hasPaths: Bool
    /// The next packets that leave them, towards clients and towards servers.
    var leaving = (down: TCPLeaving(), up: TCPLeaving())
    var alarms = Alarms<Timer>()
    /// The delayed acknowledgement of one end of a connection; at `Int64.max` nobody waits with one. Nearly all of them
    /// are overtaken by a packet: here that costs nothing. Where several wait, the others have alarms.
    var delayed: (at: Int64, end: End) = (.max, .nobody)
    /// The packets that a sender wants to send again. The list is empty except while that is done.
    var again: ContiguousArray<Int64> = []

    init(_ settings: TCPSettings, paths count: Int = 0, seed: UInt64) {
        down = PacketQueue(rate: nil, delay: 0, limit: settings.downQueue_packets)
        up = PacketQueue(rate: nil, delay: 0, limit: settings.upQueue_packets)
        downLoss = LinkLoss(RandomStream(seed: seed, name: "tcp loss down"))
        upLoss = LinkLoss(RandomStream(seed: seed, name: "tcp loss up"))
        hasPaths = count > 0
        for place in 0..<count { paths.append(TCPPath(settings, place: place, seed: seed)) }
    }

    mutating func set(_ values: NetworkValues) {
        down.set(rate: values.down, delay: values.delayDown.nanoseconds, at: now)
        up.set(rate: values.up, delay: values.delayUp.nanoseconds, at: now)
        downLoss.set(values.lossDown)
        upLoss.set(values.lossUp)
    }

    /// From now on it is kept when packets are lost at random.
    mutating func keepPast() {
        (downLoss.isPastKept, upLoss.isPastKept) = (true, true)
        for path in paths.indices {
            (paths[path].downLoss.isPastKept, paths[path].upLoss.isPastKept) = (true, true)
        }
    }

    /// Whether anything was drawn.
    var drawsAtRandom: Bool { downLoss.hasDrawn || upLoss.hasDrawn || paths.contains { $0.drawsAtRandom } }

    /// The time of the next arrival or deadline, or `Int64.max`.
    @inline(__always)
    var due: Int64 {
        let due = min(min(down.nextArrival, up.nextArrival), min(alarms.next, delayed.at))
        return hasPaths ? min(due, min(leaving.down.at, leaving.up.at)) : due
    }

    /// Whether no packet is on the link, nor on a host's network, be it one that never arrives as things are.
    var isEmpty: Bool {
        down.count == 0 && up.count == 0 && paths.allSatisfy { $0.down.count == 0 && $0.up.count == 0 }
    }

    /// Keeps the time at which an end is to acknowledge. Returns false where another end's is kept.
    @inline(__always)
    mutating func delay(_ end: End, until time: Int64) -> Bool {
        guard delayed.at == .max || delayed.end == end else { return false }
        delayed = (time, end)
        return true
    }

    /// Forgets the time at which an end was to acknowledge, if it is kept.
    @inline(__always)
    mutating func acknowledged(_ end: End) {
        if delayed.at < .max, delayed.end == end { delayed.at = .max }
    }

    /// Removes and returns the end whose delay is over.
    mutating func removeDelayed() -> End {
        delayed.at = .max
        return delayed.end
    }

    /// Puts a packet on the link. Returns false where it is lost or dropped.
    @inline(__always)
    @discardableResult
    mutating func sendDown(_ packet: TCPPacket, bytes: Int64) -> Bool {
        downLoss.takes(at: now) ? false : down.admit(packet, bytes: bytes, at: now)
    }

    @inline(__always)
    @discardableResult
    mutating func sendUp(_ packet: TCPPacket, bytes: Int64) -> Bool {
        upLoss.takes(at: now) ? false : up.admit(packet, bytes: bytes, at: now)
    }

    /// Puts a packet of a server on its way: on the link, or before that through the network of its host.
    @inline(__always)
    mutating func sendDown(_ packet: TCPPacket, bytes: Int64, through path: Int32) -> Bool {
        path < 0 ? sendDown(packet, bytes: bytes) : sendDown(packet, bytes: bytes, through: Int(path))
    }

    mutating func sendDown(_ answer: TCPAcknowledgement, of connection: Int32, through path: Int32) -> Bool {
        guard answer.isSelective else {
            let content = TCPPacket.Content.acknowledgement(next: answer.next, echo: answer.echo, sentAt: now)
            return sendDown(
                TCPPacket(connection: connection, content: content), bytes: answer.bytes, through: path)
        }
        let packet = TCPPacket(connection: connection, content: .selectiveAcknowledgement)
        guard sendDown(packet, bytes: answer.bytes, through: path) else { return false }
        if path < 0 {
            downAnswers.append(stamped(answer))
        } else {
            paths[Int(path)].downAnswers.append(stamped(answer))
        }
        return true
    }

    mutating func sendUp(_ answer: TCPAcknowledgement, of connection: Int32) -> Bool {
        guard answer.isSelective else {
            let content = TCPPacket.Content.acknowledgement(next: answer.next, echo: answer.echo, sentAt: now)
            return sendUp(TCPPacket(connection: connection, content: content), bytes: answer.bytes)
        }
        let packet = TCPPacket(connection: connection, content: .selectiveAcknowledgement)
        guard sendUp(packet, bytes: answer.bytes) else { return false }
        upAnswers.append(stamped(answer))
        return true
    }

    /// Removes every packet from the link, which is free from now on. Returns them, those towards the client first.
    mutating func removeAll() -> [TCPPacket] {
        var packets = down.removeAll(at: now) + up.removeAll(at: now)
        (downAnswers, upAnswers) = (Queue(), Queue())
        for path in paths.indices { packets += paths[path].removeAll(at: now) }
        leaving = (TCPLeaving(), TCPLeaving())
        return packets
    }

    private func stamped(_ answer: TCPAcknowledgement) -> TCPAcknowledgement {
        var answer = answer
        answer.sentAt = now
        return answer
    }
}
