import PlayerModel
import Testing

@testable import Simulation

@Suite("Over fluid nothing overtakes what is on its way")
struct OrderOnTheWayTests {
    private static func ms(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    private static let gone: JSONPart = #""outages": [{ "at_s": 1, "for_s": 0.3 }]"#

    /// 125,000 bytes leave in the first second, and are a second on their way; the other 12,500 leave at 1.4 s.
    @Test(
        "bits that left before an outage, though the delay shrinks in it",
        arguments: [(gone, ""), ("", "\"hosts\": { \"origin\": { \(gone) } }")] as [(JSONPart, JSONPart)])
    func outage(network: JSONPart, hosts: JSONPart) throws {
        let delays: JSONPart = #""delay_down_ms": 1000, "delay_up_ms": 0, "request_bytes": 0"#
        let run = try ScenarioText(
            network: .fluid(1000, delays.and(network)),
            media: .hls(
                [#""bitrate_kbps": 500, "segment_bytes": [137500, 1000]"#], duration_s: 8, segment_s: 4),
            script: [.load(), .does(1.2, "change_network", #""delay_down_ms": 0"#)], more: hosts
        ).judgedRun().player(0)
        #expect(run.playback.loads.map { $0.at } == [Self.ms(2000), Self.ms(2008)])
    }

    /// At 1000 kbit/s, a request that takes no time up.
    private static func loads(
        _ bytes: Int, _ network: JSONPart, hosts: JSONPart = "", change_s: JSONPart? = nil
    ) throws -> PlayerRun {
        let changes = change_s.map { [JSONPart.does($0, "change_network", #""delay_down_ms": 0"#)] } ?? []
        let run = try ScenarioText(
            network: .fluid(1000, JSONPart(#""delay_down_ms": 1000, "request_bytes": 0"#).and(network)),
            media: .hls(
                ["\"bitrate_kbps\": 500, \"segment_bytes\": [\(bytes), 1000]"], duration_s: 8, segment_s: 4),
            script: [.load()] + changes, more: hosts
        ).judgedRun()
        return run.player(0)
    }

    /// As above; the other 12,500 leave from 2 s on, when the delay is over.
    @Test(
        "bits that leave from the end of an outage on, where the delay shrinks at the same instant",
        arguments: [true, false], [true, false])
    func outageEnd(isHost: Bool, isScripted: Bool) throws {
        let gone: JSONPart = #""outages": [{ "at_s": 1, "for_s": 1 }]"#
        let phases: JSONPart = isScripted ? "" : #""phases": [{ "for_s": 2 }, { "delay_down_ms": 0 }]"#
        let run = try Self.loads(
            137_500, .members([#""delay_up_ms": 0"#, isHost ? "" : gone, phases]),
            hosts: isHost ? "\"hosts\": { \"origin\": { \(gone) } }" : "", change_s: isScripted ? 2 : nil)
        #expect(run.playback.loads.map { $0.at } == [Self.ms(2100), Self.ms(2108)])
    }

    /// Nothing has left at 0 s, so that nothing is on its way.
    @Test("a delay that shrinks at once holds nothing up")
    func beginning() throws {
        let run = try Self.loads(1000, #""delay_up_ms": 0"#, change_s: 0)
        #expect(run.playback.loads.map { $0.at } == [Self.ms(8), Self.ms(16)])
    }

    /// It is asked for at 0 s, and 8,000 bits leave from 1 s on; so does the next one.
    @Test("an answer that begins at the instant at which the delay shrinks is not on its way yet")
    func atServer() throws {
        let run = try Self.loads(1000, #""delay_up_ms": 1000"#, change_s: 1)
        #expect(run.playback.loads.map { $0.at } == [Self.ms(1008), Self.ms(2016)])
        #expect(run.playback.exchanges.first?.firstByteAt == Self.ms(1000))
    }

    /// Bits before a dead host are not on their way: a playlist of 8,000 bits is there when it has left.
    @Test("but nobody waits for bits that have not left")
    func deadHost() throws {
        let run = try ScenarioText(
            network: .fluid(
                1000,
                #""delay_down_ms": 1000, "delay_up_ms": 0, "request_bytes": 0, "hosts": { "playlists": "pl" }"#),
            players: [
                ScenarioText(
                    name: "A", media: .hls([500], duration_s: 8, segment_s: 4),
                    script: [.load(), .does(5, "change_network", #""delay_down_ms": 0"#)]),
                ScenarioText(
                    name: "B",
                    media: .hls(
                        [#""bitrate_kbps": 500, "playlist_bytes": 1000"#], duration_s: 8, segment_s: 4,
                        #""multivariant_playlist_bytes": 1000"#),
                    script: [.load(5.1)]),
            ],
            more: """
                "hosts": { "origin": { "phases": [{ "for_s": 1 }, { "for_s": 19, "down_kbps": 0 }, {}] } }
                """
        ).run().player(1)
        let fetched = run.entries.compactMap { entry -> Instant? in
            if case .fetched = entry.record { entry.at } else { nil }
        }
        #expect(fetched.first == Self.ms(5108))
    }

    /// Both are at the server at 2 s, and share the link: 800 kbit.
    @Test("requests, though the delay shrinks: a host's own too", arguments: [true, false])
    func requests(isHost: Bool) throws {
        let phases: JSONPart =
            #""phases": [{ "for_s": 1.1, "delay_up_ms": 1000 }, { "delay_up_ms": 0 }]"#
        let file = JSONPart.progressive(100, duration_s: 4, chunk_s: 4)
        let run = try ScenarioText(
            network: .fluid(1000, isHost ? "" : phases),
            players: [
                ScenarioText(name: "A", media: file, script: [.load(1)]),
                ScenarioText(name: "B", media: file, script: [.load(1.2)]),
            ],
            more: isHost ? "\"hosts\": { \"origin\": { \(phases) } }" : ""
        ).run()
        for player in run.players { #expect(player.playback.loads.map { $0.at } == [Self.ms(2800)]) }
    }
}
