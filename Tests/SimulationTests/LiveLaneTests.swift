import PlayerModel
import Testing

@testable import Simulation

@Suite("The lane of a live stream")
struct LiveLaneTests {
    /// Segments of 4 s, of which one is listed at 0, 4, 8 s and so on; a network that takes no time.
    private static func lane(
        _ live: JSONPart = #""history_s": 40"#, script: [JSONPart] = [.load(), .play(0)], until: JSONPart = 30
    ) throws -> LiveLane? {
        let run = try ScenarioText(
            network: .link(1_000_000_000, transport: "fluid", #""request_bytes": 0"#),
            media: .hls([500], duration_s: 4000, segment_s: 4, #""live": { \#(live) }"#),
            script: script, until_s: until
        ).run()
        return LiveLane(run.player(0), until: run.outcome.at)
    }

    /// 12 s from the end, which is at once what the camera sees; the edge falls back by 4 s until the next is listed.
    @Test("has the playhead, the edge and the window, by how far they are behind")
    func places() throws {
        let lane = try #require(try Self.lane(#""history_s": 40, "window_s": 24"#))
        let behind = lane.behind.lines.joined().map { $0.value }
        #expect(behind.allSatisfy { $0 >= 12_000_000_000 && $0 < 14_500_000_000 }, "\(behind)")
        let edge = lane.edge.lines.joined().map { $0.value }
        #expect(edge.min() ?? -1 >= 0 && edge.max() ?? 0 >= 3_900_000_000 && edge.max() ?? 0 <= 8_000_000_000)
        for (edge, window) in zip(lane.edge.lines.joined(), lane.window.lines.joined()) {
            #expect(edge.at == window.at && window.value - edge.value == 24_000_000_000)
        }
        #expect(lane.isWindowShown)
    }

    /// Whoever is paused falls behind as time passes.
    @Test("rises while playback rests")
    func paused() throws {
        let lane = try #require(try Self.lane(script: [.load(), .play(0), .does(10, "pause"), .play(25)]))
        let points = Array(lane.behind.lines.joined())
        let rise = zip(points, points.dropFirst()).first { $0.at == .zero + .seconds(10) && $1.at > $0.at }
        let (first, last) = try #require(rise)
        #expect(last.at == .zero + .seconds(25) && last.value - first.value == 15_000_000_000)
    }

    @Test("beside video and audio that are loaded apart, the less of both is what can be played")
    func tracks() throws {
        let text = """
            {"network": {"transport": "fluid", "down_kbps": 1500, "delay_ms": 0, "request_bytes": 0},
             "media": {"kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{"bitrate_kbps": 1000}],
               "audio": {"bitrate_kbps": 125}}}
            """
        let lanes = Lanes(try Run(readScenario(text)).player(0))
        try #require(lanes.tracksAhead.count == 2)
        let lines = ([lanes.ahead] + lanes.tracksAhead).map { Array($0.lines.joined()) }
        // Audio of 0.5 Mbit shares the link with video of 4: it is there after 0.5 × 2 ÷ 1.5 s, and video after
        // 4.5 ÷ 1.5 s, rounded up.
        #expect(lines[2].first { $0.value > 0 }.map { $0.at - .zero } == TimeAmount(nanoseconds: 666_666_667))
        for line in lines.prefix(2) {
            #expect(line.first { $0.value > 0 }.map { $0.at - .zero } == TimeAmount(nanoseconds: 3_000_000_001))
        }
        for point in lines[0] {
            let both = lines.dropFirst().map { line in line.last { $0.at <= point.at }?.value ?? 0 }
            #expect(both.contains { $0 >= point.value }, "\(point)")
        }
    }

    /// It is joined twice, 18 s from the end. In between no item is there, or a film. Who comes back at 20 s knows
    /// nothing of the stream until its playlist is in, 40 ms later.
    @Test(
        "has an item from when it has joined its stream until it is current no longer",
        arguments: [
            #"""
            "media": { "kind": "hls", "duration_s": 9000, "segment_s": 6, "variants": [{ "bitrate_kbps": 2000 }],
              "live": { "event": true, "history_s": 3600 } },
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }, { "at_s": 10, "do": "unload" },
              { "at_s": 20, "do": "load" }]
            """#,
            #"""
            "media": [
              { "kind": "hls", "name": "live", "duration_s": 600, "segment_s": 6,
                "variants": [{ "bitrate_kbps": 2000 }], "live": { "window_s": 36 } },
              { "kind": "hls", "name": "film", "duration_s": 300, "segment_s": 4,
                "variants": [{ "bitrate_kbps": 2000 }] }],
            "player": { "class": "AVQueuePlayer", "items": [{ "name": "live", "media": "live" },
              { "name": "film", "media": "film" }] },
            "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" },
              { "at_s": 10, "do": "advance_to_next_item" }, { "at_s": 15, "do": "insert", "item": "live" },
              { "at_s": 20, "do": "advance_to_next_item" }]
            """#,
        ])
    func turns(settings: String) throws {
        let network = #""network": { "transport": "fluid", "down_kbps": 8000, "delay_ms": 20 }"#
        let run = try Run(readScenario("{ \(network), \(settings), \"until_s\": 40 }"))
        let lane = try #require(LiveLane(run.player(0), until: run.outcome.at))
        for series in [lane.behind, lane.edge, lane.window] {
            func isDrawn(at second: Int64) -> Bool {
                let instant = Instant.zero + .seconds(second)
                return series.lines.contains { line in
                    line.contains { $0.at <= instant } && line.contains { $0.at >= instant }
                }
            }
            #expect([5, 15, 20, 30].map(isDrawn) == [true, false, false, true])
        }
        #expect(lane.behind.most ?? .max < 60_000_000_000)
    }

    @Test("is not there for what is no live stream")
    func recorded() throws {
        let run = try ScenarioText(network: .fluid(8000), media: .hls([500], duration_s: 20, segment_s: 4)).run()
        #expect(LiveLane(run.player(0), until: run.outcome.at) == nil)
        #expect(Lanes(run.player(0)).live == nil && Lanes(run.player(0)).tracksAhead.isEmpty)
    }

    /// A window of an hour would leave nothing to be seen of the rest.
    @Test("a long window is off the scale")
    func longWindow() throws {
        let lane = try #require(try Self.lane(#""history_s": 3600, "window_s": 3600"#))
        #expect(lane.scale.top < 100_000_000_000 && !lane.isWindowShown)
    }
}
