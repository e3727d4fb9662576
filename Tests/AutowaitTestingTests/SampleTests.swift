import AutowaitTesting
import Testing

@MainActor
func loadedSeconds<Item: PlaybackItem>(_ item: Item) -> Double {
    item.loadedTimeRanges.reduce(0) { $0 + $1.timeRangeValue.duration.seconds }
}

/// The code of the articles.
@MainActor
@Suite("The samples of the documentation do as it says")
struct SampleTests {
    @Test("the first page")
    func overview() throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 1716), media: .progressive(bitrate_kbps: 2000, duration: .seconds(39))))
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(3))
        #expect(world.player.rate == 1)
        #expect(world.player.timebaseRate == 0)
        #expect(world.player.reasonForWaitingToPlay == .toMinimizeStalls)
        try world.run(until: world.player.timeControlStatus == .playing, atMost: .seconds(10))
    }

    @Test("a task that sleeps and seeks")
    func task() async throws {
        let world = try World(WorldScenario(network: .preset("LTE"), media: ScreenCheck.film))
        world.player.load()
        world.player.play()
        let clock = world.clock
        let task = Task {
            try await clock.sleep(for: .seconds(2))
            await world.player.seek(to: .seconds(30))
            return world.now
        }
        try await world.advance(by: .seconds(10))
        #expect(try await task.value >= .seconds(2))
        #expect(world.player.currentTime() > .seconds(30))
    }

    @Test("the error of a call, as it is printed where the next advance throws it")
    func error() throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000), media: .hls([800], duration: .seconds(60), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk")))
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(2))
        world.player.rate = -1
        let error = try #require(#expect(throws: WorldError.self) { try world.advance(by: .seconds(1)) })
        let start = "replaceCurrentItem(with: item); play(); evaluates: nothing is loaded"
        #expect(
            error.description == """
                a rate of -1.0 is not modelled; it must be from 0 to 32 (by rate at 2 s)
                  0 s  waitingToPlayAtSpecifiedRate (evaluatingBufferingRate) at 0.0 s: \(start)
                  0.2 s  playing at 0.0 s: plays: the first chunk is loaded; there is media to play
                """)
    }
}

