/// The answer of a rule: the rung that the next segment is asked for in, and how long nothing is asked for before.
public struct SwitchDecision: Equatable, Sendable {
    /// The rung.
    public var rung: Int
    /// The host time to wait before the request; zero asks at once. The rule is not asked again meanwhile.
    public var rest: TimeAmount

    /// A rung, at once unless said.
    public init(rung: Int, rest: TimeAmount = .zero) {
        self.rung = rung
        self.rest = rest
    }
}

/// The knowledge that a rule wants beside what every rule is told. What it does not want is not collected.
public struct SwitchNeeds: Equatable, Sendable {
    /// Of how many segments that are to come it wants the sizes, in all rungs.
    public var sizes: Int
    /// Whether it wants to know whose playlists are still to come.
    public var playlists: Bool
    /// Whether it is told what happens between two decisions.
    public var notes: Bool

    /// Nothing, unless said.
    public init(sizes: Int = 0, playlists: Bool = false, notes: Bool = false) {
        self.sizes = sizes
        self.playlists = playlists
        self.notes = notes
    }
}

/// The knowledge of a player that is about to ask for a segment, and may ask for another variant's.
public struct SwitchQuestion: Equatable, Sendable {
    /// The reason for a choice.
    public enum Occasion: Equatable, Sendable {
        /// A segment is the next one.
        case next
        /// A variant has failed, and is left out. `last` is the rung of the segment before, played or not; nil where
        /// none has come since the playhead jumped, or where that is of a variant which is left out.
        case failure(last: Int?)
    }

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
    /// The throughput as measured. Before anything was, no rule is asked.
    public var throughput: ThroughputEstimate
    /// The time from a request to its first byte, on average.
    public var latency: TimeAmount

    /// The reason for which it is asked.
    public var occasion = Occasion.next
    /// The length of the segment before, this track's, played or not; zero where none has come since the playhead
    /// jumped.
    public var lastSegment = MediaTime.zero
    /// The mean length of the item's segments; that of the next one unless it is set.
    public var averageSegment: MediaTime
    /// The instant, the person's clock.
    public var now = Instant.zero
    /// The place of the playhead.
    public var place = MediaTime.zero
    /// The length of the item.
    public var duration = MediaTime.zero
    /// The speed at which media is played, or is going to be: never zero.
    public var speed = Rate.one
    /// The end of what is listed of a stream that goes on; nil where there is an end.
    public var liveEnd: MediaTime?
    /// The segment that is about to be asked for, from 0.
    public var index: Int64 = 0
    /// The number of segments of the item.
    public var count: Int64 = 1
    /// The segment at which playback began, or went on after the last seek.
    public var origin: Int64 = 0
    /// Bytes of the segments to come, this one first: for each, one number for each rung. Empty unless wanted.
    public var sizes: ContiguousArray<Int64> = []
    /// The rungs of the segments ahead, the one that is being played first. Empty unless segments are replaced.
    public var buffered: ContiguousArray<Int> = []
    /// The part of the first of these that was played already.
    public var playedOfFirst = MediaTime.zero
    /// The playlists that other rungs take first. None unless wanted.
    public var playlists = MissingPlaylists()
    /// By rung, whether something of it has failed since something of it came, and another one came last; empty where
    /// that is of none.
    public var failed: ContiguousArray<Bool> = []

    /// The part that every rule is told. The rest is set where it is known.
    public init(
        current: Int, ahead: MediaTime, wanted: MediaTime, segment: MediaTime, remaining: Int64,
        throughput: ThroughputEstimate, latency: TimeAmount
    ) {
        self.current = current
        self.ahead = ahead
        self.wanted = wanted
        self.segment = segment
        averageSegment = segment
        self.remaining = remaining
        self.throughput = throughput
        self.latency = latency
    }
}

extension Rate {
    /// The bit rate of media of which so many bits pass in a second at this rate, which must not be zero; rounded down.
    func bitRate(within bitsPerSecond: Int64) -> Int64 {
        proportion(bitsPerSecond, 1000, over: Int64(thousandths), .down)
    }
}
