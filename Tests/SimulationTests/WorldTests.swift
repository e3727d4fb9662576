import AutowaitTesting
import Testing

/// Scenarios for tests of the world, as an app's test would have them.
enum Slow {
    /// Sound and picture of 39 s at 2 Mbit/s, over 1716 kbit/s: the demo of session 503. It starts after 6.5 s.
    static let server = text.text

    static let text = ScenarioText(network: .fluid(1716), media: .progressive(2000, duration_s: 39))

    /// The same as the queue of an AVQueuePlayer, with room to spare.
    static let queue = ScenarioText(
        network: .fluid(8000, #""delay_ms": 20"#), media: .hls([800], duration_s: 90, segment_s: 2),
        player: """
            "class": "AVQueuePlayer", "keep_up": "first-chunk",
            "items": [{ "name": "warm-up", "to_s": 20 }, { "name": "hills", "from_s": 30, "to_s": 60 }]
            """
    ).text
}

@Suite("A world lets time pass when it is told to")
struct WorldTests {
    @Test("and nothing happens before that")
    func nothingHappens() throws {
        let world = try World(scenario: Slow.server)
        #expect(world.now == .zero)
        #expect(world.player.timeControlStatus == .paused)
        #expect(world.player.currentItem == nil)
        try world.advance(by: .seconds(5))
        #expect(world.now == .seconds(5))
        #expect(world.player.currentItem == nil, "a scenario without a script loads nothing here")
    }

    @Test("to the nanosecond")
    func exactly() throws {
        // As the README has it.
        let world = try World(
            scenario: """
                {
                  "network": { "transport": "fluid", "down_kbps": 1716 },
                  "media": { "kind": "progressive", "duration_s": 39, "bitrate_kbps": 2000 }
                }
                """)
        try world.advance(by: .nanoseconds(1))
        try world.advance(by: .seconds(1.5))
        #expect(world.now == .nanoseconds(1_500_000_001))
    }

    @Test("and stops at the nanosecond at which an event makes a condition true")
    func stopsAtEvent() throws {
        let world = try World(scenario: Slow.server)
        world.player.load()
        world.player.play()
        var started: Duration?
        let observation = world.player.observe(.timeControlStatus) { player in
            if player.timeControlStatus == .playing { started = world.now }
        }
        let isPlaying = try world.advance(until: { world.player.timeControlStatus == .playing }, atMost: .seconds(60))
        #expect(isPlaying)
        #expect(world.now == started)
        #expect(world.player.currentTime() == .zero, "no time has passed since")
        observation.invalidate()
    }

    @Test("and stops at the nanosecond at which time alone makes a condition true")
    func stopsBetweenEvents() throws {
        let world = try World(scenario: Slow.server)
        world.player.load()
        world.player.play()
        _ = try world.advance(until: { world.player.timebaseRate > 0 }, atMost: .seconds(60))
        let started = world.now
        let place = MediaTime(seconds: 1.234567891)
        let isThere = try world.advance(until: { world.player.currentTime() >= place }, atMost: .seconds(60))
        #expect(isThere)
        #expect(world.player.currentTime() == place)
        #expect(world.now == started + .nanoseconds(1_234_567_891))
    }

    @Test("and gives up where a condition never becomes true", arguments: [false, true])
    func givesUp(hasItem: Bool) throws {
        let world = try World(scenario: Slow.server)
        if hasItem { world.player.load() }
        #expect(try !world.advance(until: { world.player.timeControlStatus == .playing }, atMost: .seconds(80_000)))
        #expect(world.now == .seconds(80_000))
        #expect(world.error == nil)
    }

    @Test("and no time passes where a condition is true already")
    func isTrueAlready() throws {
        let world = try World(scenario: Slow.server)
        #expect(try world.advance(until: { true }, atMost: .seconds(1)))
        #expect(world.now == .zero)
    }

    @Test("and calls timers at their instants, in order")
    func timers() throws {
        let world = try World(scenario: Slow.server)
        var calls: [String] = []
        world.after(.seconds(2)) { calls.append("two at \(world.now)") }
        world.after(.seconds(1)) {
            calls.append("one at \(world.now)")
            world.after(.zero) { calls.append("at once at \(world.now)") }
            world.after(.seconds(1)) { calls.append("also two at \(world.now)") }
        }
        let timer = world.after(.seconds(1.5)) { calls.append("never") }
        timer.invalidate()
        #expect(!timer.isValid)
        try world.advance(by: .seconds(1.999999999))
        #expect(calls == ["one at 1.0 seconds", "at once at 1.0 seconds"])
        try world.advance(by: .nanoseconds(1))
        #expect(calls.dropFirst(2) == ["two at 2.0 seconds", "also two at 2.0 seconds"])
    }

    @Test("and runs to the end of all that happens")
    func finishes() throws {
        let world = try World(scenario: Slow.server)
        world.player.load()
        world.player.play()
        var isOver = false
        world.after(.seconds(100)) { isOver = true }
        try world.finish()
        #expect(isOver)
        #expect(world.player.currentTime() == .seconds(39))
        #expect(world.report.contains("ended: true"))
        #expect(throws: WorldError.misuse(.isFinished)) { try world.advance(by: .seconds(1)) }
    }

    @Test("and a scenario's own script is played as well")
    func ownScript() throws {
        var text = Slow.text
        text.script = [.load(1), .play(2)]
        let world = try World(scenario: text.text)
        try world.advance(by: .seconds(1))
        #expect(world.player.currentItem != nil)
        try world.advance(by: .seconds(1))
        #expect(world.player.rate == 1)
    }

    @Test("and the network can change on the way")
    func network() throws {
        let world = try World(scenario: Slow.server)
        world.player.load()
        try world.advance(by: .seconds(2))
        world.breakNetwork(for: .seconds(10))
        let loaded = world.player.currentItem?.loadedTimeRanges
        try world.advance(by: .seconds(9.9))
        #expect(world.player.currentItem?.loadedTimeRanges == loaded)
        world.changeNetwork(down_kbps: 100_000)
        try world.advance(by: .seconds(10))
        #expect(world.player.currentItem?.loadedTimeRanges == [MediaTimeRange(start: .zero, end: .seconds(39))])
    }

    @Test("and what is permitted before an item comes decides what is fetched first", arguments: [0.0, 1_000_000])
    func limits(most: Double) throws {
        let world = try World(
            scenario: ScenarioText(network: .fluid(4000), media: .hls([3000, 500], duration_s: 20)).text)
        try world.advance(by: .seconds(1))
        let item = world.player.makeItem()
        item.preferredPeakBitRate = most
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        let isLoaded = try world.advance(
            until: { item.loadedTimeRanges == [MediaTimeRange(start: .zero, end: .seconds(20))] },
            atMost: .seconds(60))
        #expect(isLoaded)
        // 60 Mbit at 4 Mbit/s, or 10.
        #expect(world.now == .seconds(most == 0 ? 16 : 3.5))
    }
}
