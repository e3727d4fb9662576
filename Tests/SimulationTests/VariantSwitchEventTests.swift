import PlayerModel
import Testing

@testable import Simulation

@Suite("Switches of variants, as AVMetrics reports them") struct VariantSwitchEventTests {
    private struct Switches {
        /// Each beginning: the variant before, and the one after.
        var starts: [[Int?]] = []
        /// Each end, likewise, of those that came about and of those that did not.
        var done: [[Int?]] = []
        var failed: [[Int?]] = []
        /// By item.
        var counts: [Int64] = []

        init(_ text: ScenarioText) throws {
            for event in MetricEvents(try text.judgedRun().player(0)).events {
                switch event.kind {
                case .variantSwitchStart(let change): starts.append([change.from, change.to])
                case .variantSwitch(let change, let didSucceed):
                    let ends = [change.from, change.to]
                    if didSucceed { done.append(ends) } else { failed.append(ends) }
                case .playbackSummary(let summary): counts.append(summary.variantSwitchCount)
                case .likelyToKeepUp, .initialLikelyToKeepUp, .rateChange, .stall, .seek, .seekDidComplete, .request,
                    .error:
                    break
                }
            }
        }
    }

    /// The second item is taken up while the first of another variant is under way for the first one: it begins with
    /// that.
    @Test("the first variant of an item is the one that is asked for")
    func first() throws {
        let switches = try Switches(
            ScenarioText(
                network: .fluid(3000), media: .hls([500, 1000, 1500], duration_s: 24, segment_s: 6),
                player: #"""
                    "class": "AVQueuePlayer", "items": [{ "name": "A", "to_s": 12 }, { "name": "B", "from_s": 12 }],
                    "switching": "throughput", "keep_up": "first-chunk"
                    """#,
                script: [.load(), .play(), .does(1.2, "seek", #""to_s": 12"#)]))
        #expect(switches.starts == [[nil, 0], [0, 1], [nil, 1], [1, 2]])
        #expect(switches.done == [[nil, 0], [nil, 1], [1, 2]])
        #expect(switches.failed.isEmpty && switches.counts == [0, 1])
    }

    /// The second segment, of 8 Mbit, is under way from 0.7 s on; the playlist of the audio is asked for again at 4 s.
    @Test("a playlist that fails and is asked for again ends no switch", arguments: [2, 3])
    func playlist(request: Int) throws {
        let fault = #""of": "audio playlist", "status": 404, "request": \#(request), "times": 1"#
        let switches = try Switches(
            ScenarioText(
                network: .fluid(2180, #""delay_ms": 20, "faults": [{ \#(fault) }]"#),
                media: .hls(
                    [2000, 300], duration_s: 120, segment_s: 4,
                    #""audio": { "bitrate_kbps": 64 }, "live": { "window_s": 24, "hold_back_s": 16 }"#),
                player: #"""
                    "first_variant": "lowest", "switching": { "rule": "throughput", "up_ratio": 0.95 },
                    "keep_up": "first-chunk"
                    """#, until_s: 30))
        #expect(switches.done.prefix(2) == [[nil, 1], [1, 0]])
        #expect(switches.failed.isEmpty && switches.counts == [1])
    }

    /// From 4 s on a segment of the lower variant is under way, which the seek calls off.
    @Test(
        "who goes back to the variant that nobody has left ends a switch, and begins none", arguments: [true, false])
    func back(isPermittedAgain: Bool) throws {
        let limits = [JSONPart.does(3, "set_preferred_peak_bit_rate", #""value_kbps": 500"#)]
        let again = [JSONPart.does(4.2, "set_preferred_peak_bit_rate", #""value_kbps": 0"#)]
        let switches = try Switches(
            ScenarioText(
                network: .fluid(2000, #""request_bytes": 0"#),
                media: .hls([1000, 400], duration_s: 60, segment_s: 4),
                player: #""keep_up": "first-chunk", "switching": "throughput""#,
                script: [.load(), .play()] + limits + (isPermittedAgain ? again : [])
                    + [.does(4.3, "seek", #""to_s": 40"#)]))
        #expect(switches.starts == [[nil, 0], [0, 1]])
        #expect(switches.done == (isPermittedAgain ? [[nil, 0]] : [[nil, 0], [0, 1]]))
        #expect(switches.failed == (isPermittedAgain ? [[0, 1]] : []))
        #expect(switches.counts == [isPermittedAgain ? 0 : 1])
    }

    /// A manifest has turned to the other pathway while all of the first item was there.
    @Test("an item that is loaded over another has no part in the switch of before")
    func loadedOver() throws {
        let steering: JSONPart = #"""
            "steering": {
              "ttl_s": 5,
              "priority": [{ "pathways": ["a", "b"] }, { "from_s": 7, "pathways": ["b", "a"] }]
            }
            """#
        let media: JSONPart = #""pathways": ["a", "b"], "multivariant_playlist_bytes": 900"#
        let switches = try Switches(
            ScenarioText(
                network: .fluid(8000, #""delay_ms": 20"#),
                media: .hls([1000], duration_s: 40, segment_s: 4, media.and(steering)),
                player: #""keep_up": "first-chunk", "default_forward_buffer_s": 10"#,
                script: [.load(), .play(), .load(15)]))
        #expect(switches.starts == [[nil, 0], [0, 1], [nil, 1]] && switches.done == [[nil, 0], [nil, 1]])
        #expect(switches.failed.isEmpty && switches.counts.last == 0)
    }
}
