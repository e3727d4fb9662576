import PlayerModel
import Testing

@testable import Simulation

/// A server lists whole segments, or whole parts: what a window, or a history, has beyond them is not listed.
@Suite("Windows that are filled by whole pieces")
struct LivePieceTests {
    private static func run(_ live: JSONPart, _ more: JSONPart = "") throws -> Run {
        try LiveTests.text(
            live, network: .fluid(8000, #""request_bytes": 0"#), segment_s: 4, until_s: 30, more
        ).judgedRun()
    }

    /// HOLD-BACK is 12 s.
    @Test("the phase of the join is that of the newest segment, whatever the window is", arguments: 24...28)
    func phase(window: Int) throws {
        for before in [0, 3] {
            let live: JSONPart = #""window_s": \#(window), "listed_before_s": \#(before)"#
            // Of the longest segments: those of 1 s each would fill 25 s as well.
            for audio: JSONPart in ["", #""audio": { "bitrate_kbps": 64, "segment_s": 1 }"#] {
                let own = try Self.run(live, audio)
                let listed = try #require(own.player(0).playback.listings.first).value.range
                #expect(listed.upperBound == .seconds(window == 28 ? 28 : 24))
                let filled: JSONPart = #""window_s": \#(window == 28 ? 28 : 24), "listed_before_s": \#(before)"#
                let (latency, other) = (
                    try #require(own["live_latency_mean_s"]),
                    try #require(try Self.run(filled, audio)["live_latency_mean_s"])
                )
                // A second more of the sound has a line more in its playlist.
                #expect(abs(latency - other) < 1_000_000)
            }
        }
    }

    @Test(
        "what is not filled is told",
        arguments: [
            // A target duration of 3 s.
            (
                #""window_s": 9"#, "2.5",
                "a window holds three target durations at least, 9 s, and whole segments fill 7.5 s of this one "
                    + "(RFC 8216, 6.2.2): playback may fall out"
            ),
            (#""window_s": 9, "part_s": 0.5"#, "2.5", nil), (#""window_s": 10"#, "2.5", nil),
            (
                #""window_s": 17, "hold_back_s": 16.5"#, "4",
                "HOLD-BACK is longer than what whole segments fill of the window, 16 s: playback begins with the "
                    + "oldest segment"
            ),
            (#""window_s": 17, "hold_back_s": 16"#, "4", nil),
            (
                #""window_s": 24.2, "part_s": 0.5, "part_hold_back_s": 24.1"#, "4",
                "PART-HOLD-BACK is longer than what whole parts fill of the window, 24 s: playback begins with the "
                    + "oldest segment"
            ),
            (
                #""event": true, "history_s": 10"#, "4",
                "no segment ends at 'history_s': the newest ends at 8 s, and so it was listed earlier than "
                    + "'listed_before_s' says"
            ),
            (#""event": true, "history_s": 10, "part_s": 0.5"#, "4", nil),
            (#""event": true, "history_s": 3"#, "4", nil),
            (
                #""part_s": 0.5, "listed_before_s": 1.7"#, "4",
                "'listed_before_s' is longer than a part: by then another would have been listed"
            ),
            (#""part_s": 0.5, "listed_before_s": 0.4"#, "4", nil), (#""listed_before_s": 1.7"#, "4", nil),
        ] as [(JSONPart, JSONPart, String?)])
    func warnings(live: JSONPart, segment_s: JSONPart, words: String?) throws {
        let warnings = try LiveTests.text(live, segment_s: segment_s).read().warnings.map { $0.message }
        #expect(warnings == (words.map { [$0] } ?? []))
    }

    /// The run ends at 30 s.
    @Test(
        "an encoder that lists nothing before the run ends is told, at what keeps it from that",
        arguments: [
            (#""history_s": 0, "outages": [{ "from_s": 0, "to_s": 40 }]"#, "4", 40, #"{ "from_s": 0"#),
            (
                #""history_s": 0, "outages": [{ "from_s": 1, "to_s": 3 }, { "from_s": 4, "to_s": 30 }]"#, "4", 30,
                #"{ "from_s": 4"#
            ),
            (#""history_s": 4, "outages": [{ "from_s": 0, "to_s": 30 }]"#, "4", 30, #"{ "from_s": 0"#),
            (#""history_s": 8, "outages": [{ "from_s": 0, "to_s": 40 }]"#, "4", nil, ""),
            (#""history_s": 0, "outages": [{ "from_s": 0, "to_s": 29 }]"#, "4", nil, ""),
            (#""event": true, "part_s": 1, "outages": [{ "from_s": 2, "to_s": 40 }]"#, "4", nil, ""),
            (#""history_s": 0, "window_s": 120"#, "40", 40, #"0, "window_s""#),
            (#""event": true"#, "40", 40, "true"), (#""event": true"#, "29", nil, ""),
        ] as [(JSONPart, JSONPart, Int?, String)])
    func silence(live: JSONPart, segment_s: JSONPart, end: Int?, mark: String) throws {
        let text = LiveTests.text(live, segment_s: segment_s, until_s: 30)
        let warnings = try text.read().warnings
        let words = end.map { "nothing is listed before \($0) s, and the run ends at 30 s: nothing of it plays" }
        #expect(warnings.map { $0.message } == (words.map { [$0] } ?? []))
        let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
        for place in warnings.map({ $0.place }) {
            let rest = lines[Int(place.line) - 1].utf8.dropFirst(Int(place.column) - 1)
            #expect(rest.starts(with: mark.utf8), "\(String(rest) ?? "")")
        }
    }

    @Test("so is a distance from the edge at which nothing is listed", arguments: [(16, 0), (17, 1)])
    func offset(offset: Int, count: Int) throws {
        let player: JSONPart = #""live": { "configured_time_offset_from_live_s": \#(offset) }"#
        let warnings = try LiveTests.text(#""window_s": 18"#, segment_s: 4, player: player).read().warnings
        let words = "is longer than what is listed of the window, 16 s: playback begins with the oldest segment"
        #expect(warnings.count { $0.message.hasSuffix(words) } == count)
    }
}
