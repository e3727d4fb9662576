import PlayerModel
import Testing

@Suite("A looper that plays so often")
struct LooperTests {
    /// Why the last of its replicas is no longer current.
    enum Leaving: CaseIterable { case ended, skipped, failed }

    /// Of three replicas, or of fewer where it plays less often, each that has ended is given again while one is due.
    @Test(
        "gives no replica too many, and is over with its last one, whatever comes behind that",
        arguments: [1, 2, 3, 4, 7] as [Int64], Leaving.allCases)
    func stops(count: Int64, leaving: Leaving) {
        let replicas = min(3, count)
        for next in [nil, PlayerItem.minute(Int32(replicas))] {
            var looper = Looper(.looper(replicas: 3, from: .zero, to: .zero, count: count))
            #expect(looper.changed(to: .minute(0), isFinished: false) == nil)
            for loop in 1..<count {
                let step = looper.changed(to: .minute(Int32(loop % replicas)), isFinished: true)
                #expect((step != nil) == (loop <= count - replicas) && looper.isEnabled)
            }
            if leaving == .failed { looper.failed() }
            #expect(looper.changed(to: next, isFinished: leaving == .ended) == nil && !looper.isEnabled)
        }
    }

    @Test("is not over while a replica comes, and gives none that has failed", arguments: [0, 5] as [Int64])
    func goesOn(count: Int64) {
        var looper = Looper(.looper(replicas: 3, from: .zero, to: .zero, count: count))
        #expect(looper.changed(to: .minute(0), isFinished: false) == nil)
        looper.failed()
        #expect(looper.changed(to: .minute(1), isFinished: false) == nil && looper.isEnabled)
        #expect(looper.changed(to: .minute(2), isFinished: true)?.input == .insert(.minute(1), after: nil))
        #expect(looper.isEnabled)
    }
}
