internal import PlayerModel
internal import Simulation

/// The state that a world and its players share: the session, the calls that were made, and the observers.
///
///     app ──call──▶ SimulatedPlayer ──▶ perform ──▶ Session ──▶ trace ──▶ readTrace ──▶ tell ──▶ observers
///
/// A call is an action of a script that nobody wrote beforehand, and is recorded. The engine refers to neither the
/// world nor the players, so that no cycle keeps them alive but an observer's, which ends with the world.
final class Engine {
    var session: Session
    /// The scenario with every call in its script: a run of it comes to the same trace.
    private(set) var record: Scenario
    /// The scenario of the session: with its own script alone.
    private var stage: Scenario
    private var history: [(at: PlayerModel.Instant, player: Int16, index: Int32, action: Action)] = []
    private(set) var failure: WorldError?
    /// The outcome; nil while the world goes on.
    var outcome: Outcome?

    private(set) var observers: [Observer] = []
    /// The number of trace entries that were read, and the properties that they have shown of each player.
    var read = 0
    var told: [ToldPlayer]
    /// Notices that observers have still to be told, in order.
    var notices: [Notice] = []
    /// Players that have another item, whose own limits have still to be set.
    var changedItems: [Int16] = []
    /// Tasks that sleep until an instant, and those that can go on.
    let tasks = WorldTasks()

    /// Whether a callback is running, which must not let time pass.
    private(set) var isCalling = false
    /// Whether time passes asynchronously, so that nobody else may let it pass.
    var isAdvancing = false
    /// Whether a condition is being evaluated, which must not make calls.
    var isProbing = false
    /// The number of callbacks at an instant, and of all.
    private var calls = (count: 0, at: PlayerModel.Instant.zero)
    private static let mostCallsAtOnce = 10_000

    init(_ scenario: Scenario) {
        stage = scenario.drawn()
        for index in stage.players.indices where !stage.players[index].hasScript { stage.players[index].script = [] }
        stage = stage.drawn()
        record = stage
        told = stage.players.map { ToldPlayer($0) }
        session = Session(stage, tracing: .facts)
        read = session.trace.entries.count
        expectsCalls = true
        session.expectActions(1)
    }

    var now: PlayerModel.Instant { session.now }

    func model(of player: Int16) -> PlayerModel.Player { session.machine(of: player) }

    /// Records an error; the first one stands.
    func fail(_ error: WorldError) { if failure == nil { failure = error } }

    var run: Run {
        Run(of: record, outcome ?? session.outcomeSoFar, session.trace, glances: session.glances)
    }

    /// Whether a call may still come that is not known yet: then other apps go on, however quiet it is.
    var expectsCalls = false {
        didSet { if expectsCalls != oldValue { session.expectActions(expectsCalls ? 1 : -1) } }
    }

    // MARK: Items of the scenario

    func itemsOfScenario(_ player: Int16) -> Int {
        let player = stage.players[Int(player)]
        return player.items.isEmpty ? Int(player.looping.itemCount) : player.items.count
    }

    func loading(of player: Int16) -> Action { stage.players[Int(player)].loading }

    func item(named name: String, of player: Int16) -> PlayerItem? {
        stage.players[Int(player)].items.first { $0.name == name }?.item
    }

    /// The distance from the end of its playlist at which a live item begins; nil of what is not live.
    func holdBack(ofItem item: PlayerItem, of player: Int16) -> Place? {
        stage.players[Int(player)].assets[Int(item.asset)].media.live?.holdBack
    }

    /// Notes an item that the app has made: reports look up there of which asset it is.
    func add(_ item: PlayerItem, of player: Int16) {
        guard stage.players[Int(player)].assets.count > 1 else { return }
        record.players[Int(player)].items.append(ScenarioPlayer.Item(name: "item \(item.id + 1)", item: item))
    }

    // MARK: Calls of the app

    /// Does what the app asks for, now: after all that comes before an app at this instant. Returns whether it was
    /// done.
    @discardableResult
    func perform(
        _ action: Action, of player: Int16, whenSought: ((Bool) -> Void)? = nil,
        whenPrerolled: ((Bool) -> Void)? = nil
    ) -> Bool {
        if mayAct() { settle() }
        guard failure == nil, !session.ignores(action, of: player) else {
            for handler in [whenSought, whenPrerolled] { if let handler { refuse(handler) } }
            return false
        }
        hold(whenSought, whenPrerolled, for: action, of: player)
        if case .limit(let change) = action.operation, !hasLoaded(player) { beginAnew(with: change, of: player) }
        let index = Int32(record.players[Int(player)].script.count)
        record.add(action.at(now), toScriptOf: Int(player))
        history.append((now, player, index, action))
        session.act(action, of: player, as: index)
        readTrace(afterCall: true)
        setLimits()
        tell()
        return true
    }

