import PlayerModel
import Testing

@testable import Simulation

/// What is right alone, and was wrong behind something else.
@Suite("Figures hold in a row")
struct FiguresInARowTests {
    /// Playback stalls at 3.2 s, and stays paused by itself; a person pauses at 4 s and plays again at 10 s.
    private static func pausedInAStall(by call: String, viewer: JSONPart = "") -> ScenarioText {
        ScenarioText(
            network: .fluid(400), media: #"{"kind": "progressive", "duration_s": 20, "bitrate_kbps": 1000}"#,
            player: JSONPart(#""automatically_waits_to_minimize_stalling": false"#).and(viewer),
            script: [.load(), .play(2), .does(4, call), .play(10)], until_s: 12)
    }

    @Test(
        "a stall ends with a pause, also where the player is paused already",
        arguments: ["pause", "begin_interruption"])
    func pause(call: String) throws {
        let run = try Self.pausedInAStall(by: call).run()
        #expect(run.words("stall_time_s") == "0.8 s")
    }

    @Test("whoever has paused is not driven away by the stall before")
    func patience() throws {
        let run = try Self.pausedInAStall(by: "pause", viewer: #""viewer": {"stall_patience_s": 5}"#).run()
        #expect(run.player(0).playback.leftAt == nil)
    }

    /// An item of 10 s, whose clock goes on behind the end.
    private static func behindTheEnd(_ player: JSONPart, _ script: [JSONPart]) -> ScenarioText {
        ScenarioText(
            network: .fluid(1000), media: #"{"kind": "local", "duration_s": 10, "bitrate_kbps": 1000}"#,
            player: JSONPart(#""action_at_item_end": "none""#).and(player),
            script: [.load(), .play()] + script, until_s: 20)
    }

    @Test(
        "what passes behind the end is not played, at whatever rate",
        arguments: [
            ("", [JSONPart.does(12, "set_rate", #""rate": 2"#), .does(14, "pause"), .play(15)], "10 s"),
            (#""preroll_s": 0.3"#, [.does(5, "seek", #""to_s": 10"#), .does(9, "pause")], "4.7 s"),
            (
                #""forward_playback_end_time_s": 4"#, [.does(5, "set_rate", #""rate": 0.5"#), .does(9, "pause")],
                "4 s"
            ),
            ("", [.does(12, "set_rate", #""rate": 2"#), .does(14, "seek", #""to_s": 8"#)], "11 s"),
        ])
    func end(player: JSONPart, script: [JSONPart], played: String) throws {
        let run = try Self.behindTheEnd(player, script).run()
        #expect(run.words("played_time_s") == played)
    }

    @Test("nor does anybody have seen it who watches for so long")
    func watching() throws {
        let script: [JSONPart] = [.does(12, "set_rate", #""rate": 2"#)]
        let run = try Self.behindTheEnd(#""viewer": {"watching_s": 11}"#, script).run()
        #expect(run.player(0).playback.leftAt == nil)
    }
}
