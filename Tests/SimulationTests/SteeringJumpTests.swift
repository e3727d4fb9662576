import PlayerModel
import Testing

@testable import Simulation

/// What is under way when the playhead jumps is called off, so the next segment is one that is asked for.
@Suite("Steering where the playhead jumps")
struct SteeringJumpTests {
    /// The host that each request for video went to, and when.
    private static func requests(_ run: Run) -> [(exchange: Exchange, host: ExactText)] {
        let (names, own) = (run.scenario.network.transport.hosts.names, run.player(0))
        return own.playback.exchanges.filter { $0.kind == .video }.map { exchange in
            (exchange, names[Int(own.slots[Int(exchange.slot)].host)])
        }
    }

    /// From 12 s on the first host takes 80 s for a segment, and from 14 s on the other one is wanted.
    @Test("takes the pathway that is wanted with the seek", arguments: ["fluid", "tcp"])
    func seek(transport: String) throws {
        let steering: JSONPart = """
            "pathways": ["a", "b"], "steering": { "ttl_s": 5, "priority": [
                { "pathways": ["a", "b"] }, { "from_s": 14, "pathways": ["b", "a"] }
            ] }
            """
        let run = try ScenarioText(
            network: .link(8000, transport: transport, #""delay_ms": 20"#),
            media: .hls([2000], duration_s: 300, segment_s: 4, steering),
            script: [.load(), .play(), .does(30, "seek", #""to_s": 150"#)], until_s: 60,
            more: #""hosts": { "a": { "phases": [{ "for_s": 12 }, { "down_kbps": 100 }] } }"#
        ).judgedRun()
        let sought = try #require(Self.requests(run).first { $0.exchange.at >= .zero + .seconds(30) })
        #expect(sought.exchange.at == .zero + .seconds(30) && sought.host == "b")
        #expect(Self.requests(run).contains { $0.host == "a" && $0.exchange.end?.how == .cancelled })
        let loaded = try #require(run.player(0).playback.loads.first { $0.at > .zero + .seconds(30) })
        #expect(loaded.at < .zero + .seconds(33))
    }

    /// The stream goes on elsewhere while a segment of the host that was left is under way.
    @Test("and with the jump of a live stream that has fallen out of the window")
    func live() throws {
        let clones = #""clones": [{ "id": "c", "base_id": "a", "host": "edge" }]"#
        let run = try ScenarioText(
            network: .link(8000, transport: "tcp", #""delay_ms": 20"#),
            media: .hls(
                [800, 2000], duration_s: 300, segment_s: 4,
                """
                "audio": [{ "bitrate_kbps": 96, "language": "en" }], "live": { "window_s": 40 },
                "pathways": ["a"], "steering": { "ttl_s": 5, "priority": [
                    { "pathways": ["a"] }, { "from_s": 25, \(clones), "pathways": ["c", "a"] }
                ] }
                """),
            player: """
                "profile": "avplayer", "live": { "automatically_preserves_time_offset_from_live": true }
                """, until_s: 90, more: #""hosts": { "a": { "phases": [{ "for_s": 20 }, { "down_kbps": 600 }] } }"#
        ).judgedRun()
        let all = Self.requests(run)
        let left = try #require(all.firstIndex { $0.exchange.end?.how == .cancelled })
        #expect(all[left].host == "a" && all.count > left + 1)
        #expect(all[(left + 1)...].allSatisfy { $0.host == "edge" })
    }
}
