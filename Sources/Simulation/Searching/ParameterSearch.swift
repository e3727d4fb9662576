import PlayerModel

/// A setting that was tried: what became of it in the sessions that settings are chosen on.
package struct Trial: Equatable, Sendable {
    /// The value of each parameter, in base units.
    package let setting: [Int64]
    /// The value of each objective; nil where there is none.
    package let values: [Double?]
    /// Whether every session is as with the scenario's own setting.
    package let isSame: Bool
    /// By drawback, in how many of a million sessions playback does not start, fails, or never resumes.
    private let shares: [Int64]
    /// The drawbacks that it has beside the scenario's own setting, however little.
    private let drawbacks: [Drawback]

    /// Whether playback starts in any session.
    package let starts: Bool
    /// Whether `until_s` ends any session before its end.
    package let isCutOff: Bool

    /// `share` says of a drawback in how many of a million sessions it shows, and `isWorse` whether in more than with
    /// the scenario's own setting.
    package init(
        setting: [Int64], values: [Double?], isSame: Bool, starts: Bool = true, isCutOff: Bool = false,
        share: (Drawback) -> Int64 = { _ in 0 }, isWorse: (Drawback) -> Bool = { _ in false }
    ) {
        (self.setting, self.values, self.isSame) = (setting, values, isSame)
        (self.starts, self.isCutOff) = (starts, isCutOff)
        (shares, drawbacks) = (Drawback.allCases.map(share), Drawback.allCases.filter(isWorse))
    }

    package func share(of drawback: Drawback) -> Int64 { shares[Int(drawback.rawValue)] }

    package func isWorse(by drawback: Drawback) -> Bool { drawbacks.contains(drawback) }
}

/// The reason why a setting is not taken, whatever else it does: what does not start is not counted among what starts
/// slowly, and what fails or stands still for ever stalls no longer.
package enum Drawback: UInt8, CaseIterable, Sendable {
    case startsLess, failsMore, resumesLess

    /// As beside a setting.
    package var words: String {
        switch self {
        case .startsLess: "fewer sessions start"
        case .failsMore: "more sessions fail"
        case .resumesLess: "more sessions never resume"
        }
    }

    /// As of a share of sessions.
    var verb: String {
        switch self {
        case .startsLess: "does not start"
        case .failsMore: "fails"
        case .resumesLess: "never resumes"
        }
    }

    /// The metric of the sessions in which it shows.
    package var metric: DecisionMetric {
        switch self {
        case .startsLess: .notStarted
        case .failsMore: .failed
        case .resumesLess: .neverResumed
        }
    }
}

