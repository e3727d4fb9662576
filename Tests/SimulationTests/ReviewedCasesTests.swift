import PlayerModel
import Testing

@testable import Simulation

/// Cases that were wrong once.
@Suite struct `What was wrong once` {
    @Test func `a short last chunk makes the whole one before it the worst`() throws {
        // 62 s of 6 s segments at two thirds of the bit rate: the segment before the last is needed first.
        let run = try ScenarioText(network: .fluid(1500), media: .hls([2000], duration_s: 62)).run()
        #expect(run["stall_count"] == 0)
        let start = try #require(run["startup_time_s"])
        let whole: Int64 = 60 * 2000 * 1_000_000_000 / 1500 - 54_000_000_000
        #expect(start >= whole && start < whole + 1000)
    }

    @Test func `chunks that share the latency of a request make its first one the worst`() throws {
        let run = try ScenarioText(
            network: .fluid(4000, #""delay_ms": 1500"#),
            media: .hls([2500], duration_s: 60, #""chunks_per_segment": 6"#)
        ).run()
        #expect(run["stall_count"] == 0)
    }

    @Test func `a petabyte that is loaded again and again does not overflow`() throws {
        let run = try ScenarioText(
            network: .fluid(), media: .hls([99_000_000], duration_s: 80_000, segment_s: 80_000),
            player: #""throughput": { "rule": "sliding-window", "window_s": 86400 }"#,
            script: (0..<40).map { .load("\($0)") }
        ).run()
        #expect(run["down_bytes"] ?? 0 > 0)
    }

    @Test func `a local file does not mind the network`() throws {
        let run = try ScenarioText(
            media: .local(1000, duration_s: 3),
            script: [.does(0, "break_network", #""for_s": 60"#), .load(), .play()]
        ).run()
        #expect(run["startup_time_s"] == 0)
    }

    @Test func `a run is not quiet while something is on its way`() throws {
        let run = try ScenarioText(
            network: .fluid(1000, #""delay_ms": 4000"#), media: .progressive(500, duration_s: 4), until_s: 6
        ).run()
        #expect(run.outcome.end == .timeIsUp)
    }

    @Test func `a paused player with a stale deadline is quiet`() throws {
        let run = try ScenarioText(
            network: .fluid(), media: .progressive(100, duration_s: 36_000, chunk_s: 100),
            script: [.load(), .play(), .does(1, "pause")]
        ).run()
        #expect(run.outcome.end == .nothingMoreHappens && run.outcome.at == Instant.zero + .seconds(1))
    }

    @Test func `a full buffer is waited out, not polled`() throws {
        let run = try ScenarioText(
            network: .fluid(1999.7), media: .hls([2000], duration_s: 12),
            player: #""preferred_forward_buffer_duration_s": 5, "evidence_s": 0"#, script: [.load()]
        ).run()
        #expect(run.outcome.events < 20)
    }

    @Test func `an empty queue at the end is not counted as waiting`() throws {
        let run = try ScenarioText(
            network: .fluid(1600), media: .progressive(800, duration_s: 10), player: #""class": "AVQueuePlayer""#
        ).run()
        #expect(run["end_reached"] == 1)
        #expect(run["waiting_time_s"] ?? 0 < 1_000_000_000)
    }
}
