import PlayerModel
import Testing

@testable import Simulation

func readPlaylist(
    _ text: String, importing imports: [PlaylistVariable] = [], query: String = ""
) -> PlaylistReader.Reading {
    PlaylistReader.read(Array(text.utf8), source: 3, importing: imports, query: query)
}

extension PlaylistReader.Reading {
    var diagnostics: [Diagnostic] { problems.map { $0.diagnostic } }
}

func mediaPlaylist(_ text: String, source: Int32 = 3) -> MediaPlaylist? {
    let reading = PlaylistReader.read(Array(text.utf8), source: source)
    guard case .media(let playlist)? = reading.playlist else {
        Issue.record("\(reading.diagnostics)")
        return nil
    }
    return playlist
}

func multivariantPlaylist(_ text: String) -> MultivariantPlaylist? {
    let reading = readPlaylist(text)
    guard case .multivariant(let playlist)? = reading.playlist else {
        Issue.record("\(reading.diagnostics)")
        return nil
    }
    return playlist
}

let mediaHead = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"

@Suite struct MediaPlaylists {
    private let text = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:1000000000
        #EXT-X-DISCONTINUITY-SEQUENCE:4
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-SERVER-CONTROL:HOLD-BACK=18.0,PART-HOLD-BACK=3,CAN-SKIP-UNTIL=36,CAN-BLOCK-RELOAD=YES
        #EXT-X-PART-INF:PART-TARGET=1.0
        #EXT-X-UNKNOWN:whatever
        # a comment

