extension TCPTransport {
    // MARK: What arrives

    @inline(__always)
    mutating func comesDown(
        _ content: TCPPacket.Content, _ index: Int, _ effects: inout ContiguousArray<Effect>
    ) {
        if case .lookUp = content { return effects.append(.answered(question: Int32(index))) }
        connections[index].underWay -= 1
        if connections[index].isClosed { return comesToNobody(content, index, &effects) }
        switch content {
        case .synchronize, .established, .lookUp: break
        case .synchronizeAnswer(let sentAt, let echo): connected(index, sentAt: sentAt, echo: echo, &effects)
        case .acknowledgement(let answer):
            connections[index].client.acknowledge(answer, at: now, &transmissions)
            clientActs(index)
        case .data(let sequence, let sentAt, let answers, let echo):
            let before = connections[index].atClient.next
            let answer = connections[index].atClient.received(sequence, timestamp: sentAt)
            connections[index].heardAt = now
            sendUp(index, .acknowledgement(answer), bytes: answer.bytes)
            if answers > connections[index].client.acknowledged {
                let own = TCPAcknowledgement(next: answers, echo: echo)
                connections[index].client.acknowledge(own, at: now, &transmissions)
                clientActs(index)
            }
            if connections[index].isOrdered {
                deliver(index, from: before, &effects)
            } else if !answer.isDuplicate {
                deliverAtOnce(index, sequence, &effects)
            }
        }
    }

    /// Hands on what is in order now.
    @inline(__always)
    mutating func deliver(_ index: Int, from first: Int64, _ effects: inout ContiguousArray<Effect>) {
        let end = connections[index].atClient.next
        var number = first
        while number < end {
            let segment = connections[index].fromServer.segments[number]
            number += 1
            let place = Int(segment.stream)
            let stream = streams[place]
            guard segment.use == stream.use else {
                waste(segment, index)
                continue
            }
            advance(place, to: stream.received + Int64(segment.bytes), &effects)
        }
        if !connections[index].remains.isEmpty { bury(index, &effects) }
    }

    /// Hands a packet on whatever other streams lack; within its stream it has to wait for its turn.
    mutating func deliverAtOnce(_ index: Int, _ sequence: Int64, _ effects: inout ContiguousArray<Effect>) {
        let segment = connections[index].fromServer.segments[sequence]
        let place = Int(segment.stream)
        if segment.use != streams[place].use {
            waste(segment, index)
        } else if segment.place == streams[place].received {
            var end = segment.place + Int64(segment.bytes)
            while let next = beyond[place].firstIndex(where: { $0.lowerBound == end }) {
                end = beyond[place].remove(at: next).upperBound
            }
            advance(place, to: end, &effects)
        } else {
            var range = segment.place..<segment.place + Int64(segment.bytes)
            if let before = beyond[place].firstIndex(where: { $0.upperBound == range.lowerBound }) {
                range = beyond[place].remove(at: before).lowerBound..<range.upperBound
            }
            beyond[place].append(range)
        }
        if !connections[index].remains.isEmpty { bury(index, &effects) }
    }

    /// More of a stream is in order.
    @inline(__always)
    mutating func advance(_ place: Int, to received: Int64, _ effects: inout ContiguousArray<Effect>) {
        let stream = streams[place]
        streams[place].received = received
        streams[place].heardAt = now
        if received > 0 { self.received[Int(stream.group)].bytes += received - max(0, stream.received) }
        if received >= stream.mark {
            streams[place].mark = .max
            effects.append(.reached(stream: Int32(truncatingIfNeeded: place)))
        }
    }

