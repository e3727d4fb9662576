import Simulation

/// `autowait check`: only reads and judges.
enum CheckCommand {
    static let command = Command(
        name: "check", operands: "FILE…", operandCount: 1...Int.max,
        about: "reads scenarios and says what is wrong with them, without running them", options: [],
        run: { check($0.operands) })

    private static func check(_ paths: [String]) -> Reply {
        var reply = Reply()
        for path in paths {
            do throws(LoadError) {
                _ = try ScenarioFile.load(path, settings: [])
                reply.output += "ok  \(path)\n"
            } catch {
                reply.errors += error.message
                if reply.code == .asExpected { reply.code = error.code }
            }
        }
        return reply
    }
}
