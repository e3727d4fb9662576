/// The ways in which real players choose the variant of the next segment, with the constants of each.
public enum PlayerSwitch: Equatable, Sendable {
    /// hls.js: the highest variant within a part of the estimate whose segment comes before the buffer is played; where
    /// there is none, one that makes playback wait no longer than `starvation`. In a live stream it does not ask when
    /// the segment comes.
    ///
    /// 0.7, 0.95 and 4 s: src/config.ts 505–516, 526, abr-controller.ts 654–748, 768–1039. Levels with errors are
    /// passed over where the fail-over is that of hls.js (`FailOver.choosesForRetries`). A playlist that is not there
    /// yet takes its time (`MissingPlaylists`).
    case hlsJS(up: Int64, down: Int64, starvation: MediaTime)
    /// Shaka: the highest variant between its own bit rate ÷ `down` and the next one's ÷ `up`, looked for no more often
    /// than each `interval`.
    ///
    /// 0.85, 0.95 and 8 s: simple_abr_manager.js 286–315, 371–374, 499–539. As 0.85 is below 0.95 there is no
    /// hysteresis: it is the highest within 0.95. Where a variant has failed it looks at once, and the interval begins.
    case shaka(up: Int64, down: Int64, interval: TimeAmount)
    /// ExoPlayer: the highest variant within a part of the estimate, but up only with so much ahead, and down only with
    /// less than so much.
    ///
    /// 0.7, 10 s and 25 s: AdaptiveTrackSelection.java 318–324, 522–570, 684–715, 754–784. In HLS the last segment does
    /// not count as ahead, as it may not begin with a key frame (HlsChunkSource.java 450–462). In a live stream three
    /// quarters of what is listed ahead, less two segments, are enough to go up. Left out: segments that are thrown
    /// away for better ones.
    case exoPlayer(share: Int64, up: MediaTime, down: MediaTime)
    /// video.js: the highest variant that is less than the last segment's bit rate by a factor; up only from a low
    /// water mark on, which is the place of the playhead up to so much, unless the stream is live.
    ///
    /// 1.2 and 30 s: playlist-selectors.js 158–361, playlist-controller.js 53–141, 2274–2282. Left out: the size of the
    /// player, and how fast the browser takes media.
    case vhs(factor: Int64, lowWater: MediaTime)
    /// dash.js, as it comes: what its rules wish, of which the lowest counts.
    ///
    /// - Throughput: the highest variant within a part of the estimate; BOLA in its place from a full buffer on, until
    ///   that is half empty (AbrController.js 940–960, rules/abr/BolaRule.js).
    /// - Insufficient buffer: the highest within another part of what the buffer has time for, from the third segment
    ///   on (Settings.js 1388, 1398–1403).
    ///
    /// Left out: dropped frames and their history, live streams.
    case dashJS(safety: Int64, buffer: MediaTime, insufficient: Int64)
    /// GStreamer: the highest variant within a part of the estimate, at a speed above 1 divided by that.
    ///
    /// 0.8: ext/adaptivedemux2/gstadaptivedemux-stream.c 818–869.
    case gstreamer(share: Int64)
    /// "Near optimal" of VLC 3.0: the most utility for each bit at this level of the buffer, and down no faster than
    /// the throughput has it.
    ///
    /// 6 s and 30 s: modules/demux/adaptive/logic/NearOptimalAdaptationLogic.cpp, 3.0.x branch.
    case vlc(least: MediaTime, most: MediaTime)

    static let all: [PlayerSwitch] = [
        .hlsJS(up: 700_000, down: 950_000, starvation: .seconds(4)),
        .shaka(up: 850_000, down: 950_000, interval: .seconds(8)),
        .exoPlayer(share: 700_000, up: .seconds(10), down: .seconds(25)),
        .vhs(factor: 1_200_000, lowWater: .seconds(30)),
        .dashJS(safety: 900_000, buffer: .seconds(18), insufficient: 700_000), .gstreamer(share: 800_000),
        .vlc(least: .seconds(6), most: .seconds(30)),
    ]

    var words: RuleWords {
        switch self {
        case .hlsJS(let up, let down, let starvation):
            RuleWords(
                "hls.js", "hls.js: the highest variant that comes before the buffer is played.",
                .ratio("up_ratio", "The part of the throughput that a higher variant may have.", up),
                .ratio("down_ratio", "The part that this one or a lower one may have.", down),
                .seconds("starvation_s", "How long playback may wait if need be.", starvation.nanoseconds))
        case .shaka(let up, let down, let interval):
            RuleWords(
                "shaka", "Shaka: the highest variant between two bounds, looked for at intervals.",
                .ratio("up_ratio", "The part of the throughput that makes the next variant enough.", up),
                .ratio("down_ratio", "The part of the throughput that a variant may have.", down),
                .seconds("interval_s", "How long a choice stands.", interval.nanoseconds))
        case .exoPlayer(let share, let up, let down):
            RuleWords(
                "exoplayer", "ExoPlayer: within a part of the throughput, up and down as the buffer permits.",
                .ratio("share_ratio", "The part of the throughput that a variant may have.", share),
                .seconds("up_s", "Media ahead before it goes up.", up.nanoseconds),
                .seconds("down_s", "Media ahead with which it does not go down.", down.nanoseconds))
        case .vhs(let factor, let lowWater):
            RuleWords(
                "vhs", "video.js: what the last segment's throughput carries, up only from a low water mark on.",
                .ratio("factor_ratio", "By how much the throughput has to be more.", factor),
                .seconds("low_water_s", "The most that has to be ahead to go up.", lowWater.nanoseconds))
        case .dashJS(let safety, let buffer, let insufficient):
            RuleWords(
                "dash.js", "dash.js: the lowest of what its rules wish: throughput or BOLA, and insufficient buffer.",
                .ratio("safety_ratio", "The part of the throughput that is reckoned with.", safety),
                .seconds("buffer_time_s", "The level from which on BOLA is asked.", buffer.nanoseconds),
                .ratio("insufficient_ratio", "The part of what the buffer has time for.", insufficient))
        case .gstreamer(let share):
            RuleWords(
                "gstreamer", "GStreamer: the highest variant within a part of the throughput.",
                .ratio("share_ratio", "The part of the throughput that a variant may have.", share))
        case .vlc(let least, let most):
            RuleWords(
                "vlc", "VLC 3.0: the most utility for each bit at this level of the buffer.",
                .seconds("min_buffer_s", "The level below which nothing is worth more.", least.nanoseconds),
                .seconds("max_buffer_s", "The level of a full buffer.", most.nanoseconds))
        }
    }

