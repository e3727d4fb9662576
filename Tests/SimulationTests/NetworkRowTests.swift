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

    /// All media is there after 2.5 s: from then on nobody asks the network for anything.
    @Test("while nothing is fetched each change is told as of its own instant", arguments: [false, true])
    func atRest(ofHost: Bool) throws {
        let phases = zip([6, 2, 2, 2, 2, 90], [8000, 500, 600, 700, 800, 400]).map { length, rate in
            "{ \"for_s\": \(length), \"down_kbps\": \(rate) }"
        }
        let own: JSONPart = "\"phases\": [\(phases.joined(separator: ", "))]"
        let outage: JSONPart = #""outages": [{ "at_s": 9, "for_s": 2 }]"#
        let actions: [JSONPart] = [
            .does(9, "break_network", #""for_s": 2"#), .does(15, "change_network", #""down_kbps": 300"#),
        ]
        let run = try ScenarioText(
            network: .fluid(8000, ofHost ? "" : own), media: .hls([1000], duration_s: 20, segment_s: 4),
            script: [.load(), .play()] + (ofHost ? [] : actions),
            more: ofHost ? "\"hosts\": { \"origin\": { \(own), \(outage) } }" : ""
        ).run()
        let told = run.tellingOffersAtRest()
        let network = told.player(0).playback.network
        var offers = network.capacities.map { (at: $0.at, down: $0.value.down) }
        if ofHost {
            offers = network.hosts.compactMap { one in
                if case .capacity(let down, _) = one.value.offer { (at: one.at, down: down) } else { nil }
            }
        }
        let (instants, rates): ([Int64], [Int64]) = (
            [0, 6, 8, 9, 11, 12, 14], [8000, 500, 600, 0, 700, 800, 400]
        )
        #expect(offers.map { $0.at } == (instants + (ofHost ? [] : [15])).map { .zero + .seconds($0) })
        #expect(offers.map { $0.down } == (rates + (ofHost ? [] : [300])).map { $0 * 1000 })
        let name = ofHost ? "origin" : "the network"
        for text in [TextReport.text(run, allRows: true), JSONReport.text(run, includingTrace: false)] {
            #expect(text.contains("\(name) offers 600 kbit/s down"))
        }
        #expect(told.digest == run.digest && told.player(0).digest == run.player(0).digest)
        #expect(run.trace.entries.count < told.history.count, "the run itself does not look")
    }

    /// All media is there after half a second. Over packets, connections have timers for a minute.
    @Test("a long rest is told, with as many changes as there might be events", arguments: ["fluid", "tcp"])
    func longRest(transport: String) throws {
        let starts: [Int64] = [0, 6, 26, 36, 56, 116, 176, 236, 296]
        let phases = starts.indices.map { index in
            let length = index + 1 < starts.count ? "\"for_s\": \(starts[index + 1] - starts[index]), " : ""
            return "{ \(length)\"down_kbps\": \(8000 - index) }"
        }
        let network: JSONPart = "\"transport\": \"\(transport)\", \"phases\": [\(phases.joined(separator: ", "))]"
        func run(_ more: JSONPart) throws -> Run {
            try ScenarioText(
                network: network, media: .hls([10], duration_s: 300, segment_s: 4),
                player: #""default_forward_buffer_s": 600"#, script: [.load(), .play()], more: more
            ).run()
        }
        let whole = try run("")
        let told = whole.tellingOffersAtRest()
        #expect(told.player(0).playback.network.capacities.map { $0.at } == starts.map { .zero + .seconds($0) })
        let atRest = told.history.count - whole.trace.entries.count
        #expect(atRest >= 2, "the run itself does not look")
        for missing in [0, 1] {
            let ceiling = whole.outcome.events + Int64(atRest - missing)
            let own = try run("\"max_events\": \(ceiling)")
            #expect(own.digest == whole.digest)
            #expect(own.tellingOffersAtRest().history.count == (missing == 0 ? told : whole).history.count)
        }
    }
}
