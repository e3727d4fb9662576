import Testing

@testable import Simulation

@Suite("A row in which playback is asked for at once, with nothing loaded")
struct EarlyRequestReportTests {
    /// What stands beside the call that asks for playback at `instant`, up to the next row.
    private static func row(_ script: [JSONPart], early: String, at instant: String) throws -> String {
        let run = try ScenarioText(
            network: .fluid(2000, #""delay_ms": 100, "request_bytes": 0"#),
            media: .hls([1000], duration_s: 12, segment_s: 4),
            player: JSONPart("\"automatically_waits_to_minimize_stalling\": false, \"early_request\": \"\(early)\""),
            script: script
        ).judgedRun()
        let lines = TextReport.text(run).split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix("        \(instant) ") })
        return lines[(first + 1)...].prefix { $0.hasPrefix("              ") }.joined(separator: "\n")
    }

    private static let tied = JSONPart.does(0.01, "set_rate_at_host_time", #""rate": 1"#)

    @Test(
        "says that it waits, or does not, and not that it plays",
        arguments: [("remembered", "waits for media: "), ("dropped", "the rate falls to 0: the place is not loaded")])
    func waits(early: String, words: String) throws {
        let row = try Self.row([.load(), Self.tied], early: early, at: "0.01s")
        #expect(row.contains(words), "\(row)")
        #expect(!row.contains("plays at once"), "\(row)")
    }

    @Test("says so where something is loaded, also where the app pauses in the same instant")
    func plays() throws {
        let late = JSONPart.does(5, "set_rate_at_host_time", #""rate": 1"#)
        for script in [[.load(), late], [.load(), late, .does(5, "pause")]] {
            let row = try Self.row(script, early: "remembered", at: " 5.0s")
            #expect(row.contains("plays at once"), "\(row)")
        }
    }
}
