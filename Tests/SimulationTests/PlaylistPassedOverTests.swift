import PlayerModel
import Testing

@testable import Simulation

@Suite("What a playlist names, and no run fetches as it is meant")
struct PlaylistPassedOverTests {
    private static let target = "#EXT-X-TARGETDURATION:6\n"
    private static let head = "#EXTM3U\n" + target
    private static let segment = "#EXTINF:6,\n#EXT-X-BYTERANGE:100@0\ns.mp4\n#EXT-X-ENDLIST\n"

    private static func said(_ root: String, _ named: [(String, String)] = []) throws -> [String] {
        let set = try #require(playlistSet(root, named))
        return set.warnings.map { "\($0.place.line): \($0.diagnostic.message)" }
    }

    private static func multivariant(_ text: String) throws -> MultivariantPlaylist {
        var found: MultivariantPlaylist?
        if case .multivariant(let playlist)? = readPlaylist(text).playlist { found = playlist }
        return try #require(found)
    }

    private static let keyFrames = "this is a playlist of key frames alone (#EXT-X-I-FRAMES-ONLY), for trick play"

    @Test("a playlist of key frames is warned of where it is to be played, and nowhere else")
    func keyFrames() throws {
        let frames = Self.head + "#EXT-X-I-FRAMES-ONLY\n" + Self.segment
        #expect(try Self.said(frames).map { $0.hasPrefix("1: " + Self.keyFrames) } == [true])
        let named = [("if.m3u8", frames), ("v.m3u8", Self.head + Self.segment)]
        let stream = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=600000\n"
        let variant = stream + "v.m3u8\n"
        let alone = try Self.said(stream + "if.m3u8\n", [named[0]])
        #expect(alone.map { $0.hasPrefix("3: " + Self.keyFrames) } == [true])
        let trick = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,URI=\"if.m3u8\"\n"
        #expect(try Self.said(variant + trick, named).isEmpty)
    }

