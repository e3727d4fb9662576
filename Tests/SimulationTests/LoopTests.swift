import PlayerModel
import Testing

@testable import Simulation

/// Five seconds of media in five chunks at 800 kbit/s, over 8 Mbit/s unless said.
private struct Clip {
    var kind = "hls"
    var network: JSONPart = .fluid(8000)
    var player: JSONPart = ""
    var script: [JSONPart] = []
    var until_s: JSONPart = 60

    /// A run that keeps all laws.
    func run() throws -> Run {
        let files = #""playlist_bytes": 500, "init_bytes": 100"#
        let stream: JSONPart = .hls(
            [#""bitrate_kbps": 800, \#(files)"#], duration_s: 5, segment_s: 1, #""key_bytes": 16"#)
        return try ScenarioText(
            network: network.and(#""delay_ms": 20"#),
            media: kind == "hls" ? stream : .file(kind, 800, duration_s: 5, chunk_s: 1),
            player: JSONPart(#""keep_up": "first-chunk""#).and(player), script: [.load(), .play()] + script,
            until_s: until_s
        ).judgedRun()
    }

    static let looper: JSONPart = #""class": "AVQueuePlayer", "loop": { "rule": "looper" }"#
    static let treadmill: JSONPart = #""class": "AVQueuePlayer", "loop": { "rule": "treadmill" }"#
    static let queue: JSONPart =
        #""class": "AVQueuePlayer", "items": [{ "name": "a" }, { "name": "b" }, { "name": "c" }]"#
}

extension Run {
    fileprivate func instants(_ fits: (Announcement) -> Bool) -> [Instant] {
        trace.entries.compactMap { entry in
            if case .announced(let announcement) = entry.record, fits(announcement) { entry.at } else { nil }
        }
    }

    fileprivate var ends: [Instant] { instants { $0 == .didPlayToEndTime } }

    fileprivate func clock(moves: Bool) -> [Instant] {
        instants { if case .timebase(let rate, _) = $0 { rate.isMoving == moves } else { false } }
    }

    fileprivate var items: [Int32] {
        trace.entries.compactMap { if case .item(let id, _, _) = $0.record { id } else { nil } }
    }
}

@Suite("Loops and queues in a session")
struct LoopTests {
    @Test(
        "a seek at the end leaves a gap of the notification's latency and the preroll",
        arguments: ["local", "progressive", "hls"],
        [("0", "0", 0), ("0.02", "0.05", 70_000_000), ("0.000000001", "0.3", 300_000_001)])
    func gap(kind: String, _ times: (latency: String, preroll: String, gap: Int64)) throws {
        for action in ["none", "pause"] {
            var clip = Clip(kind: kind)
            clip.player = """
                "action_at_item_end": "\(action)", "preroll_s": \(times.preroll),
                "loop": { "rule": "seek-at-end", "notification_latency_s": \(times.latency) }
                """
            let run = try clip.run()
            #expect(run.ends.count > 9)
            let starts = run.clock(moves: true)
            for (end, start) in zip(run.ends, starts.dropFirst()) { #expect((start - end).nanoseconds == times.gap) }
        }
    }

    @Test(
        "a treadmill and a looper have none", arguments: ["local", "progressive", "hls"],
        [Clip.looper, Clip.treadmill])
    func gapless(kind: String, player: JSONPart) throws {
        let run = try Clip(kind: kind, player: player.and(#""preroll_s": 0.05"#)).run()
        #expect(run.ends.count > 9)
        #expect(run.clock(moves: false) == [], "the timebase never rests")
        for (end, next) in zip(run.ends, run.ends.dropFirst()) { #expect(next - end == .seconds(5)) }
        #expect(run["stall_count"] == 0)
    }

    @Test("an item that a treadmill puts back has the end that was set of it")
    func keepsEnd() throws {
        let end: JSONPart = .does(2, "set_forward_playback_end_time", #""value_s": 4"#)
        let run = try Clip(player: Clip.treadmill, script: [end]).run()
        let lengths = zip(run.ends, run.ends.dropFirst()).map { $1 - $0 }
        #expect(lengths.prefix(6) == [5, 4, 5, 4, 5, 4].map { TimeAmount.seconds($0) }[...])
    }

    /// AVPlayerLooper.h: what was set before comes back when the last replica is over, and so behind its end.
    @Test("a looper's items leave the queue whatever was set before, and so does the last", arguments: actions)
    func advances(action: String) throws {
        let run = try Clip(player: Self.looper(action), script: [.does(7, "disable_looping")]).run()
        #expect(run.ends.count == 2 && run.items == [0, 1, -1])
    }

    @Test("a looper that is made anew lets items leave the queue again", arguments: actions, [7, 18])
    func advancesAnew(action: String, disabled: Int) throws {
        let at_s = JSONPart(integerLiteral: Int64(disabled))
        let script: [JSONPart] = [.does(at_s, "disable_looping"), .load(20), .play(20)]
        let usual = try Clip(player: Clip.looper, script: script).run().ends
        #expect(try Clip(player: Self.looper(action), script: script).run().ends == usual && usual.count > 7)
    }

    private static let actions = ["advance", "pause", "none"]

    private static func looper(_ action: String) -> JSONPart {
        Clip.looper.and(JSONPart(stringLiteral: "\"action_at_item_end\": \"\(action)\""))
    }

    @Test("over too slow a link they wait, and say for what", arguments: [Clip.looper, Clip.treadmill])
    func slow(player: JSONPart) throws {
        let run = try Clip(network: .fluid(400), player: player).run()
        let first = try #require(run.clock(moves: true).first)
        let waits = run.instants {
            if case .status(.waitingToPlayAtSpecifiedRate, .some, _, _) = $0 { true } else { false }
        }
        #expect(waits.contains { $0 > first } && !run.clock(moves: false).isEmpty)
    }

    @Test(
        "each replica and each item of a treadmill is fetched once, and what they share but once", arguments: [3, 2])
    func once(count: Int) throws {
        let run = try Clip(player: count == 3 ? Clip.looper : Clip.treadmill).run()
        let diary = Diary(run)
        for chunk in 0..<5 { #expect(diary.words("video 1: \(chunk)..<\(chunk + 1)").count == count) }
        for file in ["playlist 1 fetched", "init 1 fetched", "key fetched"] { #expect(diary.words(file).count == 1) }
    }

    @Test(
        "of a file the bytes are fetched once, whatever plays it, and are full then (A.7, A.38)",
        arguments: ["progressive", "local"], [Clip.looper, Clip.treadmill, Clip.queue])
    func shares(kind: String, player: JSONPart) throws {
        let run = try Clip(kind: kind, player: player).run()
        let diary = Diary(run)
        for chunk in 0..<5 { #expect(diary.words("file: \(chunk)..<").count <= 1) }
        #expect(run.trace.entries.count { if case .loaded = $0.record { true } else { false } } == 5)
        #expect(run["down_bytes"] == (kind == "local" ? 0 : 500_000))
        #expect(run.ends.count >= 3)
        #expect(run.clock(moves: false).count <= 1)
        #expect(run.instants { $0 == .bufferFull(true) }.count >= 1)
    }

    @Test("each item loads its own where nothing is kept, and shares a stream's segments where all is")
    func keeps() throws {
        let apart = try Clip(kind: "progressive", player: Clip.queue.and(#""kept_media": "none""#)).run()
        #expect(apart["down_bytes"] == 1_500_000)
        #expect(try Clip(player: Clip.queue).run()["down_bytes"] == 1_501_616 - 1000)
        let shared = try Clip(player: Clip.queue.and(#""kept_media": "all""#)).run()
        #expect(shared["down_bytes"] == 500_616)
        #expect(shared.ends.count == 3)
    }

    @Test("an app that seeks back in the very instant of the end leaves no gap, and has sought all the same")
    func soughtAtOnce() throws {
        let when = #""when": { "event": "didPlayToEndTime" }, "at_most": 2"#
        let script = [#"\#(when), "do": "seek", "to_s": 0"#, #"\#(when), "do": "play""#]
        let run = try Clip(script: script.map { .object([JSONPart(stringLiteral: $0)]) }).run()
        let seams = Seams(run.player(0)).seams
        #expect(seams.count == 2)
        #expect(seams.allSatisfy { $0.gap == .zero && $0.words == "the app heard of the end, and sought back" })
        #expect(TextReport.text(run).contains("seam_count                2\n"))
        #expect(JSONReport.text(run, includingTrace: false).contains("\"seam_count\": 2"))
    }

    /// The end is at 5 s and something.
    @Test(
        "who rewinds, or plays it again later, makes no seam, whether or not the app has sought back for that",
        arguments: [
            [.does(14, "seek", #""to_s": 0"#)], [.does(25, "seek", #""to_s": 0"#), .play(25)],
            [.does(3600, "seek", #""to_s": 0"#), .play(3600)],
            [#"{ "when": { "event": "didPlayToEndTime" }, "do": "seek", "to_s": 0 }"#],
            [#"{ "when": { "event": "didPlayToEndTime" }, "do": "seek", "to_s": 0 }"#, .play(3600)],
        ] as [[JSONPart]])
    func rewound(script: [JSONPart]) throws {
        var clip = Clip(script: script)
        clip.until_s = 4000
        let run = try clip.run()
        #expect(run["seek_count"] == 1 && run["seam_count"] == 0 && run["seam_gap_time_s"] == 0)
        #expect(!TextReport.text(run).contains("seam"))
        #expect(!JSONReport.text(run, includingTrace: false).contains("\"seam"))
    }

    @Test("a file that is loaded anew is fetched anew")
    func loadsAnew() throws {
        for player in [Clip.looper, Clip.treadmill, Clip.queue, ""] {
            let run = try Clip(kind: "progressive", player: player, script: [.load(2), .play(2)]).run()
            #expect(run["down_bytes"] == 1_000_000)
        }
    }

    @Test("items that are parts of a file fetch their parts, of which none is fetched twice")
    func parts() throws {
        let player: JSONPart = """
            "class": "AVQueuePlayer",
            "items": [{ "name": "a", "to_s": 2 }, { "name": "b", "from_s": 1, "to_s": 4 }, { "name": "c", "to_s": 1 }]
            """
        let run = try Clip(kind: "progressive", player: player).run()
        #expect(run["down_bytes"] == 400_000)
        #expect(run["never_played_bytes"] == 0)
        #expect(run.ends.count == 3)
    }

    @Test("a looper plays a part, so often, and stops", arguments: [1, 2, 3, 4, 7])
    func counts(count: Int) throws {
        var clip = Clip()
        let part = #""rule": "looper", "from_s": 1.25, "to_s": 3.5"#
        clip.player =
            #""class": "AVQueuePlayer", "loop": { \#(part), "loop_count": \#(count) }"#
        let run = try clip.run()
        #expect(run.ends.count == count && run.outcome.end == .nothingMoreHappens)
        for (end, next) in zip(run.ends, run.ends.dropFirst()) { #expect(next - end == .milliseconds(2250)) }
        let starts = run.trace.entries.compactMap {
            if case .item(let id, let at, _) = $0.record, id >= 0 { at } else { nil }
        }
        #expect(starts == Array(repeating: MediaTime(nanoseconds: 1_250_000_000), count: count))
    }

    @Test("a part that is none is an exception for a looper alone (B.10)")
    func noPart() {
        let loop = #""class": "AVQueuePlayer", "loop": { "rule": "looper", "from_s": 4, "to_s": 6 }"#
        let text = ScenarioText(media: .local(800, duration_s: 5), player: JSONPart(stringLiteral: loop))
        #expect(text.messages == ["4 to 6 s is no part of 5 s, which is an NSInvalidArgumentException"])
    }

    @Test("disableLooping lets the replica that plays come to its end, and no other")
    func disables() throws {
        let run = try Clip(player: Clip.looper, script: [.does(7, "disable_looping")]).run()
        #expect(run.ends.count == 2 && run.items == [0, 1, -1] && run.outcome.end == .nothingMoreHappens)
    }

    @Test("items come in order, but for what is inserted and removed")
    func order() throws {
        #expect(try Clip(player: Clip.queue).run().items == [0, 1, 2, -1])
        let script: [JSONPart] = [
            .does(2, "remove", #""item": "b""#), .does(3, "insert", #""item": "b", "after": "c""#),
            .does(7, "insert", #""item": "a", "after": "c""#),
        ]
        #expect(try Clip(player: Clip.queue, script: script).run().items == [0, 2, 0, 1, -1])
    }

    @Test("what was loaded of an item that is removed counts as never played")
    func removes() throws {
        // A chunk takes a second, nearly: at 5.9 s the first of b is coming, and a still plays.
        var clip = Clip(network: .fluid(820), player: Clip.queue)
        let all = try clip.run()
        #expect(all["never_played_bytes"] == 0)
        clip.script = [.does(5.9, "remove", #""item": "b""#)]
        let run = try clip.run()
        #expect((run["never_played_bytes"] ?? 0) > 0 && run.items == [0, 2, -1])
    }

    @Test("that the next item is bad is news when it is its turn")
    func bad() throws {
        var clip = Clip()
        let fault = #"{ "of": "video", "chunk": 4, "status": 404, "times": 9 }"#
        clip.network = .link(8000, #""retry_count": 0, "faults": [\#(fault)]"#)
        clip.player =
            #""class": "AVQueuePlayer", "items": [{ "name": "a", "to_s": 3 }, { "name": "b", "from_s": 3 }]"#
        let run = try clip.run()
        let gaveUp = run.trace.entries.first { if case .network(.gaveUp) = $0.record { true } else { false } }
        let failed = run.instants { if case .itemFailed = $0 { true } else { false } }
        let end = try #require(run.ends.first)
        #expect(try #require(gaveUp).at < end && failed.count == 1 && failed[0] > end)
    }

    @Test("a very short item lets the one behind it be loaded early", arguments: [1, 2])
    func short(ahead: Int) throws {
        var clip = Clip()
        clip.player = """
            "class": "AVQueuePlayer", "items_ahead": \(ahead), "items": [{ "name": "a" }, { "name": "b", "to_s": 0.04 },
            { "name": "c" }]
            """
        let run = try clip.run()
        let loads = run.trace.entries.first { if case .loads(item: 2, _) = $0.record { true } else { false } }
        let begins = run.trace.entries.first { if case .item(1, _, _) = $0.record { true } else { false } }
        #expect((try #require(loads).at < #require(begins).at) == (ahead == 2))
    }

    /// 10 s with an event of 4 s at the beginning, over and over; an app seeks back 10 ms after the end. In the end
    /// of this run the third event is shown, or the fourth.
    @Test("an interstitial event between two items is no gap", arguments: [true, false])
    func event(seeks: Bool) throws {
        let place = seeks ? #""at_s": 0, "resumption_offset_s": "indefinite""# : #""cue": "pre""#
        let assets = #"[{"kind": "hls", "duration_s": 4, "segment_s": 2, "variants": [{"bitrate_kbps": 500}]}]"#
        let looping: JSONPart =
            seeks ? #""loop": "seek-at-end""# : #""class": "AVQueuePlayer", "loop": {"rule": "looper"}"#
        let run = try ScenarioText(
            network: .fluid(8000),
            media: .hls(
                [1000], duration_s: 10, segment_s: 2, #""interstitials": [{\#(place), "assets": \#(assets)}]"#),
            player: looping.and(#""keep_up": "first-chunk""#), until_s: 32
        ).judgedRun().player(0)
        let seams = Seams(run)
        let gap = TimeAmount.milliseconds(seeks ? 10 : 0)
        #expect(seams.seams.count == (seeks ? 3 : 2))
        #expect(seams.seams.allSatisfy { seams.length(of: $0) == gap && $0.gap ?? gap == gap })
        #expect(seams.seams.allSatisfy { $0.cause == (seeks ? .sought : .gapless) })
    }

    @Test("the media of the items in between counts for the forward buffer")
    func forwardBuffer() throws {
        var clip = Clip(player: Clip.queue.and(#""items_ahead": 2, "default_forward_buffer_s": 7, "drain_s": 0"#))
        clip.script = [.does(0.5, "pause")]
        let run = try clip.run()
        // Five seconds of the first item and three of the second reach 7 s, of which a little has been played.
        let chunks = run.trace.entries.count { if case .loaded = $0.record { true } else { false } }
        #expect(chunks == 8)
    }
}
