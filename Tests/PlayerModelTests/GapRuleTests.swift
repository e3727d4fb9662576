import Testing

@testable import PlayerModel

@Suite("What players do about gaps")
struct GapRuleTests {
    private static func candidates(_ bitRates: [Int64]) -> [FailOver.Candidate] {
        bitRates.enumerated().map { FailOver.Candidate(variant: $0.offset, bitRate: $0.element) }
    }

    @Test(
        "others are looked in from the next lower one on; then the lowest, or with hls.js the top",
        arguments: [
            (.avFoundation, [3, 2, 0, 1]), (.shaka, [3, 2, 0, 1]), (.hlsJS, [3, 2, 1, 0]), (.exoPlayer, []),
        ] as [(GapRule, [Int])])
    func order(rule: GapRule, expected: [Int]) {
        // The gap is in one of 1000; those above it are numbers 0 and 1.
        let all = Self.candidates([2000, 3000, 500, 800])
        let own = FailOver.Candidate(variant: 4, bitRate: 1000)
        var (left, order) = (all, [Int]())
        while let next = rule.next(after: own, among: left) {
            order.append(next)
            left.removeAll { $0.variant == next }
        }
        #expect(order == expected)
        #expect(rule.looksElsewhere != expected.isEmpty)
    }

    @Test("one of the same bit rate comes first with AVFoundation, as when something has failed")
    func redundant() {
        let own = FailOver.Candidate(variant: 4, bitRate: 1000)
        #expect(GapRule.avFoundation.next(after: own, among: Self.candidates([500, 1000])) == 1)
    }

    @Test("each has a name, no numbers, and a profile or a default that has it", arguments: GapRule.all)
    func names(rule: GapRule) {
        #expect(rule.parameters.isEmpty && rule.setting([]) == rule)
        #expect(GapRule.all.count { $0.name == rule.name } == 1)
        #expect(PlayerProfile.all.contains { $0.gaps == rule })
    }

    @Test("time goes on in a gap with AVFoundation alone", arguments: GapRule.all)
    func skips(rule: GapRule) { #expect(rule.skips == (rule != .avFoundation)) }
}
