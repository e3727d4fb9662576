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

    @Test func `is empty where nothing fails`() throws {
        let run = try ScenarioText(network: .fluid(), media: .progressive(1, duration_s: 1)).run()
        #expect(ErrorLog(run.player(0)).entries.isEmpty)
        #expect(JSONReport.text(run, includingTrace: false).contains("\"error_log\": []"))
    }
}
