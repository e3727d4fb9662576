import PlayerModel

/// A figure of a run.
///
/// To add one: an entry in `all`. Reports, expectations and `autowait list` follow.
package struct Metric: Sendable {
    /// Which way is better.
    package enum Direction: UInt8, Sendable {
        case lower
        case higher
        /// Neither: it describes.
        case neither
    }

    package let name: String
    package let unit: Unit
    package let better: Direction
    /// What it is, in a sentence.
    package let about: String
    /// The value in base units of `unit`; nil where it never happened.
    package let value: @Sendable (Tally) -> Int64?

    package static let all: [Metric] =
        [
            Metric("startup_time_s", .seconds, .lower, "From the first request to play until the playhead moves.") {
                guard let asked = $0.requestedAt, let started = $0.startedAt else { return nil }
                return (started - asked).nanoseconds
            },
            Metric("wait_before_start_s", .seconds, .lower, "Time spent waiting before the playhead first moved.") {
                $0.waitingBeforeStart.nanoseconds
            },
            Metric("stall_count", .count, .lower, "How often the buffer ran dry while playing.") { $0.stallCount },
            Metric(
                "stall_time_s", .seconds, .lower,
                "From each stall until the playhead moves, or a pause, a seek, a failure or another item; added up."
            ) {
                $0.stalled.total.nanoseconds
            },
            Metric("longest_stall_s", .seconds, .lower, "The longest of them.") { $0.stalled.longest.nanoseconds },
            Metric("rebuffer_ratio", .ratio, .lower, "Stall time as a part of stall time and played time.") {
                let total = $0.stalled.total + $0.played.total
                guard total > .zero else { return nil }
                return proportion($0.stalled.total.nanoseconds, 1_000_000, over: total.nanoseconds, .down)
            },
            Metric("waiting_time_s", .seconds, .lower, "Time spent waitingToPlayAtSpecifiedRate.") {
                $0.waiting.total.nanoseconds
            },
            Metric(
                "time_to_first_chunk_s", .seconds, .lower, "From the item's arrival until its first chunk is loaded."
            ) {
                guard let item = $0.itemAt, let chunk = $0.firstChunkAt else { return nil }
                return (chunk - item).nanoseconds
            },
            Metric(
                "played_time_s", .seconds, .higher, "Time during which the playhead moved, up to the end of the item."
            ) {
                $0.played.total.nanoseconds
            },
            Metric("end_reached", .flag, .higher, "Whether the item played to its end time.") { $0.hasEnded ? 1 : 0 },
            Metric("down_bytes", .bytes, .lower, "Bytes that came down, those in vain included.") {
                $0.bytesLoaded.addingClamped($0.bytesFetched).addingClamped($0.bytesWasted)
            },
            Metric("never_played_bytes", .bytes, .lower, "Bytes of chunks of which nothing was played.") {
                $0.bytesNeverPlayed
            },
            Metric(
                "average_bitrate_kbps", .kilobitsPerSecond, .higher,
                "Bits over length of the chunks that were played."
            ) {
                guard $0.playedMedia > .zero else { return nil }
                return bitRate($0.playedBytes, $0.playedMedia.nanoseconds)
            },
            Metric(
                "initial_bitrate_kbps", .kilobitsPerSecond, .higher, "Declared bit rate of the variant that started."
            ) {
                $0.initialBitRate
            },
            Metric("variant_switch_count", .count, .lower, "How often something of another variant came than before.")
            {
                $0.switchCount
            },
            Metric(
                "seam_count", .count, .neither, "How often an item was followed by another, or by its own beginning."
            ) {
                Int64($0.seams.seams.count)
            },
            Metric("seam_gap_time_s", .seconds, .lower, "For how long the clock rested in between, added up.") {
                $0.seams.total.nanoseconds
            },
            Metric("longest_seam_gap_s", .seconds, .lower, "The longest of these gaps.") {
                $0.seams.longest.nanoseconds
            },
            Metric("observed_throughput_kbps", .kilobitsPerSecond, .neither, "Bits over the time of active transfer.")
            {
                guard $0.busy > .zero else { return nil }
                return bitRate($0.bytesLoaded, $0.busy.nanoseconds)
            },
            Metric(
                "goldilocks_start_s", .seconds, .neither,
                "From the first request to play to the earliest start that never stalls: looked for by further runs."
            ) {
                $0.goldilocks?.start?.nanoseconds
            },
            Metric(
                "goldilocks_distance_s", .seconds, .neither,
                "How much later playback started than that; negative is too soon, and stalls follow."
            ) {
                guard let moment = $0.goldilocks?.start, let asked = $0.requestedAt, let started = $0.startedAt else {
                    return nil
                }
                return (started - asked - moment).nanoseconds
            },
        ] + scores

    private static let scores: [Metric] = [
        Metric(
            "pensieve_linear_score", .score, .higher, "Sum of Mbit/s, less 4.3 for a second of stall, less changes."
        ) {
            $0.quality.pensieveLinear
        },
        Metric(
            "pensieve_log_score", .score, .higher,
            "Sum of ln(bit rate / lowest), less 4.3 for a second of stall, less changes."
        ) {
            $0.quality.pensieveLogarithmic
        },
        Metric(
            "pensieve_hd_score", .score, .higher,
            "Sum of 1, 2, 3, 12, 15, 20 by rung, less 8 for a second of stall, less changes; ladders of six alone."
        ) {
            $0.quality.pensieveHD
        },
        Metric(
            "yin_score", .score, .higher,
            "Sum of kbit/s, less changes, less 3000 for a second of stall or of startup."
        ) {
            $0.quality.yin
        },
        Metric(
            "sabre_score", .score, .higher,
            "Sum of ln(bit rate / lowest), less 5 for a segment's length of stall, for a segment's length of time."
        ) {
            $0.quality.sabre
        },
    ]

    /// Whether further runs are needed to know it.
    package var needsGoldilocks: Bool { name.hasPrefix("goldilocks_") }

    /// Whether it is one of the scores of papers and players, which may be negative.
    package var isScore: Bool { unit == .score }

    /// Whether a report of one run has it: what was looked for, and what the run can have.
    package func belongs(to run: Run) -> Bool {
        if needsGoldilocks { return run.goldilocks != nil }
        if name == "pensieve_hd_score", run.scenario.media.variants.count != 6 { return false }
        if ["seam_count", "seam_gap_time_s", "longest_seam_gap_s"].contains(name) {
            return run.scenario.looping != .none || !run.scenario.items.isEmpty
        }
        if isScore || name == "variant_switch_count" { return run.scenario.variantSwitch != .fixed }
        return true
    }

    /// Bits per second, rounded to the nearest.
    private static func bitRate(_ bytes: Int64, _ nanoseconds: Int64) -> Int64 {
        (proportion(bytes, 16_000_000_000, over: nanoseconds, .down) + 1) / 2
    }

    private init(
        _ name: String, _ unit: Unit, _ better: Direction, _ about: String,
        _ value: @escaping @Sendable (Tally) -> Int64?
    ) {
        self.name = name
        self.unit = unit
        self.better = better
        self.about = about
        self.value = value
    }
}
