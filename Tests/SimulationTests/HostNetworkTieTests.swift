import PlayerModel
import Testing

@testable import Simulation

@Suite("What comes at the nanosecond of a deadline through a host's own network")
struct HostNetworkTieTests {
    private static let stream = JSONPart.hls([200], duration_s: 8, segment_s: 4)

    /// The server's answer to a handshake takes 0.48 ms on the link and half a second, what is left of a second comes
    /// back: then the server would send it again.
    private static func tie(delay_up_ms: JSONPart, hosts: JSONPart) throws -> Run {
        try ScenarioText(
            network: """
                "tls": "none", "phases": [
                    { "for_s": 0.03, "down_kbps": 1000, "delay_ms": 10 },
                    { "down_kbps": 1000, "delay_down_ms": 500, "delay_up_ms": \(delay_up_ms) }
                ]
                """, media: stream, more: hosts
        ).judgedRun()
    }

    /// A handshake that is answered again delays the first segment by 0.48 ms, which its packet takes.
    @Test("is there before it, and no deadline among others")
    func order() throws {
        func first(_ host: JSONPart) throws -> Instant {
            let hosts: JSONPart =
                #""hosts": { "origin": { "phases": [{ "for_s": 0.05 }, { "delay_up_ms": \#(host) }] } }"#
            let run = try Self.tie(delay_up_ms: 10, hosts: hosts)
            return try #require(run.player(0).playback.loads.first).at
        }
        let (before, now, after) = (try first("489.519999"), try first("489.52"), try first("489.520001"))
        #expect(before <= now && now - before < TimeAmount(nanoseconds: 100_000))
        #expect(after - now > TimeAmount(nanoseconds: 400_000))
    }

    @Test("and a host's own network that says nothing changes nothing", arguments: ["tcp", "fluid"])
    func neutral(transport: String) throws {
        for host: JSONPart in [#"{ "delay_ms": 0 }"#, #"{ "phases": [{ "for_s": 3 }, {}] }"#] {
            let alike: [JSONPart] = ["", #""hosts": { "origin": \#(host) }"#]
            let runs = try alike.map { (hosts: JSONPart) throws -> Run in
                if transport == "tcp" { return try Self.tie(delay_up_ms: 499.52, hosts: hosts) }
                // A third of the link for each flow, which is no whole number of bits a second.
                return try ScenarioText(
                    network: .fluid(1000, #""delay_ms": 300"#),
                    players: [
                        ScenarioText(name: "a", media: .hls([500], duration_s: 24, segment_s: 4)),
                        ScenarioText(name: "b", media: .hls([600], duration_s: 24, segment_s: 4)),
                    ],
                    more: JSONPart(#""traffic": [{ "kind": "greedy", "name": "g", "for_s": 8 }]"#).and(hosts)
                ).judgedRun()
            }
            #expect(runs[0].digest.text == runs[1].digest.text)
            #expect(!runs[0].player(0).playback.loads.isEmpty)
        }
    }
}
