import PlayerModel
import Testing

@testable import Simulation

@Suite("What goes wrong in loops") struct LoopMishapTests {
    /// The items that become current, in order, by their numbers.
    private func items(_ loop: String, _ more: String, faults: String = "", calls: String = "") throws -> [Int32] {
        let text = """
            { "network": { "transport": "tcp"\(faults.isEmpty ? "" : ", \"faults\": [\(faults)]") }, "until_s": 60,
              "media": { "kind": "progressive", "duration_s": 5, "bitrate_kbps": 800 },
              "player": { "class": "AVQueuePlayer", "loop": \(loop)\(more) },
              "script": [{ "at_s": 0, "do": "load" }, { "at_s": 0, "do": "play" }\(calls)] }
            """
        return try Run(readScenario(text)).trace.entries.compactMap { entry in
            if case .item(let id, _, _) = entry.record { id } else { nil }
        }
    }

    @Test("a treadmill observes currentItem, so a skipped item comes back (A.40)")
    func skip() throws {
        let skip = #", { "at_s": 2, "do": "advance_to_next_item" }"#
        let items = try items(#"{ "rule": "treadmill", "items": 3 }"#, "", calls: skip)
        #expect(items.prefix(7) == [0, 1, 2, 0, 1, 2, 0])
    }

    @Test("the queue of an AVPlayerLooper is nobody else's: what is skipped is gone (B.10)")
    func skipReplicas() throws {
        let skips = (1...3).map { ", { \"at_s\": \($0), \"do\": \"advance_to_next_item\" }" }.joined()
        #expect(try items(#""looper""#, "", calls: skips) == [0, 1, 2, -1])
    }

    @Test(
        "one bad item is passed over and not put back; three of three empty the queue, and that ends the loop (A.40)")
    func badItems() throws {
        let skips = #", "skips_failed_items": true"#
        let treadmill = #"{ "rule": "treadmill", "items": 3 }"#
        let one = try items(treadmill, skips, faults: #"{ "status": 404 }"#)
        #expect(one.prefix(6) == [0, 1, 2, 1, 2, 1])
        #expect(try items(treadmill, skips, faults: #"{ "status": 404, "times": 3 }"#) == [0, 1, 2, -1])
    }

    @Test("before iOS 18.4 a failed item stays")
    func failedItemStays() throws {
        #expect(try items(#"{ "rule": "treadmill", "items": 3 }"#, "", faults: #"{ "status": 404 }"#) == [0])
    }
}
