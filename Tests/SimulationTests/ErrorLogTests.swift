import PlayerModel
import Testing

@testable import Simulation

@Suite("The error log")
struct ErrorLogTests {
    private static func run(_ fault: String, retries: Int) throws -> Run {
        let network = #""delay_ms": 10, "timeout_s": 5, "retry_count": \#(retries)"#
        return try ScenarioText(
            network: .link(
                8000, #"\#(network), "faults": [{ \#(fault), "of": "video", "chunk": 1, "times": 2 }]"#),
            media: .hls([400], duration_s: 12, segment_s: 4)
        ).run()
    }

    /// The seconds between failures: an answer or a timeout, and the pause before.
    @Test(
        arguments: [
            ("\"status\": 503", -1011, "the server answered with status 503", 1),
            ("\"reset_after_bytes\": 1000", -1005, "the connection was lost", 1),
            ("\"silent_after_bytes\": 1000", -1001, "the request timed out", 6),
        ] as [(String, Int64, String, Int64)])
    func `has each request that failed`(fault: String, code: Int64, comment: String, apart: Int64) throws {
        let run = try Self.run(fault, retries: 2)
        let entries = ErrorLog(run.player(0)).entries
        #expect(entries.map { $0.code } == [code, code])
        #expect(entries.allSatisfy { $0.comment == comment && $0.resource == "video" && $0.isRetried })
        #expect((entries[1].at - entries[0].at).nanoseconds / 1_000_000_000 == apart)
        #expect(run["end_reached"] == 1 && run["stall_count"] == 1 || apart == 1)
        #expect(JSONReport.text(run, includingTrace: false).contains("\"errorStatusCode\": \(code)"))
    }

    @Test func `says what was given up, and the item fails once what is loaded has been played`() throws {
        let run = try Self.run("\"status\": 503", retries: 1)
        let entries = ErrorLog(run.player(0)).entries
        #expect(entries.map { $0.isRetried } == [true, false])
        #expect(run["end_reached"] == 0 && run["played_time_s"] == 4_000_000_000)
        #expect(TextReport.text(run).contains("the item has failed: the server answered with status 503"))
    }

    @Test func `a client's error is not made again`() throws {
        let run = try Self.run("\"status\": 404", retries: 2)
        #expect(ErrorLog(run.player(0)).entries.map { $0.isRetried } == [false])
    }

    /// The second segment fails at 0.24 s, and is asked for again a second later, unless a seek comes, or the end.
    @Test(
        arguments: [
            ("", 60, .retried, 1), (#"{ "at_s": 0.7, "do": "seek", "to_s": 40 }"#, 60, .calledOff, 0),
            ("", 0.7, .retried, 0),
        ] as [(JSONPart, JSONPart, Recovery, Int64)])
    func `counts a request that is made again where it is`(
        seek: JSONPart, end: JSONPart, recovery: Recovery, more: Int64
    ) throws {
        let fault = #""of": "video", "chunk": 1, "status": 503, "times": 1"#
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 10, "faults": [{ \#(fault) }]"#),
            media: .hls([400], duration_s: 60, segment_s: 4),
            script: [.load(), .play()] + (seek.text.isEmpty ? [] : [seek]), until_s: end
        ).judgedRun().player(0)
        #expect(ErrorLog(run).entries.map { $0.recovery } == [recovery])
        #expect(ErrorLog(run).entries.map { $0.isRetried } == [recovery == .retried])
        let requests = AccessLog(run).events.reduce(0) { $0 + $1.numberOfMediaRequests }
        #expect(requests == Int64(run.playback.exchanges.count { $0.kind == .video }) + more)
        guard case .playbackSummary(let summary)? = MetricEvents(run).events.last?.kind else {
            Issue.record("the summary comes last")
            return
        }
        #expect(summary.mediaResourceRequestCount == Int64(run.playback.exchanges.count) + more)
        #expect(summary.recoverableErrorCount == 1)
    }

    /// Refused at 8.0405 s, and asked for again after half a target duration.
    @Test func `says of a playlist of a live stream that it is asked for again`() throws {
        let run = try ScenarioText(
            network: .fluid(
                8000,
                #""delay_ms": 20, "faults": [{ "of": "video playlist", "status": 404, "from_s": 7, "to_s": 9 }]"#),
            media: .hls([1000], duration_s: 120, segment_s: 4, #""live": { "window_s": 24, "hold_back_s": 12 }"#),
            until_s: 20
        ).judgedRun()
        #expect(ErrorLog(run.player(0)).entries.map { $0.recovery } == [.askedAnew])
        #expect(TextReport.text(run).contains("asks for the video playlist anew from 10.0405 s on"))
        #expect(FailureWords(run.player(0)).story[0].contains("asked for anew from 10.04"))
    }

    /// Loading has failed by 5 s, for a segment, and playback goes on; then what is under way runs out of time.
    @Test(
        arguments: [
            (
                "audio playlist", 2, 6,
                #""audio": { "bitrate_kbps": 64 }, "live": { "window_s": 24, "hold_back_s": 12 }"#
            ),
            (
                "steering manifest", 1, 2,
                #""multivariant_playlist_bytes": 500, "pathways": ["a", "b"], "#
                    + #""steering": { "priority": [{ "pathways": ["a", "b"] }] }"#
            ),
        ] as [(String, Int, Int, String)])
    func `says that nothing recovers in an item that has failed`(
        silent: String, request: Int, missing: Int, media: String
    ) throws {
        let faults = """
            "faults": [{ "of": "\(silent)", "request": \(request), "silent_after_bytes": 0 },
                       { "of": "video", "chunk": \(missing), "status": 404 }]
            """
        let run = try ScenarioText(
            network: .fluid(8000, "\"delay_ms\": 20, \"timeout_s\": 5, \"retry_count\": 0, \(faults)"),
            media: .hls([1000], duration_s: 120, segment_s: 4, JSONPart("\(media)")),
            player: #""fail_over": "give-up""#, script: [.load(), .play()], until_s: 40
        ).run().player(0)
        let entries = ErrorLog(run).entries
        #expect(entries.map { $0.recovery } == [.none, .none])
        #expect(entries.map { $0.at < Instant(nanoseconds: 5_000_000_000) } == [true, false])
        #expect(run.playback.recoveries.isEmpty)
    }

    /// Both are asked for when the multivariant playlist is in, and their errors come at once.
    @Test func `says of a steering manifest that fails beside a segment that it is asked for again`() throws {
        let run = try ScenarioText(
            network: .fluid(
                8000,
                #"""
                "delay_ms": 20, "faults": [{ "of": "steering manifest", "status": 404 },
                                           { "of": "video", "variant": 1, "status": 404 }]
                """#),
            media: .hls(
                [1000, 500], duration_s: 20, segment_s: 4,
                #"""
                "multivariant_playlist_bytes": 500, "pathways": ["a", "b"],
                "steering": { "priority": [{ "pathways": ["a", "b"] }] }
                """#),
            script: [.load(), .play()]
        ).run().player(0)
        let entries = ErrorLog(run).entries
        #expect(entries.map { $0.resource } == ["steering manifest", "video of variant 1"])
        #expect(entries.map { $0.recovery } == [.askedAnew, .turned] && entries[0].at == entries[1].at)
        let story = FailureWords(run).story
        #expect(story[0].contains("it was given up, and was to be asked for anew from 300"))
        #expect(story[1].contains("left variant 1 of 4 by a out"))
    }

    /// Steering has led to the second host by then, so that no variant is turned to.
    @Test func `says of a variant that is left out behind a turn that there is none`() throws {
        let run = try ScenarioText(
            network: .fluid(
                20_000,
                #"""
                "delay_ms": 20, "timeout_s": 20, "retry_count": 0,
                "faults": [{ "of": "video playlist", "host": "a", "silent_after_bytes": 0 }]
                """#),
            media: .hls(
                [#""bitrate_kbps": 2000, "playlist_bytes": 2000"#], duration_s: 60, segment_s: 4,
                #"""
                "pathways": ["a", "b"],
                "steering": {
                  "ttl_s": 5, "priority": [{ "pathways": ["a", "b"] }, { "from_s": 4, "pathways": ["b", "a"] }] }
                """#),
            script: [.load(), .play()]
        ).judgedRun()
        #expect(ErrorLog(run.player(0)).entries.map { $0.recovery } == [.leftOut])
        #expect(!JSONReport.text(run, includingTrace: false).contains("turns_to_another_variant"))
        let story = FailureWords(run.player(0)).story[0]
        #expect(story.contains("the player left variant 1 of 2 by a out until") && !story.contains("instead"))
    }

    @Test func `is empty where nothing fails`() throws {
        let run = try ScenarioText(network: .fluid(), media: .progressive(1, duration_s: 1)).run()
        #expect(ErrorLog(run.player(0)).entries.isEmpty)
        #expect(JSONReport.text(run, includingTrace: false).contains("\"error_log\": []"))
    }
}
