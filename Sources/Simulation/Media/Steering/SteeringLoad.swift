import PlayerModel

/// A steering manifest as a client loads it, again and again.
///
///     due ──asked for──▶ under way ──in──▶ due again when the TTL is over, and the pathways are in another order
///                            └──failed──▶ due again when the TTL is over; after 410 never
///
/// Of nobody does playback wait for it: it begins with the first pathway (RFC 8216bis, section 7.2).
struct SteeringLoad: BitwiseCopyable, Sendable {
    let bytes: Int64
    private let timeToLive: TimeAmount
    /// When it is to be asked for; `never` where it is under way, or never is.
    private(set) var dueAt: Instant
    private(set) var attempt: UInt32 = 0
    /// Since when it is under way; nil where it is not.
    private(set) var requestedAt: Instant?
    /// Whether it was asked for before.
    var isFirst: Bool { attempt == 0 }

    init(_ steering: ContentSteering) {
        (bytes, timeToLive, dueAt) = (steering.bytes, steering.timeToLive, .zero)
    }

    private init() { (bytes, timeToLive, dueAt) = (0, .zero, .never) }

    /// Of what is not steered.
    static let none = SteeringLoad()

    /// Whether there is a manifest.
    @inline(__always)
    var isUsed: Bool { bytes > 0 }

    func awaits(_ id: ExchangeID) -> Bool { requestedAt != nil && attempt == id.attempt }

    mutating func ask(at now: Instant) {
        attempt &+= 1
        (dueAt, requestedAt) = (.never, now)
    }

    /// It is in. Says since when it was under way.
    mutating func arrive(at now: Instant) -> Instant {
        defer { (dueAt, requestedAt) = (now + timeToLive, nil) }
        return requestedAt ?? now
    }

    /// It does not come: a server that answers 410 has none any more.
    mutating func fail(_ failure: LoadFailure, at now: Instant) {
        (dueAt, requestedAt) = (failure == .badStatus(410) ? .never : now + timeToLive, nil)
    }

    /// It is called off, and due at once when it is needed again.
    mutating func callOff(at now: Instant) { (dueAt, requestedAt) = (now, nil) }
}
