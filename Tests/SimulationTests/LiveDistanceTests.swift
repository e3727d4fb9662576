import PlayerModel
import Testing

@testable import Simulation

/// A playlist takes 10 ms, a segment of 6 s likewise, and HOLD-BACK is 18 s: playback begins at once, 18.02 s from the
/// edge.
@Suite("Time further from the edge than the offset to be held")
struct LiveDistanceTests {
    private static func above(
        _ live: String = "\"window_s\": 120", player: JSONPart? = nil, script: [JSONPart]? = nil,
        network: JSONPart = .fluid("\"unlimited\"", #""delay_ms": 5, "request_bytes": 0"#)
    ) throws -> (run: Run, above: Int64) {
        let run = try ScenarioText(
            network: network, media: .hls([1000], duration_s: 400, segment_s: 6, "\"live\": { \(live) }"),
            player: player, script: script, until_s: 100
        ).judgedRun()
        return (run, try #require(run["live_above_target_s"]))
    }

    @Test("is none where the playlist's offset is held, or the app's", arguments: [nil, 12, 18, 24, 31, 60])
    func held(offset: Int64?) throws {
        let player: JSONPart? = offset.map {
            JSONPart(stringLiteral: #""live": { "configured_time_offset_from_live_s": \#($0) }"#)
        }
        #expect(try Self.above(player: player).above == 0)
    }

    @Test("counts from when another offset is wanted, by more than a segment, until it is not", arguments: 1...20)
    func wanted(offset: Int64) throws {
        let name = "set_configured_time_offset_from_live"
        let script: [JSONPart] = [
            .load(), .play(), .does(20, name, "\"value_s\": \(offset)"), .does(65, name),
        ]
        // 18.02 s, or a little less or more where it begins, are above up to 12 s and a segment.
        #expect(try Self.above(script: script).above == (offset <= 12 ? 45_000_000_000 : 0))
    }

    @Test("counts a pause from where it is too long, and what comes after it", arguments: [3, 5, 12, 24])
    func pause(length: Int64) throws {
        let script: [JSONPart] = [.load(), .play(), .does(10, "pause"), .does("\(10 + length)", "play")]
        let (run, above) = try Self.above(script: script)
        let start = try #require(run.player(0).playback.startedAt).nanoseconds
        // The playlist that it began with came after 10 ms.
        let room = 24_000_000_000 - (18_000_000_000 + start - 10_000_000)
        #expect(above == (length * 1_000_000_000 > room ? 90_000_000_000 - room : 0))
    }

    /// After 7 s the next playlist comes 5 s after its segment was listed, and so does each that follows.
    @Test("is that of playlists, which may come late")
    func late() throws {
        let script: [JSONPart] = [.load(), .play(), .does(10, "pause"), .play(17)]
        let above = try Self.above(script: script).above
        #expect((1_000_000_000..<1_100_000_000).contains(above))
    }

    @Test("is less where a player catches up")
    func catchingUp() throws {
        let network: JSONPart =
            #""transport": "fluid", "down_kbps": 8000, "outages": [{ "at_s": 20, "for_s": 25 }], "delay_ms": 5"#
        let stays = try Self.above(network: network)
        let comes = try Self.above(player: #""catch_up": "dash.js""#, network: network)
        #expect(stays.run["stall_count"] == 1 && comes.run["stall_count"] == 1)
        let resumed = try #require(stays.run.player(0).playback.stalls.first?.endedAt).nanoseconds
        #expect(stays.above > 100_000_000_000 - resumed)
        #expect(comes.above < stays.above - 10_000_000_000 && comes.above > 0)
    }

    @Test("is nothing that a session has that never starts, or is not live")
    func nothing() throws {
        let dead = try ScenarioText(
            network: .fluid(0), media: .hls([1000], duration_s: 400, segment_s: 6, #""live": {}"#), until_s: 20
        ).run()
        #expect(dead["live_above_target_s"] == nil)
        let plain = try ScenarioText(network: .fluid(8000), media: .hls([1000], duration_s: 40, segment_s: 6)).run()
        #expect(plain["live_above_target_s"] == nil)
    }
}
