import Testing

@testable import Simulation

@Suite struct PlaylistAuthoring {
    private static let good = "#EXT-X-STREAM-INF:BANDWIDTH=190000,AVERAGE-BANDWIDTH=160000,FRAME-RATE=30\nv.m3u8\n"

    /// Segments of so many seconds and bytes.
    private static func media(
        _ segments: [(String, Int)], target: Int = 6, extra: String = "", end: String = "#EXT-X-ENDLIST\n"
    ) -> String {
        let lines = segments.map { "#EXTINF:\($0.0),\n#EXT-X-BYTERANGE:\($0.1)@0\nx\n" }
        return "#EXTM3U\n#EXT-X-TARGETDURATION:\(target)\n\(extra)\(lines.joined())#EXT-X-VERSION:4\n\(end)"
    }

    private static let steady = media([("6", 120_000), ("6", 120_000), ("6", 142_500), ("2", 30_000)])

    private func items(_ master: String, _ playlists: [(String, String)]) -> [String]? {
        guard let set = playlistSet("#EXTM3U\n" + master, playlists) else { return nil }
        return AuthoringCheck.objections(to: set).map { objection in
            let isOfRFC = objection.item.hasPrefix("RFC ")
            #expect(objection.diagnostic.message.hasPrefix("\(isOfRFC ? "" : "item ")\(objection.item): "))
            return "\(objection.item) \(objection.place.source):\(objection.place.line)"
        }
    }

    @Test func `what is as it should be is not objected to`() {
        #expect(items(Self.good, [("v.m3u8", Self.steady)]) == [])
    }

    struct Case: Sendable {
        let text: String
        let items: [String]

        init(_ text: String, _ items: [String] = []) {
            self.text = text
            self.items = items
        }
    }

    private static func stream(_ peak: Int, _ average: Int, _ more: String, _ uri: String) -> String {
        "#EXT-X-STREAM-INF:BANDWIDTH=\(peak),AVERAGE-BANDWIDTH=\(average)\(more)\n\(uri)\n"
    }

