import PlayerModel
import Testing

@testable import Simulation

/// Cases that were wrong once.
@Suite struct `What was wrong once` {
    @Test func `a short last chunk makes the whole one before it the worst`() throws {
        // 62 s of 6 s segments at two thirds of the bit rate: the segment before the last is needed first.
        let run = try Run(
            """
            { "network": { "transport": "fluid", "down_kbps": 1500 },
              "media": { "kind": "hls", "duration_s": 62, "variants": [{ "bitrate_kbps": 2000 }] } }
            """)
        #expect(run["stall_count"] == 0)
        let start = try #require(run["startup_time_s"])
        let whole: Int64 = 60 * 2000 * 1_000_000_000 / 1500 - 54_000_000_000
        #expect(start >= whole && start < whole + 1000)
    }

    @Test func `chunks that share the latency of a request make its first one the worst`() throws {
        let run = try Run(
            """
            { "network": { "transport": "fluid", "down_kbps": 4000, "delay_ms": 1500 },
              "media": { "kind": "hls", "duration_s": 60, "chunks_per_segment": 6,
                         "variants": [{ "bitrate_kbps": 2500 }] } }
            """)
        #expect(run["stall_count"] == 0)
    }

    @Test func `a petabyte that is loaded again and again does not overflow`() throws {
        let loads = (0..<40).map { "{ \"at_s\": \($0), \"do\": \"load\" }" }.joined(separator: ", ")
        let run = try Run(
            """
            { "network": { "transport": "fluid" }, "media": { "kind": "hls", "duration_s": 80000, "segment_s": 80000,
                         "variants": [{ "bitrate_kbps": 99000000 }] },
              "player": { "throughput": { "rule": "sliding-window", "window_s": 86400 } }, "script": [\(loads)] }
            """)
        #expect(run["down_bytes"] ?? 0 > 0)
    }

    @Test func `a local file does not mind the network`() throws {
        let run = try Run(
            """
            { "media": { "kind": "local", "duration_s": 3, "bitrate_kbps": 1000 },
              "script": [
                { "at_s": 0, "do": "break_network", "for_s": 60 },
                { "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }
              ] }
            """)
        #expect(run["startup_time_s"] == 0)
    }

    @Test func `a run is not quiet while something is on its way`() throws {
        let run = try Run(
            """
            { "network": { "transport": "fluid", "down_kbps": 1000, "delay_ms": 4000 }, "until_s": 6,
              "media": { "kind": "progressive", "duration_s": 4, "bitrate_kbps": 500 } }
            """)
        #expect(run.outcome.end == .timeIsUp)
    }

    @Test func `a paused player with a stale deadline is quiet`() throws {
        let run = try Run(
            """
            { "network": { "transport": "fluid" },
              "media": { "kind": "progressive", "duration_s": 36000, "bitrate_kbps": 100, "chunk_s": 100 },
              "script": [
                { "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, { "at_s": 1, "do": "pause" }
              ] }
            """)
        #expect(run.outcome.end == .nothingMoreHappens && run.outcome.at == Instant.zero + .seconds(1))
    }

    @Test func `a full buffer is waited out, not polled`() throws {
        let run = try Run(
            """
            { "media": { "kind": "hls", "duration_s": 12, "variants": [{ "bitrate_kbps": 2000 }] },
              "player": { "preferred_forward_buffer_duration_s": 5 },
              "script": [{ "at_s": 0, "do": "load" }], "network": { "transport": "fluid", "down_kbps": 1999.7 } }
            """)
        #expect(run.outcome.events < 20)
    }

    @Test func `an empty queue at the end is not counted as waiting`() throws {
        let run = try Run(
            """
            { "network": { "transport": "fluid", "down_kbps": 1600 }, "player": { "class": "AVQueuePlayer" },
              "media": { "kind": "progressive", "duration_s": 10, "bitrate_kbps": 800 } }
            """)
        #expect(run["end_reached"] == 1)
        #expect(run["waiting_time_s"] ?? 0 < 1_000_000_000)
    }
}
