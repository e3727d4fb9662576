import PlayerModel

/// A fit: the setting whose figures are nearest to those that were measured, how sharply the data know it, and how well
/// it foretells cells that had no part in it.
///
///     CellTable ─▶ FitProblem ─▶ FitSearch ─▶ the best setting ─┬▶ FitProfile of each parameter
///                                   ▲                           └▶ FitHeldOut: fitted anew without a group of cells
///                                   └ run: sessions, by whoever has threads
package struct Fit: Sendable {
    package let problem: FitProblem
    package let best: FitSearch.Spot
    /// The error with which a fit is as good; nil where there are too few figures for any, or all of too few cells.
    package let threshold: FitThreshold?
    /// By parameter; empty where there is no such error.
    package let profiles: [FitProfile]
    package let heldOut: [FitHeldOut]
    /// The figures that tell how much figures scatter: all but those that are nothing, measured as simulated.
    package let telling: FitTelling
    /// Whether profiles were ended because there were too many sessions.
    package let isCut: Bool
    /// Whether the template's own setting, which the ranges leave out, is better than the best of them.
    package let isOwnBetter: Bool
    private let sessions: FitSessions

    /// Profiles may find a better setting than the search did, and then it goes on from there; so often at most.
    private static let mostRepeats = 6

    /// After so many sessions profiles look no further than they have to: some have 60 cells and five parameters.
    private static let mostSessions = 500_000

    /// `columns` are the columns of settings by whose values cells are held out. `run` plays sessions, and keeps their
    /// order.
    package init<Failure: Error>(
        _ problem: FitProblem, holdingOut columns: [Int], _ run: FitRun<Failure>
    ) throws(Failure) {
        let all = Array(problem.table.cells.indices)
        var search = FitSearch(problem, FitSessions(problem), cells: all)
        var best = try search.best(run)
        var profiles: [FitProfile] = []
        var threshold: FitThreshold?
        for round in 1...Self.mostRepeats {
            let isLast = round == Self.mostRepeats || search.sessions.count > Self.mostSessions
            threshold = FitThreshold(
                least: best.error, search.telling(problem.setting(best.places)),
                parameters: problem.parameters.count)
            guard let threshold else { break }
            profiles = []
            for parameter in problem.parameters.indices where isLast || !search.hasSeen(betterThan: best) {
                profiles.append(
                    try search.profile(
                        parameter, around: best, upTo: threshold.error,
                        looksAfar: search.sessions.count <= Self.mostSessions, run))
            }
            for index in Array(profiles.indices) + Array(profiles.indices)
            where isLast || !search.hasSeen(betterThan: best) {
                profiles[index] = try search.widened(
                    profiles[index], upTo: threshold.error,
                    goingOn: search.sessions.count <= Self.mostSessions, run)
            }
            guard !isLast, let better = search.leastSeen, better.error < best.error else { break }
            best = try search.descend(from: better, divisor: 32, until: .max, run)
        }
        let isCut = search.sessions.count > Self.mostSessions
        let telling = search.telling(problem.setting(best.places))
        let known = search.visited
        var heldOut: [FitHeldOut] = []
        for column in columns {
            let (next, own) = try FitHeldOut.fitted(search, column, among: known, run)
            search.sessions = next
            heldOut.append(own)
        }
        (self.problem, self.best, self.threshold, self.profiles, self.heldOut) =
            (problem, best, threshold, profiles, heldOut)
        (self.telling, self.isCut) = (telling, isCut)
        isOwnBetter = search.loss(problem.own) < best.error
        sessions = search.sessions
    }

    package var setting: FitSetting { problem.setting(best.places) }
    package var settingCount: Int { sessions.settingCount }
    package var sessionCount: Int { sessions.count }

    /// The points of a measure, as a setting makes them.
    package func outcomes(_ measure: Int, _ setting: FitSetting) -> [FitOutcome] {
        problem.points.indices.filter { problem.points[$0].measure == measure }.map { outcome($0, setting) }
    }

    /// The points of a measure, each as the setting makes it that was fitted without it.
    package func outcomes(_ measure: Int, heldOut: FitHeldOut) -> [FitOutcome] {
        heldOut.groups.flatMap { outcomes(measure, of: $0) }
    }

    /// The points of a measure in the cells of a group, as the setting makes them that was fitted without these.
    package func outcomes(_ measure: Int, of group: FitHeldOut.Group) -> [FitOutcome] {
        problem.points.indices.filter {
            problem.points[$0].measure == measure && group.cells.contains(problem.points[$0].cell)
        }
        .map { outcome($0, group.setting) }
    }

    /// The points of a measure as the fitted setting makes them, the worst first.
    package func worstFirst(_ measure: Int) -> [FitOutcome] {
        outcomes(measure, setting).sorted { (-$0.error.magnitude, $0.point) < (-$1.error.magnitude, $1.point) }
    }

    package func outcome(_ point: Int, _ setting: FitSetting) -> FitOutcome {
        let own = problem.points[point]
        return FitOutcome(
            point: point, simulated: sessions.figures(setting, cell: own.cell)[own.measure],
            error: sessions.errors(setting, [point])[0])
    }

    /// Pairs of parameters of which one makes up for the other: with both the fit is as good over a range in which
    /// either alone would not be.
    package var trades: [FitTrade] {
        var trades: [FitTrade] = []
        for profile in profiles where profile.matters && !problem.parameters[profile.parameter].isChoice {
            let width = profile.high.place - profile.low.place
            guard width >= 4, width * 2 > 5 * profile.alone.count else { continue }
            let others = profiles.filter {
                $0.parameter != profile.parameter && $0.matters && $0.high.place > $0.low.place
            }
            let moves = others.map { other -> (parameter: Int, part: Double) in
                let (from, to) = (profile.low.spot.places[other.parameter], profile.high.spot.places[other.parameter])
                return (other.parameter, Double(abs(to - from)) / Double(other.high.place - other.low.place))
            }
            guard let most = moves.max(by: { $0.part < $1.part }), most.part >= 0.5 else { continue }
            let pair = [profile.parameter, most.parameter]
            guard !trades.contains(where: { pair.contains($0.first) && pair.contains($0.second) }) else { continue }
            trades.append(
                FitTrade(
                    first: profile.parameter, second: most.parameter, low: problem.setting(profile.low.spot.places),
                    high: problem.setting(profile.high.spot.places)))
        }
        return trades
    }
}