    @Test func `it is said which variant is nearest to either rate that the first should have`() throws {
        let rates = [7_500_000, 577_610, 915_905, 1_924_009].map { Self.stream(9_000_000, $0, ",FRAME-RATE=30", "w") }
        let set = try #require(playlistSet("#EXTM3U\n" + rates.joined(), []))
        let first = AuthoringCheck.objections(to: set).map { $0.diagnostic.message }.first { $0.contains("1.32: ") }
        #expect(
            first == "item 1.32: the first variant has 7500 kbit/s and should be that of 2000 kbit/s for Wi-Fi "
                + "(1.32a), nearest on line 8, or of 730 kbit/s for cellular (1.32b), nearest on line 4")
    }

    static let variants: [Case] = [
        Case("#EXT-X-STREAM-INF:BANDWIDTH=190000,FRAME-RATE=30\nv.m3u8\n", ["9.14 3:2"]),
        Case(stream(190_000, 160_000, "", "v.m3u8"), ["9.15 3:2"]),
        Case(stream(190_000, 160_000, ",CODECS=\"mp4a.40.2\"", "v.m3u8")),
        Case(stream(192_001, 160_000, ",FRAME-RATE=30", "w"), ["9.21 3:2"]),
        Case(stream(192_000, 160_000, ",FRAME-RATE=30", "w")),
        Case(stream(1, 1, ",FRAME-RATE=30,SCORE=2", "w") + good, ["1.32 3:2", "9.19 3:4"]),
        // The nearest to 2000 kbit/s, or to 730, comes first.
        Case(good + stream(2_000_000, 2_000_000, ",FRAME-RATE=30", "w")),
        Case(stream(1, 1, ",FRAME-RATE=30", "w") + good + stream(1, 2_000_000, ",FRAME-RATE=30", "w"), ["1.32 3:2"]),
        Case(stream(1, 2_000_000, ",FRAME-RATE=30", "w") + good),
        Case(stream(1, 800_000, ",FRAME-RATE=30", "w") + good),
        Case(stream(190_000, 160_000, ",FRAME-RATE=30,VIDEO-RANGE=PQ,HDCP-LEVEL=TYPE-1", "v.m3u8")),
        Case(stream(190_000, 160_000, ",FRAME-RATE=30,VIDEO-RANGE=HDR", "v.m3u8"), ["RFC 8216bis, 4.4.6.2 3:2"]),
        Case(
            good + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,VIDEO-RANGE=hlg,URI=\"i\"\n",
            ["RFC 8216bis, 4.4.6.2 3:4"]),
        // Measured: 165 kbit/s on average, and a peak of 190.
        Case(stream(190_000, 151_000, ",FRAME-RATE=30", "v.m3u8")),
        Case(stream(190_000, 149_000, ",FRAME-RATE=30", "v.m3u8"), ["1.26 3:2"]),
        Case(stream(173_000, 160_000, ",FRAME-RATE=30", "v.m3u8")),
        Case(stream(172_000, 160_000, ",FRAME-RATE=30", "v.m3u8"), ["1.27 3:2"]),
    ]

    @Test(arguments: variants)
    func `variants are held against chapters 1 and 9`(wanted: Case) {
        #expect(items(wanted.text, [("v.m3u8", Self.steady)]) == wanted.items)
    }

    static let segments: [Case] = [
        Case(media([("4", 1), ("4", 1), ("4", 1)], target: 4), ["7.5 4:2", "7.6 4:3"]),
        Case(media([("6.006", 1), ("6.5", 1), ("6.006", 1)])),
        Case(media([("6.006", 1), ("6.501", 1), ("6.006", 1), ("7", 1)]), ["7.7 4:6"]),
        Case(media([("6", 1), ("6", 1), ("1", 1)])),
        Case(media([("6", 1), ("6", 1)], end: ""), ["8.11 4:1", "8.12 4:1"]),
        Case(media([("6", 1), ("6", 1)], extra: "#EXT-X-PLAYLIST-TYPE:EVENT\n", end: ""), ["8.11 4:1", "8.12 4:1"]),
        // It says that nothing is added: no items for live streams hold.
        Case(media([("6", 1), ("6", 1)], extra: "#EXT-X-PLAYLIST-TYPE:VOD\n", end: "")),
        Case(
            media([("6", 1)], extra: "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=2.9\n#EXT-X-PART-INF:PART-TARGET=1\n"),
            ["14.3 4:3"]),
    ]

    @Test(arguments: segments)
    func `segments are held against chapters 7, 8 and 14`(wanted: Case) {
        // A rendition that no variant plays with: its rates are nobody's.
        let rendition = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",URI=\"m.m3u8\"\n"
        #expect(items(rendition + Self.good, [("m.m3u8", wanted.text)]) == wanted.items)
    }

    /// The least version of what is in a playlist, and the line of that.
    @Test(
        "a version is that of what needs the highest (rfc8216bis, 8)",
        arguments: [
            ("#EXTINF:6,\na\n", 1, 0), ("#EXTINF:6,\na\n#EXTINF:6.0,\nb\n", 3, 5),
            ("#EXT-X-BYTERANGE:1@0\n#EXTINF:6.5,\na\n", 4, 3), ("#EXT-X-I-FRAMES-ONLY\n", 4, 3),
            ("#EXT-X-MAP:URI=\"i\"\n", 6, 3), ("#EXT-X-MAP:URI=\"i\"\n#EXT-X-I-FRAMES-ONLY\n", 5, 3),
            ("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n", 1, 0), ("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1\n", 2, 3),
            ("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n", 5, 3),
            ("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"identity\"\n", 5, 3),
            ("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n", 1, 0),
            ("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n#EXTINF:6,\n{$a}\n", 8, 5),
        ] as [(String, Int64, Int32)])
    func version(body: String, least: Int64, line: Int32) throws {
        for version in [1, least - 1, least] where version > 0 {
            let tag = "#EXT-X-VERSION:\(version)\n"
            let set = try #require(playlistSet("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(body)\(tag)#EXT-X-ENDLIST\n", []))
            let told = AuthoringCheck.objections(to: set).filter { $0.item == "RFC 8216bis, 8" }
            #expect(told.map { $0.place.line } == (version < least ? [line] : []), "\(version)")
            let words = "#EXT-X-VERSION must be at least \(least), because of "
            #expect(told.allSatisfy { $0.diagnostic.message.contains(words) }, "\(told)")
            #expect(!set.warnings.contains { $0.diagnostic.message.contains("EXT-X-VERSION") }, "no run goes by it")
        }
    }

    @Test func `a multivariant playlist has one, too`() {
        let audio = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",INSTREAM-ID=\"1\"\n"
        #expect(items(audio + Self.good, [("v.m3u8", Self.steady)]) == ["RFC 8216bis, 8 3:2"])
        #expect(items("#EXT-X-VERSION:13\n" + audio + Self.good, [("v.m3u8", Self.steady)]) == [])
        let service = audio.replacing("AUDIO", with: "CLOSED-CAPTIONS").replacing("\"1\"", with: "\"SERVICE1\"")
        let low = items("#EXT-X-VERSION:6\n" + service + Self.good, [("v.m3u8", Self.steady)])
        #expect(low == ["RFC 8216bis, 8 3:3"])
        #expect(items("#EXT-X-VERSION:7\n" + service + Self.good, [("v.m3u8", Self.steady)]) == [])
    }

    @Test func `rates are those of a variant with its audio, and target durations are the same`() {
        let master = """
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=190000,AVERAGE-BANDWIDTH=180000,FRAME-RATE=30,AUDIO="a"
            v.m3u8
            """
        let half = Self.media([("6", 67_500), ("6", 67_500)])
        #expect(items(master, [("v.m3u8", half), ("a.m3u8", half)]) == [])
        let loud = Self.media([("6", 67_500), ("6", 300_000)], target: 5)
        #expect(
            items(master, [("v.m3u8", half), ("a.m3u8", loud)]) == [
                "1.26 3:3", "1.27 3:3", "8.2 4:2", "7.5 5:2", "7.7 5:3",
            ])
        let most = Self.media([("0.000000001", 400_000_000_000_000)])
        #expect(items(master, [("v.m3u8", most), ("a.m3u8", most)]) == ["1.26 3:3", "1.27 3:3"], "clamped")
        let swinging = Self.media([("6", 1000), ("6", 1000), ("6", 135_000)])
        #expect(items(Self.good, [("v.m3u8", swinging)]) == ["1.26 3:2", "1.30 3:2"])
    }

    @Test(
        arguments: [
            (160_000, 6, []), (110_000, 6, ["1.26 3:4", "1.27 3:4"]), (160_000, 12, ["8.2 4:2"]),
        ] as [(Int, Int, [String])])
    func `all audio of a group counts, because a person may choose it`(rate: Int, length: Int, items: [String]) {
        let audio = ["en", "de"].map {
            let isDefault = $0 == "en" ? "YES" : "NO"
            return "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\($0)\",DEFAULT=\(isDefault),URI=\"\($0).m3u8\"\n"
        }
        let playlists = [
            ("v.m3u8", Self.media([("6", 75_000), ("6", 75_000)])),
            ("en.m3u8", Self.media([("6", 7500), ("6", 7500)])),
            ("de.m3u8", Self.media([("\(length)", 7500 * length), ("\(length)", 7500 * length)], target: length)),
        ]
        func found(_ stream: String) -> [String]? {
            let all = self.items(audio.joined() + stream, playlists)
            return all?.filter { $0.hasPrefix("1.2") || $0.hasPrefix("8.2") }
        }
        #expect(found(Self.stream(rate, rate, ",FRAME-RATE=30,AUDIO=\"a\"", "v.m3u8")) == items)
        // Sound alone that is one of them plays in the place of the others.
        let alone = Self.stream(60_000, 60_000, ",CODECS=\"mp4a.40.2\",AUDIO=\"a\"", "en.m3u8")
        #expect(found(alone) == (length == 6 ? [] : ["8.2 5:2"]))
    }

    @Test(
        arguments: [
            ([6, 6], [0, 1], []), ([6, 5], [0, 1], ["RFC 8216bis, 6.2.4 5:2"]),
            ([6, 5, 5, 6], [0, 1, 2, 3], ["RFC 8216bis, 6.2.4 5:2", "RFC 8216bis, 6.2.4 6:2"]),
            // Two variants with one playlist.
            ([6, 5], [0, 1, 1], ["RFC 8216bis, 6.2.4 5:2"]),
        ] as [([Int], [Int], [String])])
    func `all variants have the target duration of the first`(targets: [Int], variants: [Int], items: [String]) {
        let master = variants.map { Self.stream(190_000, 160_000, ",FRAME-RATE=30", "\($0).m3u8") }.joined()
        let playlists = targets.enumerated().map { number, target in
            let lengths = Array(repeating: ("\(target)", 22_500 * target), count: 3)
            return ("\(number).m3u8", Self.media(lengths, target: target))
        }
        let found = self.items(master, playlists)
        #expect(found?.filter { $0.hasPrefix("RFC") } == items, "\(found ?? [])")
    }

    /// 170 kbit/s without the gap, and 153 with its time.
    @Test func `no rate takes a gap for media`() {
        let gap = Self.steady.replacing("#EXTINF:2,", with: "#EXT-X-GAP\n#EXTINF:2,")
        let master = Self.stream(190_000, 185_000, ",FRAME-RATE=30", "v.m3u8")
        #expect(items(master, [("v.m3u8", gap)]) == [])
    }

    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:"

    /// Of two variants, audio, and key frames alone, which may last as long as they like, what differs in which.
    @Test(
        "the media playlists of one multivariant playlist are alike in what the RFC says of all",
        arguments: [
            (["", "", "", ""], []), (["#EXT-X-PLAYLIST-TYPE:VOD\n", "", "#EXT-X-PLAYLIST-TYPE:VOD\n", ""], [5, 7]),
            (
                ["VOD", "EVENT", "VOD", "VOD"].map { "#EXT-X-PLAYLIST-TYPE:\($0)\n" }, [5]
            ),
            (["00Z", "06Z", "00Z", "00Z"].map { "\(date)\($0)\n" }, []),
            (["00Z", "06.1Z", "00Z", "00Z"].map { "\(date)\($0)\n" }, [5]),
            (["\(date)00Z\n", "\(date)00Z\n", "", "\(date)00Z\n"], [6]),
            (["#EXT-X-DISCONTINUITY\n", "", "#EXT-X-DISCONTINUITY\n", ""], [5]),
            (["#EXT-X-DISCONTINUITY\n", "#EXT-X-DISCONTINUITY-SEQUENCE:1\n", "", ""], [6]),
        ] as [([String], [Int32])])
    func alike(tags: [String], sources: [Int32]) throws {
        let master =
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",URI=\"2\"\n"
            + Self.stream(190_000, 160_000, ",AUDIO=\"a\"", "0") + Self.stream(190_000, 160_000, ",AUDIO=\"a\"", "1")
            + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,URI=\"3\"\n"
        let playlists = tags.enumerated().map { number, tag -> (String, String) in
            let own = number == 3 ? "#EXT-X-I-FRAMES-ONLY\n" : ""
            return ("\(number)", Self.media([("6", 1), ("6", 1)], extra: own + tag))
        }
        let set = try #require(playlistSet(master, playlists))
        let told = AuthoringCheck.objections(to: set).filter { $0.item == "RFC 8216bis, 6.2.4" }
        #expect(told.map { $0.place.source } == sources, "\(told)")
    }

    /// Each is said of one line of a multivariant playlist, or of its media playlist, which is source 4.
    @Test(
        "words and numbers are what the RFC says that they are",
        arguments: [
            (",SCORE=0", "", "", "RFC 8216bis, 4.4.6.2: SCORE is 0, and must be more"),
            (
                ",AUDIO=\"a\"", ",CHANNELS=\"stereo\"", "",
                "RFC 8216bis, 4.4.6.1: CHANNELS is 'stereo', and must begin with the number of channels"
            ), (",AUDIO=\"a\"", ",CHANNELS=\"16/JOC\"", "", nil),
            (
                ",AUDIO=\"a\",CODECS=\"avc1.4d401e\"", "", "",
                "RFC 8216bis, 4.4.6.1.1: CODECS must have every format of the audio group 'a', and has none of sound"
            ), (",AUDIO=\"a\",CODECS=\"avc1.4d401e,mp4a.40.2\"", "", "", nil),
            (",AUDIO=\"a\",CODECS=\"avc1.4d401e,dtsx\"", "", "", nil),
            (
                "", "", "a/0",
                "RFC 8216bis, 4.4.4.4: KEYFORMATVERSIONS is 'a/0', and must be a number of more than 0, or several "
                    + "with / between them"
            ), ("", "", "1/25", nil),
        ] as [(String, String, String, String?)])
    func words(stream: String, audio: String, versions: String, expected: String?) throws {
        let group = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\"\(audio),URI=\"a\"\n"
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMATVERSIONS=\"\(versions)\"\n"
        let media = Self.media([("6", 1)], extra: "#EXT-X-VERSION:5\n" + (versions.isEmpty ? "" : key))
            .replacing("#EXT-X-VERSION:4\n", with: "")
        let master = "#EXTM3U\n#EXT-X-VERSION:8\n" + group + Self.stream(190_000, 160_000, stream, "v")
        let set = try #require(playlistSet(master, [("v", media), ("a", Self.steady)]))
        let told = AuthoringCheck.objections(to: set).filter { $0.item.hasPrefix("RFC") }
        #expect(told.map { $0.diagnostic.message } == [expected].compactMap { $0 })
    }

    @Test("KEYFORMATVERSIONS is told of the first key of a playlist, and of how many more")
    func versionsOfSeveralKeys() throws {
        func key(_ number: Int, _ versions: String) -> String {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"\(number)\",KEYFORMATVERSIONS=\"\(versions)\"\n#EXTINF:6,\n\(number).ts\n"
        }
        let body = key(1, "1/2") + key(2, "a") + key(3, "0") + key(4, "b")
        let set = try #require(
            playlistSet("#EXTM3U\n" + Self.good, [("v.m3u8", mediaHead + body + "#EXT-X-ENDLIST\n")]))
        let told = AuthoringCheck.objections(to: set).filter { $0.item == "RFC 8216bis, 4.4.4.4" }
        let words =
            "RFC 8216bis, 4.4.4.4: KEYFORMATVERSIONS is 'a', and must be a number of more than 0, or several with / "
            + "between them; so must that of 2 more keys"
        #expect(told.map { $0.diagnostic.message } == [words])
        #expect(told.map { $0.place.line } == [6])
    }

    /// A file of 200 kbit/s: from 180 to 220 there is nothing to say.
    @Test(arguments: [(179, true), (180, false), (220, false), (221, true)])
    func `EXT-X-BITRATE is that of the file`(kbps: Int, isTold: Bool) throws {
        let media = mediaHead + "#EXT-X-BITRATE:\(kbps)\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n"
        let master = "#EXTM3U\n" + Self.good
        let set = try #require(playlistSet(master, [("v.m3u8", media)], files: [("1.ts", 150_000)]))
        let told = AuthoringCheck.objections(to: set).filter { $0.item == "RFC 8216bis, 4.4.4.8" }
        let words =
            "RFC 8216bis, 4.4.4.8: the file of this segment has 200 kbit/s, and #EXT-X-BITRATE, \(kbps) kbit/s, must "
            + "be within 10 % of that"
        #expect(told.map { $0.diagnostic.message } == (isTold ? [words] : []))
    }

    @Test func `the version of every media playlist is judged`() throws {
        let low = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.0,\nx\n#EXT-X-ENDLIST\n"
        let master =
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"n\",URI=\"s\"\n" + Self.good
            + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,URI=\"i\"\n"
        let set = try #require(playlistSet(master, [("v.m3u8", Self.steady), ("s", low), ("i", low)]))
        let told = AuthoringCheck.objections(to: set).filter { $0.item == "RFC 8216bis, 8" }
        #expect(told.map { $0.place.source } == [5, 6])
    }

    @Test(
        "of one it is said in the singular",
        arguments: [
            (.partialScore(missing: 1), "item 9.19: 1 variant has no SCORE, so that of the others is ignored"),
            (.partialScore(missing: 2), "item 9.19: 2 variants have no SCORE, so that of the others is ignored"),
            (.tooFewLiveSegments(1), "item 8.11: there is 1 segment; a live playlist must have at least 6"),
            (.tooFewLiveSegments(5), "item 8.11: there are 5 segments; a live playlist must have at least 6"),
            (
                .segmentTooLong(.seconds(7), targetSeconds: 6, others: 1),
                "item 7.7: this segment lasts 7 s, and must not last more than 0.5 s longer than the target duration, "
                    + "6 s; neither must one more"
            ),
        ] as [(AuthoringObjection.Fact, String)])
    func singular(fact: AuthoringObjection.Fact, words: String) {
        let place = Place(source: 3, line: 1, column: 1)
        #expect(AuthoringObjection(fact, place).diagnostic.message == words)
    }

    @Test func `a live stream may be less than 110 and 125 percent of what it declares`() {
        func live(_ bytes: Int) -> [String]? {
            items(Self.good, [("v.m3u8", Self.media(Array(repeating: ("6", bytes), count: 150), end: ""))])
        }
        #expect(live(131_999) == [])
        #expect(live(132_000) == ["1.28 3:2"])
        #expect(live(178_125) == ["1.28 3:2", "1.29 3:2"])
    }
}
