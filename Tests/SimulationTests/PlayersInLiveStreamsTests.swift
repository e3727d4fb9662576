import PlayerModel
import Testing

@testable import Simulation

/// What real players choose where a stream goes on, and at another speed: in whole runs.
@Suite("Players in live streams and at other speeds")
struct PlayersInLiveStreamsTests {
    /// Three times 6 s are ahead where a stream is joined, and never more.
    @Test(
        "the highest variant is reached, though little is ever ahead",
        arguments: ["hls.js", "shaka", "exoplayer", "vhs"], [2, 6])
    func highest(player: String, segment: Int) throws {
        let run = try Run(
            """
            {"network": {"transport": "fluid", "down_kbps": 20000, "delay_ms": 20}, "player": "\(player)",
             "media": {"kind": "hls", "duration_s": 600, "segment_s": \(segment), "live": {},
              "variants": [{"bitrate_kbps": 500}, {"bitrate_kbps": 3000}, {"bitrate_kbps": 6000}]}, "until_s": 300}
            """)
        #expect(try #require(run["average_bitrate_kbps"]) > 5_500_000)
        #expect(run["stall_count"] == 0)
    }

    @Test(
        "how far playback has to get is said, and may be, where the rule asks for it",
        arguments: [
            ("play-through", 1, true), ("hold-back-share", 1, true), ("firefox", 1, true), ("fixed-wait", 1, true),
            ("hls.js", 1, false), ("shaka", 1, false), ("gstreamer", 1, false), ("chromium", 1, false),
            ("exoplayer", 6, false), ("exoplayer", 7, true),
        ])
    func horizon(rule: String, rate: Int, isAsked: Bool) throws {
        let scenario = try readScenario(
            """
            {"network": {"transport": "fluid", "down_kbps": 6000},
             "media": {"kind": "hls", "duration_s": 600, "segment_s": 4, "variants": [{"bitrate_kbps": 600}],
              "live": {}},
             "player": {"keep_up": "\(rule)", "live": {"horizon_s": 12}},
             "script": [{"at_s": 0, "do": "load"}, {"at_s": 0, "do": "set_rate", "rate": \(rate)}], "until_s": 60}
            """)
        let player = scenario.players[0]
        let edge = try #require(Settings.all(scenario, player).first { $0.name == "edge" })
        #expect(edge.value.contains("to keep up is to get through 12 s (horizon_s, ours)") == isAsked)
        let idle =
            "'horizon_s' does nothing here while more comes: 'keep_up' is \"\(rule)\", which wants no more ahead"
        #expect(scenario.warnings.map { $0.message }.contains(idle) != isAsked)
    }

    @Test(
        "a rule that asks less is not told to go by that, where a segment is longer",
        arguments: [
            ("fixed-seconds", "enough is loaded"), ("play-through", "the next 30 s are loaded (horizon_s, ours)"),
        ])
    func longSegment(rule: String, words: String) throws {
        let run = try Run(
            """
            {"network": {"transport": "fluid", "down_kbps": 8000, "delay_ms": 25}, "player": {"keep_up": "\(rule)"},
             "media": {"kind": "hls", "duration_s": 400, "segment_s": 40, "variants": [{"bitrate_kbps": 500}],
              "live": {"window_s": 240, "history_s": 240, "hold_back_s": 40}}, "until_s": 30}
            """)
        #expect(TextReport.text(run).contains("plays: \(words); there is media to play\n"))
    }

    /// From 184 s on the last of what is to be played is there, up to 188 s.
    @Test(
        "where an app has playback end before that, all up to there is loaded",
        arguments: ["play-through", "first-chunk"], [187, 188])
    func appsEnd(rule: String, end: Int) throws {
        let run = try Run(
            """
            {"network": {"transport": "fluid", "down_kbps": 300, "delay_ms": 25},
             "player": {"keep_up": "\(rule)", "forward_playback_end_time_s": \(end)},
             "media": {"kind": "hls", "duration_s": 400, "segment_s": 4, "variants": [{"bitrate_kbps": 500}],
              "live": {"window_s": 240, "history_s": 240, "hold_back_s": 60}}, "until_s": 90}
            """)
        #expect(TextReport.text(run).contains("everything up to forwardPlaybackEndTime is loaded;"))
    }

