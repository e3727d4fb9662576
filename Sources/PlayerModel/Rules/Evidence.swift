/// The settings by which a player learns that the network is another than it was. None is published for AVPlayer: they
/// are this model's own, and printed.
public struct EvidenceSettings: Equatable, Sendable {
    /// The newest time of transfer that is held against all that was measured; zero leaves such evidence out.
    public var span = TimeAmount.milliseconds(500)
    /// The time of transfer that what was measured counts for when another item is loaded.
    ///
    /// An estimate carries over from item to item inside a process, and helps less than one of the same item would
    /// (cold and warm starts of an AVPlayer: a median of 5.86 s against 5.25 s).
    public var carryOver = TimeAmount.seconds(1)

    /// The bytes that come at a time: a packet's, or one by one. That is the network's, and no setting of a player.
    public var grain: Int64 = 0

    /// The defaults.
    public init() {}

    /// The settings of a player that has no such thing, and forgets what it has measured when another item is loaded.
    public static let anew = {
        var settings = EvidenceSettings.none
        settings.carryOver = .zero
        return settings
    }()

    /// The settings of a player that has no such thing: all that was measured counts, with whatever item.
    public static let none = {
        var settings = EvidenceSettings()
        settings.span = .zero
        settings.carryOver = .seconds(86_400)
        return settings
    }()
}

/// The newest of what is seen of the network, whether or not it has brought a whole chunk yet: how fast it is now.
///
/// An estimate looks back over many seconds, and so stays with a network that is no more. Evidence is a mean of the
/// newest beats of transfer, with the deviation from it, as RFC 6298 has them of round trips. A deviation is a rate
/// that the network may well have; several beats in a row beyond four deviations are another network, and the mean
/// begins anew. An estimate that hopes for more is contradicted, and gives way to what came since. One that expects
/// less is left alone: it catches up by itself, and a few good seconds are no promise.
///
///     transfer  ▂▂▂▂▂ ▂▂▂▂▂ ▁▁▁▁▁ ▁▁▁▁▁        a beat is a quarter of the span
///                           └ beyond ┘ again and again: begin anew
///
/// Silence is no rate. A pause, as where a lost packet is waited for, ends with all that came meanwhile; so a beat goes
/// on until something comes, and the length of the pause is remembered by itself.
public struct Evidence: Sendable {
    /// The transfer that a faster network must have had before it is reckoned with.
    private static let confirmation = TimeAmount.seconds(4)
    /// The transfer for which an outage is remembered, and after which a network is no longer new.
    private static let memory = TimeAmount.seconds(10)
    /// The transfer for which a shorter pause is: a queue overflows every so often, and will again.
    private static let caution = TimeAmount.seconds(60)
    /// The longest pause that is none: a full queue of a hundred packets lasts 2.4 s at 500 kbit/s.
    private static let outage = TimeAmount.seconds(3)

    /// The media ahead of the playhead with less of which nothing may be overlooked.
    public static let soon = MediaTime.seconds(10)

    /// The transfer after which packets come as they will.
    static let settling = TimeAmount.seconds(2)

    private let span: TimeAmount
    fileprivate let grain: Int64
    /// The least deviation that counts, as part of the mean: packets do not come evenly.
    private var least: Double { grain == 0 ? 0.001 : 0.03 }
    /// The beat that is under way.
    private var open = ThroughputSample(bits: 0, busy: .zero)
    private var beats: ContiguousArray<ThroughputSample> = []
    /// Bits per second; 0 while nothing was seen.
    private var mean = 0.0
    private var deviation = 0.0
    /// The rates of the newest spans, of which neither is made yet.
    private var recent: ContiguousArray<Double> = []
    /// How many beats in a row were slower than the network is thought to be.
    private var suspicions = 0
    /// The beats in a row that were faster.
    private var rise = ThroughputSample(bits: 0, busy: .zero)
    /// All beats since the network became what it is.
    private var sinceChange = ThroughputSample(bits: 0, busy: .zero)
    /// The wait for an answer that is not among them yet.
    private var waited = ThroughputSample(bits: 0, busy: .zero)
    private var believedWait: ThroughputSample?
    private var changes = 0
    /// Whether estimates look back on nothing that came before.
    private var isOfOneNetwork = false
    /// The time of transfer for which nothing has come by now.
    private var silence = TimeAmount.zero
    /// Whether what is open was waited for, and whether the beat before was.
    private var isWaitedFor = (open: false, before: false)
    private var isFirst = true
    private var longest = Longest(memory: Evidence.memory)
    private var longestBrief = Longest(memory: Evidence.caution)

