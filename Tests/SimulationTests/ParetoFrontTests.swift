import Testing

@testable import Simulation

@Suite("The settings that no other beats")
struct ParetoFrontTests {
    /// Two that start as soon, with as good a picture: one of them stalls once, and the other twice for a shorter time.
    private static let values: [(name: String, figures: [String: Int64])] = [
        (
            "once",
            [
                "startup_time_s": 1_800_000_000, "stall_count": 1, "stall_time_s": 12_343_000_000,
                "average_bitrate_kbps": 1_500_000,
            ]
        ),
        (
            "twice",
            [
                "startup_time_s": 1_800_000_000, "stall_count": 2, "stall_time_s": 11_343_000_000,
                "average_bitrate_kbps": 1_500_000,
            ]
        ),
    ]

    private static let columns: [(names: [String], line: String)] = [
        (["startup_time_s", "stall_count"], "startup_time_s, stall_count: once"),
        (["stall_count", "average_bitrate_kbps"], "stall_count, average_bitrate_kbps: once"),
        (["startup_time_s", "stall_time_s"], "startup_time_s, stall_time_s: twice"),
        (["startup_time_s", "stall_count", "stall_time_s"], "startup_time_s, stall_time_s: twice"),
    ]

    @Test("stalls are judged by their time, or by their number where that alone is a column", arguments: columns)
    func stalls(names: [String], line: String) {
        let metrics = Metric.all.filter { names.contains($0.name) }
        let cells = Self.values.map { own in
            let figures = metrics.map { own.figures[$0.name] }
            return Comparison.Cell(
                settings: [own.name], players: [nil], samples: [Comparison.Sample(seed: 1, [.init(figures)])])
        }
        let block = Comparison.Block(path: "a.json", name: "", cells: cells)
        let text = ComparisonTable(Comparison(keys: ["rule"], metrics: metrics, blocks: [block])).text
        #expect(text.contains("\nbeaten by none in \(line)\n"), "\(text)")
    }

    @Test("one stall that nobody ends is no fewer than many that end, and is said")
    func leftStalled() {
        let own: [(name: String, stalls: Int64, isLeft: Bool)] = [("ended", 375, false), ("left", 1, true)]
        let cells = own.map { own in
            Comparison.Cell(
                settings: [own.name], players: [nil],
                samples: [Comparison.Sample(seed: 1, [.init([0, own.stalls], isLeftStalled: own.isLeft)])])
        }
        let block = Comparison.Block(path: "a.json", name: "", cells: cells)
        let comparison = Comparison(keys: ["rule"], metrics: [.startupTime, .stallCount], blocks: [block])
        let text = ComparisonTable(comparison).text
        #expect(text.contains("\nbeaten by none in startup_time_s, stall_count: ended\n"), "\(text)")
        #expect(text.contains("\nnobody ends a stall, which has no time: left\n"), "\(text)")
    }

    @Test("of scenarios side by side a player that only one of them has is beaten by none, and not named for that")
    func noRival() {
        func cell(_ name: String, _ players: [String?], _ figures: [Int64?]...) -> Comparison.Cell {
            let sample = Comparison.Sample(seed: 1, figures.map { Comparison.Sample.Own($0) })
            return Comparison.Cell(settings: [name], players: players, samples: [sample])
        }
        let cells = [
            cell("one", [nil], [1_000_000_000, 1]), cell("two", ["a", "b"], [900_000_000, 0], [9_000_000_000, 8]),
        ]
        let block = Comparison.Block(path: "", name: "", cells: cells)
        let comparison = Comparison(keys: ["scenario"], metrics: [.startupTime, .stallCount], blocks: [block])
        let text = ComparisonTable(comparison).text
        #expect(text.contains("\nbeaten by none in startup_time_s, stall_count: two a\n"), "\(text)")
    }

    @Test("nor is one named where nobody asks to play", arguments: [true, false])
    func notAsked(asks: Bool) throws {
        let metrics = Metric.all.filter { $0.name == "startup_time_s" || $0.name == "stall_time_s" }
        let cells = try ["first-chunk", "play-through"].map { rule in
            let run = try ScenarioText(
                network: .fluid(2000), media: .progressive(1000, duration_s: 10),
                player: JSONPart("\"keep_up\": \"\(rule)\""), script: asks ? [.load(), .play(1)] : [.load()]
            ).run()
            let samples = [Comparison.Sample(run, metrics)]
            return Comparison.Cell(settings: [rule], players: [nil], samples: samples)
        }
        let block = Comparison.Block(path: "a.json", name: "", cells: cells)
        let text = ComparisonTable(Comparison(keys: ["keep_up"], metrics: metrics, blocks: [block])).text
        #expect(text.contains("beaten by none") == asks, "\(text)")
    }

    /// The last stands beside the words for what has no time, and the first beside those for what never starts.
    @Test("labels and ticks leave what stands at the axes its room", arguments: [true, false])
    func axes(isAnyLost: Bool) {
        let runs = SettingRuns(started: 1, stalled: 0, longest: nil, lasts: false, seeds: 1)
        let times: [(startup: Int64?, stalled: Int64?)] = [
            (60, 2), (30, 1), isAnyLost ? (nil, nil) : (30, 0), (0, nil),
        ]
        let points = times.enumerated().map { index, own in
            ScatterDrawing.Point(
                number: index + 1, words: "a", startup: own.startup.map { $0 * 1_000_000_000 },
                stalled: own.stalled.map { $0 * 1_000_000_000 }, runs: runs, isBest: false, target: "")
        }
        let words = ScatterDrawing(points).text.matches(of: /y="([0-9]+)" class="([^"]*)">([^<]*)</)
        func shown(_ name: String, on page: Canvas.Page) -> [String] {
            words.filter { $0.3 == name && !$0.2.contains("not-\(page.rawValue)") }.map { String($0.1) }
        }
        #expect(shown("60 s", on: .narrow).isEmpty == isAnyLost && shown("60 s", on: .wide).count == 1)
        #expect(shown("no start", on: .narrow).count == (isAnyLost ? 1 : 0))
        #expect(shown("no time", on: .narrow) == ["37"])
        // Below its spot, where beside it the words are.
        #expect(shown("4: a", on: .narrow) == ["56"] && shown("4: a", on: .wide) == ["44"])
    }

    @Test("where a setting that is beaten shares its spot with one that is not, the name of that alone is bold")
    func spots() {
        func point(_ number: Int, _ words: String, seconds: Int64, isBest: Bool) -> ScatterDrawing.Point {
            let time = seconds * 1_000_000_000
            return ScatterDrawing.Point(
                number: number, words: words, startup: time, stalled: time,
                runs: SettingRuns(started: 1, stalled: 1, longest: time, lasts: false, seeds: 1), isBest: isBest,
                target: "row-\(number)")
        }
        let text = ScatterDrawing([
            point(1, "a", seconds: 2, isBest: false), point(2, "b", seconds: 2, isBest: true),
            point(3, "c", seconds: 8, isBest: false),
        ]).text
        #expect(text.contains("\"><tspan class=\"label best\">2: b;</tspan> 1: a</text>"), "\(text)")
        #expect(text.contains("href=\"#row-2\"") && !text.contains("href=\"#row-1\""))
        #expect(text.contains("\">3: c</text>"))
    }
}
