import PlayerModel
import Testing

@testable import Simulation

/// What is not as the RFC has it and is played all the same, as players do.
@Suite struct PlaylistsFromTheWild {
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
    private static let segment = "#EXTINF:6,\n#EXT-X-BYTERANGE:75000@0\na\n"
    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"
    private static let end = "#EXT-X-ENDLIST\n"

    private static func media(_ text: String, at line: Int32, _ column: Int32, _ words: String) -> PlaylistCase {
        PlaylistCase(head + text + segment + end, line, column, words)
    }

    private static func streams(_ text: String, at line: Int32, _ column: Int32, _ words: String) -> PlaylistCase {
        PlaylistCase("#EXTM3U\n" + text + "v.m3u8\n", line, column, words)
    }

    private static func rendition(_ rest: String) -> String {
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\(rest)\n"
    }

    static let texts: [PlaylistCase] = [
        PlaylistCase("\u{FEFF}" + head + segment + end, 1, 1, "byte order mark"),
        PlaylistCase("#EXTM3U \n#EXT-X-TARGETDURATION:6\n" + segment + end, 1, 8, "white space"),
        PlaylistCase("#EXTM3U x-tvg-url=\"a\"\n#EXT-X-TARGETDURATION:6\n" + segment + end, 1, 8, "behind #EXTM3U"),
        PlaylistCase("#EXTM3U\n#EXT-X-TARGETDURATION: 6\n" + segment + end, 2, 23, "white space"),
        PlaylistCase("#EXTM3U\n#EXT-X-TARGETDURATION:6.9\n" + segment + end, 2, 23, "read as 6 s"),
        PlaylistCase("#EXTM3U\n#EXT-X-TARGETDURATION:6.0\n" + segment + end, 2, 23, "read as 6 s"),
        PlaylistCase("#EXTM3U\n#EXT-X-TARGETDURATION:0\n" + segment + end, 2, 23, "read as 1 s"),
        media("#EXTINF:5.5,\t\n#EXT-X-BYTERANGE:1@0\nb\n", at: 3, 13, "a tab"),
        media("#EXTINF:5.5,\tTitle\n#EXT-X-BYTERANGE:1@0\nb\n", at: 3, 13, "a tab"),
        media("#EXTINF: 5.5 ,\n#EXT-X-BYTERANGE:1@0\nb\n", at: 3, 9, "white space"),
        media("#EXTINF:5.5,\n#EXT-X-BYTERANGE:1@0\nb  \n", at: 5, 2, "white space"),
        media("  #EXT-X-BITRATE:100\n", at: 3, 1, "white space"),
        media("#EXTINF:0,\n#EXT-X-BYTERANGE:1@0\nb\n", at: 3, 9, "0.01 s"),
        media("#EXTINF:6,006,\n#EXT-X-BYTERANGE:1@0\nb\n", at: 3, 10, "write 6.006"),
        media("#EXTINF:6,006,Title\n#EXT-X-BYTERANGE:1@0\nb\n", at: 3, 10, "write 6.006"),
        media("#EXTINF:-0.0,\n#EXT-X-BYTERANGE:1@0\nb\n", at: 3, 9, "0.01 s"),
        media("#EXT-X-MAP:URI=\"i\", BYTERANGE=\"1@0\"\n", at: 3, 20, "white space"),
        media("#EXT-X-MAP:URI = \"i\"\n", at: 3, 15, "white space"),
        media("#EXT-X-MAP:URI=\"i\",\n", at: 3, 19, "a comma ends this list"),
        media("#EXT-X-KEY:METHOD=NONE,URI=\"k\"\n", at: 3, 24, "URI does not belong here"),
        media("#EXT-X-SERVER-CONTROL:HOLD-BACK=17.9\n", at: 3, 1, "at least 3 ×"),
        PlaylistCase(head + "#EXT-X-PLAYLIST-TYPE:VOD\n" + segment, 1, 1, "a VOD playlist ends with it"),
        // Not modelled.
        media(
            "#EXT-X-DATERANGE:CLASS=\"com.apple.hls.interstitial\"\n" + date, at: 3, 1, "passed over: ID is missing"),
        media(
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-03-01T20:00:00Z\",CLASS=\"com.apple.hls.interstitial\"\n"
                + date,
            at: 3, 1, "passed over: X-ASSET-URI is missing, or X-ASSET-LIST"),
        media(
            "#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY-SEQUENCE:5\n", at: 4, 1,
            "#EXT-X-DISCONTINUITY-SEQUENCE must stand before any #EXT-X-DISCONTINUITY"),
        media("#EXT-X-PART:DURATION=1,URI=\"p\"\n", at: 3, 1, "parts are not"),
        media("#EXT-X-SERVER-CONTROL:HOLDBACK=18\n", at: 3, 23, "did you mean 'HOLD-BACK'"),
        media("#EXT-X-MAP:URI=\"i\",BITERANGE=\"1@0\"\n", at: 3, 20, "did you mean 'BYTERANGE'"),
        media(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMATVERSION=\"1\"\n", at: 3, 35,
            "did you mean 'KEYFORMATVERSIONS'"),
        media("#EXT-X-MAP:URI=\"i\",title=\"a,b\"\n", at: 3, 20, "'title' does not belong here: an attribute's name"),
        media("#EXT-X-MAP:URI=\"i\",The title=1\n", at: 3, 20, "'The title' does not belong here"),
        media("#EXT-X-SEVER-CONTROL:HOLD-BACK=18\n", at: 3, 1, "did you mean '#EXT-X-SERVER-CONTROL'"),
        media("#EXT-X-PART-INF:PART-TARGET=0\n", at: 3, 1, "a part lasts more than 0 s"),
        media(
            "#EXT-X-SERVER-CONTROL:HOLD-BACK=18,CAN-SKIP-DATERANGES=YES\n", at: 3, 1,
            "CAN-SKIP-DATERANGES does not belong here: it takes CAN-SKIP-UNTIL"),
    ]

