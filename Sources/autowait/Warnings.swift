import Simulation

/// The findings that do not hinder a run, but are hardly meant: in a scenario, and where it takes a run to know, in
/// that.
struct Warnings {
    static let option = CommandOption("strict", "take warnings for errors: exit code 65")

    private let findings: [Diagnostic]
    private let sources: [SourceText]
    /// Findings in the files that it names.
    private let notes: [FileNote]
    /// Sentences that have no place in the file.
    private let doubts: [String]

    /// Of a run too, where there is one.
    init(_ loaded: LoadedScenario, _ run: Run?) {
        sources = loaded.sources
        notes = loaded.notes
        findings = loaded.scenario.warnings + (run.map(Unreached.warnings) ?? [])
        doubts = run.map(DoubtfulDecisions.sentences) ?? []
    }

    /// The kinds of those in a scenario and its run, but for those in the files that it names.
    struct Kinds {
        private let all: [String]

        init(_ run: Run) {
            let findings = run.scenario.warnings + Unreached.warnings(run)
            all = (findings.map { $0.message } + DoubtfulDecisions.sentences(run)).map(Self.kind)
        }

        /// Whether there is none that another scenario has not, nor one more often.
        func areAmong(_ others: Kinds) -> Bool {
            var rest = others.all
            return all.allSatisfy { kind in
                guard let index = rest.firstIndex(of: kind) else { return false }
                rest.remove(at: index)
                return true
            }
        }

        /// The beginning of a sentence without its numbers, which are others in a smaller scenario: behind it stands
        /// why, and what else.
        private static func kind(_ words: String) -> String {
            words.prefix { !",:;".contains($0) }.filter { !("0"..."9" ~= $0) }
        }
    }

    /// Whether it takes a run to find them all.
    static func wantRun(_ scenario: Scenario) -> Bool {
        DoubtfulDecisions.arePossible(scenario) || Unreached.arePossible(scenario)
    }

    /// Lines for stderr; empty where nothing is found.
    var text: String { text(as: .warning) }

    /// Whether they count as errors.
    func areErrors(isStrict: Bool) -> Bool {
        isStrict && (!findings.isEmpty || !doubts.isEmpty || notes.contains { $0.isWarning })
    }

    /// Throws them where they count as errors.
    func check(isStrict: Bool) throws(LoadError) {
        if areErrors(isStrict: isStrict) { throw LoadError(message: text(as: .error), code: .badData) }
    }

    private func text(as severity: Diagnostic.Severity) -> String {
        let name = sources.first?.name.onOneLine ?? ""
        let lines = findings.map { $0.text(sources: sources, as: severity) }
        let ofFiles = notes.map { $0.text(as: severity) }
        return (ofFiles + lines + doubts.map { "\(name): \(severity.rawValue): \($0)" }).reduce(into: "") {
            $0 += $1 + "\n"
        }
    }
}

extension [Diagnostic] {
    /// Lines for stderr.
    func text(in sources: [SourceText], as severity: Diagnostic.Severity) -> String {
        map { $0.text(sources: sources, as: severity) + "\n" }.joined()
    }
}

extension [RepeatedFindings.Finding] {
    /// Lines for stderr on what was found in a file.
    func text(of name: String, as severity: Diagnostic.Severity) -> String {
        map { $0.diagnostic }.text(in: [SourceText(file: name, bytes: [])], as: severity)
    }
}
