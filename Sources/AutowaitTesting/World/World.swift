internal import PlayerModel
package import Simulation

/// A world to test an app's playback code in: a network, players with the interface of `AVPlayer`, and a clock that
/// moves only when the test says so.
///
/// The scenario says what the network and the media are like, as a scenario file does; the test says what the person
/// does and lets time pass. Whatever the app's own code then does with its player has the consequences that it would
/// have in a run of the same calls, to the nanosecond and on every machine.
///
/// ```swift
/// let world = try World(WorldScenario(network: .preset("3G"), media: .hls([400], duration: .seconds(60))))
/// world.player.load()
/// world.player.play()
/// try world.run(until: world.player.timeControlStatus == .playing, atMost: .seconds(10))
/// ```
///
///     test ──▶ World ───────────┬─▶ Engine ──▶ Session: network, loader, player machine
///     app  ──▶ SimulatedPlayer ─┘                 │
///       ▲                                         ▼ trace, read after every event
///       └───────────── callbacks ───────────── observers
///
/// Two kinds of time pass in it. Host time, the person's, is a `Duration`. A place on an item's timeline, or a length
/// of media, is a `MediaTime`, which stands for `CMTime`.
///
/// The script of a scenario is played as well: at one instant its actions come before those of the test. Without a
/// script a scenario does nothing by itself here.
///
/// A world is for one thread, or for the main actor. It starts no thread, and makes callbacks on the one that lets
/// time pass.
public final class World {
    let engine: Engine
    /// The family of tasks whose turns are this world's; nil where tasks of the main actor are not followed.
    let family: Int?
    /// The real time for which other tasks of the main actor are waited for.
    package var patience = Duration.seconds(60)
    /// The way in which an error comes out of which nobody has heard.
    ///
    /// Where a call on a player goes wrong it cannot throw, and a test that lets no time pass afterwards would pass. So
    /// an error that was neither thrown, nor read by `error`, `exception`, `report`, `story` or `diagnosis()`, is
    /// printed when the world is released, or at the end of the process if it never is: with the call, its instant, and
    /// where the world was made. A helper that makes worlds for many tests hands on their `fileID` and `line`, so that
    /// it is the test that is named. All tests run, and their process fails at its end. A test that expects an error
    /// reads it. A call after `finish()` is no such error, so that an app can put its player away.
    ///
    /// Set it to `isPrinted`, and the process does not fail by it. With `AUTOWAIT_UNHEARD_ERRORS=printed` in the
    /// environment, every world begins with that.
    public var unheardError: UnheardError {
        get { engine.ending.way }
        set { engine.ending.way = newValue }
    }

    /// The players, in the order of the scenario; at least one.
    public let players: [SimulatedPlayer]

    /// The findings that do not hinder a run, but are hardly meant, and the parts of playlists that no run has: a line
    /// each, `file:line:column: warning: …`, as `autowait check` prints them, those of the files that the scenario
    /// names first. Empty where nothing is found.
    ///
    /// One is a world's own: that a player has several variants and never switches, because neither a profile nor
    /// `switching` says how.
    ///
    /// They are there from the beginning, but for that of a player of whose variants none declares a size: it comes
    /// once a `preferredMaximumResolution` or a layer is set, which does nothing then. What else can be seen only in a
    /// run, such as an action that is never reached, is not among them.
    public var warnings: [String] { given + engine.warnings(of: unsized) }
    private let given: [String]
    private let unsized: [String?]

    /// A world at its beginning, as the JSON text of a scenario file describes it; everything has a default but
    /// `media`.
    ///
    /// - Parameters:
    ///   - text: The scenario.
    ///   - files: The files that it names, by the paths that it has for them: traces, playlists and what these name.
    ///     The library opens none by itself.
    ///   - fileID: Where the world is made, which `unheardError` says; so does `line`.
    ///   - line: Its line.
    /// - Throws: `WorldError.unreadable` with the faults of the text, or else of the files: all that is misspelt or of
    ///   the wrong type, and where nothing is, all that does not go together. What does not hinder is in `warnings`.
    public convenience init(
        scenario text: String, files: [String: [UInt8]] = [:], fileID: StaticString = #fileID, line: UInt = #line
    ) throws(WorldError) {
        let source = ScenarioSource(Array(text.utf8), named: "scenario", files: .given(files))
        self.init(try source.reading(), madeAt: "\(fileID):\(line)")
    }

