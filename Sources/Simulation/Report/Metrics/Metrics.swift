import PlayerModel

/// A figure of a run.
///
/// To add one: an entry in `all`, which says which runs have it. Reports, expectations and `autowait list` follow, and
/// goldens stay as they are: they have it where a scenario names it, unless its entry says that all have it. What code
/// asks for by itself has a name of its own beside the table.
package struct Metric: Equatable, Sendable {
    /// The direction that is better; of a metric that only describes, neither is.
    package enum Direction: Sendable {
        case lower, higher, neither
    }

    /// The runs that have it.
    package enum Applies: Sendable {
        case always
        /// Those of which somebody looked for the earliest start that never stalls.
        case withGoldilocks
        /// Those in which an item may be followed by another, or by the same one again.
        case withSeams
        /// Those in which something was sought.
        case withSeeks
        /// Those whose player may change the variant, or has: for a gap, a failure or another pathway.
        case withSwitching
        /// Those of them with a ladder of six rungs.
        case onLadderOfSix
        /// Those of a live stream.
        case withLive
        /// Those of a live stream whose player changes its speed by itself.
        case withCatchUp
        /// Those of a stream with interstitial events.
        case withInterstitials
        /// Those of a stream in which something is listed that is not there.
        case withGaps

        fileprivate func to(_ run: PlayerRun) -> Bool {
            let player = run.player
            return switch self {
            case .always: true
            case .withGoldilocks: run.goldilocks != nil
            case .withSeams: Seams.belong(to: run)
            case .withSeeks: !run.playback.seeks.isEmpty
            case .withSwitching: player.variantSwitch != .fixed || !run.playback.variants.isEmpty
            case .withLive: player.isLive
            case .withCatchUp: Self.withLive.to(run) && player.loader.catchUp.isUsed
            case .withInterstitials: player.interstitials != nil
            case .withGaps: player.hasGaps
            case .onLadderOfSix:
                Self.withSwitching.to(run) && Quality.ladder(of: run.playback.media.variants).count == 6
            }
        }
    }

    /// The time from which on it changes no more.
    package enum Known: Sendable {
        /// The moment at which the playhead first moves.
        case atStart
        case atEnd
    }

    /// The goldens that have it.
    package enum Goldens: Sendable {
        /// Those of all runs that have it: whoever takes it away changes them.
        case always
        /// Those whose scenario names it.
        case whereNamed
    }

    package let name: String
    package let unit: Unit
    package let better: Direction
    package let applies: Applies
    package let goldens: Goldens
    package let known: Known
    /// The metric in a sentence.
    package let about: String
    /// The value in base units of `unit`; nil where it never happened. Of a run in which playback was asked for and
    /// never came, what playing was like is missing, lest nothing count as good; and so is the time of a stall that
    /// nobody ends.
    package let value: @Sendable (Figures) -> Int64?

    package static let all: [Metric] =
        [
            startupTime,
            waitingBeforeStart,
            stallCount,
            stallTime,
            Metric("longest_stall_s", .seconds, .lower, goldens: .always, "The longest of them.") {
                $0.stalled?.longest.nanoseconds
            },
            Metric(
                "rebuffer_ratio", .ratio, .lower, goldens: .always,
                "Stall time as a part of stall time and played time, rounded to the nearest millionth."
            ) {
                guard let stalled = $0.stalled?.total else { return nil }
                let total = stalled + $0.run.playedTime
                guard total > .zero else { return nil }
                return nearest(stalled.nanoseconds, 1_000_000, over: total.nanoseconds)
            },
            Metric(
                "waiting_time_s", .seconds, .lower, goldens: .always,
                "Time spent waitingToPlayAtSpecifiedRate, but for interstitial events and while all items are gone; "
                    + "no value where playback never came and the player has given up."
            ) {
                $0.waiting?.nanoseconds
            },
            timeToFirstChunk,
            playedTime,
            Metric(
                "end_reached", .flag, .higher, goldens: .always,
                "Whether the item played to its end time; of several, whether any did: 'ended' is of the last one."
            ) { $0.playback.hasEnded ? 1 : 0 },
            downBytes,
            Metric(
                "never_played_bytes", .bytes, .lower, goldens: .always,
                "Bytes of chunks of which nothing was played, and of answers that failed or were cut short."
            ) { $0.played.bytesNeverPlayed },
            averageBitRate,
            Metric(
                "initial_bitrate_kbps", .kilobitsPerSecond, .higher, goldens: .always, known: .atStart,
                "Declared bit rate of the variant that started."
            ) { $0.initialBitRate },
            variantSwitchCount,
            Metric(
                "seam_count", .count, .neither, applies: .withSeams, goldens: .always,
                "How often an item was followed by another, or by the same one again."
            ) { Int64($0.seams.seams.count) },
            Metric(
                "seam_gap_time_s", .seconds, .lower, applies: .withSeams, goldens: .always,
                "For how long nothing was played in between, less interstitial events; added up."
            ) { $0.ofPlaying($0.seams.total)?.nanoseconds },
            Metric(
                "longest_seam_gap_s", .seconds, .lower, applies: .withSeams, goldens: .always,
                "The longest of these gaps."
            ) { $0.ofPlaying($0.seams.longest)?.nanoseconds },
            Metric(
                "observed_throughput_kbps", .kilobitsPerSecond, .neither, goldens: .always,
                "Bits of media that came, be it of what was called off, over the time of active transfer, with that of "
                    + "what came beside it."
            ) { $0.busy > .zero ? bitRate($0.run.bytesTransferred, $0.busy.nanoseconds) : nil },
            Metric(
                "seek_count", .count, .neither, applies: .withSeeks,
                "How often a seek was taken, be it that it was called off later; not one that is refused."
            ) { Int64($0.playback.seeks.count) },
            Metric(
                "seek_time_s", .seconds, .lower, applies: .withSeeks,
                "From each seek until playback goes on there; if paused or cancelled, until its completion handler."
            ) { $0.ofPlaying($0.sought?.total)?.nanoseconds },
            Metric("longest_seek_s", .seconds, .lower, applies: .withSeeks, "The longest of them.") {
                $0.ofPlaying($0.sought?.longest)?.nanoseconds
            },
            Metric(
                "live_offset_at_start_s", .seconds, .lower, applies: .withLive,
                "From the playhead to the end of the playlist when playback starts."
            ) { $0.offsetAtStart },
            liveLatencyMean,
            Metric(
                "live_latency_p95_s", .seconds, .lower, applies: .withLive,
                "The latency that was not exceeded for 95 % of that time."
            ) { LiveFigures($0.run).percentile95 },
            Metric(
                "live_above_target_s", .seconds, .lower, applies: .withLive,
                "How long the edge was further away than the offset to be held and a segment, or part, more (ours)."
            ) { LiveDistances($0.run).aboveTarget?.nanoseconds },
            Metric(
                "catch_up_time_s", .seconds, .neither, applies: .withCatchUp,
                "How long a live stream was played at another speed than the natural, which nobody had asked for."
            ) { $0.caughtUp.nanoseconds },
            Metric(
                "live_skipped_s", .seconds, .lower, applies: .withLive,
                "Media that was passed over: it was listed no longer, or the offset from live was preserved."
            ) { $0.skipped },
            Metric(
                "playlist_request_count", .count, .lower, applies: .withLive,
                "How often a media playlist was asked for."
            ) { $0.playback.playlistRequests },
            Metric(
                "interstitial_count", .count, .neither, applies: .withInterstitials,
                "How many interstitial events began."
            ) { Int64($0.playback.interstitials.count) },
            Metric(
                "interstitial_time_s", .seconds, .neither, applies: .withInterstitials,
                "How long they were shown, or waited for, without pauses; a wait that lasts counts up to the end."
            ) { $0.run.interstitialTime.nanoseconds },
            gapTime,
            gapSkipped,
            goldilocksStart,
            goldilocksDistance,
        ] + scores

    // MARK: Those that code asks for

    package static let startupTime = Metric(
        "startup_time_s", .seconds, .lower, goldens: .always, known: .atStart,
        "From the tap, or the first call to play, until the playhead moves, less interstitial events before it."
    ) { $0.run.startup?.nanoseconds }

    static let waitingBeforeStart = Metric(
        "wait_before_start_s", .seconds, .lower, goldens: .always, known: .atStart,
        "The part of waiting_time_s before the playhead first moved."
    ) { $0.waitingBeforeStart?.nanoseconds }

    static let timeToFirstChunk = Metric(
        "time_to_first_chunk_s", .seconds, .lower, goldens: .always, known: .atStart,
        "From the item's arrival until its first chunk of pictures (without any, of sound) is loaded: of the first "
            + "item of which any comes."
    ) { $0.timeToFirstChunk?.nanoseconds }

    package static let stallCount = Metric(
        "stall_count", .count, .lower, goldens: .always, "How often the buffer ran dry while playing."
    ) { $0.ofPlaying(Int64($0.playback.stalls.count)) }

    package static let stallTime = Metric(
        "stall_time_s", .seconds, .lower, goldens: .always,
        "From each stall until the playhead moves, or a pause, seek, failure, the end, other item or interstitial; "
            + "added up."
    ) { $0.stalled?.total.nanoseconds }

    package static let playedTime = Metric(
        "played_time_s", .seconds, .higher, goldens: .always,
        "Time during which the playhead moved, up to the end of the item."
    ) { $0.run.playedTime.nanoseconds }

    package static let downBytes = Metric(
        "down_bytes", .bytes, .lower, goldens: .always,
        "Bytes that came down, also in vain; none of what is under way at the end."
    ) { $0.run.bytesDown }

    package static let averageBitRate = Metric(
        "average_bitrate_kbps", .kilobitsPerSecond, .higher, goldens: .always,
        "Bits over length of the chunks that were played."
    ) { $0.played.media > .zero ? bitRate($0.played.bytes, $0.played.media.nanoseconds) : nil }

    package static let variantSwitchCount = Metric(
        "variant_switch_count", .count, .lower, applies: .withSwitching, goldens: .always,
        "How often something of another variant came than before, of the same item."
    ) { Int64($0.variantSwitches) }

    package static let liveLatencyMean = Metric(
        "live_latency_mean_s", .seconds, .lower, applies: .withLive,
        "From the playhead to what the camera sees, over time from the first start on, where it is behind that."
    ) { LiveFigures($0.run).mean }

    package static let gapTime = Metric(
        "gap_time_s", .seconds, .lower, applies: .withGaps,
        "Time during which the playhead moved where pictures or sound were not there (EXT-X-GAP), so nothing was shown."
    ) { $0.ofPlaying(GapFigures($0.run).shown.nanoseconds) }

    package static let gapSkipped = Metric(
        "gap_skipped_s", .seconds, .lower, applies: .withGaps,
        "Media that was skipped because pictures or sound were not there (EXT-X-GAP)."
    ) { $0.ofPlaying(GapFigures($0.run).skipped.nanoseconds) }

    package static let goldilocksStart = Metric(
        "goldilocks_start_s", .seconds, .neither, applies: .withGoldilocks, goldens: .always,
        "From the tap, or the first call to play, to the earliest start that never stalls: looked for by further runs."
    ) { $0.run.goldilocks?.start?.nanoseconds }

    package static let goldilocksDistance = Metric(
        "goldilocks_distance_s", .seconds, .neither, applies: .withGoldilocks, goldens: .always,
        "How much later playback started than that; negative is too soon, and stalls follow."
    ) {
        guard let moment = $0.run.goldilocks?.start, let startup = $0.run.startup else { return nil }
        return (startup - moment).nanoseconds
    }

    // MARK: Scores of papers and players

    private static let scores: [Metric] = [
        Metric(
            "pensieve_linear_score", .score, .higher, applies: .withSwitching,
            "Sum of Mbit/s, less 4.3 for a second of stall or of startup, less changes."
        ) { $0.quality.pensieveLinear },
        Metric(
            "pensieve_log_score", .score, .higher, applies: .withSwitching,
            "Sum of ln(bit rate / lowest), less 2.66 for a second of stall or of startup, less changes."
        ) { $0.quality.pensieveLogarithmic },
        Metric(
            "pensieve_hd_score", .score, .higher, applies: .onLadderOfSix,
            "Sum of 1, 2, 3, 12, 15, 20 by rung, less 8 a second of stall or startup and changes; ladders of six."
        ) { $0.quality.pensieveHD },
        Metric(
            "yin_score", .score, .higher, applies: .withSwitching,
            "Sum of kbit/s, less changes, less 3000 for a second of stall or of startup."
        ) { $0.quality.yin },
        Metric(
            "sabre_score", .score, .higher, applies: .withSwitching,
            "Sum of ln(bit rate / lowest), less 5 or BOLA's gamma for one of stall, per segment's length of time."
        ) { SabreFigures($0.run).map { Quality.millionths($0.score) } },
    ]

    package var needsGoldilocks: Bool { applies == .withGoldilocks }

    /// Whether it is one of the scores of papers and players, which may be negative.
    package var isScore: Bool { unit == .score }

    /// Whether a report of one run has it: it applies, or the scenario names it.
    package func belongs(to run: PlayerRun) -> Bool { applies.to(run) || run.player.names(self) }

    /// Whether the golden of a run has it. What is added to the table changes no golden.
    package func belongsInGolden(of run: PlayerRun) -> Bool {
        switch goldens {
        case .always: belongs(to: run) && isTold(of: run)
        case .whereNamed: run.player.names(self)
        }
    }

    /// Whether what a person reads of one run has it. Scores say something beside other runs only: `compare` has them,
    /// and JSON, and whoever names them.
    package func belongsInText(of run: PlayerRun) -> Bool {
        isScore ? run.player.names(self) : belongs(to: run) && isTold(of: run)
    }

    /// Of a player that shows interstitial events a text has what a viewer sees of them and what they cost.
    private func isTold(of run: PlayerRun) -> Bool {
        run.player.primary == nil
            || [.startupTime, .stallCount, .stallTime, .playedTime, .downBytes, .averageBitRate].contains(self)
    }

    /// Why it says nothing of a run: it is a time, and of what it is the time there cannot have been any. Nil where it
    /// says something, as a count of 0 does.
    package func vacancy(in run: PlayerRun) -> String? {
        if unit != .seconds || applies.to(run) { return nil }
        return switch applies {
        case .always, .withSwitching, .onLadderOfSix: nil
        case .withGoldilocks: "nobody looked for that start"
        case .withSeams: "no item was to be followed by another"
        case .withSeeks: "nothing was sought"
        case .withLive: "the stream is not live"
        case .withCatchUp: "the player does not change its speed by itself"
        case .withInterstitials: "there are no interstitial events"
        case .withGaps: "nothing is missing of what is listed"
        }
    }

    /// Two entries with one name are one.
    package static func == (left: Metric, right: Metric) -> Bool { left.name == right.name }

    /// The bit rate of some bytes over a time, in bits per second, rounded to the nearest.
    static func bitRate(_ bytes: Int64, _ nanoseconds: Int64) -> Int64 {
        nearest(bytes, 8_000_000_000, over: nanoseconds)
    }

    /// `value` times `factor` over `divisor`, rounded to the nearest.
    private static func nearest(_ value: Int64, _ factor: Int64, over divisor: Int64) -> Int64 {
        proportion(value, 2 * factor, over: divisor, .down).addingClamped(1) / 2
    }

    private init(
        _ name: String, _ unit: Unit, _ better: Direction, applies: Applies = .always, goldens: Goldens = .whereNamed,
        known: Known = .atEnd, _ about: String, _ value: @escaping @Sendable (Figures) -> Int64?
    ) {
        self.name = name
        self.unit = unit
        self.better = better
        self.applies = applies
        self.goldens = goldens
        self.known = known
        self.about = about
        self.value = value
    }
}

extension ScenarioPlayer {
    /// Whether the scenario names a metric of this player: as expected, or as to be shown.
    package func names(_ metric: Metric) -> Bool {
        metrics.contains(metric.name) || expectations.metrics.contains { $0.metric.name == metric.name }
    }
}

extension PlayerRun {
    /// The value of every metric, in the order of `Metric.all`.
    package var metrics: [Int64?] { values(of: Metric.all) }

    /// The value of each of some metrics. The run needs its facts traced.
    package func values(of metrics: [Metric]) -> [Int64?] {
        let figures = Figures(self)
        return metrics.map { $0.value(figures) }
    }

    /// The same, and nil for one that says nothing (see `Metric.vacancy`): what is 0 for want of anything would be
    /// taken for short.
    package func toldValues(of metrics: [Metric]) -> [Int64?] {
        zip(metrics, values(of: metrics)).map { metric, value in metric.vacancy(in: self) == nil ? value : nil }
    }
}

extension Run {

    /// Whether a metric that the scenario names needs the earliest start that never stalls.
    package var wantsGoldilocks: Bool {
        scenario.players.contains { player in Metric.all.contains { $0.needsGoldilocks && player.names($0) } }
    }
}
