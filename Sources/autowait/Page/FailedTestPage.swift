import Simulation

/// The page of a scenario whose test fails: what is wrong, what was expected above what is, and the run itself.
struct FailedTestPage {
    private let tested: TestedScenario
    private let run: Run?
    private let golden: [UInt8]?

    /// A page; `run` is nil where there was none, and `golden` where there is none.
    init(_ tested: TestedScenario, _ run: Run?, golden: [UInt8]?) {
        (self.tested, self.run, self.golden) = (tested, run?.tellingOffersAtRest(), golden)
    }

    /// The page, ending in a line break.
    var text: String {
        let name = run.map { $0.scenario.name }.flatMap { $0.isEmpty ? nil : $0 } ?? tested.name
        let report = run.map { TextReport.golden($0) }
        return Page.text(
            title: "\(tested.verdict.word): \(name)", by: .test,
            content: Template(PackageResources.test_html).filled([
                "name": XMLWriter.escaped(name), "path": XMLWriter.escaped(tested.path),
                "verdict": XMLWriter.escaped(tested.verdict.word), "faults": faults,
                "drawings": drawings(report), "lines": lines, "metrics": metrics(report),
                "players": run.map { RunPage.players($0, allRows: false) } ?? "",
                "footer": run.map { XMLWriter.escaped(TextReport.last($0)) } ?? Page.footer,
            ]))
    }

    /// The faults as the text has them.
    private var faults: String {
        var writer = XMLWriter()
        writer.begin("ul", ("class", "failures"))
        for mark in tested.marks { writer.element("li", words: mark.text) }
        writer.end()
        return writer.text
    }

    private func drawings(_ report: String?) -> String {
        guard let run, let golden, let report else { return "" }
        let drawings = run.players.compactMap { player in
            ExpectedDrawing(player, golden: golden, report: report).map { (name: player.name.text, text: $0.text) }
        }
        guard !drawings.isEmpty else { return "" }
        var writer = XMLWriter()
        writer.begin("section")
        writer.element("h2", words: "Expected, and as it is")
        for drawing in drawings {
            if drawings.count > 1 { writer.element("h3", words: drawing.name) }
            writer.begin("figure")
            writer.add(drawing.text)
            writer.end()
        }
        writer.end()
        return writer.text
    }

    /// The lines of the text report without those that are among the faults; nothing where there are no others.
    private var lines: String {
        let faults = tested.marks.map { $0.text }
        let lines = tested.lines.filter { !faults.contains($0) }
        guard !lines.isEmpty else { return "" }
        var writer = XMLWriter()
        writer.begin("section")
        writer.element("h2", words: "What differs")
        writer.begin(
            "pre", ("class", "scroll difference"), ("tabindex", "0"), ("role", "group"),
            ("aria-label", "What differs"))
        for line in lines {
            let kind = line.hasPrefix("- ") ? "removed" : line.hasPrefix("+ ") ? "added" : "same"
            writer.element("span", ("class", kind), words: line)
            writer.add("\n")
        }
        writer.end(2)
        return writer.text
    }

    /// The metrics that differ from the golden's.
    private func metrics(_ report: String?) -> String {
        guard let golden, let report else { return "" }
        let changed = ExpectedMetrics.rows(golden: golden, report: report).filter { $0.isChanged }
        guard !changed.isEmpty else { return "" }
        var writer = XMLWriter()
        writer.begin("section")
        writer.element("h2", words: "Metrics that differ")
        writer.beginTable("plain changed", "Metrics that differ")
        writer.head { writer in
            writer.column("metric")
            writer.column("expected", "number")
            writer.column("as it is", "number")
        }
        for row in changed {
            writer.begin("tr")
            writer.element("th", ("scope", "row"), words: row.name)
            for value in [row.expected, row.got] {
                writer.element("td", ("class", "number"), words: value ?? "-")
            }
            writer.end()
        }
        writer.end(4)
        return writer.text
    }
}
