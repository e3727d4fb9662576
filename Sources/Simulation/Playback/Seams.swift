import PlayerModel

/// The seams of a player's run: between the end of an item and the beginning of what came after it, another item or the
/// same one again.
package struct Seams: Sendable {
    /// Why there was a gap, or none.
    package enum Cause: Equatable, Sendable {
        /// The next item was loaded and prerolled: the clock never rested.
        case gapless
        /// The app heard of the end, and sought to the beginning (A.35).
        case sought
        /// The next item was not ready: it had to be loaded, or the pipelines to be filled.
        case notReady
        /// The next item failed before anything of it was played, and the player went on to the one behind it.
        case passedOver
        /// The sound of the next item has another format (A.65).
        case differs(GaplessObstacle)

        package var words: String {
            switch self {
            case .gapless: "the next item was ready"
            case .sought: "the app heard of the end, and sought back"
            case .notReady: "the next item was not ready"
            case .passedOver: "the item in between failed"
            case .differs(let obstacle): "\(obstacle.words) differs"
            }
        }
    }

    package struct Seam: Equatable, Sendable {
        /// When the item ended.
        package let at: Instant
        /// The items before and after it, from 0.
        package let from: Int32
        package let to: Int32
        /// How long the clock rested, less interstitial events; nil where it never started again.
        package let gap: TimeAmount?
        /// For how long the picture had been blank, and the sound silent, when the item ended (A.42).
        package let videoTail: MediaTime
        package let audioTail: MediaTime
        /// Silence that coding has put around the sound, where no edit list tells of it (A.66).
        package let coding: MediaTime
        package let cause: Cause

        /// Besides the gap, for how long the picture is blank, and the sound silent.
        package var blank: MediaTime { videoTail }
        package var silence: MediaTime { audioTail + coding }

        package var words: String { cause.words + (coding > .zero ? "; no edit list tells of priming" : "") }
    }

    /// Of which only the last may not be over.
    package let seams: [Seam]
    /// The length of that one up to the end; nil where nobody waits for it.
    private let lastLength: TimeAmount?

    package init(_ run: PlayerRun) {
        seams = SeamReader(run).seams
        let last = seams.last
        lastLength = run.lastsUntil.flatMap { end in last.map { run.playback.rested(from: $0.at, until: end) } }
    }

    /// Whether a report has a word on them: there may be some by what was set up, or there are, of an app that loops
    /// by hand.
    package static func belong(to run: PlayerRun) -> Bool {
        if run.player.looping != .none || !run.player.items.isEmpty { return true }
        return run.playback.hasEnded && !run.playback.seeks.isEmpty && !Seams(run).seams.isEmpty
    }

    /// How long the clock rested; of a seam that is not over, up to the end, while the player waits. Nil where nobody
    /// does any more: nobody knows how long it would have lasted.
    package func length(of seam: Seam) -> TimeAmount? { seam.gap ?? lastLength }

    /// The gaps, added up, and the longest.
    package var total: TimeAmount? { lengths.map { $0.reduce(.zero, +) } }
    package var longest: TimeAmount? { lengths.map { $0.reduce(.zero, max) } }

    /// Nil where one has no length.
    private var lengths: [TimeAmount]? {
        let known = seams.compactMap(length)
        return known.count == seams.count ? known : nil
    }
}

extension Playback {
    /// A time in which the clock rests, less the interstitial events in it: whoever watches one is shown something.
    fileprivate func rested(from start: Instant, until end: Instant) -> TimeAmount {
        (end - start) - suspended(from: start, until: end)
    }
}

/// Reads seams from what the player announced, and from the items that became current in between.
private struct SeamReader {
    private(set) var seams: [Seams.Seam] = []
    /// A seam that is not over.
    private var open: (at: Instant, from: Int32, to: Int32?, cause: Seams.Cause)?
    /// When the item failed that it led to.
    private var failedAt: Instant?
    private var tails: (video: MediaTime, audio: MediaTime) = (.zero, .zero)
    private var isPaused = true
    /// The time in which an app answers that has heard of an end. A person, who rewinds or watches again, takes longer
    /// than 0.1 s (ours).
    private let answer: TimeAmount
    private let player: ScenarioPlayer
    private let playback: Playback
    private let formats: [AudioFormat]
    /// By item, the variants in which it begins and ends, as far as it was loaded by then; and how far that was read.
    private var loaded: ContiguousArray<(first: Int, last: Int)?> = []
    private var nextLoad = 0

