import Testing

@testable import Simulation

@Suite("The sentence that heads a comparison")
struct ComparisonGlanceTests {
    /// A run by its startup time and its stall time, in seconds; nil is one that failed.
    typealias Figures = (startup: Int64?, stalled: Int64?)?

    private static func comparison(_ settings: [[Figures]], keys: [String] = ["key"]) -> Comparison {
        func seconds(_ value: Int64?) -> Int64? { value.map { $0 * 1_000_000_000 } }
        let cells = settings.enumerated().map { index, runs in
            let samples = runs.map { figures in
                Comparison.Sample(seed: 1, figures.map { [.init([seconds($0.startup), seconds($0.stalled)])] })
            }
            return Comparison.Cell(settings: [String(index)], players: [nil], samples: samples)
        }
        let block = Comparison.Block(path: "a.json", name: "", cells: cells)
        return Comparison(keys: keys, metrics: [.startupTime, .stallTime], blocks: [block])
    }

    @Test("counts a setting that stalls with one seed, whatever its median is")
    func seeds() {
        let settings: [[Figures]] = [[(1, 0), (1, 0), (1, 7)], [(1, 0), (2, 0), (3, 0)], [(1, 2), (1, 3), (1, 4)]]
        let never = "1 never stalls with any of 3 seeds"
        let stalled = "2 stall, 1 with all and 1 with some, for up to 7.000 s in a run"
        #expect(ComparisonGlance(Self.comparison(settings)).text == "Of 3 settings, \(never); \(stalled).")
    }

    /// By setting, the seconds of stalls with each of two seeds.
    @Test(
        "what stalls with all seeds is told from what stalls with some",
        arguments: [
            ([[1, 2], [3, 4]], "2 stall with all of 2 seeds, for up to 4.000 s in a run"),
            ([[1, 2], [0, 4]], "2 stall, 1 with all of 2 seeds and 1 with some, for up to 4.000 s in a run"),
            ([[0, 2], [0, 4]], "2 stall with some of 2 seeds, for up to 4.000 s in a run"),
            (
                [[0, 0], [3, 4]], "1 never stalls with any of 2 seeds; 1 stalls with all, for up to 4.000 s in a run"
            ),
        ] as [([[Int64]], String)])
    func allSeeds(settings: [[Int64]], words: String) {
        let runs = settings.map { own in own.map { stalled -> Figures in (1, stalled) } }
        #expect(ComparisonGlance(Self.comparison(runs)).text == "Of 2 settings, \(words).")
    }

    @Test(
        "says what is so, and no more",
        arguments: [
            ([[(1, 0)], [(2, 0)]], "Of 2 settings, 2 never stall."),
            ([[(1, 3)], [(2, 1)]], "Of 2 settings, 2 stall, for up to 3.000 s in a run."),
            ([[(1, nil)], [(2, 0)]], "Of 2 settings, 1 never stalls; 1 stalls, and nobody ends a stall."),
            (
                [[(1, nil)], [(2, 3)]],
                "Of 2 settings, 2 stall, for up to 3.000 s in a run, and in 1 of them nobody ends a stall."
            ), ([[(nil, nil)], [(2, 0)]], "Of 2 settings, 1 never stalls; 1 does not start."),
            ([[nil], [(2, 0)], [(2, 0)]], "Of 2 settings that ran, 2 never stall."),
            (
                [[(nil, nil), (1, 0)], [(2, 0), (3, 1)]],
                "Of 2 settings, 1 stalls with some of 2 seeds, for up to 1.000 s in a run; "
                    + "1 does not start with every seed."
            ), ([[(1, 0)]], ""), ([[nil], [nil]], ""),
        ] as [([[Figures]], String)])
    func sentences(settings: [[Figures]], text: String) {
        #expect(ComparisonGlance(Self.comparison(settings)).text == text)
    }

