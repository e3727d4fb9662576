import AutowaitTesting
import Testing

@Suite("An error that nobody has heard of")
struct UnheardErrorTests {
    /// A call that goes wrong, by the name that the message has for it.
    enum Fault: String, CaseIterable, Codable {
        case hostTime = "setRate(_:time:atHostTime:)"
        case insertion = "insert(_:after:)"
        case reverse = "rate"
        case place = "seek(to:toleranceBefore:toleranceAfter:completionHandler:)"
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

    @Test("ends the process with the call and the place, when the world is released", arguments: Fault.allCases)
    func traps(fault: Fault) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [fault] in
            let world = try Self.world()
            fault.commit(world.player)
        }
        let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(words.contains("an error that nobody has heard of, by \(fault.rawValue) at 0 s"), "\(words)")
        #expect(words.contains("made at AutowaitTestingTests/UnheardErrorTests.swift:"), "\(words)")
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
