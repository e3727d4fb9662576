import PlayerModel

/// The seams of a player's run: between the end of an item and the beginning of what came after it, another item or the
/// same one again.
package struct Seams: Sendable {
    /// Why there was a gap, or none.
    package enum Cause: Equatable, Sendable {
        /// The next item was loaded and prerolled: the clock never rested.
        case gapless
        /// The app heard of the end, and sought back (A.35): to the beginning, or to a place behind that.
        case sought
        /// The app heard of the end, and went on to an item: by a call, or another `actionAtItemEnd`.
        case called
        /// The next item was not ready: it had to be loaded, or the pipelines to be filled.
        case notReady
        /// The next item failed before anything of it was played.
        case failed
        /// The same, and the player went on to the one behind it.
        case passedOver
        /// The sound of the next item has another format (A.65).
        case differs(GaplessObstacle)

        package var words: String {
            switch self {
            case .gapless: "the next item was ready"
            case .sought: "the app heard of the end, and sought back"
            case .called: "the app heard of the end, and changed the item"
            case .notReady: "the next item was not ready"
            case .failed: "the next item failed"
            case .passedOver: "the item in between failed"
            case .differs(let obstacle): "\(obstacle.words) differs"
            }
        }

        /// Whether the player would not have gone on by itself.
        fileprivate var isByHand: Bool { self == .sought || self == .called }
    }

    package struct Seam: Equatable, Sendable {
        /// When the item ended.
        package let at: Instant
        /// The items before and after it, from 0.
        package let from: Int32
        package let to: Int32
        /// How long nothing was played, less interstitial events and what was paused; nil where it never went on.
        package let gap: TimeAmount?
        /// For how long it was paused in the gap, as by a phone call.
        fileprivate let paused: TimeAmount
        /// For how long the clock had moved with a blank picture, and with silence, when the item ended (A.42): in host
        /// time, since the item began or the playhead jumped.
        package let videoTail: TimeAmount
        package let audioTail: TimeAmount
        /// Silence that coding has put around the sound, where no edit list tells of it (A.66): as long as it was
        /// played, in host time.
        package let coding: TimeAmount
        package let cause: Cause

        /// Besides the gap, for how long the picture is blank, and the sound silent.
        package var blank: TimeAmount { videoTail }
        package var silence: TimeAmount { audioTail + coding }

        package var words: String { cause.words + (coding > .zero ? "; no edit list tells of priming" : "") }
    }

    /// Of which only the last may not be over.
    package let seams: [Seam]
    /// The length of that one up to the end; nil where nobody waits for it.
    private let lastLength: TimeAmount?

    package init(_ run: PlayerRun) {
        let all = SeamReader(run).seams
        // Where an event is over and none follows, its player is not to go on, even if the next one's item is ready.
        let events = all.isEmpty ? nil : run.primary?.playback.interstitials
        seams = all.filter { seam in events?.contains { $0.isUnderWay(at: seam.at) } ?? true }
        let last = seams.last
        lastLength = run.lastsUntil.flatMap { end in
            last.map { max(.zero, run.playback.rested(from: $0.at, until: end) - $0.paused) }
        }
    }

    /// Whether a report has a word on them: there may be some by what was set up, or there are, of an app that loops
    /// by hand.
    package static func belong(to run: PlayerRun) -> Bool {
        let playback = run.playback
        if run.player.looping != .none || !run.player.items.isEmpty { return true }
        let mayHave = playback.hasEnded && (!playback.seeks.isEmpty || playback.items.count > 1)
        return mayHave && !Seams(run).seams.isEmpty
    }

    /// How long nothing was played; of a seam that is not over, up to the end, while the player waits. Nil where nobody
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
    /// A time in which nothing is played, less the interstitial events in it: whoever watches one is shown something.
    fileprivate func rested(from start: Instant, until end: Instant) -> TimeAmount {
        (end - start) - suspended(from: start, until: end)
    }

    /// The host time in which the clock moved behind a place, until an instant in the stretch at `index`: since the
    /// item began or the playhead jumped, without the times of rest, or of an end that has been moved since.
    fileprivate func passed(behind place: MediaTime, until end: Instant, in index: Int) -> TimeAmount {
        var (sum, index) = (TimeAmount.zero, index)
        while true {
            let (stretch, playhead) = (clock[index], clock[index].playhead)
            if stretch.isMoving {
                sum = sum + max(.zero, stretch.playedUntil(end) - playhead.instant(reaching: place))
            }
            guard playhead.place > place, index > 0, clock[index - 1].end == .rate else { return sum }
            index -= 1
        }
    }

    /// The host time in which the clock moves short of a place, from the beginning of the stretch at `index`: until the
    /// item ends or the playhead jumps, without the times of rest.
    fileprivate func passes(shortOf place: MediaTime, from index: Int) -> TimeAmount {
        var sum = TimeAmount.zero
        for stretch in clock[index...] {
            let playhead = stretch.playhead
            if stretch.isMoving, playhead.place < place {
                sum = sum + (min(stretch.playedUntil(.never), playhead.instant(reaching: place)) - playhead.anchor)
            }
            guard playhead.place < place, stretch.end == .rate else { break }
        }
        return sum
    }
}