    func setting(_ values: [Int64]) -> PlayerSwitch {
        switch self {
        case .hlsJS: .hlsJS(up: values[0], down: values[1], starvation: values.media(2))
        case .shaka: .shaka(up: values[0], down: values[1], interval: values.time(2))
        case .exoPlayer: .exoPlayer(share: values[0], up: values.media(1), down: values.media(2))
        case .vhs: .vhs(factor: values[0], lowWater: values.media(1))
        case .dashJS: .dashJS(safety: values[0], buffer: values.media(1), insufficient: values[2])
        case .gstreamer: .gstreamer(share: values[0])
        case .vlc: .vlc(least: values.media(0), most: values.media(1))
        }
    }

    var looksAtBuffer: Bool {
        switch self {
        case .shaka, .gstreamer: false
        case .hlsJS, .exoPlayer, .vhs, .dashJS, .vlc: true
        }
    }

    var estimators: [String] {
        switch self {
        case .hlsJS: ["hls.js"]
        case .shaka: ["shaka"]
        case .exoPlayer: ["exoplayer"]
        case .vhs: ["vhs"]
        case .dashJS: ["dash.js"]
        case .gstreamer, .vlc: []
        }
    }

    var needs: SwitchNeeds {
        switch self {
        case .shaka, .dashJS: SwitchNeeds(notes: true)
        case .hlsJS: SwitchNeeds(playlists: true)
        case .exoPlayer, .vhs, .gstreamer, .vlc: SwitchNeeds()
        }
    }

    func decide(
        from ladder: SwitchLadder, seeing question: SwitchQuestion, remembering memory: inout PlayerSwitchMemory
    ) -> SwitchDecision {
        switch self {
        case .hlsJS(let up, let down, let starvation):
            let choice = HlsJSChoice(ladder: ladder, question: question, up: up, down: down, starvation: starvation)
            return SwitchDecision(rung: choice.rung)
        case .shaka(let up, let down, let interval):
            guard memory.mayLookAgain(after: interval, for: question) else {
                return SwitchDecision(rung: memory.rung(on: ladder) ?? question.current)
            }
            let rung = ladder.between(question, up: up, down: down)
            memory.chosen = ladder.rungs[rung].variant
            return SwitchDecision(rung: rung)
        case .exoPlayer(let share, let up, let down):
            return SwitchDecision(rung: ladder.byShare(question, share: share, up: up, down: down))
        case .vhs(let factor, let lowWater):
            return SwitchDecision(rung: ladder.byLastSegment(question, factor: factor, lowWater: lowWater))
        case .dashJS(let safety, let buffer, let insufficient):
            return ladder.byLowestWish(
                question, safety: safety, buffer: buffer, insufficient: insufficient, &memory.dash)
        case .gstreamer(let share):
            let carried = proportion(question.throughput.bitsPerSecond, share, over: 1_000_000, .down)
            return SwitchDecision(rung: ladder.highest(within: max(.one, question.speed).bitRate(within: carried)))
        case .vlc(let least, let most):
            return SwitchDecision(rung: ladder.nearOptimal(question, least: least, most: most))
        }
    }

    func take(_ note: SwitchNote, on ladder: SwitchLadder, remembering memory: inout PlayerSwitchMemory) {
        switch self {
        case .shaka:
            switch note {
            case .finished(let segment): memory.learnedAt = segment.at
            case .sampled(let instant): memory.learnedAt = instant
            case .gaveUp, .sought, .ranDry, .rested: break
            }
        case .dashJS(_, let buffer, _): memory.dash.take(note, on: ladder, buffer: buffer)
        case .hlsJS, .exoPlayer, .vhs, .gstreamer, .vlc: break
        }
    }
}

/// The memory of a real player's rule from one segment to the next.
public struct PlayerSwitchMemory: Equatable, Sendable {
    /// Shaka: when the last sample came, and when a choice was made last.
    var learnedAt = Instant.zero
    private var chosenAt: Instant?
    /// Shaka: the variant that was chosen last, maybe while a segment of another one was under way.
    fileprivate var chosen: Int?
    var dash = DashJSMemory()

    fileprivate func rung(on ladder: SwitchLadder) -> Int? {
        chosen.flatMap { chosen in ladder.rungs.firstIndex { $0.variant == chosen } }
    }

    /// Whether the last choice is so old that there may be another, or a variant has failed (player.js,
    /// `disableStream`); then this is one.
    fileprivate mutating func mayLookAgain(after interval: TimeAmount, for question: SwitchQuestion) -> Bool {
        guard question.occasion == .next else {
            chosenAt = question.now
            return true
        }
        if let chosenAt, learnedAt - chosenAt < interval { return false }
        chosenAt = learnedAt
        return true
    }
}
