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
