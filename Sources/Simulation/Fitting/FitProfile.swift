import PlayerModel

/// How sharply the data know a parameter: the values with which the fit is as good, the others being fitted anew for
/// each of them (profile likelihood).
package struct FitProfile: Sendable {
    package let parameter: Int
    /// The interval in which the fit is as good; of words, from the first to the last.
    package let low: End
    package let high: End
    /// The places between which it is as good with the others as they are.
    package let alone: ClosedRange<Int>
    /// Of words, the places of those with which the fit is as good.
    package let asGood: [Int]
    /// Places and errors that were seen on the way, from the least place on.
    package let curve: [FitSearch.Spot]
    package let effect: Effect

    package var matters: Bool { effect == .counted }

    /// The change that other values make, the other parameters being as they are.
    package enum Effect: Sendable {
        case none
        /// Figures, but no error: they are below the least that counts, or what was measured never came.
        case uncounted
        case counted
    }

    /// An end of an interval.
    package struct End: Sendable {
        /// A place that was seen to be worse, next to the outermost that was as good; where there is none, the end of
        /// the ladder.
        package let place: Int
        /// Whether even the end of the ladder is as good.
        package let isOpen: Bool
        /// The outermost spot that is as good.
        package let spot: FitSearch.Spot
    }
}

/// The figures that tell how much figures scatter.
///
/// A weight says how much a figure counts beside others, and not how often it was measured. So those of unlike weights
/// count as (Σw)² ÷ Σw² of equal ones (Kish 1965): of equal weights that is their number, and what counts next to
/// nothing adds next to nothing.
package struct FitTelling: Equatable, Sendable {
    /// A figure that tells, by the places of its cell and its measure.
    package struct Figure: Sendable {
        let cell: Int
        let measure: Int
        let weight: Double
        let error: Double

        package init(cell: Int, measure: Int, weight: Double, error: Double) {
            (self.cell, self.measure, self.weight, self.error) = (cell, measure, weight, error)
        }
    }

    package let count: Int
    /// The cells that they are of: those of one come from the same plays, and are not independent of each other.
    package let cellCount: Int
    /// The number of equal ones that they count as.
    package let worth: Double
    /// The factor by which weights add up to that number.
    let scale: Double
    /// The number of equal cells that theirs count as, each as the figure that counts most in it.
    package let cellWorth: Double
    /// The sum of the squares of cells' errors ÷ that of figures' errors, weighed: 1 where a cell has one figure.
    ///
    /// The error of a cell adds up those of its figures, with a sign for each measure: a number that starts playback
    /// later and makes stalls shorter goes by what is left of a start less what is left of stalls. It is not known
    /// which signs a parameter has; those are taken that make the sum greatest, so that it is never below 1.
    let dependence: Double

    /// The figures stand by cell.
    package init(_ figures: [Figure]) {
        // In parts of the greatest: where all are equal their number is exact.
        let most = figures.map { $0.weight }.max() ?? 1
        var (cells, greatest) = ([[Figure]](), [Double]())
        for figure in figures {
            let part = figure.weight / most
            if let place = cells.indices.last, cells[place][0].cell == figure.cell {
                cells[place].append(figure)
                greatest[place] = max(greatest[place], part)
            } else {
                cells.append([figure])
                greatest.append(part)
            }
        }
        let own = Self.sums(figures.map { $0.weight / most })
        let ofCells = Self.sums(greatest)
        (count, cellCount) = (figures.count, cells.count)
        (worth, scale) =
            own.squares > 0 ? (own.sum * own.sum / own.squares, own.sum / own.squares / most) : (0, 1)
        cellWorth = ofCells.squares > 0 ? min(worth, ofCells.sum * ofCells.sum / ofCells.squares) : 0
        dependence = Self.dependence(cells, most: most)
    }

    private static func sums(_ parts: [Double]) -> (sum: Double, squares: Double) {
        var (sum, squares) = (0.0, 0.0)
        for part in parts {
            sum += part
            squares += part * part
        }
        return (sum, squares)
    }

    /// Of as many measures all signs take 512 sums.
    private static let mostTried = 10

    /// `most` is the greatest weight.
    private static func dependence(_ cells: [[Figure]], most: Double) -> Double {
        var signs = Array(repeating: 1.0, count: (cells.joined().map { $0.measure }.max() ?? 0) + 1)
        func squares() -> Double {
            cells.reduce(0) { sum, cell in
                let error = cell.reduce(0) { $0 + signs[$1.measure] * ($1.weight / most * $1.error) }
                return sum + error * error
            }
        }
        var greatest = squares()
        // Of up to so many measures all signs are tried, in the order of a Gray code, in which each turns one: all of
        // them turned make no difference. Of more, one at a time is turned, as long as that makes more of it.
        let triesAll = signs.count <= mostTried
        if triesAll {
            for number in 1..<(1 << (signs.count - 1)) {
                signs[number.trailingZeroBitCount].negate()
                greatest = max(greatest, squares())
            }
        }
        var isBetter = !triesAll
        while isBetter {
            isBetter = false
            for measure in signs.indices {
                signs[measure].negate()
                let next = squares()
                if next > greatest { (greatest, isBetter) = (next, true) } else { signs[measure].negate() }
            }
        }
        let apart = cells.joined().reduce(0) { sum, figure in
            let error = figure.weight / most * figure.error
            return sum + error * error
        }
        return apart > 0 ? greatest / apart : 1
    }
}

