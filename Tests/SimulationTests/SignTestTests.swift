import Testing

@testable import Simulation

@Suite("the sign test, and the marks of a table that go by it")
struct SignTestTests {
    /// The number of outcomes that are as good or better, of 2ⁿ.
    private static let tails: [(better: Int, worse: Int, count: Int)] = [
        (5, 0, 1), (6, 0, 1), (8, 2, 56), (9, 1, 11), (0, 0, 1), (3, 3, 42), (0, 4, 16), (1, 4, 31),
    ]

    @Test("the chance is the upper end of the binomial distribution", arguments: tails)
    func chance(better: Int, worse: Int, count: Int) {
        let expected = Double(count) / Double(1 << (better + worse))
        #expect((SignTest(better: better, worse: worse).chance - expected).magnitude < 1e-12)
    }

    @Test("ten thousand seeds neither overflow nor vanish")
    func manySeeds() {
        // The normal distribution has 0.02330 beyond 1.99 standard deviations: 5099.5 of 10,000.
        #expect((SignTest(better: 5100, worse: 4900).chance - 0.0233).magnitude < 1e-4)
        #expect(SignTest(better: 10_000, worse: 0).chance == 0)
        #expect(SignTest(better: 0, worse: 10_000).chance == 1)
    }

    private static func cell(_ name: String, _ values: [Int64?], isSeedless: Bool = false) -> Comparison.Cell {
        let samples = values.enumerated().map { seed, value in
            Comparison.Sample(seed: UInt64(seed + 1), [.init([value], isDenied: value == nil)])
        }
        return Comparison.Cell(settings: [name], players: [nil], samples: samples, isSeedless: isSeedless)
    }

    private static func figures(_ cells: [Comparison.Cell]) -> ComparisonFigures {
        ComparisonFigures(Comparison.Block(path: "a.json", name: "", cells: cells), [.startupTime])
    }

    /// The settings that are marked; the column has one figure for the median.
    private static func marked(_ cells: [Comparison.Cell]) -> [Int] {
        figures(cells).rows.indices.filter { figures(cells).rows[$0].figures[0].isBest }
    }

    @Test(
        "settings that differ by luck alone are marked in a twentieth of the comparisons at most", arguments: [2, 4])
    func sameSettings(count: Int) {
        var random = RandomStream(seed: 1, name: "sign test, \(count)")
        let repeats = 1000
        let wrong = (0..<repeats).count { _ in
            !Self.marked(
                (0..<count).map { number in
                    Self.cell("\(number)", (0..<30).map { _ in Int64(random.below(1_000_000)) * 1_000_000 })
                }
            ).isEmpty
        }
        // Three standard deviations of 1,000 draws above 5 %.
        #expect(wrong <= 70)
    }

    @Test(
        "one that is better by a tenth of what seeds do is found among thirty, and one that is alike is marked, too")
    func otherSettings() {
        var random = RandomStream(seed: 2, name: "sign test")
        let seeds = (0..<30).map { _ in Int64(random.below(1000)) }
        func cell(_ name: String, slower: Int64) -> Comparison.Cell {
            let values = seeds.map { ($0 + slower + Int64(random.below(20))) * 1_000_000 }
            return Self.cell(name, values)
        }
        let cells = [cell("quick", slower: 0), cell("as quick", slower: 0), cell("slow", slower: 100)]
        #expect(Self.marked(cells) == [0, 1])
    }

    @Test("of equal medians the seeds decide: what stalls in 14 of 40 is not the best, and is sorted behind")
    func equalMedians() {
        let stalling = (0..<40).map { seed in Int64(seed % 3 == 0 ? 1_000_000_000 : 0) }
        let cells = [Self.cell("stalls", stalling), Self.cell("never", Array(repeating: 0, count: 40))]
        #expect(Self.marked(cells) == [1])
        let block = Comparison.Block(path: "", name: "", cells: cells)
        let comparison = Comparison(keys: ["rule"], metrics: [.stallTime], blocks: [block])
        let lines = ComparisonTable(comparison, sortedBy: 0).text.split(separator: "\n")
        let rows = ["never", "stalls"].map { name in lines.firstIndex { $0.hasPrefix(name) } ?? -1 }
        #expect(rows[0] >= 0 && rows[0] < rows[1])
        let nanoseconds = (0..<40).map { seed in Int64(seed) * 10 }
        #expect(Self.marked([Self.cell("a", nanoseconds), Self.cell("b", Array(repeating: 0, count: 40))]).isEmpty)
    }

