import PlayerModel

/// Scores of the quality of experience, as papers and players compute them from the segments that were played. Each is
/// worth no more than its weights, which stand in its metric's description.
///
/// The bit rate of a segment is its variant's declared one, as in the papers. Stall time is what AVFoundation would
/// show as such; the start counts only where a formula says so.
package struct Quality: Sendable {
    /// The bit rates of the segments that were played, in bits per second, in the order of the timeline.
    package let bitRates: ContiguousArray<Int64>
    /// The bit rate of the lowest rung, and that of each, from the lowest on.
    package let lowest: Int64
    package let ladder: [Int64]
    /// Nil where playback was left stalled.
    package let stalled: TimeAmount?
    package let startup: TimeAmount

    package init(_ run: PlayerRun, _ played: PlayedMedia) {
        bitRates = played.bitRates
        ladder = Self.ladder(of: run.playback.media.variants)
        lowest = ladder[0]
        stalled = run.stalled?.total
        startup = run.startup ?? .zero
    }

    /// The rungs of a ladder: the bit rates of its variants, each once. A copy on another pathway, or in another
    /// coding, is no rung of its own.
    static func ladder(of variants: [Asset.Variant]) -> [Int64] {
        var ladder: [Int64] = []
        for bitRate in variants.map({ $0.bitRate }).sorted() where bitRate != ladder.last {
            ladder.append(bitRate)
        }
        return ladder
    }

    /// Pensieve's linear score: Σ Mbit/s − 4.3 × stall seconds − Σ |ΔMbit/s| (Mao et al. 2017). In millionths.
    ///
    /// In its environment the first chunk stalls for as long as it takes, because nothing is ahead
    /// (test/fixed_env.py 86–96). So the startup is a stall here, and in the other two.
    package var pensieveLinear: Int64? { score(stallCost: 4.3) { Double($0) / 1_000_000 } }

    /// Pensieve's logarithmic score: Σ ln(bit rate ÷ lowest) − 2.66 × stall seconds − Σ |Δln| (Mao et al. 2017, table
    /// 1). In millionths.
    ///
    /// As in the linear one, a second of stall costs what the highest rung of its ladder is worth: ln(4300 ÷ 300).
    package var pensieveLogarithmic: Int64? {
        let worth = ladder.map { naturalLogarithm(of: Double($0) / Double(lowest)) }
        return score(stallCost: 2.66) { bitRate in worth[ladder.firstIndex(of: bitRate) ?? 0] }
    }

    /// Pensieve's score for high definition: 1, 2, 3, 12, 15, 20 for the rungs of a ladder of six, 8 × stall seconds
    /// (table 1).
    package var pensieveHD: Int64? {
        guard ladder.count == 6 else { return nil }
        let worth: [Double] = [1, 2, 3, 12, 15, 20]
        return score(stallCost: 8) { bitRate in worth[ladder.firstIndex(of: bitRate) ?? 0] }
    }

    /// Yin et al. 2015: Σ kbit/s − Σ |Δkbit/s| − 3000 × (stall seconds + startup seconds).
    package var yin: Int64? {
        score(stallCost: 3000) { Double($0) / 1000 }
    }

    /// Σ worth − Σ |Δ worth| − cost × (stall seconds + startup seconds).
    private func score(stallCost: Double, _ worth: (Int64) -> Double) -> Int64? {
        guard let stalled, !bitRates.isEmpty else { return nil }
        var sum = 0.0
        var last: Double?
        for bitRate in bitRates {
            let value = worth(bitRate)
            sum += value - (last.map { max(value, $0) - min(value, $0) } ?? 0)
            last = value
        }
        return Self.millionths(sum - stallCost * Self.seconds(stalled + startup))
    }

    private static func seconds(_ time: TimeAmount) -> Double { Double(time.nanoseconds) / 1e9 }

    /// To the nearest millionth, cut at what can be counted.
    static func millionths(_ value: Double) -> Int64 {
        let scaled = value * 1_000_000
        guard scaled.magnitude < 9e18 else { return scaled < 0 ? -.max : .max }
        return Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    }
}
