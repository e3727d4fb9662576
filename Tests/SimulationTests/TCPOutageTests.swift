import Testing

@testable import Simulation

/// Outages against real Linux: 500 kB by HTTPS over 2 Mbit/s with a round trip of 200 ms and a queue of 50 packets,
/// while nothing passes, either way, for a time. Made for this project: kernel 6.18, CUBIC, SACK and timestamps, over
/// a link that a program passes packets on. Each is the median of three, which lay 11 ms apart at most, but for the
/// one from 1.1 s to 4 s (125 ms).
@Suite struct TCPOutageTests {
    /// From when, until when, and when all was there; in ms from the connection's beginning.
    static let measured: [(from: Int64, until: Int64, end: Int64)] = [
        // It falls on the server's first flight. All of that comes in the end, so that the copies prove nothing.
        (300, 800, 3403), (300, 1100, 3704), (300, 1300, 3903), (300, 1500, 4104), (300, 2000, 4604),
        (300, 3000, 5603), (300, 4000, 6603), (300, 6000, 8604), (305, 1300, 3897), (350, 1300, 3798),
        // It falls on the response: on slow start, on what the queue had no room for, on the repair.
        (450, 1300, 3699), (500, 1500, 3887), (550, 1000, 3282), (600, 1800, 4077), (700, 1200, 3396),
        (800, 2800, 4886), (900, 1100, 3093), (1100, 4000, 5826), (1300, 1600, 3216), (1500, 3500, 4912),
        (2000, 2500, 3413), (2600, 3200, 3513),
    ]

    @Test(arguments: measured)
    func `an outage costs what it costs in Linux`(from: Int64, until: Int64, end: Int64) throws {
        // The host is looked up before, which takes a round trip and the time of a packet.
        let begins = 200_480_000 + from * 1_000_000
        let outage = """
            { "at_s": \(NumberText.exact(begins, places: 9)), \
            "for_s": \(NumberText.exact(until - from, places: 3)) }
            """
        let run = try ScenarioText(
            network: .link(
                2000, transport: "tcp",
                "\"http\": \"1.1\", \"delay_ms\": 100, \"tls_compute_ms\": 0, \"outages\": [\(outage)]"),
            media: #"{ "kind": "progressive", "duration_s": 8, "bitrate_kbps": 500 }"#
        ).run()
        let known = try #require(run.trace.entries.first { $0.record == .network(.lookedUp(host: 0)) })
        #expect(known.at.nanoseconds == 200_480_000)
        let answer = try #require(run.players[0].playback.exchanges.last?.end)
        let modelled = answer.at.nanoseconds - known.at.nanoseconds
        #expect(abs(modelled - end * 1_000_000) <= end * 20_000, "\(modelled) ns are not \(end) ms, within 2 %")
    }
}
