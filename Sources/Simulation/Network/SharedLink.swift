import PlayerModel

/// The network towards the players as flows from several hosts share it: a `Link` for each host that has a network of
/// its own, and one for all others.
///
///     a host with a network of its own ── its capacity ──┐
///     a host with a network of its own ── its capacity ──┼──▶ the network that all share ──▶ players
///     all other hosts ───────────────────────────────────┘
///
/// Shares are max-min fair (Bertsekas, Gallager: Data Networks, 6.5.2): every flow has the same, but for those of a
/// host whose own network has less; what these leave is for the others. Shares are whole bits per second, and add up to
/// all that there is. Where no host has a network of its own, this is a `Link`.
struct SharedLink: Sendable {
    private(set) var capacity: Int64?
    private var common: Link
    /// The links of hosts with networks of their own, each with as much of the network as its flows have.
    private var own: ContiguousArray<Link> = []
    /// The capacities of these networks.
    private var limits: ContiguousArray<Int64?> = []
    /// By flow, its host's place in `own`; -1 is in none.
    private var places: ContiguousArray<Int32> = []
    private(set) var isPastKept = false
    /// The delays behind it, where they have changed of late.
    var delays = PastDelays()

    init(capacity: Int64?) {
        self.capacity = capacity
        common = Link(capacity: capacity)
    }

    /// A network with hosts of these capacities; of each flow it is said which host's it is, or -1.
    init(capacity: Int64?, limits: [Int64?], places: [Int32]) {
        self.init(capacity: capacity)
        guard !limits.isEmpty else { return }
        self.limits = ContiguousArray(limits)
        self.places = ContiguousArray(places)
        own = ContiguousArray(limits.map { Link(capacity: $0) })
        share(at: .zero)
    }

    @inline(__always)
    var activeFlows: Int64 { own.isEmpty ? common.activeFlows : flowsOfAll }

    /// Whether bits have left until now, whatever the flows and capacities are from now on.
    mutating func hasGiven(until now: Instant) -> Bool {
        advance(to: now)
        return common.lastDeparture == now || own.contains { $0.lastDeparture == now }
    }

    /// The whole bytes that all flows have been given since the network began: see `Link`.
    @inline(__always)
    var totalBytes: Int64 { own.isEmpty ? common.totalBytes : bytesOfAll }

    private var flowsOfAll: Int64 {
        @inline(__always) get { own.reduce(common.activeFlows) { $0 + $1.activeFlows } }
    }

    private var bytesOfAll: Int64 {
        @inline(__always) get { own.reduce(common.totalBytes) { $0.addingClamped($1.totalBytes) } }
    }

    /// The most that a flow can have, alone on the network; nil is without limit.
    func capacity(of flow: Int) -> Int64? {
        guard let place = place(of: flow), let limit = limits[place] else { return capacity }
        return capacity.map { min($0, limit) } ?? limit
    }

    mutating func setCapacity(_ capacity: Int64?, at now: Instant) {
        self.capacity = capacity
        if own.isEmpty { common.setCapacity(capacity, at: now) } else { share(at: now) }
    }

    /// The capacity of a host's own network, as it was set last.
    func limit(of place: Int) -> Int64? { limits[place] }

    func hasFlows(of place: Int) -> Bool { own[place].activeFlows > 0 }

    /// Changes the capacity of a host's own network.
    mutating func setLimit(_ limit: Int64?, of place: Int, at now: Instant) {
        limits[place] = limit
        share(at: now)
    }

    mutating func start(_ flow: Int, _ amount: Link.Remainder, at now: Instant) {
        change(flow) { $0.start(flow, amount, at: now) }
        if !own.isEmpty { share(at: now) }
    }

    @inline(__always)
    mutating func extend(_ flow: Int, by amount: Link.Remainder) { change(flow) { $0.extend(flow, by: amount) } }

    @discardableResult
    mutating func stop(_ flow: Int, at now: Instant) -> Link.Remainder {
        let left = change(flow) { $0.stop(flow, at: now) }
        if !own.isEmpty { share(at: now) }
        return left
    }

    @inline(__always)
    func left(of flow: Int) -> Link.Remainder {
        place(of: flow).map { own[$0].left(of: flow) } ?? common.left(of: flow)
    }

