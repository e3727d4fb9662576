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

    @Test func `a live stream may be less than 110 and 125 percent of what it declares`() {
        func live(_ bytes: Int) -> [String]? {
            items(Self.good, [("v.m3u8", Self.media(Array(repeating: ("6", bytes), count: 150), end: ""))])
        }
        #expect(live(131_999) == [])
        #expect(live(132_000) == ["1.28 3:2"])
        #expect(live(178_125) == ["1.28 3:2", "1.29 3:2"])
    }
}
