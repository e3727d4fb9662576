/// The ways in which real players measure throughput, with the constants and the quirks of each.
///
/// A sample is what a chunk, which mostly is a segment, brought, or a part of one where `SegmentAbandonment` measures
/// on the way. Other players that look at a download while it is under way learn a little sooner. `measured` says
/// whether that is the chunk by itself, or all that came.
public enum PlayerEstimator: Equatable, Sendable {
    /// hls.js: the lower of two means; a sample weighs as long as it took, but no less than a floor of 50 ms or a
    /// millisecond for each 100 kB; of waiting for the first byte, what is above the mean counts as transfer.
    ///
    /// 3 and 9 s: utils/ewma-bandwidth-estimator.ts, utils/ewma.ts, abr-controller.ts 472–551.
    case hlsJS(fast: TimeAmount, slow: TimeAmount)
    /// Shaka: the lower of two means over samples that are large enough, and took no less than `cached`; nothing is
    /// believed before so much has come. The first sample of an answer begins with the request.
    ///
    /// 2 and 5 s, 16 kB and 128 kB: abr/ewma_bandwidth_estimator.js, player_configuration.js 309–312. 5 ms
    /// (`cacheLoadThreshold`): abr/simple_abr_manager.js, `segmentDownloaded`. From the request on:
    /// net/http_fetch_plugin.js, `request_`, and pull requests 9476 and 9496, with which its versions of April to
    /// December 2025, which left the wait for the first byte out, are over.
    case shaka(fast: TimeAmount, slow: TimeAmount, sample: Int64, total: Int64, cached: TimeAmount)
    /// ExoPlayer: the median of samples that weigh the square root of their bytes, over the latest of them.
    ///
    /// A weight of 2000; from 2 s or 512 KiB on: upstream/DefaultBandwidthMeter.java 311–459,
    /// SlidingPercentile.java 88–134.
    case exoPlayer(weight: Int64, from: TimeAmount, orBytes: Int64)
    /// dash.js: the lower of two means, in whole kbit/s, where a millisecond weighs 0.0015 of the half-lives' unit.
    ///
    /// 3 and 8: ThroughputModel.js 81–288, ThroughputController.js 365–433. The time of a sample is that of Resource
    /// Timing, from the first byte to the last; with that, an answer comes from a cache where nothing was transferred,
    /// however long it took, so `ignored` is zero (`_isCachedResponse`). Browsers without it take what came in less
    /// than 10 ms from the request on (`cacheLoadThresholds`) for cached.
    case dashJS(fast: TimeAmount, slow: TimeAmount, ignored: TimeAmount)
    /// video.js: the last segment alone, waiting for its first byte included.
    ///
    /// segment-loader.js 2904–2927, xhr.js 20–25.
    case vhs

    /// The thing that a sample is of: each request by itself, but for ExoPlayer, whose one meter counts the bytes of
    /// all transfers while there are any (upstream/DefaultBandwidthMeter.java, `onBytesTransferred`).
    ///
    /// hls.js takes fragments of the main playlist alone (abr-controller.ts, `ignoreFragment`); dash.js has figures for
    /// each type of media (ThroughputModel.js 81–288), of which those of video choose its variant; video.js goes by the
    /// bandwidth of its main loader (segment-loader.js 2904–2927); Shaka measures the segments of every stream
    /// (net/networking_engine.js, `onProgressUpdated_`).
    var measured: ThroughputEstimator.Measured {
        switch self {
        case .hlsJS, .dashJS, .vhs: .requestsOfFirstTrack
        case .shaka: .requests
        case .exoPlayer: .network
        }
    }

    /// Whether what has come of something that is called off is a sample of its own; else it is none.
    ///
    /// upstream/DefaultBandwidthMeter.java, `onTransferEnd`: a transfer that was begun has an end.
    var measuresCalledOff: Bool {
        switch self {
        case .hlsJS, .shaka, .dashJS, .vhs: false
        case .exoPlayer: true
        }
    }

    /// Whether what has come of a request that runs out of time, and is made again, is a sample; with nothing of it
    /// here, the time that it was waited for.
    ///
    /// abr-controller.ts, `onError`: `FRAG_LOAD_TIMEOUT`.
    var measuresTimeouts: Bool {
        switch self {
        case .hlsJS: true
        case .shaka, .exoPlayer, .dashJS, .vhs: false
        }
    }

    static let all: [PlayerEstimator] = [
        .hlsJS(fast: .seconds(3), slow: .seconds(9)),
        .shaka(
            fast: .seconds(2), slow: .seconds(5), sample: 16_000, total: 128_000, cached: .milliseconds(5)),
        .exoPlayer(weight: 2000, from: .seconds(2), orBytes: 524_288),
        .dashJS(fast: .seconds(3), slow: .seconds(8), ignored: .zero), .vhs,
    ]

