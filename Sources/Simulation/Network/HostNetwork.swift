import PlayerModel

/// A network of a host's own, between it and the network that all share: a slow or distant server, a path with loss.
///
///     host ── its own network ──▶ the network that all share ──▶ players
///
/// Its delays and losses come on top of those of the other; of the two capacities the smaller one counts. What AVPlayer
/// would see of a CDN is modelled so far: a path for each host, and nothing shared between hosts but the last part.
package struct HostNetwork: Sendable {
    /// The host's name, as `ServerHosts` has it.
    package let name: String
    package let conditions: Conditions
    /// The trace that it comes from, as the scenario names it.
    package let trace: String?
    package let course: TraceCourse?

    package init(name: String, conditions: Conditions, trace: String?, course: TraceCourse?) {
        (self.name, self.conditions, self.trace, self.course) = (name, conditions, trace, course)
    }

    /// Whether it changes nothing, ever.
    var isNeutral: Bool {
        conditions.values(at: .zero) == NetworkValues() && conditions.nextChange(after: .zero) == .never
    }
}

/// A property of a host's own network as it is from some instant on.
package enum HostOffer: Equatable, BitwiseCopyable, Sendable {
    /// The capacities in bits per second; -1 is without limit.
    case capacity(host: Int32, down: Int64, up: Int64)
    /// The delays in nanoseconds.
    case delay(host: Int32, down: Int64, up: Int64)
    /// How many of a million packets are lost.
    case loss(host: Int32, down: Int64, up: Int64)
    /// The time that a look-up of its name takes beyond that of the network that all share, in nanoseconds.
    case dnsDelay(host: Int32, Int64)

    /// Whose it is, by its place in `ServerHosts.names`.
    package var host: Int32 {
        switch self {
        case .capacity(let host, _, _), .delay(let host, _, _), .loss(let host, _, _), .dnsDelay(let host, _): host
        }
    }
}
