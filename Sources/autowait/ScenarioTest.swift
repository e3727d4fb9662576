import PlayerModel
import Simulation

/// The test of a scenario on disk: against its expectations, its golden and, where there is a budget, its baseline.
struct ScenarioTest: Sendable {
    enum Aim: Sendable {
        /// The run must be as it was.
        case judging
        /// The run is accepted as it is, where the expectations are met.
        case accepting(baselines: Bool)
        /// The metrics may be worse by no more than the budget.
        case budgeting(Budget)
    }

    /// A file that accepting a scenario writes.
    struct Draft: Sendable {
        let path: String
        let text: String
    }

    struct Outcome: Sendable {
        var tested: TestedScenario
        var code = ExitCode.asExpected
        var drafts: [Draft] = []
        /// Lines for stderr about what is hardly meant.
        var warnings = ""
        /// The page of a failure, where pages are wanted.
        var page: String?

        init(_ tested: TestedScenario) {
            self.tested = tested
            code = tested.verdict.isFailure ? .regression : .asExpected
        }

        init(_ path: String, _ error: LoadError) {
            tested = TestedScenario(path, errors: error.message)
            code = error.code
        }
    }

    let aim: Aim
    /// The folders whose files scenarios may name besides those in their own.
    let folders: [String]
    /// Whether warnings are errors.
    let isStrict: Bool
    /// Whether failures have pages.
    let hasPages: Bool

