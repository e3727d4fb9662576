import PlayerModel
import Testing

@testable import Simulation

/// Segments of two seconds over 1.6 Mbit/s: half a second for each 400 kbit/s.
private struct Show {
    var variants: [JSONPart] = [400, 800]
    var media: JSONPart = ""
    var network: JSONPart = ""
    var player: JSONPart = #""switching": "throughput", "throughput": "last""#
    var script: [JSONPart] = []
    var duration_s: JSONPart = 12

    /// A run that keeps all laws, and its diary.
    func run() throws -> (run: Run, diary: Diary) {
        let run = try ScenarioText(
            network: JSONPart.fluid(1600, #""request_bytes": 0"#).and(network),
            media: .hls(variants, duration_s: duration_s, segment_s: 2, media),
            player: JSONPart(#""keep_up": "first-chunk""#).and(player), script: [.load(), .play()] + script,
            until_s: 200
        ).judgedRun()
        return (run, Diary(run))
    }

    static func link(_ at_s: JSONPart, down_kbps: JSONPart) -> JSONPart {
        .does(at_s, "change_network", "\"down_kbps\": \(down_kbps)")
    }
}

@Suite("Switching in a session")
struct SwitchingTests {
    @Test("happens where a segment begins, never within one")
    func atBoundaries() throws {
        var show = Show()
        show.media = #""chunks_per_segment": 4"#
        show.script = [Show.link(1, down_kbps: 600)]
        let (run, diary) = try show.run()
        // Up behind the first segment. At 1 s half of the second has come, and the rest takes 1.333 s: then down again,
        // though the throughput has fallen with the first chunk of four that came late.
        #expect(
            diary.lines.prefix(7).map { $0.description } == [
                "0 video 1: 0..<4", "0.5 switches 1 to 2", "0.5 video 2: 4..<8", "0.75 switched 1 to 2",
                "2.333333334 switches 2 to 1", "2.333333334 video 1: 8..<12", "2.666666668 switched 2 to 1",
            ])
        #expect(run["variant_switch_count"] == 2)
        #expect(run["end_reached"] == 1)
    }

    @Test("leaves the audio alone, which goes on while a playlist is fetched")
    func audio() throws {
        var show = Show()
        show.variants = [400, #""bitrate_kbps": 800, "playlist_bytes": 20000"#]
        show.media = #""audio": { "bitrate_kbps": 80 }"#
        show.network = #""delay_ms": 100"#
        let (run, diary) = try show.run()
        #expect(diary.words("switches") == ["switches 1 to 2"])
        #expect(diary.words("audio") == (0..<6).map { "audio: \($0)..<\($0 + 1)" })
        let (asked, came) = (diary.place("audio: 1..<2"), diary.place("playlist 2 fetched"))
        #expect(try #require(asked) < #require(came))
        #expect(diary.words("video") == ["video 1: 0..<1"] + (1..<6).map { "video 2: \($0)..<\($0 + 1)" })
        #expect(run["end_reached"] == 1)
    }

    @Test("fetches a variant's playlist and initialization section before its first segment, and only once")
    func files() throws {
        var show = Show()
        show.duration_s = 40
        show.variants = [400, 800].map { #""bitrate_kbps": \#($0), "playlist_bytes": 2000, "init_bytes": 1000"# }
        show.media = #""multivariant_playlist_bytes": 1000, "key_bytes": 500"#
        show.network = #""delay_ms": 50"#
        show.script = [Show.link(4, down_kbps: 500), Show.link(12, down_kbps: 1600)]
        let (run, diary) = try show.run()
        #expect(diary.words("switches") == ["switches 1 to 2", "switches 2 to 1", "switches 1 to 2"])
        for variant in 1...2 {
            let wanted = ["playlist \(variant): 0..<1", "init \(variant): 0..<1"]
            for words in wanted { #expect(diary.words(words) == [words]) }
            let first = try #require(diary.words("video \(variant)").first)
            let order = [
                wanted[0], "playlist \(variant) fetched", wanted[1], "init \(variant) fetched", first,
            ].map { diary.place($0) ?? -1 }
            #expect(order == order.sorted() && order[0] >= 0, "\(order)")
        }
        // Two round trips and 3000 bytes between the wish and the first request.
        let wish = try #require(diary.lines.first { $0.words == "switches 1 to 2" }).at
        let request = try #require(diary.lines.first { $0.words.hasPrefix("video 2") }).at
        #expect((request - wish) == .milliseconds(215))
        #expect(diary.words("key").filter { $0.contains(":") }.count == 1)
        #expect(run["end_reached"] == 1)
    }

    @Test("begins anew with another item: its first segment is the first variant's")
    func anotherItem() throws {
        var show = Show()
        show.script = [.load(4.1)]
        let (run, diary) = try show.run()
        #expect(run["end_reached"] == 1)
        let again = try #require(diary.lines.lastIndex { $0.words == "video 1: 0..<1" })
        #expect(diary.lines[again].description == "4.1 video 1: 0..<1")
        #expect(diary.lines("switches").last == "4.6 switches 1 to 2")
        #expect(diary.words("switches") == ["switches 1 to 2", "switches 1 to 2"])
    }

    @Test("does not begin anew with what the app no longer permits")
    func anotherItemWithinLimits() throws {
        var show = Show()
        show.player = show.player.and(#""first_variant": "highest""#)
        show.script = [.does(4, "set_preferred_peak_bit_rate", #""value_kbps": 500"#), .load(5)]
        let (_, diary) = try show.run()
        #expect(diary.lines("video").contains("5 video 1: 0..<1"))
        #expect(!diary.lines("video").contains("5 video 2: 0..<1"))
    }

    @Test("is asked anew where a seek leads, but not within a segment")
    func seek() throws {
        var show = Show()
        show.duration_s = 60
        show.media = #""chunks_per_segment": 4"#
        show.script = [
            .does(0.7, "seek", #""to_s": 20"#),
            .does(1.8, "seek", #""to_s": 41, "tolerance_before_s": 0, "tolerance_after_s": 0"#),
        ]
        let (run, diary) = try show.run()
        #expect(
            diary.lines.prefix(8).map { $0.description } == [
                "0 video 1: 0..<4", "0.5 switches 1 to 2", "0.5 video 2: 4..<8", "0.7 video 2 cancelled",
                "0.7 video 2: 40..<44", "0.7 video 2 wasted 40000", "0.95 switched 1 to 2", "1.7 video 2: 44..<48",
            ])
        #expect(diary.lines("video 2: 8").starts(with: ["1.8 video 2: 82..<84"]), "the rest of a segment")
        #expect(diary.words("switches") == ["switches 1 to 2"])
        #expect(run["end_reached"] == 1)
    }

    @Test("is not to variants whose segments begin elsewhere, and check says so")
    func misaligned() throws {
        let head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        func media(_ length: Int, _ count: Int) -> String {
            let bytes = 50_000 * length
            let segments = (0..<count).map { "#EXTINF:\(length),\n#EXT-X-BYTERANGE:\(bytes)@\($0 * bytes)\nx\n" }
            return head + segments.joined() + "#EXT-X-ENDLIST\n"
        }
        let master = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=400000
            a.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=500000
            b.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=600000
            c.m3u8
            """
        let set = try #require(
            playlistSet(
                master, [("a.m3u8", media(4, 6)), ("b.m3u8", media(3, 8)), ("c.m3u8", media(4, 6))]))
        var companions = Companions()
        companions.add(PlaylistAsset(set), path: "master.m3u8")
        let text = """
            { "network": { "transport": "fluid", "down_kbps": 4000 }, "media": "master.m3u8",
              "player": { "switching": "throughput" } }
            """
        let reading = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(text.utf8)), companions: companions)
        let scenario = try #require(reading.scenario)
        #expect(
            scenario.warnings.map { $0.text(sources: reading.sources, as: .warning) } == [
                "test.json:2:28: warning: variant 2 is never switched to, because its segments do not begin where "
                    + "those of variant 1 do"
            ])
        let run = try Run(scenario)
        #expect(Diary(run).variants == [1, 3, 3, 3, 3, 3])
        #expect(TextReport.text(run).contains("; 1 not aligned with the first, and left out"))
    }
}

@Suite("What the app permits while it plays")
struct PermittedVariantsTests {
    private static let ladder: [JSONPart] = [
        #""bitrate_kbps": 200, "width": 320, "height": 180"#, #""bitrate_kbps": 400, "width": 640, "height": 360"#,
        #""bitrate_kbps": 600, "width": 1280, "height": 720"#,
    ]

    /// The variants of segments that were asked for before, and from the time of an action on; a segment is asked for
    /// every two seconds, because no more than that is wanted ahead.
    private func variants(
        _ player: JSONPart = "", at second: Int64, _ action: String, _ members: JSONPart = ""
    ) throws -> (before: [Int], after: [Int]) {
        var show = Show()
        show.duration_s = 24
        show.variants = Self.ladder
        show.player = show.player.and(#""default_forward_buffer_s": 2, "drain_s": 0"#).and(player)
        show.script = [.does("\(second)", action, members)]
        let (run, diary) = try show.run()
        #expect(run["end_reached"] == 1)
        let at = Instant.zero + .seconds(second)
        let early = diary.lines.filter { $0.words.hasPrefix("video ") && $0.at < at }.count
        return (Array(diary.variants.prefix(early)), Array(diary.variants.dropFirst(early)))
    }

    @Test("a preferredPeakBitRate of 0 permits all again")
    func lifts() throws {
        let (before, after) = try variants(
            #""preferred_peak_bitrate_kbps": 399"#, at: 9, "set_preferred_peak_bit_rate", #""value_kbps": 0"#)
        #expect(Set(before) == [1])
        #expect(after.prefix(3) == [2, 3, 3])
    }

    @Test(
        "what is no longer permitted is left at once",
        arguments: [
            ("set_preferred_peak_bit_rate", #""value_kbps": 400"#, 2),
            ("set_preferred_peak_bit_rate", #""value_bps": 399999"#, 1),
            ("set_preferred_maximum_resolution", #""width": 640, "height": 719"#, 2),
            ("set_preferred_maximum_resolution", #""width": 639, "height": 720"#, 1),
            ("set_layer", #""width": 320, "height": 180, "contents_scale": 2"#, 2),
            ("set_layer", #""width": 320, "height": 180"#, 1),
        ] as [(String, JSONPart, Int)])
    func lowers(_ action: String, _ members: JSONPart, _ variant: Int) throws {
        let (before, after) = try variants(at: 11, action, members)
        #expect(before.last == 3)
        #expect(Set(after) == [variant])
    }

    @Test("where nothing is permitted it is the lowest")
    func nothing() throws {
        let (before, after) = try variants(at: 11, "set_preferred_peak_bit_rate", #""value_bps": 1"#)
        #expect(before.last == 3 && Set(after) == [1])
    }

    @Test("without a layer, and without a largest resolution, all is permitted again")
    func removes() throws {
        let layer: JSONPart = #""layer": { "width": 320, "height": 180 }"#
        #expect(try variants(layer, at: 9, "set_layer").after.prefix(3) == [2, 3, 3])
        let resolution: JSONPart = #""preferred_maximum_resolution": { "width": 320, "height": 180 }"#
        #expect(try variants(resolution, at: 9, "set_preferred_maximum_resolution").after.prefix(3) == [2, 3, 3])
    }

    @Test("a layer that is attached late counts from the second segment on; one that is not, never")
    func late() throws {
        func variants(_ attached: String) throws -> [Int] {
            let player: JSONPart =
                #""first_variant": "highest", "layer": { "width": 320, "height": 180, "attached": "\#(attached)" }"#
            let (before, after) = try self.variants(player, at: 199, "pause")
            #expect(after.isEmpty)
            return before
        }
        #expect(try variants("late") == [3] + [Int](repeating: 1, count: 11))
        #expect(try variants("early") == [Int](repeating: 1, count: 12))
        #expect(try variants("never") == [Int](repeating: 3, count: 12))
    }

    @Test("what is set before the item comes counts for its first variant")
    func beforeTheItem() throws {
        let run = try ScenarioText(
            network: .fluid(1600), media: .hls([800, 400], duration_s: 6, segment_s: 2),
            player: #""switching": "bba""#,
            script: [.does(1, "set_preferred_peak_bit_rate", #""value_kbps": 500"#), .load(2), .play(2)]
        ).run()
        #expect(Diary(run).variants == [2, 2, 2])
        #expect(run["initial_bitrate_kbps"] == 400_000)
    }

    @Test(
        "what is set behind the first item counts for the first variant of the next, before anything is measured",
        arguments: [
            ("", 500, [1, 2]), (#""preferred_peak_bitrate_kbps": 500"#, 0, [2, 1]),
            (#""preferred_peak_bitrate_kbps": 500"#, 900, [2, 1]), ("", 900, [1, 1]),
        ] as [(JSONPart, Int, [Int])], ["bba", "fixed"] as [JSONPart])
    func behindTheItem(limits: (own: JSONPart, kbps: Int, variants: [Int]), rule: JSONPart) throws {
        let run = try ScenarioText(
            network: .fluid(1600), media: .hls([800, 400], duration_s: 6, segment_s: 2),
            player: JSONPart("\"switching\": \"\(rule)\"").and(limits.own),
            script: [
                .load(), .does("0.1", "set_preferred_peak_bit_rate", #""value_kbps": \#(limits.kbps)"#),
                .load("0.4"), .play("0.4"),
            ]
        ).judgedRun()
        #expect(Diary(run).variants.prefix(2) == limits.variants[...])
    }

    @Test(
        "a layer that is attached late is there when the second item comes",
        arguments: [("late", [3, 1]), ("early", [1, 1]), ("never", [3, 3])] as [(JSONPart, [Int])],
        ["bba", "fixed"] as [JSONPart])
    func lateForTheFirst(layer: (attached: JSONPart, variants: [Int]), rule: JSONPart) throws {
        let ladder = JSONPart.list(Self.ladder.map { .object([$0]) })
        let run = try ScenarioText(
            network: .fluid(600),
            media: .object([#""kind": "hls", "duration_s": 6, "segment_s": 2"#, "\"variants\": \(ladder)"]),
            player: #"""
                "first_variant": "highest", "switching": "\#(rule)",
                "layer": { "width": 320, "height": 180, "attached": "\#(layer.attached)" }
                """#,
            script: [.load(), .load("0.4"), .play("0.4")]
        ).judgedRun()
        #expect(Diary(run).variants.prefix(2) == layer.variants[...])
    }
}

@Suite("Words about switching")
struct SwitchingWordsTests {
    @Test("a report says by which rule, and when")
    func report() throws {
        var show = Show()
        show.player = show.player.and(#""abandon_segment": "dash.js""#)
        let (run, _) = try show.run()
        let text = TextReport.text(run)
        #expect(
            text.contains(
                "\nswitches throughput (up_ratio 0.7, down_ratio 0.95); abandons segments: dash.js "
                    + "(multiple_ratio 1.8, after_s 0.5 s, every_s 0.25 s, buffer_time_s 18 s)\n"))
        #expect(text.contains("switches up to variant 2 of 2, 800 kbit/s"))
        #expect(text.contains("\nvariant_switch_count      1\n"))
        let json = JSONReport.text(run, includingTrace: false)
        #expect(json.contains(#""switching": {"rule": "throughput", "up_ratio": 0.7, "down_ratio": 0.95}"#))
        #expect(json.contains(#""abandonment": {"rule": "dash.js", "multiple_ratio": 1.8, "#))
        show.player = #""switching": "fixed""#
        let fixed = TextReport.text(try show.run().run)
        #expect(fixed.contains("\nswitches fixed\n") && !fixed.contains("variant_switch_count"))
        show.variants.removeLast()
        #expect(!TextReport.text(try show.run().run).contains("switches"), "there is nothing to switch to")
    }

    @Test("a trace says what was wanted, and what came")
    func trace() throws {
        var show = Show()
        show.script = [
            .does(3, "set_preferred_peak_bit_rate", #""value_kbps": 500"#),
            .does(4, "set_layer", #""width": 64, "height": 36"#), .does(5, "set_layer"),
            .does(6, "set_preferred_maximum_resolution", #""width": 64, "height": 36"#),
            .does(7, "set_preferred_maximum_resolution"),
        ]
        let text = TextReport.text(try show.run().run, allRows: true)
        for words in [
            "preferredPeakBitRate = 500000", "the layer has 64×36 points, contentsScale 1", "the layer is taken away",
            "preferredMaximumResolution = 64×36", "preferredMaximumResolution = .zero",
            "switches down to variant 1 of 2, 400 kbit/s",
        ] { #expect(text.contains(words), "\(words)") }
    }
}

@Suite("A loader that switches")
struct SwitchingLoaderTests {
    /// Two variants of 8 and 16 kbit/s, in segments of four chunks of a second.
    private static func loader() -> Loader {
        let tables = [8000, 16000].map {
            ChunkTable(duration: .seconds(40), chunkDuration: .seconds(1), bitRate: $0, chunksPerRequest: 4)
        }
        let renditions = tables.indices.map { index in
            VariantSelector.Rendition(
                variant: index, declared: DeclaredVariant(bitRate: tables[index].declaredBitRate),
                bitRate: tables[index].declaredBitRate, chunks: tables[index], targetDuration: .seconds(4))
        }
        let selector = VariantSelector(
            renditions, first: 0, rule: .robustMPC(horizon: 5, stallCost: 4_300_000), abandonment: .never,
            limits: VariantLimits())
        let asset = AssetLoad(
            tracks: [tables[0]], opening: Opening([], rendition: 0, hasSessionKey: false), selector: selector)
        return Loader([asset], settings: LoaderSettings(), estimator: .last)
    }

    @Test(
        "asks anew for what failed of another variant, or of its audio, only when that is switched to again",
        arguments: [0, 1])
    func failedPlaylist(track: Int) {
        let kind: Resource.Kind = track == 0 ? .videoPlaylist : .audioPlaylist
        var opening = Opening(
            (0...1).map { Asset.File(kind: kind, bytes: 1, rendition: $0) }, rendition: 0, hasSessionKey: false)
        func next() -> Int? { opening.next(at: .zero, lacking: (0, 0))?.index }
        opening.ask(for: .all)
        #expect([next(), next()] == [0, nil], "the other one is nobody's yet")
        let came = opening.arrive(0, attempt: 1)
        #expect(came != nil && opening.isDone)
        opening.ask(forRendition: 1, ofAudio: track == 1)
        #expect(next() == 1 && !opening.isDone && opening.allows(track, 0) && !opening.allows(track, 1))
        let failed = opening.fail(1, attempt: 1)
        #expect(failed)
        opening.restart(with: 0, audio: 0)
        #expect(opening.isDone && next() == nil)
        opening.ask(forRendition: 1, ofAudio: track == 1)
        #expect(next() == 1 && !opening.isDone)
    }

    @Test("learns from whole segments: what came of one that a seek called off is forgotten")
    func forgets() throws {
        var loader = Self.loader()
        var effects = LoaderEffects()
        loader.handle(.itemChanged(end: .seconds(40)), at: .zero, into: &effects)
        var id: ExchangeID?
        for effect in effects { if case .send(.request(let request)) = effect { id = request.id } }
        let receipt = Receipt(bytes: 1000, wasted: 0, busy: .seconds(1))
        loader.handle(.arrived(try #require(id), .all(at: .zero), receipt), at: .zero + .seconds(1), into: &effects)
        #expect(loader.assets[0].arriving == ThroughputSample(bits: 8000, busy: .seconds(1)))
        let away = Playhead(restingAt: .seconds(20), since: .zero + .seconds(1))
        loader.handle(.clockMoved(away), at: .zero + .seconds(1), into: &effects)
        #expect(loader.assets[0].arriving == ThroughputSample(bits: 0, busy: .zero))
    }
}