    /// A world at its beginning, as a scenario describes it that is made of values.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - files: The files that it names, by the paths that it has for them: that of a `.trace`, of a `.playlist`, and
    ///     what these name. The library opens none by itself.
    ///   - fileID: Where the world is made, which `unheardError` says; so does `line`.
    ///   - line: Its line.
    /// - Throws: `WorldError.unreadable` where it cannot be meant, as for a file.
    public convenience init(
        _ scenario: WorldScenario, files: [String: [UInt8]] = [:], fileID: StaticString = #fileID, line: UInt = #line
    ) throws(WorldError) {
        try self.init(scenario: scenario.text, files: files, fileID: fileID, line: line)
    }

    /// A world at its beginning, as a scenario file describes it, with the files that it names beside it.
    ///
    /// - Parameters:
    ///   - path: The file; relative to the folder in which the tests are run.
    ///   - fileID: Where the world is made, which `unheardError` says; so does `line`.
    ///   - line: Its line.
    /// - Throws: `WorldError.unreadable` with its faults, also where there is no such file.
    public convenience init(
        contentsOf path: String, fileID: StaticString = #fileID, line: UInt = #line
    ) throws(WorldError) {
        let bytes = try ScenarioSource.bytes(of: path)
        let folder = PlaylistPath.folder(of: path)
        let source = ScenarioSource(bytes, named: path, files: .folder(folder))
        self.init(try source.reading(), madeAt: "\(fileID):\(line)")
    }

    private convenience init(_ reading: ScenarioSource.Reading, madeAt place: String) {
        self.init(reading.scenario, warnings: reading.warnings, unsized: reading.unsized, madeAt: place)
    }

    package init(
        _ scenario: Scenario, warnings: [String] = [], unsized: [String?] = [], madeAt place: String = #fileID
    ) {
        let engine = Engine(scenario, madeAt: place)
        self.engine = engine
        (given, self.unsized) = (warnings, unsized)
        players = scenario.players.indices.map { SimulatedPlayer(engine, player: Int16($0)) }
        // Elsewhere tasks of the main actor cannot be waited for.
        family = MainActorWatch.isMain ? MainActorWatch.shared.beginFollowing() : nil
    }

    deinit {
        if family != nil { MainActorWatch.shared.endFollowing() }
        engine.end()
    }

    /// The first player, which in most scenarios is the only one.
    public var player: SimulatedPlayer { players[0] }

    /// The player with a name in the scenario, or nil.
    public func player(named name: String) -> SimulatedPlayer? {
        players.first { engine.record.players[Int($0.player)].name == ExactText(name) }
    }

    // MARK: Time

    /// The host time that has passed since the beginning, to the nanosecond.
    ///
    /// Compare it with whole units, such as `.milliseconds(1600)`. Swift's own `.seconds(1.6)` is 128 attoseconds more
    /// than it says, so it is equal to no nanosecond; what is given to a world, as to `advance(by:)`, is rounded.
    public var now: Duration { Duration(engine.now) }

    /// Host time as a clock, for code that sleeps.
    public var clock: WorldClock { WorldClock(tasks: engine.tasks) }

    /// An executor for tasks that are to run in virtual time, wherever the test runs. On the main actor none is
    /// needed.
    public var executor: WorldExecutor { WorldExecutor(engine.tasks) }

    /// Lets time pass. When it returns, everything of that time has happened, and observers have been called.
    ///
    /// - Parameter amount: Host time, to the nearest nanosecond; with zero, the events of this instant still happen.
    /// - Throws: The error of the world, see `error`, which says by which call it came, and when; or that `amount` is
    ///   negative, that a callback or a condition has called this, or that a task has while another `advance` is under
    ///   way. `WorldError.timeIsUp` where virtual time ends before: everything until its end has happened then.
    public func advance(by amount: Duration) throws(WorldError) { _ = try engine.run(to: engine.target(amount)) }

