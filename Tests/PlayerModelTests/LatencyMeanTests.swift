import Testing

@testable import PlayerModel

private func ms(_ count: Int64) -> TimeAmount { .milliseconds(count) }

/// The mean latency after requests for media of some lengths in seconds.
private func mean(_ estimator: ThroughputEstimator, _ requests: [(latency: Int64, length: Int64)]) -> TimeAmount {
    var throughput = Throughput(estimator: estimator)
    throughput.latency = ms(7)
    for request in requests { throughput.add(latency: ms(request.latency), ofSegment: .seconds(request.length)) }
    return throughput.meanLatency
}

@Suite("The mean latency")
struct LatencyMeanTests {
    @Test("is the last one before anything was measured, and where the estimator is no mean")
    func isLast() {
        for estimator in ThroughputEstimator.all {
            // hls.js alone has a figure of its own before it has measured any.
            #expect(mean(estimator, []) == (estimator.name == "hls.js" ? ms(100) : ms(7)))
        }
        for estimator in [ThroughputEstimator.last, .slidingWindow(seconds: .seconds(9)), .worstOfWindow(samples: 3)]
        {
            #expect(mean(estimator, [(100, 4), (200, 4)]) == ms(7))
        }
    }

    @Test("of a window is that of its last requests, the lengths of which do not matter")
    func ofWindow() {
        for estimator in [ThroughputEstimator.arithmeticMean(samples: 3), .harmonicMean(samples: 3)] {
            #expect(mean(estimator, [(10, 1)]) == ms(10))
            #expect(mean(estimator, [(10, 1), (40, 9)]) == ms(25))
            #expect(mean(estimator, [(10, 1), (40, 9), (70, 1)]) == ms(40))
            #expect(mean(estimator, [(10, 1), (40, 9), (70, 1), (100, 2)]) == ms(70))
        }
    }

    @Test("of a pair is the longer one: the fast one when latency rises, the slow one when it falls")
    func ofPair() {
        // Segments of 2 s and half-lives of 2 and 4 s: weights of ½ and of 1 − √½.
        let pair = ThroughputEstimator.ewmaPair(fast: .seconds(2), slow: .seconds(4))
        #expect(mean(pair, [(100, 2)]) == ms(100), "no bias towards the empty beginning")
        // Fast: (100·½·½ + 400·½) ÷ ¾ = 300.
        #expect(mean(pair, [(100, 2), (400, 2)]) == ms(300))
        // Slow: (400·w·√½ + 100·w) ÷ (w·√½ + w) = (400·√½ + 100) ÷ (√½ + 1) = 224.264…
        let falling = mean(pair, [(400, 2), (100, 2)])
        #expect(abs(falling.nanoseconds - 224_264_069) <= 1)
        // A segment of 4 s weighs as two of 2 s of the same latency.
        let (long, twice) = (mean(pair, [(100, 2), (400, 4)]), mean(pair, [(100, 2), (400, 2), (400, 2)]))
        #expect(abs(long.nanoseconds - twice.nanoseconds) <= 1)
    }

    @Test("bears a century of waiting, a hundred times")
    func isBounded() {
        var throughput = Throughput(estimator: .arithmeticMean(samples: 100))
        let year = TimeAmount(nanoseconds: 31_536_000_000_000_000)
        for _ in 0..<200 { throughput.add(latency: year, ofSegment: .zero) }
        #expect(throughput.meanLatency == year)
    }
}

@Suite("The arithmetic mean of throughputs")
struct ArithmeticMeanTests {
    private func mean(_ count: Int64, _ samples: [(bits: Int64, ms: Int64)]) -> Int64? {
        var throughput = Throughput(estimator: .arithmeticMean(samples: count))
        for sample in samples { throughput.add(ThroughputSample(bits: sample.bits, busy: ms(sample.ms))) }
        return throughput.estimate?.bitsPerSecond
    }

    @Test("counts chunks alike, whatever their size: 1, 2 and 6 Mbit/s make 3")
    func byHand() {
        let samples: [(bits: Int64, ms: Int64)] = [
            (9_000_000, 1000), (1_000_000, 1000), (200_000, 100), (12_000_000, 2000),
        ]
        #expect(mean(3, samples) == 3_000_000)
        #expect(mean(1, samples) == 6_000_000)
        #expect(mean(4, samples) == 4_500_000)
        #expect(mean(9, samples) == 4_500_000)
        #expect(mean(3, []) == nil)
    }
}
