import Simulation

enum MergeCommand {
    static let command = Command(
        name: "merge", operands: "FILE…", operandCount: 1...Int.max,
        about: "puts the shards of 'compare --shard' together: the bytes that one run of all would have given",
        options: [
            .init("format", .words(DecisionRequest.Format.allCases.map(\.rawValue)), "as 'compare' has them")
        ],
        notes: """
            The order of the files makes no difference, and a shard may be there twice. Each is a file, and neither
            standard input nor a pipe, because its end is read first. A page has no timelines, for which sessions are
            played again: its commands do that.
            """,
        run: merge)

    private static func merge(_ arguments: Arguments) throws(LoadError) -> Reply {
        let format = try arguments.choice("format", of: DecisionRequest.Format.self) ?? .text
        var shards: [MergedShard] = []
        for path in arguments.operands {
            let shard = try MergedShard(path)
            if let first = shards.first, !first.head.isAs(shard.head) {
                throw LoadError(
                    path, "this is a shard of another experiment than \(first.path)\(first.difference(shard))")
            }
            shards.append(shard)
        }
        shards.sort { one, other in
            one.number != other.number
                ? one.number < other.number
                : one.head.plan.folders.lexicographicallyPrecedes(other.head.plan.folders)
        }
        try checkWhole(shards)
        let head = shards[0].head
        try arguments.checkOutput(of: format.form(ofKeys: head.plan.choiceKeys))
        let sessions = MergedSessions(shards)
        let size = DecisionRuns.batchSize
        let source = DecisionReply.Source(
            plan: head.plan, sessions: head.sessions, inputs: head.inputs,
            batchCount: (head.sessions.count + size - 1) / size
        ) { batch in
            let first = head.sessions.lowerBound + batch * size
            return sessions.next(upTo: min(head.sessions.upperBound, first + size))
        }
        return DecisionReply(source, format, notes: "", CompareCommand.Problems()) { sessions.problem }.reply()
    }

    /// Whether every shard is there, and whole.
    private static func checkWhole(_ shards: [MergedShard]) throws(LoadError) {
        let count = shards[0].head.shard?.count ?? 1
        let missing = (1...count).filter { number in !shards.contains { $0.number == number } }
        guard missing.isEmpty else {
            let names = missing.prefix(8).map { "\($0)/\(count)" }.joined(separator: ", ")
            let more = missing.count > 8 ? " and \(missing.count - 8) more" : ""
            throw LoadError(
                shards[0].path,
                "\(missing.count == 1 ? "a shard is" : "shards are") not among the files: \(names)\(more)")
        }
    }
}

/// A file with a part of an experiment, of which the sessions come one by one.
final class MergedShard {
    let path: String
    let head: SessionLinesReader.Head
    private let file: LineFile
    /// The lines of a session with each choice, as they come.
    private var pending: SessionLinesReader.Line?
    private(set) var isEnded = false
    /// The lines of sessions that came, and how many of them are of one that failed.
    private var sum = SessionLines.Sum()
    private var failures: Int64 = 0
    /// How many sessions the figures of a whole experiment are of, and how many failed.
    private var said: (sessions: Int64, failures: Int64) = (0, 0)
    /// The fault of a line, where one has any.
    private(set) var problem: LoadError?

    var number: Int { head.shard?.number ?? 1 }

    init(_ path: String) throws(LoadError) {
        self.path = path
        // Its end is read first, and neither standard input nor a pipe has one that can be.
        if path == Files.standardInput
            || Files.exists(path) && Files.regularSize(path) == nil && !Files.isFolder(path)
        {
            throw .usage("'merge' reads the end of a shard first, and so takes files alone; name the shard's file")
        }
        file = try LineFile(path)
        let line = try file.next() ?? []
        if let words = SessionLinesReader.change(of: line) {
            throw LoadError(path, "\(words): bring back the bytes that were written, or run its command again")
        }
        if let words = SessionLinesReader.age(of: line) { throw LoadError(path, "\(words): run its command again") }
        guard let head = SessionLinesReader.head(line) else {
            let form = TextForm(line)?.words
            throw LoadError(path, form ?? "this is no shard: its first line is none of an experiment")
        }
        self.head = head
        try checkEnd()
        advance()
    }

    /// Reads the last lines first: a shard that is not whole is known before anything is written.
    private func checkEnd() throws(LoadError) {
        let tail = try LineFile(path, lastBytes: 1 << 16)
        var last: [UInt8] = []
        while let line = try tail.next() { last = line }
        let isWhole: Bool
        switch SessionLinesReader.line(last) {
        case .end?: isWhole = head.shard != nil
        case .decision(let sessions, let failures)?:
            isWhole = head.shard == nil
            said = (sessions, failures)
        case .session?, .failure?, .done?, .choice?, nil: isWhole = false
        }
        guard isWhole, !tail.isTorn else {
            let words = tail.isTorn ? "its last line is torn" : "it is not complete"
            let more = head.shard == nil ? "" : ", which goes on from there"
            throw LoadError(path, "\(words): run its command again\(more)")
        }
    }

