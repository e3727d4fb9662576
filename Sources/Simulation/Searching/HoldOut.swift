/// The sessions that settings are chosen on, and those that the chosen one is judged on.
///
/// The best of many is good by luck, too: it is as good elsewhere only if it does well in sessions that had no part in
/// the choice. Halves are taken of what varies: traces, sessions of a population, seeds, or circumstances where nothing
/// is drawn at random. Sessions over one trace are alike, so that whoever knows some of them knows the others: all of
/// them are on one side, in a population as well. Traces and sessions of a population come to a side by `Lot`.
package struct HoldOut: Sendable {
    /// The thing of which one half is held out.
    package enum Kind: String, CaseIterable, Sendable {
        case sessions, traces, seeds, circumstances
        /// There is one session alone.
        case nothing
    }

    package let kind: Kind
    /// The numbers of the sessions to choose on, and of those to judge on; where there is nothing to hold out, all of
    /// them are both.
    package let chosen: [Int]
    package let heldOut: [Int]

    /// `numbers` are those of all sessions, of which `circumstance` says where each is; nil where circumstances have
    /// theirs in turn.
    package init(_ plan: DecisionPlan, _ numbers: Range<Int>, circumstance: ((Int) -> Int)? = nil) {
        let count = max(1, plan.circumstances.count)
        let places = numbers.map { circumstance?($0) ?? $0 % count }
        let ofTraces = Self.tracesOut(plan, places)
        // Of a population each session is one draw; else they are numbered round by round.
        let (isPopulation, hasRounds) = (plan.population != nil, numbers.count / count > 1)
        if ofTraces.contains(where: { $0 != nil }) {
            kind = .traces
        } else if isPopulation {
            kind = .sessions
        } else {
            kind = hasRounds ? .seeds : count > 1 ? .circumstances : .nothing
        }
        if kind == .nothing {
            (chosen, heldOut) = (Array(numbers), Array(numbers))
            return
        }
        let odd = Self.isOdd(plan)
        let first = numbers.lowerBound
        var isOut = numbers.map { number in
            let place = places[number - first]
            return ofTraces[place] ?? (isPopulation ? false : hasRounds ? number / count % 2 == 1 : odd[place])
        }
        if isPopulation {
            for number in Lot.half(of: numbers.filter { ofTraces[places[$0 - first]] == nil }) {
                isOut[number - first] = true
            }
        }
        (chosen, heldOut) = (numbers.filter { !isOut[$0 - first] }, numbers.filter { isOut[$0 - first] })
    }

    /// By circumstance, whether its trace is held out; nil where it has none, or where sessions are over one alone.
    /// `places` are the circumstances of all sessions.
    private static func tracesOut(_ plan: DecisionPlan, _ places: [Int]) -> [Bool?] {
        var isPlayed = plan.circumstances.map { _ in false }
        for place in places { isPlayed[place] = true }
        let names = ByteOrder.once(zip(plan.circumstances, isPlayed).compactMap { $1 ? $0.trace : nil })
        // By their places, and not by their names: these have the folder in them, which may be another elsewhere.
        let out = Lot.half(of: Array(names.indices))
        return plan.circumstances.map { circumstance in
            guard names.count > 1, let trace = circumstance.trace,
                let place = names.firstIndex(where: { $0.isSpelt(trace) })
            else { return nil }
            return out.contains(place)
        }
    }

    /// By circumstance, whether the places of its values add up to an odd number: so each value is on both sides.
    private static func isOdd(_ plan: DecisionPlan) -> [Bool] {
        var known: [[[UInt8]?]] = []
        let isOdd = plan.circumstances.map { circumstance in
            // By bytes, as names of traces are told apart.
            let values = ([circumstance.path] + circumstance.settings).map { $0.map { Array($0.utf8) } }
            while known.count < values.count { known.append([]) }
            var sum = 0
            for (axis, value) in values.enumerated() {
                if !known[axis].contains(value) { known[axis].append(value) }
                sum += known[axis].firstIndex(of: value) ?? 0
            }
            return sum % 2 == 1
        }
        // Keys in each other's place may change together.
        return isOdd.contains(true) && isOdd.contains(false) ? isOdd : isOdd.indices.map { $0 % 2 == 1 }
    }
}
