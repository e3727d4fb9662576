import PlayerModel
import Testing

@testable import Simulation

@Suite struct Invariants {
    @Test(arguments: Thoroughness.draws(2, of: 100))
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

    @Test(arguments: Thoroughness.draws(1, of: 24))
    func `nothing that must not be ever is with several assets`(batch: UInt64) throws {
        for seed in batch * 50..<(batch + 1) * 50 {
            let text = RandomScenario(seed: seed, hasSeveralAssets: true).text
            if let objection = Judgement.of(try readScenario(text)) {
                Issue.record("seed \(seed): \(objection)\n\(text)")
            }
        }
    }

    @Test(arguments: LoopScenario.Kind.allCases, LoopScenario.Media.allCases)
    func `every loop keeps the laws over every network`(kind: LoopScenario.Kind, media: LoopScenario.Media) throws {
        for supply in LoopScenario.Supply.allCases {
            for seed in Thoroughness.draws(1, of: 8) {
                let text = LoopScenario(kind, media, supply, seed: seed).text
                if let objection = Judgement.of(try readScenario(text)) {
                    Issue.record("\(supply), seed \(seed): \(objection)\n\(text)")
                }
            }
        }
    }
}
