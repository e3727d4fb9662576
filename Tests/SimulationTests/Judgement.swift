import PlayerModel

@testable import Simulation

/// The judgement of a scenario's run: watched, repeated, cut off, and traced otherwise.
enum Judgement {
    /// The fault of a random scenario's run, or nil.
    static func of(_ scenario: Scenario) -> String? {
        do {
            return try judged(scenario).objection
        } catch {
            return "\(error)"
        }
    }

    /// A scenario's run, and its fault, or nil; of a run that has one before its end there is no more than that.
    static func judged(_ scenario: Scenario) throws -> (run: Run?, objection: String?) {
        var scenario = scenario.drawn()
        scenario.prepare()
        var session = Session(scenario, tracing: .facts)
        let referee = Referee(session, scenario)
        var ending: Outcome?
        while ending == nil {
            ending = try session.step()
            if ending == nil, let objection = referee.objection(session) {
                return (nil, "\(objection), at \(session.now.nanoseconds) ns")
            }
        }
        guard let ending else { return (nil, "no end") }
        let run = Run(scenario: scenario, outcome: ending, trace: session.trace, glances: session.glances)
        if let objection = referee.objection(session, ending) { return (run, "\(objection), at the end") }
        return (run, try objection(run))
    }

    /// The same again, in one go and traced otherwise, must come to the same; and what is read from what was watched
    /// must make sense.
    private static func objection(_ run: Run) throws -> String? {
        let scenario = run.scenario
        let traced = try Run(scenario, tracing: .events)
        if traced.outcome != run.outcome { return "a run in one go ends otherwise" }
        if traced.digest.value != run.digest.value { return "another digest" }
        var untraced = Session(scenario, tracing: .nothing)
        if try untraced.run() != run.outcome { return "a run without a trace ends otherwise" }
        if let objection = try objection(toStepsOf: run) { return objection }
        if let objection = LogJudgement.objection(to: run) { return objection }
        let metrics = run.player(0).metrics
        for (metric, value) in zip(Metric.all, metrics) where (value ?? 0) < 0 && !metric.isScore {
            return "\(metric.name) is negative"
        }
        for name in ["played_time_s", "stall_time_s", "waiting_time_s"] {
            let index = Metric.all.firstIndex { $0.name == name }!
            if metrics[index] ?? 0 > scenario.until.nanoseconds { return "\(name) is longer than the run" }
        }
        return nil
    }

    /// Packets, and changes of the network, taken one by one must come to the same as many in one go; and what was cut
    /// off must be the beginning of what was not.
    private static func objection(toStepsOf run: Run) throws -> String? {
        var single = Session(run.scenario, tracing: .facts)
        single.takesPacketsTogether = false
        let ending = try single.run()
        if ending.end != run.outcome.end || ending.at != run.outcome.at { return "steps one by one end otherwise" }
        if let objection = difference(single.trace.entries[...], run.trace.entries[...]) {
            return "steps one by one: \(objection)"
        }
        guard run.outcome.at > .zero else { return nil }
        var shorter = run.scenario
        shorter.until = Instant(nanoseconds: run.outcome.at.nanoseconds * 2 / 3)
        let cut = try Run(shorter)
        let until = run.trace.entries.firstIndex { $0.at > shorter.until } ?? run.trace.entries.endIndex
        if cut.outcome.at > shorter.until { return "a shorter run ends late" }
        if let objection = difference(cut.trace.entries[...], run.trace.entries[..<until]) {
            return "a shorter run: \(objection)"
        }
        return nil
    }

    /// The first difference of two traces, or nil.
    private static func difference(
        _ left: ArraySlice<Trace.Entry>, _ right: ArraySlice<Trace.Entry>
    ) -> String? {
        for (one, other) in zip(left, right) {
            var (digest, another) = (Digest(), Digest())
            one.mix(into: &digest)
            other.mix(into: &another)
            if digest.value != another.value { return "\(one) is \(other)" }
        }
        return left.count == right.count ? nil : "\(left.count) entries are \(right.count)"
    }
}
