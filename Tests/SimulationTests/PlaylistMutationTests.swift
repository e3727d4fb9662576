import Testing

@testable import Simulation

@Suite struct PlaylistMutations {
    private static let seeds = [
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI=\"i\",BYTERANGE=\"1@0\"\n"
            + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0xF\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n#EXTINF:6.006,é\n"
            + "#EXT-X-BYTERANGE:5@1\n{$a}.ts\n#EXTINF:1,\n#EXT-X-BYTERANGE:5\n{$a}.ts\n#EXT-X-ENDLIST\n",
        "#EXTM3U\r\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",DEFAULT=YES,URI=\"a.m3u8\"\r\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=200,AUDIO=\"a\",RESOLUTION=1x2,FRAME-RATE=30.0,CODECS=\"x,y\"\r\n"
            + "v.m3u8\r\n"
            + "#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"k\"\r\n#EXT-X-START:TIME-OFFSET=-1\r\n",
    ]
    private static let pieces = [
        "\n", "\r", "\r\n", ",", "\"", "=", ":", "@", "-", ".", "0", "9223372036854775807", "99999999999999999999",
        "NaN", "{$a}", "{$", "}", "é", "#EXTINF:", "#EXT-X-", "#EXT-X-GAP\n", "#EXT-X-DISCONTINUITY\n", "../", "%2e",
        "#EXT-X-BYTERANGE:1\n", "#EXT-X-BITRATE:2147483647\n", "#EXTINF:9000000000,\na\n",
        "\t", " ", " , ", "\u{FEFF}", "#EXT-X-PART:", "#EXT-X-DATERANGE:X-ASSET-URI=", "SUBTITLES=\"g\"",
        "#EXT-X-PROGRAM-DATE-TIME:2026-02-29T25:00:00Z\n", "#EXT-X-KEY:METHOD=NONE\n",
    ]

    /// 5,000 in all.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func `whatever the bytes, there is a playlist or a place`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "playlist")
        func below(_ bound: Int) -> Int { Int(random.below(UInt64(bound))) }
        for round in 0..<100 {
            var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
            for _ in 0...below(4) where !bytes.isEmpty {
                let index = below(bytes.count)
                switch below(5) {
                case 0: bytes[index] = UInt8(below(256))
                case 1: bytes.removeSubrange(index..<min(bytes.count, index + 1 + below(12)))
                case 2: bytes.removeSubrange(index...)
                default: bytes.insert(contentsOf: Self.pieces[below(Self.pieces.count)].utf8, at: index)
                }
            }
            let reading = PlaylistReader.read(bytes, source: 3)
            #expect((reading.playlist == nil) == !reading.problems.isEmpty)
            let lines = bytes.count { $0 == 0x0A } + 1
            for place in reading.problems.map({ $0.place }) + reading.warnings.map({ $0.place }) {
                #expect(place.source == 3 && 1...lines ~= Int(place.line))
                #expect(1...bytes.count + 1 ~= Int(place.column))
            }
            for words in reading.diagnostics + reading.warnings.map({ $0.diagnostic }) {
                #expect(!words.message.isEmpty)
            }
            guard let playlist = reading.playlist else { continue }
            let set = PlaylistSet(root: playlist, path: "m.m3u8", playlists: [], files: FileSizes([]))
            #expect((PlaylistAsset(set).asset == nil) == !PlaylistAsset(set).problems.isEmpty)
            for objection in AuthoringCheck.objections(to: set) { #expect(!objection.item.isEmpty) }
        }
    }
}
