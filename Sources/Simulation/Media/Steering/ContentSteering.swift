import PlayerModel

/// The steering of a stream as its server has it: which pathways are to be taken first, and when (RFC 8216bis, section
/// 7).
///
/// A client loads the steering manifest once the multivariant playlist is in, and again whenever its TTL is over. What
/// the manifest says is settled when the server has the request for it.
///
/// Left out: PATHWAY-CLONES, RELOAD-URI, and what a server would answer by the throughput that a client tells it.
package struct ContentSteering: Equatable, Sendable {
    /// PATHWAY-PRIORITY as it is from an instant on.
    package struct Priority: Equatable, Sendable {
        package let since: Instant
        /// Pathways by their places among the asset's, the first of them wanted most.
        package let order: [Int]

        package init(since: Instant, order: [Int]) {
            self.since = since
            self.order = order
        }
    }

    /// The size of the manifest.
    package var bytes: Int64
    /// TTL: how long after a manifest is in the next one is asked for.
    package var timeToLive: TimeAmount
    /// By time, the first from the beginning on.
    package var priorities: [Priority]

    package init(bytes: Int64, timeToLive: TimeAmount, priorities: [Priority]) {
        self.bytes = bytes
        self.timeToLive = timeToLive
        self.priorities = priorities
    }

    /// The priority of a manifest of which the server has the request then.
    func order(at instant: Instant) -> [Int] { priorities.last { $0.since <= instant }?.order ?? [] }
}

/// The servers of steering manifests.
struct SteeringServers: Sendable {
    /// By slot; empty where nothing is steered.
    private let manifests: ContiguousArray<ContentSteering?>

    init(_ manifests: ContiguousArray<ContentSteering?>) { self.manifests = manifests }

    @inline(__always)
    var isUsed: Bool { !manifests.isEmpty }

    /// The priority that a manifest has of which the server had the request then; nil of what is no manifest.
    func order(_ slot: Int32, servedAt instant: Instant) -> [Int]? { manifests[Int(slot)]?.order(at: instant) }
}
