import PlayerModel
import Testing

@testable import Simulation

@Suite("KEYFORMAT and METHOD of keys")
struct PlaylistKeyFormatTests {
    private static let segment = "#EXTINF:6,\n#EXT-X-BYTERANGE:75000@0\ns.ts\n"
    private static let fairPlay =
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://1\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
    private static let widevine = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"w\",KEYFORMAT=\"urn:uuid:edef8ba9\"\n"
    private static let playReady = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"p\",KEYFORMAT=\"com.microsoft.playready\"\n"
    private static let newer = "#EXT-X-KEY:METHOD=AES-512,URI=\"n\"\n"

    private static func key(_ name: String, _ more: String = "") -> String {
        "#EXT-X-KEY:METHOD=AES-128,URI=\"\(name)\"\(more)\n"
    }

    private static func text(_ body: String) -> String { mediaHead + body + "#EXT-X-ENDLIST\n" }

    private static func asset(_ body: String) throws -> Asset {
        let set = try #require(playlistSet(text(body), []))
        return try #require(PlaylistAsset(set).asset)
    }

    private static let identity = ",KEYFORMAT=\"identity\""

    @Test(
        "a key without KEYFORMAT is one of \"identity\", and each replaces the other",
        arguments: ["", identity], ["", identity])
    func identities(first: String, second: String) throws {
        let body = Self.key("1", first) + Self.segment + Self.key("2", second) + Self.segment
        let asset = try Self.asset(body)
        #expect(asset.keys?.bytes == [16, 16])
        #expect(asset.variants[0].keyTurns.map { $0.key } == [0, 1])
    }

    @Test("a key of AES-256-GCM has 32 bytes, and an IV of its own in each segment")
    func gcm() throws {
        let key = "#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"k\"\n"
        #expect(readPlaylist(Self.text(key + Self.segment)).warnings.isEmpty)
        #expect(try Self.asset(key + Self.segment).keyBytes == 32)
        let told = readPlaylist(Self.text(key.replacing("\"\n", with: "\",IV=0x1\n") + Self.segment)).warnings
        #expect(told.map { $0.diagnostic.message.hasPrefix("IV does not belong here: with AES-256-GCM") } == [true])
    }

    @Test("a key that cannot be read is told once, whatever other keys follow")
    func once() {
        let unread = "#EXT-X-KEY:METHOD=FOO-1,URI=\"f\",KEYFORMAT=\"com.x\"\n"
        let keys = (1...4).map { Self.key("\($0)") + Self.segment }.joined()
        let warnings = readPlaylist(Self.text(unread + keys)).warnings
        #expect(warnings.count == 1 && warnings[0].diagnostic.message.contains("is passed over"), "\(warnings)")
    }

    @Test("what a key requires that is not known leaves no segment in clear", arguments: [false, true])
    func required(hasOther: Bool) {
        let required = Self.key("k", ",REQ-FOO=\"x\"")
        let reading = readPlaylist(Self.text((hasOther ? Self.fairPlay : "") + required + Self.segment))
        #expect(reading.problems.isEmpty == hasOther && reading.warnings.isEmpty != hasOther)
        if !hasOther {
            #expect(reading.problems[0].diagnostic.message.hasPrefix("'REQ-FOO' is no attribute of #EXT-X-KEY"))
        }
    }

    @Test(
        "where AVPlayer knows none of the keys, that is told, and one is fetched all the same",
        arguments: [
            (widevine, 3), (widevine + playReady, 3), (widevine + fairPlay, nil), (playReady + key("k"), nil),
            (fairPlay, nil), (key("k") + segment + "#EXT-X-KEY:METHOD=NONE\n" + widevine, 8),
        ] as [(String, Int32?)])
    func unknownFormats(keys: String, line: Int32?) throws {
        let warnings = readPlaylist(Self.text(keys + Self.segment)).warnings
        let told = warnings.map { "\($0.place.line): \($0.diagnostic.message)" }
        #expect(told.count == (line == nil ? 0 : 1), "\(told)")
        if let line {
            #expect(told[0].hasPrefix("\(line): of the keys from here on AVPlayer knows none"), "\(told)")
            #expect(told[0].contains("the key of \"urn:uuid:edef8ba9\" is fetched"))
        }
        #expect(try Self.asset(keys + Self.segment).keyBytes != nil)
    }

    @Test(
        "a METHOD that is not known is passed over where another key opens the same segments",
        arguments: [(newer + fairPlay, 3), (fairPlay + newer, 4), (newer + key("k"), nil)] as [(String, Int32?)])
    func unknownMethod(keys: String, line: Int32?) throws {
        let warnings = readPlaylist(Self.text(keys + Self.segment)).warnings
        #expect(warnings.map { $0.place.line } == (line.map { [$0] } ?? []))
        #expect(warnings.allSatisfy { $0.diagnostic.message.contains("#EXT-X-KEY is passed over") })
        #expect(try Self.asset(keys + Self.segment).keyBytes != nil)
    }

    @Test(
        "and is a mistake where it alone opens them (rfc8216bis, 6.3.6)",
        arguments: [
            (newer + segment + segment, 3), (key("k") + segment + newer + segment, 7),
            (fairPlay + segment + "#EXT-X-KEY:METHOD=NONE\n" + newer + segment, 8),
        ] as [(String, Int32)])
    func unknownMethodAlone(body: String, line: Int32) {
        let problems = readPlaylist(Self.text(body)).problems
        #expect(problems.map { $0.place } == [Place(source: 3, line: line, column: 19)])
        #expect(problems.allSatisfy { $0.kind.message.contains("'AES-512' is no METHOD here") })
    }

    @Test("but for nothing that it opens, or that METHOD=NONE follows")
    func unknownMethodOfNothing() {
        #expect(readPlaylist(Self.text(Self.segment + Self.newer)).problems.isEmpty)
        let cleared = Self.newer + "#EXT-X-KEY:METHOD=NONE\n" + Self.segment
        #expect(readPlaylist(Self.text(cleared)).problems.isEmpty)
    }
}
