/// Something about a file, mostly an error: what is wrong, where, and what would be right.
package struct Diagnostic: Equatable, Sendable {
    package let place: Place
    package let message: String

    package init(_ message: String, at place: Place) {
        self.place = place
        // It quotes the file.
        self.message = message.onOneLine
    }

    /// A note says what nobody has to mend.
    package enum Severity: String, Sendable { case error, warning, note }

    /// `file:line:column: error: …`, the form that editors and CI servers turn into links. A source that is no file (a
    /// setting from the command line) is shown without line and column.
    package func text(sources: [SourceText], as severity: Severity = .error) -> String {
        let source = sources[Int(place.source)]
        let position = source.isFile ? ":\(place.line):\(place.column)" : ""
        return "\(source.name.onOneLine)\(position): \(severity.rawValue): \(message)"
    }
}

extension String {
    /// The text with words in the place of those characters for which there are some.
    func replacingScalars(_ words: (Unicode.Scalar) -> String?) -> String {
        guard unicodeScalars.contains(where: { words($0) != nil }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if let words = words(scalar) { text += words } else { text.unicodeScalars.append(scalar) }
        }
    }
}

extension Unicode.Scalar {
    /// A control character of C0 or C1, or a separator of lines or paragraphs.
    var isControl: Bool { value < 32 || 127..<160 ~= value || value == 0x2028 || value == 0x2029 }

    /// As in `\u{1B}`.
    var number: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }
}

/// The errors and warnings that were found while a file was judged.
package struct Findings: Sendable {
    /// Whatever cannot be meant.
    package private(set) var errors: [Diagnostic] = []
    /// Whatever is right and can be used, but is hardly meant so.
    package private(set) var warnings: [Diagnostic] = []

    /// The errors that several parts may find.
    private var shared: [Diagnostic] = []

    package mutating func report(_ message: String, _ place: Place) { errors.append(Diagnostic(message, at: place)) }

    /// Several parts of a file may find the same at a place that they share, of which there are few. O(n) in those.
    package mutating func reportOnce(_ message: String, _ place: Place) {
        let error = Diagnostic(message, at: place)
        if shared.contains(error) { return }
        shared.append(error)
        errors.append(error)
    }

    package mutating func warn(_ message: String, _ place: Place) { warnings.append(Diagnostic(message, at: place)) }

    // MARK: Hints

    /// As many as take a moment.
    private static let mostComparisons = 20_000
    /// The comparisons of a word with a name that were made for hints.
    private var comparisons = 0

    /// A hint at the name that was meant, of those that there are. Of very many words that are none of very many names
    /// the first ones get one, and the others an empty one: to look for all would take a time that grows with the
    /// product of the two.
    package mutating func hint(_ word: String, among names: [String]) -> String {
        mayCompare(with: names.count) ? NearMiss.hint(word, among: names) : ""
    }

    package mutating func hint(_ word: ExactText, among names: [ExactText]) -> String {
        mayCompare(with: names.count) ? NearMiss.hint(word.text, among: names.texts) : ""
    }

    /// Likewise, of the names of a list.
    package mutating func hint(_ word: ExactText, among names: NameIndex) -> String {
        mayCompare(with: names.count) ? NearMiss.hint(word.text, among: names.names) : ""
    }

    private mutating func mayCompare(with count: Int) -> Bool {
        guard comparisons < Self.mostComparisons else { return false }
        comparisons += max(1, count)
        return true
    }
}

/// A text to read, and what to call it.
package struct SourceText: Sendable {
    package let name: String
    package let bytes: [UInt8]
    package let isFile: Bool
    /// Whether it is a setting that others are compared with, so that it may say what is so anyway.
    let isCompared: Bool

    package init(file name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        (isFile, isCompared) = (true, false)
    }

    /// A setting from the command line: shown as it was typed.
    package init(setting name: String, value: [UInt8], isCompared: Bool = false) {
        self.name = name
        bytes = value
        (isFile, self.isCompared) = (false, isCompared)
    }
}
