import PlayerModel
import Testing

@testable import Simulation

@Suite("A seam whose gap is not over")
struct LastingSeamTests {
    /// Two items of 4 s, of which the second is asked for when the first ends, at 4.5 s, unless it is loaded ahead, and
    /// takes 1.5 s to come.
    private static func run(
        _ network: JSONPart = .fluid(8000), ahead: Int = 0, script: [JSONPart]? = nil, until_s: JSONPart = 100
    ) throws -> PlayerRun {
        let sound = #""codecs": ["avc1.64001f", "mp4a.40.2"]"#
        let media = [("m", 1000), ("n", 3000)].map { name, bitRate in
            JSONPart.hls([#""bitrate_kbps": \#(bitRate), \#(sound)"#], name: name, duration_s: 4, segment_s: 4)
        }
        return try ScenarioText(
            network: network.and(#""request_bytes": 0"#), media: .list(media),
            player: """
                "class": "AVQueuePlayer", "keep_up": "first-chunk", "items_ahead": \(ahead),
                "items": [{ "name": "a", "media": "m" }, { "name": "b", "media": "n" }]
                """,
            script: script, until_s: until_s
        ).judgedRun().player(0)
    }

    private static let dies: JSONPart = .fluid(
        nil, #""phases": [{ "for_s": 2, "down_kbps": 8000 }, { "down_kbps": 0 }]"#)
    private static let fails: JSONPart = .fluid(
        8000, #""retry_count": 0, "faults": [{ "of": "video", "from_s": 2, "to_s": 100, "status": 404 }]"#)

    @Test(
        "counts up to the end while the player waits, and has no length where nobody does",
        arguments: [
            (
                JSONPart.fluid(8000), 100, "1500 ms: the next item was not ready", 1_500_000_000,
                "the longest gap 1.5 s; reached the end"
            ),
            (
                .fluid(8000), 5.25, "750 ms so far: the next item was not ready", 750_000_000,
                "the last gap not over; did not reach the end"
            ),
            (
                dies, 100, "for ever: the next item was not ready", 95_500_000_000,
                "the last gap not over; did not reach the end; waits for ever"
            ),
            (
                fails, 100, "that nobody ends: the next item failed", nil,
                "the last gap not over; failed: the server answered with status 404"
            ),
        ] as [(JSONPart, JSONPart, String, Int64?, String)])
    func length(network: JSONPart, until_s: JSONPart, gap: String, length: Int64?, summary: String) throws {
        let run = try Self.run(network, until_s: until_s)
        #expect(run["seam_count"] == 1)
        #expect(run["seam_gap_time_s"] == length && run["longest_seam_gap_s"] == length)
        #expect(QueueWords.seamRows(run).map { $0.gap } == ["gap \(gap)"])
        #expect(Lanes(run).summary == "started after 0.5 s; never stalled; 1 seam, \(summary)")
    }

    /// The second item is asked for at 0.5 s, or at 4.5 s.
    @Test("says that the next item failed, be it when it was loaded ahead", arguments: [0, 1])
    func failed(ahead: Int) throws {
        let fault = #""faults": [{ "of": "video", "from_s": 0.4, "to_s": 100, "status": 404 }]"#
        let run = try Self.run(.fluid(8000, "\(fault)"), ahead: ahead)
        #expect(run.playback.exchanges.last?.at == .zero + .milliseconds(ahead == 0 ? 4500 : 500))
        #expect(QueueWords.seamRows(run).map { $0.gap } == ["gap that nobody ends: the next item failed"])
    }

    /// The next item is there at 6 s.
    @Test(
        "goes on behind a phone call that comes in it, less its time; nobody waits for one that stays paused",
        arguments: [(5.5, 1250), (5.9, 850), (7, 750), (nil, nil)] as [(JSONPart?, Int64?)])
    func paused(plays_s: JSONPart?, milliseconds: Int64?) throws {
        let plays = plays_s.map { [JSONPart.does($0, "end_interruption"), .does($0, "play")] } ?? []
        let run = try Self.run(script: [.load(), .play(), .does(5.25, "begin_interruption")] + plays)
        #expect(Seams(run).seams.map { $0.gap } == (milliseconds.map { [.milliseconds($0)] } ?? []))
        #expect(run["seam_gap_time_s"] == (milliseconds ?? 0) * 1_000_000)
    }
}
