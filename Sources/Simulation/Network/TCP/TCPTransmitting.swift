import SimulationContainers

// The sending side of a connection's two ends: the packets that the senders let out are cut, numbered and put on the
// link, and their deadlines become alarms. The client sends requests, and the server what it answers.
extension TCPConnection {
    @inline(__always)
    mutating func sendDown(_ content: TCPPacket.Content, bytes: Int64, _ wire: inout TCPWire) {
        if wire.sendDown(TCPPacket(connection: number, content: content), bytes: bytes, through: path) {
            underWay += 1
        }
    }

    @inline(__always)
    mutating func sendUp(_ content: TCPPacket.Content, bytes: Int64, _ wire: inout TCPWire) {
        if wire.sendUp(TCPPacket(connection: number, content: content), bytes: bytes) { underWay += 1 }
    }

    @inline(never)
    mutating func sendDown(_ answer: TCPAcknowledgement, _ wire: inout TCPWire) {
        if wire.sendDown(answer, of: number, through: path) { underWay += 1 }
    }

    @inline(never)
    mutating func sendUp(_ answer: TCPAcknowledgement, _ wire: inout TCPWire) {
        if wire.sendUp(answer, of: number) { underWay += 1 }
    }

    /// Sends the packets that the sender wants sent, and updates its deadline.
    @inline(__always)
    mutating func serverActs(_ wire: inout TCPWire) {
        if !wire.again.isEmpty { serverRepeats(&wire) }
        if fromServer.endIndex < server.packets.endIndex { serverSendsNew(&wire) }
        if server.deadline < armedServer { armServer(server.deadline, &wire) }
    }

    @inline(__always)
    private mutating func armServer(_ deadline: Int64, _ wire: inout TCPWire) {
        armedServer = deadline
        wire.alarms.set(.serverDeadline(number), at: deadline)
    }

    @inline(never)
    private mutating func serverRepeats(_ wire: inout TCPWire) {
        for index in wire.again.indices {
            serverSends(wire.again[index], Int64(fromServer.segment(wire.again[index]).bytes), &wire)
        }
        wire.again.removeAll(keepingCapacity: true)
    }

    /// Sends the packets that were not sent yet. What they acknowledge, the first one does.
    @inline(__always)
    private mutating func serverSendsNew(_ wire: inout TCPWire) {
        if atServer.delay.sent(at: wire.now) { wire.acknowledged(.server(number)) }
        var content = TCPPacket.Content.data(
            sequence: fromServer.endIndex, sentAt: wire.now, answers: atServer.next, echo: atServer.echo)
        let end = server.packets.endIndex
        repeat {
            sendDown(content, bytes: fromServer.next() + TCPAcknowledgement.headerBytes, &wire)
            content.sequence += 1
            if path < 0, end - content.sequence >= Self.leastTogether { sendTogether(&content, before: end, &wire) }
        } while content.sequence < end
    }

    /// Fewer packets are sent one by one.
    private static let leastTogether: Int64 = 4

    /// Sends the full packets that come next, before `end`, as `sendDown` does one by one: what the window has room for
    /// of a response is mostly that. Where the queue is not lent, none is sent so.
    @inline(never)
    private mutating func sendTogether(
        _ content: inout TCPPacket.Content, before end: Int64, _ wire: inout TCPWire
    ) {
        var left = min(end - content.sequence, fromServer.fullPacketsAhead)
        while left > 0 {
            let room = min(left, TCPAckClock.room)
            let added = wire.down.withLane(of: TCPAckClock.fullBytes, room: room) { [number, now = wire.now] lane in
                let before = lane.count
                for _ in 0..<room {
                    let packet = TCPPacket(connection: number, content: content)
                    if !wire.downLoss.takes(at: now) { lane.admit(packet, at: now) }
                    content.sequence += 1
                }
                return lane.count - before
            }
            guard let added else { return }
            underWay += added
            fromServer.cutFullPackets(room)
            left -= room
        }
    }

    @inline(__always)
    private mutating func serverSends(_ sequence: Int64, _ payload: Int64, _ wire: inout TCPWire) {
        if atServer.delay.sent(at: wire.now) { wire.acknowledged(.server(number)) }
        sendDown(
            .data(sequence: sequence, sentAt: wire.now, answers: atServer.next, echo: atServer.echo),
            bytes: payload + TCPAcknowledgement.headerBytes, &wire)
    }

