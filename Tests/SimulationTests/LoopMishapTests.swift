import PlayerModel
import Testing

@testable import Simulation

@Suite("What goes wrong in loops") struct LoopMishapTests {
    /// The items that become current, in order, by their numbers.
    private func items(_ player: JSONPart, faults: JSONPart? = nil, _ calls: JSONPart...) throws -> [Int32] {
        let run = try ScenarioText(
            network: .link(transport: "tcp", faults.map { #""faults": [\#($0)]"# } ?? ""),
            media: .progressive(800, duration_s: 5),
            player: JSONPart(#""class": "AVQueuePlayer""#).and(player), script: [.load(), .play()] + calls,
            until_s: 60
        ).run()
        return run.trace.entries.compactMap { entry in
            if case .item(let id, _, _) = entry.record { id } else { nil }
        }
    }

    private static let treadmill: JSONPart = #""loop": { "rule": "treadmill", "items": 3 }"#

    @Test("a treadmill observes currentItem, so a skipped item comes back (A.40)")
    func skip() throws {
        let items = try items(Self.treadmill, .does(2, "advance_to_next_item"))
        #expect(items.prefix(7) == [0, 1, 2, 0, 1, 2, 0])
    }

    @Test("the queue of an AVPlayerLooper is nobody else's: what is skipped is gone (B.10)")
    func skipReplicas() throws {
        let skip = "advance_to_next_item"
        let items = try items(#""loop": "looper""#, .does(1, skip), .does(2, skip), .does(3, skip))
        #expect(items == [0, 1, 2, -1])
    }

    @Test(
        "one bad item is passed over and not put back; three of three empty the queue, and that ends the loop (A.40)")
    func badItems() throws {
        let treadmill = Self.treadmill.and(#""skips_failed_items": true"#)
        let one = try items(treadmill, faults: #"{ "status": 404 }"#)
        #expect(one.prefix(6) == [0, 1, 2, 1, 2, 1])
        #expect(try items(treadmill, faults: #"{ "status": 404, "times": 3 }"#) == [0, 1, 2, -1])
    }

    /// The first item is over soon after 5 s, and is to be put back soon after 7 s.
    @Test(
        "nor does an item come back to a queue that is emptied before the app hears that it is over",
        arguments: ["remove_all_items", "unload", "advance_to_next_item"])
    func emptied(call: String) throws {
        let late: JSONPart = #""loop": { "rule": "treadmill", "items": 2, "notification_latency_s": 2 }"#
        #expect(try items(late, .does(6, call)) == [0, 1, -1])
    }

    /// The second item has no first segment, and of the third, which is skipped to, one takes 4.8 s.
    @Test("a gap that a bad item leaves behind it is one between its neighbours", arguments: [1, 2])
    func gapOfBadItem(bad: Int) throws {
        let fault = #"{ "of": "video", "chunk": 0, "status": 404, "times": \#(bad) }"#
        let names = ["b", "c"].prefix(bad).map { #"{ "name": "\#($0)" }"# }.joined(separator: ", ")
        let run = try ScenarioText(
            network: .fluid(1250, #""faults": [\#(fault)]"#), media: .hls([1000], duration_s: 24, segment_s: 6),
            player: """
                "class": "AVQueuePlayer", "keep_up": "first-chunk", "skips_failed_items": true,
                "items": [{ "name": "a", "from_s": 6 }, \(names), { "name": "d", "from_s": 6 }]
                """
        ).judgedRun()
        let seams = Seams(run.player(0)).seams
        #expect(seams.count == 1 && run["seam_count"] == 1)
        #expect(seams.first?.from == 0 && seams.first?.to == Int32(bad) + 1)
        #expect(seams.first?.words == "the item in between failed")
        let began = run.player(0).playback.clock.first { $0.item > 0 && $0.isMoving }
        let gap = try #require(began).playhead.anchor - #require(seams.first).at
        #expect(seams.first?.gap == gap && gap >= .milliseconds(4800))
    }

    @Test("before iOS 18.4 a failed item stays")
    func failedItemStays() throws {
        #expect(try items(Self.treadmill, faults: #"{ "status": 404 }"#) == [0])
    }
}
