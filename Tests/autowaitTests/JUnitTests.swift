import Foundation
import Testing

@testable import Simulation

@Suite("JUnit's XML")
struct JUnitTests {
    /// One of everything, with what XML has a meaning for or cannot hold at all.
    static let report: TestReport = {
        let hostile = "\"quotes\" 'and' <tags> & ]]> \u{1B}[31m \u{0} \u{FFFE} \u{85} é 🙂 \t|"
        let mark = Mark(file: "a/<b>.json", line: 1, column: 2, message: hostile, details: [hostile])
        return TestReport(
            [
                TestedScenario("a/ok.json", .ok),
                TestedScenario("b/other.json", .updated),
                TestedScenario("a/within.json", .within, lines: ["better: " + hostile]),
                TestedScenario("a/\(hostile).json", failures: [mark, mark]),
                TestedScenario("a/changed.json", .changed, lines: ["- " + hostile, "+ x"], marks: [mark]),
                TestedScenario("a/worse.json", .worse, lines: [hostile], marks: [mark]),
                TestedScenario("top.json", errors: "top.json:1:1: error: \(hostile)\ntop.json: error: more\n"),
            ], notRun: ["b/later.json", "c/never.json"])
    }()

    @Test("keeps the rules, and counts what it has")
    func rules() {
        let text = JUnitReport.text(Self.report)
        #expect(JUnitSchema.faults(in: text) == [])
        #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        for part in [
            #"<testsuites name="autowait" tests="9" failures="3" errors="1" time="0.000">"#,
            #"<testsuite name="a" tests="5" failures="3" errors="0" skipped="0" time="0.000">"#,
            #"<testsuite name="b" tests="2" failures="0" errors="0" skipped="1" time="0.000">"#,
            #"<testsuite name="." tests="1" failures="0" errors="1" skipped="0" time="0.000">"#,
            #"<testsuite name="c" tests="1" failures="0" errors="0" skipped="1" time="0.000">"#,
            #"<testcase name="ok" classname="a" file="a/ok.json" line="1" time="0.000">"#,
            #"<skipped message="not run: an earlier scenario failed"/>"#,
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test("writes what XML cannot hold as its number, and loses nothing else")
    func characters() {
        let text = JUnitReport.text(Self.report)
        let quotes = "&quot;quotes&quot; &#39;and&#39; &lt;tags&gt; &amp; ]]&gt; "
        #expect(text.contains(quotes + #"\u{1B}[31m \u{0} \u{FFFE} \u{85} é 🙂 \u{9}|"#))
        #expect(!text.contains("]]>"))
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }

    @Test("names a file as the disk has it, with tabs and line breaks, whatever failed", arguments: [true, false])
    func file(isRead: Bool) {
        let (path, shown) = ("a\tb/c\r\nd \u{1}.json", "a b/c  d  .json")
        let mark = Mark(file: path, line: 2, column: 3, message: "no")
        let tested =
            isRead
            ? TestedScenario(path, failures: [mark]) : TestedScenario(path, errors: "\(shown):2:3: error: no\n")
        #expect(tested.marks == [mark])
        let text = JUnitReport.text(TestReport([tested], notRun: []))
        #expect(text.contains(#"file="a&#9;b/c&#13;&#10;d \u{1}.json" line="2""#))
    }

    @Test("folders whose names differ in their Unicode form alone are two suites")
    func unicodeForms() {
        let paths = ["\u{E9}/a.json", "e\u{301}/a.json", "\u{E9}/b.json"]
        let text = JUnitReport.text(TestReport(paths.map { TestedScenario($0, .ok) }, notRun: []))
        let counts = text.components(separatedBy: "<testsuite ").dropFirst().map { $0.contains("tests=\"2\"") }
        #expect(counts == [true, false])
    }

    @Test(
        "the rules are rules",
        arguments: [
            (#"<testsuite name="a" tests="1" failures="0" errors="0"/>"#, "testsuite at the top"),
            (#"<testsuites><testsuite name="a" tests="1" failures="0"/></testsuites>"#, "testsuite without errors"),
            (#"<testsuites><testcase name="a"/></testsuites>"#, "testcase in testsuites"),
            (#"<testsuites colour="red"/>"#, "testsuites with colour"),
            (#"<testsuites>words</testsuites>"#, "text in testsuites"),
            (#"<testsuites><page/></testsuites>"#, "there is no page"),
            (#"<testsuites>"#, "it is not XML"),
        ])
    func witnesses(text: String, fault: String) {
        #expect(JUnitSchema.faults(in: text).contains { $0.contains(fault) })
    }

    /// Other programs that read XML, and how each is told to check a report by a schema.
    static let readers = [
        ("xmllint", "xmllint --noout --schema schema.xsd report.xml"),
        ("python3", "python3 -c 'import xml.etree.ElementTree as tree; tree.parse(\"report.xml\")'"),
    ]

    @Test("other programs read it too, where they are", arguments: readers)
    func programs(name: String, command: String) throws {
        guard try Place.shell("command -v \(name)").code == 0 else {
            print("SKIPPED: there is no \(name) here; it does not read JUnit's XML")
            return
        }
        try Place.withFolder { folder in
            let report = folder.appendingPathComponent("report.xml")
            try JUnitSchema.xsd.write(
                to: folder.appendingPathComponent("schema.xsd"), atomically: true, encoding: .utf8)
            try JUnitReport.text(Self.report).write(to: report, atomically: true, encoding: .utf8)
            let answer = try Place.shell(command, in: folder)
            #expect(answer.code == 0, "\(answer.errors)")
            try "<testsuites><testsuite></testsuites>".write(to: report, atomically: true, encoding: .utf8)
            #expect(try Place.shell(command, in: folder).code != 0)
        }
    }
}
