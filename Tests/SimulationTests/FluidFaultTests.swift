import PlayerModel
import Testing

@testable import Simulation

/// Requests with which something goes wrong over `fluid`, where the network carries nothing for a while, or the player
/// has no room.
@Suite("Faults over fluid, and what else holds them up")
struct FluidFaultTests {
    /// Segments of 500,000 bytes.
    private static func stream(
        _ down_kbps: JSONPart, _ network: JSONPart, player: JSONPart = ""
    ) throws -> PlayerRun {
        let run = try ScenarioText(
            network: JSONPart.fluid(down_kbps, #""delay_ms": 50"#).and(network),
            media: .hls([1000], duration_s: 24, segment_s: 4), player: player, script: [.load(), .play()],
            until_s: 100
        ).judgedRun()
        expectOrder(run)
        return run.player(0)
    }

    private static func expectOrder(_ run: Run, sourceLocation: SourceLocation = #_sourceLocation) {
        let entries = run.trace.entries
        #expect(
            zip(entries, entries.dropFirst()).allSatisfy { $0.at <= $1.at }, "time goes on",
            sourceLocation: sourceLocation)
    }

    private static func failures(_ run: PlayerRun) -> [Instant] {
        run.playback.exchanges.flatMap { $0.failures.map { $0.at } }
    }

    private static func ms(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test("what an earlier fault hits is one of a later one's times, by chance or not", arguments: [nil, 1_000_000])
    func counted(chance: Int64?) {
        let first = HTTPFault(.status(503))
        var second = HTTPFault(.status(500))
        (second.times, second.chance) = (2, chance)
        var plan = FaultPlan([first, second], namedHosts: 1, seed: 1)
        let segment = Resource(.video, ChunkTable(bytes: 1))
        let kinds = (0..<3).map { _ in plan.take(segment, from: 0, at: .zero) }
        #expect(kinds == [.status(503), .status(500), nil])
        #expect(plan.hits == [1, 1] && plan.missed == [0, 1])
    }

    /// Parts of the list that fit no such request are passed over.
    @Test(
        "of many faults a request meets the first in the list that fits it, and all others count it",
        arguments: 0..<20 as Range<UInt64>)
    func many(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "list")
        func below(_ bound: UInt64) -> Int64 { Int64(random.below(bound)) }
        let faults = (0..<below(40)).map { index in
            var fault = HTTPFault(.status(Int16(index)))
            fault.times = nil
            let first = Int32(below(20))
            if below(2) == 0 { fault.chunks = first...first + Int32(below(3)) }
            if below(2) == 0 { (fault.since, fault.until) = (Self.ms(below(20)), Self.ms(20 + below(20))) }
            return fault
        }
        var (plan, met) = (FaultPlan(faults, namedHosts: 1, seed: 1), faults.map { _ in Int64(0) })
        let chunks = ChunkTable(
            duration: .seconds(30), chunkDuration: .seconds(1), bitRate: 8000, chunksPerRequest: 1)
        for _ in 0..<100 {
            let (chunk, now) = (Int32(below(24)), Self.ms(below(40)))
            let fitting = faults.indices.filter { index in
                let fault = faults[index]
                return fault.chunks?.contains(chunk) ?? true && fault.since <= now && now < fault.until
            }
            for index in fitting { met[index] += 1 }
            let kind = plan.take(Resource(.video, chunks), from: chunk, at: now)
            #expect(kind == fitting.first.map { faults[$0].kind })
        }
        #expect(zip(plan.hits, plan.missed).map { $0 + $1 } == met)
    }

