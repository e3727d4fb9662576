import Simulation

enum TuneCommand {
    static let command = Command(
        name: "tune", operands: "FILE", operandCount: 1...1,
        about: "looks for the numbers with which a player does best, and judges them on sessions held out",
        options: [
            .init(
                "parameter", each: "PATH=A..B",
                "a number to tune, in a range, with steps (A..B:STEP) or as values (A,B,C); may be repeated, for up to "
                    + "\(mostParameters)"),
            .init(
                "minimise", each: "EXPR",
                "what is to be small: metrics of 'autowait list decisions' with + - * / and (); two with a comma, or "
                    + "repeated"),
            .init(
                "maximise", each: "EXPR",
                "what is to be great; with --minimise, or repeated, for two of them: the Pareto front"),
            .init(
                "over", each: "KEY=A,B,C",
                "the circumstances to do well in; a trace may be a folder or *.csv; may be repeated"),
            .init(
                "population", .input("NAME"),
                "draw sessions from a population: a file, or one of 'autowait list populations'"),
            .init(
                "seeds", "N",
                "play each circumstance N times, or the rounds A..B, half of them to judge; "
                    + DecisionRequest.seedWords),
            .init("set", each: "KEY=VALUE", "set a key over what the file says; may be repeated"),
            .init("rounds", "N", "how often to look between values around the best (\(usualRounds) unless said)"),
            .init(
                "format", .words(Format.allCases.map(\.rawValue)),
                "text for people; json has the verdict and all settings, csv a line for each setting"),
            Workers.option,
            CompanionFiles.option,
        ],
        advice: "name a scenario, as in 'autowait tune FILE.json --parameter player.keep_up.start_s=0.5..12 "
            + "--minimise startup_mean_s'",
        run: { arguments throws(LoadError) in try tune(try TuneRequest(arguments)) })

    enum Format: String, CaseIterable {
        case text, json, csv

        /// A table has the tuned keys first.
        func form(ofKeys keys: [String]) -> FileForm {
            switch self {
            case .text: .text
            case .json: .report
            case .csv: .table(first: keys[0])
            }
        }
    }

    static let mostParameters = 3
    static let usualRounds = 3

    private static func tune(_ request: TuneRequest) throws(LoadError) -> Reply {
        var search = ParameterSearch(request.parameters, request.objectives, rounds: request.rounds)
        let runs = try TuneRuns(request)
        try search.run { settings throws(LoadError) in try runs.trials(settings) }
        func judged(_ places: [Int]) throws(LoadError) -> Tuning.Judged? {
            guard places.count > 1 else { return nil }
            return Tuning.Judged(places, try runs.judge(places.map { search.trials[$0].setting }))
        }
        let tuning = Tuning(
            search, runs.plan, runs.holdOut, chosenOn: runs.chosen.count,
            candidates: try judged([0] + Tuning.candidates(search)),
            around: try judged(Tuning.surroundings(search)))
        let settings = search.best.map { request.settings(search.trials[$0].setting) } ?? []
        let block = TunedBlock.text(
            request.root, request.base.settings + settings, paths: request.parameters.map { $0.key.path })
        switch request.format {
        case .text:
            return Reply(output: TuningText.text(tuning, block: block), errors: request.base.notes)
        case .json:
            return Reply(output: TuningLines.json(tuning, block: block), look: .exact, errors: request.base.notes)
        case .csv: return Reply(output: TuningLines.csv(tuning), look: .exact, errors: request.base.notes)
        }
    }
}
