import Simulation

/// The terminal that results go to, if they go to one. Elsewhere they are the same bytes wherever they are made.
struct Terminal: Sendable {
    /// The number of columns; nil where there is no terminal.
    var columns: Int?
    var hasColor = false

    static let none = Terminal()

    /// A window that is narrower still has broken lines.
    private static let fewestColumns = 40

    /// The terminal of a stream, as the person and the environment have it.
    init(of stream: Files.Stream, color: Bool) {
        guard Files.isTerminal(stream) else { return }
        columns = Files.columns(stream).map { max($0, Self.fewestColumns) }
        let isAsked = Files.variable("NO_COLOR")?.isEmpty ?? true
        hasColor = color && isAsked && Files.variable("TERM") != "dumb"
    }

    init(columns: Int? = nil, hasColor: Bool = false) {
        self.columns = columns
        self.hasColor = hasColor
    }

    /// A text as this terminal shows it: no line is wider, and what matters most has a colour.
    func shown(_ text: String, _ look: Reply.Look) -> String {
        guard look != .exact, columns != nil || hasColor, !text.isEmpty else { return text }
        let hasEnd = text.hasSuffix("\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(hasEnd ? 1 : 0)
        let shown = lines.flatMap { line in
            (columns.map { Self.folded(String(line), to: $0) } ?? [String(line)]).map {
                hasColor ? paint($0, look) : $0
            }
        }
        return shown.joined(separator: "\n") + (hasEnd ? "\n" : "")
    }

    // MARK: Width

    /// A line in as many as it takes. What goes on stands below what it belongs to: below the second column where
    /// there is one on the left half, or else a little to the right.
    static func folded(_ line: String, to columns: Int) -> [String] {
        guard line.unicodeScalars.count > columns else { return [line] }
        let indent = hang(of: line, in: columns)
        var lines: [String] = []
        var current = ""
        // The blanks before the next word: they are left out where a line ends.
        var blanks = ""
        for part in line.split(separator: " ", omittingEmptySubsequences: false) {
            defer { blanks += " " }
            guard !part.isEmpty else { continue }
            let joined = current + blanks + part
            if joined.unicodeScalars.count <= columns || current.isEmpty {
                current = joined
            } else {
                lines.append(current)
                current = indent + part
            }
            blanks = ""
        }
        return lines + [current]
    }

    private static func hang(of line: String, in columns: Int) -> String {
        let scalars = Array(line.unicodeScalars)
        let start = scalars.firstIndex { $0 != " " } ?? 0
        var hang = start + 2
        for index in scalars.indices.dropFirst(start + 2) where index <= columns / 2 && scalars[index] != " " {
            if scalars[index - 1] == " ", scalars[index - 2] == " " {
                hang = index
                break
            }
        }
        return String(repeating: " ", count: min(hang, columns / 2))
    }

    // MARK: Colour

    /// The colours of ECMA-48 that show on dark and light.
    private enum Color: Int {
        case red = 31
        case green = 32
        case yellow = 33

        func text(_ text: some StringProtocol) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
    }

    private func paint(_ line: String, _ look: Reply.Look) -> String {
        switch look {
        case .exact, .text: return line
        case .messages:
            for (word, color) in [("error:", Color.red), ("warning:", .yellow)] {
                guard let place = line.firstRange(of: word) else { continue }
                return line[..<place.lowerBound] + color.text(word) + line[place.upperBound...]
            }
            return line
        case .differences:
            switch line.first {
            case "-": return Color.red.text(line)
            case "+": return Color.green.text(line)
            default: return line
            }
        case .verdicts:
            guard let verdict = Verdict.allCases.first(where: { line.hasPrefix($0.word + " ") }) else {
                return line
            }
            return color(of: verdict).text(verdict.word) + line.dropFirst(verdict.word.count)
        }
    }

    private func color(of verdict: Verdict) -> Color {
        switch verdict {
        case .ok, .updated: .green
        case .within, .changed: .yellow
        case .worse, .failed, .unreadable: .red
        }
    }
}
