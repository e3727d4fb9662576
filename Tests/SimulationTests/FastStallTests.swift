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
