extension TCPTransport {
    // MARK: The link

    @inline(__always)
    mutating func isLostDown() -> Bool {
        downLoss_ppm > 0 && downLoss.below(Self.million) < downLoss_ppm
    }

    @inline(__always)
    mutating func isLostUp() -> Bool { upLoss_ppm > 0 && upLoss.below(Self.million) < upLoss_ppm }

    @inline(__always)
    mutating func sendDown(_ index: Int, _ content: TCPPacket.Content, bytes: Int64) {
        if isLostDown() { return }
        let packet = TCPPacket(connection: Int32(truncatingIfNeeded: index), content: content)
        if down.admit(packet, bytes: bytes, at: now) { connections[index].underWay += 1 }
    }

    @inline(__always)
    mutating func sendUp(_ index: Int, _ content: TCPPacket.Content, bytes: Int64) {
        if isLostUp() { return }
        let packet = TCPPacket(connection: Int32(truncatingIfNeeded: index), content: content)
        if up.admit(packet, bytes: bytes, at: now) { connections[index].underWay += 1 }
    }

    // MARK: Handshake

    mutating func synchronize(_ index: Int) {
        let tries = connections[index].synchronizeTries
        connections[index].synchronizeTries += 1
        sendUp(index, .synchronize(sentAt: now), bytes: TCPPacket.handshakeBytes)
        let doublings = min(max(0, tries - TCPSettings.equalSynchronizeTimeouts), TCPSettings.greatestDoublings)
        connections[index].armedClient = now + TCPSettings.synchronizeTimeout << doublings
        arm(.synchronize(Int32(index)), at: connections[index].armedClient)
    }

    mutating func answerSynchronize(_ index: Int, _ sentAt: Int64) {
        connections[index].atServer.connected(timestamp: sentAt)
        answerHandshake(index)
        if connections[index].answerTries == 0 { armAnswer(index) }
    }

    mutating func armAnswer(_ index: Int) {
        let doublings = min(connections[index].answerTries, TCPSettings.greatestDoublings)
        connections[index].answerTries += 1
        connections[index].armedServer = now + TCPSettings.synchronizeTimeout << doublings
        arm(.answer(Int32(index)), at: connections[index].armedServer)
    }

    mutating func answerHandshake(_ index: Int) {
        let echo = connections[index].atServer.echo
        sendDown(index, .synchronizeAnswer(sentAt: now, echo: echo), bytes: TCPPacket.handshakeBytes)
    }

    mutating func connected(
        _ index: Int, sentAt: Int64, echo: Int64, _ effects: inout ContiguousArray<Effect>
    ) {
        sendUp(index, .established(echo: sentAt), bytes: TCPAcknowledgement.headerBytes)
        connections[index].heardAt = now
        guard !connections[index].clientIsConnected else { return }
        connections[index].clientIsConnected = true
        connections[index].connectedAt = now
        connections[index].armedClient = .max
        connections[index].atClient.connected(timestamp: sentAt)
        connections[index].client.connected(roundTrip: now - echo)
        effects.append(.connected(Int32(index)))
    }

    /// The first packet that answers the server's own, which may be the request, ends its part.
    @inline(__always)
    mutating func serverConnected(_ index: Int, echo: Int64) {
        guard !connections[index].serverIsConnected else { return }
        connections[index].serverIsConnected = true
        connections[index].armedServer = .max
        connections[index].server.connected(roundTrip: now - echo)
    }

    // MARK: What is sent, and deadlines

    @inline(__always)
    mutating func serverActs(_ index: Int) {
        if !transmissions.isEmpty { serverTransmits(index) }
        let deadline = connections[index].server.deadline
        if deadline < connections[index].armedServer {
            connections[index].armedServer = deadline
            arm(.serverDeadline(Int32(index)), at: deadline)
        }
    }

    mutating func serverTransmits(_ index: Int) {
        let answer = connections[index].atServer.acknowledgement()
        for transmission in transmissions {
            guard case .transmit(let sequence) = transmission else { continue }
            let isNew = sequence == connections[index].fromServer.segments.endIndex
            let segment =
                isNew ? connections[index].fromServer.next() : connections[index].fromServer.segments[sequence]
            sendDown(
                index, .data(sequence: sequence, sentAt: now, answers: answer.next, echo: answer.echo),
                bytes: TCPConnection.bytes(segment))
        }
        transmissions.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    mutating func clientActs(_ index: Int) {
        if !transmissions.isEmpty { clientTransmits(index) }
        let deadline = connections[index].client.deadline
        if deadline < connections[index].armedClient {
            connections[index].armedClient = deadline
            arm(.clientDeadline(Int32(index)), at: deadline)
        }
    }

    mutating func clientTransmits(_ index: Int) {
        let answer = connections[index].atClient.acknowledgement()
        for transmission in transmissions {
            guard case .transmit(let sequence) = transmission else { continue }
            let isNew = sequence == connections[index].fromClient.segments.endIndex
            let segment =
                isNew ? connections[index].fromClient.next() : connections[index].fromClient.segments[sequence]
            sendUp(
                index, .data(sequence: sequence, sentAt: now, answers: answer.next, echo: answer.echo),
                bytes: TCPConnection.bytes(segment))
        }
        transmissions.removeAll(keepingCapacity: true)
    }

    mutating func arm(_ timer: Timer, at time: Int64) {
        alarms.insert(Alarm(time: time, sequence: sequence, timer: timer))
        sequence += 1
        nextAlarm = min(nextAlarm, time)
    }

    mutating func ring(_ alarm: Alarm) {
        switch alarm.timer {
        case .synchronize(let index):
            guard isDue(connections[Int(index)].armedClient, alarm, index) else { return }
            synchronize(Int(index))
        case .answer(let index):
            guard isDue(connections[Int(index)].armedServer, alarm, index) else { return }
            answerHandshake(Int(index))
            armAnswer(Int(index))
        case .serverDeadline(let index):
            guard isDue(connections[Int(index)].armedServer, alarm, index) else { return }
            serverDeadline(Int(index))
        case .clientDeadline(let index):
            guard isDue(connections[Int(index)].armedClient, alarm, index) else { return }
            clientDeadline(Int(index))
        }
    }

    /// Whether an alarm is the one that its connection waits for, and not one that was overtaken.
    @inline(__always)
    private func isDue(_ armed: Int64, _ alarm: Alarm, _ index: Int32) -> Bool {
        armed == alarm.time && !connections[Int(index)].isClosed
    }

    /// Deadlines move with every acknowledgement. The alarm stays, and is set anew when it rings too early.
    mutating func serverDeadline(_ index: Int) {
        connections[index].armedServer = .max
        if connections[index].server.deadline <= now { connections[index].server.expired(at: now, &transmissions) }
        serverActs(index)
    }

    mutating func clientDeadline(_ index: Int) {
        connections[index].armedClient = .max
        if connections[index].client.deadline <= now { connections[index].client.expired(at: now, &transmissions) }
        clientActs(index)
    }
}
