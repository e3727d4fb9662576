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
        let (hits, misses) = (run.outcome.faultHits, run.outcome.faultMisses)
        let all = run.scenario.network.transport.faults
        let vain = zip(run.scenario.faultPlaces, hits.indices).filter { _, index in
            hits[index] == 0 && !run.scenario.resources(fitting: all[index]).isEmpty
        }
        return vain.map { place, index in
            let none = "the run has no such request"
            let why = misses[index] > 0 ? "a fault before it hits all requests that it would hit" : none
            return Diagnostic("nothing goes wrong by this fault: \(why)", at: place)
        }
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
