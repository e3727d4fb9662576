import Testing

@testable import Simulation

private func metric(_ name: String) throws -> Int {
    try #require(Metric.all.firstIndex { $0.name == name }, "there is no metric \(name)")
}

@Suite struct Budgets {
    @Test(
        arguments: [
            ("startup_time_s=+5%", "startup_time_s", .part(50_000)),
            ("startup_time_s=+0.2", "startup_time_s", .absolute(200_000_000)),
            ("startup_time_s=+0.000000001", "startup_time_s", .absolute(1)),
            ("stall_count=+0", "stall_count", .absolute(0)),
            ("stall_count=+0.0001%", "stall_count", .part(1)),
            ("average_bitrate_kbps=-2.5%", "average_bitrate_kbps", .part(25_000)),
            ("average_bitrate_kbps=−100", "average_bitrate_kbps", .absolute(100_000)),
            ("observed_throughput_kbps=±5%", "observed_throughput_kbps", .part(50_000)),
            ("observed_throughput_kbps=+-5%", "observed_throughput_kbps", .part(50_000)),
            ("observed_throughput_kbps=+/-5%", "observed_throughput_kbps", .part(50_000)),
            ("goldilocks_distance_s=±0.1", "goldilocks_distance_s", .absolute(100_000_000)),
            ("*=+5%", "stall_time_s", .part(50_000)),
        ] as [(String, String, Budget.Room)])
    func `words are read exactly`(word: String, name: String, room: Budget.Room) throws {
        let budget = try Budget([word])
        #expect(budget.room(try metric(name)) == room)
        if !word.hasPrefix("*") { #expect(budget.room(try metric("longest_stall_s")) == nil) }
    }

    @Test func `a budget of its own comes before that of all`() throws {
        let budget = try Budget(["*=+5%", "stall_count=+0"])
        #expect(budget.room(try metric("stall_count")) == .absolute(0))
        #expect(budget.room(try metric("stall_time_s")) == .part(50_000))
    }

    @Test(
        arguments: [
            (["startup_time_s"], "names no metric and its room; write --budget startup_time_s=+5%"),
            (["=+5%"], "names no metric and its room; write --budget startup_time_s=+5%"),
            (["startup_tiem_s=+5%"], "names no metric; did you mean 'startup_time_s'?"),
            (["bytes=+5%"], "names no metric; did you mean 'down_bytes'?"),
            (["qqqqqq=+5%"], "names no metric; 'autowait list metrics' has them all"),
            (
                ["startup_time_s=5%"],
                "has \(noSign); write --budget startup_time_s=+5%, or an amount for the per cent"
            ),
            (["*=5%"], "has \(noSign); write --budget '*=+5%'"),
            (["startup_time_s="], "has \(noSign); write --budget startup_time_s=+5%"),
            (["startup_time_s=+05%"], "has \(noSign)"),
            (["startup_time_s=+"], "has \(noSign)"),
            (["startup_time_s=+%"], "has \(noSign)"),
            (["startup_time_s=+-"], "has \(noSign)"),
            (["startup_time_s=+much"], "has \(noSign)"),
            (["startup_time_s=+5s"], "has a unit; write the number alone: it is in s"),
            (["startup_time_s=+500ms"], "has a unit; write the number alone: it is in s"),
            (["average_bitrate_kbps=-0.5 Mbit/s"], "has a unit; write the number alone: it is in kbit/s"),
            (["startup_time_s=+500µs"], "has a unit; write the number alone: it is in s"),
            (["stall_count=+2s"], "has a unit; write the number alone"),
            (["stall_count=+2x"], "has \(noSign); write --budget stall_count=+5%"),
            (["startup_time_s=+5e"], "has \(noSign)"),
            (["startup_time_s=+0x5"], "has \(noSign)"),
            (["startup_time_s=+2.5 percent"], "has a word for the sign %; write --budget startup_time_s=+2.5%"),
            (["startup_time_s=+5pct"], "has a word for the sign %; write --budget startup_time_s=+5%"),
            (["average_bitrate_kbps=−5 Per Cent"], "write --budget average_bitrate_kbps=−5%"),
            (["*=+5 percent"], "has a word for the sign %; write --budget '*=+5%'"),
            (["*=+5s"], "has a unit, and is for metrics of all units; write --budget '*=+5%'"),
            (["*=+0,5 s"], "has a unit, and is for metrics of all units; write --budget '*=+5%'"),
            (["startup_time_s=+0,5"], "has a comma in its number; write --budget startup_time_s=+0.5"),
            (["startup_time_s=+0,5%"], "has a comma in its number; write --budget startup_time_s=+0.5%"),
            (["*=+0,5"], "has a comma in its number; write --budget '*=+0.5%'"),
            (["startup_time_s=+0,5 percent"], "has a word for the sign %; write --budget startup_time_s=+0.5%"),
            (["down_bytes=+1,500"], "has a comma in its number; write --budget down_bytes=+1500"),
            (
                ["startup_time_s=+1,500"],
                "has a comma in its number; write --budget startup_time_s=+1.500 or --budget startup_time_s=+1500"
            ),
            (["startup_time_s=+0,5s"], "has a unit; write the number alone: it is in s"),
            (["startup_time_s=++5"], "has \(noSign)"),
            (["startup_time_s=+1e99"], "is a number that no metric can have"),
            (["startup_time_s=+1e99%"], "is a number that no metric can have"),
            (["startup_time_s=+99999999999999999999"], "is a number that no metric can have"),
            (["startup_time_s=-5%"], "has the wrong sign: less is better"),
            (["average_bitrate_kbps=+5%"], "has the wrong sign: more is better"),
            (["observed_throughput_kbps=+5%"], "has the wrong sign: neither way is better"),
            (["stall_count=±1"], "has the wrong sign: less is better"),
            (["stall_count=+0.5"], "is not what can be counted: stall_count goes in steps of 1"),
            (["startup_time_s=+0.00001%"], "is too fine: per cents go in steps of 0.0001"),
            (["stall_count=+1", "stall_count=+2"], "is the second for stall_count; give one"),
            (["*=+1%", "*=+2%"], "is the second for all metrics; give one"),
            (["*=+1"], "write --budget '*=+5%'"),
            (["*=-1%"], "write --budget '*=+5%'"),
        ] as [([String], String)])
    func `nonsense says what to write`(words: [String], message: String) throws {
        let problem = #expect(throws: Mistake.self) { try Budget(words) }
        let text = try #require(problem).message
        #expect(text.hasPrefix("'--budget \(words[words.count - 1])' "))
        #expect(text.contains(message), "\(text)")
        // Of all metrics there is no amount.
        #expect(!words[0].hasPrefix("*") || !text.contains("amount"), "\(text)")
    }

    private static let noSign = "no sign with a number of JSON behind it"

    @Test(arguments: ["", " \n", "{}"])
    func `a file that names no metric is told what names one`(text: String) {
        let (budget, diagnostics) = BudgetReader.read(SourceText(file: "a.budget", bytes: Array(text.utf8)))
        #expect(budget == nil)
        #expect(diagnostics.map { $0.message } == [#"it names no metric; write { "startup_time_s": "+5%" }"#])
    }

    @Test(arguments: [
        (
            "startup_time_s=+5%\n",
            "this is written as on the command line, and a budget in a file is JSON: "
                + #"write { "startup_time_s": "+5%" }"#
        ),
        (
            "--budget stall_count=+0, '*=+10%'",
            "this is written as on the command line, and a budget in a file is JSON: "
                + #"write { "stall_count": "+0", "*": "+10%" }"#
        ),
        ("startup_time_s: +5%", #"a budget is an object, as in { "startup_time_s": "+5%" }"#),
        ("[]", #"a budget is an object, as in { "startup_time_s": "+5%" }"#),
        (#"{ "startup_time_s": +5% }"#, #"a room is text in double quotes, as in { "startup_time_s": "+5%" }"#),
        (#"{ startup_time_s: "+5%" }"#, #"names are in double quotes; write "startup_time_s""#),
    ])
    func `a file that is no JSON is shown what it could be`(text: String, message: String) {
        let (budget, diagnostics) = BudgetReader.read(SourceText(file: "a.budget", bytes: Array(text.utf8)))
        #expect(budget == nil)
        #expect(diagnostics.map { $0.message } == [message])
    }

    struct Case: CustomTestStringConvertible {
        let name: String
        let was: Int64?
        let now: Int64?
        let budget: [String]
        let text: String?

        init(_ name: String, _ was: Int64?, _ now: Int64?, _ budget: [String] = [], _ text: String?) {
            (self.name, self.was, self.now, self.budget, self.text) = (name, was, now, budget, text)
        }

        var testDescription: String { "\(name) \(was as Int64?) → \(now as Int64?) \(budget)" }
    }

    static let second: Int64 = 1_000_000_000

    @Test(
        arguments: [
            Case("stall_count", 3, 3, nil),
            Case(
                "startup_time_s", 2 * second, second * 3 / 2, "better: startup_time_s 2.000 → 1.500 (−25.0 %)"),
            Case(
                "startup_time_s", 2 * second, second * 3 / 2, ["startup_time_s=+1%"],
                "better: startup_time_s 2.000 → 1.500 (−25.0 %)"),
            Case(
                "startup_time_s", 2 * second, 2 * second + 100_000_000, ["startup_time_s=+5%"],
                "worse: startup_time_s 2.000 → 2.100 (+5.0 %), within +5 %"),
            Case(
                "startup_time_s", 2 * second, 2 * second + 100_000_001, ["startup_time_s=+5%"],
                "WORSE: startup_time_s 2.000 → 2.100 (+5.0 %); allowed is +5 %, up to 2.1"),
            Case(
                "startup_time_s", 2 * second, 2 * second + 1,
                "WORSE: startup_time_s 2 → 2.000000001 (+0.000000001); no budget lets it be worse"),
            Case(
                "startup_time_s", 2 * second + 400_000, 2 * second + 600_000,
                "WORSE: startup_time_s 2.0004 → 2.0006 (+0.0002); no budget lets it be worse"),
            Case(
                "stall_time_s", 0, second * 3 / 2 + 1,
                "WORSE: stall_time_s 0.000 → 1.500 (+1.500); no budget lets it be worse"),
            Case("stall_count", 0, 3, ["*=+5%"], "WORSE: stall_count 0 → 3 (+3); allowed is +5 %, up to 0"),
            Case("stall_count", 0, 3, ["stall_count=+3"], "worse: stall_count 0 → 3 (+3), within +3"),
            Case(
                "average_bitrate_kbps", 1_000_000, 950_000, ["*=+5%"],
                "worse: average_bitrate_kbps 1000.000 → 950.000 (−5.0 %), within −5 %"),
            Case(
                "average_bitrate_kbps", 1_000_000, 949_999, ["*=+5%"],
                "WORSE: average_bitrate_kbps 1000.000 → 949.999 (−5.0 %); allowed is −5 %, down to 950"),
            Case(
                "average_bitrate_kbps", 1_000_000, 2_000_000,
                "better: average_bitrate_kbps 1000.000 → 2000.000 (+100.0 %)"),
            Case(
                "down_bytes", 10, 110, ["down_bytes=+1000%"], "worse: down_bytes 10 → 110 (+1000.0 %), within +1000 %"
            ),
            Case("down_bytes", 10, 111, "WORSE: down_bytes 10 → 111 (+101); no budget lets it be worse"),
            Case("end_reached", 1, 0, "WORSE: end_reached yes → no; no budget lets it be worse"),
            Case("end_reached", 0, 1, "better: end_reached no → yes"),
            Case("end_reached", 1, 0, ["end_reached=-1"], "worse: end_reached yes → no, within −1"),
            Case(
                "observed_throughput_kbps", 1_000_000, 999_000,
                "WORSE: observed_throughput_kbps 1000.000 → 999.000 (−0.1 %); no budget lets it change"),
            Case(
                "observed_throughput_kbps", 1_000_000, 1_050_000, ["observed_throughput_kbps=±5%"],
                "other: observed_throughput_kbps 1000.000 → 1050.000 (+5.0 %), within ±5 %"),
            Case(
                "observed_throughput_kbps", 1_000_000, 949_999, ["*=+5%"],
                "WORSE: observed_throughput_kbps 1000.000 → 949.999 (−5.0 %); allowed is ±5 %, 950 to 1050"),
            // A score may be negative: its part is a part of its size.
            Case(
                "yin_score", -2_000_000, -2_100_000, ["yin_score=-5%"],
                "worse: yin_score -2.000 → -2.100 (−5.0 %), within −5 %"),
            Case("startup_time_s", nil, second, "other: startup_time_s absent → 1"),
            Case(
                "startup_time_s", second, nil, ["*=+100%"],
                "WORSE: startup_time_s 1 → absent; there is none any more"),
            Case(
                "down_bytes", 1, Int64.max, ["*=+5%"],
                "WORSE: down_bytes 1 → 9223372036854775807 (+9223372036854775806); allowed is +5 %, up to 1"),
        ])
    func `a metric is held against its baseline in its own direction`(_ wanted: Case) throws {
        let index = try metric(wanted.name)
        var (was, now) = (Baseline.Player(), Baseline.Player())
        was.metrics = [(index, wanted.was)]
        now.metrics = [(index, wanted.now)]
        let changes = MetricChange.all(from: was, to: now, try Budget(wanted.budget), isOfOneModel: true)
        #expect(changes.map { $0.text(isAcceptable: true) } == (wanted.text.map { [$0] } ?? []))
        #expect(changes.contains { $0.kind == .outside } == (wanted.text?.hasPrefix("WORSE") ?? false))
    }

    /// A baseline that lost a line, as in a bad merge; and one of a model that had no such metric.
    @Test(
        arguments: [
            (true, ["*=+1000%"], true), (true, ["startup_time_s=+5%"], true), (false, ["*=+1000%"], false),
            (false, ["startup_time_s=+5%"], true),
        ], ["; --update --baseline writes it", ""])
    func `a metric that the baseline lacks is within no budget`(
        _ wanted: (isOfOneModel: Bool, words: [String], isSaid: Bool), advice: String
    ) throws {
        let (isOfOneModel, words, isSaid) = wanted
        let index = try metric("startup_time_s")
        var (was, now) = (Baseline(), Baseline())
        (was.players, now.players) = ([.init()], [.init(metrics: [(index, 58 * Self.second)])])
        if !isOfOneModel { was.model -= 1 }
        let check = try #require(
            BudgetCheck(now, against: was, try Budget(words), isAcceptable: !advice.isEmpty))
        let line = "not judged: startup_time_s absent → 58: the baseline does not have it" + advice
        #expect(check.offences == (isSaid ? [line] : []))
        #expect(check.lines.contains(line) == isSaid)
    }

    @Test func `a budget for what neither run nor baseline has is said to judge nothing`() throws {
        var was = Baseline()
        was.players = [.init(metrics: [(try metric("stall_count"), 0 as Int64?)])]
        let check = try #require(BudgetCheck(was, against: was, try Budget(["yin_score=-5%", "stall_count=+1"])))
        #expect(
            check.lines == [
                "not judged: yin_score: this run has it only if \"metrics\" in the scenario asks for it"
            ])
        #expect(check.offences.isEmpty && !check.hasChanges)
    }

    @Test func `a baseline of other players cannot be compared, and one of another model says so`() throws {
        var (was, now) = (Baseline(), Baseline())
        was.players = [.init(name: "old"), .init(name: "new")]
        now.players = [.init(name: "old"), .init(name: "newer")]
        #expect(BudgetCheck(now, against: was, try Budget([])) == nil)
        now.players = was.players
        was.model = now.model - 1
        let check = try #require(BudgetCheck(now, against: was, try Budget([])))
        #expect(check.lines == ["its baseline is of model \(Model.number - 1), this is model \(Model.number)"])
        #expect(!check.hasChanges && check.offences.isEmpty)
    }
}

extension Budgets.Case {
    init(_ name: String, _ was: Int64?, _ now: Int64?, _ text: String?) { self.init(name, was, now, [], text) }
}
