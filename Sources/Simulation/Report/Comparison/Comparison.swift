import PlayerModel

/// The metrics of the same scenarios under several settings, for every seed and player.
///
///     Comparison ─ keys that were varied, metrics
///       └ Block ─ a scenario
///           └ Cell ─ the scenario under one setting
///               └ Sample ─ one run, that of a seed
///                   └ Own ─ what it comes to for a player: the value of each metric
///
/// This type only holds results; `autowait compare` runs the scenarios. `Spread` reduces the samples of a cell to
/// median, 95th percentile and worst, `Rivals` tells which of them is the best, and `ParetoFront` finds the settings
/// that no other beats. `ComparisonTable` writes for people, `ComparisonLines` and `ComparisonSummary` for programs,
/// and `ComparisonFigures` for the HTML page, which `ComparisonGlance` heads; `ComparisonNotes` are below the figures
/// of both.
package struct Comparison: Sendable {
    package struct Sample: Sendable {
        /// The outcome of a run for one player.
        package struct Own: Sendable {
            /// The value of every metric; nil where there is none.
            let values: [Int64?]
            /// Whether playback was asked for and never came.
            let isDenied: Bool
            /// Whether it came: where nobody asks for it, it neither comes nor is denied.
            let hasPlayed: Bool
            /// Whether it began, and was over before its time: the viewer left, or it failed.
            let isCut: Bool
            /// Whether `until_s` ended it before its end.
            let isCutOff: Bool
            /// Whether its last stall lasts, and nobody ends it: see `PlayerRun.isLeftStalled`.
            let isLeftStalled: Bool
            /// The places of the metrics that say nothing of it: they have no value, and are no worse for it.
            let vacant: [Int]

            package init(
                _ values: [Int64?], isDenied: Bool = false, hasPlayed: Bool? = nil, isCut: Bool = false,
                isCutOff: Bool = false, isLeftStalled: Bool = false, vacant: [Int] = []
            ) {
                self.hasPlayed = hasPlayed ?? !isDenied
                (self.values, self.vacant) = (values, vacant)
                (self.isDenied, self.isCut, self.isCutOff) = (isDenied, isCut && !isDenied, isCutOff)
                self.isLeftStalled = isLeftStalled
            }

            fileprivate init(_ player: PlayerRun, _ metrics: [Metric]) {
                let vacant = metrics.indices.filter { metrics[$0].vacancy(in: player) != nil }
                var values = player.values(of: metrics)
                for place in vacant { values[place] = nil }
                self.init(
                    values, isDenied: player.isDenied, hasPlayed: player.playback.startedAt != nil,
                    isCut: player.isCut, isCutOff: player.isCutOff, isLeftStalled: player.isLeftStalled,
                    vacant: vacant)
            }
        }

        /// The seed; nil where the scenario could not even be read.
        package let seed: UInt64?
        /// By player; nil where the run failed.
        let players: [Own]?

        package init(seed: UInt64?, _ players: [Own]?) { (self.seed, self.players) = (seed, players) }

        package init(_ run: Run, _ metrics: [Metric]) {
            self.init(seed: run.scenario.seed, run.ownPlayers.map { Own($0, metrics) })
        }

        package func withSeed(_ seed: UInt64?) -> Sample { Sample(seed: seed, players) }

        func value(_ player: Int, _ column: Int) -> Int64? { players?[player].values[column] }
        func isVacant(_ player: Int, _ column: Int) -> Bool { players?[player].vacant.contains(column) ?? false }
        package func isDenied(_ player: Int) -> Bool { players?[player].isDenied ?? false }
        func hasPlayed(_ player: Int) -> Bool { players?[player].hasPlayed ?? false }
        package func isCut(_ player: Int) -> Bool { players?[player].isCut ?? false }
        package func isCutOff(_ player: Int) -> Bool { players?[player].isCutOff ?? false }
        func isLeftStalled(_ player: Int) -> Bool { players?[player].isLeftStalled ?? false }
    }

    /// A value of a run, and whether that is one in which playback was asked for and never came, or was over early, or
    /// of which the metric says nothing.
    struct Value: Equatable, Sendable {
        let value: Int64?
        /// As a table shows it.
        let words: String
        let isDenied: Bool
        let isCut: Bool
        let isVacant: Bool
    }

    package struct Cell: Sendable {
        /// The value of every varied key, as it was typed.
        package let settings: [String]
        /// The names of the players; a single one, or one of which nothing is known, has none.
        package let players: [String?]
        /// One for each seed.
        package let samples: [Sample]
        /// Whether nothing was drawn at random, so that one run stands for those of all seeds.
        package let isSeedless: Bool

        package init(settings: [String], players: [String?], samples: [Sample], isSeedless: Bool = false) {
            self.settings = settings
            self.players = players
            self.samples = samples
            self.isSeedless = isSeedless
        }
    }

    package struct Block: Sendable {
        package let path: String
        package let name: String
        package let cells: [Cell]

        package init(path: String, name: String, cells: [Cell]) {
            self.path = path
            self.name = name
            self.cells = cells
        }
    }

    package let keys: [String]
    package let metrics: [Metric]
    package let blocks: [Block]
    /// Whether its rows are rivals, of which one may be the best; networks, say, are not.
    package let hasRivals: Bool

    package init(keys: [String], metrics: [Metric], blocks: [Block], hasRivals: Bool = true) {
        self.hasRivals = hasRivals
        self.keys = keys
        self.metrics = metrics
        self.blocks = blocks
    }

    /// Every scenario under every setting.
    package var cells: [(block: Block, cell: Cell)] { blocks.flatMap { block in block.cells.map { (block, $0) } } }

    /// The comparison of several scenarios with nothing varied: then the scenarios are compared, with a row for each.
    package var sideBySide: Comparison {
        guard keys.isEmpty, blocks.count > 1, blocks.allSatisfy({ $0.cells.count == 1 }) else { return self }
        let folder = Self.commonFolder(blocks.map { $0.path })
        let cells = blocks.map { block in
            Cell(
                settings: [String(block.path.dropFirst(folder.count))], players: block.cells[0].players,
                samples: block.cells[0].samples, isSeedless: block.cells[0].isSeedless)
        }
        let whole = Block(path: folder, name: "\(blocks.count) scenarios", cells: cells)
        return Comparison(keys: ["scenario"], metrics: metrics, blocks: [whole])
    }

    /// The folder that all paths share, with its slash; empty where there is none.
    private static func commonFolder(_ paths: [String]) -> String {
        var folder = Array(paths[0].utf8)
        for path in paths {
            let shared = zip(folder, path.utf8).prefix { $0 == $1 }.count
            folder.removeLast(folder.count - shared)
        }
        let end = folder.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return String(decoding: folder[..<end], as: UTF8.self)
    }

    /// The metrics that are compared unless others are named. Of a live stream that is how far behind it playback was,
    /// or whoever begins further back would seem the better for it; and where media is not there, what was missed of
    /// it. Neither a stall nor a start tells of either.
    package static func usualMetrics(of scenarios: [Scenario]) -> [Metric] {
        let hasGaps = scenarios.contains { $0.players.contains { $0.hasGaps } }
        return usualMetrics + (areLive(scenarios) ? [.liveLatencyMean] : [])
            + (hasGaps ? [.gapTime, .gapSkipped] : [])
    }

    /// The metrics that settings are judged by (see `ParetoFront`), as far as they are for these scenarios.
    package static func measures(of scenarios: [Scenario]) -> [Metric] {
        ParetoFront.measures.filter { $0.applies == .always || areLive(scenarios) }
    }

    /// Whether anything that is played is live.
    private static func areLive(_ scenarios: [Scenario]) -> Bool {
        scenarios.contains { $0.players.contains { $0.isLive } }
    }

    /// Those of a scenario in which all is there.
    package static let usualMetrics: [Metric] = [.startupTime, .stallCount, .stallTime, .averageBitRate, .downBytes]
}

