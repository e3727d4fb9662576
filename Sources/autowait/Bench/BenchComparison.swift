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
                ? "Both were timed in turn; where each side won two turns in nine or more, that is called noise."
                : "The other side was timed at another time, maybe on another machine: what overlaps in a single "
                    + "repetition is\ncalled noise. With another build in its place both are timed in turn.")
        return lines.joined(separator: "\n") + "\n"
    }

    var json: String {
        var writer = JSONWriter(indented: true)
        writer.beginObject()
        writer.member("kind", "bench comparison")
        writer.member("is_paired", isPaired)
        writer.key("rows")
        writer.beginArray()
        for pair in pairs {
            writer.beginObject(inline: true)
            writer.member("name", pair.own.row)
            writer.member("unit", pair.own.unit)
            let figures = [("other", pair.other.median), ("this", pair.own.median), ("ratio", pair.ratio)]
            BenchReport.write(figures, &writer)
            writer.member("verdict", pair.verdict)
            writer.endObject()
        }
        writer.endArray()
        writer.key("missing")
        writer.beginArray(inline: true)
        for row in missing { writer.string(row) }
        writer.endArray()
        writer.endObject()
        return writer.finish() + "\n"
    }
}

extension BenchComparison.Pair {
    var ratio: Double { own.median / other.median }

    /// Whether this side is better, worse, or nobody can tell.
    var verdict: String {
        guard min(own.figures.count, other.figures.count) >= 5 else { return "too few repetitions to tell" }
        let (isLess, isMore) = isPaired ? turns : apart
        if isLess { return own.isRate ? "slower" : "faster" }
        if isMore { return own.isRate ? "faster" : "slower" }
        return "noise"
    }

    /// Whether in all turns but one of nine the figure is less, or more: by chance alone that comes about once in 25
    /// times (two-sided sign test, nine turns).
    private var turns: (isLess: Bool, isMore: Bool) {
        let turns = zip(own.figures, other.figures)
        let (less, more) = (turns.count { $0 < $1 }, turns.count { $0 > $1 })
        let count = min(own.figures.count, other.figures.count)
        let most = count - count / 9
        return (less >= most, more >= most)
    }

    private var apart: (isLess: Bool, isMore: Bool) { (own.most < other.least, own.least > other.most) }
}
