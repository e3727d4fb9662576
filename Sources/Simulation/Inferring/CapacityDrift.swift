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

    /// The name, the probabilities to stay and to jump, and the factor.
    private static let kinds: [(String, Double, Double, Double)] = [
        ("steady", 0.985, 0.003, 0.6), ("steps", 0.9, 0.03, 0.7), ("drifting", 0.5, 0.01, 0.8),
        ("restless", 0.2, 0.05, 0.9), ("wild", 0.05, 0.25, 0.9),
    ]

    /// All that are tried.
    static let all: [CapacityDrift] = [0.03, 0.06, 0.12].flatMap { tolerance in
        kinds.map {
            CapacityDrift(name: $0.0, stay: $0.1, jump: $0.2, factor: $0.3, tolerance: tolerance)
        }
    }

    /// The one that the first look at a session has.
    static let first = CapacityDrift(name: "steps", stay: 0.8, jump: 0.05, factor: 0.8, tolerance: 0.1)

    /// The same on a grid of every other level.
    var onEveryOther: CapacityDrift {
        CapacityDrift(name: name, stay: stay, jump: jump, factor: factor * factor, tolerance: tolerance)
    }

    /// The weight of a download that the model brings to its end so many times as the log does: 1 where it does just
    /// once, and less on either side of what may be in doubt, but never nothing. `progress` is not negative.
    func weight(_ progress: Double, doubt: Double = 0) -> Double {
        guard progress > 0 else { return Self.least / tolerance }
        let ratio = progress > 1 ? progress : 1 / progress
        let share = max(0, ratio - 1 - doubt) / tolerance
        let part = 1 / (1 + share * share / 4)
        let square = part * part
        // A narrow one is higher, so that they can be compared.
        return (square * square + Self.least) / tolerance
    }

    /// The weight of what is out of the question, so that one strange download does not rule out everything.
    private static let least = 1e-12
}
