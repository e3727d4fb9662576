import PlayerModel
import Testing

@testable import Simulation

@Suite("Faults: which requests they hit")
struct FaultTests {
    private static let ladder: [JSONPart] = [
        #""bitrate_kbps": 900, "playlist_bytes": 900"#, #""bitrate_kbps": 300, "playlist_bytes": 900"#,
    ]

    private func text(
        _ fault: String, transport: String = "tcp", player: JSONPart = #""profile": "dash.js""#, seed: Int = 1
    ) -> ScenarioText {
        ScenarioText(
            network: .link(
                transport: transport,
                """
                "delay_ms": 5, \(transport == "tcp" ? #""hosts": { "keys": "keys.example" },"# : "")
                "faults": [{ \(fault) }]
                """),
            media: .hls(
                Self.ladder, duration_s: 80, segment_s: 4, #""multivariant_playlist_bytes": 900, "key_bytes": 900"#),
            player: player, more: "\"seed\": \(seed)")
    }

    /// The requests that failed, each by its resource and its first chunk.
    private func failed(_ text: ScenarioText) throws -> [String] {
        let run = try text.judgedRun().player(0)
        return run.playback.exchanges.flatMap { exchange in
            exchange.failures.map { _ in "\(exchange.kind.name) \(exchange.chunks.lowerBound)" }
        }
    }

    @Test(
        "those that all keys of it fit, from the first on and as many as it says",
        arguments: [
            (#""of": "video", "chunk": 3"#, ["video 3"]), (#""of": "video", "request": 2"#, ["video 1"]),
            (#""of": "video", "from_chunk": 2, "to_chunk": 4, "request": 3"#, ["video 4"]),
            (#""of": "video", "from_chunk": 2, "to_chunk": 4, "request": 4"#, []),
            (#""of": "video", "from_chunk": 17, "request": 2"#, ["video 18"]),
            (#""of": "video", "to_chunk": 1, "request": 2, "variant": 1"#, ["video 1"]),
            (#""of": "video", "chunk": 5, "times": 3"#, ["video 5", "video 5", "video 5"]),
            (#""times": 2"#, ["multivariant playlist 0", "multivariant playlist 0"]),
            (#""host": "keys.example""#, ["key 0"]), (#""variant": 1, "request": 2"#, ["video 0"]),
            (#""percent": 100, "of": "key", "times": 1"#, ["key 0"]),
        ])
    func targets(keys: String, expected: [String]) throws {
        // A server's error that is mended by asking again.
        #expect(try failed(text(#""status": 503, \#(keys)"#)) == expected)
        guard !keys.contains("host") else { return }
        #expect(try failed(text(#""status": 503, \#(keys)"#, transport: "fluid")) == expected)
    }

    @Test("those of a time: all of them, whatever they are for", arguments: ["fluid", "tcp"])
    func times(transport: String) throws {
        func failures(_ keys: String) throws -> [Instant] {
            let fault = #""status": 503, "of": "video", \#(keys)"#
            return try text(fault, transport: transport).judgedRun().player(0).playback.exchanges.flatMap {
                $0.failures.map { $0.at }
            }
        }
        // An answer comes at least 10 ms after its request, and at most a second after it.
        let some = try failures(#""from_s": 10, "to_s": 18"#)
        let (first, last) = (Instant.zero + .milliseconds(10_010), Instant.zero + .seconds(19))
        #expect(some.count > 1 && some.allSatisfy { $0 >= first && $0 < last }, "\(some)")
        #expect(try failures(#""from_s": 10, "times": 1"#).count == 1)
        #expect(try failures(#""to_s": 0.001"#).isEmpty)
        let none = text(#""status": 503, "from_s": 10, "to_s": 10"#)
        #expect(none.messages.contains { $0.contains("'to_s' is not after 'from_s'") })
    }

    @Test("a slow server is measured as a slow network is", arguments: ["fluid", "tcp"])
    func slowness(transport: String) throws {
        let run = try text(#""body_kbps": 700, "of": "video", "times": 100"#, transport: transport).judgedRun()
        let measured = try #require(run.player(0)["observed_throughput_kbps"])
        #expect((650_000...750_000).contains(measured), "\(measured)")
    }

    /// A portion every tenth of a second is as much as it says, however long the link has it.
    @Test("a slow server is as fast as it says", arguments: [100, 700, 1900])
    func portions(kbps: Int) throws {
        let faults = #""delay_ms": 5, "faults": [{ "body_kbps": \#(kbps), "of": "video", "times": 100 }]"#
        let run = try ScenarioText(
            network: .fluid(2000, "\(faults)"), media: .hls([400], duration_s: 40, segment_s: 4)
        ).judgedRun()
        let measured = try #require(run.player(0)["observed_throughput_kbps"])
        #expect(abs(measured - Int64(kbps) * 1000) <= Int64(kbps) * 60, "\(measured)")
    }

    @Test("by chance: a share of them, which the seed alone decides")
    func chance() throws {
        func hits(_ percent: Int, seed: Int) throws -> Int {
            try failed(text(#""status": 503, "of": "video", "percent": \#(percent)"#, seed: seed)).count
        }
        let counts = try Thoroughness.draws(8, of: 20).map { try hits(20, seed: Int($0)) }
        // Of 20 segments each, 4 fail, and of their repetitions a fifth again: 5 in the mean, with a deviation of 2.5,
        // and of 0.9 for the mean of eight.
        #expect((2...8).contains(counts.reduce(0, +) / counts.count) && Set(counts).count > 2, "\(counts)")
        #expect(try hits(20, seed: 6) == counts[6])
        let limited = try failed(text(#""status": 503, "of": "video", "percent": 50, "times": 2"#))
        #expect(limited.count == 2)
        #expect(try text(#""status": 503, "percent": 20"#, transport: "fluid").run().outcome.drawsAtRandom)
    }

    @Test(
        "are refused, or warned of, where nothing can go wrong by them",
        arguments: [
            (#""status": 404, "of": "audio""#, "nothing that is called 'audio' is fetched; there is video, "),
            (#""status": 404, "of": "vidoe""#, "'of' cannot be 'vidoe'; did you mean 'video'?"),
            (#""status": 404, "variant": 3"#, "there is no variant 3; there are 2"),
            (#""status": 404, "of": "key", "variant": 1"#, "'key' belongs to no variant; remove 'variant'"),
            (#""status": 404, "host": "key.example""#, "no host 'key.example'; did you mean 'keys.example'?"),
            (#""status": 404, "chunk": 1, "to_chunk": 2"#, "'chunk' is one alone; remove it, or this"),
            (#""status": 404, "from_chunk": 3, "to_chunk": 2"#, "'to_chunk' lies before 'from_chunk', which is 3"),
            (#""empty_playlist": true, "of": "video""#, "'empty_playlist' is for a playlist, and 'video' is none"),
            (#""of": "video""#, "and here are none of them"), (#""status": 404, "body_kbps": 1"#, "and here are 2"),
            (#""status": 404, "of": "video", "chunk": 20"#, "there is no chunk 20, the last is 19"),
            (#""status": 404, "of": "key", "chunk": 1"#, "there is no chunk 1, the last is 0"),
            (#""reset_after_bytes": 450000, "of": "video", "variant": 1"#, "has more than 450000 bytes"),
            (#""status": 404, "of": "video", "variant": 2"#, "variant 2 is never fetched"),
        ])
    func mistakes(fault: String, words: String) throws {
        let reading = text(fault, player: #""fail_over": "give-up""#).reading
        let found = reading.diagnostics + (reading.scenario?.warnings ?? [])
        #expect(found.count == 1 && found[0].message.contains(words), "\(found.map { $0.message })")
        #expect(found.first?.place.line == 2)
    }

    @Test("and an empty playlist is none where there is no playlist, and hits no media where there is one")
    func emptyPlaylist() throws {
        let fault = #""delay_ms": 20, "faults": [{ "empty_playlist": true, "from_s": 1 }]"#
        for transport in ["fluid", "tcp"] {
            let network: JSONPart = .link(4000, transport: transport, JSONPart(stringLiteral: fault))
            let file = ScenarioText(network: network, media: .progressive(500, duration_s: 10)).reading
            #expect(
                file.diagnostics.map { $0.message } == ["'empty_playlist' is for a playlist, and none is fetched"])
            let hls = ScenarioText(
                network: network, media: .hls([#""bitrate_kbps": 500, "playlist_bytes": 900"#], duration_s: 40))
            #expect(try hls.judgedRun()["played_time_s"] == 40_000_000_000)
        }
    }

    @Test("are said to have hit nothing, where the run has no such request")
    func neverMet() throws {
        let run = try text(#""status": 404, "request": 500"#).run()
        let words = "nothing goes wrong by this fault: the run has no such request"
        #expect(Unreached.warnings(run).map { $0.message } == [words])
        #expect(try Unreached.warnings(text(#""status": 503"#).run()).isEmpty)
    }
}

@Suite("Fail-over in a run")
struct FailOverRunTests {
    private func run(
        _ fault: String, _ variants: [JSONPart], player: JSONPart = "", transport: String = "tcp"
    ) throws -> PlayerRun {
        try ScenarioText(
            network: .link(4000, transport: transport, #""delay_ms": 20, "faults": [\#(fault)]"#),
            media: .hls(variants, duration_s: 40, segment_s: 4), player: player
        ).judgedRun().player(0)
    }

    private func variants(_ run: PlayerRun) -> [Int32] {
        run.playback.loads.filter { $0.track == 0 }.map { $0.variant + 1 }
    }

    @Test("a player without a profile, whose variant is fixed, turns too, and stays", arguments: ["tcp", "fluid"])
    func withoutProfile(transport: String) throws {
        let found = try run(
            #"{ "of": "video", "variant": 1, "chunk": 3, "status": 404 }"#, [900, 600, 300], transport: transport)
        #expect(variants(found) == [1, 1, 1, 2, 2, 2, 2, 2, 2, 2])
        #expect(ErrorLog(found).entries.map { $0.resource } == ["video of variant 1"])
        #expect(ErrorLog(found).entries.map { $0.recovery } == [.turned])
        #expect(found["stall_count"] == 0 && found["end_reached"] == 1)
    }

    @Test("one that is told to give up does")
    func givesUp() throws {
        let found = try run(
            #"{ "of": "video", "chunk": 3, "status": 404 }"#, [900, 600], player: #""fail_over": "give-up""#)
        #expect(found["end_reached"] == 0 && found["played_time_s"] == 12_000_000_000)
    }

    @Test("a variant is left out for as long as the policy says")
    func exclusion() throws {
        for (seconds, expected) in [(1, [1, 1, 2, 1] as [Int32]), (3600, [1, 1, 2, 2])] {
            let found = try run(
                #"{ "of": "video", "variant": 1, "chunk": 2, "status": 404 }"#, [1500, 600],
                player: """
                    "profile": "avplayer", "first_variant": "first-listed", "preferred_forward_buffer_duration_s": 4,
                    "fail_over": { "rule": "avfoundation", "exclude_s": \(seconds) }
                    """)
            #expect(Array(variants(found).prefix(4)) == expected, "\(variants(found))")
        }
    }

    @Test("a redundant variant stands in for another of its bit rate")
    func redundant() throws {
        let found = try run(#"{ "of": "video", "variant": 1, "status": 404, "times": 99 }"#, [600, 900, 600])
        #expect(variants(found) == Array(repeating: 3, count: 10))
    }

    @Test("the story is told in order: what failed, what the player did, what the person saw")
    func story() throws {
        let found = try run(
            """
            { "of": "video", "variant": 1, "chunk": 3, "status": 404 },
            { "of": "video", "variant": 2, "chunk": 3, "status": 404 }
            """, [900, 600, 300])
        let story = FailureWords(found).story
        #expect(story.count == 2)
        #expect(story[0].contains("the video of variant 1 from 12 s to 16 s failed: the server answered with status"))
        #expect(story[0].contains("left variant 1 of 3 out until "))
        #expect(story[0].contains("and asked for variant 2 of 3 instead, 600 kbit/s; the person saw nothing of it."))
        #expect(story[1].contains("asked for variant 3 of 3 instead, 300 kbit/s"))
        let rows = TextReport.text(try #require(try? Run(found.scenario)))
        #expect(rows.contains("leaves variant 1 of 3 out until"))
        #expect(try WhyText.text(Run(found.scenario)).contains("What failed:"))
    }

    @Test("with all variants gone the item fails, once what is loaded has been played", arguments: ["tcp", "fluid"])
    func allGone(transport: String) throws {
        let found = try run(
            #"{ "of": "video", "from_chunk": 3, "status": 404, "times": 99 }"#, [900, 600, 300], transport: transport)
        #expect(ErrorLog(found).entries.map { $0.recovery } == [.turned, .turned, .none])
        #expect(found["end_reached"] == 0 && found["played_time_s"] == 12_000_000_000)
    }
}
