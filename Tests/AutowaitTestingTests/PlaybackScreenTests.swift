import AutowaitTesting
import Testing

/// The requirements on a screen, as checks that return the fault in words: so that they can be seen to fail, too.
@MainActor
struct ScreenCheck {
    typealias Screen = PlaybackScreen<SimulatedPlayer>

    static let film = WorldScenario.Media.hls([3000, 800], duration: .seconds(60), segment: .seconds(2))

    let mistake: Screen.Mistake?

    private func open(
        _ network: WorldScenario.Network, media: WorldScenario.Media = film, keepUp: String = "first-chunk",
        also keys: String = "", count: Int = 1
    ) throws -> (World, Screen) {
        let player = WorldScenario.Player.queuePlayer(keepUp: keepUp, also: keys)
        let world = try World(WorldScenario(network: network, media: media, player: player))
        let screen = Screen(
            world.player, clock: world.clock, now: { world.now / .seconds(1) }, mistake: mistake,
            makeItem: { world.player.makeItem() })
        screen.open(count: count)
        return (world, screen)
    }

    /// The check that a mistake fails, and nothing else does.
    func complaint(about mistake: Screen.Mistake) async throws -> String? {
        switch mistake {
        case .projectsWithRate: try progress()
        case .waitsForKeepUp: try fullBuffer()
        case .forgetsToSeekToZero: try treadmill()
        case .retriesAtOnce: try await retries()
        case .spinnerWhileEvaluating: try evaluating()
        case .takesRateForPlayback: try tunnel()
        case .leaksTimeObserver: try closing()
        case .staysPausedAfterCall: try call(whilePlaying: true)
        case .playsUnaskedAfterCall: try call(whilePlaying: false)
        case .limitsTooLate: try limit()
        }
    }

    private func progress() throws -> String? {
        let (world, screen) = try open(
            .fluid(down_kbps: 1716), media: .progressive(bitrate_kbps: 2000, duration: .seconds(39)),
            keepUp: "play-through")
        screen.tapPlay()
        for _ in 0..<100 {
            try world.advance(by: .milliseconds(100))
            let place = world.player.currentTime().seconds
            if abs(screen.progress - place) > 0.001 {
                return "at \(world.now) the bar is at \(screen.progress) s, and playback at \(place) s"
            }
        }
        return nil
    }