    init(_ run: PlayerRun) {
        (player, playback) = (run.player, run.playback)
        let latency = if case .seekAtEnd(let latency) = player.looping { latency } else { TimeAmount.zero }
        answer = max(latency, .milliseconds(100))
        formats = player.assets.flatMap { asset in asset.media.declaredVariants.map { $0.audio } }
        var (item, nextItem, stretch) = (Int32(0), 0, 0)
        for announced in playback.announcements {
            while let next = playback.items.next(&nextItem, through: announced.order - 1) {
                item = next.item
                turn(next)
            }
            while stretch + 1 < playback.clock.count, playback.clock[stretch + 1].order <= announced.order {
                stretch += 1
            }
            hear(announced, item, playback.clock[stretch].playhead)
        }
        while let next = playback.items.next(&nextItem, through: .max) { turn(next) }
        close(at: nil, .max)
    }

    private mutating func turn(_ turn: ItemTurn) {
        guard turn.item >= 0, let seam = open else { return open = nil }
        if turn.followsEnd, seam.at == turn.at {
            open?.to = turn.item
        } else if seam.to != nil, failedAt == turn.at {
            open = (seam.at, seam.from, turn.item, .passedOver)
        } else {
            open = nil
        }
    }

    private mutating func hear(_ announced: Observed<Announcement>, _ item: Int32, _ playhead: Playhead) {
        switch announced.value {
        case .didPlayToEndTime:
            close(at: announced.at, announced.order)
            open = (announced.at, item, nil, .notReady)
            let media = media(of: item)
            tails = media.tails(at: min(playhead.place(at: announced.at), media.duration))
        case .timeJumped(let place):
            // Back in the same item: a loop by seeking.
            if let seam = open, seam.to == nil, place == .zero, announced.at <= seam.at + answer {
                open = (seam.at, seam.from, item, .sought)
            }
        case .timebase(let rate, _): if rate.isMoving { close(at: announced.at, announced.order) }
        case .status(let status, _, _, let cause): hear(status, cause, announced.at)
        case .itemFailed: if open?.to == item { failedAt = announced.at }
        case .likelyToKeepUp, .bufferFull, .bufferEmpty, .playbackStalled, .endIsAhead, .failedToPlayToEndTime,
            .seekFinished, .prerollFinished, .pipelines, .exception:
            break
        }
    }

    /// A person who pauses, or plays it again later on, makes no seam.
    private mutating func hear(_ status: TimeControlStatus, _ cause: Cause, _ now: Instant) {
        if status == .paused {
            if cause.isFromOutside { open = nil }
        } else if isPaused, let seam = open, seam.cause == .sought, now > seam.at + answer {
            open = nil
        }
        isPaused = status == .paused
    }

    private func media(of item: Int32) -> Asset { player.assets[player.asset(ofItem: item)].media }

    /// The clock moves again, or what followed has ended as well, or nothing more comes of it.
    private mutating func close(at now: Instant?, _ order: Int) {
        defer { open = nil }
        guard let open, let to = open.to else { return }
        // Nobody asked for more of what was sought.
        if now == nil, open.cause == .sought, isPaused { return }
        let gap = now.map { playback.rested(from: open.at, until: $0) }
        var cause = gap == .zero && open.cause == .notReady ? .gapless : open.cause
        if cause == .notReady, let obstacle = obstacle(from: open.from, to: to, order) { cause = .differs(obstacle) }
        let (before, after) = (media(of: open.from), media(of: to))
        let silence = (before.hasEditList ? .zero : before.remainder) + (after.hasEditList ? .zero : after.priming)
        seams.append(
            Seams.Seam(
                at: open.at, from: open.from, to: to, gap: gap, videoTail: tails.video,
                audioTail: tails.audio, coding: silence, cause: cause))
    }

    /// The difference between the end of an item and the beginning of another, as far as they were loaded by then; nil
    /// where nothing is known to differ.
    private mutating func obstacle(from item: Int32, to next: Int32, _ order: Int) -> GaplessObstacle? {
        while let load = playback.loads.next(&nextLoad, through: order - 1) {
            guard load.track == 0 else { continue }
            while loaded.count <= Int(load.item) { loaded.append(nil) }
            loaded[Int(load.item)] = (loaded[Int(load.item)]?.first ?? Int(load.variant), Int(load.variant))
        }
        guard loaded.indices.contains(Int(item)), loaded.indices.contains(Int(next)),
            let last = loaded[Int(item)]?.last, let first = loaded[Int(next)]?.first
        else { return nil }
        return formats[last].obstacle(to: formats[first])
    }
}
