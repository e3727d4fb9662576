import PlayerModel

/// How many settings stall, and how many do not start, over all seeds: a sentence that heads a comparison.
///
/// A median would hide the seeds with which a setting stalls, and these are what a person asks about.
package struct ComparisonGlance {
    private let comparison: Comparison
    private let rows: [SettingRuns]
    /// Whether all settings could be run.
    private let isWhole: Bool

    package init(_ comparison: Comparison) {
        self.comparison = comparison
        let all = comparison.cells.flatMap { _, cell in
            cell.players.indices.map { SettingRuns(cell, player: $0, comparison.metrics) }
        }
        rows = all.compactMap { $0 }
        isWhole = rows.count == all.count
    }

    /// The sentence; empty where there is nothing to count.
    package var text: String {
        guard rows.count > 1 else { return "" }
        let seeds = rows.reduce(1) { max($0, $1.seeds) }
        let good = rows.count { $0.started == $0.seeds && $0.stalled == 0 }
        let stalled = rows.count { $0.stalled > 0 }
        let always = rows.count { $0.stalled == $0.seeds }
        let (never, seldom) = (rows.count { $0.started == 0 }, rows.count { 0..<$0.seeds ~= $0.started })
        var parts: [String] = []
        if good > 0 {
            let words = good == 1 ? "1 never stalls" : "\(good) never stall"
            parts.append(words + (seeds > 1 ? " with any of \(seeds) seeds" : ""))
        }
        if stalled > 0 {
            let count = parts.isEmpty ? " of \(seeds) seeds" : ""
            let which =
                always == stalled
                ? " with all\(count)"
                : always == 0
                    ? " with some\(count)" : ", \(always) with all\(count) and \(stalled - always) with some"
            let lengths = SettingRuns.lengths(rows) { "\(ComparisonTable.number($0, .seconds)) s" }
            parts.append("\(stalled) \(stalled == 1 ? "stalls" : "stall")" + (seeds > 1 ? which : "") + lengths)
        }
        if never > 0 { parts.append("\(never) \(never == 1 ? "does" : "do") not start") }
        if seldom > never {
            let count = seldom - never
            parts.append("\(count) \(count == 1 ? "does" : "do") not start with every seed")
        }
        return "Of \(rows.count) \(subject), \(parts.joined(separator: "; "))."
    }

    /// The noun for what has a row.
    private var subject: String {
        let hasPlayers = comparison.cells.contains { $0.cell.players.count > 1 }
        let isVaried = !comparison.keys.isEmpty && comparison.keys != ["scenario"]
        let noun = hasPlayers ? "players" : isVaried ? "settings" : "scenarios"
        let all = isVaried && comparison.blocks.count > 1 || hasPlayers ? " in all" : ""
        return noun + all + (isWhole ? "" : " that ran")
    }
}
