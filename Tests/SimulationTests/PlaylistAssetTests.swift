import PlayerModel
import Testing

@testable import Simulation

/// A set of playlists as a folder would have them.
func playlistSet(
    _ master: String, _ playlists: [(String, String)], files: [(path: String, bytes: Int64)] = [],
    path: String = "master.m3u8"
) -> PlaylistSet? {
    let reading = readPlaylist(master)
    guard let root = reading.playlist else {
        Issue.record("\(reading.diagnostics)")
        return nil
    }
    var media: [(path: String, playlist: MediaPlaylist)] = []
    for (index, (path, text)) in playlists.enumerated() {
        guard let playlist = mediaPlaylist(text, source: Int32(index + 4)) else { return nil }
        media.append((path, playlist))
    }
    return PlaylistSet(root: root, path: path, playlists: media, files: FileSizes(files))
}

@Suite struct PlaylistAssets {
    private static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n",DEFAULT=YES,URI="a/audio.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1000000,RESOLUTION=960x540,AUDIO="a"
        v.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=8000000,AUDIO="a"
        w.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="mp4a.40.2",AUDIO="a"
        a/audio.m3u8
        """

    private static func media(_ body: String) -> String { mediaHead + body + "#EXT-X-ENDLIST\n" }

    private static let audio = media(
        "#EXTINF:6,\n#EXT-X-BYTERANGE:75000@0\nx\n#EXTINF:4.5,\n#EXT-X-BYTERANGE:56250\nx\n")

    @Test(
        "audio in other languages of the group is there to be selected, where its segments begin at the same places")
    func languages() throws {
        let master = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="French",LANGUAGE="fr",URI="fr.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English described",LANGUAGE="en",URI="described.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Commentary",URI="far.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="German",LANGUAGE="de",URI="de.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,AUDIO="a"
            v.m3u8

            """
        func track(_ lengths: [String], _ bytes: Int) -> String {
            Self.media(lengths.map { "#EXTINF:\($0),\n#EXT-X-BYTERANGE:\(bytes)@0\nx\n" }.joined())
        }
        let even = ["6", "4"]
        let set = try #require(
            playlistSet(
                master,
                [
                    ("v.m3u8", track(even, 9000)), ("en.m3u8", track(even, 1000)), ("fr.m3u8", track(even, 2000)),
                    ("described.m3u8", track(even, 3000)), ("far.m3u8", track(["4", "6"], 4000)),
                    ("de.m3u8", track(even, 5000)),
                ]))
        let asset = try #require(PlaylistAsset(set).asset)
        #expect(asset.allAudio.map { $0.language } == ["en", "fr"])
        #expect(asset.allAudio.map { $0.chunks.bytes(of: 0) } == [1000, 2000])
        #expect(asset.allAudio.allSatisfy { ($0.playlistBytes ?? 0) > 0 })
    }

    @Test func `sizes come from the best source that there is`() throws {
        let video = Self.media(
            "#EXT-X-MAP:URI=\"i.mp4\"\n#EXTINF:4,\n#EXT-X-BYTERANGE:7@0\n1.mp4\n#EXTINF:2,\n2.mp4\n"
                + "#EXT-X-BITRATE:800\n"
                + "#EXTINF:1,\n3.mp4\n#EXT-X-DISCONTINUITY\n#EXT-X-GAP\n#EXTINF:3,\n4.mp4\n")
        let other = Self.media("#EXTINF:4,\n1.ts\n#EXTINF:6,\nhttps://far/2.ts\n")
        let files: [(path: String, bytes: Int64)] = [("2.mp4", 11), ("i.mp4", 100), ("1.mp4", 999)]
        let set = try #require(
            playlistSet(
                Self.master, [("v.m3u8", video), ("w.m3u8", other), ("a/audio.m3u8", Self.audio)], files: files))
        let made = PlaylistAsset(set)
        let asset = try #require(made.asset)
        #expect(made.problems.isEmpty)
        #expect(asset.duration == MediaTime(nanoseconds: 10_500_000_000), "the longest track's")
        #expect(asset.variants.map { $0.bitRate } == [2_000_000, 8_000_000, 100_000])
        #expect(asset.variants.map { $0.audioGroup } == ["a", "a", nil], "sound alone has none beside it")
        let chunks = asset.variants[0].chunks
        #expect((0..<chunks.count).map { chunks.bytes(of: $0) } == [7, 11, 100_000, 0])
        #expect(asset.variants[0].initBytes == 100, "the first one is a request of its own")
        #expect(
            (0...chunks.count).map { chunks.start(of: $0).nanoseconds / 1_000_000 } == [0, 4000, 6000, 7000, 10_500])
        #expect(chunks.declaredBitRate == 900_000, "AVERAGE-BANDWIDTH less the audio's 100 kbit/s")
        // 8 Mbit/s less the audio's, for 4 and for 6 seconds.
        let second = asset.variants[1].chunks
        #expect((0..<2).map { second.bytes(of: $0) } == [3_950_000, 5_925_000])
        #expect(asset.audio?.chunks.declaredBitRate == 100_000)
        #expect(made.renditions.map { $0.path } == ["v.m3u8", "w.m3u8", "a/audio.m3u8", "a/audio.m3u8"])
        #expect(made.renditions[0].sizes.initializationBytes == 100)
        #expect(made.renditions[0].sizes.gaps == 1)
        #expect(
            made.sources.map { "\($0.source.name) \($0.segments)" } == [
                "byte ranges 5", "files 1", "EXT-X-BITRATE 1", "BANDWIDTH 2",
            ])
    }

    @Test func `audio of which nothing is known is assumed`() throws {
        let plain = Self.media("#EXTINF:6,\n1\n#EXTINF:4,\n2\n")
        let set = try #require(
            playlistSet(Self.master, [("v.m3u8", plain), ("w.m3u8", plain), ("a/audio.m3u8", plain)]))
        let made = PlaylistAsset(set)
        #expect(made.asset?.audio?.bitRate == PlaylistAsset.assumedAudioBitRate)
        #expect(made.asset?.variants[0].chunks.declaredBitRate == 1_000_000 - PlaylistAsset.assumedAudioBitRate)
        #expect(made.sources.map { $0.source } == [.averageBandwidth, .bandwidth, .assumed])
    }

    @Test func `a media playlist by itself is a variant, if its sizes are known`() throws {
        let set = try #require(playlistSet(Self.audio, []))
        let made = PlaylistAsset(set)
        #expect(made.asset?.variants.map { $0.bitRate } == [100_000])
        let unknown = try #require(playlistSet(Self.media("#EXTINF:6,\n1\n"), []))
        #expect(PlaylistAsset(unknown).problems.map { $0.kind } == [.asset(.noBitRate)])
    }

    private static func segment(_ seconds: String, _ bytes: Int) -> String {
        "#EXTINF:\(seconds),\n#EXT-X-BYTERANGE:\(bytes)@0\nx\n"
    }

    private static let gap = "#EXT-X-GAP\n#EXTINF:6,\ny\n"

    private static func section(_ bytes: Int) -> String { "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"\(bytes)@0\"\n" }

    /// Between half of the target duration, 6 s, and one and a half of it.
    @Test(
        "its bit rate is the peak of segments that follow each other, without their initialization sections",
        arguments: [
            (segment("3", 30_000) + segment("3", 30_000) + segment("0.5", 20_000), 114_286, 98_462),
            (segment("3", 30_000) + segment("3", 30_000) + gap + segment("0.5", 20_000), 80_000, 98_462),
            (gap + segment("3", 30_000) + segment("3", 60_000), 160_000, 120_000),
            (section(1000) + segment("6", 60_000) + section(6000) + segment("6", 60_000), 80_000, 80_000),
        ])
    func rates(segments: String, peak: Int64, average: Int64) throws {
        let made = PlaylistAsset(try #require(playlistSet(mediaHead + segments + "#EXT-X-ENDLIST\n", [])))
        let variant = try #require(made.asset?.variants.first)
        #expect(variant.bitRate == peak && variant.chunks.declaredBitRate == average)
    }

    @Test(
        arguments: [
            (mediaHead + "#EXT-X-ENDLIST\n", .asset(.noSegments)),
            (media("#EXTINF:31536001,\na\n"), .value(.tooLong(years: 1))),
            (
                media("#EXT-X-BYTERANGE:9223372036854775807@0\n#EXTINF:6,\na\n#EXTINF:6,\n#EXT-X-BYTERANGE:9@0\na\n"),
                .asset(.tooMuchMedia)
            ),
            (
                media("#EXT-X-MAP:URI=\"i\",BYTERANGE=\"9223372036854775000@0\"\n#EXTINF:6,\na\n#EXTINF:6,\nb\n"),
                .asset(.tooMuchMedia)
            ),
        ] as [(String, PlaylistProblem.Kind)])
    func `what cannot be played is refused`(text: String, kind: PlaylistProblem.Kind) throws {
        let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n"
        let set = try #require(playlistSet(master, [("v.m3u8", text)]))
        #expect(PlaylistAsset(set).problems.map { $0.kind } == [kind])
        #expect(PlaylistAsset(set).asset == nil)
    }

    @Test func `tracks whose lengths differ too much, and playlists that are not there, are refused`() throws {
        let long = Self.media("#EXTINF:6,\na\n#EXTINF:6,\na\n#EXTINF:6,\na\n")
        let set = try #require(
            playlistSet(Self.master, [("v.m3u8", Self.audio), ("w.m3u8", long), ("a/audio.m3u8", Self.audio)]))
        #expect(PlaylistAsset(set).problems.map { $0.kind } == [.asset(.lengthsDiffer("18", other: "10.5"))])
        let empty = try #require(playlistSet(Self.master, []))
        #expect(PlaylistAsset(empty).problems.map { $0.kind } == [.file(.missing("v.m3u8"))])
    }

    @Test func `segments of unequal length, gaps included, play to the end`() throws {
        let video = Self.media(
            "#EXTINF:2,\n#EXT-X-BYTERANGE:250000@0\nx\n#EXTINF:5,\n#EXT-X-BYTERANGE:500000\nx\n"
                + "#EXT-X-GAP\n#EXTINF:1,\ny\n"
                + "#EXTINF:2.5,\n#EXT-X-BYTERANGE:100000@0\nx\n")
        let set = try #require(
            playlistSet(Self.master, [("v.m3u8", video), ("w.m3u8", video), ("a/audio.m3u8", Self.audio)]))
        var scenario = Scenario(media: try #require(PlaylistAsset(set).asset))
        var values = NetworkValues()
        values.down = 1_000_000
        scenario.network.conditions = Conditions(phases: [Conditions.Phase(start: .zero, values: values)])
        scenario.script = [
            Action.replaceCurrentItem(scenario.media.item),
            .play,
        ]
        var session = Session(scenario, tracing: .facts)
        let outcome = try session.run()
        #expect(outcome.end == .nothingMoreHappens && outcome.pending == 0)
        #expect(session.player.playhead.place(at: session.now) == scenario.media.duration)
        let loaded: Int64 = session.trace.entries.reduce(0) { sum, entry in
            if case .loaded(let bytes, _, _, _) = entry.record { sum + bytes } else { sum }
        }
        #expect(loaded == 850_000 + 131_250)
    }

    @Test func `a master names each file once, and says what is no file`() throws {
        let text = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=1
            v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2
            ./v.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=3
            master.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=4
            ../w.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="../i.m3u8"
            """
        let (files, problems) = try #require(multivariantPlaylist(text)).references(from: "master.m3u8")
        #expect(files.map { $0.path } == ["v.m3u8"])
        #expect(
            problems == [
                PlaylistProblem(.file(.namesItself("master.m3u8")), Place(source: 3, line: 7, column: 1)),
                PlaylistProblem(.file(.path(.climbsOut, uri: "../w.m3u8")), Place(source: 3, line: 9, column: 1)),
            ])
    }

    @Test func `segments at a URL, and elsewhere on their server, are never looked at`() throws {
        let elsewhere = ["https://far/1.ts", "//far/1.ts", "/out/1.ts", "../../out/1.ts?m=16", "%2e%2e/../1.ts"]
        let text = Self.media(
            "#EXT-X-MAP:URI=\"/init.mp4\"\n" + (elsewhere + ["1.ts", "2%.ts"]).map { "#EXTINF:6,\n\($0)\n" }.joined())
        let (files, problems) = try #require(mediaPlaylist(text)).files(from: "v/m.m3u8")
        #expect(files.map { $0.path } == ["v/1.ts"])
        #expect(
            problems == [
                PlaylistProblem(.file(.path(.badEscape, uri: "2%.ts")), Place(source: 3, line: 17, column: 1))
            ])
    }
}
