import PlayerModel

/// The sessions that start with one of two choices and not with the other. No figure of stalls has them, because there
/// is nothing to compare; yet somebody watches them.
package struct StartedAlone: Equatable, Sendable {
    package private(set) var count = 0
    package private(set) var stalled = 0
    /// In nanoseconds, of all of them whose stalls end; and how many have one that never does.
    package private(set) var stallTime: Int64 = 0
    package private(set) var endless = 0

    mutating func add(_ outcome: SessionOutcome) {
        count += 1
        if outcome.stalls > 0 { stalled += 1 }
        stallTime = stallTime.addingClamped(outcome.stallTime ?? 0)
        if outcome.stallTime == nil { endless += 1 }
    }

    /// `of the 64 sessions that start with A and not with B, all stall, for 17.4 s in the mean`; nil where there are
    /// no such sessions. Where a stall never ends, there is no mean.
    func words(_ name: String, besides other: String) -> String? {
        guard count > 0 else { return nil }
        let mean = NumberText.rounded(stallTime / Int64(count), places: 9, decimals: 1)
        if count == 1 {
            let end = endless > 0 ? "stalls for ever" : stalled > 0 ? "stalls for \(mean) s" : "has no stall"
            return "the one session that starts with \(name) and not with \(other) \(end)"
        }
        let subject = "of the \(count) sessions that start with \(name) and not with \(other), "
        if stalled == 0 { return subject + "none stalls" }
        let stalls = stalled == count ? "all stall, " : stalled == 1 ? "1 stalls, " : "\(stalled) stall, "
        let time = "for \(mean) s in the mean\(stalled == count ? "" : " of all")"
        let others = endless == stalled ? "for ever" : "\(endless) of them for ever"
        return subject + stalls + (endless == 0 ? time : others)
    }
}
