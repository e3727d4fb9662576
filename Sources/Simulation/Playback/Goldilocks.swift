import PlayerModel

/// The Goldilocks moment: the earliest start after the first request to play from which playback never stalls.
///
/// It is not a rule but the bound that every rule is measured by, found with perfect knowledge: the scenario is run
/// again with starts that are forced. The first run starts as late as can be, and shows when each chunk comes; who
/// starts before the latest of (arrival of a chunk − its place) lacks one. Where that start is smooth, it is the
/// moment. Where fetching depends on the start, because a full buffer rests, it may stall all the same: then it is
/// put off by the length of its stalls, and what lies between the last start that stalled and the first that did not
/// is halved. That takes a later start for no worse than an earlier one, which with a resting buffer need not be so:
/// then it is a search, and `isExact` is false. So it is where the choice of variants looks at the buffer: then the
/// search begins with a start at once.
package struct Goldilocks: Equatable, Sendable {
    /// From the request to the playhead's first move; nil where every start stalls, or nobody asks to play.
    package let start: TimeAmount?
    /// Whether a start that is a nanosecond earlier stalls, or cannot be.
    package let isExact: Bool
    /// How many runs it took.
    package let runs: Int

    /// How it was found, in words.
    package var words: String {
        if runs == 0 { return "not looked for: nobody asks to play" }
        let count = "\(runs) \(runs == 1 ? "run" : "runs")"
        if start == nil { return "none found in \(count)" }
        return isExact ? "exact, by \(count)" : "the earliest found by a search in \(count)"
    }

    /// More runs than this are not worth it.
    private static let mostRuns = 20

    /// Finds the moment of a player.
    package init(_ scenario: Scenario, _ player: Int) throws(SessionError) {
        var search = Search(scenario, player)
        guard scenario.players[player].script.contains(where: { $0.call.asksToPlay }) else {
            (start, isExact, runs) = (nil, true, 0)
            return
        }
        let found = try search.find()
        // Whoever taps waits for the app's call as well.
        (start, isExact, runs) = (found.start.map { $0 + search.calledLate }, found.isExact, search.runs)
    }

    /// What came of a forced start.
    private struct Trial {
        /// From the request to the start; nil where there was none.
        let start: TimeAmount?
        let stalls: Int64
        let stalled: TimeAmount

        var isSmooth: Bool { start != nil && stalls == 0 }
    }

    private struct Search {
        let scenario: Scenario
        let index: Int
        var runs = 0
        /// From the person's tap to the app's call.
        private(set) var calledLate = TimeAmount.zero

        init(_ scenario: Scenario, _ index: Int) {
            var forced = scenario
            forced.players[index].forceWaiting()
            self.scenario = forced
            self.index = index
        }

        private var player: ScenarioPlayer { scenario.players[index] }

        private var choosesByBuffer: Bool {
            player.media.kind == .hls && player.hasSeveralVariants
                && (player.variantSwitch.looksAtBuffer
                    || player.variantSwitch != .fixed && player.abandonment.looksAtBuffer)
        }

        mutating func find() throws(SessionError) -> (start: TimeAmount?, isExact: Bool) {
            guard let least = try leastWait() else { return (nil, true) }
            var guess = least
            // The latest wait that is known to stall, and the earliest that is known not to.
            var early: TimeAmount?
            var late: (wait: TimeAmount, start: TimeAmount)?
            if choosesByBuffer {
                let trial = try run(waiting: .zero)
                if trial.isSmooth { return (trial.start, true) }
                early = .zero
                guess = max(least, TimeAmount(nanoseconds: 1))
            }
            while runs < Goldilocks.mostRuns {
                let trial = try run(waiting: guess)
                guard let start = trial.start else { return (late?.start, false) }
                if trial.isSmooth {
                    late = (guess, start)
                    if early == nil { return (start, true) }
                } else {
                    // A full buffer starts whatever is waited for: there is no later start.
                    if start < guess, late == nil { return try sample(from: least, to: start) }
                    early = max(early ?? .zero, guess)
                }
                guard let early else { continue }
                guard let late else {
                    guess = guess + max(trial.stalled, TimeAmount(nanoseconds: 1))
                    continue
                }
                let gap = late.wait - early
                if gap <= TimeAmount(nanoseconds: 1) { return (late.start, !choosesByBuffer) }
                guess = early + TimeAmount(nanoseconds: gap.nanoseconds / 2)
            }
            return (late?.start, false)
        }

        /// Both ends stall, because a buffer that rests at the wrong moment stalls later on: what lies between is tried
        /// in equal steps.
        private mutating func sample(
            from early: TimeAmount, to late: TimeAmount
        ) throws(SessionError) -> (start: TimeAmount?, isExact: Bool) {
            let steps = Int64(Goldilocks.mostRuns - runs + 1)
            for step in 1..<max(1, steps) {
                let part = proportion((late - early).nanoseconds, step, over: steps, .down)
                let trial = try run(waiting: early + TimeAmount(nanoseconds: part))
                if trial.isSmooth { return (trial.start, false) }
            }
            return (nil, false)
        }

        /// What a run that starts as late as can be shows: as long as nothing is played, chunks come as fast as they
        /// can, and no start can be earlier than the latest of (arrival − place). Nil where nothing ever comes.
        private mutating func leastWait() throws(SessionError) -> TimeAmount? {
            let playback = try outcome(waiting: scenario.until - .zero).playback
            guard let asked = playback.calledAt, !playback.loads.isEmpty else { return nil }
            calledLate = asked - (playback.requestedAt ?? asked)
            var wait = TimeAmount.zero
            if player.script.contains(where: { $0.call.jumps }) { return wait }
            let (rate, media) = (player.requestedRate, playback.media)
            // Who starts lacks nothing of the items behind the current one, which are loaded ahead of time.
            for load in playback.loads where load.isOfCurrent && load.at <= playback.startedAt ?? .never {
                let place = media.tracks(of: load.item)[Int(load.track)].start(of: Int64(load.chunk)).nanoseconds
                let played = proportion(place, 1000, over: Int64(rate.thousandths), .down)
                wait = max(wait, load.at - asked - TimeAmount(nanoseconds: played))
            }
            return wait
        }

        private mutating func run(waiting wait: TimeAmount) throws(SessionError) -> Trial {
            let run = try outcome(waiting: wait)
            var start: TimeAmount?
            if let asked = run.playback.calledAt, let started = run.playback.startedAt { start = started - asked }
            return Trial(start: start, stalls: Int64(run.playback.stalls.count), stalled: run.stalled.total)
        }

        private mutating func outcome(waiting wait: TimeAmount) throws(SessionError) -> PlayerRun {
            runs += 1
            var forced = scenario
            forced.players[index].player.keepUp = .fixedWait(wait: wait)
            return try Run(forced).player(index)
        }
    }
}

