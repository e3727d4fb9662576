/// The rule behind `isPlaybackLikelyToKeepUp`: when is playback likely to go on without stalling?
///
/// Apple publishes the meaning and no number: true if "you could keep on playing without stalling until you got to the
/// end" (session 503, A.6). So this is a family of rules, and each states its parameters, which every report prints.
///
/// The rules of real players are theirs as far as they say when to start. What those measure is replaced by
/// `ThroughputEstimator`, which a scenario chooses apart. When to stop is AVFoundation's: playback stalls with nothing
/// ahead, and where another player would pause sooner, this flag alone becomes false.
public enum KeepUp: Choosable, Equatable, Sendable {
    /// Start when, at the measured throughput, what remains arrives before it is needed, all the way to the end.
    ///
    /// A stall shows that what was measured did not hold, and so does a network that becomes another: a start after
    /// them wants a margin besides, and as much more as media was late of late. While playing it takes more to become
    /// unlikely than to be likely.
    case playThrough(hysteresis: TimeAmount, resumeMargin: TimeAmount)
    /// Start with the first chunk.
    case firstChunk
    /// Start with that much media ahead; another amount may be asked for after a stall.
    case fixedSeconds(start: MediaTime, afterStall: MediaTime)
    /// Of a live stream, start with a part of its HOLD-BACK ahead, or of what is listed where that is less; in all
    /// else, and once it plays, as `playThrough`.
    ///
    /// Ours: live streams that a real AVPlayer joined fit it (`PlayerProfile.avPlayerIOS`), as a part in millionths.
    case holdBackShare(share: Int64, hysteresis: TimeAmount, resumeMargin: TimeAmount)
    /// Start that long after it was asked for, whatever is loaded by then.
    case fixedWait(wait: TimeAmount)
    /// media3 ExoPlayer: start when what is loaded lasts that long at the rate asked for; another time may be asked for
    /// after a stall.
    ///
    /// 1 and 2 s since 5 November 2024 (76e4abe428), 2.5 and 5 s before: DefaultLoadControl.java 64–130, start 812–829.
    /// Its target in bytes is the full buffer here, with which every player starts. Left out: that of a live stream
    /// with a target half of that is enough (`shouldStartPlayback`).
    case exoPlayer(Edition, start: TimeAmount, afterStall: TimeAmount)
    /// Shaka Player: start with that much media ahead, and keep up from then on while no less is ahead than `starving`
    /// or half the goal, whichever is less.
    ///
    /// The goal is 0 since 20 November 2024 (84b64af62), which leaves it to the media element: anything ahead will do.
    /// It was 2 s before: player_configuration.js, player.js 4446–4486, buffering_observer.js `update`. Shaka looks
    /// every 0.25 s; here it looks when something arrives or is called.
    case shaka(Edition, goal: MediaTime, starving: MediaTime)
    /// hls.js: start with the first chunk, as the media element does.
    ///
    /// Left out: the first fragment as a test of bandwidth, and the level that follows from it (stream-controller.ts
    /// 152–161, abr-controller.ts 565–598). These choose what is fetched, not when to start.
    case hlsJS
    /// dash.js: start with that much media ahead, though never more than its buffer aims at; after a stall, after a
    /// seek and while playing, no less than a threshold is enough: the initial level is of the first start alone, and
    /// nothing but the place 0 is let off the threshold.
    ///
    /// No initial level by default (NaN there, 0 here), an aim of 18 s and a threshold of 0.3 s: Settings.js 1202–1209,
    /// StreamController.js 804–806, MediaPlayerModel.js 213–219, BufferController.js 904–918. Left out: the delay of
    /// live streams; and a start after a pause is taken for a first one.
    case dashJS(initial: MediaTime, aim: MediaTime, stalled: MediaTime)
    /// VLC: start with a fixed length of media ahead, and again after a stall.
    ///
    /// 1 s for networks as for files: src/libvlc-module.c, `network-caching`. Left out: live streams and discs.
    case vlc(caching: MediaTime)
    /// Chromium's `CanPlayThrough` of a plain file: start when the rest is downloaded before the time is over in which
    /// it plays, or when fetching rests. It gates the attribute `autoplay` alone: after `play()` see `NativeStart`.
    ///
    /// web_media_player_impl.cc, buffered_data_source_host_impl.cc. Its rate is the least over a window of 10 s with
    /// five samples or more; here it is `throughput`, of which `worst-of-window` comes closest. Left out: that a page
    /// which feeds media itself (MSE) always hears yes.
    case chromium
    /// Firefox's `CanPlayThrough`: start when the rest is downloaded by the time that all is played, and more than a
    /// margin is ahead.
    ///
    /// `CAN_PLAY_THROUGH_MARGIN` is 1 s. Both of its rates are replaced: that of downloading by `throughput`, which is
    /// taken as reliable once there is one, and that of playing by the item's length. Left out:
    /// `LOW_BUFFER_THRESHOLD`, 5 s, which is not part of this rule.
    case firefox(margin: MediaTime)
    /// WebKit's `canPlayThroughRange` of media that a page feeds (MSE): start when what is not loaded comes in less
    /// time than is left to play at natural speed.
    ///
    /// SourceBuffer.cpp, `monitorBufferingRate`. Its mean of media buffered in a second, which moves by a fifth of each
    /// second's news, is replaced by `throughput` over the sizes of what is awaited. That a mean above 1 is enough by
    /// itself adds nothing, as what is not loaded is part of what is left. The rate asked for is not in it.
    case webKitMSE
    /// A media element or a desktop player, which has thresholds alone.
    case native(NativeStart)