/// Looks for the numbers that make an objective best: on a grid, and then around the best on lattices half as fine.
///
/// The result of a setting is a step function of its numbers, as whole segments are loaded: so nothing is followed
/// downhill, and no slope is taken. Among equals the scenario's own setting is kept, and else the smallest is taken.
/// Everything follows from the values, in whatever order they are found.
package struct ParameterSearch {
    package let parameters: [TunedParameter]
    package let objectives: [Objective]
    /// The scenario's own setting.
    package let own: [Int64]
    /// How often lattices become finer.
    private let rounds: Int
    /// All that was tried; the scenario's own setting is the first.
    package private(set) var trials: [Trial] = []

    /// More steps on one lattice are no search any more.
    private static let mostSteps = 100

    package init(_ parameters: [TunedParameter], _ objectives: [Objective], rounds: Int) {
        (self.parameters, self.objectives, self.rounds) = (parameters, objectives, rounds)
        own = parameters.map { $0.key.own }
    }

    /// The number of settings on the grid.
    package var gridSize: Int { parameters.reduce(1) { $0 * $1.values.count } }

    /// Tries settings until none of those around the best is better; `run` tries several, and keeps their order.
    package mutating func run<Failure: Error>(_ run: ([[Int64]]) throws(Failure) -> [Trial]) throws(Failure) {
        var ladders = parameters.map { $0.values }
        var grid: [[Int64]] = [[]]
        for ladder in ladders { grid = grid.flatMap { head in ladder.map { head + [$0] } } }
        trials = try run([own] + grid.filter { $0 != own })
        // Where nothing changes anything, finer steps change nothing either.
        guard !allAreSame else { return }
        for _ in 0..<rounds {
            let finer = zip(parameters, ladders).map { $0.refined($1) }
            guard finer != ladders else { return }
            ladders = finer
            for _ in 0..<Self.mostSteps {
                let before = leaders
                let next = neighbours(of: before, ladders)
                guard !next.isEmpty else { break }
                trials += try run(next)
                if leaders == before { break }
            }
        }
    }

    /// Whether no setting makes a difference in any session.
    package var allAreSame: Bool { trials.allSatisfy { $0.isSame } }

    /// The fewest sessions that do not start with a setting, of a million.
    var leastNotStarted: Int64 { trials.reduce(.max) { min($0, $1.share(of: .startsLess)) } }

    /// The best of all, by the first objective; nil where none has a value.
    package var best: Int? {
        trials.indices.filter { isIn($0) }.min(by: precedes)
    }

    /// Those that no other is as good as in all objectives and better in one, the first objective's best first; of
    /// equals one.
    package var front: [Int] {
        let all = trials.indices.filter { isIn($0) }.sorted(by: precedes)
        var front: [Int] = []
        for place in all {
            // Those before it are as good in the first objective: it has to be better in the second.
            let losses = losses(place)
            let isBeaten = front.contains { zip(self.losses($0), losses).allSatisfy { $0 <= $1 } }
            if !isBeaten { front.append(place) }
        }
        return front
    }

    /// The settings that have the values of another in all objectives, the smallest first: whatever beats none of them
    /// beats no other either.
    func alike(_ place: Int) -> [Int] {
        let own = losses(place)
        // Whether it may be taken is asked last: that looks at all the others.
        return trials.indices.filter { $0 != place && losses($0) == own && isIn($0) }.sorted(by: precedes)
    }

    /// How many settings no other beats: those on the front, and those that have the values of one of them.
    var unbeatenCount: Int { front.reduce(0) { $0 + 1 + alike($1).count } }

    /// The best ones first, those without a value last.
    package var ranking: [Int] {
        trials.indices.filter { isIn($0) }.sorted(by: precedes) + trials.indices.filter { !isIn($0) }
    }

    /// Those that may be taken, but for the scenario's own.
    var others: [Int] { trials.indices.dropFirst().filter { isIn($0) } }

    /// The places of a setting and of those that differ from it in one parameter alone, from its least value on.
    func line(through place: Int, along parameter: Int) -> [Int] {
        let own = trials[place].setting
        return trials.indices.filter { other in
            own.indices.allSatisfy { $0 == parameter || trials[other].setting[$0] == own[$0] }
        }
        .sorted { trials[$0].setting[parameter] < trials[$1].setting[parameter] }
    }

    /// The best, or of several objectives those on the front.
    var leaders: [Int] { objectives.count > 1 ? front : best.map { [$0] } ?? [] }

    /// Whether a setting may be taken.
    private func isIn(_ place: Int) -> Bool {
        drawback(place) == nil && trials[place].values.allSatisfy { $0 != nil }
    }

    /// The reason why a setting is not taken, beside the others that were tried: by more than matters it shows in more
    /// sessions than with one of those that have none of the reasons before it.
    func drawback(_ place: Int) -> Drawback? {
        var rest = trials[...]
        for drawback in Drawback.allCases {
            let least = rest.reduce(.max) { min($0, $1.share(of: drawback)) }
            func isOut(_ trial: Trial) -> Bool { trial.share(of: drawback) - least > drawback.metric.margin }
            if isOut(trials[place]) { return drawback }
            rest = rest.filter { !isOut($0) }[...]
        }
        return nil
    }

    /// The setting that would be better than the best by the first objective, and has a drawback; nil where there is
    /// none.
    var shutOut: Int? {
        guard let best else { return nil }
        let others = trials.indices.filter { place in
            drawback(place) != nil && trials[place].values.allSatisfy { $0 != nil }
                && losses(place)[0] < losses(best)[0]
        }
        return others.min(by: precedes)
    }

    private func losses(_ place: Int) -> [Double] {
        zip(objectives, trials[place].values).compactMap { $0.loss($1) }
    }

    /// By the objectives in their order; of equals the scenario's own, and then the smallest.
    private func precedes(_ left: Int, _ right: Int) -> Bool {
        let (one, other) = (losses(left), losses(right))
        if let place = one.indices.first(where: { one[$0] != other[$0] }) { return one[place] < other[place] }
        if left == 0 || right == 0 { return left == 0 && right != 0 }
        return trials[left].setting.lexicographicallyPrecedes(trials[right].setting)
    }

    /// The settings beside some on the lattice, as far as they were not tried.
    private func neighbours(of places: [Int], _ ladders: [[Int64]]) -> [[Int64]] {
        var all: [[Int64]] = []
        for place in places {
            for (index, ladder) in ladders.enumerated() {
                let value = trials[place].setting[index]
                for next in [ladder.last { $0 < value }, ladder.first { $0 > value }] {
                    guard let next else { continue }
                    var setting = trials[place].setting
                    setting[index] = next
                    if !all.contains(setting), !trials.contains(where: { $0.setting == setting }) {
                        all.append(setting)
                    }
                }
            }
        }
        return all
    }
}
