/// The wall clock by which a log dates its requests, in the order in which they stand there: it may be set back while
/// they are written down.
///
/// Requests may stand out of order by seconds, and in some logs by hosts, or from the last to the first. A step back by
/// a minute, our own choice, to before all that has stood there, is none of these as long as others go forward: the
/// clock was set back, another session follows, or files of one log were put together with the newer one first. It is
/// said; times within one request stay true, and times between requests do in the last case alone.
struct FieldClock {
    private static let leastBack: Int64 = 60_000_000_000

    private var session: String?
    private var last: Int64?
    private var earliest: Int64 = .max
    private var (forwardCount, backCount) = (0, 0)
    /// The first step back that is one of the clock, by how much, and how many there are.
    private var step: (place: Place, back: Int64)?
    private var stepCount = 0

    init() {}

    /// Takes the date of the next request of a session; nil where it has none.
    mutating func take(_ instant: Int64?, of session: String? = nil, at place: Place) {
        guard let instant else { return }
        if session != self.session { (self.session, last, earliest) = (session, nil, .max) }
        if let last {
            if instant < last { backCount += 1 } else { forwardCount += 1 }
            if instant < earliest.subtractingClamped(Self.leastBack) {
                stepCount += 1
                step = step ?? (place, last.subtractingClamped(instant))
            }
        }
        last = instant
        earliest = min(earliest, instant)
    }

    /// Says the step back, by the name of the date; of a log that may be written from its end on only where more steps
    /// go forward than back.
    func state(_ name: String, mayBeReversed: Bool = true, in findings: inout RepeatedFindings) {
        guard let step, !mayBeReversed || forwardCount > backCount else { return }
        let others = stepCount > 1 ? ", the first of \(stepCount) such steps" : ""
        findings.note(
            "clock back",
            "'\(name)' goes back by \(QuantityText.flooredSeconds(step.back)) here\(others): the clock was set back, "
                + "another session follows (then times between requests before and behind it are wrong), or an older "
                + "part of the log stands behind a newer one", at: step.place)
    }

    /// Says that a request ends before it begins.
    static func checkOrder(_ record: FieldRecord, at place: Place, _ findings: inout RepeatedFindings) {
        func step(_ from: Int64?, _ to: Int64?) -> String? {
            guard let from, let to, to < from else { return nil }
            return QuantityText.flooredSeconds(from.subtractingClamped(to))
        }
        if let back = step(record.request, record.lastByte) {
            findings.note(
                "ends first",
                "a request ends \(back) before it begins: a clock was set, or times are mixed up; it says nothing of "
                    + "rates", at: place)
        } else if let back = step(record.request, record.firstByte) {
            findings.note("answer first", "an answer begins \(back) before its request does", at: place)
        } else if let back = step(record.firstByte, record.lastByte) {
            findings.note("answer ends first", "an answer ends \(back) before it begins", at: place)
        }
    }
}