    private func fullBuffer() throws -> String? {
        let (world, screen) = try open(
            .fluid(down_kbps: 1000), media: .progressive(bitrate_kbps: 2000, duration: .seconds(39)),
            keepUp: "play-through", also: #""preferred_forward_buffer_duration_s": 5"#)
        screen.tapPlay()
        let item = world.player.currentItem
        try world.run(until: item?.isPlaybackBufferFull == true)
        try world.advance(by: .milliseconds(1))
        return screen.content == .playing ? nil : "the buffer is full, no more will come, and nothing plays"
    }

    private func treadmill() throws -> String? {
        let (world, screen) = try open(
            .fluid(down_kbps: 8000), media: .hls([800], duration: .seconds(10), segment: .seconds(2)), count: 2)
        screen.tapPlay()
        var ends = 0
        let token = world.player.onNotification(.didPlayToEndTime) { _ in ends += 1 }
        defer { token.invalidate() }
        do {
            try world.advance(by: .seconds(45))
        } catch WorldError.timeStandsStill(let instant) {
            return "at \(instant) items end as soon as they begin: nobody has sought to zero"
        }
        return (3...4).contains(ends) ? nil : "\(ends) items of 10 s end in 45 s"
    }

    private func retries() async throws -> String? {
        let world = try World(
            scenario: """
                {
                  "network": {
                    "down_kbps": 8000, "delay_ms": 20, "faults": [{ "of": "video", "status": 404, "times": 1000 }]
                  },
                  "media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }] },
                  "player": { "class": "AVQueuePlayer" }
                }
                """)
        let screen = Screen(
            world.player, clock: world.clock, now: { world.now / .seconds(1) }, mistake: mistake,
            makeItem: { world.player.makeItem() })
        screen.open()
        screen.tapPlay()
        try await world.advance(by: .seconds(60))
        screen.close()
        return screen.tries <= 6 ? nil : "\(screen.tries) tries in a minute: a storm of requests"
    }

    private func evaluating() throws -> String? {
        let (world, screen) = try open(.fluid(down_kbps: 20_000, delay: .milliseconds(30)), keepUp: "play-through")
        screen.tapPlay()
        try world.run(until: screen.content == .playing)
        return screen.contents.contains(.spinner) ? "a spinner flickers, while the player evaluates" : nil
    }

    private func tunnel() throws -> String? {
        let (world, screen) = try open(.fluid(down_kbps: 1000))
        screen.tapPlay()
        try world.run(until: world.player.timeControlStatus == .playing)
        world.breakNetwork(for: .seconds(60))
        var stalls = 0
        let token = world.player.onNotification(.playbackStalled) { _ in stalls += 1 }
        defer { token.invalidate() }
        try world.run(until: stalls == 1)
        return screen.content == .spinner ? nil : "it stalls, and there is no spinner"
    }

    private func closing() throws -> String? {
        let (world, screen) = try open(.fluid(down_kbps: 8000))
        screen.tapPlay()
        try world.advance(by: .seconds(5))
        screen.close()
        let updates = screen.updates
        world.player.play()
        try world.advance(by: .seconds(5))
        return screen.updates == updates ? nil : "the screen is closed, and still observes the time"
    }

    private func call(whilePlaying: Bool) throws -> String? {
        let (world, screen) = try open(.fluid(down_kbps: 8000))
        screen.tapPlay()
        try world.advance(by: .seconds(5))
        if !whilePlaying { screen.tapPause() }
        world.player.interrupt(.audioSession)
        try world.advance(by: .seconds(30))
        screen.callEnded()
        try world.advance(by: .seconds(1))
        let isPlaying = world.player.timeControlStatus == .playing
        if whilePlaying, !isPlaying { return "the call is over, and nothing plays" }
        return !whilePlaying && isPlaying ? "the call is over, and plays what the person had paused" : nil
    }

    private func limit() throws -> String? {
        let (world, screen) = try open(.fluid(down_kbps: 1000))
        screen.tapPlay()
        try world.run(until: screen.content == .playing)
        let seconds = world.now / .seconds(1)
        return seconds < 4 ? nil : "it starts after \(seconds) s, with a variant that the item did not permit"
    }
}

@MainActor
@Suite("A screen's mistakes are caught by tests in a world")
struct PlaybackScreenTests {
    typealias Mistake = PlaybackScreen<SimulatedPlayer>.Mistake

    @Test("one without mistakes passes all checks", arguments: Mistake.allCases)
    func isRight(mistake: Mistake) async throws {
        #expect(try await ScreenCheck(mistake: nil).complaint(about: mistake) == nil)
    }

    nonisolated static let words: [(Mistake, String)] = [
        (.projectsWithRate, "the bar is at"), (.waitsForKeepUp, "nothing plays"),
        (.forgetsToSeekToZero, "nobody has sought to zero"), (.retriesAtOnce, "a storm of requests"),
        (.spinnerWhileEvaluating, "while the player evaluates"), (.takesRateForPlayback, "there is no spinner"),
        (.leaksTimeObserver, "still observes the time"), (.staysPausedAfterCall, "nothing plays"),
        (.playsUnaskedAfterCall, "what the person had paused"), (.limitsTooLate, "did not permit"),
    ]

    @Test("each mistake is found, in words that name it", arguments: words)
    func isFound(mistake: Mistake, words: String) async throws {
        let complaint = try await ScreenCheck(mistake: mistake).complaint(about: mistake)
        #expect(complaint?.contains(words) == true, "\(complaint ?? "no complaint")")
    }

    @Test("all mistakes have a check")
    func all() { #expect(Set(Self.words.map(\.0)) == Set(Mistake.allCases)) }
}
