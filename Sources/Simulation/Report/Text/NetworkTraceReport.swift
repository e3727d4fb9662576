import PlayerModel

/// A description of a trace, for people and for programs.
package enum NetworkTraceReport {
    /// A line for each figure, and a picture of the capacity over time.
    package static func text(_ description: NetworkTraceDescription) -> String {
        var lines = [row("format", "\(description.format.name), \(ending(description.format))")]
        for figure in description.figures {
            lines.append(row(figure.name, QuantityText.value(figure.value, figure.unit)))
        }
        lines += ["", picture(description.profile)]
        return lines.joined(separator: "\n") + "\n"
    }

    /// One JSON object, ending in a line break.
    package static func json(_ description: NetworkTraceDescription) -> String {
        var writer = JSONWriter(indented: true)
        writer.beginObject()
        writer.key("format")
        writer.string(description.format.name)
        writer.key("begins_again")
        writer.bool(description.format.loops)
        for figure in description.figures {
            writer.key(figure.name)
            writer.decimal(figure.value, places: figure.unit.decimalPlaces)
        }
        writer.key("profile_kbps")
        writer.beginArray(inline: true)
        for value in description.profile { writer.decimal(value, places: Unit.kilobitsPerSecond.decimalPlaces) }
        writer.endArray()
        writer.endObject()
        return writer.finish() + "\n"
    }

    /// Capacities as bars an eighth of a line high for an eighth of the largest; a point is nothing at all.
    static func picture(_ profile: [Int64]) -> String {
        let bars: [Unicode.Scalar] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        let most = profile.max() ?? 0
        var text = String.UnicodeScalarView()
        for value in profile {
            text.append(value == 0 ? "." : bars[Int(proportion(value, 8, over: most, .up)) - 1])
        }
        return String(text)
    }

    private static func ending(_ format: NetworkTrace.Format) -> String {
        format.loops ? "begins again at its end" : "its last value holds"
    }

    private static func row(_ name: String, _ value: String) -> String { NumberText.left(name, 26) + value }
}
