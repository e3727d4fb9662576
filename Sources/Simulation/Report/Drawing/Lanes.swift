import PlayerModel

/// The lanes of a drawing: a player's status, marks, buffer, bit rates and requests, over one axis of time.
package struct Lanes: Sendable {
    /// A stretch of one `timeControlStatus`, reason and rate.
    package struct Stretch: Equatable, Sendable {
        package fileprivate(set) var from: Instant
        package fileprivate(set) var to: Instant
        package let status: TimeControlStatus
        package let reason: WaitingReason?
        /// Whether a stall is under way.
        package fileprivate(set) var isStall = false
        /// Whether nothing says that it ends where the drawing does.
        package fileprivate(set) var isOpen = false

        init(
            from: Instant, to: Instant, status: TimeControlStatus, reason: WaitingReason?, isStall: Bool = false,
            isOpen: Bool = false
        ) {
            (self.from, self.to, self.status, self.reason) = (from, to, status, reason)
            (self.isStall, self.isOpen) = (isStall, isOpen)
        }

        /// Takes away the part before an instant, and returns it.
        fileprivate mutating func cut(at instant: Instant) -> Stretch {
            defer { from = instant }
            return Stretch(from: from, to: instant, status: status, reason: reason, isStall: isStall)
        }
    }

    package struct Mark: Equatable, Sendable {
        /// The kinds, by the classes by which they are styled.
        package enum Kind: String, CaseIterable, Sendable {
            case asked, goldilocks, started, stalled, resumed, jumped, ended, failed, network
        }

        package let at: Instant
        package let kind: Kind
        package let words: String
        /// How many of its kind it stands for: the others are too close to be drawn.
        var count = 1
        /// Whether another of its kind follows that tells more: it is the end of an item, or its failure, and not the
        /// last. Noted where marks are drawn.
        var isFollowed = false
    }

    /// Empty where there is one player.
    package let name: String
    package private(set) var stretches: [Stretch] = []
    package private(set) var marks: [Mark] = []
    /// The changes of the network after its beginning.
    package let networkChanges: [Mark]
    /// The media ahead of the playhead, in nanoseconds.
    package private(set) var ahead: Series
    /// The same of video and of audio, where they are loaded apart; else nothing.
    package private(set) var tracksAhead: [Series] = []
    /// The media ahead at which the buffer is full; a gap where there is no limit.
    package let full: Series
    package let rates: BitRateLane
    /// Of a live stream, how far behind it is.
    package let live: LiveLane?
    package let exchanges: RequestLane
    package let requestedAt: Instant?
    package let startedAt: Instant?
    /// The end of the history that is shown.
    package let end: Instant
    /// Whether a player waits after that, and nothing more ever happens.
    package let isForEver: Bool
    package let summary: String

    /// Whether something else is shown at times, so that it is suspended.
    package var showsInterstitials: Bool { stretches.contains { $0.reason == .interstitialEvent } }

    /// The most changes of the network that have lines; of more, the line of the capacity says enough.
    private static let mostNetworkLines = 60

    package var showsNetworkChanges: Bool { 1...Self.mostNetworkLines ~= networkChanges.count }

    /// When it first stalls.
    var firstStall: Instant? { marks.first { $0.kind == .stalled }?.at }

    /// The stretches that begin by an instant; the last of a wait for ever goes on to it.
    func stretches(until end: Instant) -> [Stretch] {
        var shown = stretches.filter { $0.from <= end }
        if isForEver, !shown.isEmpty { shown[shown.count - 1].to = max(shown[shown.count - 1].to, end) }
        return shown
    }

    package init(_ run: PlayerRun) {
        let playback = run.playback
        let isForEver = run.outcome.end == .nothingMoreHappens && run.isWaiting
        let shown = run.outcome.at
        let moment = run.goldilocks?.start.flatMap { wait in playback.requestedAt.map { $0 + wait } }
        // Whoever waits for ever is shown to wait for a while.
        let wait = TimeAmount(nanoseconds: max(1_000_000_000, shown.nanoseconds / 8))
        let end = max(isForEver ? shown + wait : shown, moment ?? .zero)
        self.end = end
        self.isForEver = isForEver
        name = run.name.onOneLine
        requestedAt = playback.requestedAt
        startedAt = playback.startedAt
        full = Self.full(run, end)
        rates = BitRateLane(run, until: end)
        live = LiveLane(run, until: end)
        networkChanges = NetworkMarks.all(of: run, until: end)
        exchanges = RequestLane(run, until: end)
        summary = RunSummary.text(run) + (isForEver ? "; waits for ever" : "")
        let axis = Axis(from: .zero, to: end)
        let series = Self.ahead(run, until: end).map { Series(line: $0).thinned(on: axis) }
        (ahead, tracksAhead) = (series[0], Array(series.dropFirst()))
        var lane = StatusLane(startup: RunSummary.startup(run), startedAt: startedAt)
        lane.read(playback)
        lane.markResumed(playback)
        lane.close(at: end)
        lane.cut(by: playback.stalls)
        stretches = lane.stretches
        if isForEver, !stretches.isEmpty { stretches[stretches.count - 1].isOpen = true }
        marks = lane.marks
        if let moment, let asked = playback.requestedAt {
            marks.append(Mark(at: moment, kind: .goldilocks, words: "Goldilocks \((moment - asked).inShortSeconds)"))
        }
    }

    private static func full(_ run: PlayerRun, _ end: Instant) -> Series {
        var loader = run.player.loader
        func level() -> Int64? {
            loader.fixedForwardBuffer.flatMap { $0 == .unlimited ? nil : $0.nanoseconds }
        }
        var steps: [Series.Step] = [(.zero, level())]
        for action in run.playback.actions {
            guard
                case .playing(.setPreferredForwardBuffer(let length)) = run.player.script[Int(action.value)].operation
            else {
                continue
            }
            loader.preferredForwardBuffer = length
            steps.append((action.at, level()))
        }
        return Series(steps: steps, until: end)
    }

    /// The media ahead of the playhead, before and after each change of it, and where the playhead passes the end of
    /// what is loaded: of all tracks, and then of each where there are several.
    private static func ahead(_ run: PlayerRun, until end: Instant) -> [[Series.Point]] {
        let playback = run.playback
        var changes = playback.loads.map { (order: $0.order, at: $0.at) }
        changes += playback.drops.map { ($0.order, $0.at) }
        changes += playback.clock.dropFirst().map { ($0.order, $0.playhead.anchor) }
        changes.sort { $0.order < $1.order }
        let count = run.player.assets.reduce(1) { max($0, $1.media.tracks(ofVariant: 0).count) }
        var points: [[Series.Point]] = Array(repeating: [], count: count > 1 ? 1 + count : 1)
        func note(_ end: MediaTime, _ place: MediaTime, _ now: Instant, _ line: Int) {
            let point = Series.Point(now, max(0, (end - place).nanoseconds))
            if points[line].last != point { points[line].append(point) }
        }
        func loaded(_ panel: Panel, _ now: Instant, _ line: Int) -> MediaTime {
            line == 0 ? panel.playableEnd(at: now) : panel.loadedEnd(ofTrack: line - 1, at: now)
        }
        func note(_ panel: Panel, _ now: Instant) {
            let place = panel.currentTime(at: now)
            for line in points.indices { note(loaded(panel, now, line), place, now, line) }
        }
        /// Nothing changes between two instants, but that a clock may go on behind the end.
        func pass(_ panel: Panel, from start: Instant, to now: Instant) {
            for line in points.indices {
                let end = loaded(panel, start, line)
                let passed = panel.playhead.instant(reaching: end)
                if start < passed, passed < now { note(end, end, passed, line) }
            }
            note(panel, now)
        }
        var reader = PanelReader(run.player)
        var last = Instant.zero
        for change in changes {
            pass(reader.panel(after: change.order - 1, in: playback), from: last, to: change.at)
            note(reader.panel(after: change.order, in: playback), change.at)
            last = change.at
        }
        pass(reader.panel(after: .max, in: playback), from: last, to: end)
        return points
    }
}