extension ScenarioPlayer {
    /// Whoever insists on playing at once is made to ask, and to wait.
    fileprivate mutating func forceWaiting() {
        player.linkedOn = .iOS10
        player.automaticallyWaits = true
        for index in script.indices {
            switch script[index].call {
            case .player(.playImmediately(let rate)), .player(.setRateAtHostTime(let rate, _, _)):
                script[index].call = .player(.setRate(rate))
            case .player(.setAutomaticallyWaits): script[index].call = .player(.setAutomaticallyWaits(true))
            default: break
            }
        }
    }

    /// The rate that is asked for first.
    fileprivate var requestedRate: Rate {
        var rate = player.defaultRate
        for action in script {
            switch action.call {
            case .player(.setDefaultRate(let value)): rate = value
            case .player(.setRate(let value)) where value.isMoving: return value
            case .player(.playImmediately(let value)), .player(.setRateAtHostTime(let value, _, _)): return value
            case .player(.play): return rate
            default: break
            }
        }
        return rate
    }
}

extension Action.Call {
    /// Whether it decides what has to be there, so that who starts before it needs something else than who starts
    /// behind it.
    fileprivate var jumps: Bool {
        switch self {
        case .player(.seek), .player(.advanceToNextItem), .player(.remove), .player(.removeAllItems), .selectAudio:
            true
        default: false
        }
    }
}
