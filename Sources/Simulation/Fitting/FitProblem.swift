import PlayerModel

/// A value of each parameter, in base units, or of a word its place.
package typealias FitSetting = [Int64]

/// A session that is to be run: a cell with a setting.
package struct FitTrial: Equatable, Sendable {
    package let setting: FitSetting
    package let cell: Int

    package init(_ setting: FitSetting, cell: Int) { (self.setting, self.cell) = (setting, cell) }
}

/// Runs some sessions, and gives the figures of each.
package typealias FitRun<Failure: Error> = ([FitTrial]) throws(Failure) -> [[SimulatedFigure]]

/// The parameters that are fitted, and the figures of a table that they are fitted to.
package struct FitProblem: Sendable {
    /// A figure of a cell that the simulated one is held against.
    package struct Point: Sendable {
        package let cell: Int
        package let measure: Int
        /// The median of what was measured, in base units, and its logarithm; nil where most plays never came to it.
        package let measured: Double?
        package let logarithm: Double?
        package let weight: Double
    }

    package let parameters: [FittedParameter]
    package let table: CellTable
    package let points: [Point]

    package init(_ parameters: [FittedParameter], _ table: CellTable) {
        (self.parameters, self.table) = (parameters, table)
        points = table.cells.indices.flatMap { cell in
            table.measures.enumerated().compactMap { index, measure -> Point? in
                let figures = table.cells[cell].figures[index]
                guard !figures.isEmpty else { return nil }
                let median = Self.median(figures, measure)
                return Point(
                    cell: cell, measure: index, measured: median?.value, logarithm: median?.logarithm,
                    weight: measure.weight)
            }
        }
    }

    /// The median of repeats, which a few odd ones do not move; those that never came are the latest of all.
    /// Between two in the middle, it is the one that lies as far from both by factors.
    private static func median(
        _ figures: [CellTable.Figure], _ measure: CellMeasure
    ) -> (value: Double, logarithm: Double)? {
        let sorted = figures.map { value($0) ?? .infinity }.sorted()
        let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
        guard high < .infinity, let least = measure.logarithm(low), let most = measure.logarithm(high) else {
            return nil
        }
        let logarithm = (least + most) / 2
        // What counts as more than it is lies where it was measured.
        return (min(max(low, measure.value(ofLogarithm: logarithm)), high), logarithm)
    }

    private static func value(_ figure: CellTable.Figure) -> Double? {
        switch figure {
        case .value(let value): value
        case .never: nil
        }
    }

    /// The scenario's own setting.
    package var own: FitSetting { parameters.map { $0.own } }

    /// The setting at a place of each ladder.
    package func setting(_ places: [Int]) -> FitSetting { zip(parameters, places).map { $0.value(at: $1) } }

    /// The logarithm of the factor by which repeats of a cell scatter around their mean, over all cells with several,
    /// by measure; nil where no cell has any.
    package func scatter(_ measure: Int) -> Double? {
        var (sum, freedom) = (0.0, 0)
        for cell in table.cells {
            let logarithms = cell.figures[measure].compactMap { table.measures[measure].logarithm(Self.value($0)) }
            guard logarithms.count > 1 else { continue }
            let mean = logarithms.reduce(0, +) / Double(logarithms.count)
            for logarithm in logarithms { sum += (logarithm - mean) * (logarithm - mean) }
            freedom += logarithms.count - 1
        }
        return freedom > 0 ? (sum / Double(freedom)).squareRoot() : nil
    }

    /// The words of a setting: `start_s=3.6, delay_ms=40`.
    package func words(_ setting: FitSetting) -> String {
        zip(names, zip(parameters, setting)).map { "\($0)=\($1.0.text($1.1))" }.joined(separator: ", ")
    }

    /// The names of the parameters: the last of their paths, or the whole where two are alike.
    package var names: [String] {
        parameters.map { own in
            parameters.contains { $0.path != own.path && $0.name == own.name } ? own.path : own.name
        }
    }
}
