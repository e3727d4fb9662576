import SimulationContainers
import PlayerModel

/// The actions of all scripts that wait for something: when each is looked at, and whether it is due then.
///
///     what an app hears ──note──▶ changes ──arm──▶ `look`, in the script's lane ──look──▶ is it due? next look
///                                                        ▲                                             │
///                                                        └──────────── an instant of its own ◀─────────┘
///
/// A condition is looked at only after a change that it depends on, and at the instant at which time alone makes it
/// true: nothing polls but what a script says polls. A look is an event in the script's lane, so that it sees whatever
/// has happened at its instant in the lanes before. A run whose script waits for nothing has none of this.
///
/// An action that is done calls those who wait for it by name, and nobody else. Those of a viewer that wait until so
/// much was played stand in a line, the shortest length first, and only the first of them is looked at: there may be
/// thousands. Any other change of the clock, a status or a flag calls all that depend on it: n actions of a script that
/// wait for one, and each change it, cost n² looks.
struct WaitingActions: Sendable {
    private struct Watch: Sendable {
        let action: Int32
        let player: Int16
        let trigger: Trigger
        let concerns: ObservedChange
        /// The time played from which on it is due, and stays so; nil where it stands in no line.
        let length: Int64?
        /// How often it may still be performed; nil is without limit.
        var left: Int64?
        /// Whether its first look, from which on it waits, is over.
        var hasBegun = false
        /// The last look: when, whether the condition was true, and whether it is beyond that instant.
        var lookedAt = Instant.never
        var held = false
        var lasted = false
        /// When it was due last.
        var wasDueAt = Instant.never
        /// The next look that matters; and the next one that is in the queue.
        var due: Instant
        var armed: Instant
        /// Whether looking again changes nothing before something has changed.
        var isSettled = false

        var isOver: Bool { left == 0 }

        /// Whether it is looked at again and again, whatever changes.
        var polls: Bool { trigger.every != nil }

        /// Takes an answer, and says whether the action is due: each time that an app that polls finds it true, and
        /// otherwise when it has become true, once an instant.
        mutating func learn(_ answer: ConditionAnswer, at now: Instant) -> Bool {
            let held = lookedAt == now ? self.held : lasted
            (lookedAt, self.held, lasted) = (now, answer.holds, answer.lasts)
            guard answer.holds, polls || !held, wasDueAt != now else { return false }
            wasDueAt = now
            return true
        }

        /// Sets the next look, after one at `now`.
        mutating func plan(_ answer: ConditionAnswer, after now: Instant) {
            if isOver {
                due = .never
            } else if let every = trigger.every {
                due = now + every
                isSettled = !answer.holds && answer.changesAt == .never
            } else {
                due = answer.changesAt
            }
        }
    }

    /// A watch in its player's line: the shortest length first, and of equals in the order of the actions.
    private struct Turn: Comparable, BitwiseCopyable, Sendable {
        let length: Int64
        let watch: Int

        static func < (left: Turn, right: Turn) -> Bool {
            left.length < right.length || (left.length == right.length && left.watch < right.watch)
        }
    }

    /// A look to put into the queue.
    typealias Look = (action: Int32, at: Instant)

    private var watches: ContiguousArray<Watch> = []
    /// By action of all scripts, its watch; -1 where it waits for nothing. Empty where none does.
    private var watchOfAction: ContiguousArray<Int32> = []
    /// By player, its viewer's line: none comes before the first. And all others.
    private var lines: ContiguousArray<Heap<Turn>> = []
    private var others: ContiguousArray<ContiguousArray<Int>> = []
    /// By player; of the changes, those that anything depends on, and those that there were.
    private var facts: ContiguousArray<ObservedFacts> = []
    private var wanted: ContiguousArray<ObservedChange> = []
    private var changes: ContiguousArray<ObservedChange> = []
    /// By player and action of its script, the watches that wait for that to be done; and those of them for which
    /// something was done since looks were asked for.
    private var followers: ContiguousArray<ContiguousArray<ContiguousArray<Int>>> = []
    private var called: ContiguousArray<Int> = []
    /// Whether anything has changed since looks were asked for that an action depends on.
    private(set) var hasChanged = false
    /// How many of them poll and are not over.
    private(set) var pollCount = 0