/// A point of a fit: what was simulated, and how far off it is.
package struct FitOutcome: Sendable {
    /// Its place among the points of the problem.
    package let point: Int
    package let simulated: SimulatedFigure
    /// The logarithm of simulated ÷ measured; of what was cut off the least that it can be.
    package let error: Double

    /// Simulated ÷ measured.
    package var factor: Double { exponential(of: error) }
}

/// Two parameters that trade off, and two settings that are as good.
package struct FitTrade: Sendable {
    package let first: Int
    package let second: Int
    package let low: FitSetting
    package let high: FitSetting
}

/// A fit without some cells, for each value of a column, held against just these.
package struct FitHeldOut: Sendable {
    package struct Group: Sendable {
        /// The value of the column; empty where it has none.
        package let value: String
        package let cells: [Int]
        /// The setting that is best in all other cells.
        package let setting: FitSetting
    }

    /// The column of settings.
    package let column: Int
    package let groups: [Group]

    static func fitted<Failure: Error>(
        _ search: FitSearch, _ column: Int, among known: [[Int]], _ run: FitRun<Failure>
    ) throws(Failure) -> (FitSessions, FitHeldOut) {
        let problem = search.problem
        var (sessions, groups) = (search.sessions, [Group]())
        for (value, cells) in problem.table.groups(by: column) {
            let others = problem.table.cells.indices.filter { !cells.contains($0) }
            var own = FitSearch(problem, sessions, cells: others)
            let setting = problem.setting(try own.best(among: known, run).places)
            try own.sessions.complete([setting], cells, run)
            sessions = own.sessions
            groups.append(Group(value: value, cells: cells, setting: setting))
        }
        return (sessions, FitHeldOut(column: column, groups: groups))
    }
}
