import PlayerModel

/// The Goldilocks moment: the earliest start after the first request to play from which playback need not stall.
///
/// It is not a rule but the bound that every rule is measured by, found with perfect knowledge: the script stays as it
/// is, and the scenario is run again with starts that are forced. Where playback waits once more later on, after a
/// pause, after a seek, for another item, it may wait as long as it likes: that is no stall. So no run that never
/// stalls has started before the moment, whatever its rule; and such a run is a witness that the moment is no later
/// than its own start. A run whose item fails, or whose app an exception ends, is no witness, because what is never
/// played cannot stall. Actions of the script that wait for something happen when they happened in the run itself. Only
/// a viewer who left stays here, so that a run which was left is no witness.
///
/// The first run starts as late as can be. Until then chunks come as fast as they can, and `FirstStretch` reads from
/// it a bound before which every start stalls:
///
///     asked to play      something is loaded      bound         found        latest
///       ├── nobody starts ──┼─── every start stalls ──┼── a search ──┼── smooth ──┤
///
/// Where the bound holds it is tried, and else a start at once: if that is smooth, it is the moment. If it stalls, it
/// is put off by the length of its stalls, and what lies between the last start that stalled and the first that did not
/// is narrowed, until they are a nanosecond apart or enough was tried. That takes a later start for no worse than an
/// earlier one, which with a buffer that rests, or a choice of variants that looks at the buffer, need not be so: then
/// it is a search, and `isExact` is false. Where such a buffer starts whatever is waited for, and no start helps up to
/// then, the app asks later. Where variants are chosen by the buffer, some starts are looked at before that between the
/// very first one, which stalls, and the one that does not, the closer together the nearer they are to the first. An
/// earlier smooth start may hide between two of these.
///
/// Where a stall lasts when the run is cut off, a start that is put off far enough is cut off before it comes to that
/// place. Nothing is gained by that: it counts only if it plays on beyond the place, as one between those that stall
/// and those that are cut off may where the buffer rests, or variants are chosen by it. Likewise, a later wait that
/// lasts until time is up keeps playback from the place of a stall that the run itself is left in, if that has lasted
/// longer than what was waited for before; such a start is none either.
package struct Goldilocks: Equatable, Sendable {
    /// From the request to the playhead's first move; nil where every start stalls, or nobody asks to play.
    package let start: TimeAmount?
    /// Whether a start that is a nanosecond earlier stalls, or cannot be.
    package let isExact: Bool
    package let runs: Int
    /// Whether any of them has drawn from its random streams.
    let drawsAtRandom: Bool
    /// Whether playback waits once more after the start, in this run or in the one with that start, for a jump, a pause
    /// or another item: such a wait is no stall, so that the start alone may be right and the run stall all the same.
    package let hasLaterWaits: Bool
    /// Whether it is not looked for because playback is suspended in between: what comes meanwhile nobody has to wait
    /// for, and the bounds that the search begins with do not hold.
    let isDeclined: Bool
    /// Whether actions wait for something, and so came in all runs when they came in the run itself.
    let holdsActions: Bool
    /// Where none is found because those that do not stall are over before they come to where others stall: how they
    /// are over.
    private let cutOff: Trial.Ending?
    /// Whether the run with that start is cut off before its end: what would come later nobody knows.
    let endsEarly: Bool
    /// How long after the request somebody leaves who does not wait for that start; nil where nobody does.
    let leavesAfter: TimeAmount?
    /// Whether the app asks for playback only then, because no wait holds a player back whose buffer is full.
    let isAskedFor: Bool
    /// Whether somebody leaves before anybody asks to play.
    private let leavesFirst: Bool

    var isLookedFor: Bool { runs > 0 }
    var isCutOff: Bool { cutOff != nil }

    package var words: String {
        if !isLookedFor {
            return isDeclined ? "not looked for: interstitial events" : "not looked for: nobody asks to play"
        }
        let count = NumberText.count(runs, "run")
        if start == nil { return "none found in \(count)\(whyNone)" }
        let how = isExact ? "exact, by \(count)" : "found by a search in \(count); an earlier one may exist"
        return how + (isAskedFor ? "; the app asks then, as a full buffer does not wait" : "")
            + (hasLaterWaits ? "; waits after jumps, pauses and items may be longer there" : "")
            + (endsEarly ? "; until_s cuts off what comes later" : "")
            + (holdsActions ? "; actions that wait for something come when they came in this run" : "")
            + (leavesAfter.map(Self.staying) ?? "")
            + (leavesFirst ? "; for a viewer who stays: this one leaves before the app asks the player" : "")
    }

    private var whyNone: String {
        switch cutOff {
        case .playing: "; one that does not stall is cut off by until_s before it comes to the stall"
        case .waiting: "; one that does not stall waits again before it comes to the stall, and until_s comes first"
        case .inStall, .over, nil: ""
        }
    }

    private static func staying(_ patience: TimeAmount) -> String {
        let length = patience.inSeconds
        return "; for a viewer who stays: this one would leave after \(length)"
    }

    /// More runs than this are not worth it; as many again, where it took steps to find any start.
    static let mostRuns = 20

    /// Finds the moment of a player, whose own run is a witness.
    package init(_ run: PlayerRun) throws(SessionError) {
        isDeclined = run.player.interstitials != nil
        holdsActions = run.player.script.contains { $0.trigger != nil && !$0.traits.leaves }
        leavesFirst = run.playback.exit != nil && run.playback.requestedAt == nil
        guard !isDeclined, run.performedScript.contains(where: { $0.asksToPlay }) else {
            (start, isExact, runs, drawsAtRandom) = (nil, true, 0, false)
            (cutOff, endsEarly, hasLaterWaits, leavesAfter) = (nil, false, Self.waitsLater(run), nil)
            isAskedFor = false
            return
        }
        var search = Search(run)
        let found = try search.find(seeing: run.playback.exit == nil ? Trial(run) : nil)
        // Whoever taps waits for the app's call as well.
        (start, isExact, runs) = (found.start.map { $0 + search.calledLate }, found.isExact, search.runs)
        (drawsAtRandom, cutOff) = (search.drawsAtRandom, found.start == nil ? search.cutOff : nil)
        isAskedFor = search.asksLater && start != nil
        let patience = run.patience
        leavesAfter = start.flatMap { start in patience.flatMap { $0 < start ? $0 : nil } }
        let own = search.earliest.flatMap { $0.start == found.start ? $0 : nil }
        hasLaterWaits = Self.waitsLater(run) || own?.waitsLater ?? false
        endsEarly = own?.hasMore ?? false
    }

    static func waitsLater(_ run: PlayerRun) -> Bool {
        Halt.all(of: run).contains { $0.kind == .seek || $0.kind == .request || $0.kind == .item }
    }
}