    var isUsed: Bool { !watches.isEmpty }

    /// Adds an action; `count` is how many there are in all, and `scripts` how many each player has.
    mutating func add(_ action: Int32, of player: Int16, _ cue: Action, of count: Int, in scripts: [Int]) {
        guard let trigger = cue.trigger else { return }
        if watches.isEmpty {
            watchOfAction = ContiguousArray(repeating: -1, count: count)
            facts = ContiguousArray(scripts.map { ObservedFacts(actions: $0) })
            changes = ContiguousArray(repeating: [], count: scripts.count)
            wanted = changes
            lines = ContiguousArray(repeating: Heap(), count: scripts.count)
            others = ContiguousArray(repeating: [], count: scripts.count)
            followers = ContiguousArray(scripts.map { ContiguousArray(repeating: [], count: $0) })
        }
        for place in trigger.condition.performed { followers[Int(player)][place].append(watches.count) }
        wanted[Int(player)].formUnion(trigger.condition.concerns)
        watchOfAction[Int(action)] = Int32(watches.count)
        if trigger.every != nil { pollCount += 1 }
        let length = cue.isOfViewer ? trigger.condition.lengthPlayed : nil
        if length == nil { others[Int(player)].append(watches.count) }
        watches.append(
            Watch(
                action: action, player: player, trigger: trigger, concerns: trigger.condition.concerns,
                length: length, left: trigger.most, due: cue.at, armed: cue.at))
    }

    // MARK: What changes

    mutating func note(_ announcement: Announcement, of player: Int16, at now: Instant) {
        note(facts[Int(player)].hear(announcement, at: now), of: player)
    }

    mutating func noteItem(of player: Int16, hasItem: Bool, at now: Instant) {
        note(facts[Int(player)].changeItem(hasItem: hasItem, at: now), of: player)
    }

    /// The stream itself makes the playhead jump, or has done so.
    mutating func note(isSkipping: Bool, of player: Int16) { facts[Int(player)].isSkipping = isSkipping }

    mutating func notePerformed(_ place: Int32, of player: Int16) {
        facts[Int(player)].perform(place)
        if followers[Int(player)][Int(place)].isEmpty { return }
        called.append(contentsOf: followers[Int(player)][Int(place)])
        hasChanged = true
    }

    /// Something is done to the player, which may show pictures, by its script or by an app.
    mutating func note(_ call: Action, of player: Int16, showingPictures: Bool, at now: Instant) {
        facts[Int(player)].take(call, showingPictures: showingPictures, at: now)
        note(.request, of: player)
    }

    /// Nothing of a player's script happens any more.
    mutating func callOff(_ player: Int16) {
        lines[Int(player)] = Heap()
        for index in watches.indices where watches[index].player == player && !watches[index].isOver {
            if watches[index].polls { pollCount -= 1 }
            (watches[index].left, watches[index].due) = (0, .never)
        }
    }

    mutating func note(_ change: ObservedChange, of player: Int16) {
        if change.isDisjoint(with: wanted[Int(player)]) { return }
        changes[Int(player)].formUnion(change)
        hasChanged = true
    }

    /// The looks that the changes call for, now: in the order of the actions, and one at each.
    mutating func takeLooks(at now: Instant) -> [Look] {
        hasChanged = false
        callConcerned()
        var looks: [Look] = []
        for place in called.indices where place == 0 || called[place] != called[place - 1] {
            let index = called[place]
            guard watches[index].hasBegun, !watches[index].isOver else { continue }
            if watches[index].polls {
                watches[index].isSettled = false
            } else {
                watches[index].due = now
                if let look = arm(index) { looks.append(look) }
            }
        }
        called.removeAll(keepingCapacity: true)
        return looks
    }

