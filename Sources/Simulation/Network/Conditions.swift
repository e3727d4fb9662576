import SimulationContainers
import PlayerModel

/// The properties of the network at one instant: capacities, delays, losses.
package struct NetworkValues: Equatable, Sendable {
    /// Capacity towards the player, and from it, in bits per second; nil is without limit, 0 carries nothing.
    package var down: Int64?
    package var up: Int64?
    /// Time that a bit takes towards the player, and from it. A round trip is both delays together.
    package var delayDown = TimeAmount.zero
    package var delayUp = TimeAmount.zero
    /// How many of a million packets towards the player, and of those from it, are lost at random.
    package var lossDown: Int64 = 0
    package var lossUp: Int64 = 0
    /// The time that a name look-up takes beyond its round trip.
    package var dnsDelay = TimeAmount.zero

    package init() {}
}

/// A change to some properties of the network: nil leaves a property as it is.
package struct NetworkChange: Equatable, Sendable {
    /// A capacity: a number of bits per second, or no limit.
    package enum Capacity: Equatable, Sendable {
        case unlimited
        case bitsPerSecond(Int64)

        package var value: Int64? { if case .bitsPerSecond(let value) = self { value } else { nil } }
    }

    package var down: Capacity?
    package var up: Capacity?
    package var delayDown: TimeAmount?
    package var delayUp: TimeAmount?
    package var lossDown: Int64?
    package var lossUp: Int64?
    package var dnsDelay: TimeAmount?

    package init() {}

    /// Everything that a network has, so that nothing of another is left.
    package init(to values: NetworkValues) {
        down = values.down.map { .bitsPerSecond($0) } ?? .unlimited
        up = values.up.map { .bitsPerSecond($0) } ?? .unlimited
        (delayDown, delayUp) = (values.delayDown, values.delayUp)
        (lossDown, lossUp) = (values.lossDown, values.lossUp)
        dnsDelay = values.dnsDelay
    }

    /// This change and then another, which replaces what it sets.
    package func followed(by change: NetworkChange) -> NetworkChange {
        var result = self
        result.down = change.down ?? down
        result.up = change.up ?? up
        result.delayDown = change.delayDown ?? delayDown
        result.delayUp = change.delayUp ?? delayUp
        result.lossDown = change.lossDown ?? lossDown
        result.lossUp = change.lossUp ?? lossUp
        result.dnsDelay = change.dnsDelay ?? dnsDelay
        return result
    }

    /// `values` with the properties that are set here replaced.
    package func applied(to values: NetworkValues) -> NetworkValues {
        var result = values
        if let down { result.down = down.value }
        if let up { result.up = up.value }
        if let delayDown { result.delayDown = delayDown }
        if let delayUp { result.delayUp = delayUp }
        if let lossDown { result.lossDown = lossDown }
        if let lossUp { result.lossUp = lossUp }
        if let dnsDelay { result.dnsDelay = dnsDelay }
        return result
    }
}

