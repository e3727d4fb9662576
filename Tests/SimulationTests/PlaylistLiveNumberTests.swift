import PlayerModel
import Testing

@testable import Simulation

@Suite("Live streams from playlists go by what plays of them")
struct PlaylistLiveNumberTests {
    private static func listed(_ number: Int, ended: Bool = false) -> ListedPlaylist {
        var own = ListedPlaylist(tail: ended ? "#EXT-X-ENDLIST\n" : "")
        own.head += "#EXT-X-MEDIA-SEQUENCE:\(number)\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n"
        return own
    }

    private static func written(_ scenario: PlaylistScenario, at seconds: Int64) throws -> [LivePlaylistWriter.File] {
        let now = Instant.zero + .seconds(seconds)
        return try #require(LivePlaylistWriter(try scenario.asset(), at: now, seed: 1)).files
    }

    @Test("number their segments on from what the playlist says", arguments: [(0, 100), (7, 101), (13, 102)])
    func numbers(seconds: Int64, first: Int) throws {
        let files = try Self.written(PlaylistScenario(root: Self.listed(100).text), at: seconds)
        #expect(files[1].text.contains("\n#EXT-X-MEDIA-SEQUENCE:\(first)\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n"))
    }

    /// The second begins a segment earlier, which is cut: what all list begins with the same segment.
    @Test("number each playlist on from its own, from what all of them list on")
    func eachItsOwn() throws {
        let (first, second) = (Self.listed(100), Self.listed(99))
        let files = try Self.written(.ladder(first, second), at: 0)
        let numbers = try files.dropFirst().map { try #require(mediaPlaylist($0.text)).mediaSequence }
        #expect(numbers == [100, 100])
        #expect(try files.dropFirst().map { try #require(mediaPlaylist($0.text)).discontinuitySequence } == [3, 3])
    }

    /// Such a playlist is never fetched of a live stream.
    @Test(
        "go on although a playlist of subtitles or of key frames has ended",
        arguments: [
            "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"en\",LANGUAGE=\"en\",URI=\"o.m3u8\"\n",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI=\"o.m3u8\"\n",
        ], [true, false])
    func ended(tag: String, isOver: Bool) throws {
        let group = tag.contains("SUBTITLES") ? ",SUBTITLES=\"s\"" : ""
        let scenario = PlaylistScenario(
            root: "#EXTM3U\n\(tag)#EXT-X-STREAM-INF:BANDWIDTH=600000\(group)\nv.m3u8\n",
            named: [("v.m3u8", Self.listed(0, ended: isOver).text), ("o.m3u8", Self.listed(0, ended: true).text)])
        #expect((try scenario.asset().live == nil) == isOver)
        #expect(try #require(playlistSet(scenario.root, scenario.named)).isLive != isOver)
    }

    @Test("say that their subtitles are not fetched, unless none are meant", arguments: ["", ",DEFAULT=YES"])
    func subtitles(more: String) throws {
        let tag = "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"en\",LANGUAGE=\"en\"\(more),URI=\"o.m3u8\"\n"
        var scenario = PlaylistScenario(
            root: "#EXTM3U\n\(tag)#EXT-X-STREAM-INF:BANDWIDTH=600000,SUBTITLES=\"s\"\nv.m3u8\n",
            named: [("v.m3u8", Self.listed(0).text), ("o.m3u8", Self.listed(0).text)])
        func isSaid() throws -> Bool {
            try scenario.read().warnings.contains { $0.message.hasPrefix("subtitles of a live stream are not") }
        }
        #expect(try isSaid())
        scenario.members = #", "subtitles": "none""#
        #expect(try !isSaid())
        (scenario.members, scenario.live) = ("", "false")
        #expect(try !isSaid())
    }

    @Test("have no higher a version for gaps (rfc8216bis, section 8)")
    func gaps() throws {
        let text = Self.listed(0).text.replacing("#EXTINF", with: "#EXT-X-GAP\n#EXTINF", maxReplacements: 1)
        let files = try Self.written(PlaylistScenario(root: text), at: 0)
        #expect(files.allSatisfy { $0.text.contains("\n#EXT-X-VERSION:4\n") })
        #expect(files[1].text.contains("#EXT-X-GAP\n"))
    }
}
