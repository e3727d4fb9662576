import AutowaitTesting
import Testing

/// A controller that makes another item a second after one has failed.
@MainActor
private final class RetryController<Player: PlaybackPlayer> {
    var isPlaying: Bool { player.timeControlStatus == .playing }

    private let player: Player
    private let clock: any Clock<Duration>
    private let makeItem: () -> Player.Item
    private var observation: PlaybackObservation?

    init(_ player: Player, clock: any Clock<Duration>, makeItem: @escaping () -> Player.Item) {
        (self.player, self.clock, self.makeItem) = (player, clock, makeItem)
        observation = player.observeCurrentItem(.status) { [unowned self] in retryIfFailed() }
    }

    func start() {
        player.replaceCurrentItem(with: makeItem())
        player.play()
    }

    private func retryIfFailed() {
        guard player.currentItem?.status == .failed else { return }
        Task { [weak self, clock] in
            try? await clock.sleep(for: .seconds(1))
            self?.start()
        }
    }
}

@MainActor
@Suite("An app that makes another try")
struct RetryTests {
    @Test("is told by run(until:) that an item has failed, and that advance(until:atMost:) waits on")
    func retry() async throws {
        let world = try World(
            scenario: """
                {
                  "network": { "down_kbps": 8000, "faults": [{ "of": "video", "status": 404, "times": 2 }] },
                  "media": { "kind": "hls", "duration_s": 60, "variants": [{ "bitrate_kbps": 800 }] }
                }
                """)
        let controller = RetryController(world.player, clock: world.clock, makeItem: { world.player.makeItem() })
        controller.start()
        do {
            try await world.run(until: controller.isPlaying)
            Issue.record("the first item cannot play")
        } catch WorldError.notReached(let story) {
            #expect(
                story.hasPrefix("AutowaitTestingTests/RetryTests.swift:") && story.contains(": an item has failed; "))
            #expect(story.contains("advance(until:atMost:) waits on"))
        }
        let isPlaying = try await world.advance(until: { controller.isPlaying }, atMost: .seconds(60))
        #expect(isPlaying)
    }

    private nonisolated static let stream = """
        "kind": "hls", "duration_s": 20, "segment_s": 2, "multivariant_playlist_bytes": 900,
        "variants": [{ "bitrate_kbps": 800 }]
        """
    private nonisolated static let file = #""kind": "progressive", "duration_s": 20, "bitrate_kbps": 800"#

    /// Something of the first item never comes, and times out after a minute.
    @Test(
        "asks for everything anew with another item, though a request of the one before hangs",
        arguments: [("multivariant playlist", stream), ("video", stream), ("file", file)])
    func another(hung: String, media: String) async throws {
        let world = try World(
            scenario: """
                {
                  "network": {
                    "transport": "fluid", "down_kbps": 8000,
                    "faults": [{ "of": "\(hung)", "silent_after_bytes": 0 }]
                  },
                  "media": { \(media) },
                  "player": { "keep_up": "first-chunk" }
                }
                """)
        let controller = RetryController(world.player, clock: world.clock, makeItem: { world.player.makeItem() })
        controller.start()
        try await world.advance(by: .seconds(6))
        #expect(!controller.isPlaying)
        controller.start()
        try await world.advance(by: .seconds(1))
        #expect(controller.isPlaying)
    }
}
