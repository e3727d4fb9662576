import PlayerModel

/// The figures of an item for its summary, while it plays.
struct ItemSummary {
    private let scenario: Scenario
    private let variants: [Asset.Variant]
    private var figures = MetricEvents.Summary()
    private var played = Stopwatch()
    private var stalled = Stopwatch()
    private var startup = Stopwatch()
    private var hasStarted = false
    /// By variant, for how long it has played.
    private var playedByVariant: [Int64]

    /// The variants are those of all assets.
    init(_ scenario: Scenario, _ variants: [Asset.Variant]) {
        self.scenario = scenario
        self.variants = variants
        playedByVariant = Array(repeating: 0, count: variants.count)
    }

    mutating func begin(at now: Instant, isAskedToPlay: Bool) { if isAskedToPlay { startup.start(at: now) } }

    mutating func noteRequest() { figures.mediaResourceRequestCount += 1 }

    mutating func noteRetry() {
        figures.recoverableErrorCount += 1
        figures.mediaResourceRequestCount += 1
    }

    mutating func noteSwitch() { figures.variantSwitchCount += 1 }

    mutating func take(_ announcement: Announcement, at now: Instant) {
        switch announcement {
        case .status(let status, _, let rate, let cause):
            if !hasStarted, rate.isMoving { startup.start(at: now) }
            if !rate.isMoving { startup.stop(at: now) }
            if status == .paused, cause == .appCall { stalled.stop(at: now) }
        case .timebase(let rate, _):
            guard rate.isMoving else { return played.stop(at: now) }
            hasStarted = true
            startup.stop(at: now)
            stalled.stop(at: now)
            played.start(at: now)
        case .timeJumped:
            played.stop(at: now)
            stalled.stop(at: now)
        case .didPlayToEndTime: played.stop(at: now)
        case .playbackStalled:
            figures.stallCount += 1
            stalled.start(at: now)
        case .itemFailed: stalled.stop(at: now)
        case .likelyToKeepUp, .bufferFull, .bufferEmpty, .failedToPlayToEndTime, .seekFinished, .pipelines,
            .exception:
            break
        }
    }

    /// The summary. What comes next is another item's.
    mutating func close(at now: Instant, waitingUntil: Instant) -> MetricEvents.Summary {
        played.stop(at: now)
        stalled.stop(at: waitingUntil)
        startup.stop(at: waitingUntil)
        figures.playbackDuration = played.total
        figures.timeSpentRecoveringFromStall = stalled.total
        figures.timeSpentInInitialStartup = startup.total
        if scenario.media.kind == .hls {
            figures.timeWeightedAverageBitrate = weighted { $0.averageBitRate }
            figures.timeWeightedPeakBitrate = weighted { $0.bitRate }
        }
        let summary = figures
        self = ItemSummary(scenario, variants)
        return summary
    }

    /// A variant was played for so long.
    mutating func note(played variant: Int, for time: TimeAmount) { playedByVariant[variant] += time.nanoseconds }

    /// The mean over the time played, rounded down; -1 where it is not known.
    private func weighted(_ rate: (Asset.Variant) -> Int64?) -> Int64 {
        var (sum, time) = (Int128(0), Int128(0))
        for (variant, nanoseconds) in zip(variants, playedByVariant) where nanoseconds > 0 {
            guard let rate = rate(variant) else { return -1 }
            sum += Int128(rate) * Int128(nanoseconds)
            time += Int128(nanoseconds)
        }
        return time > 0 ? Int64(sum / time) : -1
    }
}