    @inline(__always)
    mutating func clientActs(_ wire: inout TCPWire) {
        if !wire.again.isEmpty || fromClient.endIndex < client.packets.endIndex { clientTransmits(&wire) }
        if client.deadline < armedClient { armClient(client.deadline, &wire) }
    }

    @inline(__always)
    private mutating func armClient(_ deadline: Int64, _ wire: inout TCPWire) {
        armedClient = deadline
        wire.alarms.set(.clientDeadline(number), at: deadline)
    }

    @inline(never)
    private mutating func clientTransmits(_ wire: inout TCPWire) {
        for index in wire.again.indices {
            clientSends(wire.again[index], Int64(fromClient.segment(wire.again[index]).bytes), &wire)
        }
        wire.again.removeAll(keepingCapacity: true)
        while fromClient.endIndex < client.packets.endIndex {
            clientSends(fromClient.endIndex, fromClient.next(), &wire)
        }
    }

    @inline(__always)
    private mutating func clientSends(_ sequence: Int64, _ payload: Int64, _ wire: inout TCPWire) {
        if atClient.delay.sent(at: wire.now) { wire.acknowledged(.client(number)) }
        sendUp(
            .data(sequence: sequence, sentAt: wire.now, answers: atClient.next, echo: atClient.echo),
            bytes: payload + TCPAcknowledgement.headerBytes, &wire)
    }

    // MARK: Acknowledgements

    @inline(__always)
    mutating func clientAnswers(_ wire: inout TCPWire) {
        atClient.delay.acknowledged()
        wire.acknowledged(.client(number))
        sendUp(
            .acknowledgement(next: atClient.next, echo: atClient.echo, sentAt: wire.now),
            bytes: TCPAcknowledgement.headerBytes, &wire)
    }

    /// Waits with an acknowledgement; with an alarm only where nothing else rings before.
    @inline(__always)
    mutating func clientWaits(_ wire: inout TCPWire) {
        let deadline = atClient.delay.deadline
        if deadline < armedClient, !wire.delay(.client(number), until: deadline) { armClient(deadline, &wire) }
    }

    private mutating func serverWaits(_ wire: inout TCPWire) {
        let deadline = atServer.delay.deadline
        if deadline < armedServer, !wire.delay(.server(number), until: deadline) { armServer(deadline, &wire) }
    }

    /// Takes in a packet that leaves a gap, fills one or had come before, and acknowledges it at once. Returns whether
    /// it is new.
    @inline(never)
    mutating func comesDownOutOfOrder(
        _ sequence: Int64, _ sentAt: Int64, echo: Int64, _ wire: inout TCPWire
    ) -> Bool {
        let before = atClient.next
        let answer = atClient.received(sequence, timestamp: sentAt)
        atClient.delay.receivedOutOfOrder(
            missing: sequence == before ? fromServer.segment(sequence) : nil, isAgain: sequence < before, echo: echo,
            at: wire.now, client.pace.timer)
        atClient.delay.acknowledged()
        wire.acknowledged(.client(number))
        sendUp(answer, &wire)
        return !answer.isDuplicate
    }

    @inline(never)
    mutating func serverReceives(_ sequence: Int64, _ sentAt: Int64, echo: Int64, _ wire: inout TCPWire) {
        let before = atServer.next
        let isInOrder = atServer.receivedInOrder(sequence, timestamp: sentAt)
        let answer = isInOrder ? atServer.acknowledgement() : atServer.received(sequence, timestamp: sentAt)
        if isInOrder {
            let segment = fromClient.segment(sequence)
            guard atServer.delay.received(segment, echo: echo, at: wire.now, server.pace.timer) else {
                return serverWaits(&wire)
            }
        } else {
            atServer.delay.receivedOutOfOrder(
                missing: sequence == before ? fromClient.segment(sequence) : nil, isAgain: sequence < before,
                echo: echo, at: wire.now, server.pace.timer)
        }
        atServer.delay.acknowledged()
        wire.acknowledged(.server(number))
        sendDown(answer, &wire)
    }

    /// Sends a delayed acknowledgement: the delay of an end is over, unless that was an end of a connection that had
    /// this one's number.
    mutating func delayEnded(atServer isServer: Bool, _ wire: inout TCPWire) {
        guard !isClosed else { return }
        if isServer, atServer.delay.deadline <= wire.now {
            serverDelayEnded(&wire)
        } else if !isServer, atClient.delay.deadline <= wire.now {
            clientDelayEnded(&wire)
        }
    }

