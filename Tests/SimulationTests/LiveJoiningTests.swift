import PlayerModel
import Testing

@testable import Simulation

@Suite("What is fetched of a live stream, and when")
struct LiveJoiningTests {
    @Test("behind a discontinuity the initialization section is fetched once more")
    func discontinuities() throws {
        func bytes(_ places: String) throws -> Int64 {
            let variant = "{ \"bitrate_kbps\": 1000, \"init_bytes\": 250000 }"
            let text = """
                { "network": { "transport": "fluid", "down_kbps": 8000, "delay_ms": 10 },
                  "media": { "kind": "hls", "duration_s": 96, "segment_s": 6, "variants": [\(variant)],
                    "live": { "window_s": 36, "discontinuities_s": [\(places)] } },
                  "player": { "switching": "fixed" },
                  "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }] }
                """
            let run = try #require(try Judgement.judged(readScenario(text)).run)
            #expect(run["end_reached"] == 1 && run["live_offset_at_start_s"] == 18_000_000_000)
            return try #require(run["down_bytes"])
        }
        let none = try bytes("")
        #expect(try bytes("54, 66") == none + 500_000)
        // Nothing of what comes before the place at which the stream is joined is fetched.
        #expect(try bytes("6, 54") == none + 250_000)
    }

    /// The playlist of the audio comes late; what is heard of the video's alone is no place to begin at.
    @Test("nothing is fetched before all tracks have said where playback begins", arguments: [0, 6, 12])
    func joins(load: Int64) throws {
        let text = """
            { "network": { "transport": "tcp", "down_kbps": 2000, "delay_ms": 50,
                "faults": [{ "of": "audio playlist", "status": 503, "times": 1 }] },
              "media": { "kind": "hls", "duration_s": 120, "variants": [{ "bitrate_kbps": 1000 }],
                "audio": { "bitrate_kbps": 128 }, "live": { "window_s": 60 } },
              "script": [{ "at_s": \(load), "do": "load" }, { "at_s": \(load), "do": "play" }], "until_s": 40 }
            """
        let run = try #require(try Judgement.judged(readScenario(text)).run)
        #expect(run["startup_time_s"] == 5_190_872_000)
        #expect(!run.player(0).playback.exchanges.contains { $0.end?.how == .cancelled })
    }
}
