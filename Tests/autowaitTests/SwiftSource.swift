import Foundation

/// A Swift file of the package as these tests read it: its lines without words in quotes and without comments.
struct SwiftSource {
    let path: String
    /// As they are written.
    let lines: [String]
    /// The same with nothing in quotes but what is interpolated, and without comments.
    let code: [String]

    init(_ path: String) throws {
        self.path = path
        lines = try Place.text(path).components(separatedBy: "\n")
        var isInText = false
        code = lines.map { line in
            let quotes = line.components(separatedBy: "\"\"\"").count - 1
            defer { if quotes % 2 == 1 { isInText.toggle() } }
            return isInText || quotes > 0 ? Self.interpolated(line) : Self.withoutWords(line)
        }
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
            Self.words(line).compactMap { word in
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
        for line in code {
            let words = Self.words(line).map(String.init)
            guard let place = words.firstIndex(where: { Self.typeWords.contains($0) }), place + 1 < words.count,
                words[..<place].allSatisfy({ Self.modifiers.contains($0) })
            else { continue }
            let isPrivate = words[..<place].contains("private") || words[..<place].contains("fileprivate")
            if line.hasPrefix(" ") || isPrivate {
                inside.append(words[place + 1])
            } else {
                atTop.append(words[place + 1])
            }
        }
        return (atTop, inside)
    }

    private static let typeWords: Set = ["struct", "enum", "class", "protocol", "actor", "typealias"]
    static let modifiers: Set = [
        "package", "public", "private", "fileprivate", "internal", "indirect", "final", "static", "mutating", "set",
        "consuming", "nonisolated", "override", "lazy", "inline", "__always", "never", "inlinable",
        "usableFromInline",
        "discardableResult", "Sendable",
    ]

    /// Words of letters, digits and underscores.
    static func words(_ line: String) -> [Substring] {
        line.utf8.split { !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || 48...57 ~= $0 || $0 == 95) }
            .map { Substring($0) }
    }

    /// A line without what stands in quotes, but for what is interpolated there, and without its comment.
    private static func withoutWords(_ line: String) -> String {
        if !line.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "/") }) { return line }
        if line.utf8.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: "//".utf8) { return "" }
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
