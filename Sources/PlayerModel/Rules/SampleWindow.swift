/// The latest samples, oldest first, with the sums of their bits and times at hand.
struct SampleWindow: Sendable {
    /// At least 0: a sum that has wrapped is of no use, and reads as the most that can be counted.
    var totalBits: Int64 { bits < 0 ? .max : bits }
    private(set) var bits: Int64 = 0
    private(set) var busy: TimeAmount = .zero
    private var samples: ContiguousArray<ThroughputSample> = []
    private var oldest = 0

    var isEmpty: Bool { oldest == samples.count }

    /// Adds a sample and forgets the oldest ones beyond `count`.
    mutating func keep(_ sample: ThroughputSample, atMost count: Int64) {
        append(sample)
        while Int64(samples.count - oldest) > count { forgetOldest() }
    }

    /// Adds a sample and forgets the oldest ones as long as `span` of busy time remains covered.
    mutating func keep(_ sample: ThroughputSample, forAtLeast span: TimeAmount) {
        append(sample)
        while samples.count - oldest > 1, busy - samples[oldest].busy >= span { forgetOldest() }
    }

    /// Lets all samples count as one, of a shorter time at the same throughput.
    mutating func shrink(to span: TimeAmount) {
        let bits = proportion(totalBits, span.nanoseconds, over: max(1, busy.nanoseconds), .down)
        self = SampleWindow()
        if span > .zero { append(ThroughputSample(bits: bits, busy: span)) }
    }

    /// The number of samples over the sum of their times for one bit.
    var harmonicMeanBitsPerSecond: Int64 {
        var secondsPerBit = 0.0
        for sample in samples[oldest...] {
            secondsPerBit += Double(max(1, sample.busy.nanoseconds)) / 1e9 / Double(max(1, sample.bits))
        }
        return WeightedMean.whole(Double(samples.count - oldest) / secondsPerBit)
    }

    /// The sum of the samples' throughputs over their number.
    var arithmeticMeanBitsPerSecond: Int64 {
        var sum = 0.0
        for sample in samples[oldest...] {
            sum += Double(sample.bits) * 1e9 / Double(max(1, sample.busy.nanoseconds))
        }
        return WeightedMean.whole(sum / Double(samples.count - oldest))
    }

    /// The sample with the lowest throughput; of equal ones the oldest.
    var slowest: ThroughputSample? {
        guard var worst = samples[oldest...].first else { return nil }
        for sample in samples[oldest...].dropFirst() where Self.isSlower(sample, worst) { worst = sample }
        return worst
    }

    /// Compares bits over time without dividing.
    private static func isSlower(_ left: ThroughputSample, _ right: ThroughputSample) -> Bool {
        let leftProduct = left.bits.multipliedFullWidth(by: max(1, right.busy.nanoseconds))
        let rightProduct = right.bits.multipliedFullWidth(by: max(1, left.busy.nanoseconds))
        return (leftProduct.high, leftProduct.low) < (rightProduct.high, rightProduct.low)
    }

    private mutating func append(_ sample: ThroughputSample) {
        samples.append(sample)
        // Where media of petabytes is loaded again and again in no time, the sum wraps; what leaves wraps it back.
        bits &+= sample.bits
        busy = busy + sample.busy
    }

    private mutating func forgetOldest() {
        bits &-= samples[oldest].bits
        busy = busy - samples[oldest].busy
        oldest += 1
        // Half of the storage is past: give it back, which costs constant time per sample in the long run.
        if oldest >= 64, oldest * 2 >= samples.count {
            samples.removeFirst(oldest)
            oldest = 0
        }
    }
}

/// An exponentially weighted mean of throughput, weighted by busy time, without bias towards its empty beginning.
///
/// Sabre's form: the mean moves by 1 − 0.5^(time ÷ half-life), and is divided by what the weights add up to.
struct WeightedMean: Sendable {
    private let halfLife: Double
    private var mean = 0.0
    private var weight = 0.0

    init(halfLife: TimeAmount) { self.halfLife = Double(max(1, halfLife.nanoseconds)) }

    mutating func add(_ sample: ThroughputSample) {
        let busy = Double(max(1, sample.busy.nanoseconds))
        add(Double(sample.bits) * 1e9 / busy, weighing: busy)
    }

    /// Takes in a value that counts for so many nanoseconds.
    mutating func add(_ value: Double, weighing nanoseconds: Double) {
        let kept = Self.half(toThePowerOf: nanoseconds / halfLife)
        mean = mean * kept + value * (1 - kept)
        weight = weight * kept + (1 - kept)
    }

    /// Begins anew.
    mutating func forget() { (mean, weight) = (0, 0) }

    var value: Double? { weight > 0 ? mean / weight : nil }

    var bitsPerSecond: Int64? { value.map(Self.whole) }

    /// A positive `Double` as a whole number, cut at what can be counted.
    static func whole(_ value: Double) -> Int64 { value < 9e18 ? Int64(value) : 9_000_000_000_000_000_000 }

    /// 0.5 to the power of `exponent` (≥ 0), from products and sums alone, so that every machine gets the same bits.
    ///
    /// The whole part halves; the rest is the exponential series, whose 18 terms leave an error below 1e-16.
    static func half(toThePowerOf exponent: Double) -> Double {
        guard exponent < 1000 else { return 0 }
        var (result, rest) = (1.0, exponent)
        while rest >= 1 {
            result *= 0.5
            rest -= 1
        }
        let x = -0.693_147_180_559_945_3 * rest
        var (term, sum) = (1.0, 1.0)
        for index in 1...18 {
            term *= x / Double(index)
            sum += term
        }
        return result * sum
    }
}