    /// The first segment is there at 2.1 s, when the second is asked for: that leaves at 22.08 s, and takes 2 s.
    @Test(
        "a limit of time holds for a request that an outage keeps from leaving",
        arguments: [
            (#""timeout_s": 5"#, "", 7100), ("", #""segment_requests": "hls.js""#, 12_100),
            ("", #""segment_requests": "shaka""#, 12_100),
        ] as [(JSONPart, JSONPart, Int64)])
    func notLeft(network: JSONPart, player: JSONPart, failure: Int64) throws {
        let fault: JSONPart = #""faults": [{ "of": "video", "chunk": 1, "silent_after_bytes": 0 }]"#
        let outage: JSONPart = #""outages": [{ "at_s": 2.08, "for_s": 20 }]"#
        let run = try Self.stream(2000, .members([outage, fault, network]), player: player)
        #expect(Self.failures(run) == [Self.ms(failure)])
        #expect(run.playback.loads.prefix(2).map { $0.at } == [Self.ms(2100), Self.ms(22_080 + 50 + 2000 + 50)])
    }

    /// Of a slow server a portion has come every tenth of a second, the last at 3.0125 s. After 5 s of silence the
    /// request is made again a second later, after 5 more two seconds later; what no fault hits has no limit.
    @Test(
        "a limit of time holds where an outage cuts an answer off, and for what is made again in it",
        arguments: [(1, [80_125], 236_200), (99, [80_125, 140_125, 210_125], nil)] as [(Int, [Int64], Int64?)])
    func cutOff(times: Int, failures: [Int64], load: Int64?) throws {
        let run = try Self.stream(
            8000,
            """
            "timeout_s": 5, "outages": [{ "at_s": 3.02, "for_s": 20 }],
            "faults": [{ "of": "video", "chunk": 0, "body_kbps": 1000, "times": \(times) }]
            """)
        func at(_ tenthsOfMilliseconds: Int64) -> Instant { Instant(nanoseconds: tenthsOfMilliseconds * 100_000) }
        #expect(Self.failures(run) == failures.map { at($0) })
        #expect(run.playback.loads.first?.at == load.map { at($0) })
    }

    /// At 2 Mbit/s the 400,000 bytes before the reset take 1.6 s from 0.05 s on. The last bit before the outage is
    /// there at 1.05 s.
    @Test(
        "silence is from the last bit before an outage to the first one behind it",
        arguments: [(4, 1600 + 4000 + 100), (4.99, 1600 + 4990 + 100), (5.01, 6050), (20, 6050)]
            as [(JSONPart, Int64)])
    func silence(outage_s: JSONPart, failure: Int64) throws {
        let run = try Self.stream(
            2000,
            """
            "timeout_s": 5, "outages": [{ "at_s": 1, "for_s": \(outage_s) }],
            "faults": [{ "of": "video", "chunk": 0, "reset_after_bytes": 400000 }]
            """)
        #expect(Self.failures(run) == [Self.ms(failure)])
    }

    /// A file of which there is room for 51 s, and for more whenever 10 s of it were played. It breaks, or falls
    /// silent, where the player stops asking; or it comes from a slow server, for 24 s in all.
    @Test(
        "an answer that waits for room goes on when there is some, whatever has become of it, with limits anew",
        arguments: [
            (30, #""reset_after_bytes": 5100000"#, "", 1), (30, #""reset_after_bytes": 5100000, "times": 2"#, "", 2),
            (30, #""silent_after_bytes": 5100000"#, "", 1),
            (0, #""body_kbps": 4000"#, #""segment_requests": { "rule": "shaka" }"#, 0),
        ] as [(JSONPart, JSONPart, JSONPart, Int)])
    func room(play_s: JSONPart, fault: JSONPart, player: JSONPart, failures: Int) throws {
        let run = try ScenarioText(
            network: JSONPart.fluid(8000, #""delay_ms": 50, "timeout_s": 5"#)
                .and(#""faults": [{ "of": "file", \#(fault) }]"#),
            media: .progressive(800, duration_s: 120, chunk_s: 1),
            player: JSONPart(#""default_forward_buffer_s": 50"#).and(player), script: [.load(), .play(play_s)],
            until_s: 400
        ).judgedRun()
        Self.expectOrder(run)
        #expect(Self.failures(run.player(0)).count == failures)
        #expect(run["end_reached"] == 1 && run["stall_count"] == 0)
    }

    // MARK: Long ways

    private static func far(_ down_kbps: JSONPart, _ network: JSONPart) throws -> PlayerRun {
        let run = try ScenarioText(
            network: JSONPart.fluid(down_kbps, #""delay_ms": 300, "timeout_s": 0.4"#).and(network),
            media: .hls([200], duration_s: 4, segment_s: 4), player: #""fail_over": "give-up""#, script: [.load()]
        ).judgedRun()
        expectOrder(run)
        return run.player(0)
    }

    /// 300 ms away each way nothing is there before 0.6 s. At 1 Mbit/s 12,500 bytes have left by 0.4 s.
    @Test(
        "a limit that ends before the first byte is there holds, whatever has left by then",
        arguments: [
            #""reset_after_bytes": 0"#, #""reset_after_bytes": 999"#, #""reset_after_bytes": 12000"#,
            #""reset_after_bytes": 13000"#, #""truncated_after_bytes": 999"#, #""silent_after_bytes": 999"#,
            #""status": 503"#, #""body_kbps": 100"#,
        ] as [JSONPart])
    func unheard(fault: JSONPart) throws {
        let run = try Self.far(1000, #""retry_count": 0, "faults": [{ "of": "video", \#(fault) }]"#)
        #expect(Self.failures(run) == [Self.ms(400)])
        #expect(run.playback.exchanges.flatMap { $0.failures.map { $0.value } } == [.timedOut])
        #expect(run.playback.loads.isEmpty)
    }

    /// All 100,000 bytes of a segment leave from 0.3 to 0.308 s, in one portion. It is asked for again at 1.4 s.
    @Test("what has left when a player loses patience comes in vain, and is asked for again")
    func inVain() throws {
        let run = try Self.far(100_000, #""faults": [{ "of": "video", "body_kbps": 20000 }]"#)
        #expect(Self.failures(run) == [Self.ms(400)])
        #expect(run.playback.loads.map { $0.at } == [Self.ms(1400 + 600 + 8)])
        let wasted = run.entries.compactMap { entry -> Int64? in
            if case .wasted(let bytes, _) = entry.record { bytes } else { nil }
        }
        #expect(wasted == [100_000])
    }

    /// At 1 Mbit/s what leaves until 1.1 s comes until 2.1 s, and what leaves until 1.2 s does not overtake it. Then
    /// nothing comes for 1.5 s.
    @Test("silence begins with the last bit, be it held up by slower ones from before the delay shrank")
    func slower() throws {
        let run = try ScenarioText(
            network: .fluid(
                1000,
                """
                "delay_down_ms": 1000, "delay_up_ms": 0, "request_bytes": 0, "timeout_s": 1.5, "retry_count": 0,
                "faults": [{ "of": "video", "body_kbps": 100000 }], "outages": [{ "at_s": 1.2, "for_s": 3 }]
                """),
            media: .hls(
                [#""bitrate_kbps": 500, "segment_bytes": [250000, 1000]"#], duration_s: 8, segment_s: 4),
            player: #""fail_over": "give-up""#,
            script: [.load(), .does(1.1, "change_network", #""delay_down_ms": 0"#)]
        ).judgedRun()
        #expect(Self.failures(run.player(0)) == [Self.ms(3600)])
    }

    // MARK: First bytes

    /// A segment of 4 Mbit at 8 Mbit/s, 50 ms away each way.
    @Test(
        "a first byte comes when the network carries something, and not before",
        arguments: [
            (#""phases": [{ "for_s": 1, "down_kbps": 0 }, { "down_kbps": 8000 }]"#, "", 1000 + 50),
            (#""down_kbps": 8000, "outages": [{ "at_s": 0.03, "for_s": 2 }]"#, "", 2030 + 50),
            (#""down_kbps": 8000, "outages": [{ "at_s": 0.06, "for_s": 2 }]"#, "", 100),
            (#""down_kbps": 8000"#, #"{ "outages": [{ "at_s": 0.04, "for_s": 1 }] }"#, 1040 + 50),
            (#""down_kbps": 8000"#, #"{ "phases": [{ "for_s": 1, "down_kbps": 0 }, {}] }"#, 1000 + 50),
        ] as [(JSONPart, JSONPart, Int64)])
    func firstByte(network: JSONPart, host: JSONPart, first: Int64) throws {
        let run = try ScenarioText(
            network: JSONPart.fluid(nil, #""delay_ms": 50, "request_bytes": 0"#).and(network),
            media: .hls([1000], duration_s: 24, segment_s: 4),
            more: host.text.isEmpty ? "" : #""hosts": { "origin": \#(host) }"#
        ).judgedRun().player(0)
        #expect(run.playback.exchanges.first?.firstByteAt == Self.ms(first))
    }

    /// The first request is answered while nothing flows.
    @Test(
        "the answers of which something hangs on when they flow are known, whatever becomes of them",
        arguments: [
            "", #""timeout_s": 5, "faults": [{ "of": "video", "silent_after_bytes": 200000, "times": 9 }]"#,
            #""faults": [{ "of": "video", "reset_after_bytes": 200000, "times": 9 }]"#,
            #""timeout_s": 5, "faults": [{ "of": "video", "body_kbps": 700, "times": 9 }]"#,
        ] as [JSONPart])
    func watched(more: JSONPart) throws {
        let outages: JSONPart = #""outages": [{ "at_s": 0.02, "for_s": 1 }, { "at_s": 4, "for_s": 7 }]"#
        let scenario = try ScenarioText(
            network: JSONPart.fluid(2000, #""delay_ms": 50"#).and(.members([outages, more])),
            media: .hls([1000], duration_s: 24, segment_s: 4),
            script: [.load(), .play(), .does(3.5, "seek", #""to_s": 16"#), .does(5, "seek", #""to_s": 1"#)],
            until_s: 60
        ).read()
        var session = Session(scenario, tracing: .facts)
        var (most, isRight) = (0, true)
        while try session.step() == nil {
            let fluid = session.network.fluid
            let watched = fluid.exchanges.count { $0.phase == .sending && $0.isWatched }
            isRight = isRight && fluid.watchedFlows == watched
            most = max(most, watched)
        }
        #expect(isRight && most > 0)
    }
}
