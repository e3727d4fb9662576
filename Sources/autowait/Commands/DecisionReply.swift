import Simulation

/// The reply to whoever asks for a decision: sessions come batch by batch, from runs or from files, and none is kept.
///
/// A class, because the pages of a reply share what has come of those before.
final class DecisionReply {
    /// The source of the sessions, in the order of their numbers.
    struct Source {
        let plan: DecisionPlan
        /// The numbers of all sessions.
        let sessions: Range<Int>
        /// A digest of all files that were read for them.
        let inputs: String
        let batchCount: Int
        let batch: (Int) -> [DecisionRuns.Outcome]
        /// Plays a session again with a choice, for its timeline; nil where sessions come from files.
        var again: ((DecisionSession, Int) -> SessionAgain)?
    }

    private let source: Source
    private let format: DecisionRequest.Format
    private var notes: String
    /// The title of a page; nil is what it says by itself.
    private let title: String?
    private var summary: DecisionSummary
    private var problems: CompareCommand.Problems
    private var next = 0
    /// The fault of the source, where it has one.
    private let fault: () -> LoadError?

    init(
        _ source: Source, _ format: DecisionRequest.Format, title: String? = nil, notes: String,
        _ problems: CompareCommand.Problems, fault: @escaping () -> LoadError? = { nil }
    ) {
        self.fault = fault
        self.source = source
        self.format = format
        self.notes = notes
        self.title = title
        self.problems = problems
        summary = DecisionSummary(source.plan)
    }

    static func reply(to request: DecisionRequest) -> Reply {
        let places = DecisionPlaces(request)
        guard !places.all.isEmpty else {
            return Reply(errors: request.notes + places.problems.text, code: places.problems.code)
        }
        if let metric = request.goal?.metrics.first(where: { $0.isOfLive }), !places.isLive {
            let error = LoadError.nothingIsLive(metric)
            return Reply(errors: request.notes + error.message, code: error.code)
        }
        let runs = DecisionRuns(request, places)
        request.progress?.begin(runs.numbers.count)
        var source = runs.source(Array(runs.numbers))
        source.again = { SessionAgain($0, $1, of: runs) }
        let own = DecisionReply(source, request.format, title: request.title, notes: request.notes, places.problems)
        if let goal = request.goal { return own.reply(lookingFor: goal, runs) }
        return own.reply()
    }

    /// Looks after so many batches, then after twice as many, and so on, until the goal is reached or cannot be, or all
    /// are run.
    private func reply(lookingFor goal: DecisionGoal, _ runs: DecisionRuns) -> Reply {
        var runs = runs
        var rest = Array(runs.numbers)[...]
        // Each look has every circumstance equally often.
        let round = runs.places.isDrawn ? 1 : runs.places.all.count
        var (count, look) = (max(1, 100 / round) * round, 0)
        var decision: Decision?
        while !rest.isEmpty {
            let more = rest.prefix(count - (runs.numbers.count - rest.count))
            rest = rest.dropFirst(more.count)
            var own = more
            while !own.isEmpty {
                _ = take(runs.run(own.prefix(DecisionRuns.batchSize)))
                own = own.dropFirst(DecisionRuns.batchSize)
            }
            count *= 2
            // Where none of so many has anything to decide by, more of them would not.
            guard summary.sessionCount > 0 else { break }
            look += 1
            let now = Decision(summary, look: look)
            decision = now
            if now.evidence == .exact || goal.isReached(by: now) || goal.obstacle(in: now) != nil { break }
        }
        var reply = Reply(look: format == .text ? .text : .exact)
        if let decision {
            let text = text(decision)
            reply.pages = [{ text }]
            if !goal.isReached(by: decision), decision.evidence != .exact {
                let why =
                    rest.isEmpty
                    ? "all sessions were run, and it is not decided"
                    : "it is not decided, and more sessions make no difference"
                notes += "\(why); \(remedy(goal.obstacle(in: decision)))\n"
            }
        }
        reply.ending = ending
        return reply
    }

    /// The remedy where sessions did not reach a goal.
    private func remedy(_ obstacle: DecisionGoal.Obstacle?) -> String {
        switch obstacle {
        case .buckets?: return "quantiles come from buckets that are wider; ask for a greater width"
        case .noStart?:
            return "playback does not start in so many sessions that there is nothing to compare; see "
                + "not_started_percent"
        case .traces?, nil: break
        }
        let isExact = source.plan.circumstances.allSatisfy { $0.isExact }
        if isExact { return "seeds make no difference, and more traces may" }
        return source.plan.isOfTraces ? "more traces may decide it" : "--seeds may be more"
    }

    func reply() -> Reply {
        var reply = Reply(look: format == .text ? .text : .exact)
        if format.hasSessions {
            reply.pages = [head] + Array(repeating: takeBatch, count: source.batchCount) + [closing]
            reply.isWhole = { self.fault() == nil }
        } else {
            for _ in 0..<source.batchCount { _ = takeBatch() }
            if summary.sessionCount > 0, fault() == nil {
                let text = text(Decision(summary))
                reply.pages = [{ text }]
            }
        }
        reply.ending = ending
        return reply
    }

    private func ending() -> (errors: String, code: ExitCode) {
        if let fault = fault() { return (notes + problems.text + fault.message, fault.code) }
        if summary.sessionCount > 0 { return (notes + problems.text, problems.code) }
        let words = problems.text.isEmpty ? "nobody asks to play: there is nothing to decide by\n" : problems.text
        return (notes + words, max(problems.code, .badData))
    }

    private func head() -> String {
        format == .csv
            ? SessionLines.csvHead(source.plan)
            : SessionLines.head(source.plan, sessions: source.sessions, inputs: source.inputs, shard: nil)
    }

    /// Takes the next sessions, and gives their lines.
    private func takeBatch() -> String {
        defer { next += 1 }
        return take(source.batch(next))
    }

    private func take(_ outcomes: [DecisionRuns.Outcome]) -> String {
        var text = ""
        for outcome in outcomes {
            switch outcome {
            case .failure(let number, let error):
                problems.add(error)
                summary.addFailure()
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

    private func text(_ decision: Decision) -> String {
        switch format {
        case .text: DecisionText.text(decision)
        case .json: DecisionLines.json(decision)
        case .csvSummary: DecisionLines.summary(decision)
        case .html: DecisionPage(decision, title: title, inputs: source.inputs, again: source.again).text
        case .jsonl, .csv: DecisionLines.closing(decision)
        }
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
        case .text, .json, .csvSummary, .html: false
        }
    }

    fileprivate func lines(_ session: DecisionSession, _ plan: DecisionPlan) -> String {
        self == .csv ? SessionLines.csv(session, plan) : SessionLines.json(session, plan)
    }
}
