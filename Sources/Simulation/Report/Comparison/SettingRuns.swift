import PlayerModel

/// The runs of one setting over all seeds, for one player: how many start and stall.
///
/// The medians of a startup and of a stall time do not tell that: a run that does not start has neither, and ranks
/// behind all that do.
package struct SettingRuns: Sendable {
    let started: Int
    let stalled: Int
    /// The longest stall time of a run; nil where none has one.
    let longest: Int64?
    /// Whether a stall of some run is one that nobody ends.
    let lasts: Bool
    let seeds: Int

    init(started: Int, stalled: Int, longest: Int64?, lasts: Bool, seeds: Int) {
        (self.started, self.stalled, self.seeds) = (started, stalled, seeds)
        (self.longest, self.lasts) = (longest, lasts)
    }

    /// Nil where a run failed, or there are no such figures.
    init?(_ cell: Comparison.Cell, player: Int, _ metrics: [Metric]) {
        let places = (metrics.firstIndex(of: .startupTime), metrics.firstIndex(of: .stallTime))
        guard let startup = places.0, let stallTime = places.1 else { return nil }
        let values = cell.samples.compactMap { $0.players?[player].values }
        guard values.count == cell.samples.count else { return nil }
        let started = values.filter { $0[startup] != nil }
        // A stall that nobody ended has no time, and one that the app ends at once takes none.
        let count = metrics.firstIndex(of: .stallCount) ?? stallTime
        let stalled = started.filter { $0[stallTime] != 0 || $0[count] != 0 }
        self.init(
            started: started.count, stalled: stalled.count, longest: stalled.compactMap { $0[stallTime] }.max(),
            lasts: stalled.contains { $0[stallTime] == nil }, seeds: values.count)
    }

    /// For how long settings stall, as the end of a clause: `, for up to 3 s in a run, and nobody ends a stall`.
    static func lengths(_ rows: [SettingRuns], _ words: (Int64) -> String) -> String {
        let longest = rows.compactMap { $0.longest }.max()
        let most = longest.map { ", for up to \(words($0)) in a run" } ?? ""
        let lasting = rows.count { $0.lasts }
        let whose = lasting == rows.count { $0.stalled > 0 } ? "" : " in \(lasting) of them"
        return most + (lasting > 0 ? ", and\(whose) nobody ends a stall" : "")
    }
}
