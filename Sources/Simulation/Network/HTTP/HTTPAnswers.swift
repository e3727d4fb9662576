import SimulationContainers
import PlayerModel

// An exchange from its request on: it is written on a connection, the server answers after its time to think, in
// portions where others share the connection, and each chunk that has come is delivered with its receipt.
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
        // The request was made when it began to wait for a connection.
        let madeAt = Instant(nanoseconds: exchanges[slot].begunAt)
        exchanges[slot].fault = faults.take(resources[slot], from: exchanges[slot].next, at: madeAt)
        exchanges[slot].first = exchanges[slot].next
        exchanges[slot].owed = 0
        exchanges[slot].nextPortionAt = 0
        let header = settings.responseHeaderBytes
        transport.begin(Int32(slot), group: resources[slot].group, before: header, mark: 1 - header, at: now)
        transport.ask(connection, Int32(slot), bytes: max(1, bytes), at: now)
    }

    /// Begins to respond: the server has processed the request.
    mutating func respond(_ slot: Int, _ now: Int64) {
        exchanges[slot].phase = .answering
        exchanges[slot].servedAt = now
        exchanges[slot].boundary =
            resources[slot].chunks.bytes(of: Int64(exchanges[slot].next)) - exchanges[slot].kept
        let exchange = exchanges[slot]
        let header = settings.responseHeaderBytes
        if let instead = exchange.fault?.insteadOfBody {
            return transport.answer(exchange.connection, Int32(slot), bytes: header + instead, at: now)
        }
        switch exchange.fault {
        case .silence(afterBytes: 0): return
        case .reset(afterBytes: 0), .truncation(afterBytes: 0), .length(0): sendHeader(slot, now)
        case .status, .emptyPlaylist, .silence, .reset, .truncation, .length, .slowness, nil:
            let isAlone = settings.sendsHeaderAlone && header > 0
            if isAlone { transport.answer(exchange.connection, Int32(slot), bytes: header, at: now) }
            let left = isAlone ? 0 : header
            if !holds.isEmpty, let share = share(of: exchange, now) { return send(share, slot, after: left, now) }
            write(slot, after: left, from: exchange.next, now)
            guard header == 0, transport.streams[slot].written == 0 else { return }
            sendHeader(slot, now)
        }
    }

    /// Sends a header, behind which nothing comes. Of an answer without a byte nothing would ever be known: so it has
    /// one at least, which is none of the body.
    private mutating func sendHeader(_ slot: Int, _ now: Int64) {
        let header = settings.responseHeaderBytes
        if header == 0 { (transport.streams[slot].received, transport.streams[slot].written) = (-1, -1) }
        transport.streams[slot].mark = 0
        transport.answer(exchanges[slot].connection, Int32(slot), bytes: max(1, header), at: now)
    }

    /// Gives the server the chunks from `first` to the end of what there is room for, and a header to send with them.
    mutating func write(_ slot: Int, after header: Int64 = 0, from first: Int32, _ now: Int64) {
        let chunks = resources[slot].chunks
        var bytes = chunks.bytes(before: Int64(exchanges[slot].end)) - chunks.bytes(before: Int64(first))
        bytes -= exchanges[slot].kept
        if let fault = exchanges[slot].fault {
            let written = exchanges[slot].written
            bytes = fault.sent(of: written + bytes) - written
        }
        guard header + bytes > 0 else { return }
        guard exchanges[slot].fault?.portion != nil else { return send(slot, after: header, bytes, now) }
        if header > 0 { transport.answer(exchanges[slot].connection, Int32(slot), bytes: header, at: now) }
        guard bytes > 0 else { return }
        let isIdle = exchanges[slot].owed == 0
        exchanges[slot].owed += bytes
        guard isIdle else { return }
        if exchanges[slot].nextPortionAt > now { armPortion(slot) } else { sendPortion(slot, now) }
    }

    /// Lets a slow server send a portion of what it owes.
    mutating func sendPortion(_ slot: Int, _ now: Int64) {
        guard exchanges[slot].phase == .answering, let fault = exchanges[slot].fault, let portion = fault.portion
        else { return }
        let bytes = min(portion, exchanges[slot].owed)
        exchanges[slot].owed -= bytes
        send(slot, bytes, now)
        exchanges[slot].nextPortionAt = now + fault.pause(after: bytes).nanoseconds
        if exchanges[slot].owed > 0 { armPortion(slot) }
    }

    private mutating func armPortion(_ slot: Int) {
        let use = transport.streams[slot].use
        alarms.set(.portion(slot: Int32(slot), use: use), at: exchanges[slot].nextPortionAt)
    }

    /// Goes on with a chunk that is made while it is sent.
    mutating func sendShare(_ slot: Int, _ now: Int64) {
        guard exchanges[slot].phase == .answering else { return }
        let exchange = exchanges[slot]
        if let share = share(of: exchange, now) {
            send(share, slot, after: 0, now)
        } else {
            send(slot, bytes(of: exchange, before: exchange.end) - exchange.written, now)
        }
    }

    /// The part of an answer that the server has by now; nil where it has all of it, or something goes wrong with it.
    func share(of exchange: HTTPExchange, _ now: Int64) -> LiveHold.Share? {
        let (slot, now) = (Int(exchange.id.slot), Instant(nanoseconds: now))
        // Whoever has the last chunk has all.
        guard exchange.fault == nil, holds.share(slot, of: exchange.end - 1, at: now) != nil else { return nil }
        for chunk in exchange.next..<exchange.end {
            guard let share = holds.share(slot, of: chunk, at: now) else { continue }
            return LiveHold.Share(bytes: bytes(of: exchange, before: chunk) + share.bytes, moreAt: share.moreAt)
        }
        return nil
    }

    /// The bytes of an answer before a chunk.
    func bytes(of exchange: HTTPExchange, before chunk: Int32) -> Int64 {
        let (chunks, first) = (resources[Int(exchange.id.slot)].chunks, Int64(exchange.first))
        return chunks.bytes(before: Int64(chunk)) - chunks.bytes(before: first)
    }

    /// Sends what there is of an answer that is still being made. In between nobody is busy, unlike with a slow server.
    private mutating func send(_ share: LiveHold.Share, _ slot: Int, after header: Int64, _ now: Int64) {
        let bytes = share.bytes - exchanges[slot].written
        if header + bytes > 0 { send(slot, after: header, bytes, now) }
        let call = Call.share(slot: Int32(slot), use: transport.streams[slot].use)
        alarms.set(call, at: share.moreAt.nanoseconds)
    }

    private mutating func send(_ slot: Int, after header: Int64 = 0, _ bytes: Int64, _ now: Int64) {
        exchanges[slot].written += bytes
        transport.answer(exchanges[slot].connection, Int32(slot), bytes: header + bytes, at: now)
        if !exchanges[slot].isFlowing, exchanges[slot].firstByteAt >= 0 {
            transport.streams[slot].mark = transport.streams[slot].received + 1
        }
    }

    /// How the response in a slot fails, the bytes of its body that have come by then, and those that are whole; nil
    /// where nothing is wrong with it that shows by itself.
    private func fate(of slot: Int) -> (failure: LoadFailure, atBytes: Int64, wholeBytes: Int64)? {
        guard let fault = exchanges[slot].fault else { return nil }
        let (chunks, first) = (resources[slot].chunks, Int64(exchanges[slot].first))
        let end = chunks.chunksPerRequest == nil ? chunks.count : Int64(exchanges[slot].end)
        let whole = chunks.bytes(before: end) - chunks.bytes(before: first)
        return fault.failure(of: whole).map { ($0, $1, fault.usable(of: whole)) }
    }

    mutating func reached(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        // Another response that came with the same packet may have broken the connection.
        guard exchanges[slot].phase == .answering else { return }
        if exchanges[slot].firstByteAt < 0 {
            exchanges[slot].firstByteAt = now
            begun.note(slot, at: Instant(nanoseconds: now))
            exchanges[slot].firstPacket = packetTime(slot)
            // From now on silence counts, which may end the attempt sooner than what counted before.
            if resources[slot].requests != nil { armPatience(slot, now) }
        }
        if !exchanges[slot].isFlowing { startFlow(slot, now) }
        let received = transport.streams[slot].received
        let fate = fate(of: slot)
        if let page = exchanges[slot].fault?.insteadOfBody, let failure = fate?.failure {
            guard received >= page else { return transport.streams[slot].mark = page }
            return fail(slot, failure, now, &effects)
        }
        deliverWhole(slot, upTo: fate?.wholeBytes, now, &effects)
        // Between the portions of a slow server it is as busy as with a slow network: a player cannot tell them apart.
        if received >= exchanges[slot].written, exchanges[slot].owed == 0 { stopFlow(slot, now) }
        if exchanges[slot].next == exchanges[slot].end, isComplete(slot) {
            // Whatever becomes of the connection now, the response is complete.
            finish(slot, now)
        } else if let fate, received >= fate.atBytes {
            fail(slot, fate.failure, now, &effects)
        } else if exchanges[slot].isFlowing {
            let end = fate.map { min($0.atBytes, exchanges[slot].boundary) } ?? exchanges[slot].boundary
            transport.streams[slot].mark = min(max(1, end), exchanges[slot].written)
        }
    }

    /// Goes on with an answer for more of which room was made: chunks without bytes have come with those before them.
    mutating func goOn(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        deliverWhole(slot, upTo: fate(of: slot)?.wholeBytes, now, &effects)
        if exchanges[slot].next == exchanges[slot].end, isComplete(slot) { finish(slot, now) }
        if !news.isEmpty { follow(now, &effects) }
    }

    /// Delivers the chunks of which all bytes have come. What came before an end that is not where the head says is
    /// whole, whether or not both came with one packet.
    private mutating func deliverWhole(
        _ slot: Int, upTo wholeBytes: Int64?, _ now: Int64, _ effects: inout NetworkEffects
    ) {
        let good = min(transport.streams[slot].received, wholeBytes ?? .max)
        while exchanges[slot].next < exchanges[slot].end, good >= exchanges[slot].boundary {
            deliver(slot, now, &effects)
        }
    }

    /// Writes a receipt of what an owner has received by now.
    mutating func look(_ group: Int, at now: Int64) {
        receipts.append(Receipt(transport.streams.received[group], busy: activities[group].total(at: now)))
        transport.streams.received[group].pause = 0
    }

    /// The receipt of a slot's owner as of now.
    func receipt(_ slot: Int, _ now: Int64) -> Receipt {
        let group = Int(resources[slot].group)
        return Receipt(transport.streams.received[group], busy: activities[group].total(at: now))
    }

    mutating func deliver(_ slot: Int, _ now: Int64, _ effects: inout NetworkEffects) {
        look(Int(resources[slot].group), at: now)
        failures.bring(slot)
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

    mutating func finish(_ slot: Int, _ now: Int64) {
        let connection = Int(exchanges[slot].connection)
        exchanges[slot].phase = .idle
        exchanges[slot].connection = -1
        connections[connection].active -= 1
        makeReady(connection, now)
        serveWaiting(Int(resources[slot].host), now)
    }

    mutating func startFlow(_ slot: Int, _ now: Int64) {
        exchanges[slot].isFlowing = true
        // The first packet was on its way through the slowest link before it came.
        activities[Int(resources[slot].group)].start(at: now - packetTime(slot))
    }

    private func packetTime(_ slot: Int) -> Int64 {
        let start = max(exchanges[slot].servedAt, exchanges[slot].startedAt)
        return transport.packetTime(of: slot, through: hosts[Int(resources[slot].host)].path, since: start)
    }

    mutating func stopFlow(_ slot: Int, _ now: Int64) {
        guard exchanges[slot].isFlowing else { return }
        exchanges[slot].isFlowing = false
        let group = Int(resources[slot].group)
        activities[group].stop(at: now)
        // Until there is something to come again, its absence is no pause.
        if activities[group].flows == 0 { transport.streams.received[group].heardAt = .max }
    }
}

extension Receipt {
    @inline(__always)
    fileprivate init(_ received: TCPStreams.Received, busy: Int64) {
        self.init(
            bytes: received.bytes, wasted: received.wasted, busy: TimeAmount(nanoseconds: busy),
            pause: TimeAmount(nanoseconds: received.pause))
    }
}
