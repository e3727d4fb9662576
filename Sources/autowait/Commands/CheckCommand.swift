import Simulation

enum CheckCommand {
    static let command = Command(
        name: "check", operands: "PATH…", operandCount: 1...Int.max,
        about: "reads scenarios, folders of them, or playlists (.m3u8), and says what is wrong with them",
        options: [CompanionFiles.option],
        run: check)

    private static func check(_ arguments: Arguments) -> Reply {
        let folders = arguments.folders
        var (output, notes, code) = ("", "", ExitCode.asExpected)
        for path in arguments.operands.flatMap(contents) {
            do throws(LoadError) {
                if PlaylistFiles.isPlaylist(path) {
                    let (errors, warnings) = try PlaylistFiles(path).report
                    notes += lines(errors) + lines(warnings)
                    if errors.isEmpty { output += "ok  \(path)\n" } else if code == .asExpected { code = .badData }
                    continue
                }
                let scenario = try ScenarioFile.load(path, settings: [], folders: folders)
                // Without settings there is one text, the file's own; its name is all that a place needs of it.
                let source = SourceText(file: path, bytes: [])
                notes += lines(scenario.warnings.map { $0.text(sources: [source], as: .warning) })
                notes += lines(doubts(about: scenario).map { "\(path.onOneLine): warning: \($0)" })
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

    /// Where a scenario may come to a decision that is open to doubt, it is run to see. One that cannot be run to its
    /// end is right all the same.
    private static func doubts(about scenario: Scenario) -> [String] {
        guard DoubtfulDecisions.arePossible(scenario) else { return [] }
        guard let run = try? Run(scenario) else { return [] }
        return DoubtfulDecisions.sentences(run)
    }

    private static func lines(_ lines: [String]) -> String { lines.reduce(into: "") { $0 += $1 + "\n" } }
}
