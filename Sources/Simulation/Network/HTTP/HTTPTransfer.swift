import PlayerModel

/// A link between a client and a server: two rates, a delay, drop-tail queues and random loss on entry.
package struct HTTPPath: Sendable {
    package var down_bps: Int64
    package var up_bps: Int64
    /// The round trip; half of it is the delay of each direction.
    package var roundTrip_ms: Int64
    /// The most packets in the queue towards the client, the one being sent included.
    package var queue_packets: Int64
    /// The same towards the server: 50 as measured.
    package var upQueue_packets: Int64 = 50
    package var downLossPpm: Int64 = 0
    package var upLossPpm: Int64 = 0
    package var security = TransportSecurity.none
    package var usesHystart = true
    /// Whether the client acknowledges every packet at once: Linux, `quickack` of a route.
    package var acknowledgesAtOnce = false
    package var receiveBuffer_bytes = HTTPSettings().receiveBufferBytes

    /// A path that loses nothing at random. Rates and queues must be positive.
    package init(down_bps: Int64, up_bps: Int64, roundTrip_ms: Int64, queue_packets: Int64) {
        self.down_bps = down_bps
        self.up_bps = up_bps
        self.roundTrip_ms = roundTrip_ms
        self.queue_packets = queue_packets
    }

    var values: NetworkValues {
        var values = NetworkValues()
        (values.down, values.up) = (down_bps, up_bps)
        values.delayDown = TimeAmount(nanoseconds: roundTrip_ms * 500_000)
        values.delayUp = values.delayDown
        (values.lossDown, values.lossUp) = (downLossPpm, upLossPpm)
        return values
    }

    /// The settings for that transfer. Nobody loses patience.
    func settings(for transfer: HTTPTransfer?) -> HTTPSettings {
        var settings = HTTPSettings()
        settings.version = .http1
        settings.security = security
        settings.downQueuePackets = queue_packets
        settings.upQueuePackets = upQueue_packets
        settings.usesHystart = usesHystart
        settings.acknowledgesAtOnce = acknowledgesAtOnce
        settings.receiveBufferBytes = receiveBuffer_bytes
        settings.receiveWindowBytes = .max
        (settings.timeout, settings.keepAlive) = (.seconds(1_000_000_000), .seconds(1_000_000_000))
        guard let transfer else { return settings }
        settings.requestBytes = transfer.request_bytes
        settings.responseHeaderBytes = transfer.header_bytes
        settings.sendsHeaderAlone = transfer.isHeaderAlone
        settings.think = TimeAmount(nanoseconds: transfer.think_ns)
        return settings
    }
}

/// The requests that are made on one connection.
package struct HTTPTransfer: Sendable {
    package var start_ns: Int64 = 0
    package var request_bytes: Int64
    package var header_bytes: Int64
    /// The sizes of the bodies, in the order of the requests. All are positive.
    package var bodies_bytes: [Int64]
    /// Whether the server sends the header by itself, ahead of the body.
    package var isHeaderAlone = false
    /// The pause from the end of one response to the next request.
    package var gap_ns: Int64 = 0
    /// The time between the start and the first packet, inside the client. 0.19 ms as measured: what connecting took
    /// longer than the link does, in the median of the drop-free cells.
    package var setup_ns: Int64 = 190_000
    /// The time between a request's arrival and the response: 0.15 ms as measured.
    package var think_ns: Int64 = 150_000

    package init(request_bytes: Int64, header_bytes: Int64, bodies_bytes: [Int64]) {
        self.request_bytes = request_bytes
        self.header_bytes = header_bytes
        self.bodies_bytes = bodies_bytes
    }

    /// The plain HTTP/1.1 of the measurements, for so many bodies of that size: a request of 77 bytes and a header of
    /// 119, both with the size's digits besides.
    package init(body_bytes: Int64, requests: Int = 1) {
        let digits = Int64(String(body_bytes).utf8.count)
        self.init(
            request_bytes: 77 + digits, header_bytes: 119 + digits,
            bodies_bytes: Array(repeating: body_bytes, count: requests))
    }

    package var requests: Int { bodies_bytes.count }

    var chunks: ChunkTable {
        ChunkTable(
            duration: .seconds(Int64(max(1, requests))),
            segmentDurations: ContiguousArray(repeating: .seconds(1), count: requests),
            segmentBytes: ContiguousArray(bodies_bytes), declaredBitRate: 1)
    }
}

/// The times of a transfer. They are nanoseconds from its start, and those of a request from the request.
package struct HTTPOutcome: Sendable {
    package struct Response: Sendable {
        package var firstByte_ns: Int64
        package var total_ns: Int64
    }

    /// The time until the client had the response to its first packet; nil where it never came. Only the first
    /// transfer's is known.
    package internal(set) var connect_ns: Int64?
    /// The same until the connection was secured.
    package internal(set) var secure_ns: Int64?
    /// The responses in the order of the requests. The first one's times run from the transfer's start.
    package internal(set) var responses: [Response] = []
    package internal(set) var retransmissions: Int64 = 0
    /// The number of packets that the server was to send.
    package internal(set) var packets: Int64 = 0
}
