/// The variants that may be chosen for the next segment, from the lowest bit rate to the highest.
public struct SwitchLadder: Equatable, Sendable {
    /// One of them.
    public struct Rung: Equatable, Sendable {
        /// Its number with whoever asks.
        public var variant: Int
        /// `BANDWIDTH`: the peak, in bits per second. It is all that a player knows of segments that it has not asked
        /// for, so the rules reckon with it; real segments are often smaller.
        public var bitRate: Int64
        /// ln(bit rate ÷ lowest bit rate): what BOLA takes a segment to be worth.
        public fileprivate(set) var utility = 0.0
    }

    /// At least one.
    public let rungs: ContiguousArray<Rung>

    /// Of `variants` with their bit rates, in the order of the playlist, of which equals keep theirs.
    public init(_ variants: [(variant: Int, bitRate: Int64)]) {
        var rungs = ContiguousArray(variants.map { Rung(variant: $0.variant, bitRate: $0.bitRate) })
        rungs.sort { ($0.bitRate, $0.variant) < ($1.bitRate, $1.variant) }
        for index in rungs.indices.dropFirst() {
            rungs[index].utility = naturalLogarithm(of: Double(rungs[index].bitRate) / Double(rungs[0].bitRate))
        }
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
}

/// The knowledge of a player that is about to ask for a segment, and may ask for another variant's.
public struct SwitchQuestion: Equatable, Sendable {
    /// The rung that was fetched last.
    public var current: Int
    /// The media of this track ahead of the playhead.
    public var ahead: MediaTime
    /// The media wanted ahead of it: with more, nothing is asked for.
    public var wanted: MediaTime
    /// The length of a segment.
    public var segment: MediaTime
    /// The number of segments that are to come, this one included.
    public var remaining: Int64
    /// The throughput as measured.
    public var throughput: ThroughputEstimate
    /// The time from a request to its first byte, on average.
    public var latency: TimeAmount

    /// Memberwise.
    public init(
        current: Int, ahead: MediaTime, wanted: MediaTime, segment: MediaTime, remaining: Int64,
        throughput: ThroughputEstimate, latency: TimeAmount
    ) {
        self.current = current
        self.ahead = ahead
        self.wanted = wanted
        self.segment = segment
        self.remaining = remaining
        self.throughput = throughput
        self.latency = latency
    }
}

/// The memory of a rule from one segment to the next.
public struct SwitchMemory: Equatable, Sendable {
    /// `sabre-throughput`: how much of what seems safe to fetch is taken for safe, in millionths.
    var bufferShare: Int64 = 900_000
    /// `robust-mpc`: the throughput that was expected of the last segment, in bits per second; 0 where none was.
    var expected: Int64 = 0
    /// `robust-mpc`: by how much of the truth the last expectations were wrong, in millionths.
    var errors: ContiguousArray<Int64> = []

    /// Nothing yet.
    public init() {}

    /// A segment has come: this is how fast. O(1).
    public mutating func learn(_ sample: ThroughputSample) {
        guard expected > 0 else { return }
        let actual = ThroughputEstimate(bits: sample.bits, in: sample.busy).bitsPerSecond
        let miss = max(expected, actual) - min(expected, actual)
        if errors.count == 5 { errors.removeFirst() }
        errors.append(proportion(miss, 1_000_000, over: max(1, actual), .down))
        expected = 0
    }
}
