import Foundation
import Testing

@testable import autowait

@Suite("Budgets")
struct BudgetCommandTests {
    /// A folder with one scenario that is accepted, baseline and all.
    private func withAccepted(_ text: String = TestFolder.scenario(), _ body: (TestFolder) throws -> Void) throws {
        try TestFolder.with { folder in
            try folder.write(text, "a.json")
            let answer = folder.test("--update", "--baseline")
            #expect(answer.output == "updated  a.json\n1 scenario: 1 updated.\n")
            #expect(try folder.names() == ["a.baseline", "a.golden", "a.json"])
            try body(folder)
        }
    }

    @Test("what is as it was is ok, with a budget and without")
    func same() throws {
        try withAccepted { folder in
            for arguments in [[], ["--budget=*=+0%"], ["--budget", "stall_count=+0"], ["--update", "--baseline"]] {
                let reply = Autowait.reply(to: ["test", folder.path] + arguments)
                #expect(reply.output.hasSuffix("\n1 scenario: ok.\n"))
                #expect(reply.code == .asExpected)
            }
        }
    }

    @Test("what got better, or no worse than it may, passes, and says what became of each metric")
    func within() throws {
        try withAccepted { folder in
            try folder.write(TestFolder.scenario(wait_s: "1.5"), "a.json")
            let better = folder.test("--budget", "stall_count=+0", "--annotations", "github")
            #expect(
                better.output == """
                    WITHIN   a.json
                             better: startup_time_s 2.000 → 1.500 (−25.0 %)
                             better: wait_before_start_s 2.000 → 1.500 (−25.0 %)
                             better: waiting_time_s 2.000 → 1.500 (−25.0 %)
                    1 scenario: 1 WITHIN.

                    """)
            #expect(better.code == .asExpected)
            try folder.write(TestFolder.scenario(wait_s: "2.1"), "a.json")
            let worse = folder.test("--budget", "*=+5%", "--junit", folder.path + "/report.xml")
            #expect(worse.output.contains("worse: startup_time_s 2.000 → 2.100 (+5.0 %), within +5 %\n"))
            #expect(worse.code == .asExpected)
            #expect(try folder.read("report.xml").contains("<system-out>worse: startup_time_s 2.000"))
            #expect(folder.test().output.hasPrefix("CHANGED  a.json\n"))
        }
    }

    @Test("what is outside is WORSE, with the metric, the baseline, what it is now, and what is allowed")
    func outside() throws {
        try withAccepted { folder in
            try folder.write(TestFolder.scenario(wait_s: "2.100000001"), "a.json")
            let answer = folder.test(
                "--budget", "startup_time_s=+5%", "--budget", "waiting_time_s=+0.2", "--annotations", "github")
            #expect(
                answer.output == """
                    WORSE    a.json
                             WORSE: startup_time_s 2.000 → 2.100 (+5.0 %); allowed is +5 %, up to 2.1
                             WORSE: wait_before_start_s 2.000 → 2.100 (+5.0 %); no budget lets it be worse
                             worse: waiting_time_s 2.000 → 2.100 (+5.0 %), within +0.2
                    ::error file=a.json,line=1,title=WORSE%3A a::WORSE: startup_time_s 2.000 → 2.100 (+5.0 %25); \
                    allowed is +5 %25, up to 2.1
                    ::error file=a.json,line=1,title=WORSE%3A a::WORSE: wait_before_start_s 2.000 → 2.100 (+5.0 %25); \
                    no budget lets it be worse
                    1 scenario: 1 WORSE.

                    """)
            #expect(answer.code == .regression)
        }
    }

    @Test("a budget does not stand in for an expectation")
    func unmet() throws {
        try withAccepted(TestFolder.scenario(expecting: "\"startup_time_s\": { \"at_most\": 2 }")) { folder in
            let slower = TestFolder.scenario(wait_s: "2.05", expecting: "\"startup_time_s\": { \"at_most\": 2 }")
            try folder.write(slower, "a.json")
            let answer = folder.test("--budget", "*=+5%")
            #expect(answer.output.contains("startup_time_s is 2.05 s, must be at most 2 s; 0.05 s too much"))
            #expect(answer.code == .regression)
        }
    }

    /// A pause behind the end, and a name: the first is one more row.
    @Test(
        "a timeline or a text that is another one with the same metrics is within, and says so",
        arguments: [
            (
                #""script": [{"at_s":0,"do":"load"},{"at_s":0,"do":"play"},{"at_s":13,"do":"pause"}]"#,
                "how it went did"
            ),
            (#""name": "b""#, "the run is the same, by its digest; the golden's text is another one"),
        ])
    func onlyTimeline(keys: String, words: String) throws {
        let text = TestFolder.scenario()
        try withAccepted(text) { folder in
            try folder.write(text.replacingOccurrences(of: "{\"network", with: "{\(keys), \"network"), "a.json")
            let answer = folder.test("--budget", "*=+5%")
            #expect(
                answer.output == """
                    WITHIN   a.json
                             no metric changed; \(words)
                    1 scenario: 1 WITHIN.

                    """)
        }
    }

    /// With the same run, and with one that is slower within the budget.
    @Test(
        "a golden that is none any more is CHANGED within every budget",
        arguments: [
            ("", "is empty"), ("a\u{0}\n", "is no text"), ("<<<<<<<\n=======\n", "the marks of a merge"),
            ("another\n", "- another"), nil,
        ] as [(String, String)?], ["2", "2.05"])
    func spoiltGolden(spoilt: (String, String)?, wait_s: String) throws {
        try withAccepted { folder in
            let returned = try folder.read("a.golden").replacingOccurrences(of: "\n", with: "\r\n")
            try folder.write(spoilt?.0 ?? returned, "a.golden")
            try folder.write(TestFolder.scenario(wait_s: wait_s), "a.json")
            let (within, plain) = (folder.test("--budget", "*=+5%"), folder.test())
            #expect(within.output.hasPrefix("CHANGED  a.json\n") && within.code == .regression)
            #expect(within.output == plain.output)
            #expect(within.output.contains(spoilt?.1 ?? "lines of the golden end in CR LF"), "\(within)")
            try folder.write("{\"*\": \"+5%\"}", "folder.budget")
            #expect(folder.test().output == within.output)
            #expect(folder.test("--update").output == "updated  a.json\n1 scenario: 1 updated.\n")
        }
    }

    @Test("--update leaves a baseline alone: budgets are counted from where they were set")
    func kept() throws {
        try withAccepted { folder in
            let baseline = try folder.read("a.baseline")
            try folder.write(TestFolder.scenario(wait_s: "3"), "a.json")
            #expect(folder.test("--update").code == .asExpected)
            #expect(try folder.read("a.baseline") == baseline)
            #expect(folder.test().code == .asExpected)
            #expect(folder.test("--budget", "*=+5%").code == .regression)
            _ = folder.test("--update", "--baseline")
            #expect(try folder.read("a.baseline") != baseline)
            #expect(folder.test("--budget", "*=+5%").code == .asExpected)
        }
    }

    @Test("each of several players has metrics of its own")
    func players() throws {
        func text(_ wait: String) -> String {
            let media = "\"media\": {\"kind\": \"progressive\", \"duration_s\": 5, \"bitrate_kbps\": 500}"
            let rule = "\"player\": {\"keep_up\": {\"rule\": \"fixed-wait\", \"wait_s\": \(wait)}}"
            return "{\"network\": {\"transport\": \"fluid\", \"down_kbps\": 8000}, "
                + "\"players\": [{\"name\": \"old\", \(media)}, "
                + "{\"name\": \"new\", \(media), \(rule)}]}"
        }
        try withAccepted(text("0.2")) { folder in
            try folder.write(text("0.25"), "a.json")
            let answer = folder.test("--budget", "startup_time_s=+10%")
            #expect(answer.output.contains("new: WORSE: startup_time_s 0.200 → 0.250 (+25.0 %); allowed is +10 %"))
            #expect(!answer.output.contains("old: "))
            try folder.write(text("0.2").replacingOccurrences(of: "old", with: "older"), "a.json")
            let other = folder.test("--budget", "*=+5%")
            #expect(other.errors.contains("a.baseline: error: it is of other players than the scenario has; "))
            #expect(other.code == .badData)
        }
    }

    @Test("a baseline that is missing, damaged or of another model says what to do")
    func damaged() throws {
        try withAccepted { folder in
            let baseline = try folder.read("a.baseline")
            try folder.write(baseline.replacingOccurrences(of: "stall_count", with: "stall_cuont"), "a.baseline")
            let damaged = folder.test("--budget", "*=+5%")
            #expect(
                damaged.errors == "a.baseline:7:5: error: unknown key 'stall_cuont' in metrics; "
                    + "did you mean 'stall_count'?\n")
            #expect(damaged.code == .badData)
            try folder.write(baseline.replacingOccurrences(of: "\"model\": ", with: "\"model\": 1"), "a.baseline")
            #expect(folder.test("--budget", "*=+5%").output.contains("its baseline is of model 1"))
            try FileManager.default.removeItem(atPath: folder.path + "/a.baseline")
            let missing = folder.test("--budget", "*=+5%")
            #expect(
                missing.errors == "a.baseline: error: there is no baseline yet; "
                    + "'autowait test --update --baseline a.json' writes it\n")
            #expect(missing.code == .missingFile)
        }
    }

    /// Its baseline is of the rule before: what a budget says of a change of rules.
    @Test(
        "the shipped baseline shows what ExoPlayer's change of 2024 did",
        arguments: [
            (["*=+20%"], "WORSE: stall_count 2 → 6 (+200.0 %); allowed is +20 %, up to 2\n", ExitCode.regression),
            (["*=+20%", "stall_count=+4"], "worse: stall_count 2 → 6 (+200.0 %), within +4\n", .asExpected),
        ])
    func shipped(budgets: [String], line: String, code: ExitCode) {
        let file = Place.path("Scenarios/startup/exoplayer-on-a-slow-link.json")
        let reply = Autowait.reply(to: ["test", file] + budgets.flatMap { ["--budget", $0] })
        #expect(reply.output.contains("         better: startup_time_s 3.125 → 1.250 (−60.0 %)\n"))
        #expect(reply.output.contains("         " + line))
        #expect(reply.code == code)
    }

    @Test("a baseline that has lost its scenario fails, as a golden does")
    func orphan() throws {
        try withAccepted { folder in
            try FileManager.default.removeItem(atPath: folder.path + "/a.json")
            #expect(folder.test().output.hasSuffix("\n2 scenarios: 2 FAIL.\n"))
            #expect(folder.test().output.contains("FAIL     a.baseline\n         its scenario is gone; remove it\n"))
        }
    }
}
