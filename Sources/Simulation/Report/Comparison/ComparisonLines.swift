import PlayerModel

/// A comparison for programs: every run, and for each run every player, with exact numbers.
package enum ComparisonLines {
    // MARK: CSV

    /// CSV (RFC 4180, but with line feeds alone): a head, and a line for each run and player.
    ///
    /// A missing value is empty, and so are the values of a run that failed; `outcome` tells them apart. The columns
    /// of our own have names that no key of a scenario has.
    package static func csv(_ comparison: Comparison) -> String {
        let names = comparison.metrics.map { $0.name }
        var text = record(["scenario"] + comparison.keys + ["run_seed", "player_name", "outcome"] + names)
        for (block, cell) in comparison.cells {
            for sample in cell.samples {
                for (player, name) in cell.players.enumerated() {
                    var fields = [block.path] + cell.settings
                    fields += [sample.seed.map { String($0) } ?? "", name ?? "", outcome(sample)]
                    for (index, metric) in comparison.metrics.enumerated() {
                        fields.append(field(sample.value(player, index), metric.unit))
                    }
                    text += record(fields)
                }
            }
        }
        return text
    }

    static func field(_ value: Int64?, _ unit: Unit) -> String {
        guard let value else { return "" }
        if unit == .flag { return value == 0 ? "false" : "true" }
        return NumberText.exact(value, places: unit.decimalPlaces)
    }

    static func record(_ fields: [String]) -> String { fields.map(quoted).joined(separator: ",") + "\n" }

    /// A field on one line, in quotes where that is needed, with the quotes in it doubled.
    ///
    /// A spreadsheet takes what begins with one of these signs for a formula, unless it is a number, and an apostrophe
    /// makes it a text (OWASP, CSV Injection). A name in a scenario may be anything.
    private static func quoted(_ field: String) -> String {
        var field = field.onOneLine
        let isFormula = field.unicodeScalars.first.map { "=+-@".unicodeScalars.contains($0) } ?? false
        if isFormula, Decimal(field) == nil { field = "'" + field }
        guard field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C }) else { return field }
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
        JSONWriter.text { writer in
            writer.member("model", Model.number)
            writer.array("runs", of: comparison.cells) { line, writer in
                for sample in line.cell.samples {
                    for (index, player) in line.cell.players.enumerated() {
                        writer.object(inline: true) { writer in
                            write(line.block, line.cell, comparison, &writer)
                            write(sample, index, player, comparison.metrics, &writer)
                        }
                    }
                }
            }
            ComparisonSummary.write(comparison, &writer)
        }
    }

    private static func write(
        _ sample: Comparison.Sample, _ index: Int, _ player: String?, _ metrics: [Metric], _ writer: inout JSONWriter
    ) {
        writer.integer("seed", orNull: sample.seed.map { Int64(bitPattern: $0) })
        writer.member("player", orNull: player)
        writer.member("outcome", outcome(sample))
        writer.object("metrics") { writer in
            for (column, metric) in metrics.enumerated() {
                writer.quantity(metric.name, sample.value(index, column), metric.unit)
            }
        }
    }

    /// Writes the members that name the scenario and the setting.
    static func write(
        _ block: Comparison.Block, _ cell: Comparison.Cell, _ comparison: Comparison, _ writer: inout JSONWriter
    ) {
        writer.member("scenario", block.path)
        writer.object("settings") { writer in
            for (key, value) in zip(comparison.keys, cell.settings) { writer.setting(key, value) }
        }
    }

    private static func outcome(_ sample: Comparison.Sample) -> String { sample.players == nil ? "failed" : "ok" }
}

extension JSONWriter {
    /// Writes a setting as a scenario has it: a value that is not JSON is a string.
    mutating func setting(_ name: String, _ text: String) {
        key(name)
        value(JSONNode(json: Array(text.utf8))?.value ?? .string(text))
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
            object { writer in
                for member in members {
                    writer.key(member.name)
                    writer.value(member.value.value)
                }
            }
        }
    }
}
