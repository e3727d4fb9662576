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
}
