import PlayerModel

/// A comparison for programs: every run, and for each run every player, with exact numbers.
package enum ComparisonLines {
    /// A player in one run.
    private struct Line {
        let block: Comparison.Block
        let cell: Comparison.Cell
        let sample: Comparison.Sample
        let player: Int
    }

    /// The lines by scenario, setting, seed and player.
    private static func lines(_ comparison: Comparison) -> [Line] {
        var lines: [Line] = []
        for block in comparison.blocks {
            for cell in block.cells {
                for sample in cell.samples {
                    for player in cell.players.indices {
                        lines.append(Line(block: block, cell: cell, sample: sample, player: player))
                    }
                }
            }
        }
        return lines
    }

    // MARK: CSV

    /// CSV (RFC 4180, but with line feeds alone): a head, and a line for each run and player.
    ///
    /// A missing value is empty, and so are the values of a run that failed; `outcome` tells them apart. The columns
    /// of our own have names that no key of a scenario has.
    package static func csv(_ comparison: Comparison) -> String {
        let names = comparison.metrics.map { $0.name }
        var text = record(["scenario"] + comparison.keys + ["run_seed", "player_name", "outcome"] + names)
        for line in lines(comparison) {
            var fields = [line.block.path] + line.cell.settings
            fields.append(line.sample.seed.map { String($0) } ?? "")
            fields.append(line.cell.players[line.player] ?? "")
            fields.append(outcome(line.sample))
            for (index, metric) in comparison.metrics.enumerated() {
                fields.append(field(line.sample.values?[line.player][index], metric.unit))
            }
            text += record(fields)
        }
        return text
    }

    static func field(_ value: Int64?, _ unit: Unit) -> String {
        guard let value else { return "" }
        if unit == .flag { return value == 0 ? "false" : "true" }
        return NumberText.exact(value, places: unit.decimalPlaces)
    }

    static func record(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") + "\n" }

    /// A field, in quotes where that is needed, with the quotes in it doubled.
    private static func quoted(_ field: String) -> String {
        let mustBe = field.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        guard mustBe else { return field }
        var bytes: [UInt8] = [0x22]
        for byte in field.utf8 { bytes += byte == 0x22 ? [byte, byte] : [byte] }
        return String(decoding: bytes + [0x22], as: UTF8.self)
    }

    // MARK: JSON

    /// One JSON object, ending in a line break, with a line for each run and player, and then one for each setting
    /// and player with the statistics of its runs.
    ///
    /// A missing value is null, and so are all metrics of a run that failed; a seed is null where the scenario could
    /// not be read.
    package static func json(_ comparison: Comparison) -> String {
        var writer = JSONWriter(indented: true)
        writer.beginObject()
        writer.key("model")
        writer.integer(Model.number)
        writer.key("runs")
        writer.beginArray()
        for line in lines(comparison) { write(line, comparison, &writer) }
        writer.endArray()
        ComparisonSummary.write(comparison, &writer)
        writer.endObject()
        return writer.finish() + "\n"
    }

    private static func write(_ line: Line, _ comparison: Comparison, _ writer: inout JSONWriter) {
        writer.beginObject(inline: true)
        write(line.block, line.cell, comparison, &writer)
        writer.key("seed")
        if let seed = line.sample.seed { writer.integer(Int64(bitPattern: seed)) } else { writer.null() }
        writer.key("player")
        if let name = line.cell.players[line.player] { writer.string(name) } else { writer.null() }
        writer.key("outcome")
        writer.string(outcome(line.sample))
        writer.key("metrics")
        writer.beginObject()
        for (index, metric) in comparison.metrics.enumerated() {
            writer.key(metric.name)
            write(line.sample.values?[line.player][index], metric.unit, &writer)
        }
        writer.endObject()
        writer.endObject()
    }

    /// Writes the members that name the scenario and the setting.
    static func write(
        _ block: Comparison.Block, _ cell: Comparison.Cell, _ comparison: Comparison, _ writer: inout JSONWriter
    ) {
        writer.key("scenario")
        writer.string(block.path)
        writer.key("settings")
        writer.beginObject()
        for (key, value) in zip(comparison.keys, cell.settings) {
            writer.key(key)
            writer.setting(value)
        }
        writer.endObject()
    }

    static func write(_ value: Int64?, _ unit: Unit, _ writer: inout JSONWriter) {
        guard let value else { return writer.null() }
        if unit == .flag { return writer.bool(value != 0) }
        writer.decimal(value, places: unit.decimalPlaces)
    }

    private static func outcome(_ sample: Comparison.Sample) -> String { sample.values == nil ? "failed" : "ok" }
}

extension JSONWriter {
    /// Writes a setting as a scenario has it: a value that is not JSON is a string.
    fileprivate mutating func setting(_ text: String) {
        do throws(JSONError) {
            value(try JSONReader.read(Array(text.utf8), source: 0).root.value)
        } catch {
            string(text)
        }
    }

    private mutating func value(_ value: JSONNode.Value) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .number(let number): decimal(number)
        case .hugeNumber(let text), .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element.value) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.name)
                self.value(member.value.value)
            }
            endObject()
        }
    }
}
