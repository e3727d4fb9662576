/// A handshake that secures a new connection before its first request.
///
/// Sizes are those of a usual handshake: not measured for any one server.
package enum TransportSecurity: String, CaseIterable, BitwiseCopyable, Sendable {
    case none
    /// RFC 5246: two round trips.
    case tls12 = "1.2"
    /// RFC 5246, section 7.3, with a session that both remember: one round trip.
    case tls12Resumed = "1.2-resumed"
    /// RFC 8446: one round trip.
    case tls13 = "1.3"
    /// RFC 8446, section 2.2: one round trip, without a certificate.
    case tls13Resumed = "1.3-resumed"
    /// RFC 8446, section 2.3: the request goes with the first packet. The same for QUIC (RFC 9001, section 4.6).
    case earlyData = "0-rtt"

    /// One message up and the response to it.
    typealias Step = (up: Int64, down: Int64)

    /// A ClientHello, padded as clients do (RFC 7685).
    private static let hello: Int64 = 522
    /// The bytes that a session ticket adds to it.
    private static let ticket: Int64 = 250
    /// The key exchange and Finished of a TLS 1.2 client.
    private static let keyExchange: Int64 = 126
    /// A ServerHello with a certificate chain of two.
    static let usualCertificateBytes: Int64 = 3_300
    /// A ServerHello without certificates.
    static let shortHello: Int64 = 250
    private static let finished12: Int64 = 51
    private static let finished13: Int64 = 80
    /// RFC 9000, section 14.1: a client's first datagram is padded to it.
    private static let firstDatagram: Int64 = 1_200
    /// RFC 9000, section 8.1: how many times as much a server may send before it knows the client's address.
    private static let amplification: Int64 = 3
    /// A datagram that acknowledges, in a Handshake packet: from then on it does.
    private static let acknowledgement: Int64 = 60

    /// The messages before the first request, where a ServerHello with certificates has so many bytes.
    func steps(certificateBytes: Int64) -> [Step] {
        switch self {
        case .none, .earlyData: []
        case .tls12: [(Self.hello, certificateBytes), (Self.keyExchange, Self.finished12)]
        case .tls12Resumed: [(Self.hello, Self.shortHello)]
        case .tls13: [(Self.hello, certificateBytes)]
        case .tls13Resumed: [(Self.hello + Self.ticket, Self.shortHello)]
        }
    }

    /// The same messages over QUIC: certificates that are too long for an address that nobody has proved yet take a
    /// round trip more.
    func datagramSteps(certificateBytes: Int64) -> [Step] {
        var steps = steps(certificateBytes: certificateBytes)
        guard var first = steps.first else { return [] }
        first.up = max(first.up, Self.firstDatagram)
        let rest = first.down - first.up * Self.amplification
        if rest > 0 { steps.insert((Self.acknowledgement, rest), at: 1) }
        steps[0] = (first.up, first.down - max(0, rest))
        return steps
    }

    /// The handshake bytes that go with the first request.
    var bytesBeforeRequest: Int64 {
        switch self {
        case .none, .tls12: 0
        case .tls12Resumed: Self.finished12
        case .tls13, .tls13Resumed: Self.finished13
        case .earlyData: Self.hello + Self.ticket
        }
    }

    var hasCertificate: Bool { self == .tls12 || self == .tls13 }

    /// The kind of handshake that a later connection to the same host has.
    var resumed: TransportSecurity {
        switch self {
        case .none: .none
        case .tls12, .tls12Resumed: .tls12Resumed
        case .tls13, .tls13Resumed: .tls13Resumed
        case .earlyData: .earlyData
        }
    }

    /// The name as a scenario has it.
    package var name: String { rawValue }

    package var about: String {
        switch self {
        case .none: "Plain HTTP; not with HTTP/3."
        case .tls12: "TLS 1.2: two round trips; not with HTTP/3."
        case .tls12Resumed: "TLS 1.2 with a session that both ends remember: one round trip; not with HTTP/3."
        case .tls13: "TLS 1.3: one round trip."
        case .tls13Resumed: "TLS 1.3 with a ticket: one round trip, without certificates."
        case .earlyData: "TLS 1.3 with a ticket and early data: the request goes first of all."
        }
    }
}