    mutating func left(of flow: Int, at now: Instant) -> Link.Remainder {
        advance(to: now)
        return left(of: flow)
    }

    mutating func instant(of flow: Int, leaving rest: Link.Remainder, from now: Instant) -> Instant {
        change(flow) { $0.instant(of: flow, leaving: rest, from: now) }
    }

    /// From now on it is known for so long a time at least what flows have been given: see `Link`.
    mutating func keepPast(_ length: TimeAmount) {
        isPastKept = true
        common.keepPast(length)
        for place in own.indices { own[place].keepPast(length) }
    }

    func given(to flow: Int, since instant: Instant) -> Link.Remainder {
        place(of: flow).map { own[$0].given(to: flow, since: instant) } ?? common.given(to: flow, since: instant)
    }

    func instant(of flow: Int, giving amount: Link.Remainder) -> Instant? {
        guard let place = place(of: flow) else { return common.instant(of: flow, giving: amount) }
        return own[place].instant(of: flow, giving: amount)
    }

    /// The instant at which the next flow is done, rounded up; `never` where nothing moves.
    @inline(__always)
    mutating func nextFinish() -> Instant { own.isEmpty ? common.nextFinish() : nextFinishOfAll() }

    private mutating func nextFinishOfAll() -> Instant {
        var next = common.nextFinish()
        for place in own.indices { next = min(next, own[place].nextFinish()) }
        return next
    }

    /// A flow that is done at `now`, or nil: first those of hosts without a network of their own.
    @inline(__always)
    mutating func finished(at now: Instant) -> Int? {
        own.isEmpty ? common.finished(at: now) : finishedOfAll(at: now)
    }

    /// Whoever asks reads what all flows have by now.
    private mutating func finishedOfAll(at now: Instant) -> Int? {
        advance(to: now)
        if let flow = common.finished(at: now) { return flow }
        for place in own.indices {
            if let flow = own[place].finished(at: now) { return flow }
        }
        return nil
    }

    @inline(__always)
    mutating func advance(to now: Instant) {
        common.advance(to: now)
        for place in own.indices { own[place].advance(to: now) }
    }

    @inline(__always)
    private func place(of flow: Int) -> Int? {
        guard flow < places.count, places[flow] >= 0 else { return nil }
        return Int(places[flow])
    }

    @inline(__always)
    private mutating func change<Result>(_ flow: Int, _ body: (inout Link) -> Result) -> Result {
        if own.isEmpty { return body(&common) }
        guard let place = place(of: flow) else { return body(&common) }
        return body(&own[place])
    }

    // MARK: Shares

    /// Gives each host's flows their part of the network from now on.
    private mutating func share(at now: Instant) {
        guard let capacity else {
            for place in own.indices { own[place].setCapacity(limits[place], at: now) }
            return common.setCapacity(nil, at: now)
        }
        var (left, flows) = (capacity, activeFlows)
        var isLimited = ContiguousArray(repeating: false, count: own.count)
        // The host whose flows have least comes first: what it leaves may be enough for the next one.
        while let place = scarcest(isLimited), let limit = limits[place] {
            let count = own[place].activeFlows
            guard Int128(limit) * Int128(flows) <= Int128(left) * Int128(count) else { break }
            isLimited[place] = true
            own[place].setCapacity(limit, at: now)
            left -= limit
            flows -= count
        }
        /// As much as so many flows have; what does not divide goes to those behind.
        func part(_ count: Int64) -> Int64 {
            guard count > 0 else { return 0 }
            let part = proportion(left, count, over: flows, .down)
            left -= part
            flows -= count
            return part
        }
        common.setCapacity(part(common.activeFlows), at: now)
        for place in own.indices where !isLimited[place] {
            own[place].setCapacity(part(own[place].activeFlows), at: now)
        }
    }

    /// Of the hosts with flows and a limit that are not yet limited, the one that has least for each flow.
    private func scarcest(_ isLimited: ContiguousArray<Bool>) -> Int? {
        var best: Int?
        for place in own.indices where !isLimited[place] && own[place].activeFlows > 0 {
            guard let limit = limits[place] else { continue }
            if let other = best, let least = limits[other],
                Int128(least) * Int128(own[place].activeFlows) <= Int128(limit) * Int128(own[other].activeFlows)
            {
                continue
            }
            best = place
        }
        return best
    }
}