    @Test(
        "a playlist of key frames need not be there, as nobody scans through",
        arguments: ["if.m3u8", "https://cdn.example/if.m3u8", "../if.m3u8"])
    func noKeyFrames(uri: String) throws {
        let streams = [9000, 8000].map { "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\($0),URI=\"\(uri)\"\n" }
        let root = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=600000\nv.m3u8\n" + streams.joined()
        #expect(
            try Self.said(root, [("v.m3u8", Self.head + Self.segment)]) == [
                "4: this playlist of key frames is no file beside the multivariant playlist; it is for scanning "
                    + "through, which is not modelled, so it is not missed (and once more)"
            ])
    }

    @Test(
        "other pictures need not be there either, as no run chooses them",
        arguments: ["x.m3u8", "https://cdn.example/x.m3u8", "../x.m3u8"])
    func noOtherPictures(uri: String) throws {
        let root =
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",NAME=\"n\",URI=\"\(uri)\"\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=600000,VIDEO=\"g\"\nv.m3u8\n"
        let told = try Self.said(root, [("v.m3u8", Self.head + Self.segment)])
        #expect(told.map { $0.hasPrefix("2: renditions of TYPE=VIDEO are not modelled") } == [true])
        let (files, problems) = try Self.multivariant(root).references(from: "m.m3u8")
        #expect(problems.isEmpty && files.filter { $0.isNeeded }.map { $0.path } == ["v.m3u8"])
    }

    @Test("a file that sound needs is needed, though other pictures name it before")
    func sharedFile() throws {
        let media = ["VIDEO", "AUDIO"].map { "#EXT-X-MEDIA:TYPE=\($0),GROUP-ID=\"g\",NAME=\"n\",URI=\"b.m3u8\"\n" }
        let stream = "#EXT-X-STREAM-INF:BANDWIDTH=600000,VIDEO=\"g\",AUDIO=\"g\"\nv.m3u8\n"
        let files = try Self.multivariant("#EXTM3U\n" + media.joined() + stream).references(from: "m.m3u8").files
        #expect(files.map { $0.path } == ["v.m3u8", "b.m3u8"] && files.allSatisfy { $0.isNeeded })
    }

    @Test(
        "closed captions have no file, and an INSTREAM-ID of the video",
        arguments: [
            ("CC1", ",URI=\"x.m3u8\"", "URI does not belong here"), ("CC4", "", nil), ("SERVICE63", "", nil),
            ("CC9", "", "'CC9' does not belong here"), ("SERVICE0", "", "'SERVICE0' does not belong here"),
            ("CC", "", "'CC' does not belong here"), ("SERVICE07", "", "'SERVICE07' does not belong here"),
        ] as [(String, String, String?)])
    func captions(id: String, uri: String, words: String?) throws {
        let tag = "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"n\",INSTREAM-ID=\"\(id)\"\(uri)\n"
        let root = "#EXTM3U\n\(tag)#EXT-X-STREAM-INF:BANDWIDTH=600000,CLOSED-CAPTIONS=\"c\"\nv.m3u8\n"
        let told = try Self.said(root, [("v.m3u8", Self.head + Self.segment)])
        #expect(told.map { $0.hasPrefix("2: \(words ?? "")") } == (words == nil ? [] : [true]), "\(told)")
        #expect(try Self.multivariant(root).references(from: "m.m3u8").files.map { $0.path } == ["v.m3u8"])
    }

    @Test("of very many languages a thousand are chosen from, and the others are named")
    func languages() throws {
        let renditions = (0..<1003).map {
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\($0)\",LANGUAGE=\"l\($0)\",URI=\"v.m3u8\"\n"
        }
        let root =
            "#EXTM3U\n" + renditions.joined()
            + "#EXT-X-STREAM-INF:BANDWIDTH=600000,AUDIO=\"a\",CODECS=\"avc1.4d401f,mp4a.40.2\"\nv.m3u8\n"
        let asset = PlaylistAsset(try #require(playlistSet(root, [("v.m3u8", Self.head + Self.segment)])))
        #expect(asset.leftOut.filter { $0.contains("because 1000 languages are there already") }.count == 3)
    }

    @Test(
        "an initialization section is warned of where nothing says how large it is",
        arguments: [("", true), (",BYTERANGE=\"100@0\"", false)])
    func initializationSection(range: String, isWarnedOf: Bool) throws {
        let map = "#EXT-X-MAP:URI=\"init.mp4\"\(range)\n"
        let words =
            "3: nothing says how large 'init.mp4' is, so it is not fetched: add BYTERANGE, or put it beside the "
            + "playlist"
        #expect(try Self.said(Self.head + map + Self.segment) == (isWarnedOf ? [words] : []))
    }

    private static let unknown = "tags that are not known are passed over, as they must be (RFC 8216, 6.3.1): "

    @Test(
        "tags that are not known are named together, but for slips of the pen",
        arguments: [
            (
                ["CUE-OUT:30", "CUE-OUT-CONT 10/30", "SEVER-CONTROL:HOLD-BACK=18", "CUE-OUT-CONT 20/30"],
                [
                    "3: \(unknown)#EXT-X-CUE-OUT, #EXT-X-CUE-OUT-CONT (2 times)",
                    "5: '#EXT-X-SEVER-CONTROL' is not known, and passed over; did you mean '#EXT-X-SERVER-CONTROL'?",
                ]
            ),
            (
                (0..<18).map { "OWN-\($0 % 17)" } + ["OWN-16"],
                [
                    "3: \(unknown)#EXT-X-OWN-0 (2 times), "
                        + (1..<16).map { "#EXT-X-OWN-\($0), " }.joined() + "others on 2 lines"
                ]
            ),
            ([String(repeating: "A", count: 60)], ["3: \(unknown)some on 1 line"]),
        ])
    func unknownTags(tags: [String], said: [String]) throws {
        let text = Self.head + tags.map { "#EXT-X-\($0)\n" }.joined() + Self.segment
        #expect(try Self.said(text) == said)
        let root = "#EXTM3U\n" + "#EXT-X-OWN\n#EXT-X-STREAM-INF:BANDWIDTH=600000\nv.m3u8\n"
        let told = ["2: \(Self.unknown)#EXT-X-OWN"]
        #expect(try Self.said(root, [("v.m3u8", text)]) == told + said)
        let asset = PlaylistScenario(root: root, named: [("v.m3u8", text)])
        #expect(try asset.read().players[0].assets[0].file?.notModelled == ["tags that are not known"])
    }

    @Test(
        "hints that nothing comes of are told",
        arguments: [
            (
                "", "MAP",
                "a hint at an initialization section is passed over: a section comes when a segment needs it"
            ),
            (
                "#EXT-X-PLAYLIST-TYPE:VOD\n", "PART",
                "this hint is passed over: in a playlist of type VOD nothing is to come"
            ),
        ])
    func hints(head: String, type: String, words: String) {
        let hint = "#EXT-X-PRELOAD-HINT:TYPE=\(type),URI=\"h\"\n"
        let told = readPlaylist(ListedPlaylist(head: Self.target + head, tail: hint).text).warnings
        #expect(told.map { $0.diagnostic.message }.filter { $0.contains("hint") } == [words])
    }

    @Test("a byte range that ends beyond its file is warned of, once for a file", arguments: [1600, 1599])
    func shortFile(size: Int64) throws {
        let ranges = ["800@0", "800@800", "800@800"].map { "#EXTINF:6,\n#EXT-X-BYTERANGE:\($0)\na.mp4\n" }
        let text = Self.head + ranges.joined() + "#EXT-X-ENDLIST\n"
        let set = try #require(playlistSet(text, [], files: [("a.mp4", size)]))
        let words =
            "'a.mp4' beside the playlist has 1599 bytes, and this range ends beyond; it is fetched as it is listed"
        #expect(
            set.warnings.map { "\($0.place.line): \($0.diagnostic.message)" }
                == (size == 1600 ? [] : ["8: \(words) (and once more)"]))
        let gap = Self.head + "#EXTINF:6,\n#EXT-X-GAP\n#EXT-X-BYTERANGE:800@0\na.mp4\n" + ranges.joined()
        let behind = try #require(mediaPlaylist(gap + "#EXT-X-ENDLIST\n"))
        #expect(behind.files(from: "m").files.map(\.isNeeded) == [false])
        // It is asked for once, however many ranges it has.
        #expect(try #require(mediaPlaylist(text)).files(from: "m.m3u8").files.map(\.path) == ["a.mp4"])
    }
}
