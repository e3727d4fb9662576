/// The report of `autowait test`: a line for each scenario, its details, and a sentence at the end.
///
///     scenario ─▶ run ─┬▶ Check: expectations ──────────────▶ FAIL
///                      ├▶ GoldenDifference: golden ─────────▶ CHANGED
///                      └▶ Baseline, Budget ─▶ BudgetCheck ──▶ WORSE
///                         └──────────┬───────────┘
///                            TestedScenario: verdict, lines, marks ─▶ TestReport, JUnitReport, GitHubAnnotations
///
/// An expectation that is not met is a failure; a changed golden can be accepted with `--update`. Nothing here reads
/// files: the command hands over their bytes, and prints the text.
package struct TestReport: Sendable {
    /// More scenarios than these do not stand on a screen.
    private static let longList = 24
    /// The most reasons of each in the list of failures at its end.
    private static let mostReasons = 6

    package let tested: [TestedScenario]
    /// The scenarios after the first failure, where testing ended there.
    package let notRun: [String]

    package init(_ tested: [TestedScenario], notRun: [String] = []) {
        self.tested = tested
        self.notRun = notRun
    }

    /// The whole report. `annotating` adds GitHub's workflow commands, each after the scenario that it is about, with
    /// files by the names that it gives them; `onlyFailures` leaves the others out.
    package func text(annotating: ((String) -> String)? = nil, onlyFailures: Bool = false) -> String {
        var lines: [String] = []
        for scenario in tested where !onlyFailures || scenario.verdict.isFailure {
            lines.append(NumberText.left(scenario.verdict.word, 9) + scenario.path.onOneLine)
            lines += scenario.lines.map { "         " + $0.onOneLine }
            if let annotating { lines += GitHubAnnotations.lines(scenario, annotating) }
        }
        lines += again
        lines.append(summary)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The failures once more where a list is longer than a screen: each with why it failed.
    private var again: [String] {
        let failed = tested.filter { $0.verdict.isFailure }
        guard tested.count > Self.longList, !failed.isEmpty else { return [] }
        return ["", failed.count == 1 ? "the failure:" : "the \(failed.count) failures:"]
            + failed.flatMap { scenario in
                [NumberText.left(scenario.verdict.word, 9) + scenario.path.onOneLine]
                    + reasons(scenario).map { "         " + $0.onOneLine }
            }
    }

    private func reasons(_ scenario: TestedScenario) -> [String] {
        switch scenario.verdict {
        case .ok, .updated, .within, .changed, .worse:
            let more = scenario.reasons.count - Self.mostReasons
            return scenario.reasons.prefix(Self.mostReasons) + (more > 0 ? ["\(more) more"] : [])
        // The first has its place, too.
        case .failed, .unreadable: return Array((scenario.lines + scenario.marks.map { $0.text }).prefix(1))
        }
    }

    /// The last line: `173 scenarios: 171 ok, 1 CHANGED (--update accepts it), 1 FAIL.`
    package var summary: String {
        let total = tested.count + notRun.count
        let subject = NumberText.count(total, "scenario")
        let good = tested.count { $0.verdict == .ok }
        if good == total { return "\(subject): \(total == 1 ? "ok" : "all ok")." }
        var parts = good > 0 ? ["\(good) ok"] : []
        for verdict in [Verdict.updated, .within] { parts += part(verdict.word, count(verdict)) }
        let changed = count(.changed)
        parts += part("CHANGED (--update accepts \(changed == 1 ? "it" : "them"))", changed)
        parts += part(Verdict.worse.word, count(.worse))
        parts += part(Verdict.failed.word, count(.failed) + count(.unreadable))
        parts += part("not run (--fail-fast)", notRun.count)
        return "\(subject): \(parts.joined(separator: ", "))."
    }

    private func count(_ verdict: Verdict) -> Int { tested.count { $0.verdict == verdict } }

    private func part(_ words: String, _ count: Int) -> [String] { count > 0 ? ["\(count) \(words)"] : [] }
}
