import PlayerModel

@testable import Simulation

/// One download by HTTP/1.1 over a fresh connection, by the path that a player's requests take: what measurements
/// with and without TLS are held against.
///
/// The host's address is known beforehand, as it is in the measurements; `TCPTransfer` has their sizes and pauses.
struct HTTPDownload: Sendable {
    /// What became of it. Times are nanoseconds from its start.
    struct Outcome: Sendable {
        /// Until the connection was open.
        fileprivate(set) var connect_ns: Int64 = 0
        /// Until it was secured; 0 where it is not.
        fileprivate(set) var secure_ns: Int64 = 0
        fileprivate(set) var firstByte_ns: Int64 = 0
        fileprivate(set) var total_ns: Int64 = 0
        /// Packets that the server was to send.
        fileprivate(set) var packets: Int64 = 0
    }

    private let settings: HTTPSettings
    private let values: NetworkValues
    private let resource: Resource
    private let setup_ns: Int64

    /// A body of so many bytes, which must be positive, over `path`, whose rate does not change.
    init(_ path: TCPPath, _ security: TransportSecurity, body_bytes: Int64) {
        let plain = TCPTransfer(body_bytes: body_bytes)
        setup_ns = plain.setup_ns
        resource = Resource(.file, ChunkTable(bytes: body_bytes))
        var settings = HTTPSettings()
        settings.version = .http1
        settings.security = security
        settings.requestBytes = plain.request_bytes
        settings.responseHeaderBytes = plain.response_bytes - body_bytes
        settings.think = TimeAmount(nanoseconds: plain.think_ns)
        settings.downQueuePackets = path.queue_packets
        settings.upQueuePackets = path.upQueue_packets
        settings.usesHystart = path.usesHystart
        self.settings = settings
        var values = NetworkValues()
        (values.down, values.up) = (path.down_bps, path.up_bps)
        values.delayDown = TimeAmount(nanoseconds: path.roundTrip_ms * 500_000)
        values.delayUp = values.delayDown
        (values.lossDown, values.lossUp) = (path.downLossPpm, path.upLossPpm)
        self.values = values
    }

    /// Runs it to its end. Returns nil where it fails.
    func run(seed: UInt64 = 1) -> Outcome? {
        var transport = HTTPTransport(settings, resources: [resource], groups: 1, seed: seed)
        transport.set(values, at: 0)
        transport.hosts[0].address = .known
        var outcome = Outcome()
        var effects: ContiguousArray<NetworkEffect> = []
        let id = ExchangeID(slot: 0, attempt: 1)
        transport.request(Request(id: id, firstChunk: 0, endChunk: 1), at: setup_ns, &effects)
        while transport.due < .max {
            transport.advance(before: 0, &effects)
            for effect in effects {
                switch effect {
                case .note(.connected, let at): outcome.connect_ns = at.nanoseconds
                case .note(.secured, let at): outcome.secure_ns = at.nanoseconds
                case .deliver(_, let at):
                    outcome.firstByte_ns = transport.exchanges[0].firstByteAt
                    outcome.total_ns = at.nanoseconds
                    outcome.packets = transport.transport.connections[0].server.written
                    return outcome
                case .fail: return nil
                case .note, .arm, .changed, .wasted: break
                }
            }
            effects.removeAll(keepingCapacity: true)
        }
        return nil
    }
}
