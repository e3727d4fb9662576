import Foundation
import Testing

@testable import autowait

@Suite("Logs of what is shipped")
struct LogTests {
    static let scenarios = Place.files(in: "Scenarios", ending: ".json")

    private static func bodies(_ path: String) throws -> [[String: Any]] {
        let reply = Autowait.reply(
            to: ["run", Place.path(path), "--allow", Place.path("Scenarios"), "--format", "json"])
        let object = try JSONSerialization.jsonObject(with: Data(reply.output.utf8)) as? [String: Any]
        let whole = try #require(object)
        return whole["players"] as? [[String: Any]] ?? [whole]
    }

    /// observedBitrate is eight times numberOfBytesTransferred over transferDuration, rounded to whole bits.
    @Test("the access log agrees with itself and with the metrics", arguments: scenarios)
    func accessLog(path: String) throws {
        for body in try Self.bodies(path) {
            let log = try #require(body["access_log"] as? [[String: Any]])
            func sum(_ name: String) -> Double { log.reduce(0) { $0 + ($1[name] as? Double ?? .nan) } }
            for event in log {
                let rate = try #require(event["observedBitrate"] as? Double)
                let time = try #require(event["transferDuration"] as? Double)
                let bytes = try #require(event["numberOfBytesTransferred"] as? Double)
                #expect(time > 0 ? abs(rate * time - 8 * bytes) <= time / 2 + 0.001 : rate == -1)
            }
            let metrics = try #require(body["metrics"] as? [String: Any])
            #expect(sum("numberOfStalls") == metrics["stall_count"] as? Double)
            let events = try #require(body["metric_events"] as? [[String: Any]])
            let summaries = events.filter { $0["event"] as? String == "PlaybackSummary" }
            let played = summaries.reduce(0) { $0 + ($1["playbackDuration"] as? Double ?? .nan) }
            #expect(abs(played - (metrics["played_time_s"] as? Double ?? .nan)) < 1e-6)
        }
    }
}
