import Testing

/// A playlist with something about it, and the place and words that are to be said of it.
struct PlaylistCase: CustomTestStringConvertible, Sendable {
    let text: String
    let line: Int32
    let column: Int32
    let words: String

    init(_ text: String, _ line: Int32, _ column: Int32, _ words: String) {
        self.text = text
        self.line = line
        self.column = column
        self.words = words
    }

    var testDescription: String { String(text.suffix(60)) }
}
