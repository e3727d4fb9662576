import PlayerModel
import Testing

@testable import Simulation

/// Six seconds of media in segments of 2 s at 800 kbit/s, over 4 Mbit/s.
@Suite("Seams: what is silent of an item, and which item follows another")
struct SeamTests {
    private static func run(
        _ player: JSONPart, sound_s: JSONPart? = nil, media: JSONPart = "", _ script: JSONPart...,
        until_s: JSONPart? = nil
    ) throws -> PlayerRun {
        let audio = sound_s.map { JSONPart(#""audio": { "bitrate_kbps": 128, "duration_s": \#($0) }"#) } ?? ""
        return try ScenarioText(
            network: .fluid(4000), media: .hls([800], duration_s: 6, segment_s: 2, audio.and(media)),
            player: JSONPart(#""keep_up": "first-chunk""#).and(player), script: [.load()] + script, until_s: until_s
        ).judgedRun().player(0)
    }

    private static func queue(_ a: JSONPart = "", _ b: JSONPart = "", _ more: JSONPart = "") -> JSONPart {
        let items = [("a", a), ("b", b), ("c", "")].map { JSONPart.object([#""name": "\#($0.0)""#, $0.1]) }
        return JSONPart(#""class": "AVQueuePlayer", "items": \#(JSONPart.list(items))"#).and(more)
    }

    private static func rate(_ thousandths: Int32) -> JSONPart {
        .does(0, "set_default_rate", #""rate": \#(NumberText.exact(Int64(thousandths), places: 3))"#)
    }

    /// 48 ms of priming and 20 ms of remainder, of which an item that is cut out has what lies within it.
    @Test(
        "coding's silence counts as far as it is played, at the rate at which it is",
        arguments: [
            ("", "", 68), (#""to_s": 4"#, #""from_s": 2, "to_s": 5"#, 0), (#""to_s": 4"#, "", 48),
            ("", #""from_s": 1"#, 20), (#""to_s": 5.99"#, #""from_s": 0.04"#, 18), ("", #""to_s": 0.03"#, 50),
        ] as [(JSONPart, JSONPart, Int64)], [500, 1000, 2000] as [Int32])
    func coding(_ items: (a: JSONPart, b: JSONPart, milliseconds: Int64), rate: Int32) throws {
        let silence: JSONPart = #""audio_priming_s": 0.048, "audio_remainder_s": 0.02, "edit_list": false"#
        let run = try Self.run(Self.queue(items.a, items.b), media: silence, Self.rate(rate), .play())
        let seam = try #require(Seams(run).seams.first)
        #expect(seam.gap == .zero && seam.blank == .zero)
        #expect(seam.silence.nanoseconds == items.milliseconds * 1_000_000_000 / Int64(rate))
        #expect(seam.words.hasSuffix("priming") == (items.milliseconds > 0))
    }

    /// 10 ms until the app hears of the end, and 100 ms of preroll.
    @Test("a gap and a tail are added up in host time", arguments: [500, 800, 1000, 2000] as [Int32])
    func rates(rate: Int32) throws {
        let player: JSONPart = #""loop": "seek-at-end", "preroll_s": 0.1"#
        let run = try Self.run(player, sound_s: 5.5, Self.rate(rate), .play(), until_s: 20)
        let (seam, tail) = (try #require(Seams(run).seams.first), 500_000 / Int64(rate))
        #expect(seam.gap == .milliseconds(110) && seam.blank == .zero)
        #expect(seam.silence == .milliseconds(tail))
        let gaps = "gap 110 ms (video 110 ms, audio \(110 + tail) ms)"
        #expect(QueueWords.seamRows(run).first?.gap.hasPrefix(gaps) == true)
    }

    /// The clock starts at 0.464 s, and the sound ends at 5 s of the item; at 5.5 s the rate becomes another.
    @Test(
        "a tail takes what its media takes, whatever happens in it, without the times of rest",
        arguments: [
            ([], 1000), ([.does(5.964, "set_rate", #""rate": 2"#)], 750),
            ([.does(5.964, "pause"), .does(8, "set_rate", #""rate": 0.5"#)], 1500),
            ([.does(4.964, "set_rate", #""rate": 4"#)], 250),
        ] as [([JSONPart], Int64)])
    func tail(script: [JSONPart], milliseconds: Int64) throws {
        let text = ScenarioText(
            network: .fluid(4000),
            media: .hls([800], duration_s: 6, segment_s: 2, #""audio": { "bitrate_kbps": 128, "duration_s": 5 }"#),
            player: Self.queue("", "", #""keep_up": "first-chunk""#), script: [.load(), .play()] + script)
        let run = try text.judgedRun().player(0)
        #expect(run.playback.startedAt == .zero + .milliseconds(464))
        #expect(Seams(run).seams.first?.audioTail == .milliseconds(milliseconds))
    }

    @Test("a tail is no longer than the item was played, or since it was sought")
    func shortTails() throws {
        let seek: JSONPart = .does(3, "seek", #""to_s": 5.9, "tolerance_before_s": 0, "tolerance_after_s": 0"#)
        let run = try Self.run(Self.queue(#""from_s": 5.8"#), sound_s: 5, .play(), seek)
        #expect(Seams(run).seams.map { $0.audioTail } == [.milliseconds(200), .milliseconds(100)])
        let words = "gap 264 ms (video 264 ms, audio 464 ms): the next item was not ready"
        #expect(QueueWords.seamRows(run).first?.gap == words)
    }

    /// The clock starts at 0.464 s. The sound ends at 3 s of the item, which ends at 4 s; when the clock has come to
    /// 5 s, the end is moved to 6 s.
    @Test("a tail has nothing of what passed behind an end that was moved afterwards")
    func endThatMoves() throws {
        let player = Self.queue(#""to_s": 4"#, "", #""action_at_item_end": "none""#)
        let run = try Self.run(
            player, sound_s: 3, .play(), .does(5.464, "set_forward_playback_end_time", #""value_s": 6"#),
            .does(10, "set_action_at_item_end", #""value": "advance""#))
        #expect(run.playback.startedAt == .zero + .milliseconds(464))
        #expect(Seams(run).seams.first?.audioTail == .milliseconds(2000))
    }

    /// All is loaded when the first item ends, at 6.4 s.
    @Test(
        "an app that goes on to the next item by hand makes a seam, if it answers within 0.1 s of the end",
        arguments: [
            ("pause", "advance_to_next_item", "", 0, 0), ("pause", "advance_to_next_item", "", 0.01, 10),
            ("pause", "advance_to_next_item", "", 0.1, 100), ("pause", "advance_to_next_item", "", 0.101, nil),
            ("pause", "remove", #""item": "a""#, 0.02, 20), ("none", "advance_to_next_item", "", 0.03, 30),
            ("none", "advance_to_next_item", "", 2, nil),
            ("none", "set_action_at_item_end", #""value": "advance""#, 0.05, 50),
            ("none", "set_action_at_item_end", #""value": "advance""#, 5, 5000),
            ("pause", "set_action_at_item_end", #""value": "advance""#, 0.05, 50),
            ("pause", "set_action_at_item_end", #""value": "advance""#, 5, nil),
        ] as [(String, String, JSONPart, JSONPart, Int64?)])
    func byHand(_ call: (action: String, name: String, more: JSONPart, after_s: JSONPart, gap: Int64?)) throws {
        let when = JSONPart(#""when": { "event": "didPlayToEndTime" }, "after_s": \#(call.after_s), "at_most": 1"#)
        let script = [
            JSONPart.object([when, #""do": "\#(call.name)""#, call.more]), .object([when, #""do": "play""#]),
        ]
        let player = Self.queue("", "", #""action_at_item_end": "\#(call.action)""#)
        let run = try Self.run(player, .play(), script[0], script[1])
        let first = Seams(run).seams.first { $0.from == 0 }
        #expect(first?.gap == call.gap.map { .milliseconds($0) })
        guard let first else { return }
        #expect(first.at == .zero + .milliseconds(6400) && first.to == 1)
        #expect(first.cause == .called && run["longest_seam_gap_s"] == first.gap?.nanoseconds)
    }

    @Test("an app that loads the item anew when it ends, or puts it back into an empty queue, makes seams, too")
    func anew() throws {
        let when = #""when": { "event": "didPlayToEndTime" }, "at_most": 1"#
        let script = ["load", "play"].map { JSONPart(stringLiteral: "{ \(when), \"do\": \"\($0)\" }") }
        let loaded = try Self.run("", .play(), script[0], script[1])
        // The first segment takes 0.4 s.
        #expect(Seams.belong(to: loaded))
        let words = "gap 400 ms: the app heard of the end, and changed the item"
        #expect(QueueWords.seamRows(loaded).map { $0.gap } == [words])
        let loop = #""loop": { "rule": "treadmill", "items": 1, "notification_latency_s": 0.2 }"#
        let treads = try Self.run(JSONPart(#""class": "AVQueuePlayer", \#(loop)"#), .play(), until_s: 20)
        #expect(Seams(treads).seams.map { $0.gap } == Array(repeating: .milliseconds(200), count: 3))
        #expect(treads["seam_gap_time_s"] == 600_000_000)
    }

    /// An end that is moved, and a place behind the one of before: the item goes on.
    @Test(
        "an app that seeks back in the very instant of the end loops by hand, wherever the item begins",
        arguments: [
            (#""from_s": 2"#, "", 2, 1), (#""from_s": 2"#, "", 4, 1), (#""to_s": 4"#, "", 2, 1),
            (#""to_s": 4"#, #""do": "set_forward_playback_end_time", "value_s": 6"#, 5, 0),
        ] as [(JSONPart, String, JSONPart, Int64)])
    func back(item: JSONPart, first: String, place: JSONPart, count: Int64) throws {
        let exact = #""tolerance_before_s": 0, "tolerance_after_s": 0"#
        let actions = [first, #""do": "seek", "to_s": \#(place), \#(exact)"#].filter { !$0.isEmpty }.map {
            JSONPart(stringLiteral: #"{ "when": { "event": "didPlayToEndTime" }, "at_most": 1, \#($0) }"#)
        }
        let items = JSONPart.list([.object([#""name": "a""#, item])])
        let player: JSONPart = #""class": "AVQueuePlayer", "action_at_item_end": "none", "items": \#(items)"#
        let run = try ScenarioText(
            network: .fluid(4000), media: .hls([800], duration_s: 6, segment_s: 2),
            player: player.and(#""keep_up": "first-chunk""#), script: [.load(), .play()] + actions
        ).judgedRun().player(0)
        #expect(run["seek_count"] == 1 && run["seam_count"] == count)
        #expect(Seams(run).seams.allSatisfy { $0.gap == .zero && $0.cause == .sought })
    }

    @Test("who goes on to the next item by hand and never asks to play makes no seam, nor who plays it later")
    func neverPlayed() throws {
        let call: JSONPart =
            #"{ "when": { "event": "didPlayToEndTime" }, "at_most": 1, "do": "advance_to_next_item" }"#
        let player = Self.queue("", "", #""action_at_item_end": "pause""#)
        #expect(try Self.run(player, .play(), call)["seam_count"] == 0)
        #expect(try Self.run(player, .play(), call, .play(60))["seam_count"] == 0)
    }
}