    private func advance() {
        pending = nil
        while pending == nil, !isEnded {
            guard let bytes = readLine() else { return isEnded = true }
            let line = SessionLinesReader.line(bytes)
            switch line {
            case .session?: pending = line
            case .failure?: (pending, failures) = (line, failures + 1)
            case .done(let last, let whole)?: check(whole, upTo: SessionLines.shown(last))
            case .end?: isEnded = true
            case .choice?, .decision?:
                isEnded = true
                let sessions = (sum.lines - failures) / Int64(head.plan.choices.count)
                if head.shard == nil, said != (sessions, failures) {
                    let (wanted, here) = ("\(said.sessions) and \(said.failures)", "\(sessions) and \(failures)")
                    end(because: "sessions and failures are said to be \(wanted), and are \(here) here")
                }
            case nil: end(because: "this is no line of a shard")
            }
            if pending != nil { sum.add(bytes + [10]) }
        }
    }

    private func check(_ whole: SessionLines.Sum, upTo number: Int64) {
        guard whole != sum else { return }
        end(
            because: whole.lines == sum.lines
                ? "a session up to \(number) is another than when this was written"
                : "\(whole.lines) lines of sessions up to \(number) were written, and \(sum.lines) are here")
    }

    /// The next line; nil at the end, and where it cannot be read, which is noted.
    private func readLine() -> [UInt8]? {
        do throws(LoadError) {
            return try file.next()
        } catch {
            problem = problem ?? error
            return nil
        }
    }

    private func end(because words: String) {
        isEnded = true
        problem =
            problem ?? LoadError("\(path):\(file.number)", "\(words); remove the file, and run its command again")
    }

    /// The number of the next session.
    var next: Int? {
        switch pending {
        case .session(let number, _, _, _, _)?, .failure(let number, _)?: number
        case .done?, .end?, .choice?, .decision?, nil: nil
        }
    }

    /// Takes all lines of the next session.
    func take() -> DecisionRuns.Outcome? {
        guard let number = next else { return nil }
        if case .failure(_, let message)? = pending {
            advance()
            return .failure(number: number, LoadError(message: message, code: .badData))
        }
        var sessions: [DecisionSession] = []
        while next == number, case .session(_, let circumstance, let seed, let player, let outcome)? = pending {
            advance()
            var outcomes = [outcome]
            while outcomes.count < head.plan.choices.count {
                guard case .session(number, circumstance, seed, player, let other)? = pending else {
                    problem = problem ?? incomplete(number)
                    isEnded = true
                    return nil
                }
                outcomes.append(other)
                advance()
            }
            guard head.plan.circumstances.indices.contains(circumstance) else {
                problem = LoadError("\(path):\(file.number)", "there is no circumstance \(circumstance)")
                return nil
            }
            sessions.append(
                DecisionSession(
                    number: number, circumstance: circumstance, seed: seed, player: player, outcomes: outcomes))
        }
        return .sessions(number: number, sessions)
    }

    private func incomplete(_ session: Int) -> LoadError {
        LoadError("\(path):\(file.number)", "session \(SessionLines.shown(session)) has not every choice")
    }

    /// In what another shard differs, in words.
    func difference(_ other: MergedShard) -> String {
        if head.inputs != other.head.inputs { return ": its files were others" }
        if head.plan.settings != other.head.plan.settings { return ": it has other keys set, or to other values" }
        if !head.plan.isAs(other.head.plan) { return ": its choices, circumstances or metrics are others" }
        return ": its seeds, or the number of shards, are others"
    }
}

/// The sessions of all shards in the order of their numbers; one that is there twice comes once.
private final class MergedSessions {
    private let shards: [MergedShard]
    private(set) var problem: LoadError?

    init(_ shards: [MergedShard]) { self.shards = shards }

    func next(upTo end: Int) -> [DecisionRuns.Outcome] {
        var outcomes: [DecisionRuns.Outcome] = []
        while problem == nil, let least = shards.compactMap({ $0.next }).min(), least < end {
            var own: DecisionRuns.Outcome?
            for shard in shards where shard.next == least {
                let other = shard.take()
                if let known = own, let other, !known.isSame(as: other) {
                    problem = LoadError(
                        shard.path,
                        "session \(SessionLines.shown(least)) is another than in the other file with this shard")
                }
                own = own ?? other
            }
            if let own { outcomes.append(own) }
        }
        problem = problem ?? shards.lazy.compactMap { $0.problem }.first
        return outcomes
    }
}

extension DecisionRuns.Outcome {
    fileprivate func isSame(as other: DecisionRuns.Outcome) -> Bool {
        switch (self, other) {
        case (.sessions(let one, let left), .sessions(let another, let right)): one == another && left == right
        case (.failure(let one, let left), .failure(let another, let right)):
            one == another && left.message == right.message
        case (.sessions, .failure), (.failure, .sessions): false
        }
    }
}
