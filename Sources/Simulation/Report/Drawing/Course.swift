import PlayerModel

/// How a run went for one who plays: everything that a drawing shows, over time.
package struct Course: Sendable {
    /// A stretch of one `timeControlStatus`, reason and rate.
    package struct Stretch: Equatable, Sendable {
        package let from: Instant
        package fileprivate(set) var to: Instant
        package let status: TimeControlStatus
        package let reason: WaitingReason?
        /// Whether it came because the buffer ran dry.
        package fileprivate(set) var isStall = false
    }

    /// Something that happened at an instant.
    package struct Mark: Equatable, Sendable {
        package enum Kind: UInt8, CaseIterable, Sendable {
            case asked
            case goldilocks
            case started
            case stalled
            case resumed
            case jumped
            case ended
            case failed
        }

        package let at: Instant
        package let kind: Kind
        package let words: String
    }

    /// Empty where there is one alone.
    package let name: String
    package private(set) var stretches: [Stretch] = []
    package private(set) var marks: [Mark] = []
    /// Media ahead of the playhead, in nanoseconds.
    package private(set) var ahead: Series
    /// The media ahead with which the buffer is full; a gap where there is no limit.
    package let full: Series
    package let rates: RateCourse
    package let exchanges: ExchangeCourse
    package let requestedAt: Instant?
    package let startedAt: Instant?
    /// The end of what there is to see.
    package let end: Instant
    /// Whether nothing ever happens after that, and somebody waits.
    package let isForEver: Bool
    /// How it went, in a sentence.
    package let summary: String

    /// More points than any page has columns for.
    private static let columns: Int64 = 2000

    /// Of the player that is viewed.
    package init(_ run: Run) {
        let tally = Tally(run)
        let last = Timeline.panels(of: run, at: [run.outcome.at])[0]
        let isForEver = run.outcome.end == .nothingMoreHappens && tally.hasItem && last.rate.isMoving
        let shown = run.outcome.at
        let moment = run.goldilocks?.start.flatMap { wait in tally.requestedAt.map { $0 + wait } }
        // Whoever waits for ever is shown to wait for a while.
        let wait = TimeAmount(nanoseconds: max(1_000_000_000, shown.nanoseconds / 8))
        let end = max(isForEver ? shown + wait : shown, moment ?? .zero)
        self.end = end
        self.isForEver = isForEver
        let player = run.scenario.players[run.scenario.viewed]
        name = run.scenario.players.count > 1 ? TextReport.oneLine(player.name) : ""
        requestedAt = tally.requestedAt
        startedAt = tally.startedAt
        full = Self.full(run, end)
        rates = RateCourse(run, until: end)
        exchanges = ExchangeCourse(run, until: end)
        summary = RunSummary.text(run, tally) + (isForEver ? "; waits for ever" : "")
        ahead = Series()
        var reader = Reader(run.scenario)
        for entry in run.trace.entries { reader.take(entry) }
        reader.close(at: end)
        ahead = Series(line: reader.ahead).thinned(on: Axis(from: .zero, to: end), columns: Self.columns)
        stretches = reader.stretches
        marks = reader.marks
        if let moment, let asked = tally.requestedAt {
            marks.append(Mark(at: moment, kind: .goldilocks, words: "Goldilocks \(RunSummary.time(moment - asked))"))
        }
    }

    private static func full(_ run: Run, _ end: Instant) -> Series {
        var loader = run.scenario.loader
        func level() -> Int64? { loader.forwardBuffer == .unlimited ? nil : loader.forwardBuffer.nanoseconds }
        var steps: [Series.Step] = [(.zero, level())]
        for entry in run.trace.entries {
            guard case .action(let index) = entry.record,
                case .setPreferredForwardBuffer(let length) = run.scenario.script[Int(index)].call
            else { continue }
            loader.preferredForwardBuffer = length
            steps.append((entry.at, level()))
        }
        return Series(steps: steps, until: end)
    }
}