/// The error up to which a fit is as good as the best.
///
/// Errors that are left are taken for normal, with the variance that they have. Then 90 % of the time the true value of
/// a parameter has an error below min × (1 + t² ÷ (n − p)), with t the quantile of Student's distribution with n − p
/// degrees of freedom. For many cells t² is 2.706, the quantile of chi-square with one. Cells of which nothing was
/// measured and nothing comes, as those without a stall, have no error whatever the scatter is: they are not among
/// the n, or else the scatter of the others would be taken for less than it is.
///
/// Where cells have several figures, the n of the degrees of freedom is that of cells, and the variance is that of
/// cells' errors, as `dependence` adds them up, in the place of that of figures. The rule is ours, after the variance
/// by clusters of Liang and Zeger (1986). In linear fits to three figures a cell, independent or correlated by up to
/// 0.9, it covers 89 % and more: more than it has to where they are independent or cells are few.
package struct FitThreshold: Equatable, Sendable {
    package let error: Double
    /// The standard deviation of what is left.
    package let deviation: Double
    /// The factor by which intervals are wider than if the figures of a cell were independent.
    package let widening: Double

    /// Nothing is measured more sharply than this: one percent.
    private static let leastDeviation = 0.01

    /// Nil where there are no more cells of figures that tell than parameters.
    package init?(least: Double, _ telling: FitTelling, parameters: Int) {
        let (ofFigures, freedom) = (telling.worth - Double(parameters), telling.cellWorth - Double(parameters))
        guard freedom >= 1 else { return nil }
        let variance = max(least * telling.scale / ofFigures, Self.leastDeviation * Self.leastDeviation)
        deviation = variance.squareRoot()
        let t = Student.ninety(freedom: Int(freedom))
        // Where a cell has one figure this is 1 to the last bit.
        let together = telling.dependence * ((telling.cellWorth * ofFigures) / (telling.worth * freedom))
        error = least + t * t * variance * together / telling.scale
        widening = t / Student.ninety(freedom: Int(ofFigures)) * together.squareRoot()
    }
}

