/// A column of numbers of sessions in a table of circumstances, beside the figures that are made of them.
package struct MatrixCount {
    package let name: String
    /// The number in a row.
    package let count: (Decision.Matrix.Row) -> Int
}

extension Decision.Matrix {
    /// No more rows than so many: those with the most sessions, in their own order. Where all have as many, they are
    /// the first.
    package func foremost(_ most: Int) -> [Row] {
        guard rows.count > most else { return rows }
        let places = rows.indices.sorted { (rows[$1].count, $0) < (rows[$0].count, $1) }.prefix(most).sorted()
        return places.map { rows[$0] }
    }

    /// How many sessions the rows have that are not among the foremost: `fewer sessions`.
    func fewer(than foremost: [Row]) -> String {
        let least = foremost.map { $0.count }.min() ?? 0
        let isShort = rows.count { $0.count >= least } == foremost.count
        return isShort ? "fewer sessions" : "as many sessions or fewer"
    }

    /// The columns that say how many sessions the figures of a metric are made of: all sessions of a row where
    /// `isCounted`, because rows have not as many of them; and those that start with every choice, where the metric is
    /// of these and they are fewer.
    package func counts(_ metric: DecisionMetric, isCounted: Bool) -> [MatrixCount] {
        let all = isCounted ? [MatrixCount(name: "sessions") { $0.count }] : []
        guard metric.isOfStarted, rows.contains(where: { $0.startedCount < $0.count }) else { return all }
        return all + [MatrixCount(name: "start with all") { $0.startedCount }]
    }
}
