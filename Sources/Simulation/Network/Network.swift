import PlayerModel

/// The network between players and servers: what it offers over time, and the transport that bytes take.
package struct Network: Sendable {
    private var conditions: Conditions
    private var values: NetworkValues
    /// `values` hold until then.
    private var nextChange: Instant
    private var armedChange = Instant.never
    /// Which of the two carries anything. Both are there, because what is optional is copied to be looked at.
    private let transport: Transport
    private var fluid: FluidTransport
    private(set) var web: HTTPTransport
    private var armedPackets = Instant.never
    private var generation: UInt32 = 0

    /// A network as `plan` has it, before servers that have `resources`, one for each slot of an exchange; `groups` is
    /// how many players and others they belong to.
    package init(_ plan: Scenario.NetworkPlan, resources: [Resource], groups: Int = 1, seed: UInt64 = 1) {
        conditions = plan.conditions
        values = conditions.values(at: .zero)
        nextChange = conditions.nextChange(after: .zero)
        transport = plan.transport
        let isFluid = plan.transport == .fluid
        fluid = FluidTransport(values, resources: isFluid ? resources : [], requestBytes: plan.http.requestBytes)
        web = HTTPTransport(
            isFluid ? HTTPSettings() : plan.http, resources: isFluid ? [] : resources, groups: groups, seed: seed)
        web.set(values, at: 0)
    }

    /// What the network offers, as of the last event.
    package var offered: NetworkValues { values }

    /// How many packets have arrived, and deadlines of theirs come.
    package var packetEvents: Int64 { web.transport.events }

    /// The arrival of the first byte of the answer, once anything of it has arrived.
    @inline(__always)
    package func firstByte(of id: ExchangeID) -> Instant {
        if transport == .fluid { return fluid.firstByte(of: id) }
        return Instant(nanoseconds: web.exchanges[Int(id.slot)].firstByteAt)
    }

    /// The bytes of an answer's body that have come by now, incomplete chunks included; 0 where nothing is under way.
    package func received(of id: ExchangeID, at now: Instant) -> Int64 {
        transport == .fluid ? fluid.received(of: id, at: now) : web.received(of: id)
    }

    /// Whether there is anything on the links that a change of theirs would touch.
    var isBusy: Bool {
        transport == .fluid ? fluid.isBusy : web.due < .max
    }

    /// Whether nothing will ever come of what is under way: nothing is, or it is stuck on links that will not change.
    package var isQuiet: Bool {
        if transport == .tcp { return web.isQuiet }
        return fluid.isStuck && fluid.isClear && (nextChange == .never || !isBusy)
    }

    /// What came with the chunk that is delivered now. To be taken once for each `deliver`, in their order.
    package mutating func takeReceipt() -> Receipt {
        transport == .fluid ? fluid.takeReceipt() : web.takeReceipt()
    }

    /// Takes one event. Packets that arrive before `horizon`, at which something else may happen, are taken with it.
    package mutating func handle(
        _ event: NetworkEvent, at now: Instant, before horizon: Instant = .zero,
        into effects: inout ContiguousArray<NetworkEffect>
    ) {
        if now >= nextChange { refresh(now, &effects) }
        if transport == .fluid {
            fluid.handle(event, at: now, into: &effects)
        } else {
            handlePackets(event, now, horizon, &effects)
        }
        if nextChange != .never, nextChange != armedChange, isBusy {
            armedChange = nextChange
            effects.append(.arm(.conditionsChange, at: nextChange))
        }
    }

    @inline(never)
    private mutating func handlePackets(
        _ event: NetworkEvent, _ now: Instant, _ horizon: Instant, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        switch event {
        case .request(let request): web.request(request, at: now.nanoseconds, &effects)
        case .allow(let request): web.allow(request, at: now.nanoseconds)
        case .cancel(let request): web.cancel(request, at: now.nanoseconds, &effects)
        case .packets(let number):
            guard number == generation else { break }
            armedPackets = .never
            web.advance(before: min(horizon, nextChange).nanoseconds, &effects)
        case .reachesServer, .linkFinishes, .conditionsChange: break
        }
        let due = Instant(nanoseconds: web.due)
        guard due != armedPackets else { return }
        armedPackets = due
        generation &+= 1
        if due != .never { effects.append(.arm(.packets(generation: generation), at: due)) }
    }

    /// Whether an event changes nothing when it comes at that instant: another was armed in its place.
    func isStale(_ event: NetworkEvent, at instant: Instant) -> Bool {
        switch event {
        case .packets(let number): number != generation
        case .conditionsChange: instant < nextChange
        case .request, .allow, .cancel, .reachesServer, .linkFinishes: fluid.isStale(event)
        }
    }

    /// The script changes what the network offers.
    package mutating func change(
        _ change: NetworkChange, at now: Instant, into effects: inout ContiguousArray<NetworkEffect>
    ) {
        conditions.change(change)
        nextChange = now
        handle(.conditionsChange, at: now, into: &effects)
    }

    /// The script takes the network away until `end`.
    package mutating func breakDown(
        until end: Instant, at now: Instant, into effects: inout ContiguousArray<NetworkEffect>
    ) {
        conditions.addOutage(Conditions.Outage(start: now, end: end))
        nextChange = now
        handle(.conditionsChange, at: now, into: &effects)
    }

    /// Looks up what the network offers, once it may have changed.
    private mutating func refresh(_ now: Instant, _ effects: inout ContiguousArray<NetworkEffect>) {
        nextChange = conditions.nextChange(after: now)
        let current = conditions.values(at: now)
        guard current != values else { return }
        values = current
        switch transport {
        case .fluid: fluid.set(current, at: now)
        case .tcp: web.set(current, at: now.nanoseconds)
        }
        effects.append(.changed)
    }
}
