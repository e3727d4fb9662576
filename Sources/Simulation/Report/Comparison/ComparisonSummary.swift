import PlayerModel

/// The statistics of each setting's runs, for programs: of each metric the median, the 95th percentile and the worst,
/// exactly, as `Spread` has them.
package enum ComparisonSummary {
    /// CSV (RFC 4180, but with line feeds alone): a head, and a line for each setting and player.
    ///
    /// Where a run failed, the values are empty, and `failed` is the number of such runs. The unit is the last word
    /// of a column here too.
    package static func csv(_ comparison: Comparison) -> String {
        var head = ["scenario"] + comparison.keys + ["player_name", "runs", "failed"]
        for metric in comparison.metrics {
            head += Spread([nil], better: metric.better).figures.map { "\($0.name)_\(metric.name)" }
        }
        var text = ComparisonLines.record(head)
        for block in comparison.blocks {
            for cell in block.cells {
                for (index, player) in cell.players.enumerated() {
                    var fields = [block.path] + cell.settings
                    fields += [player ?? "", String(cell.samples.count), String(cell.failures)]
                    let spreads = cell.spreads(of: comparison.metrics, player: index)
                    for (column, metric) in comparison.metrics.enumerated() {
                        let spread = spreads?[column] ?? Spread([nil], better: metric.better)
                        fields += spread.figures.map { ComparisonLines.field($0.value, metric.unit) }
                    }
                    text += ComparisonLines.record(fields)
                }
            }
        }
        return text
    }

    /// The member `summary` of a comparison's JSON. Metrics are null where a run failed.
    static func write(_ comparison: Comparison, _ writer: inout JSONWriter) {
        writer.key("summary")
        writer.beginArray()
        for block in comparison.blocks {
            for cell in block.cells {
                for (index, player) in cell.players.enumerated() {
                    writer.beginObject(inline: true)
                    ComparisonLines.write(block, cell, comparison, &writer)
                    writer.key("player")
                    if let player { writer.string(player) } else { writer.null() }
                    writer.key("runs")
                    writer.integer(Int64(cell.samples.count))
                    writer.key("failed")
                    writer.integer(Int64(cell.failures))
                    let spreads = cell.spreads(of: comparison.metrics, player: index)
                    writer.key("metrics")
                    writer.beginObject()
                    for (column, metric) in comparison.metrics.enumerated() {
                        writer.key(metric.name)
                        write(spreads?[column], metric.unit, &writer)
                    }
                    writer.endObject()
                    writer.endObject()
                }
            }
        }
        writer.endArray()
    }

    private static func write(_ spread: Spread?, _ unit: Unit, _ writer: inout JSONWriter) {
        guard let spread else { return writer.null() }
        writer.beginObject()
        for (name, value) in spread.figures {
            writer.key(name)
            ComparisonLines.write(value, unit, &writer)
        }
        writer.endObject()
    }
}
