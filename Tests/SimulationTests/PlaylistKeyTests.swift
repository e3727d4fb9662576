import PlayerModel
import Testing

@testable import Simulation

@Suite("Keys of playlists on disk") struct PlaylistKeyTests {
    private static let aes = "#EXT-X-KEY:METHOD=AES-128,URI=\"keys/1.key\"\n"
    private static let fairPlay =
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
    private static let other = "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"data:,x\",KEYFORMAT=\"urn:uuid:1\"\n"

    private static func asset(session: String, _ body: String) throws -> Asset {
        let master = """
            #EXTM3U
            \(session)
            #EXT-X-STREAM-INF:BANDWIDTH=800000
            v/v.m3u8

            """
        let media = mediaHead + body + "#EXT-X-ENDLIST\n"
        let set = try #require(playlistSet(master, [("v/v.m3u8", media)]))
        return try #require(PlaylistAsset(set).asset)
    }

    private static let segment = "#EXTINF:6,\n1.ts\n"

    @Test(
        arguments: [
            (aes + segment, 16), (segment + aes + segment, 16), (segment, nil),
            ("#EXT-X-KEY:METHOD=NONE\n" + segment, nil),
            (fairPlay + segment, PlaylistKey.assumedLicenceBytes), (other + segment, PlaylistKey.assumedLicenceBytes),
            (
                "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"identity\"\n" + segment, 16
            ),
            // Of keys for the same segments, one is fetched.
            (other + aes + segment, 16), (other + aes + fairPlay + segment, PlaylistKey.assumedLicenceBytes),
            (aes + "#EXT-X-KEY:METHOD=NONE\n" + segment, nil),
        ] as [(String, Int64?)])
    func `the first encrypted segment says what is fetched`(body: String, bytes: Int64?) throws {
        let asset = try Self.asset(session: "", body)
        #expect(asset.keyBytes == bytes)
        #expect(!asset.hasSessionKey)
    }

    /// Paths are those of the playlists: one lies in a folder.
    @Test(
        arguments: [
            ("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"v/keys/1.key\"", aes, true),
            ("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"keys/1.key\"", aes, false),
            ("#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"v/keys/1.key\"", aes, false),
            (
                "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"x\"\n"
                    + fairPlay.replacing("#EXT-X-KEY", with: "#EXT-X-SESSION-KEY"),
                fairPlay, true
            ),
        ])
    func `a session key counts where it is the same key`(session: String, key: String, isOfSession: Bool) throws {
        #expect(try Self.asset(session: session, key + Self.segment).hasSessionKey == isOfSession)
    }

    @Test func `a session key of clear media is not fetched`() throws {
        let asset = try Self.asset(session: "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"", Self.segment)
        #expect(asset.keyBytes == nil && !asset.hasSessionKey)
    }

    /// With EXT-X-SESSION-KEY the key comes right after the multivariant playlist, without it after the media
    /// playlist.
    @Test(arguments: [true, false])
    func `the key comes when it is known where it is`(hasSession: Bool) throws {
        let session = hasSession ? "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"v/keys/1.key\"" : ""
        let map = "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"700@0\"\n"
        var scenario = Scenario(media: try Self.asset(session: session, Self.aes + map + Self.segment))
        scenario.script = [
            Action.replaceCurrentItem(scenario.media.item),
            .play,
        ]
        let run = try Run(scenario)
        let order = run.trace.entries.compactMap { entry -> Resource.Kind? in
            if case .fetched(_, let slot) = entry.record { scenario.slots[Int(slot)].kind } else { nil }
        }
        #expect(
            order
                == (hasSession
                    ? [.multivariantPlaylist, .key, .videoPlaylist, .videoInit]
                    : [.multivariantPlaylist, .videoPlaylist, .key, .videoInit]))
        #expect(run["end_reached"] == 1)
    }

    @Test func `a media playlist by itself has its key too`() throws {
        let text = mediaHead + Self.aes + "#EXTINF:6,\n#EXT-X-BYTERANGE:75000@0\nx\n#EXT-X-ENDLIST\n"
        let set = try #require(playlistSet(text, []))
        #expect(PlaylistAsset(set).asset?.keyBytes == 16)
    }
}
