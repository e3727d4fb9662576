import PlayerModel

/// One run of a scenario: the world around a player, in virtual time.
///
/// It owns every component and is the only place that knows them all. The loop pops one event, lets one component
/// handle it, writes each effect down, and posts it to the component that it is for, at the same instant. The queue's
/// order is the program's order, and there is no other.
package struct Session: Sendable {
    private let script: [Action]
    private let until: Instant
    private let maxEvents: Int64
    private let maxPackets: Int64
    /// A local file comes from the device, whatever becomes of the network.
    private let usesNetwork: Bool

    private var queue = EventQueue()
    private var network: Network
    private var loader: Loader
    package private(set) var player: Player
    package private(set) var trace: Trace
    package private(set) var now = Instant.zero
    /// The last instant at which anything changed; stale events change nothing.
    private var changedAt = Instant.zero
    private var actionsLeft: Int
    private var handled = LaneCounts()
    private var exception: PlayerException?
    /// What the network offered as last written down.
    private var recorded: NetworkValues?

    private var networkEffects: ContiguousArray<NetworkEffect> = []
    private var loaderEffects: ContiguousArray<LoaderEffect> = []
    private var playerEffects: ContiguousArray<PlayerEffect> = []

    /// A run of `scenario` from its beginning.
    package init(_ scenario: Scenario, tracing level: Trace.Level) {
        script = scenario.script
        actionsLeft = script.count
        until = scenario.until
        maxEvents = scenario.maxEvents
        let tracks = scenario.tracks
        usesNetwork = scenario.media.kind != .local
        maxPackets = scenario.maxPackets
        network = Network(
            usesNetwork ? scenario.network : .local, resources: scenario.resources, seed: scenario.seed)
        loader = Loader(
            tracks: tracks, opening: scenario.opening, settings: scenario.loader,
            estimator: scenario.estimator)
        player = Player(settings: scenario.player)
        trace = Trace(level: level)
        for index in script.indices { queue.push(.script(action: Int32(index)), at: script[index].at) }
        record(network.offered)
    }

    /// Runs to the end: until nothing more can happen, time is up, or an exception ends the app.
    package mutating func run() throws(SessionError) -> Outcome {
        while true {
            if let outcome = try step() { return outcome }
        }
    }

    /// Handles one event. An outcome says that the run is over.
    package mutating func step() throws(SessionError) -> Outcome? {
        if let exception { return outcome(.exception(exception)) }
        guard let (instant, event) = queue.pop() else { return outcome(.nothingMoreHappens) }
        guard instant <= until else {
            // What is left may be stale: then nothing would happen, however long the run.
            if actionsLeft == 0, network.isQuiet, player.due == .never, !loader.waitsForDrain {
                queue = EventQueue()
                return outcome(.nothingMoreHappens)
            }
            queue.push(event, at: instant)
            now = until
            changedAt = until
            return outcome(.timeIsUp)
        }
        now = instant
        handled.count(event.lane)
        if handled.total > maxEvents { throw .tooManyEvents(limit: maxEvents, busiest: handled.busiest, at: now) }
        trace.add(popped: event, at: now)
        switch event {
        case .network(.packets(let number)):
            // Packets that arrive before anything else happens are taken in one go.
            let horizon = min(queue.nextInstant(), until)
            network.handle(.packets(generation: number), at: now, before: horizon, into: &networkEffects)
            if network.packetEvents > maxPackets { throw .tooManyPackets(limit: maxPackets, at: now) }
        case .network(let event): network.handle(event, at: now, into: &networkEffects)
        case .media(let mail): tellLoader(mail)
        case .player(.bufferChanged): tellPlayer(.bufferChanged)
        case .player(.deadline): tellPlayer(.deadline)
        case .player(.loadingFailed(let failure)): tellPlayer(.loadingFailed(failure))
        case .script(let index): perform(index)
        }
        if !networkEffects.isEmpty { postNetworkEffects() }
        if !loaderEffects.isEmpty { postLoaderEffects() }
        if !playerEffects.isEmpty { postPlayerEffects() }
        return nil
    }

    /// How many packets have arrived, and deadlines of theirs come.
    package var packetEvents: Int64 { network.packetEvents }

    // MARK: Handing in

    /// Opens the loader's mail, with what it needs to know besides.
    private mutating func tellLoader(_ mail: MediaEvent) {
        let input: LoaderInput =
            switch mail {
            case .delivered(let id):
                .arrived(id, firstByte: network.firstByte(of: id), network.takeReceipt())
            case .failed(let id, let failure): .failed(id, failure)
            case .clockMoved: .clockMoved(player.playhead)
            case .itemChanged: .itemChanged(end: player.item == nil ? nil : player.end)
            case .endMoved: .endMoved(player.end)
            case .drained: .wake
            }
        loader.handle(input, at: now, into: &loaderEffects)
    }

    /// The player sees the buffer as it is now, whatever it is told.
    @inline(never)
    private mutating func tellPlayer(_ input: PlayerInput) {
        let buffer = loader.state(at: player.playhead.place(at: now), now)
        player.handle(input, seeing: buffer, at: now, into: &playerEffects)
    }

    /// The person, or the app, does something.
    private mutating func perform(_ index: Int32) {
        trace.add(.action(index), at: now)
        actionsLeft -= 1
        changedAt = now
        switch script[Int(index)].call {
        case .player(let input): tellPlayer(input)
        case .setPreferredForwardBuffer(let length):
            loader.handle(.setPreferredForwardBuffer(length), at: now, into: &loaderEffects)
        case .changeNetwork(let change):
            if usesNetwork { network.change(change, at: now, into: &networkEffects) }
        case .breakNetwork(let length):
            if usesNetwork { network.breakDown(until: now + length, at: now, into: &networkEffects) }
        }
    }

    // MARK: Posting

    private mutating func postNetworkEffects() {
        for index in networkEffects.indices {
            switch networkEffects[index] {
            case .arm(let event, let instant): queue.push(.network(event), at: instant)
            case .deliver(let id, let instant): queue.push(.media(.delivered(id)), at: instant)
            case .changed: record(network.offered)
            case .fail(let id, let failure, let instant):
                changedAt = instant
                queue.push(.media(.failed(id, failure)), at: instant)
            case .wasted(let slot, let bytes, let instant):
                trace.add(.wasted(bytes: bytes, track: slot), at: instant)
            case .note(let note, let instant):
                changedAt = instant
                trace.add(.network(note), at: instant)
            }
        }
        networkEffects.removeAll(keepingCapacity: true)
    }

    private mutating func postLoaderEffects() {
        for index in loaderEffects.indices {
            switch loaderEffects[index] {
            case .send(let event):
                changedAt = now
                record(sent: event)
                queue.push(.network(event), at: now)
            case .bufferChanged: queue.push(.player(.bufferChanged), at: now)
            case .loadingFailed(let failure): queue.push(.player(.loadingFailed(failure)), at: now)
            case .arm(let instant): queue.push(.media(.drained), at: instant)
            case .fetched(let slot, let bytes):
                changedAt = now
                trace.add(.fetched(bytes: bytes, slot: slot), at: now)
            case .loaded(let track, let chunk, let bytes, let busy):
                changedAt = now
                trace.add(.loaded(bytes: bytes, busy: busy.nanoseconds, chunk: chunk, track: track), at: now)
            }
        }
        loaderEffects.removeAll(keepingCapacity: true)
    }

    private mutating func postPlayerEffects() {
        for index in playerEffects.indices {
            switch playerEffects[index] {
            case .arm(let instant): queue.push(.player(.deadline), at: instant)
            case .moveClock: queue.push(.media(.clockMoved), at: now)
            case .moveEnd: queue.push(.media(.endMoved), at: now)
            case .changeItem:
                trace.add(.item(isPresent: player.item != nil), at: now)
                queue.push(.media(.itemChanged), at: now)
            case .announce(let announcement):
                changedAt = now
                trace.add(.announced(announcement), at: now)
                if case .exception(let exception) = announcement { self.exception = exception }
            }
        }
        playerEffects.removeAll(keepingCapacity: true)
    }

    // MARK: Book-keeping

    /// Writes down what of the network's offer is another one.
    private mutating func record(_ values: NetworkValues) {
        if values.down != recorded?.down || values.up != recorded?.up || recorded == nil {
            trace.add(.capacity(down: values.down ?? -1, up: values.up ?? -1), at: now)
        }
        if values.delayDown != recorded?.delayDown || values.delayUp != recorded?.delayUp {
            trace.add(.delay(down: values.delayDown.nanoseconds, up: values.delayUp.nanoseconds), at: now)
        }
        if values.lossDown != recorded?.lossDown ?? 0 || values.lossUp != recorded?.lossUp ?? 0 {
            trace.add(.loss(down: values.lossDown, up: values.lossUp), at: now)
        }
        if values.dnsDelay != recorded?.dnsDelay ?? .zero {
            trace.add(.dnsDelay(values.dnsDelay.nanoseconds), at: now)
        }
        recorded = values
    }

    private mutating func record(sent event: NetworkEvent) {
        switch event {
        case .request(let request): trace.add(.requested(request), at: now)
        case .allow(let request): trace.add(.allowed(request), at: now)
        case .cancel(let request): trace.add(.cancelled(request.id), at: now)
        case .reachesServer, .linkFinishes, .packets, .conditionsChange: break
        }
    }

    private func outcome(_ end: Outcome.End) -> Outcome {
        Outcome(end: end, at: changedAt, events: handled.total, offered: network.offered, pending: queue.count)
    }
}
