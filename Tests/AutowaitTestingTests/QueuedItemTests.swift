import AutowaitTesting
import Testing

@Suite("An item that waits in the queue")
struct QueuedItemTests {
    /// Two minutes in segments of 2 s, each of which takes 0.25 s to come: the next item is loaded meanwhile.
    private static func world() throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000),
                media: .hls([1000], duration: .seconds(120), segment: .seconds(2)),
                player: .queuePlayer(keepUp: "first-chunk")))
    }

    private static func queue(_ world: World) -> (first: SimulatedPlayerItem, second: SimulatedPlayerItem) {
        let first = world.player.makeItem(to: .seconds(10))
        let second = world.player.makeItem()
        world.player.insert(first, after: nil)
        world.player.insert(second, after: first)
        return (first, second)
    }

    @Test("cannot come behind another player's item")
    func foreign() throws {
        let (world, other) = (try Self.world(), try Self.world())
        let (first, second) = Self.queue(world)
        _ = Self.queue(other)
        let third = world.player.makeItem()
        #expect(world.player.canInsert(third, after: second))
        #expect(!world.player.canInsert(third, after: other.player.currentItem))
        #expect(!world.player.canInsert(first, after: nil))
    }

    @Test("is sought: it shows its place at once, is loaded from there, and begins there", arguments: [0, 3])
    func seek(at seconds: Int) throws {
        let world = try Self.world()
        let (first, second) = Self.queue(world)
        world.player.play()
        try world.advance(by: .seconds(seconds))
        var finished: [Bool] = []
        second.seek(to: .seconds(61)) { finished.append($0) }
        #expect(finished == [] && second.currentTime() == .seconds(61) && world.player.currentItem === first)
        try world.advance(by: .zero)
        #expect(finished == [true])
        #expect(try world.advance(until: { world.player.currentItem === second }, atMost: .seconds(20)))
        #expect(world.player.currentTime() == .seconds(61))
        #expect(second.loadedTimeRanges.last?.start == .seconds(60), "the segment that has it")
        #expect(world.error == nil)
    }

    /// At a rate of 1.7 the first nanosecond of the clock at which playback is there has it a nanosecond behind.
    @Test("comes when the one before is at its very end, and stays there", arguments: [10, 9])
    func veryEnd(end: Int) throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 3000), media: .hls([800], duration: .seconds(10), segment: .seconds(2)),
                player: .queuePlayer()))
        let items = [world.player.makeItem(), world.player.makeItem()]
        for item in items { world.player.insert(item, after: nil) }
        world.player.rate = 1.7
        try world.advance(by: .seconds(2))
        if end < 10 { items[0].forwardPlaybackEndTime = .seconds(Double(end)) }
        var told: [MediaTime] = []
        let token = items[0].onNotification(.didPlayToEndTime) { told.append($0.currentTime()) }
        #expect(try world.advance(until: { world.player.currentItem === items[1] }, atMost: .seconds(20)))
        #expect(told == [.seconds(Double(end))] && items[0].currentTime() == told.first)
        token.invalidate()
    }

    @Test("keeps what is loaded of it where that is of use")
    func keeps() throws {
        let world = try Self.world()
        let (_, second) = Self.queue(world)
        world.player.play()
        try world.advance(by: .seconds(4))
        let loaded = try #require(second.loadedTimeRanges.first)
        #expect(loaded.start == .zero && loaded.end > .seconds(10))
        second.seek(to: .seconds(6), completionHandler: nil)
        #expect(second.loadedTimeRanges.first?.start == .zero)
        #expect(try world.advance(until: { world.player.currentItem === second }, atMost: .seconds(20)))
        #expect(world.player.currentTime() == .seconds(6))
        #expect(second.loadedTimeRanges.count == 1, "nothing is fetched twice")
    }

    /// Five segments come in 0.625 s, while the first item plays. One more that has an observer waits in no line.
    @Test("is told of each chunk once, in the order of the line, however many share it", arguments: [1, 3, 200])
    func manyShare(count: Int) throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000), media: .hls([1000], duration: .seconds(5), segment: .seconds(1)),
                player: .queuePlayer(keepUp: "first-chunk", also: #""kept_media": "all""#)))
        let items = (0...count).map { _ in world.player.makeItem() }
        var told: [Int] = []
        let tokens = items.enumerated().map { number, item in
            item.observe(.loadedTimeRanges) { _ in told.append(number) }
        }
        for item in items.dropLast() { world.player.insert(item, after: nil) }
        world.player.play()
        try world.advance(by: .seconds(2))
        #expect(told == Array(repeating: Array(0..<count), count: 5).flatMap { $0 })
        #expect(items.dropLast().allSatisfy { $0.loadedTimeRanges.last?.end == .seconds(5) })
        // Those of one that is observed no longer are dropped, and others are told as before.
        tokens.dropFirst().forEach { $0.invalidate() }
        let late = items[count].observe(.loadedTimeRanges) { _ in told.append(-1) }
        told = []
        world.player.insert(items[count], after: nil)
        try world.advance(by: .zero)
        #expect(told == [-1])
        (Array(tokens.prefix(1)) + [late]).forEach { $0.invalidate() }
    }

    /// A queue player with a looper, whose replicas have 5 s, and with what it is to do at an item's end before that.
    private static func looping(_ loop: String = #""looper""#, action: String) throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000), media: .hls([1000], duration: .seconds(5), segment: .seconds(1)),
                player: .queuePlayer(
                    keepUp: "first-chunk", also: #""loop": \#(loop), "action_at_item_end": "\#(action)""#)))
    }

    /// Of the replicas the second is the last.
    @Test("leaves the queue of a looper, which puts back what was set when its last replica is over")
    func looper() throws {
        let world = try Self.looping(action: "pause")
        let player = world.player
        #expect(player.actionAtItemEnd == .pause)
        player.load()
        player.play()
        #expect(player.actionAtItemEnd == .advance)
        try world.advance(by: .seconds(7))
        player.disableLooping()
        #expect(player.actionAtItemEnd == .advance && player.items().count == 1)
        #expect(try world.advance(until: { player.currentItem == nil }, atMost: .seconds(5)))
        try world.advance(by: .zero)
        #expect(player.actionAtItemEnd == .pause && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        player.load()
        #expect(player.actionAtItemEnd == .advance)
    }

    /// An own item comes behind the last of them, while that plays or when it is over.
    @Test(
        "leaves the queue of a looper that plays so often, as of one that is disabled", arguments: [1, 2, 5], [1, 6])
    func looperStops(count: Int, after: Int) throws {
        let world = try Self.looping(#"{ "rule": "looper", "loop_count": \#(count) }"#, action: "pause")
        let player = world.player
        for _ in 1...2 {
            player.load()
            player.play()
            #expect(player.actionAtItemEnd == .advance)
            try world.advance(by: .seconds(5 * (count - 1) + after))
            #expect(player.actionAtItemEnd == (after < 5 ? .advance : .pause))
            let own = player.makeItem()
            player.insert(own, after: nil)
            try world.advance(by: .seconds(11))
            #expect(player.actionAtItemEnd == .pause && player.timeControlStatus == .paused)
            #expect(player.currentItem === own && player.currentTime() == .seconds(5))
        }
    }

    /// The last replica goes before its end, at 7 of 10 s; then a looper is made anew.
    @Test(
        "puts back what was set where its last replica is taken away",
        arguments: ["replaceCurrentItem", "removeAllItems", "advanceToNextItem", "remove"])
    func lastReplicaIsTakenAway(call: String) throws {
        let world = try Self.looping(action: "none")
        let player = world.player
        for _ in 1...2 {
            player.load()
            player.play()
            try world.advance(by: .seconds(7))
            player.disableLooping()
            #expect(player.actionAtItemEnd == .advance && player.currentItem != nil)
            switch call {
            case "replaceCurrentItem": player.replaceCurrentItem(with: nil)
            case "removeAllItems": player.removeAllItems()
            case "advanceToNextItem": player.advanceToNextItem()
            default: player.remove(try #require(player.currentItem))
            }
            try world.advance(by: .zero)
            #expect(player.currentItem == nil && player.actionAtItemEnd == .none)
        }
    }

    @Test("that is loaded with all others ends where the scenario has it end")
    func loadsAnew() throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000), media: .hls([1000], duration: .seconds(12), segment: .seconds(2)),
                player: .queuePlayer(
                    keepUp: "first-chunk",
                    also: #""items": [{"name": "a"}, {"name": "b"}], "forward_playback_end_time_s": 4"#)))
        let second = try #require(world.player.item(named: "b"))
        #expect(second.forwardPlaybackEndTime == .seconds(4), "the scenario's for every item")
        second.forwardPlaybackEndTime = .seconds(3)
        #expect(second.forwardPlaybackEndTime == .seconds(3))
        world.player.load()
        #expect(second.forwardPlaybackEndTime == .seconds(4))
        world.player.play()
        #expect(try world.advance(until: { world.player.currentItem === second }, atMost: .seconds(9)))
        #expect(second.forwardPlaybackEndTime == .seconds(4))
    }

    @Test("ends where it is told to, whenever that is said")
    func end() throws {
        let world = try Self.world()
        let (_, second) = Self.queue(world)
        world.player.play()
        try world.advance(by: .seconds(2))
        second.forwardPlaybackEndTime = .seconds(7)
        #expect(second.forwardPlaybackEndTime == .seconds(7))
        #expect(try world.advance(until: { world.player.currentItem === second }, atMost: .seconds(20)))
        #expect(second.forwardPlaybackEndTime == .seconds(7))
        let start = world.now
        #expect(try world.advance(until: { world.player.currentItem == nil }, atMost: .seconds(20)))
        #expect(world.now - start == .seconds(7))
    }

    @Test("takes its place along when it is taken out and put in again; outside of it nothing is sought")
    func comesBack() throws {
        let world = try Self.world()
        let (first, second) = Self.queue(world)
        second.seek(to: .seconds(30), completionHandler: nil)
        var finished: [Bool] = []
        second.seek(to: .seconds(121)) { finished.append($0) }
        #expect(finished == [false])
        world.player.remove(second)
        #expect(second.currentTime() == .seconds(30))
        world.player.insert(second, after: first)
        world.player.advanceToNextItem()
        #expect(world.player.currentItem === second && world.player.currentTime() == .seconds(30))
    }
}

@Suite("The reasons of changes of the rate")
struct RateChangeTests {
    @Test("come to a controller that knows the protocol alone; none where Apple has published none")
    @MainActor func reasons() throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 8000), media: .hls([1000], duration: .seconds(4), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk")))
        let heard = Heard(world.player)
        world.player.load()
        world.player.play()
        try world.advance(by: .seconds(2))
        world.player.interrupt(.audioSession)
        world.player.play()
        try world.advance(by: .seconds(8))
        #expect(heard.reasons == [.setRateCalled, .audioSessionInterrupted, .setRateCalled, nil])
    }

    /// A controller of an app, which writes down what it hears.
    @MainActor private final class Heard<Player: PlaybackPlayer> {
        private(set) var reasons: [Player.RateDidChangeReason?] = []
        private var token: PlaybackObservation?

        init(_ player: Player) { token = player.onRateChange { [weak self] in self?.reasons.append($0) } }
    }
}
