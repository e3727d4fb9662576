import PlayerModel

/// One run of a scenario: the world around its players, in virtual time.
///
/// It owns every component and is the only place that knows them all. The loop pops one event, lets one component
/// handle it, writes each effect down, and posts it to the component that it is for, at the same instant. The queue's
/// order is the program's order, and there is no other.
package struct Session: Sendable {
    /// An action, whose it is, and its place in that player's script.
    private struct Cue: Sendable {
        let player: Int16
        let index: Int32
        let action: Action
    }

    private var cues: [Cue] = []
    let until: Instant
    /// What comes later than this has not been looked at: until then, whoever drives the run may still act.
    var horizon: Instant
    private let maxEvents: Int64
    private let maxPackets: Int64
    /// Local files come from the device, whatever becomes of the network.
    private let usesNetwork: Bool
    private let hasTraffic: Bool

    var queue = EventQueue()
    private(set) var network: Network
    /// Whether packets that come before anything else happens are taken in one go. One by one is slower, and must come
    /// to the same.
    var takesPacketsTogether = true
    private(set) var loaders: ContiguousArray<Loader> = []
    var players: ContiguousArray<Player> = []
    /// By player, what makes its media play over and over, and what that is about to do.
    var loopers: ContiguousArray<Looper> = []
    var steps: ContiguousArray<Queue<(step: Looper.Step, at: Instant)>> = []
    /// By player, the current item as the loader and the trace know it, or will; -1 where there is none.
    var currentItems: ContiguousArray<Int32> = []
    private(set) var traffic: Traffic
    /// By player, how many items are loaded ahead of time.
    var itemsAhead: ContiguousArray<Int64> = []
    /// By player, the first of its slots on the network; and behind the last player's, that of other apps.
    private(set) var firstSlots: ContiguousArray<Int32> = []
    package internal(set) var trace: Trace
    package internal(set) var now = Instant.zero
    /// The last instant at which anything changed; stale events change nothing.
    var changedAt = Instant.zero
    /// How many actions are still to come.
    var actionsLeft: Int
    private var handled = LaneCounts()
    private(set) var exception: PlayerException?
    /// What the network offered as last written down.
    var recorded: NetworkValues?

    private var networkEffects: ContiguousArray<NetworkEffect> = []
    private var loaderEffects: ContiguousArray<LoaderEffect> = []
    private var playerEffects: ContiguousArray<PlayerEffect> = []
    private var trafficEffects: ContiguousArray<TrafficEffect> = []

    /// A run of `scenario` from its beginning.
    package init(_ scenario: Scenario, tracing level: Trace.Level) {
        until = scenario.until
        horizon = scenario.until
        maxEvents = scenario.maxEvents
        maxPackets = scenario.maxPackets
        usesNetwork = scenario.usesNetwork
        hasTraffic = !scenario.traffic.isEmpty
        let resources = scenario.resources
        network = Network(
            usesNetwork ? scenario.network : .local, resources: resources, groups: scenario.players.count + 1,
            seed: scenario.seed)
        var slot: Int32 = 0
        for (index, player) in scenario.players.enumerated() {
            let sources = player.loaderSources
            loaders.append(Loader(sources: sources, settings: player.loader, estimator: player.estimator))
            players.append(Player(settings: player.player))
            itemsAhead.append(player.loader.itemsAhead)
            loopers.append(Looper(player.looping))
            steps.append(Queue())
            currentItems.append(-1)
            firstSlots.append(slot)
            slot += Int32(resources.count { $0.group == Int32(index) })
            for (place, action) in player.script.enumerated() {
                cues.append(Cue(player: Int16(index), index: Int32(place), action: action))
            }
        }
        firstSlots.append(slot)
        traffic = Traffic(scenario.traffic, firstSlot: slot)
        trace = Trace(level: level)
        actionsLeft = cues.count
        for index in cues.indices { queue.push(.script(action: Int32(index)), at: cues[index].action.at) }
        for (event, instant) in traffic.beginnings { queue.push(.traffic(event), at: instant) }
        record(network.offered)
    }

    /// The first player.
    package var player: Player { players[0] }

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
            if isAtRest, network.isQuiet {
                queue = EventQueue()
                return outcome(.nothingMoreHappens)
            }
            queue.push(event, at: instant)
            now = until
            changedAt = until
            return outcome(.timeIsUp)
        }
        // Other apps may go on for ever; without anybody to notice, nothing happens.
        if hasTraffic, event.lane == .script || event.isPackets, isAtRest, !loaders.contains(where: { $0.isFetching })
        {
            queue = EventQueue()
            return outcome(.nothingMoreHappens)
        }
        now = instant
        handled.count(event.lane)
        if handled.total > maxEvents { throw .tooManyEvents(limit: maxEvents, busiest: handled.busiest, at: now) }
        trace.add(popped: event, at: now)
        switch event {
        case .network(.packets(let number)): try takePackets(number)
        case .network(let event): network.handle(event, at: now, into: &networkEffects)
        case .media(let mail, let player): tellLoader(mail, player)
        case .player(.bufferChanged, let player): tellPlayer(.bufferChanged, player)
        case .player(.deadline, let player): tellPlayer(.deadline, player)
        case .player(.loopStep, let player): takeStep(player)
        case .player(.loadingFailed(let failure), let player): tellPlayer(.loadingFailed(failure), player)
        case .script(let index): perform(cues[Int(index)])
        case .traffic(let event): traffic.handle(event, at: now, into: &trafficEffects)
        }
        postTheRest()
        return nil
    }

    /// Posts what other apps and the network have left behind.
    @inline(__always)
    mutating func postTheRest() {
        if !trafficEffects.isEmpty { postTrafficEffects() }
        if !networkEffects.isEmpty { postNetworkEffects() }
    }

    /// Whether nothing will happen unless something comes over the network.
    private var isAtRest: Bool {
        actionsLeft == 0 && steps.allSatisfy { $0.isEmpty } && players.allSatisfy { $0.due == .never }
            && !loaders.contains { $0.waitsForDrain }
    }

    /// How many packets have arrived, and deadlines of theirs come.
    package var packetEvents: Int64 { network.packetEvents }

    // MARK: Handing in

    /// Packets that arrive before anything else happens are taken in one go.
    private mutating func takePackets(_ number: UInt32) throws(SessionError) {
        // What arrives at this very instant comes before anything else at it, by the law of lanes.
        let together = max(min(queue.nextInstant(), horizon), now + TimeAmount(nanoseconds: 1))
        let horizon = takesPacketsTogether ? together : .zero
        network.handle(.packets(generation: number), at: now, before: horizon, into: &networkEffects)
        if network.packetEvents > maxPackets { throw .tooManyPackets(limit: maxPackets, at: now) }
    }

    /// Opens a loader's mail, with what it needs to know besides.
    private mutating func tellLoader(_ mail: MediaEvent, _ player: Int16) {
        let place = Int(player)
        guard place < loaders.count else { return settleTraffic(mail) }
        let input: LoaderInput =
            switch mail {
            case .delivered(let id):
                .arrived(local(id, player), firstByte: network.firstByte(of: id), network.takeReceipt())
            case .failed(let id, let failure): .failed(local(id, player), failure)
            case .clockMoved: .clockMoved(players[place].playhead)
            case .itemChanged(let old, let isFinished):
                .itemChanged(order(place), players[place].playhead, from: old, isFinished: isFinished)
            case .queueChanged: .queueChanged(order(place))
            case .endMoved: .endMoved(players[place].end)
            case .drained: .wake
            case .watched(let id):
                .progressed(
                    local(id, player), received: network.received(of: id, at: now),
                    firstByte: network.firstByte(of: id)
                )
            }
        loaders[place].handle(input, at: now, into: &loaderEffects)
        if !loaderEffects.isEmpty { postLoaderEffects(player) }
    }

    private mutating func settleTraffic(_ mail: MediaEvent) {
        switch mail {
        case .delivered(let id):
            _ = network.takeReceipt()
            traffic.settled(id, at: now, into: &trafficEffects)
        case .failed(let id, _): traffic.settled(id, at: now, into: &trafficEffects)
        case .clockMoved, .itemChanged, .queueChanged, .endMoved, .drained, .watched: break
        }
    }

    /// A player sees its buffer as it is now, whatever it is told.
    @inline(never)
    mutating func tellPlayer(_ input: PlayerInput, _ player: Int16) {
        let place = Int(player)
        let buffer = loaders[place].state(at: players[place].playhead.place(at: now), now)
        players[place].handle(input, seeing: buffer, at: now, into: &playerEffects)
        if !playerEffects.isEmpty { postPlayerEffects(player) }
    }

    /// The person, or the app, does something.
    private mutating func perform(_ cue: Cue) {
        trace.add(.action(cue.index), of: cue.player, at: now)
        actionsLeft -= 1
        perform(cue.action.call, of: cue.player)
    }

    mutating func perform(_ call: Action.Call, of player: Int16) {
        changedAt = now
        switch call {
        case .player(let input):
            if case .replaceCurrentItem = input { restartLoop(player) }
            tellPlayer(input, player)
        case .loadAll(let items):
            restartLoop(player)
            if players[Int(player)].item != nil || players[Int(player)].queue.count > 0 {
                tellPlayer(.removeAllItems, player)
            }
            tellPlayer(.replaceCurrentItem(items.first), player)
            for item in items.dropFirst() { tellPlayer(.insert(item, after: nil), player) }
        case .disableLooping: disableLooping(player)
        case .selectAudio(let language):
            tell(.selectAudio(language), player)
            tellPlayer(.changeTracks, player)
        case .tap: break
        case .setPreferredForwardBuffer(let length): tell(.setPreferredForwardBuffer(length), player)
        case .limit(let change):
            tell(.limit(change), player)
            if case .layer(let layer) = change { tellPlayer(.setLayer(layer != nil), player) }
        case .loadValues: tell(.loadValues, player)
        case .preloadKeys: tell(.preloadKeys, player)
        case .changeNetwork(let change):
            if usesNetwork { network.change(change, at: now, into: &networkEffects) }
        case .breakNetwork(let length):
            if usesNetwork { network.breakDown(until: now + length, at: now, into: &networkEffects) }
        }
    }

    private mutating func tell(_ input: LoaderInput, _ player: Int16) {
        loaders[Int(player)].handle(input, at: now, into: &loaderEffects)
        postLoaderEffects(player)
    }

    // MARK: Posting

    private mutating func postNetworkEffects() {
        for index in networkEffects.indices {
            switch networkEffects[index] {
            case .arm(let event, let instant): queue.push(.network(event), at: instant)
            case .deliver(let id, let instant):
                queue.push(.media(.delivered(id), player: player(ofSlot: id.slot)), at: instant)
            case .fail(let id, let failure, let instant):
                changedAt = instant
                queue.push(.media(.failed(id, failure), player: player(ofSlot: id.slot)), at: instant)
            case .changed: record(network.offered)
            case .wasted(let slot, let bytes, let instant):
                let player = player(ofSlot: slot)
                if isPlayer(player) {
                    trace.add(.wasted(bytes: bytes, track: local(slot, player)), of: player, at: instant)
                }
            case .note(let note, let instant): record(note, instant)
            }
        }
        networkEffects.removeAll(keepingCapacity: true)
    }

    private mutating func postLoaderEffects(_ player: Int16) {
        let first = firstSlots[Int(player)]
        for index in loaderEffects.indices {
            switch loaderEffects[index] {
            case .send(let event):
                changedAt = now
                record(sent: event, player)
                queue.push(.network(event.moved(by: first)), at: now)
            case .bufferChanged: queue.push(.player(.bufferChanged, player: player), at: now)
            case .loadingFailed(let failure): queue.push(.player(.loadingFailed(failure), player: player), at: now)
            case .arm(let instant): queue.push(.media(.drained, player: player), at: instant)
            case .watch(let id, let instant):
                let id = ExchangeID(slot: id.slot + first, attempt: id.attempt)
                queue.push(.media(.watched(id), player: player), at: instant)
            case .switches(let from, let to, let throughput):
                trace.add(
                    .switches(from: Int32(from), to: Int32(to), throughput: throughput), of: player, at: now)
            case .switched(let from, let to):
                trace.add(.switched(from: Int32(from), to: Int32(to)), of: player, at: now)
            case .answered(let slot, let firstByte):
                // Under `fluid` the last byte may overtake the first, where the delay has become shorter since.
                trace.add(.answered(slot: slot, firstByte: min(firstByte, now).nanoseconds), of: player, at: now)
            case .dropped(let asset, let track):
                trace.add(.dropped(asset: Int32(asset), track: track), of: player, at: now)
            case .loads(let item, let variant):
                trace.add(.loads(item: item, variant: variant), of: player, at: now)
            case .fetched(let slot, let bytes):
                changedAt = now
                trace.add(.fetched(bytes: bytes, slot: slot), of: player, at: now)
            case .loaded(let track, let chunk, let bytes, let busy):
                changedAt = now
                trace.add(
                    .loaded(bytes: bytes, busy: busy.nanoseconds, chunk: chunk, track: track), of: player, at: now)
            }
        }
        loaderEffects.removeAll(keepingCapacity: true)
    }

    private mutating func postPlayerEffects(_ player: Int16) {
        for index in playerEffects.indices {
            switch playerEffects[index] {
            case .arm(let instant): queue.push(.player(.deadline, player: player), at: instant)
            case .moveClock: queue.push(.media(.clockMoved, player: player), at: now)
            case .moveEnd: queue.push(.media(.endMoved, player: player), at: now)
            case .changeItem: noteItem(player, isFinished: false)
            case .finishItem: noteItem(player, isFinished: true)
            case .changeQueue: queue.push(.media(.queueChanged, player: player), at: now)
            case .announce(let announcement):
                changedAt = now
                trace.add(.announced(announcement), of: player, at: now)
                if case .didPlayToEndTime = announcement { schedule(loopers[Int(player)].ended(), player) }
                if case .itemFailed = announcement { loopers[Int(player)].failed() }
                if case .exception(let exception) = announcement { self.exception = exception }
            }
        }
        playerEffects.removeAll(keepingCapacity: true)
    }

    private mutating func postTrafficEffects() {
        for index in trafficEffects.indices {
            switch trafficEffects[index] {
            case .send(let event): queue.push(.network(event), at: now)
            case .arm(let event, let instant): queue.push(.traffic(event), at: instant)
            case .isActive(let source, let isActive):
                changedAt = now
                trace.add(.traffic(source: source, isActive: isActive), at: now)
            }
        }
        trafficEffects.removeAll(keepingCapacity: true)
    }

    // MARK: Whose slot it is

    /// The player that holds a slot; behind the last one, other apps.
    func player(ofSlot slot: Int32) -> Int16 {
        if firstSlots.count == 2 { return slot < firstSlots[1] ? 0 : 1 }
        return Int16((firstSlots.firstIndex { $0 > slot } ?? firstSlots.count) - 1)
    }

    func isPlayer(_ player: Int16) -> Bool { Int(player) < players.count }

    func local(_ slot: Int32, _ player: Int16) -> Int32 { slot - firstSlots[Int(player)] }

    func local(_ id: ExchangeID, _ player: Int16) -> ExchangeID {
        ExchangeID(slot: local(id.slot, player), attempt: id.attempt)
    }

    // MARK: Book-keeping

    func outcome(_ end: Outcome.End) -> Outcome {
        Outcome(end: end, at: changedAt, events: handled.total, offered: network.offered, pending: queue.count)
    }
}

extension NetworkEvent {
    /// The same about a slot so much further on.
    fileprivate func moved(by slots: Int32) -> NetworkEvent {
        if slots == 0 { return self }
        func moved(_ request: Request) -> Request {
            var request = request
            request.id.slot += slots
            return request
        }
        switch self {
        case .request(let request): return .request(moved(request))
        case .allow(let request): return .allow(moved(request))
        case .cancel(let request): return .cancel(moved(request))
        case .reachesServer, .linkFinishes, .packets, .conditionsChange: return self
        }
    }
}
