import PlayerModel

/// The failures of requests as their players count them, where that is not each request's by itself: those that a
/// player does not count at all (`RequestPolicy.counts(_:)`), and those of hls.js, which has one count for all variants
/// that it may switch to, and holds that against the bound of each (`RequestPolicy.countsTogether`).
///
/// With hls.js a failure counts until a segment of the same variant comes, whatever was asked for meanwhile:
///
///     variant 3    ×   ×   ×
///     variant 1                 ×   ×   a segment comes
///     count        1   2   3    4   5   3
///
/// Only what is of one variant is counted: video, and audio in it. hls.js counts audio and subtitles of their own with
/// the level that plays as well, which is left out.
///
/// A player that gives up because there is nothing to turn to begins anew. That there is nothing is said with the
/// request, or when a limit is set: where a pathway has come in again meanwhile the player turns to it after all, and
/// begins anew all the same.
/// Another item of the same stream does not begin anew, which is left out.
struct FailureCounts: Sendable {
    /// By slot, the variant whose failures count together with others', and that of which it brings segments; -1 is
    /// none. Empty where nothing counts together.
    private var failing: ContiguousArray<Int32> = []
    private var bringing: ContiguousArray<Int32> = []
    /// By variant, the ladder that it belongs to, and how often something of it has failed.
    private var ladders: ContiguousArray<Int32> = []
    private var counts: ContiguousArray<Int64> = []
    /// By slot, how many failures of its request are not counted. Empty where there was none of these.
    private var spared: ContiguousArray<Int64> = []

    init(_ resources: [Resource]) {
        guard resources.contains(where: { $0.ladder >= 0 }) else { return }
        // A resource of each variant, and one of each ladder.
        var (variants, firsts): ([Resource], [Resource]) = ([], [])
        for resource in resources {
            var variant = -1
            if resource.ladder >= 0 {
                variant = variants.lastIndex { $0.isOfVariant(of: resource) } ?? variants.count
                if variant == variants.count {
                    variants.append(resource)
                    let ladder = firsts.lastIndex { $0.isOfLadder(of: resource) } ?? firsts.count
                    if ladder == firsts.count { firsts.append(resource) }
                    ladders.append(Int32(ladder))
                }
            }
            failing.append(Int32(variant))
            bringing.append(resource.kind.track == 0 ? Int32(variant) : -1)
        }
        counts = ContiguousArray(repeating: 0, count: variants.count)
    }

    /// Counts a failed request. `own` is how often it has failed by itself, and `isCounted` whether its player counts
    /// this failure; returns how often it has as its player counts, this time included in any case.
    mutating func fail(_ slot: Int, _ own: Int64, isCounted: Bool) -> Int64 {
        let own = own - spare(slot, own, isCounted: isCounted)
        guard slot < failing.count, failing[slot] >= 0 else { return own }
        let variant = Int(failing[slot])
        counts[variant] += 1
        return counts.indices.reduce(0) { $0 + (ladders[$1] == ladders[variant] ? counts[$1] : 0) }
    }

    /// The failures of a request before this one that are not counted. The first one of all begins anew.
    private mutating func spare(_ slot: Int, _ own: Int64, isCounted: Bool) -> Int64 {
        if !isCounted, slot >= spared.count {
            spared.append(contentsOf: repeatElement(0, count: slot + 1 - spared.count))
        }
        guard slot < spared.count else { return 0 }
        if own == 1 { spared[slot] = 0 }
        defer { if !isCounted { spared[slot] += 1 } }
        return spared[slot]
    }

    /// A request has failed, `own` times by itself. Returns the pause after which it is made again; nil where it is
    /// given up, because that would not help, or its player turns elsewhere.
    mutating func pause(
        after failure: LoadFailure, of slot: Int, _ own: Int64, mayTurn: Bool, _ policy: RequestPolicy,
        _ failOver: FailOver
    ) -> TimeAmount? {
        let count = fail(slot, own, isCounted: policy.counts(failure))
        let turns = mayTurn && failOver.turnsAtOnce(after: failure)
        if !turns, let pause = policy.pause(afterFailures: count, of: failure) { return pause }
        if !mayTurn { giveUp(slot) }
        return nil
    }

    /// A chunk is on its way to the player.
    @inline(__always)
    mutating func bring(_ slot: Int) {
        if slot < bringing.count, bringing[slot] >= 0 { counts[Int(bringing[slot])] = 0 }
    }

    /// The player gives up: it has nothing to ask for in the place of this.
    mutating func giveUp(_ slot: Int) {
        guard slot < failing.count, failing[slot] >= 0 else { return }
        let ladder = ladders[Int(failing[slot])]
        for variant in counts.indices where ladders[variant] == ladder { counts[variant] = 0 }
    }
}

extension Resource {
    fileprivate func isOfLadder(of other: Resource) -> Bool {
        group == other.group && asset == other.asset && ladder == other.ladder
    }

    fileprivate func isOfVariant(of other: Resource) -> Bool { variant == other.variant && isOfLadder(of: other) }
}
