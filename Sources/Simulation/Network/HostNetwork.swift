import PlayerModel

/// A network of a host's own, between it and the network that all share: a slow or distant server, a path with loss.
///
///     host ── its own network ──▶ the network that all share ──▶ players
///
/// Its delays and losses come on top of those of the other; of the two capacities the smaller one counts. What AVPlayer
/// would see of a CDN is modelled so far: a path for each host, and nothing shared between hosts but the last part.
package struct HostNetwork: Sendable {
    /// The host's name, as `ServerHosts` has it.
    package let name: ExactText
    package let conditions: Conditions
    /// The trace that it comes from, as the scenario names it.
    package let trace: String?
    package let traceUse: TraceUse?

    package init(name: ExactText, conditions: Conditions, trace: String?, traceUse: TraceUse?) {
        (self.name, self.conditions, self.trace, self.traceUse) = (name, conditions, trace, traceUse)
    }

    /// Whether it changes nothing, ever.
    var isNeutral: Bool {
        conditions.values(at: .zero) == NetworkValues() && conditions.nextChange(after: .zero) == .never
    }
}

/// A property of a host's own network as it is from some instant on. Look-ups are those of its own name, and take so
/// long beyond those over the network that all share.
package struct HostOffer: Equatable, BitwiseCopyable, Sendable {
    /// Whose it is, by its place in `ServerHosts.names`.
    package let host: Int32
    package let offer: NetworkOffer
}
