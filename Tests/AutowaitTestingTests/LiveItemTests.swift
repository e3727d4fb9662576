import AutowaitTesting
import Testing

@Suite("Items of live streams")
struct LiveItemTests {
    /// Segments of 6 s, of which the playlist keeps 36 s; a round trip takes 20 ms.
    private static func world(_ live: String = #""window_s": 36"#, duration: Duration = .seconds(600)) throws -> World
    {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000, delay: .milliseconds(10)),
                media: .hls([1000], duration: duration, also: "\"live\": { \(live) }")))
    }

    @Test("have no duration while the stream goes on, and one when it is over")
    func duration() throws {
        let world = try Self.world(duration: .seconds(60))
        let item = world.player.makeItem()
        #expect(item.duration == .indefinite)
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(10))
        #expect(item.status == .readyToPlay && item.duration == .indefinite)
        // The last segment is listed at 24 s.
        try world.advance(by: .seconds(20))
        #expect(item.duration == MediaTime(seconds: 60))
        #expect(item.seekableTimeRanges.map { $0.end } == [MediaTime(seconds: 60)])
    }

    /// The playlist says at 24 s that it is over, or is over when it is first loaded; media comes after that.
    @Test("tell of the duration once, when it is known, whenever they are loaded", arguments: [0, 200])
    func durationChange(loaded: Int) throws {
        let world = try Self.world(duration: .seconds(60))
        try world.advance(by: .seconds(loaded))
        let item = world.player.makeItem()
        var told: [[MediaTime?]] = []
        let token = item.observe(\.duration, options: [.old, .new]) { told.append([$1.oldValue, $1.newValue]) }
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(40))
        #expect(item.duration == .seconds(60) && told == [[.indefinite, .seconds(60)]])
        token.invalidate()
    }

    @Test("can be sought within the window, which moves, up to where playback would begin")
    func seekable() throws {
        let world = try Self.world()
        let item = world.player.makeItem()
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        #expect(item.seekableTimeRanges.isEmpty)
        try world.advance(by: .seconds(1))
        #expect(item.seekableTimeRanges == [MediaTimeRange(start: .zero, end: MediaTime(seconds: 18))])
        // Two segments more are listed by 12 s, and the playlist is loaded again then.
        try world.advance(by: .seconds(12))
        #expect(
            item.seekableTimeRanges
                == [MediaTimeRange(start: MediaTime(seconds: 12), end: MediaTime(seconds: 30))])
    }

    @Test("a seek before the first playlist is in is cancelled")
    func earlySeek() throws {
        let world = try Self.world()
        world.player.load()
        var finished: [Bool] = []
        world.player.seek(to: MediaTime(seconds: 6)) { finished.append($0) }
        #expect(finished == [false])
        try world.advance(by: .seconds(1))
        world.player.seek(to: MediaTime(seconds: 6)) { finished.append($0) }
        try world.advance(by: .seconds(5))
        #expect(finished == [false, true])
        #expect(world.player.currentTime() == MediaTime(seconds: 6))
    }

    @Test("begin as far from the end as the playlist recommends, or as the app configures")
    func offset() throws {
        let world = try Self.world(#""window_s": 36, "hold_back_s": 20"#)
        let item = world.player.makeItem()
        #expect(item.recommendedTimeOffsetFromLive == MediaTime(seconds: 20))
        #expect(item.configuredTimeOffsetFromLive == MediaTime(seconds: 20))
        item.configuredTimeOffsetFromLive = MediaTime(seconds: 30)
        #expect(item.recommendedTimeOffsetFromLive == MediaTime(seconds: 20))
        world.player.replaceCurrentItem(with: item)
        try world.advance(by: .seconds(1))
        #expect(item.currentTime() == MediaTime(seconds: 6))
        item.configuredTimeOffsetFromLive = .invalid
        #expect(item.configuredTimeOffsetFromLive == MediaTime(seconds: 20))
    }

    @Test("load playlists while paused where the app permits it", arguments: [false, true])
    func paused(isPermitted: Bool) throws {
        let world = try Self.world()
        let item = world.player.makeItem()
        #expect(!item.canUseNetworkResourcesForLiveStreamingWhilePaused)
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(5))
        item.canUseNetworkResourcesForLiveStreamingWhilePaused = isPermitted
        world.player.pause()
        try world.advance(by: .seconds(60))
        // At 65 s ten segments more are listed than at first.
        let end = MediaTime(seconds: isPermitted ? 78 : 18)
        #expect(item.seekableTimeRanges.map { $0.end } == [end])
    }

    @Test("move on with the playlist while playback waits, where the app asks for it", arguments: [false, true])
    func preserved(isAsked: Bool) throws {
        let world = try Self.world()
        let item = world.player.makeItem()
        item.automaticallyPreservesTimeOffsetFromLive = isAsked
        #expect(item.automaticallyPreservesTimeOffsetFromLive == isAsked)
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(5))
        world.breakNetwork(for: .seconds(20))
        // By 25 s all that was listed, up to 36 s, is played, and 60 s are listed: 42 s are 18 s from there.
        try world.advance(by: .seconds(25))
        #expect((item.currentTime() >= MediaTime(seconds: 42)) == isAsked)
        #expect(item.currentTime() > MediaTime(seconds: 36))
    }

    /// From 102 s of 120 to 30 s back: the network is gone for 20 s, and the playlist has come to 138 s then.
    @Test("and stay as far behind as they were when they began to wait", arguments: [false, true])
    func preservedBehind(isAsked: Bool) throws {
        let world = try Self.world(#""window_s": 120"#)
        let item = world.player.makeItem()
        item.automaticallyPreservesTimeOffsetFromLive = isAsked
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(5))
        world.breakNetwork(for: .seconds(20))
        world.player.seek(to: MediaTime(seconds: 60))
        try world.advance(by: .milliseconds(1))
        let end = try #require(item.seekableTimeRanges.last?.end)
        #expect(end == MediaTime(seconds: 102) && item.loadedTimeRanges.last.map { $0.start > .seconds(60) } == true)
        try world.run(until: world.player.timeControlStatus == .playing, atMost: .seconds(60))
        let moved = try #require(item.seekableTimeRanges.last?.end).seconds - end.seconds
        #expect(moved >= 18)
        #expect(item.currentTime() == MediaTime(seconds: isAsked ? 60 + moved : 60))
    }

    @Test("go live, as the app configures it, when an infinite time is sought", arguments: [nil, 30, 31, 6])
    func goLive(offset: Double?) throws {
        let world = try Self.world(#""window_s": 120"#)
        let item = world.player.makeItem()
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(5))
        world.player.seek(to: MediaTime(seconds: 20))
        if let offset { item.configuredTimeOffsetFromLive = MediaTime(seconds: offset) }
        try world.advance(by: .seconds(1))
        #expect(item.currentTime() < MediaTime(seconds: 22))
        var isFinished: Bool?
        world.player.seek(to: .positiveInfinity) { isFinished = $0 }
        #expect(item.currentTime() == MediaTime(seconds: 120 - (offset ?? 18)))
        try world.advance(by: .seconds(1))
        #expect(isFinished == true)
        world.player.seek(to: .negativeInfinity)
        #expect(item.currentTime() == item.seekableTimeRanges.first?.start)
    }

    @Test("tell of what can be sought when the app configures another distance from the end")
    func seekableChanges() throws {
        let world = try Self.world(#""window_s": 120"#)
        let item = world.player.makeItem()
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(1))
        var told: [MediaTime] = []
        let token = item.observe(.seekableTimeRanges) { told += $0.seekableTimeRanges.map(\.end) }
        item.configuredTimeOffsetFromLive = MediaTime(seconds: 6)
        #expect(told == [MediaTime(seconds: 114)])
        item.configuredTimeOffsetFromLive = MediaTime(seconds: 6)
        item.configuredTimeOffsetFromLive = .invalid
        #expect(told == [MediaTime(seconds: 114), MediaTime(seconds: 102)])
        token.invalidate()
    }

    /// 120 s are listed: of the old item 18 s are held back, of the new one as many as it says.
    @Test("ask for nothing of the item whose place they take")
    func replaced() throws {
        let world = try Self.world(#""window_s": 120"#)
        let old = world.player.makeItem()
        world.player.replaceCurrentItem(with: old)
        try world.advance(by: .seconds(5))
        var told = 0
        let token = old.observe(.seekableTimeRanges) { _ in told += 1 }
        let new = world.player.makeItem()
        new.configuredTimeOffsetFromLive = .seconds(6)
        world.player.replaceCurrentItem(with: new)
        #expect(told == 0 && old.seekableTimeRanges.map(\.end) == [.seconds(102)])
        try world.advance(by: .seconds(1))
        #expect(new.seekableTimeRanges.map(\.end) == [.seconds(114)])
        token.invalidate()
    }

    @Test("what is not live has no offset, and the length that it has")
    func notLive() throws {
        let world = try World(
            WorldScenario(network: .fluid(down_kbps: 8000), media: .hls([1000], duration: .seconds(60))))
        let item = world.player.makeItem()
        #expect(item.recommendedTimeOffsetFromLive == .invalid && item.configuredTimeOffsetFromLive == .invalid)
        world.player.replaceCurrentItem(with: item)
        try world.advance(by: .seconds(2))
        #expect(item.duration == MediaTime(seconds: 60))
    }
}
