/// How wide letters are, by their kind: about as in the widest of the fonts that drawings name. Unit: a hundredth of
/// the size of the letters.
enum LetterWidth {
    static func of(_ letter: Unicode.Scalar) -> Int64 {
        switch letter {
        case " ", "!", "'", "(", ")", ",", "-", ".", "/", ":", ";", "[", "]", "`", "|": 34
        case "f", "i", "j", "l", "t", "I", "J": 38
        case "r", "s", "\"", "*", "?", "_": 52
        case "m", "w", "M", "W", "@", "%", "—", "…": 102
        case "D", "G", "H", "N", "O", "Q", "U", "#", "&", "+", "<", "=", ">", "^", "~": 87
        case "A"..."Z": 75
        case "\u{20}"..."\u{7E}": 62
        // What stands over the letter before, or joins its neighbours.
        case "\u{300}"..."\u{36F}", "\u{200B}"..."\u{200F}", "\u{FE00}"..."\u{FE0F}": 0
        // Of other alphabets, and signs.
        case ..<"\u{1100}", "\u{1200}"..<"\u{2E80}": 80
        // Emoji.
        case "\u{1F000}"..."\u{1FAFF}": 140
        // Chinese, Japanese and Korean, and whatever else may be as wide.
        default: 100
        }
    }

    static func of(_ words: some StringProtocol) -> Int64 { words.unicodeScalars.reduce(0) { $0 + of($1) } }

    /// The lines of words, none of which is wider than `room`: a word that is goes on in the next line.
    static func lines(_ words: String, room: Int64) -> [String] {
        var lines: [String] = []
        var (line, width) = ("", Int64(0))
        for word in words.split(separator: " ") {
            let joined = width + of(" ") + of(word)
            if !line.isEmpty, joined <= room {
                line += " " + word
                width = joined
                continue
            }
            if !line.isEmpty { lines.append(line) }
            (line, width) = ("", 0)
            for letter in word {
                let own = of(String(letter))
                if !line.isEmpty, width + own > room {
                    lines.append(line)
                    (line, width) = ("", 0)
                }
                line.append(letter)
                width += own
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
