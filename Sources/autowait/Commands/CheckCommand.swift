import Simulation

/// `autowait check`: only reads and judges.
enum CheckCommand {
    static let command = Command(
        name: "check", operands: "FILE…", operandCount: 1...Int.max,
        about: "reads scenarios and says what is wrong with them, without running them", options: [],
        run: { check($0.operands) })

    private static func check(_ paths: [String]) -> Reply {
        var (output, errors, code) = ("", "", ExitCode.asExpected)
        for path in paths {
            do throws(LoadError) {
                _ = try ScenarioFile.load(path, settings: [])
                output += "ok  \(path)\n"
            } catch {
                errors += error.message
                if code == .asExpected { code = error.code }
            }
        }
        return Reply(output: output, errors: errors, code: code)
    }
}
