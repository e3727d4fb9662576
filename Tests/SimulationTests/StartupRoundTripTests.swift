import PlayerModel
import Testing

@testable import Simulation

/// The wait of a person is counted in round trips: of 100 ms here, on a link without a limit.
@Suite("Startup takes so many round trips")
struct StartupRoundTripTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var network: JSONPart = ""
        var media: JSONPart = master
        let roundTrips: Int64

        var testDescription: String { "\(network) \(media)" }
    }

    /// Eight seconds in segments of two, small enough for one window.
    private static func run(_ network: JSONPart = "", _ media: JSONPart = "") throws -> Run {
        try ScenarioText(
            network: JSONPart(#""delay_ms": 50, "tls_compute_ms": 0"#).and(network),
            media: .hls(
                [#""bitrate_kbps": 20, "playlist_bytes": 3000, "init_bytes": 800"#], duration_s: 8, segment_s: 2,
                media)
        ).run()
    }

    private static let master: JSONPart = #""multivariant_playlist_bytes": 2000"#
    private static let preloaded = master.and(#""preloaded": ["multivariant playlist"]"#)
    private static let masterAndKey = master.and(#""key_bytes": 1000"#)
    private static let elsewhere: JSONPart = #""hosts": { "keys": "keys" }"#

    /// Look-up, connection, security, then one for each thing that names the next (RFC 9293, 3.5; RFC 8446, 2).
    @Test(arguments: [
        Case(roundTrips: 7),
        Case(network: #""tls": "1.2""#, roundTrips: 8),
        Case(network: #""tls": "1.2-resumed""#, roundTrips: 7),
        Case(network: #""tls": "1.3-resumed""#, roundTrips: 7),
        Case(network: #""tls": "0-rtt""#, roundTrips: 6),
        Case(network: #""tls": "none""#, roundTrips: 6),
        Case(network: #""http": "1.1""#, roundTrips: 7),
        Case(network: #""http": "3""#, roundTrips: 6),
        Case(network: #""http": "3", "tls": "0-rtt""#, roundTrips: 5),
        // Certificates beyond the first window of ten packets, or beyond three times what a client of QUIC has sent.
        Case(network: #""certificate_bytes": 14000"#, roundTrips: 7),
        Case(network: #""certificate_bytes": 16000"#, roundTrips: 8),
        Case(network: #""certificate_bytes": 16000, "tls": "1.3-resumed""#, roundTrips: 7),
        Case(network: #""http": "3", "certificate_bytes": 3600"#, roundTrips: 6),
        Case(network: #""http": "3", "certificate_bytes": 3601"#, roundTrips: 7),
        // Each answer closes its connection, so that the three that follow open theirs; after any time none does.
        Case(network: #""http": "1.1", "tls": "none", "keep_alive_s": 0"#, roundTrips: 9),
        Case(network: #""keep_alive_s": 0"#, roundTrips: 13),
        Case(network: #""keep_alive_s": 0.000000001"#, roundTrips: 7),
        // A key costs one more; of another server four, with look-up, connection and security.
        Case(media: masterAndKey, roundTrips: 8),
        Case(network: elsewhere, media: masterAndKey, roundTrips: 11),
        Case(network: elsewhere, media: masterAndKey.and(#""session_key": true"#), roundTrips: 11),
    ])
    func cold(_ example: Case) throws {
        let run = try Self.run(example.network, example.media)
        #expect(run.words("startup_time_s") == "\(NumberText.exact(example.roundTrips, places: 1)) s")
        #expect(run.words("stall_count") == "0")
    }

    /// What was loaded on the title card, on a connection that is still open, is not waited for.
    @Test(arguments: ["", #""http": "1.1""#, #""http": "3""#, #""tls": "1.2""#] as [JSONPart])
    func `with the multivariant playlist preloaded three remain`(network: JSONPart) throws {
        let run = try Self.run(network, Self.preloaded)
        #expect(run.words("startup_time_s") == "0.3 s")
    }

    /// Look-up, connection and security of the segments' host come between the playlist and what it names.
    @Test func `of another host no connection is open`() throws {
        let run = try Self.run(#""hosts": { "segments": "cdn" }"#, Self.preloaded)
        #expect(run.words("startup_time_s") == "0.6 s")
    }

    /// Nothing is looked up, opened or secured twice.
    @Test func `a connection that is there costs nothing`() throws {
        let run = try Self.run("", Self.master)
        let notes = run.trace.entries.compactMap { entry -> NetworkNote? in
            if case .network(let note) = entry.record { note } else { nil }
        }
        #expect(notes == [.lookedUp(host: 0), .connected(host: 0), .secured(host: 0)])
        let loaded = run.trace.entries.compactMap { entry -> Instant? in
            if case .loaded = entry.record { entry.at } else { nil }
        }
        let expected = (0..<4).map { (chunk: Int64) -> Instant in .zero + .milliseconds(700 + 100 * chunk) }
        #expect(loaded == expected)
    }

    /// The item is gone before its connection is open, over which the next one asks a second later.
    @Test(arguments: [0, 75])
    func `a connection over which nothing has come is closed by no answer`(keepAlive: Int) throws {
        let run = try ScenarioText(
            network: JSONPart(#""delay_ms": 50, "http": "1.1", "tls": "none", "keep_alive_s": \#(keepAlive)"#),
            media: .hls([20], duration_s: 8, segment_s: 2),
            script: [.load(), .play(), .does(0.12, "unload"), .load(1)]
        ).run()
        let ends = run.player(0).playback.exchanges.map { $0.end?.at.nanoseconds }
        #expect(ends.prefix(2) == [120_000_000, 1_100_000_000])
    }

    /// 3 s for each host, once.
    @Test(arguments: [("", 3_700), (elsewhere, 7_100)] as [(JSONPart, Int64)])
    func `a slow resolver is asked once for each host`(hosts: JSONPart, milliseconds: Int64) throws {
        let media = hosts.text.isEmpty ? Self.master : Self.masterAndKey
        let run = try Self.run(JSONPart(#""dns_delay_ms": 3000"#).and(hosts), media)
        #expect(run.words("startup_time_s") == "\(NumberText.exact(milliseconds, places: 3)) s")
    }
}
