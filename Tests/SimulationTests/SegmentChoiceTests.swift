import PlayerModel
import Testing

@testable import Simulation

@Suite("The choice of a segment's variant")
struct SegmentChoiceTests {
    /// What was chosen for segment 20 is called off by a seek into the middle of the one before, which comes in the
    /// variant that came last.
    @Test func `is made anew behind the rest of another segment`() throws {
        func seek(to place: JSONPart) -> JSONPart {
            .does("3.1", "seek", "\"to_s\": \(place), \"tolerance_before_s\": 0, \"tolerance_after_s\": 0")
        }
        let run = try ScenarioText(
            network: .fluid(1600, #""request_bytes": 0"#),
            media: .hls([400, 800], duration_s: 60, segment_s: 2, #""chunks_per_segment": 2"#),
            player: #""switching": "throughput", "throughput": "last", "keep_up": "first-chunk""#,
            script: [
                .load(), .play(), .does(3, "set_preferred_peak_bit_rate", #""value_kbps": 400"#), seek(to: 40),
                seek(to: 39),
            ]
        ).run()
        let videos = Diary(run).words("video")
        #expect(videos.contains("video 2: 39..<40"))
        #expect(videos.filter { $0.hasSuffix(": 40..<42") } == ["video 1: 40..<42", "video 1: 40..<42"])
    }
}
