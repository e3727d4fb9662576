extension String {
    /// The text as a message or a report has it: whatever ends a line or steers a terminal is a space.
    package var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.isControl }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
    }
}

extension Unicode.Scalar {
    /// A control character of C0 or C1, or a separator of lines or paragraphs.
    var isControl: Bool { value < 32 || 127..<160 ~= value || value == 0x2028 || value == 0x2029 }
}
