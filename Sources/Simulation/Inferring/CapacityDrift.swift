import PlayerModel

/// How a network's capacity goes on from one second to the next: it stays, or moves to a level near by, with weights
/// that fall by a constant factor for each level, or jumps anywhere.
///
/// The form is that of Veritas (Bothra, Gao, Rao and Ribeiro, "Veritas: Answering Causal Queries from Video Streaming
/// Traces", SIGCOMM 2023), on a geometric grid and with a factor in the place of a normal distribution; the numbers
/// are ours. Which of them a session had, it says itself: each counts by how likely it makes the log.
package struct CapacityDrift: Equatable, Sendable {
    /// The name, for people.
    package let name: String
    /// The probability to stay at a level, and to jump to any.
    let stay: Double
    let jump: Double
    /// The factor by which a level further away is less likely.
    let factor: Double
    /// How far the model's time of a download may be off, as a share of it.
    let tolerance: Double
    /// How far the capacity of each second is off its level, on either side, as a share of it: by chance, and anew
    /// every second.
    let jitter: Double

    /// The name, the probabilities to stay and to jump, and the factor.
    private static let kinds: [(String, Double, Double, Double)] = [
        ("steady", 0.985, 0.003, 0.6), ("steps", 0.9, 0.03, 0.7), ("drifting", 0.5, 0.01, 0.8),
        ("restless", 0.2, 0.05, 0.9), ("wild", 0.05, 0.25, 0.9),
    ]

    /// All that are tried: each without jitter, and those that stay with some besides. What a download's time is off by
    /// more than that is the network's own: were it the model's, capacity would look better known than it is.
    static let all: [CapacityDrift] =
        kinds.map { CapacityDrift($0, 0.03) }
        + jitters.flatMap { jitter in kinds.prefix(2).map { CapacityDrift($0, 0.015, jitter) } }

    private static let jitters = [0.05, 0.1, 0.2]

    /// The one that the first look at a session has.
    static let first = CapacityDrift(("steps", 0.8, 0.05, 0.8), 0.1)

    private init(_ kind: (String, Double, Double, Double), _ tolerance: Double, _ jitter: Double = 0) {
        (name, stay, jump, factor) = kind
        (self.tolerance, self.jitter) = (tolerance, jitter)
    }

    /// The same on a grid of every other level.
    var onEveryOther: CapacityDrift { CapacityDrift((name, stay, jump, factor * factor), tolerance, jitter) }

    /// How far a download's time may be off that lasts for so many seconds, each with a jitter of its own, of which
    /// the mean counts.
    func tolerance(seconds: Double) -> Double { (tolerance * tolerance + jitter * jitter / seconds).squareRoot() }

    /// How likely a second is so many levels off its own, on either side: nothing beyond the last.
    var shifts: [Double] {
        // A level is a sixteenth of a doubling, and ln 2 ÷ 16 = 0.0433. Of the biweight the deviation is 1 ÷ √7 of its
        // reach.
        let reach = jitter / 0.0433 * 2.6458
        var shifts: [Double] = [1]
        while Double(shifts.count) < reach {
            let share = Double(shifts.count) / reach
            let rest = 1 - share * share
            shifts.append(rest * rest)
        }
        return shifts
    }

    /// The weight of a download that the model brings to its end so many times as the log does: most where it does just
    /// once, and less on either side of what may be in doubt, but never nothing. `progress` is not negative.
    ///
    /// It is one for a time that is as far off as is usual. So all levels weigh the same as far as they fit: one that
    /// is in doubt fits always, and must not gain by what others lose where networks tremble.
    func weight(_ progress: Double, doubt: Double = 0, tolerance wider: Double? = nil) -> Double {
        let tolerance = wider ?? tolerance
        guard progress > 0 else { return Self.least }
        let ratio = progress > 1 ? progress : 1 / progress
        let share = max(0, ratio - 1 - doubt) / tolerance
        let part = 1 / (1 + share * share / 4)
        let square = part * part
        return (square * square + Self.least) * Self.most(tolerance / (tolerance + doubt))
    }

    /// The weight of what fits just so, by the share of times that are off by more than what is in doubt: e^(0.61
    /// share). Of Student's distribution of 7 degrees, which the weights are, the mean logarithm is 4 (ψ(3.5) - ψ(4)) =
    /// -0.61.
    private static func most(_ share: Double) -> Double {
        let power = 0.61 * share
        return 1 + power * (1 + power / 2 * (1 + power / 3 * (1 + power / 4 * (1 + power / 5))))
    }

    /// The weight of what is out of the question, so that one strange download does not rule out everything.
    private static let least = 1e-12
}
