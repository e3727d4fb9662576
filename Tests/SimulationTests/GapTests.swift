import PlayerModel
import Testing

@testable import Simulation

@Suite("Gaps: segments that are listed and not there (EXT-X-GAP, RFC 8216bis, 4.4.4.7 and 6.3.3)")
struct GapTests {
    /// Ten segments of 4 s, on a network so fast that only its delay counts, 100 ms each way.
    private static func text(
        _ variants: [JSONPart], player: JSONPart = "", media: JSONPart = "", until_s: JSONPart? = nil,
        script: [JSONPart] = [.load(), .play(0)], transport: String = "fluid"
    ) -> ScenarioText {
        ScenarioText(
            network: .link(100_000, transport: transport, #""delay_ms": 100"#),
            media: .hls(variants, duration_s: 40, segment_s: 4, media), player: player, script: script,
            until_s: until_s)
    }

    private static func variant(_ bitRate: Int, gaps: [Int] = [], _ more: String = "") -> JSONPart {
        "\"bitrate_kbps\": \(bitRate), \"gaps_s\": \(gaps)\(more)"
    }

    /// The variant that each segment came of, in the order of the segments; -1 of one that did not come.
    private static func variants(_ run: Run, count: Int64 = 10) -> [Int] {
        let run = run.player(0)
        var all: [Int64: Int] = [:]
        for exchange in run.playback.exchanges where exchange.kind == .video && exchange.lastChunk != nil {
            for chunk in exchange.chunks { all[chunk] = Int(run.slots[Int(exchange.slot)].variant) }
        }
        return (0..<count).map { all[$0] ?? -1 }
    }

    private static func notes(_ run: Run) -> [GapNote] { run.player(0).playback.gaps.map { $0.note } }

    private static func seconds(_ run: Run, _ metric: String) throws -> Double {
        Double(try #require(run[metric])) / 1e9
    }

    // MARK: In some variants

    @Test(
        "a segment that is a gap comes of another variant, and behind it the one of before comes back",
        arguments: ["fluid", "tcp"], ["", ", \"playlist_bytes\": 900, \"init_bytes\": 700"])
    func elsewhere(transport: String, files: String) throws {
        let variants = [
            Self.variant(1000, gaps: [8, 12, 24], files), Self.variant(2000, files),
            Self.variant(500, gaps: [12], files),
        ]
        let run = try Self.text(variants, transport: transport).judgedRun()
        #expect(Self.variants(run) == [0, 0, 2, 1, 0, 0, 2, 0, 0, 0])
        #expect(run["stall_count"] == 0 && run["end_reached"] == 1)
        // The rule is `fixed`, and all the same the variant has changed.
        #expect(run["variant_switch_count"] == 5 && TextReport.golden(run).contains("\nvariant_switch_count "))
    }

    @Test(
        "where the one that stands in fails another one does, and behind the gap that of before comes back",
        arguments: [([8], [0, 0, 2, 0, 0]), ([8, 12], [0, 0, 2, 2, 0])])
    func standInFails(gaps: [Int], expected: [Int]) throws {
        let fault: JSONPart =
            #""delay_ms": 100, "faults": [{ "of": "video", "variant": 2, "status": 404, "times": 9 }]"#
        let variants = [Self.variant(2000, gaps: gaps), Self.variant(1000), Self.variant(500)]
        let run = try ScenarioText(
            network: .fluid(100_000, fault), media: .hls(variants, duration_s: 20, segment_s: 4)
        ).judgedRun()
        #expect(Self.variants(run, count: 5) == expected)
    }

    @Test("what was a gap in one item is none in the next, where it was loaded")
    func nextItem() throws {
        let run = try Self.text(
            [Self.variant(500, gaps: [8]), Self.variant(1500)],
            player: #""gaps": "hls.js", "first_variant": "lowest", "preferred_peak_bitrate_kbps": 600"#,
            until_s: 120,
            script: [
                .load(), .play(0), .does(20, "set_preferred_peak_bit_rate", #""value_kbps": 0"#), .load(21),
            ]
        ).judgedRun()
        // Once in the first item, in which the other variant is not permitted.
        #expect(try Self.seconds(run, "gap_skipped_s") == 4)
        #expect(run["end_reached"] == 1)
    }

    @Test("a first segment that is a gap everywhere is of no variant, and what comes then no switch from one")
    func first() throws {
        let variants = [Self.variant(1000, gaps: (0..<10).map { $0 * 4 }), Self.variant(2000, gaps: [0])]
        let run = try Self.text(variants).judgedRun()
        #expect(Self.variants(run) == [-1] + Array(repeating: 1, count: 9))
        #expect(run["variant_switch_count"] == 0 && run["end_reached"] == 1)
    }

    @Test("the playlist of another variant has to be there before its gaps are known")
    func unknown() throws {
        let variants = [2000, 1000, 500].map {
            Self.variant($0, gaps: $0 == 500 ? [] : [8], ", \"playlist_bytes\": 900")
        }
        let run = try Self.text(variants).judgedRun()
        #expect(Self.variants(run) == [0, 0, 2, 0, 0, 0, 0, 0, 0, 0])
        let own = run.player(0)
        let playlists = own.playback.exchanges.filter { $0.kind == .videoPlaylist }
        #expect(playlists.map { Int(own.slots[Int($0.slot)].variant) } == [0, 1, 2], "one after the other")
        #expect(
            Self.notes(run) == [
                .elsewhere(at: .seconds(8), from: 0, to: 1), .elsewhere(at: .seconds(8), from: 1, to: 2),
            ])
    }

    @Test(
        "who looks in no other variant has none of it, and never asks for another",
        arguments: [("exoplayer", [0, 0, -1, 0]), ("hls.js", [0, 0, 1, 0]), ("shaka", [0, 0, 1, 0])])
    func rules(rule: String, expected: [Int]) throws {
        let variants = [Self.variant(1000, gaps: [8]), Self.variant(2000)]
        let run = try Self.text(variants, player: #""gaps": "\#(rule)""#).judgedRun()
        #expect(Array(Self.variants(run).prefix(4)) == expected)
    }

    @Test("a rule that switches chooses the others, and no variant for a segment that is a gap there")
    func switching() throws {
        let variants = [Self.variant(500), Self.variant(1000, gaps: [12, 16, 28])]
        let run = try Self.text(variants, player: #""switching": "throughput""#).judgedRun()
        #expect(Self.variants(run) == [0, 1, 1, 0, 0, 1, 1, 0, 1, 1])
    }

    @Test("another pathway is looked in where all variants of one have the gap")
    func pathways() throws {
        let segments = (0..<5).map { "#EXTINF:4,\n#EXT-X-BYTERANGE:250000@0\n\($0).ts\n" }
        func playlist(gap: Int?) -> String {
            let lines = segments.enumerated().map { $0.offset == gap ? "#EXT-X-GAP\n" + $0.element : $0.element }
            return "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + lines.joined() + "#EXT-X-ENDLIST\n"
        }
        let ladder = [("a", 900), ("a", 500), ("b", 900), ("b", 500)].map { pathway, rate in
            "#EXT-X-STREAM-INF:BANDWIDTH=\(rate)000,PATHWAY-ID=\"\(pathway)\"\n\(pathway)\(rate).m3u8\n"
        }
        let scenario = PlaylistScenario(
            root: "#EXTM3U\n" + ladder.joined(),
            named: [
                ("a900.m3u8", playlist(gap: 2)), ("a500.m3u8", playlist(gap: 2)), ("b900.m3u8", playlist(gap: nil)),
                ("b500.m3u8", playlist(gap: nil)),
            ])
        #expect(Self.variants(try scenario.judgedRun(), count: 5) == [0, 0, 2, 0, 0])
    }

    // MARK: In all of them

    @Test(
        "in a gap of all variants time goes on, or the playhead skips it",
        arguments: [("avfoundation", 40), ("hls.js", 32), ("shaka", 32), ("exoplayer", 32)])
    func all(rule: String, length: Double) throws {
        let variants = [Self.variant(1000, gaps: [8, 12]), Self.variant(2000, gaps: [8, 12, 20])]
        let run = try Self.text(variants, player: #""gaps": "\#(rule)""#).judgedRun()
        #expect(Self.variants(run) == [0, 0, -1, -1, 0, 0, 0, 0, 0, 0])
        #expect(run["stall_count"] == 0 && run["end_reached"] == 1)
        let own = run.player(0)
        let (started, ended) = (try #require(own.playback.startedAt), try #require(own.playback.clock.last))
        let played = (ended.playedUntil(own.outcome.at) - started).nanoseconds
        #expect(Double(played) / 1e9 == length)
        #expect(try Self.seconds(run, "gap_time_s") == (length == 40 ? 8 : 0))
        #expect(try Self.seconds(run, "gap_skipped_s") == (length == 40 ? 0 : 8))
        let absent = GapNote.absent(from: .seconds(8), to: .seconds(16), track: 0)
        let skipped = GapNote.skips(from: .seconds(8), to: .seconds(16))
        let last = Self.notes(run).filter { if case .elsewhere = $0 { false } else { true } }
        #expect(last == (length == 40 ? [absent] : [absent, skipped]))
    }

    @Test("at the beginning, at the end, and where somebody seeks to", arguments: ["avfoundation", "hls.js"])
    func edges(rule: String) throws {
        let run = try Self.text(
            [Self.variant(1000, gaps: [0, 20, 36])], player: #""gaps": "\#(rule)""#,
            script: [.load(), .play(0), .does(10, "seek", #""to_s": 21"#)]
        ).judgedRun()
        #expect(run["end_reached"] == 1)
        #expect(try Self.seconds(run, "time_to_first_chunk_s") > 0.2)
        let skips = Self.notes(run).filter { if case .skips = $0 { true } else { false } }
        let expected: [GapNote] = [
            .skips(from: .zero, to: .seconds(4)), .skips(from: .seconds(20), to: .seconds(24)),
        ]
        #expect(skips == (rule == "hls.js" ? expected : []))
    }

    @Test("sound that is not there beside pictures is silence, or skipped", arguments: ["avfoundation", "hls.js"])
    func audio(rule: String) throws {
        let run = try Self.text(
            [Self.variant(1000)], player: #""gaps": "\#(rule)""#,
            media: #""audio": { "bitrate_kbps": 64, "gaps_s": [8] }"#
        ).judgedRun()
        #expect(Self.notes(run).first == .absent(from: .seconds(8), to: .seconds(12), track: 1))
        #expect(Self.notes(run).count == (rule == "hls.js" ? 2 : 1))
        #expect(Self.variants(run).allSatisfy { $0 == 0 } && run["end_reached"] == 1)
    }

    @Test(
        "a gap is no media in any figure, whether time goes on in it or it is skipped",
        arguments: ["avfoundation", "hls.js"])
    func noMedia(rule: String) throws {
        let run = try ScenarioText(
            network: .fluid(8000, #""request_bytes": 0"#),
            media: .hls([Self.variant(1000, gaps: [4]), Self.variant(500, gaps: [4])], duration_s: 12, segment_s: 4),
            player: "\"switching\": \"throughput\", \"gaps\": \"\(rule)\"", script: [.load(), .play(0)]
        ).judgedRun()
        let own = run.player(0)
        #expect(run["average_bitrate_kbps"] == 1_000_000)
        // Two segments of 1000 kbit/s, and half a second of startup.
        #expect(Quality(own, PlayedMedia(own)).yin == 500_000_000)
        #expect(SabreFigures(own)?.starts.count == 2)
        #expect(AccessLog(own).events.reduce(0) { $0 + $1.segmentsDownloadedDuration } == 8_000_000_000)
        let input = P1203Input(own)
        #expect(input.video.map { $0.start } == [.zero, .seconds(4)])
        #expect(input.gaps.contains(.noPictures) == (rule == "avfoundation"))
    }

    @Test("of audio with a gap in it P.1203 is told nothing, and of the pictures beside it all")
    func silence() throws {
        let run = try Self.text(
            [Self.variant(1000)], media: #""audio": { "bitrate_kbps": 64, "gaps_s": [8] }"#
        ).judgedRun()
        let input = P1203Input(run.player(0))
        #expect(input.audio.isEmpty && input.video.count == 10)
        #expect(input.gaps.contains(.silence) && !input.gaps.contains(.noPictures))
    }

    @Test("where nothing is there, all the time that plays is time in which nothing is shown")
    func nothingIsThere() throws {
        let run = try Self.text([Self.variant(1000, gaps: Array(stride(from: 0, to: 40, by: 4)))]).judgedRun()
        #expect(try Self.seconds(run, "played_time_s") == 40)
        #expect(try Self.seconds(run, "gap_time_s") == 40)
    }

    @Test(
        "the time in gaps is that of pictures and sound together, at any rate, and as often as it is played",
        arguments: [
            // Pictures lack 8...16 s, sound 12...20 s and 32...36 s.
            ([JSONPart.load(), .play(0)], 16.0),
            ([.load(), .does(0, "set_rate", #""rate": 2"#)], 8.0),
            ([.load(), .play(0), .does(30, "seek", #""to_s": 10"#)], 26.0),
            ([.load(), .play(0), .does(14, "pause")], 5.7),
        ])
    func time(script: [JSONPart], expected: Double) throws {
        let run = try Self.text(
            [Self.variant(1000, gaps: [8, 12])], media: #""audio": { "bitrate_kbps": 64, "gaps_s": [12, 16, 32] }"#,
            until_s: 200, script: script
        ).judgedRun()
        #expect(abs(try Self.seconds(run, "gap_time_s") - expected) < 0.5)
    }

    @Test("of sound in another language there are other gaps", arguments: ["avfoundation", "hls.js"])
    func languages(rule: String) throws {
        let run = try Self.text(
            [Self.variant(1000)], player: #""gaps": "\#(rule)""#,
            media: """
                "audio": [{ "language": "en", "bitrate_kbps": 64, "gaps_s": [4, 12] },
                { "language": "fr", "bitrate_kbps": 64, "gaps_s": [24] }]
                """, until_s: 200,
            script: [
                .load(), .play(0), .does(9, "select_audio", #""language": "fr""#), .does(30, "seek", #""to_s": 0"#),
            ]
        ).judgedRun()
        // Once the gap at 4 s in one language, twice that at 24 s in the other.
        let figure = rule == "hls.js" ? "gap_skipped_s" : "gap_time_s"
        #expect(try Self.seconds(run, figure) == 12)
    }

    // MARK: Live streams

    @Test(
        "of a live stream they are known when they are listed",
        arguments: ["", #", "part_s": 0.5"#, #", "part_s": 0.5, "open_range": true"#])
    func live(parts: String) throws {
        let variants = [Self.variant(500, gaps: [32, 48, 52]), Self.variant(1000, gaps: [48, 52])]
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 10"#),
            media: .hls(variants, duration_s: 120, segment_s: 4, #""live": { "window_s": 24\#(parts) }"#),
            until_s: 50
        ).judgedRun()
        let own = run.player(0)
        #expect(run["stall_count"] == 0)
        let notes = Self.notes(run)
        #expect(notes.contains(.elsewhere(at: .seconds(32), from: 0, to: 1)))
        let absent = notes.compactMap { note -> Range<MediaTime>? in
            if case .absent(let from, let to, 0) = note { from..<to } else { nil }
        }
        #expect(absent.first?.lowerBound == .seconds(48) && absent.last?.upperBound == .seconds(56))
        let place = try #require(own.playback.clock.last).playhead.place(at: own.outcome.at)
        #expect(place > .seconds(60), "it goes on behind them")
    }

    /// Of what is before the gap nothing is played.
    @Test("who begins with a gap that is skipped begins behind it, and is that much nearer to the end")
    func offset() throws {
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 10"#),
            media: .hls(
                [Self.variant(800)], duration_s: 60, segment_s: 4,
                #""live": { "window_s": 16, "part_s": 0.5 }, "audio": { "bitrate_kbps": 64, "gaps_s": [12] }"#),
            player: #""gaps": "exoplayer", "keep_up": "first-chunk""#, script: [.load(), .play(0)], until_s: 20
        ).judgedRun()
        #expect(Self.notes(run).contains(.skips(from: MediaTime(nanoseconds: 14_500_000_000), to: .seconds(16))))
        #expect(run["startup_time_s"] == 567_760_000)
        #expect(run["live_offset_at_start_s"] == 500_000_000)
    }

    @Test("and what is written of it says where they are")
    func written() throws {
        let scenario = try ScenarioText(
            network: .fluid(8000),
            media: .hls(
                [Self.variant(500, gaps: [8])], duration_s: 60, segment_s: 4,
                #""live": { "window_s": 24, "part_s": 2, "history_s": 14 }"#)
        ).read()
        let writer = try #require(LivePlaylistWriter(scenario.players[0].media, at: .zero, seed: 1))
        let text = writer.files[1].text
        #expect(text.contains("#EXT-X-GAP\n#EXTINF:4,\nvideo-1/2.ts\n"))
        #expect(text.contains("#EXT-X-PART:DURATION=2,URI=\"video-1/2.ts\",GAP=YES,INDEPENDENT=YES\n"))
        let playlist = try #require(mediaPlaylist(text))
        #expect(playlist.segments.map { $0.isGap } == [false, false, true])
        #expect(playlist.partGaps.map { [$0.segment, $0.part] } == [[2, 0], [2, 1]])
    }

    @Test("of a playlist that goes on they come again in turn, and a part that is one does not")
    func playlist() throws {
        var listed = ListedPlaylist()
        listed.head += "#EXT-X-PART-INF:PART-TARGET=2\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=6\n"
        listed.segments = Array(repeating: (6000, 375_000), count: 4)
        let gap = listed.text.replacing("#EXTINF:6", with: "#EXT-X-GAP\n#EXTINF:6", maxReplacements: 1)
        let parts = [false, true].map { "#EXT-X-PART:DURATION=2,URI=\"p\"\($0 ? ",GAP=YES" : "")\n" }.joined()
        let scenario = try PlaylistScenario(root: gap + parts, until: 30).read()
        let gaps = scenario.media.variants[0].gaps
        // Three parts to a segment; the second behind the four segments is not there.
        #expect(Array(gaps.ranges.prefix(3)) == [0..<3, 12..<15, 24..<27])
        let run = try PlaylistScenario(root: gap.replacing("#EXT-X-GAP\n", with: "") + parts, until: 30).judgedRun()
        #expect(Self.notes(run) == [.absent(from: .seconds(26), to: .seconds(28), track: 0)])
    }

    // MARK: Mistakes

    @Test(
        "a gap is a segment, of those that there are",
        arguments: [
            ("[5]", "a gap is where a segment begins; the nearest begins at 4 s"),
            ("[40]", "a gap begins before the end, which is at 40 s"), ("[4, 4]", "this segment is a gap already"),
        ])
    func mistakes(gaps: String, message: String) {
        let text = Self.text(["\"bitrate_kbps\": 1000, \"gaps_s\": \(gaps)"])
        #expect(text.messages == [message])
    }

    @Test("a rule for gaps does nothing where there are none")
    func useless() throws {
        let scenario = try Self.text([1000], player: #""gaps": "hls.js""#).read()
        let warnings = scenario.warnings.map { $0.message }
        #expect(warnings.contains { $0.contains("'gaps' does nothing here: all that is listed is there") })
    }

    @Test(
        "whoever seeks into a gap while something else is under way plays on to the end",
        arguments: ["avfoundation", "hls.js", "shaka", "exoplayer"], [8, 10, 24, 27])
    func seekingInto(rule: String, place: Int) throws {
        let variants = [Self.variant(1000, gaps: [8, 24]), Self.variant(2000, gaps: [24])]
        let run = try ScenarioText(
            network: .link(1500, #""delay_ms": 100"#), media: .hls(variants, duration_s: 40, segment_s: 4),
            player: "\"gaps\": \"\(rule)\"",
            script: [.load(), .play(0), .does(4, "seek", "\"to_s\": \(place)")], until_s: 200
        ).judgedRun()
        let isCalledOff = run.player(0).playback.exchanges.contains { $0.kind == .video && $0.lastChunk == nil }
        #expect(run["end_reached"] == 1 && isCalledOff)
    }

    // MARK: At random

    @Test("whatever the gaps and the rules are, all laws hold, and all that is there comes", arguments: 0..<40)
    func random(seed: UInt64) throws {
        var random = RandomStream(seed: seed, name: "gaps")
        func one(_ choices: [String]) -> String { choices[Int(random.below(UInt64(choices.count)))] }
        func gaps() -> [Int] { (0..<10).filter { _ in random.below(3) == 0 }.map { $0 * 4 } }
        let files = one(["", ", \"playlist_bytes\": 900", ", \"playlist_bytes\": 900, \"init_bytes\": 500"])
        let variants = [400, 900, 1800].map { Self.variant($0, gaps: gaps(), files) }
        let live = one(["", "\"live\": { \"window_s\": 16 }", "\"live\": { \"window_s\": 16, \"part_s\": 0.5 }"])
        let audio = one(["", "\"audio\": { \"bitrate_kbps\": 64, \"gaps_s\": \(gaps()) }"])
        let rule = one(["avfoundation", "hls.js", "shaka", "exoplayer"])
        let switching = one(["fixed", "throughput", "bola"])
        // Sooner or later, so that something is under way now and then.
        let sought = JSONPart(stringLiteral: one(["2.3", "4.1", "6.7", "9"]))
        let run = try ScenarioText(
            network: .link("\(500 + random.below(4000))", transport: one(["fluid", "tcp"]), #""delay_ms": 30"#),
            media: .hls(variants, duration_s: 40, segment_s: 4, .members(["\(live)", "\(audio)"])),
            player: "\"gaps\": \"\(rule)\", \"switching\": \"\(switching)\", \"keep_up\": \"first-chunk\"",
            script: [.load(), .play(1), .does(sought, "seek", "\"to_s\": \(random.below(40))")], until_s: 200
        ).judgedRun()
        #expect(run["end_reached"] == 1)
    }
}
