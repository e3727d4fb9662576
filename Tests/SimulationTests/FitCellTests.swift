import PlayerModel
import Testing

@testable import Simulation

@Suite("A fit's intervals hold though the figures of a cell go together")
struct FitCellTests {
    /// Three figures a cell, and one number that moves all of them alike, or the first against the others.
    @Test("in nine of ten tries and more", arguments: [2, 4, 8, 20], [0, 0.5, 0.9])
    func coverage(cells: Int, correlation: Double) throws {
        for signs in [[1, 1, 1.0], [1, -1, -1]] {
            let part = try Self.covered(cells, correlation, signs)
            #expect(part >= 0.86, "\(part), \(signs)")
            // Where figures go together, and cells are not too few, it is no more than that.
            #expect(correlation < 0.9 || cells < 4 || part <= 0.95, "\(part), \(signs)")
        }
    }

    /// The part of the tries in which the truth is within the threshold; errors go together as the number moves them.
    private static func covered(_ cells: Int, _ correlation: Double, _ signs: [Double]) throws -> Double {
        var (inside, count) = (0, 0)
        for draw in Thoroughness.draws(400, of: 4000) {
            var stream = RandomStream(seed: draw, name: "errors", index: UInt64(cells))
            func normal() -> Double {
                // The sum of twelve even draws is nearly normal.
                (0..<12).reduce(-6.0) { sum, _ in sum + Double(stream.below(10_000)) / 10_000 }
            }
            let errors = (0..<cells).map { _ in
                let common = normal() * correlation.squareRoot()
                return signs.map { $0 * (common + normal() * (1 - correlation).squareRoot()) }
            }
            let moved = errors.map { zip(signs, $0).reduce(0) { $0 + $1.0 * $1.1 } }.reduce(0, +)
            let best = moved / Double(3 * cells)
            let figures = errors.enumerated().flatMap { cell, own in
                own.indices.map {
                    FitTelling.Figure(cell: cell, measure: $0, weight: 1, error: own[$0] - signs[$0] * best)
                }
            }
            let least = figures.reduce(0) { $0 + $1.error * $1.error }
            let threshold = try #require(FitThreshold(least: least, FitTelling(figures), parameters: 1))
            count += 1
            // The truth is nothing, and raises the error by so much.
            if Double(3 * cells) * best * best <= threshold.error - least { inside += 1 }
            #expect(threshold.widening >= 1)
        }
        return Double(inside) / Double(count)
    }

    @Test("with one figure a cell, of whatever weight and measure, to the last bit as were they independent")
    func single() throws {
        let weights = [1, 0.3, 7, 2.2, 1, 0.9, 1e-3, 5]
        let figures = weights.enumerated().map { cell, weight in
            FitTelling.Figure(cell: cell, measure: cell % 3, weight: weight, error: 0.17 * Double(cell) - 0.5)
        }
        let telling = FitTelling(figures)
        #expect(telling.cellWorth == telling.worth && telling.dependence == 1)
        let (least, freedom) = (0.7, telling.worth - 2)
        let threshold = try #require(FitThreshold(least: least, telling, parameters: 2))
        let t = Student.ninety(freedom: Int(freedom))
        let variance = least * telling.scale / freedom
        #expect(threshold.error == least + t * t * variance / telling.scale && threshold.widening == 1)
    }

    @Test("of four measures those signs are taken that make the most of the errors of cells")
    func signs() {
        // Turned one at a time, they would make 29 of these.
        let errors: [[Double]] = [[-2, 1, -1, 2], [1, 2, -1, -1]]
        let figures = errors.enumerated().flatMap { cell, own in
            own.enumerated().map { FitTelling.Figure(cell: cell, measure: $0, weight: 1, error: $1) }
        }
        #expect(FitTelling(figures).dependence == 37.0 / 17)
    }

    @Test("the same figures twice count as once", arguments: [1, -1.0])
    func twice(sign: Double) throws {
        let errors = [0.2, -0.1, 0.3, -0.4, 0.1, -0.1]
        func threshold(_ copies: [Double]) throws -> FitThreshold {
            let figures = errors.enumerated().flatMap { cell, error in
                copies.enumerated().map {
                    FitTelling.Figure(cell: cell, measure: $0, weight: 1, error: $1 * error)
                }
            }
            let least = figures.reduce(0) { $0 + $1.error * $1.error }
            return try #require(FitThreshold(least: least, FitTelling(figures), parameters: 1))
        }
        // Twice the error, and with twice as much a number is as good.
        let (once, both) = (try threshold([1]), try threshold([1, sign]))
        #expect((both.error / once.error - 2).magnitude < 1e-12 && both.widening > 1.4)
    }

    @Test("the text says of how many cells they are, and nothing of it where each has one figure")
    func words() throws {
        let limits = [500, 1000, 2000, 4000, 8000, 16000] as [Int64]
        let rows = ["4.3,4.1", "2.1,2.2", "0.9,0.9", "0.52,0.55", "0.24,0.23", "0.13,0.14"]
        let names = ScenarioFormat.whole.shape.members.map { $0.name }
        func evidence(_ columns: String, _ fields: (String) -> String) throws -> [String] {
            let lines = zip(limits, rows).map { "\($0),\(fields($1))\n" }
            let text = "network.down_kbps,\(columns)\n" + lines.joined()
            let table = CellTableReader(
                SourceText(file: "a.csv", bytes: Array(text.utf8)), CellColumns(), names: names
            ).table
            let fitted = try FitTests.parameters([("player.keep_up.start_s", "0.5..20")])
            let fit = Fit(FitProblem(fitted, table), holdingOut: []) { trials in
                trials.map { trial in
                    let start = SimulatedFigure.value(trial.setting[0] * 1000 / limits[trial.cell])
                    return table.measures.map { _ in start }
                }
            }
            return FitWords(fit, template: "", path: "a.json", table: "a.csv").evidence
        }
        let both = try evidence("startup_time_s,wait_before_start_s") { $0 }
        #expect(
            both.contains {
                $0.hasPrefix(
                    "figures of one cell are not taken for independent (our rule): intervals count 6 cells, not 12 "
                        + "figures, and are some ") && $0.hasSuffix(" times as wide as if they were")
            }, "\(both)")
        let one = try evidence("startup_time_s") { String($0.split(separator: ",")[0]) }
        #expect(one.count == 1, "\(one)")
    }
}
