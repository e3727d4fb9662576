import PlayerModel
import Testing

@testable import Simulation

/// Six segments of 600,000 bytes, of which the first three need a section of 1000 bytes, and the others one of 2000.
@Suite("Several initialization sections in a playlist (EXT-X-MAP, RFC 8216, 4.3.2.5)")
struct PlaylistSectionTests {
    private static func playlist(
        head: String = "", tail: String = "", sections: (Int64, Int64) = (1000, 2000)
    ) -> String {
        func part(_ name: String, _ bytes: Int64) -> String {
            "#EXT-X-MAP:URI=\"\(name).mp4\",BYTERANGE=\"\(bytes)@0\"\n"
                + String(repeating: "#EXTINF:6,\n#EXT-X-BYTERANGE:600000@0\nv.mp4\n", count: 3)
        }
        let all = part("a", sections.0) + "#EXT-X-DISCONTINUITY\n" + part("b", sections.1)
        return "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + head + all + tail
    }

    /// The sizes of the sections that came by themselves, and the first chunk that was asked for.
    private static func beginning(_ run: Run) throws -> (sections: [Int64], chunk: Int64) {
        let own = run.player(0)
        let sections = run.trace.entries.compactMap { entry -> Int64? in
            guard case .fetched(let bytes, let slot) = entry.record else { return nil }
            return own.slots[Int(slot)].kind == .videoInit ? bytes : nil
        }
        return (sections, try #require(own.playback.exchanges.first { $0.kind == .video }).chunks.lowerBound)
    }

    @Test(
        "the one comes first that the first segment needs, unless that brings it along",
        arguments: [(0, [1000]), (3, []), (4, [2000])] as [(Int64, [Int64])])
    func first(chunk: Int64, sections: [Int64]) throws {
        let text = Self.playlist(head: "#EXT-X-START:TIME-OFFSET=\(chunk * 6)\n", tail: "#EXT-X-ENDLIST\n")
        let run = try PlaylistScenario(root: text, until: 200).judgedRun()
        let begun = try Self.beginning(run)
        #expect(begun.sections == sections && begun.chunk == chunk)
        #expect(run["end_reached"] == 1)
    }

    @Test(
        "of a live stream where it is joined; and each turn of what is listed goes over to both",
        arguments: [(36, 0, [1000]), (18, 3, []), (12, 4, [2000])] as [(Int64, Int64, [Int64])])
    func live(offset: Int64, chunk: Int64, sections: [Int64]) throws {
        var scenario = PlaylistScenario(root: Self.playlist(), until: 90)
        scenario.more =
            ", \"player\": { \"live\": { \"configured_time_offset_from_live_s\": \(offset) } }"
        let run = try scenario.judgedRun()
        let begun = try Self.beginning(run)
        #expect(begun.sections == sections && begun.chunk == chunk)
        let loads = run.player(0).playback.loads
        #expect(loads.count > 10)
        for load in loads {
            let own: Int64 = load.chunk % 6 == 3 ? 2000 : load.chunk % 6 == 0 && load.chunk > 0 ? 1000 : 0
            #expect(load.bytes == 600_000 + own, "chunk \(load.chunk)")
        }
    }

    /// The first segment is a gap: in a later turn the section counts to the one behind that.
    @Test(
        "the one that is needed first comes by itself behind a gap, wherever playback begins before the next",
        arguments: [0, 2] as [Int64], ["", "#EXT-X-ENDLIST\n"])
    func behindGap(chunk: Int64, tail: String) throws {
        let text = Self.playlist(head: "#EXT-X-START:TIME-OFFSET=\(chunk * 6)\n", tail: tail)
            .replacing("#EXTINF", with: "#EXT-X-GAP\n#EXTINF", maxReplacements: 1)
        let run = try PlaylistScenario(root: text, until: 90).judgedRun()
        let begun = try Self.beginning(run)
        #expect(begun.sections == [1000] && begun.chunk == max(1, chunk))
        let loads = run.player(0).playback.loads.filter { $0.chunk % 6 > 0 }
        #expect(loads.count >= 4)
        for load in loads {
            let own: Int64 = load.chunk % 6 == 3 ? 2000 : load.chunk % 6 == 1 && load.chunk > 1 ? 1000 : 0
            #expect(load.bytes == 600_000 + own, "chunk \(load.chunk)")
        }
    }

    /// One that is not the first is under way from 0.1 s or so to the end, at 1,000,000 bytes a second.
    @Test(
        "whoever leaves while one is under way has had a part of it, and nothing of others",
        arguments: ["fluid", "tcp"])
    func leaves(transport: String) throws {
        let text = Self.playlist(
            head: "#EXT-X-START:TIME-OFFSET=24\n", tail: "#EXT-X-ENDLIST\n", sections: (5_000_000, 2_000_000))
        var scenario = PlaylistScenario(root: text)
        scenario.network = "\"transport\": \"\(transport)\", \"down_kbps\": 8000, \"delay_ms\": 20"
        scenario.more = ", \"script\": \(JSONPart.list([.load(), .play(), .does(1, "leave")]))"
        let bytes = try #require(try scenario.judgedRun()["down_bytes"])
        #expect(bytes > 500_000 && bytes <= 1_000_000)
    }
}
