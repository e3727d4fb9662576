import Simulation

/// The form of a file's text, as far as its beginning shows it: an output replaces only a file of its own form.
///
/// Every form of ours begins in a way that no scenario, trace, movie or playlist of others does: a JSON report with
/// `"model"`, a log and a baseline with `"format"`, a comparison's CSV with the column `scenario`, a scenario that
/// 'shrink' or 'search' made with an `"about"` that says so. A text begins with the name of a scenario, which may look
/// like anything, and goes on with prose.
enum FileForm: Hashable {
    case empty
    /// An object, with the name of its first member, and with the value where that is a string.
    case json(first: String, value: String)
    case list
    /// HTML, SVG, XML or a property list, with the name of its first element.
    case markup(root: String)
    case playlist
    /// A playlist that 'live' wrote, as a comment in its second line says.
    case livePlaylist
    /// Lines of cells, with the first cell of the first line; empty where that is a number.
    case table(first: String)
    case text
    case data

    /// The comment behind the first line of a playlist of ours.
    static let mark = "# written by 'autowait live'"

    static let log = FileForm.json(first: "format", value: "autowait log")
    /// A report in JSON, whatever it is of.
    static let report = FileForm.json(first: "model", value: "")
    static let page = FileForm.markup(root: "html")
    static let drawing = FileForm.markup(root: "svg")
    static let junit = FileForm.markup(root: "testsuites")
    static let shrunk = FileForm.json(first: "about", value: "written by 'autowait shrink'")
    static let found = FileForm.json(first: "about", value: "written by 'autowait search'")

    /// Whatever shows the form stands before this.
    static let mostBytes = 4096

    init(_ bytes: [UInt8]) {
        let start = bytes.prefix(Self.mostBytes)
        let text = String(decoding: start, as: UTF8.self)
        guard !start.contains(0) else {
            // No other text of ours is in UTF-16 than pages that run.
            let text = LivePage.isMarked(start) ? LivePage.text(of: Array(start)) : ""
            self = Self.root(Substring(text)) == "html" ? .page : .data
            return
        }
        var rest = Substring(text).drop(while: \.isWhitespace)
        if rest.hasPrefix("\u{FEFF}") { rest = rest.dropFirst().drop(while: \.isWhitespace) }
        switch rest.first {
        case nil: self = .empty
        case "{" where Self.isJSON(rest):
            // Of a member's name, a sign and a value nothing but their strings is looked at.
            let parts = rest.split(separator: "\"", maxSplits: 4, omittingEmptySubsequences: false)
            let hasValue = parts.count == 5 && parts[2].filter { !$0.isWhitespace } == ":"
            self = .json(first: parts.count > 1 ? String(parts[1]) : "", value: hasValue ? String(parts[3]) : "")
        case "[" where Self.isJSON(rest): self = .list
        case "{", "[": self = .text
        case "<":
            let root = Self.root(rest)
            self = root.map { .markup(root: $0) } ?? .text
        default:
            let isOurs = rest.hasPrefix("#EXTM3U\n\(Self.mark)")
            self =
                isOurs
                ? .livePlaylist
                : Self.isPlaylist(rest) ? .playlist : Self.lines(rest, isCut: bytes.count >= Self.mostBytes)
        }
    }

    /// Whether its first line is that of a playlist. The line may also be the name of a scenario, with which its report
    /// begins: that has an empty line between others, and neither a tag nor comments alone.
    private static func isPlaylist(_ text: Substring) -> Bool {
        guard text.hasPrefix("#EXTM3U") else { return false }
        let others = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst()
        let full = others.filter { !$0.isEmpty }
        if full.contains(where: { $0.hasPrefix("#EXT") }) || full.allSatisfy({ $0.hasPrefix("#") }) { return true }
        return others.prefix(full.count).allSatisfy { !$0.isEmpty }
    }

    /// Whether the first two lines have what JSON is made of, and nothing else: its words and numbers, punctuation and
    /// strings, of which none goes over the end of a line (RFC 8259).
    private static func isJSON(_ text: Substring) -> Bool {
        text.split(whereSeparator: \.isNewline).prefix(2).allSatisfy { line in
            // Within quotes are the odd ones; what is quoted in a string ends no string.
            let plain = line.replacing("\\\\", with: "").replacing("\\\"", with: "")
            let parts = plain.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            let outside = parts.filter { $0.offset % 2 == 0 }.map { $0.element }
            let words = outside.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
            return words.allSatisfy { ["true", "false", "null"].contains($0) || $0.first?.isNumber ?? false }
        }
    }

    /// HTML without a tag of that name, which may be left out: none of ours.
    private static let untagged = FileForm.markup(root: doctype)
    private static let doctype = "!doctype html"

    /// The name of the first element, nil where there is none: within it another one begins, or it has nothing in it.
    /// `?xml`, doctypes and comments are none.
    private static func root(_ text: Substring) -> String? {
        let parts = text.split(separator: "<")
        let head = parts.prefix { $0.hasPrefix("!") || $0.hasPrefix("?") }
        let own = element(parts.dropFirst(head.count))
        let isHTML = head.contains { $0.lowercased().hasPrefix(doctype) }
        return isHTML && own != "html" ? doctype : own
    }

    private static func element(_ tags: ArraySlice<Substring>) -> String? {
        guard let tag = tags.first else { return "" }
        let name = tag.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" }
        guard name.first?.isLetter ?? false, let end = tag.firstIndex(of: ">"),
            tag[end...].dropFirst().allSatisfy(\.isWhitespace)
        else { return nil }
        return name.lowercased()
    }