    /// Of a player whose constants have changed: which of them are its defaults.
    public enum Edition: UInt8, Sendable {
        /// Those of today.
        case current
        /// Those before November 2024.
        case of2023
    }

    /// Every rule with its defaults, in the order in which they are listed; the first is the default.
    public static let all: [KeepUp] =
        [
            .playThrough(hysteresis: .milliseconds(100), resumeMargin: .seconds(1)), .firstChunk,
            .fixedSeconds(start: .seconds(2), afterStall: .seconds(5)),
            .holdBackShare(share: 500_000, hysteresis: .milliseconds(100), resumeMargin: .seconds(1)),
            .fixedWait(wait: .seconds(2)),
            .exoPlayer(.current, start: .seconds(1), afterStall: .seconds(2)),
            .exoPlayer(.of2023, start: .milliseconds(2500), afterStall: .seconds(5)),
            .shaka(.current, goal: .zero, starving: MediaTime(nanoseconds: 500_000_000)),
            .shaka(.of2023, goal: .seconds(2), starving: MediaTime(nanoseconds: 500_000_000)),
            .hlsJS,
            .dashJS(initial: .zero, aim: .seconds(18), stalled: MediaTime(nanoseconds: 300_000_000)),
            .vlc(caching: .seconds(1)), .chromium, .firefox(margin: .seconds(1)), .webKitMSE,
        ] + NativeStart.all.map { .native($0) }

    /// Its row in its table.
    public var words: RuleWords {
        switch self {
        case .playThrough(let hysteresis, let margin):
            RuleWords(
                "play-through",
                "Starts when, at the measured throughput, all that remains arrives before it is needed.",
                Self.letPass(hysteresis), Self.toSpare(margin))
        case .firstChunk: RuleWords("first-chunk", "Starts as soon as one chunk is loaded.")
        case .fixedSeconds(let start, let afterStall):
            RuleWords(
                "fixed-seconds", "Starts with a fixed length of media ahead of the playhead.",
                .seconds("start_s", "Media ahead of the playhead before a start.", start.nanoseconds),
                .seconds("after_stall_s", "Media ahead of the playhead after a stall.", afterStall.nanoseconds))
        case .holdBackShare(let share, let hysteresis, let margin):
            RuleWords(
                "hold-back-share",
                "Ours, after measurements: starts a live stream with a part of HOLD-BACK ahead; else as play-through.",
                .ratio("share_ratio", "The part of HOLD-BACK that is ahead of the playhead before a start.", share),
                Self.letPass(hysteresis), Self.toSpare(margin))
        case .fixedWait(let wait):
            RuleWords(
                "fixed-wait", "Starts a fixed time after it was asked for, as soon as anything is loaded.",
                .seconds("wait_s", "Time from the request to the start.", wait.nanoseconds))
        case .exoPlayer(let edition, let start, let afterStall):
            RuleWords(
                edition == .current ? "exoplayer" : "exoplayer-2023",
                edition == .current
                    ? "ExoPlayer: starts when what is loaded lasts for a fixed time."
                    : "ExoPlayer until November 2024, with longer times.",
                .seconds("start_s", "Time that what is loaded lasts, before a start.", start.nanoseconds),
                .seconds("after_stall_s", "Time that what is loaded lasts, after a stall.", afterStall.nanoseconds))
        case .shaka(let edition, let goal, let starving): Self.shaka(edition, goal, starving)
        case .hlsJS:
            RuleWords("hls.js", "hls.js: no threshold, starts with one chunk; its bandwidth test is not modelled.")
        case .dashJS(let initial, let aim, let stalled):
            RuleWords(
                "dash.js", "dash.js: starts with an initial level, if any; after a stall or a seek at a threshold.",
                .seconds("initial_buffer_s", "Media ahead of the playhead before a start.", initial.nanoseconds),
                .seconds("buffer_time_s", "Length of its buffer, the most that a start waits for.", aim.nanoseconds),
                .seconds(
                    "stall_threshold_s", "Media ahead of the playhead after a stall or a seek, and while playing.",
                    stalled.nanoseconds))
        case .vlc(let caching):
            RuleWords(
                "vlc", "VLC: starts with a fixed length of media, and again after a stall.",
                .seconds("network_caching_s", "Media ahead of the playhead before a start.", caching.nanoseconds))
        case .chromium:
            RuleWords(
                "chromium-canplaythrough",
                "Chromium: starts when the rest would arrive before it has played; "
                    + "measured by 'throughput', not as there."
            )
        case .firefox(let margin):
            RuleWords(
                "firefox-canplaythrough",
                "Firefox: likewise by the end of playing, with a margin ahead; measured by 'throughput', not as there.",
                .seconds("margin_s", "Media ahead of the playhead, of which there must be more.", margin.nanoseconds))
        case .webKitMSE:
            RuleWords(
                "webkit-mse-canplaythrough",
                "WebKit's MSE player: as Chromium at natural speed; measured by 'throughput', not as there.")
        case .native(let rule): rule.words
        }
    }

