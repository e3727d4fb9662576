import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("Reports and logs are as their schemas say")
struct ReportSchemaTests {
    private static let report = Result { try SchemaJudge(ReportSchema.text) }
    private static let log = Result { try SchemaJudge(LogSchema.text) }

    private static func value(_ text: some StringProtocol) throws -> JSONNode {
        try JSONReader.read(Array(text.utf8), source: 0).root
    }

    @Test("the reports of all shipped scenarios, and all lines of their logs", arguments: Place.someScenarios)
    func shipped(file: String) throws {
        let recorded = try Shipped.recorded(file)
        let text = JSONReport.text(recorded.run, includingTrace: false)
        #expect(try Self.report.get().accepts(Self.value(text)))
        #expect(try Self.log.get().accepts(Self.value(recorded.header.line)))
        var writer = LogWriter()
        for entry in recorded.run.trace.entries.prefix(Place.triesAll ? 300 : 40) { writer.add(entry) }
        let lines = String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n")
        #expect(try lines.allSatisfy { try Self.log.get().accepts(Self.value($0)) })
    }

    private static let demo = Result {
        let run = try Shipped.recorded("Scenarios/session-503/demo-5-play-immediately.json").run
        return JSONReport.text(run, includingTrace: true)
    }

    @Test("so is a report with a trace")
    func withTrace() throws { #expect(try Self.report.get().accepts(Self.value(Self.demo.get()))) }

    @Test("a player of others was linked on no system", arguments: [("hls.js", "null"), ("avplayer", "\"iOS 10\"")])
    func linkedOn(profile: String, system: String) throws {
        let demo = Place.path("Scenarios/session-503/demo-5-play-immediately.json")
        let text = Autowait.reply(to: ["run", demo, "--set", "player=\(profile)", "--format", "json"]).whole.output
        #expect(text.contains("\"linked_on\": \(system)"))
        #expect(try Self.report.get().accepts(Self.value(text)))
    }

    @Test("media ahead without limit is null", arguments: ["firefox", "chromium"])
    func unlimited(profile: String) throws {
        let demo = Place.path("Scenarios/session-503/demo-5-play-immediately.json")
        let text = Autowait.reply(to: ["run", demo, "--set", "player=\(profile)", "--format", "json"]).whole.output
        #expect(text.contains(#""buffer_goal": {"rule": "fixed", "length_s": null}"#))
        #expect(try Self.report.get().accepts(Self.value(text)))
    }

    @Test(
        "and what is otherwise is found out",
        arguments: [
            (#""timebaseRate""#, #""timebase_rate""#), (#""rate": 1"#, #""rate": "1""#), (#""playing""#, #""plays""#),
            (#""stall_count""#, #""stalls""#), (#""rule": "play-through""#, #""rule": "play""#),
            (#""outcome""#, #""end""#), (#""hysteresis_s""#, #""hysteresis""#),
            (#""event": "Stall""#, #""event": "Stop""#),
            (#""switchBitrate": "#, #""switchBitrates": "#), (#""keep_up": "#, #""keepup": "#),
        ])
    func control(said: String, otherwise: String) throws {
        let text = try Self.demo.get()
        let other = text.replacingOccurrences(of: said, with: otherwise)
        #expect(other != text)
        #expect(try !Self.report.get().accepts(Self.value(other)))
    }

    @Test("a line that no log has is none", arguments: ["{}", "[0]", "1", #"{"end":"x"}"#, #"[0,["action"]]"#])
    func noLine(text: String) throws { #expect(try !Self.log.get().accepts(Self.value(text))) }

    @Test(
        "no object of a schema has a key twice, of which readers would take the last alone",
        arguments: [
            "scenario", "population", "report", "compare", "log", "replay", "field", "infer", "whatif", "tune", "fit",
        ])
    func once(subject: String) throws {
        let reply = Autowait.reply(to: ["schema", "--of", subject])
        #expect(reply.code == .asExpected)
        #expect(try JSONReader.read(Array(reply.output.utf8), source: 0).duplicates.isEmpty)
    }

    @Test("the command prints each of them")
    func command() {
        #expect(Autowait.reply(to: ["schema", "--of", "report"]).output == ReportSchema.text)
        #expect(Autowait.reply(to: ["schema", "--of", "log"]).output == LogSchema.text)
        #expect(Autowait.reply(to: ["schema", "--of", "tune"]).output == TuningSchema.text)
        #expect(Autowait.reply(to: ["schema", "--of", "scenario"]).output == SchemaTests.schema)
        let reply = Autowait.reply(to: ["schema", "--of", "reports"])
        #expect(reply.code == .usage && reply.errors == "'reports' has no schema; did you mean 'report'?\n")
    }
}
