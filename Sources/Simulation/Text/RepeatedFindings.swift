/// The findings in a file that others have written, each kind said once: where it was met first, and how often.
package struct RepeatedFindings: Sendable {
    /// A kind of finding.
    package struct Finding: Equatable, Sendable {
        /// The place where it was met first.
        package let place: Place
        package let message: String
        /// How often it was met; at least 1.
        package var count: Int32

        /// The finding with its count, for a person.
        package var diagnostic: Diagnostic {
            Diagnostic(count > 1 ? "\(message) (\(count) times)" : message, at: place)
        }
    }

    /// More kinds than a person reads; what comes behind them is counted only.
    static let mostKinds = 40

    private var kinds: [String] = []
    private var found: [Finding] = []
    private var others: Int32 = 0

    init() {}

    /// Adds a finding; `message` is that of the first of its kind.
    mutating func note(_ kind: String, _ message: @autoclosure () -> String, at place: Place) {
        if let index = kinds.firstIndex(where: { $0 == kind }) {
            if found[index].count < .max { found[index].count += 1 }
        } else if kinds.count < Self.mostKinds {
            kinds.append(kind)
            found.append(Finding(place: place, message: message().onOneLine, count: 1))
        } else if others < .max {
            others += 1
        }
    }

    /// The findings in the order in which they were met; where there are too many kinds, the last says how many more.
    package var all: [Finding] {
        guard others > 0, let last = found.last else { return found }
        return found + [Finding(place: last.place, message: "and \(others) findings of other kinds", count: 1)]
    }

    mutating func add(_ other: RepeatedFindings) {
        for finding in other.found {
            note(finding.message, finding.message, at: finding.place)
            guard let index = kinds.firstIndex(where: { $0 == finding.message }) else { continue }
            let (sum, overflows) = found[index].count.addingReportingOverflow(finding.count - 1)
            found[index].count = overflows ? .max : sum
        }
    }
}
