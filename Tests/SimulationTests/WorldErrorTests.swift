import AutowaitTesting
import Testing

@Suite("A world says what is wrong, and then stands still")
struct WorldErrorTests {
    @Test("where its scenario cannot be read, with every fault and its place")
    func faults() throws {
        let text = """
            {
              "media": { "kind": "hls", "duration": 60 },
              "netwrk": "3G"
            }
            """
        let error = #expect(throws: WorldError.self) { try World(scenario: text) }
        let words = try #require(error).description
        #expect(words.contains("scenario:2:"))
        #expect(words.contains("scenario:3:3: error: "))
        #expect(words.contains("did you mean 'network'?"))
    }

    @Test("where its scenario names files")
    func files() throws {
        let error = #expect(throws: WorldError.self) {
            try World(
                scenario: ScenarioText(network: #""trace": "tram.csv""#, media: .local(800, duration_s: 9)).text)
        }
        #expect(try #require(error).description.contains("a world opens none by itself"))
    }

    @Test("where AVFoundation would raise an exception")
    func exception() throws {
        let world = try World(scenario: Slow.server)
        world.player.load()
        world.player.setRate(1, time: .invalid, atHostTime: .seconds(1))
        #expect(world.exception == .setRateAtHostTimeWhileWaitingAutomatically)
        let error = WorldError.exception(.setRateAtHostTimeWhileWaitingAutomatically)
        #expect(world.error == error)
        #expect(throws: error) { try world.advance(by: .seconds(1)) }
        #expect(world.now == .zero)
        world.player.play()
        #expect(world.player.rate == 0, "the app is gone")
    }

    /// Things that must not be done.
    enum Fault: CaseIterable {
        case reverse, tooFast, notANumber, noInterval, endlessInterval, noTimes, noNumbers, foreignItem, negativeTimer
        case negativeOutage, negativeDelay, negativeDown, negativeUp, longDelay, mostDown

        func commit(_ world: World) -> WorldError {
            let player = world.player
            switch self {
            case .reverse:
                player.rate = -1
                return .misuse(.rate(-1))
            case .tooFast:
                player.playImmediately(atRate: 33)
                return .misuse(.rate(33))
            case .notANumber:
                player.defaultRate = 0
                return .misuse(.movingRate(0))
            case .noInterval:
                _ = player.addPeriodicTimeObserver(forInterval: .zero) { _ in }
                return .exception(.intervalIsNotPossible(.zero))
            case .endlessInterval:
                _ = player.addPeriodicTimeObserver(forInterval: .indefinite) { _ in }
                return .misuse(.noTimes)
            case .noTimes:
                _ = player.addBoundaryTimeObserver(forTimes: []) {}
                return .misuse(.noTimes)
            case .noNumbers:
                _ = player.addBoundaryTimeObserver(forTimes: [.invalid, .positiveInfinity]) {}
                return .misuse(.noTimes)
            case .foreignItem:
                if let other = try? World(scenario: Slow.server) {
                    player.replaceCurrentItem(with: other.player.makeItem())
                }
                return .misuse(.foreignItem)
            case .negativeTimer:
                world.after(.seconds(-1)) {}
                return .misuse(.negativeTime)
            case .longDelay:
                world.changeNetwork(delay: .seconds(601))
                return .misuse(.delay(.seconds(601)))
            case .mostDown:
                world.changeNetwork(down_kbps: .max)
                return .misuse(.capacity(.max))
            case .negativeOutage:
                world.breakNetwork(for: .seconds(-5))
                return .misuse(.negativeTime)
            case .negativeDelay:
                world.changeNetwork(down_kbps: 100, delay: .nanoseconds(-1))
                return .misuse(.negativeTime)
            case .negativeDown:
                world.changeNetwork(down_kbps: -5)
                return .misuse(.capacity(-5))
            case .negativeUp:
                world.changeNetwork(down_kbps: 5, up_kbps: .min)
                return .misuse(.capacity(.min))
            }
        }
    }

    @Test("where something is asked for that there is not", arguments: Fault.allCases)
    func misuse(fault: Fault) throws {
        let world = try World(scenario: Slow.queue)
        let error = fault.commit(world)
        #expect(world.error == error)
        #expect(throws: error) { try world.advance(by: .seconds(1)) }
        #expect(!error.description.isEmpty)
    }

    @Test("where time is to go back, and goes on afterwards")
    func back() throws {
        let world = try World(scenario: Slow.server)
        #expect(throws: WorldError.misuse(.negativeTime)) { try world.advance(by: .seconds(-1)) }
        try world.advance(by: .seconds(1))
        #expect(world.now == .seconds(1))
    }

    @Test("where a callback lets time pass")
    func advanceInCallback() throws {
        let world = try World(scenario: Slow.server)
        world.after(.seconds(1)) {
            #expect(throws: WorldError.misuse(.advanceInCallback)) { try world.advance(by: .seconds(1)) }
        }
        try world.advance(by: .seconds(2))
    }

    @Test("where a condition acts")
    func actingCondition() throws {
        let world = try World(scenario: Slow.server)
        #expect(throws: WorldError.misuse(.callInCondition)) {
            try world.advance(
                until: {
                    world.player.play()
                    return false
                }, atMost: .seconds(1))
        }
        #expect(world.player.rate == 0)
    }

