import PlayerModel
import Testing

@testable import Simulation

/// Players whose start is known in a formula, so that it is known what a fit has to find.
@Suite("A fit finds what made the figures")
struct FitTests {
    private static let template = """
        {"player": {"keep_up": "fixed-seconds"}, "network": {"delay_ms": 10, "down_kbps": 1000}}
        """

    /// Limits and bit rates of 24 cells, in kbit/s.
    private static let conditions = [2000, 4000, 8000, 16000, 32000, 100_000].flatMap { limit in
        [500, 1000, 2000, 4000].map { (limit: limit, rate: $0) }
    }

    static func parameters(_ words: [(String, String)]) throws -> [FittedParameter] {
        var root = try JSONReader.read(Array(template.utf8), source: 0).root
        return try words.map { path, text in
            let key = try ParameterKey(path, in: root, of: ScenarioFormat.whole.shape)
            root = root.with(key.forms) ?? root
            return try FittedParameter(key, text)
        }
    }

    /// The start in nanoseconds: some round trips, and then a length of media over the link.
    private static func startup(_ cell: Int, _ setting: FitSetting) -> Int64 {
        let (limit, rate) = conditions[cell]
        let media = Double(setting[0]) * Double(rate) / Double(limit)
        return Int64(8 * Double(setting[1]) + media)
    }

