import PlayerModel

/// The verdict of a test on a scenario.
package enum Verdict: Sendable, CaseIterable {
    case ok
    /// The golden or the baseline was written anew.
    case updated
    /// The run differs from the golden, and its metrics are within the budget.
    case within
    /// The run differs from the golden.
    case changed
    /// A metric is outside the budget.
    case worse
    /// An expectation is not met, or beside what would be accepted there are errors.
    case failed
    /// The scenario could not be read or run, or its golden or baseline could not be read.
    case unreadable

    package var word: String {
        switch self {
        case .ok: "ok"
        case .updated: "updated"
        case .within: "WITHIN"
        case .changed: "CHANGED"
        case .worse: "WORSE"
        case .failed, .unreadable: "FAIL"
        }
    }

    package var isFailure: Bool {
        switch self {
        case .ok, .updated, .within: false
        case .changed, .worse, .failed, .unreadable: true
        }
    }
}

package struct TestedScenario: Sendable {
    /// The path, as it was given itself or as part of its folder.
    package let path: String
    package let verdict: Verdict
    /// The lines for a person below the scenario's own.
    package let lines: [String]
    /// The errors of reading or running, in lines for stderr.
    package private(set) var errors: String
    package let marks: [Mark]
    /// The reasons of the verdict in a few words, for a list.
    package let reasons: [String]
    /// How long it took on this machine, where anybody measured: for CI servers, and in no other report.
    package var took = TimeAmount.zero

    package init(
        _ path: String, _ verdict: Verdict, lines: [String] = [], marks: [Mark] = [], reasons: [String]? = nil
    ) {
        self.path = path
        self.verdict = verdict
        self.lines = lines
        self.marks = marks
        self.reasons = reasons ?? Array((lines + marks.map { $0.message }).prefix(1))
        errors = ""
    }

    /// The result of a scenario with expectations that are not met.
    package init(_ path: String, failures: [Mark]) {
        self.init(path, .failed, lines: failures.map { $0.text }, marks: failures)
    }

    /// The result of a scenario that cannot be judged; `errors` has a line for each reason.
    package init(_ path: String, errors: String) {
        self.path = path
        self.errors = errors
        verdict = .unreadable
        lines = []
        marks = errors.split(separator: "\n").map { line in
            guard var mark = Mark(line: String(line)) else { return Mark(file: path, message: String(line)) }
            // Lines have a name without what ends one.
            if mark.file.isSpelt(path.onOneLine) { mark.file = path }
            return mark
        }
        reasons = marks.map { $0.message }
    }

    /// The same with errors besides, a line for each. Whatever could be accepted or lies within a budget fails for
    /// them, and they come first: nothing of it is accepted before they are mended.
    package func adding(errors: String) -> TestedScenario {
        let own = TestedScenario(path, errors: errors)
        var result =
            switch verdict {
            case .failed, .unreadable:
                TestedScenario(path, verdict, lines: lines, marks: marks + own.marks, reasons: reasons)
            case .ok, .updated, .within, .changed, .worse:
                TestedScenario(
                    path, .failed, lines: errors.split(separator: "\n").map(String.init) + lines,
                    marks: own.marks + marks, reasons: own.reasons)
            }
        (result.errors, result.took) = (self.errors + errors, took)
        return result
    }

    /// The folder; `.` for the current one.
    package var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    /// The name within the folder, without the ending that all scenarios have.
    package var name: String {
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        return name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
    }
}

/// A fault, and the place where a person finds it.
package struct Mark: Equatable, Sendable {
    package var file: String
    /// The line, from 1; nil where the file as a whole is meant.
    package var line: Int32?
    package var column: Int32?
    package var message: String
    package var details: [String] = []

    package init(file: String, line: Int32? = nil, column: Int32? = nil, message: String, details: [String] = []) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.details = details
    }

    /// The mark of a diagnostic that a reader or a check reported in a scenario.
    package init(_ diagnostic: Diagnostic, in source: SourceText) {
        let place = diagnostic.place
        self.init(file: source.name, line: place.line, column: place.column, message: diagnostic.message)
    }

    /// Reads `file:line:column: error: message`, or the same without line and column. Nil for other lines.
    package init?(line: String) {
        let bytes = Array(line.utf8)
        let sign = Array(": error: ".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: sign) }) else { return nil }
        let message = String(decoding: bytes[(start + sign.count)...], as: UTF8.self)
        let place = bytes[..<start].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let parts = place.map { String(decoding: $0, as: UTF8.self) }
        guard parts.count >= 3, let line = Int32(parts[parts.count - 2]), let column = Int32(parts[parts.count - 1])
        else {
            self.init(file: parts.joined(separator: ":"), message: message)
            return
        }
        self.init(file: parts.dropLast(2).joined(separator: ":"), line: line, column: column, message: message)
    }

    /// `file:line:column: error: message`.
    package var text: String {
        let place = line.map { ":\($0)" + (column.map { ":\($0)" } ?? "") } ?? ""
        return "\(file)\(place): error: \(message.onOneLine)"
    }
}
