import PlayerModel
import Testing

@testable import Simulation

@Suite("A packet that is not full")
struct ShortPacketTests {
    /// Each answer is one packet. Over 64 kbit/s a byte takes an eighth of a millisecond, and no packet before it is on
    /// its way.
    @Test(
        "takes the time of its own bytes, through the link that all share or a slower one of its host",
        arguments: [100, 500, 1148] as [Int64], [0, 300] as [Int64])
    func busy(bytes: Int64, header: Int64) throws {
        let segment_s = JSONPart(stringLiteral: NumberText.exact(bytes, places: 3))
        for (shared, hosts) in [(64, ""), (8000, #""hosts": { "origin": { "down_kbps": 64 } }"#)] as [(Int64, String)]
        {
            let run = try ScenarioText(
                network: .link(
                    JSONPart(integerLiteral: shared), transport: "tcp",
                    #""delay_ms": 100, "tls": "none", "http": "1.1", "response_header_bytes": \#(header)"#),
                media: .hls(
                    [8], duration_s: JSONPart(stringLiteral: NumberText.exact(bytes * 10, places: 3)),
                    segment_s: segment_s),
                player: #""keep_up": "first-chunk""#, more: JSONPart(stringLiteral: hosts)
            ).judgedRun()
            let loads = run.player(0).playback.loads
            #expect(loads.count == 10 && loads.allSatisfy { $0.bytes == bytes })
            #expect(loads.allSatisfy { $0.busy == (bytes + header) * 125_000 }, "\(hosts) \(loads.map { $0.busy })")
            if header == 0 { #expect(run["observed_throughput_kbps"] == 64_000) }
        }
    }
}
