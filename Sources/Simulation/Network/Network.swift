import SimulationContainers
import PlayerModel

/// The network between players and servers: what it offers over time, and the transport that bytes take.
///
///     Conditions ── what links offer, and until when ──┐
///                                                      ▼         ┌─▶ FluidTransport ─▶ Link: fair shares
///     request, allow, cancel ──────────────────────▶ Network ────┤
///     arm, deliver, fail, wasted, note ◀───────────────┘         └─▶ HTTPTransport ─▶ TCPTransport: packets
///
/// It is told what the player asks for and when its own deadlines have come, and appends what comes of it. A
/// `Transport` of another kind is a struct beside the two, with the same inputs; every switch here asks for it.
package struct Network: Sendable {
    var conditions: Conditions
    private(set) var hosts: HostNetworks
    var values: NetworkValues
    var nextChange: Instant
    private var armedChange = Instant.never
    /// See `takeChanges`.
    var taken = TakenChanges()
    /// Which of those that follow carries anything. All are there, the others idle: as the payload of an enum the one
    /// that does would be copied out and in again for each event.
    private let transport: Transport.Kind
    var fluid: FluidTransport
    private(set) var web: HTTPTransport
    private var armedPackets = Instant.never
    private var generation: UInt32 = 0

    /// A network before servers that have `resources`, one for each slot of an exchange, which belong to so many
    /// `groups`: players and others.
    package init(_ plan: NetworkPlan, resources: [Resource], groups: Int = 1, seed: UInt64 = 1) {
        var resources = resources
        for index in resources.indices where resources[index].hold != nil { resources[index].hold?.seed = seed }
        conditions = plan.conditions
        (values, nextChange) = conditions.reach(.zero)
        hosts = HostNetworks(plan.hosts, among: plan.transport.hosts.names)
        nextChange = min(nextChange, hosts.nextChange)
        transport = plan.transport.kind
        switch plan.transport {
        case .fluid(let settings):
            fluid = FluidTransport(
                settings, values, resources: resources, readers: max(1, groups - 1), paths: hosts,
                reckonsAnew: plan.latencyIsUp, seed: seed)
            web = HTTPTransport(HTTPSettings(), resources: [], groups: groups, seed: seed)
        case .tcp(let settings):
            fluid = FluidTransport(FluidSettings(), values, resources: [], seed: seed)
            web = HTTPTransport(settings, resources: resources, groups: groups, paths: hosts, seed: seed)
            for place in hosts.paths.indices { web.set(hosts.paths[place].values, ofPath: place, at: 0) }
        }
        web.set(values, at: 0)
    }

    /// Tells what is offered at the beginning.
    package func tellOffers(into effects: inout NetworkEffects) {
        values.offers(after: NetworkValues(), isFirst: true) { effects.append(.offers($0, at: .zero)) }
        hosts.tellOffers(into: &effects)
    }

    /// Whether chance has had a say: whether a packet passed while some were to be lost at random, or a request that
    /// might fail by chance.
    package var drawsAtRandom: Bool {
        switch transport {
        case .fluid: fluid.faults.hasDrawn
        case .tcp: web.drawsAtRandom || web.faults.hasDrawn
        }
    }

    /// The faults, and how many requests each has met.
    var faults: FaultPlan {
        switch transport {
        case .fluid: fluid.faults
        case .tcp: web.faults
        }
    }

    /// The packets for which a queue had no room; none where there are no packets.
    package var packetsDropped: DroppedPackets {
        switch transport {
        case .fluid: DroppedPackets()
        case .tcp: web.transport.drops
        }
    }

    /// When packets were lost at random; none where there are no packets.
    var lostPackets: LostPackets {
        var lost = LostPackets()
        switch transport {
        case .fluid: break
        case .tcp:
            let wire = web.transport.wire
            lost.link = LostPackets.Way(down: wire.downLoss.lost, up: wire.upLoss.lost)
            for (path, host) in zip(wire.paths, hosts.paths) {
                lost.hosts.append((host.host, LostPackets.Way(down: path.downLoss.lost, up: path.upLoss.lost)))
            }
        }
        return lost
    }

    /// The answers that have begun to come.
    var begunAnswers: BegunAnswers {
        switch transport {
        case .fluid: fluid.begun
        case .tcp: web.begun
        }
    }

    package var packetEvents: Int64 {
        switch transport {
        case .fluid: 0
        case .tcp: web.transport.events
        }
    }

    /// When the response began, once any of it has arrived; of one that has failed now, as that attempt was.
    ///
    /// It changes nothing. But to ask who may change is to ask in place; where nothing is optimized, any other question
    /// copies the network first.
    @inline(__always)
    package mutating func times(of id: ExchangeID, at now: Instant) -> ResponseTimes {
        switch transport {
        case .fluid: fluid.failed.value(of: id, at: now) ?? fluid.times(of: id)
        case .tcp: web.failed.value(of: id, at: now) ?? web.exchanges[Int(id.slot)].times
        }
    }

    /// The part of a response's body that has come by now, incomplete chunks included; nothing where it is over.
    package mutating func progress(of id: ExchangeID, at now: Instant) -> Progress {
        switch transport {
        case .fluid: fluid.progress(of: id, at: now)
        case .tcp: web.progress(of: id, at: now.nanoseconds)
        }
    }

    /// From now on it can be told what is with a player: to be called before anything is sent, where a player looks at
    /// what it downloads, or reports tell of it.
    package mutating func keepPast() {
        switch transport {
        case .fluid:
            fluid.keepPast()
            fluid.begun.isPastKept = true
        case .tcp:
            web.transport.wire.keepPast()
            web.begun.isPastKept = true
        }
    }

    /// The bytes of a response's body that are with its player by now, incomplete chunks included; none where it is
    /// over. What is on its way is not: so the past must be kept.
    package mutating func received(of id: ExchangeID, at now: Instant) -> Int64 {
        switch transport {
        case .fluid: fluid.received(of: id, at: now)
        case .tcp: web.progress(of: id, at: now.nanoseconds).received
        }
    }

    /// The part of a response's body that had come when its attempt ran out of time at this instant; nil where it did
    /// not, or nobody asks (`Resource.mayBeReplaced`).
    package func remains(of id: ExchangeID, at now: Instant) -> Progress? {
        switch transport {
        case .fluid: fluid.timedOut.value(of: id, at: now)
        case .tcp: web.timedOut.value(of: id, at: now)
        }
    }

    /// Whether a request waits until another one is over, as its host may have no more connections.
    package func waitsForConnection(_ id: ExchangeID) -> Bool {
        switch transport {
        case .fluid: false
        case .tcp: web.waitsForConnection(id)
        }
    }

    /// Whether a request has failed, and is to be made again after a pause.
    package func isPausing(_ id: ExchangeID) -> Bool {
        switch transport {
        case .fluid: fluid.isPausing(id)
        case .tcp: web.isPausing(id)
        }
    }

    /// The instant at which so much of a response will have come, in nanobits; an earlier one where the network may be
    /// another before, or nobody can say. The past must be kept.
    package mutating func instant(of id: ExchangeID, reaching amount: Int128, from now: Instant) -> Instant {
        let soon = now + .milliseconds(50)
        switch transport {
        case .fluid:
            guard amount > 0 else { return now }
            guard let instant = fluid.instant(of: id, reaching: amount, from: now) else { return soon }
            let ofHosts = min(hosts.nextChange(after: now), fluid.nextLimit(for: Int(id.slot), after: now))
            let change = min(conditions.nextChange(after: now), ofHosts)
            return min(instant, change == .never ? now + .seconds(1) : change)
        case .tcp: return amount > 0 ? soon : now
        }
    }

    /// Whether there is anything on the links that a change of theirs would affect.
    ///
    /// Inlined, because a call would copy the transport first.
    var isBusy: Bool {
        @inline(__always) get {
            switch transport {
            case .fluid: fluid.isBusy
            case .tcp: web.due < .max || !web.transport.wire.isEmpty
            }
        }
    }

    /// Whether nothing more will come: nothing is in progress, or it is stuck on links that will not change.
    package var isQuiet: Bool {
        switch transport {
        case .fluid: fluid.isStuck && fluid.isClear && (nextChange == .never || !isBusy)
        case .tcp: web.isQuiet
        }
    }

    /// Whether all that keeps it busy is deadlines of what is over, such as the timeout of an answer that has come: it
    /// would take each change of the network until they are over.
    var hasIdleTimers: Bool {
        @inline(__always) get {
            switch transport {
            case .fluid: false
            case .tcp: web.isQuiet
            }
        }
    }

    /// Takes the receipt of the chunk that is delivered now: to be called once for each `deliver`, in their order.
    package mutating func takeReceipt() -> Receipt {
        switch transport {
        case .fluid: fluid.takeReceipt()
        case .tcp: web.takeReceipt()
        }
    }

    /// Writes a receipt of what an owner has received by now. Returns the instant at which the player knows: then it is
    /// to be taken, by `takeLook(of:at:)`.
    package mutating func look(group: Int, at now: Instant) -> Instant {
        switch transport {
        case .fluid: return fluid.look(group, at: now)
        case .tcp:
            web.look(group, at: now.nanoseconds)
            return now
        }
    }

    /// Takes the earliest look of an owner that was not taken.
    package mutating func takeLook(of group: Int, at now: Instant) -> NetworkLook {
        switch transport {
        case .fluid: fluid.takeLook(of: group)
        // The player knows at once, so that nothing comes in between.
        case .tcp: NetworkLook(receipt: web.takeReceipt(), asOf: now)
        }
    }

    /// Handles one event. Packets that arrive before `horizon`, at which something else may happen, are handled with
    /// it; so are changes of what is offered.
    package mutating func handle(
        _ event: NetworkEvent, at now: Instant, before horizon: Instant = .zero,
        into effects: inout NetworkEffects
    ) {
        if now >= nextChange { refresh(now, &effects) }
        switch transport {
        case .fluid:
            fluid.handle(event, at: now, into: &effects)
            nextChange = min(nextChange, fluid.nextLimit)
            if nextChange < horizon { takeChanges(before: horizon, &effects) }
            fluid.postTimers(into: &effects)
        case .tcp: handlePackets(event, now, horizon, &effects)
        }
        // At rest nothing hangs on a change: a report reckons when it was (`Run.tellingOffersAtRest`).
        if nextChange != .never, nextChange != armedChange, isBusy {
            armedChange = nextChange
            effects.append(.arm(.conditionsChange, at: nextChange))
        }
        if !fluid.superseded.isEmpty { passSuperseded(now, before: horizon, &effects) }
    }

    @inline(never)
    private mutating func handlePackets(
        _ event: NetworkEvent, _ now: Instant, _ horizon: Instant, _ effects: inout NetworkEffects
    ) {
        switch event {
        case .request(let request): web.request(request, at: now.nanoseconds, &effects)
        case .requestOrTurn(let request): web.request(request, mayTurn: true, at: now.nanoseconds, &effects)
        case .mayTurn(let id, let mayTurn): web.note(id, mayTurn: mayTurn)
        case .allow(let request): web.allow(request, at: now.nanoseconds, &effects)
        case .cancel(let request): web.cancel(request, at: now.nanoseconds, &effects)
        case .packets(let number):
            guard number == generation else { break }
            armedPackets = .never
            web.advance(before: min(horizon, nextChange).nanoseconds, &effects)
        case .reachesServer, .faultDue, .linkFinishes, .conditionsChange: break
        }
        armPackets(&effects)
    }

    private mutating func armPackets(_ effects: inout NetworkEffects) {
        let due = Instant(nanoseconds: web.due)
        guard due != armedPackets else { return }
        armedPackets = due
        generation &+= 1
        if due != .never { effects.append(.arm(.packets(generation: generation), at: due)) }
    }

    /// Whether an event of that instant is the change that was armed last, and not in the place of a timer that was
    /// superseded (`passSuperseded`).
    func isArmed(forChangeAt instant: Instant) -> Bool { instant == armedChange }

    /// Whether an event changes nothing when it comes at that instant, because another was armed in its place.
    func isStale(_ event: NetworkEvent, at instant: Instant) -> Bool {
        switch event {
        case .packets(let number): number != generation
        case .conditionsChange: instant < nextChange
        case .request, .requestOrTurn, .mayTurn, .allow, .cancel, .reachesServer, .faultDue, .linkFinishes:
            fluid.isStale(event, at: instant)
        }
    }

    /// Changes properties of the network, and maybe breaks its connections: an action of the script.
    package mutating func change(
        _ change: NetworkChange, _ fate: ConnectionFate = .kept, at now: Instant, into effects: inout NetworkEffects
    ) {
        conditions.change(change)
        lookAgain(at: now, &effects)
        guard fate != .kept else { return }
        switch transport {
        case .fluid: break
        case .tcp:
            web.breakConnections(withNewAddress: fate == .movedToNewAddress, at: now.nanoseconds, &effects)
            armPackets(&effects)
        }
    }

    /// Takes the network away until `end`: an action of the script.
    package mutating func breakDown(until end: Instant, at now: Instant, into effects: inout NetworkEffects) {
        conditions.addOutage(Conditions.Outage(start: now, end: end))
        lookAgain(at: now, &effects)
    }

    private mutating func lookAgain(at now: Instant, _ effects: inout NetworkEffects) {
        nextChange = now
        handle(.conditionsChange, at: now, into: &effects)
    }

    mutating func refresh(_ now: Instant, _ effects: inout NetworkEffects) {
        let (current, next) = conditions.reach(now)
        nextChange = min(next, nextOfHosts)
        if nextOfHosts <= now { refreshHosts(now, &effects, after: next) }
        guard current != values else { return }
        current.offers(after: values) { effects.append(.offers($0, at: now)) }
        values = current
        switch transport {
        case .fluid: fluid.set(current, at: now, into: &effects)
        case .tcp: web.set(current, at: now.nanoseconds)
        }
    }

    /// When a host's own network is another, or is so for what has left it.
    @inline(__always)
    var nextOfHosts: Instant { min(hosts.nextChange, fluid.nextLimit) }

    /// `next` is when the network that all share changes.
    @inline(never)
    private mutating func refreshHosts(_ now: Instant, _ effects: inout NetworkEffects, after next: Instant) {
        for place in hosts.reach(now, &effects) {
            let values = hosts.paths[place].values
            switch transport {
            case .fluid: fluid.set(values, ofPath: place, at: now, into: &effects)
            case .tcp: web.set(values, ofPath: place, at: now.nanoseconds)
            }
        }
        if fluid.nextLimit <= now { fluid.reachLimits(now, &effects) }
        nextChange = min(next, nextOfHosts)
    }
}
