import PlayerModel

/// A figure of many sessions that a decision is made by.
///
/// To add one: an entry in `all`. Its name, unit and direction are those of all formats; its words those of sentences.
/// A session that never started is no win: in quantiles of the startup its value is beyond all others, it has a share
/// of its own, and the bytes that it fetched count like those of all others.
package struct DecisionMetric: Equatable, Sendable {
    /// How it is made of the outcomes of sessions.
    package enum Kind: Sendable {
        /// The sessions of which something is true, as a part of all.
        case share(@Sendable (SessionOutcome) -> Bool)
        /// Likewise, as a part of the sessions that start with every choice: what does not start has no stall either,
        /// and that is no merit.
        case shareOfStarted(@Sendable (SessionOutcome) -> Bool)
        /// The mean over the sessions that have a value with every choice: so all rows are about the same sessions.
        case mean(@Sendable (SessionOutcome) -> Int64?)
        /// One sum over another, times a factor.
        case ratio(@Sendable (SessionOutcome) -> Int64, over: @Sendable (SessionOutcome) -> Int64, times: Double)
        /// Likewise, over the sessions that start, and have the first sum, with every choice: a choice that starts on
        /// worse networks too has not made those worse that others start as well.
        case ratioOfStarted(
            @Sendable (SessionOutcome) -> Int64?, over: @Sendable (SessionOutcome) -> Int64, times: Double)
        /// The least startup that so many thousandths of the sessions do not surpass; what never comes is beyond all.
        case startupQuantile(thousandths: Int)
    }

    /// A figure of each session whose distribution is looked at.
    package enum Distribution: Int, CaseIterable, Sendable {
        case startup, stallTime

        func value(_ outcome: SessionOutcome) -> Int64? {
            switch self {
            case .startup: outcome.startup
            case .stallTime: outcome.stallTime
            }
        }

        /// Whether it is of the sessions that start with every choice: who never saw the start has neither been spared
        /// a stall nor had one.
        var isOfStarted: Bool { self == .stallTime }
    }

    /// The two sums of a figure that is one over the other: of one session their parts, with each choice.
    struct Part: Equatable, Sendable {
        var top: Int64
        var bottom: Int64
    }

    /// How a sentence says it: `starts 1.2 s sooner`, `stalls in 9 more of 100 sessions`.
    package struct Words: Sendable {
        let verb: String
        let less: String
        let more: String
        /// `starts as soon`.
        let same: String
        /// `which starts sooner`, of what cannot be said.
        let question: String
    }

    package let name: String
    /// The name as people say it.
    package let title: String
    package let unit: Unit
    package let better: Metric.Direction
    package let about: String
    /// The least difference that matters to anybody, in base units: what is smaller is as good.
    package let margin: Int64
    package let kind: Kind
    /// The words of those that a verdict is made of.
    package let words: Words?

    package static let all: [DecisionMetric] = [
        notStarted, startup,
        DecisionMetric(
            "startup_median_s", "Startup, median", .seconds, .lower, 100_000_000,
            "The startup that half of all sessions do not surpass; what does not start is beyond all others.",
            .startupQuantile(thousandths: 500)),
        DecisionMetric(
            "startup_p95_s", "Startup, 95th percentile", .seconds, .lower, 100_000_000,
            "The startup that 95 % of all sessions do not surpass.",
            .startupQuantile(thousandths: 950)),
        DecisionMetric(
            "startup_p99_s", "Startup, 99th percentile", .seconds, .lower, 100_000_000,
            "The startup that 99 % of all sessions do not surpass.",
            .startupQuantile(thousandths: 990)),
        stalled,
        neverResumed,
        DecisionMetric(
            "exit_before_start_percent", "Viewers who leave before the start", .percent, .lower, 5_000,
            "The sessions whose viewer leaves before playback has begun.", .share { $0.exit == .beforeStart },
            isOfLeaving: true),
        DecisionMetric(
            "exit_in_stall_percent", "Viewers who leave in a stall", .percent, .lower, 5_000,
            "The sessions whose viewer leaves while playback stalls, of those that start with every choice.",
            .shareOfStarted { $0.exit == .inStall }, isOfLeaving: true),
        failed,
        DecisionMetric(
            "watched_mean_s", "Time watched, mean", .seconds, .higher, 1_000_000_000,
            "Time in which the playhead moves: the mean of all sessions, those that do not start included.",
            .mean { $0.played }),
        DecisionMetric(
            "stall_time_an_hour_s", "Stall time an hour", .seconds, .lower, 1_000_000_000,
            "Stall time for an hour in which the playhead moves, over the sessions that start with every choice and in "
                + "which no stall lasts for ever with any.",
            .ratioOfStarted({ $0.stallTime }, over: { $0.played }, times: 3.6e12)),
        DecisionMetric(
            "average_bitrate_kbps", "Average bit rate", .kilobitsPerSecond, .higher, 50_000,
            "Bits over length of the chunks that were played, over the sessions that start with every choice.",
            .ratioOfStarted({ $0.playedBytes }, over: { $0.playedMedia }, times: 8e9)),
        DecisionMetric(
            "bytes_an_hour", "Bytes an hour", .bytes, .lower, 10_000_000,
            "Bytes that came down, also in vain, for an hour in which the playhead moves.",
            .ratio({ $0.bytes }, over: { $0.played }, times: 3.6e12)),
        DecisionMetric(
            "live_latency_mean_s", "Live latency, mean", .seconds, .lower, 1_000_000_000,
            "From the playhead to what the camera sees of a live stream: over the sessions that have it with every "
                + "choice.",
            .mean { $0.liveLatency }, isOfLive: true),
        DecisionMetric(
            "near_goldilocks_percent", "Sessions that start near Goldilocks", .percent, .higher, 5_000,
            "The sessions that start within 1 s after the earliest start that never stalls, and not before it.",
            .share { $0.goldilocksDistance.map { 0...1_000_000_000 ~= $0 } ?? false }, needsGoldilocks: true),
        DecisionMetric(
            "goldilocks_distance_mean_s", "Distance from Goldilocks, mean", .seconds, .neither, 100_000_000,
            "How much later playback starts than that moment, of the sessions that have one with every choice.",
            .mean { $0.goldilocksDistance }, needsGoldilocks: true),
    ]

    /// Those that a verdict is made of: its sentence has each of them that differs.
    package static let headline = [notStarted, startup, stalled, neverResumed, failed]

    /// Those of them that nobody asks about where nothing of the kind happens.
    package static let rare = [failed, neverResumed]

    /// Those that may be worse besides, whatever a choice is made by: all others that need no further runs, but for
    /// quantiles of what is there as a mean.
    package static let besides = all.filter { metric in
        if case .startupQuantile = metric.kind { return false }
        return !headline.contains(metric) && !metric.needsGoldilocks
    }

    /// Those that tables of circumstances have.
    package static let ofTables = [notStarted, startup, stalled]

    /// Whether it is of the sessions that start with every choice.
    package var isOfStarted: Bool {
        switch kind {
        case .shareOfStarted, .ratioOfStarted: true
        case .mean: self == .startup
        case .share, .ratio, .startupQuantile: false
        }
    }

    package static let notStarted = DecisionMetric(
        "not_started_percent", "Sessions that do not start", .percent, .lower, 5_000,
        "The sessions in which playback is asked for and has not come when they end, by until_s too.",
        .share { !$0.isStarted },
        Words(
            verb: "does not start in", less: "fewer", more: "more",
            same: "starts in as many sessions", question: "which starts in more sessions"))

    package static let failed = DecisionMetric(
        "failed_percent", "Sessions that fail", .percent, .lower, 5_000,
        "The sessions whose item fails, or whose app an exception ends, so that nothing more comes.",
        .share { $0.failed },
        Words(
            verb: "fails in", less: "fewer", more: "more",
            same: "fails in as many sessions", question: "which fails in fewer sessions"))

    package static let neverResumed = DecisionMetric(
        "never_resumed_percent", "Sessions that never resume", .percent, .lower, 5_000,
        "The sessions that stall and never go on, of those that start with every choice; none that until_s ends while "
            + "the player waits.",
        .shareOfStarted { $0.endsStalled },
        Words(
            verb: "never resumes in", less: "fewer", more: "more",
            same: "never resumes in as many sessions", question: "which resumes in more sessions"))

    package static let startup = DecisionMetric(
        "startup_mean_s", "Startup, mean", .seconds, .lower, 100_000_000,
        "From the request to play until the playhead moves: the mean of the sessions that start with every choice.",
        .mean { $0.startup },
        Words(verb: "starts", less: "sooner", more: "later", same: "starts as soon", question: "which starts sooner"))

    package static let stalled = DecisionMetric(
        "stalled_percent", "Sessions with a stall", .percent, .lower, 5_000,
        "The sessions that stall at least once, of those that start with every choice.",
        .shareOfStarted { $0.stalls > 0 },
        Words(
            verb: "stalls in", less: "fewer", more: "more",
            same: "stalls in as many sessions", question: "which stalls in fewer sessions"))

    package let needsGoldilocks: Bool
    /// Whether only live streams have it.
    package let isOfLive: Bool
    /// Whether it is of viewers who leave.
    let isOfLeaving: Bool

    private init(
        _ name: String, _ title: String, _ unit: Unit, _ better: Metric.Direction, _ margin: Int64, _ about: String,
        _ kind: Kind,
        _ words: Words? = nil, needsGoldilocks: Bool = false, isOfLive: Bool = false, isOfLeaving: Bool = false
    ) {
        self.name = name
        self.title = title
        self.unit = unit
        self.better = better
        self.margin = margin
        self.about = about
        self.kind = kind
        self.words = words
        self.needsGoldilocks = needsGoldilocks
        self.isOfLive = isOfLive
        self.isOfLeaving = isOfLeaving
    }

    /// The words of a figure that is less than another, and of one that is more.
    package var ends: (less: String, more: String) {
        if case .startupQuantile = kind { return ("sooner", "later") }
        if self == Self.startup { return ("sooner", "later") }
        return unit == .percent ? ("fewer", "more") : ("less", "more")
    }

    /// Two entries with one name are one.
    package static func == (left: DecisionMetric, right: DecisionMetric) -> Bool { left.name == right.name }

    /// The parts of a session in the figure, by choice; nil of a quantile.
    func parts(_ outcomes: [SessionOutcome], into parts: inout [Part]) {
        parts.removeAll(keepingCapacity: true)
        switch kind {
        case .share(let isTrue):
            for outcome in outcomes { parts.append(Part(top: isTrue(outcome) ? 1 : 0, bottom: 1)) }
        case .shareOfStarted(let isTrue):
            let isWhole = outcomes.allSatisfy { $0.isStarted }
            for outcome in outcomes {
                parts.append(Part(top: isWhole && isTrue(outcome) ? 1 : 0, bottom: isWhole ? 1 : 0))
            }
        case .mean(let value):
            let isWhole = outcomes.allSatisfy { value($0) != nil }
            for outcome in outcomes {
                parts.append(Part(top: isWhole ? value(outcome) ?? 0 : 0, bottom: isWhole ? 1 : 0))
            }
        case .ratio(let top, let bottom, _):
            for outcome in outcomes { parts.append(Part(top: top(outcome), bottom: bottom(outcome))) }
        case .ratioOfStarted(let top, let bottom, _):
            let isWhole = outcomes.allSatisfy { $0.isStarted && top($0) != nil }
            for outcome in outcomes {
                parts.append(Part(top: isWhole ? top(outcome) ?? 0 : 0, bottom: isWhole ? bottom(outcome) : 0))
            }
        case .startupQuantile: break
        }
    }

    /// The unit of a difference in words: "65 % more" would be read as a part of what there is anyway.
    package var unitOfDifference: String { unit == .percent ? "of 100" : unit.symbol }

    /// The factor of the first sum, and whether the figure is a share.
    var factor: (times: Double, isShare: Bool) {
        switch kind {
        case .share, .shareOfStarted: (1_000_000, true)
        case .ratio(_, _, let factor), .ratioOfStarted(_, _, let factor): (factor, false)
        case .mean, .startupQuantile: (1, false)
        }
    }

    /// Whether a session that has a part in the figure has one of its own, by which two choices compare.
    var hasTally: Bool {
        switch kind {
        case .share, .shareOfStarted, .mean: better != .neither
        case .ratio, .ratioOfStarted, .startupQuantile: false
        }
    }

    /// Counts a session in which choices do better than the baseline, worse, or as well: one that has a part in the
    /// figure, so that the counts are about the same sessions as the figure beside them. `parts` are those of the
    /// choices, and the baseline's own count stays as it is.
    func tally(_ parts: [Part], baseline: Int, into tallies: inout [Decision.Tally]) {
        for (choice, part) in parts.enumerated() where choice != baseline && part.bottom > 0 {
            let base = parts[baseline]
            if part.top == base.top {
                tallies[choice].equal += 1
            } else if Spread.isBetter(part.top, base.top, better) {
                tallies[choice].better += 1
            } else {
                tallies[choice].worse += 1
            }
        }
    }
}
