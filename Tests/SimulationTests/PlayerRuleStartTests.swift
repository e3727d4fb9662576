import PlayerModel
import Testing

@testable import Simulation

/// A file of 203 chunks of 0.1 s over a link with as many times its bit rate as `percent` says: on paper, where a chunk
/// arrives at every `step`. That the number of chunks is no multiple of five keeps the rules that hold downloading
/// against playing off their thresholds, which a measured time could miss by a nanosecond.
private struct Sketch {
    static let chunk: Int64 = 100_000_000
    static let chunks: Int64 = 203
    let percent: Int64

    var step: Int64 { Self.chunk * 100 / percent }

    func run(_ name: String) throws -> Run {
        try ScenarioText(
            network: .fluid("\(percent * 20)"), media: .progressive(2000, duration_s: 20.3, chunk_s: 0.1),
            player: #""default_forward_buffer_s": 1000, "keep_up": "\#(name)""#
        ).run()
    }

    /// Stalls, and the time in them, of playback that starts with `start` chunks, and goes on after a stall with
    /// `afterStall` more than there were, or with all.
    func stalls(start: Int64, afterStall: Int64) -> (count: Int64, time: Int64) {
        var loaded = start
        var begun = start * step
        var (count, time) = (Int64(0), Int64(0))
        while loaded < Self.chunks {
            // Played up to the end of what is loaded.
            let dry = begun + loaded * Self.chunk
            let arrived = min(Self.chunks, dry / step)
            if arrived > loaded {
                loaded = arrived
                continue
            }
            let enough = min(Self.chunks, loaded + afterStall)
            count += 1
            time += enough * step - dry
            begun += enough * step - dry
            loaded = enough
        }
        return (count, time)
    }
}

@Suite struct RulesOfRealPlayers {
    /// The chunks with which a rule starts: on an ample link, at 0.8 of the bit rate, and there after a stall.
    ///
    /// By what is ahead: so many tenths of a second. By throughput: Firefox with more than its margin of a second; and
    /// where a chunk takes 1.25 of its own length, the rest arrives within the whole length of 203 chunks once there
    /// are no more than 162 of them, since 162 × 1.25 = 202.5.
    private static let chunks: [(name: String, ample: Int64, slow: Int64, afterStall: Int64)] = [
        ("exoplayer", 10, 10, 20),
        ("exoplayer-2023", 25, 25, 50),
        ("shaka", 1, 1, 1),
        ("shaka-2023", 20, 20, 20),
        ("hls.js", 1, 1, 1),
        ("dash.js", 1, 1, 3),
        ("vlc", 10, 10, 10),
        ("chromium-canplaythrough", 1, 41, 1),
        ("firefox-canplaythrough", 11, 41, 11),
        ("webkit-mse-canplaythrough", 1, 41, 1),
        ("chromium", 2, 2, 2),
        // After a stall at 4.6 s, 203 − 78 chunks take 15.625 s, and 15.7 s are left to play.
        ("firefox", 10, 10, 32),
        ("mpv", 1, 1, 10),
        ("gstreamer", 30, 30, 30),
        ("vlc-adaptive", 60, 60, 1),
    ]

    @Test func `are all in these tests`() {
        #expect(Self.chunks.map(\.name) == KeepUp.all.map(\.name).suffix(Self.chunks.count))
        #expect(KeepUp.all[KeepUp.all.count - Self.chunks.count - 1].name == "fixed-wait", "the last of our own")
    }

    @Test(arguments: chunks)
    fileprivate func `play to the end on an ample link`(
        _ rule: (name: String, ample: Int64, slow: Int64, afterStall: Int64)
    ) throws {
        let sketch = Sketch(percent: 1000)
        let run = try sketch.run(rule.name)
        #expect(run["startup_time_s"] == rule.ample * sketch.step)
        #expect(run["stall_count"] == 0)
        #expect(run["end_reached"] == 1)
        #expect(run["played_time_s"] == Sketch.chunks * Sketch.chunk)
    }

    @Test(arguments: chunks)
    fileprivate func `start when their constants say so on a slow link, and stall as often`(
        _ rule: (name: String, ample: Int64, slow: Int64, afterStall: Int64)
    ) throws {
        let sketch = Sketch(percent: 80)
        let run = try sketch.run(rule.name)
        let stalls = sketch.stalls(start: rule.slow, afterStall: rule.afterStall)
        #expect(run["startup_time_s"] == rule.slow * sketch.step)
        #expect(run["stall_count"] == stalls.count)
        #expect(run["stall_time_s"] == stalls.time)
        #expect(run["end_reached"] == 1)
        #expect(run["played_time_s"] == Sketch.chunks * Sketch.chunk)
    }
}
