import Simulation

/// A shard of an experiment: a file that its sessions are appended to, so that whoever is stopped goes on where it was.
///
///     experiment ─ session … session ─ done ─ session … session ─ done ─ end
///
/// Behind each line `done` all sessions up to a number are there. What stands behind the last of them is thrown away.
struct ShardFile {
    private let path: String
    private let shard: SessionLines.Shard

    /// The sessions from one line `done` to the next: some seconds of work at most.
    private static let batchSize = 256

    init(_ path: String, _ shard: SessionLines.Shard) { (self.path, self.shard) = (path, shard) }

    /// Runs the sessions that are not there yet.
    func reply(to request: DecisionRequest) throws(LoadError) -> Reply {
        let places = DecisionPlaces(request)
        guard !places.all.isEmpty else {
            return Reply(errors: request.notes + places.problems.text, code: places.problems.code)
        }
        var runs = DecisionRuns(request, places)
        let head = SessionLines.head(runs.plan, sessions: runs.numbers, inputs: request.inputs, shard: shard)
        var (kept, last, sum) = try readUp(head)
        var problems = places.problems
        guard let last else { return ending(request, problems, "is complete already") }
        let numbers = runs.numbers.filter { shard.has($0) && $0 > last }
        request.progress?.begin(numbers.count)
        do throws(Files.Problem) {
            let file = try Files.Appending(path, keeping: kept)
            if kept == 0 { try file.append(head) }
            var rest = numbers[...]
            while !rest.isEmpty {
                let batch = rest.prefix(Self.batchSize)
                rest = rest.dropFirst(batch.count)
                let text = text(of: runs.run(batch), runs.plan, &problems)
                sum.add(text.utf8)
                try file.append(text + SessionLines.done(through: batch.last ?? 0, sum))
            }
            try file.append(SessionLines.end(shard))
        } catch {
            throw LoadError(path, error.message, error.code)
        }
        return ending(request, problems, "has \(NumberText.count(numbers.count, "session")) more")
    }

    private func ending(_ request: DecisionRequest, _ problems: CompareCommand.Problems, _ words: String) -> Reply {
        let note = "\(path.onOneLine): shard \(shard.text) \(words)\n"
        return Reply(errors: request.notes + problems.text + note, code: problems.code)
    }

    private func text(
        of outcomes: [DecisionRuns.Outcome], _ plan: DecisionPlan, _ problems: inout CompareCommand.Problems
    ) -> String {
        var text = ""
        for outcome in outcomes {
            switch outcome {
            case .failure(let number, let error):
                problems.add(error)
                text += SessionLines.failure(number, error.message)
            case .sessions(_, let sessions): for session in sessions { text += SessionLines.json(session, plan) }
            }
        }
        return text
    }

    /// The bytes that a file has up to its last line `done`, the number there, and the lines before it: −1 of a new
    /// one, nil of one that is complete. A file of another experiment is left as it is.
    private func readUp(_ head: String) throws(LoadError) -> (kept: Int64, last: Int?, sum: SessionLines.Sum) {
        let nothing: (Int64, Int?, SessionLines.Sum) = (0, -1, SessionLines.Sum())
        guard Files.exists(path), Files.regularSize(path) ?? 0 > 0 else { return nothing }
        let file = try LineFile(path)
        guard let first = try file.next() else { return nothing }
        if file.isTorn, head.utf8.starts(with: first) { return nothing }
        guard first == Array(head.utf8.dropLast()) else {
            let words =
                TextForm(first)?.words ?? SessionLinesReader.change(of: first) ?? SessionLinesReader.age(of: first)
                ?? (SessionLinesReader.head(first) == nil
                    ? "this is no shard" : "this is a shard of another command or input, or another shard")
            throw LoadError(path, "\(words); it is left as it is; give -o another name", .cannotWrite)
        }
        var (kept, last, sum) = (file.offset, -1, SessionLines.Sum())
        while let line = try file.next() {
            guard !file.isTorn, line.starts(with: Self.mark) || line.starts(with: Self.lastMark) else { continue }
            switch SessionLinesReader.line(line) {
            case .done(let number, let own): (kept, last, sum) = (file.offset, number, own)
            case .end: return (file.offset, nil, sum)
            case .session, .failure, .choice, .decision, nil: break
            }
        }
        return (kept, last, sum)
    }

    /// How these lines begin, so that all others need not be read.
    private static let mark = Array(SessionLines.done(through: 0, SessionLines.Sum()).utf8.prefix(13))
    private static let lastMark = mark.prefix(9) + Array("end".utf8)
}