    /// Lets time pass until something is true, and stops at the nanosecond at which it becomes so.
    ///
    /// The condition is asked after every event, so it should be quick. It is also asked between events, at instants
    /// that need not come to pass, because `currentTime()` and `now` change there too: so it may look, but not act.
    /// One that becomes true without an event is found to the nanosecond if it then stays true until the next event.
    ///
    /// All else that happens at that nanosecond happens before this returns, as in `advance(by:)`: events, observers
    /// and timers. One of them may make the condition false again.
    ///
    /// - Parameters:
    ///   - condition: What is awaited. If it is true already no time passes.
    ///   - limit: The most host time that may pass.
    /// - Returns: Whether it has become true. If not, `limit` has passed; it does so at once where nothing more can
    ///   happen.
    /// - Throws: As `advance(by:)`.
    public func advance(until condition: () -> Bool, atMost limit: Duration) throws(WorldError) -> Bool {
        try advance(until: condition, atMost: limit, by: #function)
    }

    /// The same, for the call of that name.
    private func advance(
        until condition: () -> Bool, atMost limit: Duration, by call: StaticString
    ) throws(WorldError) -> Bool {
        let target = try engine.target(limit, by: call)
        guard try engine.run(to: target, until: condition, by: call) == .conditionHolds else { return false }
        _ = try engine.run(to: engine.now, by: call)
        return true
    }

    /// Lets time pass until something is true, and fails if it does not become so: with the story of what happened.
    /// It stops as `advance(until:atMost:)` does: at that nanosecond, when all has happened that happens then.
    ///
    /// It ends with the first item that fails, as most tests have one. Of an app that makes another try then, ask by
    /// `advance(until:atMost:)`, which waits on.
    ///
    /// - Parameters:
    ///   - condition: What is awaited. It may look, but not act, as in `advance(until:atMost:)`.
    ///   - limit: The most host time that may pass.
    ///   - fileID: Where the call stands, which the error says; so does `line`.
    ///   - line: Its line.
    /// - Throws: `WorldError.notReached` where the limit has passed or an item has failed, with the rows of the
    ///   report around that instant and the reason why the player waits; otherwise as `advance(by:)`.
    public func run(
        until condition: @autoclosure () -> Bool, atMost limit: Duration = .seconds(60),
        fileID: StaticString = #fileID, line: UInt = #line
    ) throws(WorldError) {
        let failures = engine.failureCount
        // Kept, because what happens afterwards at that instant may make it false again.
        var isReached = false
        _ = try advance(
            until: {
                isReached = condition()
                return isReached || engine.failureCount > failures
            }, atMost: limit, by: "run(until:atMost:)")
        guard isReached || condition() else {
            throw notReached(limit, hasFailed: engine.failureCount > failures, "\(fileID):\(line)")
        }
    }

    /// The error says where the condition stands: what reports it may know the test alone.
    func notReached(_ limit: Duration, hasFailed: Bool, _ place: String) -> WorldError {
        let why =
            hasFailed
            ? "an item has failed; where the app makes another try, advance(until:atMost:) waits on"
            : "it has not become true in \(WorldError.seconds(limit))"
        return .notReached("\(place): \(why)\n\(story)")
    }

    /// Lets time pass until nothing more happens, and ends the world: the test does nothing more.
    ///
    /// Timers and observers are still called, and may still act. Afterwards `now` is the last instant at which anything
    /// changed, or a callback or a task had its turn, and no earlier than it was. Time-outs of requests that have been
    /// answered change nothing.
    ///
    /// - Throws: As `advance(by:)`; where something goes on until the end of virtual time, that is no error.
    public func finish() throws(WorldError) { try engine.finish() }

    /// Calls a closure when an amount of host time has passed: the app's own timer.
    ///
    /// It is called once, while time is advanced, after what else happens at its instant and in the order of
    /// registration. An amount of zero is later at this instant, as `DispatchQueue.main.async` would have it: in the
    /// `advance` that is under way, or else in the next one.
    ///
    /// The world holds the closure until then, and no longer than time may pass: until it has ended by an error, was
    /// finished, or is released. One that holds its own world, as `{ world.breakNetwork(for: .seconds(5)) }` does,
    /// keeps it alive for as long. A test that ends before the timer does leaves that world behind; `[weak world]`, or
    /// an `invalidate()`, does not. Observers are held likewise.
    ///
    /// - Parameters:
    ///   - amount: From now, to the nearest nanosecond; a negative one is a misuse, see `error`.
    ///   - body: What to call. It may act, but not let time pass.
    /// - Returns: The timer, for when it is to be invalidated. It runs whether anybody holds it or not.
    @discardableResult
    public func after(_ amount: Duration, perform body: @escaping () -> Void) -> WorldTimer {
        if amount < .zero { engine.fail(.misuse(.negativeTime)) }
        engine.mustNotProbe("after(_:perform:)")
        let observer = Observer(.timer(engine.now + TimeAmount(amount)), of: 0, body)
        engine.add(observer)
        return WorldTimer(observer)
    }

    // MARK: The network

    /// Breaks the network for an amount of time, during which it carries nothing: a tunnel. Over packets what is under
    /// way times out, and an item may fail; a network without packets, `Network.fluid`, waits for ever.
    ///
    /// - Parameter amount: From now, to the nearest nanosecond; a negative one is a misuse, see `error`.
    public func breakNetwork(for amount: Duration) {
        if amount < .zero { return engine.fail(.misuse(.negativeTime)) }
        engine.perform(.breakNetwork(TimeAmount(amount)), of: 0)
    }

    /// Changes the network from now on; nil leaves a property as it is. A value that a scenario may not have is a
    /// misuse, see `error`, and nothing is changed then.
    ///
    /// - Parameters:
    ///   - down_kbps: The capacity towards the device, in kilobits per second, up to 1,000,000,000; 0 carries nothing.
    ///   - up_kbps: The capacity from the device, likewise.
    ///   - delay: The time that a packet takes in each direction, up to 600 s.
    public func changeNetwork(down_kbps: Int? = nil, up_kbps: Int? = nil, delay: Duration? = nil) {
        for capacity in [down_kbps, up_kbps] {
            if let capacity, !(0...1_000_000_000).contains(capacity) {
                return engine.fail(.misuse(.capacity(capacity)))
            }
        }
        if let delay, delay < .zero { return engine.fail(.misuse(.negativeTime)) }
        if let delay, delay > .seconds(600) { return engine.fail(.misuse(.delay(delay))) }
        var change = NetworkChange()
        change.down = down_kbps.map { .bitsPerSecond(.bits(ofKilobits: $0)) }
        change.up = up_kbps.map { .bitsPerSecond(.bits(ofKilobits: $0)) }
        change.delayDown = delay.map { TimeAmount($0) }
        change.delayUp = change.delayDown
        engine.perform(.changeNetwork(change), of: 0)
    }

    // MARK: Results

    /// The reason why time does not pass any more; nil while there is none.
    ///
    /// Properties and methods of a player cannot throw where those of `AVPlayer` do not. So their errors are kept
    /// here, and thrown by the next `advance`, with the last rows of the players. So is an error of `advance` itself
    /// after which no time passes, such as `timeIsUp`; what else it throws is in the table of `WorldError`.
    ///
    /// Read it in a test that expects an error: one that was neither read nor thrown is told by `unheardError`.
    public var error: WorldError? { engine.ending.heard() }

    /// The `NSInvalidArgumentException` that a call has raised; nil where there was none. It would have ended the
    /// app, so the world ends with it.
    public var exception: SimulatedPlayer.Exception? {
        if case .exception(let exception, _) = engine.failure, engine.ending.heard() != nil { exception } else { nil }
    }
}

/// A timer of the app's, in virtual time.
public final class WorldTimer {
    private let observer: Observer

    init(_ observer: Observer) { self.observer = observer }

    /// Whether it is still to come.
    public var isValid: Bool { observer.isValid }

    /// Cancels the timer. A second call does nothing.
    public func invalidate() { observer.invalidate() }
}
