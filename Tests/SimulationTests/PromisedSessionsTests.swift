import Testing

@testable import Simulation

@Suite("The number of sessions that would tell")
struct PromisedSessionsTests {
    /// By thousandths of a second: a difference in startup, the half of its interval from 200 sessions, and how many
    /// more are promised. What is seen is to be told from 0, by 200 × (7.85 ÷ 3.84 × (half ÷ difference)² − 1), or from
    /// the margin of 0.1 s, with 10.5 in the place of 7.85; or the interval becomes as long as the margin, by
    /// 200 × ((half ÷ 50)² − 1). The least counts.
    ///
    /// Reckoned for normal differences of 0.9 s, so many decide in 80 to 100 of 100 repeats, from a difference of 0 on.
    @Test(
        "is that which tells a difference from nothing, or from what matters, or settles it either way",
        arguments: [
            (0, 101, 360), (10, 100, 480), (20, 100, 610), (49, 100, 610), (50, 100, 610), (-50, 100, 610),
            (80, 100, 440), (120, 200, 940),
        ] as [(Int, Int, Int64)])
    func promised(difference: Int, half: Int, more: Int64) {
        func nanoseconds(_ thousandths: Int) -> Double { Double(thousandths) * 1e6 }
        let estimate = Estimate(
            nanoseconds(difference), nanoseconds(difference - half), nanoseconds(difference + half))
        let finding = Finding(
            .startup, estimate, .sampled(Decision.Sample(sessions: 200)), isSame: false, hasFigures: true)
        #expect(finding == .undecided(.about(more)))
    }

    /// Of 400 sessions one stalls, or none: 400 × (0.874 % ÷ 0.5 % − 1) are 299.2. The difference is no part of it:
    /// where none of those to come stalls, it shrinks as the interval does.
    @Test("is the least that a margin takes where hardly any session differs", arguments: [2500, 0, -2500])
    func least(difference: Int) {
        let value = Double(difference)
        let finding = Finding(
            .stalled, Estimate(value, value - 8740, value + 8740), .sampled(Decision.Sample(sessions: 400)),
            isSame: false, isOfUnseen: true, hasFigures: true)
        #expect(finding == .undecided(.atLeast(300)))
    }
}
