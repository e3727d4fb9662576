import Simulation

enum DigestCommand {
    static let command = Command(
        name: "digest", operands: "PATH…", operandCount: 1...Int.max,
        about: "prints a digest of each scenario's run, to compare machines and versions by",
        options: [
            Workers.option,
            CompanionFiles.optionBesideFolders,
            .init("seed", "N", "seed the random streams with N"),
            .init("set", each: "KEY=VALUE", "set a key over what the files say; may be repeated"),
        ],
        notes: """
            A digest has all that happened, to the nanosecond and the byte, and no names: what a call of the script was
            called is not in it, where the same came of it. 'autowait diff' compares that too.
            """,
        run: digests)

    private static func digests(_ arguments: Arguments) throws(LoadError) -> Reply {
        let jobs = try arguments.jobs
        try arguments.checkOutput(of: .text)
        let settings = try ScenarioFile.settings(arguments)
        let folders = arguments.folders
        let contents = try ScenarioFolder.contents(of: arguments.operands, allowing: folders, telling: .all)
        let files = contents.scenarios
        let lines = Workers.map(files.count, jobs: jobs, progress: arguments.progress) {
            line(files[$0], settings, folders)
        }
        var (output, errors, code) = ("", contents.findings.text(), contents.findings.code())
        var said: Set<ExactText> = []
        for (file, line) in zip(files, lines) {
            switch line {
            case .success(let digest): output += "\(digest)  \(Files.shown(file).onOneLine)\n"
            case .failure(let error):
                // A fault in a setting is the same for every file.
                if said.insert(ExactText(error.message)).inserted { errors += error.message }
                code = max(code, error.code)
            }
        }
        return Reply(output: output, errors: errors, code: code)
    }

    private static func line(
        _ path: String, _ settings: [ScenarioReader.Setting], _ folders: [String]
    ) -> Result<String, LoadError> {
        Result { () throws(LoadError) in
            if let fault = ScenarioFolder.fault(of: path, allowing: folders) { throw fault }
            let scenario = try ScenarioFile.load(path, settings: settings, folders: folders)
            return try ScenarioFile.run(scenario, path, tracing: .facts).digest.text
        }
    }
}