/// The spread of the runs of one cell: their median, their 95th percentile and the worst, by the metric's own
/// direction.
///
/// Each is a value that a run has: with the values in order from the best to the worst, the first than which so many
/// percent of them are no worse (the nearest rank). One that is missing is worse than any other, because a start that
/// never comes is the latest of all. A run of which a metric says nothing is none of them: where nothing is sought, a
/// seek takes neither long nor short. Where neither direction is better, more counts as worse.
package struct Spread: Sendable {
    package let best: Int64?
    package let median: Int64?
    package let p95: Int64?
    package let worst: Int64?

    /// The statistics by the names that reports have for them.
    package var figures: [(name: String, value: Int64?)] { [("median", median), ("p95", p95), ("worst", worst)] }

    package init(_ values: [Int64?], better: Metric.Direction) {
        precondition(!values.isEmpty, "a cell has runs")
        let sorted = values.sorted { Self.isBetter($0, $1, better) }
        func value(_ percent: Int) -> Int64? { sorted[Quantile.place(percent, of: sorted.count)] }
        best = sorted[0]
        median = value(50)
        p95 = value(95)
        worst = sorted[sorted.count - 1]
    }

    /// Which run from the best on, of so many, has a percentile: the nearest rank, from 1 on.
    package static func rank(_ percent: Int, of count: Int) -> Int { Quantile.place(percent, of: count) + 1 }

    /// Which one that is, in words, as in `5th best`.
    package static func rankWords(_ percent: Int, of count: Int) -> String {
        let rank = rank(percent, of: count)
        let isTeen = (11...13).contains(rank % 100)
        let ending = isTeen ? "th" : rank % 10 == 1 ? "st" : rank % 10 == 2 ? "nd" : rank % 10 == 3 ? "rd" : "th"
        return "\(rank)\(ending) best"
    }

    /// The statistics of nothing.
    static func none(better: Metric.Direction) -> Spread { Spread([nil], better: better) }

    /// Whether two values cannot be told apart in a table.
    static func lookAlike(_ left: Int64?, _ right: Int64?, _ unit: Unit) -> Bool {
        ComparisonTable.number(left, unit) == ComparisonTable.number(right, unit)
    }

    /// Whether the left value is better than the right one.
    static func isBetter(_ left: Int64?, _ right: Int64?, _ better: Metric.Direction) -> Bool {
        guard let left else { return false }
        guard let right else { return true }
        return better == .higher ? left > right : left < right
    }
}

