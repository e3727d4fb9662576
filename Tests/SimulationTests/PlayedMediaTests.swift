import PlayerModel
import Testing

@testable import Simulation

/// Of ten chunks of a second and 100,000 bytes each takes half a second: when the item is loaded once more, four have
/// come and half of the fifth, and nothing was played. All of them come again.
@Suite("Bytes of an item that goes before anything of it was played") struct PlayedMediaTests {
    private static func run(_ media: JSONPart, replacing rule: String) throws -> Run {
        try ScenarioText(
            network: .fluid(1600), media: media,
            player: #""keep_up": "first-chunk", "replace_segment": "\#(rule)""#,
            script: [.load(), .load(2.25), .play(3)]
        ).judgedRun()
    }

    /// Only a stream has variants, so that a chunk of a file that comes twice is not one that replaces another.
    @Test("were fetched in vain, whatever the rule for replacing is", arguments: ["none", "left", "right"])
    func progressive(rule: String) throws {
        let run = try Self.run(.progressive(800, duration_s: 10, chunk_s: 1), replacing: rule)
        #expect(run["down_bytes"] == 1_450_000 && run["never_played_bytes"] == 450_000)
        #expect(Figures(run.player(0)).played.bytes == 1_000_000)
    }

    @Test("of a file on the device none came at all", arguments: ["none", "left", "right"])
    func local(rule: String) throws {
        let run = try Self.run(.local(800, duration_s: 10), replacing: rule)
        #expect(run["down_bytes"] == 0 && run["never_played_bytes"] == 0)
    }
}

/// Playback jumps at 2 s, from 1 s to 30.5 s: of a minute in segments of 4 s the first is played, and the last eight.
@Suite("Segments of which a part was played") struct PlayedSegmentTests {
    @Test("are played, in however many pieces they come", arguments: [1, 4])
    func jump(pieces: Int) throws {
        let run = try ScenarioText(
            network: .fluid(20_000),
            media: .hls([1000, 500], duration_s: 60, segment_s: 4, "\"chunks_per_segment\": \(pieces)"),
            player: #""switching": "throughput""#,
            script: [
                .load(), .play(1),
                .does(2, "seek", #""to_s": 30.5, "tolerance_before_s": 0, "tolerance_after_s": 0"#),
            ]
        ).judgedRun()
        // 9 × 1000 kbit/s, without a change, a stall or a wait.
        #expect(run["yin_score"] == 9_000_000_000)
    }
}
