import Simulation

/// The reply to whoever asks for a decision: sessions come batch by batch, from runs or from files, and none is kept.
///
/// A class, because the pages of a reply share what has come of those before.
final class DecisionReply {
    /// The source of the sessions, in the order of their numbers.
    struct Source {
        let plan: DecisionPlan
        let sessionCount: Int
        /// A digest of all that was read for them.
        let inputs: String
        let batchCount: Int
        let batch: (Int) -> [DecisionRuns.Outcome]
    }

    private let source: Source
    private let format: DecisionRequest.Format
    private let notes: String
    private var summary: DecisionSummary
    private var problems: CompareCommand.Problems
    private var next = 0

    init(_ source: Source, _ format: DecisionRequest.Format, notes: String, _ problems: CompareCommand.Problems) {
        self.source = source
        self.format = format
        self.notes = notes
        self.problems = problems
        summary = DecisionSummary(source.plan)
    }

    static func reply(to request: DecisionRequest) -> Reply {
        let places = DecisionPlaces(request)
        guard !places.all.isEmpty else {
            return Reply(errors: request.notes + places.problems.text, code: places.problems.code)
        }
        let runs = DecisionRuns(request, places)
        request.progress?.begin(runs.numbers.count)
        return DecisionReply(runs.source(Array(runs.numbers)), request.format, notes: request.notes, places.problems)
            .reply()
    }

    func reply() -> Reply {
        var reply = Reply(look: format == .text ? .text : .exact)
        if format.hasSessions {
            reply.pages = [head] + Array(repeating: takeBatch, count: source.batchCount) + [closing]
        } else {
            for _ in 0..<source.batchCount { _ = takeBatch() }
            if summary.sessionCount > 0 {
                let text = format.text(Decision(summary))
                reply.pages = [{ text }]
            }
        }
        reply.ending = ending
        return reply
    }

    private func ending() -> (errors: String, code: ExitCode) {
        if summary.sessionCount > 0 { return (notes + problems.text, problems.code) }
        let words = problems.text.isEmpty ? "nobody asks to play: there is nothing to decide by\n" : problems.text
        return (notes + words, max(problems.code, .badData))
    }

    private func head() -> String {
        format == .csv
            ? SessionLines.csvHead(source.plan)
            : SessionLines.head(source.plan, sessions: source.sessionCount, inputs: source.inputs, shard: nil)
    }

    /// Takes the next sessions, and gives their lines.
    private func takeBatch() -> String {
        defer { next += 1 }
        var text = ""
        for outcome in source.batch(next) {
            switch outcome {
            case .failure(let number, let error):
                problems.add(error)
                if format == .jsonl { text += SessionLines.failure(number, error.message) }
            case .sessions(_, let sessions):
                for session in sessions {
                    summary.add(session)
                    if format.hasSessions { text += format.lines(session, source.plan) }
                }
            }
        }
        return text
    }

    private func closing() -> String {
        format == .csv || summary.sessionCount == 0 ? "" : DecisionLines.closing(Decision(summary))
    }
}

extension DecisionRequest.Format {
    /// Whether it has every session.
    fileprivate var hasSessions: Bool {
        switch self {
        case .jsonl, .csv: true
        case .text, .json, .csvSummary: false
        }
    }

    fileprivate func lines(_ session: DecisionSession, _ plan: DecisionPlan) -> String {
        self == .csv ? SessionLines.csv(session, plan) : SessionLines.json(session, plan)
    }

    fileprivate func text(_ decision: Decision) -> String {
        switch self {
        case .text: DecisionText.text(decision)
        case .json: DecisionLines.json(decision)
        case .csvSummary: DecisionLines.summary(decision)
        case .jsonl, .csv: DecisionLines.closing(decision)
        }
    }
}