    /// A table where each of the first lines, comments aside, has numbers alone, or as many cells as the others; the
    /// first has no blank in its first cell, and begins none with a blank, as prose does behind a comma; and none has
    /// words there. Of a text that is cut the last line says nothing, unless it is the only one.
    private static func lines(_ text: Substring, isCut: Bool) -> FileForm {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.prefix(3)
        if lines.isEmpty || isDigest(lines[0]) { return .text }
        let words = lines.joined(separator: " ").split { $0 == "," || $0.isWhitespace }
        if words.allSatisfy({ $0.first?.isNumber ?? false }) { return .table(first: "") }
        let records = records(text, isCut: isCut)
        guard let head = records.first, head.count > 1, records.allSatisfy({ $0.count == head.count }),
            !head[0].contains(" "), !head.contains(where: { $0.hasPrefix(" ") }),
            !records.joined().contains(where: { $0.hasPrefix(" ") && $0.dropFirst().contains(" ") })
        else { return .text }
        return .table(first: head[0])
    }

    /// Whether a line is of 'digest': 16 hexadecimal digits, two blanks, and a name, which may begin with a digit, too.
    private static func isDigest(_ line: Substring) -> Bool {
        let digits = line.prefix { $0.isHexDigit }
        let name = line.dropFirst(digits.count)
        return digits.count == 16 && name.hasPrefix("  ") && Double(name.dropFirst(2)) == nil
    }

    /// The cells of the first lines of CSV; none where a quote is left open though nothing is cut.
    private static func records(_ text: Substring, isCut: Bool) -> [[String]] {
        var records: [[String]] = []
        var rest = text.drop(while: \.isNewline)
        while !rest.isEmpty, records.count < 3 {
            if rest.hasPrefix("#") {
                rest = rest.drop { !$0.isNewline }
            } else {
                guard let record = record(&rest) else { return isCut ? records : [] }
                if isCut, rest.isEmpty, !records.isEmpty { break }
                records.append(record)
            }
            rest = rest.drop(while: \.isNewline)
        }
        return records
    }

    /// Takes a line of CSV. Within quotes a cell may have commas and line breaks, and a quote stands there twice (RFC
    /// 4180, section 2). Nil where a quote is left open.
    private static func record(_ rest: inout Substring) -> [String]? {
        var (cells, cell, isQuoted): ([String], String, Bool) = ([], "", false)
        while let next = rest.popFirst() {
            if isQuoted {
                if next == "\"", rest.first != "\"" {
                    isQuoted = false
                } else {
                    cell.append(next)
                    if next == "\"" { rest.removeFirst() }
                }
            } else if next == "\"", cell.isEmpty {
                isQuoted = true
            } else if next == "," {
                cells.append(cell)
                cell = ""
            } else if next.isNewline {
                return cells + [cell]
            } else {
                cell.append(next)
            }
        }
        return isQuoted ? nil : cells + [cell]
    }

    /// Whether it is a playlist, whoever wrote it.
    var isPlaylist: Bool { self == .playlist || self == .livePlaylist }

    /// The form in words: `this is …`.
    var words: String {
        switch self {
        case .empty: "empty"
        case .json("format", "autowait log"): "a log that 'run --record' made"
        case .json("format", _): "a baseline"
        case .json("model", _): "a report of autowait in JSON"
        case .shrunk: "a scenario that 'shrink' made"
        case .found: "a scenario that 'search' made"
        case .json, .list: "JSON, such as a scenario"
        case .markup("html"), Self.untagged: "a page in HTML"
        case .markup("svg"): "a drawing in SVG"
        case .markup("testsuites"): "a JUnit report"
        case .markup("plist"): "a property list"
        case .markup: "XML"
        case .playlist: "a playlist"
        case .livePlaylist: "a playlist of 'autowait live'"
        case .table("scenario"): "a comparison in CSV"
        case .table: "a table, such as a network trace"
        case .text: "text"
        case .data: "no text"
        }
    }

    /// The form in words, beside one that has the same.
    var another: String {
        switch self {
        case .json, .list: "JSON of another kind"
        case Self.untagged: "HTML of another kind"
        case .markup: "XML of another kind"
        case .table: "another kind of table"
        case .empty, .playlist, .livePlaylist, .text, .data: "another kind of file"
        }
    }

    /// The ending that a file of this form has.
    var ending: String {
        switch self {
        case .json("format", "autowait log"): ".log"
        case .json, .list: ".json"
        case .markup("html"), Self.untagged: ".html"
        case .markup("svg"): ".svg"
        case .markup: ".xml"
        case .table: ".csv"
        case .empty, .playlist, .livePlaylist, .text, .data: ".txt"
        }
    }
}

extension JSONNode {
    /// A scenario with the first member of a form, by which an output knows what it may replace. The scenario's own
    /// words make way for it: they are on the one that this was made of.
    func marked(as form: FileForm) -> JSONNode {
        guard case .json(let name, let value) = form, var node = with([.init(path: name, value: value)]),
            case .object(let members) = node.value
        else { return self }
        node.value = .object(members.filter { $0.name == name } + members.filter { $0.name != name })
        return node
    }

    /// The same without the mark that 'shrink' or 'search' gave it.
    var unmarked: JSONNode {
        guard case .object(let members) = value else { return self }
        var node = self
        let own = members.filter { member in
            guard case .string(let text) = member.value.value else { return true }
            return ![.shrunk, .found].contains(FileForm.json(first: member.name, value: text))
        }
        node.value = .object(own)
        return node
    }
}
