import Simulation

enum DiffCommand {
    static let command = Command(
        name: "diff", operands: "A B", operandCount: 2...2,
        about: "compares two runs, each a log or a scenario: what was run, and the first thing that differs",
        options: [
            CompanionFiles.option,
            .init("seed", "N", "seed the random streams of scenarios with N"),
            .init("set", each: "KEY=VALUE", "set a key over what scenarios say; may be repeated"),
        ],
        regression: "the runs differ", agreement: "the runs are the same", run: diff)

    /// A run, or a scenario to run.
    private struct Side {
        let header: LogHeader
        let subject: FirstDifference.Subject
        /// Whether it is recorded, so that nothing is set over it.
        var isLog: Bool { if case .log = subject { true } else { false } }

        init(_ path: String, _ arguments: Arguments) throws(LoadError) {
            if let file = try LogFile.ifLog(path) {
                header = file.log.header
                subject = .log(file.log, file.scenario)
            } else {
                let file = try ScenarioFile.recordable(
                    path, settings: ScenarioFile.settings(arguments), folders: arguments.values("allow"))
                header = file.header
                subject = .scenario(file.loaded.scenario)
            }
        }
    }

    private static func diff(_ arguments: Arguments) throws(LoadError) -> Reply {
        let paths = arguments.operands
        let (first, second) = (try Side(paths[0], arguments), try Side(paths[1], arguments))
        if first.isLog, second.isLog, let option = ["set", "seed"].first(where: { arguments.has($0) }) {
            throw .usage("'--\(option)' is for scenarios, and both runs are recorded; leave it out")
        }
        let made = DifferenceText.text(first.header, second.header)
        let names = paths.map { Files.shown($0).onOneLine }
        let legend = "- is \(names[0]), + is \(names[1])\n"
        do throws(SessionError) {
            switch try FirstDifference.find(first.subject, second.subject) {
            case .same(let outcome):
                let words = "\(outcome.events) events, digest \(outcome.digest)\n"
                if made.isEmpty { return Reply(output: "the same: \(words)") }
                return Reply(
                    output: legend + "\n" + made + "and yet the runs are the same: \(words)", look: .differences)
            case .alike(let one, let other):
                let text =
                    "and yet the runs are the same: \(one.events) events, digests \(one.digest) and \(other.digest)\n"
                    + "what may be fetched has other numbers, and digests have those\n"
                return Reply(output: legend + "\n" + made + text, look: .differences)
            case .different(let difference):
                var text = legend + "\n" + made + "the runs part at \(DifferenceText.instant(difference))\n"
                text += DifferenceText.text(difference, first.subject.scenario, second.subject.scenario)
                if let left = try first.subject.run(), let right = try second.subject.run() {
                    text += "\n" + RunDifference.text(left, right)
                } else {
                    text += "\na log's scenario does not run here as it was recorded, so no figures are compared; "
                    text += "'autowait replay' says where it differs\n"
                }
                return Reply(output: text, look: .differences, code: .regression)
            }
        } catch {
            throw LoadError("\(names[0]) or \(names[1])", error.message)
        }
    }
}
