import PlayerModel
import Testing

@testable import Simulation

@Suite("What is newer in a playlist than its reader is passed over (rfc8216bis, 6.3.1)")
struct PlaylistUnknownPartTests {
    /// A tag, the text in it at which the warning stands, and its words.
    struct Unknown: CustomTestStringConvertible, Sendable {
        let tag: String
        let at: String
        let words: String
        var testDescription: String { tag }

        init(_ tag: String, _ at: String, _ words: String) { (self.tag, self.at, self.words) = (tag, at, words) }

        /// Its column, from 1 on.
        var column: Int32 {
            let place = tag.indices.first { tag[$0...].hasPrefix(at) } ?? tag.endIndex
            return Int32(tag.distance(from: tag.startIndex, to: place)) + 1
        }
    }

    private static let media = "#EXT-X-MEDIA:GROUP-ID=\"a\",NAME=\"n\",URI=\"a\""
    private static let stream = "#EXT-X-STREAM-INF:BANDWIDTH=5"

    static let variants: [Unknown] = [
        Unknown(stream + ",REQ-FOO=\"BAR\"", "REQ-FOO", "REQ-FOO is not known of #EXT-X-STREAM-INF"),
        Unknown(stream + ",REQ-VIDEO-LAYOUT=\"CH-MONO/PROJ-CUBE\"", "CH-MONO", "'PROJ-CUBE' is no REQ-VIDEO-LAYOUT"),
        Unknown(stream + ",HDCP-LEVEL=TYPE-2", "TYPE-2", "'TYPE-2' is no HDCP-LEVEL value"),
        Unknown(stream + ",CLOSED-CAPTIONS=cc", "cc", "for another write CLOSED-CAPTIONS=\"cc\""),
        Unknown(stream + ",CLOSED-CAPTIONS=none", "none", "NONE alone, in capitals; write CLOSED-CAPTIONS=NONE;"),
    ]

    static let tags: [Unknown] = [
        Unknown(media + ",TYPE=METADATA", "METADATA", "'METADATA' is no TYPE of media"),
        Unknown(media + ",TYPE=AUDIO,DEFAULT=yes", "yes", "did you mean 'YES'?"),
        Unknown(media + ",TYPE=AUDIO,AUTOSELECT=MAYBE", "MAYBE", "'MAYBE' is no AUTOSELECT value"),
        Unknown(media + ",TYPE=AUDIO,REQ-VIDEO-LAYOUT=\"CH-MONO\"", "REQ-", "is not known of #EXT-X-MEDIA"),
        Unknown("#EXT-X-START:TIME-OFFSET=6,PRECISE=MAYBE", "MAYBE", "; #EXT-X-START is passed over (rfc8216bis"),
        Unknown("#EXT-X-SESSION-KEY:METHOD=AES-512,URI=\"k\"", "AES-512", "'AES-512' is no METHOD here"),
        Unknown("#EXT-X-SESSION-DATA:DATA-ID=\"a\",URI=\"u\",FORMAT=XML", "XML", "'XML' is no FORMAT value"),
        Unknown("#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=5,URI=\"i\",REQ-FOO=1", "REQ-FOO", "REQ-FOO is not known"),
    ]

    private func told(_ unknown: Unknown, _ reading: PlaylistReader.Reading) throws {
        #expect(reading.problems.isEmpty, "\(reading.diagnostics)")
        #expect(reading.warnings.count == 1)
        let warning = try #require(reading.warnings.first)
        #expect(warning.place == Place(source: 3, line: 2, column: unknown.column))
        #expect(warning.diagnostic.message.contains(unknown.words), "\(warning.diagnostic.message)")
        #expect(warning.diagnostic.message.hasSuffix("(rfc8216bis, 6.3.1)"))
    }

    @Test("the tag is as if it were not there", arguments: tags)
    func tag(unknown: Unknown) throws {
        let reading = readPlaylist("#EXTM3U\n\(unknown.tag)\n\(Self.stream)\nv.m3u8\n")
        try told(unknown, reading)
        let playlist = try #require(reading.multivariant)
        #expect(playlist.variants.map { $0.stream.uri } == ["v.m3u8"])
        #expect(playlist.renditions.isEmpty && playlist.sessionKeys.isEmpty && playlist.sessionData.isEmpty)
        #expect(playlist.iFrameStreams.isEmpty && playlist.head.start == nil)
    }

    @Test("a variant goes with its URI", arguments: variants)
    func variant(unknown: Unknown) throws {
        let reading = readPlaylist("#EXTM3U\n\(unknown.tag)\nw.m3u8\n\(Self.stream)\nv.m3u8\n")
        try told(unknown, reading)
        let playlist = try #require(reading.multivariant)
        #expect(playlist.variants.map { $0.stream.uri } == ["v.m3u8"])
    }

    @Test("where no variant is left there is nothing to play", arguments: variants)
    func nothingLeft(unknown: Unknown) {
        let reading = readPlaylist("#EXTM3U\n\(unknown.tag)\nw.m3u8\n")
        #expect(reading.problems.map { $0.kind } == [.group(.noKnownVariant)])
        #expect(reading.warnings.count == 1)
    }

    @Test(
        "in a media playlist too",
        arguments: [
            Unknown("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=AT-TIMES", "AT-TIMES", "is no CAN-BLOCK-RELOAD value"),
            Unknown("#EXT-X-PART-INF:PART-TARGET=1,REQ-FOO=1", "REQ-FOO", "is not known of #EXT-X-PART-INF"),
            Unknown("#EXT-X-MAP:URI=\"i\",REQ-FOO=1", "REQ-FOO", "is not known of #EXT-X-MAP"),
        ])
    func inMedia(unknown: Unknown) throws {
        let text = "#EXTM3U\n\(unknown.tag)\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n#EXT-X-ENDLIST\n"
        let reading = readPlaylist(text)
        try told(unknown, reading)
        let playlist = try #require(reading.media)
        #expect(playlist.serverControl == nil && playlist.partTarget == nil)
        #expect(playlist.maps.isEmpty && playlist.keys.isEmpty)
    }

    @Test("what the draft defines is known", arguments: ["CH-STEREO", "CH-MONO,CH-STEREO/PROJ-HEQU", "PROJ-PRIM"])
    func known(layout: String) {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:13
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",URI="a",INSTREAM-ID="1"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="n",URI="s",INSTREAM-ID="1"
            #EXT-X-STREAM-INF:BANDWIDTH=5,AUDIO="a",SUBTITLES="s",REQ-VIDEO-LAYOUT="\(layout)",HDCP-LEVEL=TYPE-1
            v.m3u8
            """
        let reading = readPlaylist(text)
        #expect(reading.problems.isEmpty && reading.warnings.isEmpty, "\(reading.warnings)")
    }

    @Test("a version higher than there is one is told", arguments: [13, 14, 99])
    func version(number: Int64) {
        let reading = readPlaylist(
            "#EXTM3U\n#EXT-X-VERSION:\(number)\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n#EXT-X-ENDLIST\n")
        #expect(reading.playlist != nil)
        #expect(reading.warnings.map { $0.fact } == (number == 13 ? [] : [.version(number)]))
        #expect(reading.warnings.allSatisfy { $0.place == Place(source: 3, line: 2, column: 16) })
    }
}

extension PlaylistReader.Reading {
    fileprivate var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist)? = playlist { playlist } else { nil }
    }
    fileprivate var media: MediaPlaylist? { if case .media(let playlist)? = playlist { playlist } else { nil } }
}
