import Simulation

enum BenchCommand {
    static let command = Command(
        name: "bench", operands: "[\(BenchRow.groups.joined(separator: "|"))]", operandCount: 0...1,
        operandKind: .words(BenchRow.groups),
        about: "times the event queue, TCP and whole sessions on this machine",
        options: [
            .init("format", .words(["text", "json"]), "text for people, json for programs"),
            .init(
                "compare", .input("FILE"),
                "compare with a report that '--format json' saved, or with another build of autowait"),
            .init("repetitions", "N", "how often each row is timed: 9 unless said, each time for 20 ms at least"),
        ],
        notes: """
            Other work on the machine makes all figures worse, and no two machines have the same. So compare with
            another build: rows are timed in turn then, and what is no more than noise is called so.
            """,
        run: { arguments throws(LoadError) in try bench(arguments) })

    private static func bench(_ arguments: Arguments) throws(LoadError) -> Reply {
        let name = arguments.operands.first
        if let name, !BenchRow.groups.contains(name) {
            throw .usage("'\(name)' is nothing to time\(Help.hint(name, among: BenchRow.groups))")
        }
        let rows = BenchRow.all.filter { name == nil || $0.group == name }
        let format = try arguments.choice("format", among: ["text", "json"])
        let run = Runs(
            rows: rows, repetitions: try arguments.count("repetitions", upTo: 10_000) ?? 9,
            progress: arguments.progress)
        guard let path = arguments.value("compare") else {
            let all = try run.alone()
            return Reply(output: format == "json" ? BenchReport.json(all) : BenchReport.text(all))
        }
        let other = try BenchSide(path)
        try other.check(rows)
        let comparison = other.takesTurns ? try run.inTurn(with: other) : try run.against(other.saved)
        return Reply(output: format == "json" ? comparison.json : comparison.text)
    }

    /// The rows that are wanted, and how often each is timed.
    private struct Runs {
        let rows: [BenchRow]
        let repetitions: Int
        let progress: Progress?

        /// One after the other, so that the memory of each is its own.
        func alone() throws(LoadError) -> [BenchSeries] {
            progress?.begin(rows.count)
            return try rows.map { row throws(LoadError) in
                var clock = try LoadError.running(row.name, try BenchClock(row))
                for _ in 0..<repetitions { try LoadError.running(row.name, try clock.repeatOnce()) }
                progress?.step()
                return clock.series
            }
        }

        func against(_ saved: [BenchSeries]) throws(LoadError) -> BenchComparison {
            BenchComparison(try alone(), saved, isPaired: false)
        }

        /// Group by group, turn by turn: whatever else the machine does meets both. Each turn is a process of its own,
        /// on either side: where the system puts a process is luck that lasts as long as it does, and worth a third.
        func inTurn(with other: BenchSide) throws(LoadError) -> BenchComparison {
            var (own, others): ([BenchSeries], [BenchSeries]) = ([], [])
            let groups = BenchRow.groups.filter { group in rows.contains { $0.group == group } }
            progress?.begin(groups.count * repetitions)
            for group in groups {
                var (ownTurns, otherTurns): ([BenchSeries], [BenchSeries]) = ([], [])
                for _ in 0..<repetitions {
                    ownTurns = joined(ownTurns, try BenchSide.itself.turn(group))
                    otherTurns = joined(otherTurns, try other.turn(group))
                    progress?.step()
                    if otherTurns.isEmpty { break }
                }
                own += ownTurns
                others += otherTurns
            }
            guard !others.isEmpty else { throw other.knowsNothing }
            return BenchComparison(own, others, isPaired: true)
        }

        private func joined(_ turns: [BenchSeries], _ figures: [BenchSeries]) -> [BenchSeries] {
            turns.isEmpty ? figures : zip(turns, figures).map { $0.joined(with: $1) }
        }
    }
}