    /// A table of what was measured: the truth times a factor that scatters, for each play.
    static func table(
        of truth: FitSetting, plays: Int, seed: UInt64, deviation: Double,
        _ startup: (Int, FitSetting) -> Int64? = { startup($0, $1) }
    ) -> CellTable {
        var text = "network.down_kbps,media.bitrate_kbps,startup_time_s\n"
        for (cell, condition) in conditions.enumerated() {
            for play in 0..<plays {
                var stream = RandomStream(seed: seed, name: "noise", index: UInt64(cell * 100 + play))
                // The sum of twelve even draws is nearly normal.
                let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double(stream.below(10_000)) / 10_000 }
                let factor = exponential(of: normal * deviation)
                let value = startup(cell, truth).map {
                    NumberText.exact(Int64(Double($0) * factor), places: 9)
                }
                text += "\(condition.limit),\(condition.rate),\(value ?? "never")\n"
            }
        }
        let names = ScenarioFormat.whole.shape.members.map { $0.name }
        return CellTableReader(SourceText(file: "a.csv", bytes: Array(text.utf8)), CellColumns(), names: names).table
    }

    static func fit(
        _ parameters: [FittedParameter], _ table: CellTable, holdingOut columns: [Int] = [],
        _ startup: (Int, FitSetting) -> Int64? = { startup($0, $1) }
    ) -> Fit {
        Fit(FitProblem(parameters, table), holdingOut: columns) { trials in
            trials.map { [SimulatedFigure(startup($0.cell, $0.setting))] }
        }
    }

    private static let two = [("player.keep_up.start_s", "0.5..20"), ("network.delay_ms", "1..400")]

    @Test("known numbers lie between the ends of their intervals in nine of ten tries, and the best is near them")
    func coverage() throws {
        let parameters = try Self.parameters(Self.two)
        var (inside, count) = (0, 0)
        for draw in Thoroughness.draws(20, of: 200) {
            var stream = RandomStream(seed: draw, name: "truth", index: 0)
            let truth: FitSetting = [
                Int64(1_000_000_000 + stream.below(14_000_000_000)), Int64(20_000_000 + stream.below(180_000_000)),
            ]
            let fit = Self.fit(parameters, Self.table(of: truth, plays: 1, seed: draw, deviation: 0.1))
            for (index, profile) in fit.profiles.enumerated() {
                count += 1
                let own = parameters[index]
                if own.value(at: profile.low.place)...own.value(at: profile.high.place) ~= truth[index] {
                    inside += 1
                }
                let ratio = Double(fit.setting[index]) / Double(truth[index])
                #expect(0.5...2 ~= ratio, "draw \(draw), \(fit.problem.words(fit.setting)), \(truth)")
            }
            let errors = try #require(FitErrors(fit.outcomes(0, fit.setting), fit.problem))
            #expect(1.05...1.16 ~= errors.factor && errors.withinTwo == 1, "draw \(draw): \(errors)")
        }
        // Of 400 at 90 %, fewer than 86 % come once in a hundred; so do fewer than 30 of 40.
        #expect(inside * 100 >= count * (count > 100 ? 86 : 75), "\(inside) of \(count)")
    }

    @Test("without scatter it comes as near as the ladder has values, and intervals are narrow")
    func exact() throws {
        let truth: FitSetting = [6_000_000_000, 80_000_000]
        let fit = Self.fit(try Self.parameters(Self.two), Self.table(of: truth, plays: 2, seed: 1, deviation: 0))
        let errors = try #require(FitErrors(fit.outcomes(0, fit.setting), fit.problem))
        #expect(errors.factor < 1.03 && errors.correlation.map { $0 > 0.99 } ?? false)
        for (index, profile) in fit.profiles.enumerated() {
            let own = fit.problem.parameters[index]
            #expect(Double(own.value(at: profile.high.place)) < 1.25 * Double(own.value(at: profile.low.place)))
        }
        #expect(fit.trades.isEmpty)
    }

    @Test("two that do the same trade off, and the text says so with both ends")
    func trade() throws {
        let parameters = try Self.parameters(Self.two)
        // Both are round trips alone here.
        func startup(_ cell: Int, _ setting: FitSetting) -> Int64? { setting[0] + setting[1] * 20 + Int64(cell) }
        let table = Self.table(of: [4_000_000_000, 100_000_000], plays: 1, seed: 3, deviation: 0.1, startup)
        let fit = Self.fit(parameters, table, startup)
        #expect(fit.trades.count == 1)
        let words = FitWords(fit, template: "", path: "a.json", table: "a.csv")
        let line = try #require(words.warnings.first { $0.contains("trade off") })
        #expect(
            line.hasPrefix("start_s and delay_ms trade off: start_s=") && line.contains(" fits as well as start_s="))
    }

    @Test("a number that changes nothing keeps the template's value, and the text says that nothing is known of it")
    func idle() throws {
        let parameters = try Self.parameters(Self.two + [("player.drain_s", "1..40")])
        let table = Self.table(of: [4_000_000_000, 100_000_000], plays: 1, seed: 3, deviation: 0.1)
        let fit = Self.fit(parameters, table)
        #expect(fit.setting[2] == parameters[2].own && !fit.profiles[2].matters)
        let words = FitWords(fit, template: "", path: "a.json", table: "a.csv")
        #expect(words.warnings.contains { $0.hasPrefix("the data say nothing about drain_s") })
        #expect(words.interval(2) == "any")
    }

    /// Segments of 4 s are whole ones: 5 to 8 s come to the same.
    @Test(
        "between values that were named or stepped there is nothing, so that the ends of what is as good are as good",
        arguments: [
            ("4,5,6,7,8,9", "5 to 8"), ("4..9:1", "5 to 8"), ("5,6,9", "5 to 6"), ("4,7,9", "no other"),
            ("2,4,8", "no other"), ("1..200:1", "5 to 8"),
        ])
    func named(values: String, asGood: String) throws {
        func startup(_ cell: Int, _ setting: FitSetting) -> Int64? {
            (setting[0] + 3_999_999_999) / 4_000_000_000 * Int64(cell + 1) * 1_000_000_000
        }
        let table = Self.table(of: [7_000_000_000], plays: 1, seed: 3, deviation: 0, startup)
        let fit = Self.fit(try Self.parameters([("player.keep_up.start_s", values)]), table, startup)
        #expect(FitWords(fit, template: "", path: "a.json", table: "a.csv").interval(0) == asGood)
    }

    @Test("a number that changes figures but no error is not said to change nothing")
    func uncounted() throws {
        // What was waited for in vain is as wrong whenever a start comes.
        let table = Self.table(of: [0, 0], plays: 1, seed: 3, deviation: 0) { _, _ in nil }
        let fit = Self.fit(try Self.parameters([Self.two[0]] + [("player.drain_s", "1..40")]), table) {
            $1[0] + Int64($0)
        }
        #expect(fit.profiles.map { $0.effect } == [.uncounted, .none])
        let words = FitWords(fit, template: "", path: "a.json", table: "a.csv")
        #expect(words.verdict.hasPrefix("cannot say: start_s changes figures, but no error ("), "\(words.verdict)")
        #expect(words.warnings[0].hasPrefix("the data say nothing about start_s: it changes figures, but no error ("))
        #expect(words.warnings[1].hasPrefix("the data say nothing about drain_s: with any value of its range "))
    }

    /// Eight figures with one parameter.
    @Test("the weight of the only figure changes no scatter and no interval", arguments: [0.01, 0.2, 1, 4, 100])
    func weights(weight: Double) throws {
        let one = try #require(FitThreshold(least: 0.0357, Self.telling(Self.weights(1)), parameters: 1))
        let own = try #require(
            FitThreshold(least: 0.0357 * weight, Self.telling(Self.weights(weight)), parameters: 1))
        #expect((own.deviation / one.deviation - 1).magnitude < 1e-12 && (one.deviation - 0.0714).magnitude < 0.0001)
        #expect((own.error / weight / one.error - 1).magnitude < 1e-12)
    }

    @Test("a figure that counts next to nothing makes no interval narrower")
    func faint() throws {
        let alone = try #require(FitThreshold(least: 3, Self.telling(Self.weights(1)), parameters: 1))
        for faint in [1e-3, 1e-6, 1e-9] {
            let telling = Self.telling(Self.weights(1) + Self.weights(faint))
            let beside = try #require(FitThreshold(least: 3, telling, parameters: 1))
            #expect((beside.deviation / alone.deviation - 1).magnitude < 3 * faint && telling.count == 16)
            #expect((beside.error / alone.error - 1).magnitude < 3 * faint)
        }
        #expect(Self.telling(Self.weights(7) + Self.weights(7)).worth == 16 && FitTelling([]).worth == 0)
        // One figure that counts and some that hardly do are one.
        #expect(FitThreshold(least: 3, Self.telling([1] + Self.weights(0.01)), parameters: 1) == nil)
    }

    private static func weights(_ weight: Double) -> [Double] { Array(repeating: weight, count: 8) }

    /// Figures of one measure, each of a cell of its own.
    private static func telling(_ weights: [Double]) -> FitTelling {
        FitTelling(weights.enumerated().map { .init(cell: $0, measure: 0, weight: $1, error: 0.1) })
    }

    @Test("a value outside of the range leaves the best at its edge, and the text says so where others may be beyond")
    func edge() throws {
        let parameters = try Self.parameters([("player.keep_up.start_s", "0.5..5"), Self.two[1]])
        let fit = Self.fit(
            parameters, Self.table(of: [12_000_000_000, 50_000_000], plays: 1, seed: 5, deviation: 0.05))
        let words = FitWords(fit, template: "", path: "a.json", table: "a.csv")
        #expect(fit.setting[0] == 5_000_000_000)
        #expect(words.warnings.contains { $0.hasPrefix("start_s=5 is at the edge of its range") })
        let truth: FitSetting = [0, 50_000_000]
        let least = Self.fit(
            try Self.parameters([("player.keep_up.start_s", "0..5"), ("network.delay_ms", "20,50,90")]),
            Self.table(of: truth, plays: 1, seed: 5, deviation: 0))
        #expect(least.setting == truth)
        #expect(FitWords(least, template: "", path: "a.json", table: "a.csv").warnings.isEmpty)
    }

    @Test(
        "a word is the template's own where that says no more",
        arguments: [
            (#""exoplayer""#, 1, "exoplayer"), (#"{"rule": "exoplayer"}"#, 1, "exoplayer"),
            (#"{"rule": "exoplayer", "start_s": 8}"#, -1, #"{ "rule": "exoplayer", "start_s": 8 }"#),
            (#""vlc""#, -1, "vlc"), ("true", 2, "true"),
        ] as [(String, Int64, String)])
    func ownWord(value: String, own: Int64, text: String) throws {
        let root = try JSONReader.read(Array(#"{"player": {"keep_up": \#(value)}}"#.utf8), source: 0).root
        let words = ["first-chunk", "exoplayer", "true"]
        let parameter = FittedParameter("player.keep_up", words: words, in: root)
        #expect(parameter.own == own && parameter.text(own) == text, "\(parameter.text(parameter.own))")
    }

    @Test("a cell of which nothing was measured is not played")
    func unmeasured() throws {
        let names = ScenarioFormat.whole.shape.members.map { $0.name }
        let text = "network.down_kbps,startup_time_s\n2000,1\n4000,\n8000,2\n"
        let reader = CellTableReader(SourceText(file: "a.csv", bytes: Array(text.utf8)), CellColumns(), names: names)
        let problem = FitProblem(try Self.parameters([Self.two[0]]), reader.table)
        var played: [Int] = []
        let fit = Fit(problem, holdingOut: [0]) { trials in
            for trial in trials where !played.contains(trial.cell) { played.append(trial.cell) }
            return trials.map { [SimulatedFigure($0.setting[0])] }
        }
        #expect(played == [0, 2] && fit.heldOut[0].groups.count == 3)
    }

    @Test("cells that are held out are foretold by the others, each group once")
    func heldOut() throws {
        let truth: FitSetting = [6_000_000_000, 80_000_000]
        let table = Self.table(of: truth, plays: 3, seed: 7, deviation: 0.1)
        let fit = Self.fit(try Self.parameters(Self.two), table, holdingOut: [0, 1])
        #expect(fit.heldOut.map { $0.groups.count } == [6, 4])
        for held in fit.heldOut {
            let outcomes = fit.outcomes(0, heldOut: held)
            let errors = try #require(FitErrors(outcomes, fit.problem))
            #expect(errors.count == 24 && errors.factor < 1.15 && errors.withinTwo == 1)
            for group in held.groups {
                let left = FitProblem(fit.problem.parameters, table)
                #expect(group.cells.allSatisfy { table.cells[$0].fields[held.column] == group.value })
                #expect(left.points.count == 24)
            }
        }
        let scatter = try #require(fit.problem.scatter(0))
        #expect(0.08...0.12 ~= scatter)
    }

    @Test("one cell, and cells that never start, are no reason for an interval")
    func degenerate() throws {
        let parameters = try Self.parameters(Self.two)
        let names = ScenarioFormat.whole.shape.members.map { $0.name }
        let one = CellTableReader(
            SourceText(file: "a.csv", bytes: Array("media.segment_s,startup_time_s\n2,3\n".utf8)), CellColumns(),
            names: names
        ).table
        let alone = Self.fit(parameters, one)
        #expect(alone.profiles.isEmpty && alone.threshold == nil)
        let few = FitWords(alone, template: "", path: "a.json", table: "a.csv")
        #expect(few.evidence[0] == "1 figure for 2 parameters are too few to know how sure it is")
        for cellCount in 1...2 {
            let cells = [0, 0, cellCount - 1]
            let several = FitTelling(cells.map { .init(cell: $0, measure: 0, weight: 1, error: 0.1) })
            #expect((FitThreshold(least: 0.1, several, parameters: 1) == nil) == (cellCount == 1))
        }
        func never(_ cell: Int, _ setting: FitSetting) -> Int64? { nil }
        let table = Self.table(of: [4_000_000_000, 100_000_000], plays: 1, seed: 3, deviation: 0)
        let none = Self.fit(parameters, table, never)
        let words = FitWords(none, template: "", path: "a.json", table: "a.csv")
        #expect(words.verdict == "cannot say: no session ever has a startup_time_s, whatever the setting")
        #expect(none.setting == none.problem.own)
        let errors = try #require(FitErrors(none.outcomes(0, none.setting), none.problem))
        #expect(errors.neverCount == 24 && FitWords.factor(errors.factor) == "100")
        let both = Self.fit(parameters, Self.table(of: [0, 0], plays: 1, seed: 3, deviation: 0, never), never)
        #expect(FitErrors(both.outcomes(0, both.setting), both.problem)?.factor == 1)
    }

    /// Starts that are known in a formula, over links of 100 to 1600 kbit/s; sessions end after so many seconds.
    private static func cutFit(until_s: Int64, measured: [String], _ range: String = "0.5..20") throws -> Fit {
        let rates = [100, 200, 400, 800, 1600] as [Int64]
        let rows = zip(rates, measured).map { "\($0),\($1)\n" }
        let names = ScenarioFormat.whole.shape.members.map { $0.name }
        let text = "network.down_kbps,startup_time_s\n" + rows.joined()
        let table = CellTableReader(SourceText(file: "a.csv", bytes: Array(text.utf8)), CellColumns(), names: names)
            .table
        let fitted = try Self.parameters([("player.keep_up.start_s", range)])
        return Fit(FitProblem(fitted, table), holdingOut: []) { trials in
            trials.map { trial -> [SimulatedFigure] in
                let startup = trial.setting[0] * 1000 / rates[trial.cell]
                let end = until_s * 1_000_000_000
                return [startup > end ? .later(end) : .value(startup)]
            }
        }
    }

    @Test(
        "a session that is cut off while it waits says 'later', and a later start that was measured is no error",
        arguments: [(60, "80", 1), (600, "80", 0), (30, "80", 2), (60, "never", 1), (30, "never", 2)]
            as [(Int64, String, Int)])
    func cutOff(until_s: Int64, last: String, count: Int) throws {
        let fit = try Self.cutFit(until_s: until_s, measured: [last, "40", "20", "10", "5"])
        let profile = fit.profiles[0]
        let ends = [profile.low, profile.high].map { fit.problem.parameters[0].value(at: $0.place) }
        #expect(ends[0] < 8_000_000_000 && ends[1] > 8_000_000_000, "\(ends)")
        #expect((fit.setting[0] - 8_000_000_000).magnitude < 100_000_000, "\(fit.setting)")
        // What was cut off tells of no scatter.
        #expect(fit.telling.count == 5 - count)
        let words = FitWords(fit, template: "", path: "a.json", table: "a.csv")
        let said = words.warnings.filter { $0.contains("until_s") }
        let isSaid = said.map { $0.hasPrefix("in \(count) of 5 cells until_s ends the session") }
        #expect(isSaid == (count > 0 ? [true] : []), "\(said)")
        let why = ": in the others the session was cut off before it had any, which tells of no scatter"
        #expect(words.evidence.contains { $0.hasSuffix(why) } == (count > 0), "\(words.evidence)")
        #expect(!words.evidence.contains { $0.contains("nothing that counts") })
        let errors = try #require(FitErrors(fit.outcomes(0, fit.setting), fit.problem))
        #expect(errors.neverCount == 0 && errors.factor < 1.02)
        let slowest = words.figure(fit.outcome(0, fit.setting).simulated, 0)
        #expect(slowest.hasPrefix("> ") == (count > 0) && (count == 0 || slowest == "> \(until_s).000"), "\(slowest)")
    }

    @Test("where until_s ends all sessions before they start, nothing is known, and what to do is said")
    func allCutOff() throws {
        let fit = try Self.cutFit(until_s: 1, measured: ["80", "40", "20", "10", "never"], "4..20")
        #expect(
            FitWords(fit, template: "", path: "a.json", table: "a.csv").verdict
                == "cannot say: until_s ends the sessions before they have a startup_time_s; set a greater one")
    }

    @Test(
        "a cut-off session is off by no more than is known of it",
        arguments: [
            (.later(60), 80, 0), (.later(60), 30, 2), (.later(60), nil, 0), (.never, 80, 100), (.never, nil, 0),
            (.value(60), nil, 0.01), (.value(60), 30, 2),
        ] as [(SimulatedFigure, Int64?, Double)])
    func cutErrors(figure: SimulatedFigure, measured: Int64?, factor: Double) {
        let measure = CellMeasure(.startupTime, column: "startup_time_s")
        func seconds(_ value: Int64) -> Int64 { value * 1_000_000_000 }
        let simulated: SimulatedFigure =
            switch figure {
            case .value(let value): .value(seconds(value))
            case .later(let value): .later(seconds(value))
            case .never: .never
            }
        let logarithm = measure.logarithm(measured.map(seconds))
        let error = measure.error(simulated: simulated, measured: logarithm)
        #expect((error - (factor == 0 ? 0 : naturalLogarithm(of: factor))).magnitude < 1e-9)
        #expect(measure.tellsOfScatter(simulated: simulated, measured: logarithm) == (factor != 0))
    }

    @Test(
        "the quantile of Student's distribution is that of tables",
        arguments: [(1, 6.314), (2, 2.920), (5, 2.015), (10, 1.812), (30, 1.697), (1000, 1.646)])
    func student(freedom: Int, quantile: Double) {
        #expect((Student.ninety(freedom: freedom) - quantile).magnitude < 0.002)
    }

    @Test("the exponential undoes the logarithm", arguments: [1e-30, 0.1, 0.7, 1, 1.5, 2, 100, 12345.678, 1e30])
    func exponentials(number: Double) {
        #expect((exponential(of: naturalLogarithm(of: number)) / number - 1).magnitude < 1e-13)
        #expect(exponential(of: 1000) == .infinity && exponential(of: -1000) == 0 && exponential(of: 0) == 1)
    }
}
