import PlayerModel
import Testing

@testable import Simulation

@Suite struct Invariants {
    /// What is wrong with a run of a random scenario, or nil.
    private static func judgement(of scenario: Scenario) -> String? {
        do {
            return try objection(scenario)
        } catch {
            return "\(error)"
        }
    }

    private static func objection(_ scenario: Scenario) throws -> String? {
        var session = Session(scenario, tracing: .facts)
        var referee = Referee(session, scenario)
        var ending: Outcome?
        while ending == nil {
            ending = try session.step()
            if ending == nil, let objection = referee.objection(session) {
                return "\(objection), at \(session.now.nanoseconds) ns"
            }
        }
        guard let ending else { return "no end" }
        if let objection = referee.objection(session, ending) { return "\(objection), at the end" }
        return try objection(scenario, ending)
    }

    /// The same again, traced otherwise, must come to the same; and what is read from it must make sense.
    private static func objection(_ scenario: Scenario, _ ending: Outcome) throws -> String? {
        let run = try Run(scenario)
        if run.outcome != ending { return "a run in one go ends otherwise" }
        if try Run(scenario, tracing: .events).digest.value != run.digest.value { return "another digest" }
        var untraced = Session(scenario, tracing: .nothing)
        if try untraced.run() != ending { return "a run without a trace ends otherwise" }
        for (metric, value) in zip(Metric.all, run.metrics) where (value ?? 0) < 0 {
            return "\(metric.name) is negative"
        }
        for name in ["played_time_s", "stall_time_s", "waiting_time_s"] {
            let index = Metric.all.firstIndex { $0.name == name }!
            if run.metrics[index] ?? 0 > scenario.until.nanoseconds { return "\(name) is longer than the run" }
        }
        return nil
    }

    @Test(arguments: 0..<80 as Range<UInt64>)
    func `nothing that must not be ever is`(batch: UInt64) throws {
        for seed in batch * 50..<(batch + 1) * 50 {
            let random = RandomScenario(seed: seed)
            let reading = ScenarioReader.read(SourceText(file: "\(seed)", bytes: Array(random.text.utf8)))
            let words = reading.diagnostics.map { $0.text(sources: reading.sources) }
            let scenario = try #require(reading.scenario, "\(words)\n\(random.text)")
            if let objection = Self.judgement(of: scenario) {
                Issue.record("seed \(seed): \(objection)\n\(random.text)")
            }
        }
    }
}