    /// Its sums, for whoever asks.
    public var reading: EvidenceReading { EvidenceReading(self) }

    /// The same, of evidence that is at hand. It changes nothing; but any other question would copy it first.
    mutating func read() -> EvidenceReading { EvidenceReading(self) }

    /// Nothing seen yet. A span of zero sees nothing.
    public init(_ settings: EvidenceSettings) {
        span = settings.span
        grain = settings.grain
    }

    /// The shortest time of transfer that says something.
    public var beat: TimeAmount { TimeAmount(nanoseconds: max(1, span.nanoseconds / 4)) }

    /// The longest time for which nothing came, of late: so long media may be late on a network that is no slower.
    fileprivate var pause: TimeAmount { max(longest.pause, longestBrief.pause) }

    /// Whether nothing has come for longer than between two beats.
    fileprivate var isSilent: Bool { silence > beat }

    /// Whether nothing has come for longer than four packets take: a look may fall between two.
    private var isGap: Bool { Double(silence.nanoseconds) * mean > Double(4 * 8 * grain) * 1e9 }

    /// Whether evidence is looked for at all.
    fileprivate var isSought: Bool { span > .zero }

    /// The time after which there is something to see again: the longer nothing has come, the later.
    fileprivate var interval: TimeAmount { max(beat, silence) }

    /// The part by which an estimate over many beats may be off, in millionths: a sixteenth of the deviation, as those
    /// of single beats even out. What is measured to the byte is not off.
    fileprivate var doubt: Int64 {
        @inline(__always) get {
            guard mean > 0, deviation > mean / 10_000 else { return 0 }
            return WeightedMean.whole(deviation / mean * 62_500)
        }
    }

    /// The part by which the network may be faster than an estimate says, in millionths: what is in doubt, and the
    /// longest pause of late in an estimate over ten seconds. A queue overflows only every so often, and an
    /// estimate that sinks by it has soon risen again.
    @inline(__always)
    fileprivate func credit(inDoubt doubt: Int64) -> Int64 {
        let part = proportion(pause.nanoseconds, 1_000_000, over: Self.memory.nanoseconds, .up)
        return doubt + min(250_000, part)
    }

    /// The time of transfer since the network became what it is, or the item began.
    fileprivate var age: TimeAmount { sinceChange.busy + open.busy }

    /// Whether estimates still look back on another network, of the same item.
    fileprivate var followsChange: Bool { changes > 0 && !isOfOneNetwork }

    /// Begins anew, with another item: of the network that it will come over, nothing is seen.
    public mutating func restart() { self = Evidence(span: span, grain: grain) }

    private init(span: TimeAmount, grain: Int64) {
        self.span = span
        self.grain = grain
    }

