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
        /// The mean over the sessions that have a value with every choice: so all rows are about the same sessions.
        case mean(@Sendable (SessionOutcome) -> Int64?)
        /// One sum over another, times a factor.
        case ratio(@Sendable (SessionOutcome) -> Int64, over: @Sendable (SessionOutcome) -> Int64, times: Double)
        /// The least value that so many thousandths of the sessions do not surpass; nil is beyond all others.
        case quantile(@Sendable (SessionOutcome) -> Int64?, thousandths: Int)
    }

    /// How a sentence says it: `starts 1.2 s sooner`, `stalls in 9 % more of all sessions`.
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
    package let unit: Unit
    package let better: Metric.Direction
    package let about: String
    /// The least difference that matters to anybody, in base units: what is smaller is as good.
    package let margin: Int64
    package let kind: Kind
    /// The words of those that a verdict is made of.
    package let words: Words?

    package static let all: [DecisionMetric] = [
        neverStarted, startup,
        DecisionMetric(
            "startup_median_s", .seconds, .lower, 100_000_000,
            "The startup that half of all sessions do not surpass; what never starts is beyond all others.",
            .quantile({ $0.startup }, thousandths: 500)),
        DecisionMetric(
            "startup_p95_s", .seconds, .lower, 100_000_000, "The startup that 95 % of all sessions do not surpass.",
            .quantile({ $0.startup }, thousandths: 950)),
        DecisionMetric(
            "startup_p99_s", .seconds, .lower, 100_000_000, "The startup that 99 % of all sessions do not surpass.",
            .quantile({ $0.startup }, thousandths: 990)),
        stalled,
        DecisionMetric(
            "never_resumed_percent", .percent, .lower, 5_000, "The sessions that stall and never go on.",
            .share { $0.isLeftStalled }),
        DecisionMetric(
            "exit_before_start_percent", .percent, .lower, 5_000,
            "The sessions whose viewer leaves before playback has begun.", .share { $0.exit == .beforeStart }),
        DecisionMetric(
            "exit_in_stall_percent", .percent, .lower, 5_000,
            "The sessions whose viewer leaves while playback stalls.",
            .share { $0.exit == .inStall }),
        DecisionMetric(
            "failed_percent", .percent, .lower, 5_000, "The sessions whose item fails, so that nothing more comes.",
            .share { $0.failed }),
        DecisionMetric(
            "watched_mean_s", .seconds, .higher, 1_000_000_000,
            "Time in which the playhead moves: the mean of all sessions, those that never start included.",
            .mean { $0.played }),
        DecisionMetric(
            "stall_time_an_hour_s", .seconds, .lower, 1_000_000_000,
            "Stall time of all sessions for an hour in which the playhead moves.",
            .ratio({ $0.stallTime }, over: { $0.played }, times: 3.6e12)),
        DecisionMetric(
            "average_bitrate_kbps", .kilobitsPerSecond, .higher, 50_000,
            "Bits over length of the chunks that were played, of all sessions together.",
            .ratio({ $0.playedBytes }, over: { $0.playedMedia }, times: 8e9)),
        DecisionMetric(
            "bytes_an_hour", .bytes, .lower, 10_000_000,
            "Bytes that came down, those in vain included, for an hour in which the playhead moves.",
            .ratio({ $0.bytes }, over: { $0.played }, times: 3.6e12)),
        DecisionMetric(
            "near_goldilocks_percent", .percent, .higher, 5_000,
            "The sessions that start within 1 s after the earliest start that never stalls, and not before it.",
            .share { $0.goldilocksDistance.map { 0...1_000_000_000 ~= $0 } ?? false }, needsGoldilocks: true),
        DecisionMetric(
            "goldilocks_distance_mean_s", .seconds, .neither, 100_000_000,
            "How much later playback starts than that moment, of the sessions that have one with every choice.",
            .mean { $0.goldilocksDistance }, needsGoldilocks: true),
    ]

    /// Those that a verdict is made of: its sentence has each of them that differs.
    package static let headline = [neverStarted, startup, stalled]

    package static let neverStarted = DecisionMetric(
        "never_started_percent", .percent, .lower, 5_000,
        "The sessions in which playback is asked for and never comes.", .share { !$0.isStarted },
        Words(
            verb: "never starts in", less: "fewer of all sessions", more: "more of all sessions",
            same: "starts in as many sessions", question: "which starts in more sessions"))

    package static let startup = DecisionMetric(
        "startup_mean_s", .seconds, .lower, 100_000_000,
        "From the request to play until the playhead moves: the mean of the sessions that start with every choice.",
        .mean { $0.startup },
        Words(
            verb: "starts", less: "sooner", more: "later", same: "starts as soon", question: "which starts sooner"))

    package static let stalled = DecisionMetric(
        "stalled_percent", .percent, .lower, 5_000, "The sessions that stall at least once.",
        .share { $0.stalls > 0 },
        Words(
            verb: "stalls in", less: "fewer of all sessions", more: "more of all sessions",
            same: "stalls in as many sessions", question: "which stalls in fewer sessions"))

    package let needsGoldilocks: Bool

    private init(
        _ name: String, _ unit: Unit, _ better: Metric.Direction, _ margin: Int64, _ about: String, _ kind: Kind,
        _ words: Words? = nil, needsGoldilocks: Bool = false
    ) {
        self.name = name
        self.unit = unit
        self.better = better
        self.margin = margin
        self.about = about
        self.kind = kind
        self.words = words
        self.needsGoldilocks = needsGoldilocks
    }

    /// Two entries with one name are one.
    package static func == (left: DecisionMetric, right: DecisionMetric) -> Bool { left.name == right.name }

    /// The figure of some sessions; by choice, the outcomes of the same sessions in the same order.
    func figure(_ outcomes: [[SessionOutcome]]) -> PairedFigure {
        func ones(_ own: [SessionOutcome]) -> [Double] { own.map { _ in 1 } }
        switch kind {
        case .share(let isTrue):
            let whole = 1_000_000.0
            return .ratio(
                top: outcomes.map { $0.map { isTrue($0) ? whole : 0 } }, bottom: outcomes.map(ones), share: whole)
        case .mean(let value):
            let values = outcomes.map { $0.map(value) }
            let isWhole = (outcomes.first ?? []).indices.map { session in values.allSatisfy { $0[session] != nil } }
            return .ratio(
                top: values.map { own in zip(own, isWhole).map { $1 ? Double($0 ?? 0) : 0 } },
                bottom: outcomes.map { _ in isWhole.map { $0 ? 1 : 0 } }, share: nil)
        case .ratio(let top, let bottom, let factor):
            return .ratio(
                top: outcomes.map { $0.map { Double(top($0)) * factor } },
                bottom: outcomes.map { $0.map { Double(bottom($0)) } }, share: nil)
        case .quantile(let value, let thousandths):
            return .quantile(
                outcomes.map { $0.map { value($0).map { Double($0) } ?? .infinity } }, thousandths: thousandths)
        }
    }

    /// The sessions in which a choice does better than another, worse, or as well; nil where a session has no figure
    /// of its own, or neither way is better.
    func tally(_ own: [SessionOutcome], _ other: [SessionOutcome]) -> Decision.Tally? {
        let value: (SessionOutcome) -> Int64?
        switch kind {
        case .share(let isTrue): value = { isTrue($0) ? 1 : 0 }
        case .mean(let figure): value = figure
        case .ratio, .quantile: return nil
        }
        guard better != .neither else { return nil }
        var tally = Decision.Tally()
        for (left, right) in zip(own, other) {
            let (one, another) = (value(left), value(right))
            if one == another {
                tally.equal += 1
            } else if Spread.isBetter(one, another, better) {
                tally.better += 1
            } else {
                tally.worse += 1
            }
        }
        return tally
    }
}
