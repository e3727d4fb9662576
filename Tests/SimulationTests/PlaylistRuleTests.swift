import PlayerModel
import Testing

@testable import Simulation

/// Rules of RFC 8216bis that a reader can check, and by which nothing is played.
@Suite("What breaks a rule of the RFC is told, and played all the same")
struct PlaylistRuleTests {
    private static let segment = "#EXTINF:6,\n#EXT-X-BYTERANGE:75000@0\na\n"
    private static let end = "#EXT-X-ENDLIST\n"
    private static let range = "#EXT-X-BYTERANGE:5@0\n"
    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"
    private static let stream = "#EXT-X-STREAM-INF:BANDWIDTH=5\nv.m3u8\n"

    private static func media(_ text: String, _ line: Int32, _ column: Int32, _ words: String) -> PlaylistCase {
        PlaylistCase(mediaHead + text + segment + end, line, column, words)
    }

    /// Tags behind the last segment.
    private static func rest(_ text: String, _ words: String, _ column: Int32 = 1) -> PlaylistCase {
        PlaylistCase(mediaHead + segment + text + end, 6, column, words)
    }

    private static func streams(_ text: String, _ line: Int32, _ column: Int32, _ words: String) -> PlaylistCase {
        PlaylistCase("#EXTM3U\n" + text + stream, line, column, words)
    }

    private static func variant(_ more: String) -> String { "#EXT-X-STREAM-INF:BANDWIDTH=5,\(more)\nw.m3u8\n" }

    private static func rendition(_ type: String, _ group: String, _ name: String, _ more: String) -> String {
        "#EXT-X-MEDIA:TYPE=\(type),GROUP-ID=\"\(group)\",NAME=\"\(name)\"\(more)\n"
    }

    /// A live playlist that comes in parts of 1 s.
    private static func parted(_ body: String, _ line: Int32, _ column: Int32, _ words: String) -> PlaylistCase {
        PlaylistCase(partedText(body), line, column, words)
    }

    private static func partedText(_ body: String) -> String {
        mediaHead + "#EXT-X-PART-INF:PART-TARGET=1\n"
            + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n" + segment + segment + segment + body
    }

    private static func part(_ seconds: String, _ more: String = "") -> String {
        "#EXT-X-PART:DURATION=\(seconds),URI=\"p\"\(more)\n"
    }

    private static func hint(_ type: String) -> String { "#EXT-X-PRELOAD-HINT:TYPE=\(type),URI=\"h\"\n" }

    private static func report(_ attributes: String) -> String { "#EXT-X-RENDITION-REPORT:\(attributes)\n" }

    static let texts: [PlaylistCase] = [
        media("#EXT-X-MAP:URI=\"i\",BYTERANGE=\"100\"\n", 3, 31, "has no offset, which must be there"),
        media(
            "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\",IV=0x1\n", 3, 42,
            "IV does not belong here: with SAMPLE-AES-CTR"),
        media("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\"\n", 3, 1, "must have no #EXT-X-PRELOAD-HINT"),
        media(range, 5, 1, "#EXT-X-BYTERANGE stands twice for one segment; players may take either"),
        media(date + date, 4, 1, "#EXT-X-PROGRAM-DATE-TIME stands twice for one segment"),
        rest(range, "#EXT-X-BYTERANGE is of the segment that follows it"),
        rest(date, "#EXT-X-PROGRAM-DATE-TIME is of the segment that follows it"),
        rest("#EXT-X-GAP\n", "#EXT-X-GAP is of the segment that follows it"),
        rest("#EXT-X-DISCONTINUITY:YES\n", "'YES' does not belong here: #EXT-X-DISCONTINUITY has no value", 22),
        rest("#EXT-X-I-FRAMES-ONLY: 1\n", "'1' does not belong here: #EXT-X-I-FRAMES-ONLY has no value", 23),
        parted(part("1") + "#EXT-X-KEY:METHOD=NONE\n" + segment, 15, 1, "#EXT-X-KEY must stand before the first"),
        parted(part("1") + "#EXT-X-MAP:URI=\"i\"\n", 15, 1, "#EXT-X-MAP must stand before the first"),
        parted(part("0.84") + part("1"), 14, 1, "this part is shorter than 85 % of PART-TARGET"),
        parted(part("1", ",BYTERANGE=\"5@x\""), 14, 43, "of a part is passed over: '5@x' is no byte range"),
        parted(part("1", ",BYTERANGE=5@0"), 14, 42, "passed over: BYTERANGE must be in double quotes"),
        parted(part("1", ",INDEPENDENT=MAYBE"), 14, 44, "'MAYBE' is no INDEPENDENT value"),
        parted(
            part("1") + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q\",BYTERANGE-STRAT=5\n", 15, 39,
            "did you mean 'BYTERANGE-START'?"),
        parted(hint("MAP") + hint("PART") + hint("PART"), 16, 1, "twice with TYPE=PART (rfc8216bis, 6.2.6); the"),
        parted(hint("MAP") + hint("PART") + hint("MAP"), 16, 1, "the first is on line 14, and counts alone"),
        parted(report("LAST-MSN=3"), 14, 1, "URI is missing in #EXT-X-RENDITION-REPORT"),
        parted(report("URI=\"https://a/b\",LAST-MSN=3"), 14, 1, "the URI of a rendition report must be relative"),
        parted(report("URI=\"b\",LAST-PART=x"), 14, 43, "LAST-PART must be"),
        parted(report("URI=\"b\",LAST-MNS=3"), 14, 33, "did you mean 'LAST-MSN'?"),
        streams(variant("CLOSED-CAPTIONS=NONE"), 4, 1, "every variant with pictures must have CLOSED-CAPTIONS=NONE"),
        streams(
            "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"1\"\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"2\"\n", 3, 1,
            "must not stand twice with the same DATA-ID and LANGUAGE"),
        streams(
            "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n"
                + "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"identity\"\n", 3, 1,
            "the first is on line 2"),
        streams(rendition("SUBTITLES", "s", "n", ",URI=\"s\",BIT-DEPTH=16"), 2, 59, "BIT-DEPTH does not belong here"),
        streams(variant("STABLE-VARIANT-ID=\"a b\""), 2, 31, "'a b' is no STABLE-VARIANT-ID"),
        streams(
            variant("CLOSED-CAPTIONS=\"NONE\""), 2, 1, "where there are no captions write CLOSED-CAPTIONS=NONE;"),
        streams(variant("AUDIO=\"a\"") + rendition("AUDIO", "", "n", ""), 2, 1, "GROUP-ID=\"a\"; known here: '';"),
        streams(
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"q\"\n", 2, 1,
            "known here: '.', that of variants that name none"),
        streams(
            rendition("AUDIO", "a", "n", ",STABLE-RENDITION-ID=\"é\""), 2, 47, "'é' is no STABLE-RENDITION-ID"),
        streams(variant("REQ-VIDEO-LAYOUT=\"\""), 2, 31, "must not be empty"),
        streams(variant("REQ-VIDEO-LAYOUT=\"CH-STEREO,\""), 2, 31, "must not be empty"),
        streams(variant("REQ-VIDEO-LAYOUT=\"CH-STEREO/CH-MONO\""), 2, 31, "two words that begin with CH-"),
        streams(
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=5,URI=\"i\",FRAME-RATE=30\n", 2, 47,
            "FRAME-RATE does not belong here: it is of #EXT-X-STREAM-INF alone"),
        streams(
            rendition("AUDIO", "a", "n", "") + rendition("AUDIO", "b", "m", ""), 3, 1,
            "the group \"b\" of TYPE=AUDIO must have the same members"),
        streams(
            rendition("AUDIO", "b", "n", "") + rendition("AUDIO", "a", "n", ",LANGUAGE=\"en\""), 3, 1,
            "LANGUAGE of \"n\" in the group \"a\" must be that in the group \"b\""),
    ]

