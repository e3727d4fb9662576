import AutowaitTesting
import Testing

@MainActor
@Suite("What is refused is named, with what to do instead")
struct RefusalTests {
    private static func world(_ player: WorldScenario.Player = .player(keepUp: "first-chunk")) throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000), media: .hls([800], duration: .seconds(60), segment: .seconds(2)),
                player: player))
    }

    /// Calls that only an `AVQueuePlayer` has.
    enum QueueCall: String, CaseIterable {
        case insert = "insert(_:after:)"
        case remove = "remove(_:)"
        case removeAllItems = "removeAllItems()"
        case advance = "advanceToNextItem()"

        @MainActor
        func make(_ player: SimulatedPlayer) {
            switch self {
            case .insert: player.insert(player.makeItem(), after: nil)
            case .remove: player.remove(player.makeItem())
            case .removeAllItems: player.removeAllItems()
            case .advance: player.advanceToNextItem()
            }
        }
    }

    @Test("a call that a plain player does not have", arguments: QueueCall.allCases)
    func queueCall(call: QueueCall) throws {
        let world = try Self.world()
        call.make(world.player)
        #expect(world.error == .misuse(.notAQueuePlayer(call.rawValue)))
        let words = try #require(world.error).description
        #expect(words.hasPrefix("\(call.rawValue) is AVQueuePlayer's") && words.contains(".queuePlayer()"))
        let queue = try Self.world(.queuePlayer())
        call.make(queue.player)
        #expect(queue.error == nil)
    }

    /// Key paths that are not observed, and the words that their message begins with.
    enum Path: CaseIterable {
        case volume, muted, rate, error, forced, forcedRate, forcedError, forcedFailure, derived

        @MainActor
        func observe(_ player: SimulatedPlayer) -> String {
            switch self {
            case .volume:
                _ = player.observe(\.volume) { _, _ in }
                return "volume cannot"
            case .muted:
                _ = player.observe(\.isMuted) { _, _ in }
                return "isMuted cannot"
            case .rate:
                _ = player.observe(\.currentItem?.timebaseRate) { _, _ in }
                return "timebaseRate (use observeCurrentItem(.timebaseRate)) cannot"
            case .error:
                _ = player.currentItem?.observe(\.failure) { _, _ in }
                return "error (observe status, which is failed then) cannot"
            case .forced:
                _ = player.observe(\.currentItem!.duration) { _, _ in }
                return "currentItem!.duration (observe currentItem?.duration) cannot"
            case .forcedRate:
                _ = player.observe(\.currentItem!.timebaseRate) { _, _ in }
                return "timebaseRate (use observeCurrentItem(.timebaseRate)) cannot"
            case .forcedError:
                _ = player.observe(\.currentItem!.error) { _, _ in }
                return "error (observe currentItem?.status, which is failed then) cannot"
            case .forcedFailure:
                _ = player.observe(\.currentItem!.failure) { _, _ in }
                return "error (observe currentItem?.status, which is failed then) cannot"
            case .derived:
                _ = player.currentItem?.observe(\.status.hashValue) { _, _ in }
                return "a key path other than those of PlaybackProperty and PlaybackItemProperty cannot"
            }
        }
    }

    @Test("a key path that nothing announces", arguments: Path.allCases)
    func keyPath(path: Path) throws {
        let world = try Self.world()
        world.player.load()
        let words = path.observe(world.player)
        #expect(world.error?.description.hasPrefix(words) == true, "\(world.error?.description ?? "none")")
    }

    /// Things that a condition must not do.
    enum Act: CaseIterable {
        case play, item, timer, observer, keyPath, notification, timeObserver, itemObserver, limit, advance, finish

        /// The call that the error names; empty where it is one that throws by itself.
        var name: String {
            switch self {
            case .play: "play()"
            case .item: "makeItem(of:from:to:)"
            case .timer: "after(_:perform:)"
            case .observer, .itemObserver: "observe(_:changed:)"
            case .keyPath: "observe(_:options:changeHandler:)"
            case .notification: "onNotification(_:perform:)"
            case .timeObserver: "addPeriodicTimeObserver(forInterval:using:)"
            case .limit: "preferredPeakBitRate"
            case .advance: "advance(by:)"
            case .finish: "finish()"
            }
        }

        @MainActor
        func perform(_ world: World) {
            switch self {
            case .play: world.player.play()
            case .item: _ = world.player.makeItem()
            case .timer: world.after(.seconds(1)) {}
            case .observer: _ = world.player.observe(.rate) { _ in }
            case .keyPath: _ = world.player.observe(\.rate) { _, _ in }
            case .notification: _ = world.player.onNotification(.playbackStalled) { _ in }
            case .itemObserver: _ = world.player.currentItem?.observe(.status) { _ in }
            case .limit: world.player.currentItem?.preferredPeakBitRate = 5
            case .timeObserver: _ = world.player.addPeriodicTimeObserver(forInterval: .seconds(1)) { _ in }
            case .advance: try? world.advance(by: .seconds(1))
            case .finish: try? world.finish()
            }
        }
    }

    @Test("a condition that acts, whatever it makes", arguments: Act.allCases)
    func condition(act: Act) throws {
        let world = try Self.world()
        world.player.load()
        #expect(throws: WorldError.misuse(.callInCondition)) {
            try world.advance(
                until: {
                    act.perform(world)
                    return false
                }, atMost: .seconds(1))
        }
        #expect(world.now == .zero)
        let words = try #require(world.error).description
        #expect(words.contains("(by \(act.name) at 0 s)"), "\(words)")
    }

    /// Calls that throw by themselves.
    enum Attempt: CaseIterable {
        case negative, callback, recording

        @MainActor
        func make(_ world: World) {
            switch self {
            case .negative:
                #expect(throws: WorldError.misuse(.negativeTime)) { try world.advance(by: .seconds(-1)) }
            case .callback:
                world.after(.zero) {
                    #expect(throws: WorldError.misuse(.advanceInCallback)) { try world.advance(by: .zero) }
                }
            case .recording: #expect(throws: WorldError.self) { try world.expectRecording(at: "no such folder/file") }
            }
        }
    }

    @Test("an error of a call that throws by itself leaves the world as it was", arguments: Attempt.allCases)
    func goesOn(attempt: Attempt) throws {
        let world = try Self.world()
        attempt.make(world)
        try world.advance(by: .seconds(1))
        #expect(world.now == .seconds(1) && world.error == nil)
    }

    /// Calls that go wrong at 2 s, the names that they have, and what is said of them.
    enum Wrong: String, CaseIterable {
        case rate = "rate"
        case place = "seek(to:)"
        case keyPath = "observe(_:options:changeHandler:)"
        case queue = "removeAllItems()"
        case media = "makeItem(of:from:to:)"

        @MainActor
        func call(_ player: SimulatedPlayer) {
            switch self {
            case .rate: player.rate = -1
            case .place: player.seek(to: .invalid)
            case .keyPath: _ = player.observe(\.volume) { _, _ in }
            case .queue: player.removeAllItems()
            case .media: _ = player.makeItem(of: "none")
            }
        }
    }

    @Test(
        "an error that is thrown long after the call says which that was, and when, with the rows of the player",
        arguments: Wrong.allCases, [false, true])
    func origin(wrong: Wrong, isCalledBack: Bool) throws {
        let world = try Self.world()
        world.player.load()
        world.player.play()
        if isCalledBack { world.after(.seconds(2)) { wrong.call(world.player) } }
        if isCalledBack { _ = try? world.advance(by: .seconds(2)) } else { try world.advance(by: .seconds(2)) }
        if !isCalledBack { wrong.call(world.player) }
        world.player.pause()
        let error = try #require(#expect(throws: WorldError.self) { try world.advance(by: .seconds(3)) })
        let lines = error.description.split(separator: "\n")
        #expect(lines[0].hasSuffix("(by \(wrong.rawValue) at 2 s)"), "\(error)")
        #expect(try #require(lines.last).contains("playing at "), "\(error)")
        #expect(world.error == error, "what has gone wrong is the same, wherever it is told")
        #expect(world.story.contains("the world has ended at 2 s: \(lines[0])"))
    }

    /// Calls that let time pass, by the names that errors have for them.
    enum Passing: String, CaseIterable {
        case advance = "advance(by:)"
        case advanceUntil = "advance(until:atMost:)"
        case run = "run(until:atMost:)"
        case finish = "finish()"

        /// Without `await`, as this is no asynchronous function.
        @MainActor
        func make(_ world: World, for time: Duration = .seconds(10)) throws {
            switch self {
            case .advance: try world.advance(by: time)
            case .advanceUntil: _ = try world.advance(until: { false }, atMost: time)
            case .run: try world.run(until: world.player.timeControlStatus == .playing, atMost: time)
            case .finish: try world.finish()
            }
        }

        @MainActor
        func makeAwaited(_ world: World, for time: Duration = .seconds(10)) async throws {
            switch self {
            case .advance: try await world.advance(by: time)
            case .advanceUntil: _ = try await world.advance(until: { false }, atMost: time)
            case .run: try await world.run(until: world.player.timeControlStatus == .playing, atMost: time)
            case .finish: try await world.finish()
            }
        }
    }

    @Test(
        "a task that lets time pass while the test does, whether it awaits that or not, so that time never goes back",
        arguments: Passing.allCases, [false, true])
    func advanceInTask(call: Passing, isAwaited: Bool) async throws {
        let world = try Self.world()
        world.player.load()
        let clock = world.clock
        let task = Task {
            try await clock.sleep(for: .milliseconds(100))
            world.player.play()
            if isAwaited { try await call.makeAwaited(world) } else { try call.make(world) }
        }
        try await world.advance(by: .milliseconds(150))
        let error = try #require(await #expect(throws: WorldError.self) { try await task.value })
        #expect(error == .misuse(.advanceUnderWay) && error.description.hasPrefix("another advance is under way"))
        #expect(error.description.hasSuffix("(by \(call.rawValue) at 0.1 s)"), "\(error)")
        #expect(world.now == .milliseconds(150) && clock.now.sinceBeginning == world.now && world.error == nil)
        try await world.advance(by: .seconds(5))
        #expect(world.now == .milliseconds(5150) && world.player.timeControlStatus == .playing)
        let instants = world.player.timeline.map(\.at)
        #expect(instants == instants.sorted() && world.report.contains("startup_time_s"))
    }

    @Test(
        "a call that lets time pass is named as it was made", arguments: [Passing.advanceUntil, .run], [false, true])
    func name(call: Passing, isAwaited: Bool) async throws {
        let world = try Self.world()
        let error = try #require(
            await #expect(throws: WorldError.self) {
                let time = Duration.seconds(-1)
                if isAwaited { try await call.makeAwaited(world, for: time) } else { try call.make(world, for: time) }
            })
        #expect(error == .misuse(.negativeTime))
        #expect(error.description.hasSuffix("(by \(call.rawValue) at 0 s)"), "\(error)")
    }

    @Test("more calls at one instant than there may be, in a loop", arguments: [9000, 12_000])
    func seeks(count: Int) throws {
        let world = try Self.world()
        world.player.load()
        try world.advance(by: .seconds(5))
        for _ in 0..<count { world.player.seek(to: .seconds(3)) }
        if count < 10_000 {
            try world.advance(by: .seconds(1))
        } else {
            let error = try #require(world.error)
            #expect(error == .timeStandsStill(at: .seconds(5)))
            #expect(error.description.hasPrefix("more than 10000 callbacks and turns of tasks at 5 s, the ceiling"))
        }
    }
}
