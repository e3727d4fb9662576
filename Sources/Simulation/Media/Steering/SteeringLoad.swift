import PlayerModel

/// A steering manifest as a client loads it, again and again.
///
///     due ──asked for──▶ under way ──in──▶ the next is due when the TTL is over, and the pathways are in another order
///                            └──failed──▶ due again when the TTL is over; after 410 never
///
/// The TTL is that of the manifest that came last: as long as none has come, five minutes (RFC 8216bis, section 7).
/// Until it is over nothing is asked for again, but by players that repeat the request itself
/// (`PlayerRequests.repeatsSteering`). After 429 it counts as well: Retry-After, for which a client should wait, is not
/// modelled.
///
/// The next one is the same, unless RELOAD-URI leads to another. Of nobody does playback wait for it: it begins with
/// the first pathway (RFC 8216bis, section 7.2).
struct SteeringLoad: Sendable {
    private struct Manifest: BitwiseCopyable, Sendable {
        let bytes: Int64
        let timeToLive: TimeAmount
        let next: Int
    }

    /// Whether there is a manifest.
    let isUsed: Bool
    private let manifests: ContiguousArray<Manifest>
    /// The place of the manifest that is under way, or is loaded next.
    private(set) var place = 0
    /// TTL of the manifest that came last, or what it is held to be where none has.
    private var timeToLive = TimeAmount.seconds(300)
    /// When it is to be asked for; `never` where it is under way, or never is.
    private(set) var dueAt: Instant
    private(set) var attempt: UInt32 = 0
    /// Since when it is under way; nil where it is not.
    private(set) var requestedAt: Instant?
    private var hasCome = false
    /// Whether none has been asked for: no item has, or what one asked for was called off with it before any came.
    private(set) var isFirst = true

    /// Of what is not steered there is none.
    init(_ steering: ContentSteering?) {
        manifests = ContiguousArray(
            (steering?.manifests ?? []).map {
                Manifest(bytes: $0.bytes, timeToLive: $0.timeToLive, next: $0.next)
            })
        isUsed = !manifests.isEmpty
        dueAt = isUsed ? .zero : .never
    }

    /// The number of manifests, each of which has a slot.
    var count: Int { manifests.count }

    func awaits(_ id: ExchangeID) -> Bool { requestedAt != nil && attempt == id.attempt }

    mutating func ask(at now: Instant) {
        attempt &+= 1
        (dueAt, requestedAt, isFirst) = (.never, now, false)
    }

    /// It is in. Says since when it was under way, and how large it is.
    mutating func arrive(at now: Instant) -> (requestedAt: Instant, bytes: Int64) {
        let (since, manifest) = (requestedAt ?? now, manifests[place])
        (timeToLive, place) = (manifest.timeToLive, manifest.next)
        (dueAt, requestedAt, hasCome) = (now + timeToLive, nil, true)
        return (since, manifest.bytes)
    }

    /// It does not come: a server that answers 410 has none any more.
    mutating func fail(_ failure: LoadFailure, at now: Instant) {
        (dueAt, requestedAt) = (failure == .badStatus(410) ? .never : now + timeToLive, nil)
    }

    /// It is called off, and due at once when it is needed again.
    mutating func callOff() { (dueAt, requestedAt, isFirst) = (.zero, nil, !hasCome) }
}
