import PlayerModel
import Testing

@testable import Simulation

@Suite("Items of several assets (WWDC21 10142)") struct GaplessTests {
    static let heAAC = "mp4a.40.5"
    static let lowComplexity = "mp4a.40.2"

    /// The ladder of the session's example: each size with each of those sounds.
    static func medium(
        _ name: String, _ sounds: [String], duration_s: JSONPart = 24, _ members: JSONPart = ""
    ) -> JSONPart {
        let variants = [(720, 3000), (1080, 6000)].flatMap { height, bitRate in
            sounds.map { sound -> JSONPart in
                """
                "bitrate_kbps": \(bitRate), "width": \(height * 16 / 9), "height": \(height),
                "codecs": ["avc1.64001f", "\(sound)"]
                """
            }
        }
        return .hls(variants, name: name, duration_s: duration_s, members)
    }

    /// 720p fits, and when item 1 is nearly loaded, 1080p does too.
    static func scenario(
        _ media: [JSONPart], _ player: JSONPart = "", network: JSONPart = "",
        items: [JSONPart] = [item("a", "one"), item("b", "two")]
    ) -> ScenarioText {
        ScenarioText(
            network: JSONPart.fluid(nil, #""phases": [{ "for_s": 13, "down_kbps": 4500 }, { "down_kbps": 20000 }]"#)
                .and(network),
            media: .list(media),
            player: JSONPart(#""throughput": "last", "switching": "throughput""#).and(player).and(queue(items)))
    }

    static func queue(_ items: [JSONPart]) -> JSONPart {
        #""class": "AVQueuePlayer", "items": \#(JSONPart.list(items))"#
    }

    static func item(_ name: String, _ media: String, _ more: JSONPart = "") -> JSONPart {
        .object([#""name": "\#(name)", "media": "\#(media)""#, more])
    }

    /// For each item, the variants in which its segments came.
    static func variants(_ run: Run) -> [[Int]] {
        var (variants, item, variant) = ([[Int]](repeating: [], count: 2), 0, run.scenario.variant)
        for entry in run.trace.entries {
            switch entry.record {
            case .loads(let next, let first): (item, variant) = (Int(next), Int(first))
            case .switched(_, let to): variant = Int(to)
            case .loaded(_, _, _, 0): variants[item].append(variant)
            default: break
            }
        }
        return variants
    }

    @Test("A.67: the similarly encoded variant first, even where the network carries more, then up")
    func matching() throws {
        let both = [Self.heAAC, Self.lowComplexity]
        let run = try Self.scenario([Self.medium("one", both), Self.medium("two", both)]).run()
        // Of the second asset's four, the first is 720p with HE-AAC, the third 1080p with HE-AAC.
        #expect(Self.variants(run) == [[0, 0, 0, 0], [4, 6, 6, 6]])
        let seams = Seams(run.player(0)).seams
        #expect(seams.map { $0.gap } == [.zero])
        #expect(seams.map { $0.cause } == [.gapless])
    }

    @Test("A.68: without the audio format a gap, and what the network carries")
    func noMatch() throws {
        let one = Self.medium("one", [Self.heAAC, Self.lowComplexity])
        let run = try Self.scenario([one, Self.medium("two", [Self.lowComplexity])]).run()
        #expect(Self.variants(run) == [[0, 0, 0, 0], [5, 5, 5, 5]])
        let seams = Seams(run.player(0)).seams
        #expect(seams.map { $0.gap } == [.milliseconds(100)])
        #expect(seams.map { $0.cause } == [.differs(.codec)])
    }

    @Test(
        "what a file says of the sound is in the way where it differs, and not where one of the two leaves it out",
        arguments: [
            ("channels", "2", "6", .channels), ("sample_rate_hz", "44100", "48000", .sampleRate),
            ("bit_depth", "16", "24", .bitDepth), ("fair_play", "false", "true", .fairPlay),
        ] as [(String, String, String, GaplessObstacle)])
    func declared(key: String, own: String, other: String, obstacle: GaplessObstacle) throws {
        func cause(_ next: String?) throws -> Seams.Cause? {
            let media = [("one", own), ("two", next)].map { name, value -> JSONPart in
                let said: JSONPart = value.map { "\"\(key)\": \($0)" } ?? ""
                let variant = JSONPart(#""bitrate_kbps": 1000"#)
                return obstacle == .fairPlay
                    ? .hls([variant], name: name, duration_s: 24, said)
                    : .hls([variant.and(said)], name: name, duration_s: 24)
            }
            return Seams(try Self.scenario(media).run().player(0)).seams.first?.cause
        }
        #expect(try cause(own) == .gapless && cause(other) == .differs(obstacle) && cause(nil) == .gapless)
    }

    @Test(
        "the gap is what going over takes, and the preroll that could not be done before",
        arguments: [0, 1, 250_000_000] as [Int64], [0, 60_000_000] as [Int64])
    func gap(change: Int64, preroll: Int64) throws {
        let player: JSONPart = """
            "format_change_s": \(NumberText.exact(change, places: 9)),
            "preroll_s": \(NumberText.exact(preroll, places: 9))
            """
        let one = Self.medium("one", [Self.heAAC])
        let run = try Self.scenario([one, Self.medium("two", [Self.lowComplexity])], player).run()
        #expect(Seams(run.player(0)).seams.map { $0.gap?.nanoseconds } == [change + preroll])
        let same = try Self.scenario([one, Self.medium("two", [Self.heAAC])], player).run()
        #expect(Seams(same.player(0)).seams.map { $0.gap?.nanoseconds } == [0])
    }

    @Test("priming and remainder are heard where no edit list tells of them (A.66)", arguments: [true, false])
    func priming(hasEditList: Bool) throws {
        let members: JSONPart = """
            "audio_priming_s": 0.048, "audio_remainder_s": 0.02, "edit_list": \(hasEditList)
            """
        let media = ["one", "two"].map { Self.medium($0, [Self.heAAC], members) }
        let seam = try #require(try Seams(Self.scenario(media).run().player(0)).seams.first)
        #expect(seam.gap == .zero)
        #expect(seam.blank == .zero)
        #expect(seam.silence.nanoseconds == (hasEditList ? 0 : 68_000_000))
    }

    @Test("what is fetched ahead for an item belongs to that item's access log")
    func accessLog() throws {
        let both = [Self.heAAC, Self.lowComplexity]
        let run = try Self.scenario([Self.medium("one", both), Self.medium("two", both)]).run()
        let events = AccessLog(run.player(0)).events
        // Four segments of 6 s at 3 Mbit/s; then one, and three at 6 Mbit/s.
        #expect(events.map { $0.item } == [1, 2])
        #expect(events.map { $0.numberOfMediaRequests } == [4, 4])
        #expect(events.map { $0.numberOfBytesTransferred } == [9_000_000, 2_250_000 + 13_500_000])
        #expect(events.map { $0.segmentsDownloadedDuration } == [24_000_000_000, 24_000_000_000])
        #expect(events.map { $0.durationWatched } == [24_000_000_000, 24_000_000_000])
    }

    @Test("each asset's playlists are fetched once, whatever is made of it (A.38)")
    func playlists() throws {
        let files: JSONPart = #""multivariant_playlist_bytes": 1000"#
        let items = [("a", "one", ""), ("b", "two", ""), ("c", "one", ""), ("d", "two", #""from_s": 6"#)]
        let run = try ScenarioText(
            network: .link(50000), media: .list(["one", "two"].map { Self.medium($0, [Self.heAAC], files) }),
            player: Self.queue(items.map { Self.item($0.0, $0.1, "\($0.2)") })
        ).run()
        let fetched = run.trace.entries.count { if case .fetched = $0.record { true } else { false } }
        #expect(fetched == 2)
        #expect(Seams(run.player(0)).seams.map { $0.gap } == [.zero, .zero, .zero])
    }

    @Test("a preroll that is under way when an item ends goes on")
    func preroll() throws {
        // The second item comes whole 0.1 s before the first one ends, and takes 0.25 s to fill the pipelines with.
        func run(down_kbps: JSONPart, _ preroll: JSONPart) throws -> Run {
            try ScenarioText(
                network: .fluid(down_kbps), media: .hls([1000], duration_s: 4, segment_s: 2),
                player: """
                    "class": "AVQueuePlayer", "keep_up": "first-chunk", \(preroll),
                    "items": [{ "name": "a", "to_s": 2 }, { "name": "b", "from_s": 2 }]
                    """,
                script: [.load(), .play(1.65)]
            ).run()
        }
        // Loaded at 2 s and at 4 s; the clock of the first starts at 2.25 s, so that it ends at 4.25 s: all is filled.
        let ample = try run(down_kbps: 1000, #""preroll_s": 0.25"#)
        #expect(Seams(ample.player(0)).seams.map { $0.gap } == [.zero])
        let late = try run(down_kbps: 930, #""preroll_s": 0.25, "preroll_media_s": 0"#)
        // 2.15 s a segment: the clock starts at 2.4 s, ends at 4.4 s, and filling began at 4.301 s.
        let gap = try #require(Seams(late.player(0)).seams.first?.gap)
        let loaded = try #require(
            late.trace.entries.last { if case .loaded = $0.record { true } else { false } }?.at)
        let ended = try #require(Seams(late.player(0)).seams.first?.at)
        #expect(gap == (loaded + .milliseconds(250)) - ended)
        #expect(gap > .zero && gap < .milliseconds(250))
    }

    @Test(
        "mistakes are told with their place",
        arguments: [
            (
                .list([.hls([1], duration_s: 1), two]), "one",
                "of several media each has a 'name', which items call it by"
            ),
            (.list([two, two]), "one", "there is another medium 'two'"),
            (
                .list([two, .progressive(1, duration_s: 1, #""name": "one""#)]), "one",
                "several media are all of one kind: all on the device, all files over the network, or all streams"
            ),
            (.list([two, one]), "tow", "there is no medium 'tow'; did you mean 'two'?"),
            (one, "two", "there is no medium 'two'; known here: one"),
            ("[]", "one", "'media' must have at least 1 element"),
        ] as [(JSONPart, String, String)])
    func mistakes(media: JSONPart, item: String, words: String) {
        let errors = ScenarioText(media: media, player: Self.queue([Self.item("a", item)])).messages
        #expect(errors.contains { $0.hasPrefix(words) }, "\(errors)")
    }

    @Test("the kind of several media is known before they are read")
    func kinds() {
        let media = ["one", "two"].map { name in
            JSONPart.object([#""kind": "playlist", "name": "\#(name)", "path": "\#(name).m3u8""#])
        }
        let reading = ScenarioText(media: .list(media), player: Self.queue([Self.item("a", "two")])).reading
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.wanted.map { $0.path } == ["one.m3u8", "two.m3u8"])
    }

    /// Of what something is wrong with, nobody knows whether it has any.
    @Test("what is loaded before an item is that of any medium", arguments: [nil, #""segment_bytes": [1]"#])
    func beforeAnItem(wrong: JSONPart?) {
        let files: JSONPart = #""multivariant_playlist_bytes": 900, "key_bytes": 16, "session_key": true"#
        let variant = JSONPart.members([#""bitrate_kbps": 1, "playlist_bytes": 9"#, wrong ?? ""])
        let text = ScenarioText(
            media: .list([Self.one, .hls([variant], name: "two", duration_s: 12, segment_s: 6, files)]),
            player: Self.queue([Self.item("a", "one")]),
            script: [.does(0, "load_values"), .does(0, "preload_keys"), .load(1)])
        let words = "'segment_bytes' lists 1, but 12 s in segments of 6 s need 2"
        #expect(text.messages == (wrong == nil ? [] : [words]))
    }

    @Test(
        "limits are warned of that no variant of any medium passes, wherever that stands in the list",
        arguments: [
            #""preferred_peak_bitrate_kbps": 500"#,
            #""preferred_maximum_resolution": { "width": 640, "height": 360 }"#,
        ] as [JSONPart], [true, false])
    func limits(limit: JSONPart, passes: Bool) throws {
        let large = #""bitrate_kbps": 3000, "width": 1280, "height": 720, "codecs": ["mp4a.40.2"]"#
        let small = #""bitrate_kbps": 300, "width": 416, "height": 234, "codecs": ["mp4a.40.2"]"#
        let one = JSONPart.hls(["\(large)"], name: "one", duration_s: 4)
        let two = JSONPart.hls(["\(large)", "\(passes ? small : large)"], name: "two", duration_s: 4)
        for media in [[one, two], [two, one]] {
            let player = Self.queue([Self.item("a", "two")]).and(limit)
            let words = try ScenarioText(media: .list(media), player: player).read().warnings.map { $0.message }
            let isSaid = words.contains { $0.contains("every variant") || $0.contains("no variant") }
            #expect(isSaid != passes, "\(words)")
        }
    }

    @Test("where a medium is described that is to be named, it is told what the name is of; so with an item")
    func described() {
        let item: JSONPart = .object([#""name": "a""#, "\"media\": \(Self.one)"])
        let text = ScenarioText(media: .list([Self.two, Self.one]), player: Self.queue([item]))
        let words = "the name of one of several 'media' beside 'player', as in \"film\": the first unless said"
        #expect(text.messages == ["'media' must be a string, not an object: \(words)"])
        let script: [JSONPart] = [.load(), .does(1, "insert", #""item": ["a"]"#)]
        let other = ScenarioText(media: Self.one, player: Self.queue([Self.item("a", "one")]), script: script)
        #expect(other.messages == ["'item' must be a string, not a list: the item, by its name"])
    }

    @Test("what is wrong with an item is no want of items")
    func oneMistake() {
        let text = ScenarioText(
            media: .list([Self.two, Self.one]), player: Self.queue([Self.item("a", "tow")]))
        #expect(text.messages == ["there is no medium 'tow'; did you mean 'two'?"])
    }

    @Test("in and out points are those of the item's own medium; several media without items are of no use")
    func moreMistakes() {
        let media = JSONPart.list([Self.two, Self.one])
        let late = ScenarioText(media: media, player: Self.queue([Self.item("a", "one", #""from_s": 3"#)]))
        #expect(late.messages == ["'from_s' must lie before the end of the media, at 1 s"])
        let turned = Self.queue([Self.item("a", "one", #""from_s": 0.5, "to_s": 0.25"#)])
        #expect(
            ScenarioText(media: media, player: turned).messages
                == ["'to_s' must lie behind the beginning of the item, at 0.5 s"])
        let ended = Self.queue([Self.item("a", "one", #""from_s": 0.5"#)])
        #expect(
            ScenarioText(media: media, player: ended.and(#""forward_playback_end_time_s": 0.25"#)).messages
                == ["'from_s' must lie before 'forward_playback_end_time_s', at 0.25 s"])
        #expect(
            ScenarioText(media: media).messages
                == [#"several media take 'items' that name them, in a player of class "AVQueuePlayer""#])
    }

    private static let one = JSONPart.hls([1], name: "one", duration_s: 1)
    private static let two = JSONPart.hls([1], name: "two", duration_s: 1)
}
