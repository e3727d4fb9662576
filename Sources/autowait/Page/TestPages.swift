import Simulation

/// The pages of one `autowait test`: a list, and a page for each scenario that fails.
struct TestPages {
    struct Entry {
        let tested: TestedScenario
        let page: String
    }

    /// The most reasons that a row of the list has.
    private static let mostReasons = 6

    private let report: TestReport
    private let entries: [(name: String, entry: Entry)]

    init(_ report: TestReport, _ entries: [Entry]) {
        self.report = report
        var names: Set<String> = ["index.html"]
        self.entries = entries.map { entry in
            let stem = Self.stem(entry.tested.path)
            var (name, number) = (stem + ".html", 2)
            while !names.insert(name).inserted { (name, number) = ("\(stem)-\(number).html", number + 1) }
            return (name, entry)
        }
    }

    /// The files by name.
    var files: [(name: String, text: String)] {
        [("index.html", list)] + entries.map { ($0.name, $0.entry.page) }
    }

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

    /// The reasons of a verdict on a line.
    private static func reasons(_ all: [String]) -> String {
        let more = all.count - mostReasons
        return all.prefix(mostReasons).joined(separator: "; ") + (more > 0 ? "; \(more) more" : "")
    }

    private var list: String {
        var writer = XMLWriter()
        if !entries.isEmpty {
            let label = ("aria-label", "What fails")
            writer.begin("div", ("class", "scroll"), ("tabindex", "0"), ("role", "group"), label)
            writer.begin("table", ("class", "plain"))
            writer.begin("tbody")
            for (name, entry) in entries {
                writer.begin("tr")
                writer.element("td", ("class", "failure"), words: entry.tested.verdict.word)
                writer.begin("th", ("scope", "row"))
                writer.element("a", ("href", name), words: entry.tested.path)
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
