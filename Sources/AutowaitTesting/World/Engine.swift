internal import PlayerModel
internal import Simulation

/// The state that a world and its players share: the session, the calls that were made, and the observers.
///
///     app ──call──▶ SimulatedPlayer ──▶ perform ──▶ Session ──▶ trace ──▶ readTrace ──▶ tell ──▶ observers
///
/// A call is an action of a script that nobody wrote beforehand, and is recorded. The engine refers to neither the
/// world nor the players, so that no cycle keeps them alive but an observer's, which ends with the world.
final class Engine {
    /// Its time is that of the clock which tasks have, at every moment.
    var session: Session { didSet { tasks.now = session.now.nanoseconds } }
    /// The scenario with every call in its script: a run of it comes to the same trace.
    private(set) var record: Scenario
    /// The scenario of the session: with its own script alone.
    private var stage: Scenario
    private var history: [(at: PlayerModel.Instant, player: Int16, index: Int32, action: Action)] = []
    /// The error that has ended the world, if there is one.
    var ending: Ending
    /// The outcome; nil while the world goes on.
    var outcome: Outcome?

    private(set) var observers: [Observer] = []
    /// By item, those of them that observe a property of that one, current or not.
    private var observersOfItems: [Int32: [Observer]] = [:]
    /// The number of trace entries that were read, and the properties that they have shown of each player.
    var read = 0
    var told: [ToldPlayer]
    /// Notices that observers have still to be told, in order; and the number of the first of them, counted from the
    /// beginning of the world.
    var notices: [Notice] = []
    private var firstNotice = 0
    /// Players that have another item, whose own limits have still to be set.
    var changedItems: [Int16] = []
    /// Tasks that sleep until an instant, and those that can go on.
    let tasks = WorldTasks()
    /// The call of the app that is being performed; empty while none is.
    private var call: StaticString = ""
    /// Whether one is, or what comes before it at its instant is being handled.
    private(set) var isActing = false
    /// Whether a seek has landed in the turn that asked for it, so that its handler has still to be called.
    var hasLanded = false

    /// Whether the world is gone, so that no time passes any more.
    private(set) var isGone = false
    /// Whether a callback is running, which must not let time pass.
    var isCalling = false
    /// Whether time passes, and what it brings is still to be told.
    var isPassing = false
    /// Whether time passes asynchronously, so that nobody else may let it pass.
    var isAdvancing = false
    /// Whether a condition is being evaluated, which must not make calls.
    var isProbing = false
    /// The last instant at which the test, a callback or a task had its turn, and the number of callbacks and of turns
    /// of tasks at it.
    private var calls = (count: 0, at: PlayerModel.Instant.zero)
    static let mostCallsAtOnce = 10_000

    init(_ scenario: Scenario, madeAt place: String) {
        ending = Ending(madeAt: place)
        stage = scenario.drawn()
        for index in stage.players.indices where !stage.players[index].hasScript { stage.players[index].script = [] }
        stage = stage.drawn()
        for index in stage.players.indices { stage.players[index].isCalled = true }
        record = stage
        told = stage.players.map { ToldPlayer($0) }
        session = Session(stage, tracing: .facts)
        read = session.trace.entries.count
        expectsCalls = true
        session.expectActions(1)
    }

    var now: PlayerModel.Instant { session.now }

    func model(of player: Int16) -> PlayerModel.Player { session.machine(of: player) }

    var failure: WorldError? { ending.error }

    /// Records an error, and the call by which it came; the first one stands. Of a call after the world was finished
    /// nothing else is wrong than that, whatever is asked before `mayAct`.
    func fail(_ error: WorldError, by call: StaticString = #function) {
        let isLate = outcome != nil && !isPassing
        ending.record(isLate ? .misuse(.isFinished) : error, by: call, at: now)
        letGo()
    }

    func throwFailure() throws(WorldError) {
        if failure != nil, let error = ending.thrown(after: { lastRows }) { throw error }
    }

