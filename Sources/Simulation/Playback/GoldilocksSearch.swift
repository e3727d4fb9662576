import PlayerModel

extension Goldilocks {
    /// The search for the moment: runs with starts that are forced.
    struct Search {
        typealias Found = (start: TimeAmount?, isExact: Bool)
        /// A wait behind which playback stalls, and for how long in all; and one behind which it does not, and the
        /// start.
        private typealias Stalling = (wait: TimeAmount, stalled: TimeAmount)
        private typealias Smooth = (wait: TimeAmount, start: TimeAmount)

        private static let nanosecond = TimeAmount(nanoseconds: 1)

        /// With all who insist on a start made to wait.
        private let scenario: Scenario
        private let index: Int
        private(set) var runs = 0
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
        /// Whether the app asks for playback as late as it is to start.
        private(set) var asksLater = false

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
                    // A full buffer starts whatever is waited for: later starts only who asks later.
                    if start < guess, late == nil {
                        let sooner = try sample(from: least, to: start)
                        return sooner.start == nil && waitsOnce ? try ask(after: (start, trial.stalled)) : sooner
                    }
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

        /// The app asks later than at a start that stalls.
        private mutating func ask(after stalling: Stalling) throws(SessionError) -> Found {
            asksLater = true
            limit = runs + Goldilocks.mostRuns
            var early = stalling
            while runs < limit {
                let wait = early.wait + max(early.stalled, Self.nanosecond)
                let trial = try run(waiting: wait)
                guard let start = trial.start else { break }
                if trial.isSmooth { return (try narrow((early, (wait, start))).start, false) }
                early = (wait, trial.stalled)
            }
            return (nil, false)
        }

        /// Out of line, because several places call it, and beside a run a call is nothing.
        @inline(never)
        private mutating func run(waiting wait: TimeAmount) throws(SessionError) -> Trial {
            if asksLater { return judged(Trial(try outcome(askingAfter: wait), askedAt: asked)) }
            return judged(Trial(try waitsOnce ? outcome(waiting: wait) : outcome(startingAfter: wait)))
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

        /// A run in which nobody asks for playback before so much has passed: who would have done so asks then.
        private mutating func outcome(askingAfter wait: TimeAmount) throws(SessionError) -> PlayerRun {
            runs += 1
            let first = asked + wait
            var forced = scenario
            forced.players[index].player.keepUp = .fixedWait(wait: .zero)
            forced.players[index].script = forced.players[index].script.map {
                $0.isRequest && $0.at < first ? $0.happening(at: first) : $0
            }
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