    /// Does the same as `outcome`, and says how long it took.
    func timed(_ path: String) -> Outcome {
        let start = ContinuousClock.now
        var outcome = outcome(path)
        if hasPages, outcome.page == nil, outcome.tested.verdict.isFailure {
            outcome.page = FailedTestPage(outcome.tested, nil, golden: nil).text
        }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        outcome.tested.took = TimeAmount(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        return outcome
    }

    /// Reads and runs a scenario, and writes nothing: accepting is for the end, in order.
    private func outcome(_ path: String) -> Outcome {
        do throws(LoadError) {
            guard path.hasSuffix(".json") || path == Files.standardInput else {
                let isOfFolder = path.hasSuffix(ScenarioFolder.folderBudget)
                let mark = Mark(
                    file: path,
                    message: isOfFolder
                        ? "it is for the scenarios beside it, and there is none; put it into their folder"
                        : "its scenario is gone; remove it")
                return Outcome(TestedScenario(path, .failed, lines: [mark.message], marks: [mark]))
            }
            let source = try ScenarioFile.source(path)
            let loaded = try ScenarioFile.loaded(source, settings: [], folders: folders)
            let run = try ScenarioFile.run(loaded.scenario, path, tracing: .facts)
            let warnings = Warnings(loaded, run)
            var outcome = outcome(of: run, path, source, isAcceptable: !warnings.areErrors(isStrict: isStrict))
            do throws(LoadError) {
                try warnings.check(isStrict: isStrict)
                outcome.warnings = warnings.text
            } catch {
                // What is wrong besides is told all the same.
                guard outcome.tested.verdict.isFailure else { throw error }
                outcome.tested = outcome.tested.adding(errors: error.message)
            }
            if hasPages, outcome.tested.verdict.isFailure {
                // A golden that cannot be read is no reason to tell nothing else.
                let golden = path == Files.standardInput ? nil : try? Self.bytes(Self.beside(path, ".golden"))
                outcome.page = FailedTestPage(outcome.tested, run, golden: golden).text
            }
            return outcome
        } catch {
            return Outcome(Files.shown(path), error)
        }
    }

    /// The same where something beside the scenario cannot be read: then that is the outcome.
    private func outcome(of run: Run, _ path: String, _ source: SourceText, isAcceptable: Bool) -> Outcome {
        do throws(LoadError) {
            return try judgement(of: run, path, source, isAcceptable)
        } catch {
            return Outcome(Files.shown(path), error)
        }
    }

    /// `isAcceptable` is whether `--update` would accept the run, so that it can be advised.
    private func judgement(
        of run: Run, _ path: String, _ source: SourceText, _ isAcceptable: Bool
    ) throws(LoadError) -> Outcome {
        let failures = Check.failures(run)
        // What is typed in has nothing beside it: its expectations are all there is.
        if failures.isEmpty, path == Files.standardInput { return Outcome(TestedScenario(source.name, .ok)) }
        if !failures.isEmpty {
            return Outcome(TestedScenario(source.name, failures: failures.map { Mark($0, in: source) }))
        }
        switch aim {
        case .judging:
            guard let budget = try Self.budget(path) else { return try judged(run, path, isAcceptable) }
            return try budgeted(run, path, budget, isAcceptable)
        case .accepting(let baselines):
            return try accepted(run, path, baselines: baselines, try Self.budget(path))
        case .budgeting(let budget): return try budgeted(run, path, budget, isAcceptable)
        }
    }

    private func judged(_ run: Run, _ path: String, _ isAcceptable: Bool) throws(LoadError) -> Outcome {
        guard let old = try Self.bytes(Self.beside(path, ".golden")) else {
            return Self.withoutGolden(path, isAcceptable)
        }
        let report = TextReport.golden(run)
        guard let difference = GoldenDifference(from: old, to: report, isAcceptable: isAcceptable) else {
            return Outcome(TestedScenario(path, .ok))
        }
        return Self.changed(path, difference, isAcceptable)
    }

    private func accepted(
        _ run: Run, _ path: String, baselines: Bool, _ budget: Budget?
    ) throws(LoadError) -> Outcome {
        var drafts = [Draft(path: Self.beside(path, ".golden"), text: TextReport.golden(run))]
        if baselines || budget != nil {
            drafts.append(Draft(path: Self.beside(path, ".baseline"), text: Baseline(run).text))
        }
        var changed: [Draft] = []
        for draft in drafts where try !Self.isWritten(draft) { changed.append(draft) }
        let worse = budget.map { Self.worse(run, path, $0) } ?? []
        var outcome = Outcome(TestedScenario(path, changed.isEmpty ? .ok : .updated, lines: worse))
        outcome.drafts = changed
        return outcome
    }

    /// The lines on a run that is worse than its budget permits, which is accepted, but not in silence; none where
    /// there is no baseline to hold it against.
    private static func worse(_ run: Run, _ path: String, _ budget: Budget) -> [String] {
        let file = beside(path, ".baseline")
        guard let bytes = (try? bytes(file)) ?? nil,
            let was = BaselineReader.read(SourceText(file: file, bytes: bytes), isAcceptable: false).0,
            let check = BudgetCheck(Baseline(run), against: was, budget, isAcceptable: false),
            !check.offences.isEmpty
        else { return [] }
        return ["it was WORSE than its budget permits:"] + check.lines
    }

    private func budgeted(
        _ run: Run, _ path: String, _ budget: Budget, _ isAcceptable: Bool
    ) throws(LoadError) -> Outcome {
        let baseline = Self.beside(path, ".baseline")
        let command = "autowait test --update --baseline \(path.shellOperand)".quotedCommand
        let advice = isAcceptable ? "; \(command) writes it" : ""
        guard let bytes = try Self.bytes(baseline) else {
            throw LoadError(baseline, "there is no baseline yet" + advice, .missingFile)
        }
        let source = SourceText(file: baseline, bytes: bytes)
        let (was, diagnostics) = BaselineReader.read(source, isAcceptable: isAcceptable)
        guard let was else { throw LoadError(diagnostics, in: [source]) }
        guard let check = BudgetCheck(Baseline(run), against: was, budget, isAcceptable: isAcceptable) else {
            let words = "it is of other players than the scenario has"
            throw LoadError(baseline, isAcceptable ? words + advice + " anew" : words)
        }
        guard check.offences.isEmpty else {
            let marks = check.offences.map { Mark(file: path, line: 1, message: $0) }
            return Outcome(
                TestedScenario(path, .worse, lines: check.lines, marks: marks, reasons: check.offences))
        }
        guard let old = try Self.bytes(Self.beside(path, ".golden")) else {
            return Self.withoutGolden(path, isAcceptable)
        }
        let difference = GoldenDifference(from: old, to: TextReport.golden(run), isAcceptable: isAcceptable)
        // A budget is for runs that are other ones: a golden that is none passes with none.
        if let difference, difference.isSpoilt { return Self.changed(path, difference, isAcceptable) }
        if check.hasChanges { return Outcome(TestedScenario(path, .within, lines: check.lines)) }
        guard let difference else { return Outcome(TestedScenario(path, .ok, lines: check.lines)) }
        let words = difference.isOfSameRun ? GoldenDifference.sameRunNote : "how it went did"
        return Outcome(TestedScenario(path, .within, lines: check.lines + ["no metric changed; \(words)"]))
    }

    private static func changed(_ path: String, _ difference: GoldenDifference, _ isAcceptable: Bool) -> Outcome {
        let command = "autowait test --update \(path.shellOperand)".quotedCommand
        let advice = isAcceptable ? "; \(command) accepts it" : ""
        let mark = Mark(
            file: beside(path, ".golden"), line: difference.firstLine,
            message: "it is not as in the golden, with all expectations met" + advice, details: difference.summary)
        return Outcome(
            TestedScenario(path, .changed, lines: difference.lines, marks: [mark], reasons: difference.reasons))
    }

    private static func withoutGolden(_ path: String, _ isAcceptable: Bool) -> Outcome {
        let advice = isAcceptable ? "; --update writes it" : ""
        let mark = Mark(file: path, line: 1, message: "there is no golden yet" + advice)
        return Outcome(TestedScenario(path, .changed, lines: [mark.message], marks: [mark]))
    }

    // MARK: Files

    private static func beside(_ path: String, _ ending: String) -> String { path.dropLast(".json".count) + ending }

    /// The budget in the scenario's own file, or else in that of its folder; nil where there is none.
    private static func budget(_ path: String) throws(LoadError) -> Budget? {
        for file in [beside(path, ScenarioFolder.budgetEnding), Files.folder(of: path) + ScenarioFolder.folderBudget]
        {
            guard let bytes = try bytes(file) else { continue }
            let source = SourceText(file: file, bytes: bytes)
            let (budget, diagnostics) = BudgetReader.read(source)
            guard let budget else { throw LoadError(diagnostics, in: [source]) }
            return budget
        }
        return nil
    }

    /// Whether a file has its text already. Of one that is longer, as long as it may be, no more is read than shows it.
    private static func isWritten(_ draft: Draft) throws(LoadError) -> Bool {
        guard Files.exists(draft.path) else { return false }
        let text = Array(draft.text.utf8)
        return try Files.load(draft.path, limit: text.count, onlyRegular: true, isNamed: false) == text
    }

    /// More than any golden, baseline or budget has.
    private static let mostBytes = 1 << 24

    /// The bytes of a golden, a baseline or a budget; nil where there is none.
    private static func bytes(_ path: String) throws(LoadError) -> [UInt8]? {
        // Through a link to nothing nothing would be written either.
        guard Files.exists(path) || Files.isLink(path) else { return nil }
        let bytes = try Files.load(path, limit: mostBytes, onlyRegular: true, isNamed: false)
        guard bytes.count <= mostBytes else { throw LoadError(path, "the file is longer than \(mostBytes) bytes") }
        return bytes
    }
}