/// Reads the trace of a run, entry by entry.
private struct Reader {
    let scenario: Scenario
    var stretches: [Course.Stretch] = []
    var marks: [Course.Mark] = []
    var ahead: [Series.Point] = []
    private var panel: Panel
    private var isStalled = false
    private var stalledAt: Instant?
    private var requestedAt: Instant?
    private var hasStarted = false

    init(_ scenario: Scenario) {
        self.scenario = scenario
        panel = Panel(scenario)
        stretches = [Course.Stretch(from: .zero, to: .zero, status: .paused, reason: nil)]
    }

    mutating func take(_ entry: Trace.Entry) {
        let now = entry.at
        switch entry.record {
        case .action(let index):
            let call = scenario.script[Int(index)].call
            if requestedAt == nil, call == .tap || call.asksToPlay {
                requestedAt = now
                mark(now, .asked, "asked at \(RunSummary.time(now - .zero))")
            }
        case .loaded: change(entry)
        case .loads: panel.apply(entry)
        case .item:
            change(entry)
            isStalled = false
        case .announced(let announcement): take(announcement, entry)
        default: break
        }
    }

    mutating func close(at end: Instant) {
        note(end)
        stretches[stretches.count - 1].to = end
        stretches.removeAll { $0.from == $0.to }
    }

    private mutating func take(_ announcement: Announcement, _ entry: Trace.Entry) {
        let now = entry.at
        switch announcement {
        case .timebase(let rate, _):
            change(entry)
            if rate.isMoving { moves(now) }
        case .timeJumped(let place):
            change(entry)
            isStalled = false
            let at = NumberText.rounded(place.nanoseconds, places: 9, decimals: 3)
            mark(now, .jumped, "jumps to \(at) s")
        case .status(let status, let reason, _, _):
            panel.apply(entry)
            begin(status, reason, now)
        case .playbackStalled:
            (isStalled, stalledAt) = (true, now)
            // What the stall turned into may have been announced already.
            if stretches[stretches.count - 1].from == now { stretches[stretches.count - 1].isStall = true }
            mark(now, .stalled, "stalls")
        case .didPlayToEndTime: mark(now, .ended, "ends at \(RunSummary.time(now - .zero))")
        case .itemFailed(let failure):
            isStalled = false
            mark(now, .failed, "fails: \(Words.failure(failure))")
        case .exception(let exception): mark(now, .failed, "ends the app: \(Words.exception(exception))")
        default: panel.apply(entry)
        }
    }

    /// The playhead moves.
    private mutating func moves(_ now: Instant) {
        if !hasStarted {
            hasStarted = true
            let wait = requestedAt.map { " after \(RunSummary.time(now - $0))" } ?? ""
            mark(now, .started, "starts\(wait)")
        } else if isStalled, let since = stalledAt {
            mark(now, .resumed, "resumes after \(RunSummary.time(now - since))")
        }
        (isStalled, stalledAt) = (false, nil)
    }

    /// Notes what is ahead before and after a change of it.
    private mutating func change(_ entry: Trace.Entry) {
        note(entry.at)
        panel.apply(entry)
        note(entry.at)
    }

    private mutating func note(_ now: Instant) {
        let length = panel.playableEnd(at: now) - panel.currentTime(at: now)
        let point = Series.Point(now, max(0, length.nanoseconds))
        if ahead.last != point { ahead.append(point) }
    }

    private mutating func begin(_ status: TimeControlStatus, _ reason: WaitingReason?, _ now: Instant) {
        let last = stretches[stretches.count - 1]
        if last.status == status, last.reason == reason { return }
        stretches[stretches.count - 1].to = now
        if last.from == now { stretches.removeLast() }
        let isStall = isStalled && status != .playing
        stretches.append(Course.Stretch(from: now, to: now, status: status, reason: reason, isStall: isStall))
    }

    private mutating func mark(_ at: Instant, _ kind: Course.Mark.Kind, _ words: String) {
        marks.append(Course.Mark(at: at, kind: kind, words: words))
    }
}
