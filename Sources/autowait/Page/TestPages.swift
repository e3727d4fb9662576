import Simulation

/// The pages of one `autowait test`: a list, and a page for each scenario that fails.
struct TestPages {
    struct Entry {
        let tested: TestedScenario
        let page: String
    }

    static let listName = "index.html"
    /// The most reasons that a row of the list has.
    private static let mostReasons = 6
    /// Names of files have 255 bytes at most, and behind the stem of a path come a digest and `.html`.
    private static let mostBytes = 200

    private let report: TestReport
    private let entries: [(name: String, entry: Entry)]

    init(_ report: TestReport, _ entries: [Entry]) {
        self.report = report
        // All are counted, those that pass as well: a page keeps its name whichever others fail.
        var uses: [String: Int] = [:]
        for path in report.tested.map({ $0.path }) + report.notRun { uses[Self.stem(path), default: 0] += 1 }
        var names: Set<String> = [Self.listName]
        self.entries = entries.map { entry in
            let path = entry.tested.path
            let stem = Self.stem(path)
            let isOwn = uses[stem] == 1 && stem.utf8.count <= Self.mostBytes && stem + ".html" != Self.listName
            let own = isOwn ? stem : "\(stem[...].beginning(bytes: Self.mostBytes))-\(Self.digest(path))"
            var (name, number) = (own + ".html", 2)
            while !names.insert(name).inserted { (name, number) = ("\(own)-\(number).html", number + 1) }
            return (name, entry)
        }
    }

    /// The pages by name.
    var pages: [(name: String, text: String)] { entries.map { ($0.name, $0.entry.page) } }

    /// A path as one name that all systems can have.
    private static func stem(_ path: String) -> String {
        let path = path.hasSuffix(".json") ? String(path.dropLast(".json".count)) : path
        let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let name = parts.joined(separator: "-").unicodeScalars.map { scalar in
            scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar)
                ? Character(scalar) : "-"
        }
        return String(name)
    }

    /// A digest of a whole path, by which it differs from those whose stems are the same, or begin so.
    private static func digest(_ path: String) -> String {
        var digest = Digest()
        for byte in path.utf8 { digest.mix(byte: byte) }
        return digest.text
    }

    /// The reasons of a verdict on a line.
    private static func reasons(_ all: [String]) -> String {
        let more = all.count - mostReasons
        return all.prefix(mostReasons).joined(separator: "; ") + (more > 0 ? "; \(more) more" : "")
    }

    /// The list: all that fails, with links to those pages that are there.
    func list(of there: Set<String>) -> String {
        var writer = XMLWriter()
        if !entries.isEmpty {
            writer.beginTable("plain", "What fails")
            writer.begin("tbody")
            for (name, entry) in entries {
                writer.begin("tr")
                writer.element("td", ("class", "failure"), words: entry.tested.verdict.word)
                writer.begin("th", ("scope", "row"))
                if there.contains(name) {
                    writer.element("a", ("href", name), words: entry.tested.path)
                } else {
                    writer.write(entry.tested.path)
                }
                writer.end()
                writer.element("td", words: Self.reasons(entry.tested.reasons))
                writer.end()
            }
            writer.end(3)
        }
        return Page.text(
            title: report.summary, by: .test,
            content: Template(PackageResources.tests_html).filled([
                "name": "Tests", "about": XMLWriter.escaped(report.summary), "table": writer.text,
                "footer": Page.footer,
            ]))
    }
}
