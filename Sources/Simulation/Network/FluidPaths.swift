import PlayerModel

/// Hosts with networks of their own, under the transport `fluid`.
///
///     player ──delay up──▶ shared network ──host's delay up──▶ server
///     player ◀─delay down─ shared network ◀─host's delay down─ server
///                             rates, see `SharedLink`
///
/// The last part of the way is the one that all share, so that what a host's own network delays comes before its bytes
/// begin to take the shared one's capacity: a response begins to flow when its first bit is there. What its host offers
/// is there as late: bits that left before a change are not held back by it, and those that leave after it come no
/// sooner. But of two answers the one that left later may be there first, where the host's delay down has shrunk in
/// between (ours); requests on their way up to it keep their order.
struct FluidPath: Sendable {
    /// As it is now.
    var values: NetworkValues
    private var conditions: Conditions
    /// The delay of what flows from the host: of the answers since it was silent last, the longest.
    fileprivate var delay = TimeAmount.zero
    /// When the last request is at the server, as far as it may hold others back: none overtakes it.
    fileprivate var lastReached = Instant.zero
    /// When what flows has another capacity; where nothing flows, this may have passed.
    fileprivate var nextChange = Instant.never

    init(_ path: HostNetworks.Path) { (values, conditions) = (path.values, path.conditions) }

    /// Goes on to an instant. Returns the capacity with which what arrives then has left.
    fileprivate mutating func reach(_ now: Instant) -> Int64? {
        let (then, next) = conditions.reach(Self.departure(of: now, delay))
        nextChange = next + delay
        return then.down
    }

    /// The same of what arrives at any instant, after that delay.
    fileprivate func capacity(at arrival: Instant, after delay: TimeAmount) -> Int64? {
        conditions.values(at: Self.departure(of: arrival, delay)).down
    }

    /// When that is another.
    fileprivate func nextChange(after arrival: Instant, _ delay: TimeAmount) -> Instant {
        conditions.nextChange(after: Self.departure(of: arrival, delay)) + delay
    }

    /// Before the run began the network was as it is then.
    private static func departure(of arrival: Instant, _ delay: TimeAmount) -> Instant {
        max(.zero, arrival + (.zero - delay))
    }
}

extension FluidTransport {
    private func place(_ slot: Int) -> Int? {
        pathOfSlot.isEmpty || pathOfSlot[slot] < 0 ? nil : Int(pathOfSlot[slot])
    }

    /// Lets a request that has left go on to its host's own network. Returns whether anything passes there.
    mutating func entersPath(_ slot: Int) -> Bool {
        guard let place = place(slot) else { return true }
        let (path, passes) = (paths[place].values, exchanges[slot].passes)
        let reached = max(passes + path.delayUp, paths[place].lastReached)
        exchanges[slot].beyond = (reached - passes, path.delayDown)
        if path.up == 0 { exchanges[slot].arrival = .never } else { paths[place].lastReached = reached }
        return path.up != 0
    }

    /// The way to the hosts' own networks was shortened or lengthened for what is on it: what is at a server by then
    /// holds nobody back.
    mutating func reckonReachedAnew() {
        for place in paths.indices { paths[place].lastReached = .zero }
        for slot in exchanges.indices where exchanges[slot].phase == .underWay && exchanges[slot].arrival < .never {
            guard let place = place(slot) else { continue }
            let reached = exchanges[slot].passes + exchanges[slot].beyond.up
            paths[place].lastReached = max(paths[place].lastReached, reached)
        }
    }

    /// Sets what a host's own network offers. Requests that waited for it to come back go on, as they reached it, and
    /// of one instant by slot; those on their way arrive when they would have.
    mutating func set(_ values: NetworkValues, ofPath path: Int, at now: Instant, into effects: inout NetworkEffects)
    {
        let was = paths[path].values
        paths[path].values = values
        guard was.up == 0, values.up != 0 else { return }
        let waiting = exchanges.indices.filter {
            pathOfSlot[$0] == Int32(path) && exchanges[$0].phase == .underWay && exchanges[$0].arrival == .never
        }
        for slot in waiting.sorted(by: { (exchanges[$0].passes, $0) < (exchanges[$1].passes, $1) }) {
            exchanges[slot].passes = max(exchanges[slot].passes, now)
            if entersPath(slot) { arrive(slot, at: arrival(of: slot), &effects) }
        }
    }

    // MARK: What has left a host

    /// An answer begins to flow, and what its host offers is as far as its bits are. Of answers that left with other
    /// delays the longest holds until the host falls silent (ours): no answer is looked for that still has it.
    mutating func entersLink(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        guard let place = place(slot) else { return }
        let own = exchanges[slot].beyond.down
        paths[place].delay = down.hasFlows(of: place) ? max(paths[place].delay, own) : own
        reachLimit(place, now, &effects)
        nextLimit = paths.reduce(.never) { min($0, $1.nextChange) }
    }

    /// Lets what flows have the capacities with which it has left.
    mutating func reachLimits(_ now: Instant, _ effects: inout NetworkEffects) {
        for place in paths.indices where paths[place].nextChange <= now {
            if down.hasFlows(of: place) { reachLimit(place, now, &effects) } else { paths[place].nextChange = .never }
        }
        nextLimit = paths.reduce(.never) { min($0, $1.nextChange) }
    }

    private mutating func reachLimit(_ place: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        let (limit, before) = (paths[place].reach(now), down.limit(of: place))
        guard limit != before else { return }
        noteDeparture(now)
        down.setLimit(limit, of: place, at: now)
        if (limit == 0) != (before == 0) { noteFlows(now, &effects) }
    }

    /// The first instant after `now` at which what flows, or will flow of a slot, has another capacity.
    func nextLimit(for slot: Int, after now: Instant) -> Instant {
        guard let place = place(slot) else { return nextLimit > now ? nextLimit : .never }
        let own = paths[place].nextChange(after: now, exchanges[slot].beyond.down)
        return nextLimit > now ? min(nextLimit, own) : own
    }

    /// The most that an answer can have that begins to flow then, alone on the network; nil is without limit.
    func capacity(of slot: Int, from start: Instant) -> Int64? {
        guard let place = place(slot),
            let limit = paths[place].capacity(at: start, after: exchanges[slot].beyond.down)
        else { return down.capacity }
        return down.capacity.map { min($0, limit) } ?? limit
    }
}
