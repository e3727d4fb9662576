/// All that was simulated: each cell of which something was measured with each setting once.
package struct FitSessions: Sendable {
    /// A session: its figures by measure, and the error of each point of its cell.
    private struct Session: Sendable {
        let figures: [SimulatedFigure]
        let errors: [Double]
    }

    private let problem: FitProblem
    /// By cell, the places of its points.
    private let pointsOfCell: [[Int]]
    /// By point, its place among those of its cell.
    private let places: [Int]
    /// By number of the setting and by cell; nil where it was not run.
    private var all: [[Session?]] = []
    /// The settings in order, each with its number.
    private var order: [(setting: FitSetting, number: Int)] = []
    /// How many were run.
    package private(set) var count = 0

    package init(_ problem: FitProblem) {
        self.problem = problem
        var (own, places) = (problem.table.cells.map { _ in [Int]() }, [Int]())
        for (index, point) in problem.points.enumerated() {
            places.append(own[point.cell].count)
            own[point.cell].append(index)
        }
        (pointsOfCell, self.places) = (own, places)
    }

    package var settingCount: Int { order.count }

    private func place(of setting: FitSetting) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if order[middle].setting.lexicographicallyPrecedes(setting) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func sessions(_ setting: FitSetting) -> [Session?] {
        let place = place(of: setting)
        guard place < order.count, order[place].setting == setting else {
            preconditionFailure("A setting is run before it is looked at.")
        }
        return all[order[place].number]
    }

    /// The figures of a cell with a setting that was run there.
    package func figures(_ setting: FitSetting, cell: Int) -> [SimulatedFigure] {
        guard let session = sessions(setting)[cell] else {
            preconditionFailure("A session is run before it is looked at.")
        }
        return session.figures
    }

    /// The errors of some points, by their places in the problem, with a setting that was run in their cells.
    package func errors(_ setting: FitSetting, _ points: [Int]) -> [Double] {
        let sessions = sessions(setting)
        return points.map { point in
            guard let session = sessions[problem.points[point].cell] else {
                preconditionFailure("A session is run before it is looked at.")
            }
            return session.errors[places[point]]
        }
    }

    /// Runs what is missing of some settings in some cells, all at once; `run` keeps their order.
    package mutating func complete<Failure: Error>(
        _ settings: [FitSetting], _ cells: [Int], _ run: FitRun<Failure>
    ) throws(Failure) {
        var (trials, numbers) = ([FitTrial](), [Int]())
        var seen: [Int] = []
        for setting in settings {
            let place = place(of: setting)
            if place == order.count || order[place].setting != setting {
                order.insert((setting, all.count), at: place)
                all.append(Array(repeating: nil, count: pointsOfCell.count))
            }
            let number = order[place].number
            guard !seen.contains(number) else { continue }
            seen.append(number)
            for cell in cells where all[number][cell] == nil && !pointsOfCell[cell].isEmpty {
                trials.append(FitTrial(setting, cell: cell))
                numbers.append(number)
            }
        }
        guard !trials.isEmpty else { return }
        count += trials.count
        for (index, figures) in try run(trials).enumerated() {
            let cell = trials[index].cell
            let errors = pointsOfCell[cell].map { place in
                let point = problem.points[place]
                return problem.table.measures[point.measure].error(
                    simulated: figures[point.measure], measured: point.logarithm)
            }
            all[numbers[index]][cell] = Session(figures: figures, errors: errors)
        }
    }
}
