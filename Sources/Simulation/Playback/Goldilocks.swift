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
/// is put off by the length of its stalls, and what lies between the last start that stalled and the first that did
/// not is narrowed, until they are a nanosecond apart or enough was tried. That takes a later start for no worse than
/// an earlier one, which with a buffer that rests, or a choice of variants that looks at the buffer, need not be so:
/// then it is a search, and `isExact` is false. Where variants are chosen by the buffer, some starts are looked at
/// before that between the very first one, which stalls, and the one that does not, the closer together the nearer they
/// are to the first. An earlier smooth start may hide between two of these.
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
        return how + (hasLaterWaits ? "; waits after jumps, pauses and items may be longer there" : "")
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
    private static let mostRuns = 20

    /// Finds the moment of a player, whose own run is a witness.
    package init(_ run: PlayerRun) throws(SessionError) {
        isDeclined = run.player.interstitials != nil
        holdsActions = run.player.script.contains { $0.trigger != nil && !$0.traits.leaves }
        leavesFirst = run.playback.exit != nil && run.playback.requestedAt == nil
        guard !isDeclined, run.performedScript.contains(where: { $0.asksToPlay }) else {
            (start, isExact, runs, drawsAtRandom) = (nil, true, 0, false)
            (cutOff, endsEarly, hasLaterWaits, leavesAfter) = (nil, false, Self.waitsLater(run), nil)
            return
        }
        var search = Search(run)
        let found = try search.find(seeing: run.playback.exit == nil ? Trial(run) : nil)
        // Whoever taps waits for the app's call as well.
        (start, isExact, runs) = (found.start.map { $0 + search.calledLate }, found.isExact, search.runs)
        (drawsAtRandom, cutOff) = (search.drawsAtRandom, found.start == nil ? search.cutOff : nil)
        let patience = run.patience
        leavesAfter = start.flatMap { start in patience.flatMap { $0 < start ? $0 : nil } }
        let own = search.earliest.flatMap { $0.start == found.start ? $0 : nil }
        hasLaterWaits = Self.waitsLater(run) || own?.waitsLater ?? false
        endsEarly = own?.hasMore ?? false
    }

    static func waitsLater(_ run: PlayerRun) -> Bool {
        Halt.all(of: run).contains { $0.kind == .seek || $0.kind == .request || $0.kind == .item }
    }

    private struct Search {
        typealias Found = (start: TimeAmount?, isExact: Bool)
        /// A wait behind which playback stalls, and for how long in all; and one behind which it does not, and the
        /// start.
        private typealias Stalling = (wait: TimeAmount, stalled: TimeAmount)
        private typealias Smooth = (wait: TimeAmount, start: TimeAmount)

        private static let nanosecond = TimeAmount(nanoseconds: 1)

        /// With all who insist on a start made to wait.
        let scenario: Scenario
        let index: Int
        var runs = 0
        /// After so many nothing is narrowed any more.
        private var limit = Goldilocks.mostRuns
        private(set) var drawsAtRandom = false
        /// Whether the buffer was full in any of them.
        private var rests = false
        private(set) var calledLate = TimeAmount.zero
        /// Where the run itself is left in a stall; and the farthest at which a start that was tried stalls until time
        /// is up.
        private let ownStall: Reach?
        private var lastsAt: Reach?
        /// How another was over before it came there; nil where none was.
        private(set) var cutOff: Trial.Ending?
        /// The one without a stall that starts the earliest.
        private(set) var earliest: Trial?
        private var asked = Instant.zero
        /// Whether playback waits but once: then a rule that waits for so long forces the start. Else a call does, on
        /// a player that waits as long as can be.
        private var waitsOnce = true

        init(_ run: PlayerRun) {
            var forced = run.scenario
            forced.players[run.index].script = run.performedScript
            forced.players[run.index].forceWaiting()
            (scenario, index, ownStall) = (forced, run.index, Reach(lastStallOf: run))
        }

        private var choosesByBuffer: Bool {
            let player = scenario.players[index]
            return player.media.kind == .hls && player.hasSeveralVariants
                && (player.variantSwitch.looksAtBuffer
                    || player.variantSwitch != .fixed && player.abandonment.looksAtBuffer)
        }

        /// The earliest start that is found, and never a later one than that of a run which is known not to stall.
        mutating func find(seeing own: Trial?) throws(SessionError) -> Found {
            let latest = try outcome(waiting: scenario.until - .zero)
            let last = Trial(latest)
            if last.fails, own?.fails ?? true { return (nil, false) }
            if let own { note(own) }
            // Until others have been tried, nobody knows whether the last is cut off before the place of a stall.
            let starts = [own, last].compactMap { $0 }.compactMap { $0.isSmooth ? $0.start : nil }
            guard let stretch = FirstStretch(latest) else { return (starts.min(), starts.isEmpty) }
            (asked, calledLate, waitsOnce) = (stretch.asked, stretch.calledLate, stretch.waitsOnce)
            let bound = stretch.bound ?? .zero
            let least = waitsOnce ? bound : max(choosesByBuffer ? .zero : bound, stretch.earliest)
            let found = try search(from: least, before: waitsOnce || last.isCut ? nil : starts.min())
            let known = [own, judged(last)].compactMap { $0 }
            guard let witness = known.compactMap({ $0.isSmooth ? $0.start : nil }).min() else { return found }
            if let start = found.start, start <= witness { return found }
            return (witness, false)
        }

        /// From a wait on before which there is no smooth start, and before one that is known to be smooth.
        private mutating func search(
            from least: TimeAmount, before known: TimeAmount?
        ) throws(SessionError) -> Found {
            var guess = least
            // The latest wait that is known to stall, and the earliest that is known not to.
            var early: Stalling?
            var late: Smooth? = known.map { (wait: $0, start: $0) }
            var first = least
            if waitsOnce, choosesByBuffer {
                let trial = try run(waiting: .zero)
                if trial.isSmooth { return (trial.start, true) }
                // Nothing starts sooner, whatever is waited for.
                first = trial.start ?? .zero
                (early, guess) = ((first, trial.stalled), max(least, first + Self.nanosecond))
            }
            while runs < Goldilocks.mostRuns {
                let trial = try run(waiting: guess)
                guard let start = trial.start else { return (late?.start, false) }
                if trial.isSmooth, waitsOnce || start >= guess {
                    late = (guess, start)
                    if early == nil { return (start, true) }
                } else {
                    if trial.isHidden, late == nil { return try behind(first, before: min(guess, start)) }
                    // A full buffer starts whatever is waited for: there is no later start.
                    if start < guess, late == nil { return try sample(from: least, to: start) }
                    early = (guess, trial.stalled)
                }
                if let early, let late {
                    let ends = choosesByBuffer ? try earlier(from: first, than: late) : (early, late)
                    let (start, isClosed) = try narrow(ends)
                    return (start, isClosed && waitsOnce && !choosesByBuffer)
                }
                guess = guess + max(trial.stalled, Self.nanosecond)
            }
            return (late?.start, false)
        }

        /// The earliest smooth start between a wait that stalls and one that does not, as far as runs last; and whether
        /// nothing lies between the two any more.
        ///
        /// Most often a start that is put off by its stalls is smooth, and one a nanosecond before that is not. Where
        /// it is otherwise, what lies between them is halved.
        private mutating func narrow(
            _ ends: (early: Stalling, late: Smooth)
        ) throws(SessionError) -> (start: TimeAmount, isClosed: Bool) {
            var (early, late) = ends
            var hasHelped = true
            while late.wait - early.wait > Self.nanosecond {
                if runs >= limit { return (late.start, false) }
                let putOff = early.wait + early.stalled
                let isPutOff = hasHelped && putOff > early.wait && putOff <= late.wait
                let half = TimeAmount(nanoseconds: (late.wait - early.wait).nanoseconds / 2)
                let guess = isPutOff ? min(putOff, late.wait - Self.nanosecond) : early.wait + half
                let trial = try run(waiting: guess)
                guard let start = trial.start else { return (late.start, false) }
                if trial.isSmooth, waitsOnce || start >= guess {
                    (late, hasHelped) = ((guess, start), true)
                } else {
                    (early, hasHelped) = ((guess, trial.stalled), !isPutOff)
                }
            }
            return (late.start, true)
        }

        /// Of some starts between one that stalls and a smooth one the first that is smooth as well, with the last one
        /// before it.
        private mutating func earlier(
            from first: TimeAmount, than late: Smooth
        ) throws(SessionError) -> (early: Stalling, late: Smooth) {
            var early: Stalling = (first, .zero)
            for part in Self.parts where runs < Goldilocks.mostRuns {
                let gap = (late.wait - first).nanoseconds
                let wait = first + TimeAmount(nanoseconds: proportion(gap, part, over: 64, .down))
                guard wait > early.wait else { continue }
                let trial = try run(waiting: wait)
                if trial.isSmooth, let start = trial.start, waitsOnce || start >= wait {
                    return (early, (wait, start))
                }
                early = (wait, trial.stalled)
            }
            return (early, late)
        }

        /// The places between a start that stalls and a smooth one at which others are tried, in 64ths.
        private static let parts: [Int64] = [1, 2, 4, 8, 16, 24, 32, 48]

        /// Earlier ones stall until time is up, and the later is over before: no start helps, unless a buffer that
        /// rests, or a choice of variants that looks at it, makes one in between go on beyond the stall.
        private mutating func behind(_ early: TimeAmount, before late: TimeAmount) throws(SessionError) -> Found {
            (choosesByBuffer || rests) && early < late ? try sample(from: early, to: late) : (nil, false)
        }

        /// Both ends stall, because a buffer that rests at the wrong moment stalls later on: what lies between is tried
        /// in equal steps. First every other one; then those between, the first of them behind what stalled the least.
        /// From one that is smooth it goes back towards the one before it.
        private mutating func sample(from early: TimeAmount, to late: TimeAmount) throws(SessionError) -> Found {
            let count = Int64(max(1, Goldilocks.mostRuns - runs + 1))
            var steps = (0..<count).map { step -> Stalling in
                let part = proportion((late - early).nanoseconds, step, over: count, .down)
                return (early + TimeAmount(nanoseconds: part), .zero)
            }
            for distance in [2, 1] {
                // Before the first pass nothing is known, so that it goes in their order.
                let order = stride(from: distance, to: steps.count, by: 2).sorted {
                    (steps[$0 - distance].stalled, $0) < (steps[$1 - distance].stalled, $1)
                }
                for step in order {
                    let trial = try run(waiting: steps[step].wait)
                    if trial.isSmooth, let start = trial.start {
                        limit += Goldilocks.mostRuns
                        return (try narrow((steps[step - distance], (steps[step].wait, start))).start, false)
                    }
                    steps[step].stalled = trial.stalled
                }
            }
            return (nil, false)
        }

        /// Out of line, because several places call it, and beside a run a call is nothing.
        @inline(never)
        private mutating func run(waiting wait: TimeAmount) throws(SessionError) -> Trial {
            judged(Trial(try waitsOnce ? outcome(waiting: wait) : outcome(startingAfter: wait)))
        }

        /// A start that is over where another stalls until time is up, or before that, is none that helps.
        private mutating func judged(_ trial: Trial) -> Trial {
            var trial = trial
            if trial.ending == .inStall { lastsAt = max(lastsAt ?? trial.reach, trial.reach) }
            if trial.isSmooth, let place = stallBehind(trial), trial.reach <= place {
                trial.hide()
                (lastsAt, cutOff) = (place, cutOff ?? trial.ending)
            }
            note(trial)
            return trial
        }

        /// The place that a start which is over in the middle has to go beyond. One that waits to the end comes no
        /// nearer to the stall that the run itself went on to, and was left in.
        private func stallBehind(_ trial: Trial) -> Reach? {
            switch trial.ending {
            case .playing: lastsAt
            case .waiting: [lastsAt, ownStall].compactMap { $0 }.max()
            case .inStall, .over: nil
            }
        }

        private mutating func note(_ trial: Trial) {
            if trial.isSmooth, let start = trial.start, start <= earliest?.start ?? start { earliest = trial }
        }

        private mutating func outcome(waiting wait: TimeAmount) throws(SessionError) -> PlayerRun {
            runs += 1
            var forced = scenario
            forced.players[index].player.keepUp = .fixedWait(wait: wait)
            return finished(try Run(forced))
        }

        private mutating func finished(_ run: Run) -> PlayerRun {
            let own = run.player(index)
            drawsAtRandom = drawsAtRandom || run.outcome.drawsAtRandom
            rests = rests || own.isEverFull
            return own
        }

        /// A run in which the app insists on playback after a wait, or as soon after it as a waiting player has
        /// anything to play, and never again: every other start is as late as can be.
        private mutating func outcome(startingAfter wait: TimeAmount) throws(SessionError) -> PlayerRun {
            runs += 1
            var forced = scenario
            forced.players[index].player.keepUp = .fixedWait(wait: scenario.until - .zero)
            var session = Session(forced, tracing: .facts)
            let first = min(asked + wait, scenario.until)
            var outcome: Outcome?
            session.horizon = first
            while outcome == nil, session.nextInstant(beforeActingAt: first) != nil { outcome = try session.step() }
            if outcome == nil { session.pass(to: first) }
            session.horizon = scenario.until
            var insists = true
            while true {
                if let outcome {
                    return finished(
                        Run(scenario: forced, outcome: outcome, trace: session.trace, glances: session.glances))
                }
                let player = session.players[index].player
                if insists, case .waiting(let rate, _) = player.state, !player.isBufferEmpty {
                    session.perform(.playImmediately(rate), of: Int16(index))
                    session.postTheRest()
                    insists = false
                }
                outcome = try session.step()
            }
        }
    }
}

extension ScenarioPlayer {
    /// Whoever insists on playing at once is made to ask, and to wait.
    fileprivate mutating func forceWaiting() {
        player.linkedOn = .iOS10
        player.automaticallyWaits = true
        script = script.flatMap { $0.patient }
    }
}
