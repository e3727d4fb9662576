/// A measurement of the network by one chunk: its size, and how long the network was busy for it. Of players that
/// measure requests by themselves it is the time in which the chunk came, which is no longer than the network was busy.
public struct ThroughputSample: Equatable, Sendable {
    /// The chunk's size in bits.
    public var bits: Int64
    /// The time from the first byte to the last, or since the chunk before; waiting for the first byte is not in it.
    public var busy: TimeAmount

    /// A chunk of `bits` that kept the network busy for `busy`.
    @inlinable
    public init(bits: Int64, busy: TimeAmount) {
        self.bits = bits
        self.busy = busy
    }
}

/// A throughput as a fraction: bits over a time. Kept so, nothing is lost until something is asked of it.
public struct ThroughputEstimate: Equatable, Sendable {
    /// Bits that arrive in `time`; positive.
    public var bits: Int64
    /// The time in which `bits` arrive; positive.
    public var time: TimeAmount

    /// An estimate of `bits` in `time`. Both are raised to at least one base unit, so that an estimate always divides.
    public init(bits: Int64, in time: TimeAmount) {
        self.bits = max(1, bits)
        self.time = max(TimeAmount(nanoseconds: 1), time)
    }

    /// The time that `bytes` take, rounded up.
    public func time(forBytes bytes: Int64) -> TimeAmount {
        TimeAmount(nanoseconds: proportion(bytes.multiplied8, time.nanoseconds, over: bits, .up))
    }

    /// Whether `time(forBytes:)` is no more than that; nothing is divided for it.
    public func brings(_ bytes: Int64, within limit: TimeAmount) -> Bool {
        let need = bytes.multiplied8.multipliedFullWidth(by: time.nanoseconds)
        let room = limit.nanoseconds.multipliedFullWidth(by: bits)
        return (need.high, need.low) <= (room.high, room.low)
    }

    /// Bits per second, rounded down.
    public var bitsPerSecond: Int64 { proportion(bits, 1_000_000_000, over: time.nanoseconds, .down) }
}

extension Int64 {
    /// Bytes as bits, cut at what can be counted.
    var multiplied8: Int64 {
        let (bits, overflow) = multipliedReportingOverflow(by: 8)
        return overflow ? .max : bits
    }
}

/// The rule by which measured chunks become one throughput.
///
/// Apple does not say how AVPlayer measures; these are the ways that players and papers use.
public enum ThroughputEstimator: Choosable, Equatable, Sendable {
    /// The last chunk alone.
    case last
    /// The bits of the newest samples that cover `seconds` of busy time, each of them whole, over their time (Chromium
    /// looks back 10 s).
    case slidingWindow(seconds: TimeAmount)
    /// The lower of two exponentially weighted means, whose memories halve after `fast` and `slow` of busy time
    /// (3 s and 8 s in dash.js and Sabre; the same shape in hls.js and Shaka).
    case ewmaPair(fast: TimeAmount, slow: TimeAmount)
    /// The harmonic mean of the last `samples` chunks (five in Yin et al. 2015, "robust MPC").
    case harmonicMean(samples: Int64)
    /// The arithmetic mean of the throughputs of the last `samples` chunks (three in Sabre's `sliding`).
    case arithmeticMean(samples: Int64)
    /// The slowest of the last `samples` chunks (Chromium takes the least of 20).
    case worstOfWindow(samples: Int64)
    /// The way of a real player.
    case player(PlayerEstimator)

    /// The things that a sample is of.
    public enum Measured: Equatable, Sendable {
        /// All that came for the player since the sample before, and how long the network was busy with that.
        case network
        /// A chunk by itself, from the first byte of its answer on, or from the chunk before: of any track, or of the
        /// first one.
        case requests, requestsOfFirstTrack
    }

    /// The thing that a sample is of. A player that measures each request sees others beside it as a slower network.
    public var measured: Measured { ofPlayer?.measured ?? .network }

    /// Whether what has come of something that is called off is a sample of its own; else it is none.
    public var measuresCalledOff: Bool { ofPlayer?.measuresCalledOff ?? false }

    /// Whether what has come of a request that runs out of time is a sample, where the player measures requests.
    public var measuresTimeouts: Bool { ofPlayer?.measuresTimeouts ?? false }

    /// The estimator of a player by name; nil of one that is nobody's.
    private var ofPlayer: PlayerEstimator? {
        switch self {
        case .last, .slidingWindow, .ewmaPair, .harmonicMean, .arithmeticMean, .worstOfWindow: nil
        case .player(let estimator): estimator
        }
    }