extension Comparison.Cell {
    /// The spread of each metric for one player; nil where a run failed.
    package func spreads(of metrics: [Metric], player: Int) -> [Spread]? {
        guard failures == 0 else { return nil }
        return metrics.enumerated().map { column, metric in
            let told = samples.filter { !$0.isVacant(player, column) }
            return told.isEmpty
                ? .none(better: metric.better)
                : Spread(told.map { $0.value(player, column) }, better: metric.better)
        }
    }

    /// The values of a metric that stands at that place, seed by seed. No run may have failed.
    func values(of metric: Metric, in column: Int, player: Int) -> [Comparison.Value] {
        samples.map { sample in
            let value = sample.value(player, column)
            // Whoever stands still for ever is spared what would have come; a time of the stall itself there is none.
            let isStill = value != nil && sample.isLeftStalled(player)
            return Comparison.Value(
                value: value, words: ComparisonTable.number(value, metric.unit), isDenied: sample.isDenied(player),
                isCut: metric.known == .atEnd && (sample.isCut(player) || isStill),
                isVacant: sample.isVacant(player, column))
        }
    }

    /// Whether a player has a value of the metric at that place, or never played, or failed.
    func mayHave(_ place: Int, player: Int) -> Bool {
        let played = samples.filter { $0.players != nil && !$0.isDenied(player) }
        return played.isEmpty || played.contains { $0.value(player, place) != nil }
    }

    /// Whether the metric at that place says something of a player in some run, if only that playback never came.
    func competes(in column: Int, player: Int) -> Bool {
        samples.contains { $0.isDenied(player) || !$0.isVacant(player, column) }
    }

    package var failures: Int { samples.count { $0.players == nil } }

    /// Whether another setting has the same players, and the same figures for every seed.
    func hasFigures(of other: Comparison.Cell) -> Bool {
        players == other.players && samples.count == other.samples.count
            && zip(samples, other.samples).allSatisfy { own, other in
                guard let left = own.players, let right = other.players else {
                    return own.players == nil && other.players == nil
                }
                return left.elementsEqual(right) { $0.values == $1.values }
            }
    }
}
