import PlayerModel

/// The settings with sessions of which figures alone say too little: where playback never starts, what was over early,
/// what `until_s` has cut off, and what stalls in some seeds. A line for each of these.
///
/// A dash does not say that playback never starts, few stalls do not say that the viewer has left, and where they are
/// those of fewer than half of the seeds, a median is 0.
package struct ComparisonNotes {
    private let figures: ComparisonFigures
    private let block: Comparison.Block
    private let comparison: Comparison

    package init(_ figures: ComparisonFigures, _ block: Comparison.Block, of comparison: Comparison) {
        (self.figures, self.block, self.comparison) = (figures, block, comparison)
    }

    package var lines: [String] {
        let all = [
            line("playback never starts") { $0.isDenied($1) },
            line("the viewer leaves, or the item fails") { $0.isCut($1) },
            line("until_s cuts off what comes later") { $0.isCutOff($1) }, stalls,
        ]
        return all.compactMap { $0 }
    }

    /// In how many of the seeds each setting's session stalls.
    private var stalls: String? {
        guard block.cells.contains(where: { $0.samples.count > 1 && !$0.isSeedless }),
            let place = [Metric.stallCount, .stallTime].compactMap({ comparison.metrics.firstIndex(of: $0) }).first
        else { return nil }
        return line("sessions that stall", whole: "in all seeds") { ($0.values?[$1][place] ?? 0) > 0 }
    }

    private func line(
        _ words: String, whole: String = "", _ isSo: (Comparison.Sample, Int) -> Bool
    ) -> String? {
        let names = figures.rows.compactMap { row -> String? in
            let cell = block.cells[row.cell]
            let count = cell.samples.count { isSo($0, row.playerIndex) }
            guard count > 0 else { return nil }
            let settings = comparison.keys.isEmpty ? [] : cell.settings
            let name = (settings + (row.player.map { [$0] } ?? [])).map(TextReport.oneLine).joined(separator: " ")
            let seeds = count < cell.samples.count ? "in \(count) of \(cell.samples.count) seeds" : whole
            return name.isEmpty ? seeds : name + (seeds.isEmpty ? "" : " (\(seeds))")
        }
        guard !names.isEmpty else { return nil }
        let list = names.filter { !$0.isEmpty }.joined(separator: ", ")
        return list.isEmpty ? words : "\(words): \(list)"
    }
}
