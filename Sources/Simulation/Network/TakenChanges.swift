import SimulationContainers
import PlayerModel

/// The events that there are no more, because changes of a network were taken together.
struct TakenChanges: Sendable {
    /// How many events there would have been; those of superseded timers as far as they are counted.
    fileprivate(set) var count: Int64 = 0
    /// When the network was handed an event last: timers before it have passed.
    fileprivate var reached = Instant.zero
    /// The instant of the superseded timer that was posted last.
    fileprivate var posted = Instant.zero
}

/// Changes of what a network offers, taken together: a trace has a point for each millisecond, and all that comes of
/// most is that the end of a chunk is reckoned anew.
///
///     step by step    change ─▶ timer ─▶ change ─▶ timer ─▶ change ─▶ timer ─▶ chunk
///     together        change ─▶ ················ · · · · · ·········· timer ─▶ chunk
///
/// Step by step, each change is an event, and so is each timer that the next change supersedes. Such a timer does
/// nothing when it comes but look at what is offered; that is of consequence only where nobody has looked since, which
/// is where nothing flows. So while something flows they are counted, and else each of them is taken.
///
/// Step by step is the definition. Random runs hold the two against each other: their traces and their numbers of
/// events.
extension Network {
    /// As many changes are told at once: then the loop gets to see how many events that were, and may end the run.
    private static let mostTogether = 16_384

    /// Takes the changes that come before `horizon`, and before a flow may be done, as if each had been an event of its
    /// own. An effect that is more than what is offered ends it, because something else may come first then.
    mutating func takeChanges(before horizon: Instant, _ effects: inout NetworkEffects) {
        guard isBusy, effects.allSatisfy({ $0.isOffer }) else { return }
        while nextChange < min(horizon, fluid.due), effects.count < Self.mostTogether {
            sweep(before: horizon, &effects)
            guard nextChange < min(horizon, fluid.due), effects.count < Self.mostTogether, isOfOffers(effects) else {
                return
            }
            taken.count += 1
            let told = effects.count
            refresh(nextChange, &effects)
            fluid.noteTimers()
            guard effects[told...].allSatisfy({ $0.isOffer }) else { return }
        }
    }

    /// Takes changes of the capacity towards the players, as far as these are all that changes: what `refresh` comes to
    /// with them, and no more.
    private mutating func sweep(before horizon: Instant, _ effects: inout NetworkEffects) {
        let (limit, up) = (min(horizon, nextOfHosts), values.up ?? -1)
        guard let trace = conditions.capacities else { return nextChange = min(nextChange, nextOfHosts) }
        while effects.count < Self.mostTogether, isOfOffers(effects),
            let change = conditions.nextCapacity(of: trace, before: min(limit, fluid.due))
        {
            taken.count += 1
            nextChange = change.nextChange
            guard change.down != values.down else { continue }
            values.down = change.down
            effects.append(.offers(.capacity(down: change.down, up: up), at: change.start))
            fluid.setCapacity(change.down, at: change.start, into: &effects)
        }
        nextChange = min(nextChange, nextOfHosts)
    }

    /// Whether the last effect only says what is offered: what follows from a change comes behind that.
    @inline(__always)
    private func isOfOffers(_ effects: borrowing NetworkEffects) -> Bool { effects.last?.isOffer ?? true }

    /// Forgets the timers whose time has passed while something flowed. Where nothing flows, it takes those that come
    /// before `horizon`, as if each had been an event of its own, and posts the next one.
    mutating func passSuperseded(_ now: Instant, before horizon: Instant, _ effects: inout NetworkEffects) {
        taken.reached = now
        if isBusy, !fluid.superseded.isLong { return }
        taken.count += fluid.superseded.removeAll(before: now, ordering: isBusy ? now : horizon)
        var told = 0
        while !isBusy, let next = fluid.superseded.first {
            if taken.posted > taken.reached, taken.posted <= next { return }
            fluid.superseded.removeFirst()
            taken.posted = next
            guard next < horizon, effects[told...].allSatisfy({ $0.isOffer }) else {
                return effects.append(.arm(.conditionsChange, at: next))
            }
            taken.count += 1
            taken.reached = next
            told = effects.count
            if next >= nextChange { refresh(next, &effects) }
        }
    }

    /// Counts the timers whose time had passed when the network was handed an event last.
    mutating func countPassed() { taken.count += fluid.superseded.removeAll(before: taken.reached) }

    /// As many events as may have been taken together with others.
    @inline(__always)
    var takenAtMost: Int64 { taken.count + Int64(fluid.superseded.count) }

    /// How many events were taken together with others, up to and including an instant, and how many are left.
    func takenEvents(upTo end: Instant) -> (passed: Int64, left: Int) {
        var superseded = fluid.superseded
        let passed = superseded.removeAll(before: end == .never ? end : end + TimeAmount(nanoseconds: 1))
        return (taken.count + passed, superseded.count)
    }

    /// The run ends with that instant: nothing comes of what is left.
    mutating func forgetSuperseded(after end: Instant) {
        taken.count = takenEvents(upTo: end).passed
        fluid.superseded = SupersededTimers()
    }
}