    @Test("at its place, and once", arguments: texts)
    func told(_ wanted: PlaylistCase) {
        let reading = readPlaylist(wanted.text)
        #expect(reading.problems.isEmpty, "\(reading.diagnostics)")
        let told = reading.warnings.filter { $0.diagnostic.message.contains(wanted.words) }
        #expect(
            told.map { $0.place } == [Place(source: 3, line: wanted.line, column: wanted.column)],
            "\(reading.warnings.map { "\($0.place): \($0.diagnostic.message)" })")
    }

    private static let inOrder = [
        // The last part of a segment may be short, and what is independent, no part, or before none.
        partedText(part("1") + part("0.2") + segment + part("0.5")),
        partedText(part("0.3", ",INDEPENDENT=YES") + part("0.85") + part("1")),
        partedText(part("0.3") + part("1", ",GAP=YES") + part("1")),
        // Tags behind the parts of the segment before.
        partedText(part("1") + segment + "#EXT-X-KEY:METHOD=NONE\n" + part("1", ",BYTERANGE=\"5\"")),
        partedText(part("1") + hint("PART")),
        // What the next segment begins with.
        partedText(date + part("1")),
        // Each segment has its own, and two gaps say the same.
        mediaHead + "#EXT-X-GAP\n#EXT-X-GAP\n" + date + segment + segment + end,
        "#EXTM3U\n" + variant("CLOSED-CAPTIONS=NONE") + variant("CLOSED-CAPTIONS=NONE")
            + variant("CODECS=\"mp4a.40.2\""),
        "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"1\",LANGUAGE=\"en\"\n"
            + "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"2\",LANGUAGE=\"fr\"\n" + stream,
        "#EXTM3U\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n"
            + stream,
        // Groups in two formats.
        "#EXTM3U\n" + rendition("AUDIO", "b", "n", ",LANGUAGE=\"en\",CHANNELS=\"2\",URI=\"a\"")
            + rendition("AUDIO", "b", "m", ",DEFAULT=YES") + rendition("AUDIO", "a", "m", ",DEFAULT=YES")
            + rendition("AUDIO", "a", "n", ",LANGUAGE=\"EN\",CHANNELS=\"6\",URI=\"b\"") + stream,
        "#EXTM3U\n" + variant("STABLE-VARIANT-ID=\"aZ09+/=.-_\""),
    ]

    @Test("and what keeps it is no reason to warn", arguments: inOrder)
    func kept(text: String) {
        let reading = readPlaylist(text)
        #expect(reading.problems.isEmpty, "\(reading.diagnostics)")
        #expect(reading.warnings.isEmpty, "\(reading.warnings.map { $0.diagnostic.message })")
    }

    @Test("a playlist for scanning through is one of key frames", arguments: [true, false])
    func keyFrames(isOne: Bool) throws {
        let root =
            "#EXTM3U\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=5,URI=\"i.m3u8\"\n"
            + Self.stream.replacing("BANDWIDTH=5", with: "BANDWIDTH=50000")
        let frames = mediaHead + (isOne ? "#EXT-X-I-FRAMES-ONLY\n" : "") + Self.segment + Self.end
        let named = [("v.m3u8", mediaHead + Self.segment + Self.end), ("i.m3u8", frames)]
        let told = try #require(playlistSet(root, named)).warnings
        #expect(told.map { $0.fact } == (isOne ? [] : [.rule(.allFrames)]))
        #expect(told.allSatisfy { $0.place == Place(source: 3, line: 2, column: 39) })
    }
}
