/// A text that is told from others byte for byte: the name of a group, a pathway or a host, a language, the path of a
/// file.
///
/// RFC 8216 compares quoted strings so (section 4.2), RFC 8259 the keys of objects (section 8.3), and systems the names
/// of files. `==` of `String` takes an e with an accent behind it for one with the accent on it, and a kelvin sign for
/// a K.
package struct ExactText: Comparable, Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isSpelt(right.text) }

    package static func < (left: ExactText, right: ExactText) -> Bool { ByteOrder.precedes(left.text, right.text) }

    package var isEmpty: Bool { text.isEmpty }
    package var onOneLine: String { text.onOneLine }

    /// The text with its capitals of ASCII made small: in the tags of languages and in the hosts of URIs they tell
    /// nothing apart (RFC 5646, section 2.1.1; RFC 3986, section 3.2.2).
    var lowercased: ExactText { ExactText(String(decoding: text.utf8.map { $0.lowercased }, as: UTF8.self)) }
}

extension [ExactText] {
    package var texts: [String] { map { $0.text } }
}

extension ExactText: CustomStringConvertible {
    package var description: String { text }
}

extension ExactText: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}