    /// Keeps completion handlers until they are called. What a script has begun is over before, and nobody is called
    /// for that.
    private func hold(
        _ whenSought: ((Bool) -> Void)?, _ whenPrerolled: ((Bool) -> Void)?, for action: Action, of player: Int16
    ) {
        let (index, model) = (Int(player), model(of: player))
        if case .player(.seek) = action.operation {
            if told[index].pendingSeek == nil, model.isSeeking { told[index].pendingSeek = { _ in } }
            told[index].begunSeek = whenSought ?? { _ in }
        }
        if let whenPrerolled {
            if told[index].prerolls.isEmpty, model.isPrerolling { told[index].prerolls.append { _ in } }
            told[index].prerolls.append(whenPrerolled)
        }
    }

    /// Calls a completion handler with false, as soon as no other callback runs.
    func refuse(_ handler: @escaping (Bool) -> Void) {
        guard !isCalling else { return notices.append(.called(handler, isFinished: false)) }
        isCalling = true
        handler(false)
        isCalling = false
        tell()
    }

    /// Whether an app may act now. Where it may not that is a misuse, but for one whose world has ended by an error.
    func mayAct() -> Bool {
        if isProbing { fail(.misuse(.callInCondition)) }
        if outcome != nil { fail(.misuse(.isFinished)) }
        return failure == nil
    }

    func seek(
        to place: Place, before: MediaTime, after: MediaTime, of player: Int16, _ handler: @escaping (Bool) -> Void
    ) {
        perform(.seek(to: place, before: before.tolerance, after: after.tolerance), of: player, whenSought: handler)
    }

    private func hasLoaded(_ player: Int16) -> Bool {
        model(of: player).item != nil || history.contains { $0.player == player && $0.action.traits.arrival != nil }
    }

    /// Sets what an item asks of the loader, as far as it is another than before.
    func apply(_ limits: ItemLimits, of player: Int16) {
        let now = told[Int(player)].limitsNow
        guard limits != now else { return }
        told[Int(player)].limitsNow = limits
        if limits.peakBitRate != now.peakBitRate {
            perform(.limit(.preferredPeakBitRate(nearestInteger(limits.peakBitRate))), of: player)
        }
        if limits.resolution != now.resolution {
            perform(.limit(.preferredMaximumResolution(limits.resolution.dimensions)), of: player)
        }
        if limits.forwardBuffer != now.forwardBuffer {
            perform(.setPreferredForwardBuffer(limits.forwardBuffer), of: player)
        }
        if limits.liveOffset != now.liveOffset { perform(.setLive(.offset(limits.liveOffset)), of: player) }
        if limits.preservesLiveOffset != now.preservesLiveOffset {
            perform(.setLive(.preservesOffset(limits.preservesLiveOffset)), of: player)
        }
        if limits.loadsLiveWhilePaused != now.loadsLiveWhilePaused {
            perform(.setLive(.loadsWhilePaused(limits.loadsLiveWhilePaused)), of: player)
        }
    }

    func set(_ limits: ItemLimits, ofItem id: Int32, of player: Int16) {
        if mayAct() { told[Int(player)].limits[id] = limits }
    }

    func limits(ofItem id: Int32, of player: Int16) -> ItemLimits {
        told[Int(player)].limits[id] ?? told[Int(player)].usualLimits
    }

    /// Sets the limits of items that have become current by themselves.
    func setLimits() {
        while let player = changedItems.popLast() {
            guard let item = told[Int(player)].item else { continue }
            apply(limits(ofItem: item, of: player), of: player)
        }
    }

    /// Begins the session anew, and repeats what was done. A limit that is set before there is an item decides what
    /// is fetched of it first, and a session knows that from its beginning.
    private func beginAnew(with change: VariantLimits.Change, of player: Int16) {
        let end = now
        stage.players[Int(player)].variantLimits.apply(change)
        let together = session.takesPacketsTogether
        session = Session(stage, tracing: .facts)
        session.expectActions(expectsCalls ? 1 : 0)
        session.takePackets(together: together)
        for call in history {
            repeatEvents(upTo: call.at)
            session.act(call.action, of: call.player, as: call.index)
        }
        repeatEvents(upTo: end)
        read = session.trace.entries.count
    }