    @Test(
        "the sentence in the place of a plot without stalls counts the runs that start, and no others",
        arguments: [
            ([[(1, 0)], [(2, 0)]], "Nothing stalls. Playback starts after 1 s to 2 s."),
            ([[(nil, nil)], [(nil, nil)]], "Nothing starts."),
            ([[nil], [nil]], "No setting ran without a failure."),
            ([[(1, 0)], [(nil, nil)]], "Nothing stalls. Playback starts after 1 s; 1 of 2 does not start."),
            ([[(1, 0), (1, 0), (nil, nil)], [(1, 0)]], "Nothing stalls. Playback starts after 1 s."),
            (
                [[(1, 0), (1, 0), (1, 0), (1, 3), (nil, nil)]],
                "In the median nothing stalls, but 1 setting stalls with some seeds, for up to 3 s in a run. "
                    + "Playback starts after 1 s."
            ),
            (
                [[(1, 0), (1, 0), (1, nil)]],
                "In the median nothing stalls, but 1 setting stalls with some seeds, and nobody ends a stall. "
                    + "Playback starts after 1 s."
            ),
            (
                [[(nil, nil), (1, 2), (nil, nil)], [(nil, nil)]],
                "No setting starts with half of its seeds or more; 1 setting stalls with some seeds, for up to 2 s "
                    + "in a run."
            ),
            (
                [[(nil, nil), (1, 0), (nil, nil)]],
                "No setting starts with half of its seeds or more; nothing stalls."
            ),
            (
                [[(1, 0)], [(nil, nil), (nil, nil), (1, 2)], [(nil, nil)]],
                "In the median nothing stalls, but 1 setting stalls with some seeds, for up to 2 s in a run. "
                    + "Playback starts after 1 s; 1 of 3 does not start; "
                    + "1 of 3 starts with fewer than half of the seeds."
            ), ([[(1, 2)], [(2, 0)]], nil),
        ] as [([[Figures]], String?)])
    func withoutStalls(settings: [[Figures]], words: String?) {
        let comparison = Self.comparison(settings)
        let points = ComparisonFigures(comparison.blocks[0], comparison.metrics).rows.compactMap { row in
            row.runs.map { runs in
                ScatterDrawing.Point(
                    number: 1, words: "", startup: row.startup, stalled: row.stalled, runs: runs, isBest: false,
                    target: "")
            }
        }
        #expect(ScatterDrawing(points).withoutStalls == words)
    }

    /// Of stalls that an app ends as it hears of them.
    @Test(
        "a stall that takes no time is a stall",
        arguments: [
            (0, "2 never stall", "Nothing stalls."),
            (1, "2 stall, for up to 0.000 s in a run", "No stall takes any time."),
        ])
    func instant(count: Int64, words: String, inPlot: String) {
        let cells = (0..<2).map { index in
            Comparison.Cell(
                settings: [String(index)], players: [nil],
                samples: [.init(seed: 1, [.init([1_000_000_000, count, 0])])])
        }
        let block = Comparison.Block(path: "a.json", name: "", cells: cells)
        let comparison = Comparison(
            keys: ["key"], metrics: [.startupTime, .stallCount, .stallTime], blocks: [block])
        #expect(ComparisonGlance(comparison).text == "Of 2 settings, \(words).")
        let runs = ComparisonFigures(block, comparison.metrics).rows.compactMap { $0.runs }
        let points = runs.map {
            ScatterDrawing.Point(
                number: 1, words: "", startup: 1_000_000_000, stalled: 0, runs: $0, isBest: false, target: "")
        }
        #expect(ScatterDrawing(points).withoutStalls == inPlot + " Playback starts after 1 s.")
    }

    @Test("scenarios as they are, are scenarios")
    func scenarios() {
        let comparison = Self.comparison([[(1, 0)], [(2, 0)]], keys: ["scenario"])
        #expect(ComparisonGlance(comparison).text == "Of 2 scenarios, 2 never stall.")
    }
}
