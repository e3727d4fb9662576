import Testing

@testable import Simulation

/// RFC 6298 as Linux computes it, by hand: the mean takes an eighth of an error, the deviation a quarter, and no less
/// than 200 ms is added to the mean.
@Suite("The retransmission timer of a sender")
struct RetransmissionTimerTests {
    private static func first(_ milliseconds: Int64) -> RetransmissionTimer {
        var timer = RetransmissionTimer()
        timer.measured(milliseconds * 1_000_000, newest: milliseconds * 1_000_000, acknowledged: 0, next: 10)
        return timer
    }

    @Test("begins with a second, then with the first round trip, and twice that or 200 ms more")
    func begins() {
        #expect(RetransmissionTimer().timeout == 1_000_000_000 && RetransmissionTimer().smoothedRoundTrip == 0)
        #expect(Self.first(40).timeout == 240_000_000 && Self.first(300).timeout == 900_000_000)
        #expect(Self.first(300).smoothedRoundTrip == 300_000_000)
    }

    /// The deviation of 300 ms is kept fourfold as 600; a second of 500 ms is 200 off, so 50 more than a quarter of it.
    @Test(
        "takes in a second round trip: less of what is below the mean",
        arguments: [
            (500, 325_000_000, 975_000_000), (300, 300_000_000, 900_000_000), (100, 275_000_000, 881_250_000),
        ] as [(Int64, Int64, Int64)])
    func second(milliseconds: Int64, mean: Int64, timeout: Int64) {
        var timer = Self.first(300)
        timer.measured(milliseconds * 1_000_000, newest: 7, acknowledged: 5, next: 20)
        #expect(timer.smoothedRoundTrip == mean && timer.timeout == timeout && timer.leastRoundTrip == 7)
    }

    /// Of even round trips the deviation sinks by a quarter each: 600, 450, 337.5, 253.125 ms. What is added is the
    /// greatest of a round, and comes down to that by a quarter of the way when the round is over: behind its last
    /// packet, not with it.
    @Test("adds less from round to round")
    func rounds() {
        var timer = Self.first(300)
        var timeouts: [Int64] = []
        for acknowledged in [10, 11, 21] as [Int64] {
            timer.measured(300_000_000, newest: 300_000_000, acknowledged: acknowledged, next: 20)
            timeouts.append(timer.timeout)
        }
        #expect(timeouts == [900_000_000, 900_000_000, 900_000_000 - (600_000_000 - 253_125_000) / 4])
    }

    @Test("doubles up to two minutes, until a round trip is measured")
    func backsOff() {
        var timer = Self.first(300)
        var timeouts: [Int64] = []
        for _ in 0..<9 {
            timer.backOff()
            timeouts.append(timer.timeout)
        }
        let doubled: [Int64] = (1...7).map { 900_000_000 << $0 }
        #expect(timeouts == doubled + [120_000_000_000, 120_000_000_000])
        timer.measured(300_000_000, newest: 300_000_000, acknowledged: 5, next: 20)
        #expect(timer.timeout == 900_000_000)
    }
}
