import PlayerModel

/// All that a comparison's figures alone do not say: which settings have sessions where playback does not start, that
/// were over early, that `until_s` has cut off, or that stall in some seeds; and in which columns none is the best, and
/// why.
///
/// A dash does not say that playback does not start, few stalls do not say that the viewer has left, and where they are
/// those of fewer than half of the seeds, a median is 0.
package struct ComparisonNotes {
    private let figures: ComparisonFigures
    private let block: Comparison.Block
    private let comparison: Comparison

    package init(_ figures: ComparisonFigures, _ block: Comparison.Block, of comparison: Comparison) {
        (self.figures, self.block, self.comparison) = (figures, block, comparison)
    }

    /// A line for each kind of session.
    package var ofSessions: [String] {
        let all = [
            line("playback does not start") { $0.isDenied($1) },
            line("the viewer leaves, the item fails, or an exception ends the app") { $0.isCut($1) },
            line("until_s cuts off what comes later") { $0.isCutOff($1) }, stalls, lasting,
        ]
        return all.compactMap { $0 }
    }

    /// A line for each reason why columns have no best.
    package var withoutBest: [String] {
        func line(_ columns: [(metric: Int, player: String?)], _ why: String) -> [String] {
            if columns.isEmpty { return [] }
            let names = columns.map { metric, player in
                comparison.metrics[metric].name + (player.map { " of " + $0.onOneLine } ?? "")
            }
            return ["no best in \(names.joined(separator: ", ")): \(why)"]
        }
        let luck =
            figures.fewestSeeds.map { "what so few seeds say may be luck; \($0) can tell (95 %)" }
            ?? "none is better there, seed by seed, more often than by luck (95 %)"
        return line(figures.undecided, luck)
            + line(figures.circular, "each is worse there than another, seed by seed, more often than by luck (95 %)")
            + line(figures.spared, "what does not start, is left, fails or never resumes is spared some of it")
    }

    /// In how many of the seeds each setting's session stalls.
    private var stalls: String? {
        guard block.cells.contains(where: { $0.samples.count > 1 && !$0.isSeedless }),
            let place = [Metric.stallCount, .stallTime].compactMap({ comparison.metrics.firstIndex(of: $0) }).first
        else { return nil }
        return line("sessions that stall", whole: "in all seeds") { ($0.value($1, place) ?? 0) > 0 }
    }

    /// In which sessions a stall has no end: their stall time is a dash, and the number of their stalls is no merit.
    private var lasting: String? {
        guard comparison.metrics.contains(.stallTime) || comparison.metrics.contains(.stallCount) else { return nil }
        return line("nobody ends a stall, which has no time") { $0.isLeftStalled($1) }
    }

    private func line(_ words: String, whole: String = "", _ isSo: (Comparison.Sample, Int) -> Bool) -> String? {
        let names = figures.rows.compactMap { row -> String? in
            let cell = block.cells[row.cell]
            let count = cell.samples.count { isSo($0, row.playerIndex) }
            guard count > 0 else { return nil }
            let settings = comparison.keys.isEmpty ? [] : cell.settings
            let name = (settings + (row.player.map { [$0] } ?? [])).map { $0.onOneLine }.joined(separator: " ")
            let seeds = count < cell.samples.count ? "in \(count) of \(cell.samples.count) seeds" : whole
            return name.isEmpty ? seeds : name + (seeds.isEmpty ? "" : " (\(seeds))")
        }
        guard !names.isEmpty else { return nil }
        let list = names.filter { !$0.isEmpty }.joined(separator: ", ")
        return list.isEmpty ? words : "\(words): \(list)"
    }
}
