import PlayerModel
import Testing

@testable import Simulation

@Suite struct Invariants {
    @Test(arguments: 0..<80 as Range<UInt64>)
    func `nothing that must not be ever is`(batch: UInt64) throws {
        for seed in batch * 50..<(batch + 1) * 50 {
            let random = RandomScenario(seed: seed)
            let reading = ScenarioReader.read(SourceText(file: "\(seed)", bytes: Array(random.text.utf8)))
            let words = reading.diagnostics.map { $0.text(sources: reading.sources) }
            let scenario = try #require(reading.scenario, "\(words)\n\(random.text)")
            if let objection = Judgement.of(scenario) {
                Issue.record("seed \(seed): \(objection)\n\(random.text)")
            }
        }
    }
}