/// Stretches of one status, and marks, from what a player announced and the items that became current in between.
private struct StatusLane {
    private(set) var stretches = [Lanes.Stretch(from: .zero, to: .zero, status: .paused, reason: nil)]
    private(set) var marks: [Lanes.Mark] = []
    private var hasStarted = false
    private var requestedAt: Instant?
    /// How long it took to start, in words.
    private let startup: String?
    private let startedAt: Instant?

    init(startup: String?, startedAt: Instant?) { (self.startup, self.startedAt) = (startup, startedAt) }

    mutating func read(_ playback: Playback) {
        for announced in playback.announcements {
            if requestedAt == nil, let order = playback.requestedOrder, order < announced.order { ask(playback) }
            hear(announced.value, announced.at)
        }
        if requestedAt == nil { ask(playback) }
    }

    private mutating func ask(_ playback: Playback) {
        guard let asked = playback.requestedAt else { return }
        requestedAt = asked
        mark(asked, .asked, "asked at \(asked.inShortSeconds)")
    }

    /// Where stalls end is worked out once, for figures and drawings.
    mutating func markResumed(_ playback: Playback) {
        for stall in playback.stalls where stall.hasResumed {
            guard let end = stall.endedAt else { continue }
            mark(end, .resumed, "resumes after \((end - stall.at).inShortSeconds)")
        }
        let inOrder = marks.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        marks = inOrder.map { $0.element }
    }

