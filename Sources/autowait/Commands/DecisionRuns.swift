import Simulation

/// The sessions of a decision: each circumstance with each seed, and in it every choice.
///
/// Sessions are numbered through, one of each circumstance and then the next of each, and a session's seed is its
/// number from 1 on: so no two share their luck but those that are compared, and `autowait run --seed` repeats any.
struct DecisionRuns {
    private typealias Played = Result<[SessionOutcome?], SessionError>

    /// A session that was run with every choice: one for each player that all choices ask to play; or what went wrong.
    enum Outcome: Sendable {
        case sessions(number: Int, [DecisionSession])
        case failure(number: Int, LoadError)
    }

    let request: DecisionRequest
    private(set) var places: DecisionPlaces
    let plan: DecisionPlan
    /// The numbers of all sessions.
    let numbers: Range<Int>
    /// By circumstance and choice, the first run, where it stands for those of all seeds.
    private let firsts: [Played?]
    /// By choice, the first that differs from it in `keepUp` alone.
    private let families: [Int]

    /// Sessions are run in batches of so many, so that memory does not grow with them.
    static let batchSize = 2048

    /// Runs one session of each circumstance, of which there is one at least, to see whether anything is drawn in it.
    init(_ request: DecisionRequest, _ places: DecisionPlaces) {
        self.request = request
        self.places = places
        families = request.families
        let first = request.seeds?.lowerBound ?? 1
        var last = request.seeds?.upperBound ?? first
        var isExact = places.all.map { _ in false }
        if places.isDrawn {
            (firsts, numbers) = ([], first - 1..<last)
        } else {
            let (choices, count) = (request.choices.count, places.all.count)
            let seeds = places.all.indices.map { place in
                request.seeds == nil ? places[place].scenarios[0].seed : UInt64((first - 1) * count + place + 1)
            }
            let runs = Workers.map(count * choices, jobs: request.jobs, progress: request.progress) { index in
                let own = (family: 0, scenario: places[index / choices].scenarios[index % choices])
                return Self.run([own], seeds[index / choices], request)[0]
            }
            firsts = runs.map { $0.isRandom ? nil : $0.played }
            isExact = places.all.indices.map { place in
                (0..<choices).allSatisfy { !runs[place * choices + $0].isRandom }
            }
            // Where no seed makes a difference anywhere, one of them is all.
            if isExact.allSatisfy({ $0 }) { last = first }
            numbers = (first - 1) * count..<last * count
        }
        var plan = DecisionPlan(
            choiceKeys: request.choiceKeys, choices: request.choices, baseline: request.baseline,
            circumstanceKeys: places.keys, circumstances: places.circumstances(isExact: isExact),
            metrics: request.metrics(isLive: places.isLive), population: request.population?.drawn,
            viewersMayLeave: places.viewersMayLeave, settings: request.settings, folders: request.folders)
        plan.unasked = plan.metrics.filter { request.unasked.contains($0) }
        self.plan = plan
    }

    /// One session with some of its choices, which have the same network, and it is made up once. Of a family, whose
    /// choices differ in `keepUp` alone, those are run whose rules do not agree.
    private static func run(
        _ own: [(family: Int, scenario: Scenario)], _ seed: UInt64, _ request: DecisionRequest
    ) -> [(played: Played, isRandom: Bool)] {
        var first: Scenario?
        var results: [(played: Played, isRandom: Bool)?] = own.map { _ in nil }
        for place in own.indices where results[place] == nil {
            var scenario = own[place].scenario
            scenario.seed = seed
            let drawn = scenario.drawn(like: first)
            first = first ?? drawn
            let kin = own.indices.filter {
                $0 > place && results[$0] == nil && own[$0].family == own[place].family
            }
            let run = run(drawn, beside: kin.map { own[$0].scenario }, request)
            results[place] = (run.played, run.isRandom)
            for (other, isSame) in zip(kin, run.standsFor) where isSame { results[other] = results[place] }
        }
        return results.compactMap { $0 }
    }

