import Testing

@testable import Simulation

@Suite("Resamples are enough for the intervals that are to hold together")
struct ResamplesTests {
    /// Of `most` intervals of which each has its outermost resample on either side outside, 2 × `most` of all resamples
    /// are outside of one: the 5 %, or their part, of all of them.
    @Test(
        "as many as usual, or more for many choices and for late looks, up to a limit that is told",
        arguments: [
            (1, 1, 1999, true), (1, 50, 1999, true), (1, 51, 2039, true), (6, 9, 2159, true), (30, 1, 2399, true),
            (20, 12, 9599, true), (20, 13, 9999, false), (600, 1, 47_999, true),
        ])
    func enough(part: Int, most: Int, resamples: Int, areEnough: Bool) {
        let clusters = Clusters(strata: [Array(0..<20)])
        let bootstrap = PairedBootstrap(clusters, baseline: 0, seed: 1, part: part, most: most)
        #expect(bootstrap.resamples == resamples && bootstrap.areEnough == areEnough)
        #expect(!areEnough || 2 * most * 20 * part <= bootstrap.resamples + 1)
    }
}
