import AutowaitTesting
import Foundation
import Testing

@Suite("Observers across a change of item")
struct ItemChangeTests {
    private static func world(down_kbps: Int, also keys: String = "") throws -> World {
        try World(
            WorldScenario(
                network: .fluid(down_kbps: down_kbps),
                media: .hls([800], duration: .seconds(10), segment: .seconds(2)),
                player: .queuePlayer(keepUp: "first-chunk", also: keys)))
    }

    /// The values that an observer was told, in order.
    private final class Told<Value> {
        private(set) var values: [Value] = []
        func take(_ value: Value?) { if let value { values.append(value) } }
    }

    @Test(
        "know the flags of an item that follows without a gap, whether it is loaded or not", arguments: [4000, 1000])
    func flags(down_kbps: Int) throws {
        let world = try Self.world(down_kbps: down_kbps)
        let player = world.player
        let (first, second) = (player.makeItem(), player.makeItem())
        let (current, own, empty) = (Told<Bool>(), Told<Bool>(), Told<Bool>())
        let tokens = [
            player.observe(\.currentItem?.isPlaybackLikelyToKeepUp, options: .new) {
                current.take($1.newValue ?? nil)
            },
            player.observe(\.currentItem?.isPlaybackBufferEmpty, options: .new) { empty.take($1.newValue ?? nil) },
            second.observe(\.isPlaybackLikelyToKeepUp, options: [.old, .new]) { _, change in
                #expect(change.oldValue != change.newValue)
                own.take(change.newValue)
            },
        ]
        player.insert(first, after: nil)
        player.insert(second, after: nil)
        player.play()
        for _ in 0..<150 {
            try world.advance(by: .milliseconds(100))
            guard let item = player.currentItem, item.isPlaybackLikelyToKeepUp || item === second else { continue }
            #expect(current.values.last == item.isPlaybackLikelyToKeepUp)
            #expect(empty.values.last == item.isPlaybackBufferEmpty)
            if item === second { #expect(own.values.last == item.isPlaybackLikelyToKeepUp) }
        }
        #expect(player.currentItem === second && own.values == [true])
        // Empty before anything is loaded, and never between two items without a gap.
        #expect(empty.values.count { $0 } <= 1)
        tokens.forEach { $0.invalidate() }
    }

    @Test("hear that an item behind the current one is ready as soon as it is")
    func ready() throws {
        let world = try Self.world(down_kbps: 4000)
        let player = world.player
        let (first, second) = (player.makeItem(), player.makeItem())
        var told: [(SimulatedPlayerItem.Status, MediaTime)] = []
        var ranges = 0
        let tokens = [
            second.observe(\.status, options: .new) { item, change in
                if let status = change.newValue { told.append((status, player.currentTime())) }
            },
            second.observe(.loadedTimeRanges) { _ in ranges += 1 },
        ]
        player.insert(first, after: nil)
        player.insert(second, after: nil)
        player.play()
        try world.advance(by: .seconds(5))
        #expect(player.currentItem === first && told.map { $0.0 } == [.readyToPlay] && ranges == 5)
        try world.advance(by: .seconds(10))
        #expect(player.currentItem === second && told.count == 1)
        tokens.forEach { $0.invalidate() }
    }

    /// The ways in which another item becomes current while one is played.
    enum Change: CaseIterable { case replace, advance, gapless }

    @Test("hear when the clock of the next item moves", arguments: Change.allCases)
    func clock(change: Change) throws {
        let keys = change == .gapless ? "" : #""items_ahead": 0"#
        let world = try Self.world(down_kbps: 1000, also: keys)
        let player = world.player
        let (first, second) = (player.makeItem(), player.makeItem())
        var (own, current, places) = ([Double](), [Double](), [Double]())
        let tokens = [
            second.observe(.timebaseRate) { own.append($0.timebaseRate) },
            player.observeCurrentItem(.timebaseRate) { current.append($0.currentItem?.timebaseRate ?? -1) },
            player.addPeriodicTimeObserver(forInterval: .seconds(1)) { places.append($0.seconds) },
        ]
        player.insert(first, after: nil)
        if change != .replace { player.insert(second, after: nil) }
        player.play()
        try world.advance(by: .seconds(5))
        switch change {
        case .replace: player.replaceCurrentItem(with: second)
        case .advance: player.advanceToNextItem()
        case .gapless: break
        }
        let isPlaying = { player.currentItem === second && second.timebaseRate > 0 }
        #expect(try world.advance(until: isPlaying, atMost: .seconds(20)))
        places = []
        try world.advance(by: .milliseconds(10))
        #expect(own == [1] && current.last == 1)
        try world.advance(by: .milliseconds(1500))
        #expect(places.contains(1))
        // The place at which it is left is where it was.
        let place = second.currentTime()
        player.removeAllItems()
        #expect(second.currentTime() == place && place > .seconds(1))
        tokens.forEach { $0.invalidate() }
    }

    /// Its first segment takes 1.6 s, each time.
    @Test("hear within the call that the clock of an item rests which begins anew", arguments: [true, false])
    func anew(isQueue: Bool) throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 1000),
                media: .hls([800], duration: .seconds(10), segment: .seconds(2)),
                player: isQueue ? .queuePlayer(keepUp: "first-chunk") : .player(keepUp: "first-chunk")))
        let player = world.player
        player.load()
        player.play()
        try world.advance(by: .seconds(3))
        let item = try #require(player.currentItem)
        var (own, current) = ([Double](), [Double]())
        let tokens = [
            item.observe(.timebaseRate) { own.append($0.timebaseRate) },
            player.observeCurrentItem(.timebaseRate) { current.append($0.currentItem?.timebaseRate ?? -1) },
        ]
        player.load()
        #expect(player.currentItem === item && item.timebaseRate == 0)
        #expect(own == [0] && current == [0])
        try world.advance(by: .seconds(1.5))
        #expect(own == [0] && current == [0])
        try world.advance(by: .seconds(1))
        #expect(own == [0, 1] && current == [0, 1])
        tokens.forEach { $0.invalidate() }
    }

    @Test("a failure is an NSError with AVFoundation's domain and code")
    func error() throws {
        let world = try World(
            WorldScenario(
                network: .link(down_kbps: 1000, delay: .milliseconds(20)).broken(
                    at: .seconds(5), for: .seconds(1000)),
                media: .hls([800], duration: .seconds(60), segment: .seconds(2))))
        world.player.load()
        world.player.play()
        #expect(try world.advance(until: { world.player.currentItem?.error != nil }, atMost: .seconds(500)))
        let error = try #require(world.player.currentItem?.error) as NSError
        #expect(error.domain == NSURLErrorDomain && error.code == NSURLErrorTimedOut)
    }

    @Test("nothing is said of a queue's settings where the app has still to insert its items", arguments: 0...2)
    func ahead(count: Int) throws {
        #expect(try Self.world(down_kbps: 4000, also: "\"items_ahead\": \(count)").warnings.isEmpty)
    }

    @MainActor
    @Test("an item is sought as the player is, and awaited")
    func seek() async throws {
        let world = try Self.world(down_kbps: 4000)
        let item = world.player.makeItem()
        world.player.insert(item, after: nil)
        var isFinished = false
        Task { isFinished = await item.seek(to: .seconds(4)) }
        try await world.advance(by: .seconds(5))
        #expect(isFinished && item.currentTime() == .seconds(4))
    }
}
