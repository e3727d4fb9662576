import AutowaitTesting
import Testing

@Suite("Observers in a world are called in order, and to the nanosecond")
struct WorldObserverTests {
    private func started(_ scenario: String = Slow.server) throws -> World {
        let world = try World(scenario: scenario)
        world.player.load()
        world.player.play()
        _ = try world.advance(until: { world.player.timebaseRate > 0 }, atMost: .seconds(60))
        return world
    }

    @Test("by order of change, then of registration")
    func order() throws {
        let world = try World(scenario: Slow.server)
        var calls: [String] = []
        let tokens = [
            world.player.observe(.timeControlStatus) { _ in calls.append("first status") },
            world.player.observe(.currentItem) { _ in calls.append("item") },
            world.player.observe(.rate) { _ in calls.append("rate") },
            world.player.observe(.timeControlStatus) { _ in calls.append("second status") },
        ]
        world.player.load()
        world.player.play()
        #expect(calls == ["item", "rate", "first status", "second status"])
        withExtendedLifetime(tokens) {}
    }

    @Test("and what one of them does is told when all have heard of what came before")
    func callsInside() throws {
        let world = try World(scenario: Slow.server)
        world.player.load()
        var calls: [String] = []
        let tokens = [
            world.player.observe(.rate) { player in
                calls.append("first \(player.rate)")
                player.pause()
                #expect(player.rate == 0, "what is asked for has happened")
            },
            world.player.observe(.rate) { player in calls.append("second \(player.rate)") },
        ]
        world.player.play()
        #expect(calls == ["first 1.0", "second 0.0", "first 0.0", "second 0.0"])
        withExtendedLifetime(tokens) {}
    }

    @Test("and no longer than they are held, in their own callback too")
    func lifetime() throws {
        let world = try World(scenario: Slow.server)
        world.player.load()
        var calls: [String] = []
        var own: PlaybackObservation?
        var other: PlaybackObservation?
        own = world.player.observe(.rate) { _ in
            calls.append("own")
            own?.invalidate()
            own = nil
            other = nil
        }
        other = world.player.observe(.rate) { _ in calls.append("other") }
        _ = world.player.observe(.rate) { _ in calls.append("not held") }
        world.player.play()
        world.player.pause()
        #expect(calls == ["own"])
        #expect(other == nil)
    }

    @Test("and a world is gone when nobody holds it, whatever its observers hold")
    func release() throws {
        weak var player: SimulatedPlayer?
        do {
            let world = try started()
            player = world.player
            let tokens = [
                world.player.observe(.rate) { _ in _ = world.now }, world.player.onRateChange { _ in _ = world.now },
            ]
            world.player.pause()
            for token in tokens { token.invalidate() }
        }
        #expect(player == nil)
    }

    @Test("with the buffer of the current item, from empty to full")
    func buffer() throws {
        let world = try World(scenario: Slow.server)
        var seen: [String] = []
        let item = world.player.makeItem()
        let tokens = [
            world.player.observeCurrentItem(.status) { seen.append("status \($0.currentItem!.status)") },
            world.player.observeCurrentItem(.isPlaybackBufferEmpty) {
                seen.append("empty \($0.currentItem!.isPlaybackBufferEmpty)")
            },
            world.player.observeCurrentItem(.isPlaybackLikelyToKeepUp) {
                seen.append("likely \($0.currentItem!.isPlaybackLikelyToKeepUp)")
            },
            world.player.onNotification(.didPlayToEndTime) { _ in seen.append("end") },
        ]
        #expect(item.duration == .indefinite && item.status == .unknown && item.loadedTimeRanges.isEmpty)
        world.player.replaceCurrentItem(with: item)
        #expect(world.player.currentItem === item)
        world.player.play()
        try world.advance(by: .seconds(60))
        #expect(seen.prefix(3) == ["status unknown", "likely false", "empty true"], "as it became current")
        #expect(seen.dropFirst(3).prefix(3) == ["status readyToPlay", "empty false", "likely true"])
        #expect(seen.contains("end"))
        #expect(item.duration == .seconds(39))
        withExtendedLifetime(tokens) {}
    }

    @Test("with every item that becomes current, once for each property, whatever its value")
    func replacement() throws {
        let world = try World(scenario: Slow.server)
        var calls: [PlaybackItemProperty: Int] = [:]
        var own = 0
        let first = world.player.makeItem()
        var tokens = PlaybackItemProperty.allCases.map { property in
            world.player.observeCurrentItem(property) { _ in calls[property, default: 0] += 1 }
        }
        tokens.append(first.observe(.isPlaybackBufferFull) { _ in own += 1 })
        for item in [first, world.player.makeItem(), world.player.makeItem()] {
            world.player.replaceCurrentItem(with: item)
        }
        world.player.replaceCurrentItem(with: nil)
        #expect(PlaybackItemProperty.allCases.allSatisfy { calls[$0] == 4 }, "\(calls)")
        #expect(own == 0)
        withExtendedLifetime(tokens) {}
    }

