import Simulation

/// `autowait check`: only reads and judges.
enum CheckCommand {
    static let command = Command(
        name: "check", operands: "FILE…", operandCount: 1...Int.max,
        about: "reads scenarios or playlists (.m3u8) and says what is wrong with them, without running them",
        options: [CompanionFiles.option],
        run: { check($0.operands, $0.values("allow")) })

    private static func check(_ paths: [String], _ folders: [String]) -> Reply {
        var (output, notes, code) = ("", "", ExitCode.asExpected)
        for path in paths {
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
                output += "ok  \(path)\n"
            } catch {
                notes += error.message
                if code == .asExpected { code = error.code }
            }
        }
        return Reply(output: output, errors: notes, code: code)
    }

    private static func lines(_ lines: [String]) -> String { lines.reduce(into: "") { $0 += $1 + "\n" } }
}
