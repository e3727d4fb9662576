import PlayerModel
import Testing

@testable import Simulation

@Suite("Rows for changes of the network, of which some may be many")
struct NetworkRowTests {
    private static func reasons(_ timeline: Timeline, at second: Int64) -> [String] {
        timeline.rows.filter { $0.at == .zero + .seconds(second) }.flatMap { $0.reasons }
    }

    @Test("an app that loads often hides none", arguments: [10, 2])
    func traffic(every_s: Int) throws {
        let run = try ScenarioText(
            network: .fluid(4000, #""phases": [{ "for_s": 20 }, { "down_kbps": 300 }]"#),
            media: .hls([1000], duration_s: 60, segment_s: 4),
            player: #""default_forward_buffer_s": 8, "drain_s": 0"#, until_s: 60,
            more: """
                "hosts": { "origin": { "outages": [{ "at_s": 5, "for_s": 2 }] } },
                "traffic": [{ "kind": "periodic", "bytes": 1000, "every_s": \(every_s), "at_s": 1, "name": "ping" }]
                """
        ).run().player(0)
        let turns = run.playback.traffic.count
        #expect((turns > 20) == (every_s == 2))
        let timeline = Timeline(run)
        for (second, words) in [(5, "origin offers 0 kbit/s down"), (7, "origin offers"), (20, "the network offers")]
        {
            let own = Self.reasons(timeline, at: Int64(second))
            #expect(own.contains { $0.hasPrefix(words) }, "\(second) s: \(own)")
        }
    }

    /// What the network offers at first is no change.
    @Test("of a property each change has a row, up to 20", arguments: [(20, 20), (21, 0)])
    func most(changes: Int, rows: Int) throws {
        let phases = (0...changes).map { index in
            "{ \(index < changes ? "\"for_s\": 1, " : "")\"down_kbps\": \(index % 2 == 0 ? 800 : 900) }"
        }
        for isHost in [false, true] {
            let own: JSONPart = "\"phases\": [\(phases.joined(separator: ", "))]"
            let run = try ScenarioText(
                network: .fluid(1000, isHost ? "" : own), media: .hls([1000], duration_s: 60, segment_s: 4),
                more: isHost ? "\"hosts\": { \"origin\": { \(own) } }" : ""
            ).run().player(0)
            let told = NetworkRows(run.playback, all: false).changes
            #expect(told.count == changes && told.count { $0.hasRow } == rows, "a host's: \(isHost)")
        }
    }

    /// A load each 2 s from 1 s on.
    @Test("of an app each load has its rows, up to 20", arguments: [(40, 20), (42, 21)])
    func mostLoads(until_s: Int, loads: Int) throws {
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([1000], duration_s: 60, segment_s: 4), until_s: "\(until_s)",
            more: #""traffic": [{ "kind": "periodic", "bytes": 1000, "every_s": 2, "at_s": 1, "name": "ping" }]"#
        ).run().player(0)
        #expect(run.playback.traffic.count { $0.value.isActive } == loads)
        let changes = NetworkRows(run.playback, all: false).changes
        #expect(changes.count >= loads && changes.allSatisfy { $0.hasRow == (loads <= 20) })
    }

    /// The media takes more than there is, so that something is under way all the while.
    @Test("those of one property hide none of another, and whoever wants each row gets it")
    func capacities() throws {
        let phases = (0..<25).map { "{ \"for_s\": 1, \"down_kbps\": \($0 % 2 == 0 ? 800 : 900) }" }
        let last = #"{ "for_s": 4, "delay_ms": 400 }, { "loss_percent": 0, "delay_ms": 100 }"#
        let run = try ScenarioText(
            network: .fluid(900, "\"phases\": [\(phases.joined(separator: ", ")), \(last)]"),
            media: .hls([1000], duration_s: 60, segment_s: 4)
        ).run()
        let some = Timeline(run.player(0))
        for second in [25, 29] as [Int64] {
            #expect(Self.reasons(some, at: second).contains { $0.hasPrefix("the network delays") }, "\(second) s")
        }
        let all = Timeline(run.player(0), everyChange: true)
        let isThere = (1...25).map { second in
            Self.reasons(all, at: second).contains { $0.hasPrefix("the network offers") }
        }
        #expect(isThere.allSatisfy { $0 })
        let rows = { (timeline: Timeline) in timeline.rows.count }
        #expect(rows(all) > rows(some))
        let text = TextReport.text(run, allRows: true)
        #expect(text.contains("the network offers 800 kbit/s down, unlimited up"))
        // A program has each without asking.
        let json = JSONReport.text(run, includingTrace: false).split(separator: "\n")
        #expect(json.count { $0.contains("\"the network offers ") } >= isThere.count)
    }
}
