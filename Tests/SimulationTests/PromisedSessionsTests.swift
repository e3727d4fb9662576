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

    /// Of some sessions one stalls, or none. Where none of those to come stalls, both ends of the interval shrink as
    /// there are more, and the farther of them is within the margin of 0.5 % after 400 × (0.874 % ÷ 0.5 % − 1) = 299.2
    /// more; after 800 × (0.6245 ÷ 0.5 − 1) = 199.2, 600 × (0.8325 ÷ 0.5 − 1) = 399 and
    /// 999 × (0.5001 ÷ 0.5 − 1) = 0.2 where the ends are those of a count.
    @Test(
        "is the least that takes both ends into the margin where hardly any session differs",
        arguments: [
            (400, 0, -8740...8740, 300), (400, 2500, -6240...11240, 500), (400, -2500, -11240...6240, 500),
            (800, 1250, -2500...6245, 200), (800, -1250, -6245...2500, 200), (600, 1667, -3333...8325, 400),
            (999, 1001, -2002...5001, 1),
        ] as [(Int, Int, ClosedRange<Int>, Int64)])
    func least(sessions: Int, difference: Int, ends: ClosedRange<Int>, more: Int64) {
        let estimate = Estimate(Double(difference), Double(ends.lowerBound), Double(ends.upperBound))
        let finding = Finding(
            .stalled, estimate, .sampled(Decision.Sample(sessions: sessions)), isSame: false, isOfUnseen: true,
            hasFigures: true)
        #expect(finding == .undecided(.atLeast(more)))
    }

    @Test("has the name of what there would have to be more of", arguments: [0, 1])
    func names(runs: Int) {
        var sample = Decision.Sample(sessions: 40)
        sample.areRuns = runs == 1
        #expect(sample.one == (runs == 1 ? "run" : "session") && sample.name == sample.one + "s")
        sample.traces = 30
        #expect(sample.one == (runs == 1 ? "run or trace" : "session or trace"))
        #expect(Decision.Sample(traces: 30).one == "trace")
    }
}
