import Testing

@testable import Simulation

@Suite struct Baselines {
    private static let one = ScenarioText(
        network: .fluid(1600), media: .progressive(800, duration_s: 10, chunk_s: 1))

    private static let two = ScenarioText(
        network: .fluid(1600),
        players: [
            ScenarioText(name: "a", media: .progressive(800, duration_s: 10)),
            ScenarioText(name: "b", media: .progressive(400, duration_s: 5), script: []),
        ])

    private func read(_ text: String) -> (baseline: Baseline?, messages: [String]) {
        let source = SourceText(file: "a.baseline", bytes: Array(text.utf8))
        let (baseline, diagnostics) = BaselineReader.read(source)
        return (baseline, diagnostics.map { $0.text(sources: [source]) })
    }

    @Test(arguments: [one, two])
    func `what is written is read as it was`(text: ScenarioText) throws {
        let baseline = Baseline(try text.run())
        let reading = read(baseline.text)
        #expect(reading.messages == [])
        let again = try #require(reading.baseline)
        #expect(again.text == baseline.text)
        #expect(again.players.map { $0.name } == baseline.players.map { $0.name })
        let check = try #require(BudgetCheck(baseline, against: again, try Budget([])))
        #expect(!check.hasChanges && check.lines.isEmpty)
    }

    @Test func `it has every metric that a report has, and null for what never happened`() throws {
        let run = try Self.two.run()
        let baseline = Baseline(run)
        #expect(baseline.players.count == 2)
        let idle = baseline.players[1]
        #expect(
            idle.metrics.map { $0.metric } == Metric.all.indices.filter { Metric.all[$0].belongs(to: run.player(0)) })
        #expect(baseline.text.contains("\"startup_time_s\": null"))
        #expect(baseline.text.hasPrefix("{\n  \"format\": 1,\n  \"model\": \(Model.number),\n  \"players\": [\n"))
    }

    @Test(
        arguments: [
            ("", "1:1: error: the text is empty; a JSON text is one value, such as {}"),
            ("{\n  \"format\": 1,", "1:1: error: this is never closed; a } is missing"),
            (
                #"{ "format": 2, "model": 2, "metrics": {} }"#,
                "1:13: error: the format of this baseline is 2, and this program knows 1: "
                    + "let '--update --baseline' write it"
            ),
            (#"{ "model": 2, "metrics": {} }"#, "1:1: error: 'format' is missing: the version of this form"),
            (#"{ "format": 1, "model": 2 }"#, "1:1: error: a baseline has either 'metrics' or 'players'"),
            (
                #"{ "format": 1, "model": 2, "metrics": { "startup_tiem_s": 1 } }"#,
                "1:41: error: unknown key 'startup_tiem_s' in metrics; did you mean 'startup_time_s'?"
            ),
            (
                #"{ "format": 1, "model": 2, "metrics": { "stall_count": 1.5 } }"#,
                "1:56: error: 'stall_count' must be a whole number"
            ),
            (
                #"{ "format": 1, "model": 2, "metrics": { "stall_count": "1" } }"#,
                "1:56: error: 'stall_count' must be a number or null, not a string"
            ),
            (
                #"{ "format": 1, "model": 2, "metrics": { "stall_count": 1, "stall_count": 2 } }"#,
                "1:59: error: 'stall_count' stands twice"
            ),
            (
                #"{ "format": 1, "model": 2, "players": [{ "name": "a", "metrics": {} }] }"#,
                "1:39: error: 'players' must have at least 2 elements"
            ),
        ] as [(String, String)])
    func `a damaged one is said to be so, with its place`(text: String, message: String) {
        let reading = read(text)
        #expect(reading.baseline == nil)
        #expect(reading.messages == ["a.baseline:\(message)"])
    }
}
