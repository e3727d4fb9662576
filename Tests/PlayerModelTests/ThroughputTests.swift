import Foundation
import Testing

@testable import PlayerModel

private func sample(_ bits: Int64, _ nanoseconds: Int64) -> ThroughputSample {
    ThroughputSample(bits: bits, busy: TimeAmount(nanoseconds: nanoseconds))
}

private func estimate(_ estimator: ThroughputEstimator, _ samples: [ThroughputSample]) -> ThroughputEstimate? {
    var throughput = Throughput(estimator: estimator)
    for sample in samples { throughput.add(sample) }
    return throughput.estimate
}

private let second: Int64 = 1_000_000_000

@Suite("Every estimator")
struct EveryEstimatorTests {
    @Test("has a name of its own, and says what it does")
    func hasName() {
        #expect(Set(ThroughputEstimator.all.map(\.name)).count == ThroughputEstimator.all.count)
        for estimator in ThroughputEstimator.all { #expect(estimator.about.hasSuffix(".")) }
    }

    @Test("takes parameters in the order in which it states them", arguments: ThroughputEstimator.all)
    func takesParameters(estimator: ThroughputEstimator) {
        #expect(estimator.setting(estimator.parameters.map(\.value)) == estimator)
        let others = estimator.parameters.indices.map { estimator.parameters[$0].range.upperBound - Int64($0) }
        #expect(estimator.setting(others).parameters.map(\.value) == others)
        #expect(estimator.setting(others).name == estimator.name)
    }

    @Test("knows nothing before the first sample", arguments: ThroughputEstimator.all)
    func knowsNothing(estimator: ThroughputEstimator) {
        #expect(estimate(estimator, []) == nil)
        #expect(Throughput(estimator: estimator).latency == .zero)
    }

    /// Those that believe the first sample, however small: the others have tests of their own.
    private static let quick = ThroughputEstimator.all.filter { estimate($0, [sample(8000, 0)]) != nil }

    @Test("believes a first sample of a kilobyte, but for those of Shaka and ExoPlayer")
    func quickOnes() {
        let patient = ThroughputEstimator.all.filter { !Self.quick.contains($0) }
        #expect(patient.map(\.name) == ["shaka", "exoplayer"])
    }

    @Test("finds a constant throughput, or a trace less", arguments: quick)
    func findsConstant(estimator: ThroughputEstimator) throws {
        let samples = (1...300).map { sample(1716 * Int64($0), 1_000_000 * Int64($0)) }
        for count in [1, 2, 5, 20, 21, 300] {
            let found = try #require(estimate(estimator, Array(samples.prefix(count))))
            #expect((1_715_990...1_716_000).contains(found.bitsPerSecond), "after \(count)")
        }
    }

    @Test("survives chunks that took no time, and chunks of nothing", arguments: ThroughputEstimator.all)
    func survivesNoTime(estimator: ThroughputEstimator) throws {
        for samples in [
            [sample(8000, 0)], [sample(0, 0)], [sample(0, second)], [sample(.max, 0), sample(.max, 0)],
            [sample(8000, 0), sample(0, 0), sample(1, 1)], [sample(1, .max), sample(1, .max)],
        ] {
            let estimate = estimate(estimator, samples)
            if Self.quick.contains(estimator) { #expect(estimate != nil) }
            guard let found = estimate else { continue }
            #expect(found.bits >= 1 && found.time.nanoseconds >= 1)
            #expect(found.time(forBytes: 1).nanoseconds >= 1)
        }
    }
}

@Suite("An estimate")
struct EstimateTests {
    @Test("rounds the time of bytes up, and bits per second down")
    func rounds() {
        let third = ThroughputEstimate(bits: 3, in: TimeAmount(nanoseconds: 1))
        #expect(third.time(forBytes: 3) == TimeAmount(nanoseconds: 8))
        #expect(third.time(forBytes: 1) == TimeAmount(nanoseconds: 3))
        #expect(third.time(forBytes: 0) == .zero)
        #expect(third.bitsPerSecond == 3_000_000_000)
        #expect(ThroughputEstimate(bits: 2, in: .seconds(3)).bitsPerSecond == 0)
        #expect(ThroughputEstimate(bits: 1716, in: .milliseconds(1)).bitsPerSecond == 1_716_000)
    }

    @Test(
        "brings bytes within a time as its time for them has it",
        arguments: [(3, 1), (532_000, 1_000_000_000), (1_000_000_007, 12_964_511_268), (1, 7_000_000_000)])
    func brings(bits: Int64, nanoseconds: Int64) {
        let estimate = ThroughputEstimate(bits: bits, in: TimeAmount(nanoseconds: nanoseconds))
        for bytes: Int64 in [0, 1, 2, 3, 999, 65_536, 1_000_003] {
            let time = estimate.time(forBytes: bytes)
            for off: Int64 in [-2, -1, 0, 1, 1_000_000] {
                let limit = time + TimeAmount(nanoseconds: off)
                #expect(estimate.brings(bytes, within: limit) == (off >= 0))
            }
        }
    }

    @Test("always divides")
    func divides() {
        let nothing = ThroughputEstimate(bits: 0, in: .zero)
        #expect(nothing == ThroughputEstimate(bits: 1, in: TimeAmount(nanoseconds: 1)))
        #expect(ThroughputEstimate(bits: -5, in: .seconds(-1)) == nothing)
    }

    @Test("is cut at what can be counted")
    func isCut() {
        let slow = ThroughputEstimate(bits: 1, in: .seconds(1))
        #expect(slow.time(forBytes: .max) == TimeAmount(nanoseconds: .max))
        #expect(slow.time(forBytes: 2_000_000_000) == TimeAmount(nanoseconds: .max))
        #expect(ThroughputEstimate(bits: .max, in: TimeAmount(nanoseconds: 1)).bitsPerSecond == .max)
    }

    @Test(
        "errs to later: what was measured with its times cut to nanoseconds is never thought faster than it was",
        arguments: [ThroughputEstimator.last, .slidingWindow(seconds: .seconds(10)), .worstOfWindow(samples: 20)])
    func errsToLater(estimator: ThroughputEstimator) throws {
        for kilobits in [1, 110, 333, 1716, 780_000, 7_777_777] as [Int64] {
            var throughput = Throughput(estimator: estimator)
            var arrival: Int64 = 0
            for chunk in 1...40 as ClosedRange<Int64> {
                // Chunks of 1003 bytes end at fractions of a nanosecond, of which the whole part is seen.
                let next = proportion(chunk * 8024, 1_000_000, over: kilobits, .down)
                throughput.add(sample(8024, next - arrival))
                arrival = next
                let found = try #require(throughput.estimate)
                #expect(found.bitsPerSecond <= kilobits * 1000)
                let truth = proportion(8_000_000, 1_000_000, over: kilobits, .up)
                #expect(found.time(forBytes: 1_000_000).nanoseconds >= truth)
            }
        }
    }
}

@Suite("Estimators, by hand")
struct EstimatorTests {
    @Test("last: the last chunk alone, with a nanosecond more")
    func last() {
        let found = estimate(.last, [sample(1000, 1), sample(4000, 1_999_999_999)])
        #expect(found == ThroughputEstimate(bits: 4000, in: .seconds(2)))
    }

    @Test("sliding-window: all bits over all time, as long as what is kept covers the window")
    func slidingWindow() {
        let samples = [
            sample(100, 3 * second), sample(200, 4 * second), sample(400, 5 * second), sample(800, second),
        ]
        func bits(_ count: Int, window: Int64) -> Int64? {
            estimate(.slidingWindow(seconds: .seconds(window)), Array(samples.prefix(count)))?.bits
        }
        #expect([1, 2, 3, 4].map { bits($0, window: 10) } == [100, 300, 700, 1400])
        #expect([1, 2, 3, 4].map { bits($0, window: 9) } == [100, 300, 600, 1400])
        #expect([1, 2, 3, 4].map { bits($0, window: 6) } == [100, 300, 600, 1200])
        #expect([1, 2, 3, 4].map { bits($0, window: 0) } == [100, 200, 400, 800])
        let found = estimate(.slidingWindow(seconds: .seconds(6)), samples)
        #expect(found?.time == TimeAmount(nanoseconds: 6 * second + 1))
    }

    @Test("worst-of-window: the slowest of the last chunks, and not the smallest")
    func worstOfWindow() {
        let samples = [sample(10, 10), sample(300, 100), sample(2, 1), sample(1000, 200)]
        func worst(_ count: Int64) -> ThroughputEstimate? { estimate(.worstOfWindow(samples: count), samples) }
        #expect(worst(4) == ThroughputEstimate(bits: 10, in: TimeAmount(nanoseconds: 11)))
        #expect(worst(3) == ThroughputEstimate(bits: 2, in: TimeAmount(nanoseconds: 2)))
        #expect(worst(1) == ThroughputEstimate(bits: 1000, in: TimeAmount(nanoseconds: 201)))
        let huge = estimate(
            .worstOfWindow(samples: 9), [sample(.max, .max), sample(.max - 1, .max), sample(.max, 1)])
        #expect(huge?.bits == Int64.max - 1)
    }

    @Test("harmonic-mean: chunks count alike, so the slow ones weigh more")
    func harmonicMean() throws {
        // 1, 2 and 4 Mbit/s: 3 ÷ (1 + ½ + ¼) = 12/7 Mbit/s, whatever the sizes.
        let samples = [
            sample(9, 1), sample(1_000_000, second), sample(200_000, second / 10), sample(8_000_000, 2 * second),
        ]
        let found = try #require(estimate(.harmonicMean(samples: 3), samples))
        #expect(found.time == .seconds(1))
        #expect(abs(found.bits - 1_714_285) <= 1)
        #expect(abs(try #require(estimate(.harmonicMean(samples: 1), samples)).bits - 4_000_000) <= 1)
    }

    @Test("ewma-pair: the lower of two means that halve with time of transfer")
    func ewmaPair() throws {
        let pair = ThroughputEstimator.ewmaPair(fast: .seconds(1), slow: .seconds(2))
        // After a second of 4 Mbit/s and two of 1 Mbit/s the fast mean is (4·⅛ + 1·¾) ÷ ⅞ = 10/7 Mbit/s. The slow one
        // weighs the first second by 1 − √½, then by half of that: (4·(1 − √½)·½ + 1·½) ÷ ((1 − √½)·½ + ½).
        let falling = [sample(4_000_000, second), sample(2_000_000, 2 * second)]
        #expect(abs(try #require(estimate(pair, falling)).bits - 1_428_571) <= 1)
        let rising = [sample(1_000_000, second), sample(8_000_000, 2 * second)]
        // (1·⅛ + 4·¾) ÷ ⅞ = 25/7 for the fast one; the slow one is lower: (w + 4) ÷ (w + 1) with w = 1 − √½.
        let weight = 1 - 0.5.squareRoot()
        let slow = (weight + 4) / (weight + 1) * 1e6
        #expect(abs(Double(try #require(estimate(pair, rising)).bits) - slow) <= 1)
        #expect(estimate(pair, rising)?.time == .seconds(1))
    }

    @Test("ewma-pair has no bias towards its empty beginning", arguments: [1, 1000, second, 1000 * second])
    func hasNoBias(nanoseconds: Int64) throws {
        let pair = ThroughputEstimator.ewmaPair(fast: .seconds(3), slow: .seconds(8))
        let found = try #require(estimate(pair, [sample(nanoseconds, nanoseconds)]))
        #expect(abs(found.bits - second) <= 1)
    }
}

@Suite("A window of samples")
struct SampleWindowTests {
    @Test("keeps its sums right while it forgets", arguments: [1, 2, 31, 32, 63, 64, 65, 200] as [Int64])
    func forgets(count: Int64) {
        var window = SampleWindow()
        #expect(window.isEmpty && window.slowest == nil)
        for index in 1...1000 as ClosedRange<Int64> {
            window.keep(sample(index, 2 * index), atMost: count)
            let first = max(1, index - count + 1)
            let sum = (first + index) * (index - first + 1) / 2
            #expect(window.bits == sum)
            #expect(window.busy == TimeAmount(nanoseconds: 2 * sum))
            #expect(window.slowest == sample(first, 2 * first), "of equal ones the oldest")
        }
    }

    @Test("covers its span with as few samples as it can, and always with one")
    func coversSpan() {
        var window = SampleWindow()
        for index in 1...1000 as ClosedRange<Int64> {
            window.keep(sample(1, 10), forAtLeast: TimeAmount(nanoseconds: 95))
            #expect(window.bits == min(index, 10))
        }
        window.keep(sample(7, 1000), forAtLeast: TimeAmount(nanoseconds: 95))
        #expect(window.bits == 7)
        window.keep(sample(5, 0), forAtLeast: TimeAmount(nanoseconds: 95))
        #expect(window.bits == 12, "a chunk that took no time covers nothing")
    }

    @Test("does not let samples without time pile up behind one that covers the span")
    func forgetsTimelessSamples() {
        var window = SampleWindow()
        for _ in 0..<500 { window.keep(sample(3, 0), forAtLeast: .seconds(1)) }
        #expect(window.bits == 1500)
        window.keep(sample(8, second), forAtLeast: .seconds(1))
        #expect(window.bits == 8)
    }
}

@Suite("A power of one half")
struct HalfPowerTests {
    @Test("is that of the mathematics library, to the last bits")
    func isExact() {
        for index in 0...4000 {
            let exponent = Double(index) / 173
            let expected = pow(0.5, exponent)
            #expect(abs(WeightedMean.half(toThePowerOf: exponent) - expected) <= expected * 1e-15, "0.5^\(exponent)")
        }
    }

    @Test(
        "is exact for whole exponents", arguments: [(0, 1), (1, 0.5), (2, 0.25), (10, 0.0009765625), (52, 0x1p-52)])
    func isExactForWhole(exponent: Double, value: Double) {
        #expect(WeightedMean.half(toThePowerOf: exponent) == value)
    }

    @Test("is between its neighbours, and 0 where it is too small to matter")
    func falls() {
        #expect(WeightedMean.half(toThePowerOf: 999) == pow(0.5, 999))
        #expect(WeightedMean.half(toThePowerOf: 1000) == 0)
        #expect(WeightedMean.half(toThePowerOf: .infinity) == 0)
        #expect(WeightedMean.half(toThePowerOf: 1e-12) < 1)
        #expect(abs(WeightedMean.half(toThePowerOf: 0.5) - 0.5.squareRoot()) < 1e-15)
    }
}
