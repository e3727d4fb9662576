import PlayerModel

/// The outcome of a run: the last line of a log.
package struct LogOutcome: Equatable, Sendable {
    package let end: Outcome.End
    package let at: Instant
    package let events: Int64
    /// The number of lines between the first one and this.
    package let lines: Int64
    package let digest: String

    init(_ outcome: Outcome, lines: Int64, digest: Digest) {
        (end, at, events) = (outcome.end, outcome.at, outcome.events)
        (self.lines, self.digest) = (lines, digest.text)
    }

    /// The line, without its break.
    var line: String {
        var writer = JSONWriter(indented: false)
        writer.object { writer in
            writer.member("end", Self.name(end))
            writer.member("at", at.nanoseconds)
            writer.member("events", events)
            writer.member("lines", lines)
            writer.member("digest", digest)
        }
        return writer.finish()
    }

    /// The outcome on a line; throws where the line is wrong.
    init(_ root: JSONNode) throws(RunLogError) {
        func fail(_ message: String, _ place: Place) -> RunLogError { RunLogError(.badOutcome(message), at: place) }
        func number(_ name: String) throws(RunLogError) -> Int64 {
            guard let value = root.member(name)?.number(.count) else {
                throw fail("the last line has no whole number '\(name)'", root.place)
            }
            return value
        }
        let names = ["end", "at", "events", "lines", "digest"]
        for member in root.members where !names.contains(member.name) {
            let hint = NearMiss.hint(member.name, among: names)
            throw fail("'\(member.name)' is no key of a log's last line\(hint)", member.namePlace)
        }
        guard let word = root.member("end")?.string, let end = Self.ends.first(where: { Self.name($0) == word })
        else {
            let known = Self.ends.map(Self.name).joined(separator: ", ")
            throw fail("the last line says no 'end' that is known; known here: \(known)", root.place)
        }
        guard let digest = root.member("digest")?.string else {
            throw fail("the last line has no 'digest'", root.place)
        }
        guard Digest.isText(digest) else {
            throw fail("a 'digest' is 16 hexadecimal digits", root.member("digest")?.place ?? root.place)
        }
        (self.end, self.digest) = (end, digest)
        at = Instant(nanoseconds: try number("at"))
        (events, lines) = (try number("events"), try number("lines"))
        // None is missing.
        guard root.members.count == names.count else { throw fail("the last line says something twice", root.place) }
    }

    /// Whether a run ended in the same way. The number of lines in a log follows from its lines.
    func isSame(as other: LogOutcome) -> Bool { isAlike(other) && digest == other.digest }

    /// Whether a run ended in the same way, whatever its digest.
    func isAlike(_ other: LogOutcome) -> Bool { end == other.end && at == other.at && events == other.events }

    package var words: String { "\(endWords), \(events) events, digest \(digest)" }

    var endWords: String { "\(Self.words(end)) after \(at.inSeconds)" }

    private static let ends: [Outcome.End] = [
        .nothingMoreHappens, .timeIsUp, .held, .exception(.setRateAtHostTimeWhileWaitingAutomatically),
        .exception(.advanceWithoutQueue), .exception(.itemCannotBeInserted),
        .exception(.prerollWhileNotReady),
    ]

    private static func name(_ end: Outcome.End) -> String {
        switch end {
        case .nothingMoreHappens: "nothingMoreHappens"
        case .timeIsUp: "timeIsUp"
        case .held: "held"
        case .exception(.setRateAtHostTimeWhileWaitingAutomatically): "setRateAtHostTimeWhileWaitingAutomatically"
        case .exception(.advanceWithoutQueue): "advanceWithoutQueue"
        case .exception(.itemCannotBeInserted): "itemCannotBeInserted"
        case .exception(.prerollWhileNotReady): "prerollWhileNotReady"
        }
    }

    private static func words(_ end: Outcome.End) -> String {
        switch end {
        case .nothingMoreHappens: "nothing more happens"
        case .timeIsUp: "time is up"
        case .held: "the run is held"
        case .exception: "an exception ends the app"
        }
    }
}
