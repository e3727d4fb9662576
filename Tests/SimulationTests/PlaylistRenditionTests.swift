import PlayerModel
import Testing

@testable import Simulation

/// Sound alone, groups of audio, and subtitles.
@Suite struct PlaylistRenditions {
    private static func media(_ kbps: Int, _ lengths: [Int] = [6, 6, 6, 6]) -> String {
        let segments = lengths.map { "#EXTINF:\($0),\n#EXT-X-BYTERANGE:\(kbps * 125 * $0)@0\nx\n" }
        return mediaHead + segments.joined() + "#EXT-X-ENDLIST\n"
    }

    private static func stream(_ kbps: Int, _ more: String, _ uri: String) -> String {
        "#EXT-X-STREAM-INF:BANDWIDTH=\(kbps * 1000)\(more)\n\(uri)\n"
    }

    private static func audio(_ group: String, _ uri: String) -> String {
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",NAME=\"n\",DEFAULT=YES,URI=\"\(uri)\"\n"
    }

    private static func audio(_ group: String, _ language: String, _ uri: String) -> String {
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",NAME=\"\(language)\",LANGUAGE=\"\(language)\",URI=\"\(uri)\"\n"
    }

    private static func subtitles(_ language: String, _ more: String) -> String {
        "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"\(language)\",LANGUAGE=\"\(language)\"\(more),"
            + "URI=\"\(language).vtt.m3u8\"\n"
    }

    private static func made(_ master: String, _ playlists: [(String, String)]) throws -> PlaylistAsset {
        PlaylistAsset(try #require(playlistSet("#EXTM3U\n" + master, playlists)))
    }

    /// Plays to the end; the bytes of what was loaded, by track and kind of variant.
    private static func played(
        _ asset: Asset, kbps: Int64, _ rule: VariantSwitch, first: VariantChoice = .firstListed,
        meetsFaults: Bool = false, limit: Int64 = 0, also more: [Action] = []
    ) throws -> [[Int64]] {
        var scenario = Scenario(media: asset)
        var values = NetworkValues()
        values.down = kbps * 1000
        scenario.network.conditions = Conditions(phases: [Conditions.Phase(start: .zero, values: values)])
        scenario.players[0].variantSwitch = rule
        scenario.players[0].variantLimits.preferredPeakBitRate = limit
        (scenario.players[0].variantChoice, scenario.players[0].meetsFaults) = (first, meetsFaults)
        scenario.script = [Action.replaceCurrentItem(scenario.media.item), .play] + more
        var session = Session(scenario, tracing: .facts)
        let outcome = try session.run()
        #expect(outcome.end == .nothingMoreHappens && outcome.pending == 0)
        #expect(session.player.playhead.place(at: session.now) == asset.duration)
        var loaded: [[Int64]] = asset.tracks(ofVariant: 0).map { _ in [] }
        for entry in session.trace.entries {
            if case .loaded(let bytes, _, _, let track) = entry.record { loaded[Int(track)].append(bytes) }
        }
        return loaded
    }

    private static let ladder =
        stream(400, ",RESOLUTION=640x360", "v.m3u8") + stream(1500, ",RESOLUTION=960x540", "w.m3u8")
        + stream(64, ",CODECS=\"mp4a.40.2\"", "a.m3u8")

    @Test func `sound alone stands in where no pictures fit, and only there`() throws {
        let playlists = [("v.m3u8", Self.media(400)), ("w.m3u8", Self.media(1500)), ("a.m3u8", Self.media(64))]
        let asset = try #require(try Self.made(Self.ladder, playlists).asset)
        let throughput = try #require(VariantSwitch.all.first { $0.name == "throughput" })
        let slow = try Self.played(asset, kbps: 200, throughput)
        #expect(slow == [[300_000, 48_000, 48_000, 48_000]], "nothing was measured before the first segment")
        let fast = try Self.played(asset, kbps: 1000, throughput)
        #expect(fast == [[300_000, 300_000, 300_000, 300_000]])
        let choice = VariantChoice.accessLog(lastObserved: 200_000)
        let first = choice.first(among: asset.declaredVariants, within: VariantLimits())
        #expect(first == VariantChoice.Choice(2, .soundAlone))
        #expect(VariantChoice.lowest.first(among: asset.declaredVariants, within: VariantLimits()).index == 0)
        var limits = VariantLimits()
        limits.preferredPeakBitRate = 100_000
        #expect(VariantChoice.firstListed.first(among: asset.declaredVariants, within: limits).index == 2)
    }

    @Test(
        "below every variant it is the lowest of all that is fetched, sound alone included, to the end",
        arguments: [50_000, 63_999] as [Int64])
    func belowAll(limit: Int64) throws {
        let playlists = [("v.m3u8", Self.media(400)), ("w.m3u8", Self.media(1500)), ("a.m3u8", Self.media(64))]
        let asset = try #require(try Self.made(Self.ladder, playlists).asset)
        let throughput = try #require(VariantSwitch.all.first { $0.name == "throughput" })
        for rule in [throughput, .fixed] {
            let loaded = try Self.played(asset, kbps: 4000, rule, limit: limit)
            #expect(loaded == [Array(repeating: 48_000, count: 4)], "\(rule.name)")
            let limiting = Action.limit(.preferredPeakBitRate(limit)).at(.zero + .milliseconds(300))
            let later = try Self.played(asset, kbps: 4000, rule, also: [limiting])
            #expect(later == [[300_000, 48_000, 48_000, 48_000]], "\(rule.name)")
        }
    }

    /// One of an unknown VIDEO-RANGE is no choice while another is there.
    @Test func `the lowest of all is one whose range is known, and the warning names that`() throws {
        let master =
            Self.stream(600, ",VIDEO-RANGE=XYZ", "v.m3u8") + Self.stream(1000, "", "w.m3u8")
            + Self.stream(4000, "", "x.m3u8")
        let playlists = [("v.m3u8", 600), ("w.m3u8", 1000), ("x.m3u8", 4000)].map { ($0, Self.media($1)) }
        let asset = try #require(try Self.made(master, playlists).asset)
        for kbps in [500, 700] as [Int64] {
            let loaded = try Self.played(asset, kbps: 9000, .fixed, limit: kbps * 1000)
            #expect(loaded == [Array(repeating: 750_000, count: 4)])
            #expect(
                asset.warning(ofPeak: kbps * 1000, on: nil, inBits: nil)
                    == "preferredPeakBitRate is \(kbps) kbit/s, below every variant whose VIDEO-RANGE can be shown, of "
                    + "which the lowest has 1000 kbit/s, so that one is taken")
        }
        #expect(asset.warning(ofPeak: 1_000_000, on: nil, inBits: nil) == nil)
    }

