import PlayerModel

/// The times of a log's lines on one timeline that never goes back.
///
/// `t` counts from any beginning. A clock that was set back while the log was written makes it step back: from there on
/// it is taken to go on from the line before. Lines that stand a little out of order, as several threads write them,
/// are no such step, and share the time of the line before.
struct DeviceLogTimeline {
    /// The decimal places that make nanoseconds of `t`; known from the first line on.
    private var places: Int32?
    /// The first `t`, where it is no small number of seconds, else 0; nil before any.
    private var beginning: Int64?
    /// The nanoseconds by which the clock was set back so far.
    private var setBack: Int64 = 0
    private var last: Int64 = 0
    /// Whether the clock was set back at the last line.
    private(set) var hasJumped = false

    /// The longest step back in nanoseconds that is only a disorder of lines: a quarter of a second, our own choice.
    private static let mostDisorder: Int64 = 250_000_000
    private static let mostNanoseconds: Int64 = 1_000_000_000_000_000_000

    init() {}

    /// A timeline of milliseconds, whatever their size.
    static var ofMilliseconds: DeviceLogTimeline {
        var timeline = DeviceLogTimeline()
        timeline.places = 6
        return timeline
    }

    /// Whether `t` is taken for seconds.
    var isOfSeconds: Bool { places == 9 }

    /// The instant of a line, and its time as the log has it in nanoseconds; nil where `t` is no time.
    mutating func instant(
        _ node: JSONNode, _ findings: inout RepeatedFindings, _ place: Place
    ) -> (at: Instant, shown: Int64)? {
        if places == nil { begin(node, &findings, place) }
        guard let places, let shown = nanoseconds(node, places) else { return nil }
        hasJumped = false
        let beginning = beginning ?? (0...Self.mostNanoseconds ~= shown ? 0 : shown)
        self.beginning = beginning
        let (sinceBeginning, isFar) = shown.subtractingReportingOverflow(beginning)
        guard !isFar, -Self.mostNanoseconds...Self.mostNanoseconds ~= sinceBeginning else { return nil }
        var at = sinceBeginning + setBack
        if at < last {
            let step = last - at
            if step > Self.mostDisorder {
                findings.note(
                    "set back",
                    "'t' goes back by \(QuantityText.flooredSeconds(step)): the clock was set back; "
                        + "from here on it is taken to go on from the line before", at: place)
                setBack += step
                hasJumped = true
            } else {
                findings.note(
                    "disorder", "'t' goes back a little; the line is taken at the time of the one before", at: place)
            }
            at = last
        }
        guard at <= Self.mostNanoseconds else { return nil }
        last = at
        return (Instant(nanoseconds: at), shown)
    }

    /// Finds the unit of the log's times: seconds, unless they lie so far off that they must be less.
    private mutating func begin(_ node: JSONNode, _ findings: inout RepeatedFindings, _ place: Place) {
        if let text = node.string, CalendarTime.nanoseconds(text) != nil { return places = 9 }
        guard let seconds = node.loose(places: 0).value else { return }
        // In the year 5138, 10^11 seconds will have passed since 1970.
        let units: [(least: UInt64, places: Int32, name: String)] = [
            (100_000_000_000_000_000, 0, "nanoseconds"), (100_000_000_000_000, 3, "microseconds"),
            (100_000_000_000, 6, "milliseconds"),
        ]
        guard let unit = units.first(where: { seconds.magnitude >= $0.least }) else { return places = 9 }
        places = unit.places
        findings.note(
            "unit", "'t' is \(seconds): taken for \(unit.name), because as seconds it lies beyond the year 5000",
            at: place)
    }

    private func nanoseconds(_ node: JSONNode, _ places: Int32) -> Int64? {
        node.loose(places: places).value ?? node.string.flatMap(CalendarTime.nanoseconds)
    }
}
