import PlayerModel
import Testing

@testable import Simulation

@Suite("Interstitial events that a playlist says")
struct PlaylistInterstitialTests {
    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"

    private static func range(_ more: String, start: String = "20:00:30", uri: String = "ad.m3u8") -> String {
        "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-03-01T\(start)Z\","
            + "X-ASSET-URI=\"\(uri)\"\(more)\n"
    }

    private static func scenario(_ tags: String, isLive: Bool = false, until: Int64 = 200) -> PlaylistScenario {
        var own = ListedPlaylist(tail: isLive ? "" : "#EXT-X-ENDLIST\n")
        own.head += tags
        let other = ListedPlaylist(segments: [(6000, 375_000), (6000, 375_000)], tail: "#EXT-X-ENDLIST\n")
        return PlaylistScenario(
            root: own.text, until: until,
            others: [("ad.m3u8", other.text), ("live.m3u8", ListedPlaylist().text)])
    }

    @Test(
        "come at their dates, and go on where they say",
        arguments: [
            (",X-RESUME-OFFSET=0", 60, 12), (",X-RESUME-OFFSET=12.5", 47.5, 12), (",X-RESUME-OFFSET=-10", 70, 12),
            ("", 48, 12),
            (",X-PLAYOUT-LIMIT=5,X-RESUME-OFFSET=0", 60, 5), (",CUE=\"PRE\"", 60, 12), (",CUE=\"POST,ONCE\"", 60, 12),
            (",X-SNAP=\"OUT,IN\",X-RESUME-OFFSET=8", 54, 12),
        ])
    func played(more: String, played: Double, shown: Int64) throws {
        let run = try Self.scenario(Self.date + Self.range(more)).judgedRun()
        #expect(run["played_time_s"] == Int64(played * 1_000_000_000))
        #expect(run["interstitial_count"] == 1)
        #expect(run.player(1).playedTime == .seconds(shown))
        #expect(run["end_reached"] == 1)
    }

    @Test("that are shorter than their limit are named")
    func shorterThanLimit() throws {
        let scenario = try Self.scenario(Self.date + Self.range(",X-PLAYOUT-LIMIT=50")).read()
        let words = "all of interstitial 'a' is shorter than its X-PLAYOUT-LIMIT"
        #expect(scenario.warnings.map { $0.message }.filter { $0.contains("shorter") } == [words])
    }

    /// It is waited for, and then 12 s long.
    @Test(
        "without an offset go on behind as much as was shown, whatever was paused, and at any rate (rfc8216bis, D.2)",
        arguments: [
            #"{ "at_s": 35, "do": "pause" }, { "at_s": 55, "do": "play" }"#,
            #"{ "at_s": 35, "do": "set_rate", "rate": 1.5 }"#, #"{ "at_s": 35, "do": "set_rate", "rate": 2 }"#,
        ])
    func asMuchAsShown(actions: String) throws {
        var scenario = Self.scenario(Self.date + Self.range(""))
        scenario.more =
            #", "player": { "interstitial_lookahead_s": 0 }, "#
            + #""script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, \#(actions)]"#
        #expect(try scenario.judgedRun().player(0).playback.interstitials.map { $0.resumedAt } == [.seconds(42)])
    }

    private static let own = "CLASS=\"com.apple.hls.interstitial\""
    private static let start = "START-DATE=\"2026-03-01T20:00:30Z\""
    private static let asset = "X-ASSET-URI=\"ad.m3u8\""

    /// Tags of one ID, and where playback goes on behind the event that they make at 30 s.
    private static let consolidated: [(tags: [String], place: Int64)] = [
        (["\(own),\(start),\(asset)"], 42),
        (["\(own),\(start),\(asset)", "\(own),\(start),\(asset)"], 42),
        (["\(own),\(start),\(asset)", "\(start),X-RESUME-OFFSET=0"], 30),
        (["\(own),\(start),\(asset)", "X-RESUME-OFFSET=0"], 30),
        (["\(own),\(start),\(asset)", "X-PLAYOUT-LIMIT=6", "X-RESUME-OFFSET=5"], 35),
        (["\(own),\(start),\(asset)", "X-PLAYOUT-LIMIT=6"], 36),
        // The first has not what it must have, and a later one has it.
        (["X-RESUME-OFFSET=3", "\(own),\(start),\(asset)"], 33), (["\(own),\(start)", asset], 42),
        (["\(start),\(asset)", "\(own),X-RESUME-OFFSET=0"], 30), ([asset, start, own], 42),
    ]

