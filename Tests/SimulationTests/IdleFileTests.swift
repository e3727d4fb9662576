import PlayerModel
import Testing

@testable import Simulation

/// A file that was asked for, and that what is fetched by now does without: whatever becomes of it, playback goes on.
@Suite("Files that nothing needs any more")
struct IdleFileTests {
    private static func run(
        _ player: String, of kind: String, from: String, to: String, which: String = "",
        fault: String = #""silent_after_bytes": 0"#, media: String, script: String,
        network: String = #""down_kbps": 20000"#
    ) throws -> Run {
        let judgement = try Judgement.judged(
            readScenario(
                """
                {"network": {"transport": "fluid", "delay_ms": 20, \(network), "faults":
                  [{"of": "\(kind)"\(which), \(fault), "from_s": \(from), "to_s": \(to)}]},
                 "media": {"kind": "hls", "duration_s": 300, "segment_s": 4, \(media)},
                 "player": \(player),
                 "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}\(script)]}
                """)
        )
        return try #require(judgement.run)
    }

    private static let two = """
        "variants": [{"bitrate_kbps": 500, "playlist_bytes": 2000}, {"bitrate_kbps": 2000, "playlist_bytes": 2000}]
        """

    /// Steering leads away from the first host at 5 s. Its playlist of the second variant runs out of time at 21 s with
    /// Shaka, at 35 s with ExoPlayer, and at 42 s with dash.js, none of which turns for that.
    @Test("of the host that steering has led away from", arguments: ["shaka", "exoplayer", "dash.js"])
    func steered(player: String) throws {
        let run = try Self.run(
            "\"\(player)\"", of: "video playlist", from: "0", to: "300", which: #", "variant": 2"#,
            media: """
                "pathways": ["a", "b"], "steering": {"ttl_s": 5, "priority": [
                  {"pathways": ["a", "b"]}, {"from_s": 4, "pathways": ["b", "a"]}]}, \(Self.two)
                """, script: "")
        #expect(run["end_reached"] == 1)
        #expect(ErrorLog(run.player(0)).entries.last?.recovery == .askedAnew)
    }

    /// French is asked for at 20 s, and German at 22 s; the playlist of the French sound runs out of time at 40 s.
    @Test("of the language before the last", arguments: ["avplayer", "shaka"])
    func language(player: String) throws {
        let audio = ["en", "fr", "de"].map { #"{"language": "\#($0)", "bitrate_kbps": 64, "playlist_bytes": 2000}"# }
        let run = try Self.run(
            #"{"profile": "\#(player)", "playlist_requests": {"rule": "doubling", "retry_count": 0, "timeout_s": 20}}"#,
            of: "audio playlist", from: "19", to: "21",
            media: """
                "variants": [{"bitrate_kbps": 1000, "playlist_bytes": 2000}],
                "audio": [\(audio.joined(separator: ", "))]
                """,
            script: """
                , {"at_s": 20, "do": "select_audio", "language": "fr"},
                {"at_s": 22, "do": "select_audio", "language": "de"}
                """)
        #expect(run["end_reached"] == 1)
        #expect(ErrorLog(run.player(0)).entries.map { $0.recovery } == [.askedAnew])
    }

    /// The playlist of variant 2 never comes. Of variant 1, to which the app keeps the player at 2 s, 4 s are there.
    @Test("of a variant that the app permits no longer", arguments: ["shaka", "hls.js", "avplayer"])
    func limited(player: String) throws {
        let run = try Self.run(
            #"{"profile": "\#(player)", "first_variant": "lowest"}"#, of: "video playlist", from: "0", to: "300",
            which: #", "variant": 2"#, media: Self.two,
            script: #", {"at_s": 2, "do": "set_preferred_peak_bit_rate", "value_kbps": 600}"#)
        #expect(run["end_reached"] == 1)
        #expect(run["stall_count"] == 0)
    }

    /// Segment 4 of variant 1 is there when that of variant 2, which is to replace it, is missing.
    @Test("of what is there already")
    func replacing() throws {
        let run = try Self.run(
            """
            {"switching": "throughput", "first_variant": "lowest", "replace_segment": "left", "fail_over": "give-up"}
            """, of: "video", from: "0", to: "300", which: #", "variant": 2, "chunk": 4"#, fault: #""status": 404"#,
            media: #""variants": [{"bitrate_kbps": 100}, {"bitrate_kbps": 2000}]"#, script: "",
            network: #""phases": [{"for_s": 1.5, "down_kbps": 1500}, {"down_kbps": 20000}]"#)
        #expect(run["end_reached"] == 1)
        #expect(ErrorLog(run.player(0)).entries.first?.recovery == .doneWithout)
    }
}