    /// Calls those whom other changes concern than an action done: of a line the first. O(n) in a player's others,
    /// where there were any.
    private mutating func callConcerned() {
        for player in changes.indices where !changes[player].isEmpty {
            for index in others[player] where !changes[player].isDisjoint(with: watches[index].concerns) {
                called.append(index)
            }
            if changes[player].contains(.progress), let first = lines[player].first { called.append(first.watch) }
            changes[player] = []
        }
        called.sort()
    }

    /// Asks for the look that is due, unless an earlier one is in the queue, which asks again.
    private mutating func arm(_ index: Int) -> Look? {
        guard watches[index].due < watches[index].armed else { return nil }
        watches[index].armed = watches[index].due
        return (watches[index].action, watches[index].due)
    }

    // MARK: Looking

    func player(of action: Int32) -> Int16 { watches[Int(watchOfAction[Int(action)])].player }

    /// A look: whether it was the first one, whether the action is due, and the next look.
    struct Outcome: Sendable {
        var isFirst = false
        /// The time from now on after which the action is due; nil where it is not.
        var dueAfter: TimeAmount?
        var next: Look?
    }

    mutating func look(at action: Int32, _ own: SessionPlayer, at now: Instant) -> Outcome {
        let index = Int(watchOfAction[Int(action)])
        var (outcome, next) = (Outcome(), index)
        if now >= watches[index].armed { watches[index].armed = .never }
        outcome.isFirst = !watches[index].hasBegun
        watches[index].hasBegun = true
        if !watches[index].isOver, watches[index].due == now {
            let answer = watches[index].trigger.condition.answer(
                of: own, facts[Int(watches[index].player)], at: now)
            if watches[index].learn(answer, at: now) {
                outcome.dueAfter = watches[index].trigger.after
                watches[index].left = watches[index].left.map { $0 - 1 }
                if watches[index].isOver, watches[index].polls { pollCount -= 1 }
            }
            watches[index].plan(answer, after: now)
            if let length = watches[index].length {
                let turn = Turn(length: length, watch: index)
                next = outcome.isFirst ? lineUp(turn, answer) : moveUp(turn, answer, own, at: now)
            }
        }
        outcome.next = arm(next)
        return outcome
    }

    /// Puts a watch into its player's line at its first look, unless it is due at once. Where it is not the first, it
    /// is looked at when its turn comes. O(log n).
    private mutating func lineUp(_ turn: Turn, _ answer: ConditionAnswer) -> Int {
        if answer.holds { return turn.watch }
        let player = Int(watches[turn.watch].player)
        let last = lines[player].first
        lines[player].insert(turn)
        if let last { watches[max(last, turn).watch].due = .never }
        return turn.watch
    }

    /// The first of a line was looked at: the next one's turn comes where it was due. O(log n).
    private mutating func moveUp(
        _ turn: Turn, _ answer: ConditionAnswer, _ own: SessionPlayer, at now: Instant
    ) -> Int {
        let player = Int(watches[turn.watch].player)
        guard answer.holds, lines[player].removeFirst() != nil, let next = lines[player].first?.watch else {
            return turn.watch
        }
        let answer = watches[next].trigger.condition.answer(of: own, facts[player], at: now)
        watches[next].due = answer.holds ? now : answer.changesAt
        return next
    }

    /// Whether nothing becomes due unless something changes; actions that wait for their first look are left out.
    var isAtRest: Bool {
        watches.allSatisfy {
            $0.isOver || !$0.hasBegun || ($0.polls ? $0.isSettled : $0.due == .never)
        }
    }

    /// Whether the look at an action at that instant changes nothing.
    func isStale(_ action: Int32, at instant: Instant) -> Bool {
        let watch = watches[Int(watchOfAction[Int(action)])]
        return watch.isOver || watch.due != instant
    }
}