    @Test("say with all tags of their ID together what they say (rfc8216bis, 4.4.5.1)", arguments: consolidated)
    func joined(tags: [String], place: Int64) throws {
        let other = "#EXT-X-DATERANGE:ID=\"b\",START-DATE=\"2026-03-01T20:00:06Z\",X-RESUME-OFFSET=1\n"
        let text = tags.map { "#EXT-X-DATERANGE:ID=\"a\",\($0)\n" }.joined(separator: other)
        let scenario = Self.scenario(Self.date + text)
        #expect(readPlaylist(scenario.root).warnings.isEmpty)
        let run = try scenario.judgedRun()
        #expect(run.player(0).playback.interstitials.map { $0.resumedAt } == [.seconds(place)])
    }

    @Test(
        "of one ID that contradict one another are told at their lines, and the first value counts",
        arguments: [
            ("X-RESUME-OFFSET=4", "X-RESUME-OFFSET is not that of another"),
            ("X-RESUME-OFFSET=0.0", nil),
            ("START-DATE=\"2026-03-01T20:00:40Z\"", "START-DATE is not that of another"),
            ("START-DATE=\"2026-03-01T21:00:30+01:00\"", nil), ("CLASS=\"c\"", "CLASS is not that of another"),
            ("X-ASSET-URI=\"live.m3u8\"", "X-ASSET-URI is not that of another"),
            ("X-RESUME-OFFSET=x", "this tag of an interstitial is passed over: X-RESUME-OFFSET"),
            ("START-DATE=\"tomorrow\"", "this tag of an interstitial is passed over: 'tomorrow'"),
            ("X-SNAP=\"IN,MIDDLE\"", "'MIDDLE' does not belong here"),
            ("X-ASSET-LIST=\"l.json\"", "X-ASSET-LIST does not belong here: X-ASSET-URI says it already"),
        ] as [(String, String?)])
    func contradicted(attribute: String, words: String?) throws {
        let tag = "#EXT-X-DATERANGE:ID=\"a\",\(attribute)\n"
        let scenario = Self.scenario(Self.date + Self.range(",X-RESUME-OFFSET=0") + tag)
        let told = readPlaylist(scenario.root).warnings.map { $0.diagnostic }
        #expect(told.map { $0.place.line } == (words == nil ? [] : [5]))
        #expect(told.allSatisfy { $0.message.hasPrefix(words ?? "") }, "\(told.map { $0.message })")
        let events = try scenario.judgedRun().player(0).playback.interstitials
        #expect(events.map { $0.resumedAt } == [.seconds(30)])
    }

    @Test("are joined in a time that grows with their number little more than they do")
    func many() throws {
        let count = 20_000
        var tags = Self.date
        for number in 0..<count {
            // Each ID comes twice, far apart.
            let id = number % (count / 2)
            let attributes = number == id ? "\(Self.own),\(Self.start)" : Self.asset
            tags += "#EXT-X-DATERANGE:ID=\"\(id)\",\(attributes)\n"
        }
        let playlist = try #require(mediaPlaylist(Self.scenario(tags).root))
        #expect(playlist.warnings.isEmpty && playlist.interstitials.count == count / 2)
        #expect(playlist.interstitials.map { $0.id } == (0..<count / 2).map { "\($0)" })
    }

