import SimulationContainers
import PlayerModel

/// One run of a scenario: the world around its players, in virtual time.
///
/// It owns every component and is the only place that knows them all. The loop pops one event, lets one component
/// handle it, writes each effect down, and posts it to the component that it is for, at the same instant. The queue's
/// order is the program's order, and there is no other.
///
///       ┌──────────────────────────── queue ◀───────────────────────────┐
///       │ event, by time and lane                                       │ event
///       ▼                                                               │
///     step ──▶ network │ loader │ player │ script │ other apps ──▶ effects ──▶ trace
///
/// In this file an event comes to its component; `Postings.swift` has the way back. Of each player, `SessionPlayer`
/// holds what is its own.
package struct Session: Sendable {
    /// An action with its player, and its place in that player's script.
    private struct Cue: Sendable {
        let player: Int16
        let index: Int32
        let action: Action
    }

    private var cues: [Cue] = []
    let until: Instant
    /// The instant up to which events are looked at: later than that, whoever drives the run may still act.
    var horizon: Instant
    private let maxEvents: Int64
    private let maxPackets: Int64
    /// Local files come from the device, whatever becomes of the network.
    private let usesNetwork: Bool
    private let hasTraffic: Bool
    let live: LiveServers
    let steering: SteeringServers

    var queue = EventQueue()
    private(set) var network: Network
    /// Whether packets that come before anything else, and changes of the network, are taken in one go; one by one is
    /// slower, and comes to the same.
    package internal(set) var takesPacketsTogether = true
    var players: ContiguousArray<SessionPlayer> = []
    /// Whose slot is which. It is beside the players, because to read one of them is to copy it where nothing is
    /// optimized.
    private(set) var slots = SessionSlots()
    private(set) var traffic: Traffic
    package internal(set) var trace: Trace
    /// By player and instant, what was under way when playback did not go on.
    var glancesAtWaits: [Glance] = []
    package internal(set) var now = Instant.zero
    /// The last instant at which anything changed; stale events change nothing.
    var changedAt = Instant.zero
    /// Actions whose time is known and has not come, and looks from which on others wait.
    var actionsLeft: Int
    var waiting = WaitingActions()
    /// The interstitial events of those players that have any.
    var interstitials: ContiguousArray<InterstitialSchedule> = []
    private var handled = LaneCounts()
    var exception: PlayerException?

    // Each is empty between two events; what is reserved for it is used again.
    var networkEffects = NetworkEffects()
    var loaderEffects = LoaderEffects()
    var playerEffects: ContiguousArray<PlayerEffect> = []
    var trafficEffects: ContiguousArray<TrafficEffect> = []

    /// By player, `bystanders` hear what it asks its rule: none anywhere, or an entry for each.
    package init(_ scenario: Scenario, tracing level: Trace.Level, bystanders: [KeepUp.Bystanders] = []) {
        precondition(scenario.isDrawn, "Whoever begins a run draws first.")
        (until, horizon) = (scenario.until, scenario.until)
        (maxEvents, maxPackets) = (scenario.maxEvents, scenario.maxPackets)
        (usesNetwork, hasTraffic) = (scenario.usesNetwork, !scenario.traffic.isEmpty)
        let plan = scenario.prepared
        live = LiveServers(plan.live, seed: scenario.seed)
        steering = SteeringServers(plan.steering)
        network = Network(
            usesNetwork ? scenario.network : .local, resources: plan.resources, groups: scenario.players.count + 1,
            seed: scenario.seed)
        var slot: Int32 = 0
        for (index, player) in scenario.players.enumerated() {
            let end = slot + Int32(plan.players[index].slots.count)
            players.append(SessionPlayer(player, plan.players[index].loader))
            if !bystanders.isEmpty { players[index].player.bystanders = bystanders[index] }
            slots.append(slot..<end)
            slot = end
            for (place, action) in player.script.enumerated() {
                cues.append(Cue(player: Int16(index), index: Int32(place), action: action))
            }
        }
        for (index, player) in scenario.players.enumerated() {
            guard let plan = player.interstitials else { continue }
            interstitials.append(
                InterstitialSchedule(plan, of: index, items: scenario.players[plan.player].items.map { $0.item }))
        }
        traffic = Traffic(scenario.traffic, firstSlot: slot)
        trace = Trace(level: level)
        if level != .nothing || players.contains(where: { $0.loader.watchesDownloads }) { network.keepPast() }
        actionsLeft = cues.count
        let scripts = scenario.players.map { $0.script.count }
        for (index, cue) in cues.enumerated() {
            let isWaiting = cue.action.trigger != nil
            waiting.add(Int32(index), of: cue.player, cue.action, of: cues.count, in: scripts)
            queue.push(isWaiting ? .look(action: Int32(index)) : .script(action: Int32(index)), at: cue.action.at)
        }
        for (event, instant) in traffic.beginnings { queue.push(.traffic(event), at: instant) }
        network.tellOffers(into: &networkEffects)
        postNetworkEffects()
    }

    /// Runs to the end: until nothing more can happen, time is up, or an exception ends the app.
    package mutating func run() throws(SessionError) -> Outcome {
        while true {
            if let outcome = try takeNext() { return outcome }
        }
    }

    /// Handles one event. An outcome says that the run is over.
    package mutating func step() throws(SessionError) -> Outcome? { try takeNext() }

    /// Inlined into the loop, because a call takes as long as some events do.
    @inline(__always)
    private mutating func takeNext() throws(SessionError) -> Outcome? {
        if let exception { return outcome(.exception(exception)) }
        guard let (instant, event) = queue.pop() else { return outcome(.nothingMoreHappens, after: .never) }
        guard instant <= until else {
            // Events that are left may be stale: then nothing would happen, however long the run.
            if isAtRest, network.isQuiet { return outcomeOfRest(after: until) }
            queue.push(event, at: instant)
            now = until
            changedAt = until
            return outcome(.timeIsUp)
        }
        // Other apps may go on for ever; without anybody to notice, nothing happens.
        if hasTraffic, event.lane == .script || isOfLinks(event, at: instant) || isDeserted && instant > now,
            isAtRest, !players.indices.contains(where: { players[$0].loader.isFetching })
        {
            return outcomeOfRest(after: instant)
        }
        if case .look = event, isLeftToPolling { return outcomeOfRest(after: instant) }
        if case .network(.conditionsChange) = event, hasIdleTimers { return outcomeOfRest(after: instant) }
        now = instant
        handled.count(of: event.lane)
        if handled.total + network.takenAtMost > maxEvents { try checkEvents() }
        trace.add(popped: event, at: now)
        switch event {
        case .network(.packets(let number)): try takePackets(number)
        case .network(.conditionsChange): takeChanges()
        case .network(let event): network.handle(event, at: now, into: &networkEffects)
        case .media(let message, let player): tellLoader(message, player)
        case .player(.bufferChanged, let player): tellPlayer(.bufferChanged, player)
        case .player(.deadline, let player): takeDeadline(player)
        case .player(.loopStep, let player): takeLoopStep(player)
        case .player(.loadingFailed(let failure), let player): tellPlayer(.loadingFailed(failure), player)
        case .player(.moveLive(let place), let player): moveLive(to: place, player)
        case .player(.setPace(let rate), let player): tellPlayer(.setPace(rate), player)
        case .script(let index): performAction(index)
        case .look(let index): look(at: index)
        case .traffic(let event): traffic.handle(event, at: now, into: &trafficEffects)
        case .interstitial(let number, let player): wakeInterstitials(number, player)
        case .passRate(let player): passRateOn(of: player)
        }
        postTheRest()
        return nil
    }

    private mutating func checkEvents() throws(SessionError) {
        network.countPassed()
        var counts = handled
        counts.count(network.taken.count, of: .network)
        if counts.total > maxEvents { throw .tooManyEvents(limit: maxEvents, busiest: counts.busiest, at: now) }
    }

    /// How many packets have arrived, and deadlines of theirs come.
    package var packetEvents: Int64 { network.packetEvents }

    // MARK: Handing in

    private mutating func takePackets(_ number: UInt32) throws(SessionError) {
        // Packets that arrive at this very instant come before anything else at it, by the law of lanes.
        let together = max(min(queue.nextInstant(), horizon), now + TimeAmount(nanoseconds: 1))
        let horizon = takesPacketsTogether ? together : .zero
        network.handle(.packets(generation: number), at: now, before: horizon, into: &networkEffects)
        if network.web.transport.events > maxPackets { throw .tooManyPackets(limit: maxPackets, at: now) }
    }

    /// A change of the network, and those that follow it before anything else happens. A trace of every event has each
    /// of them; and where nobody is left, none is worth a look.
    private mutating func takeChanges() {
        let mayTakeMore = takesPacketsTogether && trace.level != .events && !isDeserted
        let horizon = mayTakeMore ? min(queue.nextInstant(), horizon) : .zero
        network.handle(.conditionsChange, at: now, before: horizon, into: &networkEffects)
    }

    /// Hands a message to a loader, with what the loader needs to know besides.
    private mutating func tellLoader(_ message: MediaEvent, _ player: Int16) {
        let place = Int(player)
        guard place < players.count else { return settleTraffic(message) }
        switch message {
        case .delivered(let id): deliver(id, player)
        case .failed(let id, let failure): tell(.failed(slots.local(id, of: place), failure), player)
        case .pauses(let id, let end): tellPause(of: id, until: end, player)
        case .clockMoved:
            // Of another item the loader hears next, and with it where the clock is.
            if players[place].awaitsItem { return tell(.wake, player) }
            tell(.clockMoved(players[place].player.playhead, players[place].sought), player)
        case .itemChanged(let old, let isFinished):
            let (items, isNew) = (players[place].order(), players[place].takeBeginning())
            let playhead = players[place].player.playhead
            tell(.itemChanged(items, playhead, from: old, isFinished: isFinished, beginsAnew: isNew), player)
        case .queueChanged: tell(.queueChanged(players[place].order()), player)
        case .endMoved:
            tell(.endMoved(players[place].player.end, said: players[place].player.forwardPlaybackEndTime), player)
        case .pauseChanged: tell(players[place].pause, player)
        case .drained: tell(.wake, player)
        case .look: look(player)
        case .looked: tell(.looked(network.takeLook(of: place, at: now)), player)
        case .watched(let id):
            tell(.progressed(slots.local(id, of: place), network.progress(of: id, at: now)), player)
        }
    }

    /// A chunk is in, or something else that was asked for; what a server says with it comes first.
    private mutating func deliver(_ id: ExchangeID, _ player: Int16) {
        let times = network.times(of: id, at: now)
        let local = slots.local(id, of: Int(player))
        var isEnd = false
        if live.isUsed, let listing = live.listing(id.slot, servedAt: times.servedAt) {
            tell(.listed(local, listing), player)
            isEnd = listing.isEnded
            if !interstitials.isEmpty { noteListing(player, servedAt: times.servedAt) }
        }
        if steering.isUsed, let answer = steering.answer(id.slot, servedAt: times.servedAt) {
            tell(.steered(local, answer), player)
        }
        tell(.arrived(local, times, network.takeReceipt()), player)
        if isEnd, !interstitials.isEmpty { noteEndListed(player) }
    }

    /// A loader looks at the network: what it sees comes to it as everything else does.
    private mutating func look(_ player: Int16) {
        guard players[Int(player)].loader.looksAt == now else { return }
        queue.push(.media(.looked, player: player), at: network.look(group: Int(player), at: now))
    }

    /// When so much of an exchange will have come.
    mutating func instant(of id: ExchangeID, reaching amount: Int128) -> Instant {
        network.instant(of: id, reaching: amount, from: now)
    }

    @inline(__always)
    mutating func tell(_ input: LoaderInput, _ player: Int16) {
        players[Int(player)].tell(input, at: now, into: &loaderEffects)
        if !loaderEffects.isEmpty { postLoaderEffects(player) }
    }

    private mutating func settleTraffic(_ message: MediaEvent) {
        switch message {
        case .delivered(let id):
            _ = network.takeReceipt()
            traffic.settled(id, hasFailed: false, at: now, into: &trafficEffects)
        case .failed(let id, _): traffic.settled(id, hasFailed: true, at: now, into: &trafficEffects)
        case .clockMoved, .itemChanged, .queueChanged, .endMoved, .drained, .watched, .look, .looked,
            .pauseChanged, .pauses:
            break
        }
    }

    @inline(never)
    mutating func tellPlayer(_ input: PlayerInput, _ player: Int16) {
        players[Int(player)].handle(input, at: now, into: &playerEffects)
        if !playerEffects.isEmpty { postPlayerEffects(player) }
    }

    /// A player judges when it is time, and not at a deadline that was put off since.
    private mutating func takeDeadline(_ player: Int16) {
        guard let next = players[Int(player)].player.putOff(at: now) else { return tellPlayer(.deadline, player) }
        if next != .never { queue.push(.player(.deadline, player: player), at: next) }
    }

    /// Performs an action of the script, by its number among all, unless the viewer is gone.
    mutating func performAction(_ index: Int32) {
        let cue = cues[Int(index)]
        if players[Int(cue.player)].hasLeft { return }
        trace.add(.action(cue.index), of: cue.player, at: now)
        expect(-1, of: cue.player)
        if waiting.isUsed { waiting.notePerformed(cue.index, of: cue.player) }
        perform(players[Int(cue.player)].withOwnEnds(cue.action), of: cue.player)
    }

    /// Whether an action is called off, because the viewer is gone.
    func isCalledOff(_ action: Int32) -> Bool { players[Int(cues[Int(action)].player)].hasLeft }

    /// Counts actions of a player's script that are to come, or that are no longer.
    private mutating func expect(_ change: Int, of player: Int16) {
        actionsLeft += change
        players[Int(player)].actionsLeft += change
    }

    /// Looks whether an action that waits is due, and performs it, now or later.
    private mutating func look(at index: Int32) {
        let player = waiting.player(of: index)
        if players[Int(player)].hasLeft { return }
        let outcome = waiting.look(at: index, players[Int(player)], at: now)
        if outcome.isFirst { expect(-1, of: player) }
        if let next = outcome.next { queue.push(.look(action: next.action), at: next.at) }
        guard let delay = outcome.dueAfter else { return }
        expect(1, of: player)
        if delay > .zero { queue.push(.script(action: index), at: now + delay) } else { performAction(index) }
    }

    mutating func perform(_ action: Action, of player: Int16) {
        changedAt = now
        let showsPictures = players[Int(player)].player.showsPictures
        if waiting.isUsed { waiting.note(action, of: player, showingPictures: showsPictures, at: now) }
        players[Int(player)].note(action.operation)
        switch action.operation {
        case .player(let input):
            if case .replaceCurrentItem(let item) = input { restartLoop(player, hasItem: item != nil) }
            if case .preroll = input { players[Int(player)].noteReady() }
            if case .seek(let target, let before, let after) = input {
                return seek(to: target, before: before, after: after, player)
            }
            tellPlayer(input, player)
        case .items(.loadAll(let items)):
            restartLoop(player, hasItem: true)
            if players[Int(player)].player.item != nil || players[Int(player)].player.queue.count > 0 {
                tellPlayer(.removeAllItems, player)
            }
            tellPlayer(.replaceCurrentItem(items.first), player)
            for item in items.dropFirst() { tellPlayer(.insert(item, after: nil), player) }
        case .queue(.disableLooping):
            postLoopStep(player, at: players[Int(player)].disableLoop(at: now))
            for item in players[Int(player)].player.queue.items { tellPlayer(.remove(item.id), player) }
        case .queue(.seek(let item, let target, let before, let after)):
            if item != players[Int(player)].player.item?.id { return setStart(of: item, to: target, player) }
            seek(to: target, before: before, after: after, player)
        case .queue(.setForwardPlaybackEndTime(let place, let item)):
            if item != players[Int(player)].player.item?.id { return tellPlayer(.setStop(place, of: item), player) }
            tellPlayer(.setForwardPlaybackEndTime(place), player)
        case .queue(.selectAudio(let language)):
            tell(.selectAudio(language), player)
            tellPlayer(.changeTracks, player)
        case .queue(.prefer(let own, let item)): tell(.prefer(own, item: item), player)
        case .surroundings(.leave): leave(player)
        case .playing(.tap), .surroundings(.addDevice), .surroundings(.endInterruption),
            .surroundings(.enterForeground):
            break
        case .playing(.seek(let aim, let before, let after)):
            seek(to: players[Int(player)].place(aim, from: now), before: before, after: after, player)
        case .playing(.setPreferredForwardBuffer(let length)): tell(.setPreferredForwardBuffer(length), player)
        case .playing(.setLive(let change)): tell(.setLive(change), player)
        case .limit(let change):
            tell(.limit(change), player)
            if case .layer(let layer) = change { tellPlayer(.setLayer(layer != nil), player) }
        case .asset(.loadValues): tell(.loadValues, player)
        case .asset(.preloadKeys): tell(.preloadKeys, player)
        case .network(.change(let change, let fate)):
            if usesNetwork { network.change(change, fate, at: now, into: &networkEffects) }
        case .network(.breakDown(let length)):
            if usesNetwork { network.breakDown(until: now + length, at: now, into: &networkEffects) }
        }
    }

    /// An item that waits in the queue is sought: it has no playhead that would have to come there, so that the seek is
    /// over at once. Of one that is gone there is no seek.
    private mutating func setStart(of item: Int32, to target: MediaTime, _ player: Int16) {
        guard players[Int(player)].player.queue.items.contains(where: { $0.id == item }) else { return }
        tellPlayer(.setStart(target, of: item), player)
        if waiting.isUsed { waiting.note(.seekFinished(true), of: player, at: now) }
    }

    /// The viewer of a player leaves. Whoever leaves pauses, so that no stall or wait goes on, and takes all items
    /// away, so that nothing is left to do for which a run would otherwise wait.
    private mutating func leave(_ player: Int16) {
        players[Int(player)].leave(at: now)
        expect(-players[Int(player)].actionsLeft, of: player)
        if waiting.isUsed { waiting.callOff(player) }
        tell(.stop, player)
        tellPlayer(.tearDown, player)
        if let other = interstitials.first(where: { $0.primary == player })?.player { leave(other) }
    }

    /// Ends the run, because nothing comes of the events that are left.
    private mutating func outcomeOfRest(after last: Instant) -> Outcome {
        queue = EventQueue()
        network.forgetSuperseded(after: last)
        return outcome(.nothingMoreHappens, after: last)
    }

    /// The outcome of a run that ends here: events of later than `last` have not come.
    func outcome(_ end: Outcome.End, after last: Instant? = nil) -> Outcome {
        let taken = network.takenEvents(upTo: last ?? now)
        return Outcome(
            end: end, at: changedAt, events: handled.total + taken.passed,
            offeredForGood: end.isLasting ? network.conditions.valuesForGood(from: max(now, changedAt)) : nil,
            pending: queue.count + taken.left, drawsAtRandom: network.drawsAtRandom,
            faultHits: network.faults.hits, faultMisses: network.faults.missed, faultMatches: network.faults.matched,
            packetsDropped: network.packetsDropped)
    }
}
