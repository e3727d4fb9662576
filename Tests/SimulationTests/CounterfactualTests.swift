import PlayerModel
import Testing

@testable import Simulation

/// All that made a network slower while a log was written is in what the log tells of it.
@Suite("What slowed a session down counts once in what would have become of it otherwise")
struct CounterfactualTests {
    private static func inference() throws -> Inference {
        try InferenceTests.inference(
            (0..<3).map { .init(at: $0 * 1000, wait: 40, receive: 500, bytes: 100_000) }, members: 1)
    }

    /// A byte in 3 s is 2.67 bit/s.
    @Test("the bit rate of a session is that of its report: rounded to the nearest")
    func bitRate() {
        var outcome = SessionOutcome()
        (outcome.playedBytes, outcome.playedMedia) = (1, 3_000_000_000)
        #expect(WhatIfMeasure.bitRate.value(outcome) == 3)
        outcome.playedMedia = 0
        #expect(WhatIfMeasure.bitRate.value(outcome) == nil)
    }

    @Test("traffic, outages, slow servers and what a script does to the way down give way, and what fails stays")
    func once() throws {
        let scenario = try readScenario(
            """
            {"network": {"down_kbps": 4000, "up_kbps": 1000, "dns_delay_ms": 30, "delay_ms": 20, "loss_percent": 1,
               "outages": [{"at_s": 2, "for_s": 3}],
               "faults": [{"of": "video", "chunk": 2, "body_kbps": 300}, {"of": "video", "chunk": 4, "status": 503}]},
             "media": {"kind": "hls", "duration_s": 24, "segment_s": 2, "variants": [{"bitrate_kbps": 800}]},
             "traffic": [{"kind": "greedy", "count": 1, "at_s": 0, "for_s": 60}],
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"},
               {"at_s": 5, "do": "change_network", "down_kbps": 300, "up_kbps": 200, "loss_percent": 5},
               {"at_s": 9, "do": "break_network", "for_s": 4}]}
            """)
        let inference = try Self.inference()
        let member = InferredNetwork(slot: 1_000_000_000, capacities: [5], logSlots: 1, roundTrip: 40_000_000)
        var change = NetworkChange()
        change.up = .bitsPerSecond(200_000)
        for own in [
            Counterfactual.scenario(scenario, over: member, of: inference),
            Counterfactual.naive(scenario, inference, from: 0),
        ] {
            #expect(own.traffic.isEmpty && own.network.transport.faults.map { $0.kind } == [.status(503)])
            for second in 0..<12 as Range<Int64> {
                let values = own.network.conditions.values(at: .zero + .seconds(second))
                #expect(values.down ?? 0 > 0 && values.up == 1_000_000 && values.lossDown == 0, "\(second)")
                #expect(values.dnsDelay == .milliseconds(30))
            }
            let operations = own.players[0].script.compactMap { action -> NetworkActions.Operation? in
                if case .network(let operation) = action.operation { operation } else { nil }
            }
            #expect(operations == [.change(change, .kept), .change(NetworkChange(), .kept)])
            #expect(own.players[0].script.map { $0.at } == scenario.players[0].script.map { $0.at })
        }
    }

    @Test("the way up and look-ups are the scenario's, phase by phase, less its outages", arguments: [false, true])
    func wayUp(repeats: Bool) throws {
        let scenario = try readScenario(
            """
            {"network": {"down_kbps": 4000, "delay_ms": 20, "outages": [{"at_s": 0, "for_s": 2}], "repeat": \(repeats),
               "phases": [{"for_s": 3, "up_kbps": 30, "dns_delay_ms": 50}, {"for_s": 4, "up_kbps": 1000}]},
             "media": {"kind": "hls", "duration_s": 24, "segment_s": 2, "variants": [{"bitrate_kbps": 800}]},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
            """)
        let capacities: [Int64] = [5, 5, 5, 5, 6, 5, 5, 0, 5, 5]
        let network = InferredNetwork(
            slot: 1_000_000_000, capacities: capacities, logSlots: 10, roundTrip: 40_000_000)
        let own = try Counterfactual.scenario(scenario, over: network, of: Self.inference()).network.conditions
        for second in 0..<10 {
            let values = own.values(at: .zero + .seconds(Int64(second)))
            let isFirst = (repeats ? second % 7 : second) < 3
            #expect(values.down == capacities[second], "\(second)")
            // Where the network carried nothing, it did so both ways.
            let up: Int64 = capacities[second] == 0 ? 0 : isFirst ? 30_000 : 1_000_000
            #expect(values.up == up, "\(second)")
            #expect(values.dnsDelay == .milliseconds(isFirst ? 50 : 0), "\(second)")
        }
    }

    /// The alternative is what was logged.
    @Test(
        "a session comes to its own figures again, whatever slowed it down",
        arguments: [
            #""outages": [{"at_s": 0, "for_s": 2}]}"#,
            #""outages": [{"at_s": 1, "for_s": 3}]}"#,
            #""request_bytes": 500}, "traffic": [{"kind": "greedy", "count": 1, "at_s": 0, "for_s": 60}]"#,
            #""faults": [{"body_kbps": 500, "times": 100}]}"#,
        ])
    func again(slowness: String) throws {
        let scenario = try readScenario(
            """
            {"network": {"transport": "fluid", "down_kbps": 6000, "up_kbps": 1000, "delay_ms": 25, \(slowness),
             "media": {"kind": "hls", "duration_s": 16, "segment_s": 2, "variants": [{"bitrate_kbps": 1500}]},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "play"}]}
            """)
        let run = try Run(scenario)
        var settings = Inference.Settings()
        (settings.transport, settings.memberCount) = (scenario.network.transport, 8)
        let log = try InferenceTests.log(JSONReport.text(run, includingTrace: false))
        let session = try WhatIfSession([scenario], Inference(log, settings), firstRequest: .zero) { count, body in
            (0..<count).map { body($0) }
        }
        let truth = try #require(run.player(0).startup?.nanoseconds)
        let startup = try #require(session.spread(0, .startup))
        #expect(startup.low - truth / 20...startup.high + truth / 20 ~= truth, "\(startup), \(truth)")
    }

    @Test("shares are of the nearest millionth", arguments: [(1, 3, 333_333), (2, 3, 666_667), (1, 16_000_000, 0)])
    func shares(part: Int64, whole: Int64, share: Int64) {
        #expect(roundedShare(part, of: whole) == share && roundedShare(whole - part, of: whole) == 1_000_000 - share)
    }
}
