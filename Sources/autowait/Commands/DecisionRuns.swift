import Simulation

/// The runs of a decision: each circumstance with each seed, and in it every choice.
///
/// Sessions are numbered through, one of each circumstance and then the next of each, and a session's seed is its
/// number: so no two share their luck but those that are compared, and `autowait run --seed` repeats any of them.
struct DecisionRuns {
    private typealias Played = Result<[SessionOutcome?], SessionError>

    /// A circumstance with the scenario of every choice.
    private struct Place: Sendable {
        let file: Int
        let settings: [String?]
        let scenarios: [Scenario]
    }

    let request: DecisionRequest
    private(set) var problems = CompareCommand.Problems()

    init(_ request: DecisionRequest) { self.request = request }

    mutating func reply() -> Reply {
        let places = load()
        let decision = places.isEmpty ? nil : play(places)
        guard let decision, !decision.sessions.isEmpty else {
            let words = problems.text.isEmpty ? "nobody asks to play: there is nothing to decide by\n" : problems.text
            return Reply(errors: request.notes + words, code: max(problems.code, .badData))
        }
        let output: String
        switch request.format {
        case .text: output = DecisionText.text(decision)
        case .json: output = DecisionLines.json(decision)
        case .jsonl: output = DecisionLines.jsonLines(decision)
        case .csv: output = DecisionLines.csv(decision)
        case .csvSummary: output = DecisionLines.summary(decision)
        }
        return Reply(
            output: output, look: request.format == .text ? .text : .exact, errors: request.notes + problems.text,
            code: problems.code)
    }

    /// The circumstances that can be read with every choice: one that cannot is left out for all of them.
    private mutating func load() -> [Place] {
        let request = request
        let jobs = request.files.indices.flatMap { file in request.circumstances[file].map { (file, $0) } }
        let count = request.choices.count
        let loaded = Workers.map(jobs.count * count, jobs: request.jobs) { index in
            let (file, values) = jobs[index / count]
            let over = zip(request.axes.keys, values).compactMap { key, value in
                value.map { ScenarioReader.Setting(path: key, value: $0, option: .over) }
            }
            let varied = zip(request.choiceKeys, request.choices[index % count]).map {
                ScenarioReader.Setting(path: $0, value: $1, option: .vary)
            }
            return Result { () throws(LoadError) in
                try ScenarioFile.load(
                    request.files[file], settings: request.settings + over + varied, folders: request.folders)
            }
        }
        var places: [Place] = []
        for (index, job) in jobs.enumerated() {
            var scenarios: [Scenario] = []
            for result in loaded[index * count..<(index + 1) * count] {
                switch result {
                case .success(let scenario): scenarios.append(scenario)
                case .failure(let error): problems.add(error)
                }
            }
            if scenarios.count == count {
                places.append(Place(file: job.0, settings: job.1, scenarios: scenarios))
            }
        }
        return places
    }

    private mutating func play(_ places: [Place]) -> Decision {
        let (choices, seeds, request) = (request.choices.count, request.seedCount ?? 1, request)
        let hasOwnSeed = request.seedCount == nil
        let needsGoldilocks = request.metrics.contains { $0.needsGoldilocks }
        /// The seed of a circumstance's session.
        func seed(_ place: Int, _ number: Int) -> UInt64 {
            hasOwnSeed ? places[place].scenarios[0].seed : UInt64(number * places.count + place + 1)
        }
        let run: @Sendable (Int, Int, UInt64) -> (played: Played, isRandom: Bool) = { place, choice, seed in
            var scenario = places[place].scenarios[choice]
            scenario.seed = seed
            do throws(SessionError) {
                var run = try Run(scenario)
                if needsGoldilocks { try run.findGoldilocks() }
                return (.success(run.players.map { SessionOutcome($0) }), run.dependsOnSeed)
            } catch {
                return (.failure(error), true)
            }
        }
        let firstSeeds = places.indices.map { seed($0, 0) }
        let firsts = Workers.map(places.count * choices, jobs: request.jobs, progress: request.progress) {
            run($0 / choices, $0 % choices, firstSeeds[$0 / choices])
        }
        let isExact = places.indices.map { place in
            (0..<choices).allSatisfy { !firsts[place * choices + $0].isRandom }
        }
        // Where no seed makes a difference anywhere, one of them is all.
        let count = isExact.allSatisfy { $0 } ? 1 : seeds
        let seedsOfAll = (0..<count).flatMap { number in places.indices.map { seed($0, number) } }
        let all = Workers.map(count * places.count * choices, jobs: request.jobs, progress: request.progress) {
            index in
            let first = firsts[index % (places.count * choices)]
            let session = index / choices
            if session < places.count || !first.isRandom { return first.played }
            return run(session % places.count, index % choices, seedsOfAll[session]).played
        }
        let circumstances = zip(places, isExact).map { place, isExact in
            let (file, plan) = (request.files[place.file], place.scenarios[0].network)
            let trace = plan.trace.map { Files.folder(of: file) + $0 }
            return Circumstance(
                path: Files.shown(file), name: place.scenarios[0].name, settings: place.settings, trace: trace,
                isExact: isExact)
        }
        var sessions: [DecisionSession] = []
        for session in 0..<count * places.count {
            let own = all[session * choices..<(session + 1) * choices]
            let seed = seedsOfAll[session]
            sessions += self.sessions(own, session % places.count, seed, places)
        }
        return Decision(
            choiceKeys: request.choiceKeys, choices: request.choices, baseline: request.baseline,
            circumstanceKeys: request.axes.keys, circumstances: circumstances, metrics: request.metrics,
            sessions: sessions)
    }

    /// The sessions of one run under each choice: one for each player that every choice asks to play.
    private mutating func sessions(
        _ own: ArraySlice<Played>, _ place: Int, _ seed: UInt64, _ places: [Place]
    ) -> [DecisionSession] {
        var played: [[SessionOutcome?]] = []
        for (choice, result) in own.enumerated() {
            switch result {
            case .success(let outcomes): played.append(outcomes)
            case .failure(let error):
                let words = zip(request.choiceKeys, request.choices[choice]).map { "\($0)=\($1)" }
                let over = zip(request.axes.keys, places[place].settings).compactMap { key, value in
                    value.map { "\(key)=\($0)" }
                }
                let with = (over + words).joined(separator: ", ")
                problems.add(
                    LoadError(Files.shown(request.files[places[place].file]), "with \(with): \(error.message)"))
            }
        }
        guard played.count == own.count, let least = played.map({ $0.count }).min() else { return [] }
        let names = places[place].scenarios[0].players.map { $0.name }
        return (0..<least).compactMap { player in
            let outcomes = played.compactMap { $0[player] }
            guard outcomes.count == played.count else { return nil }
            return DecisionSession(
                circumstance: place, seed: seed, player: names.count > 1 ? names[player] : nil, outcomes: outcomes)
        }
    }
}
