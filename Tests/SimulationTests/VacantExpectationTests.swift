import Testing

@testable import Simulation

/// An expectation of a time that a run does not have would be met by each of them.
@Suite struct VacantExpectations {
    private static func failures(_ expectation: JSONPart, _ script: [JSONPart] = []) throws -> [String] {
        let text = ScenarioText(
            network: .fluid(1600, #""delay_ms": 0"#), media: .hls([800], duration_s: 20, segment_s: 2),
            player: #""keep_up": "first-chunk""#, script: [.load(), .play()] + script, expect: expectation)
        return Check.failures(try text.run()).map { $0.message }
    }

    @Test(
        arguments: [
            ("seek_time_s", "nothing was sought"), ("longest_seek_s", "nothing was sought"),
            ("seam_gap_time_s", "no item was to be followed by another"),
            ("longest_seam_gap_s", "no item was to be followed by another"),
            ("gap_time_s", "nothing is missing of what is listed"),
            ("gap_skipped_s", "nothing is missing of what is listed"),
            ("live_latency_mean_s", "the stream is not live"), ("live_skipped_s", "the stream is not live"),
            ("catch_up_time_s", "the player does not change its speed by itself"),
            ("interstitial_time_s", "there are no interstitial events"),
        ])
    func `a time of nothing is not met, and its absence is`(metric: String, reason: String) throws {
        let words = "\(metric) must be at most 1 s, and says nothing: \(reason)"
        #expect(try Self.failures("\"\(metric)\": { \"at_most\": 1 }") == [words])
        #expect(try Self.failures("\"\(metric)\": null") == [])
    }

    @Test(arguments: ["seek_count", "seam_count", "interstitial_count"])
    func `a count of none is a count`(metric: String) throws {
        #expect(try Self.failures("\"\(metric)\": 0") == [])
    }

    @Test func `whoever waits in vain has sought nothing`() throws {
        let seek: JSONPart = #"{"when": {"event": "playbackStalled"}, "do": "seek", "to_s": 10}"#
        let expectation: JSONPart = #""seek_time_s": { "at_most": 1 }"#
        #expect(try Self.failures(expectation, [seek]).count == 1)
        #expect(try Self.failures(expectation, [.does(5, "seek", #""to_s": 2"#)]) == [])
    }
}
