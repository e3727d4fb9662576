import PlayerModel
import Testing

@testable import Simulation

@Suite("The report of an item that fails")
struct ItemFailureReportTests {
    private static let failures: [LoadFailure] = [
        .timedOut, .connectionLost, .badStatus(404), .badStatus(503),
    ]

    @Test("says what was given up, and why", arguments: failures)
    func saysWhy(failure: LoadFailure) {
        let words = Words.announcement(.itemFailed(failure))
        #expect(words == "the item's status is failed: \(Words.failure(failure))")
        #expect(Words.announcement(.failedToPlayToEndTime(failure))?.contains("failedToPlayToEndTime") == true)
    }

    @Test("says that what is loaded plays on, and that a failed item does not")
    func saysWhatFollows() {
        let plays = Announcement.status(.playing, reason: nil, rate: .one, cause: .nothingMoreComes)
        #expect(Words.announcement(plays) == "plays: nothing more comes, so waiting longer is of no use")
        let paused = Announcement.status(.paused, reason: nil, rate: .zero, cause: .itemFailed)
        #expect(Words.announcement(paused) == "the rate is 0: a failed item cannot be played")
    }

    /// The first segment of the second item is not there at 5.986 s, and its turn comes at 30.790 s.
    @Test("says that nothing is seen of an item in line that is passed over when its turn comes")
    func passedOver() throws {
        let names = ["a", "b", "c"]
        let media = names.map { JSONPart.hls([1500], name: $0, duration_s: 30, segment_s: 4) }
        let items = names.map { JSONPart(stringLiteral: "{ \"name\": \"\($0)\", \"media\": \"\($0)\" }") }
        let fault = #""faults": [{ "of": "video", "status": 404, "from_s": 5.9, "times": 1 }]"#
        let run = try ScenarioText(
            network: .fluid(8000, #""delay_ms": 20, \#(JSONPart(stringLiteral: fault))"#), media: .list(media),
            player: .members([
                #""class": "AVQueuePlayer", "skips_failed_items": true, "keep_up": "first-chunk""#,
                "\"items\": \(JSONPart.list(items))",
            ])
        ).judgedRun()
        let story = FailureWords(run.player(0)).story
        let words = "; the person saw nothing of the item: it was passed over at 30.790 s."
        #expect(story.count == 1 && story[0].hasSuffix(words), "\(story)")
    }

    @Test("has another digest for everything that can be told apart")
    func hasItsOwnDigests() {
        var digests: Set<String> = []
        for failure in Self.failures {
            for announcement in [Announcement.itemFailed(failure), .failedToPlayToEndTime(failure)] {
                var digest = Digest()
                Trace.Entry(at: .zero, player: 0, record: .announced(announcement)).mix(into: &digest)
                digests.insert(digest.text)
            }
        }
        #expect(digests.count == 2 * Self.failures.count)
    }
}