    /// Where faults are given there are others to turn to, but nothing has failed.
    @Test(arguments: [false, true])
    func `whoever stays with one variant stays with it, sound alone or not`(meetsFaults: Bool) throws {
        let playlists = [("v.m3u8", Self.media(400)), ("w.m3u8", Self.media(1500)), ("a.m3u8", Self.media(64))]
        let asset = try #require(try Self.made(Self.ladder, playlists).asset)
        for kbps in [200, 1000] as [Int64] {
            let pictures = try Self.played(asset, kbps: kbps, .fixed, meetsFaults: meetsFaults)
            #expect(pictures == [Array(repeating: 300_000, count: 4)])
            let choice = VariantChoice.accessLog(lastObserved: 200_000)
            let sound = try Self.played(asset, kbps: kbps, .fixed, first: choice, meetsFaults: meetsFaults)
            #expect(sound == [Array(repeating: 48_000, count: 4)])
        }
    }

    /// Names are compared by their bytes (RFC 8216, 4.2): an accent on a letter is another than one behind it.
    @Test(
        "beside sound alone no audio is fetched, and beside pictures that of their group",
        arguments: [("low", "high"), ("\u{e9}", "e\u{301}")])
    func beside(low: String, high: String) throws {
        let master =
            Self.audio(low, "a.m3u8") + Self.audio(high, "b.m3u8")
            + Self.stream(400, ",RESOLUTION=640x360,AUDIO=\"\(low)\"", "v.m3u8")
            + Self.stream(1500, ",RESOLUTION=960x540,AUDIO=\"\(high)\"", "w.m3u8")
            + Self.stream(64, ",CODECS=\"mp4a.40.2\",AUDIO=\"\(low)\"", "a.m3u8")
        let playlists = [
            ("v.m3u8", Self.media(300)), ("w.m3u8", Self.media(1300)), ("a.m3u8", Self.media(64)),
            ("b.m3u8", Self.media(128)),
        ]
        let made = try Self.made(master, playlists)
        let asset = try #require(made.asset)
        #expect(made.leftOut == [])
        #expect(asset.allAudio.map { $0.audioGroup } == [ExactText(low), ExactText(high)])
        let throughput = try #require(VariantSwitch.all.first { $0.name == "throughput" })
        let slow = try Self.played(asset, kbps: 200, throughput)
        #expect(slow[0] == [225_000, 48_000, 48_000, 48_000])
        #expect(slow[1].reduce(0, +) <= 2 * 48_000 && slow[1].contains(0))
        let fast = try Self.played(asset, kbps: 8000, throughput)
        #expect(fast[0] == [225_000, 975_000, 975_000, 975_000])
        #expect(fast[1].first == 48_000 && fast[1].last == 96_000 && fast[1].count == 4)
    }