    private static func run(
        _ drawn: Scenario, beside others: [Scenario], _ request: DecisionRequest
    ) -> (played: Played, isRandom: Bool, standsFor: [Bool]) {
        do throws(SessionError) {
            var run = try Run(drawn, beside: others)
            if request.metrics.contains(where: { $0.needsGoldilocks }) { try run.findGoldilocks() }
            return (.success(run.ownPlayers.map { SessionOutcome($0) }), run.dependsOnSeed, run.standsFor)
        } catch {
            return (.failure(error), true, [])
        }
    }

    func seed(of number: Int) -> UInt64 {
        request.seeds == nil ? places[places.place(of: number)].scenarios[0].seed : UInt64(SessionLines.shown(number))
    }

    /// These sessions as a source.
    func source(_ numbers: [Int]) -> DecisionReply.Source {
        let size = Self.batchSize
        var runs = self
        return DecisionReply.Source(
            plan: plan, sessions: self.numbers, inputs: request.inputs,
            batchCount: (numbers.count + size - 1) / size
        ) { runs.run(numbers[$0 * size..<min(numbers.count, ($0 + 1) * size)]) }
    }

    /// Runs some of the sessions, and gives them in the order of `numbers`.
    mutating func run(_ numbers: ArraySlice<Int>) -> [Outcome] {
        let own = numbers.map(places.place)
        places.hold(own)
        let (choices, request) = (request.choices.count, request)
        let (places, firsts, families) = (places, firsts, families)
        let seeds = numbers.map(seed)
        // A session is one piece of work, so that what its choices share is made once; of few sessions each choice is.
        let pieces = numbers.count >= 4 * request.jobs ? 1 : choices
        let runs = Workers.map(numbers.count * pieces, jobs: request.jobs) { index -> [Played] in
            defer { if index % pieces == 0 { request.progress?.step() } }
            let place = own[index / pieces]
            let part = pieces == 1 ? 0..<choices : index % pieces..<index % pieces + 1
            var played = part.map { firsts.isEmpty ? nil : firsts[place * choices + $0] }
            guard !places[place].scenarios.isEmpty else { return part.map { _ in .success([]) } }
            let missing = zip(played.indices, part).filter { played[$0.0] == nil }
            let own = missing.map { (family: families[$0.1], scenario: places[place].scenarios[$0.1]) }
            let runs = Self.run(own, seeds[index / pieces], request)
            for (one, run) in zip(missing, runs) { played[one.0] = run.played }
            return played.compactMap { $0 }
        }.flatMap { $0 }
        return numbers.enumerated().map { offset, number in
            outcome(number, own[offset], seeds[offset], runs[offset * choices..<(offset + 1) * choices])
        }
    }

    private func outcome(_ number: Int, _ place: Int, _ seed: UInt64, _ own: ArraySlice<Played>) -> Outcome {
        if let problem = places[place].problem { return .failure(number: number, problem) }
        var played: [[SessionOutcome?]] = []
        for (choice, result) in own.enumerated() {
            switch result {
            case .success(let outcomes): played.append(outcomes)
            case .failure(let error): return .failure(number: number, problem(error, place, choice))
            }
        }
        let names = places[place].scenarios.first?.ownPlayers.map { $0.name } ?? []
        let least = played.map { $0.count }.min() ?? 0
        return .sessions(
            number: number,
            (0..<least).compactMap { player in
                let outcomes = played.compactMap { $0[player] }
                guard outcomes.count == played.count else { return nil }
                return DecisionSession(
                    number: number, circumstance: place, seed: seed, player: names.count > 1 ? names[player] : nil,
                    outcomes: outcomes)
            })
    }

    private func problem(_ error: SessionError, _ place: Int, _ choice: Int) -> LoadError {
        let own = places[place]
        let over = zip(plan.circumstanceKeys, own.names).compactMap { key, value in value.map { "\(key)=\($0)" } }
        let words = zip(request.choiceKeys, request.choices[choice]).map { "\($0)=\($1)" }
        let with = (over + words).joined(separator: ", ")
        return LoadError(Files.shown(request.files[own.file]), "with \(with): \(error.message)")
    }
}