/// Reads seams from what the player announced, and from the items that became current in between.
private struct SeamReader {
    private(set) var seams: [Seams.Seam] = []
    /// A seam that is not over.
    private var open: (at: Instant, from: Int32, to: Int32?, cause: Seams.Cause)?
    /// The place at which the item before it ended.
    private var endedAt = MediaTime.zero
    /// When the item failed that it led to.
    private var failedAt: Instant?
    private var tails: (video: TimeAmount, audio: TimeAmount, coding: TimeAmount) = (.zero, .zero, .zero)
    /// The place of the stretch of the clock that what was announced last is in, or begins.
    private var stretch = 0
    private var isPaused = true
    /// Since when the gap of the open seam is paused, where the player would have gone on by itself, and for how long
    /// it was before.
    private var pausedAt: Instant?
    private var paused = TimeAmount.zero
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
        let latency =
            switch player.looping {
            case .seekAtEnd(let latency), .treadmill(_, let latency): latency
            case .none, .looper: TimeAmount.zero
            }
        answer = max(latency, .milliseconds(100))
        formats = player.assets.flatMap { asset in asset.media.declaredVariants.map { $0.audio } }
        var (item, nextItem) = (Int32(0), 0)
        for announced in playback.announcements {
            while let next = playback.items.next(&nextItem, through: announced.order - 1) {
                item = next.item
                turn(next)
            }
            while stretch + 1 < playback.clock.count, playback.clock[stretch + 1].order <= announced.order {
                stretch += 1
            }
            hear(announced, item)
        }
        while let next = playback.items.next(&nextItem, through: .max) { turn(next) }
        close(at: nil, .max)
    }

    /// By its own action at the end the player goes on at once, or, where that was none, once it is another.
    private mutating func turn(_ turn: ItemTurn) {
        guard let seam = open else { return }
        if turn.item < 0 {
            open?.to = nil
        } else if turn.followsEnd {
            open = (seam.at, seam.from, turn.item, seam.at == turn.at ? seam.cause : .called)
        } else if seam.to != nil, failedAt == turn.at {
            open = (seam.at, seam.from, turn.item, .passedOver)
        } else {
            open = turn.at <= seam.at + answer ? (seam.at, seam.from, turn.item, .called) : nil
        }
    }

    private mutating func hear(_ announced: Observed<Announcement>, _ item: Int32) {
        switch announced.value {
        case .didPlayToEndTime:
            close(at: announced.at, announced.order)
            open = (announced.at, item, nil, .notReady)
            (pausedAt, paused) = (nil, .zero)
            endedAt = playback.clock[stretch].playhead.place(at: announced.at)
            let media = media(of: item)
            func passed(behind place: MediaTime) -> TimeAmount {
                playback.passed(behind: place, until: announced.at, in: stretch)
            }
            let audio = passed(behind: media.audioEnd ?? media.duration)
            tails = (passed(behind: media.videoEnd ?? media.duration), audio, passed(behind: media.heard.to) - audio)
        case .timeJumped(let place):
            // Back in the same item, to its beginning or behind that: a loop by seeking.
            if let seam = open, seam.to == nil, place < endedAt, announced.at <= seam.at + answer {
                open = (seam.at, seam.from, item, .sought)
            }
            // Who jumps while it is paused does not wait for the seam to be over.
            if pausedAt != nil { open = nil }
        case .timebase(let rate, _):
            // Behind the end of an item nothing is played.
            let (end, begin) = (playback.clock[stretch].playedToEndAt, playback.clock[stretch].playhead.anchor)
            if rate.isMoving, end != begin { close(at: announced.at, announced.order) }
        case .status(let status, _, _, let cause): hear(status, cause, announced.at)
        case .itemFailed:
            guard let seam = open, seam.to == item else { break }
            failedAt = announced.at
            if seam.cause == .notReady { open?.cause = .failed }
        case .likelyToKeepUp, .bufferFull, .bufferEmpty, .playbackStalled, .endIsAhead, .failedToPlayToEndTime,
            .seekFinished, .prerollFinished, .pipelines, .exception:
            break
        }
    }

    /// A person who pauses at the end, or plays it again later on, makes no seam. Where the next item is there without
    /// anybody's doing, and is paused later, the gap goes on behind that.
    private mutating func hear(_ status: TimeControlStatus, _ cause: Cause, _ now: Instant) {
        if status != .paused, let since = pausedAt { (pausedAt, paused) = (nil, paused + (now - since)) }
        if status == .paused {
            guard cause.isFromOutside else { return isPaused = true }
            let goesOn = open.map { $0.to != nil && !$0.cause.isByHand && now > $0.at + answer } ?? false
            if goesOn { pausedAt = pausedAt ?? now } else { open = nil }
        } else if isPaused, let seam = open, seam.to == nil || seam.cause.isByHand, now > seam.at + answer {
            open = nil
        }
        isPaused = status == .paused
    }

    private func media(of item: Int32) -> Asset { player.assets[player.asset(ofItem: item)].media }

    /// The clock moves again, or what followed has ended as well, or nothing more comes of it.
    private mutating func close(at now: Instant?, _ order: Int) {
        defer { open = nil }
        guard let open, let to = open.to else { return }
        // Nobody asked for more of what the app went on to, or of what was paused.
        if now == nil, isPaused, open.cause.isByHand || pausedAt != nil { return }
        let gap = now.map { max(.zero, playback.rested(from: open.at, until: $0) - paused) }
        var cause = gap == .zero && open.cause == .notReady ? .gapless : open.cause
        if cause == .notReady, let obstacle = obstacle(from: open.from, to: to, order) { cause = .differs(obstacle) }
        let priming = now == nil ? .zero : playback.passes(shortOf: media(of: to).heard.from, from: stretch)
        seams.append(
            Seams.Seam(
                at: open.at, from: open.from, to: to, gap: gap, paused: paused, videoTail: tails.video,
                audioTail: tails.audio, coding: tails.coding + priming, cause: cause))
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
