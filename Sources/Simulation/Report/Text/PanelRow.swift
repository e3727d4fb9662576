/// The columns of the panel's rows: times and rates at their right ends, and the last with all the rest of the line.
enum PanelRow {
    case whole
    /// With what is known of the buffer on a second line: the first has 72 columns.
    case folded

    /// The columns that a row needs with the shortest of its ranges.
    private static let usualColumns = 112
    private static let widths = [13, 7, 17, 4, 8, 13, 6, 5, 5, 0]
    private static let atRight = [0, 3, 4, 5]
    /// The first of the columns about the buffer.
    private static let buffer = 6

    init(columns: Int?) { self = (columns ?? Self.usualColumns) < Self.usualColumns ? .folded : .whole }

    var names: [String] {
        lines([
            "at", "status", "reason", "rate", "timebase", "currentTime", "keepUp", "full", "empty",
            "loadedTimeRanges",
        ])
    }

    /// The words of a row in columns.
    func lines(_ words: [String]) -> [String] {
        let padded = zip(words, Self.widths).enumerated().map { column, word in
            Self.atRight.contains(column) ? NumberText.right(word.0, word.1) : NumberText.left(word.0, word.1)
        }
        switch self {
        case .whole: return [padded.joined(separator: "  ")]
        case .folded:
            let indent = String(repeating: " ", count: Self.widths[0] + 2)
            return [
                padded[..<Self.buffer].joined(separator: "  "),
                indent + padded[Self.buffer...].joined(separator: "  "),
            ]
        }
    }
}
