/// Writes XML: SVG and our pages. Every text and every attribute is escaped.
package struct XMLWriter: Sendable {
    package private(set) var text = ""
    private var open: [String] = []

    package init() {}

    package mutating func begin(_ name: String, _ attributes: (String, String)...) { begin(name, attributes) }

    package mutating func begin(_ name: String, _ attributes: [(String, String)]) {
        tag(name, attributes)
        text += ">"
        open.append(name)
    }

    package mutating func end() {
        guard let name = open.popLast() else { preconditionFailure("No element is open.") }
        text += "</\(name)>\n"
    }

    package mutating func empty(_ name: String, _ attributes: (String, String)...) { empty(name, attributes) }

    package mutating func empty(_ name: String, _ attributes: [(String, String)]) {
        tag(name, attributes)
        text += "/>\n"
    }

    package mutating func element(_ name: String, _ attributes: (String, String)..., words: String) {
        tag(name, attributes)
        text += ">"
        // What is typed or copied has no more in it than is seen.
        text += name == "pre" || name == "code" ? Self.escapedAsItIs(words) : Self.escaped(words)
        text += "</"
        text += name
        text += ">"
    }

    package mutating func write(_ words: String) { text += Self.escaped(words) }

    /// Adds markup that is written already.
    package mutating func add(_ markup: String) { text += markup }

    private mutating func tag(_ name: String, _ attributes: [(String, String)]) {
        // Piece by piece: a text with values in it would be made first, and then copied.
        text += "<"
        text += name
        for (name, value) in attributes {
            text += " "
            text += name
            text += "=\""
            text += Self.escapedAsItIs(value, keepingBreaks: true)
            text += "\""
        }
    }

    /// Words as markup, in which names that are read from right to left move nothing that stands beside them.
    package static func escaped(_ words: String) -> String { escapedAsItIs(words.isolatingRightToLeft) }

    /// Text as markup: a character with a meaning in XML is written as a reference, and a control character, which may
    /// not stand in it at all, becomes a space.
    ///
    /// - Parameter keepsBreaks: Whether tabs and what ends a line stay, as references: where they stand by themselves
    ///   in an attribute, its reader takes them for spaces.
    package static func escapedAsItIs(_ words: String, keepingBreaks keepsBreaks: Bool = false) -> String {
        // Most of a drawing is paths and numbers, which stay as they are.
        var own = words
        if own.withUTF8({ (bytes: UnsafeBufferPointer<UInt8>) in bytes.allSatisfy { isPlain($0) } }) { return words }
        var result = String.UnicodeScalarView()
        for scalar in words.unicodeScalars {
            switch scalar.value {
            case 0x26: result.append(contentsOf: "&amp;".unicodeScalars)
            case 0x3C: result.append(contentsOf: "&lt;".unicodeScalars)
            case 0x3E: result.append(contentsOf: "&gt;".unicodeScalars)
            case 0x22: result.append(contentsOf: "&quot;".unicodeScalars)
            case 0x27: result.append(contentsOf: "&#39;".unicodeScalars)
            case 9 where keepsBreaks, 10 where keepsBreaks, 13 where keepsBreaks:
                result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            case ..<0x20, 0x7F..<0xA0, 0xFFFE...0xFFFF: result.append(" ")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        0x20..<0x7F ~= byte && byte != 0x26 && byte != 0x3C && byte != 0x3E && byte != 0x22 && byte != 0x27
    }
}