    /// Takes in what came since the last time, in that much time of transfer; of no bits where nothing came. O(1).
    ///
    /// The longest time between two bytes of it may be known too; silence is seen by itself.
    public mutating func note(_ sample: ThroughputSample, pause: TimeAmount = .zero) {
        guard span > .zero, sample.busy > .zero || sample.bits > 0 else { return }
        // What comes with the first byte may have piled up behind a packet that was lost.
        if isFirst, sample.bits > 0 {
            isFirst = false
            if grain > 0, sample.busy < beat { return }
        }
        open.add(sample)
        if sample.bits == 0 { return silence = silence + sample.busy }
        // Packets behind one that was lost had come before, and what is read of them all at once is no throughput.
        if Self.rate(waited) > Self.rate(open) { waited = ThroughputSample(bits: 0, busy: .zero) }
        if mean == 0 { mean = Self.rate(open + waited) }
        // A chunk long after the one before may have been waited for likewise; the next beat tells.
        let isLate = grain > 0 && sample.busy > beat && Self.rate(sample) < mean / 2
        if pause > beat { notePause(pause) }
        if isSilent { notePause(silence) }
        isWaitedFor.open = isWaitedFor.open || isLate || isGap
        silence = .zero
        guard open.busy >= beat else { return }
        let closed = open
        sinceChange.add(closed)
        sinceChange.add(waited)
        settleWait()
        open = ThroughputSample(bits: 0, busy: .zero)
        forget(closed.busy)
        // A burst brings what has piled up, and the silence is a part of it. Beat after beat, it is how the network is.
        let isPause = isWaitedFor.open && !isWaitedFor.before
        isWaitedFor = (false, isWaitedFor.open)
        if isPause { return rise.add(closed) }
        beats.append(closed)
        judge(closed)
    }

    /// Takes in that an answer came so much later than the quickest one, and what came meanwhile of what had been
    /// called off: so long the network was busy with that. Constant time.
    public mutating func note(waited: ThroughputSample) {
        guard span > .zero, waited.busy > beat, waited.bits > 0 else { return }
        isFirst = false
        let rate = Self.rate(waited)
        if mean > 0, waited.busy >= span, rate < (mean - band) * 0.7 {
            begin(with: waited, rate)
            believedWait = waited
        } else {
            self.waited.add(waited)
        }
    }

    private mutating func settleWait() {
        if waited.busy > .zero { believedWait = waited }
        waited = ThroughputSample(bits: 0, busy: .zero)
    }

    /// The wait for an answer, once, as soon as it is found to be transfer.
    mutating func takeWait() -> ThroughputSample? {
        defer { believedWait = nil }
        return believedWait
    }

    private mutating func forget(_ busy: TimeAmount) {
        if beats.count > 4 { beats.remove(at: 0) }
        longest.forget(busy)
        longestBrief.forget(busy)
    }

    private mutating func notePause(_ pause: TimeAmount) {
        longest.note(pause)
        // Before the sender has found its pace, there is a pause with each round trip.
        if pause <= Self.outage, changes > 0 || age >= Self.settling { longestBrief.note(pause) }
    }

    private mutating func judge(_ beat: ThroughputSample) {
        var newest = ThroughputSample(bits: 0, busy: .zero)
        for beat in beats.reversed() where newest.busy < span { newest.add(beat) }
        let rate = Self.rate(newest)
        if rate < mean - band {
            rise = ThroughputSample(bits: 0, busy: .zero)
            suspicions += 1
            // A little slower, and it may be the way in which the packets fall.
            let part = grain == 0 ? 0 : rate / (mean - band)
            if suspicions >= (part < 0.7 ? 2 : part < 0.8 ? 3 : 4) { begin(with: newest, rate) }
        } else {
            suspicions = 0
            if rate > mean + band { return climb(beat) }
            rise = ThroughputSample(bits: 0, busy: .zero)
            learn(rate)
        }
    }

    /// Moves the mean by a span that is over: what the newest one is held against is not made of it.
    private mutating func learn(_ rate: Double) {
        recent.append(rate)
        guard recent.count > 4 else { return }
        let rate = recent.remove(at: 0)
        let off = rate > mean ? rate - mean : mean - rate
        deviation += (off - deviation) / 4
        mean += (rate - mean) / 8
    }

    /// A beat was faster than the network is thought to be. After a pause many are, though the network is what it was.
    private mutating func climb(_ beat: ThroughputSample) {
        rise.add(beat)
        // A sender that is finding its pace is faster span by span, over one and the same network.
        let isFindingPace = changes == 0 && age < Self.settling
        guard rise.busy >= (isFindingPace ? span : Self.confirmation) else { return }
        let rate = Self.rate(rise)
        if rate > mean + band {
            if isFindingPace { mean = rate } else { begin(with: rise, rate) }
        }
        rise = ThroughputSample(bits: 0, busy: .zero)
    }

