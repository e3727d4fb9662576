/// A link between a client and a server: two rates, a delay, drop-tail queues and random loss on entry.
package struct TCPPath: Sendable {
    package struct RateStep: Sendable {
        package let at_ns: Int64
        package let rate_bps: Int64

        package init(at_ns: Int64, rate_bps: Int64) {
            self.at_ns = at_ns
            self.rate_bps = rate_bps
        }
    }

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
    package var usesHystart = true
    /// Whether the client acknowledges every packet at once: Linux, `quickack` of a route.
    package var acknowledgesAtOnce = false
    package var steps: [RateStep] = []

    /// A path that loses nothing at random. Rates and queues must be positive.
    package init(down_bps: Int64, up_bps: Int64, roundTrip_ms: Int64, queue_packets: Int64) {
        self.down_bps = down_bps
        self.up_bps = up_bps
        self.roundTrip_ms = roundTrip_ms
        self.queue_packets = queue_packets
    }
}

/// The requests that are made on one connection.
package struct TCPTransfer: Sendable {
    package var start_ns: Int64 = 0
    package var request_bytes: Int64
    package var response_bytes: Int64
    package var requests = 1
    /// The sizes of the first responses, where they are others than `response_bytes`.
    package var first_bytes: [Int64] = []
    /// How much of a response the server writes before the rest of it, so that it leaves in a packet of its own.
    package var ahead_bytes: Int64 = 0
    /// The pause from the end of one response to the next request.
    package var gap_ns: Int64 = 0
    /// The time between the start and the first packet, inside the client. 0.19 ms as measured: what connecting took
    /// longer than the link does, in the median of the drop-free cells.
    package var setup_ns: Int64 = 190_000
    /// The time between a request's arrival and the response: 0.15 ms as measured.
    package var think_ns: Int64 = 150_000

    package init(request_bytes: Int64, response_bytes: Int64) {
        self.request_bytes = request_bytes
        self.response_bytes = response_bytes
    }

    /// The plain HTTP/1.1 of the measurements, for a body of that size: a request of 77 bytes and a header of 119,
    /// both with the size's digits besides.
    package init(body_bytes: Int64) {
        let digits = Int64(String(body_bytes).utf8.count)
        self.init(request_bytes: 77 + digits, response_bytes: body_bytes + 119 + digits)
    }

    func bytes(ofResponse index: Int) -> Int64 { index < first_bytes.count ? first_bytes[index] : response_bytes }
}

/// The times of a connection. They are nanoseconds from its start, and those of a request from the request.
package struct TCPOutcome: Sendable {
    package struct Response: Sendable {
        package var firstByte_ns: Int64
        package var total_ns: Int64
    }

    /// The time until the client had the response to its first packet; nil where it never came.
    package internal(set) var connect_ns: Int64?
    /// The responses in the order of the requests. The first one's times run from the connection's start.
    package internal(set) var responses: [Response] = []
    package internal(set) var retransmissions: Int64 = 0
    package internal(set) var timeouts: Int64 = 0
    /// The number of packets that the server was to send.
    package internal(set) var packets: Int64 = 0
    /// The threshold after which slow start ended, or nil where it never did.
    package internal(set) var threshold: Int64?
}
