import Simulation

/// Rows that were timed, against the same ones of a report that was saved, or of another build of this program.
struct BenchComparison {
    /// Both sides of a row. Where they were timed in turn, figures of the same place belong together.
    struct Pair {
        let own: BenchSeries
        let other: BenchSeries
        let isPaired: Bool
    }

    let pairs: [Pair]
    /// The rows that the other side does not have.
    let missing: [String]
    private let isPaired: Bool

    init(_ own: [BenchSeries], _ others: [BenchSeries], isPaired: Bool) {
        let pairs = own.compactMap { series in
            others.first { $0.row == series.row && $0.unit == series.unit }
                .map { Pair(own: series, other: $0, isPaired: isPaired) }
        }
        (self.pairs, self.isPaired) = (pairs, isPaired)
        missing = own.map { $0.row }.filter { row in !pairs.contains { $0.own.row == row } }
    }

    var text: String {
        var lines = [BenchReport.line("", ["other", "this", "ratio"], "")]
        for pair in pairs {
            let (own, other) = (pair.own.median, pair.other.median)
            let numbers = [other, own, own / other].map(BenchReport.number)
            lines.append(BenchReport.line(pair.own.row, numbers, "\(pair.own.unit): \(pair.verdict)"))
        }
        for row in missing { lines.append("\(NumberText.left(row, 34))the other side has no such row") }
        lines.append("")
        lines.append(
            isPaired
                ? "Both were timed in turn\(turns)."
                : "The other side was timed at another time, maybe on another machine: what overlaps in a single "
                    + "repetition is\ncalled noise. With another build in its place both are timed in turn.")
        return lines.joined(separator: "\n") + "\n"
    }

    /// How many turns tell a difference from noise, in words. All rows are timed equally often.
    private var turns: String {
        guard let pair = pairs.first, pair.turnCount >= Pair.fewestTurns else { return "" }
        return "; where neither side won \(pair.turnsToWin) of \(pair.turnCount) turns, that is called noise"
    }

    var json: String {
        JSONWriter.text { writer in
            writer.member("kind", "bench comparison")
            writer.member("is_paired", isPaired)
            writer.objects("rows", of: pairs, inline: true) { pair, writer in
                writer.member("name", pair.own.row)
                writer.member("unit", pair.own.unit)
                let figures = [("other", pair.other.median), ("this", pair.own.median), ("ratio", pair.ratio)]
                BenchReport.write(figures, &writer)
                writer.member("verdict", pair.verdict)
            }
            writer.array("missing", of: missing, inline: true) { $1.string($0) }
        }
    }
}

extension BenchComparison.Pair {
    var ratio: Double { own.median / other.median }

    /// Whether this side is better, worse, or nobody can tell.
    var verdict: String {
        guard turnCount >= Self.fewestTurns else { return "too few repetitions to tell" }
        let (isLess, isMore) = isPaired ? turns : apart
        if isLess { return own.isRate ? "slower" : "faster" }
        if isMore { return own.isRate ? "faster" : "slower" }
        return "noise"
    }

    /// With fewer turns, chance alone has all of them on one side too often.
    static let fewestTurns = 5

    var turnCount: Int { min(own.figures.count, other.figures.count) }

    /// The turns that tell a difference from noise: all of five to eight, and all but one of each nine. Of five, chance
    /// alone has all on one side once in 16 times; of nine, all but one once in 25 times (two-sided sign test).
    var turnsToWin: Int { turnCount - turnCount / 9 }

    /// Whether the figure is less, or more, in as many turns as tell.
    private var turns: (isLess: Bool, isMore: Bool) {
        let turns = zip(own.figures, other.figures)
        let (less, more) = (turns.count { $0 < $1 }, turns.count { $0 > $1 })
        return (less >= turnsToWin, more >= turnsToWin)
    }

    private var apart: (isLess: Bool, isMore: Bool) { (own.most < other.least, own.least > other.most) }
}
