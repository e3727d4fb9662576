import Testing

@testable import PlayerModel

private func sample(_ bytes: Int64, _ milliseconds: Int64) -> ThroughputSample {
    ThroughputSample(bits: bytes * 8, busy: .milliseconds(milliseconds))
}

private func meter(_ name: String) throws -> Throughput {
    Throughput(estimator: try #require(ThroughputEstimator.all.first { $0.name == name }))
}

@Suite("How real players measure throughput")
struct PlayerEstimatorTests {
    @Test("video.js: the last segment, with what its answer was waited for")
    func vhs() throws {
        var throughput = try meter("vhs")
        throughput.add(latency: .milliseconds(250), ofSegment: .seconds(4))
        throughput.add(sample(125_000, 750))
        #expect(throughput.estimate?.bitsPerSecond == 999_999, "a megabit in a second and a nanosecond")
        throughput.add(sample(125_000, 500))
        #expect(throughput.estimate?.bitsPerSecond == 1_999_999, "nothing was waited for again")
    }

    @Test("Shaka: nothing until 128 kB have come, and nothing of less than 16 kB")
    func shaka() throws {
        var throughput = try meter("shaka")
        throughput.add(sample(127_999, 1000))
        #expect(throughput.estimate == nil)
        throughput.add(sample(15_999, 1))
        #expect(throughput.estimate == nil)
        throughput.add(sample(16_000, 125))
        // Two rates that are the same within rounding: 127,999 and 128,000 bytes a second.
        #expect(throughput.estimate.map { (1_023_992...1_024_000).contains($0.bitsPerSecond) } == true)
    }

    @Test("Shaka: the lower of two means, which half forget in 2 and 5 s")
    func shakaForgets() throws {
        var throughput = try meter("shaka")
        throughput.add(sample(1_000_000, 1000))
        throughput.add(sample(250_000, 2000))
        // 8 Mbit/s for a second, then 1 for two. Of the first, the fast mean keeps (1 − 2^−0.5)/2 = 0.1464 of 0.6464.
        let expected = (8_000_000 * 0.146_446_6 + 1_000_000 * 0.5) / 0.646_446_6
        let estimate = Double(try #require(throughput.estimate).bitsPerSecond)
        #expect(abs(estimate - expected) < 10)
    }

    /// 7.2 Mbit in 0.9 s, and what was waited for.
    @Test("Shaka: a sample begins with its request", arguments: [(0, 8), (300, 6), (900, 4), (2700, 2)])
    func shakaWaits(milliseconds: Int64, megabits: Int64) throws {
        var (throughput, last) = (try meter("shaka"), try meter("vhs"))
        for _ in 0..<20 {
            throughput.add(latency: .milliseconds(milliseconds), ofSegment: .seconds(1))
            throughput.add(sample(900_000, 900))
            last.add(latency: .milliseconds(milliseconds), ofSegment: .seconds(1))
            last.add(sample(900_000, 900))
        }
        let estimate = try #require(throughput.estimate).bitsPerSecond
        #expect(abs(estimate - megabits * 1_000_000) <= 1)
        #expect(abs(estimate - (last.estimate?.bitsPerSecond ?? 0)) <= 1, "video.js counts all of it likewise")
    }

    @Test("Shaka: what comes in less than 5 ms is from a cache", arguments: [(0, 4), (0, 5), (1, 4), (4, 0)])
    func shakaCached(wait: Int64, busy: Int64) throws {
        var throughput = try meter("shaka")
        throughput.add(latency: .milliseconds(wait), ofSegment: .seconds(1))
        throughput.add(sample(128_000, busy))
        #expect((throughput.estimate == nil) == (wait + busy < 5))
    }

    @Test("ExoPlayer: the median by the square root of bytes, from 2 s or 512 KiB on")
    func exoPlayer() throws {
        var throughput = try meter("exoplayer")
        throughput.add(sample(250_000, 1000))
        #expect(throughput.estimate == nil)
        throughput.add(sample(90_000, 999))
        #expect(throughput.estimate == nil)
        throughput.add(sample(40_000, 100))
        // Weights of 500, 300 and 200, at 2, 0.72 and 3.2 Mbit/s: half of 1000 is reached at the second lowest.
        #expect(throughput.estimate?.bitsPerSecond == 2_000_000)
        throughput.add(sample(1_000_000, 1000))
        throughput.add(sample(1_000_000, 16_000))
        // Of 3000 the oldest thousand is forgotten; the lower of two equals is the median.
        #expect(throughput.estimate?.bitsPerSecond == 500_000)
        var other = try meter("exoplayer")
        other.add(sample(524_288, 1))
        #expect(other.estimate != nil)
    }

    @Test(
        "Shaka and ExoPlayer: as many bytes as is said are enough, and no fewer",
        arguments: [("shaka", "total_bytes"), ("exoplayer", "or_bytes")])
    func enough(name: String, key: String) throws {
        let usual = try #require(ThroughputEstimator.all.first { $0.name == name })
        let place = try #require(usual.parameters.firstIndex { $0.name == key })
        var values = usual.parameters.map { $0.value }
        values[place] = 300_000
        var throughput = Throughput(estimator: usual.setting(values))
        throughput.add(sample(283_999, 1000))
        #expect(throughput.estimate == nil)
        throughput.add(sample(16_000, 100))
        #expect(throughput.estimate == nil, "a byte is missing")
        throughput.add(sample(16_000, 100))
        #expect(throughput.estimate != nil)
    }

    @Test("dash.js: whole kbit/s")
    func dashJS() throws {
        var throughput = try meter("dash.js")
        // 1001 bits in 3 ms are 333.67 kbit/s.
        throughput.add(ThroughputSample(bits: 10_010, busy: .milliseconds(30)))
        #expect(throughput.estimate?.bitsPerSecond == 334_000)
    }

    /// 6 Mbit in 6 ms are a gigabit a second.
    @Test("dash.js: nothing is too quick, unless that is said of it, from the request on", arguments: [0, 46, 47])
    func dashQuick(ignored: Int64) throws {
        let own = PlayerEstimator.dashJS(fast: .seconds(3), slow: .seconds(8), ignored: .milliseconds(ignored))
        var throughput = ignored == 0 ? try meter("dash.js") : Throughput(estimator: .player(own))
        throughput.add(latency: .milliseconds(40), ofSegment: .seconds(4))
        throughput.add(sample(750_000, 6))
        #expect(throughput.estimate?.bitsPerSecond == (ignored > 46 ? nil : 1_000_000_000))
    }

    @Test("dash.js and video.js begin anew with another item; others go on", arguments: PlayerProfile.all)
    func items(profile: PlayerProfile) throws {
        var throughput = Throughput(estimator: profile.estimator, evidence: profile.evidence)
        func measure(_ bytes: Int64) {
            for _ in 0..<4 {
                throughput.add(latency: .milliseconds(100), ofSegment: .seconds(4))
                throughput.add(sample(bytes, 1000))
            }
        }
        let unmeasured = (throughput.latency, throughput.meanLatency)
        measure(500_000)
        let fresh = try #require(throughput.estimate)
        measure(125_000)
        let before = try #require(throughput.estimate)
        #expect(before != fresh)
        throughput.beginItem()
        let forgets = ["dash.js", "vhs"].contains(profile.name)
        #expect((throughput.estimate == nil) == forgets && (throughput.prediction == nil) == forgets)
        if profile.evidence == .none { #expect(throughput.estimate == before) }
        if forgets { #expect((throughput.latency, throughput.meanLatency) == unmeasured) }
        if forgets {
            measure(500_000)
            #expect(throughput.estimate == fresh, "as if nothing had been before")
        }
    }

    @Test("with nothing carried over, begin anew, whichever they are", arguments: ThroughputEstimator.all)
    func nothingCarriesOver(estimator: ThroughputEstimator) {
        var settings = EvidenceSettings()
        settings.carryOver = .zero
        func measured(after latencies: [Int64], in throughput: Throughput) -> Throughput {
            var throughput = throughput
            for latency in latencies {
                throughput.latency = .milliseconds(latency)
                throughput.add(latency: .milliseconds(latency), ofSegment: .seconds(4))
                throughput.add(sample(latency * 1000, 1000))
            }
            return throughput
        }
        let fresh = Throughput(estimator: estimator, evidence: settings)
        var throughput = measured(after: [800, 600], in: fresh)
        throughput.beginItem()
        for latencies in [[], [40], [40, 50]] as [[Int64]] {
            let after = measured(after: latencies, in: throughput)
            let expected = measured(after: latencies, in: fresh)
            #expect(after.estimate == expected.estimate && after.prediction == expected.prediction)
            #expect(after.latency == expected.latency && after.meanLatency == expected.meanLatency)
        }
    }

    @Test("dash.js: a millisecond weighs half as much again")
    func dashWeighs() throws {
        var throughput = try meter("dash.js")
        throughput.add(sample(1_000_000, 1000))
        throughput.add(sample(250_000, 2000))
        // As Shaka's above, but for half-lives of 2 s and 5.33 s: 3 and 8 over one and a half.
        let expected = (8_000_000 * 0.146_446_6 + 1_000_000 * 0.5) / 0.646_446_6
        let estimate = Double(try #require(throughput.estimate).bitsPerSecond)
        #expect(abs(estimate - expected) < 501)
    }

    @Test("hls.js: of waiting, what is above the mean counts as transfer")
    func hlsJS() throws {
        var throughput = try meter("hls.js")
        #expect(throughput.meanLatency == .milliseconds(100), "before anything is measured")
        throughput.add(latency: .milliseconds(50), ofSegment: .seconds(4))
        #expect(abs(throughput.meanLatency.nanoseconds - 50_000_000) < 2)
        throughput.add(sample(125_000, 1000))
        #expect(throughput.estimate.map { abs($0.bitsPerSecond - 1_000_000) < 3 } == true)
        var other = try meter("hls.js")
        other.add(latency: .milliseconds(2), ofSegment: .seconds(4))
        #expect(abs(other.meanLatency.nanoseconds - 5_000_000) < 2, "five milliseconds at least")
        other.add(latency: .milliseconds(995), ofSegment: .seconds(4))
        // √2·exp(−0.005²/2) and √2·exp(−0.995²/2) = 1.4142 and 0.8620, of which each halves in nine.
        let (one, two) = (1.414_195_9, 0.862_029_9)
        let (early, late) = (1 - pow2(-one / 9), 1 - pow2(-two / 9))
        let mean = (5 * early * pow2(-two / 9) + 995 * late) / (early * pow2(-two / 9) + late)
        #expect(abs(Double(other.meanLatency.nanoseconds) / 1e6 - mean) < 0.01)
        other.add(sample(125_000, 1000))
        let expected = 1_000_000 / (1 + (995 - mean) / 1000)
        #expect(other.estimate.map { abs(Double($0.bitsPerSecond) - expected) < 20 } == true)
    }

    @Test("hls.js: times to the first byte are forgotten as the slow mean forgets", arguments: [1, 9, 60] as [Int64])
    func hlsJSHalfLife(seconds: Int64) throws {
        var throughput = Throughput(
            estimator: .player(.hlsJS(fast: .seconds(3), slow: .seconds(seconds))))
        for latency in [50, 250] { throughput.add(latency: .milliseconds(Int64(latency)), ofSegment: .seconds(4)) }
        // √2·exp(−0.05²/2) and √2·exp(−0.25²/2).
        let (one, two, half) = (1.412_446_9, 1.370_702_8, Double(seconds))
        let (early, late) = ((1 - pow2(-one / half)) * pow2(-two / half), 1 - pow2(-two / half))
        let mean = (50 * early + 250 * late) / (early + late)
        #expect(abs(Double(throughput.meanLatency.nanoseconds) / 1e6 - mean) < 0.01)
    }

    /// √2·exp(−s²/2) is 0.0010349 after 3.8 s, and 0.0009963 after 3.81 s. Of a megabit that takes a second.
    @Test(
        "hls.js: goes by 100 ms until its times to the first byte weigh 0.001 together",
        arguments: [
            ([3800], 3800), ([3810], 100), ([3810, 3810], 3810), ([5000], 100), ([60_000], 100), ([60_000, 50], 50),
        ] as [([Int64], Int64)])
    func hlsJSLateAnswers(latencies: [Int64], mean: Int64) throws {
        var throughput = try meter("hls.js")
        for latency in latencies { throughput.add(latency: .milliseconds(latency), ofSegment: .seconds(4)) }
        #expect(abs(throughput.meanLatency.nanoseconds - mean * 1_000_000) < 1000)
        throughput.add(sample(125_000, 1000))
        let waited = max(0, (latencies.last ?? 0) - mean)
        let expected = 1_000_000 / (1 + Double(waited) / 1000)
        #expect(throughput.estimate.map { abs(Double($0.bitsPerSecond) - expected) < 3 } == true)
    }

    @Test("hls.js: no sample counts as shorter than a millisecond for each 100 kB, up to fifty")
    func hlsFloor() throws {
        var throughput = try meter("hls.js")
        throughput.add(sample(1_000_000, 1))
        #expect(throughput.estimate.map { abs($0.bitsPerSecond - 800_000_000) < 3000 } == true, "in ten")
        var large = try meter("hls.js")
        large.add(sample(100_000_000, 1))
        #expect(large.estimate.map { abs($0.bitsPerSecond - 16_000_000_000) < 60_000 } == true, "in fifty")
    }

    private func pow2(_ exponent: Double) -> Double { WeightedMean.half(toThePowerOf: -exponent) }
}
