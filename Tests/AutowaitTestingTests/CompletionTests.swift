import AutowaitTesting
import Testing

@Suite("Whose completion handler is called")
struct CompletionTests {
    private static func world(
        script: String = #", { "at_s": 0, "do": "play" }"#, player: String = #""keep_up": "first-chunk""#,
        down_kbps: Int = 8000
    ) throws -> World {
        try World(
            scenario: """
                {
                  "network": { "transport": "fluid", "down_kbps": \(down_kbps) },
                  "media": { "kind": "hls", "duration_s": 60, "segment_s": 2, "variants": [{ "bitrate_kbps": 800 }] },
                  "player": { \(player) },
                  "script": [{ "at_s": 0, "do": "load" }\(script)]
                }
                """)
    }

    /// A seek takes a while here: a segment of 2 s needs 20 s.
    @Test("a seek's is not that of a script's seek, which is over before", arguments: [false, true])
    func seek(isScripted: Bool) throws {
        let script = isScripted ? #", { "at_s": 5, "do": "seek", "to_s": 40 }"# : ""
        let world = try Self.world(script: #", { "at_s": 0, "do": "play" }"# + script, down_kbps: 80)
        var finished: [(Bool, Duration)] = []
        try world.advance(by: .seconds(5))
        if !isScripted { world.player.seek(to: .seconds(40)) }
        world.player.seek(to: .seconds(30)) { finished.append(($0, world.now)) }
        #expect(finished.isEmpty)
        try world.advance(by: .seconds(45))
        #expect(finished.map { $0.0 } == [true])
        #expect(finished.allSatisfy { $0.1 > .seconds(5) })
    }

    @Test("a seek that a script takes the place of is interrupted, and the next one is not")
    func interrupted() throws {
        let world = try Self.world(
            script: #", { "at_s": 0, "do": "play" }, { "at_s": 6, "do": "seek", "to_s": 40 }"#, down_kbps: 80)
        var finished: [String] = []
        try world.advance(by: .seconds(5))
        world.player.seek(to: .seconds(20)) { finished.append("first \($0)") }
        try world.advance(by: .seconds(2))
        #expect(finished == ["first false"])
        world.player.seek(to: .seconds(30)) { finished.append("second \($0)") }
        try world.advance(by: .seconds(45))
        #expect(finished == ["first false", "second true"])
    }

    @Test("a preroll's is not that of a script's preroll", arguments: [false, true])
    func preroll(isScripted: Bool) throws {
        let script = isScripted ? #", { "at_s": 10, "do": "preroll", "rate": 1 }"# : ""
        let world = try Self.world(script: script, player: #""keep_up": "first-chunk", "preroll_s": 1"#)
        var finished: [(Bool, Duration)] = []
        try world.advance(by: .seconds(10))
        if !isScripted { world.player.preroll(atRate: 1) }
        world.player.preroll(atRate: 1) { finished.append(($0, world.now)) }
        try world.advance(by: .seconds(5))
        #expect(finished.map { $0.0 } == [true] && finished[0].1 == .seconds(11))
    }

    @Test("one that asks again at once, for ever, ends the world by an error", arguments: [false, true])
    func recursion(isInvalid: Bool) throws {
        let world = try Self.world()
        try world.advance(by: .seconds(5))
        var calls = 0
        func again() {
            world.player.seek(to: isInvalid ? .invalid : .seconds(100)) {
                calls += 1
                if !$0 { again() }
            }
        }
        again()
        #expect((1000...100_000).contains(calls))
        if isInvalid {
            #expect(world.exception == .seekingIsNotPossible(to: .invalid))
        } else {
            #expect(world.error == .timeStandsStill(at: .seconds(5)))
        }
    }

    @Test("after the viewer has left all are told that nothing came of it")
    func left() throws {
        let world = try Self.world(player: #""viewer": { "patience_s": 2 }"#, down_kbps: 100)
        try world.advance(by: .seconds(5))
        var told: [Bool] = []
        world.player.seek(to: .seconds(3)) { told.append($0) }
        world.player.preroll(atRate: 1) { told.append($0) }
        world.player.play()
        #expect(told == [false, false] && world.error == nil)
        #expect(world.player.timeControlStatus == .paused)
    }

    @Test("a layer that a scenario may not have is a misuse, and nothing is changed by it")
    func layer() throws {
        let (size, huge) = (PresentationSize(width: 375, height: 812), PresentationSize(width: 4e12, height: 812))
        for (size, scale) in [
            (PresentationSize(width: .infinity, height: 9), 2), (huge, 3),
            (PresentationSize(width: .nan, height: 9), 2),
            (PresentationSize(width: -1, height: 9), 1), (size, 0), (size, -3), (size, .nan), (size, 1e300),
        ] as [(PresentationSize, Double)] {
            let world = try Self.world()
            world.player.setLayer(size: size, contentsScale: scale)
            let words = try #require(world.error).description
            #expect(words.hasPrefix("a layer of ") && words.contains("at a scale of"))
        }
        let world = try Self.world()
        world.player.setLayer(size: PresentationSize(width: 100_000, height: 100_000), contentsScale: 10)
        world.player.setLayer(size: nil)
        try world.advance(by: .seconds(5))
        #expect(world.error == nil)
    }
}