    /// Records an error of the machine's: that of the call which is being performed, or of the script.
    func failHere(_ error: WorldError) { fail(error, by: call) }

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
        stage.players[Int(player)].items.first { $0.name == ExactText(name) }?.item
    }

    /// The name that the scenario has given an item; nil where it has none.
    func name(ofItem id: Int32, of player: Int16) -> String? {
        stage.players[Int(player)].name(ofItem: id)
    }

    /// The distance from the end of its playlist at which a live item begins; nil of what is not live.
    func holdBack(ofItem item: PlayerItem, of player: Int16) -> Place? {
        stage.players[Int(player)].assets[Int(item.asset)].media.live?.holdBack
    }

    /// Notes an item that the app has made: reports look up there of which asset it is.
    func add(_ item: PlayerItem, of player: Int16) {
        guard stage.players[Int(player)].assets.count > 1 else { return }
        let name = ExactText(ActionWords.item(item.id, nil))
        record.players[Int(player)].items.append(ScenarioPlayer.Item(name: name, item: item))
    }

    // MARK: Calls of the app

    /// Does what the app asks for, now: after all that comes before an app at this instant. Returns whether it was
    /// done.
    @discardableResult
    func perform(
        _ action: Action, of player: Int16, by name: StaticString = #function, whenSought: ((Bool) -> Void)? = nil,
        whenPrerolled: ((Bool) -> Void)? = nil
    ) -> Bool {
        if mayAct(name) {
            isActing = true
            settle()
            isActing = false
        }
        guard failure == nil, !session.ignores(action, of: player) else {
            for handler in [whenSought, whenPrerolled] { if let handler { refuse(handler) } }
            tell()
            return false
        }
        hold(whenSought, whenPrerolled, for: action, of: player)
        if case .limit(let change) = action.operation, !hasLoaded(player) { beginAnew(with: change, of: player) }
        let index = Int32(record.players[Int(player)].script.count)
        record.add(action.at(now), toScriptOf: Int(player))
        history.append((now, player, index, action))
        (call, isActing) = (name, true)
        session.act(action, of: player, as: index)
        readTrace(afterCall: true)
        (call, isActing) = ("", false)
        setLimits()
        if isGone { answerRest() }
        tell()
        return true
    }

    /// Whether an app may act now. Where it may not that is a misuse, but for one whose world has ended by an error.
    func mayAct(_ call: StaticString = #function) -> Bool {
        mustNotProbe(call)
        if outcome != nil { fail(.misuse(.isFinished), by: call) }
        return failure == nil
    }

    /// Notes that something is made, or asked for, which a condition must not do.
    func mustNotProbe(_ call: StaticString) { if isProbing { fail(.misuse(.callInCondition), by: call) } }

    func seek(
        to place: Place, before: MediaTime, after: MediaTime, of player: Int16, by call: StaticString = #function,
        _ handler: @escaping (Bool) -> Void
    ) {
        let action = Action.seek(to: place, before: before.length, after: after.length)
        perform(action, of: player, by: call, whenSought: handler)
    }

    func hasLoaded(_ player: Int16) -> Bool {
        model(of: player).item != nil || history.contains { $0.player == player && $0.action.traits.arrival != nil }
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
            catchUp()
        } catch {
            fail(.tooMuch(error.message), by: call)
        }
    }

    /// Lets the time pass of what was taken in one go: packets, and changes of the network. That ends with the first of
    /// which anybody hears, and nothing else comes before: so it is now then, and whoever is told is told of now.
    private func catchUp() {
        if let last = session.trace.entries.last, last.at > now { session.pass(to: last.at) }
    }

    // MARK: Callbacks

    func add(_ observer: Observer, by call: StaticString = #function) {
        mustNotProbe(call)
        dropObservers()
        observer.engine = self
        noteLogs(beforeAdding: observer)
        noteLoaded(beforeAdding: observer)
        observer.firstNotice = firstNotice + notices.count
        observers.append(observer)
        if case .itemProperty(_, let item?) = observer.kind { observersOfItems[item, default: []].append(observer) }
        letGo()
    }

    /// Drops those that have ended.
    private func dropObservers() {
        guard observers.contains(where: { !$0.isValid }) else { return }
        observers.removeAll { !$0.isValid }
        observersOfItems = observersOfItems.compactMapValues { own in
            let rest = own.filter { $0.isValid }
            return rest.isEmpty ? nil : rest
        }
    }

    /// The observers that a notice may be for, in the order of registration. Of an item that is not current those are
    /// its own: so what is told of many items costs no more than they have.
    func observers(for notice: Notice) -> [Observer] {
        if case .otherItemChanged(_, let item, _) = notice { observersOfItems[item] ?? [] } else { observers }
    }

    /// Ends observers and timers where the world has stopped, which calls none of them any more: so that a closure
    /// which holds its own world does not hold it for ever.
    func letGo() {
        guard failure != nil || outcome != nil || isGone, !isCalling, !isActing, !isPassing else { return }
        endObservers()
    }

    private func endObservers() {
        // What callbacks hold may call a player as it is released: so not while the array is written.
        let rest = observers
        (observers, observersOfItems) = ([], [:])
        for observer in rest { observer.invalidate() }
    }

    /// The world is gone: nothing that an observer holds is held, and who waits for a completion handler is told. So
    /// nobody will hear of its error; and nobody could of those that handlers make from here on.
    func end() {
        isGone = true
        ending.tell { lastRows }
        endObservers()
        isCalling = true
        // What handlers ask for in turn is answered, too, unless they do so for ever.
        var (rest, count) = (takeHandlers(), 0)
        while !rest.isEmpty, count <= Self.mostCallsAtOnce {
            for (handler, isFinished) in rest { handler(isFinished) }
            count += rest.count
            rest = takeHandlers()
        }
        isCalling = false
        letGo()
        tasks.end()
    }

    /// Tells observers what has happened since they were registered. Whatever they do meanwhile has happened when their
    /// call returns, and is told afterwards: so all observers hear of everything in the same order.
    func tell() {
        if !isCalling, !notices.isEmpty { tellNotices() }
        letGo()
    }

    private func tellNotices() {
        isCalling = true
        var next = 0
        while next < notices.count, calls.count <= Self.mostCallsAtOnce || calls.at != now {
            let (notice, number) = (notices[next], firstNotice + next)
            next += 1
            if let (handler, isFinished) = notice.handler {
                count()
                handler(isFinished)
                continue
            }
            for observer in observers(for: notice) where observer.isValid && observer.firstNotice <= number {
                tell(observer, notice)
            }
        }
        firstNotice += notices.count
        // What a handler holds may be released by this, and call a player: so not while the notices are written.
        let old = notices
        notices.removeAll(keepingCapacity: true)
        // At the ceiling the world has ended. Handlers hear of it all the same; what they ask for is told later.
        for (handler, isFinished) in old[next...].compactMap(\.handler) { handler(isFinished) }
        isCalling = false
        withExtendedLifetime(old) {}
    }

    /// Calls the observers whose own instant has come, in the order of registration, and wakes the tasks that have
    /// slept until now. What the first of them does with a player takes nothing from the others: playback was there.
    func ring() {
        noteTurn()
        isCalling = true
        for (observer, place) in observers.filter({ due($0) <= now }).map({ ($0, place($0.player)) })
        where observer.isValid {
            count()
            observer.ring(at: place)
        }
        isCalling = false
        tell()
        tasks.wake()
        dropObservers()
    }

    var nextCall: PlayerModel.Instant {
        var next = tasks.nextDeadline.map { PlayerModel.Instant(nanoseconds: $0) } ?? .never
        for observer in observers { next = min(next, due(observer)) }
        return next
    }

    private func due(_ observer: Observer) -> PlayerModel.Instant {
        max(now, observer.due(model(of: observer.player).playhead))
    }

    func place(_ player: Int16) -> Place { model(of: player).currentTime(at: now) }

    /// Counts callbacks at one instant, and turns of tasks. Two that call each other for ever would never let time go
    /// on.
    func count() {
        noteTurn()
        calls.count += 1
        if calls.count > Self.mostCallsAtOnce { fail(.timeStandsStill(at: Duration(now)), by: call) }
    }

    /// The last instant that the test, a callback or a task has seen as its own now.
    var lastTurn: PlayerModel.Instant { calls.at }

    /// Notes that one of them has its turn now.
    func noteTurn() { if calls.at != now { calls = (0, now) } }
}
