import PlayerModel

/// The sums of the simulator Sabre over a run: segments as they begin to be played, with their declared bit rates.
///
/// A segment counts as soon as its first moment is played, with the bit rate that it had then. "Time average" is per
/// segment's length of startup, stalls and playback together; waiting after a seek is stall time, but no stall.
package struct SabreFigures: Sendable {
    package private(set) var utility = 0.0
    package private(set) var bitRate = 0.0
    package private(set) var bitRateChange = 0.0
    package private(set) var logBitRateChange = 0.0
    /// Seconds.
    package let segment: Double
    package let stalled: Double
    package let time: Double
    package let stalls: Double
    /// The cost of a segment's length of stall.
    package let gamma: Double
    let starts: [SegmentStart]

    /// Nil where nothing of a stream was played, and where it was left stalled.
    package init?(_ run: PlayerRun) {
        let starts = SegmentStarts(run)
        guard run.player.media.kind == .hls, let first = starts.starts.first, let own = run.stalled else {
            return nil
        }
        self.starts = starts.starts
        let variants = run.playback.media.variants
        let lowest = Double(variants.reduce(Int64.max) { min($0, $1.bitRate) })
        let chunks = run.playback.media.tracks(of: first.item)[0]
        segment = Self.seconds(chunks.start(of: chunks.endOfRequest(from: 0)).nanoseconds)
        let waiting = own.total + starts.waitedAfterJumps
        stalled = Self.seconds(waiting.nanoseconds)
        time = Self.seconds(((run.startup ?? .zero) + waiting + starts.moving).nanoseconds)
        stalls = Double(run.playback.stalls.count)
        gamma = Double(run.player.variantSwitch.gamma) / 1_000_000
        let utilities = variants.map { naturalLogarithm(of: Double($0.bitRate) / lowest) }
        var last: Double?
        for start in starts.starts {
            let rate = Double(variants[start.variant].bitRate)
            utility += utilities[start.variant]
            bitRate += rate / 1000
            if let last, last != rate {
                bitRateChange += (max(rate, last) - min(rate, last)) / 1000
                logBitRateChange += naturalLogarithm(of: max(rate, last) / min(rate, last))
            }
            last = rate
        }
    }

    /// Segments per second of the whole time: a sum times this is its time average.
    package var perSegment: Double { segment / time }

    /// (Σ ln(bit rate ÷ lowest) − γ × stall ÷ segment) × segment ÷ time.
    package var score: Double { (utility - gamma * stalled / segment) * perSegment }

    static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }
}
