import AutowaitTesting
import PlayerModel
import Testing

// The code of apps, as it compiles over an AVPlayer, which is Sendable because it is bound to the main actor.

@MainActor
private func playAfterSeek<Player: PlaybackPlayer>(_ player: Player) {
    player.seek(to: .zero) { [weak player] _ in MainActor.assumeIsolated { player?.play() } }
}

@MainActor
private func playInTask<Player: PlaybackPlayer>(_ player: Player) {
    player.seek(to: .zero) { _ in Task { @MainActor in player.play() } }
}

@MainActor
private func playAtPlace<Player: PlaybackPlayer>(_ player: Player) -> Any {
    player.addPeriodicTimeObserver(forInterval: .init(seconds: 1, preferredTimescale: 600), queue: .main) { time in
        MainActor.assumeIsolated {
            let duration = player.currentItem?.duration ?? .indefinite
            if time.isValid, duration.isIndefinite || time < duration { player.play() }
        }
    }
}

@MainActor
private func seekItem<Player: PlaybackPlayer>(_ player: Player, _ item: Player.Item) {
    item.seek(to: .zero) { _ in MainActor.assumeIsolated { if item.duration.isValid { player.play() } } }
}

@MainActor
private func seekAsynchronously<Player: PlaybackPlayer>(_ player: Player) async -> Bool {
    async let isDone = player.seek(to: .zero)
    return await isDone
}

@MainActor
private func seekInGroup<Player: PlaybackPlayer>(_ player: Player, _ item: Player.Item) async -> [Bool] {
    await withTaskGroup(of: Bool.self) { group in
        group.addTask { await player.seek(to: .zero) }
        group.addTask { await item.seek(to: .zero) }
        var answers: [Bool] = []
        for await answer in group { answers.append(answer) }
        return answers
    }
}

// Neither is awaited: the completion handler of AVFoundation's methods is nil unless there is one.

@MainActor
private func rewind<Item: PlaybackItem>(_ item: Item, exactly: Bool) {
    if exactly { item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero) } else { item.seek(to: .zero) }
}

@MainActor
private func preroll<Player: PlaybackPlayer>(_ player: Player) { player.preroll(atRate: 1) }

@MainActor
private func prerollAsynchronously<Player: PlaybackPlayer>(_ player: Player) async -> Bool {
    await player.preroll(atRate: 1)
}

@MainActor
private func place<Player: PlaybackPlayer>(
    of item: Player.Item, in places: [Player.Item: Int], _ player: Player
) -> Int? { player.currentItem == item ? places[item] : nil }

@MainActor
private func halfASecondOn<Item: PlaybackItem>(_ item: Item) -> Item.Time {
    item.currentTime() + Item.Time(value: 1, timescale: 2)
}

@MainActor
private final class Ticks { var count = 0 }

/// A screen that ends its time observer when it is released.
@MainActor
private final class Progress<Player: PlaybackPlayer> {
    private let player: Player
    private var token: Any?

    init(_ player: Player, _ ticks: Ticks) {
        self.player = player
        let interval = Player.Item.Time(value: 1, timescale: 10)
        token = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { _ in
            MainActor.assumeIsolated { ticks.count += 1 }
        }
    }

    deinit { MainActor.assumeIsolated { if let token { player.removeTimeObserver(token) } } }
}

@MainActor
private func isWaiting<Player: PlaybackPlayer>(_ player: Player) -> Bool {
    switch player.timeControlStatus {
    case .waitingToPlayAtSpecifiedRate: true
    case .paused, .playing: false
    default: false
    }
}

@MainActor
@Suite("Code that is generic over a player compiles as that over AVPlayer does, in closures and in tasks")
struct GenericCodeTests {
    enum Sample: CaseIterable { case handler, task, observer, item, asynchronous, group }

