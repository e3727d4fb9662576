import Testing

@testable import Simulation

@Suite("Names that are read from right to left")
struct IsolationTests {
    @Test(
        "are isolated in pages and drawings, and nothing else is",
        arguments: [
            ("item 1 → Bär, 熊", "item 1 → Bär, 熊"), ("\u{5D0}\u{5D1}", "\u{2068}\u{5D0}\u{5D1}\u{2069}"),
            ("\u{5D0} → \u{5D1}", "\u{2068}\u{5D0}\u{2069} → \u{2068}\u{5D1}\u{2069}"),
            ("\u{5D0} \u{5D1} 0 s", "\u{2068}\u{5D0} \u{5D1}\u{2069} 0 s"),
            ("a \u{628}-\u{628}, 1", "a \u{2068}\u{628}-\u{628}\u{2069}, 1"), ("a\u{202E}b", "a b"),
            ("\u{2069}\u{5D0}\u{2068}", " \u{2068}\u{5D0}\u{2069} "),
        ])
    func isolated(words: String, isolated: String) {
        #expect(words.isolatingRightToLeft.utf8.elementsEqual(isolated.utf8))
        var writer = XMLWriter()
        writer.element("p", ("id", words), words: words)
        writer.element("pre", words: words)
        let text = "<p id=\"\(words)\">\(isolated)</p><pre>\(words)</pre>"
        #expect(writer.text.utf8.elementsEqual(text.utf8), "no link is changed, and nothing that is copied")
    }

    @Test(
        "and on one line nothing turns the words behind it round",
        arguments: [("a\u{202E}b\nc", "a b c"), ("a\u{2067}\u{5D0}\u{2069}c", "a \u{5D0} c")])
    func onOneLine(text: String, line: String) { #expect(text.onOneLine.utf8.elementsEqual(line.utf8)) }
}
