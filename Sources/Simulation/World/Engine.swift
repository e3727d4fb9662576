import PlayerModel

/// The state that a world and its players share: the session, the calls that were made, and the observers.
///
///     app ──call──▶ SimulatedPlayer ──▶ perform ──▶ Session ──▶ trace ──▶ readTrace ──▶ tell ──▶ observers
///
/// A call is an action of a script that nobody wrote beforehand, and is recorded. The engine refers to neither the
/// world nor the players, so that no cycle keeps them alive.
final class Engine {
    var session: Session
    /// The scenario with every call in its script: a run of it comes to the same trace.
    private(set) var record: Scenario
    /// The scenario of the session: with its own script alone.
    private var stage: Scenario
    private var history: [(at: Instant, player: Int16, index: Int32, action: Action)] = []
    private(set) var failure: WorldError?
    /// The outcome; nil while the world goes on.
    var outcome: Outcome?

    private(set) var observers: [Observer] = []
    /// The number of trace entries that were read, and the properties that they have shown of each player.
    var read = 0
    var told: [ToldProperties]
    /// Notices that observers have still to be told, in order.
    var notices: [Notice] = []

    /// Whether a callback is running, which must not let time pass.
    private(set) var isCalling = false
    /// Whether a condition is being evaluated, which must not make calls.
    var isProbing = false
    /// The number of callbacks at an instant.
    private var calls = (count: 0, at: Instant.zero)
    private static let mostCallsAtOnce = 100_000

    init(_ scenario: Scenario) {
        stage = scenario.drawn()
        for index in stage.players.indices where !stage.players[index].hasScript { stage.players[index].script = [] }
        stage = stage.drawn()
        record = stage
        told = Array(repeating: ToldProperties(), count: stage.players.count)
        session = Session(stage, tracing: .facts)
        read = session.trace.entries.count
        expectsCalls = true
        session.actionsLeft += 1
    }

    var now: Instant { session.now }

    func model(of player: Int16) -> Player { session.players[Int(player)].player }

    /// Records an error; the first one stands.
    func fail(_ error: WorldError) { if failure == nil { failure = error } }

    var run: Run {
        Run(
            scenario: record, outcome: outcome ?? session.outcome(.timeIsUp), trace: session.trace,
            glances: session.glances)
    }

    /// Whether a call may still come that is not known yet: then other apps go on, however quiet it is.
    var expectsCalls = false {
        didSet { if expectsCalls != oldValue { session.actionsLeft += expectsCalls ? 1 : -1 } }
    }

    // MARK: Calls of the app

    /// Does what the app asks for, now: after all that comes before an app at this instant.
    func perform(
        _ action: Action, of player: Int16, whenSought: ((Bool) -> Void)? = nil,
        whenPrerolled: ((Bool) -> Void)? = nil
    ) {
        if isProbing { fail(.misuse(.callInCondition)) }
        if outcome != nil { fail(.misuse(.isFinished)) }
        if failure == nil { settle() }
        guard failure == nil else { return }
        if case .player(.seek) = action.operation { told[Int(player)].begunSeek = whenSought ?? { _ in } }
        if let whenPrerolled { told[Int(player)].prerolls.append(whenPrerolled) }
        if case .limit(let change) = action.operation, !hasLoaded(player) { beginAnew(with: change, of: player) }
        let index = Int32(record.players[Int(player)].script.count)
        record.players[Int(player)].script.append(action.at(now))
        history.append((now, player, index, action))
        session.act(action, of: player, as: index)
        readTrace()
        tell()
    }

    private func hasLoaded(_ player: Int16) -> Bool {
        model(of: player).item != nil || history.contains { $0.player == player && $0.action.traits.arrival != nil }
    }

    /// Begins the session anew, and repeats what was done. A limit that is set before there is an item decides what
    /// is fetched of it first, and a session knows that from its beginning.
    private func beginAnew(with change: VariantLimits.Change, of player: Int16) {
        let end = now
        stage.players[Int(player)].variantLimits.apply(change)
        session = Session(stage, tracing: .facts)
        session.actionsLeft += 1
        for call in history {
            repeatEvents(upTo: call.at)
            session.act(call.action, of: call.player, as: call.index)
        }
        repeatEvents(upTo: end)
        read = session.trace.entries.count
    }

    private func repeatEvents(upTo instant: Instant) {
        session.horizon = instant
        while failure == nil, session.nextInstant(beforeActingAt: instant) != nil { step() }
        session.pass(to: instant)
    }

    /// Handles the events that come before an app at this instant.
    private func settle() {
        session.horizon = now
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
        observers.append(observer)
    }

    /// Tells observers what has happened. Whatever they do meanwhile has happened when their call returns, and is
    /// told afterwards: so all observers hear of everything in the same order.
    func tell() {
        guard !isCalling else { return }
        isCalling = true
        var next = 0
        while next < notices.count {
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
            count()
            observer.call()
        case (.posted(let notification, let player), .notification(let own)):
            guard notification == own, player == observer.player else { return }
            count()
            observer.call()
        case (.moved(let player, let stopped), .periodic), (.moved(let player, let stopped), .boundary):
            guard player == observer.player else { return }
            count()
            observer.move(to: place(player), stopped: stopped)
        case (.changed, _), (.posted, _), (.moved, _), (.called, _): return
        }
    }

    /// Calls the observers whose own instant has come, in the order of registration.
    func ring() {
        isCalling = true
        for observer in observers where due(observer) <= now {
            count()
            observer.ring(at: place(observer.player))
        }
        isCalling = false
        tell()
        if observers.contains(where: { !$0.isValid }) { observers.removeAll { !$0.isValid } }
    }

    var nextCall: Instant {
        var next = Instant.never
        for observer in observers { next = min(next, due(observer)) }
        return next
    }

    private func due(_ observer: Observer) -> Instant { max(now, observer.due(model(of: observer.player).playhead)) }

    private func place(_ player: Int16) -> MediaTime { model(of: player).currentTime(at: now) }

    /// Counts callbacks at one instant. Two observers that call each other for ever would never let time go on.
    private func count() {
        if calls.at != now { calls = (0, now) }
        calls.count += 1
        if calls.count > Self.mostCallsAtOnce { fail(.timeStandsStill(at: .nanoseconds(now.nanoseconds))) }
    }
}
