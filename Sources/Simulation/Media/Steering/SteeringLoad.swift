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

    private enum State: BitwiseCopyable, Sendable {
        /// It is to be asked for then; `never` is for good.
        case due(at: Instant)
        case underWay(since: Instant)
    }

    /// Whether there is a manifest.
    let isUsed: Bool
    private let manifests: ContiguousArray<Manifest>
    /// The place of the manifest that is under way, or is loaded next.
    private(set) var place = 0
    /// TTL of the manifest that came last, or what it is held to be where none has.
    private var timeToLive = TimeAmount.seconds(300)
    private var state: State
    private(set) var attempt: UInt32 = 0
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
        state = .due(at: isUsed ? .zero : .never)
    }

    /// The number of manifests, each of which has a slot.
    var count: Int { manifests.count }

    /// When it is to be asked for; `never` where it is under way, or never is.
    var dueAt: Instant { if case .due(let instant) = state { instant } else { .never } }

    /// Since when it is under way; nil where it is not.
    var requestedAt: Instant? { if case .underWay(let since) = state { since } else { nil } }

    func awaits(_ id: ExchangeID) -> Bool { requestedAt != nil && attempt == id.attempt }

    mutating func ask(at now: Instant) {
        attempt &+= 1
        (state, isFirst) = (.underWay(since: now), false)
    }

    /// It is in. Says since when it was under way, and how large it is.
    mutating func arrive(at now: Instant) -> (requestedAt: Instant, bytes: Int64) {
        let (since, manifest) = (requestedAt ?? now, manifests[place])
        (timeToLive, place) = (manifest.timeToLive, manifest.next)
        (state, hasCome) = (.due(at: now + timeToLive), true)
        return (since, manifest.bytes)
    }

    /// It does not come: a server that answers 410 has none any more.
    mutating func fail(_ failure: LoadFailure, at now: Instant) {
        state = .due(at: failure == .badStatus(410) ? .never : now + timeToLive)
    }

    /// It is called off, and due at once when it is needed again.
    mutating func callOff() { (state, isFirst) = (.due(at: .zero), !hasCome) }
}
