/// The sessions that settings are chosen on, and those that the chosen one is judged on.
///
/// The best of many is good by luck, too: it is as good elsewhere only if it does well in sessions that had no part in
/// the choice. Halves are taken of what varies: sessions of a population, traces, seeds, or circumstances where nothing
/// is drawn at random.
package struct HoldOut: Sendable {
    /// The thing of which one half is held out.
    package enum Kind: String, CaseIterable, Sendable {
        case sessions, traces, seeds, circumstances
        /// There is one session alone.
        case nothing
    }

    package let kind: Kind
    /// By circumstance, whether it is held out; nil where its seeds decide.
    private let isOut: [Bool?]

    /// `numbers` are those of all sessions.
    package init(_ plan: DecisionPlan, _ numbers: Range<Int>) {
        let circumstances = plan.circumstances
        let rounds = numbers.count / max(1, circumstances.count)
        guard plan.population == nil else {
            (kind, isOut) = (.sessions, [])
            return
        }
        var names: [String] = []
        for case let trace? in circumstances.map({ $0.trace }) where !names.contains(trace) { names.append(trace) }
        names.sort { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        let odd = Self.isOdd(plan)
        if names.count > 1 {
            kind = .traces
            isOut = circumstances.indices.map { place in
                if let trace = circumstances[place].trace { return (names.firstIndex(of: trace) ?? 0) % 2 == 1 }
                return rounds > 1 ? nil : odd[place]
            }
        } else if rounds > 1 {
            (kind, isOut) = (.seeds, circumstances.map { _ in nil })
        } else {
            (kind, isOut) = (circumstances.count > 1 ? .circumstances : .nothing, odd.map { $0 })
        }
    }

    /// By circumstance, whether the places of its values add up to an odd number: so each value is on both sides.
    private static func isOdd(_ plan: DecisionPlan) -> [Bool] {
        var known: [[String?]] = []
        let isOdd = plan.circumstances.map { circumstance in
            let values: [String?] = [circumstance.path] + circumstance.settings
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

    /// The numbers of the sessions to choose on, and of those to judge on; where there is nothing to hold out, all of
    /// them are both.
    package func halves(_ numbers: Range<Int>) -> (chosen: [Int], heldOut: [Int]) {
        if kind == .nothing { return (Array(numbers), Array(numbers)) }
        let isHeldOut = numbers.map { number -> Bool in
            guard !isOut.isEmpty else { return number % 2 == 1 }
            return isOut[number % isOut.count] ?? (number / isOut.count % 2 == 1)
        }
        return (
            zip(numbers, isHeldOut).filter { !$1 }.map { $0.0 }, zip(numbers, isHeldOut).filter { $1 }.map { $0.0 }
        )
    }
}