    static let multivariant: [PlaylistCase] = [
        streams("#EXT-X-STREAM-INF:BANDWIDTH=5,RESOLUTON=1x1\n", at: 2, 31, "did you mean 'RESOLUTION'"),
        streams("#EXT-X-STREAM-INF:BANDWIDTH=5,audio=\"a\"\n", at: 2, 31, "did you mean 'AUDIO'"),
        streams("#EXT-X-STREAM-INF:BANDWIDTH=5,audio_kbps=64\n", at: 2, 31, "'audio_kbps' does not belong here"),
        streams(
            rendition("\"n\",DEFALT=YES") + "#EXT-X-STREAM-INF:BANDWIDTH=5\n", at: 2, 47, "did you mean 'DEFAULT'"),
        streams("#EXT-X-STREAM-INF:BANDWIDTH=5, RESOLUTION=1x1\n", at: 2, 31, "white space"),
        streams("#EXT-X-STREAM-INF:BANDWIDTH=5,RESOLUTION=0x0\n", at: 2, 42, "as if there were none"),
        streams("#EXT-X-STREAM-INF:BANDWIDTH=5,RESOLUTION=64X36\n", at: 2, 44, "a small x between its numbers"),
        streams("#EXT-X-STREAM-INF:BANDWIDTH=5,AUDIO=\"a\"\n", at: 2, 1, "there is none"),
        streams(rendition("\"n\"") + "#EXT-X-STREAM-INF:BANDWIDTH=5,AUDIO=\"h\"\n", at: 3, 1, "GROUP-ID=\"h\""),
        streams(rendition("\"n\"") + rendition("\"n\"") + "#EXT-X-STREAM-INF:BANDWIDTH=5\n", at: 3, 1, "on line 2"),
        streams(
            rendition("\"n\",DEFAULT=YES") + rendition("\"m\",DEFAULT=YES") + "#EXT-X-STREAM-INF:BANDWIDTH=5\n",
            at: 3, 1,
            "has a default already"),
        streams(
            rendition("\"n\",FORCED=NO") + "#EXT-X-STREAM-INF:BANDWIDTH=5\n", at: 2, 47, "FORCED does not belong"),
        streams(
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"\n#EXT-X-STREAM-INF:BANDWIDTH=5\n", at: 2, 1, "steering"),
    ]

