import PlayerModel
import Testing

@testable import Simulation

@Suite("Variants that are left out because segments of their audio begin elsewhere")
struct LostVariantTests {
    private static func media(_ lengths: [Int] = [6, 6, 6, 6]) -> String {
        let segments = lengths.map { "#EXTINF:\($0),\n#EXT-X-BYTERANGE:\(9000 * $0)@0\nx\n" }
        return mediaHead + segments.joined() + "#EXT-X-ENDLIST\n"
    }

    private static func audio(_ group: String, _ uri: String) -> String {
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",NAME=\"n\",DEFAULT=YES,URI=\"\(uri)\"\n"
    }

    @Test(
        "are told once of each group, also where what is listed is said to be all",
        arguments: [(1, nil), (3, nil), (1, "false")] as [(Int, String?)])
    func told(count: Int, live: String?) throws {
        let master =
            "#EXTM3U\n" + Self.audio("low", "a.m3u8") + Self.audio("high", "b.m3u8")
            + "#EXT-X-STREAM-INF:BANDWIDTH=400000,AUDIO=\"low\"\nv.m3u8\n"
            + String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO=\"high\"\nw.m3u8\n", count: count)
        let named = [
            ("v.m3u8", Self.media()), ("w.m3u8", Self.media()), ("a.m3u8", Self.media()),
            ("b.m3u8", Self.media([4, 8, 6, 6])),
        ].map { name, text in (name, live == nil ? text : text.replacing("#EXT-X-ENDLIST\n", with: "")) }
        let made = PlaylistAsset(try #require(playlistSet(master, named, path: "m.m3u8")), isWhole: live != nil)
        #expect(made.asset?.variants.count == 1)
        let fact = PlaylistWarning.Fact.lostVariants(group: "high", line: 6, others: count - 1)
        #expect(made.warnings.map { $0.fact } == [fact])
        #expect(made.warnings.allSatisfy { $0.place.line == 6 && !$0.isNote })
        let words =
            "no run has the variant on line 6 of the multivariant playlist\(count > 1 ? " (nor 2 more)" : ""), because "
            + "segments of its audio, group high, begin elsewhere than those of the first group"
        let scenario = try PlaylistScenario(root: master, named: named, live: live).read()
        #expect(scenario.warnings.filter { $0.message == words }.count == 1, "\(scenario.warnings)")
    }
}