    @Test func `audio whose segments begin elsewhere is left out with its variants, and that is said`() throws {
        let master =
            Self.audio("low", "a.m3u8") + Self.audio("high", "b.m3u8")
            + Self.stream(400, ",RESOLUTION=640x360,AUDIO=\"low\"", "v.m3u8")
            + Self.stream(1500, ",RESOLUTION=960x540,AUDIO=\"high\"", "w.m3u8")
        let playlists = [
            ("v.m3u8", Self.media(300)), ("w.m3u8", Self.media(1300)), ("a.m3u8", Self.media(64)),
            ("b.m3u8", Self.media(128, [4, 8, 6, 6])),
        ]
        let made = try Self.made(master, playlists)
        #expect(made.asset?.variants.count == 1)
        let why = "because segments of its audio, group high, begin elsewhere"
        #expect(made.leftOut == ["the variant of master.m3u8:6, \(why)", Self.numbered])
    }

    private static let numbered = "variants are numbered without what is left out"

    @Test func `sound alone of another length is left out by its line, as variants are numbered without it`() throws {
        let master =
            Self.stream(400, ",RESOLUTION=640x360", "v.m3u8") + Self.stream(64, ",CODECS=\"mp4a.40.2\"", "a.m3u8")
            + Self.stream(1500, ",RESOLUTION=960x540", "w.m3u8")
        let playlists = [
            ("v.m3u8", Self.media(400)), ("w.m3u8", Self.media(1500)), ("a.m3u8", Self.media(64, [6, 6])),
        ]
        let made = try Self.made(master, playlists)
        #expect(made.renditions.map { $0.path } == ["v.m3u8", "w.m3u8"])
        let why = "sound alone, which has another length"
        #expect(made.leftOut == ["the variant of master.m3u8:4, \(why)", Self.numbered])
    }

    /// The audio of B's only variant begins elsewhere, and its pictures alone have a key.
    @Test("a pathway whose variants are left out is none, and it is begun with another", arguments: ["A", "B"])
    func lostPathway(begun: String) throws {
        let master =
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"\(begun)\"\n" + Self.audio("low", "a.m3u8")
            + Self.audio("high", "b.m3u8") + Self.stream(400, ",AUDIO=\"low\",PATHWAY-ID=\"A\"", "v.m3u8")
            + Self.stream(1500, ",AUDIO=\"high\",PATHWAY-ID=\"B\"", "w.m3u8")
            + Self.stream(900, ",AUDIO=\"low\",PATHWAY-ID=\"A\"", "x.m3u8")
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,"
        let playlists = [
            ("v.m3u8", Self.media(300)), ("x.m3u8", Self.media(800)), ("a.m3u8", Self.media(64)),
            ("w.m3u8", Self.media(1300).replacing("#EXTINF:6,", with: key, maxReplacements: 1)),
            ("b.m3u8", Self.media(128, [4, 8, 6, 6])),
        ]
        let made = try Self.made(master, playlists)
        let asset = try #require(made.asset)
        #expect(made.pathways == ["A"] && asset.pathways.isEmpty && asset.variants.map { $0.pathway } == [0, 0])
        #expect(made.renditions.map { $0.path } == ["v.m3u8", "x.m3u8", "a.m3u8"])
        #expect(made.listed.count == 3 && asset.keyBytes == nil)
        #expect(made.sources.map { $0.segments } == [12])
        let fact = PlaylistWarning.Fact.lostPathway("B", isBegunWith: begun == "B")
        #expect(made.warnings.map { $0.fact } == [fact])
        #expect(made.warnings.map { $0.place.line } == [begun == "B" ? 2 : 7])
        let loaded = try Self.played(asset, kbps: 8000, .fixed)
        #expect(loaded == [Array(repeating: 225_000, count: 4), Array(repeating: 48_000, count: 4)])
    }