    @Test("where a condition acts on an item that is not current")
    func actingOnAnItem() throws {
        let acts: [(SimulatedPlayerItem) -> Void] = [
            { $0.preferredPeakBitRate = 5 }, { $0.forwardPlaybackEndTime = .seconds(3) },
            { $0.seek(to: .seconds(3), completionHandler: nil) },
        ]
        for act in acts {
            let world = try World(scenario: Slow.server)
            let item = world.player.makeItem()
            #expect(throws: WorldError.misuse(.callInCondition)) {
                try world.advance(
                    until: {
                        act(item)
                        return false
                    }, atMost: .seconds(1))
            }
            #expect(item.currentTime() == .zero && item.forwardPlaybackEndTime == .invalid)
        }
    }

    @Test("no time is too early or too late", arguments: [Int64.min, -1, 0, .max])
    func extremes(nanoseconds: Int64) throws {
        let time = MediaTime(nanoseconds: nanoseconds)
        let world = try World(scenario: Slow.server)
        world.player.automaticallyWaitsToMinimizeStalling = false
        world.player.replaceCurrentItem(with: world.player.makeItem(from: time, to: time))
        world.player.setRate(1, time: time, atHostTime: time)
        world.player.currentItem?.forwardPlaybackEndTime = time
        try world.advance(by: .seconds(5))
        world.player.setRate(32, time: .seconds(3), atHostTime: time)
        try world.advance(by: .seconds(5))
        #expect(world.error == nil)
    }

    @Test("where virtual time is over")
    func timeIsUp() throws {
        let world = try World(scenario: Slow.server)
        #expect(throws: WorldError.timeIsUp(.seconds(86_400))) { try world.advance(by: .seconds(90_000)) }
        #expect(world.now == .seconds(86_400))
    }

    @Test("where two callbacks call each other for ever", arguments: [false, true])
    func endless(withTimers: Bool) throws {
        let world = try World(scenario: Slow.server)
        func again() { world.after(.zero) { again() } }
        let observation = world.player.observe(.rate) { $0.rate = $0.rate == 0 ? 1 : 0 }
        if withTimers { again() } else { world.player.play() }
        #expect(throws: WorldError.timeStandsStill(at: .zero)) { try world.advance(by: .seconds(1)) }
        observation.invalidate()
    }

    private func dead() throws -> World {
        let network: JSONPart = #""up_kbps": 1000, "delay_ms": 30, "outages": [{ "at_s": 0, "for_s": 80000 }]"#
        return try World(
            scenario: ScenarioText(network: .link(5000, network), media: .hls([2500], duration_s: 60)).text)
    }

    @Test("where the item of the scenario has failed, and is loaded again")
    func failedLoad() throws {
        let world = try dead()
        world.player.load()
        let item = try #require(world.player.currentItem)
        #expect(try world.advance(until: { item.status == .failed }, atMost: .seconds(3600)))
        #expect(world.error == nil)
        #expect(item.duration == .indefinite && item.seekableTimeRanges.isEmpty, "nothing of it was ever loaded")
        world.player.load()
        #expect(world.error == .misuse(.failedItem))
    }

    @Test("and the report, the story and the diagnosis say that it is over, and why")
    func isTold() throws {
        let world = try World(scenario: Slow.server)
        try world.advance(by: .seconds(1))
        for text in [world.report, world.story, try world.diagnosis()] { #expect(!text.contains("has ended")) }
        world.player.rate = -1
        let line =
            "the world has ended at 1 s: a rate of -1.0 is not modelled; it must be from 0 to 32 (by rate at 1 s)"
        for text in [world.report, world.story, try world.diagnosis()] {
            #expect(text.split(separator: "\n").last.map { "\($0)" } == line)
        }
    }

    @Test("where an item that has failed is played again")
    func failedItem() throws {
        let world = try dead()
        let item = world.player.makeItem()
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        #expect(try world.advance(until: { item.status == .failed }, atMost: .seconds(3600)))
        #expect(item.error != nil)
        #expect(world.player.rate == 0)
        world.player.replaceCurrentItem(with: nil)
        #expect(item.status == .failed, "it stays so")
        world.player.replaceCurrentItem(with: item)
        #expect(world.error == .misuse(.failedItem))
    }
}
