import PlayerModel

/// Units that are confused, as far as the template makes it plain: a thousand times too much is rarely meant.
package enum CellWarnings {
    /// From so much on, two figures that should be alike have different units.
    private static let mostRatio = 300.0
    /// Likewise, of parts of a whole: a ratio and a percent are a factor of a hundred apart.
    private static let mostRatioOfParts = 50.0

    /// Findings in columns of settings, which are held against the template's own values.
    package static func all(_ table: CellTable, in root: JSONNode, of shape: Shape.ObjectShape) -> [Diagnostic] {
        var paths: [String] = []
        for setting in table.cells.flatMap({ $0.settings }) where !paths.contains(setting.path) {
            paths.append(setting.path)
        }
        var all: [Diagnostic] = []
        for path in paths {
            if let away = table.cells.lazy.flatMap({ $0.settings }).first(where: { $0.path == path && $0.takesAway }),
                root.node(at: path) == nil
            {
                all.append(
                    Diagnostic(
                        "null takes '\(path)' away, and the template has no such key: nothing changes by it",
                        at: away.place))
            }
            guard let key = own(path, in: root, of: shape), key.own > 0 else { continue }
            let settings = table.cells.compactMap { cell in cell.settings.first { $0.path == path } }
            let values = settings.compactMap { setting -> Int64? in
                guard let decimal = Decimal(setting.value), decimal.significand > 0,
                    case .exact(let value) = decimal.scaled(by: key.unit.decimalPlaces)
                else { return nil }
                return value
            }
            guard let first = settings.first else { continue }
            guard let words = off(values.map { Double($0) / Double(key.own) }, key.unit) else {
                if let tooFast = tooFast(values, key.unit, path, first.place) { all.append(tooFast) }
                continue
            }
            let template = QuantityText.value(key.own, key.unit)
            all.append(
                Diagnostic(
                    "all values of '\(path)' are some \(words) than the template's \(template): is the column in "
                        + "another unit? its last word says which, as in limit_mbps", at: first.place))
        }
        return all
    }

    /// Rates of which most lie beyond a gigabit a second, as no link of a player's does; nil where they do not.
    private static func tooFast(_ values: [Int64], _ unit: Unit, _ path: String, _ place: Place) -> Diagnostic? {
        guard CellUnit.dimension(of: unit) == .rate else { return nil }
        let fast = values.filter { $0 > UnitMistake.mostOfVideo }
        guard let least = fast.min(), fast.count * 2 > values.count else { return nil }
        return Diagnostic(
            "most values of '\(path)' lie beyond 1 Gbit/s, such as \(QuantityText.value(least, unit)): is the column "
                + "in another unit? its last word says which, as in limit_kbps", at: place)
    }

    /// Findings in measured columns, which are held against the template's own sessions.
    package static func figures(_ fit: Fit) -> [Diagnostic] {
        let problem = fit.problem
        return problem.table.measures.indices.compactMap { index in
            let ratios = fit.outcomes(index, problem.own).compactMap { outcome -> Double? in
                guard problem.points[outcome.point].logarithm != nil, outcome.simulated.value != nil else {
                    return nil
                }
                return exponential(of: -outcome.error)
            }
            let own = problem.table.measures[index]
            guard own.least != nil, let words = off(ratios, own.metric.unit) else { return nil }
            let line = problem.table.cells.map { $0.line }.min() ?? 1
            return Diagnostic(
                "all values of '\(own.column)' are some \(words) than those that the template comes to: is the column "
                    + "in another unit? its last word says which, as in start_ms or stalled_percent",
                at: Place(source: 0, line: line, column: 1))
        }
    }

    private static func own(_ path: String, in root: JSONNode, of shape: Shape.ObjectShape) -> ParameterKey? {
        try? ParameterKey(path, in: root, of: shape)
    }

    /// `1000 times less`; nil where at least one is as it may be.
    private static func off(_ ratios: [Double], _ unit: Unit) -> String? {
        let most = CellUnit.dimension(of: unit) == .part ? mostRatioOfParts : mostRatio
        guard !ratios.isEmpty else { return nil }
        let middle = ratios.sorted()[Quantile.place(50, of: ratios.count)]
        if ratios.allSatisfy({ $0 * most < 1 }) { return "\(Int64(nearest: 1 / middle) ?? 0) times less" }
        if ratios.allSatisfy({ $0 > most }) { return "\(Int64(nearest: middle) ?? 0) times more" }
        return nil
    }
}
