import PlayerModel
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

    /// Other apps are no change of the network. Of more than 20 changes those have rows that take away all capacity,
    /// and give it back.
    @Test(
        "count the changes of the network all or not at all, and those of other traffic apart",
        arguments: [
            (false, nil, "8 changes of other traffic"), (true, 0, "24 changes of the network"), (true, 700, nil),
        ] as [(Bool, Int?, String?)])
    func changes(areMany: Bool, least: Int?, words: String?) throws {
        let phases = (0...24).map { index in
            let rate = index == 12 ? least ?? 0 : index % 2 == 0 ? 800 : 900
            return "{ \(index < 24 ? "\"for_s\": 1, " : "")\"down_kbps\": \(rate) }"
        }
        let mail = #"{ "kind": "periodic", "name": "mail", "at_s": 2, "every_s": 7, "bytes": 400000 }"#
        let run = try ScenarioText(
            network: .fluid(2000, areMany ? "\"phases\": [\(phases.joined(separator: ", "))]" : ""),
            media: .hls([1000], duration_s: 60, segment_s: 4), until_s: 29,
            more: areMany ? "" : "\"traffic\": [\(mail)]"
        ).run().player(0)
        let all = PanelChange.all(of: run, withNetworkRows: false)
        let last = try #require(all.last)
        let moment = Timeline.Moment(at: run.outcome.at, changes: all[...], lastOrder: last.order)
        var reader = PanelReader(run.player)
        let panel = reader.panel(after: -1, in: run.playback)
        let text = FoldWords([moment][...], after: -1, run).text(from: panel, to: panel)
        let own = text.split(separator: ": ", maxSplits: 1).last?.split(separator: "; ").filter {
            $0.hasSuffix(" of the network") || $0.hasSuffix(" of other traffic")
        }
        #expect(own?.map { String($0) } == (words.map { [$0] } ?? []), "\(text)")
    }

    /// Where its place in the stream is preserved, it goes on by a segment whenever another one is listed. It stalls
    /// from 178 s to 204.232 s.
    @Test("tell of the jumps of a live stream, and of what is skipped")
    func jumps() throws {
        let script: [JSONPart] = [
            .load(), .play(), .does(75, "change_network", #""down_kbps": 2300"#), .does(100, "seek", #""by_s": -40"#),
            .does(130, "change_network", #""down_kbps": 300"#), .does(200, "change_network", #""down_kbps": 8000"#),
        ]
        let own = "_time_offset_from_live"
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 20, "outages": [{ "at_s": 20, "for_s": 40 }]"#),
            media: .hls(
                [2000], duration_s: 600, segment_s: 6,
                #""audio": [{ "bitrate_kbps": 100, "language": "en" }], "live": { "window_s": 120 }"#),
            player: """
                "live": { "automatically_preserves\(own)": true, "configured\(own)_s": 40 }
                """, script: script, until_s: 280
        ).run()
        let folds = Self.folds(run)
        #expect(folds.contains { $0.contains("5 jumps of the live stream, 30 s skipped") }, "\(folds)")
    }

    /// At 3 s, 4 s of media are loaded. At 20 s all is that comes, and the last item is current.
    @Test(
        "say from where to where is loaded of one stretch alone, of several how much",
        arguments: [
            ([.hls([1000], name: "a", duration_s: 24, segment_s: 4)], [], "loaded 0 → 24 s, 6 segments"),
            (
                [.hls([1000], name: "a", duration_s: 24, segment_s: 4)],
                [.does(3, "seek", #""to_s": 16, "tolerance_before_s": 0, "tolerance_after_s": 0"#)],
                "3 segments loaded"
            ),
            (
                ["a", "b"].map { .hls([1000], name: $0, duration_s: 8, segment_s: 4) }, [],
                "4 segments loaded"
            ),
        ] as [([JSONPart], [JSONPart], String)])
    func stretches(media: [JSONPart], script: [JSONPart], words: String) throws {
        let names = ["a", "b"].prefix(media.count)
        let run = try ScenarioText(
            network: .fluid(1500), media: .list(media),
            player: GaplessTests.queue(names.map { GaplessTests.item($0, $0) }), script: [.load(), .play()] + script,
            until_s: 20
        ).run().player(0)
        let first = try #require(run.playback.items.first).order
        let all = PanelChange.all(of: run, withNetworkRows: false)
        let last = try #require(all.last)
        let moment = Timeline.Moment(at: run.outcome.at, changes: all[...], lastOrder: last.order)
        var reader = PanelReader(run.player)
        let before = reader.panel(after: first, in: run.playback)
        let after = reader.panel(after: last.order, in: run.playback)
        let text = FoldWords([moment][...], after: first, run).text(from: before, to: after)
        #expect(text.split(separator: "; ").contains { $0.hasSuffix(words) }, "\(text)")
    }

    /// The link changes at 20 s, while another player plays on.
    @Test(
        "leave the row at which the viewer leaves",
        arguments: [
            (#", "viewer": { "watching_s": 6 }"#, ""), ("", #", { "at_s": 8, "do": "leave" }"#),
        ])
    func leaving(player: String, script: String) throws {
        let media = #""kind": "hls", "duration_s": 40, "segment_s": 4, "variants": [{ "bitrate_kbps": 1000 }]"#
        let scenario = try readScenario(
            """
            { "network": {
                "transport": "fluid", "phases": [{ "for_s": 20, "down_kbps": 4000 }, { "down_kbps": 5000 }]
              },
              "players": [
                { "name": "a", "media": { \(media) }, "player": { "keep_up": "first-chunk"\(player) },
                  "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\(script)] },
                { "name": "b", "media": { \(media) } }] }
            """)
        let rows = try Timeline(Run(scenario).player(0), within: (rows: 0, lines: 0)).rows
        #expect(rows.last?.at == .zero + .seconds(20))
        #expect(rows.contains { $0.reasons.contains { $0.hasPrefix("the viewer leaves") } }, "\(rows)")
    }

    private static func folds(_ run: Run) -> [String] {
        Timeline(run.player(0), within: (rows: 0, lines: 0)).lines.compactMap { line in
            if case .fold(let words) = line { words } else { nil }
        }
    }
}
