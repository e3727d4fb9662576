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
