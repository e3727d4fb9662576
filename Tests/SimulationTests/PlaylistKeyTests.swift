import PlayerModel
import Testing

@testable import Simulation

@Suite("Keys of playlists on disk") struct PlaylistKeyTests {
    private static let aes = "#EXT-X-KEY:METHOD=AES-128,URI=\"keys/1.key\"\n"
    private static let fairPlay =
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
    private static let other = "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"data:,x\",KEYFORMAT=\"urn:uuid:1\"\n"

    private static func asset(session: String, _ body: String) throws -> Asset {
        try #require(PlaylistAsset(try set(session: session, body)).asset)
    }

    private static func set(session: String, _ body: String) throws -> PlaylistSet {
        let master = """
            #EXTM3U
            \(session)
            #EXT-X-STREAM-INF:BANDWIDTH=800000
            v/v.m3u8

            """
        let media = mediaHead + body + "#EXT-X-ENDLIST\n"
        return try #require(playlistSet(master, [("v/v.m3u8", media)]))
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
            ("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"v/keys/1.key\",KEYFORMAT=\"identity\"", aes, true),
            ("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"v/keys/1.key\",KEYFORMAT=\"other\"", aes, false),
            ("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"v/keys/1.key\",KEYFORMATVERSIONS=\"2\"", aes, false),
            (
                "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"x\"\n"
                    + fairPlay.replacing("#EXT-X-KEY", with: "#EXT-X-SESSION-KEY"),
                fairPlay, true
            ),
        ])
    func `a session key counts where it is the same key`(session: String, key: String, isOfSession: Bool) throws {
        #expect(try Self.asset(session: session, key + Self.segment).hasSessionKey == isOfSession)
    }

    @Test(
        arguments: [
            ("METHOD=AES-128,URI=\"v/keys/1.key\"", aes, nil),
            ("METHOD=AES-128,URI=\"keys/1.key\"", aes, "keys/1.key"),
            ("METHOD=SAMPLE-AES,URI=\"v/keys/1.key\"", aes, "v/keys/1.key"),
            ("METHOD=AES-128,URI=\"k\"", "", "k"),
            // Of several formats one is fetched, and none is idle.
            ("METHOD=SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.apple.streamingkeydelivery\"", fairPlay + other, nil),
            ("METHOD=SAMPLE-AES-CTR,URI=\"data:,x\",KEYFORMAT=\"urn:uuid:1\"", fairPlay + other, nil),
        ] as [(String, String, String?)])
    func `a session key that no media playlist names is told`(key: String, body: String, idle: String?) throws {
        let set = try Self.set(session: "#EXT-X-SESSION-KEY:\(key)", body + Self.segment)
        let told = set.warnings.filter { $0.place.line == 2 }.map { $0.diagnostic.message }
        let words =
            "no media playlist names the key '\(idle ?? "")' with this METHOD, KEYFORMAT and KEYFORMATVERSIONS, so it "
            + "is not fetched"
        #expect(told.map { $0.hasPrefix(words) } == (idle == nil ? [] : [true]), "\(told)")
    }

    // MARK: Initialization sections

    private static func key(_ name: String, _ method: String = "AES-128", _ iv: String = ",IV=0x1") -> String {
        "#EXT-X-KEY:METHOD=\(method),URI=\"\(name)\"\(iv)\n"
    }

    private static func samples(_ name: String) -> String { key(name, "SAMPLE-AES") }

    private static let map = "#EXT-X-MAP:URI=\"i.mp4\",BYTERANGE=\"700@0\"\n"
    private static let clear = "#EXT-X-KEY:METHOD=NONE\n"
    private static let sized = "#EXTINF:6,\n#EXT-X-BYTERANGE:75000@0\nx\n"
    private static let late = "#EXT-X-START:TIME-OFFSET=6,PRECISE=YES\n"

    /// The keys, by their numbers, and the segments in the order in which they are asked for.
    @Test(
        arguments: [
            (key("1") + map + key("2") + sized + sized, "k0 k1 0 1"), (key("1") + map + sized + sized, "k0 0 1"),
            (key("1") + map + clear + sized + sized, "k0 0 1"),
            (map + key("1") + sized + key("2") + sized, "k0 0 k1 1"),
            (key("1") + map + sized + key("2") + sized, "k0 0 k1 1"),
            // Who begins behind the turn needs the section all the same.
            (late + key("1") + map + sized + key("2") + sized, "k0 k1 1"),
            (late + map + key("1") + sized + key("2") + sized, "k1 1"),
            // Samples are encrypted here, and a section has none.
            (samples("1") + map + samples("2") + sized + samples("3") + sized, "k0 0 k1 1"),
        ])
    func `the key of an initialization section comes before what needs the section`(
        body: String, expected: String
    ) throws {
        let run = try PlaylistScenario(root: mediaHead + body + "#EXT-X-ENDLIST\n").judgedRun()
        let order = run.player(0).playback.exchanges.compactMap { exchange -> String? in
            switch exchange.kind {
            case .key: "k\(exchange.chunks.lowerBound)"
            case .video: "\(exchange.chunks.lowerBound)"
            default: nil
            }
        }
        #expect(order.joined(separator: " ") == expected)
        #expect(run["end_reached"] == 1)
    }

    @Test(
        arguments: [
            (key("1", "AES-128", "") + map, true), (key("1") + map, false), (map + key("1", "AES-128", ""), false),
            (key("1", "SAMPLE-AES", "") + map, false), (key("1", "AES-128", "") + clear + map, false),
        ])
    func `a section that is encrypted with AES-128 has an IV (RFC 8216, 4.3.2.5)`(tags: String, isTold: Bool) {
        let told = readPlaylist(mediaHead + tags + Self.sized + "#EXT-X-ENDLIST\n").warnings
        let words = "this section is encrypted with AES-128, and its #EXT-X-KEY has no IV"
        #expect(told.map { $0.diagnostic.message.hasPrefix(words) } == (isTold ? [true] : []))
    }

    @Test(
        "a live stream is written with the key of its initialization section before that",
        arguments: [
            (key("1") + map + key("2"), ["key-1", "MAP", "key-2"]), (key("1") + map, ["key", "MAP"]),
            (key("1") + map + clear, ["key-1", "MAP", "NONE"]), (map + key("1"), ["MAP", "key"]),
            (samples("1") + map + samples("2"), ["MAP", "key"]),
        ])
    func writtenSection(tags: String, expected: [String]) throws {
        var scenario = PlaylistScenario(root: mediaHead + tags + String(repeating: Self.sized, count: 6))
        scenario.live = "{}"
        let writer = try #require(LivePlaylistWriter(scenario.read().players[0].media, at: .zero, seed: 1))
        let lines = try #require(writer.files.last).text.split(separator: "\n").compactMap { line -> String? in
            if line.hasPrefix("#EXT-X-MAP") { return "MAP" }
            guard line.hasPrefix("#EXT-X-KEY") else { return nil }
            if line.hasSuffix("METHOD=NONE") { return "NONE" }
            return line.split(separator: "\"").dropFirst().first?.split(separator: ".").first.map(String.init)
        }
        #expect(lines == expected)
    }

    private static let unread = "#EXT-X-KEY:METHOD=SAMPLE-AES-CENC,URI=\"k\",KEYFORMAT=\"urn:uuid:1\"\n"

    /// Under a key of samples a section is clear: nothing is missing at it.
    @Test(
        arguments: [
            (unread + map + fairPlay, ["'SAMPLE-AES-CENC'"]), (unread + map + clear, []),
            (other + map + fairPlay, []), (other + map + clear, []), (other + map, ["of the keys from here on"]),
            (other.replacing("SAMPLE-AES-CTR", with: "AES-128,IV=0x1") + map + clear, ["of the keys from here on"]),
            (other.replacing("SAMPLE-AES-CTR", with: "AES-128,IV=0x1") + map, ["of the keys from here on"]),
        ] as [(String, [String])])
    func `a key that cannot be used is told where something needs it`(tags: String, words: [String]) {
        let reading = readPlaylist(mediaHead + tags + Self.sized + "#EXT-X-ENDLIST\n")
        let told = reading.warnings.map { $0.diagnostic.message }
        #expect(reading.problems.isEmpty, "\(reading.diagnostics)")
        #expect(told.count == words.count && zip(told, words).allSatisfy { $0.hasPrefix($1) }, "\(told)")
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