    /// Every estimator with its defaults, in the order in which they are listed.
    public static let all: [ThroughputEstimator] =
        [
            .slidingWindow(seconds: .seconds(10)), .last, .ewmaPair(fast: .seconds(3), slow: .seconds(8)),
            .harmonicMean(samples: 5), .arithmeticMean(samples: 3), .worstOfWindow(samples: 20),
        ] + PlayerEstimator.all.map { .player($0) }

    /// Its row in its table.
    public var words: RuleWords {
        func count(_ samples: Int64) -> Parameter {
            .count("samples", "How many chunks are looked back on.", samples, upTo: 100)
        }
        return switch self {
        case .last: RuleWords("last", "The throughput of the last chunk alone.")
        case .slidingWindow(let seconds):
            RuleWords(
                "sliding-window",
                "The bits of the newest whole samples that cover a time of transfer, over their time.",
                .seconds("window_s", "How much time of transfer they cover at the least.", seconds.nanoseconds))
        case .ewmaPair(let fast, let slow):
            RuleWords(
                "ewma-pair", "The lower of a fast and a slow exponentially weighted mean.",
                .seconds(
                    "fast_half_life_s", "Time of transfer after which the fast mean has half forgotten.",
                    fast.nanoseconds),
                .seconds(
                    "slow_half_life_s", "Time of transfer after which the slow mean has half forgotten.",
                    slow.nanoseconds))
        case .harmonicMean(let samples):
            RuleWords("harmonic-mean", "The harmonic mean of the last chunks.", count(samples))
        case .arithmeticMean(let samples):
            RuleWords("arithmetic-mean", "The arithmetic mean of the last chunks.", count(samples))
        case .worstOfWindow(let samples):
            RuleWords("worst-of-window", "The slowest of the last chunks.", count(samples))
        case .player(let estimator): estimator.words
        }
    }

    /// The same estimator with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> ThroughputEstimator {
        switch self {
        case .last: .last
        case .slidingWindow: .slidingWindow(seconds: values.time(0))
        case .ewmaPair: .ewmaPair(fast: values.time(0), slow: values.time(1))
        case .harmonicMean: .harmonicMean(samples: values[0])
        case .arithmeticMean: .arithmeticMean(samples: values[0])
        case .worstOfWindow: .worstOfWindow(samples: values[0])
        case .player(let estimator): .player(estimator.setting(values))
        }
    }
}

/// The measurements that a player has made of the network so far.
public struct Throughput: Sendable {
    /// The rule by which samples become an estimate.
    public let estimator: ThroughputEstimator
    /// The time from the last request to its first byte; zero before there was one.
    public var latency: TimeAmount = .zero

    /// The throughput as the rule has it, or nil while nothing was measured.
    public private(set) var estimate: ThroughputEstimate?
    /// The throughput that is seen of the network where that contradicts the estimate; nil where it does not.
    private var correction: ThroughputEstimate?
    /// The newest of what is seen of the network.
    public private(set) var evidence: Evidence
    /// Its sums, for whoever asks: many do, and more often than anything is seen.
    public private(set) var reading: EvidenceReading
    private let carryOver: TimeAmount

    private var samples = SampleWindow()
    private var fast: WeightedMean
    private var slow: WeightedMean
    private var latencies: LatencyMean
    private var meter: PlayerMeter?

    /// Nothing measured yet.
    public init(estimator: ThroughputEstimator, evidence: EvidenceSettings = EvidenceSettings()) {
        self.estimator = estimator
        self.evidence = Evidence(evidence)
        reading = self.evidence.reading
        carryOver = evidence.carryOver
        var halfLives = (fast: TimeAmount.zero, slow: TimeAmount.zero)
        if case .ewmaPair(let fast, let slow) = estimator { halfLives = (fast, slow) }
        fast = WeightedMean(halfLife: halfLives.fast)
        slow = WeightedMean(halfLife: halfLives.slow)
        latencies = LatencyMean(estimator)
        if case .player(let own) = estimator { meter = PlayerMeter(own) }
    }

    /// The throughput to expect: the estimate, unless what is seen of the network contradicts it.
    public var prediction: ThroughputEstimate? { correction ?? estimate }

    /// Whether the prediction is another than the estimate.
    public var isContradicted: Bool { correction != nil }

    /// The latency on average, by a mean of the same kind as that of throughput, but erring towards the longer; where
    /// the estimator is no mean, the last one.
    public var meanLatency: TimeAmount { meter?.latency ?? latencies.mean ?? latency }

    /// Takes the latency of one more request into account, which was for that much media. Some players measure what
    /// comes next from the request on, unless a part of it was measured so before.
    public mutating func add(latency: TimeAmount, ofSegment length: MediaTime, isCounted: Bool = false) {
        latencies.add(latency, length)
        meter?.add(latency: latency)
        if !isCounted { add(waited: latency) }
    }