@Suite("Items are what AVFoundation's are")
struct ItemTests {
    private func queue(_ down_kbps: Int = 8000) throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: down_kbps),
                media: .hls([3000, 500], duration: .seconds(20), segment: .seconds(2)),
                player: .queuePlayer(keepUp: "first-chunk")))
    }

    @Test("a new current item shows its own flags at once")
    func flags() throws {
        let world = try queue()
        let (first, second) = (world.player.makeItem(), world.player.makeItem())
        world.player.replaceCurrentItem(with: first)
        world.player.play()
        try world.run(until: first.isPlaybackLikelyToKeepUp)
        var seen: [Bool] = []
        let token = world.player.observe(.currentItem) {
            seen.append($0.currentItem?.isPlaybackLikelyToKeepUp ?? true)
        }
        var flags: [Bool] = []
        let other = world.player.observeCurrentItem(.isPlaybackLikelyToKeepUp) {
            flags.append($0.currentItem?.isPlaybackLikelyToKeepUp ?? true)
        }
        world.player.replaceCurrentItem(with: second)
        #expect(second.status == .unknown && second.duration.isIndefinite && second.loadedTimeRanges.isEmpty)
        #expect(!second.isPlaybackLikelyToKeepUp && second.isPlaybackBufferEmpty && !second.isPlaybackBufferFull)
        #expect(seen == [false] && flags == [false])
        try world.run(until: second.isPlaybackLikelyToKeepUp)
        #expect(flags == [false, true])
        #expect(first.status == .readyToPlay, "it keeps its status")
        withExtendedLifetime((token, other)) {}
    }

    @Test("an item keeps its place when it leaves and comes back")
    func place() throws {
        let world = try queue()
        let (first, second) = (world.player.makeItem(), world.player.makeItem())
        world.player.replaceCurrentItem(with: first)
        world.player.play()
        try world.run(until: first.currentTime() >= .seconds(3))
        world.player.replaceCurrentItem(with: second)
        #expect(first.currentTime() == .seconds(3) && second.currentTime() == .zero)
        world.player.replaceCurrentItem(with: first)
        #expect(world.player.currentTime() == .seconds(3))
        world.player.replaceCurrentItem(with: nil)
        var isDone: Bool?
        first.seek(to: .zero) { isDone = $0 }
        #expect(isDone == nil && first.currentTime() == .zero)
        try world.advance(by: .zero)
        #expect(isDone == true)
        first.seek(to: .seconds(99)) { isDone = $0 }
        #expect(isDone == false && first.currentTime() == .zero)
    }

    @Test("a peak bit rate on one item leaves the others alone")
    func limit() throws {
        let world = try queue(100_000)
        let (first, second) = (world.player.makeItem(), world.player.makeItem())
        first.preferredPeakBitRate = 600_000
        #expect(second.preferredPeakBitRate == 0)
        world.player.replaceCurrentItem(with: first)
        world.player.play()
        try world.run(until: first.currentTime() >= .seconds(5))
        #expect(first.accessLog()?.events.first?.indicatedBitrate == 500_000)
        world.player.replaceCurrentItem(with: second)
        try world.run(until: second.currentTime() >= .seconds(5))
        #expect(second.preferredPeakBitRate == 0 && first.preferredPeakBitRate == 600_000)
    }

    @Test("an item is of the media that is named")
    func named() throws {
        let world = try World(
            scenario: """
                {
                  "network": { "transport": "fluid", "down_kbps": 8000 },
                  "media": [
                    { "kind": "progressive", "name": "advert", "duration_s": 10, "bitrate_kbps": 500 },
                    { "kind": "progressive", "name": "film", "duration_s": 60, "bitrate_kbps": 500 }
                  ],
                  "player": {
                    "class": "AVQueuePlayer",
                    "items": [{ "name": "first", "media": "advert" }, { "name": "second", "media": "film" }]
                  }
                }
                """)
        let film = world.player.makeItem(of: "film")
        world.player.replaceCurrentItem(with: film)
        try world.run(until: film.status == .readyToPlay)
        #expect(film.duration == .seconds(60))
        #expect(world.report.contains("film"))
        _ = world.player.makeItem(of: "fillm")
        #expect(world.error == .misuse(.unknownMedia("fillm")))
        #expect("\(try #require(world.error))".hasPrefix("the scenario has no media and no item 'fillm'"))
    }

    @Test("a timer that is still to come keeps no player alive")
    func timer() throws {
        weak var player: SimulatedPlayer?
        do {
            let world = try queue()
            player = world.player
            world.after(.seconds(60)) { [player = world.player] in player.play() }
        }
        #expect(player == nil)
    }

    @Test("key paths, options and reasons of rate changes are as in AVFoundation")
    func keyPaths() throws {
        let world = try queue()
        var changes: [String] = []
        var reasons: [SimulatedPlayer.RateDidChangeReason] = []
        let tokens = [
            world.player.observe(\.timeControlStatus, options: [.initial, .old, .new]) { _, change in
                func words(_ value: SimulatedPlayer.TimeControlStatus?) -> String { value.map { "\($0)" } ?? "-" }
                changes.append("\(words(change.oldValue)) → \(words(change.newValue))")
            },
            world.player.observe(\.currentItem?.status) { player, _ in
                changes.append("status \(player.currentItem?.status ?? .unknown)")
            },
            world.player.onRateChange { reasons.append($0) },
        ]
        world.player.replaceCurrentItem(with: world.player.makeItem())
        world.player.play()
        try world.run(until: world.player.timeControlStatus == .playing)
        world.player.interrupt(.audioSession)
        #expect(
            changes == [
                "- → paused", "status unknown", "paused → waitingToPlayAtSpecifiedRate", "status readyToPlay",
                "waitingToPlayAtSpecifiedRate → playing", "playing → paused",
            ])
        #expect(reasons == [.setRateCalled, .audioSessionInterrupted])
        _ = world.player.observe(\.volume) { _, _ in }
        #expect(world.error == .misuse(.notObservable("volume")))
        withExtendedLifetime(tokens) {}
    }

    @Test("an item that fails while it plays is no request that has failed, and to play it afterwards is one")
    func reasonOfFailure() throws {
        let world = try World(
            scenario: """
                {
                  "network": {
                    "transport": "fluid", "down_kbps": 4000,
                    "faults": [{ "of": "video", "chunk": 6, "status": 404 }]
                  },
                  "media": { "kind": "hls", "duration_s": 60, "segment_s": 2, "variants": [{ "bitrate_kbps": 800 }] }
                }
                """)
        var reasons: [SimulatedPlayer.RateDidChangeReason] = []
        let token = world.player.onRateChange { reasons.append($0) }
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(30))
        #expect(world.player.currentItem?.status == .failed && world.player.rate == 0)
        #expect(reasons == [.setRateCalled, .unspecified])
        world.player.play()
        #expect(reasons == [.setRateCalled, .unspecified, .setRateFailed])
        withExtendedLifetime(token) {}
    }

    @Test("a player waits for an interstitial event of its media, and goes on behind it")
    func interstitialEvent() throws {
        let world = try World(
            scenario: """
                {
                  "network": { "transport": "fluid", "down_kbps": 4000 },
                  "media": {
                    "kind": "hls", "duration_s": 30, "segment_s": 2, "variants": [{ "bitrate_kbps": 800 }],
                    "interstitials": [{
                      "at_s": 5, "resumption_offset_s": 0,
                      "assets": [{ "kind": "hls", "duration_s": 4, "variants": [{ "bitrate_kbps": 400 }] }]
                    }]
                  }
                }
                """)
        world.player.load()
        world.player.play()
        // Playback starts at 0.8 s, so the event is shown from 5.8 s to 9.8 s.
        try world.advance(by: .seconds(7))
        #expect(world.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(world.player.reasonForWaitingToPlay == .interstitialEvent)
        #expect(world.player.currentTime() == .seconds(5))
        try world.advance(by: .seconds(3))
        #expect(world.player.timeControlStatus == .playing && world.player.reasonForWaitingToPlay == nil)
    }

    @Test(
        "an item is loaded as far ahead as it is asked to be",
        arguments: [(Double.infinity, 300), (.greatestFiniteMagnitude, 300), (0, 64), (20, 34), (-1, 64)])
    func forwardBuffer(duration: Double, end: Int) throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 20_000), media: .hls([800], duration: .seconds(300), segment: .seconds(2)),
                player: .profile("avplayer")))
        let item = world.player.makeItem()
        item.preferredForwardBufferDuration = duration
        #expect(item.preferredForwardBufferDuration == (duration > 100 ? .infinity : max(0, duration)))
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        try world.advance(by: .seconds(20))
        #expect(item.loadedTimeRanges.last?.end == .seconds(end))
    }

    @Test("key paths of an item are as in AVFoundation, and those of another item are its own")
    func keyPathsOfItems() throws {
        let world = try queue()
        let (player, item, other) = (world.player, world.player.makeItem(), world.player.makeItem())
        var changes: [String] = []
        let tokens = [
            item.observe(\.status, options: [.initial, .old, .new]) { item, change in
                let old = change.oldValue.map { "\($0)" } ?? "-"
                changes.append("\(old) → \(change.newValue ?? .failed), \(item.status)")
            },
            item.observe(\.isPlaybackLikelyToKeepUp) { item, change in
                changes.append("keeps up \(item.isPlaybackLikelyToKeepUp), \(change.newValue == nil)")
            },
            other.observe(\.status, options: .initial) { _, _ in changes.append("the other") },
        ]
        player.replaceCurrentItem(with: item)
        player.play()
        try world.run(until: player.timeControlStatus == .playing)
        #expect(
            changes == [
                "- → unknown, unknown", "the other", "unknown → readyToPlay, readyToPlay", "keeps up true, true",
            ])
        #expect(world.error == nil)
        _ = item.observe(\.forwardPlaybackEndTime) { _, _ in }
        #expect(world.error == .misuse(.notObservable("forwardPlaybackEndTime")))
        withExtendedLifetime(tokens) {}
    }
}
