import Testing

@testable import Simulation

/// A time of which there can be none is 0, and would be the best of all.
@Suite struct VacantComparisons {
    private static func run(_ script: [JSONPart]) throws -> Run {
        try ScenarioText(
            network: .fluid(1600, #""delay_ms": 0"#), media: .hls([800], duration_s: 20, segment_s: 2),
            player: #""keep_up": "first-chunk""#, script: [.load(), .play()] + script
        ).run()
    }

    @Test func `a time of nothing has no value, and is the best beside none`() throws {
        let metrics = Metric.all.filter { ["seek_count", "seek_time_s"].contains($0.name) }
        let scripts: [[JSONPart]] = [[], [.does(5, "seek", #""to_s": 18"#)]]
        let samples = try scripts.map { Comparison.Sample(try Self.run($0), metrics) }
        #expect(samples[0].players?[0].values == [0, nil])
        #expect(samples[1].players?[0].values.allSatisfy { ($0 ?? 0) > 0 } ?? false)
        let block = Comparison.Block(
            path: "a.json", name: "",
            cells: zip(["no", "yes"], samples).map {
                Comparison.Cell(settings: [$0], players: [nil], samples: [$1], isSeedless: true)
            })
        let comparison = Comparison(keys: ["seeks"], metrics: metrics, blocks: [block])
        #expect(ComparisonLines.csv(comparison).contains(",,ok,0,\n"))
        #expect(ComparisonLines.json(comparison).contains("\"seek_time_s\": null"))
        let figures = ComparisonFigures(block, metrics)
        #expect(figures.rows.map { $0.figures[1].isBest } == [false, false])
        #expect(figures.rows[0].figures[1].words == "-" && figures.rows[0].figures[1].rank == nil)
        #expect(figures.undecided.isEmpty && figures.spared.isEmpty && figures.circular.isEmpty)
    }

    /// A cell of which each value is that of a seed; nil is one of which the metric says nothing.
    private static func cell(_ values: [Int64?], isSeedless: Bool = false) -> Comparison.Cell {
        let samples = values.enumerated().map { seed, value in
            Comparison.Sample(seed: UInt64(seed + 1), [.init([value], vacant: value == nil ? [0] : [])])
        }
        return Comparison.Cell(settings: [""], players: [nil], samples: samples, isSeedless: isSeedless)
    }

    private static func seconds(_ number: Int64) -> Int64 { number * 1_000_000_000 }

    @Test func `the others are rivals all the same`() {
        let cells = [Self.cell([nil]), Self.cell([Self.seconds(8)]), Self.cell([Self.seconds(5)])]
        let figures = ComparisonFigures(Comparison.Block(path: "", name: "", cells: cells), [.gapTime])
        #expect(figures.rows.map { $0.figures[0].isBest } == [false, false, true])
    }

    /// Of 1, 3 and 5 s the median is 3 s, whatever stands beside them.
    @Test func `statistics are those of the runs of which it says something`() throws {
        let values: [Int64?] = [nil, Self.seconds(5), nil, Self.seconds(1), nil, Self.seconds(3), nil]
        let spread = try #require(Self.cell(values).spreads(of: [.gapTime], player: 0)?.first)
        #expect(spread.median == Self.seconds(3) && spread.best == Self.seconds(1))
        #expect(spread.p95 == Self.seconds(5) && spread.worst == Self.seconds(5))
        let none = try #require(Self.cell([nil, nil]).spreads(of: [.gapTime], player: 0)?.first)
        #expect(none.figures.allSatisfy { $0.value == nil })
    }

    /// Six seeds of six are more than luck (1 of 64), and five are not (1 of 32).
    @Test(arguments: [6, 5])
    func `a seed with which it says nothing of one tells nothing`(pairs: Int) {
        let fast = (0..<9).map { $0 < pairs ? Self.seconds(1) : nil }
        let slow = (0..<9).map { $0 < 7 ? Self.seconds(2) : nil }
        let figures = ComparisonFigures(
            Comparison.Block(path: "", name: "", cells: [Self.cell(slow), Self.cell(fast)]), [.gapTime])
        #expect(figures.rows.map { $0.figures[0].isBest } == [false, pairs == 6])
    }
}
