import PlayerModel

/// The results of a list of scenarios as JUnit's XML, which CI servers read: a suite for each folder, a case for each
/// scenario.
///
/// It holds to the strictest schema in use, `junit-10.xsd` of Jenkins' xUnit plugin, but for the `file` and `line` of a
/// case, which GitLab, CircleCI and others read, and which pytest writes (`junit_family=xunit1`): the place of the
/// first fault, or the scenario itself, as the disk has it. `classname` and `name` are the path all the same. `time` is
/// the time that a case took on this machine, as CI servers show it, and the one thing here that differs from run to
/// run; `timestamp` and `hostname` are optional and left out.
package enum JUnitReport {
    package static func text(_ report: TestReport) -> String {
        let waiting = report.notRun.map { Case(scenario: TestedScenario($0, .ok), isRun: false) }
        let cases = report.tested.map { Case(scenario: $0, isRun: true) } + waiting
        var writer = XMLWriter()
        writer.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        writer.begin(
            "testsuites", ("name", "autowait"), ("tests", "\(cases.count)"),
            ("failures", "\(cases.count { $0.isFailure })"), ("errors", "\(cases.count { $0.isError })"),
            ("time", seconds(cases)))
        writer.add("\n")
        for own in suites(cases) {
            writer.begin(
                "testsuite", ("name", visible(own[0].scenario.folder)), ("tests", "\(own.count)"),
                ("failures", "\(own.count { $0.isFailure })"), ("errors", "\(own.count { $0.isError })"),
                ("skipped", "\(own.count { !$0.isRun })"), ("time", seconds(own)))
            writer.add("\n")
            for each in own { write(each, &writer) }
            writer.end()
        }
        writer.end()
        return writer.text
    }

    private struct Case {
        let scenario: TestedScenario
        let isRun: Bool

        var isError: Bool { isRun && scenario.verdict == .unreadable }
        var isFailure: Bool { isRun && scenario.verdict.isFailure && !isError }
    }

    /// The cases of each folder, in the order in which the folders come.
    private static func suites(_ cases: [Case]) -> [[Case]] {
        func folder(_ index: Int) -> String { cases[index].scenario.folder }
        let ordered = cases.indices.sorted { left, right in
            folder(left).isSpelt(folder(right)) ? left < right : ByteOrder.precedes(folder(left), folder(right))
        }
        var suites: [[Int]] = []
        for index in ordered {
            let isOfLast = suites.last.map { folder($0[0]).isSpelt(folder(index)) } ?? false
            if isOfLast { suites[suites.count - 1].append(index) } else { suites.append([index]) }
        }
        return suites.sorted { $0[0] < $1[0] }.map { $0.map { cases[$0] } }
    }

    private static func seconds(_ cases: [Case]) -> String {
        let sum = cases.reduce(TimeAmount.zero) { $0 + $1.scenario.took }
        return NumberText.rounded(sum.nanoseconds, places: 9, decimals: 3)
    }

    private static func write(_ each: Case, _ writer: inout XMLWriter) {
        let scenario = each.scenario
        let mark = scenario.marks.first
        writer.begin(
            "testcase", ("name", visible(scenario.name)), ("classname", visible(scenario.folder)),
            ("file", path(mark?.file ?? scenario.path)), ("line", "\(mark?.line ?? 1)"),
            ("time", seconds([each])))
        if !each.isRun {
            writer.empty("skipped", ("message", "not run: an earlier scenario failed"))
        } else if scenario.verdict.isFailure {
            writer.begin(
                each.isError ? "error" : "failure", ("message", visible(summary(scenario))),
                ("type", each.isError ? "error" : scenario.verdict.word))
            // Some errors are among the lines.
            let errors = scenario.errors.split(separator: "\n").map(String.init)
            writer.add(body(scenario.lines + errors.filter { !scenario.lines.contains($0) }))
            writer.end()
        } else if !scenario.lines.isEmpty {
            writer.begin("system-out")
            writer.add(body(scenario.lines))
            writer.end()
        }
        writer.end()
    }

    /// The faults in a line: the first one, and how many there are.
    private static func summary(_ scenario: TestedScenario) -> String {
        guard let first = scenario.marks.first else { return scenario.lines.first ?? scenario.verdict.word }
        let more = scenario.marks.count - 1
        return first.message + (more > 0 ? " (and \(more) more)" : "")
    }

    private static func body(_ lines: [String]) -> String {
        lines.map { XMLWriter.escapedAsItIs(visible($0)) }.joined(separator: "\n")
    }

    /// A path by which a program finds the file: what a person would not see in it stays, where XML 1.0 can hold it.
    private static func path(_ text: String) -> String {
        text.replacingScalars { [9, 10, 13].contains($0.value) ? String($0) : visible($0) }
    }

    /// A text without the characters that XML 1.0 cannot hold, or would change in an attribute: a control character
    /// becomes its number.
    private static func visible(_ text: String) -> String {
        text.replacingScalars { visible($0) }
    }

    private static func visible(_ scalar: Unicode.Scalar) -> String? {
        0xFFFE...0xFFFF ~= scalar.value ? scalar.number : scalar.controlNumber
    }
}