    private mutating func clientDelayEnded(_ wire: inout TCPWire) {
        atClient.delay.expired(client.pace.timer)
        wire.acknowledged(.client(number))
        sendUp(atClient.acknowledgement(), &wire)
    }

    private mutating func serverDelayEnded(_ wire: inout TCPWire) {
        atServer.delay.expired(server.pace.timer)
        wire.acknowledged(.server(number))
        sendDown(atServer.acknowledgement(), &wire)
    }

    // MARK: Handshake

    /// Begins the handshake, at `start` where that is later.
    mutating func synchronize(from start: Int64, _ wire: inout TCPWire) {
        guard start > wire.now else { return synchronize(&wire) }
        armedClient = start
        wire.alarms.set(.synchronize(number), at: start)
    }

    private mutating func synchronize(_ wire: inout TCPWire) {
        let tries = synchronizeTries
        synchronizeTries += 1
        sendUp(.synchronize(sentAt: wire.now), bytes: TCPPacket.handshakeBytes, &wire)
        let doublings = min(max(0, tries - TCPSettings.equalSynchronizeTimeouts), TCPSettings.greatestDoublings)
        armedClient = wire.now + RetransmissionTimer.initialTimeout << doublings
        wire.alarms.set(.synchronize(number), at: armedClient)
    }

    mutating func answerSynchronize(_ sentAt: Int64, _ wire: inout TCPWire) {
        atServer.connected(timestamp: sentAt, at: wire.now)
        answerHandshake(&wire)
        if answerTries == 0 { armAnswer(&wire) }
    }

    private mutating func armAnswer(_ wire: inout TCPWire) {
        let doublings = min(answerTries, TCPSettings.greatestDoublings)
        answerTries += 1
        armedServer = wire.now + RetransmissionTimer.initialTimeout << doublings
        wire.alarms.set(.answer(number), at: armedServer)
    }

    private mutating func answerHandshake(_ wire: inout TCPWire) {
        sendDown(.synchronizeAnswer(sentAt: wire.now, echo: atServer.echo), bytes: TCPPacket.handshakeBytes, &wire)
    }

    mutating func connected(sentAt: Int64, echo: Int64, _ wire: inout TCPWire, _ effects: inout TCPEffects) {
        sendUp(.established(echo: sentAt), bytes: TCPAcknowledgement.headerBytes, &wire)
        guard !clientIsConnected else { return }
        clientIsConnected = true
        armedClient = .max
        atClient.connected(timestamp: sentAt, at: wire.now)
        client.connected(roundTrip: wire.now - echo)
        effects.append(.connected(number))
    }

    /// Ends the server's part of the handshake: the first answer to its own packet has come, perhaps the request.
    @inline(__always)
    mutating func serverConnected(echo: Int64, _ now: Int64) {
        guard !serverIsConnected else { return }
        serverIsConnected = true
        armedServer = .max
        server.connected(roundTrip: now - echo)
    }

    // MARK: Deadlines

    /// Handles an alarm: the one that is waited for, or one that was superseded, perhaps in the same nanosecond.
    mutating func ring(_ alarm: Alarms<TCPWire.Timer>.Alarm, _ wire: inout TCPWire) {
        guard !isClosed else { return }
        switch alarm.call {
        case .synchronize: if armedClient == alarm.time, !clientIsConnected { synchronize(&wire) }
        case .answer:
            guard armedServer == alarm.time, !serverIsConnected else { return }
            answerHandshake(&wire)
            armAnswer(&wire)
        case .serverDeadline: if armedServer == alarm.time, serverIsConnected { serverDeadline(&wire) }
        case .clientDeadline: if armedClient == alarm.time, clientIsConnected { clientDeadline(&wire) }
        }
    }

    /// Sets the alarm for the server's deadline. Deadlines move with every acknowledgement; the alarm stays, and is
    /// set anew when it comes too early.
    private mutating func serverDeadline(_ wire: inout TCPWire) {
        armedServer = .max
        if atServer.delay.deadline <= wire.now { serverDelayEnded(&wire) }
        if server.deadline <= wire.now { server.expired(at: wire.now, &wire.again) }
        serverActs(&wire)
        serverWaits(&wire)
    }

    private mutating func clientDeadline(_ wire: inout TCPWire) {
        armedClient = .max
        if atClient.delay.deadline <= wire.now { clientDelayEnded(&wire) }
        if client.deadline <= wire.now { client.expired(at: wire.now, &wire.again) }
        clientActs(&wire)
        clientWaits(&wire)
    }
}
