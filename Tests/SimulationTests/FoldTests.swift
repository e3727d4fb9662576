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
        let folds = Self.folds(run)
        #expect(folds.count == 2)
        #expect(folds.first == "1 row until 1 s: reason Minimizing Stalls (--rows all shows it)")
        let last = try #require(folds.last)
        #expect(last.hasPrefix(beginning) && last.hasSuffix(end), "\(last)")
    }

    /// A rate that is to hold from a host time on lets the clock of a player rest that says it plays. A pause does not.
    @Test(
        "say how often the clock rests while the status is playing",
        arguments: [
            ([], "3 actions; "), ([(6, 7)], "the clock rests once while playing; 4 actions; "),
            ([(6, 7), (8, 8.5)], "the clock rests 2 times while playing; 5 actions; "), ([(6, 5)], "4 actions; "),
        ] as [([(at: Double, host: Double)], String)])
    func rests(times: [(at: Double, host: Double)], words: String) throws {
        let actions = times.map {
            #", { "at_s": \#($0.at), "do": "set_rate_at_host_time", "rate": 1, "host_time_s": \#($0.host) }"#
        }
        let scenario = try readScenario(
            """
            { "network": { "transport": "fluid", "down_kbps": 4000 },
              "media": { "kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{ "bitrate_kbps": 1000 }] },
              "player": { "automatically_waits_to_minimize_stalling": false },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 2, "do": "play" },
                { "at_s": 4, "do": "pause" }, { "at_s": 5, "do": "play" }\(actions.joined())] }
            """)
        let folds = try Self.folds(Run(scenario))
        #expect(folds.count == 1)
        #expect(folds.first?.contains(": " + words) == true, "\(folds)")
    }

    private static func folds(_ run: Run) -> [String] {
        Timeline(run.player(0), within: (rows: 0, lines: 0)).lines.compactMap { line in
            if case .fold(let words) = line { words } else { nil }
        }
    }
}
