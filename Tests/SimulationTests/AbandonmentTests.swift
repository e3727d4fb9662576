import PlayerModel
import Testing

@testable import Simulation

/// Segments of two seconds, 200,000 bytes of the higher variant and 100,000 of the lower, over 1.6 Mbit/s. The second
/// is asked for at 1 s; soon 12,500 bytes come in a second.
@Suite("Giving a segment up")
struct AbandonmentTests {
    private static func text(
        _ rule: String, transport: String = "fluid", slowAt: String = "1.2", chunks: Int = 1,
        first: String = "highest",
        switching: String = "throughput", more: String = ""
    ) -> String {
        """
        { "network": { "transport": "\(transport)", "down_kbps": 1600, "request_bytes": 0 },
          "media": { "kind": "hls", "duration_s": 12, "segment_s": 2, "chunks_per_segment": \(chunks),
            "variants": [{ "bitrate_kbps": 800 }, { "bitrate_kbps": 400 }] },
          "player": { "keep_up": "first-chunk", "first_variant": "\(first)", "switching": "\(switching)",
            "abandon_segment": \(rule) },
          "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
            { "at_s": \(slowAt), "do": "change_network", "down_kbps": 100 },
            { "at_s": 4, "do": "change_network", "down_kbps": 1600 }\(more)], "until_s": 300 }
        """
    }

    private func run(_ text: String) throws -> (run: Run, diary: Diary) {
        let scenario = try readScenario(text)
        if let objection = Judgement.of(scenario) { Issue.record("\(objection)") }
        let run = try Run(scenario)
        return (run, Diary(run))
    }

    /// After 1.0 s 50,000 bytes have come, and the rest would take 3 s: 4 s in all, more than 1.8 × 2 s; and longer
    /// than the second that is ahead. A quarter of a second before, 46,875 bytes made 3.2 s of it.
    @Test("wastes what has come until then, to the byte", arguments: [#""dash.js""#, #""hls.js""#])
    func isExact(rule: String) throws {
        let (run, diary) = try run(Self.text(rule))
        #expect(
            diary.lines.prefix(6).map { $0.description } == [
                "0 video 1: 0..<1", "1 video 1: 1..<2", "2 video 1 cancelled", "2 switches 1 to 2",
                "2 video 2: 1..<2", "2 video 1 wasted 50000",
            ])
        let loaded = diary.variants.enumerated().filter { $0.offset != 1 }.reduce(0) {
            $0 + ($1.element == 1 ? 200_000 : 100_000)
        }
        #expect(run["down_bytes"] == Int64(loaded) + 50_000)
        #expect(run["never_played_bytes"] == 50_000)
        #expect(run["end_reached"] == 1)
        #expect(diary.words("video").filter { $0.contains("cancelled") }.count == 1)
    }

    @Test("looks as often as it is told to")
    func looks() throws {
        // At 0.75 s it would be too soon, and at 1.5 s 56,250 bytes have come.
        let rule = #"{ "rule": "dash.js", "after_s": 0.75, "every_s": 0.75 }"#
        #expect(try run(Self.text(rule)).diary.lines("video 1 wasted") == ["2.5 video 1 wasted 56250"])
        let patient = #"{ "rule": "dash.js", "multiple_ratio": 20 }"#
        #expect(try run(Self.text(patient)).diary.lines("video 1 wasted") == [])
        let late = #"{ "rule": "dash.js", "after_s": 60 }"#
        #expect(try run(Self.text(late)).diary.lines("video 1 wasted") == [])
        #expect(try run(Self.text(#""never""#)).diary.lines("video 1 wasted") == [])
    }

    @Test("is over where a chunk of the segment is loaded")
    func loadedChunk() throws {
        // A quarter is loaded at 1.25 s.
        #expect(try run(Self.text(#""dash.js""#, slowAt: "1.26", chunks: 4)).diary.lines("video 1 wasted") == [])
        // At 1.5 s 25,000 bytes have come, and the rest would take 3.5 s.
        let early = try run(Self.text(#""dash.js""#, slowAt: "1.1", chunks: 4)).diary
        #expect(early.lines("video 1 wasted") == ["1.5 video 1 wasted 25000"])
        #expect(early.words("video 2: 4").prefix(1) == ["video 2: 4..<8"], "all of it is asked for anew")
    }

    @Test("may be of the first segment, and then another variant starts")
    func first() throws {
        let (run, diary) = try run(Self.text(#""dash.js""#, slowAt: "0.2"))
        #expect(diary.lines("video 1 wasted") == ["1 video 1 wasted 50000"])
        #expect(diary.variants.prefix(2) == [1, 2])
        #expect(run["initial_bitrate_kbps"] == 400_000)
        #expect(run["never_played_bytes"] == 50_000)
    }

    @Test("does not happen to the lowest, nor to what a seek has called off")
    func others() throws {
        let lowest = try run(Self.text(#""dash.js""#, first: "lowest", switching: "robust-mpc")).diary
        #expect(lowest.words("video 2 wasted") == [])
        let seek = #", { "at_s": 4, "do": "seek", "to_s": 8 }"#
        let rule = #"{ "rule": "dash.js", "every_s": 5 }"#
        let (sought, diary) = try run(Self.text(rule, more: seek))
        // 40,000 bytes until 1.2 s, and 2.8 s of 12,500.
        #expect(diary.lines("video 1 wasted") == ["4 video 1 wasted 75000"])
        #expect(sought["end_reached"] == 1)
    }

    @Test(
        "is the same over tcp, where bytes that are under way come in vain", arguments: [#""dash.js""#, #""hls.js""#])
    func overTCP(rule: String) throws {
        let (run, diary) = try run(Self.text(rule, transport: "tcp"))
        let given = diary.words("video 1 cancelled").count
        #expect(given >= 1)
        #expect(diary.words("switches 1 to 2").count >= 1)
        let wasted = diary.lines.reduce(Int64(0)) { sum, line in
            guard let range = line.words.split(separator: " ").last, line.words.contains("wasted") else { return sum }
            return sum + (Int64(range) ?? 0)
        }
        #expect(wasted > 20_000)
        #expect(run["never_played_bytes"] == wasted)
        #expect(run["end_reached"] == 1)
    }
}
