import PlayerModel
import Testing

@testable import Simulation

/// Cases of connections and requests that were wrong once.
@Suite struct `What was wrong once over packets` {
    /// Ten seconds of a file in chunks of a second, 10,000 bytes each.
    private static func run(
        _ network: JSONPart, player: JSONPart = "", _ more: JSONPart..., until_s: JSONPart = 300, delay: Int = 20
    ) throws -> Run {
        try ScenarioText(
            network: JSONPart.link(800, #""delay_ms": \#(delay), "tls": "none""#).and(network),
            media: .progressive(80, duration_s: 10, chunk_s: 1), player: player, script: [.load()] + more,
            until_s: until_s
        ).run()
    }

    @Test func `what a client says on a connection that is closed is no answer`() throws {
        // The server says nothing, the client gives up, and its last packets are still on a slow link upwards.
        let run = try Self.run(#""up_kbps": 0.5, "timeout_s": 3, "retry_count": 1, "faults": [{ "status": 503 }]"#)
        #expect(run["down_bytes"] == 0)
    }

    /// The name is known at 3.5 s, and a handshake takes 7 s more: a request of 0 s is given up before that is over,
    /// and one of 5 s is not. Each would have 10 s.
    @Test("who gives up leaves the connection to others", arguments: ["1.1", "2"])
    func givingUp(version: String) throws {
        let players = [("a", 0), ("b", 5)].map { name, at in
            """
            {"name": "\(name)", "media": {"kind": "hls", "duration_s": 4, "segment_s": 4,
               "variants": [{"bitrate_kbps": 8}]},
             "script": [{"at_s": \(at), "do": "load"}, {"at_s": \(at), "do": "play"}]}
            """
        }
        let text = """
            {"network": {"delay_ms": 1750, "http": "\(version)", "timeout_s": 10}, "until_s": 300,
             "players": [\(players.joined(separator: ", "))]}
            """
        let starts = try Run(readScenario(text)).players.map { $0.playback.startedAt ?? .never }
        #expect(starts.allSatisfy { $0 < .zero + .seconds(20) }, "\(starts)")
    }

    /// The name is known, and nothing passes for 100 s, in which a handshake is repeated at ever longer intervals.
    @Test("but does not leave one for good that has not opened in all of a limit", arguments: ["1.1", "2"])
    func neverOpens(version: String) throws {
        let players = [("a", 0), ("b", 5)].map { name, at in
            """
            {"name": "\(name)", "media": {"kind": "hls", "duration_s": 4, "segment_s": 4,
               "variants": [{"bitrate_kbps": 8}]},
             "player": {"segment_requests":
               {"rule": "doubling", "timeout_s": 10, "retry_count": 99, "back_off_ratio": 1}},
             "script": [{"at_s": \(at), "do": "load"}, {"at_s": \(at), "do": "play"}]}
            """
        }
        let text = """
            {"network": {"delay_ms": 50, "http": "\(version)",
               "phases": [{"for_s": 0.15}, {"for_s": 100, "loss_percent": 100}, {}]}, "until_s": 300,
             "players": [\(players.joined(separator: ", "))]}
            """
        let starts = try Run(readScenario(text)).players.map { $0.playback.startedAt ?? .never }
        #expect(starts.allSatisfy { $0 < .zero + .seconds(110) }, "\(starts)")
    }

    /// Of five stalls the first follows a break, behind which any connection would have to be opened.
    @Test("a connection in the place of one that a script has broken is not blamed on keep_alive_s")
    func brokenConnection() throws {
        let run = try ScenarioText(
            network: .link(1200, transport: "tcp", #""http": "2", "delay_ms": 200, "keep_alive_s": 0"#),
            media: .hls([800], duration_s: 24, segment_s: 4), player: #""keep_up": "first-chunk""#,
            script: [.load(), .play(), .does(5, "change_network", #""down_kbps": 1200, "break_connections": true"#)]
        ).run()
        let story = try WhyText.text(run)
        #expect(story.ranges(of: "(keep_alive_s 0)").count == 4, "\(story)")
    }

    /// The video is given up after 5 s of silence, and with it the only connection, for which the audio waits: that has
    /// 5 s from then on.
    @Test("who waits for a connection that works has all the time for another", arguments: [0, 1])
    func waitingAnew(silentAfter bytes: Int) throws {
        let run = try ScenarioText(
            network: .link(
                3000,
                """
                "http": "1.1", "connections_per_host": 1, "delay_ms": 200, "timeout_s": 5, "retry_count": 2,
                "faults": [{ "of": "video", "chunk": 1, "silent_after_bytes": \(bytes) }]
                """),
            media: .hls([800], duration_s: 24, segment_s: 4, #""audio": { "bitrate_kbps": 64 }"#), until_s: 80
        ).run()
        #expect(ErrorLog(run.player(0)).entries.count == 1)
        #expect(run["end_reached"] == 1)
    }

    @Test func `a packet that ends a connection and brings another answer on ends both`() throws {
        // Over HTTP/2 the tracks take turns. A lost packet holds both back, and then the video is reset.
        for seed in 1...60 {
            let run = try ScenarioText(
                network: .link(
                    2000,
                    """
                    "delay_ms": 20, "loss_percent": 10, "back_off_s": 0.1, "retry_count": 0,
                    "faults": [{ "reset_after_bytes": 20000, "of": "video", "times": 1000 }]
                    """),
                media: .hls([200], duration_s: 12, #""audio": { "bitrate_kbps": 26 }"#),
                more: #""seed": \#(seed)"#
            ).run()
            #expect(run.trace.entries.contains { if case .network(.gaveUp) = $0.record { true } else { false } })
        }
    }

    @Test func `nothing is delivered of an answer that is reset at its first byte`() throws {
        let run = try Self.run(#""faults": [{ "reset_after_bytes": 0, "times": 100 }], "back_off_s": 1"#)
        #expect(run["down_bytes"] == 0)
        #expect(run.trace.entries.count { if case .network(.retries) = $0.record { true } else { false } } == 2)
    }

    @Test func `an answer that is there is not asked for again, whatever becomes of its connection`() throws {
        let run = try Self.run(#""faults": [{ "reset_after_bytes": 100000, "times": 100 }]"#)
        #expect(run["down_bytes"] == 100_000)
        #expect(run.trace.entries.allSatisfy { if case .network(.retries) = $0.record { false } else { true } })
    }

    @Test func `an answer that breaks off while it waits for room is made up for`() throws {
        // Room for five seconds and the chunk in which they end: 60,000 bytes.
        let faults: JSONPart = #""faults": [{ "reset_after_bytes": 60000, "times": 100 }], "retry_count": 0"#
        let player: JSONPart = #""preferred_forward_buffer_duration_s": 5"#
        let run = try Self.run(faults, player: player, .play(1))
        #expect(run["end_reached"] == 1 && run["stall_count"] == 0)
        #expect(run.trace.entries.count { if case .network(.gaveUp) = $0.record { true } else { false } } == 1)
    }

    @Test func `an answer that says what is wrong has nothing else to say`() throws {
        // The answer waits for room, breaks off, and is asked for again: while the server says no, there is room.
        let faults: JSONPart =
            #""faults": [{ "reset_after_bytes": 60000 }, { "status": 503, "request": 2 }], "back_off_s": 0.5"#
        let player: JSONPart = #""preferred_forward_buffer_duration_s": 5, "drain_s": 0.001"#
        for start in 40...70 {
            let play = JSONPart.does(Self.tenths(start), "play_immediately")
            let run = try Self.run(faults, player: player, play, delay: 1000)
            #expect(run["down_bytes"] == 100_500, "the file, and the page of the error, from \(start)")
        }
    }

    @Test func `patience begins anew when there is room again`() throws {
        // Paused for long with a full buffer. Then there is room, and patience is looked at before the first byte.
        for start in 0..<40 {
            let run = try Self.run(
                #""timeout_s": 4, "http": "1.1""#,
                player: #""preferred_forward_buffer_duration_s": 2, "drain_s": 0.001"#,
                .play(Self.tenths(200 + start)), delay: 400)
            #expect(run.trace.entries.allSatisfy { if case .network(.retries) = $0.record { false } else { true } })
            #expect(run["end_reached"] == 1)
        }
    }

    @Test func `an answer that waits for room waits without a clock`() throws {
        let player: JSONPart = #""preferred_forward_buffer_duration_s": 5"#
        let run = try Self.run(#""timeout_s": 0.5"#, player: player, until_s: 31_536_000)
        #expect(run.outcome.end == .nothingMoreHappens && run.outcome.events < 1000)
    }

    @Test func `an initialization section waits for the playlist that leads to it`() throws {
        let run = try ScenarioText(
            media: .hls(
                [#""bitrate_kbps": 100, "init_bytes": 700"#], duration_s: 6, #""multivariant_playlist_bytes": 1000"#)
        ).run()
        let slots = run.trace.entries.compactMap { entry -> Int32? in
            if case .requested(let request) = entry.record { request.id.slot } else { nil }
        }
        #expect(slots == [1, 2, 0])
        #expect(run["end_reached"] == 1)
    }

    private static func tenths(_ number: Int) -> JSONPart { "\(NumberText.exact(Int64(number), places: 1))" }

    /// The connection is opened at 0 s, by more than one.
    @Test func `a run of more packets than it may have is an error`() {
        let media = JSONPart.progressive(100, duration_s: 1)
        let error = #expect(throws: SessionError.self) {
            try Run("{\"max_packets\": 1, \"network\": \"3G\", \"media\": \(media)}")
        }
        #expect(error?.message.hasPrefix("more than 1 packet by 0 s; use a shorter medium or the trans") == true)
    }
}
