/// Downloads over one link, packet by packet: what the measurements of Linux's TCP are held against.
///
/// Packets arrive in the order in which they were sent, so the two directions are queues, and only deadlines need a
/// heap. At one nanosecond what comes down goes first, then what comes up, then deadlines in the order in which they
/// were armed.
package struct TCPDownload: Sendable {
    private enum Timer: BitwiseCopyable, Sendable {
        case synchronize(Int32)
        case answer(Int32)
        case ask(Int32)
        case respond(Int32)
        case serverDeadline(Int32)
        case clientDeadline(Int32)
        case rate(Int64)
    }

    private struct Alarm: Comparable, BitwiseCopyable, Sendable {
        let time: Int64
        let sequence: Int64
        let timer: Timer

        static func < (left: Alarm, right: Alarm) -> Bool {
            left.time < right.time || (left.time == right.time && left.sequence < right.sequence)
        }

        static func == (left: Alarm, right: Alarm) -> Bool { left.sequence == right.sequence }
    }

    /// RFC 6298, section 2.1.
    private static let synchronizeTimeout: Int64 = 1_000_000_000
    /// Linux since 6.5, `tcp_syn_linear_timeouts`: so many times a lost first packet is waited for equally long.
    private static let equalSynchronizeTimeouts: Int64 = 4
    /// Linux, `TCP_RTO_MAX`, is reached after so many doublings.
    private static let greatestDoublings: Int64 = 6
    private static let million: Int64 = 1_000_000

    package private(set) var now: Int64 = 0
    /// How many events it has taken.
    package private(set) var events: Int64 = 0
    private let path: TCPPath
    private var connections: ContiguousArray<TCPConnection> = []
    private var unfinished = 0
    private var down: PacketQueue<TCPPacket>
    private var up: PacketQueue<TCPPacket>
    private var downLoss: RandomStream
    private var upLoss: RandomStream
    private var alarms = Heap<Alarm>()
    private var nextAlarm: Int64 = .max
    private var sequence: Int64 = 0
    private var effects: ContiguousArray<TCPSender.Effect> = []

    package init(_ path: TCPPath, _ transfers: [TCPTransfer], seed: UInt64 = 1) {
        self.path = path
        let delay = path.roundTrip_ms * Self.million / 2
        down = PacketQueue(rate: path.down_bps, delay: delay, limit: path.queue_packets)
        up = PacketQueue(rate: path.up_bps, delay: delay, limit: path.upQueue_packets)
        downLoss = RandomStream(seed: seed, name: "tcp loss down")
        upLoss = RandomStream(seed: seed, name: "tcp loss up")
        for (index, transfer) in transfers.enumerated() {
            connections.append(TCPConnection(transfer, usesHystart: path.usesHystart))
            if transfer.requests > 0 { unfinished += 1 }
            arm(.synchronize(Int32(index)), at: transfer.start_ns + transfer.setup_ns)
        }
        for step in path.steps { arm(.rate(step.rate_bps), at: step.at_ns) }
    }

    /// Whether every response is there.
    package var isFinished: Bool { unfinished == 0 }

    /// Packets that the queue towards the client had no room for.
    package var drops: Int64 { down.dropped }

    package var outcomes: [TCPOutcome] {
        connections.map { connection in
            var outcome = connection.outcome
            outcome.retransmissions = connection.server.retransmissions
            outcome.timeouts = connection.server.timeouts
            outcome.packets = connection.server.written
            let threshold = connection.server.threshold
            outcome.threshold = threshold == TCPSender.unlimited ? nil : threshold
            return outcome
        }
    }

    /// Runs until every response is there. Says no where it gave up after `ceiling` events.
    @discardableResult
    package mutating func run(ceiling: Int64 = 100_000_000) -> Bool {
        while unfinished > 0 {
            guard events < ceiling, step() else { return false }
        }
        return true
    }

    /// Takes the next event. Says no where there is none.
    @discardableResult
    package mutating func step() -> Bool {
        let (downAt, upAt) = (down.nextArrival, up.nextArrival)
        let time = min(downAt, upAt, nextAlarm)
        guard time < .max else { return false }
        events += 1
        now = time
        if time == downAt {
            let packet = down.removeFirst()
            comesDown(packet.content, Int(packet.connection))
        } else if time == upAt {
            let packet = up.removeFirst()
            comesUp(packet.content, Int(packet.connection))
        } else if let alarm = alarms.removeFirst() {
            nextAlarm = alarms.first?.time ?? .max
            ring(alarm)
        }
        return true
    }

    /// Traps where something cannot be.
    package func checkInvariants() {
        for connection in connections {
            connection.server.checkInvariants()
            connection.client.checkInvariants()
            connection.atClient.checkInvariants()
            connection.atServer.checkInvariants()
        }
    }

    // MARK: The link

    @inline(__always)
    private mutating func sendDown(_ index: Int, _ content: TCPPacket.Content, bytes: Int64) {
        if path.downLossPpm > 0, downLoss.below(UInt64(Self.million)) < UInt64(path.downLossPpm) { return }
        down.admit(TCPPacket(connection: Int32(index), content: content), bytes: bytes, at: now)
    }

    @inline(__always)
    private mutating func sendUp(_ index: Int, _ content: TCPPacket.Content, bytes: Int64) {
        if path.upLossPpm > 0, upLoss.below(UInt64(Self.million)) < UInt64(path.upLossPpm) { return }
        up.admit(TCPPacket(connection: Int32(index), content: content), bytes: bytes, at: now)
    }

    // MARK: What arrives

    @inline(__always)
    private mutating func comesDown(_ content: TCPPacket.Content, _ index: Int) {
        switch content {
        case .synchronize, .established: break
        case .synchronizeAnswer(let sentAt, let echo): connected(index, sentAt: sentAt, echo: echo)
        case .acknowledgement(let answer):
            connections[index].client.acknowledge(answer, at: now, &effects)
            clientActs(index)
        case .data(let sequence, let sentAt, let answers, let echo):
            if connections[index].firstByte == nil { connections[index].firstByte = now }
            let answer = connections[index].atClient.received(sequence, timestamp: sentAt)
            sendUp(index, .acknowledgement(answer), bytes: answer.bytes)
            if answers > connections[index].client.acknowledged {
                connections[index].client.acknowledge(
                    TCPAcknowledgement(next: answers, echo: echo), at: now, &effects)
                clientActs(index)
            }
            if connections[index].atClient.next == connections[index].responsePackets * connections[index].asked,
                connections[index].done < connections[index].asked
            {
                responded(index)
            }
        }
    }

    @inline(__always)
    private mutating func comesUp(_ content: TCPPacket.Content, _ index: Int) {
        switch content {
        case .synchronizeAnswer: break
        case .synchronize(let sentAt): if !connections[index].serverIsConnected { answerSynchronize(index, sentAt) }
        case .established(let echo): serverConnected(index, echo: echo)
        case .acknowledgement(let answer):
            connections[index].server.acknowledge(answer, at: now, &effects)
            serverActs(index)
        case .data(let sequence, let sentAt, let answers, let echo):
            serverConnected(index, echo: echo)
            if answers > connections[index].server.acknowledged {
                connections[index].server.acknowledge(
                    TCPAcknowledgement(next: answers, echo: echo), at: now, &effects)
                serverActs(index)
            }
            let answer = connections[index].atServer.received(sequence, timestamp: sentAt)
            sendDown(index, .acknowledgement(answer), bytes: answer.bytes)
            let heard = connections[index].atServer.next / connections[index].requestPackets
            guard heard > connections[index].heard else { return }
            connections[index].heard = heard
            arm(.respond(Int32(index)), at: now + connections[index].transfer.think_ns)
        }
    }

    // MARK: Handshake

    private mutating func synchronize(_ index: Int) {
        guard connections[index].outcome.connect_ns == nil else { return }
        let tries = connections[index].synchronizeTries
        connections[index].synchronizeTries += 1
        sendUp(index, .synchronize(sentAt: now), bytes: TCPPacket.handshakeBytes)
        let doublings = min(max(0, tries - Self.equalSynchronizeTimeouts), Self.greatestDoublings)
        arm(.synchronize(Int32(index)), at: now + Self.synchronizeTimeout << doublings)
    }

    private mutating func answerSynchronize(_ index: Int, _ sentAt: Int64) {
        connections[index].atServer.connected(timestamp: sentAt)
        answer(index)
        guard connections[index].answerTries == 0 else { return }
        connections[index].answerTries = 1
        arm(.answer(Int32(index)), at: now + Self.synchronizeTimeout)
    }

    private mutating func answerAgain(_ index: Int) {
        guard !connections[index].serverIsConnected else { return }
        let doublings = min(connections[index].answerTries, Self.greatestDoublings)
        connections[index].answerTries += 1
        answer(index)
        arm(.answer(Int32(index)), at: now + Self.synchronizeTimeout << doublings)
    }

    private mutating func answer(_ index: Int) {
        let echo = connections[index].atServer.echo
        sendDown(index, .synchronizeAnswer(sentAt: now, echo: echo), bytes: TCPPacket.handshakeBytes)
    }

    private mutating func connected(_ index: Int, sentAt: Int64, echo: Int64) {
        sendUp(index, .established(echo: sentAt), bytes: TCPAcknowledgement.headerBytes)
        guard connections[index].outcome.connect_ns == nil else { return }
        connections[index].outcome.connect_ns = now - connections[index].transfer.start_ns
        connections[index].atClient.connected(timestamp: sentAt)
        connections[index].client.connected(roundTrip: now - echo)
        ask(index)
    }

    /// The first packet that answers the server's own, which may be the request, ends its part.
    private mutating func serverConnected(_ index: Int, echo: Int64) {
        guard !connections[index].serverIsConnected else { return }
        connections[index].serverIsConnected = true
        connections[index].server.connected(roundTrip: now - echo)
    }

    // MARK: Requests

    private mutating func ask(_ index: Int) {
        let isFirst = connections[index].asked == 0
        connections[index].asked += 1
        connections[index].askedAt = isFirst ? connections[index].transfer.start_ns : now
        connections[index].firstByte = nil
        connections[index].client.write(connections[index].requestPackets, at: now, &effects)
        clientActs(index)
    }

    private mutating func respond(_ index: Int) {
        connections[index].server.write(connections[index].responsePackets, at: now, &effects)
        serverActs(index)
    }

    private mutating func responded(_ index: Int) {
        let began = connections[index].askedAt
        connections[index].outcome.responses.append(
            TCPOutcome.Response(
                firstByte_ns: (connections[index].firstByte ?? now) - began, total_ns: now - began))
        connections[index].done += 1
        if connections[index].isFinished {
            unfinished -= 1
        } else {
            arm(.ask(Int32(index)), at: now + connections[index].transfer.gap_ns)
        }
    }

    // MARK: Effects and alarms

    @inline(__always)
    private mutating func serverActs(_ index: Int) {
        if !effects.isEmpty { serverTransmits(index) }
        let deadline = connections[index].server.deadline
        if deadline < connections[index].armedServer {
            connections[index].armedServer = deadline
            arm(.serverDeadline(Int32(index)), at: deadline)
        }
    }

    private mutating func serverTransmits(_ index: Int) {
        let answer = connections[index].atServer.acknowledgement()
        for effect in effects {
            guard case .transmit(let sequence) = effect else { continue }
            let bytes = TCPConnection.bytes(
                sequence, of: connections[index].responsePackets,
                message: connections[index].transfer.response_bytes)
            sendDown(
                index, .data(sequence: sequence, sentAt: now, answers: answer.next, echo: answer.echo), bytes: bytes)
        }
        effects.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    private mutating func clientActs(_ index: Int) {
        if !effects.isEmpty { clientTransmits(index) }
        let deadline = connections[index].client.deadline
        if deadline < connections[index].armedClient {
            connections[index].armedClient = deadline
            arm(.clientDeadline(Int32(index)), at: deadline)
        }
    }

    private mutating func clientTransmits(_ index: Int) {
        let answer = connections[index].atClient.acknowledgement()
        for effect in effects {
            guard case .transmit(let sequence) = effect else { continue }
            let bytes = TCPConnection.bytes(
                sequence, of: connections[index].requestPackets,
                message: connections[index].transfer.request_bytes)
            sendUp(
                index, .data(sequence: sequence, sentAt: now, answers: answer.next, echo: answer.echo), bytes: bytes)
        }
        effects.removeAll(keepingCapacity: true)
    }

    private mutating func arm(_ timer: Timer, at time: Int64) {
        alarms.insert(Alarm(time: time, sequence: sequence, timer: timer))
        sequence += 1
        nextAlarm = min(nextAlarm, time)
    }

    private mutating func ring(_ alarm: Alarm) {
        switch alarm.timer {
        case .synchronize(let index): synchronize(Int(index))
        case .answer(let index): answerAgain(Int(index))
        case .ask(let index): ask(Int(index))
        case .respond(let index): respond(Int(index))
        case .rate(let rate): down.setRate(rate, at: now)
        case .serverDeadline(let index): serverDeadline(Int(index), alarm.time)
        case .clientDeadline(let index): clientDeadline(Int(index), alarm.time)
        }
    }

    /// Deadlines move with every acknowledgement. The alarm stays, and is set anew when it rings too early.
    private mutating func serverDeadline(_ index: Int, _ time: Int64) {
        guard connections[index].armedServer == time else { return }
        connections[index].armedServer = .max
        if connections[index].server.deadline <= now { connections[index].server.expired(at: now, &effects) }
        serverActs(index)
    }

    private mutating func clientDeadline(_ index: Int, _ time: Int64) {
        guard connections[index].armedClient == time else { return }
        connections[index].armedClient = .max
        if connections[index].client.deadline <= now { connections[index].client.expired(at: now, &effects) }
        clientActs(index)
    }
}
