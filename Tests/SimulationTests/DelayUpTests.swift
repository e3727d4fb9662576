import PlayerModel
import Testing

@testable import Simulation

@Suite("A delay up that changes while a request is on its way")
struct DelayUpTests {
    /// 400 kbit at 1 Mbit/s take 0.4 s behind the delay with which the request left.
    private static func startup(_ network: String, _ change: String? = nil) throws -> Int64? {
        let script: [JSONPart] =
            [.load(), .play()] + (change.map { [.does(0.1, "change_network", .init(stringLiteral: $0))] } ?? [])
        let run = try ScenarioText(
            network: .init(stringLiteral: #""transport": "fluid", \#(network)"#),
            media: .hls([100], duration_s: 4, segment_s: 4), player: #""keep_up": "first-chunk""#, script: script
        ).judgedRun()
        return run["startup_time_s"]
    }

    @Test("leaves that as it is", arguments: [0, 200, 2000])
    func kept(delay: Int) throws {
        let network = #""down_kbps": 1000, "request_bytes": 0, "#
        #expect(try Self.startup(network + #""delay_up_ms": 500"#, "\"delay_up_ms\": \(delay)") == 900_000_000)
        let phases =
            #""phases": [{ "for_s": 0.1, "delay_up_ms": 500 }, { "delay_up_ms": \#(delay) }]"#
        #expect(try Self.startup(network + phases) == 900_000_000)
    }

    @Test(
        "shortens or lengthens what is left where it is the latency of a trace, as in Sabre",
        arguments: [0, 200, 2000])
    func inProportion(delay: Int64) throws {
        func period(_ length: Int, _ latency: Int64) -> String {
            #"{ "duration_ms": \#(length), "bandwidth_kbps": 1000, "latency_ms": \#(latency) }"#
        }
        let periods = "[\(period(100, 500)), \(period(99_900, delay))]"
        var companions = Companions()
        companions.add(try NetworkTraceReader.read(bytes: Array(periods.utf8), source: 0), path: "n.json")
        for (latency, milliseconds) in [("up", 500 + 4 * delay / 5), ("down", max(600, 400 + delay))] {
            let text = ScenarioText(
                network: .init(
                    stringLiteral:
                        #""transport": "fluid", "trace": "n.json", "latency": "\#(latency)", "request_bytes": 0"#),
                media: .hls([100], duration_s: 4, segment_s: 4), player: #""keep_up": "first-chunk""#
            ).text
            let reading = ScenarioReader.read(
                SourceText(file: "test.json", bytes: Array(text.utf8)), companions: companions)
            let run = try Run(#require(reading.scenario, "\(reading.diagnostics)"))
            #expect(run["startup_time_s"] == milliseconds * 1_000_000, "\(latency)")
        }
    }

    /// Of the first request 0.9 s are left at 0.1 s, and then 0.09 s; 8,000 bits take 8.9 ms at the host's 900 kbit/s.
    @Test("of a trace's latency that shrinks before a host with a network of its own, holds no later request back")
    func host() throws {
        func period(_ length: Int, _ latency: Int64) -> String {
            #"{ "duration_ms": \#(length), "bandwidth_kbps": 1000, "latency_ms": \#(latency) }"#
        }
        var companions = Companions()
        let periods = "[\(period(100, 1000)), \(period(99_900, 100))]"
        companions.add(try NetworkTraceReader.read(bytes: Array(periods.utf8), source: 0), path: "n.json")
        let text = ScenarioText(
            network: #""transport": "fluid", "trace": "n.json", "latency": "up", "request_bytes": 0"#,
            media: .hls([#""bitrate_kbps": 500, "segment_bytes": [1000, 1000]"#], duration_s: 8, segment_s: 4),
            script: [.load()], more: #""hosts": { "origin": { "down_kbps": 900 } }"#
        ).text
        let reading = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(text.utf8)), companions: companions)
        let run = try Run(#require(reading.scenario, "\(reading.diagnostics)")).player(0)
        let loads = run.playback.loads.map { ($0.at - .zero).nanoseconds }
        #expect(loads == [198_888_889, 307_777_778])
    }
}
