import PlayerModel

/// The rows of the engineering panel: one for each instant at which anything on it changed but the growth of what is
/// loaded.
package struct Timeline: Sendable {
    /// The panel after everything that happened at an instant, and why it changed.
    package struct Row: Sendable {
        package let at: Instant
        package let panel: Panel
        package let reasons: [String]
    }

    package private(set) var rows: [Row] = []
    /// How many rows behind the first `keepFirst` were left out.
    package private(set) var omitted = 0
    /// How many rows stand before the gap.
    package let keptFirst: Int

    /// The rows of a player's run. Of many, the first and the last so many are kept; the rest is counted.
    package init(_ run: PlayerRun, keepFirst: Int = .max, keepLast: Int = 0) {
        let changes = PanelChange.all(of: run)
        let instants = Self.instants(changes, run)
        let isCut = keepFirst < .max && instants.count > keepFirst + keepLast
        let gap = isCut ? keepFirst..<instants.count - keepLast : 0..<0
        omitted = gap.count
        keptFirst = isCut ? keepFirst : instants.count
        var reader = PanelReader(run.player)
        for (index, instant) in instants.enumerated() where !gap.contains(index) {
            let panel = reader.panel(after: instant.lastOrder, in: run.playback)
            let reasons = PanelChange.reasons(changes[instant.changes], run)
            rows.append(Row(at: instant.at, panel: panel, reasons: reasons))
        }
    }

    /// The instants that have a row: of each the changes, and its last entry.
    private static func instants(
        _ changes: [PanelChange], _ run: PlayerRun
    ) -> [(at: Instant, changes: Range<Int>, lastOrder: Int)] {
        var result: [(at: Instant, changes: Range<Int>, lastOrder: Int)] = []
        var start = 0
        while start < changes.count {
            let at = changes[start].at
            var last = changes[start].order
            while last + 1 < run.entries.count, run.entries[last + 1].at == at { last += 1 }
            var end = start
            while end < changes.count, changes[end].order <= last { end += 1 }
            if changes[start..<end].contains(where: { $0.hasRow }) { result.append((at, start..<end, last)) }
            start = end
        }
        return result
    }
}
