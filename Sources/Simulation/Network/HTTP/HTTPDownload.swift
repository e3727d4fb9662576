import SimulationContainers
import PlayerModel

/// Downloads by HTTP/1.1 over one link, by the path that a player's requests take: to be compared with measurements,
/// and to be timed.
///
/// Each transfer has a host of its own, whose address is known beforehand, so that its requests share a connection
/// with nothing else.
package struct HTTPDownload: Sendable {
    private struct Progress: Sendable {
        let transfer: HTTPTransfer
        var askedAt: Int64 = 0
        var outcome = HTTPOutcome()
    }

    private var transport: HTTPTransport
    private var downloads: ContiguousArray<Progress> = []
    private var unfinished = 0
    /// When which transfer makes its next request.
    private var alarms = Alarms<Int32>()
    private var effects = NetworkEffects()

    /// The sizes of the first transfer's requests and headers, and its pauses, are those of all.
    package init(_ path: HTTPPath, _ transfers: [HTTPTransfer], seed: UInt64 = 1) {
        var resources: [Resource] = []
        for (index, transfer) in transfers.enumerated() {
            downloads.append(Progress(transfer: transfer))
            resources.append(Resource(.file, transfer.chunks, host: Int32(index)))
            if transfer.requests > 0 { unfinished += 1 }
            alarms.set(Int32(index), at: transfer.start_ns + transfer.setup_ns)
        }
        transport = HTTPTransport(path.settings(for: transfers.first), resources: resources, groups: 1, seed: seed)
        for host in transfers.indices { transport.hosts[host].address = .known }
        transport.set(path.values, at: 0)
    }

    package var isFinished: Bool { unfinished == 0 }

    /// The number of packets that have arrived and of deadlines that have come.
    package var events: Int64 { transport.transport.events }

    /// The number of packets for which the queue towards the client had no room.
    package var drops: Int64 { transport.transport.drops.down }

    package var outcomes: [HTTPOutcome] {
        downloads.indices.map { index in
            var outcome = downloads[index].outcome
            guard let connection = transport.hosts[index].connections.first else { return outcome }
            let server = transport.transport.connections[Int(connection)].server
            outcome.retransmissions = server.retransmissions
            outcome.packets = server.written
            return outcome
        }
    }

    /// Runs until every response has come. Returns false where it gave up after `ceiling` events.
    @discardableResult
    package mutating func run(ceiling: Int64 = 100_000_000) -> Bool {
        while unfinished > 0 {
            guard events < ceiling, advance(before: .max) else { return false }
        }
        return true
    }

    /// Handles what is due next. Returns false where nothing is.
    @discardableResult
    package mutating func step() -> Bool { advance(before: 0) }

    package func checkInvariants() { transport.checkInvariants() }

    private mutating func advance(before limit: Int64) -> Bool {
        if transport.due <= alarms.next {
            guard transport.due < .max else { return false }
            transport.advance(before: min(limit, alarms.next), &effects)
        } else if let alarm = alarms.removeFirst() {
            ask(Int(alarm.call), alarm.time)
        }
        if !effects.isEmpty { follow() }
        return true
    }

    private mutating func follow() {
        for effect in effects {
            switch effect {
            case .note(.connected(let host), let at):
                downloads[Int(host)].outcome.connect_ns =
                    at.nanoseconds - downloads[Int(host)].transfer.start_ns
            case .note(.secured(let host), let at):
                downloads[Int(host)].outcome.secure_ns = at.nanoseconds - downloads[Int(host)].transfer.start_ns
            case .deliver(let id, let at): delivered(Int(id.slot), at.nanoseconds)
            case .note, .fail, .pause, .arm, .offers, .hostOffers, .wasted: break
            }
        }
        effects.removeAll()
    }

    private mutating func ask(_ index: Int, _ now: Int64) {
        let number = downloads[index].outcome.responses.count
        downloads[index].askedAt = number == 0 ? downloads[index].transfer.start_ns : now
        let id = ExchangeID(slot: Int32(index), attempt: UInt32(number) + 1)
        transport.request(Request(id: id, firstChunk: Int32(number), endChunk: Int32(number) + 1), at: now, &effects)
    }

    private mutating func delivered(_ index: Int, _ now: Int64) {
        let (askedAt, firstByteAt) = (downloads[index].askedAt, transport.exchanges[index].firstByteAt)
        downloads[index].outcome.responses.append(
            HTTPOutcome.Response(firstByte_ns: firstByteAt - askedAt, total_ns: now - askedAt))
        let transfer = downloads[index].transfer
        if downloads[index].outcome.responses.count == transfer.requests {
            unfinished -= 1
        } else {
            alarms.set(Int32(index), at: now + transfer.gap_ns)
        }
    }
}
