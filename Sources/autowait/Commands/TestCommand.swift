import Simulation

enum TestCommand {
    static let command = Command(
        name: "test", operands: "PATH…", operandCount: 1...Int.max,
        about: "runs scenarios against their expectations and goldens",
        options: [
            .init("update", "accept changed timelines: write the goldens of scenarios whose expectations are met"),
            .init("baseline", "with --update: also write the metrics beside each golden, for budgets"),
            .init("list", "only print which scenarios would be tested"),
            .quiet,
            .init(
                "budget", each: "NAME=+5%",
                "let a metric be worse than its baseline by so much; '*=+5%' is for all others; may be repeated; in "
                    + "the place of NAME.budget and folder.budget beside the goldens"),
            .init(
                "filter", each: "TEXT", "only scenarios with this in their path; may be repeated: with any of these"),
            .init("fail-fast", "end at the first scenario that fails"),
            .init("junit", .output("FILE"), "also write what came of it as JUnit's XML, for CI servers"),
            .init(
                "html", .folder("FOLDER"), "also write a page for each scenario that fails, and a list, index.html"),
            .init(
                "annotations", .words(["github"]), "also print what makes GitHub Actions show errors at their lines"),
            Warnings.option,
            Workers.option,
            CompanionFiles.optionBesideFolders,
        ],
        advice: "name scenarios or folders of them, as in 'autowait test .'; 'autowait init' writes a first one",
        regression: "an expectation is not met, or a timeline or a metric is not as it was",
        agreement: "as expected",
        run: { arguments throws(LoadError) in
            let request = try Request(arguments)
            return arguments.has("list") ? list(request) : test(request)
        })

    private struct Request {
        let list: TestList
        let test: ScenarioTest
        let jobs: Int
        let endsAtFirstFailure: Bool
        let annotatesForGitHub: Bool
        let junit: OutputFile?
        let pages: PageFolder?
        let isQuiet: Bool
        let progress: Progress?

        init(_ arguments: Arguments) throws(LoadError) {
            if arguments.has("list"), let vain = Self.idleInLists.first(where: arguments.has) {
                throw .usage("'--list' tests nothing, so '--\(vain)' does nothing beside it; give one of them")
            }
            let aim = try Self.aim(arguments)
            jobs = try arguments.jobs
            endsAtFirstFailure = arguments.has("fail-fast")
            junit = arguments.output("junit")
            let outputs = [junit, arguments.output(CommandOption.output.name)].compactMap { $0 }
            let folder = arguments.value("html")
            pages = if let folder { try PageFolder(folder, outputs: outputs) } else { nil }
            // Tests may take hours, and what cannot be written is known before.
            for output in outputs { try output.checkPlace(behind: folder) }
            try junit?.check(.junit)
            try arguments.output(CommandOption.output.name)?.check(.text)
            isQuiet = arguments.has(CommandOption.quiet.name)
            progress = arguments.progress
            if arguments.operands.contains(Files.standardInput) {
                switch aim {
                case .judging: break
                case .accepting: throw .usage("'--update' has no place for the golden of standard input; name a file")
                case .budgeting: throw .usage("'--budget' has no baseline of standard input to judge by; name a file")
                }
            }
            annotatesForGitHub =
                try arguments.choice("annotations", among: ["github"], or: "shows no annotations") != nil
            if annotatesForGitHub, arguments.has(CommandOption.output.name) {
                throw .usage(
                    "GitHub Actions reads '--annotations' from what a step prints, and '-o' takes that away; write "
                        + "'| tee FILE' in its place")
            }
            let isStrict = arguments.has("strict")
            let folders = arguments.folders
            list = try TestList(
                arguments.operands, filters: arguments.values("filter"), allowing: folders, isStrict: isStrict)
            test = ScenarioTest(aim: aim, folders: folders, isStrict: isStrict, hasPages: pages != nil)
        }

        /// The findings about the paths themselves, for stderr, and the code that they come to.
        var findings: (text: String, code: ExitCode) {
            (list.findings.text(isStrict: test.isStrict), list.findings.code(isStrict: test.isStrict))
        }

        /// The options of a test that a list has no use for.
        private static let idleInLists = ["update", "budget", "junit", "html", "annotations"]