extension FitSearch {
    /// The profile of a parameter around the best spot, down to a 64th of its ladder.
    package mutating func profile<Failure: Error>(
        _ parameter: Int, around best: Spot, upTo most: Double, looksAfar: Bool, _ run: FitRun<Failure>
    ) throws(Failure) -> FitProfile {
        let own = problem.parameters[parameter]
        let effect = try effect(of: parameter, at: best, run)
        if own.isChoice { return try choices(parameter, around: best, upTo: most, effect, run) }
        guard effect == .counted else {
            return FitProfile(
                parameter: parameter, low: .init(place: 0, isOpen: true, spot: best),
                high: .init(place: own.count - 1, isOpen: true, spot: best), alone: 0...own.count - 1, asGood: [],
                curve: [best], effect: effect)
        }
        var curve = [best]
        var low = try reach(-1, parameter, best, most, refitting: true, &curve, run)
        var high = try reach(1, parameter, best, most, refitting: true, &curve, run)
        let known = low.place...high.place
        let others = looksAfar ? try afar(parameter, beyond: known, &curve, run) : []
        for spot in others where spot.error <= most {
            if spot.places[parameter] < low.place {
                low = try reach(-1, parameter, spot, most, refitting: true, &curve, run)
            } else if spot.places[parameter] > high.place {
                high = try reach(1, parameter, spot, most, refitting: true, &curve, run)
            }
        }
        var line = [best]
        let first = try reach(-1, parameter, best, most, refitting: false, &line, run)
        let last = try reach(1, parameter, best, most, refitting: false, &line, run)
        // A search that has to be short may miss what was as good with the others as they are.
        return FitProfile(
            parameter: parameter, low: first.place < low.place ? first : low,
            high: last.place > high.place ? last : high, alone: first.place...last.place, asGood: [],
            curve: curve.sorted { $0.places[parameter] < $1.places[parameter] }, effect: .counted)
    }

    /// The profile with the spots that others have come by: where two parameters make up for each other, the way to the
    /// ends of one is found along the other. Whoever does not go on from there runs nothing.
    package mutating func widened<Failure: Error>(
        _ profile: FitProfile, upTo most: Double, goingOn: Bool, _ run: FitRun<Failure>
    ) throws(Failure) -> FitProfile {
        let parameter = profile.parameter
        guard profile.matters, !problem.parameters[parameter].isChoice else { return profile }
        var (curve, low, high) = (profile.curve, profile.low, profile.high)
        let good = visited.filter { loss(problem.setting($0)) <= most }
        if let first = good.min(by: { $0[parameter] < $1[parameter] }), first[parameter] < low.spot.places[parameter]
        {
            let spot = Spot(places: first, error: loss(problem.setting(first)))
            low =
                goingOn
                ? try reach(-1, parameter, spot, most, refitting: true, &curve, run)
                : .init(place: max(0, first[parameter] - 1), isOpen: first[parameter] == 0, spot: spot)
        }
        if let last = good.max(by: { $0[parameter] < $1[parameter] }), last[parameter] > high.spot.places[parameter] {
            let spot = Spot(places: last, error: loss(problem.setting(last)))
            let end = problem.parameters[parameter].count - 1
            high =
                goingOn
                ? try reach(1, parameter, spot, most, refitting: true, &curve, run)
                : .init(place: min(end, last[parameter] + 1), isOpen: last[parameter] == end, spot: spot)
        }
        return FitProfile(
            parameter: parameter, low: low, high: high, alone: profile.alone, asGood: [],
            curve: curve.sorted { $0.places[parameter] < $1.places[parameter] }, effect: .counted)
    }

    /// The best spots with a parameter at places all over its ladder, beyond those between which the fit is known to be
    /// as good: where a stall comes and goes with the place of a segment, it may be as good again behind worse ones.
    private mutating func afar<Failure: Error>(
        _ parameter: Int, beyond known: ClosedRange<Int>, _ curve: inout [Spot], _ run: FitRun<Failure>
    ) throws(Failure) -> [Spot] {
        let count = problem.parameters[parameter].count
        var found: [Spot] = []
        // The more parameters, the longer is the way of each of these.
        let parts = max(4, Self.partsAfar / max(1, problem.parameters.count - 1))
        for part in 0...parts {
            let place = part * (count - 1) / parts
            guard !known.contains(place), !curve.contains(where: { $0.places[parameter] == place }) else { continue }
            let width = count / parts
            let near = visited.filter { abs($0[parameter] - place) <= width }.map {
                Spot(places: $0, error: loss(problem.setting($0)))
            }
            guard var start = near.min(by: { $0.error < $1.error })?.places else { continue }
            start[parameter] = place
            let spot = try spots([start], run)[0]
            found.append(try descend(from: spot, divisor: 8, until: .max, holding: parameter, run))
        }
        curve += found
        return found
    }

    private static let partsAfar = 16