    private func repeatEvents(upTo instant: PlayerModel.Instant) {
        session.look(to: instant)
        while failure == nil, session.nextInstant(beforeActingAt: instant) != nil { step() }
        session.pass(to: instant)
    }

    /// Handles the events that come before an app at this instant.
    private func settle() {
        session.look(to: now)
        while failure == nil, session.nextInstant(beforeActingAt: now) != nil {
            step()
            readTrace()
        }
    }

    func step() {
        do throws(SessionError) {
            outcome = try session.step()
        } catch {
            fail(.tooMuch(error.message))
        }
    }

    // MARK: Callbacks

    func add(_ observer: Observer) {
        observers.removeAll { !$0.isValid }
        observer.engine = self
        observers.append(observer)
    }

    /// Nothing is called any more, and nothing that an observer holds is held: the world is gone.
    func end() {
        for observer in observers { observer.invalidate() }
        observers = []
        for index in told.indices {
            let pending = [told[index].pendingSeek, told[index].begunSeek].compactMap(\.self) + told[index].prerolls
            (told[index].pendingSeek, told[index].begunSeek, told[index].prerolls) = (nil, nil, [])
            for handler in pending { handler(false) }
        }
        notices = []
        tasks.end()
    }

    /// Tells observers what has happened. Whatever they do meanwhile has happened when their call returns, and is
    /// told afterwards: so all observers hear of everything in the same order.
    func tell() {
        guard !isCalling, !notices.isEmpty else { return }
        isCalling = true
        var next = 0
        while next < notices.count, calls.count <= Self.mostCallsAtOnce || calls.at != now {
            let notice = notices[next]
            next += 1
            if case .called(let body, let isFinished) = notice {
                count()
                body(isFinished)
                continue
            }
            for observer in observers where observer.isValid { tell(observer, notice) }
        }
        notices.removeAll(keepingCapacity: true)
        isCalling = false
    }

    private func tell(_ observer: Observer, _ notice: Notice) {
        switch (notice, observer.kind) {
        case (.changed(let property, let player), .property(let own)):
            guard property == own, player == observer.player else { return }
        case (.itemChanged(let property, let item, let player), .itemProperty(let own, let ownItem)):
            guard property == own, player == observer.player, ownItem == nil || item == ownItem else { return }
        case (.otherItemChanged(let property, let item, let player), .itemProperty(let own, let ownItem)):
            guard property == own, player == observer.player, item == ownItem else { return }
        case (.itemReplaced(let property, let player), .itemProperty(let own, nil)):
            guard property == own, player == observer.player else { return }
        case (.posted(let notification, let item, let player), .notification(let own, let ownItem)):
            guard notification == own, player == observer.player, ownItem == nil || item == ownItem else { return }
        case (.rateChanged(let reason, let player), .rateChange):
            guard player == observer.player else { return }
            count()
            return observer.call(reason)
        case (.moved(let player, let stopped), .periodic), (.moved(let player, let stopped), .boundary):
            guard player == observer.player else { return }
            count()
            return observer.move(to: place(player), stopped: stopped)
        case (.changed, _), (.itemChanged, _), (.otherItemChanged, _), (.itemReplaced, _), (.posted, _),
            (.rateChanged, _), (.moved, _), (.called, _):
            return
        }
        count()
        observer.call()
    }

    /// Calls the observers whose own instant has come, in the order of registration, and wakes the tasks that have
    /// slept until now.
    func ring() {
        isCalling = true
        for observer in observers where due(observer) <= now {
            count()
            observer.ring(at: place(observer.player))
        }
        isCalling = false
        tell()
        tasks.wake(at: now.nanoseconds)
        if observers.contains(where: { !$0.isValid }) { observers.removeAll { !$0.isValid } }
    }

    var nextCall: PlayerModel.Instant {
        var next = tasks.nextDeadline.map { PlayerModel.Instant(nanoseconds: $0) } ?? .never
        for observer in observers { next = min(next, due(observer)) }
        return next
    }

    private func due(_ observer: Observer) -> PlayerModel.Instant {
        max(now, observer.due(model(of: observer.player).playhead))
    }

    private func place(_ player: Int16) -> Place { model(of: player).currentTime(at: now) }

    /// Counts callbacks at one instant, and turns of tasks. Two that call each other for ever would never let time go
    /// on.
    func count() {
        if calls.at != now { calls = (0, now) }
        calls.count += 1
        if calls.count > Self.mostCallsAtOnce { fail(.timeStandsStill(at: Duration(now))) }
    }
}