    var words: RuleWords {
        func fast(_ value: TimeAmount) -> Parameter {
            .seconds(
                "fast_half_life_s", "Weight after which the fast mean has half forgotten.", value.nanoseconds)
        }
        func slow(_ value: TimeAmount) -> Parameter {
            .seconds(
                "slow_half_life_s", "Weight after which the slow mean has half forgotten.", value.nanoseconds)
        }
        func bytes(_ name: String, _ about: String, _ value: Int64) -> Parameter {
            Parameter(name, about, .bytes, value, in: 0...1_000_000_000_000)
        }
        return switch self {
        case .hlsJS(let one, let other):
            RuleWords("hls.js", "hls.js: the lower of two means, with a floor of weight.", fast(one), slow(other))
        case .shaka(let one, let other, let sample, let total, let cached):
            RuleWords(
                "shaka", "Shaka: the lower of two means, waiting included, once enough has come.", fast(one),
                slow(other), bytes("sample_bytes", "Samples with less are not counted.", sample),
                bytes("total_bytes", "Nothing is believed before so much has come.", total),
                .seconds("cached_s", "Samples that took less count as cached.", cached.nanoseconds))
        case .exoPlayer(let weight, let from, let orBytes):
            RuleWords(
                "exoplayer", "ExoPlayer: the median of samples that weigh the square root of their bytes.",
                .count("weight", "How much weight is looked back on.", weight, upTo: 1_000_000),
                .seconds("from_s", "Time of transfer before the first estimate.", from.nanoseconds),
                bytes("or_bytes", "Bytes that are enough for it too.", orBytes))
        case .dashJS(let one, let other, let ignored):
            RuleWords(
                "dash.js", "dash.js: the lower of two means, in whole kbit/s.", fast(one), slow(other),
                .seconds(
                    "ignored_s", "What took less, from the request on, counts as cached.", ignored.nanoseconds))
        case .vhs: RuleWords("vhs", "video.js: the last segment alone, waiting included.")
        }
    }

    func setting(_ values: [Int64]) -> PlayerEstimator {
        switch self {
        case .hlsJS: .hlsJS(fast: values.time(0), slow: values.time(1))
        case .shaka:
            .shaka(
                fast: values.time(0), slow: values.time(1), sample: values[2], total: values[3],
                cached: values.time(4))
        case .exoPlayer: .exoPlayer(weight: values[0], from: values.time(1), orBytes: values[2])
        case .dashJS: .dashJS(fast: values.time(0), slow: values.time(1), ignored: values.time(2))
        case .vhs: .vhs
        }
    }
}

/// The state of a real player's estimator.
struct PlayerMeter: Sendable {
    private let estimator: PlayerEstimator
    private var fast: WeightedMean
    private var slow: WeightedMean
    /// hls.js: the time to the first byte, with the slow mean's half-life, and the sum of the weights in that, in
    /// seconds.
    private var firstByte: WeightedMean
    private var firstByteWeight = 0.0
    private var median = WeightedMedian()
    /// Bytes and time of transfer so far.
    private var bytes: Int64 = 0
    private var busy = TimeAmount.zero
    /// The time that the answer was waited for whose first chunk comes next.
    private var waited = TimeAmount.zero
    private(set) var estimate: ThroughputEstimate?

    init(_ estimator: PlayerEstimator) {
        self.estimator = estimator
        var halfLives = (fast: TimeAmount.zero, slow: TimeAmount.zero)
        switch estimator {
        case .hlsJS(let fast, let slow), .shaka(let fast, let slow, _, _, _): halfLives = (fast, slow)
        case .dashJS(let fast, let slow, _): halfLives = (fast, slow)
        case .exoPlayer, .vhs: break
        }
        fast = WeightedMean(halfLife: halfLives.fast)
        slow = WeightedMean(halfLife: halfLives.slow)
        firstByte = slow
    }

    /// The time to the first byte that hls.js reckons with; nil for players that measure none.
    ///
    /// It is 100 ms until what was measured weighs 0.001 in sum, which a first answer that is 3.81 s late, or later,
    /// does not (utils/ewma-bandwidth-estimator.ts, `getEstimateTTFB`).
    var latency: TimeAmount? {
        switch estimator {
        case .hlsJS:
            let mean = firstByteWeight >= 0.001 ? firstByte.value : nil
            return TimeAmount(nanoseconds: WeightedMean.whole(mean ?? 100_000_000))
        case .shaka, .exoPlayer, .dashJS, .vhs: return nil
        }
    }

