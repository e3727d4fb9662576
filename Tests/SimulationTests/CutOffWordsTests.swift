import Testing

@testable import Simulation

@Suite("Of a run that until_s cuts off nothing is said to happen never")
struct CutOffWordsTests {
    private static func run(_ script: String, _ kbps: Int = 1000, _ more: String = "") throws -> Run {
        try Run(
            readScenario(
                """
                {"network": {"transport": "fluid", "down_kbps": \(kbps)}, "until_s": 5\(more),
                 "media": {"kind": "hls", "duration_s": 20, "segment_s": 4, "variants": [{"bitrate_kbps": 500}]},
                 "player": {"keep_up": "first-chunk"}, "script": [{"at_s": 0, "do": "load"}\(script)]}
                """))
    }

    /// 16 s of media are there at 8 s.
    private static let waiting = #", {"do": "play", "when": {"loaded_ahead_s": {"at_least": 16}}}"#

    @Test("an app that waits for media has not asked yet, and what it waits for has not come by then")
    func waits() throws {
        let run = try Self.run(#", {"at_s": 1, "do": "tap"}"# + Self.waiting)
        let why = try WhyText.text(run)
        let words = "playback has not started when until_s comes: the app has not asked the player yet."
        #expect(why.contains(words), "\(why)")
        #expect(
            EndWords.never(run.player(0)) == ["not by until_s: play(), when at least 16 s of media is loaded ahead"])
    }

    /// A segment takes 20 s.
    @Test("an expectation of a start says that it had not come")
    func expects() throws {
        let run = try Self.run(
            #", {"at_s": 0, "do": "play"}"#, 100, #", "expect": {"startup_time_s": {"at_most": 4}}"#)
        let said = Check.failures(run).map { $0.message }
        let words = "startup_time_s is absent (playback had not started when until_s came), must be at most 4 s"
        #expect(said == [words])
    }
}
