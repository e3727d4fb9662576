import Foundation

/// A Swift file of the package as these tests read it: its lines without words in quotes and without comments.
struct SwiftSource {
    let path: String
    /// As they are written.
    let lines: [String]
    /// The same with nothing in quotes but what is interpolated, and without comments.
    let code: [String]
    /// The words of its code, line by line.
    let words: [[Substring]]

    init(_ path: String) throws {
        self.path = path
        lines = try Place.lines(path)
        var isInText = false
        code = lines.map { line in
            let quotes = line.has("\"\"\"") ? line.components(separatedBy: "\"\"\"").count - 1 : 0
            defer { if quotes % 2 == 1 { isInText.toggle() } }
            return isInText || quotes > 0 ? Self.interpolated(line) : Self.withoutWords(line)
        }
        words = code.map(Self.words)
    }

    /// The files of a folder, which is `Sources` or `Tests` or in one of these.
    static func all(in folder: String) throws -> [SwiftSource] {
        try known.get().filter { $0.path.hasPrefix(folder + "/") }
    }

    /// All of them, read once.
    private static let known = Result {
        try ["Sources", "Tests"].flatMap { Place.files(in: $0, ending: ".swift") }.map { try SwiftSource($0) }
    }

    /// The folder of `Sources/Simulation` that it is in; nil elsewhere.
    var room: String? {
        let parts = path.split(separator: "/")
        return parts.count > 3 && parts[1] == "Simulation" ? String(parts[2]) : nil
    }

    /// The names in its code that begin with a capital letter and are no members of something, line by line.
    var typeNames: [(line: Int, name: Substring)] {
        code.enumerated().flatMap { index, line in
            words[index].compactMap { word in
                guard let first = word.utf8.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else { return nil }
                let isMember =
                    word.startIndex > line.startIndex
                    && line.utf8[line.utf8.index(before: word.startIndex)] == UInt8(ascii: ".")
                return isMember ? nil : (index + 1, word)
            }
        }
    }

    /// The types that it declares: those of the file itself, and those inside of others or private.
    var declaredTypes: (atTop: [String], inside: [String]) {
        var (atTop, inside): ([String], [String]) = ([], [])
        for (line, words) in zip(code, words) {
            guard let place = Self.place(of: Self.typeWords, in: words) else { continue }
            if line.hasPrefix(" ") || Self.isPrivate(words[..<place]) {
                inside.append(String(words[place + 1]))
            } else {
                atTop.append(String(words[place + 1]))
            }
        }
        return (atTop, inside)
    }

    /// The functions and properties that its extensions have for other files, by name.
    var extensionNames: [Substring] {
        var names: [Substring] = []
        var isInside = false
        for (line, words) in zip(code, words) {
            if !line.hasPrefix(" ") {
                let isOpening = line.hasSuffix("{") && words.contains("extension")
                isInside = isOpening || isInside && !line.hasPrefix("}")
            } else if isInside, line.hasPrefix("    "), !line.hasPrefix("     "),
                let place = Self.place(of: Self.memberWords, in: words), !Self.isPrivate(words[..<place])
            {
                names.append(words[place + 1])
            }
        }
        return names
    }

    /// Whether the word at a place of a line is there to declare something, or is a label: not to use what it names.
    func declares(_ place: Int, line: Int) -> Bool {
        let words = words[line]
        if place > 0, Self.declaringWords.contains(words[place - 1]) { return true }
        if words[0] == "case" || words.contains("enum") {
            // What a case carries is used.
            return isListOfCases(line) && words[place].utf8.first.map { $0 >= UInt8(ascii: "a") } ?? false
        }
        if isBefore(":", words[place], line) { return true }
        // The label of a parameter that has a name besides.
        return place + 1 < words.count && isBefore(" ", words[place], line) && isBefore(":", words[place + 1], line)
            && code[line].utf8.index(after: words[place].endIndex) == words[place + 1].startIndex
    }