    /// All list the same 12 s at the edge. Before that the audio of B has two short segments, and that of A a long one.
    @Test("a pathway of which no variant is left is told, and nothing can steer to it", arguments: [true, false])
    func lostInWhole(isSteered: Bool) throws {
        func listed(_ lengths: [Int]) -> String { Self.media(100, lengths).replacing("#EXT-X-ENDLIST\n", with: "") }
        let master =
            "#EXTM3U\n" + Self.audio("low", "a.m3u8") + Self.audio("high", "b.m3u8")
            + Self.stream(400, ",AUDIO=\"low\",PATHWAY-ID=\"A\"", "v.m3u8")
            + Self.stream(900, ",AUDIO=\"high\",PATHWAY-ID=\"B\"", "w.m3u8")
        let named = [
            ("v.m3u8", listed([6, 6])), ("w.m3u8", listed([6, 6])), ("a.m3u8", listed([6, 6, 6])),
            ("b.m3u8", listed([3, 3, 6, 6])),
        ]
        let steering = isSteered ? #", "steering": { "priority": [{ "pathways": ["B", "A"] }] }"# : ""
        let words = "no run has a variant of the pathway 'B', because all of them are left out"
        let live = try PlaylistScenario(root: master, named: named, members: steering).read()
        #expect(live.players[0].media.unsteered.pathways == ["A", "B"])
        #expect(!live.warnings.contains { $0.message == words })
        let whole = try #require(
            PlaylistScenario(root: master, named: named, live: "false", members: steering).reading)
        let said = (whole.scenario?.warnings ?? whole.diagnostics).map { $0.message }
        #expect(said.contains { $0.hasPrefix(isSteered ? "there is one pathway" : words) }, "\(said)")
    }

    /// Sound alone plays from 30 s to 64 s or so, in segments of 2 s.
    @Test func `sound in a segment that lies across the end of sound alone is fetched before the pictures`() throws {
        let (short, long) = (Array(repeating: 2, count: 60), Array(repeating: 10, count: 12))
        var scenario = PlaylistScenario(
            root: "#EXTM3U\n" + Self.audio("a", "b.m3u8")
                + Self.stream(528, ",RESOLUTION=640x360,AUDIO=\"a\"", "v.m3u8")
                + Self.stream(64, ",CODECS=\"mp4a.40.2\"", "a.m3u8"),
            named: [
                ("v.m3u8", Self.media(400, short)), ("a.m3u8", Self.media(64, short)),
                ("b.m3u8", Self.media(128, long)),
            ], until: 200)
        let phases = #"{ "for_s": 6, "down_kbps": 2000 }, { "for_s": 6, "down_kbps": 100 }, { "down_kbps": 4000 }"#
        scenario.network = "\"transport\": \"fluid\", \"delay_ms\": 20, \"phases\": [\(phases)]"
        let estimator = #""throughput": { "rule": "sliding-window", "window_s": 2 }"#
        scenario.more = ", \"player\": { \"switching\": \"throughput\", \(estimator) }"
        let run = try Run(scenario.read())
        let loads = run.player(0).playback.loads
        let alone = try #require(loads.last { $0.track == 0 && $0.variant == 1 }).chunk
        let pictures = try #require(loads.first { $0.track == 0 && $0.chunk == alone + 1 })
        try #require((alone + 1) % 5 != 0, "the segment of the sound begins before the pictures")
        let sound = loads.filter { $0.track == 1 && $0.chunk == (alone + 1) / 5 }
        #expect(sound.map { $0.bytes } == [0, 160_000])
        #expect(try #require(sound.last).order < pictures.order)
        #expect(run["end_reached"] == 1 && run["stall_count"] == 0)
    }

    @Test func `where a group has not the language that is selected, its own plays on`() throws {
        let master =
            Self.audio("low", "en", "a.m3u8") + Self.audio("high", "en", "b.m3u8")
            + Self.audio("high", "fr", "c.m3u8")
            + Self.stream(400, ",RESOLUTION=640x360,AUDIO=\"low\"", "v.m3u8")
            + Self.stream(1500, ",RESOLUTION=960x540,AUDIO=\"high\"", "w.m3u8")
        let made = try Self.made(
            master,
            [
                ("v.m3u8", Self.media(300)), ("w.m3u8", Self.media(1300)), ("a.m3u8", Self.media(64)),
                ("b.m3u8", Self.media(128)), ("c.m3u8", Self.media(128)),
            ])
        let asset = try #require(made.asset)
        let select = Action.selectAudio("fr").at(.zero + .seconds(8))
        #expect(try Self.played(asset, kbps: 8000, .fixed, also: [select])[1] == [48_000, 48_000, 48_000, 48_000])
    }

    @Test func `capitals make no other language, and a language is called as it is first`() throws {
        let master =
            Self.audio("low", "en-US", "a.m3u8") + Self.audio("low", "en-us", "b.m3u8")
            + Self.audio("high", "EN-US", "b.m3u8") + Self.audio("high", "fr", "a.m3u8")
            + Self.stream(400, ",AUDIO=\"low\"", "v.m3u8") + Self.stream(1500, ",AUDIO=\"high\"", "w.m3u8")
        let made = try Self.made(master, ["v", "w", "a", "b"].map { ("\($0).m3u8", Self.media(64)) })
        #expect(made.asset?.allAudio.map { $0.language } == ["en-US", "en-US", "fr"])
        #expect(made.leftOut == ["audio \"en-us\" of group low, because another is in that language"])
    }

    @Test("a language may be longer, or shorter, by a frame than what plays first", arguments: ["6.02", "5.98"])
    func languages(last: String) throws {
        let lines = "#EXTINF:6,\n#EXT-X-BYTERANGE:48000@0\nx\n"
        let french = mediaHead + lines + lines + lines + "#EXTINF:\(last),\n#EXT-X-BYTERANGE:48000@0\nx\n"
        let tags = ["en", "fr"].map {
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\($0)\",LANGUAGE=\"\($0)\",URI=\"\($0).m3u8\"\n"
        }
        let made = try Self.made(
            tags.joined() + Self.stream(400, ",RESOLUTION=640x360,AUDIO=\"a\"", "v.m3u8"),
            [
                ("v.m3u8", Self.media(300)), ("en.m3u8", Self.media(64)),
                ("fr.m3u8", french + "#EXT-X-ENDLIST\n"),
            ])
        let asset = try #require(made.asset)
        #expect(made.leftOut.isEmpty && asset.allAudio.map { $0.language } == ["en", "fr"])
        let end = last == "6.02" ? MediaTime(nanoseconds: 24_020_000_000) : .seconds(24)
        #expect(asset.duration == end)
        #expect((asset.variants + asset.allAudio).allSatisfy { $0.chunks.duration == end })
        #expect(try Self.played(asset, kbps: 1000, .fixed).map { $0.count } == [4, 4])
    }

    @Test func `of several pathways the one that content steering names is begun with`() throws {
        let master =
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"B\"\n"
            + Self.stream(400, ",PATHWAY-ID=\"A\"", "v.m3u8") + Self.stream(400, ",PATHWAY-ID=\"B\"", "w.m3u8")
        let made = try Self.made(master, [("v.m3u8", Self.media(400)), ("w.m3u8", Self.media(300))])
        #expect(made.renditions.map { $0.path } == ["v.m3u8", "w.m3u8"])
        #expect(made.leftOut.isEmpty)
        let asset = try #require(made.asset)
        #expect(asset.pathways == ["B", "A"] && asset.variants.map { $0.pathway } == [1, 0])
        #expect(ScenarioPlayer(media: asset).firstVariant.index == 1)
        #expect(made.notModelled == [.contentSteering(.file("s"))])
    }

    struct Selection: Sendable {
        let renditions: [String]
        let chosen: String?
    }

    static let selections = [
        Selection(renditions: [subtitles("fr", ""), subtitles("en", ",DEFAULT=YES")], chosen: "en"),
        Selection(renditions: [subtitles("fr", ",AUTOSELECT=YES"), subtitles("en", "")], chosen: nil),
        Selection(
            renditions: [
                subtitles("fr", ",AUTOSELECT=YES,FORCED=YES"), subtitles("en", ",AUTOSELECT=YES,FORCED=YES"),
            ],
            chosen: "en (forced)"),
    ]

    @Test(
        "of subtitles what is DEFAULT is fetched, or what is FORCED in the language of the sound",
        arguments: selections)
    func selects(wanted: Selection) throws {
        // Capitals make no other language.
        let master =
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",LANGUAGE=\"EN\",URI=\"a.m3u8\"\n"
            + wanted.renditions.joined() + Self.stream(400, ",AUDIO=\"a\",SUBTITLES=\"s\"", "v.m3u8")
        let made = try Self.made(
            master,
            [
                ("v.m3u8", Self.media(300)), ("a.m3u8", Self.media(64)), ("fr.vtt.m3u8", Self.media(1, [24])),
                ("en.vtt.m3u8", Self.media(2, [12, 12])),
            ])
        let asset = try #require(made.asset)
        #expect(asset.subtitles?.language.text == wanted.chosen)
        let loaded = try Self.played(asset, kbps: 1000, .fixed)
        #expect(loaded.count == (wanted.chosen == nil ? 2 : 3))
        if loaded.count == 3 { #expect(loaded[2] == [3000, 3000]) }
        let french = made.subtitles.first { $0.language.text.hasPrefix("fr") }?.language
        #expect(made.asset(withSubtitles: french)?.subtitles?.chunks.count == 1)
        #expect(made.asset(withSubtitles: nil)?.subtitles == nil)
    }

    @Test("of subtitles in one language what is DEFAULT is there, wherever it stands", arguments: [false, true])
    func sameLanguage(isFirst: Bool) throws {
        func tag(_ name: String, _ more: String) -> String {
            "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"\(name)\",LANGUAGE=\"en\"\(more),URI=\"\(name).m3u8\"\n"
        }
        let (plain, described) = (tag("plain", ",AUTOSELECT=YES"), tag("described", ",DEFAULT=YES,AUTOSELECT=YES"))
        let tags = isFirst ? described + plain : plain + described
        let made = try Self.made(
            tags + Self.stream(400, ",SUBTITLES=\"s\"", "v.m3u8"),
            [("v.m3u8", Self.media(400)), ("plain.m3u8", Self.media(1)), ("described.m3u8", Self.media(2))])
        #expect(made.asset?.subtitles?.chunks.bytes(of: 0) == 1500)
        #expect(made.subtitles.count == 1)
        #expect(made.leftOut == ["subtitles \"plain\", because others are in that language"])
    }

    @Test func `audio beside which the variant has what plays is left out, and what no variant names`() throws {
        let master =
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"en\",DEFAULT=YES\n"
            + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"de\",URI=\"a.m3u8\"\n" + Self.audio("b", "a.m3u8")
            + Self.stream(400, ",RESOLUTION=640x360,AUDIO=\"a\"", "v.m3u8")
            + Self.stream(800, ",RESOLUTION=640x360,AUDIO=\"a\"", "v.m3u8")
        let made = try Self.made(master, [("v.m3u8", Self.media(300)), ("a.m3u8", Self.media(64))])
        #expect(try #require(made.asset).allAudio.isEmpty)
        #expect(
            made.leftOut == [
                "audio \"de\" of group a, because what plays of that group is in the variants",
                "audio \"n\" of group b, which no variant names",
            ])
    }

    @Test func `subtitles come beside video that has its sound in itself`() throws {
        let master = Self.subtitles("en", ",DEFAULT=YES") + Self.stream(400, ",SUBTITLES=\"s\"", "v.m3u8")
        let made = try Self.made(
            master, [("v.m3u8", Self.media(400)), ("en.vtt.m3u8", Self.media(2, [12, 12]))])
        let loaded = try Self.played(try #require(made.asset), kbps: 1000, .fixed)
        #expect(loaded == [[300_000, 300_000, 300_000, 300_000], [3000, 3000]])
    }
}
