import PlayerModel
import Testing

@testable import Simulation

@Suite("Delta updates of live playlists (RFC 8216bis, 4.4.5.2 and 6.2.5.1)")
struct DeltaUpdateTests {
    /// Thirty segments of 4 s in the window.
    private static func run(
        _ live: JSONPart, network: JSONPart = .fluid(8000, #""delay_ms": 10"#), media: String = "",
        script: [JSONPart] = [.load(), .play()], until_s: JSONPart = 21
    ) throws -> Run {
        try ScenarioText(
            network: network,
            media: .hls(
                ["\"bitrate_kbps\": 1000\(media)"], duration_s: 900, segment_s: 4,
                JSONPart("\"live\": { \"window_s\": 120, \(live.text) }")),
            script: script, until_s: until_s
        ).judgedRun()
    }

    /// The bytes of each playlist that was taken in.
    private static func sizes(_ run: Run) -> [Int64] {
        run.player(0).entries.compactMap { entry in
            guard case .fetched(let bytes, let slot) = entry.record else { return nil }
            return run.player(0).slots[Int(slot)].kind == .videoPlaylist ? bytes : nil
        }
    }

    @Test(
        "leave out what is further from the end than the skip boundary",
        arguments: [
            // 200 + 30 × 60 bytes; within 24 s of the end are six segments, so 24 lines of 30 are left out.
            (#""can_skip_until_s": 24"#, "", [2000, 560]), (#""can_skip_until_s": 25"#, "", [2000, 620]),
            (#""can_skip_until_s": 120"#, "", [2000, 2000]),
            // 24 of 30 lines of what is more than 200 bytes.
            (#""can_skip_until_s": 24"#, ", \"playlist_bytes\": 5200", [5200, 1200]),
            (#""can_skip_until_s": 24"#, ", \"playlist_bytes\": 150", [150, 150]),
            // With parts of 1 s there are 12 lines more, and the 24 of 42 are left out.
            (#""part_s": 1, "can_skip_until_s": 24"#, "", [2720, 1280]),
        ] as [(String, String, [Int64])])
    func sizes(live: String, media: String, expected: [Int64]) throws {
        let sizes = Self.sizes(try Self.run("\(live)", media: media))
        #expect(sizes.first == expected[0])
        #expect(sizes.count > 4 && sizes.dropFirst().allSatisfy { $0 == expected[1] }, "\(sizes)")
    }

    @Test(
        "and where the last playlist is older than half of it, the whole one comes", arguments: [20, 34] as [Int64])
    func old(resumes: Int64) throws {
        // Paused from 10 s on, when the last one had been asked for at 8 s.
        let script = [JSONPart.load(), .play(), .does(10, "pause"), .play("\(resumes)")]
        let run = try Self.run(#""can_skip_until_s": 40"#, script: script, until_s: "\(resumes + 1)")
        #expect(Self.sizes(run) == [2000, 800, 800, resumes == 20 ? 800 : 2000])
    }
}