        #EXT-X-MAP:URI="all.mp4",BYTERANGE="720@10"
        #EXT-X-PROGRAM-DATE-TIME:1970-01-02T01:00:00.25+01:00
        #EXT-X-BYTERANGE:100@730
        #EXTINF:6.006,The title, with a comma
        all.mp4
        #EXTINF:5.994,
        #EXT-X-BYTERANGE:50
        all.mp4
        #EXT-X-KEY:METHOD=AES-128,URI="k?a=1,2",IV=0x0000000000000000000000000000000F
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple",KEYFORMATVERSIONS="1/2"
        #EXT-X-BITRATE:2000
        #EXT-X-DISCONTINUITY
        #EXTINF:1
        other.ts
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-GAP
        #EXTINF:0.0000000015,
        gone.ts
        #EXT-X-ENDLIST
        """

    @Test(arguments: ["\n", "\r\n"])
    func `every tag has its value`(lineBreak: String) throws {
        let text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineBreak)
        let playlist = try #require(mediaPlaylist(text))
        #expect(playlist.head.version == 7)
        #expect(playlist.head.hasIndependentSegments)
        #expect(playlist.head.start?.offset.nanoseconds == -12_500_000_000)
        #expect(playlist.head.start?.isPrecise == true)
        #expect(playlist.targetDuration == .seconds(6))
        #expect(playlist.targetDurationPlace == Place(source: 3, line: 5, column: 1))
        #expect(playlist.mediaSequence == 1_000_000_000)
        #expect(playlist.discontinuitySequence == 4)
        #expect(playlist.kind == .vod)
        #expect(playlist.isEnded)
        #expect(playlist.serverControl?.holdBack == .seconds(18))
        #expect(playlist.serverControl?.canBlockReload == true)
        #expect(playlist.serverControl?.canSkipUntil == .seconds(36))
        #expect(playlist.partTarget == .seconds(1))
        let lengths: [Int64] = [6_006_000_000, 5_994_000_000, 1_000_000_000, 2]
        #expect(playlist.segments.map { $0.duration.nanoseconds } == lengths)
        #expect(playlist.duration.nanoseconds == lengths.reduce(0, +))
        #expect(playlist.segments.map { playlist.uri(of: $0) } == ["all.mp4", "all.mp4", "other.ts", "gone.ts"])
        #expect(playlist.text.string(playlist.segments[0].title) == "The title, with a comma")
        #expect(playlist.segments.map { $0.line } == [17, 19, 26, 30])
        #expect(playlist.segments.map { $0.uriLine } == [18, 21, 27, 31])
    }

    @Test func `what stands before a segment belongs to it, or to all that follow`() throws {
        let playlist = try #require(mediaPlaylist(text))
        let segments = playlist.segments
        #expect(
            segments.map { playlist.byteRange(of: $0) } == [
                PlaylistByteRange(offset: 730, length: 100), PlaylistByteRange(offset: 830, length: 50), nil, nil,
            ])
        let map = try #require(playlist.map(of: segments[3]))
        #expect(playlist.text.string(map.uri) == "all.mp4")
        #expect(map.byteRange == PlaylistByteRange(offset: 10, length: 720))
        #expect(segments.map { playlist.keys(of: $0).map { $0.method } } == [[], [], [.aes128, .sampleAES], []])
        let keys = playlist.keys(of: segments[2])
        #expect(playlist.text.string(keys[0].uri) == "k?a=1,2")
        #expect(keys[0].iv == 15)
        #expect(playlist.text.string(keys[1].keyFormat) == "com.apple")
        #expect(playlist.text.string(keys[1].keyFormatVersions) == "1/2")
        #expect(segments.map { $0.bitRateKbps } == [-1, -1, 2000, 2000])
        #expect(segments.map { $0.isDiscontinuity } == [false, false, true, false])
        #expect(segments.map { $0.isGap } == [false, false, false, true])
        #expect(playlist.dates == [.init(segment: 0, nanoseconds: 86_400_250_000_000)])
    }

    @Test func `a byte range in quotes may have variables`() throws {
        let define = "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"900\"\n"
        let map = "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"{$n}@10\"\n"
        let part = "#EXT-X-PART:DURATION=1,URI=\"s.mp4\",BYTERANGE=\"{$n}@{$n}\"\n"
        let hint = "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"t.mp4\"\n"
        let playlist = try #require(mediaPlaylist(mediaHead + define + map + "#EXTINF:6,\ns.mp4\n" + part + hint))
        #expect(playlist.maps.map { $0.byteRange } == [PlaylistByteRange(offset: 10, length: 900)])
        #expect(playlist.hasOpenRange, "parts are ranges of a file that they share")
        let wrong = readPlaylist(mediaHead + define + map.replacing("\"{$n}", with: "\"x{$n}"))
        #expect(wrong.problems.map { $0.kind } == [.value(.badByteRange("x900@10"))])
        #expect(wrong.problems.map { $0.place } == [Place(source: 3, line: 4, column: 35)])
    }

    private static let queries: [(String, String?)] = [
        ("token=abc", "abc"), ("a=1&token=x%20y&token=z", "x y"), ("token=", ""), ("token", nil), ("tokens=1", nil),
        ("", nil), ("token&token=z", "z"), ("token=%22", nil), ("token=%0A", nil), ("token=%2", nil),
    ]

    @Test(arguments: queries)
    func `a variable may be a parameter of the query by which the playlist is named`(
        query: String, value: String?
    ) throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-DEFINE:QUERYPARAM=\"token\"\n#EXTINF:6,\ns{$token}.ts\n"
        let reading = readPlaylist(text, query: query)
        guard let value else {
            // What uses it is no fault besides.
            #expect(reading.problems.map { $0.place.line } == [3])
            return
        }
        guard case .media(let playlist)? = reading.playlist else {
            Issue.record("\(reading.diagnostics)")
            return
        }
        #expect(playlist.segments.map { playlist.uri(of: $0) } == ["s\(value).ts"])
    }

    @Test func `variables are put into URIs and quoted strings`() throws {
        let text = """
            #EXTM3U
            #EXT-X-DEFINE:NAME="dir",VALUE="a/b"
            #EXT-X-DEFINE:IMPORT="token"
            #EXT-X-TARGETDURATION:6
            #EXT-X-MAP:URI="{$dir}/init.mp4"
            #EXTINF:6,
            {$dir}/1.ts?t={$token}&{x}
            """
        let token = PlaylistVariable(name: "token", value: "é")
        guard case .media(let playlist)? = readPlaylist(text, importing: [token]).playlist else {
            Issue.record("no media playlist")
            return
        }
        #expect(playlist.uri(of: playlist.segments[0]) == "a/b/1.ts?t=é&{x}")
        #expect(playlist.text.string(playlist.maps[0].uri) == "a/b/init.mp4")
        #expect(playlist.head.variables.map { $0.name } == ["dir", "token"])
    }

    @Test(arguments: [
        ("6", 6_000_000_000), ("0.000000001", 1), ("6.0060000004", 6_006_000_000), ("6.9999999995", 7_000_000_000),
        ("2.", 2_000_000_000), (".5", 500_000_000), ("00006.50", 6_500_000_000),
    ])
    func `durations are exact to the nanosecond`(text: String, nanoseconds: Int64) throws {
        let playlist = try #require(mediaPlaylist(mediaHead + "#EXTINF:\(text),\na.ts"))
        #expect(playlist.segments[0].duration.nanoseconds == nanoseconds)
    }

    @Test func `a file that is cut between CR and LF is whole`() throws {
        let playlist = try #require(mediaPlaylist("#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXTINF:6,\r\na.ts\r"))
        #expect(playlist.uri(of: playlist.segments[0]) == "a.ts")
    }

    @Test func `sequence numbers promise nothing that costs anything`() throws {
        let text = mediaHead + "#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXT-X-BYTERANGE:1@9223372036854775806\n"
        let playlist = try #require(mediaPlaylist(text + "#EXTINF:6,\na.ts\n"))
        #expect(playlist.byteRange(of: playlist.segments[0])?.end == .max)
    }
}

@Suite struct MultivariantPlaylists {
    @Test func `every tag has its value`() throws {
        let text = """
            #EXTM3U
            #EXT-X-DEFINE:NAME="v",VALUE="7"
            #EXT-X-CONTENT-STEERING:SERVER-URI="/steer",PATHWAY-ID="a"
            #EXT-X-SESSION-DATA:DATA-ID="com.x.title",VALUE="T",LANGUAGE="en"
            #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://k"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",AUTOSELECT=YES,CHANNELS="6",\
            URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",DEFAULT=YES,SAMPLE-RATE=48000,BIT-DEPTH=24,\
            URI="de.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",FORCED=YES,URI="s.m3u8"
            #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="CC1"
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1500000,\
            CODECS="avc1.4d401f, mp4a.40.2",RESOLUTION=960x540,FRAME-RATE=29.970,\
            SCORE=1.5,HDCP-LEVEL=NONE,VIDEO-RANGE=SDR,AUDIO="a",\
            SUBTITLES="s",CLOSED-CAPTIONS="c",PATHWAY-ID="a",STABLE-VARIANT-ID="x",X-OURS="a,b"

