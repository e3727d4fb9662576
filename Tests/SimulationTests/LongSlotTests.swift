import Testing

@testable import Simulation

@Suite("Slots of a long log")
struct LongSlotTests {
    typealias Download = InferenceTests.Download

    /// Capacity may change within a slot of two seconds. Where all its downloads had to have one, the rest of a longer
    /// one, which is in another slot, would have to make up for it, as by an outage that never was.
    @Test(
        "a download counts where it is alone, or else where most of it is",
        arguments: [
            // With a slot that another one shares at its end, and at its beginning.
            ([(0, 5000), (5000, 400)], ["0: 0 > 2000", "1: > 0 3000", "2: 1 400"], 2, 1400),
            ([(0, 400), (400, 5100)], ["0: 0 400", "1: 1 > 3600", "2: > 1 1500"], 0, 2000),
            // Alone in both of its slots, and in none.
            ([(0, 2500)], ["0: 0 > 2000", "1: > 0 500"], 1, 500),
            ([(0, 1000), (1000, 1800), (2800, 400)], ["0: 0 1000", "0: 1 1800", "1: 2 400"], 1, 1200),
            ([(0, 1500), (1500, 1800), (3300, 400)], ["0: 0 1500", "1: 1 1800", "1: 2 400"], 1, 1700),
        ] as [([(Int, Int)], [String], Int, Int)])
    func plan(downloads: [(Int, Int)], parts: [String], slot: Int, busy: Int) throws {
        func slots(until end: Int) throws -> SlotPlan {
            let times: [(Int, Int)] = downloads + [(end - 3000, 500), (end - 1500, 500), (end - 500, 500)]
            let all = times.map { Download(at: $0.0, wait: 0, receive: $0.1, bytes: 500_000) }
            return SlotPlan(try InferenceTests.log(InferenceTests.har(all)))
        }
        let long = try slots(until: 7_300_000)
        #expect(long.slot == 2_000_000_000)
        let told = long.parts.prefix(10).enumerated().flatMap { place, parts in
            parts.map { part -> String in
                let milliseconds = Int((part.seconds * 1000).rounded())
                return "\(place): \(part.began ? "> " : "")\(part.transfer) \(part.goesOn ? "> " : "")\(milliseconds)"
            }
        }
        #expect(told == parts)
        #expect(Int((long.busySeconds[slot] * 1000).rounded()) == busy)
        // In a second all that lies in it counts there.
        let short = try slots(until: 100_000)
        #expect(short.slot == 1_000_000_000)
        for (seconds, parts) in zip(short.busySeconds, short.parts) {
            #expect(seconds == parts.reduce(0) { $0 + $1.seconds } && seconds < 1.001)
        }
    }

    /// Bytes are under way all the time, so that the mean is bytes over time: 875 kbit/s of 2000 and 200. Where the
    /// network changes more than once while a download is under way, no slots of a second make it.
    @Test(
        "an hour has seconds, and of what goes up and down the mean; where single downloads are far off, that is said",
        arguments: [(3000, 5000, 860_000...890_000, false), (1500, 2500, 860_000...1_100_000, true)])
    func upAndDown(fast: Int, slow: Int, mean: ClosedRange<Int64>, isSaid: Bool) throws {
        var downloads: [Download] = []
        var now = 0
        while now < 200_000 {
            var (left, end) = (200_000, now)
            while left > 0 {
                left -= end % (fast + slow) < fast ? 250 : 25
                end += 1
            }
            downloads.append(Download(at: now, wait: 0, receive: end - now, bytes: 200_000 - left))
            now = end
        }
        downloads.append(Download(at: 3_500_000, wait: 0, receive: 1000, bytes: 200_000))
        let inference = try InferenceTests.inference(downloads)
        #expect(inference.slot == 1_000_000_000)
        for member in inference.members { #expect(mean ~= member.mean(0..<192)) }
        let words = "Over them one request in ten is off"
        #expect(InferText.doubts(inference).contains { $0.hasPrefix(words) } == isSaid)
    }

    /// A download at 1 Mbit/s ends in the midst of a slot, behind which the link has 8.
    @Test("a change of capacity within a slot makes no outage in the one before, and slots so long are said")
    func step() throws {
        let fast = (0..<4).map { Download(at: 5000 + 400 * $0, wait: 0, receive: 400, bytes: 400_000) }
        let later = [20_000, 22_000, 24_000, 7_250_000].map {
            Download(at: $0, wait: 0, receive: 1000, bytes: 1_000_000)
        }
        let slow = Download(at: 0, wait: 0, receive: 5000, bytes: 625_000)
        let inference = try InferenceTests.inference([slow] + fast + later)
        for (band, truth) in zip(inference.bands, [1_000_000, 1_000_000, 8_000_000] as [Int64]) {
            #expect(band.low <= truth && truth <= band.high && band.isTold, "\(band)")
        }
        #expect(InferText.judgement(inference).contains { $0.hasPrefix("Each slot of 2 s has one capacity") })
    }
}