    @Test("what players accept is read, with a warning that has its place", arguments: texts + multivariant)
    func warning(_ wanted: PlaylistCase) throws {
        let reading = readPlaylist(wanted.text)
        #expect(reading.problems.isEmpty, "\(reading.diagnostics)")
        let warning = try #require(reading.warnings.first)
        #expect(reading.warnings.count == 1)
        #expect(warning.place == Place(source: 3, line: wanted.line, column: wanted.column))
        #expect(warning.diagnostic.message.contains(wanted.words), "\(warning.diagnostic.message)")
    }

    @Test("and is played", arguments: texts)
    func playing(_ wanted: PlaylistCase) throws {
        let set = try #require(playlistSet(wanted.text, []))
        let asset = try #require(PlaylistAsset(set).asset)
        #expect(asset.duration >= .seconds(6))
    }

    @Test func `what RFC 8216 has is no reason to warn`() {
        let text =
            Self.head + "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z\n"
            + "# a comment with\ta tab \n   \n#EXTINF:6, A title \n#EXT-X-BYTERANGE:1@0\na b\n"
            + "#EXTINF:6,12, A title\n#EXT-X-BYTERANGE:1@0\nc\n#EXTINF:6.0,006,\n#EXT-X-BYTERANGE:1@0\nd\n"
            + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-01T00:00:00Z\"\n" + Self.end
        #expect(readPlaylist(text).warnings.isEmpty)
        #expect(readPlaylist(text).problems.isEmpty)
        let removed = "#EXT-X-SKIP:SKIPPED-SEGMENTS=5,RECENTLY-REMOVED-DATERANGES=\"a\tb\"\n"
        let update = readPlaylist(Self.head + removed + Self.segment + Self.end)
        #expect(update.warnings.isEmpty && update.problems.count == 1)
        let own = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5,X-AUDIO=\"a\",X-SCORE=1\nv.m3u8\n"
        #expect(readPlaylist(own).warnings.isEmpty && readPlaylist(own).problems.isEmpty)
    }

    @Test func `the same is said once, with how often it stands there`() {
        let text = Self.head + String(repeating: "#EXTINF:6,\t\na\n", count: 20) + Self.end
        let warnings = readPlaylist(text).warnings
        #expect(warnings.count == 1)
        #expect(warnings.first?.diagnostic.message.hasSuffix("(and 19 times more)") == true)
    }

    @Test func `of more warnings than are told it is said how many there are`() {
        let maps = (0..<130).map { "#EXT-X-MAP:URI=\"i\",x\($0)=1\n" }
        let warnings = readPlaylist(Self.head + maps.joined() + Self.segment + Self.end).warnings
        #expect(warnings.count == PlaylistLimits.mostProblems + 1)
        let last = warnings.last?.diagnostic
        #expect(last?.message == "one more warning is left out, because 100 are told already (and 29 times more)")
        #expect(last?.place.line == 103)
    }

    @Test func `a segment of no length lasts a hundredth, and values are those without white space`() throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:\t6\n#EXTINF:0.000,\n a.ts \n#EXTINF:\t5.5\t,\tT\n\tb.ts\n" + Self.end
        let playlist = try #require(mediaPlaylist(text))
        #expect(playlist.segments.map { $0.duration.nanoseconds } == [10_000_000, 5_500_000_000])
        #expect(playlist.segments.map { playlist.uri(of: $0) } == ["a.ts", "b.ts"])
        #expect(playlist.targetDurationSeconds == 6)
    }

    @Test func `a playlist is cut at every byte, and every piece is read or refused`() {
        let bytes = Array(
            ("\u{FEFF}#EXTM3U x\r\n#EXT-X-TARGETDURATION: 6.5 \n#EXT-X-MAP:URI = \"i\", BYTERANGE=\"1@0\" ,\n"
                + "#EXT-X-DATERANGE:X-ASSET-URI=\"a\"\n#EXT-X-GAP\n#EXTINF:\t0 ,\té\n \ta b \t\n#EXT-X-ENDLIST\t\n")
                .utf8)
        for length in 0...bytes.count {
            let reading = PlaylistReader.read(Array(bytes.prefix(length)), source: 3)
            #expect((reading.playlist == nil) == !reading.problems.isEmpty)
        }
    }
}