    @Test("few seeds decide nothing, and the table says so; where no seed makes a difference one run does")
    func fewSeeds() {
        let cells = [
            Self.cell("a", [1_000_000_000, 2_000_000_000]), Self.cell("b", [3_000_000_000, 4_000_000_000]),
        ]
        #expect(Self.marked(cells).isEmpty)
        #expect(Self.figures(cells).undecided.map { $0.metric } == [0])
        let block = Comparison.Block(path: "", name: "", cells: cells)
        let text = ComparisonTable(Comparison(keys: ["rule"], metrics: [.startupTime], blocks: [block])).text
        #expect(text.contains("no best in startup_time_s: what so few seeds say may be luck; 6 can tell (95 %)\n"))
        #expect(!text.contains("*"))
        let same = cells.map { cell in
            Self.cell(
                cell.settings[0], [cell.samples[0].value(0, 0), cell.samples[0].value(0, 0)], isSeedless: true)
        }
        #expect(Self.marked(same) == [0])
    }

    @Test("many seeds that say now this and now that decide nothing either", arguments: [2, 3])
    func unsteady(count: Int) {
        let cells = (0..<count).map { cell in
            Self.cell("\(cell)", (0..<21).map { seed in Int64((seed + cell) % count + 1) * 1_000_000_000 })
        }
        #expect(Self.marked(cells).isEmpty)
        let block = Comparison.Block(path: "", name: "", cells: cells)
        let text = ComparisonTable(Comparison(keys: ["rule"], metrics: [.startupTime], blocks: [block])).text
        #expect(text.contains("no best in startup_time_s: none is better there, seed by seed, more often"))
    }

    /// By seed, the seconds of one that is surely better than the third, of one that may be by luck, and of the third.
    private static let three: [(String, [Int])] = [
        ("surely", Array(repeating: 1, count: 12)), ("perhaps", Array(repeating: 1, count: 8) + [2, 1, 1, 1]),
        ("worse", Array(repeating: 3, count: 8) + [1, 1, 1, 1]),
    ]

    @Test(
        "the order of the settings decides nothing: unmarked is what another is surely better than",
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func order(of places: [Int]) {
        let cells = places.map { place in
            Self.cell(Self.three[place].0, Self.three[place].1.map { Int64($0) * 1_000_000_000 })
        }
        #expect(Self.marked(cells).map { cells[$0].settings[0] }.sorted() == ["perhaps", "surely"])
    }

    @Test("where each is worse than another in most seeds, none is marked, and the table says so")
    func circle() {
        let cells = (0..<3).map { cell in
            let values = (0..<90).map { (seed: Int) -> Int64 in 1_000_000_000 * Int64((seed + cell) % 3 + 1) }
            return Self.cell("\(cell)", values)
        }
        #expect(Self.marked(cells).isEmpty)
        let block = Comparison.Block(path: "", name: "", cells: cells)
        let text = ComparisonTable(Comparison(keys: ["rule"], metrics: [.startupTime], blocks: [block])).text
        #expect(text.contains("no best in startup_time_s: each is worse there than another, seed by seed"), "\(text)")
    }

    @Test("what is better in most seeds is marked, though another has the better median")
    func median() {
        func seconds(_ groups: [(Int, Int64)]) -> [Int64] {
            groups.flatMap { Array(repeating: $1 * 1_000_000_000, count: $0) }
        }
        let cells = [
            Self.cell("median", seconds([(21, 2), (19, 100)])),
            Self.cell("most", seconds([(16, 1), (5, 50), (19, 99)])),
        ]
        #expect(Self.marked(cells) == [1])
    }

    @Test("where one player's settings differ and another's may be luck, the table says whose")
    func players() {
        let cells = (0..<2).map { cell in
            let samples = (0..<20).map { seed in
                let unsteady = (seed < 11) == (cell == 0) ? 1 : 2
                let players = [Int64(3 + cell), Int64(unsteady)].map { Comparison.Sample.Own([$0 * 1_000_000_000]) }
                return Comparison.Sample(seed: UInt64(seed), players)
            }
            return Comparison.Cell(settings: ["\(cell)"], players: ["left", "right"], samples: samples)
        }
        let block = Comparison.Block(path: "", name: "", cells: cells)
        let figures = ComparisonFigures(block, [.startupTime])
        #expect(figures.rows.filter { $0.figures[0].isBest }.map { $0.player } == ["left"])
        let text = ComparisonTable(Comparison(keys: ["rule"], metrics: [.startupTime], blocks: [block])).text
        #expect(text.contains("no best in startup_time_s of right: none is better there"), "\(text)")
    }

    @Test("the fewest seeds that can tell", arguments: [(2, 6), (3, 7), (6, 10), (51, 16)])
    func fewestSeeds(settings: Int, count: Int) { #expect(SignTest.fewestSeeds(among: settings) == count) }

    @Test("a start that never comes is worse than any, and never marked beside one that comes")
    func never() {
        let cells = [
            Self.cell("starts", Array(repeating: 9_000_000_000, count: 8)),
            Self.cell("never", Array(repeating: nil, count: 8)),
        ]
        #expect(Self.marked(cells) == [0])
    }
}