    @Test("and does the same", arguments: Sample.allCases)
    func sample(sample: Sample) async throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 4000), media: .hls([800], duration: .seconds(60), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk")))
        let (player, item) = (world.player, world.player.makeItem())
        player.replaceCurrentItem(with: item)
        try await world.advance(by: .seconds(5))
        var tasks: [Task<Void, Never>] = []
        var token: Any?
        switch sample {
        case .handler: playAfterSeek(player)
        case .task: playInTask(player)
        case .observer:
            token = playAtPlace(player)
            player.seek(to: .seconds(1)) { _ in }
        case .item: seekItem(player, item)
        case .asynchronous: tasks = [Task { if await seekAsynchronously(player) { player.play() } }]
        case .group: tasks = [Task { if await seekInGroup(player, item).contains(true) { player.play() } }]
        }
        try await world.advance(by: .seconds(5))
        #expect(player.rate == 1 && world.error == nil)
        for task in tasks { await task.value }
        token.map(player.removeTimeObserver)
    }

    @Test("and seeks an item, and prerolls, without a completion handler", arguments: [false, true])
    func withoutHandler(isGeneric: Bool) async throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 4000), media: .hls([800], duration: .seconds(60), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk", also: "\"preroll_s\": 1")))
        let (player, item) = (world.player, world.player.makeItem(from: .seconds(20)))
        for exactly in [false, true] {
            if isGeneric { rewind(item, exactly: exactly) } else { Self.rewindKnown(item, exactly: exactly) }
            #expect(item.currentTime() == .zero)
            item.seek(to: .seconds(20), completionHandler: nil)
        }
        player.replaceCurrentItem(with: item)
        try await world.advance(by: .seconds(5))
        if isGeneric { preroll(player) } else { Self.prerollKnown(player) }
        let prerolled = Task { isGeneric ? await prerollAsynchronously(player) : await player.preroll(atRate: 1) }
        try await world.advance(by: .seconds(5))
        #expect(await prerolled.value && world.error == nil)
    }

    // The same where the types are known.

    private static func prerollKnown(_ player: SimulatedPlayer) { player.preroll(atRate: 1) }

    private static func rewindKnown(_ item: SimulatedPlayerItem, exactly: Bool) {
        if !exactly { return item.seek(to: .zero) }
        item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
    }

    @Test("and items are equal to themselves, and keys of a dictionary")
    func items() throws {
        let world = try World(WorldScenario(network: .fluid(down_kbps: 4000), media: ScreenCheck.film))
        let (player, item, other) = (world.player, world.player.makeItem(), world.player.makeItem())
        player.replaceCurrentItem(with: item)
        player.play()
        #expect(place(of: item, in: [item: 1, other: 2], player) == 1)
        #expect(place(of: other, in: [item: 1, other: 2], player) == nil)
        #expect(isWaiting(player))
    }

    @Test("and a time may be a fraction of a second, and its observer end with a screen that is released")
    func fraction() throws {
        let world = try World(
            WorldScenario(
                network: .fluid(down_kbps: 4000), media: .hls([800], duration: .seconds(60), segment: .seconds(2)),
                player: .player(keepUp: "first-chunk")))
        let (item, ticks) = (world.player.makeItem(from: .seconds(20)), Ticks())
        #expect(halfASecondOn(item) == .milliseconds(20_500))
        world.player.replaceCurrentItem(with: item)
        world.player.play()
        var progress: Progress? = Progress(world.player, ticks)
        try world.advance(by: .seconds(5))
        #expect(progress != nil && ticks.count > 10)
        progress = nil
        let count = ticks.count
        try world.advance(by: .seconds(5))
        #expect(ticks.count == count && world.error == nil)
    }

    @Test("and a time has its module's name where that of the engine's is known, too")
    func time() throws {
        let world = try World(WorldScenario(network: .fluid(down_kbps: 4000), media: ScreenCheck.film))
        let (place, own): (AutowaitTesting.MediaTime, PlayerModel.MediaTime) = (world.player.currentTime(), .zero)
        #expect(place.nanoseconds == own.nanoseconds)
    }
}
