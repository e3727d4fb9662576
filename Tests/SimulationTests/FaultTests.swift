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

    @Test("a name that is nobody's is told beside what else is wrong")
    func names() {
        let messages = text(#""of": "video", "host": "key.example""#).messages
        #expect(messages.count == 2, "\(messages)")
        #expect(messages.contains { $0.hasPrefix("there is no host 'key.example'") })
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

    @Test(
        "and once, where nothing is there that they could hit",
        arguments: [#""of": "video", "chunk": 20"#, #""of": "video", "variant": 2"#])
    func neverThere(fault: String) throws {
        let run = try text(#""status": 404, "# + fault, player: #""fail_over": "give-up""#).run()
        #expect(run.scenario.warnings.count == 1 && Unreached.warnings(run).isEmpty)
    }

    /// Of three requests for a chunk the first two are answered 503; the third is the second fault's own.
    @Test(
        "and of one behind another, that this hits all",
        arguments: [(#""times": 1"#, true), (#""request": 3"#, false)])
    func behind(more: String, isVain: Bool) throws {
        let first = #""of": "video", "chunk": 3, "status": 503, "times": 2"#
        let run = try text(first + #" }, { "of": "video", "chunk": 3, "status": 404, \#(more)"#).run()
        let words = "nothing goes wrong by this fault: a fault before it hits all requests that it would hit"
        #expect(Unreached.warnings(run).map { $0.message } == (isVain ? [words] : []))
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

    /// Variant 2 is switched to after the first segment, and what fails is of the audio beside it.
    @Test(
        "what failed of a group of audio is not asked for again while the variants that it plays with are left out",
        arguments: ["audio playlist", "audio init"], [404, 503])
    func groups(resource: String, status: Int) throws {
        func media(_ kbps: Int) -> String {
            let segment = "#EXTINF:6,\n#EXT-X-BYTERANGE:\(kbps * 750)@0\nx\n"
            let map = "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"900@0\"\n"
            return mediaHead + map + String(repeating: segment, count: 10) + "#EXT-X-ENDLIST\n"
        }
        let ladder = [("a", 400), ("b", 1500)].map { group, kbps in
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",NAME=\"n\",DEFAULT=YES,URI=\"\(group).m3u8\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=\(kbps)000,AUDIO=\"\(group)\"\n\(kbps).m3u8\n"
        }
        var scenario = PlaylistScenario(
            root: "#EXTM3U\n" + ladder.joined(),
            named: [
                ("400.m3u8", media(300)), ("1500.m3u8", media(1300)), ("a.m3u8", media(64)), ("b.m3u8", media(128)),
            ], until: 200)
        scenario.network =
            #""transport": "fluid", "down_kbps": 8000, "delay_ms": 50, "#
            + "\"faults\": [{ \"of\": \"\(resource)\", \"from_s\": 0.3, \"status\": \(status), \"times\": 99 }]"
        scenario.more = #", "player": { "switching": "throughput" }"#
        let run = try scenario.judgedRun()
        let own = run.player(0)
        let failed = own.playback.exchanges.filter { !$0.failures.isEmpty }
        #expect(failed.map { $0.kind.name } == [resource])
        #expect(variants(own).count == 10 && variants(own).dropFirst(3).allSatisfy { $0 == 1 })
        #expect(run["end_reached"] == 1 && run.outcome.end == .nothingMoreHappens)
    }

    /// The first variant fails at its second segment, and all of it is there again long before the next item comes.
    @Test("another item begins with its first variant, whatever failed before", arguments: ["avplayer", "hls.js"])
    func nextItem(profile: String) throws {
        let found = try ScenarioText(
            network: .fluid(
                9000,
                """
                "delay_ms": 20,
                "faults": [{ "of": "video", "variant": 1, "from_s": 1, "to_s": 3, "times": 99, "status": 404 }]
                """),
            media: .hls([2500, 1000, 400], duration_s: 60, segment_s: 6),
            player: #""profile": "\#(profile)", "first_variant": "highest""#,
            script: [.load(), .play(0), .load(30)], until_s: 120
        ).judgedRun().player(0)
        let asked = found.playback.exchanges.filter { $0.kind == .video }
        let numbers = asked.map { found.slots[Int($0.slot)].variant + 1 }
        let next = try #require(asked.firstIndex { $0.at >= .zero + .seconds(30) })
        #expect(numbers.prefix(3) == [1, 1, 2])
        #expect(numbers[next...].prefix(2) == [1, 1])
    }

    /// The second segment of the first item fails, and all of it is there again long before the next one comes.
    @Test("and so does one that follows in a queue, of a player that stays with one variant")
    func nextItemOfQueue() throws {
        let found = try ScenarioText(
            network: .fluid(
                8000,
                """
                "delay_ms": 50,
                "faults": [{ "of": "video", "variant": 1, "from_s": 0.5, "to_s": 0.8, "status": 404 }]
                """),
            media: .hls([900, 500], duration_s: 20, segment_s: 4),
            player: #""class": "AVQueuePlayer", "items": [{ "name": "one" }, { "name": "two" }]"#, until_s: 60
        ).judgedRun().player(0)
        #expect(variants(found) == [1, 2, 2, 2, 2, 1, 1, 1, 1, 1])
    }

    /// The second item has begun when another language takes the loader back to the first one for a moment.
    @Test("but one that is gone back to does without what has failed of it")
    func goesBack() throws {
        let languages = ["en", "fr"].map { "{ \"language\": \"\($0)\", \"bitrate_kbps\": 64 }" }
        let audio: JSONPart = "\"audio\": [\(languages.joined(separator: ", "))]"
        let found = try ScenarioText(
            network: .fluid(
                4000,
                """
                "delay_ms": 20,
                "faults": [{ "of": "video", "variant": 2, "from_s": 12, "to_s": 14.5, "status": 404 }]
                """),
            media: .hls([500, 1000], duration_s: 40, segment_s: 4, audio),
            player: #""class": "AVQueuePlayer", "profile": "hls.js", "items": [{ "name": "a" }, { "name": "b" }]"#,
            script: [.load(), .play(), .does(15, "select_audio", #""language": "fr""#)], until_s: 60
        ).judgedRun().player(0)
        let asked = found.playback.exchanges.filter { $0.kind == .video }
        #expect(asked.contains { !$0.failures.isEmpty })
        let later = asked.filter { $0.at > .zero + .seconds(15) }.map { found.slots[Int($0.slot)].variant + 1 }
        #expect(later.count > 4 && later.allSatisfy { $0 == 1 }, "\(later)")
    }

    /// With VHS both variants have failed by 0.2 s, after which it rests for 3 s.
    @Test(
        "another item does not wait because all variants of one have failed",
        arguments: ["advance_to_next_item", "load"])
    func rests(action: String) throws {
        let ladder: [JSONPart] = [800, 2000]
        let found = try ScenarioText(
            network: .fluid(
                8000, #""delay_ms": 50, "faults": [{ "of": "video", "status": 404, "to_s": 1.9, "times": 9 }]"#),
            media: .list(["a", "b"].map { .hls(ladder, name: $0, duration_s: 60, segment_s: 6) }),
            player: """
                "profile": "vhs", "class": "AVQueuePlayer",
                "items": [{ "name": "one", "media": "a" }, { "name": "two", "media": "b" }]
                """,
            script: [.load(), .play(0), .does(2, "\(action)")], until_s: 20
        ).judgedRun().player(0)
        let asked = found.playback.exchanges.map { $0.at }
        #expect(asked.count > 3 && asked[2] == .zero + .seconds(2), "\(asked)")
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

    /// 20 Mbit/s carry the highest variant, for which too little is ahead; but when the second has failed, that is no
    /// reason for the lowest.
    @Test("ExoPlayer turns to the highest that the network carries")
    func turnsUp() throws {
        let found = try ScenarioText(
            network: .fluid(20_000, #""faults": [{ "of": "video", "variant": 2, "chunk": 2, "status": 404 }]"#),
            media: .hls([200, 600, 3000, 6000], duration_s: 24, segment_s: 4), player: #""profile": "exoplayer""#
        ).judgedRun().player(0)
        #expect(variants(found) == [2, 2, 4, 4, 4, 4])
    }

    /// The second variant fails at 10 s, when what came before in the lowest is played; 20 Mbit/s carry the highest.
    @Test("ExoPlayer is held by the segment before, though that is played: it has to have so much ahead to go up")
    func heldInAStall() throws {
        let found = try ScenarioText(
            network: .fluid(
                nil,
                """
                "request_bytes": 0, "faults": [{ "of": "video", "variant": 2, "chunk": 2, "status": 404 }], "phases": [
                  { "for_s": 0.26, "delay_ms": 50, "down_kbps": 20000 }, { "delay_ms": 5000, "down_kbps": 20000 }
                ]
                """),
            media: .hls([200, 600, 6000], duration_s: 16, segment_s: 4),
            player: """
                "keep_up": "first-chunk", "first_variant": "lowest", "throughput": "last", "fail_over": "exoplayer",
                "switching": { "rule": "exoplayer", "up_s": 3 }, "preferred_peak_bitrate_kbps": 700
                """,
            script: [.load(), .play(), .does(5, "set_preferred_peak_bit_rate", #""value_kbps": 0"#)]
        ).judgedRun().player(0)
        #expect(variants(found) == [1, 1, 1, 1])
    }

    @Test("with all variants gone the item fails, once what is loaded has been played", arguments: ["tcp", "fluid"])
    func allGone(transport: String) throws {
        let found = try run(
            #"{ "of": "video", "from_chunk": 3, "status": 404, "times": 99 }"#, [900, 600, 300], transport: transport)
        #expect(ErrorLog(found).entries.map { $0.recovery } == [.turned, .turned, .none])
        #expect(found["end_reached"] == 0 && found["played_time_s"] == 12_000_000_000)
    }
}
