import PlayerModel
import Testing

@testable import Simulation

/// Two players of one app, of which one is over at 7 s at the latest, and the other goes on to 40 s.
@Suite("A player that is over before its run")
struct PlayerIsOverTests {
    private static func run(
        _ network: JSONPart = "", media: JSONPart = .hls([1000], duration_s: 60, segment_s: 4),
        player: JSONPart = "", script: [JSONPart] = []
    ) throws -> Run {
        let other = JSONPart.hls([1000], duration_s: 120, segment_s: 4)
        return try ScenarioText(
            network: JSONPart.fluid(8000, #""request_bytes": 0"#).and(network),
            players: [
                ScenarioText(name: "A", media: media, player: player, script: [.load(), .play()] + script),
                ScenarioText(name: "B", media: other, player: #""preferred_forward_buffer_duration_s": 8"#),
            ],
            until_s: 40
        ).run()
    }

    private static let queue: JSONPart =
        #""class": "AVQueuePlayer", "items": [{ "name": "a", "to_s": 4 }, { "name": "b", "from_s": 40 }]"#
    private static let fault: JSONPart =
        #""retry_count": 0, "faults": [{ "of": "video", "player": "A", "from_s": 2, "to_s": 100, "status": 404 }]"#

    @Test("is not cut off: its viewer has left, or its item has failed")
    func end() throws {
        let left = try Self.run(player: #""viewer": { "watching_s": 5 }"#)
        #expect(EndWords.text(left.player(0)) == "ended: false; the viewer has left; the run ended at 40 s")
        #expect(EndWords.text(left.player(1)) == "ended: false; until_s cut the run off at 40 s")
        let failed = try Self.run(
            Self.fault, player: Self.queue.and(#""items_ahead": 0, "fail_over": "give-up""#))
        let why = "the server answered with status 404"
        #expect(
            EndWords.text(failed.player(0)) == "ended: false; the item has failed: \(why); the run ended at 40 s")
        #expect(Lanes(failed.player(0)).summary.hasSuffix("; failed: \(why)"))
    }

    @Test("by an exception, has failed with all of the app, is told of, and is spared what it is spared")
    func exception() throws {
        let run = try Self.run(player: Self.queue, script: [.does(6, "insert", #""item": "b""#)])
        for player in run.players {
            #expect(player.isCut && SessionOutcome(player)?.failed == true)
            #expect(Lanes(player).summary.hasSuffix("; failed: an exception ended the app"))
        }
        let story = try WhyText.text(run)
        #expect(story.contains("At 6.000 s an exception ended the app: NSInvalidArgumentException: an item is in"))
    }

    @Test(
        "says what came of a queue, and waits for nothing where it plays on behind the end",
        arguments: [
            (#""class": "AVQueuePlayer", "items": [{ "name": "a" }, { "name": "b" }]"#, 20, "did not reach the end"),
            (#""class": "AVQueuePlayer", "items": [{ "name": "a" }, { "name": "b" }]"#, 60, "reached the end"),
            (#""action_at_item_end": "none""#, 60, "reached the end"),
        ] as [(JSONPart, JSONPart, String)])
    func summary(player: JSONPart, until_s: JSONPart, words: String) throws {
        let run = try ScenarioText(
            network: .fluid(8000), media: .hls([1000], duration_s: 12, segment_s: 4), player: player,
            until_s: until_s
        ).run().player(0)
        let lanes = Lanes(run)
        #expect(lanes.summary.hasSuffix("; \(words)") && !lanes.isForEver && lanes.end == run.outcome.at)
    }
}
