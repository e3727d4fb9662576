import PlayerModel

/// The settings of requests that stay the same during a run: protocols, hosts, timeouts, injected faults.
package struct HTTPSettings: Equatable, Sendable {
    /// The version of HTTP, which decides how connections are shared.
    package enum Version: String, CaseIterable, Sendable {
        /// RFC 9112.
        case http1 = "1.1"
        /// RFC 9113.
        case http2 = "2"
        /// RFC 9114, over QUIC (RFC 9000).
        case http3 = "3"

        /// The name as a scenario has it.
        package var name: String { rawValue }

        package var about: String {
            switch self {
            case .http1: "One answer at a time on a connection, up to six connections to a host."
            case .http2: "One connection to a host, on which answers take turns."
            case .http3: "As HTTP/2, over QUIC: no handshake of TCP, no waiting for another answer's lost packets."
            }
        }
    }

    package var version = Version.http2
    /// The security of the first connection to a host. Later ones to the same host are resumed.
    package var security = TransportSecurity.tls13
    /// The size of a server's first answer to a handshake in which it shows its certificates.
    package var certificateBytes = TransportSecurity.usualCertificateBytes
    /// How much later than it is needed a connection may be opened, by chance.
    package var startJitter = TimeAmount.zero
    /// The size of a request on its way up, HTTP headers included.
    package var requestBytes: Int64 = 500
    package var responseHeaderBytes: Int64 = 300
    /// Whether a server sends the header of a response by itself, ahead of the body, as nginx does without its
    /// `tcp_nopush`; most servers write both at once.
    package var sendsHeaderAlone = false
    package var think = TimeAmount.zero
    /// The time that both ends together compute for a handshake with a certificate: with this and the sizes of
    /// `TransportSecurity`, a connection is secured within 2 ms of when nginx and curl had it, as measured.
    package var handshakeTime = TimeAmount.milliseconds(3)
    /// The most connections of HTTP/1.1 to one host: six, as browsers and URLSession's default have it.
    package var connectionsPerHost: Int64 = 6
    /// The idle time after which a connection is closed: 75 s is nginx's default. At 0 each answer closes its own.
    package var keepAlive = TimeAmount.seconds(75)
    /// The time after which a request that has brought nothing has failed: 60 s is the default of
    /// `URLRequest.timeoutInterval`. AVPlayer's own is not published.
    package var timeout = TimeAmount.seconds(60)
    /// The number of times that a failed request is repeated. AVPlayer's number is not published; this is ours.
    package var retryCount: Int64 = 2
    /// The pause before the first repetition; each further one is twice as long.
    package var backOff = TimeAmount.seconds(1)
    /// The most packets that the link holds in each direction, the one being sent included: 50 is dummynet's default.
    package var downQueuePackets: Int64 = 50
    package var upQueuePackets: Int64 = 50
    /// Bytes beyond what the player's side has acknowledged: 4 MiB is the limit of automatic tuning on macOS
    /// (`net.inet.tcp.autorcvbufmax`).
    package var receiveWindowBytes: Int64 = 4_194_304
    /// Whether slow start ends before it overruns the queue (HyStart), as Linux has it.
    package var usesHystart = true
    /// Whether the player's side acknowledges every packet at once, as Linux does with `quickack` on a route, instead
    /// of delaying acknowledgements, as it usually does.
    package var acknowledgesAtOnce = false
    /// The room that a connection of the player's side offers before more is read in a round trip. As long as the
    /// offer grows, every packet is acknowledged at once. 128 KiB is Linux's default (`tcp_rmem`).
    package var receiveBufferBytes = ReceiveBuffer.usualBound
    package var hosts = ServerHosts()
    /// Kinds of things that were fetched before the run began: connections to their hosts are still open.
    package var preloaded: [Resource.Kind] = []
    package var faults: [HTTPFault] = []

    package init() {}

    /// A number among these settings, by the name that a scenario has for it.
    package typealias Quantity = (name: String, unit: Unit, value: Int64)

    package var exchange: [Quantity] {
        [
            ("request_bytes", .bytes, requestBytes), ("response_header_bytes", .bytes, responseHeaderBytes),
            ("think_ms", .milliseconds, think.nanoseconds),
            ("tls_compute_ms", .milliseconds, handshakeTime.nanoseconds),
            ("connections_per_host", .count, version == .http1 ? connectionsPerHost : 1),
            ("keep_alive_s", .seconds, keepAlive.nanoseconds),
        ]
    }

    /// Those that reports name only where they are not as usual.
    package var unusual: [Quantity] { zip(rare, Self.usualRare).filter { $0.value != $1.value }.map { $0.0 } }
    package static let usualRare = HTTPSettings().rare

    private var rare: [Quantity] {
        [
            ("certificate_bytes", .bytes, certificateBytes),
            ("start_jitter_ms", .milliseconds, startJitter.nanoseconds),
        ]
    }

    package var patience: [Quantity] {
        [
            ("timeout_s", .seconds, timeout.nanoseconds), ("retry_count", .count, retryCount),
            ("back_off_s", .seconds, backOff.nanoseconds),
        ]
    }

    /// The policy for the requests of whoever has none of its own.
    package var policy: RequestPolicy {
        RequestPolicy.standIn.saying(silence: timeout, retryCount: retryCount, backOff: backOff)
    }

    package var queues: [Quantity] {
        [
            ("queue_down_packets", .count, downQueuePackets), ("queue_up_packets", .count, upQueuePackets),
            ("receive_window_bytes", .bytes, receiveWindowBytes),
            ("receive_buffer_bytes", .bytes, receiveBufferBytes),
        ]
    }

    var transport: TCPSettings {
        var settings = TCPSettings()
        settings.downQueue_packets = downQueuePackets
        settings.upQueue_packets = upQueuePackets
        settings.usesHystart = usesHystart
        settings.acknowledgesAtOnce = acknowledgesAtOnce
        settings.receiveBuffer_bytes = receiveBufferBytes
        settings.receiveWindow_packets = max(1, receiveWindowBytes / TCPSegment.mostBytes)
        return settings
    }
}