    mutating func close(at end: Instant) {
        stretches[stretches.count - 1].to = end
        // The last one holds in the end, however late it began.
        let last = stretches.removeLast()
        stretches.removeAll { $0.from == $0.to }
        stretches.append(last)
    }

    /// Cuts what does not play where a stall begins, and where it ends: a pause ends one, whatever the status.
    mutating func cut(by stalls: [Stall]) {
        var (all, next) = ([Lanes.Stretch](), 0)
        for stretch in stretches {
            var rest = stretch
            while next < stalls.count, stretch.status != .playing, stalls[next].at <= rest.to {
                let (begin, end) = (max(stalls[next].at, rest.from), stalls[next].endedAt ?? .never)
                if begin < end {
                    if rest.from < begin { all.append(rest.cut(at: begin)) }
                    rest.isStall = true
                }
                // It may go on with the next status.
                guard end <= rest.to else { break }
                if rest.isStall, rest.from < end { all.append(rest.cut(at: end)) }
                rest.isStall = false
                next += 1
            }
            if rest.from < rest.to || stretch.from == stretch.to { all.append(rest) }
        }
        stretches = all
    }

    private mutating func hear(_ announcement: Announcement, _ now: Instant) {
        switch announcement {
        case .timebase(let rate, _): if rate.isMoving { moves(now) }
        case .timeJumped(let place):
            mark(now, .jumped, "jumps to \(place.inRoundedSeconds)")
        case .status(let status, let reason, _, _): begin(status, reason, now)
        case .playbackStalled: mark(now, .stalled, "stalls")
        case .didPlayToEndTime: mark(now, .ended, "ends at \(now.inShortSeconds)")
        case .itemFailed(let failure): mark(now, .failed, "fails: \(Words.failure(failure))")
        case .exception(let exception): mark(now, .failed, "ends the app: \(Words.exception(exception))")
        case .likelyToKeepUp, .bufferFull, .bufferEmpty, .endIsAhead, .failedToPlayToEndTime, .seekFinished,
            .prerollFinished, .pipelines:
            break
        }
    }

    private mutating func moves(_ now: Instant) {
        guard !hasStarted, startedAt == now else { return }
        hasStarted = true
        let wait = requestedAt == nil ? nil : startup
        mark(now, .started, wait.map { "starts \($0)" } ?? "starts")
    }

    private mutating func begin(_ status: TimeControlStatus, _ reason: WaitingReason?, _ now: Instant) {
        let last = stretches[stretches.count - 1]
        if last.status == status, last.reason == reason { return }
        stretches[stretches.count - 1].to = now
        if last.from == now { stretches.removeLast() }
        stretches.append(Lanes.Stretch(from: now, to: now, status: status, reason: reason))
    }

    private mutating func mark(_ at: Instant, _ kind: Lanes.Mark.Kind, _ words: String) {
        marks.append(Lanes.Mark(at: at, kind: kind, words: words))
    }
}