    /// The answer of which a sample comes next was waited for so long.
    mutating func add(waited time: TimeAmount) { waited = time }

    /// Takes in the time to the first byte of an answer. In hls.js, the longer it is, the less it weighs:
    /// √2 · exp(−s² ÷ 2).
    mutating func add(latency: TimeAmount) {
        guard case .hlsJS = estimator else { return }
        let value = max(latency, .milliseconds(5))
        let seconds = Double(value.nanoseconds) / 1e9
        let weight =
            2.0.squareRoot() * WeightedMean.half(toThePowerOf: seconds * seconds / 2 / 0.693_147_180_559_945_3)
        firstByte.add(Double(value.nanoseconds), weighing: weight * 1e9)
        firstByteWeight += weight
    }

    /// Takes in a sample. Constant time, but for a median.
    mutating func add(_ sample: ThroughputSample) {
        let size = max(0, sample.bits / 8)
        switch estimator {
        case .hlsJS:
            let transfer = sample.busy + max(.zero, waited - (latency ?? .zero))
            let floor = min(50_000_000, min(size, 5_000_000) * 10)
            add(sample.bits, in: TimeAmount(nanoseconds: max(transfer.nanoseconds, floor)))
            estimate = lower
        case .shaka(_, _, let least, let total, let cached):
            let time = waited + sample.busy
            guard size >= least, time >= cached else { break }
            if bytes < total { bytes += size }
            add(sample.bits, in: time)
            estimate = bytes >= total ? lower : nil
        case .exoPlayer(let weight, let from, let orBytes):
            if bytes < orBytes { bytes += size }
            if busy < from { busy = busy + sample.busy }
            let measured = ThroughputEstimate(bits: sample.bits, in: sample.busy).bitsPerSecond
            median.add(measured, weighing: Int64(Double(size).squareRoot()), upTo: weight)
            guard busy >= from || bytes >= orBytes, let middle = median.value else { break }
            estimate = ThroughputEstimate(bits: middle, in: .seconds(1))
        case .dashJS(_, _, let ignored):
            guard waited + sample.busy >= ignored else { break }
            // Bits in a millisecond are kbit/s, which are rounded to whole ones.
            let milliseconds = Double(max(1, sample.busy.nanoseconds)) / 1e6
            let rate = Self.rounded(Double(sample.bits) / milliseconds)
            let weight = Double(max(1, sample.busy.nanoseconds)) * 1.5
            fast.add(rate, weighing: weight)
            slow.add(rate, weighing: weight)
            let least = Self.rounded(min(fast.value ?? 0, slow.value ?? 0))
            estimate = ThroughputEstimate(bits: WeightedMean.whole(least * 1000), in: .seconds(1))
        case .vhs:
            estimate = ThroughputEstimate(bits: sample.bits, in: sample.busy + waited + TimeAmount(nanoseconds: 1))
        }
        waited = .zero
    }

    private static func rounded(_ value: Double) -> Double { Double(WeightedMean.whole(value + 0.5)) }

    private mutating func add(_ bits: Int64, in time: TimeAmount) {
        fast.add(ThroughputSample(bits: bits, busy: time))
        slow.add(ThroughputSample(bits: bits, busy: time))
    }

    private var lower: ThroughputEstimate? {
        guard let fast = fast.bitsPerSecond, let slow = slow.bitsPerSecond else { return nil }
        return ThroughputEstimate(bits: min(fast, slow), in: .seconds(1))
    }
}

/// The middle of the latest samples by weight, as ExoPlayer's `SlidingPercentile` has it.
struct WeightedMedian: Sendable {
    /// Oldest first.
    private var samples: ContiguousArray<(value: Int64, weight: Int64)> = []
    private var total: Int64 = 0

    /// Adds a sample; the oldest are cut or forgotten where the weights are more than `most`.
    mutating func add(_ value: Int64, weighing weight: Int64, upTo most: Int64) {
        samples.append((value, weight))
        total += weight
        while total > most {
            let excess = total - most
            if samples[0].weight > excess {
                samples[0].weight -= excess
                total -= excess
            } else {
                total -= samples[0].weight
                samples.removeFirst()
            }
        }
    }

    /// The lowest value up to which half of the weight or more lies; nil without samples.
    var value: Int64? {
        let sorted = samples.sorted { $0.value < $1.value }
        var below: Int64 = 0
        for sample in sorted {
            below += sample.weight
            if below * 2 >= total { return sample.value }
        }
        return nil
    }
}
