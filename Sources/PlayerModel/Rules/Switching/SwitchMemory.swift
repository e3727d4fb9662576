/// An event of which a rule may want to know between two decisions.
public enum SwitchNote: Equatable, Sendable {
    /// A segment has come to its end.
    case finished(FinishedSegment)
    /// A part of a segment has come, and was measured.
    case sampled(at: Instant)
    /// A segment was given up on the way; something else is decided on next.
    case gaveUp(AbandonedSegment)
    /// The player has gone to another place, and asks for that segment next.
    case sought(segment: Int64)
    /// Nothing is ahead of the playhead any more.
    case ranDry
    /// Nothing was asked for during that time, because enough was ahead.
    case rested(TimeAmount)
}

/// A segment that has come to its end.
public struct FinishedSegment: Equatable, Sendable {
    /// Its place among the segments of the item, from 0.
    public var index: Int64
    /// Its rung; where the ladder no longer has it, the highest that is not above its bit rate.
    public var rung: Int
    /// Its length.
    public var length: MediaTime
    /// Its bits, and how long the network was busy with them.
    public var sample: ThroughputSample
    /// From the request to the first byte.
    public var latency: TimeAmount
    /// From the request to the last byte.
    public var took: TimeAmount
    /// The media of this track ahead of the playhead, this segment included.
    public var ahead: MediaTime
    /// The instant at which it came.
    public var at: Instant
    /// Whether it stands in the place of one that was there already.
    public var isReplacement: Bool

    /// Memberwise.
    public init(
        index: Int64, rung: Int, length: MediaTime, sample: ThroughputSample, latency: TimeAmount, took: TimeAmount,
        ahead: MediaTime, at instant: Instant, isReplacement: Bool = false
    ) {
        self.index = index
        self.rung = rung
        self.length = length
        self.sample = sample
        self.latency = latency
        self.took = took
        self.ahead = ahead
        self.at = instant
        self.isReplacement = isReplacement
    }
}

/// A segment that was given up on the way.
public struct AbandonedSegment: Equatable, Sendable {
    /// The rung that it had.
    public var rung: Int
    /// The rung for which it was given up.
    public var lower: Int
    /// The bits that had come, and in which time since the first.
    public var sample: ThroughputSample
    /// The media of this track ahead of the playhead.
    public var ahead: MediaTime
    /// The instant at which it was given up.
    public var at: Instant
    /// Whether it was to stand in the place of one that is there.
    public var isReplacement: Bool

    /// Memberwise.
    public init(
        rung: Int, lower: Int, sample: ThroughputSample, ahead: MediaTime, at instant: Instant,
        isReplacement: Bool = false
    ) {
        self.rung = rung
        self.lower = lower
        self.sample = sample
        self.ahead = ahead
        self.at = instant
        self.isReplacement = isReplacement
    }
}

/// The memory of a rule from one segment to the next.
public struct SwitchMemory: Equatable, Sendable {
    /// `sabre-throughput`: how much of what seems safe to fetch is taken for safe, in millionths.
    var bufferShare: Int64 = 900_000
    /// `robust-mpc`: the throughput that was expected of the last segment, in bits per second; 0 where none was.
    var expected: Int64 = 0
    var sabre = SabreMemory()
    var pensieve = PensieveMemory()
    /// `robust-mpc`: by how much of the truth the last expectations were wrong, in millionths.
    var errors: ContiguousArray<Int64> = []
    /// The rules of real players.
    var player = PlayerSwitchMemory()

    /// Nothing yet.
    public init() {}

    /// A segment has come: this is how fast. O(1).
    mutating func learn(_ sample: ThroughputSample) {
        guard expected > 0 else { return }
        let actual = ThroughputEstimate(bits: sample.bits, in: sample.busy).bitsPerSecond
        let miss = max(expected, actual) - min(expected, actual)
        if errors.count == 5 { errors.removeFirst() }
        errors.append(proportion(miss, 1_000_000, over: max(1, actual), .down))
        expected = 0
    }
}
