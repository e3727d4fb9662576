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

    /// The second call in the turn in which a seek has landed, and what the handler of that seek is told.
    enum Next: CaseIterable {
        case seek, exactSeek, seekOutside, cancel, pause, nothing

        /// The same of an item that is not current.
        func call(_ item: SimulatedPlayerItem, _ handler: @escaping (Bool) -> Void) -> [String] {
            switch self {
            case .seek:
                item.seek(to: .seconds(7), completionHandler: handler)
                return ["first false", "next true"]
            case .exactSeek:
                item.seek(to: .seconds(7), toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: handler)
                return ["first false", "next true"]
            case .seekOutside:
                item.seek(to: .seconds(100), completionHandler: handler)
                return ["first false", "next false"]
            case .cancel:
                item.cancelPendingSeeks()
                return ["first false"]
            case .pause, .nothing: return ["first true"]
            }
        }

        func call(_ player: SimulatedPlayer, _ handler: @escaping (Bool) -> Void) -> [String] {
            switch self {
            case .seek:
                player.seek(to: .seconds(7), completionHandler: handler)
                return ["first false", "next true"]
            case .exactSeek:
                player.seek(
                    to: .seconds(7), toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: handler)
                return ["first false", "next true"]
            case .seekOutside:
                player.seek(to: .seconds(100), completionHandler: handler)
                return ["first false", "next false"]
            case .cancel:
                player.cancelPendingSeeks()
                return ["first false"]
            case .pause:
                player.pause()
                return ["first true"]
            case .nothing: return ["first true"]
            }
        }
    }

    @Test(
        "a seek's comes after the turn that asked for it, and another seek in that turn interrupts it",
        arguments: Next.allCases, [false, true])
    func turn(next: Next, isPlaying: Bool) throws {
        let world = try Self.world(script: isPlaying ? #", { "at_s": 0, "do": "play" }"# : "")
        try world.advance(by: .seconds(5))
        var finished: [String] = []
        world.player.seek(to: .seconds(6)) { finished.append("first \($0)") }
        #expect(finished.isEmpty)
        let expected = next.call(world.player) { finished.append("next \($0)") }
        #expect(finished == expected.filter { $0.hasSuffix("false") })
        try world.advance(by: .zero)
        #expect(finished == expected)
    }

    @Test(
        "so does that of an item that waits in the queue, or is in none, and it lets no time pass",
        arguments: Next.allCases, [false, true])
    func turnOfItem(next: Next, isQueued: Bool) throws {
        let world = try Self.world(player: #""keep_up": "first-chunk", "class": "AVQueuePlayer""#)
        let item = world.player.makeItem()
        try world.advance(by: .seconds(5))
        if isQueued { world.player.insert(item, after: nil) }
        var (finished, errors): ([String], [WorldError?]) = ([], [])
        func note(_ words: String) {
            finished.append(words)
            errors.append(#expect(throws: WorldError.self) { try world.advance(by: .zero) })
        }
        item.seek(to: .seconds(6)) { note("first \($0)") }
        #expect(finished.isEmpty && item.currentTime() == .seconds(6))
        let expected = next.call(item) { note("next \($0)") }
        #expect(finished == expected.filter { $0.hasSuffix("false") })
        try world.advance(by: .zero)
        #expect(finished == expected && errors.allSatisfy { $0 == .misuse(.advanceInCallback) })
    }

    @Test("a seek's raises an exception at the very instant of the seek", arguments: [false, true])
    func exception(isPlaying: Bool) throws {
        let world = try Self.world(script: isPlaying ? #", { "at_s": 0, "do": "play" }"# : "")
        try world.advance(by: .seconds(5))
        // The second call lets the first seek land.
        world.player.seek(to: .seconds(6)) { _ in world.player.seek(to: .indefinite) }
        world.player.tap()
        #expect(world.error == nil)
        #expect(throws: WorldError.exception(.seekingIsNotPossible(to: .indefinite))) {
            try world.advance(by: .seconds(10))
        }
        #expect(world.now == .seconds(5))
    }

    /// The last seek has not landed yet, and does where time passes.
    @Test("a seek's is called once, whatever becomes of the world", arguments: [false, true])
    func over(isReleased: Bool) throws {
        var world: World? = try Self.world()
        var finished: [Bool] = []
        try world?.advance(by: .seconds(5))
        for place in 6...10 { world?.player.seek(to: .seconds(place)) { finished.append($0) } }
        if isReleased { world = nil } else { try world?.finish() }
        #expect(finished == [false, false, false, false, !isReleased])
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

    /// An observer that calls its own observer for ever, and seeks each time.
    @Test(
        "all are called once, at the ceiling of callbacks, too, which falls among them",
        arguments: 1...3, [false, true])
    func ceiling(seeks: Int, isFinished: Bool) throws {
        var world: World? = try Self.world(script: "")
        try world?.advance(by: .seconds(5))
        var calls: [Int] = []
        let token = world?.player.observe(.rate) { player in
            for _ in 0..<seeks {
                let number = calls.count
                calls.append(0)
                player.seek(to: .seconds(isFinished ? 5 : 1000)) { _ in calls[number] += 1 }
            }
            player.rate = player.rate == 0 ? 1 : 0
        }
        world?.player.play()
        #expect(throws: WorldError.timeStandsStill(at: .seconds(5))) { try world?.advance(by: .seconds(1)) }
        world = nil
        #expect(calls.count > 1000 && calls.allSatisfy { $0 == 1 }, "\(calls.count { $0 != 1 }) of \(calls.count)")
        withExtendedLifetime(token) {}
    }

    @Test("one that asks again as the world is released is answered, too", arguments: [1, 3, Int.max])
    func lateRequests(count: Int) throws {
        var world: World? = try Self.world()
        let player = world?.player
        var (asked, told) = (0, 0)
        func again() {
            guard asked < count else { return }
            asked += 1
            player?.seek(to: .seconds(1000 + asked)) { _ in
                told += 1
                again()
            }
        }
        player?.seek(to: .seconds(40)) { _ in again() }
        world = nil
        #expect(count == .max ? told >= 1000 : asked == count && told == count)
    }

    /// Calls on a player that wait for media: of what is sought nothing is loaded.
    enum Request: CaseIterable {
        case seek, exactSeek, itemSeek, preroll

        func make(_ player: SimulatedPlayer, _ handler: @escaping (Bool) -> Void) {
            switch self {
            case .seek: player.seek(to: .seconds(40), completionHandler: handler)
            case .exactSeek:
                player.seek(
                    to: .seconds(40), toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: handler)
            case .itemSeek: player.currentItem?.seek(to: .seconds(40), completionHandler: handler)
            case .preroll: player.preroll(atRate: 1, completionHandler: handler)
            }
        }
    }

    @Test(
        "one that is asked for when the world is gone is answered at once, and so is one that it asks for in turn",
        arguments: Request.allCases, [0, 5])
    func afterwards(request: Request, seconds: Int) throws {
        var world: World? = try Self.world(script: "", down_kbps: 80)
        let player = try #require(world).player
        try world?.advance(by: .seconds(seconds))
        world = nil
        var told: [Bool] = []
        func ask() {
            request.make(player) {
                told.append($0)
                if told.count < 3 { ask() }
            }
        }
        ask()
        #expect(told == [false, false, false])
        ask()
        #expect(told == [false, false, false, false])
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
