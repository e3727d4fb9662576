import AutowaitTesting
import Testing

@Suite("What is observed")
struct ObservationTests {
    /// Media by how its length comes to be known.
    enum Length: CaseIterable {
        case film, live

        var world: World {
            get throws {
                try World(
                    WorldScenario(
                        network: .fluid(down_kbps: 8000),
                        media: .hls(
                            [800], duration: .seconds(60), segment: .seconds(6),
                            also: self == .live ? #""live": { "window_s": 36 }"# : ""),
                        player: .queuePlayer(keepUp: "first-chunk")))
            }
        }
    }

    @Test(
        "is the duration and what can be sought, as they change, of one item, the current one, and by key path",
        arguments: Length.allCases)
    func extent(length: Length) throws {
        let world = try length.world
        let item = world.player.makeItem()
        var own: [MediaTime] = []
        var current: [MediaTime] = []
        var values: [MediaTime] = []
        var ranges: [[MediaTimeRange]] = []
        let tokens = [
            item.observe(.duration) { own.append($0.duration) },
            item.observe(.seekableTimeRanges) { ranges.append($0.seekableTimeRanges) },
            world.player.observeCurrentItem(.duration) { current.append($0.currentItem?.duration ?? .invalid) },
            world.player.observe(\.currentItem?.duration, options: [.old, .new]) { _, change in
                values.append((change.newValue ?? nil) ?? .invalid)
            },
        ]
        world.player.actionAtItemEnd = .pause
        world.player.insert(item, after: nil)
        world.player.play()
        var (seen, extents) = ([item.duration], [item.seekableTimeRanges])
        for _ in 0..<50 {
            try world.advance(by: .seconds(1))
            if item.duration != seen.last { seen.append(item.duration) }
            if item.seekableTimeRanges != extents.last { extents.append(item.seekableTimeRanges) }
        }
        #expect(own == [.seconds(60)] && seen == [.indefinite, .seconds(60)])
        #expect(current == [.indefinite, .seconds(60)] && values == current, "\(current), \(values)")
        #expect(ranges == Array(extents.dropFirst()))
        #expect((ranges.count > 2) == (length == .live))
        world.player.removeAllItems()
        #expect(item.duration == .seconds(60), "it outlasts the item's time in the player")
        withExtendedLifetime(tokens) {}
    }

    @Test("is the duration of an item that waits in the queue, too, when something of it is loaded")
    func next() throws {
        let world = try Length.film.world
        let items = [world.player.makeItem(to: .seconds(24)), world.player.makeItem()]
        var told = 0
        let token = items[1].observe(\.duration) { _, _ in told += 1 }
        for item in items { world.player.insert(item, after: nil) }
        world.player.play()
        try world.advance(by: .seconds(20))
        #expect(world.player.currentItem === items[0] && told == 1 && items[1].duration == .seconds(60))
        token.invalidate()
    }

    /// The observers that may be registered within a callback.
    enum Late: CaseIterable {
        case reason, keyPath, notification, rate, periodic

        func register(_ player: SimulatedPlayer, _ body: @escaping () -> Void) -> PlaybackObservation {
            switch self {
            case .reason: player.observe(.reasonForWaitingToPlay) { _ in body() }
            case .keyPath: player.observe(\.timeControlStatus, options: [.old, .new]) { _, _ in body() }
            case .notification: player.onNotification(.timeJumped) { _ in body() }
            case .rate: player.onRateChange { _ in body() }
            case .periodic: player.addPeriodicTimeObserver(forInterval: .seconds(1)) { _ in body() }
            }
        }

        /// Makes a change by which such an observer is called.
        func change(_ player: SimulatedPlayer) {
            switch self {
            case .reason, .keyPath, .rate: player.play()
            case .notification, .periodic: player.seek(to: .seconds(4))
            }
        }
    }

    @Test("is nothing that had changed before the observer was registered", arguments: Late.allCases)
    func late(observer: Late) throws {
        let world = try Length.film.world
        world.player.load()
        if observer == .notification || observer == .periodic { try world.advance(by: .seconds(3)) }
        var (early, late) = (0, 0)
        var token: PlaybackObservation?
        let first = world.player.observe(.rate) { player in
            if token == nil { token = observer.register(player) { late += 1 } }
        }
        let jump = world.player.onNotification(.timeJumped) { player in
            if token == nil { token = observer.register(player) { late += 1 } }
        }
        let usual = observer.register(world.player) { early += 1 }
        observer.change(world.player)
        #expect(early > 0 && late == 0)
        world.player.pause()
        observer.change(world.player)
        #expect(late > 0)
        withExtendedLifetime((first, jump, usual)) {}
    }
}
