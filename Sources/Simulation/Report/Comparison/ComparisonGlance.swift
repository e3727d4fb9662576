import PlayerModel

/// How many settings stall, and how many do not start, over all seeds: a sentence that heads a comparison.
///
/// A median would hide the seeds with which a setting stalls, and these are what a person asks about.
package struct ComparisonGlance {
    /// The runs of one setting, for one player.
    private struct Row {
        let started: Int
        let stalled: Int
        /// The longest stall time of a run; nil where none has one.
        let longest: Int64?
        /// Whether a stall of some run is one that nobody ends.
        let lasts: Bool
        let seeds: Int
    }

    private let comparison: Comparison
    private let rows: [Row]
    /// Whether all settings could be run.
    private let isWhole: Bool

    package init(_ comparison: Comparison) {
        self.comparison = comparison
        let startup = comparison.metrics.firstIndex(of: .startupTime)
        let stallTime = comparison.metrics.firstIndex(of: .stallTime)
        let all = comparison.cells.flatMap { _, cell in
            cell.players.indices.map { Self.row(cell, $0, startup, stallTime) }
        }
        rows = all.compactMap { $0 }
        isWhole = rows.count == all.count
    }

    /// The runs of a setting; nil where one failed, or there are no such figures.
    private static func row(_ cell: Comparison.Cell, _ player: Int, _ startup: Int?, _ stallTime: Int?) -> Row? {
        guard let startup, let stallTime else { return nil }
        let values = cell.samples.compactMap { $0.players?[player].values }
        guard values.count == cell.samples.count else { return nil }
        let started = values.filter { $0[startup] != nil }
        // A stall that nobody ended has no time.
        let stalled = started.filter { $0[stallTime] != 0 }
        return Row(
            started: started.count, stalled: stalled.count, longest: stalled.compactMap { $0[stallTime] }.max(),
            lasts: stalled.contains { $0[stallTime] == nil }, seeds: values.count)
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
            let longest = rows.compactMap { $0.longest }.max()
            let count = parts.isEmpty ? " of \(seeds) seeds" : ""
            let which =
                always == stalled
                ? " with all\(count)"
                : always == 0
                    ? " with some\(count)" : ", \(always) with all\(count) and \(stalled - always) with some"
            let most = longest.map { ", for up to \(ComparisonTable.number($0, .seconds)) s in a run" } ?? ""
            let lasting = rows.count { $0.lasts }
            let whose = lasting == stalled ? "" : " in \(lasting) of them"
            let last = lasting > 0 ? ", and\(whose) nobody ends a stall" : ""
            parts.append("\(stalled) \(stalled == 1 ? "stalls" : "stall")" + (seeds > 1 ? which : "") + most + last)
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
