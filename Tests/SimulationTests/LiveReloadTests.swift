import PlayerModel
import Testing

@testable import Simulation

@Suite("Live playlists that come late")
struct LiveReloadTests {
    /// A part of 0.5 s takes 62.5 ms, and parts are asked for from one round trip before they are listed: the player
    /// runs dry 1.5 s (PART-HOLD-BACK) after the start, and as much later as it had loaded by then, at 11.6436 s. The
    /// part that it waits for is in 83.6 ms after the outage, and those behind it, all of which are listed by then,
    /// come eight times as fast as they are played.
    @Test(
        "what a playlist lists that the server has kept back is asked for at once, however long that took",
        arguments: [12_500, 13_000, 13_200, 14_500, 16_000] as [Int64], [6, 16] as [Int64])
    func keptBack(end_ms: Int64, window: Int64) throws {
        let end = NumberText.exact(end_ms, places: 3)
        let live = #""part_s": 0.5, "part_hold_back_s": 1.5, "outages": [{ "from_s": 10.1, "to_s": \#(end) }]"#
        let run = try LiveTests.text(
            "\"window_s\": \(window), \(live)", network: .fluid(8000, #""delay_ms": 20"#), duration_s: 120,
            segment_s: 2, player: #""keep_up": "first-chunk""#, until_s: 40
        ).judgedRun()
        #expect(run["stall_count"] == 1 && run["live_skipped_s"] == 0)
        #expect(run["stall_time_s"] == (end_ms - 11_560) * 1_000_000)
    }

    /// Asked for at 12 s, refused 20.5 ms later, and asked for again after a second.
    @Test(
        "the time to the next load counts from the request that brought the last",
        arguments: [
            // Segments are listed every 6 s: each playlist is new.
            ("", [0, 6000, 12_000, 19_020, 25_020]),
            // Nothing new at 13.02 s: half a target duration.
            (
                #", "outages": [{ "from_s": 10, "to_s": 24 }]"#,
                [0, 6000, 12_000, 16_020, 19_020, 22_020, 25_020]
            ),
        ] as [(String, [Int64])])
    func askedForAgain(outage: String, expected: [Int64]) throws {
        let fault = #""faults": [{ "of": "video playlist", "status": 503, "from_s": 11, "times": 1 }]"#
        let run = try LiveTests.text(
            "\"window_s\": 60\(outage)",
            network: .fluid(8000, "\"delay_ms\": 10, \"request_bytes\": 0, \(fault)"), until_s: 28
        ).judgedRun()
        #expect(LiveTests.requests(of: .videoPlaylist, run) == expected)
    }

    /// Asked for again 1 s after the refusal, which is in at 12.0208 s. The first waits for a connection for 46 ms.
    @Test("so it does where requests wait for connections")
    func askedForAgainOverTCP() throws {
        let fault = #""faults": [{ "of": "video playlist", "status": 503, "from_s": 11, "times": 1 }]"#
        let run = try LiveTests.text(
            "\"window_s\": 60", network: .link(8000, transport: "tcp", "\"delay_ms\": 10, \(fault)"), until_s: 28
        ).judgedRun()
        #expect(LiveTests.requests(of: .videoPlaylist, run) == [0, 6000, 12_000, 19_020, 25_020])
    }

    /// A megabyte takes a second, and the target duration is 2 s: the next is due when this one is in.
    @Test(
        "what a playlist lists is asked for when it is in, however long it was on the way",
        arguments: [2_900_000, 3_000_000, 3_200_000, 9_000_000] as [Int64])
    func largePlaylist(bytes: Int64) throws {
        let variant: JSONPart = "\"bitrate_kbps\": 1000, \"playlist_bytes\": \(bytes)"
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 10, "request_bytes": 0"#),
            media: .hls([variant], duration_s: 240, segment_s: 2, #""live": { "window_s": 60 }"#), until_s: 20
        ).judgedRun()
        let isIn = bytes / 1000 + 20
        #expect(LiveTests.requests(of: .videoPlaylist, run).prefix(2) == [0, isIn])
        #expect(LiveTests.requests(of: .video, run).first == isIn)
    }

    /// The server keeps the answer back for three target durations, refuses it, and has news a second later.
    @Test("a playlist that was kept back is not too old for a delta update")
    func deltaAfterRefusal() throws {
        let live = #""part_s": 1, "can_skip_until_s": 24, "outages": [{ "from_s": 10.1, "to_s": 23 }]"#
        let run = try LiveTests.text(
            "\"window_s\": 120, \(live)", network: .fluid(8000, #""delay_ms": 10"#), duration_s: 900, segment_s: 4,
            until_s: 27
        ).judgedRun()
        let sizes = run.player(0).entries.compactMap { entry -> Int64? in
            guard case .fetched(let bytes, let slot) = entry.record else { return nil }
            return run.player(0).slots[Int(slot)].kind == .videoPlaylist ? bytes : nil
        }
        // 200 bytes, and 60 for each of 30 segments and 12 parts; without 24 segments.
        #expect(sizes.first == 2720 && sizes.dropFirst().allSatisfy { $0 == 1280 }, "\(sizes)")
    }

    /// Segments last 6 s; where nothing is new, it is half of that.
    @Test("what another item of the stream lists first is news, though the one before has had the same")
    func anotherItem() throws {
        let run = try LiveTests.text("", script: [.load(), .play(), .does(3, "load")], until_s: 14).judgedRun()
        #expect(LiveTests.requests(of: .videoPlaylist, run) == [0, 3000, 9000])
    }

    /// RFC 8216bis, 6.2.1: a server has news 1.5 target durations after the last at the latest.
    @Test("what a playlist lists may be gone when it has been in for longer than 1.5 target durations")
    func stale() throws {
        let chunks = ChunkTable(
            duration: .seconds(60), chunkDuration: .seconds(4), bitRate: 8000, chunksPerRequest: 1)
        var live = LiveLoad(holdBack: .zero, longest: .seconds(4), files: 1)
        let id = ExchangeID(slot: 0, attempt: 1)
        let now = Instant.zero + .seconds(9)
        live.note(LiveListing(first: 0, end: 3, isEnded: false), comingWith: id)
        // Its first byte came a second before.
        let times = ResponseTimes(begunAt: .zero, sentAt: .zero, servedAt: .zero, firstByte: .zero + .seconds(8))
        #expect(live.take(0, id, of: chunks, times, at: now) != nil)
        let playlist = try #require(live.playlist(0))
        let latest = now + .seconds(6)
        #expect(!live.isStale(playlist, at: latest))
        #expect(live.isStale(playlist, at: latest + TimeAmount(nanoseconds: 1)))
    }
}
