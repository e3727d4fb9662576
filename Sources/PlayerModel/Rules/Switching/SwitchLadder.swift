/// The variants that may be chosen for the next segment, from the lowest bit rate to the highest: one of each bit rate.
///
/// A copy of a variant is there for when that fails (RFC 8216, section 6.2.4), and is none to choose. To hls.js it is
/// of another pathway (level-controller.ts, `redundantSet`). Of equals the first is taken by video.js
/// (playlist-selectors.js, `bandwidthBestRep`), ExoPlayer (AdaptiveTrackSelection.java, `determineIdealSelectedIndex`),
/// VLC (RepresentationSelector.cpp, `higher`) and Shaka (simple_abr_manager.js, `chooseVariant`). Left out: that Shaka
/// prefers a larger picture, that hls.js takes those with other pictures or codecs for levels of their own, and that
/// GStreamer takes the last by name (m3u8.c, `get_variant_for_bitrate`). Ours is that the one which is fetched stands
/// where the first has come back after a failure.
public struct SwitchLadder: Equatable, Sendable {
    /// One of them.
    public struct Rung: Equatable, Sendable {
        /// Its number with whoever asks.
        public var variant: Int
        /// `BANDWIDTH`: the peak, in bits per second. It is all that a player knows of segments that it has not asked
        /// for, so the rules reckon with it; real segments are often smaller.
        public var bitRate: Int64
        /// `AVERAGE-BANDWIDTH`, or the peak where none is declared.
        public var averageBitRate: Int64
        /// ln(bit rate ÷ lowest bit rate): what BOLA takes a segment to be worth.
        public fileprivate(set) var utility = 0.0
        /// ln of its bit rate in bits per millisecond.
        fileprivate(set) var logarithm = 0.0
    }

    /// At least one.
    public let rungs: ContiguousArray<Rung>

    /// Of `variants` with their bit rates.
    public init(_ variants: [(variant: Int, bitRate: Int64)]) {
        self.init(variants.map { (variant: $0.variant, bitRate: $0.bitRate, averageBitRate: nil) })
    }

    /// Likewise, with the average bit rates that are declared. Of those with one bit rate it is the one that is held
    /// to, or else the first in the order of the playlist.
    public init(
        _ variants: [(variant: Int, bitRate: Int64, averageBitRate: Int64?)], holdingTo held: Int? = nil
    ) {
        func place(_ variant: Int) -> Int { variant == held ? -1 : variant }
        var rungs = ContiguousArray<Rung>()
        rungs.reserveCapacity(variants.count)
        for one in variants.sorted(by: { ($0.bitRate, place($0.variant)) < ($1.bitRate, place($1.variant)) })
        where one.bitRate != rungs.last?.bitRate {
            let average = one.averageBitRate ?? one.bitRate
            rungs.append(Rung(variant: one.variant, bitRate: one.bitRate, averageBitRate: average))
        }
        for index in rungs.indices.dropFirst() {
            rungs[index].utility = naturalLogarithm(of: Double(rungs[index].bitRate) / Double(rungs[0].bitRate))
        }
        for index in rungs.indices { rungs[index].logarithm = naturalLogarithm(of: rungs[index].kilobits) }
        self.rungs = rungs
    }

    /// The highest rung that is not above a bit rate, or else the lowest.
    public func highest(within bitRate: Int64) -> Int { highest { $0 <= bitRate } }

    /// The rung below the first whose bit rate does not fit; the lowest always does.
    func highest(_ fits: (Int64) -> Bool) -> Int {
        (rungs.dropFirst().firstIndex { !fits($0.bitRate) } ?? rungs.count) - 1
    }

    /// The rung of a variant; where it is not among them, the highest that is not above its bit rate.
    public func rung(of variant: Int, bitRate: Int64) -> Int {
        rungs.firstIndex { $0.variant == variant } ?? highest(within: bitRate)
    }

    /// A rung's utility as Sabre sums it up, where the lowest has `lowest`. Many levels are such that two rungs are of
    /// one value but for rounding, so the order of its sums is kept.
    func utility(of rung: Int, lowest: Double) -> Double { rungs[rung].logarithm + (lowest - rungs[0].logarithm) }
}

/// A length in seconds, for the rules that reckon with real numbers.
func seconds(_ length: MediaTime) -> Double { Double(length.nanoseconds) / 1e9 }
