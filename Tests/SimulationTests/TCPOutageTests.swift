import Testing

@testable import Simulation

/// Outages against real Linux: 500 kB by HTTPS over 2 Mbit/s with a round trip of 200 ms and a queue of 50 packets,
/// while nothing passes, either way, for a time; and delays that change, over links of their own.
///
/// Made for this project: kernel 6.18, CUBIC, SACK and timestamps, over a link that a program passes packets on. Each
/// is the median of three, which lay 11 ms apart at most, but for the one from 1.1 s to 4 s (125 ms); of delays that
/// change, of two, 4 ms apart at most.
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
        let link = Link(kbps: 2000, delay_ms: 100)
        let phases = [
            link.phase(100, until: from),
            "{ \"for_s\": \(Link.seconds(until - from)), \"down_kbps\": 0, \"up_kbps\": 0 }",
            link.phase(100),
        ]
        let modelled = try link.end(phases)
        #expect(abs(modelled - end * 1_000_000) <= end * 20_000, "\(modelled) ns are not \(end) ms, within 2 %")
    }

    /// Delays one way that change under way, in ms, each from when on; and when all was there.
    static let delays: [(link: Link, delays_ms: [(from: Int64, delay: Int64)], end: Int64)] = [
        (Link(kbps: 2000, delay_ms: 50), [(1000, 300)], 3388), (Link(kbps: 2000, delay_ms: 300), [(1500, 50)], 3678),
        (Link(kbps: 2000, delay_ms: 100), [(1000, 1000), (1500, 100)], 4008),
        (Link(kbps: 2000, delay_ms: 20, queue_packets: 10), [(1000, 400)], 8265),
        (Link(kbps: 2000, delay_ms: 20, queue_packets: 20), [(1000, 800), (2000, 20)], 3665),
        (Link(kbps: 1000, delay_ms: 30), [(2000, 500)], 6163),
    ]

    @Test(arguments: delays)
    func `a delay that changes costs about what it costs in Linux`(
        link: Link, delays_ms: [(from: Int64, delay: Int64)], end: Int64
    ) throws {
        var phases = [link.phase(link.delay_ms, until: delays_ms[0].from)]
        for (index, (from, delay)) in delays_ms.enumerated() {
            let next = index + 1 < delays_ms.count ? delays_ms[index + 1].from : nil
            phases.append(link.phase(delay, for: next.map { $0 - from }))
        }
        let modelled = try link.end(phases)
        #expect(abs(modelled - end * 1_000_000) <= end * 100_000, "\(modelled) ns are not \(end) ms, within 10 %")
    }

    /// Acknowledgements are lost here, so that one brings news of two ranges. The times are those of a model that was
    /// written apart from this one after Linux's sources, and goes packet by packet.
    @Test func `round trips are of the oldest and the newest packet, whichever range stands first`() throws {
        let run = try Run(
            """
            {"network": {"down_kbps": 5000, "up_kbps": 100, "delay_down_ms": 1, "delay_up_ms": 0, "http": "1.1",
               "queue_down_packets": 2, "queue_up_packets": 2, "tls": "none"},
             "media": {"kind": "hls", "segment_s": 4,
               "variants": [{"bitrate_kbps": 2000, "segment_bytes": [148170, 1000, 100000]}]},
             "player": {"keep_up": "first-chunk"}}
            """)
        let times = run.player(0).playback.loads.map { $0.at.nanoseconds }
        #expect(times == [763_354_071, 814_837_271, 1_208_717_271])
    }

    /// All is loaded after 3 s and played after 9: the timeouts that were set meanwhile keep nobody waiting.
    @Test("A run that is over does not go on while the network changes, however long a timeout is")
    func idleTimeouts() throws {
        func outcome(timeout_s: Int) throws -> Outcome {
            let phases = (0..<4000).map { "{ \"for_s\": 0.01, \"down_kbps\": \($0 % 2 == 0 ? 4000 : 3000) }" }
            return try ScenarioText(
                network: .link(
                    nil, transport: "tcp",
                    .members([
                        "\"delay_ms\": 10, \"timeout_s\": \(timeout_s)",
                        "\"phases\": [\(phases.joined(separator: ", "))]",
                    ])), media: .hls([1000], duration_s: 8, segment_s: 4)
            ).run().outcome
        }
        let (short, long) = (try outcome(timeout_s: 20), try outcome(timeout_s: 60))
        #expect(short.at == long.at && short.events == long.events && long.events < 2000, "\(long)")
    }

    /// The second host carries nothing: a playlist that was to come from there is given up at 43 s, with packets of the
    /// handshake still at its door. The minute is over 77 s after the request to play.
    @Test("Packets that come to nobody when it is over cut nothing off", arguments: [80, 1000])
    func deadHost(until: Int) throws {
        let pathways = #""multivariant_playlist_bytes": 1200, "pathways": ["cdn-a", "cdn-b"]"#
        let steering = #"{ "pathways": ["cdn-a", "cdn-b"] }, { "from_s": 10, "pathways": ["cdn-b", "cdn-a"] }"#
        let run = try ScenarioText(
            network: .link(8000, transport: "tcp", #""delay_ms": 30, "timeout_s": 10"#),
            media: .hls(
                [#""bitrate_kbps": 800, "playlist_bytes": 2000"#, #""bitrate_kbps": 2000, "playlist_bytes": 2000"#],
                duration_s: 60, segment_s: 4,
                #"\#(pathways), "steering": { "ttl_s": 5, "priority": [\#(steering)] }"#),
            player: #""profile": "avplayer", "default_forward_buffer_s": 20"#, until_s: 100,
            more: #""hosts": { "cdn-b": { "outages": [{ "at_s": 0, "for_s": \#(until) }] } }"#
        ).judgedRun()
        #expect(run.outcome.end == .nothingMoreHappens && run.player(0).playback.lastItemHasEnded)
        #expect(run.outcome.at.nanoseconds / 1_000_000_000 == 76)
    }
}

extension TCPOutageTests {
    /// The link of a measurement.
    struct Link: Sendable {
        let kbps: Int64
        /// One way, at first.
        let delay_ms: Int64
        var queue_packets = 50

        /// The host is looked up first, which takes a round trip and the time of a small packet.
        private var lookUp_ns: Int64 { 2 * delay_ms * 1_000_000 + 960_000_000 / kbps }

        static func seconds(_ ms: Int64) -> String { NumberText.exact(ms, places: 3) }

        func phase(_ delay_ms: Int64, until ms: Int64) -> String {
            let length = NumberText.exact(lookUp_ns + ms * 1_000_000, places: 9)
            return "{ \"for_s\": \(length), \"down_kbps\": \(kbps), \"delay_ms\": \(delay_ms) }"
        }

        func phase(_ delay_ms: Int64, for ms: Int64? = nil) -> String {
            let length = ms.map { "\"for_s\": \(Self.seconds($0)), " } ?? ""
            return "{ \(length)\"down_kbps\": \(kbps), \"delay_ms\": \(delay_ms) }"
        }

        /// The time from the connection's beginning until all was there.
        func end(_ phases: [String]) throws -> Int64 {
            let run = try ScenarioText(
                network: .link(
                    nil, transport: "tcp",
                    .members([
                        #""http": "1.1", "tls_compute_ms": 0"#, "\"queue_packets\": \(queue_packets)",
                        "\"phases\": [\(phases.joined(separator: ", "))]",
                    ])),
                media: #"{ "kind": "progressive", "duration_s": 8, "bitrate_kbps": 500 }"#
            ).run()
            let known = try #require(run.trace.entries.first { $0.record == .network(.lookedUp(host: 0)) })
            #expect(known.at.nanoseconds == lookUp_ns)
            let answer = try #require(run.players[0].playback.exchanges.last?.end)
            return answer.at.nanoseconds - known.at.nanoseconds
        }
    }
}