/// The properties of the network over time: phases, outages, and changes that the script makes during the run.
///
/// It is asked for the next change, so a trace of a million points is not a million queued events.
package struct Conditions: Sendable {
    /// A stretch of unchanging values. The last one lasts for ever unless the phases repeat.
    package struct Phase: Equatable, Sendable {
        package var start: Instant
        package var values: NetworkValues

        package init(start: Instant, values: NetworkValues) {
            self.start = start
            self.values = values
        }
    }

    /// A stretch of time in which nothing passes in either direction.
    package struct Outage: Equatable, BitwiseCopyable, Sendable {
        package var start: Instant
        package var end: Instant

        package init(start: Instant, end: Instant) {
            self.start = start
            self.end = end
        }
    }

    /// The source of the phases: a list, or a trace that is read in place.
    private enum Schedule: Sendable {
        case phases(ContiguousArray<Phase>)
        case trace(NetworkTraceSchedule)
    }

    /// A phase, and how much later than in the first lap it runs.
    private struct Place: Sendable {
        var index: Int
        var lap: TimeAmount
    }

    private var schedule: Schedule
    private var count: Int
    /// The period after which the phases begin again; nil where the last one lasts.
    private var period: TimeAmount?
    /// Where that is the beginning alone of a network that is made up: of which, and how much of it there is.
    private var beginning: (of: MadeNetwork, length: TimeAmount)?
    private var isBeginning = false
    /// Until then the next change is known as well.
    private var madeUntil = Instant.never
    /// The phase that was reached last: time goes on, so the next one is this or the one behind it.
    private var reached = Place(index: 0, lap: .zero)
    private var outages = OutageSet()
    private var override = NetworkChange()
    private var isOverridden = false

    /// No limit and no delay.
    package static var unlimited: Conditions { Conditions(phases: [Phase(start: .zero, values: NetworkValues())]) }

    /// `phases` in order, the first at zero; `period` positive and beyond the last start; `outages` in any order. A
    /// phase that has what the one before it has is no change.
    package init(phases: [Phase], repeatingAfter period: TimeAmount? = nil, outages: [Outage] = []) {
        precondition(!phases.isEmpty && phases[0].start == .zero, "The first phase begins at zero.")
        let changes = phases.indices.filter { $0 == 0 || phases[$0].values != phases[$0 - 1].values }
        schedule = .phases(ContiguousArray(changes.map { phases[$0] }))
        count = changes.count
        self.period = count > 1 ? period : nil
        for outage in outages { self.outages.add(outage) }
    }

    /// The stretches of a trace as phases. They are looked up in place: nothing is copied, and a run over ten million
    /// of them costs no more than those that it comes to.
    init(_ trace: NetworkTraceSchedule, outages: [Outage]) {
        schedule = .trace(trace)
        count = trace.count
        period = trace.period
        for outage in outages { self.outages.add(outage) }
    }

    /// Says that this is the beginning of a made-up network, and no more.
    mutating func isBeginning(of network: MadeNetwork, lasting length: TimeAmount) {
        beginning = (network, length)
        isBeginning = true
        madeUntil = phaseStart(count - 1)
    }

    /// Goes on to an instant. Returns the values from then on, and the first instant after it at which they may change;
    /// in constant time where that is not far.
    mutating func reach(_ now: Instant) -> (values: NetworkValues, nextChange: Instant) {
        make(for: now)
        var values: NetworkValues
        var next = Instant.never
        switch schedule {
        case .phases(let phases):
            reached = place(now, from: reached) { phases[$0].start }
            values = phases[reached.index].values
            next = change(after: reached) { phases[$0].start }
        case .trace(let trace):
            reached = place(now, from: reached) { trace.start(of: $0) }
            values = trace.values(of: reached.index)
            next = change(after: reached) { trace.start(of: $0) }
        }
        if isOverridden { values = override.applied(to: values) }
        guard !outages.isEmpty else { return (values, next) }
        if outages.contain(now) { (values.down, values.up) = (0, 0) }
        return (values, min(next, outages.nextEdge(after: now)))
    }

    /// The trace that says the capacity towards the player, where that is all that changes.
    var capacities: NetworkTraceSchedule? {
        guard outages.isEmpty, !isOverridden, case .trace(let trace) = schedule else { return nil }
        return trace.isOfCapacity ? trace : nil
    }

    /// Goes on to the next stretch of that trace, where it begins before an instant: when, what its capacity is, and
    /// when the one behind it begins. Nil where a lap ends or more is to be made up: then it is for `reach` to go on.
    @inline(__always)
    mutating func nextCapacity(
        of trace: NetworkTraceSchedule, before limit: Instant
    ) -> (start: Instant, down: Int64, nextChange: Instant)? {
        let index = reached.index + 1
        guard index + (isBeginning ? 2 : 1) < count else { return nil }
        let start = trace.start(of: index) + reached.lap
        guard start < limit else { return nil }
        reached.index = index
        return (start, trace.capacity(of: index), trace.start(of: index + 1) + reached.lap)
    }

    /// Makes up what is missing of a network to tell its values at an instant, and their next change. Each time it is
    /// at least twice as much as before, so that a run of any length makes it but a few times.
    private mutating func make(for now: Instant) {
        while isBeginning, now >= madeUntil, let (network, length) = beginning, let seed = network.seed {
            let longer = network.conditions(seed: seed, lasting: max(length + length, now - .zero + length))
            (schedule, count, period) = (longer.schedule, longer.count, longer.period)
            (beginning, isBeginning, madeUntil) = (longer.beginning, longer.isBeginning, longer.madeUntil)
        }
    }

    /// The same as `reach`, for those who only look.
    private func reaching(_ now: Instant) -> (values: NetworkValues, nextChange: Instant) {
        var all = self
        return all.reach(now)
    }

    /// Sets some values from now on, whatever the phases say: an action of the script.
    package mutating func change(_ change: NetworkChange) {
        override = override.followed(by: change)
        isOverridden = true
    }

    package mutating func addOutage(_ outage: Outage) { outages.add(outage) }

    /// The same without outages and without the changes of a trace, which are none of the way up: of that, and of
    /// look-ups, these say all.
    var ofWayUp: Conditions {
        if case .trace(let trace) = schedule {
            return Conditions(phases: [Phase(start: .zero, values: trace.values(of: 0))])
        }
        var own = self
        own.outages = OutageSet()
        return own
    }

    /// The properties of the network at `now`. O(log n) in phases and outages.
    package func values(at now: Instant) -> NetworkValues { reaching(now).values }

    /// The first instant after `now` at which the values may change; `never` where they stay.
    package func nextChange(after now: Instant) -> Instant { reaching(now).nextChange }

    /// The values from `now` on, where they stay as they are; nil where they may change.
    package func valuesForGood(from now: Instant) -> NetworkValues? {
        let (values, next) = reaching(now)
        return next == .never ? values : nil
    }

    /// The phase in force at `now`, of which one is looked at first with the one behind it.
    @inline(__always)
    private func place(_ now: Instant, from last: Place, _ start: (Int) -> Instant) -> Place {
        let local = Instant(nanoseconds: (now - (.zero + last.lap)).nanoseconds)
        for index in last.index..<min(last.index + 2, count)
        where start(index) <= local && index + 1 < count && local < start(index + 1) {
            return Place(index: index, lap: last.lap)
        }
        return place(now, start)
    }

    @inline(__always)
    private func place(_ now: Instant, _ start: (Int) -> Instant) -> Place {
        guard count > 1 else { return Place(index: 0, lap: .zero) }
        var lap = TimeAmount.zero
        if let period { lap = TimeAmount(nanoseconds: now.nanoseconds / period.nanoseconds * period.nanoseconds) }
        let local = Instant(nanoseconds: (now - (.zero + lap)).nanoseconds)
        return Place(index: partitionPoint(in: 1..<count) { start($0) > local } - 1, lap: lap)
    }

    /// When the phase behind another begins; `never` where there is none.
    @inline(__always)
    private func change(after place: Place, _ start: (Int) -> Instant) -> Instant {
        guard count > 1 else { return .never }
        if place.index + 1 < count { return start(place.index + 1) + place.lap }
        return period.map { .zero + place.lap + $0 } ?? .never
    }

    private func phaseStart(_ index: Int) -> Instant {
        switch schedule {
        case .phases(let phases): phases[index].start
        case .trace(let trace): trace.start(of: index)
        }
    }
}
