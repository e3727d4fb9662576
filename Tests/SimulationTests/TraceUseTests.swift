import PlayerModel
import Testing

@testable import Simulation

@Suite("The way in which a trace is used")
struct TraceUseTests {
    private static func scenario(
        _ network: String, _ trace: String, more: JSONPart = ""
    ) throws -> (Scenario, ScenarioReader.Reading) {
        var companions = Companions()
        companions.add(try NetworkTraceReader.read(bytes: Array(trace.utf8), source: 0), path: "n.txt")
        let text = ScenarioText(
            network: .init(stringLiteral: #""transport": "fluid", \#(network)"#),
            media: .hls([100], duration_s: 4, segment_s: 4), more: more
        ).text
        let reading = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(text.utf8)), companions: companions)
        return (try #require(reading.scenario, "\(reading.diagnostics)"), reading)
    }

    @Test(
        "is said, whatever the scenario says of it",
        arguments: [
            ("", "0,1M\n30,0\n", ", once, and 0 kbit/s from 30 s on", false),
            (#", "scale": 2"#, "0,1M\n30,500k\n", ", scaled by 2, once, and 1000 kbit/s from 30 s on", false),
            (#", "loop": true"#, "0,1M\n30,0\n", ", in a loop", true),
            ("", "0 1\n30 1\n", ", in a loop", true),
            (#", "loop": false"#, "0 1\n30 1.5\n", ", once, and 1500 kbit/s from 30 s on", false),
        ])
    func words(more: String, trace: String, ending: String, loops: Bool) throws {
        let (scenario, reading) = try Self.scenario(#""trace": "n.txt"\#(more)"#, trace)
        let line = try #require(Settings.all(scenario).first { $0.name == "network" }).value
        #expect(line.hasSuffix(", trace n.txt\(ending)"), "\(line)")
        let json = JSONReport.text(try Run(scenario), includingTrace: false)
        #expect(json.contains(#""trace": "n.txt""#) && json.contains(#""loop": \#(loops)"#))
        #expect(reading.scenario?.warnings.isEmpty == true)
        let hosts = #""hosts": { "origin": { "trace": "n.txt"\#(more) } }"#
        let (own, _) = try Self.scenario(#""down_kbps": 9000"#, trace, more: .init(stringLiteral: hosts))
        let host = try #require(Settings.all(own).first { $0.name == "host" }).value
        #expect(host.contains("trace n.txt\(ending)"), "\(host)")
    }

    /// Sabre's points say a latency, be it none, and its order is that of `up`.
    @Test(
        "a latency that no point says is delayed nowhere",
        arguments: [
            ("0,1M\n30,1M\n", false), ("0 1\n30 1\n", false),
            (#"[{"duration_ms": 1000, "bandwidth_kbps": 1000, "latency_ms": 0}]"#, true),
        ])
    func latency(trace: String, isSaid: Bool) throws {
        let (scenario, _) = try Self.scenario(#""trace": "n.txt", "latency": "up""#, trace)
        #expect(scenario.network.latencyIsUp == isSaid)
        let words = "'n.txt' says no latency; 'latency' does nothing here"
        #expect(scenario.warnings.map { $0.message } == (isSaid ? [] : [words]))
    }

    @Test("where an outage begins, what changes besides is said", arguments: [400, 900])
    func outage(delay_ms: Int) throws {
        func lines(_ network: JSONPart, _ more: JSONPart) throws -> [String: String] {
            let scenario = try ScenarioText(
                network: network, media: .hls([100], duration_s: 4, segment_s: 4), more: more
            ).read()
            return Dictionary(Settings.all(scenario).map { ($0.name, $0.value) }) { first, _ in first }
        }
        let ownDelay: JSONPart = "\"delay_ms\": \(delay_ms)"
        let own = try lines(
            .fluid(1000, "\"phases\": [{ \"for_s\": 1, \"delay_ms\": 1 }, { \(ownDelay) }]").and(
                #""outages": [{ "at_s": 1, "for_s": 2 }]"#), "")
        let (nothing, again) = ("nothing, \(delay_ms) ms each way; from", "1000 kbit/s down, unlimited up")
        #expect(own["phases"] == "from 1 s \(nothing) 3 s \(again)")
        let outages: JSONPart = #""outages": [{ "at_s": 0, "for_s": 1 }]"#
        let host = try lines(
            .fluid(9000), "\"hosts\": { \"origin\": { \"down_kbps\": 1000, \(ownDelay), \(outages) } }")
        #expect(host["host"] == "origin, beyond the network: \(nothing) 1 s \(again)")
    }

    /// The second phase begins within the outage.
    @Test("a network is other when it is, and not when a phase begins")
    func firstChange() throws {
        let network: JSONPart = .fluid(
            1000, #""phases": [{ "for_s": 1 }, { "down_kbps": 900 }], "outages": [{ "at_s": 0, "for_s": 2 }]"#)
        let scenario = try ScenarioText(network: network, media: .hls([100], duration_s: 4, segment_s: 4)).read()
        let line = try #require(Settings.all(scenario).first { $0.name == "network" }).value
        #expect(line.hasSuffix("; it changes at 2 s"), "\(line)")
    }

    @Test("a text of Pensieve's that begins late is warned of")
    func lateStart() throws {
        let (scenario, reading) = try Self.scenario(#""trace": "n.txt""#, "1583.1 0.78\n1584.2 1.1\n")
        #expect(
            scenario.warnings.map { $0.text(sources: reading.sources, as: .warning) }.contains {
                $0.contains(
                    "warning: 'n.txt': the first line says 1583.1 s, and its rate is taken from 0 s to there; ")
            })
    }

    @Test(
        "what contradicts it is said at the place that was written last",
        arguments: [
            (#""trace": "n.txt""#, "network.down_kbps", "5", "--set network.down_kbps=5: error: the trace says what"),
            (
                #""make": "train""#, "network.trace", "n.txt",
                "--set network.trace=n.txt: error: a network has a 'trace'"
            ),
        ])
    func settings(network: String, path: String, value: String, words: String) {
        let text = ScenarioText(
            network: .init(stringLiteral: network), media: .hls([100], duration_s: 4, segment_s: 4))
        let reading = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(text.text.utf8)),
            settings: [.init(path: path, value: value)])
        let messages = reading.diagnostics.map { $0.text(sources: reading.sources) }
        #expect(messages.first?.hasPrefix(words) == true, "\(messages)")
    }

    @Test(
        "keys about connections that do nothing are warned of",
        arguments: [
            (
                #""http": "2", "connections_per_host": 4"#,
                "HTTP/2 opens one connection to a host; 'connections_per_host' "
            ),
            (#""http": "1.1", "connections_per_host": 4"#, ""),
            (
                #""http": "1.1", "tls": "none", "tls_compute_ms": 400"#,
                "no server shows certificates here, as \"tls\" is "
            ),
            (#""tls_compute_ms": 400"#, ""),
        ])
    func idle(network: String, words: String) throws {
        let text = ScenarioText(
            network: .init(stringLiteral: network), media: .hls([100], duration_s: 4, segment_s: 4))
        let warnings = try text.read().warnings.map { $0.message }
        #expect(words.isEmpty ? warnings.isEmpty : warnings.first?.hasPrefix(words) == true, "\(warnings)")
    }
}