            # a comment in between
            v{$v}.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2",CLOSED-CAPTIONS=NONE
            low.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.4d401f",URI="i.m3u8"
            """
        let playlist = try #require(multivariantPlaylist(text))
        let variant = playlist.variants[0]
        #expect(variant.stream.bandwidth == 2_000_000 && variant.stream.averageBandwidth == 1_500_000)
        #expect(variant.stream.codecs == ["avc1.4d401f", "mp4a.40.2"])
        #expect(variant.stream.resolution == Dimensions(width: 960, height: 540))
        #expect(variant.frameRateThousandths == 29_970)
        #expect(variant.stream.scoreBillionths == 1_500_000_000)
        #expect(variant.stream.hdcpLevel == "NONE" && variant.stream.videoRange == "SDR")
        #expect(variant.audioGroup == "a" && variant.subtitleGroup == "s" && variant.closedCaptions == .group("c"))
        #expect(variant.stream.pathwayID == "a" && variant.stream.stableID == "x")
        #expect(variant.stream.uri == "v7.m3u8")
        #expect(variant.stream.place == Place(source: 3, line: 10, column: 1))
        #expect(variant.stream.uriPlace == Place(source: 3, line: 13, column: 1))
        #expect(playlist.variants[1].closedCaptions == MultivariantPlaylist.ClosedCaptions.none)
        #expect(playlist.variants.map { $0.hasVideo } == [true, false])
        #expect(playlist.iFrameStreams.map { $0.uri } == ["i.m3u8"])
        #expect(playlist.rendition(ofGroup: "a", in: playlist.groups(of: .audio))?.name == "Deutsch")
        #expect(playlist.renditions[0].channels == "6" && playlist.renditions[0].isAutoselect)
        #expect(playlist.renditions[1].sampleRateHz == 48_000 && playlist.renditions[1].bitDepth == 24)
        #expect(playlist.renditions[2].isForced && playlist.renditions[3].instreamID == "CC1")
        #expect(playlist.sessionData.map { $0.value } == ["T"])
        #expect(playlist.sessionKeys.map { $0.method } == [.sampleAES])
        #expect(playlist.contentSteering?.serverURI == "/steer")
    }

    @Test func `without a default a group has its first that may be selected, or its first`() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="1"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="2",AUTOSELECT=YES
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="3"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
            v.m3u8
            """
        let playlist = try #require(multivariantPlaylist(text))
        #expect(playlist.rendition(ofGroup: "a", in: playlist.groups(of: .audio))?.name == "2")
        #expect(playlist.rendition(ofGroup: "b", in: playlist.groups(of: .audio))?.name == "3")
        #expect(playlist.rendition(ofGroup: "c", in: playlist.groups(of: .audio)) == nil)
        #expect(playlist.rendition(ofGroup: "a", in: playlist.groups(of: .subtitles)) == nil)
    }
}
