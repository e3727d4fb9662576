import Testing

@testable import Simulation

@Suite("Bit rates of playlists that cannot be what they are declared to be")
struct PlaylistRateTests {
    /// Two segments, of which a byte range or a file says the size or EXT-X-BITRATE the bit rate.
    private static func media(_ first: String, _ second: String = "") -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(first)#EXTINF:6,\na\n\(second)#EXTINF:2.9,\nb\n#EXT-X-ENDLIST\n"
    }

    private static func warnings(_ attributes: String, _ media: String) -> [String]? {
        let master = "#EXTM3U\n#EXT-X-STREAM-INF:\(attributes)\nv.m3u8\n"
        return playlistSet(master, [("v.m3u8", media)])?.warnings.filter {
            if case .rate = $0.fact { true } else { false }
        }.map { "\($0.place.source):\($0.place.line):\($0.place.column) \($0.diagnostic.message)" }
    }

    @Test(
        "the average is at most the peak",
        arguments: [(900_000, 900_000, false), (900_000, 900_001, true)])
    func averages(peak: Int, average: Int, isTold: Bool) {
        let told = Self.warnings("BANDWIDTH=\(peak),AVERAGE-BANDWIDTH=\(average)", Self.media("#EXT-X-BITRATE:800\n"))
        let words =
            "3:2:1 AVERAGE-BANDWIDTH, 900.001 kbit/s, is more than BANDWIDTH, 900 kbit/s, which is the peak (RFC "
            + "8216, 4.3.4.2)"
        #expect(told == (isTold ? [words] : []))
    }

    @Test("so it is with playlists of key frames")
    func keyFrames() throws {
        let master =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nv.m3u8\n"
            + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9000,AVERAGE-BANDWIDTH=10000,URI=\"i.m3u8\"\n"
        let set = try #require(playlistSet(master, [("v.m3u8", Self.media("#EXT-X-BITRATE:800\n"))]))
        let fault = PlaylistRateFault.averageAbovePeak(average: 10_000, peak: 9000)
        #expect(set.warnings.filter { $0.fact == .rate(fault) }.map { $0.place.line } == [4])
    }

    @Test(
        "BANDWIDTH of pictures counts bits, of which they need some thousands",
        arguments: [
            ("BANDWIDTH=9999", true), ("BANDWIDTH=9999,RESOLUTION=640x360,CODECS=\"mp4a.40.2\"", true),
            ("BANDWIDTH=10000", false), ("BANDWIDTH=9999,CODECS=\"mp4a.40.2\"", false),
        ])
    func bandwidths(attributes: String, isTold: Bool) {
        let words =
            "3:2:1 BANDWIDTH counts bits per second (RFC 8216, 4.3.4.2), and 9999 of them show no pictures; where 9999 "
            + "kbit/s are meant, write 9999000"
        #expect(Self.warnings(attributes, Self.media("#EXT-X-BITRATE:8\n")) == (isTold ? [words] : []))
    }

    @Test(
        "EXT-X-BITRATE counts kilobits: of more than 200 Mbit/s it is said once",
        arguments: [
            ("#EXT-X-BITRATE:200000\n", "", nil), ("#EXT-X-BITRATE:200001\n", "", ""),
            ("#EXT-X-BITRATE:800000\n", "#EXT-X-BITRATE:900000\n", " (and once more)"),
        ] as [(String, String, String?)])
    func bitRates(first: String, second: String, more: String?) {
        let words =
            "4:3:16 #EXT-X-BITRATE counts kilobits per second (rfc8216bis, 4.4.4.8), and this is more than 200 Mbit/s; "
            + "where bits are meant, leave the last three digits out"
        let told = Self.warnings("BANDWIDTH=250000000", Self.media(first, second))
        #expect(told == (more.map { [words + $0] } ?? []))
    }

    /// A tag may be 10 % too much, and a segment of less than half the target duration says nothing of the peak.
    @Test(
        "EXT-X-BITRATE is at most BANDWIDTH",
        arguments: [
            (1100, 1100, nil), (1101, 1, "1101 kbit/s, and BANDWIDTH, the peak, is 1000 kbit/s (RFC 8216, 4.3.4.2)"),
            (900, 5000, nil),
            (
                150_000, 1,
                "150000 kbit/s, and BANDWIDTH, the peak, is 1000 kbit/s (RFC 8216, 4.3.4.2)"
            ),
        ] as [(Int, Int, String?)])
    func peaks(first: Int, second: Int, words: String?) {
        let media = Self.media("#EXT-X-BITRATE:\(first)\n", "#EXT-X-BITRATE:\(second)\n")
        let told = Self.warnings("BANDWIDTH=1000000", media)
        #expect(told == (words.map { ["3:2:1 by #EXT-X-BITRATE a segment of 'v.m3u8' has " + $0] } ?? []))
    }

    @Test(
        "of a thousand times as much the units are said",
        arguments: [(64, "64000", 0), (64_000, "64000", 1), (64, "64", 1), (2000, "1000000", 0)])
    func thousandfold(kilobits: Int, bandwidth: String, count: Int) throws {
        let sound = "CODECS=\"mp4a.40.2\""
        let told = try #require(
            Self.warnings("BANDWIDTH=\(bandwidth),\(sound)", Self.media("#EXT-X-BITRATE:\(kilobits)\n")))
        #expect(told.count { $0.hasSuffix("; the former counts kilobits, the latter bits") } == count, "\(told)")
    }

    @Test(
        "Apple's rules of declared rates are judged by EXT-X-BITRATE where nothing is measured, with its 10 %",
        arguments: [
            (1000, 1000, []), (1000, 827, []), (1000, 826, ["1.27"]), (1000, 1234, []), (1000, 1235, ["1.27"]),
            (827, 1000, []), (826, 1000, ["1.26"]), (1234, 1000, []), (1235, 1000, ["1.26"]),
        ] as [(Int, Int, [String])])
    func authoring(average: Int, peak: Int, items: [String]) throws {
        let master =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=\(peak)000,AVERAGE-BANDWIDTH=\(average)000,FRAME-RATE=30\nv.m3u8\n"
        let set = try #require(playlistSet(master, [("v.m3u8", Self.media("#EXT-X-BITRATE:1000\n"))]))
        let told = AuthoringCheck.objections(to: set).filter { ["1.26", "1.27", "1.30"].contains($0.item) }
        #expect(told.map { $0.item } == items, "\(told.map { $0.diagnostic.message })")
        #expect(told.allSatisfy { $0.diagnostic.message.contains(": by #EXT-X-BITRATE the segments have ") })
    }
}
