import Simulation

/// The sessions of a tuning: those to choose settings on, and those to judge the chosen ones on.
struct TuneRuns {
    let holdOut: HoldOut.Kind
    /// The circumstances of all sessions, without choices.
    let plan: DecisionPlan
    /// The numbers of the sessions to choose on, and of those held out.
    let chosen: [Int]
    let heldOut: [Int]
    private let request: TuneRequest

    /// More settings than this are not held at once, with all their scenarios.
    private static let mostSettings = 16

    init(_ request: TuneRequest) throws(LoadError) {
        self.request = request
        let parameters = request.parameters
        // Whether anything is drawn at random may be another thing with the least values and with the greatest.
        let settings = [
            parameters.map { $0.key.own }, parameters.map { $0.values.first ?? $0.key.own },
            parameters.map { $0.values.last ?? $0.key.own },
        ]
        let runs = try Self.runs(request, settings)
        if let metric = request.base.named.first(where: { $0.isOfLive }), !runs.places.isLive {
            throw .nothingIsLive(metric)
        }
        plan = runs.plan
        let own = HoldOut(runs.plan, runs.numbers, circumstance: runs.places.place)
        (holdOut, chosen, heldOut) = (own.kind, own.chosen, own.heldOut)
        guard !chosen.isEmpty, !heldOut.isEmpty else {
            throw .usage(
                "1 session cannot be halved, into those to choose on and those to judge on; give --seeds 2 or more")
        }
    }

    /// Sessions with each of some settings; an error where a scenario cannot be read with one of them.
    private static func runs(_ request: TuneRequest, _ settings: [[Int64]]) throws(LoadError) -> DecisionRuns {
        let choices = settings.map { setting in zip(request.parameters, setting).map { $0.text($1) } }
        let own = DecisionRequest(
            request.base, settings: request.base.settings, keys: request.base.choiceKeys, choices: choices,
            metrics: request.base.metrics, named: request.base.named)
        let places = DecisionPlaces(own)
        guard places.problems.code == .asExpected, !places.all.isEmpty else {
            throw LoadError(message: places.problems.text, code: places.problems.code)
        }
        return DecisionRuns(own, places)
    }

    /// The results of settings in the sessions to choose on.
    func trials(_ settings: [[Int64]]) throws(LoadError) -> [Trial] {
        var trials: [Trial] = []
        let own = request.parameters.map { $0.key.own }
        for start in stride(from: 0, to: settings.count, by: Self.mostSettings) {
            let some = [own] + settings[start..<min(settings.count, start + Self.mostSettings)]
            var summaries = some.map { DecisionSummary(plan([$0])) }
            var isSame = some.map { _ in true }
            try play(some, chosen) { session in
                for (choice, outcome) in session.outcomes.enumerated() {
                    if outcome != session.outcomes[0] { isSame[choice] = false }
                    summaries[choice].add(
                        DecisionSession(
                            number: session.number, circumstance: session.circumstance, seed: session.seed,
                            player: session.player, outcomes: [outcome]))
                }
            }
            guard summaries[0].sessionCount > 0 else { throw .nobody }
            for choice in some.indices.dropFirst() {
                trials.append(
                    Trial(
                        setting: some[choice],
                        values: request.objectives.map { summaries[choice].values($0)[0] }, isSame: isSame[choice],
                        starts: summaries[choice].mishaps.notStarted[0] < summaries[choice].sessionCount,
                        isCutOff: summaries[choice].cutOff[0] > 0,
                        share: { summaries[choice].share($0.count(in: summaries[choice])) },
                        isWorse: { $0.count(in: summaries[choice]) > $0.count(in: summaries[0]) }))
            }
        }
        return trials
    }

    /// Settings in the sessions held out, beside the first of them.
    func judge(_ settings: [[Int64]]) throws(LoadError) -> DecisionSummary {
        var summary = DecisionSummary(plan(settings))
        try play(settings, heldOut) { summary.add($0) }
        guard summary.sessionCount > 0 else { throw .nobody }
        return summary
    }

    /// The plan with settings as its choices, by names that a sentence can begin with.
    private func plan(_ settings: [[Int64]]) -> DecisionPlan {
        DecisionPlan(
            choiceKeys: ["setting"], choices: settings.map { [Tuning.label($0, request.parameters)] }, baseline: 0,
            circumstanceKeys: plan.circumstanceKeys, circumstances: plan.circumstances, metrics: plan.metrics,
            population: plan.population, viewersMayLeave: plan.viewersMayLeave)
    }

    private func play(_ settings: [[Int64]], _ numbers: [Int], _ take: (DecisionSession) -> Void) throws(LoadError) {
        var runs = try Self.runs(request, settings)
        request.base.progress?.begin(numbers.count)
        for start in stride(from: 0, to: numbers.count, by: DecisionRuns.batchSize) {
            for outcome in runs.run(numbers[start..<min(numbers.count, start + DecisionRuns.batchSize)]) {
                switch outcome {
                case .failure(_, let error): throw error
                case .sessions(_, let sessions): for session in sessions { take(session) }
                }
            }
        }
    }
}

extension LoadError {
    fileprivate static let nobody = LoadError(
        message: "nobody asks to play: there is nothing to tune by\n", code: .badData)
}

extension Drawback {
    /// The sessions of the first choice in which it shows.
    fileprivate func count(in summary: DecisionSummary) -> Int { summary.mishaps.counts(of: metric)?[0] ?? 0 }
}
