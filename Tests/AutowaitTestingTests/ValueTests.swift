import AutowaitTesting
import Testing

@Suite("Media time has the shape of CMTime")
struct ValueTests {
    @Test("no number is too large")
    func saturates() {
        #expect(MediaTime.seconds(.max) == MediaTime(nanoseconds: .max))
        #expect(MediaTime.seconds(.min) == MediaTime(nanoseconds: .min))
        #expect(MediaTime.seconds(Double.greatestFiniteMagnitude).nanoseconds == .max)
        #expect(MediaTime.milliseconds(.max) == MediaTime(nanoseconds: .max))
        #expect(MediaTime.seconds(.max) + .seconds(3) == MediaTime(nanoseconds: .max))
        #expect(MediaTime.seconds(.min) - .seconds(3) == MediaTime(nanoseconds: .min))
    }

    @Test("what is no number is as in CMTime")
    func noNumbers() {
        #expect(MediaTime(seconds: .nan, preferredTimescale: 600) == .invalid)
        #expect(MediaTime(value: 1, timescale: 0) == .invalid)
        #expect(MediaTime(seconds: 1, preferredTimescale: 0) == .invalid)
        #expect(MediaTime(seconds: .infinity, preferredTimescale: -1) == .invalid)
        // In the order of CMTimeCompare.
        let ordered = [MediaTime.negativeInfinity, .seconds(1), .indefinite, .positiveInfinity, .invalid]
        #expect(ordered.sorted() == ordered && ordered.reversed().sorted() == ordered)
        #expect(MediaTime.seconds(1) + .indefinite == .indefinite)
        #expect(.indefinite - .seconds(1) == MediaTime.indefinite)
        #expect(.indefinite + .positiveInfinity == MediaTime.positiveInfinity)
        #expect(.indefinite - .positiveInfinity == MediaTime.negativeInfinity)
        #expect(MediaTime.invalid + .positiveInfinity == .invalid)
        #expect(MediaTime.positiveInfinity + .positiveInfinity == .positiveInfinity)
        #expect(MediaTime.positiveInfinity - .positiveInfinity == .invalid)
        #expect(MediaTime.indefinite.seconds.isNaN && MediaTime.positiveInfinity.seconds == .infinity)
    }

    @Test(
        "each is of one kind, and all but one are times",
        arguments: [
            (.seconds(1), "numeric"), (.indefinite, "indefinite"), (.positiveInfinity, "infinite"),
            (.negativeInfinity, ""), (.invalid, "invalid"),
        ] as [(MediaTime, String)])
    func kinds(time: MediaTime, kind: String) {
        #expect(time.isNumeric == (kind == "numeric") && time.isIndefinite == (kind == "indefinite"))
        #expect(time.isPositiveInfinity == (kind == "infinite") && time.isValid == (kind != "invalid"))
    }

    @Test("a range has its beginning, and not its end")
    func contains() {
        let range = MediaTimeRange(start: .seconds(2), end: .seconds(5))
        let places = [1_999_999_999, 2_000_000_000, 4_999_999_999, 5_000_000_000] as [Int64]
        #expect(places.map { range.containsTime(MediaTime(nanoseconds: $0)) } == [false, true, true, false])
        let empty = MediaTimeRange(start: .seconds(2), duration: .zero)
        #expect(!empty.containsTime(.seconds(2)) && empty.isEmpty && !range.isEmpty)
        let others = [MediaTime.positiveInfinity, .negativeInfinity, .invalid]
        #expect(!others.contains { range.containsTime($0) })
    }

    @Test("fractions are rounded to the nearest nanosecond")
    func fractions() {
        #expect(MediaTime(value: 1, timescale: 3).nanoseconds == 333_333_333)
        #expect(MediaTime(value: -2, timescale: 3).nanoseconds == -666_666_667)
        #expect(MediaTime(value: 90_000, timescale: 90_000) == .seconds(1))
        #expect(MediaTime.seconds(1.5) == .milliseconds(1500))
    }

    /// The first ones are by warnings of CoreMedia's in public logs: plask, issue 52, and PBJVision, issue 286.
    @Test(
        "seconds are cut at their timescale, toward zero",
        arguments: [
            (2.87, 1, 2), (1.1, 1, 1), (2.368, 24, 56), (0.082, 24, 1), (0.5, 1, 0), (-2.87, 1, -2), (7.5, 600, 4500),
            (0.29, 100, 29), (-0.29, 100, -29), (12.3456, 1000, 12_345), (0.999_999_999, 600, 599),
        ] as [(Double, Int32, Int64)])
    func cut(seconds: Double, timescale: Int32, value: Int64) {
        let time = MediaTime(seconds: seconds, preferredTimescale: timescale)
        #expect(time == MediaTime(value: value, timescale: timescale))
    }

    @Test("parts of a second stay what they are", arguments: [1, 3, 24, 600, 44_100, 90_000, 999_999_999] as [Int32])
    func wholeParts(timescale: Int32) {
        for value in [-7, 1, 2, 4, 599, 86_399, 1_000_003] as [Int64] {
            let time = MediaTime(value: value, timescale: timescale)
            #expect(MediaTime(seconds: time.seconds, preferredTimescale: timescale) == time)
        }
    }
}
