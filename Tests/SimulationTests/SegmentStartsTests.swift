import PlayerModel
import Testing

@testable import Simulation

@Suite("Segments that begin to be played")
struct SegmentStartsTests {
    private static func starts(_ scenario: ScenarioText) throws -> [SegmentStart] {
        SegmentStarts(try scenario.run().player(0)).starts
    }

    /// Behind a seek into the middle of a segment nothing is fetched of what lies before the place.
    @Test func `have the variant of the chunk in which they begin`() throws {
        let peak = "set_preferred_peak_bit_rate"
        func seek(_ at: JSONPart, to place: JSONPart) -> JSONPart {
            .does(at, "seek", "\"to_s\": \(place), \"tolerance_before_s\": 0, \"tolerance_after_s\": 0")
        }
        let starts = try Self.starts(
            ScenarioText(
                network: .fluid(3000, #""delay_ms": 20"#),
                media: .hls([500, 2000], duration_s: 60, segment_s: 4, #""chunks_per_segment": 4"#),
                player: #""switching": "throughput""#,
                script: [
                    .does(0, peak, #""value_kbps": 600"#), .load(), .play(), .does(5, peak, #""value_kbps": 0"#),
                    seek(5, to: 40), seek(8, to: 33.5),
                ]))
        #expect(starts.map { $0.chunks.lowerBound } == [0, 4, 40, 32, 36, 40, 44, 48, 52, 56])
        #expect(starts.map { $0.variant } == [0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
    }

    /// A segment is there every 1.373 s, and 8.627 s are played by 10 s.
    @Test("are the same where one seeks twice in an instant", arguments: [1, 2])
    func soughtTwice(count: Int) throws {
        let seek: JSONPart = #""to_s": 18, "tolerance_before_s": 0, "tolerance_after_s": 0"#
        let starts = try Self.starts(
            ScenarioText(
                network: .fluid(3000, #""delay_ms": 20"#), media: .hls([1000], duration_s: 24, segment_s: 4),
                script: [.load(), .play()] + Array(repeating: .does(10, "seek", seek), count: count)))
        #expect(starts.map { $0.chunks.lowerBound } == [0, 1, 2, 4, 5])
    }

    /// 6 Mbit/s carry the second variant after the first eight segments were asked for.
    @Test func `of an item have the variants that another one of the asset has loaded`() throws {
        let starts = try Self.starts(
            ScenarioText(
                network: .fluid(
                    nil, #""delay_ms": 20, "phases": [{ "for_s": 3, "down_kbps": 700 }, { "down_kbps": 6000 }]"#),
                media: .hls([500, 2000], duration_s: 40, segment_s: 4),
                player: """
                    "switching": "throughput", "class": "AVQueuePlayer", "kept_media": "all",
                    "items": [{ "name": "a" }, { "name": "b" }]
                    """))
        let once = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1]
        #expect(starts.map { $0.variant } == once + once)
    }
}

@Suite("The variants of what is played") struct PlayedVariantsTests {
    /// The item is loaded once more after 3 s, and what comes first of it comes for the first time.
    @Test("are those of what was loaded last, also of an item that is loaded once more", arguments: ["none", "left"])
    func reloaded(rule: String) throws {
        let seek: JSONPart = #""to_s": 3, "tolerance_before_s": 0, "tolerance_after_s": 0"#
        let run = try ScenarioText(
            network: .fluid(3000, #""delay_ms": 20"#), media: .hls([500, 2000], duration_s: 24, segment_s: 4),
            player: #""switching": "throughput", "replace_segment": "\#(rule)""#,
            script: [.load(), .play(), .load(3), .does(3, "seek", seek)]
        ).run()
        let last = try #require(run.player(0).playback.clock.last { $0.isMoving })
        #expect(last.pieces.map { $0.variant } == [0, 1])
        #expect(last.pieces.map { $0.range } == [.seconds(3) ..< .seconds(4), .seconds(4) ..< .seconds(24)])
    }
}
