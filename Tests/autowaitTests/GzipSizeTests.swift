import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("The size of gzip")
struct GzipSizeTests {
    struct Text: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]

        var testDescription: String { name }
    }

    /// Numerical Recipes' generator.
    private static func noise(_ count: Int, below bound: UInt32) -> [UInt8] {
        var state: UInt32 = 503
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8((state >> 16) % bound)
        }
    }

    /// Two hours in segments of 6 s.
    private static func film(_ segment: (Int) -> String) -> [UInt8] {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:6", "#EXT-X-PLAYLIST-TYPE:VOD"]
        for index in 0..<1200 { lines += ["#EXTINF:6.00600,", segment(index)] }
        return Array((lines.joined(separator: "\n") + "\n#EXT-X-ENDLIST\n").utf8)
    }

    private static let digits = noise(1200 * 40, below: 16).map { String($0, radix: 16) }

    static let texts: [Text] =
        Ladder.files.map { Text(name: $0.name, bytes: Array($0.text.utf8)) } + [
            Text(name: "nothing", bytes: []), Text(name: "one byte", bytes: [65]),
            Text(name: "abc", bytes: [97, 98, 99]),
            Text(name: "all alike", bytes: Array(repeating: 65, count: 100_000)),
            Text(name: "noise", bytes: noise(50_000, below: 256)),
            Text(name: "digits", bytes: noise(200_000, below: 10)),
            Text(name: "counted names", bytes: film { "segment-\($0).ts" }),
            Text(name: "paths", bytes: film { "video/1080p/segment_\(String(format: "%05d", $0)).m4s" }),
            Text(
                name: "byte ranges", bytes: film { "#EXT-X-BYTERANGE:\(900_000 + $0 * 7919 % 1_200_000)\nmain.mp4" }),
            Text(name: "hashes", bytes: film { digits[$0 * 40..<$0 * 40 + 40].joined() + ".ts" }),
        ]

    private static var hasGzip: Bool { (try? Place.shell("command -v gzip"))?.code == 0 }

    @Test(
        "is that of gzip -6 within one percent, or four bytes",
        .enabled(if: hasGzip, "gzip is not here, so its sizes cannot be compared"), arguments: texts)
    func same(text: Text) throws {
        try Place.withFolder { folder in
            try Data(text.bytes).write(to: folder.appendingPathComponent("text"))
            let answer = try Place.shell("gzip -n -6 < text | wc -c", in: folder)
            let real = try #require(Int64(answer.output.filter { $0.isNumber }))
            let own = GzipSize.bytes(of: text.bytes)
            #expect(abs(own - real) <= max(4, real / 100), "\(own), not \(real)")
        }
    }

    @Test("a playlist on disk travels as what it comes to")
    func scenario() throws {
        try Place.withFolder { folder in
            let text = """
                {"network": {"transport": "fluid", "down_kbps": 900},
                 "media": {"kind": "playlist", "path": "master.m3u8", "playlists_gzipped": FLAG}}
                """
            for file in Ladder.files {
                try file.text.write(
                    to: folder.appendingPathComponent(file.name), atomically: true, encoding: .utf8)
            }
            func words(_ media: String) throws -> String {
                let path = folder.appendingPathComponent("s.json")
                try media.write(to: path, atomically: true, encoding: .utf8)
                let reply = Autowait.reply(to: ["run", path.path])
                #expect(reply.code == .asExpected && reply.errors.isEmpty, "\(reply.errors)")
                return reply.output
            }
            func size(_ name: String) -> Int64 {
                GzipSize.bytes(of: Ladder.files.first { $0.name == name }.map { Array($0.text.utf8) } ?? [])
            }
            let small = try words(text.replacingOccurrences(of: "FLAG", with: "true"))
            #expect(
                small.contains(
                    "before it, in bytes: multivariant playlist \(size("master.m3u8")), video playlist "
                        + "\(size("h264-2000.m3u8")), audio playlist \(size("aac-128.m3u8")), video init 800, "
                        + "audio init 800; playlists as gzip; sizes: 220 by byte ranges"))
            let plain = try words(text.replacingOccurrences(of: "FLAG", with: "false"))
            let short = #"{"network": {"transport": "fluid", "down_kbps": 900}, "media": "master.m3u8"}"#
            #expect(try words(short) == plain)
            #expect(plain.contains("multivariant playlist 2082, ") && !plain.contains("gzip"))
        }
    }
}
