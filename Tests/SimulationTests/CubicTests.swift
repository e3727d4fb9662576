import Testing

@testable import Simulation

/// RFC 9438, with Linux' constants: after a loss 717 of 1024 parts are left, and the window grows by 0.4 (t − K)³.
@Suite("The window of CUBIC")
struct CubicTests {
    /// Lost at 100 packets and again at 70, before it was back, it aims at less: 70 · (1024 + 717) / 2048 is 59.
    @Test("shrinks to seven tenths, and is two packets at least")
    func shrinks() {
        var cubic = Cubic(usesHystart: true)
        #expect(cubic.lost(window: 100) == 70 && cubic.lost(window: 70) == 49 && cubic.lost(window: 1) == 2)
    }

    /// From 70 to 100 packets K is the cube root of 30 / 0.4, 4.217 s. Where round trips are short Reno is faster: its
    /// window grows by 3 (1 − β) / (1 + β) packets in each, which is 0.5293. The aim is a round trip ahead.
    @Test("grows along the curve, and no slower than Reno's", arguments: [20, 50, 100, 200] as [Int64])
    func grows(trip_ms: Int64) {
        var cubic = Cubic(usesHystart: false)
        var (window, now_ms) = (cubic.lost(window: 100), 0 as Int64)
        var wrong: [String] = []
        while now_ms < 7000 {
            let now = now_ms * 1_000_000
            _ = cubic.measured(
                trip_ms * 1_000_000, window: window, inSlowStart: false, acknowledged: 0, next: 0, at: now)
            // A round trip's worth, packet by packet.
            for _ in 0..<window { window = cubic.grown(window: window, by: 1, at: now) }
            now_ms += trip_ms
            let off = Double(now_ms) / 1000 - 4.217
            let wanted = max(100 + 0.4 * off * off * off, 70 + 0.5293 * Double(now_ms / trip_ms))
            if abs(Double(window) - wanted) > 2.5 { wrong.append("\(window), not \(wanted), at \(now_ms) ms") }
        }
        #expect(wrong == [])
    }

    /// Linux, `bictcp_update`: with the same window the curve is looked up again once more than HZ / 32 have passed, 31
    /// ticks of a millisecond. The aim is a round trip of 30 ms ahead, and is rounded up: from 70 to 100 packets it is
    /// 100 − 0.4 (4.217 − 0.03)³ at first, 71, so that one packet comes for 70. After 32 ms, 62 with the round trip, it
    /// is 72: one comes for 35, and 41 are acknowledged by then.
    @Test(
        "looks its curve up again after more than 31 ms",
        arguments: [(30, 70), (31, 70), (32, 71)] as [(Int64, Int64)])
    func looksUp(after_ms: Int64, window: Int64) {
        var cubic = Cubic(usesHystart: false)
        #expect(cubic.lost(window: 100) == 70)
        _ = cubic.measured(30_000_000, window: 70, inSlowStart: false, acknowledged: 0, next: 0, at: 0)
        #expect(cubic.grown(window: 70, by: 1, at: 0) == 70)
        #expect(cubic.grown(window: 70, by: 40, at: after_ms * 1_000_000) == window)
    }

    // MARK: The end of slow start

    /// The number of acknowledgements of one round, from 1 on, up to that with which slow start ends; nil where it does
    /// not end with the first 30.
    private static func end(
        of cubic: inout Cubic, round: Int64, trip: Int64, window: Int64 = 16, apart: Int64
    ) -> Int? {
        (1...30).first { number in
            cubic.measured(
                trip, window: window, inSlowStart: true, acknowledged: 100 * round, next: 100 * round,
                at: round * 10_000_000_000 + Int64(number) * apart)
        }
    }

    /// Half of a round trip of 40 ms and a millisecond is 20.5 ms: the twelfth comes 22 ms after the first.
    @Test(
        "ends with a train of acknowledgements, up to 2 ms apart, that is longer than half a round trip",
        arguments: [
            (2_000_000, 16, 12), (2_000_001, 16, nil), (2_000_000, 15, nil), (1_025_000, 16, 22), (1_025_001, 16, 21),
        ] as [(Int64, Int64, Int?)])
    func train(apart: Int64, window: Int64, end: Int?) {
        var cubic = Cubic(usesHystart: true)
        #expect(Self.end(of: &cubic, round: 1, trip: 40_000_000, window: window, apart: apart) == end)
    }

    /// Linux, `hystart_update`: the ninth of a round and those behind it are looked at, and the least round trip must
    /// have grown by more than an eighth, of 4 to 16 ms. RFC 9406, section 4.2, is content with as much.
    @Test(
        "ends where the round trip has grown by more than an eighth, 4 ms at least and 16 at most",
        arguments: [(8, 4), (40, 5), (128, 16), (400, 16)] as [(Int64, Int64)], [0, 1] as [Int64])
    func delay(_ milliseconds: (least: Int64, growth: Int64), more: Int64) {
        var cubic = Cubic(usesHystart: true)
        let least = milliseconds.least * 1_000_000
        #expect(Self.end(of: &cubic, round: 1, trip: least, apart: 3_000_000) == nil)
        let grown = least + milliseconds.growth * 1_000_000 + more
        #expect(Self.end(of: &cubic, round: 2, trip: grown, apart: 3_000_000) == (more > 0 ? 9 : nil))
    }
}