    private static func shaka(_ edition: Edition, _ goal: MediaTime, _ starving: MediaTime) -> RuleWords {
        RuleWords(
            edition == .current ? "shaka" : "shaka-2023",
            edition == .current
                ? "Shaka Player: with a goal of 0, starts as soon as anything is loaded."
                : "Shaka Player until November 2024: starts at its goal, keeps up until far below.",
            .seconds("goal_s", "Media ahead of the playhead before it keeps up.", goal.nanoseconds),
            .seconds(
                "starving_s", "Media ahead below which it no longer does, or half the goal where that is less.",
                starving.nanoseconds))
    }

    private static func letPass(_ hysteresis: TimeAmount) -> Parameter {
        .seconds(
            "hysteresis_s", "A shortfall let pass while playing; with under 10 s ahead, at most a byte's worth.",
            hysteresis.nanoseconds)
    }

    private static func toSpare(_ margin: TimeAmount) -> Parameter {
        .seconds("resume_margin_s", "To spare after a stall, or on a new network.", margin.nanoseconds)
    }

    /// The same rule with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> KeepUp {
        switch self {
        case .playThrough: .playThrough(hysteresis: values.time(0), resumeMargin: values.time(1))
        case .firstChunk: .firstChunk
        case .fixedSeconds: .fixedSeconds(start: values.media(0), afterStall: values.media(1))
        case .holdBackShare:
            .holdBackShare(share: values[0], hysteresis: values.time(1), resumeMargin: values.time(2))
        case .fixedWait: .fixedWait(wait: values.time(0))
        case .exoPlayer(let edition, _, _): .exoPlayer(edition, start: values.time(0), afterStall: values.time(1))
        case .shaka(let edition, _, _): .shaka(edition, goal: values.media(0), starving: values.media(1))
        case .hlsJS: .hlsJS
        case .dashJS: .dashJS(initial: values.media(0), aim: values.media(1), stalled: values.media(2))
        case .vlc: .vlc(caching: values.media(0))
        case .chromium: .chromium
        case .firefox: .firefox(margin: values.media(0))
        case .webKitMSE: .webKitMSE
        case .native(let rule): .native(rule.setting(values))
        }
    }

    /// The length of media ahead, at a rate asked for, with which it waits no longer, whatever else is so; nil where no
    /// length is enough.
    package func mostWanted(at rate: Rate) -> MediaTime? {
        switch self {
        case .playThrough, .holdBackShare, .fixedWait, .chromium, .firefox, .webKitMSE: nil
        case .firstChunk, .hlsJS: .zero
        case .fixedSeconds(let start, let afterStall): max(start, afterStall)
        case .exoPlayer(_, let start, let afterStall): rate.media(passingIn: max(start, afterStall))
        case .shaka(_, let goal, _): goal
        case .dashJS(let initial, let aim, let stalled): max(min(initial, aim), stalled)
        case .vlc(let caching): caching
        case .native(let rule): rule.mostWanted
        }
    }

    /// Judges whether playback from `question.place` would keep up. Constant time.
    public func verdict(on question: Question, seeing buffer: BufferState) -> Verdict {
        if buffer.knowsEnd {
            if question.place >= buffer.end { return Verdict(.likely, .nothingLeft) }
            if buffer.isComplete { return Verdict(.likely, .everythingLoaded) }
        }
        if question.nothingMoreComes { return Verdict(.unlikely, .nothingMoreComes) }
        let ahead = buffer.ahead(of: question.place)
        guard ahead > .zero else { return Verdict(.nothingToJudgeBy, .nothingLoaded) }
        if buffer.isCutOff { return Verdict(.unlikely, .listedNoLonger) }
        guard let edge = buffer.edge, buffer.playableEnd >= edge.listedEnd else {
            return judgement(on: question, seeing: buffer, ahead)
        }
        // From then on what is loaded lasts until more can be, if the playhead stays where it is.
        let lasts = edge.nextArrival + (.zero - question.rate.time(toPass: ahead, .down))
        if lasts <= question.now { return Verdict(.likely, .everythingListed) }
        var verdict = judgement(on: question, seeing: buffer, ahead)
        if verdict.outlook != .likely, !question.isPlaying, edge.nextArrival < .never, lasts <= edge.standsUntil {
            verdict.reconsiderAt = min(verdict.reconsiderAt ?? .never, lasts)
        }
        return verdict
    }

    /// The answer of the rule itself, where so much is loaded and more is to come.
    private func judgement(on question: Question, seeing buffer: BufferState, _ ahead: MediaTime) -> Verdict {
        switch self {
        case .playThrough(let hysteresis, let margin): return Self.playThrough(question, buffer, hysteresis, margin)
        case .firstChunk, .hlsJS: return Verdict(.likely, .firstChunkLoaded)
        case .fixedSeconds(let start, let afterStall):
            return Self.compare(ahead, question.isPlaying || ahead >= (question.followsStall ? afterStall : start))
        case .holdBackShare(let share, let hysteresis, let margin):
            guard !question.isPlaying, let edge = buffer.edge else {
                return Self.playThrough(question, buffer, hysteresis, margin)
            }
            let wanted = proportion(edge.holdBack.nanoseconds, share, over: 1_000_000, .up)
            return Self.compare(ahead, ahead.nanoseconds >= wanted)
        case .fixedWait(let wait):
            if question.isPlaying { return Verdict(.likely, .waitedEnough(wait)) }
            guard let asked = question.askedAt else { return Verdict(.nothingToJudgeBy, .notAskedToPlay) }
            return question.now - asked >= wait
                ? Verdict(.likely, .waitedEnough(wait))
                : Verdict(.unlikely, .stillWaiting(asked + wait - question.now), reconsiderAt: asked + wait)
        case .exoPlayer(_, let start, let afterStall):
            let lasts = question.rate.time(toPass: ahead, .down)
            return Self.compare(ahead, question.isPlaying || lasts >= (question.followsStall ? afterStall : start))
        case .shaka(_, let goal, let starving):
            let half = MediaTime(nanoseconds: goal.nanoseconds / 2 + goal.nanoseconds % 2)
            return Self.compare(ahead, atLeast: question.wasLikely ? min(starving, half) : goal, question)
        case .dashJS(let initial, let aim, let stalled):
            let isUnderWay = question.isPlaying || question.followsStall || question.followsSeek
            return Self.compare(ahead, atLeast: isUnderWay ? stalled : min(initial, aim), question)
        case .vlc(let caching): return Self.compare(ahead, question.isPlaying || ahead >= caching)
        case .chromium:
            if buffer.isFull { return Verdict(.likely, .fetchingRests) }
            let left = question.rate.time(toPass: buffer.end - question.place, .down)
            return Self.download(buffer, takesLessThan: left)
        case .firefox(let margin):
            guard ahead > margin else { return Self.compare(ahead, false) }
            let left = Rate.one.time(toPass: buffer.end - question.place, .down)
            return Self.download(buffer, takesLessThan: left, orAsLong: true).lasting(ahead - margin, question)
        case .webKitMSE:
            let left = Rate.one.time(toPass: buffer.end - question.place, .down)
            return Self.download(buffer, takesLessThan: left)
        case .native(let rule): return rule.verdict(on: question, seeing: buffer)
        }
    }

    /// The verdict of a rule that holds the time to download all that is awaited against the time to play. Unlike
    /// `play-through` it neither credits what is on its way nor charges latency: only an arrival changes the answer.
    private static func download(
        _ buffer: BufferState, takesLessThan left: TimeAmount, orAsLong: Bool = false
    ) -> Verdict {
        guard let throughput = buffer.throughput else { return Verdict(.nothingToJudgeBy, .nothingMeasured) }
        let spare = left - throughput.time(forBytes: buffer.awaited.bytes)
        return spare > .zero || orAsLong && spare == .zero
            ? Verdict(.likely, .arrivesInTime(spare: spare)) : Verdict(.unlikely, .arrivesTooLate(by: .zero - spare))
    }
}
