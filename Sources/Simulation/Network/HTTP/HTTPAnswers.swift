import PlayerModel

extension HTTPTransport {
    mutating func send(_ slot: Int, on connection: Int32, _ now: Int64) {
        let place = Int(connection)
        var bytes = settings.requestBytes
        if !connections[place].wasUsed { bytes += connections[place].security.bytesBeforeRequest }
        connections[place].wasUsed = true
        connections[place].active += 1
        if settings.version == .http1 { hosts[Int(resources[slot].host)].ready.removeAll { $0 == connection } }
        connections[place].usedAt = now
        exchanges[slot].phase = .asked
        exchanges[slot].connection = connection
        exchanges[slot].startedAt = now
        exchanges[slot].delivered = 0
        exchanges[slot].boundary = 0
        exchanges[slot].written = 0
        exchanges[slot].fault = fault(of: slot)
        let header = settings.responseHeaderBytes
        transport.begin(Int32(slot), group: resources[slot].group, before: header, mark: 1 - header, at: now)
        transport.ask(connection, Int32(slot), bytes: max(1, bytes), at: now)
    }

    mutating func fault(of slot: Int) -> HTTPFault.Kind? {
        var kind: HTTPFault.Kind?
        guard isNamed(resources[slot].host) else { return nil }
        for (index, fault) in settings.faults.enumerated() {
            if let kind = fault.resource, kind != resources[slot].kind { continue }
            if let chunk = fault.chunk, chunk != exchanges[slot].next { continue }
            faultsSeen[index] += 1
            let number = faultsSeen[index]
            if number >= fault.from, number - fault.from < fault.times { kind = kind ?? fault.kind }
        }
        return kind
    }

    /// Begins to respond: the server has processed the request.
    mutating func respond(_ slot: Int, _ now: Int64) {
        exchanges[slot].phase = .answering
        exchanges[slot].boundary = resources[slot].chunks.bytes(of: Int64(exchanges[slot].next))
        let exchange = exchanges[slot]
        let header = settings.responseHeaderBytes
        switch exchange.fault {
        case .status:
            transport.streams.lengthen(slot, by: Self.errorBytes)
            transport.answer(exchange.connection, Int32(slot), bytes: header + Self.errorBytes, at: now)
        case .silence(afterBytes: 0): return
        case .reset(afterBytes: 0):
            transport.streams[slot].mark = 0
            transport.answer(exchange.connection, Int32(slot), bytes: max(1, header), at: now)
        case .silence, .reset, nil:
            let isAlone = settings.sendsHeaderAlone && header > 0
            if isAlone { transport.answer(exchange.connection, Int32(slot), bytes: header, at: now) }
            write(slot, after: isAlone ? 0 : header, from: exchange.next, now)
        }
    }

    /// Gives the server the chunks from `first` to the end of what there is room for, and a header to send with them.
    mutating func write(_ slot: Int, after header: Int64 = 0, from first: Int32, _ now: Int64) {
        let chunks = resources[slot].chunks
        var bytes = chunks.bytes(before: Int64(exchanges[slot].end)) - chunks.bytes(before: Int64(first))
        switch exchanges[slot].fault {
        case .reset(let limit), .silence(let limit): bytes = min(bytes, limit - exchanges[slot].written)
        case .status: return
        case nil: break
        }
        guard header + bytes > 0 else { return }
        exchanges[slot].written += bytes
        transport.answer(exchanges[slot].connection, Int32(slot), bytes: header + bytes, at: now)
        if !exchanges[slot].isFlowing, exchanges[slot].firstByteAt >= 0 {
            transport.streams[slot].mark = transport.streams[slot].received + 1
        }
    }

    mutating func reached(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        // Another response that came with the same packet may have broken the connection.
        guard exchanges[slot].phase == .answering else { return }
        if exchanges[slot].firstByteAt < 0 {
            exchanges[slot].firstByteAt = now
            // From now on silence counts, which may end the attempt sooner than what counted before.
            if resources[slot].requests != nil { armPatience(slot, now) }
        }
        if !exchanges[slot].isFlowing { startFlow(slot, now) }
        let received = transport.streams[slot].received
        if case .status(let status) = exchanges[slot].fault {
            if received >= 0 { return fail(slot, .badStatus(status), now, &effects) }
            transport.streams[slot].mark = 0
            return
        }
        while exchanges[slot].next < exchanges[slot].end, received >= exchanges[slot].boundary {
            deliver(slot, now, &effects)
        }
        if received >= exchanges[slot].written { stopFlow(slot, now) }
        if exchanges[slot].next == exchanges[slot].end, isComplete(slot) {
            // Whatever becomes of the connection now, the response is complete.
            finish(slot, now, &effects)
        } else if case .reset(let limit) = exchanges[slot].fault, received >= limit {
            fail(slot, .connectionLost, now, &effects)
        } else if exchanges[slot].isFlowing {
            transport.streams[slot].mark = min(max(1, exchanges[slot].boundary), exchanges[slot].written)
        }
    }

    /// Writes a receipt of what an owner has received by now.
    mutating func look(_ group: Int, at now: Int64) { receipts.append(receipt(ofGroup: group, now)) }

    /// The receipt of a slot's owner as of now.
    func receipt(_ slot: Int, _ now: Int64) -> Receipt { receipt(ofGroup: Int(resources[slot].group), now) }

    private func receipt(ofGroup group: Int, _ now: Int64) -> Receipt {
        let (received, busy) = (transport.streams.received[group], activities[group].total(at: now))
        return Receipt(bytes: received.bytes, wasted: received.wasted, busy: TimeAmount(nanoseconds: busy))
    }

    mutating func deliver(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        receipts.append(receipt(slot, now))
        effects.append(.deliver(exchanges[slot].id, at: Instant(nanoseconds: now)))
        exchanges[slot].next += 1
        exchanges[slot].delivered = exchanges[slot].boundary
        guard exchanges[slot].next < Int32(clamping: resources[slot].chunks.count) else { return }
        exchanges[slot].boundary += resources[slot].chunks.bytes(of: Int64(exchanges[slot].next))
    }

    /// Whether a response has nothing more to give: that of a file stays open as long as there is more of the file.
    func isComplete(_ slot: Int) -> Bool {
        resources[slot].chunks.chunksPerRequest != nil || Int64(exchanges[slot].end) == resources[slot].chunks.count
    }

    mutating func finish(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        let connection = Int(exchanges[slot].connection)
        exchanges[slot].phase = .idle
        exchanges[slot].connection = -1
        connections[connection].active -= 1
        makeReady(connection, now)
        serveWaiting(Int(resources[slot].host), now, &effects)
    }

    mutating func startFlow(_ slot: Int, _ now: Int64) {
        exchanges[slot].isFlowing = true
        // The first packet was on its way through the link before it came.
        activities[Int(resources[slot].group)].start(at: now - transport.packetTime)
    }

    mutating func stopFlow(_ slot: Int, _ now: Int64) {
        guard exchanges[slot].isFlowing else { return }
        exchanges[slot].isFlowing = false
        activities[Int(resources[slot].group)].stop(at: now)
    }
}