        private static func aim(_ arguments: Arguments) throws(LoadError) -> ScenarioTest.Aim {
            let budgets = arguments.values("budget")
            let (isUpdating, hasBaselines) = (arguments.has("update"), arguments.has("baseline"))
            if hasBaselines, !isUpdating {
                throw .usage("'--baseline' says what to write beside goldens; write --update --baseline")
            }
            if isUpdating, !budgets.isEmpty {
                throw .usage("'--update' accepts what is and '--budget' judges it; give one of them")
            }
            if isUpdating { return .accepting(baselines: hasBaselines) }
            if budgets.isEmpty { return .judging }
            return .budgeting(try LoadError.reading(try Budget(budgets)))
        }
    }

    private static func list(_ request: Request) -> Reply {
        var (output, errors, code) = ("", request.findings.text, request.findings.code)
        for path in request.list.files {
            if let fault = ScenarioFolder.fault(of: path, allowing: request.test.folders) {
                errors += fault.message
                code = max(code, fault.code)
            } else if path.hasSuffix(".json") {
                output += path.onOneLine + "\n"
            }
        }
        return Reply(output: output, errors: errors, code: code)
    }

    private static func test(_ request: Request) -> Reply {
        let (files, test) = (request.list.files, request.test)
        let endsAtFirstFailure = request.endsAtFirstFailure
        let isLast: @Sendable (ScenarioTest.Outcome) -> Bool = { endsAtFirstFailure && $0.tested.verdict.isFailure }
        var outcomes = Workers.map(files.count, jobs: request.jobs, progress: request.progress, through: isLast) {
            outcome(files[$0], test)
        }
        if case .accepting = test.aim { accept(&outcomes, through: isLast) }
        let report = TestReport(outcomes.map { $0.tested }, notRun: Array(files[outcomes.count...]))
        var errors = request.findings.text + outcomes.map { $0.tested.errors + $0.warnings }.joined()
        var code = Self.code(outcomes.map { $0.code } + [request.findings.code])
        // Before what may lie beside it: the folder of both is made with it.
        if let folder = request.pages {
            do throws(LoadError) {
                let entries = outcomes.compactMap { outcome in
                    outcome.page.map { TestPages.Entry(tested: outcome.tested, page: $0) }
                }
                try folder.write(TestPages(report, entries), inputs: files)
            } catch {
                errors += error.message
                code = Self.code([code, error.code])
            }
        }
        if let junit = request.junit {
            do throws(LoadError) {
                try junit.write(pages: 1, { _ in Array(JUnitReport.text(report).utf8) }, as: .junit)
            } catch {
                errors += error.message
                code = Self.code([code, error.code])
            }
        }
        let checkout = request.annotatesForGitHub ? GitHubCheckout(Files.variable("GITHUB_WORKSPACE")) : nil
        let output = report.text(annotating: checkout.map { $0.name }, onlyFailures: request.isQuiet)
        return Reply(output: output, look: .verdicts, errors: errors, code: code)
    }

    /// The outcome of a scenario, of a folder of them that cannot be read, or of a population with faults.
    private static func outcome(_ path: String, _ test: ScenarioTest) -> ScenarioTest.Outcome {
        guard let fault = ScenarioFolder.fault(of: path, allowing: test.folders) else { return test.timed(path) }
        var outcome = ScenarioTest.Outcome(path, fault)
        if test.hasPages { outcome.page = FailedTestPage(outcome.tested, nil, golden: nil).text }
        return outcome
    }

    /// A scenario that fails is what a test is for, whatever could not be tested besides.
    private static func code(_ codes: [ExitCode]) -> ExitCode {
        codes.contains(.regression) ? .regression : codes.max() ?? .asExpected
    }

    /// Writes accepted files in order, so that the result does not depend on the number of threads.
    private static func accept(
        _ outcomes: inout [ScenarioTest.Outcome], through isLast: (ScenarioTest.Outcome) -> Bool
    ) {
        var swept: Set<ExactText> = []
        for index in outcomes.indices {
            let folder = outcomes[index].tested.folder
            if swept.insert(ExactText(folder)).inserted {
                Files.removeAbandonedDrafts(in: folder, ofFilesEnding: ScenarioFolder.companionEndings)
            }
            for draft in outcomes[index].drafts {
                guard let error = write(draft.text, to: draft.path) else { continue }
                outcomes[index] = ScenarioTest.Outcome(outcomes[index].tested.path, error)
                break
            }
            if isLast(outcomes[index]) {
                outcomes.removeSubrange((index + 1)...)
                return
            }
        }
    }

    /// Writes a file. Returns the reason why that failed, or nil.
    private static func write(_ text: String, to path: String) -> LoadError? {
        do throws(Files.Problem) {
            try Files.replace(path, with: text)
            return nil
        } catch {
            return LoadError(path, error.message, error.code)
        }
    }
}
