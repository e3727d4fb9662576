import PlayerModel

/// The first difference between two runs.
package struct FirstDifference: Equatable, Sendable {
    /// The number of lines that are shown before and after.
    private static let context = 3

    package let before: [LogLine]
    /// The lines of the first run from the difference on; empty where it is over.
    package let first: [LogLine]
    package let second: [LogLine]
    /// The outcome of the first run, where its lines are not all shown.
    package let firstEnd: LogOutcome?
    package let secondEnd: LogOutcome?

    package indirect enum Subject: Sendable {
        case log(RunLog, Scenario)
        case scenario(Scenario)

        package var scenario: Scenario {
            switch self {
            case .log(_, let scenario), .scenario(let scenario): scenario
            }
        }
    }

    package enum Verdict: Equatable, Sendable {
        /// Both runs have the same entries and this outcome.
        case same(LogOutcome)
        /// Both did the same, but number otherwise what they fetch: so their digests differ.
        case alike(LogOutcome, LogOutcome)
        case different(FirstDifference)
    }

    /// Compares two runs until they differ. Actions are compared by what they do, not by their numbers alone; what is
    /// fetched, and variants, by what they are, and pathways and hosts by their names, whatever their numbers.
    package static func find(_ first: Subject, _ second: Subject) throws(SessionError) -> Verdict {
        let (left, right) = (first.scenario.drawn(), second.scenario.drawn())
        switch (first, second) {
        case (.log(let a, _), .log(let b, _)): return try find(RecordedEntries(a), RecordedEntries(b), left, right)
        case (.log(let a, _), .scenario(let b)): return try find(RecordedEntries(a), RunningEntries(b), left, right)
        case (.scenario(let a), .log(let b, _)): return try find(RunningEntries(a), RecordedEntries(b), left, right)
        case (.scenario(let a), .scenario(let b)): return try find(RunningEntries(a), RunningEntries(b), left, right)
        }
    }

    private static func find(
        _ first: some EntrySource, _ second: some EntrySource, _ left: Scenario, _ right: Scenario
    ) throws(SessionError) -> Verdict {
        var (first, second) = (first, second)
        let renumbering = Renumbering(from: left, to: right)
        var before: [LogLine] = []
        while true {
            let (a, b) = (try first.next(), try second.next())
            if let a, let b, isSame(a.entry, b.entry, left, right, renumbering) {
                before.append(a)
                // Cut now and then, and not at every line.
                if before.count > 64 { before.removeFirst(before.count - context) }
                continue
            }
            if a == nil, b == nil, let end = first.outcome, let other = second.outcome {
                if end.isSame(as: other) { return .same(end) }
                if !renumbering.changesNothing, end.isAlike(other) { return .alike(end, other) }
            }
            let (ofFirst, ofSecond) = (try rest(a, of: &first), try rest(b, of: &second))
            return .different(
                FirstDifference(
                    before: Array(before.suffix(context)), first: ofFirst, second: ofSecond,
                    firstEnd: ofFirst.count > context ? nil : first.outcome,
                    secondEnd: ofSecond.count > context ? nil : second.outcome))
        }
    }

    /// A line that differs, and some that follow it.
    private static func rest(_ line: LogLine?, of source: inout some EntrySource) throws(SessionError) -> [LogLine] {
        guard let line else { return [] }
        var lines = [line]
        while lines.count <= context, let next = try source.next() { lines.append(next) }
        return lines
    }

    private static func isSame(
        _ first: Trace.Entry, _ second: Trace.Entry, _ left: Scenario, _ right: Scenario, _ renumbering: Renumbering
    ) -> Bool {
        guard renumbering.isSame(first, as: second) else { return false }
        guard case .action(let index) = first.record else { return true }
        return left.call(first.player, index) == right.call(second.player, index)
    }
}

extension Scenario {
    /// The operation of an action, or nil where there is none of that number.
    fileprivate func call(_ player: Int16, _ index: Int32) -> Action.Operation? {
        guard players.indices.contains(Int(player)) else { return nil }
        let script = players[Int(player)].script
        return script.indices.contains(Int(index)) ? script[Int(index)].operation : nil
    }
}
