import PlayerModel

/// The network of a run, from its records: what it offered, and since when.
package struct ObservedNetwork: Sendable {
    /// Bits per second; -1 is without limit.
    package internal(set) var capacities: [Observed<BothWays>] = []
    /// Nanoseconds.
    package internal(set) var delays: [Observed<BothWays>] = []
    /// Packets in a million.
    package internal(set) var losses: [Observed<BothWays>] = []
    /// Nanoseconds.
    package internal(set) var lookUpDelays: [Observed<Int64>] = []
    /// The networks that hosts have of their own.
    package internal(set) var hosts: [Observed<HostOffer>] = []

    mutating func hear(_ offer: NetworkOffer, _ order: Int, _ now: Instant) {
        func observed<Value>(_ value: Value) -> Observed<Value> { Observed(order: order, at: now, value: value) }
        switch offer {
        case .capacity(let down, let up): capacities.append(observed(BothWays(down: down, up: up)))
        case .delay(let down, let up): delays.append(observed(BothWays(down: down, up: up)))
        case .loss(let down, let up): losses.append(observed(BothWays(down: down, up: up)))
        case .dnsDelay(let delay): lookUpDelays.append(observed(delay))
        }
    }

    /// The capacity towards the player of a host's own network at an instant, in bits per second; nil where it has no
    /// limit.
    func limit(ofHost host: Int32, at instant: Instant) -> Int64? {
        for one in hosts.reversed() where one.at <= instant {
            if one.value.host == host, case .capacity(let down, _) = one.value.offer { return down < 0 ? nil : down }
        }
        return nil
    }
}
