import PlayerModel

/// The reason why a text is no complete log, and the place.
package struct RunLogError: Error, Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case empty, form(TextForm)
        case tooLong(limit: Int)
        /// It is something else: a scenario, a log of a real player, or neither.
        case scenario, deviceLog, notALog
        case unknownVersion(Int64)
        case notJSON(JSONError)
        case header(String)
        /// The first line has changed since it was written.
        case editedHeader(now: String, written: String)
        /// A line is JSON, but no entry.
        case notAnEntry(word: String)
        case badOutcome(String)
        /// It ends without its last line; the instant is that of the last complete one.
        case cut(at: Instant?)
        /// The last line counts another number of lines than there are.
        case lineCount(written: Int64, now: Int64)
        case goesOn

        /// The error of a text of another kind.
        static func another(_ kind: LogKind?) -> Kind {
            switch kind {
            case .scenario: .scenario
            case .device: .deviceLog
            case .run, nil: .notALog
            }
        }
    }

    package let kind: Kind
    package let place: Place

    init(_ kind: Kind, at place: Place = Place(startOf: 0)) {
        (self.kind, self.place) = (kind, place)
    }

    static func header(_ message: String, _ place: Place) -> RunLogError { RunLogError(.header(message), at: place) }

    /// The error with its place, for a list of sources of which the log is the first.
    package var diagnostic: Diagnostic { Diagnostic(message, at: place) }

    package var message: String {
        switch kind {
        case .empty: "the file is empty; 'autowait run --record' makes a log"
        case .form(let form): form.words
        case .tooLong(let limit): "the log is longer than \(limit) bytes"
        case .scenario: "this is a scenario; 'autowait run --record' makes a log"
        case .deviceLog: "this is the log of a device; 'autowait replay --inputs' takes it"
        case .notALog: "this is no log of a run; 'autowait run --record' makes one"
        case .unknownVersion(let version):
            "the log is of version \(version); this program reads version \(LogHeader.version)"
        case .notJSON(let error): "line \(place.line) is not JSON: \(error.message)"
        case .header(let message): message
        case .editedHeader(let now, let written):
            "the first line was edited: its digest is \(now), and it says \(written)"
        case .notAnEntry(let word):
            word.isEmpty
                ? "this line is no entry of a log; one is [nanoseconds, \"word\", …]"
                : "'\(word)' is no entry of a log\(NearMiss.hint(word, among: RecordWord.all.map { $0.text }))"
        case .badOutcome(let message): message
        case .cut(nil): "the log ends without its last line; it was cut"
        case .cut(let at?):
            "the log ends at \(at.inSeconds) without its last line; it was cut"
        case .lineCount(let written, let now):
            "the last line says that there are \(written) lines between it and the first, and there are \(now): "
                + "some were \(now < written ? "taken out" : "put in")"
        case .goesOn: "nothing follows the last line of a log"
        }
    }
}
