import AutowaitTesting
import Testing

@Suite("Calls, the background and prerolls in a world")
struct WorldInterruptionTests {
    private func world(_ player: String = "") throws -> World {
        try World(
            scenario: """
                { "media": { "kind": "local", "duration_s": 20, "bitrate_kbps": 1000 }, "player": { \(player) } }
                """)
    }

    @Test("an app that plays again after a call does, and one that does not stays paused", arguments: [true, false])
    func call(resumes: Bool) throws {
        let world = try world()
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(5))
        world.player.interrupt(.audioSession)
        #expect(world.player.rate == 0 && world.player.timeControlStatus == .paused)
        try world.advance(by: .seconds(60))
        if resumes { world.player.play() }
        try world.advance(by: .seconds(1))
        #expect(world.player.currentTime() == (resumes ? .seconds(6) : .seconds(5)))
        #expect(world.report.contains("audioSessionInterrupted"))
    }

    @Test("the background pauses a player with a layer, and no other", arguments: [true, false])
    func background(hasLayer: Bool) throws {
        let world = try world()
        if hasLayer { world.player.setLayer(size: PresentationSize(width: 640, height: 360)) }
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(5))
        world.player.interrupt(.background)
        #expect(world.player.timeControlStatus == (hasLayer ? .paused : .playing))
    }

    @Test("the handlers of prerolls are called in order, and each once")
    func prerolls() throws {
        let world = try world(#""preroll_s": 0.3"#)
        world.player.load()
        try world.advance(by: .seconds(1))
        var calls: [String] = []
        world.player.preroll(atRate: 1) { calls.append("first \($0)") }
        try world.advance(by: .milliseconds(100))
        world.player.preroll(atRate: 1) { calls.append("second \($0)") }
        #expect(calls == ["first false"])
        try world.advance(by: .milliseconds(299))
        #expect(calls.count == 1)
        try world.advance(by: .milliseconds(1))
        #expect(calls == ["first false", "second true"])
        world.player.play()
        #expect(world.player.timebaseRate == 1)
        world.player.preroll(atRate: 1) { calls.append("third \($0)") }
        #expect(calls.last == "third false" && calls.count == 3)
        try world.advance(by: .seconds(1))
        #expect(world.player.timebaseRate == 1)
    }

    /// The last bit of 4 s at 800 kbit/s comes after 3.2 s, when playback ends at its very beginning.
    @Test("a preroll is no exception where the player is ready to play, though nothing is left ahead of its playhead")
    func prerollAtEnd() throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 1000), media: .hls([800], duration: .seconds(60), segment: .seconds(4))))
        world.player.load()
        try world.advance(by: .seconds(3))
        world.player.currentItem?.forwardPlaybackEndTime = .zero
        try world.advance(by: .seconds(1))
        #expect(world.player.status == .readyToPlay)
        world.player.preroll(atRate: 1)
        #expect(world.error == nil)
    }

    @Test("a seek that is cancelled says so, and a rate of 0 is nothing to preroll for")
    func cancelled() throws {
        let world = try World(scenario: Slow.server)
        world.player.load()
        var outcomes: [Bool] = []
        world.player.seek(to: .seconds(30), toleranceBefore: .zero, toleranceAfter: .zero) { outcomes.append($0) }
        world.player.cancelPendingSeeks()
        world.player.cancelPendingSeeks()
        #expect(outcomes == [false])
        world.player.preroll(atRate: 0)
        #expect(world.error == .misuse(.movingRate(0)))
    }

    @Test("the scenario's own script waits for what the app does")
    func script() throws {
        let world = try World(
            scenario: """
                {
                  "media": { "kind": "local", "duration_s": 20, "bitrate_kbps": 1000 },
                  "script": [
                    { "at_s": 0, "do": "load" },
                    { "when": { "currentTime_s": 3 }, "do": "begin_interruption" },
                    { "when": { "isPlaybackLikelyToKeepUp": false }, "every_s": 1, "do": "pause" }
                  ]
                }
                """)
        try world.advance(by: .seconds(10))
        world.player.play()
        try world.advance(by: .seconds(60))
        #expect(world.player.currentTime() == .seconds(3) && world.player.rate == 0)
        try world.finish()
        // Who polls for what does not come keeps nothing alive.
        #expect(world.now == .seconds(70))
    }
}
