import PlayerModel

/// The actions of a script that wait for something: whether it can ever come, as far as the script alone tells.
extension ScenarioPlayer {
    /// `whyNoneFails` says why no request of the player fails; nil where one may.
    func checkWaiting(_ drafts: [Placed<ActionDraft>], whyNoneFails: String?, _ judgement: inout Judgement) {
        let timings = drafts.map { $0.value.timing }
        for index in NameIndex(timings.map { $0.name?.value }).repeated {
            guard let name = timings[index].name else { continue }
            judgement.report("there is another action '\(name.value)'", name.place)
        }
        // Of media that is still to be read nobody knows how far it is played, nor where the playhead jumps.
        guard !judgement.hasStandIn, script.contains(where: { $0.trigger != nil }) else { return }
        let reach = ScriptReach(self, until: judgement.until, whyNoneFails: whyNoneFails)
        let circles = Circles(reach.awaitedInVain)
        for index in script.indices where !reach.comes(index) {
            guard let place = timings[index].conditionPlace, let trigger = script[index].trigger else { continue }
            if let other = circles.next(on: index) {
                let there = timings[other].conditionPlace ?? place
                judgement.report(
                    other == index
                        ? "the action waits for itself, so it never comes"
                        : "the action waits for one that waits for this one (line \(there.line), column "
                            + "\(there.column)), so neither ever comes",
                    place)
            } else if let why = reach.obstacle(to: trigger.condition) {
                judgement.warn("this never comes true: \(why)", place)
            }
        }
        for (action, timing) in zip(script, timings) where action.trigger?.every != nil {
            guard let place = timing.conditionPlace, action.trigger?.condition.hasEvent ?? false else { continue }
            judgement.warn(
                "an app that polls sees an event only where it looks in the very nanosecond of it; leave 'every_s' out",
                place)
        }
        warnOfLateLimits(timings, &judgement)
    }

    /// The first variant that a report names is chosen from what the script says by the clock before the item comes.
    private func warnOfLateLimits(_ timings: [TimingDraft], _ judgement: inout Judgement) {
        for index in 0..<(firstArrival ?? 0) {
            guard case .limit = script[index].operation, let place = timings[index].conditionPlace else { continue }
            judgement.warn(
                "it is not known before the run when this happens, so the first variant of the report is chosen "
                    + "without it", place)
        }
    }
}

extension Condition {
    fileprivate var hasEvent: Bool {
        if case .event = self { return true }
        return parts.contains { $0.hasEvent }
    }
}