    /// Whether a line lists cases of an enum: no pattern, which begins with a sign or ends in a colon.
    private func isListOfCases(_ line: Int) -> Bool {
        let words = words[line]
        guard let start = words.firstIndex(of: "case"), start + 1 < words.count else { return false }
        let first = words[start + 1]
        let isBare =
            code[line].utf8.index(after: words[start].endIndex) == first.startIndex
            && !isBefore(":", first, line)
        return isBare && !["let", "is", "nil", "true", "false", "_"].contains(first) && !code[line].hasSuffix(":")
    }

    private func isBefore(_ sign: Unicode.Scalar, _ word: Substring, _ line: Int) -> Bool {
        word.endIndex < code[line].endIndex && code[line].utf8[word.endIndex] == UInt8(ascii: sign)
    }

    /// The place of the first of some words, where only modifiers stand before it, and a name behind it.
    static func place(of kinds: Set<Substring>, in words: [Substring]) -> Int? {
        guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count,
            words[..<place].allSatisfy(modifiers.contains)
        else { return nil }
        return place
    }

    private static func isPrivate(_ modifiers: ArraySlice<Substring>) -> Bool {
        modifiers.contains("private") || modifiers.contains("fileprivate")
    }

    private static let typeWords: Set<Substring> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
    private static let memberWords: Set<Substring> = ["func", "var", "let"]
    static let declaringWords: Set<Substring> = ["func", "var", "let", "struct", "enum", "class", "typealias"]
    static let modifiers: Set<Substring> = [
        "package", "public", "private", "fileprivate", "internal", "indirect", "final", "static", "mutating", "set",
        "consuming", "nonisolated", "override", "lazy", "inline", "__always", "never", "inlinable",
        "usableFromInline",
        "discardableResult", "Sendable",
    ]

    /// Words of letters, digits and underscores.
    static func words(_ line: String) -> [Substring] {
        var line = line
        var ranges: [(start: Int, end: Int)] = []
        line.withUTF8 { bytes in
            var start: Int?
            for place in bytes.indices {
                let isOfWord = isLetterOrDigit[Int(bytes[place])]
                if isOfWord, start == nil { start = place }
                guard !isOfWord, let begun = start else { continue }
                ranges.append((begun, place))
                start = nil
            }
            if let begun = start { ranges.append((begun, bytes.count)) }
        }
        let text = line.utf8
        return ranges.map { range in
            let start = text.index(text.startIndex, offsetBy: range.start)
            return Substring(text[start..<text.index(start, offsetBy: range.end - range.start)])
        }
    }

    /// Of each byte whether it is a letter, a digit or an underscore.
    private static let isLetterOrDigit = (0..<256).map { 97...122 ~= $0 | 0x20 || 48...57 ~= $0 || $0 == 95 }

    /// A line without what stands in quotes, but for what is interpolated there, and without its comment.
    private static func withoutWords(_ line: String) -> String {
        let hasComment = line.has("//")
        if !hasComment, !line.has("\"") { return line }
        if hasComment, line.utf8.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: "//".utf8) { return "" }
        let bytes = Array(line.utf8)
        var result: [UInt8] = []
        var depth: [Int] = []
        var place = 0
        while place < bytes.count {
            let (next, after) = (bytes[place], place + 1 < bytes.count ? bytes[place + 1] : 0)
            let isQuoted = depth.last == 0
            place += 1
            if isQuoted, next == UInt8(ascii: "\\") {
                place += 1
                guard after == UInt8(ascii: "(") else { continue }
                depth.append(1)
                result.append(UInt8(ascii: " "))
            } else if next == UInt8(ascii: "\"") {
                if isQuoted { depth.removeLast() } else { depth.append(0) }
                result.append(next)
            } else if !isQuoted {
                if next == UInt8(ascii: "/"), after == next { break }
                if let last = depth.last {
                    if next == UInt8(ascii: "(") { depth[depth.count - 1] = last + 1 }
                    if next == UInt8(ascii: ")") { depth[depth.count - 1] = last - 1 }
                }
                if depth.last == 0 {
                    // The interpolation is over: what follows is quoted again.
                    depth.removeLast()
                    result.append(UInt8(ascii: " "))
                } else {
                    result.append(next)
                }
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// What is interpolated on a line of a text.
    private static func interpolated(_ line: String) -> String { withoutWords("\"" + line) }
}
