import Simulation

/// The findings about the paths of a command line, beside those in their files: what was passed over, and what leads to
/// nothing.
struct PathFindings {
    private struct Finding {
        /// The path that it is about; nil where it is about all of them.
        let path: String?
        let words: String
        let severity: Diagnostic.Severity
        /// The code of an error.
        let code: ExitCode
    }

    private var all: [Finding] = []

    mutating func warn(_ words: String, at path: String? = nil) {
        all.append(Finding(path: path, words: words, severity: .warning, code: .badData))
    }

    mutating func report(_ words: String, at path: String? = nil, _ code: ExitCode) {
        all.append(Finding(path: path, words: words, severity: .error, code: code))
    }

    mutating func add(_ other: PathFindings) { all += other.all }

    /// Lines for stderr, in which warnings are errors where they count as such.
    func text(isStrict: Bool = false) -> String {
        all.reduce(into: "") { text, finding in
            let severity = isStrict ? .error : finding.severity
            let place = finding.path.map { "\($0): " } ?? ""
            text += "\(place)\(severity.rawValue): \(finding.words)".onOneLine + "\n"
        }
    }

    /// The worst of their exit codes: that of bad data for a warning which counts as an error.
    func code(isStrict: Bool = false) -> ExitCode {
        all.map { isStrict || $0.severity == .error ? $0.code : .asExpected }.max() ?? .asExpected
    }
}
