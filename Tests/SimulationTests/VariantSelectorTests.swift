import PlayerModel
import Testing

@testable import Simulation

/// Segments of two seconds.
@Suite("A segment under way, and the ladder")
struct VariantSelectorTests {
    /// A variant, in kbit/s, is of sound alone where it has less than 100.
    private func selector(
        _ bitRates: [Int64], first: Int, _ rule: VariantSwitch, _ abandonment: SegmentAbandonment
    ) -> VariantSelector {
        let renditions = bitRates.indices.map { index in
            let table = ChunkTable(
                duration: .seconds(40), chunkDuration: .seconds(2), bitRate: bitRates[index] * 1000,
                chunksPerRequest: 1)
            var declared = DeclaredVariant(bitRate: bitRates[index] * 1000)
            declared.hasPictures = bitRates[index] >= 100
            return VariantSelector.Rendition(
                variant: index, declared: declared, bitRate: bitRates[index] * 1000, chunks: table,
                targetDuration: .seconds(2))
        }
        return VariantSelector(
            renditions, first: first, rule: rule, abandonment: abandonment, limits: VariantLimits())
    }

    /// 50,000 bytes of 200,000 have come in a second, and a second is ahead: three seconds are missing.
    private func lower(_ selector: VariantSelector) -> Int? {
        let download = SegmentAbandonment.Download(
            elapsed: .milliseconds(1100), receiving: .seconds(1), received: 50_000, bytes: 200_000)
        return selector.lowerRung(for: download, ahead: .seconds(1), segment: .seconds(2), speed: .one)
    }

    @Test(
        "hls.js never gives the lowest two up, whatever limits leave of the ladder: sound alone is none of them",
        arguments: [
            ([800, 400, 200], true), ([800, 400, 64], false), ([800, 400], false), ([800, 400, 400], false),
        ] as [([Int64], Bool)])
    func lowestTwo(bitRates: [Int64], isGivenUp: Bool) {
        for limit in [nil, 500_000, 1000] as [Int64?] {
            var selector = selector(
                bitRates, first: 0, .throughput(up: 700_000, down: 950_000), .hlsJS(every: .milliseconds(100)))
            if let limit { selector.change(.preferredPeakBitRate(limit)) }
            #expect((lower(selector) == 0) == isGivenUp, "limit \(limit ?? 0)")
            #expect((lower(selector) == nil) != isGivenUp)
        }
    }

    @Test("hls.js counts a level that has failed")
    func failed() {
        var selector = selector(
            [800, 400, 200], first: 0, .throughput(up: 700_000, down: 950_000), .hlsJS(every: .milliseconds(100)))
        selector.exclude([2], until: .never)
        #expect(selector.ladder.rungs.map { $0.variant } == [1, 0])
        #expect(lower(selector) == 0)
    }

    @Test("of one bit rate has the variant that is fetched, or else the first that is not left out")
    func equals() {
        var selector = selector([800, 400, 800, 400], first: 0, .throughput(up: 700_000, down: 950_000), .never)
        func rungs() -> [Int] { selector.ladder.rungs.map { $0.variant } }
        #expect(rungs() == [1, 0])
        for (turn, expected) in [(2, [1, 2]), (3, [3, 0]), (2, [1, 2])] {
            selector.turn(to: turn)
            #expect(rungs() == expected && selector.rung == expected.firstIndex(of: turn))
            #expect(selector.isHighest == (turn == 2))
        }
        selector.exclude([0, 1], until: .never)
        #expect(rungs() == [3, 2])
        selector.turn(to: 3)
        selector.readmitAll()
        #expect(rungs() == [3, 0])
    }

    @Test("of one bit rate has one variant, which no rule leaves for another", arguments: VariantSwitch.all)
    func copies(rule: VariantSwitch) throws {
        let run = try ScenarioText(
            network: .fluid(3000, #""delay_ms": 25"#), media: .hls([800, 800, 400], duration_s: 60, segment_s: 4),
            player: """
                "keep_up": "first-chunk", "first_variant": "first-listed", "switching": "\(rule.name)"
                """,
            script: [.load(), .play()]
        ).judgedRun()
        let words = Diary(run).words("video")
        #expect(words.contains { $0.hasPrefix("video 1") } && !words.contains { $0.hasPrefix("video 2") })
    }

    /// Of sound alone half has come; what is ahead outlasts any other segment.
    @Test(
        "with Shaka sound alone stands in for the lowest: it is given up for a higher one alone",
        arguments: [(300, nil), (600, nil), (1000, 1)] as [(Int64, Int?)])
    func soundAlone(kbps: Int64, expected: Int?) {
        var selector = selector(
            [400, 800, 64], first: 2, .player(.shaka(up: 850_000, down: 950_000, interval: .seconds(8))),
            .shaka(every: .milliseconds(100), sample: 1000))
        let throughput = ThroughputEstimate(bits: kbps * 1000, in: .seconds(1))
        var download = SegmentAbandonment.Download(
            elapsed: .seconds(1), receiving: .seconds(1), received: 8000, bytes: 16_000)
        download.throughput = throughput
        let question = SwitchQuestion(
            current: selector.rung, ahead: .seconds(9), wanted: .seconds(10), segment: .seconds(2), remaining: 9,
            throughput: throughput, latency: .zero)
        let other = selector.otherRung(for: download, question)
        #expect(other == expected)
    }
}
