import PlayerModel

/// Looks for the setting with which simulated figures are nearest to measured ones.
///
///     low-discrepancy points over all ranges ─▶ several starts far from each other ─▶ descent from each ─▶ the best
///                                                                                        │
///     a step to both sides of every parameter, and where the straight lines through these together lead ◀┘
///
/// The error is a step function of the parameters, as whole segments are loaded: so steps are wide at first, and no
/// slope is trusted; whatever they suggest is simulated, and taken if it is better. Everything follows from the
/// figures, in whatever order they are found.
package struct FitSearch: Sendable {
    package let problem: FitProblem
    package var sessions: FitSessions
    /// The places of the points that count, and their cells: in cross-validation not all.
    package let points: [Int]
    private let cells: [Int]
    private let weights: [Double]
    /// The places of the low-discrepancy points.
    private let coarse: [[Int]]
    /// All places that were looked at, in their order.
    private(set) var visited: [[Int]] = []
    /// The best of them.
    private(set) var leastSeen: Spot?

    /// Starts from which the search goes down.
    private static let mostStarts = 4
    /// Points of the first look, for each parameter.
    private static let coarsePerParameter = 32
    /// More rounds are no descent any more.
    private static let mostRounds = 200

    /// A setting by its places, and its error: the sum of squares.
    package struct Spot: Equatable, Sendable {
        package let places: [Int]
        package let error: Double
    }

    package init(_ problem: FitProblem, _ sessions: FitSessions, cells: [Int]) {
        (self.problem, self.sessions, self.cells) = (problem, sessions, cells)
        points = problem.points.indices.filter { cells.contains(problem.points[$0].cell) }
        weights = points.map { problem.points[$0].weight }
        let all = problem.parameters.reduce(1) { min($0 * $1.count, 1 << 20) }
        let count = min(Self.coarsePerParameter * problem.parameters.count, all)
        coarse =
            [problem.parameters.map { $0.ownPlace }]
            + (1...max(1, count)).map { number in
                problem.parameters.enumerated().map { index, parameter in
                    Self.part(of: parameter.count, number, base: Self.bases[index])
                }
            }
    }

    /// Bases of the sequence of Halton: one for each parameter.
    private static let bases = [2, 3, 5, 7, 11, 13, 17, 19]

    package static var mostParameters: Int { bases.count }

    /// The place of a number of Halton's sequence among `count`, in whole numbers: the digits behind the point, in
    /// reverse.
    private static func part(of count: Int, _ number: Int, base: Int) -> Int {
        var (rest, numerator, denominator) = (number, 0, 1)
        while rest > 0 {
            (numerator, denominator) = (numerator * base + rest % base, denominator * base)
            rest /= base
        }
        return min(count - 1, numerator * count / denominator)
    }

    // MARK: Errors

    /// The error of every point with a setting that was simulated.
    package func errors(_ setting: FitSetting) -> [Double] { sessions.errors(setting, points) }

    package func loss(_ setting: FitSetting) -> Double {
        var sum = 0.0
        for (error, weight) in zip(errors(setting), weights) { sum += weight * error * error }
        return sum
    }

    /// The simulated figure of every point with a setting that was simulated.
    func figures(_ setting: FitSetting) -> [SimulatedFigure] {
        points.map { sessions.figures(setting, cell: problem.points[$0].cell)[problem.points[$0].measure] }
    }

    /// The points that tell how much figures scatter around those of a setting that was simulated.
    package func telling(_ setting: FitSetting) -> FitTelling {
        let own = zip(points, zip(figures(setting), errors(setting)))
        return FitTelling(
            own.compactMap { place, session in
                let point = problem.points[place]
                let measure = problem.table.measures[point.measure]
                guard point.weight > 0, measure.tellsOfScatter(simulated: session.0, measured: point.logarithm) else {
                    return nil
                }
                return .init(cell: point.cell, measure: point.measure, weight: point.weight, error: session.1)
            })
    }

    /// The spots of some places, after what is missing of them was run.
    package mutating func spots<Failure: Error>(_ places: [[Int]], _ run: FitRun<Failure>) throws(Failure) -> [Spot] {
        try sessions.complete(places.map(problem.setting), cells, run)
        visited += places
        let spots = places.map { Spot(places: $0, error: loss(problem.setting($0))) }
        leastSeen = Self.least((leastSeen.map { [$0] } ?? []) + spots)
        return spots
    }

    /// Whether something better than a spot was seen.
    package func hasSeen(betterThan spot: Spot) -> Bool { leastSeen.map { $0.error < spot.error } ?? false }

    // MARK: Search

    /// The best setting.
    package mutating func best<Failure: Error>(_ run: FitRun<Failure>) throws(Failure) -> Spot {
        try sessions.complete([problem.own], cells, run)
        let seen = try spots(coarse, run)
        var found: [Spot] = []
        for start in starts(among: seen) {
            found.append(try descend(from: start, divisor: 8, until: 32, run))
        }
        let leader = try closed(in: Self.least(found), run)
        let finest = try descend(from: leader, divisor: 32, until: .max, run)
        return try restored(roundest(finest, among: visited), run)
    }

    /// The best setting, from the best of some places that were simulated in all cells before.
    package mutating func best<Failure: Error>(among known: [[Int]], _ run: FitRun<Failure>) throws(Failure) -> Spot {
        let start = Self.least(known.map { Spot(places: $0, error: loss(problem.setting($0))) })
        let finest = try descend(from: start, divisor: 16, until: .max, run)
        return try restored(roundest(finest, among: known + visited), run)
    }

    /// The best spot in boxes around a spot, each half as wide as the one before unless it held something better: where
    /// whole segments make cliffs, and two parameters make up for each other, no step along one of them leads on.
    private mutating func closed<Failure: Error>(in start: Spot, _ run: FitRun<Failure>) throws(Failure) -> Spot {
        guard problem.parameters.count > 1 else { return start }
        var best = start
        var (divisor, number) = (4, coarse.count)
        for _ in 0..<Self.mostBoxes where divisor <= 32 {
            let points = (0..<Self.pointsPerBox * problem.parameters.count).map { point in
                problem.parameters.enumerated().map { index, parameter -> Int in
                    if parameter.isChoice { return best.places[index] }
                    let width = max(3, 2 * parameter.count / divisor + 1)
                    let part = Self.part(of: width, number + point, base: Self.bases[index])
                    return min(max(best.places[index] + part - width / 2, 0), parameter.count - 1)
                }
            }
            number += points.count
            let next = Self.least([best] + (try spots(points, run)))
            if next.error < best.error { best = next } else { divisor *= 2 }
        }
        return best
    }

    private static let mostBoxes = 12
    private static let pointsPerBox = 16

    /// Of equals the first.
    private static func least(_ spots: [Spot]) -> Spot {
        guard var best = spots.first else { preconditionFailure("There is a spot to begin at.") }
        for spot in spots where spot.error < best.error { best = spot }
        return best
    }

    /// The best spots, each of them far from those before it.
    private func starts(among spots: [Spot]) -> [Spot] {
        let sorted = spots.indices.sorted { (spots[$0].error, $0) < (spots[$1].error, $1) }
        var starts: [Spot] = []
        for index in sorted where starts.count < Self.mostStarts {
            let isFar = starts.allSatisfy { start in
                problem.parameters.indices.contains { place in
                    let parameter = problem.parameters[place]
                    let distance = (start.places[place] - spots[index].places[place]).magnitude
                    return parameter.isChoice ? distance > 0 : distance * 4 > parameter.count
                }
            }
            if isFar { starts.append(spots[index]) }
        }
        return starts
    }

    /// Of a spot and of those that were seen to be as good the one whose values have the fewest digits: where whole
    /// segments decide, many values are the same.
    private func roundest(_ spot: Spot, among seen: [[Int]]) -> Spot {
        func length(_ places: [Int]) -> Int {
            zip(problem.parameters, places).reduce(0) { $0 + $1.0.text($1.0.value(at: $1.1)).utf8.count }
        }
        var best = (spot: spot, length: length(spot.places))
        for places in seen {
            let own = length(places)
            guard own < best.length, loss(problem.setting(places)) == spot.error else { continue }
            best = (Spot(places: places, error: spot.error), own)
        }
        return best.spot
    }

    /// The same spot with the scenario's own values, wherever these are as good.
    private mutating func restored<Failure: Error>(_ spot: Spot, _ run: FitRun<Failure>) throws(Failure) -> Spot {
        var best = spot
        for (index, parameter) in problem.parameters.enumerated() where parameter.own >= 0 {
            var places = best.places
            places[index] = parameter.ownPlace
            guard parameter.value(at: places[index]) == parameter.own else { continue }
            let other = try spots([places], run)[0]
            if other.error <= best.error { best = other }
        }
        return best
    }

    /// Goes down from a spot until no step is better: steps begin at a part of the ladder, and are halved down to
    /// another. A parameter that is held stays where it is.
    package mutating func descend<Failure: Error>(
        from start: Spot, divisor: Int, until finest: Int, holding held: Int? = nil, enough: Double = 0,
        _ run: FitRun<Failure>
    ) throws(Failure) -> Spot {
        var best = start
        var divisor = divisor
        var isFresh = true
        for _ in 0..<Self.mostRounds where best.error > enough {
            let steps = problem.parameters.map { max(1, $0.count / divisor) }
            let around = neighbours(of: best.places, steps, held, withWords: isFresh)
            let seen = try spots(around, run)
            let leaps = self.leaps(from: best, seen, steps, held).filter { !around.contains($0) && $0 != best.places }
            let next = Self.least([best] + seen + (try spots(leaps, run)))
            isFresh = false
            if next.error < best.error {
                best = next
                continue
            }
            // Where every step is the least already, finer ones are no other.
            guard divisor < finest, steps.contains(where: { $0 > 1 }) else { break }
            divisor *= 2
            isFresh = steps.allSatisfy { $0 <= 2 }
        }
        return best
    }

    /// The places a step away, in each parameter; of words all others.
    private func neighbours(of places: [Int], _ steps: [Int], _ held: Int?, withWords: Bool) -> [[Int]] {
        var all: [[Int]] = []
        for (index, parameter) in problem.parameters.enumerated() where index != held {
            let others =
                parameter.isChoice
                ? (withWords ? Array(0..<parameter.count) : [])
                : [places[index] - steps[index], places[index] + steps[index]].map {
                    min(max($0, 0), parameter.count - 1)
                }
            for other in others where other != places[index] {
                var next = places
                next[index] = other
                all.append(next)
            }
        }
        return all
    }

    /// Where the straight lines through the neighbours together lead (Levenberg and Marquardt), with little trust and
    /// with more.
    private func leaps(from best: Spot, _ around: [Spot], _ steps: [Int], _ held: Int?) -> [[Int]] {
        let own = errors(problem.setting(best.places))
        var slopes: [(parameter: Int, slope: [Double])] = []
        for (index, parameter) in problem.parameters.enumerated() where index != held && !parameter.isChoice {
            let line = around.filter { spot in
                spot.places[index] != best.places[index]
                    && spot.places.indices.allSatisfy { $0 == index || spot.places[$0] == best.places[$0] }
            }
            guard let first = line.first, let last = line.last else { continue }
            let ends =
                line.count > 1
                ? (first.places[index], errors(problem.setting(first.places)))
                : (best.places[index], own)
            let width = Double(last.places[index] - ends.0)
            let slope = zip(errors(problem.setting(last.places)), ends.1).map { ($0 - $1) / width }
            if slope.contains(where: { $0 != 0 }) { slopes.append((index, slope)) }
        }
        guard !slopes.isEmpty else { return [] }
        let system = NormalEquations(slopes.map { $0.slope }, own, weights)
        var leaps: [[Int]] = []
        for damping in [0.01, 0.3, 3] {
            guard let changes = system.solution(damping: damping) else { continue }
            var places = best.places
            for (change, slope) in zip(changes, slopes) {
                let most = Double(8 * steps[slope.parameter])
                let bounded = min(max(change, -most), most)
                let place = places[slope.parameter] + Int(bounded + (bounded < 0 ? -0.5 : 0.5))
                places[slope.parameter] = min(max(place, 0), problem.parameters[slope.parameter].count - 1)
            }
            if !leaps.contains(places) { leaps.append(places) }
        }
        return leaps
    }
}
