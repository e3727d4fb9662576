import PlayerModel

/// A comparison for programs: every run, and for each run every player, with exact numbers.
package enum ComparisonLines {
    // MARK: CSV

    /// CSV: a head, and a line for each run and player.
    ///
    /// A missing value is empty, and so are the values of a run that failed; `outcome` tells them apart. The columns
    /// of our own have names that no key of a scenario has.
    package static func csv(_ comparison: Comparison) -> String {
        let names = comparison.metrics.map { $0.name }
        var text = CSVText.record(["scenario"] + comparison.keys + ["run_seed", "player_name", "outcome"] + names)
        for (block, cell) in comparison.cells {
            for sample in cell.samples {
                for (player, name) in cell.players.enumerated() {
                    var fields = [block.path] + cell.settings
                    fields += [sample.seed.map { String($0) } ?? "", name ?? "", outcome(sample)]
                    for (index, metric) in comparison.metrics.enumerated() {
                        fields.append(CSVText.field(sample.value(player, index), metric.unit))
                    }
                    text += CSVText.record(fields)
                }
            }
        }
        return text
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
