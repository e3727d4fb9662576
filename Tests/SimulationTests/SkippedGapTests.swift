import PlayerModel
import Testing

@testable import Simulation

@Suite("Gaps of the current item are skipped, whatever is fetched meanwhile")
struct SkippedGapTests {
    /// Ten segments of 4 s, the third of which is a gap, on a network so fast that only its delay counts: 50 s ahead
    /// are wanted, so that at the gap a second such item is the one to fetch, and that of the second is its own.
    @Test(
        "the next item, or nothing because more of the current one has failed",
        arguments: [
            (#""class": "AVQueuePlayer", "items": [{ "name": "a" }, { "name": "b" }]"#, "", 8.0),
            ("", #", "faults": [{ "of": "video", "chunk": 8, "status": 404 }]"#, 4),
        ])
    func whatever(items: String, faults: String, length: Double) throws {
        let run = try ScenarioText(
            network: .fluid(100_000, "\"delay_ms\": 100\(faults)"),
            media: .hls([#""bitrate_kbps": 1000, "gaps_s": [8]"#], duration_s: 40, segment_s: 4),
            player: .members([#""gaps": "hls.js""#, "\(items)"]), script: [.load(), .play()]
        ).judgedRun()
        let skipped = try #require(run["gap_skipped_s"])
        #expect(Double(skipped) / 1e9 == length)
    }

    /// A queue of an item of 8 s and one of 12 s, of whose sound the segment of 4 s at a place is a gap.
    private static func queue(gapAt place_s: Int) throws -> Run {
        let sound: JSONPart = #""audio": {"bitrate_kbps": 64, "gaps_s": [\#(place_s)]}"#
        let media: [JSONPart] = [
            .hls([300], name: "a", duration_s: 8, segment_s: 4),
            .hls([300], name: "b", duration_s: 12, segment_s: 4, sound),
        ]
        return try ScenarioText(
            network: .fluid(3000), media: .list(media),
            player: GaplessTests.queue(["a", "b"].map { GaplessTests.item($0, $0) }), script: [.load(), .play()]
        ).judgedRun()
    }

    @Test("a gap is in a track of its own medium, whatever tracks the first one has")
    func ofAnotherMedium() throws {
        let run = try Self.queue(gapAt: 4)
        #expect(TextReport.text(run).contains("from 4 s to 8 s there is a gap in the audio: nothing is loaded of it"))
    }

    /// Nothing is asked for before the gap is known, so nothing has said yet whose it is.
    @Test("a gap at the beginning of the next item is that item's")
    func atBeginning() throws {
        let run = try Self.queue(gapAt: 0)
        let gaps = run.player(0).playback.gaps
        #expect(gaps.count == 1 && gaps.allSatisfy { $0.item == 1 })
        #expect(TextReport.text(run).contains("[[0.0s, 12.0s]]"))
    }

    /// Three gaps of 4 s, and 12 s from the edge where playback begins: what lies behind two is listed by the time at
    /// which the playhead comes there, and nothing behind the third.
    @Test(
        "a gap at the edge of a live stream, with nothing behind it yet, is a stall",
        arguments: ["hls.js", "shaka", "exoplayer"])
    func atEdge(rule: String) throws {
        let run = try ScenarioText(
            network: .fluid(100_000),
            media: .hls(
                [#""bitrate_kbps": 300, "gaps_s": [20, 40, 60]"#], duration_s: 80, segment_s: 4,
                #""live": {"history_s": 12}"#),
            player: .members([#""gaps": "\#(rule)""#]), script: [.load(), .play()], until_s: 70
        ).judgedRun()
        #expect(run["stall_count"] == 1 && run["gap_skipped_s"] == 12_000_000_000)
        let stalled = try #require(run["stall_time_s"])
        #expect((4_000_000_000...4_100_000_000).contains(stalled))
    }

    /// Were the gap taken for media, more than is wanted would be there, and nothing behind it would ever be fetched.
    @Test("a gap longer than all that is wanted ahead", arguments: [2, 6, 10, 30])
    func longerThanBuffer(ahead_s: Int) throws {
        let run = try ScenarioText(
            network: .fluid(3000),
            media: .hls([#""bitrate_kbps": 1000, "gaps_s": [8, 12, 16]"#], duration_s: 40, segment_s: 4),
            player: .members([#""gaps": "shaka", "default_forward_buffer_s": \#(ahead_s)"#]),
            script: [.load(), .play()]
        ).judgedRun()
        #expect(run["end_reached"] == 1 && run["gap_skipped_s"] == 12_000_000_000 && run["gap_time_s"] == 0)
    }
}
