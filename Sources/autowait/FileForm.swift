import Simulation

/// The form of a file's text, as far as its beginning shows it: an output replaces only a file of its own form.
///
/// Every form of ours begins in a way that no scenario, trace, movie or playlist of others does: a JSON report with
/// `"model"`, a log and a baseline with `"format"`, a comparison's CSV with the column `scenario`, a scenario that
/// 'shrink' or 'search' made with an `"about"` that says so.
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
    static let junit = FileForm.markup(root: "testsuites")
    static let shrunk = FileForm.json(first: "about", value: "written by 'autowait shrink'")
    static let found = FileForm.json(first: "about", value: "written by 'autowait search'")

    /// Whatever shows the form stands before this.
    static let mostBytes = 4096

    init(_ bytes: [UInt8]) {
        let start = bytes.prefix(Self.mostBytes)
        let text = String(decoding: start, as: UTF8.self)
        guard !start.contains(0) else {
            self = .data
            return
        }
        var rest = Substring(text).drop(while: \.isWhitespace)
        if rest.hasPrefix("\u{FEFF}") { rest = rest.dropFirst().drop(while: \.isWhitespace) }
        switch rest.first {
        case nil: self = .empty
        case "{":
            // Of a member's name, a sign and a value nothing but their strings is looked at.
            let parts = rest.split(separator: "\"", maxSplits: 4, omittingEmptySubsequences: false)
            let hasValue = parts.count == 5 && parts[2].filter { !$0.isWhitespace } == ":"
            self = .json(first: parts.count > 1 ? String(parts[1]) : "", value: hasValue ? String(parts[3]) : "")
        case "[": self = .list
        case "<": self = .markup(root: Self.root(rest))
        default:
            let isOurs = rest.hasPrefix("#EXTM3U\n\(Self.mark)")
            self = isOurs ? .livePlaylist : rest.hasPrefix("#EXTM3U") ? .playlist : Self.lines(rest)
        }
    }

    /// The name of the first element; `?xml`, doctypes and comments are none.
    private static func root(_ text: Substring) -> String {
        for part in text.split(separator: "<") {
            if part.hasPrefix("!") || part.hasPrefix("?") { continue }
            return String(part.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" }).lowercased()
        }
        return ""
    }

    /// A table where each of the first lines, comments aside, has numbers alone, or as many cells as the others and
    /// no blank in the first.
    private static func lines(_ text: Substring) -> FileForm {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.prefix(3)
        guard let head = lines.first else { return .text }
        let words = lines.joined(separator: " ").split { $0 == "," || $0.isWhitespace }
        if words.allSatisfy({ $0.first?.isNumber ?? false }) { return .table(first: "") }
        let counts = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
        guard counts[0] > 1, Set(counts).count == 1, !head.contains(" ") else { return .text }
        return .table(first: String(head.prefix { $0 != "," }))
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
        case .markup("html"): "a page in HTML"
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
        case .markup("html"): ".html"
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
}
