/// Downloads over one link, to be compared with measurements of Linux's TCP.
///
/// The client connects and makes one request after the other, over the transport that a player's requests take.
package struct TCPDownload: Sendable {
    private enum Wake: BitwiseCopyable, Sendable { case connect(Int32), ask(Int32), respond(Int32), rate(Int64) }

    private struct Progress: Sendable {
        let transfer: TCPTransfer
        var connection: Int32 = -1
        var askedAt: Int64 = 0
        var firstByteAt: Int64?
        var outcome = TCPOutcome()

        /// The size of the response that is awaited.
        var response_bytes: Int64 { transfer.bytes(ofResponse: outcome.responses.count) }
    }

    package private(set) var now: Int64 = 0
    private var offer: TCPOffer
    private var transport: TCPTransport
    private var downloads: ContiguousArray<Progress> = []
    private var owners: ContiguousArray<Int32> = []
    private var unfinished = 0
    private var alarms = Alarms<Wake>()
    private var effects: TCPEffects = []

    private static let million: Int64 = 1_000_000

    package init(_ path: TCPPath, _ transfers: [TCPTransfer], seed: UInt64 = 1) {
        var settings = TCPSettings()
        settings.downQueue_packets = path.queue_packets
        settings.upQueue_packets = path.upQueue_packets
        settings.usesHystart = path.usesHystart
        settings.acknowledgesAtOnce = path.acknowledgesAtOnce
        transport = TCPTransport(settings, streams: transfers.count, groups: 1, seed: seed)
        let delay = path.roundTrip_ms * Self.million / 2
        offer = TCPOffer(
            down_bps: path.down_bps, up_bps: path.up_bps, downDelay_ns: delay, upDelay_ns: delay,
            downLoss_ppm: path.downLossPpm, upLoss_ppm: path.upLossPpm)
        transport.set(offer, at: 0)
        for (index, transfer) in transfers.enumerated() {
            downloads.append(Progress(transfer: transfer))
            if transfer.requests > 0 { unfinished += 1 }
            alarms.set(.connect(Int32(index)), at: transfer.start_ns + transfer.setup_ns)
        }
        for step in path.steps { alarms.set(.rate(step.rate_bps), at: step.at_ns) }
    }

    package var isFinished: Bool { unfinished == 0 }

    package var events: Int64 { transport.events }

    package var drops: Int64 { transport.drops }

    package var outcomes: [TCPOutcome] {
        downloads.map { download in
            var outcome = download.outcome
            guard download.connection >= 0 else { return outcome }
            let server = transport.connections[Int(download.connection)].server
            outcome.retransmissions = server.retransmissions
            outcome.timeouts = server.timeouts
            outcome.packets = server.written
            outcome.threshold = server.threshold == TCPSender.unlimited ? nil : server.threshold
            return outcome
        }
    }

    /// Runs until every response has come. Returns false where it gave up after `ceiling` events.
    @discardableResult
    package mutating func run(ceiling: Int64 = 100_000_000) -> Bool {
        while unfinished > 0 {
            guard events < ceiling, step() else { return false }
        }
        return true
    }

    @discardableResult
    package mutating func step() -> Bool {
        let due = min(transport.due, alarms.next)
        guard due < .max else { return false }
        now = due
        if due < alarms.next || transport.due == due {
            transport.run(to: due, &effects)
            if !effects.isEmpty { follow() }
        } else if let alarm = alarms.removeFirst() {
            ring(alarm.call)
        }
        return true
    }

    package func checkInvariants() { transport.checkInvariants() }

    private mutating func follow() {
        for effect in effects {
            switch effect {
            case .connected(let connection):
                let index = Int(owners[Int(connection)])
                downloads[index].outcome.connect_ns = now - downloads[index].transfer.start_ns
                ask(index)
            case .heard(_, let stream, _):
                alarms.set(.respond(stream), at: now + downloads[Int(stream)].transfer.think_ns)
            case .reached(let stream): reached(Int(stream))
            case .asked, .answered, .wasted: break
            }
        }
        effects.removeAll(keepingCapacity: true)
    }

    private mutating func ring(_ wake: Wake) {
        switch wake {
        case .connect(let index):
            downloads[Int(index)].connection = transport.open(withHandshake: true, at: now)
            owners.append(index)
        case .ask(let index): ask(Int(index))
        case .respond(let index):
            let download = downloads[Int(index)]
            let (all, ahead) = (download.response_bytes, download.transfer.ahead_bytes)
            if ahead > 0 { transport.answer(download.connection, index, bytes: ahead, at: now) }
            transport.answer(download.connection, index, bytes: all - ahead, at: now)
        case .rate(let rate):
            offer.down_bps = rate
            transport.set(offer, at: now)
        }
    }

    private mutating func ask(_ index: Int) {
        let isFirst = downloads[index].outcome.responses.isEmpty
        downloads[index].askedAt = isFirst ? downloads[index].transfer.start_ns : now
        downloads[index].firstByteAt = nil
        transport.begin(Int32(index), group: 0, before: 0, mark: 1, at: now)
        transport.ask(
            downloads[index].connection, Int32(index), bytes: downloads[index].transfer.request_bytes, at: now)
    }

    private mutating func reached(_ index: Int) {
        let download = downloads[index]
        let firstByteAt = download.firstByteAt ?? now
        downloads[index].firstByteAt = firstByteAt
        guard transport.streams[index].received >= download.response_bytes else {
            transport.streams[index].mark = download.response_bytes
            return
        }
        downloads[index].outcome.responses.append(
            TCPOutcome.Response(firstByte_ns: firstByteAt - download.askedAt, total_ns: now - download.askedAt))
        if downloads[index].outcome.responses.count == download.transfer.requests {
            unfinished -= 1
        } else {
            alarms.set(.ask(Int32(index)), at: now + download.transfer.gap_ns)
        }
    }
}
