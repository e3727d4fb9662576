import PlayerModel

/// A world to test an app's playback code in: a network, players with the interface of `AVPlayer`, and a clock that
/// moves only when the test says so.
///
/// The scenario says what the network and the media are like, as a scenario file does; the test says what the person
/// does and lets time pass. Whatever the app's own code then does with its player has the consequences that it would
/// have in a run of the same calls, to the nanosecond and on every machine.
///
/// ```swift
/// let world = try World(
///     scenario: """
///         {
///           "network": { "preset": "3G" },
///           "media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 400 }] }
///         }
///         """)
/// world.player.load()
/// world.player.play()
/// let isPlaying = try world.advance(until: { world.player.timeControlStatus == .playing }, atMost: .seconds(10))
/// ```
///
///     test ──▶ World ───────────┬─▶ Engine ──▶ Session: network, loader, player machine
///     app  ──▶ SimulatedPlayer ─┘                 │
///       ▲                                         ▼ trace, read after every event
///       └───────────── callbacks ───────────── observers
///
/// Two kinds of time pass in it. Host time, the person's, is a `Duration`. A place on an item's timeline, or a length
/// of media, is a `MediaTime`, which stands for `CMTime`: that exists on Apple's systems alone. They are two types
/// because they are two clocks: while a player waits the one passes and the other does not, and at rate 2 it passes
/// twice as fast. Both are integers of nanoseconds.
///
/// The script of a scenario is played as well: at one instant its actions come before those of the test. Without a
/// script a scenario does nothing by itself here.
///
/// A world is for one thread. It starts none, and makes callbacks on the one that lets time pass.
public final class World {
    let engine: Engine

    /// The players, in the order of the scenario; at least one.
    public let players: [SimulatedPlayer]

    /// A world at its beginning, as the JSON text of a scenario file describes it; everything has a default but
    /// `media`. It cannot name other files, because the library opens none.
    ///
    /// - Throws: `WorldError.unreadable` with every fault of the text.
    public convenience init(scenario text: String) throws(WorldError) {
        let reading = ScenarioReader.read(SourceText(file: "scenario", bytes: Array(text.utf8)))
        guard let scenario = reading.scenario else {
            let unread = reading.wanted.map {
                Diagnostic("a world opens no files, so '\($0.path)' cannot be read", at: $0.place)
            }
            let lines = (reading.diagnostics + unread).map { $0.text(sources: reading.sources) }
            throw .unreadable(lines.joined(separator: "\n"))
        }
        self.init(scenario)
    }

    package init(_ scenario: Scenario) {
        let engine = Engine(scenario)
        self.engine = engine
        players = scenario.players.indices.map { SimulatedPlayer(engine, player: Int16($0)) }
    }

    /// The first player, which in most scenarios is the only one.
    public var player: SimulatedPlayer { players[0] }

    /// The player with a name in the scenario, or nil.
    public func player(named name: String) -> SimulatedPlayer? {
        players.first { engine.record.players[Int($0.player)].name == name }
    }

    // MARK: Time

    /// The host time that has passed since the beginning, to the nanosecond.
    public var now: Duration { .nanoseconds(engine.now.nanoseconds) }

    /// Lets time pass. When it returns, everything of that time has happened, and observers have been called.
    ///
    /// - Parameter amount: Host time, to the nearest nanosecond; with zero, the events of this instant still happen.
    /// - Throws: The error of the world, see `error`; or that `amount` is negative, that a callback has called this,
    ///   or that virtual time is over.
    public func advance(by amount: Duration) throws(WorldError) {
        _ = try engine.run(for: TimeAmount(amount), takingPacketsTogether: true) { false }
    }

    /// Lets time pass until something is true, and stops at the nanosecond at which it becomes so.
    ///
    /// The condition is asked after every event, so it should be quick. It is also asked between events, at instants
    /// that need not come to pass, because `currentTime()` and `now` change there too: so it may look, but not act. One
    /// that becomes true without an event is found to the nanosecond if it then stays true until the next event.
    ///
    /// - Parameters:
    ///   - condition: What is awaited. If it is true already no time passes.
    ///   - limit: The most host time that may pass.
    /// - Returns: Whether it has become true. If not, `limit` has passed; it does so at once where nothing more can
    ///   happen.
    /// - Throws: As `advance(by:)`.
    public func advance(until condition: () -> Bool, atMost limit: Duration) throws(WorldError) -> Bool {
        try engine.run(for: TimeAmount(limit), takingPacketsTogether: false, until: condition)
    }

    /// Lets time pass until nothing more happens, and ends the world: the test does nothing more.
    ///
    /// Timers and observers are still called, and may still act. Afterwards `now` is the instant of the last event.
    ///
    /// - Throws: As `advance(by:)`; where something goes on until the end of virtual time, that is no error.
    public func finish() throws(WorldError) { try engine.finish() }

    /// Calls a closure when an amount of host time has passed: the app's own timer.
    ///
    /// It is called once, while time is advanced, after what else happens at its instant and in the order of
    /// registration. An amount of zero is the next `advance`, as `DispatchQueue.main.async` would have it.
    ///
    /// - Parameters:
    ///   - amount: From now, to the nearest nanosecond; a negative one is a misuse, see `error`.
    ///   - body: What to call. It may act, but not let time pass.
    /// - Returns: The timer, for when it is to be invalidated. It runs whether anybody holds it or not.
    @discardableResult
    public func after(_ amount: Duration, perform body: @escaping () -> Void) -> WorldTimer {
        if amount < .zero { engine.fail(.misuse(.negativeTime)) }
        let observer = Observer(.timer(engine.now + TimeAmount(amount)), of: 0, body)
        engine.add(observer)
        return WorldTimer(observer)
    }

    // MARK: The network

    /// Breaks the network for an amount of time, during which it carries nothing: a tunnel.
    public func breakNetwork(for amount: Duration) { engine.perform(.breakNetwork(TimeAmount(amount)), of: 0) }

    /// Changes the network from now on; nil leaves a property as it is.
    ///
    /// - Parameters:
    ///   - down_kbps: The capacity towards the device, in kilobits per second; 0 carries nothing.
    ///   - up_kbps: The capacity from the device, likewise.
    ///   - delay: The time that a packet takes in each direction.
    public func changeNetwork(down_kbps: Int? = nil, up_kbps: Int? = nil, delay: Duration? = nil) {
        var change = NetworkChange()
        change.down = down_kbps.map { .bitsPerSecond(Int64($0).multipliedClamped(by: 1000)) }
        change.up = up_kbps.map { .bitsPerSecond(Int64($0).multipliedClamped(by: 1000)) }
        change.delayDown = delay.map { TimeAmount($0) }
        change.delayUp = change.delayDown
        engine.perform(.changeNetwork(change), of: 0)
    }

    // MARK: Results

    /// The reason why time does not pass any more; nil while there is none.
    ///
    /// Properties and methods of a player cannot throw where those of `AVPlayer` do not. So their errors are kept
    /// here, and thrown by the next `advance`.
    public var error: WorldError? { engine.failure }

    /// The `NSInvalidArgumentException` that a call has raised; nil where there was none. It would have ended the
    /// app, so the world ends with it.
    public var exception: PlayerException? {
        if case .exception(let exception) = engine.failure { exception } else { nil }
    }

    /// A report of the run so far, as `autowait run` prints it: for a test that fails, and a person who wonders why.
    public var report: String { TextReport.text(engine.run) }
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
