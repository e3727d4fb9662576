import Testing

@testable import Simulation

@Suite("Rows that are folded")
struct FoldTests {
    /// Rows are kept at 0 s, 2 s and at the end. Playback starts at 2 s; from 8 to 11 s the link is slow.
    @Test(
        "are named by the changes of keepUp and of the reason, where that is what they were",
        arguments: [
            (60, "5 rows until 22.625 s: ", "; full once; keepUp changes 2 times"),
            (11.5, "2 rows until 10.625 s: ", "; keepUp false"),
        ] as [(JSONPart, String, String)])
    func words(until_s: JSONPart, beginning: String, end: String) throws {
        let phases = #"{ "for_s": 8, "down_kbps": 4000 }, { "for_s": 3, "down_kbps": 500 }, { "down_kbps": 4000 }"#
        let run = try ScenarioText(
            network: .fluid(nil, "\"request_bytes\": 0, \"phases\": [\(phases)]"),
            media: .hls([2000], duration_s: 40, segment_s: 4), until_s: until_s
        ).run()
        let folds: [String] = Timeline(run.player(0), within: (rows: 0, lines: 0)).lines.compactMap { line in
            if case .fold(let words) = line { words } else { nil }
        }
        #expect(folds.count == 2)
        #expect(folds.first == "1 row until 1 s: reason Minimizing Stalls (--rows all shows it)")
        let last = try #require(folds.last)
        #expect(last.hasPrefix(beginning) && last.hasSuffix(end), "\(last)")
    }
}
