import AutowaitTesting
import Testing

@Suite("A seek to what is no place")
struct SeekTargetTests {
    private static func world(live: Bool = false) throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000, delay: .milliseconds(10)),
                media: .hls(
                    [1000], duration: .seconds(60), segment: .seconds(2),
                    also: live ? "\"live\": { \"window_s\": 20 }" : ""),
                player: .queuePlayer(keepUp: "first-chunk")))
    }

    @Test(
        "raises the exception that AVPlayerItem raises",
        arguments: [
            (MediaTime.invalid, "{INVALID}"), (MediaTime(seconds: .nan), "{INVALID}"), (.indefinite, "{INDEFINITE}"),
        ],
        [false, true])
    func exception(time: (place: MediaTime, words: String), ofItem: Bool) throws {
        let world = try Self.world()
        world.player.load()
        var finished: [Bool] = []
        if ofItem {
            world.player.currentItem?.seek(to: time.place) { finished.append($0) }
        } else {
            world.player.seek(to: time.place) { finished.append($0) }
        }
        #expect(finished == [false])
        #expect(world.exception == .seekingIsNotPossible(to: time.place))
        let words = "NSInvalidArgumentException: Seeking is not possible to time \(time.words)"
        let error = #expect(throws: WorldError.self) { try world.advance(by: .seconds(1)) }
        #expect(error?.description.hasPrefix("\(words) (by seek(to:") == true, "\(error?.description ?? "none")")
    }

    @Test("and so does a tolerance that is none", arguments: [MediaTime.invalid, .seconds(-1), .negativeInfinity])
    func tolerance(wrong: MediaTime) throws {
        for (before, after) in [(wrong, .zero), (.zero, wrong)] as [(MediaTime, MediaTime)] {
            for ofItem in [false, true] {
                let world = try Self.world()
                world.player.load()
                var finished: [Bool] = []
                if ofItem {
                    world.player.currentItem?.seek(to: .zero, toleranceBefore: before, toleranceAfter: after) {
                        finished.append($0)
                    }
                } else {
                    world.player.seek(to: .zero, toleranceBefore: before, toleranceAfter: after) {
                        finished.append($0)
                    }
                }
                #expect(finished == [false])
                #expect(world.exception == .toleranceIsNotPossible(wrong))
            }
        }
        let world = try Self.world()
        world.player.seek(to: .zero, toleranceBefore: wrong, toleranceAfter: wrong)
        #expect(world.error == nil, "there is no item")
    }

    @Test("raises it for a duration that is not known yet, and for an item that is not current")
    func unknownDuration() throws {
        let world = try Self.world()
        let item = world.player.makeItem()
        world.player.replaceCurrentItem(with: item)
        world.player.seek(to: MediaTime(seconds: item.duration.seconds * 0.5, preferredTimescale: 600))
        #expect(world.exception == .seekingIsNotPossible(to: .invalid))
        let other = try Self.world()
        other.player.makeItem().seek(to: .indefinite, completionHandler: nil)
        #expect(other.exception == .seekingIsNotPossible(to: .indefinite))
    }

    @Test("is one to the end where it is infinite, or to the beginning", arguments: [false, true])
    func infinity(ofItem: Bool) throws {
        let world = try Self.world()
        let item = world.player.makeItem()
        var finished: [Bool] = []
        func seek(_ time: MediaTime) {
            if ofItem {
                item.seek(to: time) { finished.append($0) }
            } else {
                world.player.seek(to: time) { finished.append($0) }
            }
        }
        world.player.replaceCurrentItem(with: item)
        world.player.actionAtItemEnd = .pause
        seek(.positiveInfinity)
        #expect(item.currentTime() == .seconds(60))
        seek(.negativeInfinity)
        try world.advance(by: .seconds(2))
        #expect(item.currentTime() == .zero)
        item.forwardPlaybackEndTime = .seconds(30)
        seek(.positiveInfinity)
        try world.advance(by: .seconds(2))
        #expect(item.currentTime() == .seconds(30))
        #expect(finished == [false, true, true], "the first is interrupted in its own turn")
    }

    @Test("is one to the end of an item that is not current, too")
    func infinityElsewhere() throws {
        let world = try Self.world()
        let item = world.player.makeItem()
        var finished: [Bool] = []
        item.seek(to: .positiveInfinity) { finished.append($0) }
        #expect(item.currentTime() == .seconds(60))
        item.seek(to: .negativeInfinity) { finished.append($0) }
        try world.advance(by: .zero)
        #expect(item.currentTime() == .zero && finished == [false, true])
    }

    @Test(
        "is one to the end for the in point of an item, too, but of a live stream, where nothing is listed yet",
        arguments: [
            (.positiveInfinity, .invalid, 60, false), (.positiveInfinity, .positiveInfinity, 60, false),
            (.positiveInfinity, .seconds(30), 30, false), (.negativeInfinity, .invalid, 0, false),
            (.seconds(90), .invalid, 60, false), (.positiveInfinity, .invalid, 0, true),
        ] as [(MediaTime, MediaTime, Double, Bool)])
    func infiniteStart(start: MediaTime, end: MediaTime, seconds: Double, isLive: Bool) throws {
        let world = try Self.world(live: isLive)
        #expect(world.player.makeItem(from: start, to: end).currentTime() == MediaTime(seconds: seconds))
    }

    @Test("goes live where it is infinite, or to the oldest that is listed")
    func live() throws {
        let world = try Self.world(live: true)
        let item = world.player.makeItem()
        var finished: [Bool] = []
        world.player.replaceCurrentItem(with: item)
        world.player.seek(to: .positiveInfinity) { finished.append($0) }
        #expect(finished == [false], "before the playlist is in nothing can be sought")
        world.player.play()
        try world.advance(by: .seconds(10))
        for (time, end) in [(MediaTime.negativeInfinity, \MediaTimeRange.start), (.positiveInfinity, \.end)] {
            let place = try #require(item.seekableTimeRanges.last)[keyPath: end]
            world.player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { finished.append($0) }
            #expect(world.player.currentTime() == place)
            try world.advance(by: .seconds(2))
        }
        #expect(finished.first == false && finished.last == true)
    }

    @Test("is cancelled without an item", arguments: [MediaTime.invalid, .indefinite, .positiveInfinity])
    func withoutItem(time: MediaTime) throws {
        let world = try Self.world()
        var finished: [Bool] = []
        world.player.seek(to: time) { finished.append($0) }
        try world.advance(by: .seconds(1))
        #expect(finished == [false] && world.error == nil)
    }

    @Test("that is not loaded is told with that, and not with what is loaded elsewhere")
    func story() throws {
        let world = try Self.world()
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(1))
        world.breakNetwork(for: .seconds(60))
        world.player.seek(to: .seconds(50))
        try world.advance(by: .zero)
        let elsewhere = " at 50.0 s, rate 1.0, timebase 0.0; nothing is loaded there, only from 0.0 s to "
        #expect(world.story.contains(elsewhere), "\(world.story)")
        world.player.seek(to: .zero)
        try world.advance(by: .zero)
        #expect(world.story.contains(" at 0.0 s, rate 1.0, timebase 1.0; loaded up to "))
    }
}
