/// What a test says of a scenario.
package enum Verdict: Sendable, CaseIterable {
    case ok
    /// Its golden or its baseline was written anew.
    case updated
    /// It went otherwise than the golden has it, and its metrics are within the budget.
    case within
    /// It went otherwise than the golden has it.
    case changed
    /// A metric is outside of the budget.
    case worse
    /// An expectation is not met.
    case failed
    /// It could not be read or run, or what it is held against could not.
    case unreadable

    /// The word at the beginning of its line.
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

/// A scenario that was tested, and what came of it.
package struct TestedScenario: Sendable {
    /// As it was named, or as its folder was.
    package let path: String
    package let verdict: Verdict
    /// What a person reads below its line.
    package let lines: [String]
    /// What could not be read or run, in lines for stderr.
    package let errors: String
    /// What is wrong, and where.
    package let marks: [Mark]

    package init(_ path: String, _ verdict: Verdict, lines: [String] = [], marks: [Mark] = []) {
        self.path = path
        self.verdict = verdict
        self.lines = lines
        self.marks = marks
        errors = ""
    }

    /// A scenario with expectations that are not met.
    package init(_ path: String, failures: [Mark]) {
        self.init(path, .failed, lines: failures.map { $0.text }, marks: failures)
    }

    /// A scenario of which there is no telling; `errors` has a line for each reason.
    package init(_ path: String, errors: String) {
        self.path = path
        self.errors = errors
        verdict = .unreadable
        lines = []
        marks = errors.split(separator: "\n").map { Mark(line: String($0)) ?? Mark(file: path, message: String($0)) }
    }

    /// Its folder, `.` for the one we are in.
    package var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    /// Its name within its folder, without what all scenarios end in.
    package var name: String {
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        return name.hasSuffix(".json") ? String(name.dropLast(".json".count)) : name
    }
}

/// Something wrong, and where a person finds it.
package struct Mark: Equatable, Sendable {
    package var file: String
    /// From 1; nil where it is the file as a whole.
    package var line: Int32?
    package var column: Int32?
    package var message: String
    /// What else there is to say, line by line.
    package var details: [String] = []

    package init(file: String, line: Int32? = nil, column: Int32? = nil, message: String, details: [String] = []) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.details = details
    }

    /// What a reader or a check found in a scenario.
    package init(_ diagnostic: Diagnostic, in source: SourceText) {
        self.init(
            file: source.name, line: diagnostic.place.line, column: diagnostic.place.column,
            message: diagnostic.message)
    }

    /// Reads `file:line:column: error: message`, or the same without line and column. Nil for other lines.
    package init?(line: String) {
        let bytes = Array(line.utf8)
        let sign = Array(": error: ".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: sign) }) else { return nil }
        let message = String(decoding: bytes[(start + sign.count)...], as: UTF8.self)
        let parts = bytes[..<start].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
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
        return "\(file)\(place): error: \(TextReport.oneLine(message))"
    }
}
