import Simulation

/// Markup with markers, `{{name}}`. All are replaced in one pass: a name in a scenario may have braces too.
struct Template {
    private let markup: String

    init(_ bytes: [UInt8]) { markup = String(decoding: bytes, as: UTF8.self) }

    /// The markup with a value in place of each marker. Values are markup themselves.
    func filled(_ values: [String: String]) -> String {
        var result = ""
        var rest = markup.utf8[...]
        while let open = Self.index(of: "{{", in: rest), let close = Self.index(of: "}}", in: rest[open...]) {
            let name = String(decoding: rest[rest.index(open, offsetBy: 2)..<close], as: UTF8.self)
            guard let value = values[name] else { preconditionFailure("Nothing is given for '\(name)'.") }
            result += String(decoding: rest[..<open], as: UTF8.self) + value
            rest = rest[rest.index(close, offsetBy: 2)...]
        }
        return result + String(decoding: rest, as: UTF8.self)
    }

    private static func index(of pair: StaticString, in text: Substring.UTF8View) -> String.Index? {
        let (first, second) = (pair.utf8Start[0], pair.utf8Start[1])
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == first, next < text.endIndex, text[next] == second { return index }
            index = next
        }
        return nil
    }
}

/// The frame of every page: one file that asks for no other.
enum Page {
    /// The style of drawings, in a page or alone.
    static let drawingStyle = String(decoding: PackageResources.drawing_css, as: UTF8.self)

    /// The makers of pages, as the mark in each of them has it.
    enum Maker: String {
        case report = "autowait"
        case test = "autowait test"

        var mark: String { "<meta name=\"generator\" content=\"\(rawValue)\"/>" }
    }

    /// A whole page; the title is plain words, the content is markup, and `style` is CSS of its own.
    static func text(title: String, by maker: Maker = .report, style: String = "", content: String) -> String {
        Template(PackageResources.page_html).filled([
            "mark": maker.mark, "title": XMLWriter.escaped(title), "content": content,
            "style": drawingStyle + String(decoding: PackageResources.page_css, as: UTF8.self) + style,
            "script": String(decoding: PackageResources.ticks_js + PackageResources.page_js, as: UTF8.self),
        ])
    }

    /// Words as a sentence: a capital first, unless that is a key, and a full stop.
    static func sentence(_ words: String) -> String {
        let isKey = words.prefix { $0 != " " }.contains("_")
        return (isKey ? words : words.prefix(1).uppercased() + words.dropFirst()) + "."
    }

    static var footer: String { XMLWriter.escaped("autowait, model \(Model.number)") }

    /// Metrics by the names that people say, with their keys.
    static func metrics(_ rows: [(metric: Metric, value: String)]) -> String {
        table("metrics", rows.map { ($0.metric.title, $0.value) }, keys: rows.map { $0.metric.name })
    }

    static func table(_ name: String, _ rows: [(name: String, value: String)], keys: [String] = []) -> String {
        var writer = XMLWriter()
        writer.beginTable(name, name)
        writer.begin("tbody")
        for (index, row) in rows.enumerated() {
            writer.begin("tr")
            writer.begin("th", ("scope", "row"))
            writer.write(row.name)
            if keys.indices.contains(index) { writer.element("code", words: keys[index]) }
            writer.end()
            writer.element("td", words: row.value)
            writer.end()
        }
        writer.end(3)
        return writer.text
    }
}

extension XMLWriter {
    /// Begins a table in a box that scrolls by itself where the page is narrow; `end(2)` ends both.
    mutating func beginTable(_ name: String, _ label: String, box: String = "scroll") {
        begin("div", ("class", box), ("tabindex", "0"), ("role", "group"), ("aria-label", label))
        begin("table", ("class", name))
    }

    /// Writes the head of a table, and begins its rows; `end(3)` ends them, the table and its box.
    mutating func head(_ columns: (inout XMLWriter) -> Void) {
        begin("thead")
        begin("tr")
        columns(&self)
        end(2)
        begin("tbody")
    }

    /// Writes the head of a column.
    mutating func column(_ words: String, _ name: String? = nil) {
        if let name {
            element("th", ("scope", "col"), ("class", name), words: words)
        } else {
            element("th", ("scope", "col"), words: words)
        }
    }

    /// Ends so many elements, from the inmost on.
    mutating func end(_ count: Int) { for _ in 0..<count { end() } }
}
