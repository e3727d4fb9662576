import PlayerModel
import Testing

@testable import Simulation

@Suite("Parts of playlists that go on, track by track")
struct PlaylistPartTests {
    private static let root = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",DEFAULT=YES,AUTOSELECT=YES,URI="a.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="a"
        v.m3u8

        """

    /// A playlist with low latency that begins at a whole minute.
    private static func parted(_ milliseconds: [Int64], target: String?, behind: Int = 0) -> ListedPlaylist {
        var playlist = ListedPlaylist(segments: milliseconds.map { ($0, 100_000) })
        playlist.head = "#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:00Z\n"
        if let target {
            playlist.head += "#EXT-X-PART-INF:PART-TARGET=\(target)\n"
            playlist.head += "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3\n"
        }
        for part in 0..<behind { playlist.tail += "#EXT-X-PART:DURATION=\(target ?? "1"),URI=\"\(part).mp4\"\n" }
        return playlist
    }

    private static func fours(_ count: Int) -> [Int64] { Array(repeating: 4000, count: count) }

    /// Audio beside video of 32 s and two parts of 1 s.
    struct Beside: Sendable {
        let audio: ListedPlaylist
        /// In how many parts its segments come, and how long the longest is, in milliseconds.
        let parts: Int64
        let longest: Int64
        /// The end of what is listed of the video and of the audio, in seconds.
        let ends: [Int64]
        let said: [String]

        init(_ audio: ListedPlaylist, _ parts: Int64, _ longest: Int64, _ ends: [Int64], said: [String] = []) {
            (self.audio, self.parts, self.longest, self.ends, self.said) = (audio, parts, longest, ends, said)
        }
    }

    private static let beside = [
        Beside(parted(Array(repeating: 2000, count: 16), target: "1", behind: 1), 2, 1000, [33, 33]),
        Beside(parted(fours(8), target: "2", behind: 1), 2, 2000, [34, 34]),
        Beside(parted(fours(8), target: "1", behind: 2), 4, 1000, [34, 34]),
        Beside(
            parted(fours(8), target: nil), 1, 4000, [34, 32],
            said: ["there are no parts of 'a.m3u8': its segments come whole"]),
    ]

    @Test("come in parts track by track, and begin where all of them are listed", arguments: beside)
    func partsOfTracks(beside: Beside) throws {
        let video = Self.parted(Self.fours(8), target: "1", behind: 2)
        let named = [("v.m3u8", video.text), ("a.m3u8", beside.audio.text)]
        let scenario = PlaylistScenario(root: Self.root, named: named, until: 20)
        let read = try scenario.read()
        let told = read.warnings.map { $0.message }
        #expect(told.count == beside.said.count && zip(told, beside.said).allSatisfy { $0.hasPrefix($1) }, "\(told)")
        let (media, source) = (read.players[0].media, try #require(read.players[0].media.live))
        let tracks = [media.variants[0].chunks, try #require(media.audio).chunks]
        #expect(tracks.map { $0.chunksPerRequest } == [4, beside.parts])
        #expect(tracks.map { $0.chunkDuration } == [.seconds(1), MediaTime(nanoseconds: beside.longest * 1_000_000)])
        let listed = tracks.map { $0.start(of: LiveTrack(source, $0).listing(at: .zero, seed: 1).end) }
        #expect(listed == beside.ends.map { .seconds($0) })
        let begins = try scenario.judgedRun().player(0).playback.skips.first?.to
        #expect(begins == .seconds((beside.ends.min() ?? 0) - 3))
    }

    /// Five segments of 4 s, and two parts of 1 s behind them.
    @Test(
        "as much is listed behind the segments, however long a scenario has its parts: whole ones of it",
        arguments: [("0.5", 22), ("1", 22), ("1.5", 21.333333333), ("2", 22), ("4", 20)] as [(String, Double)])
    func partsOfOtherLength(part: String, listed: Double) throws {
        let playlist = Self.parted(Self.fours(5), target: "1", behind: 2)
        let scenario = PlaylistScenario(root: playlist.text, live: "{ \"part_s\": \(part) }")
        let history = try #require(try scenario.asset().live).history
        #expect(abs(history.nanoseconds - Int64(listed * 1_000_000_000)) <= 1)
    }

    /// Behind 32 s, the one has 3 parts of 1 s, and the other 5 parts of 0.5 s.
    @Test("and where they are as long as another variant's: whole ones of that, too", arguments: [true, false])
    func partsBehindOfVariants(isLongFirst: Bool) throws {
        let long = Self.parted(Self.fours(8), target: "1", behind: 3)
        let short = Self.parted(Self.fours(8), target: "0.5", behind: 5)
        let scenario = PlaylistScenario.ladder(isLongFirst ? long : short, isLongFirst ? short : long)
        let history = try #require(try scenario.asset().live).history
        #expect(history == MediaTime(nanoseconds: isLongFirst ? 34_000_000_000 : 34_500_000_000))
    }

    @Test(
        "parts that one long segment makes shorter than they may be are told",
        arguments: [
            ([4000, 4000, 5500, 4000], nil, "in 6 parts each, as many as the longest needs, of 5.5 s"),
            ([4000, 4000, 5500, 4000], "2", "lasts 1.333333333 s, where 'part_s' is 2 s"),
            ([4000, 3900, 4000, 4000], nil, nil),
            ([3000, 4000, 4000, 4000], "1", "in one of 3 s a part lasts 0.75 s"),
        ] as [([Int64], String?, String?)])
    func shortParts(lengths: [Int64], part: String?, words: String?) throws {
        var playlist = Self.parted(lengths, target: "1")
        playlist.head = playlist.head.replacing("DURATION:4", with: "DURATION:6").replacing("BACK=3", with: "BACK=4")
        let live = part.map { "{ \"part_s\": \($0) }" }
        let told = try PlaylistScenario(root: playlist.text, live: live).read().warnings.map { $0.message }
        #expect(told.count == (words == nil ? 0 : 1) && told.allSatisfy { $0.contains(words ?? "") }, "\(told)")
    }

    @Test(
        "variants have the parts of the first one, so that one can take the place of another",
        arguments: ["2", nil] as [String?])
    func partsOfVariants(target: String?) throws {
        let first = Self.parted(Self.fours(8), target: "1")
        let scenario = PlaylistScenario.ladder(first, Self.parted(Self.fours(8), target: target))
        let read = try scenario.read()
        #expect(read.players[0].media.variants(alignedWith: 0) == [0, 1])
        let words = "the parts of 'w.m3u8' are taken to last up to 1 s"
        #expect(read.warnings.map { $0.message.hasPrefix(words) } == [true])
        let told = PlaylistAsset(try #require(scenario.set)).warnings
        #expect(told.map { $0.diagnostic.message.hasPrefix(words) } == [true])
        #expect(told.map { $0.place } == [Place(source: 5, line: 1, column: 1)])
    }

    @Test("of which the first variant has no parts come whole, and that is said")
    func partsOfOthersAlone() throws {
        let scenario = PlaylistScenario.ladder(
            Self.parted(Self.fours(8), target: nil), Self.parted(Self.fours(8), target: "1"))
        let read = try scenario.read()
        #expect(read.players[0].media.live?.part == nil)
        #expect(read.warnings.map { $0.message.hasPrefix("the parts of 'w.m3u8' are passed over") } == [true])
    }

    /// By dates the audio is listed 3 s further, so that its last segment, from 28 s to 32 s, is left out.
    @Test("as much is listed by the report as all tracks list in the run")
    func listedByAll() throws {
        func listed(_ second: Int) -> ListedPlaylist {
            ListedPlaylist(
                head: "#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T20:00:0\(second)Z\n",
                segments: Self.fours(8).map { ($0, 100_000) })
        }
        let named = [("v.m3u8", listed(0).text), ("a.m3u8", listed(3).text)]
        let run = try PlaylistScenario(root: Self.root, named: named, until: 20).judgedRun()
        #expect(run.player(0).playback.skips.first?.to == .seconds(16))
        let text = TextReport.text(run)
        #expect(text.contains(", 28 s listed when the run begins"), "\(text)")
    }

    @Test(
        "tracks end together, and no segment is longer for that", arguments: [20, 90, 91] as [Int64])
    func endTogether(until: Int64) throws {
        let video = ListedPlaylist(segments: Array(repeating: (6000, 100), count: 6))
        let audio = ListedPlaylist(
            head: "#EXT-X-TARGETDURATION:4\n", segments: Array(repeating: (4000, 100), count: 9))
        let named = [("v.m3u8", video.text), ("a.m3u8", audio.text)]
        let read = try PlaylistScenario(root: Self.root, named: named, until: until).read()
        let asset = read.players[0].media
        let tracks = [asset.variants[0].chunks, try #require(asset.audio).chunks]
        #expect(tracks.map { $0.chunkDuration } == [.seconds(6), .seconds(4)])
        #expect(tracks.allSatisfy { $0.duration == asset.duration })
        // What is written has the target durations that the playlists say.
        let writer = try #require(LivePlaylistWriter(asset, at: .zero + .seconds(until), seed: 1))
        let targets = writer.files.dropFirst().map { $0.text.split(separator: "\n")[2] }
        #expect(targets == ["#EXT-X-TARGETDURATION:6", "#EXT-X-TARGETDURATION:4"])
    }

    /// Of 30 s a segment of 2 s comes in six parts as well: those that begin within 18 s of the end are asked for one
    /// by one.
    @Test("are near the end in time, however short they are", arguments: [(16, 30..<31), (20, 18..<24)])
    func unequal(offset: Int, first: Range<Int64>) throws {
        var playlist = Self.parted([6000] + Array(repeating: 2000, count: 12), target: "1")
        playlist.head = playlist.head.replacing("DURATION:4", with: "DURATION:6")
        let player = ", \"player\": { \"live\": { \"configured_time_offset_from_live_s\": \(offset) } }"
        let scenario = PlaylistScenario(root: playlist.text, until: 5, more: player)
        let requests = try scenario.judgedRun().player(0).playback.exchanges.filter { $0.kind == .video }
        #expect(requests.first?.chunks == first)
        let writer = try #require(LivePlaylistWriter(scenario.asset(), at: .zero, seed: 1))
        let text = try #require(writer.files.last).text
        // From the segment on that ends at 14 s: the last part of the one before begins 18.3 s from the end.
        #expect(text.split(separator: "\n").count { $0.hasPrefix("#EXT-X-PART:") } == 54)
        #expect(text.contains(",URI=\"video-1/4.ts\"") && !text.contains(",URI=\"video-1/3.ts\""))
    }

    @Test(
        "are written out as long as they are, track by track",
        arguments: [
            (parted(Array(repeating: 2000, count: 16), target: "1", behind: 1), ["1"]),
            (parted(fours(8), target: "2"), ["2"]), (parted(fours(8), target: nil), []),
        ] as [(ListedPlaylist, [String])])
    func written(audio: ListedPlaylist, target: [String]) throws {
        let video = Self.parted(Self.fours(8), target: "1", behind: 2)
        let named = [("v.m3u8", video.text), ("a.m3u8", audio.text)]
        let asset = try PlaylistScenario(root: Self.root, named: named, until: 20).asset()
        let writer = try #require(LivePlaylistWriter(asset, at: .zero + .milliseconds(7300), seed: 1))
        let lines = writer.files.last?.text.split(separator: "\n").map { String($0) } ?? []
        let told = lines.filter { $0.hasPrefix("#EXT-X-PART-INF") }
        #expect(told == target.map { "#EXT-X-PART-INF:PART-TARGET=\($0)" })
        let parts = lines.filter { $0.hasPrefix("#EXT-X-PART:") }
        #expect(parts.isEmpty == target.isEmpty)
        #expect(parts.allSatisfy { $0.hasPrefix("#EXT-X-PART:DURATION=\(target.first ?? ""),") })
    }
}
