/// The difference between a report and its golden, for a person.
package struct GoldenDifference: Sendable {
    /// Lines that were removed, marked `-`, and lines that were added, marked `+`; then, where these do not show it,
    /// the difference in words.
    package let lines: [String]
    /// The first line of the golden that has changed, from 1.
    package let firstLine: Int32

    /// Compares a golden with a report. Nil where the bytes are the same.
    package init?(from golden: [UInt8], to text: String) {
        let new = Array(text.utf8)
        guard golden != new else { return nil }
        let (before, after) = (Self.split(golden), Self.split(new))
        firstLine = Int32(clamping: zip(before, after).prefix { $0 == $1 }.count + 1)
        guard golden.filter({ $0 != UInt8(ascii: "\r") }) != new else {
            lines = [
                "the golden's lines end in CR LF; '*.golden -text' in .gitattributes keeps git from changing them"
            ]
            return
        }
        let changes = LineDifference.changes(from: before, to: after)
        guard !changes.isEmpty else {
            lines = ["the golden has \(before.count) lines, the report \(after.count)"]
            return
        }
        lines = Self.amounts(beside: changes) + (Self.onlyDigests(changes) ? [Self.digestNote] : [])
    }

    private static let digestNote =
        "only the digest is another one: 'autowait run' with '--rows all' or '--trace' shows what a page leaves out"

    private static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    /// Whether only the line with the digest of the trace has changed.
    private static func onlyDigests(_ changes: [LineDifference.Change]) -> Bool {
        changes.allSatisfy { change in
            let line = String(decoding: change.line, as: UTF8.self)
            return line.hasSuffix(", model \(Model.number)") && line.split(separator: " ").contains("digest")
        }
    }

    /// The lines as text. A number that is near the one that it replaces is hard to see: after a line with the same
    /// words as the removed one, it says how much the first number has changed.
    private static func amounts(beside changes: [LineDifference.Change]) -> [String] {
        var lines: [String] = []
        var start = 0
        while start < changes.count {
            let gone = changes[start...].prefix { !$0.isNew }
            let came = changes[gone.endIndex...].prefix { $0.isNew }
            lines += gone.map { "- " + visible($0.line) }
            for (offset, change) in came.enumerated() {
                lines.append("+ " + visible(change.line))
                guard gone.count == came.count else { continue }
                if let words = NumberDifference.words(from: gone[start + offset].line, to: change.line) {
                    lines.append("  " + words)
                }
            }
            start = came.endIndex
        }
        return lines
    }

    /// A line in which everything can be seen: control characters, and spaces at the end.
    private static func visible(_ line: ArraySlice<UInt8>) -> String {
        let words = line.reversed().drop { $0 == UInt8(ascii: " ") }.count
        let text = String(decoding: line.prefix(words), as: UTF8.self).replacingScalars { $0.controlNumber }
        return text + String(repeating: "\\u{20}", count: line.count - words)
    }
}

extension String {
    /// The text with words in the place of those characters for which there are some.
    func replacingScalars(_ words: (Unicode.Scalar) -> String?) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if let words = words(scalar) { text += words } else { text.unicodeScalars.append(scalar) }
        }
    }
}

extension Unicode.Scalar {
    /// As in `\u{1B}`.
    var number: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

    /// The number of a control character of C0 or C1; nil for any other.
    var controlNumber: String? { value < 0x20 || 0x7F..<0xA0 ~= value ? number : nil }
}
