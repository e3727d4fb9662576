/// Words that are read from right to left, among others that are read from left to right (Unicode Standard Annex 9).
extension String {
    /// The words as a page or a drawing has them: what is read from right to left stands between U+2068 and U+2069, so
    /// that figures, arrows and words beside it keep their places. What steers the direction by itself is a space.
    package var isolatingRightToLeft: String {
        guard unicodeScalars.contains(where: { $0.isRightToLeft || $0.isDirectionControl }) else { return self }
        var words = ""
        /// The text behind words from right to left, which belongs to them where more such words follow.
        var between: String?
        for scalar in unicodeScalars {
            if scalar.isRightToLeft {
                words += between ?? "\u{2068}"
                words.unicodeScalars.append(scalar)
                between = ""
            } else if between != nil, scalar.joinsWords {
                between?.unicodeScalars.append(scalar)
            } else {
                if let behind = between { words += "\u{2069}" + behind }
                between = nil
                words.unicodeScalars.append(scalar.isDirectionControl ? " " : scalar)
            }
        }
        return between.map { words + "\u{2069}" + $0 } ?? words
    }

    /// The text as a message or a report has it: whatever ends a line, steers a terminal or turns the words behind it
    /// round is a space.
    package var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.isControl || $0.isDirectionControl }) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map { $0.isControl || $0.isDirectionControl ? " " : $0 }))
    }
}

extension Unicode.Scalar {
    /// Says which way the letters behind it are read; nobody sees it.
    fileprivate var isDirectionControl: Bool { 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value }

    /// A letter, figure or mark of a script that is written from right to left, such as Hebrew and Arabic.
    fileprivate var isRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        case _: false
        }
    }

    /// Stands between two words of a name: a space, an apostrophe or a hyphen.
    fileprivate var joinsWords: Bool { self == " " || self == "'" || self == "-" }
}