    /// The network is another than it was.
    private mutating func begin(with newest: ThroughputSample, _ rate: Double) {
        deviation *= rate / mean
        mean = rate
        recent.removeAll(keepingCapacity: true)
        sinceChange = newest
        changes += 1
        suspicions = 0
        isOfOneNetwork = false
    }

    /// A chunk has come, and with it an estimate that looks back so far: maybe on nothing but the network as it is.
    mutating func noteEstimate(over busy: TimeAmount) {
        if sinceChange.busy >= max(busy, Self.memory) { isOfOneNetwork = true }
    }

    /// How far from the mean the network is still what it was. A span may have a packet more or less at either end.
    private var band: Double {
        max(max(mean * least, deviation * 4), Double(16 * grain) * 1e9 / Double(span.nanoseconds))
    }

    private static func rate(_ sample: ThroughputSample) -> Double {
        Double(sample.bits) * 1e9 / Double(max(1, sample.busy.nanoseconds))
    }

    /// The throughput to reckon with instead of an estimate that the network contradicts; nil where it does not.
    ///
    /// Inlined, because a call would copy the evidence first.
    @inline(__always)
    public func correction(of estimate: ThroughputEstimate) -> ThroughputEstimate? {
        guard mean > 0 else { return nil }
        let estimated = Double(estimate.bits) * 1e9 / Double(estimate.time.nanoseconds)
        if isOfOneNetwork {
            guard mean + band < estimated else { return nil }
            return ThroughputEstimate(bits: WeightedMean.whole(mean), in: .seconds(1))
        }
        var seen = (sinceChange.busy > .zero ? sinceChange : open) + waited
        // A packet may have come just as it was looked at.
        if changes > 0 { seen.bits = max(1, seen.bits - 8 * grain) }
        // Of another network even a little counts; without any, an item's beginning is as good as an estimate.
        guard Self.rate(seen) * (1 + (changes > 0 ? 0 : least)) < estimated else { return nil }
        return ThroughputEstimate(bits: seen.bits, in: seen.busy + TimeAmount(nanoseconds: 1))
    }
}

/// The sums of evidence, as of the last time that something was seen.
public struct EvidenceReading: Sendable {
    /// Whether nothing has come for longer than between two beats.
    public let isSilent: Bool
    /// Whether evidence is looked for at all.
    public let isSought: Bool
    /// Whether the network has become another of late, or is not known yet: packets come evenly once their sender has
    /// found out how many it may send.
    public let isUnsettled: Bool
    /// The time after which there is something to see again.
    public let interval: TimeAmount
    /// The longest time for which nothing came, of late.
    public let pause: TimeAmount
    /// The part by which the throughput may be less than measured, in millionths.
    public let doubt: Int64
    /// The part by which it may be more, in millionths.
    public let credit: Int64

    @inline(__always)
    fileprivate init(_ evidence: Evidence) {
        (isSilent, isSought) = (evidence.isSilent, evidence.isSought)
        isUnsettled =
            evidence.followsChange || evidence.grain > 0 && evidence.isSought && evidence.age < Evidence.settling
        (interval, pause) = (evidence.interval, evidence.pause)
        doubt = evidence.doubt
        credit = evidence.credit(inDoubt: doubt)
    }
}

/// The longest pause in so much transfer.
private struct Longest {
    let memory: TimeAmount
    private(set) var pause = TimeAmount.zero
    private var age = TimeAmount.zero

    init(memory: TimeAmount) { self.memory = memory }

    mutating func note(_ pause: TimeAmount) {
        if pause >= self.pause { (self.pause, age) = (pause, .zero) }
    }

    mutating func forget(_ busy: TimeAmount) {
        age = age + busy
        if age > memory { (pause, age) = (.zero, .zero) }
    }
}

extension ThroughputSample {
    fileprivate mutating func add(_ other: ThroughputSample) { self = self + other }

    fileprivate static func + (one: ThroughputSample, other: ThroughputSample) -> ThroughputSample {
        ThroughputSample(
            bits: one.bits.addingReportingOverflow(other.bits).partialValue, busy: one.busy + other.busy)
    }
}
