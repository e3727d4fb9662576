import PlayerModel

/// The parts of a scenario that its run never came to, because it was over before: only a run shows when that is.
package enum Unreached {
    /// Whether there may be some: then it takes a run to know.
    package static func arePossible(_ scenario: Scenario) -> Bool {
        !scenario.laterParts.isEmpty || !scenario.network.transport.faults.isEmpty
            || scenario.players.contains { !$0.expectations.panels.isEmpty }
    }

    /// Warnings of them: what does not begin, then faults, then panels.
    package static func warnings(_ run: Run) -> [Diagnostic] {
        switch run.outcome.end {
        case .exception, .held: []
        case .nothingMoreHappens, .timeIsUp: laterParts(run) + faults(run) + panels(run)
        }
    }

    /// Of each list the first part that never comes, for all: what has been measured second by second has thousands
    /// behind it.
    private static func laterParts(_ run: Run) -> [Diagnostic] {
        run.scenario.laterParts.compactMap { list in
            let late = list.parts.filter { $0.start > run.outcome.at }
            guard let first = late.first else { return nil }
            let more = late.count - 1
            let others = more == 0 ? "" : ", nor \(more == 1 ? "does the one" : "do the \(more)") behind it"
            let begins = "this \(list.kind.name) begins at \(first.start.inSeconds)"
            return Diagnostic("\(begins), and never comes\(others): \(end(run))", at: first.place)
        }
    }

    /// Faults that hit no request, though there is something that they fit: else the scenario itself has said it.
    private static func faults(_ run: Run) -> [Diagnostic] {
        let outcome = run.outcome
        let all = run.scenario.network.transport.faults
        let vain = zip(run.scenario.faultPlaces, outcome.faultHits.indices).filter { _, index in
            outcome.faultHits[index] == 0 && !run.scenario.resources(fitting: all[index]).isEmpty
        }
        return vain.map { place, index in
            let (misses, matches) = (outcome.faultMisses[index], outcome.faultMatches[index])
            let why = whyNoneIsHit(by: all[index], misses: misses, matches: matches)
            return Diagnostic("nothing goes wrong by this fault: \(why)", at: place)
        }
    }

    /// A fault by chance may have its requests, and hit none of them: with another seed it may.
    private static func whyNoneIsHit(by fault: HTTPFault, misses: Int64, matches: Int64) -> String {
        if misses > 0 { return "a fault before it hits all requests that it would hit" }
        let count = matches - fault.from + 1
        guard fault.chance != nil, count > 0 else { return "the run has no such request" }
        return "chance spares \(count == 1 ? "the one request" : "all \(count) requests") that it could hit"
    }

    /// Warns of panels behind the end, which see what it has left, whatever the time. That is meant soon after it, to
    /// see that it has come, and hardly as far behind it as all of it took. Of a player that waits for ever it is meant
    /// however late: that there is no end shows late alone. And where the clock runs on, no two panels are alike.
    private static func panels(_ run: Run) -> [Diagnostic] {
        let far = run.outcome.at + (run.outcome.at - .zero)
        return run.players.filter { $0.playback.hasEnded && !$0.playback.isMovingAtTheEnd }
            .flatMap { $0.player.expectations.panels }
            .filter { $0.at > far }.map { panel in
                Diagnostic(
                    "at \(panel.at.inSeconds) all is over, so this sees the end, whatever the time: \(end(run))",
                    at: panel.place)
            }
    }

    private static func end(_ run: Run) -> String {
        let at = run.outcome.at.inSeconds
        return run.outcome.end == .timeIsUp ? "the run ends at \(at) (until_s)" : "nothing more happens after \(at)"
    }
}

extension Playback {
    fileprivate var isMovingAtTheEnd: Bool { clock.last?.isMoving ?? false }
}
