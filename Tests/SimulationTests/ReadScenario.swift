import PlayerModel
import Testing

@testable import Simulation

/// The scenario of a text that must be right.
func readScenario(_ text: String) throws -> Scenario {
    let reading = ScenarioReader.read(text)
    let words = reading.diagnostics.map { $0.text(sources: reading.sources) }.joined(separator: "\n")
    return try #require(reading.scenario, "\(words)")
}

extension ScenarioReader {
    static func read(_ text: String) -> Reading { read(SourceText(file: "test.json", bytes: Array(text.utf8))) }

    /// The messages of all errors in a text.
    static func messages(_ text: String) -> [String] { read(text).diagnostics.map { $0.message } }
}

extension Run {
    /// A run of the scenario of a text.
    init(_ text: String) throws { try self.init(readScenario(text)) }

    /// A metric of the first player.
    subscript(_ name: String) -> Int64? { player(0)[name] }

    /// The same with its unit, as a report has it.
    func words(_ name: String) -> String { player(0).words(name) }
}

extension PlayerRun {
    /// A metric by its name, in base units; nil where there is none.
    subscript(_ name: String) -> Int64? {
        guard let index = Metric.all.firstIndex(where: { $0.name == name }) else {
            Issue.record("there is no metric \(name)")
            return nil
        }
        return metrics[index]
    }

    /// A metric with its unit, as a report has it.
    func words(_ name: String) -> String {
        QuantityText.value(self[name], Metric.all.first { $0.name == name }?.unit ?? .count)
    }
}

extension PanelReader {
    /// The first player's panel at the end of one instant.
    static func panel(of run: Run, at instant: Instant) -> Panel { panels(of: run.player(0), at: [instant])[0] }
}

extension Settings {
    /// The settings of a scenario of one player.
    static func all(_ scenario: Scenario) -> [(name: String, value: String)] { all(scenario, scenario.players[0]) }
}
