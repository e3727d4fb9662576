import SimulationContainers
import PlayerModel

/// The choice of rows of a timeline that is longer than its page.
///
/// A row is kept for what happened, not for where it stands. The first and the last one are, and those at which the
/// first, the longest and the last wait begin and end, something fails, or the viewer leaves. Then, as long as there is
/// room, come the rows at which the status, the item or the network changes or the app acts, and the last change of the
/// variant before each of those waits; then the other changes of the variant; and last a dull row that would be folded
/// alone.
/// A dull row is one at which the buffer is full, or no longer, or the flag of keeping up changes and the status does
/// not, or the speed at which a live stream is caught up with.
///
/// A golden is a page, so of three hundred loops, or of waits that come every ten seconds, not all have a row: of each
/// kind the rows nearest to both ends stay, twice as many at the beginning, and the fold that takes the others counts
/// them by kind, adds up the waits and names the variants. The first, the longest and the last wait are never among
/// those.
struct RowChoice {
    private enum Kind: Int, CaseIterable {
        case kept, event, variant, dull
    }

    private var kinds: [Kind]

    init(_ moments: [Timeline.Moment], _ run: PlayerRun) {
        let script = run.player.script
        kinds = moments.map { Self.kind($0.changes, script) }
        guard !moments.isEmpty else { return }
        (kinds[0], kinds[moments.count - 1]) = (.kept, .kept)
        func index(at instant: Instant) -> Int { partitionPoint(in: moments.indices) { moments[$0].at >= instant } }
        for halt in Halt.outstanding(of: run) {
            let first = index(at: halt.from)
            for end in [first, index(at: halt.to ?? .never)] where kinds.indices.contains(end) { kinds[end] = .kept }
            // The change of the variant that leads to it.
            if let last = kinds[..<min(first, kinds.count)].lastIndex(of: .variant) { kinds[last] = .event }
        }
    }

    private static func kind(_ changes: ArraySlice<PanelChange>, _ script: [Action]) -> Kind {
        // A speed that a player has given itself is told once; that the clock has it is no news.
        let isPace = changes.contains { if case .pace = $0.kind { true } else { false } }
        return changes.reduce(.dull) { kind, change in
            guard change.hasRow else { return kind }
            let own: Kind =
                switch change.kind {
                case .action(let action): script[Int(action)].traits.leaves ? .kept : .event
                case .item, .note, .traffic, .network, .host, .skip, .gap, .clone: .event
                case .pace(_, let isTurn): isTurn ? .event : .dull
                case .announcement(.timebase) where isPace: .dull
                case .interstitial, .interstitialNews: .kept
                case .load, .variant, .exclusion: .variant
                case .recovery: .event
                case .announcement(let announcement): self.kind(announcement)
                }
            return own.rawValue < kind.rawValue ? own : kind
        }
    }

    private static func kind(_ announcement: Announcement) -> Kind {
        switch announcement {
        case .failedToPlayToEndTime, .itemFailed, .exception: .kept
        case .status, .timebase, .playbackStalled, .didPlayToEndTime, .timeJumped, .seekFinished, .prerollFinished,
            .pipelines:
            .event
        case .likelyToKeepUp, .bufferFull, .bufferEmpty, .endIsAhead: .dull
        }
    }

    /// By moment, whether it has a row. Each takes so many lines as `heights` has, and so does each fold take one.
    func rows(_ heights: [Int], lines: Int) -> [Bool] {
        var isShown = kinds.map { _ in false }
        var used = isShown.isEmpty ? 0 : 1
        func isHidden(_ index: Int) -> Bool { isShown.indices.contains(index) && !isShown[index] }
        func add(_ index: Int) -> Bool {
            // A row splits a fold in two, stands at an end of one, or takes the place of one.
            let folds = (isHidden(index - 1) ? 1 : 0) + (isHidden(index + 1) ? 1 : 0) - 1
            guard used + heights[index] + folds <= lines || kinds[index] == .kept else { return false }
            used += heights[index] + folds
            isShown[index] = true
            return true
        }
        for kind in [Kind.kept, .event, .variant] {
            let own = kinds.indices.filter { kinds[$0] == kind }
            let byPlace = own.indices.sorted { rank($0, of: own.count) < rank($1, of: own.count) }
            // Beyond the first that has no room, none is tried: what stays is what is nearest to the ends.
            _ = byPlace.allSatisfy { add(own[$0]) }
        }
        for index in kinds.indices where isHidden(index) && !isHidden(index - 1) && !isHidden(index + 1) {
            _ = add(index)
        }
        return isShown
    }

    /// The place of a row among those of its kind by its distance from the nearer end, that from the last doubled.
    private func rank(_ index: Int, of count: Int) -> Int { min(2 * index, 4 * (count - 1 - index) + 1) }
}
