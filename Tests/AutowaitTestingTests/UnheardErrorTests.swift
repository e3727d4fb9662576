import AutowaitTesting
import Foundation
import Testing

@Suite("An error that nobody has heard of", .prompt)
struct UnheardErrorTests {
    /// A call that goes wrong, by the name that the message has for it.
    enum Fault: String, CaseIterable, Codable {
        case hostTime = "setRate(_:time:atHostTime:)"
        case insertion = "insert(_:after:)"
        case reverse = "rate"
        case place = "seek(to:)"
        case times = "addBoundaryTimeObserver(forTimes:using:)"
        case preroll = "preroll(atRate:completionHandler:)"

        func commit(_ player: SimulatedPlayer) {
            player.load()
            switch self {
            case .hostTime: player.setRate(1, time: .invalid, atHostTime: .invalid)
            case .insertion: for _ in 0..<2 { player.currentItem.map { player.insert($0, after: nil) } }
            case .reverse: player.rate = -1
            case .place: player.seek(to: player.currentItem?.duration ?? .invalid)
            case .times: _ = player.addBoundaryTimeObserver(forTimes: []) {}
            case .preroll: player.preroll(atRate: 1)
            }
        }
    }

    private static func world() throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: 4000), media: .hls([800], duration: .seconds(60)),
                player: .queuePlayer()))
    }

    @Test("fails the process, with the call and the place, when the world is released", arguments: Fault.allCases)
    func failsProcess(fault: Fault) async throws {
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) { [fault] in
            let world = try Self.world()
            fault.commit(world.player)
        }
        let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(words.contains("an error that nobody has heard of, by \(fault.rawValue) at 0 s"), "\(words)")
        #expect(words.contains("made at AutowaitTestingTests/UnheardErrorTests.swift:"), "\(words)")
    }

    private struct OwnError: Error {}

    @Test("fails the process at its end: the test's own error is caught, and all other tests run")
    func failsAtEnd() async throws {
        let result = await #expect(
            processExitsWith: .exitCode(1), observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            for _ in 0..<2 {
                do {
                    let world = try Self.world()
                    world.player.rate = -1
                    throw OwnError()
                } catch is OwnError {
                    print("caught")
                }
            }
        }
        let (out, words) = (try #require(result).standardOutputContent, try #require(result).standardErrorContent)
        #expect(String(decoding: out, as: UTF8.self).split(separator: "\n").count { $0 == "caught" } == 2)
        let lines = String(decoding: words, as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.contains("an error that nobody has heard of") } == 2)
    }

    /// A player that is held for ever.
    nonisolated(unsafe) private static var leaked: SimulatedPlayer?

    @Test("is told when the world is released, whoever holds the player")
    func leak() async {
        await #expect(processExitsWith: .exitCode(1)) {
            let world = try Self.world()
            Self.leaked = world.player
            world.player.rate = -1
        }
    }

    /// Those who hold a world, so that its end is that of the process, or would be.
    enum Holder: CaseIterable, Codable { case timer, observer, handler, process }

    nonisolated(unsafe) private static var held: [Any] = []

    private static func leave(_ holder: Holder, _ hear: (World) -> Void = { _ in }) throws {
        let world = try Self.world()
        world.player.load()
        switch holder {
        case .timer: world.after(.seconds(100)) { world.breakNetwork(for: .seconds(5)) }
        case .observer:
            let tokens = Tokens()
            tokens.all.append(world.player.observe(.rate) { _ in tokens.all.append("\(world.now)") })
        case .handler: world.player.seek(to: .seconds(30)) { _ in _ = world.now }
        case .process: held.append(world)
        }
        world.player.rate = -1
        hear(world)
    }

    private final class Tokens { var all: [Any] = [] }

    @Test("fails the process at its end, whoever holds the world", arguments: Holder.allCases)
    func held(holder: Holder) async throws {
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) { [holder] in
            try Self.leave(holder)
            // Otherwise Swift Testing hears no more of what is printed at the end.
            exit(EXIT_SUCCESS)
        }
        let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(words.components(separatedBy: "nobody has heard of, by rate at 0 s").count == 2, "\(words)")
    }

    @Test("does not where it was read, or is to be printed alone", arguments: Holder.allCases, [false, true])
    func heldAndHeard(holder: Holder, isPrinted: Bool) async {
        await #expect(processExitsWith: .success) { [holder, isPrinted] in
            try Self.leave(holder) { world in
                if isPrinted { world.unheardError = .isPrinted } else { #expect(world.error != nil) }
            }
        }
    }

    /// What an app calls as it puts its player away; the last ones are errors in any world.
    enum Teardown: CaseIterable, Codable {
        case pause, rate, item, items, reverse, token, path

        func perform(_ player: SimulatedPlayer) {
            switch self {
            case .pause: player.pause()
            case .rate: player.rate = 0
            case .item: player.replaceCurrentItem(with: nil)
            case .items: player.removeAllItems()
            case .reverse: player.playImmediately(atRate: -1)
            case .token: player.removeTimeObserver("none")
            case .path: _ = player.observe(\.volume) { _, _ in }
            }
        }
    }

    @Test("is none that comes of putting a player away in a world that is finished", arguments: Teardown.allCases)
    func isNone(teardown: Teardown) async {
        await #expect(processExitsWith: .success) { [teardown] in
            let world = try Self.world()
            world.player.load()
            try world.finish()
            teardown.perform(world.player)
        }
    }

    @Test("can still be read, and is thrown, where the world is finished", arguments: Teardown.allCases)
    func isReadable(teardown: Teardown) throws {
        let world = try Self.world()
        try world.finish()
        teardown.perform(world.player)
        #expect(world.error == .misuse(.isFinished))
        #expect(throws: WorldError.misuse(.isFinished)) { try world.advance(by: .zero) }
    }

    @Test("is thrown as it is by the call that finishes the world, and in which it comes")
    func inFinish() throws {
        let world = try Self.world()
        world.after(.seconds(1)) { world.player.rate = -1 }
        #expect(throws: WorldError.misuse(.rate(-1))) { try world.finish() }
    }

    @Test("is none of a handler that is called because the world is released")
    func handler() async {
        await #expect(processExitsWith: .success) {
            let world = try Self.world()
            let player = world.player
            player.load()
            player.play()
            player.seek(to: .seconds(30)) { isFinished in if !isFinished { player.rate = -1 } }
        }
    }

    @Test("is printed, and no more, where the environment says so")
    func environment() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            setenv("AUTOWAIT_UNHEARD_ERRORS", "printed", 1)
            let world = try Self.world()
            world.player.rate = -1
        }
        let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(words.contains("an error that nobody has heard of, by rate"))
    }

    @Test("is printed, and no more, where the test says so")
    func isPrinted() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let world = try Self.world()
            world.unheardError = .isPrinted
            world.player.rate = -1
        }
        let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(words.contains("by rate at 0 s in the world") && words.contains("a rate of -1.0 is not modelled"))
    }

    /// The ways to hear of an error.
    enum Ear: CaseIterable {
        case error, exception, thrown, report, story

        func hear(_ world: World) throws {
            switch self {
            case .error: #expect(world.error != nil)
            case .exception: #expect(world.exception != nil)
            case .thrown: #expect(throws: WorldError.self) { try world.advance(by: .zero) }
            case .report: #expect(world.report.contains("has ended"))
            case .story: #expect(world.story.contains("has ended"))
            }
        }
    }

    @Test("is an exception that the test looks for")
    func exception() throws {
        let world = try Self.world()
        world.player.load()
        world.player.seek(to: world.player.currentItem?.duration ?? .invalid)
        #expect(world.exception == .seekingIsNotPossible(to: .indefinite))
    }

    @Test("is none where it was thrown or read, and the process goes on", arguments: Ear.allCases)
    func isHeard(ear: Ear) throws {
        let world = try Self.world()
        Fault.hostTime.commit(world.player)
        try ear.hear(world)
    }
}
