import PlayerModel

/// The steering of a stream as its server has it: which pathways there are, and which of them are to be taken first
/// (RFC 8216bis, section 7).
///
/// A client loads the steering manifest once the multivariant playlist is in, and again whenever its TTL is over: the
/// same, or the one that RELOAD-URI leads to. What a manifest says is settled when the server has the request for it.
///
///     manifests    0 ──RELOAD-URI──▶ 1 ──RELOAD-URI──▶ 2 ─┐
///                                    ▲────────────────────┘
///     clones       the pathways that any of them makes, the last of the asset's
///
/// Left out: what a server would answer by the throughput that a client tells it, and when it would have it ask again
/// after 429 (Retry-After).
package struct ContentSteering: Equatable, Sendable {
    /// The words of a manifest from an instant on.
    package struct Answer: Equatable, Sendable {
        package let since: Instant
        /// PATHWAY-PRIORITY: pathways by their places among the asset's, the first of them wanted most.
        package let order: [Int]
        /// PATHWAY-CLONES: the pathways that exist from then on, by their places, in the order of the manifest.
        package let clones: [Int]

        package init(since: Instant, order: [Int], clones: [Int] = []) {
            self.since = since
            self.order = order
            self.clones = clones
        }
    }

    /// A manifest at a URI of its own.
    package struct Manifest: Equatable, Sendable {
        /// The path of its file; empty where it is not told apart.
        package var path = ""
        package let bytes: Int64
        /// TTL: how long after it is in the next one is asked for.
        package let timeToLive: TimeAmount
        /// By time, the first from the beginning on.
        package let answers: [Answer]
        /// The place of the manifest that is loaded next: its own, unless it has a RELOAD-URI.
        package var next = 0

        package init(bytes: Int64, timeToLive: TimeAmount, answers: [Answer]) {
            self.bytes = bytes
            self.timeToLive = timeToLive
            self.answers = answers
        }

        /// The answer to a request that the server has then.
        func answer(at instant: Instant) -> Answer {
            answers.last { $0.since <= instant } ?? Answer(since: .zero, order: [])
        }
    }

    /// At least one; the first is the one that the playlist names.
    package var manifests: [Manifest]
    /// In the order of the asset's pathways, of which they are the last.
    package var clones: [PathwayClone]

    package init(_ manifests: [Manifest], clones: [PathwayClone]) {
        self.manifests = manifests
        self.clones = clones
    }
}

/// The servers of steering manifests.
struct SteeringServers: Sendable {
    /// By slot; empty where nothing is steered.
    private let manifests: ContiguousArray<ContentSteering.Manifest?>

    init(_ manifests: ContiguousArray<ContentSteering.Manifest?>) { self.manifests = manifests }

    @inline(__always)
    var isUsed: Bool { !manifests.isEmpty }

    /// The answer to a request for a manifest that the server had then; nil of a slot that is for something else.
    func answer(_ slot: Int32, servedAt instant: Instant) -> ContentSteering.Answer? {
        manifests[Int(slot)]?.answer(at: instant)
    }
}
