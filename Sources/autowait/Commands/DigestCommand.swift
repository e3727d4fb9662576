import Simulation

/// `autowait digest`: the digests of runs.
enum DigestCommand {
    static let command = Command(
        name: "digest", operands: "PATH…", operandCount: 1...Int.max,
        about: "prints a digest of each scenario's run, to compare machines and versions by",
        options: [
            .init("jobs", "N", "run on N threads at most, not on all cores; what is printed is the same"),
            CompanionFiles.option,
            .init("seed", "N", "seed the random streams with N"),
            .init("set", "KEY=VALUE", "set a key over what the files say; may be repeated"),
        ],
        run: { arguments in
            do throws(LoadError) {
                return try digests(arguments)
            } catch {
                return error.reply
            }
        })

    /// A line of the list, or the reason why there is none.
    private enum Line: Sendable {
        case digest(String)
        case error(String, ExitCode)
    }

    private static func digests(_ arguments: Arguments) throws(LoadError) -> Reply {
        let jobs = try arguments.jobs
        let settings = try ScenarioFile.settings(arguments)
        // A folder that is named allows its scenarios to name each other's files.
        let folders = arguments.values("allow") + arguments.operands.filter(Files.isFolder)
        var files: [String] = []
        for path in arguments.operands {
            files += try ScenarioFolder.files(in: path).filter { $0.hasSuffix(".json") }
        }
        let found = files
        let lines = Workers.map(found.count, jobs: jobs) { line(found[$0], settings, folders) }
        var reply = Reply()
        var output = ""
        var said: Set<String> = []
        for (file, line) in zip(files, lines) {
            switch line {
            case .digest(let digest): output += "\(digest)  \(file)\n"
            case .error(let message, let code):
                // A fault in a setting is the same for every file.
                if said.insert(message).inserted { reply.errors += message }
                reply.code = max(reply.code, code)
            }
        }
        let text = output
        if !text.isEmpty { reply.pages = [{ text }] }
        return reply
    }

    private static func line(_ path: String, _ settings: [ScenarioReader.Setting], _ folders: [String]) -> Line {
        do throws(LoadError) {
            let scenario = try ScenarioFile.load(path, settings: settings, folders: folders)
            let run = try ScenarioFile.run(scenario, path, tracing: .facts)
            return .digest(run.digest.text)
        } catch {
            return .error(error.message, error.code)
        }
    }
}