    /// The answer of which a part comes next, as the first of it, was waited for so long.
    public mutating func add(waited: TimeAmount) { meter?.add(waited: waited) }

    /// An answer that was given up, or ran out of time, before any of it had come was waited for so long. hls.js takes
    /// that for a time to the first byte (abr-controller.ts, `sampleTTFB(timeLoading)`).
    public mutating func add(waitedInVain time: TimeAmount) { meter?.add(latency: time) }

    /// Takes one more chunk into account, and what was seen since the last time, where that is anything. Amortised
    /// constant time.
    public mutating func add(
        _ sample: ThroughputSample, seeing seen: ThroughputSample? = nil, pause: TimeAmount = .zero
    ) {
        switch estimator {
        case .last: samples.keep(sample, atMost: 1)
        case .slidingWindow(let seconds): samples.keep(sample, forAtLeast: seconds)
        case .ewmaPair:
            fast.add(sample)
            slow.add(sample)
        case .harmonicMean(let count), .arithmeticMean(let count), .worstOfWindow(let count):
            samples.keep(sample, atMost: count)
        case .player: meter?.add(sample)
        }
        estimate = estimateAnew()
        evidence.noteEstimate(over: samples.busy)
        if let seen { note(seen, pause) }
        predict()
    }

    /// A wait for an answer that was transfer is a part of what the model's own estimator looks back on. What comes
    /// right after it has piled up meanwhile.
    private mutating func note(_ seen: ThroughputSample, _ pause: TimeAmount) {
        evidence.note(seen, pause: pause)
        guard case .slidingWindow(let seconds) = estimator, let wait = evidence.takeWait() else { return }
        samples.keep(wait, forAtLeast: seconds)
        estimate = estimateAnew()
    }

    /// Takes into account that an answer came later than the quickest one: how much, and what came meanwhile of what
    /// had been called off.
    public mutating func wait(_ sample: ThroughputSample) { evidence.note(waited: sample) }

    /// Takes into account what was seen since the last time, of chunks that may still be under way. Constant time.
    public mutating func see(_ sample: ThroughputSample, pause: TimeAmount = .zero) {
        note(sample, pause)
        predict()
    }

    /// Another item is loaded, maybe over another network: what was measured counts for less, or for nothing where
    /// nothing carries over.
    ///
    /// That it counts for less holds for `sliding-window`, which is this model's own. Others go on with all of it, or
    /// begin anew, as the players that they are of: then latencies are forgotten as well (dash.js, ThroughputModel.js,
    /// `reset`).
    public mutating func beginItem() {
        evidence.restart()
        if carryOver == .zero {
            forget()
        } else if case .slidingWindow = estimator, samples.busy > carryOver {
            samples.shrink(to: carryOver)
            estimate = estimateAnew()
        }
        predict()
    }

    private mutating func forget() {
        samples = SampleWindow()
        fast.forget()
        slow.forget()
        if case .player(let own) = estimator { meter = PlayerMeter(own) }
        latencies = LatencyMean(estimator)
        latency = .zero
        estimate = nil
    }

    private mutating func predict() {
        correction = nil
        if let estimate { correction = evidence.correction(of: estimate) }
        reading = evidence.read()
    }

    /// The estimate that the rule makes of the samples.
    ///
    /// A time between two instants may be short of the truth by up to a nanosecond, so one is added to a sum of
    /// times: such an estimate errs on the side of a later start. The means weigh each chunk by itself and are left
    /// as they are.
    ///
    /// It changes nothing. But to ask who may change is to ask in place.
    private mutating func estimateAnew() -> ThroughputEstimate? {
        switch estimator {
        case .last, .slidingWindow:
            guard !samples.isEmpty else { return nil }
            return ThroughputEstimate(bits: samples.totalBits, in: samples.busy + TimeAmount(nanoseconds: 1))
        case .ewmaPair:
            guard let fast = fast.bitsPerSecond, let slow = slow.bitsPerSecond else { return nil }
            return ThroughputEstimate(bits: min(fast, slow), in: .seconds(1))
        case .harmonicMean:
            guard !samples.isEmpty else { return nil }
            return ThroughputEstimate(bits: samples.harmonicMeanBitsPerSecond, in: .seconds(1))
        case .arithmeticMean:
            guard !samples.isEmpty else { return nil }
            return ThroughputEstimate(bits: samples.arithmeticMeanBitsPerSecond, in: .seconds(1))
        case .worstOfWindow:
            guard let worst = samples.slowest else { return nil }
            return ThroughputEstimate(bits: worst.bits, in: worst.busy + TimeAmount(nanoseconds: 1))
        case .player: return meter?.estimate
        }
    }
}
