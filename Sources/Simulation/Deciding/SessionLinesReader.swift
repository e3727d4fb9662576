import PlayerModel

/// Reads what `SessionLines` has written: line by line, each with what it stands for.
package enum SessionLinesReader {
    /// The first line of a file.
    package struct Head: Equatable, Sendable {
        package let plan: DecisionPlan
        /// The numbers of all sessions, of which a shard has its own: in memory the first of all is 0.
        package let sessions: Range<Int>
        package let inputs: String
        /// Nil of a whole experiment.
        package let shard: SessionLines.Shard?

        /// Whether it is of the same experiment as another.
        package func isAs(_ other: Head) -> Bool {
            plan.isAs(other.plan) && sessions == other.sessions && inputs == other.inputs
                && shard?.count == other.shard?.count
        }
    }

    package enum Line: Equatable, Sendable {
        /// A session with one choice, whose place is that of the line among those of the session.
        case session(number: Int, circumstance: Int, seed: UInt64, player: ExactText?, SessionOutcome)
        case failure(number: Int, message: String)
        /// All sessions up to a number are there, in those lines.
        case done(through: Int, SessionLines.Sum)
        case end
        /// The figures of a choice: they follow from the sessions.
        case choice
        /// The last line of a whole experiment: how many sessions its figures are of, and how many failed.
        case decision(sessions: Int64, failures: Int64)
    }

    /// The sessions of an experiment are far fewer.
    private static let sessionLimit: Int64 = 100_000_001
    /// Their numbers are beyond that, as seeds are: the greatest seed in each of very many circumstances.
    private static let numberLimit: Int64 = 1 << 60

    /// The change that git or an editor has made to such a file, by its first line, in words; nil where there is none,
    /// and of anything else.
    package static func change(of line: [UInt8]) -> String? {
        guard head(TextForm.afterMark(line)) != nil else { return nil }
        if TextForm.markLength(line) > 0 { return "it begins with a byte order mark, which an editor has put there" }
        return line.last == .carriageReturn ? "its lines end in CR LF, by git or an editor" : nil
    }

    /// Why a first line that another build wrote is not gone by, in words; nil of one that this build may have written,
    /// and of anything else.
    package static func age(of line: [UInt8]) -> String? { node(line, "experiment").flatMap(age) }

    private static func age(_ node: JSONNode) -> String? {
        guard let model = node.count("model") else { return nil }
        guard model == Model.number else { return "this is of model \(model), and this program has \(Model.number)" }
        guard node.member("set") == nil || node.member("allow") == nil else { return nil }
        return "this is of an earlier build, which did not write what --set and --allow said"
    }

    /// The first line, written by a build of this model; nil of anything else.
    package static func head(_ line: [UInt8]) -> Head? {
        guard let node = node(line, "experiment"), node.count("model") != nil, age(node) == nil,
            let plan = plan(node),
            let count = node.count("session_count"), 0..<sessionLimit ~= count,
            node.count("counted_from") == Int64(SessionLines.countedFrom),
            let first = number("first_session", node),
            let inputs = node.member("inputs")?.string
        else { return nil }
        return Head(
            plan: plan, sessions: first..<first + Int(count), inputs: inputs,
            shard: node.member("shard")?.string.flatMap(SessionLines.Shard.init))
    }

    /// The number of a session as it is in memory.
    private static func number(_ name: String, _ node: JSONNode) -> Int? {
        let from = SessionLines.countedFrom
        guard let number = node.count(name), Int64(from)..<numberLimit ~= number else { return nil }
        return Int(exactly: number).map { $0 - from }
    }

    /// A further line; nil where it is torn, or of another kind.
    package static func line(_ bytes: [UInt8]) -> Line? {
        guard let node = node(bytes, nil), let kind = node.member("kind")?.string else { return nil }
        switch kind {
        case "choice": return .choice
        case "decision":
            return node.count("session_count").map {
                .decision(sessions: $0, failures: node.count("failure_count") ?? 0)
            }
        case "end": return .end
        case "done":
            guard let number = number("through_session", node), let lines = node.count("session_lines"),
                let checksum = node.member("checksum")?.string,
                let sum = SessionLines.Sum(lines: lines, checksum: checksum)
            else { return nil }
            return .done(through: number, sum)
        case "failure":
            guard let number = number("session", node), let message = node.member("message")?.string
            else { return nil }
            return .failure(number: number, message: message)
        case "session":
            guard let number = number("session", node), let circumstance = node.count("circumstance"),
                let seed = node.count("seed"), let outcome = node.member("outcome").flatMap(outcome)
            else { return nil }
            return .session(
                number: number, circumstance: Int(circumstance), seed: UInt64(bitPattern: seed),
                player: node.member("player")?.string.map { ExactText($0) }, outcome)
        default: return nil
        }
    }

    private static func outcome(_ facts: JSONNode) -> SessionOutcome? {
        var outcome = SessionOutcome()
        for fact in SessionFact.all {
            guard let value = facts.member(fact.name)?.value else {
                // A build before this one has not written what it did not know of.
                if fact.value(outcome) == nil { continue }
                return nil
            }
            switch value {
            case .bool(let flag): fact.set(&outcome, flag ? 1 : 0)
            case .number(let decimal):
                guard case .exact(let number) = decimal.scaled(by: fact.unit.decimalPlaces) else { return nil }
                fact.set(&outcome, number)
            case .null: fact.set(&outcome, nil)
            case .hugeNumber, .string, .array, .object: return nil
            }
        }
        return outcome
    }

    private static func node(_ bytes: [UInt8], _ kind: String?) -> JSONNode? {
        guard let node = JSONNode(json: bytes) else { return nil }
        return kind == nil || node.member("kind")?.string == kind ? node : nil
    }

    private static func plan(_ node: JSONNode) -> DecisionPlan? {
        func strings(_ name: String) -> [String]? { node.member(name)?.elements.compactMap { $0.string } }
        guard let choiceKeys = strings("choice_keys"), let circumstanceKeys = strings("circumstance_keys"),
            let baseline = node.count("baseline"), let names = strings("metrics")
        else { return nil }
        let choices = (node.member("choices")?.elements ?? []).map { $0.elements.compactMap { $0.string } }
        let circumstances = (node.member("circumstances")?.elements ?? []).compactMap { own -> Circumstance? in
            guard let path = own.member("scenario")?.string, let name = own.member("name")?.string,
                let isExact = own.member("is_exact")?.flag
            else { return nil }
            return Circumstance(
                path: path, name: name, settings: (own.member("settings")?.elements ?? []).map { $0.string },
                trace: own.member("trace")?.string, isExact: isExact)
        }
        let metrics = DecisionMetric.all.filter { names.contains($0.name) }
        let settings = strings("set")?.compactMap { word in
            word.parted(at: "=").map { ScenarioReader.Setting(path: $0.before, value: $0.behind) }
        }
        guard let settings, let folders = strings("allow"), metrics.count == names.count,
            choices.indices.contains(Int(baseline)), !circumstances.isEmpty, !choiceKeys.isEmpty,
            choices.allSatisfy({ $0.count == choiceKeys.count }),
            circumstances.allSatisfy({ $0.settings.count == circumstanceKeys.count })
        else { return nil }
        var plan = DecisionPlan(
            choiceKeys: choiceKeys, choices: choices, baseline: Int(baseline), circumstanceKeys: circumstanceKeys,
            circumstances: circumstances, metrics: metrics, population: DrawnPopulation(node),
            viewersMayLeave: node.member("viewers_may_leave")?.flag ?? true, settings: settings, folders: folders)
        let unasked = strings("unasked") ?? []
        plan.unasked = metrics.filter { unasked.contains($0.name) }
        return plan
    }
}
