import PlayerModel

/// A description of a trace, for people and for programs.
package enum NetworkTraceReport {
    /// A line for each figure, and a picture of the capacity over time.
    package static func text(_ description: NetworkTraceDescription) -> String {
        let ending = description.format.loops ? "begins again at its end" : "its last value holds"
        let figures = description.figures.map { ($0.name, QuantityText.value($0.value, $0.unit)) }
        let rows = [("format", "\(description.format.name), \(ending)")] + figures
        let lines = rows.map { NumberText.left($0.0, 26) + $0.1 } + ["", picture(description.profile)]
        return lines.joined(separator: "\n") + "\n"
    }

    /// One JSON object, ending in a line break.
    package static func json(_ description: NetworkTraceDescription) -> String {
        JSONWriter.text { writer in
            writer.member("format", description.format.name)
            writer.member("begins_again", description.format.loops)
            for figure in description.figures { writer.member(figure.name, figure.value, figure.unit) }
            writer.array("profile_kbps", of: description.profile, inline: true) {
                $1.decimal($0, places: Unit.kilobitsPerSecond.decimalPlaces)
            }
        }
    }

    /// Capacities as bars an eighth of a line high for an eighth of the largest; a point is nothing at all.
    static func picture(_ profile: [Int64]) -> String {
        let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        let most = profile.max() ?? 0
        return profile.map { $0 == 0 ? "." : bars[Int(proportion($0, 8, over: most, .up)) - 1] }.joined()
    }
}
