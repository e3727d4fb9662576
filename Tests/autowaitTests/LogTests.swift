import Foundation
import Testing

@testable import Simulation
@testable import autowait

@Suite("Logs of what is shipped")
struct LogTests {
    static let scenarios = Place.someScenarios

    private static func bodies(_ path: String) throws -> [[String: Any]] {
        let text = JSONReport.text(try Shipped.recorded(path).run, includingTrace: false)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
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
                let isKnown = time > 0 && bytes > 0
                #expect(isKnown ? abs(rate * time - 8 * bytes) <= time / 2 + 0.001 : rate == -1)
            }
            let metrics = try #require(body["metrics"] as? [String: Any])
            // Of a start that never came the metric is missing, and there is no stall.
            let isDenied = metrics["stall_count"] is NSNull && metrics["startup_time_s"] is NSNull
            #expect(sum("numberOfStalls") == (isDenied ? 0 : metrics["stall_count"] as? Double))
            let events = try #require(body["metric_events"] as? [[String: Any]])
            let summaries = events.filter { $0["event"] as? String == "PlaybackSummary" }
            let played = summaries.reduce(0) { $0 + ($1["playbackDuration"] as? Double ?? .nan) }
            #expect(abs(played - (metrics["played_time_s"] as? Double ?? .nan)) < 1e-6)
        }
    }

    @Test("p1203 has the documented shape, and says on stderr what it lacks")
    func p1203() throws {
        let path = Place.path("Scenarios/journeys/drive-through-cells.json")
        let reply = Autowait.reply(to: ["run", path, "--allow", Place.path("Scenarios"), "--format", "p1203"])
        #expect(reply.code == .asExpected)
        #expect(reply.errors.hasPrefix("note: IGen is assumed: displaySize 1920x1080, device pc"))
        let object = try JSONSerialization.jsonObject(with: Data(reply.output.utf8)) as? [String: [String: Any]]
        #expect(object?.keys.sorted() == ["I11", "I13", "I23", "IGen"])
        let video = try #require(object?["I13"]?["segments"] as? [[String: Any]])
        let audio = try #require(object?["I11"]?["segments"] as? [[String: Any]])
        #expect(video.count == 20 && audio.count == 20)
        #expect(video[0].keys.sorted() == ["bitrate", "codec", "duration", "fps", "resolution", "start"])
        #expect(audio[0].keys.sorted() == ["bitrate", "codec", "duration", "start"])
        #expect(audio[0]["codec"] as? String == "aaclc" && video[0]["resolution"] as? String == "416x234")
        let stalls = try #require(object?["I23"]?["stalling"] as? [[Double]])
        #expect(stalls.count == 1 && stalls[0][0] == 0 && stalls[0][1] > 1)
        let bare = Autowait.reply(to: ["run", CommandLineTests.demo, "--format", "p1203"])
        #expect(bare.errors.contains("note: fps is null: it lacks 'frame_rate_fps'\n"))
        #expect(bare.output.contains("\"resolution\": null, \"fps\": null}"))
    }
}
