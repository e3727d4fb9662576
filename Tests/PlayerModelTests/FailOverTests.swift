import Testing

@testable import PlayerModel

@Suite("Fail-over")
struct FailOverTests {
    private static let ladder: [FailOver.Candidate] = [
        .init(variant: 0, bitRate: 20_000_000), .init(variant: 1, bitRate: 15_000_000),
        .init(variant: 2, bitRate: 5_000_000), .init(variant: 3, bitRate: 8_000_000),
    ]

    private func turn(
        _ policy: FailOver, from variant: Int, _ part: FailOver.Part, without out: [Int] = [], _ throughput: Int64?
    ) -> FailOver.Turn {
        let others = Self.ladder.filter { $0.variant != variant && !out.contains($0.variant) }
        return policy.turn(from: Self.ladder[variant], part, to: others, within: throughput)
    }

    @Test("AVFoundation turns to the next lower variant after a segment, and to the lowest when there is none")
    func segments() {
        for throughput in [nil, 1, 100_000_000] as [Int64?] {
            #expect(turn(.avFoundation, from: 0, .segment, throughput) == .to(1))
            #expect(turn(.avFoundation, from: 1, .segment, without: [0], throughput) == .to(3))
            #expect(turn(.avFoundation, from: 3, .segment, without: [0, 1], throughput) == .to(2))
            #expect(turn(.avFoundation, from: 2, .segment, throughput) == .to(3))
            #expect(turn(.avFoundation, from: 2, .segment, without: [0, 1, 3], throughput) == .nowhere)
        }
    }

    @Test("AVFoundation turns to the highest variant that the network carries after a playlist")
    func playlists() {
        #expect(turn(.avFoundation, from: 2, .playlist, 16_000_000) == .to(1))
        #expect(turn(.avFoundation, from: 0, .playlist, 15_000_000) == .to(1))
        #expect(turn(.avFoundation, from: 0, .playlist, 14_999_999) == .to(3))
        #expect(turn(.avFoundation, from: 0, .playlist, 1) == .to(1))
        #expect(turn(.avFoundation, from: 0, .playlist, nil) == .to(1))
    }

    @Test("AVFoundation takes a redundant variant first, in the order of the list", arguments: FailOver.Part.allCases)
    func redundant(part: FailOver.Part) {
        let own = FailOver.Candidate(variant: 4, bitRate: 5_000_000)
        let others = Self.ladder + [.init(variant: 5, bitRate: 5_000_000)]
        #expect(FailOver.avFoundation.turn(from: own, part, to: others, within: 90_000_000) == .to(2))
    }

    @Test("hls.js goes down level by level, and then begins at the top", arguments: FailOver.Part.allCases)
    func levels(part: FailOver.Part) {
        #expect(turn(.hlsJS, from: 1, part, 1) == .to(3))
        #expect(turn(.hlsJS, from: 3, part, without: [1], 1) == .to(2))
        #expect(turn(.hlsJS, from: 2, part, without: [1, 3], 1) == .to(0))
        #expect(turn(.hlsJS, from: 0, part, without: [1, 2, 3], 1) == .nowhere)
    }

    /// Variants 1 and 2 are equal, and so are 3 and 4: what is below one is less than it.
    @Test("of equal variants the first in the list is turned to, and none is below the other")
    func equals() {
        let rates: [Int64] = [9, 5, 5, 2, 2]
        let ladder = rates.indices.map { FailOver.Candidate(variant: $0, bitRate: rates[$0] * 1_000_000) }
        func turn(_ policy: FailOver, from variant: Int, among others: [Int]) -> FailOver.Turn {
            policy.turn(from: ladder[variant], .segment, to: others.map { ladder[$0] }, within: nil)
        }
        #expect(turn(.hlsJS, from: 1, among: [0, 2, 3, 4]) == .to(3))
        #expect(turn(.avFoundation, from: 0, among: [1, 2, 3, 4]) == .to(1))
        #expect(turn(.avFoundation, from: 3, among: [0, 1, 2]) == .to(1))
    }

    @Test("the others leave it to their switching", arguments: [FailOver.shaka, .exoPlayer, .vhs])
    func switching(policy: FailOver) {
        #expect(turn(policy, from: 1, .segment, 1) == .asSwitching)
        #expect(turn(policy, from: 1, .segment, without: [0, 2, 3], 1) == .nowhere)
    }

    private static let failures: [LoadFailure] =
        [400, 403, 404, 410, 416, 429, 500, 503, 504].map { .badStatus($0) }
        + [.timedOut, .connectionLost, .wrongLength, .unreadable]

    /// By the sources of each: at once after these, and later after those.
    private static let when: [(policy: FailOver, atOnce: [LoadFailure], never: [LoadFailure])] = [
        (.avFoundation, [], []),
        (
            .hlsJS,
            [400, 403, 404, 410, 416, 429].map { .badStatus($0) } + [.connectionLost, .wrongLength, .unreadable], []
        ),
        (.shaka, [], [.timedOut, .unreadable]),
        (
            .exoPlayer, [403, 404, 410, 416, 500, 503].map { .badStatus($0) },
            [400, 429, 504].map { .badStatus($0) } + [.timedOut, .connectionLost, .wrongLength, .unreadable]
        ),
        (.vhs, failures, []), (.giveUp, [], failures),
    ]

    @Test("each turns after the failures that its source names", arguments: when.indices)
    func failures(row: Int) {
        let (policy, atOnce, never) = Self.when[row]
        #expect(Self.failures.filter { policy.turnsAtOnce(after: $0) } == atOnce)
        #expect(Self.failures.filter { !policy.turns(after: $0) } == never)
        #expect(policy.mayTurnAtOnce == !atOnce.isEmpty)
    }

    /// In milliseconds: Shaka's alone, and not of what would be as unreadable once more.
    @Test("only Shaka goes on with a live stream that it would have to give up", arguments: FailOver.all)
    func liveRest(policy: FailOver) {
        let rests: [(LoadFailure, Int64?)] = [
            (.timedOut, 100), (.badStatus(404), 1000), (.badStatus(503), 1000), (.connectionLost, 1000),
            (.wrongLength, 1000), (.unreadable, nil),
        ]
        for (failure, rest) in rests {
            let expected = policy.kind == .shaka ? rest : nil
            #expect(policy.liveRest(after: failure).map { $0.nanoseconds / 1_000_000 } == expected)
        }
    }

    @Test("each profile names one, and says where it comes from", arguments: PlayerProfile.all)
    func profiles(profile: PlayerProfile) {
        #expect(profile.rules.contains { $0.key == "fail_over" && $0.name == profile.failOver.name })
        #expect(!profile.failOver.turns || profile.sources.contains { $0.contains("fail_over") })
    }

    @Test("their numbers can be set", arguments: FailOver.all)
    func parameters(policy: FailOver) {
        let names = (policy.exclusion == nil ? [] : ["exclude_s"]) + (policy == .hlsJS ? ["exclude_pathway_s"] : [])
        #expect(policy.parameters.map { $0.name } == names)
        #expect(policy.setting(policy.parameters.map { $0.value }) == policy)
        let other = policy.setting([7_000_000_000])
        #expect(other.exclusion == policy.exclusion.map { _ in .seconds(7) })
        #expect(other.pathwayExclusion == policy.pathwayExclusion.map { _ in .seconds(7) })
    }
}
