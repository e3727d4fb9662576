import Simulation

/// The sessions of a fit: each a cell with a setting.
struct FitRuns {
    private let request: FitRequest
    private let read = ReadFiles()
    /// By cell, the settings that all its sessions share, and the template with them.
    private let settings: [[ScenarioReader.Setting]]
    private let templates: [ScenarioTemplate?]

    init(_ request: FitRequest) {
        self.request = request
        let (problem, table, read) = (request.problem, request.table, read)
        settings = problem.table.cells.map { cell in
            request.settings
                + cell.settings.map { setting in
                    ScenarioReader.Setting(
                        path: setting.path, value: setting.value,
                        origin: "\(table.name):\(setting.place.line):\(setting.place.column)",
                        takesAway: setting.takesAway)
                }
        }
        let some = Self.settings(problem.setting(problem.parameters.map { _ in 0 }), problem)
        templates = settings.map {
            ScenarioFile.template(
                request.source, settings: $0, changing: some, folders: request.folders, through: read)
        }
    }

    private static func settings(_ setting: FitSetting, _ problem: FitProblem) -> [ScenarioReader.Setting] {
        zip(problem.parameters, setting).compactMap { $0.setting($1) }
    }

    /// The name of the template.
    var name: String { request.root.word(at: "name") ?? "" }

    /// Reads every cell with the template's own values and with the ends of all ranges, before anything is run: what is
    /// wrong with a column or a key is said for all of them at once.
    func check() throws(LoadError) {
        let problem = request.problem
        let most = problem.parameters.map { $0.count }.max() ?? 1
        var settings = [problem.own]
        settings.append(problem.setting(problem.parameters.map { _ in 0 }))
        settings.append(problem.setting(problem.parameters.map { $0.count - 1 }))
        for place in 1..<max(1, most) where problem.parameters.contains(where: { $0.isChoice && $0.count > place }) {
            settings.append(problem.setting(problem.parameters.map { $0.isChoice ? min(place, $0.count - 1) : 0 }))
        }
        var (lines, seen) = ([String](), [String]())
        for cell in problem.table.cells.indices {
            for setting in settings {
                do throws(LoadError) {
                    let scenario = try scenario(FitTrial(setting, cell: cell))
                    if scenario.ownPlayers.count > 1 {
                        throw LoadError(request.source.name, "'fit' is for a scenario with one player")
                    }
                } catch {
                    for line in error.message.split(separator: "\n") {
                        // A column that is wrong is wrong in every row; the first of them is enough.
                        let isOfTable = line.hasPrefix(request.table.name + ":")
                        let words = isOfTable ? line.split(separator: ":").dropFirst(3).joined() : String(line)
                        guard !seen.contains(words) else { continue }
                        seen.append(words)
                        lines.append(String(line))
                    }
                }
            }
            if lines.count >= Self.mostLines { break }
        }
        guard lines.isEmpty else {
            let rest = lines.count > Self.mostLines ? "there are more; mend these first\n" : ""
            throw LoadError(
                message: lines.prefix(Self.mostLines).joined(separator: "\n") + "\n" + rest, code: .badData)
        }
    }

    private static let mostLines = 20

    /// The figures of some sessions, in their order.
    func figures(_ trials: [FitTrial]) throws(LoadError) -> [[SimulatedFigure]] {
        let measures = request.problem.table.measures
        let results = Workers.map(trials.count, jobs: request.jobs, progress: request.progress) { index in
            Result { () throws(LoadError) in
                let scenario = try scenario(trials[index])
                do throws(SessionError) {
                    return try CellSession.figures(scenario, measures)
                } catch {
                    throw LoadError(request.source.name, "\(words(trials[index])): \(error.message)")
                }
            }
        }
        return try results.map { result throws(LoadError) in try result.get() }
    }

    /// Sentences for stderr on what was run.
    func notes(_ fit: Fit) -> String {
        CellWarnings.figures(fit).text(in: [request.table], as: .warning)
    }

    private func words(_ trial: FitTrial) -> String {
        "\(request.problem.table.name(trial.cell)) with \(request.problem.words(trial.setting))"
    }

    /// The template with the settings of a cell, and with values of the parameters.
    private func scenario(_ trial: FitTrial) throws(LoadError) -> Scenario {
        let fitted = Self.settings(trial.setting, request.problem)
        if let scenario = templates[trial.cell]?.scenario(fitted) { return scenario }
        return try ScenarioFile.loaded(
            request.source, settings: settings[trial.cell] + fitted, folders: request.folders, through: read
        ).scenario
    }
}
