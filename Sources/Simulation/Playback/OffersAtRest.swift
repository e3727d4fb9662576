import SimulationContainers
import PlayerModel

extension Run {
    /// The same run, in whose history each change of the network stands at its own instant.
    ///
    /// Nobody looks at the network while nothing is fetched: over `fluid` at once, over `tcp` as soon as no connection
    /// has a timer. The trace has what it offers then as of the next request, or not at all. That is enough for all
    /// that follows from it, and costs a run nothing; but whoever reads wants to know what was offered when. The digest
    /// and recorded logs are of the trace as it is.
    ///
    /// It takes time and memory for each change, so it is for reports that tell of the network. Where there are more
    /// changes at rest than the ceiling of events has left, the run is the same as before: of a trace with a point for
    /// each millisecond, in a loop, a day has 86 million.
    package func tellingOffersAtRest() -> Run {
        guard told == nil, trace.level != .nothing else { return self }
        guard let history = OffersAtRest(self)?.history(of: self) else { return self }
        var own = self
        own.told = history
        return own
    }

    /// The entries of the trace, and what the network offered at rest where somebody has asked for that.
    package var history: ContiguousArray<Trace.Entry> { told ?? trace.entries }
}

/// The network of a run from change to change, as its conditions and the script's actions have it.
private struct OffersAtRest {
    private var conditions: Conditions
    private var hosts: HostNetworks
    private var values: NetworkValues
    private var nextOfShared: Instant
    private var effects = NetworkEffects()
    /// How many changes may still be told: were anything fetched, each would be an event.
    private var changesLeft: Int64
    private var entries: ContiguousArray<Trace.Entry> = []

    /// Nil where there are no changes.
    init?(_ run: Run) {
        guard run.scenario.usesNetwork else { return nil }
        let plan = run.scenario.network
        changesLeft = run.scenario.maxEvents - run.outcome.events
        conditions = plan.conditions
        hosts = HostNetworks(plan.hosts, among: plan.transport.hosts.names)
        (values, nextOfShared) = conditions.reach(.zero)
        let isSteady = min(nextOfShared, hosts.nextChange) == .never
        guard !isSteady || run.scenario.players.contains(where: { $0.script.contains { $0.isOfNetwork } }) else {
            return nil
        }
    }

    private var next: Instant { min(nextOfShared, hosts.nextChange) }

    /// The entries with what was offered at rest among them, as long as the run lasts; nil where that is too much, or
    /// the trace has something else than what follows from the scenario, so that somebody else has changed the network.
    consuming func history(of run: Run) -> ContiguousArray<Trace.Entry>? {
        let all = run.trace.entries
        entries.reserveCapacity(all.count)
        var start = 0
        while start < all.count, all[start].at <= run.outcome.at {
            let at = all[start].at
            var end = start + 1
            // What comes in vain may be told before it comes.
            while end < all.count, all[end].at <= at || all[end].record.isWasted { end += 1 }
            guard take(all[start..<end], at, run) else { return nil }
            start = end
        }
        guard tell(through: run.outcome.at) else { return nil }
        // A connection may close later: nothing that a report tells.
        entries += all[start...]
        return entries
    }

    /// Takes all that happened at an instant; false where that cannot be. By the law of lanes the network comes first,
    /// unless the trace says that something else was before.
    private mutating func take(_ own: ArraySlice<Trace.Entry>, _ at: Instant, _ run: Run) -> Bool {
        let hasOffers = own.contains { $0.record.isOffer }
        // In the beginning the trace has everything.
        if at > .zero, !tell(through: hasOffers ? at + (.zero - TimeAmount(nanoseconds: 1)) : at) { return false }
        var hasActed = false
        for entry in own {
            if at > .zero, entry.record.isOffer {
                look(at)
                guard agrees(with: entry.record) else { return false }
                continue
            }
            entries.append(entry)
            guard case .action(let index) = entry.record, entry.player >= 0,
                case .network(let operation) = run.scenario.players[Int(entry.player)].script[Int(index)].operation
            else { continue }
            hasActed = true
            switch operation {
            case .change(let change, _): conditions.change(change)
            case .breakDown(let length): conditions.addOutage(Conditions.Outage(start: at, end: at + length))
            }
        }
        if at == .zero {
            (values, nextOfShared) = conditions.reach(at)
        } else if hasActed || hasOffers {
            look(at)
        }
        return true
    }

    /// Tells all changes up to and including an instant; false where they are too many.
    private mutating func tell(through end: Instant) -> Bool {
        while next <= end, next < .never {
            guard changesLeft > 0 else { return false }
            changesLeft -= 1
            look(next)
        }
        return true
    }

    /// Goes on to an instant, and tells what is other from then on.
    private mutating func look(_ at: Instant) {
        if hosts.nextChange <= at { _ = hosts.reach(at, &effects) }
        let (current, next) = conditions.reach(at)
        nextOfShared = next
        if current != values { current.offers(after: values) { effects.append(.offers($0, at: at)) } }
        values = current
        for index in effects.indices {
            if let record = effects[index].offer { entries.append(Trace.Entry(at: at, player: -1, record: record)) }
        }
        effects.removeAll()
    }

    /// Whether the network that all share is as the trace has it by now.
    private func agrees(with record: Record) -> Bool {
        guard case .offer(let offer) = record else { return true }
        return switch offer {
        case .capacity(let down, let up): (values.down ?? -1, values.up ?? -1) == (down, up)
        case .delay(let down, let up): (values.delayDown.nanoseconds, values.delayUp.nanoseconds) == (down, up)
        case .loss(let down, let up): (values.lossDown, values.lossUp) == (down, up)
        case .dnsDelay(let delay): values.dnsDelay.nanoseconds == delay
        }
    }
}

extension NetworkEffect {
    /// The record of what is offered; nil of anything else.
    fileprivate var offer: Record? {
        switch self {
        case .offers(let offer, _): .offer(offer)
        case .hostOffers(let offer, _): .host(offer)
        case .arm, .deliver, .fail, .pause, .wasted, .note: nil
        }
    }
}

extension Action {
    fileprivate var isOfNetwork: Bool { if case .network = operation { true } else { false } }
}

extension Record {
    fileprivate var isWasted: Bool { if case .wasted = self { true } else { false } }

    fileprivate var isOffer: Bool {
        if case .offer = self { true } else if case .host = self { true } else { false }
    }
}
