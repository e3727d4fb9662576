import PlayerModel

/// The statistics of each setting's runs, for programs: of each metric the median, the 95th percentile and the worst,
/// exactly, as `Spread` has them.
package enum ComparisonSummary {
    /// The ways in which a session has no end that could be compared, by the names that reports have for them.
    enum Early: String, CaseIterable {
        case notStarted = "not_started"
        case leftOrFailed = "left_or_failed"
        case cutOff = "cut_off"

        func count(in cell: Comparison.Cell, player: Int) -> Int {
            cell.samples.count { sample in
                switch self {
                case .notStarted: sample.isDenied(player)
                case .leftOrFailed: sample.isCut(player)
                case .cutOff: sample.isCutOff(player)
                }
            }
        }
    }

    /// CSV: a head, and a line for each setting and player.
    ///
    /// Where a run failed, the values are empty, and `failed` is the number of such runs; the next three columns count
    /// those of which the figures say too little. The unit is the last word of a column here too.
    package static func csv(_ comparison: Comparison) -> String {
        var head = ["scenario"] + comparison.keys + ["player_name", "runs", "failed"]
        head += Early.allCases.map { $0.rawValue }
        for metric in comparison.metrics {
            head += Spread.none(better: metric.better).figures.map { "\($0.name)_\(metric.name)" }
        }
        var text = CSVText.record(head)
        for (block, cell) in comparison.cells {
            for (index, player) in cell.players.enumerated() {
                var fields = [block.path] + cell.settings
                fields += [player ?? "", String(cell.samples.count), String(cell.failures)]
                fields += Early.allCases.map { String($0.count(in: cell, player: index)) }
                let spreads = cell.spreads(of: comparison.metrics, player: index)
                for (column, metric) in comparison.metrics.enumerated() {
                    let spread = spreads?[column] ?? Spread.none(better: metric.better)
                    fields += spread.figures.map { CSVText.field($0.value, metric.unit) }
                }
                text += CSVText.record(fields)
            }
        }
        return text
    }

    /// The member `summary` of a comparison's JSON. Metrics are null where a run failed.
    static func write(_ comparison: Comparison, _ writer: inout JSONWriter) {
        writer.array("summary", of: comparison.cells) { line, writer in
            for (index, player) in line.cell.players.enumerated() {
                writer.object(inline: true) { writer in
                    ComparisonLines.write(line.block, line.cell, comparison, &writer)
                    writer.member("player", orNull: player)
                    writer.member("runs", Int64(line.cell.samples.count))
                    writer.member("failed", Int64(line.cell.failures))
                    for early in Early.allCases {
                        writer.member(early.rawValue, Int64(early.count(in: line.cell, player: index)))
                    }
                    let spreads = line.cell.spreads(of: comparison.metrics, player: index)
                    writer.object("metrics") { writer in
                        for (column, metric) in comparison.metrics.enumerated() {
                            write(metric, spreads?[column], &writer)
                        }
                    }
                }
            }
        }
    }

    private static func write(_ metric: Metric, _ spread: Spread?, _ writer: inout JSONWriter) {
        writer.object(metric.name, orNull: spread) { spread, writer in
            for (name, value) in spread.figures { writer.quantity(name, value, metric.unit) }
        }
    }
}