    @inline(__always)
    mutating func comesUp(
        _ content: TCPPacket.Content, _ index: Int, _ effects: inout ContiguousArray<Effect>
    ) {
        if case .lookUp = content { return effects.append(.asked(question: Int32(index))) }
        connections[index].underWay -= 1
        if connections[index].isClosed { return comesToNobody(content, index, &effects) }
        switch content {
        case .synchronizeAnswer, .lookUp: break
        case .synchronize(let sentAt): if !connections[index].serverIsConnected { answerSynchronize(index, sentAt) }
        case .established(let echo): serverConnected(index, echo: echo)
        case .acknowledgement(let answer): serverAcknowledged(answer, index)
        case .data(let sequence, let sentAt, let answers, let echo):
            serverConnected(index, echo: echo)
            if answers > connections[index].server.acknowledged {
                serverAcknowledged(TCPAcknowledgement(next: answers, echo: echo), index)
            }
            let before = connections[index].atServer.next
            let answer = connections[index].atServer.received(sequence, timestamp: sentAt)
            sendDown(index, .acknowledgement(answer), bytes: answer.bytes)
            hear(index, from: before, &effects)
        }
    }

    @inline(__always)
    mutating func serverAcknowledged(_ answer: TCPAcknowledgement, _ index: Int) {
        connections[index].server.acknowledge(answer, at: now, &transmissions)
        let acknowledged = connections[index].server.acknowledged
        connections[index].fromServer.forget(below: acknowledged)
        serverActs(index)
    }

    /// What the server makes of what is in order now.
    mutating func hear(_ index: Int, from first: Int64, _ effects: inout ContiguousArray<Effect>) {
        for number in first..<connections[index].atServer.next {
            let segment = connections[index].fromClient.segments[number]
            switch segment.end {
            case .more: break
            case .message:
                effects.append(.heard(connection: Int32(index), stream: segment.stream, use: segment.use))
            case .reset: stopSending(index, segment, &effects)
            }
        }
        connections[index].fromClient.forget(
            below: min(connections[index].client.acknowledged, connections[index].atServer.next))
    }

    // MARK: What nobody wants

    mutating func stopSending(
        _ index: Int, _ segment: TCPSegment, _ effects: inout ContiguousArray<Effect>
    ) {
        let count = connections[index].fromServer.withdraw(segment.stream, segment.use)
        connections[index].server.withdraw(count)
        for place in connections[index].remains.indices
        where connections[index].remains[place].stream == segment.stream
            && connections[index].remains[place].use == segment.use
        {
            connections[index].remains[place].end = connections[index].server.next
        }
        bury(index, &effects)
    }

    /// Counts bytes that have come for a stream that is no longer wanted.
    mutating func waste(_ segment: TCPSegment, _ index: Int) {
        for place in connections[index].remains.indices
        where connections[index].remains[place].stream == segment.stream
            && connections[index].remains[place].use == segment.use
        {
            connections[index].remains[place].bytes += Int64(segment.bytes)
            let group = Int(streams[Int(segment.stream)].group)
            received[group].bytes += Int64(segment.bytes)
            received[group].wasted += Int64(segment.bytes)
        }
    }

    /// Says how much was sent in vain, of streams of which nothing more can come.
    mutating func bury(_ index: Int, _ effects: inout ContiguousArray<Effect>) {
        let next = connections[index].atClient.next
        let isDrained = connections[index].isClosed && connections[index].underWay == 0
        for remains in connections[index].remains where (remains.end <= next || isDrained) && remains.bytes > 0 {
            effects.append(.wasted(stream: remains.stream, bytes: remains.bytes))
        }
        connections[index].remains.removeAll { $0.end <= next || isDrained }
        if connections[index].closesWhenQuiet, connections[index].remains.isEmpty { close(Int32(index)) }
    }

    mutating func comesToNobody(
        _ content: TCPPacket.Content, _ index: Int, _ effects: inout ContiguousArray<Effect>
    ) {
        if case .data(let sequence, _, _, _) = content, !connections[index].remains.isEmpty,
            sequence >= connections[index].atClient.next
        {
            waste(connections[index].fromServer.segments[sequence], index)
        }
        if connections[index].underWay == 0 { bury(index, &effects) }
        releaseIfDrained(index)
    }

    mutating func releaseIfDrained(_ index: Int) {
        if connections[index].isClosed, connections[index].underWay == 0 { free.append(Int32(index)) }
    }
}
