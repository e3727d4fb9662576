import PlayerModel
import Testing

@testable import Simulation

@Suite("The first variant of a scenario")
struct FirstVariantTests {
    /// The ladder of session 503 (A.53), sorted from high to low, over 2 Mbit/s.
    private static func scenario(_ player: String, media: JSONPart? = nil) -> String {
        let rungs: [(Int64, Int64, Int64)] = [
            (11000, 1920, 1080), (4500, 1280, 720), (1800, 960, 540), (600, 640, 360), (400, 400, 224),
            (110, 400, 224),
        ]
        let hls = JSONPart.hls(
            rungs.map { #""bitrate_kbps": \#($0.0), "width": \#($0.1), "height": \#($0.2)"# }, duration_s: 30,
            segment_s: 10)
        return """
            { "network": { "transport": "fluid", "down_kbps": 2000 }, "media": \(media ?? hls), "player": {
            "keep_up": "first-chunk", \(player) } }
            """
    }

    @Test(
        "is chosen as said, and what is buffered to start with is one segment of it (A.57)",
        arguments: [
            (#""first_variant": "first-listed""#, 11000, "55 s"), (#""first_variant": "lowest""#, 110, "0.55 s"),
            (#""first_variant": "highest""#, 11000, "55 s"), (#""preferred_peak_bitrate_kbps": 2000"#, 1800, "9 s"),
            (#""preferred_peak_bitrate_bps": 2000000"#, 1800, "9 s"),
            (#""preferred_peak_bitrate_bps": 2000"#, 110, "0.55 s"),
            (#""preferred_peak_bitrate_bps": 0"#, 11000, "55 s"),
            (#""first_variant": { "rule": "access-log", "last_observed_kbps": 599.999 }"#, 400, "2 s"),
            (#""first_variant": { "rule": "access-log", "last_observed_kbps": 600 }"#, 600, "3 s"),
            (#""first_variant": "minimum-acceptable""#, 1800, "9 s"),
            (
                #""first_variant": { "rule": "minimum-acceptable", "screen_width": 1136, "screen_height": 640 }"#,
                600, "3 s"
            ),
            (#""first_variant": "ios-13-stand-in""#, 1800, "9 s"),
            (#""preferred_maximum_resolution": { "width": 1280, "height": 720 }"#, 4500, "22.5 s"),
            (#""layer": { "width": 568, "height": 320, "contents_scale": 2 }"#, 4500, "22.5 s"),
            (#""layer": { "width": 568, "height": 320, "attached": "late" }"#, 11000, "55 s"),
            (#""layer": { "width": 568, "height": 320, "attached": "never" }"#, 11000, "55 s"),
        ] as [(String, Int64, String)])
    func rules(_ player: String, _ kilobits: Int64, _ startup: String) throws {
        let run = try Run(Self.scenario(player))
        #expect(run["initial_bitrate_kbps"] == kilobits * 1000)
        #expect(run.words("startup_time_s") == startup)
    }

    /// 650 kbit/s and the audio against 0.7 of 1 Mbit/s, which ExoPlayer assumes, and against a limit.
    @Test(
        "goes by rates that include the audio beside a variant, as BANDWIDTH does",
        arguments: [
            #""profile": "exoplayer""#, #""first_variant": "highest", "preferred_peak_bitrate_kbps": 700"#,
        ] as [JSONPart], [(50, 1), (51, 0)] as [(Int, Int)])
    func besideAudio(player: JSONPart, audio: (Int, Int)) throws {
        let (kbps, index) = audio
        let scenario = try ScenarioText(
            network: .fluid(1100),
            media: .hls(
                [300, 650], duration_s: 60, segment_s: 4, #""audio": { "bitrate_kbps": \#(kbps) }"#),
            player: player
        ).read()
        #expect(scenario.players[0].variant == index)
    }

    @Test("what is declared of a variant includes the audio beside it, on average too", arguments: [0, 256])
    func declared(kbps: Int64) throws {
        let audio: JSONPart = kbps == 0 ? "" : #""audio": { "bitrate_kbps": \#(kbps) }"#
        let media = try ScenarioText(
            media: .hls([800, #""bitrate_kbps": 2400, "average_bitrate_kbps": 1700"#], duration_s: 60, audio)
        ).read().media
        #expect(media.declaredVariants.map { $0.bitRate / 1000 } == [800 + kbps, 2400 + kbps])
        #expect(media.declaredVariants.map { $0.averageBitRate.map { $0 / 1000 } } == [nil, 1700 + kbps])
    }

    /// A playlist that declares 800 kbit/s, and 900 on average, 128 of audio among them.
    @Test("an average that a playlist declares above its peak has its audio once")
    func averageAbovePeak() throws {
        var media = try ScenarioText(
            media: .hls([772], duration_s: 60, #""audio": { "bitrate_kbps": 128 }"#)
        ).read().media
        media.variants[0].bitRate = 800_000
        media.variants[0].averageBitRate = 900_000
        #expect(media.declaredVariants.map { $0.bitRate } == [900_000])
        #expect(media.declaredVariants.map { $0.averageBitRate } == [900_000])
    }

    @Test("a report says what was chosen and why, and what ruled the others out")
    func words() throws {
        let player = """
            "preferred_peak_bitrate_kbps": 5000, "layer": { "width": 640, "height": 360 },
            "first_variant": { "rule": "access-log", "last_observed_kbps": 450 }
            """
        let scenario = try readScenario(Self.scenario(player))
        let settings = Settings.all(scenario, scenario.players[0])
        #expect(
            settings.first { $0.name == "choice" }?.value
                == "access-log (last_observed_kbps 450 kbit/s): the highest bit rate within the throughput that was "
                + "observed")
        #expect(
            settings.first { $0.name == "eligible" }?.value
                == "3 of 6: preferredPeakBitRate 5000000 bit/s rules out 1; "
                + "layer (640×360 points, contentsScale 1, attached early) rules out 1, 2, 3")
        let json = JSONReport.text(try Run(scenario), includingTrace: false)
        for line in [
            #""rule": "access-log""#, #""last_observed_kbps": 450"#, #""preferred_peak_bitrate_bps": 5000000"#,
            #""layer": {"width": 640, "height": 360}"#, #""layer_attached": "early""#,
            #""ruled_out": {"preferredPeakBitRate": [0], "preferredMaximumResolution": [], "layer": [0, 1, 2], "#
                + #""videoRange": [], "display": [], "soundAlone": []}"#,
        ] { #expect(json.contains(line), "\(line)") }
    }

    @Test(
        "where there is nothing to say but the rule's name, the media's line says it",
        arguments: ["lowest", "highest"])
    func noWords(_ rule: String) throws {
        let settings = Settings.all(try readScenario(Self.scenario(#""first_variant": "\#(rule)""#)))
        #expect(!settings.contains { $0.name == "choice" || $0.name == "eligible" })
        #expect(settings.contains { $0.name == "media" && $0.value.contains("(\(rule))") })
    }

    @Test(
        "a preferredPeakBitRate below every variant is warned of (A.60)",
        arguments: [
            (
                #""preferred_peak_bitrate_bps": 2000"#,
                "2:57: warning: preferredPeakBitRate is 2000 bit/s, below every variant, of which the lowest has 110 "
                    + "kbit/s, so that one is taken; for 2000 kbit/s write 'preferred_peak_bitrate_kbps'"
            ),
            (
                #""preferred_peak_bitrate_kbps": 109.999"#,
                "2:58: warning: preferredPeakBitRate is 109.999 kbit/s, below every variant, of which the lowest has "
                    + "110 kbit/s, so that one is taken"
            ), (#""preferred_peak_bitrate_kbps": 110"#, ""), (#""preferred_peak_bitrate_bps": 0"#, ""),
        ])
    func warning(_ player: String, _ words: String) throws {
        let reading = ScenarioReader.read(Self.scenario(player))
        let warnings = try #require(reading.scenario).warnings.map { $0.text(sources: reading.sources, as: .warning) }
        #expect(warnings == (words.isEmpty ? [] : ["test.json:" + words]))
    }

    @Test("a file has no variants, and what is said of them is warned of, once each")
    func file() throws {
        let player = #""preferred_peak_bitrate_bps": 50, "first_variant": "lowest""#
        let scenario = try readScenario(Self.scenario(player, media: .progressive(100, duration_s: 10)))
        #expect(
            scenario.warnings.map { $0.message } == [
                "'first_variant' does nothing here: only HLS has variants",
                "'preferred_peak_bitrate_bps' does nothing here: only HLS has variants",
            ])
        #expect(try Run(scenario)["end_reached"] == 1)
    }

    @Test("a layer is no limit of a file alone: what is shown by it pauses in the background")
    func layerOfFile() throws {
        let player = #""layer": { "width": 640, "height": 360 }"#
        #expect(try readScenario(Self.scenario(player, media: .progressive(100, duration_s: 10))).warnings.isEmpty)
    }

    @Test("the same property in two units is an error")
    func twoUnits() {
        let text = Self.scenario(#""preferred_peak_bitrate_kbps": 2, "preferred_peak_bitrate_bps": 2000"#)
        #expect(
            ScenarioReader.messages(text) == [
                "'preferred_peak_bitrate_kbps' and 'preferred_peak_bitrate_bps' are the same property; remove one"
            ])
    }

    @Test("a variant's average is what the playlist says, not above its peak, and its sizes do not follow from it")
    func average() throws {
        func media(_ average: JSONPart) -> JSONPart {
            .hls([2200, #""bitrate_kbps": 3000, "average_bitrate_kbps": \#(average)"#], duration_s: 6)
        }
        let player = #""first_variant": "ios-13-stand-in""#
        let scenario = try readScenario(Self.scenario(player, media: media(2100)))
        #expect(scenario.variant == 1)
        #expect(scenario.tracks[0].bytes(before: 1) == 2_250_000)
        #expect(
            ScenarioReader.messages(Self.scenario(player, media: media(3000.001))) == [
                "'average_bitrate_kbps' is above 'bitrate_kbps'"
            ])
    }

    /// 20 Mbit/s carry the highest, which no throughput that is assumed does.
    @Test(
        "an item that is loaded later begins by what was measured, with the players that go on with it",
        arguments: [
            (#""profile": "exoplayer""#, 3), (#""profile": "hls.js""#, 3), (#""profile": "shaka""#, 3),
            (#""profile": "dash.js""#, 1), (#""profile": "vhs""#, 1), (#""profile": "avplayer""#, 1),
            (#""profile": "exoplayer", "switching": "fixed""#, 1),
            (#""profile": "exoplayer", "preferred_peak_bitrate_kbps": 5000"#, 2),
        ] as [(JSONPart, Int)])
    func nextItem(player: JSONPart, expected: Int) throws {
        let run = try ScenarioText(
            network: .fluid(20_000, #""request_bytes": 0"#),
            media: .hls([900, 4500, 9000], duration_s: 60, segment_s: 4), player: player,
            script: [.load(), .play(0), .load(12)], until_s: 20
        ).judgedRun()
        let firsts = Diary(run).lines.filter { $0.words.hasPrefix("video ") && $0.words.hasSuffix(": 0..<1") }
        #expect(firsts.map { $0.description } == ["0 video 1: 0..<1", "12 video \(expected): 0..<1"])
        let variants = run.player(0).playback.loadedVariants
        #expect(variants.last { $0.at == .zero + .seconds(12) }?.variant == expected - 1)
    }

    private static func limit(_ at_s: JSONPart, _ kbps: Int) -> JSONPart {
        .does(at_s, "set_preferred_peak_bit_rate", "\"value_kbps\": \(kbps)")
    }

    private static func queue(_ names: [String], _ more: JSONPart) -> JSONPart {
        let items = names.map { "{ \"name\": \"\($0)\" }" }.joined(separator: ", ")
        let own: JSONPart = #""class": "AVQueuePlayer", "items_ahead": 0, "kept_media": "none""#
        return own.and("\"keep_up\": \"first-chunk\", \"items\": [\(items)]").and(more)
    }

    /// The second item comes at 12 s, the third at 24 s.
    @Test(
        "of an item that follows in a queue is that of one that is loaded, where a player stays with one variant",
        arguments: [
            (#""preferred_peak_bitrate_kbps": 400"#, [limit(6, 0)], [2, 2, 2, 1, 1, 1, 1, 1, 1]),
            ("", [limit("0.1", 400), limit(14, 0)], [1, 2, 2, 2, 2, 2, 1, 1, 1]),
            ("", [limit("0.1", 700)], [1, 3, 3, 2, 2, 2, 2, 2, 2]),
        ] as [(JSONPart, [JSONPart], [Int])])
    func followsInAQueue(own: JSONPart, limits: [JSONPart], expected: [Int]) throws {
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 20"#), media: .hls([1000, 300, 600], duration_s: 12, segment_s: 4),
            player: Self.queue(["a", "b", "c"], own), script: [.load(), .play()] + limits
        ).judgedRun()
        #expect(Diary(run).variants == expected)
    }

    /// The second segment fails. Where it is left out for 1 s, it is let in again by a later one of that item.
    @Test("and so it is behind a failure, be it over by then or not", arguments: [1, 600])
    func followsAFailure(exclude_s: Int) throws {
        let fault = #""of": "video", "variant": 1, "from_s": 0.5, "to_s": 0.9, "status": 404"#
        let run = try ScenarioText(
            network: .fluid(8000, "\"delay_ms\": 20, \"faults\": [{ \(fault) }]"),
            media: .hls([1000, 300], duration_s: 60, segment_s: 4),
            player: Self.queue(["a", "b"], #""fail_over": { "rule": "shaka", "exclude_s": \#(exclude_s) }"#),
            script: [.load(), .play()]
        ).judgedRun()
        let (first, second) = ([1, 1] + [Int](repeating: 2, count: 14), [Int](repeating: 1, count: 15))
        #expect(Diary(run).variants == first + second)
    }

    /// Of hosts that have each both variants, the first fails for a while, and is not left out any more when the second
    /// item begins: that goes on by the other host, in the first variant again where a limit was lifted.
    @Test("and by the pathway that is taken, whatever limit was lifted", arguments: [true, false])
    func keepsPathway(isLimited: Bool) throws {
        let fault = #""of": "video", "host": "one", "from_s": 0.5, "to_s": 0.9, "status": 404"#
        let run = try ScenarioText(
            network: .fluid(8000, "\"delay_ms\": 20, \"faults\": [{ \(fault) }]"),
            media: .hls([1000, 300], duration_s: 24, segment_s: 4, #""pathways": ["one", "two"]"#),
            player: Self.queue(["a", "b"], #""fail_over": "hls.js", "switching": "fixed""#),
            script: [.load(), .play()] + (isLimited ? [Self.limit("0.1", 400), Self.limit(10, 0)] : [])
        ).judgedRun()
        let first = isLimited ? [1, 2, 4, 4, 4, 4, 4] : [1, 1, 2, 3, 3, 3, 3, 3]
        #expect(Diary(run).variants == first + [Int](repeating: 3, count: 6))
    }

    /// The first item is of 300 kbit/s, those at 13 and at 20 s are of 1000.
    @Test("of a later item is told where another was loaded before, and no other is drawn in between")
    func told() throws {
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 20"#), media: .hls([1000, 300], duration_s: 12, segment_s: 4),
            player: #""keep_up": "first-chunk", "preferred_peak_bitrate_kbps": 400"#,
            script: [.load(), .play(), Self.limit(6, 0), .load(13), .play(13), .load(20)]
        ).judgedRun()
        let reasons = Timeline(run.player(0)).rows.map { ($0.at, $0.reasons.filter { $0.contains(" begins ") }) }
        let told = reasons.filter { !$0.1.isEmpty }
        #expect(told.map { $0.0 } == [.zero + .seconds(13)])
        #expect(told.first?.1 == ["the item begins with variant 1 of 2 (1000 kbit/s)"])
        let drawn = BitRateLane(run.player(0), until: run.outcome.at).bitRate.lines.joined()
        #expect(drawn.filter { $0.at > .zero + .seconds(13) }.allSatisfy { $0.value == 1_000_000 })
    }

    /// Of 2000 kbit/s, b comes from 7.24 to 15.48 s, and c up to 23.72 s.
    @Test("of an item of which something is there before its turn nothing is told", arguments: [10, 17, 30])
    func thereBefore(at_s: Int64) throws {
        let run = try ScenarioText(
            network: .fluid(6000, #""delay_ms": 20"#), media: .hls([500, 2000], duration_s: 24, segment_s: 4),
            player: #"""
                "class": "AVQueuePlayer", "switching": "throughput", "default_forward_buffer_s": 300,
                "items_ahead": 2, "items": [{ "name": "a" }, { "name": "b" }, { "name": "c" }]
                """#,
            script: [.load(), .play(), .does("\(at_s)", "advance_to_next_item")]
        ).judgedRun()
        #expect(!Timeline(run.player(0)).rows.contains { $0.reasons.contains { $0.contains(" begins ") } })
        let drawn = BitRateLane(run.player(0), until: run.outcome.at).bitRate.lines.joined()
        #expect(drawn.filter { $0.at > .zero + .seconds(5) }.allSatisfy { $0.value == 2_000_000 })
    }

    @Test(
        "of the first item is within the limits of before it comes, be it loaded or inserted",
        arguments: [
            ([limit(0, 400), .does(1, "insert", #""item": "a""#)], 1), ([limit(0, 400), .load(1)], 1),
            ([.does(0, "insert", #""item": "a""#), limit(6, 400), .load(8)], 0),
        ] as [([JSONPart], Int)])
    func comesFirst(script: [JSONPart], expected: Int) throws {
        let run = try ScenarioText(
            network: .fluid(8000), media: .hls([1000, 300], duration_s: 12, segment_s: 4),
            player: #""class": "AVQueuePlayer", "items": [{ "name": "a" }]"#, script: script
        ).judgedRun().player(0)
        #expect(run.player.variant == expected && run.playback.loads.first?.variant == Int32(expected))
    }

    @Test("each of several players has limits of its own")
    func severalPlayers() throws {
        let media = JSONPart.hls([500, 100], duration_s: 6)
        let scenario = try readScenario(
            """
            { "players": [
              { "name": "a", "media": \(media), "player": { "preferred_peak_bitrate_kbps": 200 } },
              { "name": "b", "media": \(media), "player": { "preferred_peak_bitrate_kbps": 2 } },
              { "name": "c", "media": \(media) }
            ] }
            """)
        #expect(scenario.players.map { $0.variant } == [1, 1, 0])
        #expect(
            scenario.players.map { $0.firstVariant.reason } == [.firstEligible, .nothingEligible, .firstEligible])
        #expect(scenario.warnings.map { $0.place.line } == [3])
    }

    /// The second item is being loaded when it comes, in 400 kbit/s as the limit has it.
    @Test("of an item that is loaded ahead is one within the limits as they are then")
    func loadedAhead() throws {
        let run = try ScenarioText(
            network: .fluid(1600), media: .hls([800, 400], duration_s: 12, segment_s: 2),
            player: #"""
                "class": "AVQueuePlayer", "switching": "bba", "items": [{ "name": "a", "to_s": 4 }, { "name": "b" }]
                """#,
            script: [
                .load(), .play(0), .does("2.2", "set_preferred_peak_bit_rate", #""value_kbps": 500"#),
                .does("2.4", "advance_to_next_item"),
            ], until_s: 6
        ).judgedRun()
        #expect(run.player(0).playback.loadedVariants.last?.variant == 1)
        #expect(run.player(0).playback.variants.filter { $0.at > .zero + .seconds(2) }.isEmpty)
    }
}
