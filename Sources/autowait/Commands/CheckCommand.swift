import Simulation

enum CheckCommand {
    static let command = Command(
        name: "check", operands: "PATH…", operandCount: 1...Int.max,
        about: "reads scenarios, folders of them, or playlists (.m3u8), and says what is wrong with them",
        options: [Warnings.option, CompanionFiles.option],
        run: check)

    private static func check(_ arguments: Arguments) -> Reply {
        let (folders, isStrict) = (arguments.folders, arguments.has("strict"))
        var (output, notes, code) = ("", "", ExitCode.asExpected)
        for path in arguments.operands.flatMap(contents) {
            do throws(LoadError) {
                if PlaylistFiles.isPlaylist(path) {
                    let (errors, warnings) = try PlaylistFiles(path).report
                    notes += lines(errors) + lines(warnings)
                    let isRight = errors.isEmpty && (warnings.isEmpty || !isStrict)
                    if isRight { output += "ok  \(path)\n" } else if code == .asExpected { code = .badData }
                    continue
                }
                let loaded = try ScenarioFile.loaded(path, settings: [], folders: folders)
                let warnings = Warnings(loaded, runToSee(loaded.scenario))
                try warnings.check(isStrict: isStrict)
                notes += warnings.text
                output += "ok  \(path)\n"
            } catch {
                notes += error.message
                if code == .asExpected { code = error.code }
            }
        }
        return Reply(output: output, errors: notes, code: code)
    }

    /// The scenarios of a folder, or the file.
    private static func contents(_ path: String) -> [String] {
        guard Files.isFolder(path), let files = try? ScenarioFolder.files(in: path) else { return [path] }
        let scenarios = files.filter { $0.hasSuffix(".json") }
        return scenarios.isEmpty ? [path] : scenarios
    }

    /// The run of a scenario, where it takes one to find all warnings. One that cannot be run to its end is right all
    /// the same.
    private static func runToSee(_ scenario: Scenario) -> Run? {
        Warnings.wantRun(scenario) ? try? Run(scenario) : nil
    }

    private static func lines(_ lines: [String]) -> String { lines.reduce(into: "") { $0 += $1 + "\n" } }
}
