import Testing

@testable import Simulation

@Suite struct TestReports {
    private static func tested(_ verdicts: [Verdict]) -> [TestedScenario] {
        verdicts.map { TestedScenario("a/b.json", $0) }
    }

    @Test(
        arguments: [
            ([.ok], 0, "1 scenario: ok."),
            ([.ok, .ok], 0, "2 scenarios: all ok."),
            ([.failed], 0, "1 scenario: 1 FAIL."),
            ([.failed, .unreadable], 0, "2 scenarios: 2 FAIL."),
            ([.ok, .changed, .failed], 0, "3 scenarios: 1 ok, 1 CHANGED (--update accepts it), 1 FAIL."),
            ([.changed, .changed], 0, "2 scenarios: 2 CHANGED (--update accepts them)."),
            ([.ok, .updated], 0, "2 scenarios: 1 ok, 1 updated."),
            ([.ok, .within, .worse], 0, "3 scenarios: 1 ok, 1 WITHIN, 1 WORSE."),
            ([.ok, .failed], 7, "9 scenarios: 1 ok, 1 FAIL, 7 not run (--fail-fast)."),
        ] as [([Verdict], Int, String)])
    func `the last line is a sentence`(verdicts: [Verdict], notRun: Int, sentence: String) {
        let rest = Array(repeating: "c.json", count: notRun)
        #expect(TestReport(Self.tested(verdicts), notRun: rest).summary == sentence)
    }

    @Test(arguments: Verdict.allCases)
    func `errors besides are failures, and come before what could be accepted`(verdict: Verdict) {
        let mark = Mark(file: "a.golden", line: 3, message: "changed")
        let tested = TestedScenario("a.json", verdict, lines: ["- 1", "+ 2"], marks: [mark])
        let added = tested.adding(errors: "a.json:1:2: error: odd\na.json: error: odder\n")
        let isFinal = verdict == .failed || verdict == .unreadable
        let errors = ["a.json:1:2: error: odd", "a.json: error: odder"]
        let lines = isFinal ? ["- 1", "+ 2"] : errors + ["- 1", "+ 2"]
        #expect(added.verdict == (isFinal ? verdict : .failed) && added.lines == lines)
        let messages = isFinal ? ["changed", "odd", "odder"] : ["odd", "odder", "changed"]
        #expect(added.marks.map { $0.message } == messages)
        let report = JUnitReport.text(TestReport([added]))
        let body = isFinal ? lines + errors : lines
        #expect(report.contains(">\(body.joined(separator: "\n"))</"), "\(report)")
        #expect(!TestReport([added]).text().contains("CHANGED"))
    }

    @Test func `a long list has its failures once more, each with why it failed`() {
        let update = "there is no golden yet; --update writes it"
        let changed = TestedScenario("b.json", .changed, lines: [update])
        let odd = changed.adding(errors: "b.json:1:2: error: odd\n")
        let reasons = (1...9).map { "\($0)" }
        let worse = TestedScenario("b.json", .worse, lines: ["better"], reasons: Array(reasons.prefix(2)))
        let other = TestedScenario("b.json", .changed, lines: ["- a", "+ b"], reasons: reasons)
        let cut = (reasons.prefix(6) + ["3 more"]).joined(separator: "\n         ")
        for (last, line) in [
            (changed, update), (odd, "b.json:1:2: error: odd"), (worse, "1\n         2"), (other, cut),
        ] {
            let report = TestReport(Self.tested(Array(repeating: .ok, count: 24)) + [last])
            let end = "\nthe failure:\n\(NumberText.left(last.verdict.word, 9))b.json\n         \(line)\n"
            #expect(report.text().hasSuffix(end + report.summary + "\n"), "\(report.text())")
        }
    }

    @Test func `every verdict has its word, and the words of a scenario stay on their lines`() {
        #expect(
            Verdict.allCases.map { $0.word }.joined(separator: " ") == "ok updated WITHIN CHANGED WORSE FAIL FAIL")
        let mark = Mark(file: "a.json", line: 3, column: 5, message: "a\n::error::b")
        let text = TestReport([TestedScenario("a.json", failures: [mark])]).text()
        #expect(
            text == "FAIL     a.json\n         a.json:3:5: error: a ::error::b\n1 scenario: 1 FAIL.\n")
    }

    @Test(
        arguments: [
            (
                "a/b.json:3:14: error: x: error: y",
                Mark(file: "a/b.json", line: 3, column: 14, message: "x: error: y")
            ),
            ("c:d.json:3:14: error: x", Mark(file: "c:d.json", line: 3, column: 14, message: "x")),
            ("a.json: error: no such file", Mark(file: "a.json", message: "no such file")),
            ("a:b:c: error: x", Mark(file: "a:b:c", message: "x")),
            ("nothing of the kind", nil),
        ] as [(String, Mark?)])
    func `a line with a place is read as such`(line: String, mark: Mark?) {
        #expect(Mark(line: line) == mark)
        if let mark { #expect(mark.text == line) }
    }

    @Test(
        arguments: [
            (
                Mark(file: "a/b.json", line: 3, column: 5, message: "is 5, must be 6"),
                "::error file=a/b.json,line=3,col=5,title=FAIL%3A b::is 5, must be 6"
            ),
            (Mark(file: "b.json", message: "x"), "::error file=b.json,title=FAIL%3A b::x"),
            (
                Mark(file: "a:b,c%d\r\n.json", line: 1, message: "100 %\r\nof: a,b", details: ["- c", "+ %0A"]),
                "::error file=a%3Ab%2Cc%25d%0D%0A.json,line=1,title=FAIL%3A b::100 %25%0D%0Aof: a,b%0A- c%0A+ %250A"
            ),
        ] as [(Mark, String)])
    func `an annotation is escaped as GitHub demands`(mark: Mark, line: String) {
        #expect(GitHubAnnotations.lines(TestedScenario("a/b.json", failures: [mark])) { $0 } == [line])
    }

    @Test func `what passes has no annotation`() {
        let mark = Mark(file: "a.json", message: "x")
        for verdict in Verdict.allCases {
            let lines = GitHubAnnotations.lines(TestedScenario("a.json", verdict, marks: [mark])) { $0 }
            #expect(lines.isEmpty == !verdict.isFailure)
        }
    }
}