    @Test("words that CUE, X-SNAP and X-RESTRICT do not have are said to count for nothing")
    func unknownWords() throws {
        let tag = Self.range(",CUE=\"pre,ONCE\",X-SNAP=\"IN,MIDDLE\",X-RESTRICT=\"SKIP,JUMP,S\u{212a}IP\"")
        let told = readPlaylist(Self.scenario(Self.date + tag).root).warnings.map { $0.diagnostic.message }
        #expect(
            told == [
                "'pre' does not belong here: CUE has PRE, POST, ONCE; it is passed over",
                "'MIDDLE' does not belong here: X-SNAP has OUT, IN; it is passed over",
                "'S\u{212a}IP' does not belong here: X-RESTRICT has SKIP, JUMP; it is passed over",
            ], "\(told)")
    }

    @Test(
        "attributes that count for nothing before and after playback are passed over, with a warning",
        arguments: [
            ("X-RESUME-OFFSET=3", ["X-RESUME-OFFSET"]), ("X-SNAP=\"OUT\"", ["X-SNAP"]),
            ("X-SNAP=\"IN\",X-RESUME-OFFSET=0", ["X-RESUME-OFFSET", "X-SNAP"]), ("X-PLAYOUT-LIMIT=5", []),
            ("X-RESTRICT=\"SKIP\"", []), ("X-RESTRICT=\"SKIP,JUMP\"", ["X-RESTRICT"]),
        ])
    func idle(more: String, names: [String]) throws {
        let scenario = Self.scenario(Self.date + Self.range(",CUE=\"POST\",\(more)"))
        let told = try scenario.read().warnings.map { $0.message }.filter { $0.contains("has none here") }
        let words = "of interstitial 'a' is passed over: what comes before or after playback has none here"
        #expect(told == names.map { "\($0) \(words)" })
    }

    /// A folder with a list and the playlists that it may name.
    private struct Folder: PlaylistFolder {
        let list: String?

        func playlist(_ path: String) -> FileAnswer<[UInt8]> {
            path == "l.json" ? FileAnswer(list.map { Array($0.utf8) }) : .missing
        }

        func segmentSize(_ path: String) -> FileAnswer<Int64> {
            path == "ad.m3u8" || path == "m.m3u8" ? .found(99) : .missing
        }
    }

    /// The scenario of a playlist that has an event by a list, or as is said, and all that is said of it.
    private static func listed(
        _ list: String?, uri: String = "l.json", more: String = ",X-RESUME-OFFSET=0", tag: String = "X-ASSET-LIST",
        count: Int = 1, millisecondsApart: Int = 0
    ) -> (scenario: Scenario?, said: [String]) {
        var own = ListedPlaylist(tail: "#EXT-X-ENDLIST\n")
        own.head += date
        for number in 0..<count {
            let start = "20:00:\(Double(30_000 + number * millisecondsApart) / 1000)"
            let (id, one) = (number > 0 ? "a\(number)" : "a", range(more, start: start, uri: uri))
            own.head += one.replacing("X-ASSET-URI", with: tag).replacing("\"a\"", with: "\"\(id)\"")
        }
        let first = CompanionReading(
            .media, "m.m3u8", Array(own.text.utf8), shownAs: "m.m3u8", in: Folder(list: list))
        // As a replay reads it.
        let read = first.faults.isEmpty ? CompanionReading(first.record) : first
        if !read.faults.isEmpty { return (nil, read.faults) }
        let other = ListedPlaylist(segments: [(6000, 375_000), (6000, 375_000)], tail: "#EXT-X-ENDLIST\n")
        var companions = read.companions
        if let set = playlistSet(other.text, []) { companions.add(PlaylistAsset(set), path: "ad.m3u8") }
        let reading = ScenarioReader.read(
            SourceText(file: "test.json", bytes: Array(#"{ "media": "m.m3u8" }"#.utf8)), companions: companions)
        let said = reading.diagnostics + (reading.scenario?.warnings ?? [])
        return (reading.scenario, read.notes.map { $0.text() } + said.map { $0.message })
    }

    @Test("may be of several assets that a list says")
    func lists() throws {
        let text = #"{ "ASSETS": [{ "URI": "ad.m3u8", "DURATION": 12 }, { "URI": "ad.m3u8", "X-OWN": "soap" }] }"#
        let (scenario, said) = Self.listed(text)
        let run = try Run(#require(scenario, "\(said)"))
        #expect(run.player(1).playedTime == .seconds(24))
        #expect(run["played_time_s"] == 60_000_000_000)
        let asked = try #require(run.player(1).playback.exchanges.first)
        #expect(asked.kind == .assetList)
        #expect(run.player(1).slots[Int(asked.slot)].chunks.bytes(of: 0) == Int64(text.utf8.count))
    }

    @Test(
        "are told where their list is none",
        arguments: [
            ("", "'l.json' is no JSON"), ("{}", "'l.json' has no ASSETS"), (#"{ "ASSETS": 3 }"#, "has no ASSETS"),
            (#"{ "ASSETS": [{ "URI": "ad.m3u8" }, { "URL": "b" }] }"#, "'l.json' has no URI in asset 2"),
            (nil, "there is no file 'l.json' in the playlist's folder"),
            (#"{ "ASSETS": [{ "URI": "https://a/b.m3u8" }] }"#, "m.m3u8:4:1: warning: this interstitial is passed"),
            (#"{ "ASSETS": [{ "URI": "no.m3u8" }] }"#, "not all that is in 'l.json' is a file in the playlist's"),
            (#"{ "ASSETS": [{ "URI": "m.m3u8" }] }"#, "it shows the stream itself"),
        ])
    func wrongLists(text: String?, words: String) throws {
        let (scenario, said) = Self.listed(text)
        #expect(said.contains { $0.contains(words) }, "\(said)")
        #expect((scenario?.players.count ?? 1) == 1)
        #expect(Self.listed(text, uri: "https://ads.example/l").said.contains { $0.contains("is no file") })
    }

    @Test(
        "whose list is empty show nothing, and go on where they say (rfc8216bis, D.5)",
        arguments: [("", 30), (",X-RESUME-OFFSET=0", 30), (",X-RESUME-OFFSET=12.5", 42.5)])
    func emptyList(more: String, place: Double) throws {
        let (scenario, said) = Self.listed(#"{ "ASSETS": [] }"#, more: more)
        #expect(said.contains { $0.contains("'a' shows nothing, because l.json lists nothing") }, "\(said)")
        let run = try Run(#require(scenario))
        let event = try #require(run.player(0).playback.interstitials.first)
        #expect(event.resumedAt == MediaTime(nanoseconds: Int64(place * 1_000_000_000)) && event.to == event.at)
        #expect(run["played_time_s"] == Int64((90 - place) * 1_000_000_000))
        #expect(run["interstitial_count"] == 1 && run["end_reached"] == 1)
        #expect(run.player(1).playback.exchanges.isEmpty)
        let words = InterstitialWords.turn(event, isOver: false, run.player(0))
        #expect(words == "interstitial 1 begins, whose list is empty")
        #expect(!Settings.ofPlayer(run.player(1).player).contains { $0.name == "media" })
    }

    @Test("whose lists are empty may be thousands, at one date or one going on where the next is", arguments: [0, 1])
    func manyEmptyLists(apart: Int) throws {
        let (empty, more) = (#"{ "ASSETS": [] }"#, ",X-RESUME-OFFSET=\(Double(apart) / 1000)")
        let run = try Run(#require(Self.listed(empty, more: more, count: 2000, millisecondsApart: apart).scenario))
        #expect(run["interstitial_count"] == 2000 && run["interstitial_time_s"] == 0 && run["end_reached"] == 1)
    }

    @Test("whose list is empty are none before playback, or behind its end", arguments: ["PRE", "POST"])
    func emptyListOfCue(cue: String) throws {
        let (scenario, said) = Self.listed(#"{ "ASSETS": [] }"#, more: ",CUE=\"\(cue)\"")
        #expect(said.contains { $0.contains("passed over: l.json lists nothing") }, "\(said)")
        #expect(try #require(scenario).players.count == 1)
    }

    @Test(
        "whose asset is no file beside the playlist are passed over, which is said where they stand",
        arguments: ["no.m3u8", "https://cdn.example/ad.m3u8", "../ad.m3u8", "ad.m3u8"])
    func absentAsset(uri: String) throws {
        let (scenario, said) = Self.listed(nil, uri: uri, tag: "X-ASSET-URI")
        let isThere = uri == "ad.m3u8"
        let words = "m.m3u8:4:1: warning: this interstitial is passed over: '\(uri)' is no file in the playlist's"
        #expect(said.contains { $0.hasPrefix(words) } != isThere, "\(said)")
        #expect(said.count { $0.contains("interstitial") } == (isThere ? 0 : 1), "\(said)")
        #expect(try #require(scenario).players.count == (isThere ? 2 : 1))
    }

    @Test("of several files want all of them at once")
    func wanted() {
        let assets = #""interstitials": [{ "at_s": 3, "assets": ["a.m3u8", "b.m3u8", "c.m3u8"] }]"#
        let reading = ScenarioText(media: .hls([500], duration_s: 20, "\(assets)")).reading
        #expect(reading.diagnostics.isEmpty && reading.wanted.map { $0.path } == ["a.m3u8", "b.m3u8", "c.m3u8"])
    }

    @Test("of a live stream come by the date of what is listed")
    func live() throws {
        // 60 s are listed, and playback begins 18 s before the end.
        let run = try Self.scenario(
            Self.date + Self.range("", start: "20:00:50"), isLive: true, until: 60
        ).judgedRun()
        let event = try #require(run.player(0).playback.interstitials.first)
        #expect(event.resumedAt == .seconds(62))
        #expect(run["stall_count"] == 0)
    }

    @Test(
        "of a live stream come by the date that a scenario gives media time zero, whatever the playlist says",
        arguments: [
            (true, "20:00:10", 20), (true, "20:00:00", 30), (false, "20:00:00", 30), (true, "20:01:00", nil),
        ] as [(Bool, String, Int64?)])
    func saidDate(isDated: Bool, zero: String, place: Int64?) throws {
        var scenario = Self.scenario((isDated ? Self.date : "") + Self.range(""), isLive: true)
        scenario.live = "{ \"program_date\": \"2026-03-01T\(zero)Z\" }"
        let events = try scenario.read().players[0].interstitials?.events ?? []
        #expect(events.map { $0.cue } == (place.map { [.at(.seconds($0))] } ?? []))
    }

    @Test(
        "of a live stream come although they have begun before what is listed, if they are not over",
        arguments: [("19:59:50", true), ("19:59:48", false), ("19:59:30", false)])
    func begunBefore(start: String, isShown: Bool) throws {
        let scenario = Self.scenario(
            "#EXT-X-START:TIME-OFFSET=0\n" + Self.date + Self.range("", start: start), isLive: true, until: 60)
        let read = try scenario.read()
        let why = "it is over before what is listed begins"
        #expect(read.warnings.contains { $0.message.contains(why) } != isShown)
        #expect(read.players.count == (isShown ? 2 : 1))
        guard isShown else { return }
        let run = try scenario.judgedRun()
        #expect(run["interstitial_count"] == 1)
        let event = try #require(run.player(0).playback.interstitials.first)
        // As much as it shows, and not as long as it waits for it.
        #expect(event.resumedAt == .seconds(12))
    }

    private static let impossible: [(tags: String, why: String)] = [
        (range(""), "without EXT-X-PROGRAM-DATE-TIME"), (date + range("", uri: "m.m3u8"), "shows the stream itself"),
        (date + range("", start: "20:02:00"), "no part of what is listed"),
        (date + range("", start: "19:59:59"), "no part of what is listed"),
        (date + range("", uri: "https://cdn.example/ad.m3u8"), "is no file"),
        (date + range("", uri: "../ad.m3u8"), "is no file"), (date + range("", uri: "live.m3u8"), "is a live stream"),
        (date + range("").replacing("2026-03-01T20:00:30", with: "9999-12-31T23:59:59"), "no part of what is listed"),
        (date + range(",X-PLAYOUT-LIMIT=0"), "X-PLAYOUT-LIMIT is 0 s"),
    ]

    @Test("are passed over with a reason where they cannot be", arguments: impossible)
    func passedOver(tags: String, why: String) throws {
        let made = Self.scenario(tags)
        let scenario = try made.read()
        #expect(scenario.players.count == 1)
        #expect(scenario.warnings.contains { $0.message.contains(why) }, "\(scenario.warnings.map { $0.message })")
        // The playlist alone shows all of it but what its assets are.
        let told = PlaylistAsset(try #require(made.set)).warnings.map { $0.diagnostic }
        #expect(told.contains { $0.message.contains(why) } == (why != "is a live stream"), "\(told)")
        #expect(told.allSatisfy { $0.place.line == (tags.hasPrefix(Self.date) ? 4 : 3) })
    }

    private static let starts: [(String, Int64?)] = [
        ("20:00:06", 6), ("21:00:06", 24), ("20:00:30", nil), ("21:00:30", nil),
    ]

    /// Six segments of 6 s of which the last three are of another hour.
    @Test("are placed by the date of the segment that they come in", arguments: starts)
    func dates(start: String, place: Int64?) throws {
        let three = String(repeating: "#EXTINF:6,\n#EXT-X-BYTERANGE:9@0\ns.ts\n", count: 3)
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + Self.range("", start: start) + Self.date + three
            + "#EXT-X-DISCONTINUITY\n" + Self.date.replacing("T20", with: "T21") + three + "#EXT-X-ENDLIST\n"
        let other = ListedPlaylist(tail: "#EXT-X-ENDLIST\n")
        let scenario = try PlaylistScenario(root: text, others: [("ad.m3u8", other.text)]).read()
        #expect(
            (scenario.players[0].interstitials?.events ?? []).map { $0.cue }
                == (place.map { [.at(.seconds($0))] } ?? []))
    }

    @Test("that a live stream announces for later than the run do not come, and are no fault")
    func announced() throws {
        let tags =
            Self.date + Self.range("", start: "20:10:00")
            + Self.range("", start: "20:01:30").replacing("\"a\"", with: "\"b\"")
        let scenario = try Self.scenario(tags, isLive: true).read()
        #expect((scenario.players[0].interstitials?.events ?? []).map { $0.cue } == [.at(.seconds(90))])
        #expect(
            try Self.scenario(Self.date + Self.range("", start: "20:10:00"), isLive: true).read().players.count == 1)
    }

    @Test("give way to those of the scenario")
    func preempted() throws {
        var scenario = Self.scenario(Self.date + Self.range(""))
        scenario.members = #", "interstitials": []"#
        #expect(try scenario.read().players.count == 1)
    }

    @Test(
        "that are written wrongly are passed over with a place",
        arguments: [
            ("ID=\"a\",X-ASSET-URI=\"b\"", "START-DATE"),
            ("START-DATE=\"2026-03-01T20:00:00Z\",X-ASSET-URI=\"b\"", "ID"),
            ("ID=\"a\",START-DATE=\"tomorrow\",X-ASSET-URI=\"b\"", "tomorrow"),
            ("ID=\"a\",START-DATE=\"2026-03-01T20:00:00Z\",X-ASSET-URI=\"b\",X-RESUME-OFFSET=x", "X-RESUME-OFFSET"),
            ("ID=\"a\",START-DATE=\"2026-03-01T20:00:00Z\",X-ASSET-URI=\"b\"", "CLASS is missing"),
            (
                "ID=\"a\",CLASS=\"com.example.promo\",START-DATE=\"2026-03-01T20:00:00Z\",X-ASSET-URI=\"b\"",
                "its CLASS is 'com.example.promo'"
            ),
            (
                "ID=\"a\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-03-01T20:00:00Z\",X-ASSET-URI=\"\"",
                "no file"
            ),
        ])
    func faults(attributes: String, words: String) throws {
        let scenario = Self.scenario(Self.date + "#EXT-X-DATERANGE:\(attributes)\n")
        let reading = readPlaylist(scenario.root)
        #expect(reading.problems.isEmpty)
        if words == "no file" {
            #expect(try scenario.read().warnings.contains { $0.message.contains(words) })
        } else {
            let warnings = reading.warnings.map { $0.diagnostic }
            #expect(warnings.count == 1 && warnings[0].message.contains(words), "\(warnings.map(\.message))")
            #expect(warnings.first?.place.line == 4)
        }
        #expect(try scenario.read().players.count == 1)
    }
}