    @Test("hls.js stays where it is, though a segment takes as long as it lasts")
    func stays() throws {
        let run = try Run(
            """
            {"network": {"transport": "fluid", "down_kbps": 3500, "up_kbps": 2000, "delay_ms": 300}, "player": "hls.js",
             "media": {"kind": "hls", "duration_s": 600, "segment_s": 6, "live": {},
              "variants": [{"bitrate_kbps": 3000}, {"bitrate_kbps": 1500}, {"bitrate_kbps": 500}]}, "until_s": 100}
            """)
        #expect(run["average_bitrate_kbps"] == 3_000_000)
    }

    /// At 6 s ExoPlayer is at 24 s, 36 s are loaded, and 42 s were listed: near the edge 4.6 s ahead are enough for a
    /// higher variant, elsewhere 10 s.
    @Test(
        "ExoPlayer knows of the edge while another variant's playlist is missing, as where that has come",
        arguments: ["video playlist", "video"])
    func edge(failing resource: String) throws {
        let fault = "\"of\": \"\(resource)\", \"variant\": 1, \"status\": 404, \"from_s\": 0, \"to_s\": 100"
        let run = try ScenarioText(
            network: .fluid(20_000, "\"delay_ms\": 20, \"faults\": [{ \(fault) }]"),
            media: .hls(
                [3000, 1000, 300], duration_s: 150, segment_s: 6, #""live": { "window_s": 36, "hold_back_s": 18 }"#),
            player: #""profile": "exoplayer", "first_variant": "lowest""#, script: [.load(), .play()], until_s: 10
        ).judgedRun()
        #expect(run.player(0).playback.wantedVariants.map { $0.to } == [0, 1])
    }

    /// Of 5 Mbit/s, ExoPlayer takes variants up to 0.7 ÷ 2; Shaka up to 0.95 ÷ 2, as `throughput` its own.
    @Test(
        "at twice the speed nothing is chosen that the network does not carry",
        arguments: [("avplayer", 2_000_000), ("exoplayer", 1_000_000), ("shaka", 2_000_000)] as [(String, Int64)])
    func speed(player: String, most: Int64) throws {
        let run = try Run(
            """
            {"network": {"transport": "fluid", "down_kbps": 5000},
             "player": {"profile": "\(player)", "default_rate": 2},
             "media": {"kind": "hls", "duration_s": 300, "segment_s": 6,
              "variants": [{"bitrate_kbps": 500}, {"bitrate_kbps": 1000}, {"bitrate_kbps": 2000},
              {"bitrate_kbps": 3000}, {"bitrate_kbps": 4000}]}}
            """)
        #expect(run["stall_count"] == 0)
        let average = try #require(run["average_bitrate_kbps"])
        #expect(average <= most * 11 / 10 && average > most * 9 / 10)
    }
}

/// Shaka gives up what has an end, and goes on with what goes on.
@Suite("Shaka in a live stream that fails for a while")
struct ShakaInFailingStreamTests {
    private func run(
        _ fault: JSONPart, live: JSONPart = #""live": {}"#, player: JSONPart = #""profile": "shaka""#
    ) throws -> Run {
        try ScenarioText(
            network: .fluid(8000, #""delay_ms": 10, "request_bytes": 0, "faults": [{ "of": "video", \#(fault) }]"#),
            media: .hls([1000], duration_s: 400, segment_s: 6, live), player: player, until_s: 200
        ).judgedRun()
    }

    /// A segment is asked for each 6 s, so that one is within 9 s. Of silence the limit is 10 s; a status comes after a
    /// round trip of 20 ms and the 0.5 ms of its page, or more beside a playlist. Between two attempts is a pause of
    /// 1 s; before the next two a rest: after a timeout 0.1 s, else 1 s too.
    @Test(
        "asks anew until the fault is over, and plays on",
        arguments: [
            (#""silent_after_bytes": 0, "from_s": 40, "to_s": 71"#, [11_000, 10_100]),
            (#""status": 503, "from_s": 40, "to_s": 60"#, [1020, 1020]),
        ] as [(JSONPart, [Int64])])
    func asksAnew(fault: JSONPart, apart: [Int64]) throws {
        let run = try run(fault)
        let entries = ErrorLog(run.player(0)).entries
        let gaps = zip(entries, entries.dropFirst()).map { ($1.at - $0.at).nanoseconds / 1_000_000 }
        #expect(gaps.count >= apart.count && entries.allSatisfy { $0.isRetried })
        for (index, gap) in gaps.enumerated() { #expect((0..<10).contains(gap - apart[index % apart.count])) }
        #expect(LiveTests.requests(of: .video, run).contains { $0 > 190_000 })
        // What is asked for anew is a request of its own, and counts once.
        let again = Int64(entries.count { $0.recovery == .retried })
        let requests = Int64(run.player(0).playback.exchanges.count)
        guard case .playbackSummary(let summary)? = MetricEvents(run.player(0)).events.last?.kind else {
            Issue.record("the summary comes last")
            return
        }
        #expect(entries.contains { $0.recovery == .askedAnew })
        #expect(summary.mediaResourceRequestCount == requests + again)
        #expect(summary.recoverableErrorCount == Int64(entries.count))
    }

    @Test("gives up what has an end, and all where the app has it so")
    func givesUp() throws {
        let isWhole = try run(#""status": 503, "from_s": 5"#, live: "")
        let givesUp = try run(
            #""status": 503, "from_s": 40"#, player: #""profile": "shaka", "fail_over": "give-up""#)
        for run in [isWhole, givesUp] {
            #expect(ErrorLog(run.player(0)).entries.map { $0.isRetried } == [true, false])
            #expect(run["end_reached"] == 0)
        }
    }

    /// Before it is joined there is no stream to go on with, and none when it is over.
    @Test(
        "gives an item up whatever the app loads after it",
        arguments: [
            (#""of": "video playlist", "status": 404, "to_s": 10"#, 120),
            (#""of": "video", "chunk": 9, "status": 404, "to_s": 40"#, 40),
        ] as [(JSONPart, JSONPart)])
    func another(fault: JSONPart, length: JSONPart) throws {
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 20, "faults": [{ \#(fault) }]"#),
            media: .hls([1000], duration_s: length, segment_s: 4, #""live": { "window_s": 24, "hold_back_s": 12 }"#),
            player: #""profile": "shaka""#, script: [.load(), .play(), .load(50), .play(50)], until_s: 60
        ).run().player(0)
        #expect(ErrorLog(run).entries.map { $0.recovery } == [.retried, .none])
        #expect(FailureWords(run).story.last?.contains("anew") == false)
        let summaries = MetricEvents(run).events.compactMap { event in
            if case .playbackSummary(let summary) = event.kind { summary.recoverableErrorCount } else { nil }
        }
        #expect(summaries == [1, 0])
    }
}

@Suite("Requests that a network keeps waiting, and that fail")
struct KeptAliveTests {
    /// The first request of a day: a round trip for TCP and one for TLS come before it where the connection is old.
    @Test(
        "a connection from before the run grows old like any other",
        arguments: [(1, 5, 0), (200, 5, 2), (200, 300, 0), (200, 75, 2), (60, 75, 0)] as [(Int64, Int64, Int64)])
    func preloaded(loadedAt: Int64, keepAlive: Int64, roundTrips: Int64) throws {
        let run = try Run(
            """
            {"network": {"transport": "tcp", "delay_ms": 100, "keep_alive_s": \(keepAlive)},
             "media": {"kind": "hls", "duration_s": 12, "segment_s": 6, "multivariant_playlist_bytes": 1000,
              "preloaded": ["multivariant playlist"], "variants": [{"bitrate_kbps": 1000, "playlist_bytes": 1000}]},
             "script": [{"at_s": \(loadedAt), "do": "load"}, {"at_s": \(loadedAt), "do": "play"}]}
            """)
        let playlist = try #require(
            run.trace.entries.first { if case .answered = $0.record { true } else { false } })
        guard case .answered(_, let firstByte) = playlist.record else { return }
        #expect(firstByte - loadedAt * 1_000_000_000 == (1 + roundTrips) * 200_000_000)
    }

    @Test("an error's page counts among what came down in vain", arguments: ["fluid", "tcp"])
    func page(transport: String) throws {
        let run = try Run(
            """
            {"network": {"transport": "\(transport)", "down_kbps": 4000, "delay_ms": 50,
              "faults": [{"status": 503, "of": "video", "chunk": 2, "times": 2}]},
             "media": {"kind": "hls", "duration_s": 60, "variants": [{"bitrate_kbps": 1000}]}}
            """)
        #expect(run["down_bytes"] == 7_501_000)
    }
}
