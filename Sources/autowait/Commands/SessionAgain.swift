import Simulation

/// A session of a decision, played once more with one of the choices.
struct SessionAgain {
    /// The timeline; nil where the session cannot be played here.
    let lanes: Lanes?
    /// The words of a shell that repeat it.
    let command: String

    /// Plays a session that these runs had.
    init(_ session: DecisionSession, _ choice: Int, of runs: DecisionRuns) {
        let request = runs.request
        var places = runs.places
        places.hold([session.circumstance])
        let place = places[session.circumstance]
        lanes = place.scenarios.indices.contains(choice) ? Self.lanes(place.scenarios[choice], session) : nil
        let varied = zip(request.choiceKeys, request.choices[choice]).map { (key: $0, value: $1) }
        let settings = (request.settings + place.settings).map { (key: $0.path, value: $0.value) } + varied
        let file = request.files[place.file]
        command = Self.command(file, settings, session.seed, request.folders)
    }

    /// The command alone, for a session whose scenario is not here. The settings of a population are not known then,
    /// but whoever has it can draw the session again.
    init(_ session: DecisionSession, _ choice: Int, of plan: DecisionPlan) {
        lanes = nil
        let circumstance = plan.circumstances[session.circumstance]
        let set = plan.settings.map { (key: $0.path, value: $0.value) }
        guard let population = plan.population else {
            let own = zip(plan.circumstanceKeys, circumstance.settings).compactMap { key, value in
                value.map { (key: key, value: $0) }
            }
            let varied = zip(plan.choiceKeys, plan.choices[choice]).map { (key: $0, value: $1) }
            command = Self.command(circumstance.path, set + own + varied, session.seed, plan.folders)
            return
        }
        var words = ["autowait", "compare", circumstance.path.shellOperand] + Self.words(setting: set)
        for (place, key) in plan.choiceKeys.enumerated() {
            var values: [String] = []
            for choice in plan.choices where !values.contains(choice[place]) { values.append(choice[place]) }
            words += ["--vary", "\(key)=\(values.joined(separator: ",").shellWord)"]
        }
        let number = SessionLines.shown(session.number)
        if plan.baseline > 0 {
            words += ["--baseline", plan.choices[plan.baseline].joined(separator: ",").shellWord]
        }
        words += ["--population", population.name.shellWord, "--seeds", "\(number)..\(number)"]
        words += Self.words(allowing: plan.folders, to: circumstance.path) + ["--format", "html"]
        command = words.joined(separator: " ")
    }

    private static func lanes(_ scenario: Scenario, _ session: DecisionSession) -> Lanes? {
        var scenario = scenario
        scenario.seed = session.seed
        guard let run = try? Run(scenario) else { return nil }
        let players = run.tellingOffersAtRest().ownPlayers
        return (players.first { session.player == nil || $0.name == session.player } ?? players.first).map {
            Lanes($0)
        }
    }

    private static func command(
        _ file: String, _ settings: [(key: String, value: String)], _ seed: UInt64, _ folders: [String]
    ) -> String {
        let own = words(setting: settings.filter { $0.key != "seed" })
        let words = ["autowait", "run", file.shellOperand] + own + ["--seed", String(seed)]
        return (words + self.words(allowing: folders, to: file)).joined(separator: " ")
    }

    private static func words(setting settings: [(key: String, value: String)]) -> [String] {
        settings.flatMap { ["--set", "\($0.key)=\($0.value.shellWord)"] }
    }

    /// The words that allow a scenario the folders that are not its own.
    private static func words(allowing folders: [String], to file: String) -> [String] {
        folders.filter { !isInside($0, Files.folder(of: file)) }.flatMap { ["--allow", $0.shellWord] }
    }

    /// Whether a folder is in the scenario's own, whose files it may name anyway.
    private static func isInside(_ folder: String, _ home: String) -> Bool {
        folder.hasPrefix(home) && CompanionFiles.staysWithin(String(folder.dropFirst(home.count)))
    }
}