    /// The figures that come out otherwise with other values all over the ladder.
    private mutating func effect<Failure: Error>(
        of parameter: Int, at best: Spot, _ run: FitRun<Failure>
    ) throws(Failure) -> FitProfile.Effect {
        let count = problem.parameters[parameter].count
        let parts = min(8, count - 1)
        let line = (0...max(0, parts)).map { part -> [Int] in
            var places = best.places
            places[parameter] = parts == 0 ? 0 : part * (count - 1) / parts
            return places
        }
        _ = try spots(line, run)
        let own = problem.setting(best.places)
        let (errors, figures) = (errors(own), figures(own))
        if line.contains(where: { self.errors(problem.setting($0)) != errors }) { return .counted }
        return line.contains { self.figures(problem.setting($0)) != figures } ? .uncounted : .none
    }

    /// The end of the interval on a side: the outermost spot with an error up to `most`.
    private mutating func reach<Failure: Error>(
        _ side: Int, _ parameter: Int, _ best: Spot, _ most: Double, refitting: Bool, _ curve: inout [Spot],
        _ run: FitRun<Failure>
    ) throws(Failure) -> FitProfile.End {
        let count = problem.parameters[parameter].count
        // Where nothing lies between two values, the outermost is found itself.
        let grain = problem.parameters[parameter].isFixed ? 1 : max(1, UInt(count / 64))
        let end = side < 0 ? 0 : count - 1
        var (inside, outside, step) = (best, Optional<Int>.none, max(1, count / 16))
        while inside.places[parameter] != end {
            let here = inside.places[parameter]
            var next = min(max(here + side * step, 0), count - 1)
            if let outside {
                guard (outside - here).magnitude > grain else { break }
                next = here + (outside - here) / 2
            }
            let spot = try fitted(parameter, at: next, best, inside, refitting: refitting, most, run)
            curve.append(spot)
            if spot.error <= most {
                (inside, step) = (spot, step * 2)
            } else {
                outside = next
            }
        }
        return .init(place: outside ?? end, isOpen: outside == nil, spot: inside)
    }

    /// The best spot with a parameter at a place, from where the spots before lead.
    private mutating func fitted<Failure: Error>(
        _ parameter: Int, at place: Int, _ best: Spot, _ inside: Spot, refitting: Bool, _ most: Double,
        _ run: FitRun<Failure>
    ) throws(Failure) -> Spot {
        var starts = [inside.places]
        starts[0][parameter] = place
        guard refitting else { return try spots(starts, run)[0] }
        let way = inside.places[parameter] - best.places[parameter]
        if way != 0 {
            var places = inside.places
            for index in places.indices where index != parameter && !problem.parameters[index].isChoice {
                let change = (inside.places[index] - best.places[index]) * (place - inside.places[parameter]) / way
                places[index] = min(max(places[index] + change, 0), problem.parameters[index].count - 1)
            }
            places[parameter] = place
            starts.append(places)
        }
        let seen = try spots(starts, run)
        let start = seen.count > 1 && seen[1].error < seen[0].error ? seen[1] : seen[0]
        return try descend(from: start, divisor: 8, until: 128, holding: parameter, enough: most, run)
    }

    private mutating func choices<Failure: Error>(
        _ parameter: Int, around best: Spot, upTo most: Double, _ effect: FitProfile.Effect, _ run: FitRun<Failure>
    ) throws(Failure) -> FitProfile {
        var curve: [Spot] = []
        for place in 0..<problem.parameters[parameter].count {
            guard place != best.places[parameter] else {
                curve.append(best)
                continue
            }
            var places = best.places
            places[parameter] = place
            let start = try spots([places], run)[0]
            curve.append(try descend(from: start, divisor: 8, until: 64, holding: parameter, run))
        }
        let asGood = curve.filter { $0.error <= most }.map { $0.places[parameter] }
        let place = best.places[parameter]
        func end(_ place: Int) -> FitProfile.End { .init(place: place, isOpen: false, spot: curve[place]) }
        return FitProfile(
            parameter: parameter, low: end(asGood.min() ?? place), high: end(asGood.max() ?? place),
            alone: place...place, asGood: asGood, curve: curve, effect: effect)
    }
}
