import PlayerModel

/// The figures of the same scenarios under several settings. How they were run is no matter of this type.
package struct Comparison: Sendable {
    /// What came of one run: by player, the value of every metric; nil where the run failed.
    package struct Sample: Sendable {
        /// Nil where the scenario could not even be read.
        package let seed: UInt64?
        package let values: [[Int64?]]?

        package init(seed: UInt64?, values: [[Int64?]]?) {
            self.seed = seed
            self.values = values
        }
    }

    /// A scenario under one setting.
    package struct Cell: Sendable {
        /// The value of every key, as it was typed.
        package let settings: [String]
        /// The names of those who play; one alone, or one of whom nothing is known, has none.
        package let players: [String?]
        package let samples: [Sample]

        package init(settings: [String], players: [String?], samples: [Sample]) {
            self.settings = settings
            self.players = players
            self.samples = samples
        }
    }

    /// A scenario under every setting.
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

    /// The keys that were varied.
    package let keys: [String]
    package let metrics: [Metric]
    package let blocks: [Block]

    package init(keys: [String], metrics: [Metric], blocks: [Block]) {
        self.keys = keys
        self.metrics = metrics
        self.blocks = blocks
    }

    /// What is compared where nobody says what.
    package static let usualMetrics = [
        "startup_time_s", "stall_count", "stall_time_s", "average_bitrate_kbps", "down_bytes",
    ]
}

extension Run {
    /// The value of each of some metrics, for each of those who play. The run needs its facts traced.
    package func values(of metrics: [Metric]) -> [[Int64?]] {
        scenario.seats.indices.map { seat in
            let tally = Tally(scenario.seats.count > 1 ? viewing(seat) : self)
            return metrics.map { $0.value(tally) }
        }
    }
}

/// What the runs of one cell come to: their median, the least and the most. What never happened is worse than all that
/// did, because a start that never comes is the latest of all.
struct Spread {
    /// A value that a run has: of an even number, the lower of the two in the middle.
    let median: Int64?
    let least: Int64?
    let most: Int64?

    init(_ values: [Int64?], better: Metric.Direction) {
        precondition(!values.isEmpty, "a cell has runs")
        let sorted = values.sorted { Self.isLess($0, $1, better) }
        median = sorted[(sorted.count - 1) / 2]
        least = sorted[0]
        most = sorted[sorted.count - 1]
    }

    private static func isLess(_ left: Int64?, _ right: Int64?, _ better: Metric.Direction) -> Bool {
        guard let left else { return right != nil && better == .higher }
        guard let right else { return better != .higher }
        return left < right
    }
}
