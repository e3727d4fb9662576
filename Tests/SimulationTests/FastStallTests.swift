import PlayerModel
import Testing

@testable import Simulation

/// A rate above 1 passes several nanoseconds of media in one of host time, so a clock steps over a place.
@Suite("At a rate above 1 playback stops where media ends")
struct FastStallTests {
    private static let segment: Int64 = 4_000_000_000

    @Test("at the very place, whenever it comes", arguments: [1003, 1250, 1500, 2000, 3000])
    func stalls(thousandths: Int64) throws {
        let rate = NumberText.exact(thousandths, places: 3)
        var count = 0
        for down in stride(from: Int64(2600), to: 2900, by: 10) {
            let run = try ScenarioText(
                network: .fluid("\(down * thousandths / 2000)", #""delay_ms": 30"#),
                media: .hls([1300], duration_s: 60, segment_s: 4), player: #""keep_up": "exoplayer""#,
                script: [.load(), .play(), .does(1, "set_rate", "\"rate\": \(rate)")]
            ).judgedRun().player(0)
            for stall in run.playback.stalls {
                let stretch = try #require(run.playback.clock.last { $0.playhead.anchor <= stall.at })
                #expect(stretch.playhead.place(at: stall.at).nanoseconds % Self.segment == 0)
            }
            count += run.playback.stalls.count
        }
        #expect(count > 10)
    }

    /// Where a clock is stopped and started again at 0.4 s it stands for other nanoseconds, so that a stall that does
    /// not come out even without it does so with it.
    @Test(
        "and where it had stepped over that it has not been sought, as rules see it",
        arguments: [("dash.js", "dash.js", 8, 500, 2), ("sabre-bola-e", "ewma-pair", 3, 300, 5)]
            as [(String, String, Int, Int, JSONPart)])
    func isNoSeek(rule: String, estimator: String, until: Int, kbps: Int, segment_s: JSONPart) throws {
        func words(_ more: [JSONPart]) throws -> [String] {
            let start: JSONPart = .does(0, "set_rate", #""rate": 1.5"#)
            let run = try ScenarioText(
                network: .fluid(
                    nil,
                    """
                    "delay_ms": 10, "phases": [
                        { "for_s": \(until), "down_kbps": 3000 }, { "for_s": 20, "down_kbps": \(kbps) },
                        { "down_kbps": 3000 }
                    ]
                    """),
                media: .hls([100, 300, 700, 1500, 2500], duration_s: 80, segment_s: segment_s),
                player: """
                    "keep_up": "first-chunk", "default_forward_buffer_s": 30, "drain_s": 0,
                    "switching": "\(rule)", "throughput": "\(estimator)"
                    """,
                script: [.load(), start] + more
            ).judgedRun()
            #expect(run.player(0).playback.stalls.count > 1)
            return Diary(run).words("video")
        }
        let again: [JSONPart] = [.does(0.4, "pause"), .does(0.4, "set_rate", #""rate": 1.5"#)]
        #expect(try words([]) == words(again))
    }

    @Test("and what comes behind it was not played", arguments: (300..<320).map { Int64($0 * 10) })
    func neverPlayed(down: Int64) throws {
        let advertisement = #"{ "kind": "hls", "duration_s": 4, "variants": [{ "bitrate_kbps": 1000 }] }"#
        let run = try ScenarioText(
            network: .fluid("\(down)", #""delay_ms": 30"#),
            media: .hls(
                [1000], duration_s: 60, segment_s: 2,
                JSONPart(
                    stringLiteral: #""interstitials": [{ "at_s": 10, "resumption_offset_s": 6, "assets": "#
                        + "[\(advertisement)] }]")),
            player: #""keep_up": "first-chunk""#,
            script: [.load(), .play(), .does(3, "set_rate", #""rate": 2"#)]
        ).judgedRun()
        // Three segments of 250,000 bytes lie between the event's place and that at which playback goes on.
        #expect(run["never_played_bytes"] == 750_000)
    }
}