    @Test("at every multiple of an interval, at every rate", arguments: [1, 2, 0.75] as [Float])
    func periodic(rate: Float) throws {
        let world = try started()
        world.player.rate = rate
        let start = world.now
        var calls: [(now: Duration, place: MediaTime)] = []
        let token = world.player.addPeriodicTimeObserver(forInterval: .init(seconds: 0.1)) { place in
            #expect(place == world.player.currentTime())
            calls.append((world.now, place))
        }
        try world.advance(by: .seconds(3))
        #expect(calls.count == Int(30 * rate))
        for (index, call) in calls.enumerated() {
            let place = Int64(index + 1) * 100_000_000
            let (whole, rest) = (place * 1000).quotientAndRemainder(dividingBy: Int64(rate * 1000))
            #expect(call.now == start + .nanoseconds(whole + (rest > 0 ? 1 : 0)))
            #expect(call.place.nanoseconds >= place && call.place.nanoseconds <= place + 2)
        }
        token.invalidate()
        try world.advance(by: .seconds(1))
        #expect(calls.count == Int(30 * rate))
    }

    @Test("also when time jumps, and when playback starts or stops")
    func periodicAtJumps() throws {
        let world = try started()
        var places: [MediaTime] = []
        let token = world.player.addPeriodicTimeObserver(forInterval: .seconds(10)) { places.append($0) }
        try world.advance(by: .seconds(3))
        world.player.pause()
        #expect(places == [.seconds(3)])
        try world.advance(by: .seconds(3))
        world.player.play()
        #expect(places == [.seconds(3), .seconds(3)])
        var sought: [Bool] = []
        world.player.seek(to: .seconds(5), toleranceBefore: .zero, toleranceAfter: .zero) { sought.append($0) }
        #expect(places.dropFirst(2) == [.seconds(5)])
        try world.advance(by: .zero)
        #expect(sought == [true])
        #expect(places.dropFirst(3) == [.seconds(5)], "it starts again")
        try world.advance(by: .seconds(6))
        #expect(places.dropFirst(4) == [.seconds(10)])
        withExtendedLifetime(token) {}
    }

    @Test("at places that are passed, and not at those that are jumped over")
    func boundary() throws {
        let world = try started()
        let start = world.now
        var calls: [Duration] = []
        let times: [MediaTime] = [.seconds(7), .zero, .init(seconds: 1.5), .seconds(39), .seconds(5)]
        let token = world.player.addBoundaryTimeObserver(forTimes: times) { calls.append(world.now - start) }
        try world.advance(by: .seconds(3))
        world.player.seek(to: .seconds(6), toleranceBefore: .zero, toleranceAfter: .zero)
        try world.advance(by: .seconds(60))
        #expect(world.player.currentTime() == .seconds(39))
        #expect(calls.first == .seconds(1.5))
        #expect(calls.count == 3, "1.5 s, 7 s, and the end; 5 s is jumped over")
        world.player.removeTimeObserver(token)
    }

    @Test("and a seek is called back once, with what became of it")
    func seeks() throws {
        let world = try started()
        var answers: [String] = []
        world.player.seek(to: .seconds(38)) { answers.append("far \($0)") }
        world.player.seek(to: .seconds(100)) { answers.append("outside \($0)") }
        world.player.seek(to: .seconds(39)) { answers.append("end \($0)") }
        try world.advance(by: .seconds(1))
        #expect(answers == ["far false", "outside false", "end true"])
        var jumps = 0
        let token = world.player.onNotification(.timeJumped) { _ in jumps += 1 }
        world.player.seek(to: .zero)
        #expect(jumps == 1)
        withExtendedLifetime(token) {}
    }

    @Test("and a queue shows its items as they are")
    func queue() throws {
        let world = try World(scenario: Slow.queue)
        let player = world.player
        let warmUp = try #require(player.item(named: "warm-up"))
        let hills = try #require(player.item(named: "hills"))
        player.load()
        #expect(player.items().map(ObjectIdentifier.init) == [warmUp, hills].map(ObjectIdentifier.init))
        let coolDown = player.makeItem(from: .seconds(70), to: .seconds(75))
        player.insert(coolDown, after: warmUp)
        player.remove(hills)
        #expect(player.items().map(ObjectIdentifier.init) == [warmUp, coolDown].map(ObjectIdentifier.init))
        player.play()
        let isNext = try world.advance(until: { player.currentItem === coolDown }, atMost: .seconds(60))
        #expect(isNext)
        #expect(player.currentTime() == .seconds(70))
        #expect(coolDown.loadedTimeRanges.first?.start == .seconds(70))
        player.advanceToNextItem()
        #expect(player.items().isEmpty)
        #expect(player.reasonForWaitingToPlay == .noItemToPlay)
        #expect(world.report.contains("No Item to Play"))
    }
}
