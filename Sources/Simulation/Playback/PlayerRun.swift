import PlayerModel

/// A player's part of a run: what it was set to, what playback did, and how the run ended.
///
/// A class, because it never changes, and would be copied with each of the many who tell of it.
package final class PlayerRun: Sendable {
    package let scenario: Scenario
    package let index: Int
    package let player: ScenarioPlayer
    /// The resources that it may fetch, by slot.
    package let slots: [Resource]
    /// The first of them, as all slots of the run are counted.
    let firstSlot: Int32
    /// The entries of the run's history that are its own or everybody's; orders of `playback` are places among them.
    package let entries: ContiguousArray<Trace.Entry>
    /// Those of the trace, of which the digest is.
    private let traced: ContiguousArray<Trace.Entry>
    package let playback: Playback
    package let outcome: Outcome
    package let waitsUntil: Instant
    /// The run that it is a part of.
    private let whole: Run
    /// The earliest start that never stalls; nil where nobody looked for it.
    package let goldilocks: Goldilocks?
    /// Its loading whenever it stalled or began to wait.
    let glances: [Glance]
    /// Of all players and other apps, the packets that were lost at random, and the answers that began to come.
    let lostPackets: LostPackets
    let begunAnswers: BegunAnswers
    /// When an action of any player's script gave the device a new address: then none of a host is known any more.
    let addressChanges: [Instant]

    init(_ run: Run, _ index: Int, goldilocks: Goldilocks?) {
        (scenario, self.index, player) = (run.scenario, index, run.scenario.players[index])
        let parts = run.scenario.prepared.players
        slots = parts[index].slots
        firstSlot = Int32(parts[..<index].reduce(0) { $0 + $1.slots.count })
        let all = run.history
        func own(_ all: ContiguousArray<Trace.Entry>) -> ContiguousArray<Trace.Entry> {
            run.scenario.players.count == 1 ? all : all.filter { $0.player < 0 || $0.player == Int16(index) }
        }
        entries = own(all)
        traced = run.told == nil ? entries : own(run.trace.entries)
        glances = run.glances.atWaits.filter { $0.player == Int16(index) }
        (lostPackets, begunAnswers) = (run.glances.lostPackets, run.glances.begunAnswers)
        addressChanges = Self.addressChanges(in: all, run.scenario.players)
        var playback = Playback(of: player, slots: slots)
        for (order, entry) in entries.enumerated() {
            // What comes in vain when nothing more happens is under way at the end; the trace has it unless it was cut.
            if case .wasted = entry.record, entry.at > run.outcome.at { continue }
            playback.take(entry, order)
        }
        self.playback = playback
        (outcome, waitsUntil, self.goldilocks, whole) = (run.outcome, run.waitsUntil, goldilocks, run)
    }

    private static func addressChanges(
        in entries: ContiguousArray<Trace.Entry>, _ players: [ScenarioPlayer]
    ) -> [Instant] {
        func isMove(_ action: Action) -> Bool {
            if case .network(.change(_, .movedToNewAddress)) = action.operation { true } else { false }
        }
        guard players.contains(where: { $0.script.contains(where: isMove) }) else { return [] }
        return entries.compactMap { entry in
            guard case .action(let index) = entry.record, entry.player >= 0,
                isMove(players[Int(entry.player)].script[Int(index)])
            else { return nil }
            return entry.at
        }
    }

    /// The other players of the run, each worked out anew.
    var others: [PlayerRun] { scenario.players.indices.filter { $0 != index }.map { whole.player($0) } }

    /// Whether it is the scenario's only player, who needs no name.
    package var isAlone: Bool { scenario.players.count == 1 }

    /// Its name on a report; empty where it is alone.
    package var name: ExactText { isAlone ? "" : player.name }

    /// Whether it shows the interstitial events of another player, and plays nothing else.
    package var showsEvents: Bool { player.primary != nil }

    /// The player that shows its interstitial events; nil where it has none.
    package var events: PlayerRun? { scenario.players.firstIndex { $0.primary == index }.map { whole.player($0) } }

    /// The player whose interstitial events it shows; nil where it shows none.
    var primary: PlayerRun? { player.primary.map { whole.player($0) } }

    package var digest: Digest { Digest(of: traced, endingAt: outcome.at) }

    /// The actions of the script that never came, each with what it has waited for: in vain, or beyond the viewer's
    /// leaving. What a viewer might have done is no plan that came to nothing.
    package var neverCame: [(action: Action, waits: String)] {
        let isLeft = playback.exit != nil
        if !isLeft, player.script.allSatisfy({ $0.trigger == nil }) { return [] }
        return actionsThatNeverCame.compactMap { action in
            if action.isOfViewer { return nil }
            if let trigger = action.trigger { return (action, trigger.words) }
            let instant = action.at.inSeconds
            return isLeft ? (action, "at \(instant): the viewer had left") : nil
        }
    }

    private var actionsThatNeverCame: [Action] {
        var came = player.script.map { _ in false }
        for action in playback.actions { came[Int(action.value)] = true }
        return zip(player.script, came).compactMap { action, came in came ? nil : action }
    }

    /// The action by which the viewer left; nil where nobody did.
    package var leavingAction: Action? {
        playback.actions.last { player.script[Int($0.value)].traits.leaves }.map { player.script[Int($0.value)] }
    }

    /// The script as it was performed: every action at its time, whatever it has waited for, but without a viewer's
    /// leaving. Who has left may have met no stall for that alone, and with another start might have stayed: so an
    /// action that has a time of its own beyond the leaving comes at that time.
    package var performedScript: [Action] {
        if player.script.allSatisfy({ $0.trigger == nil && !$0.traits.leaves }) { return player.script }
        let performed = playback.actions.map { player.script[Int($0.value)].happening(at: $0.at) }
        let later = actionsThatNeverCame.filter { $0.trigger == nil }
        return (performed + later).filter { !$0.traits.leaves }
    }

    /// Whether playback was asked for and never came: what such a run has spared its viewer is no merit.
    package var isDenied: Bool { playback.requestedAt != nil && playback.startedAt == nil }

    /// Whether an exception ended the app, and with it all of its players, whichever raised it.
    package var isEndedByException: Bool { if case .exception = outcome.end { true } else { false } }

    /// Whether nothing more could come: the item failed that was current last, or an exception ended the app.
    package var fails: Bool { playback.lastItemFailure != nil || isEndedByException }

    /// Whether fetching ever rested because the buffer was full.
    var isEverFull: Bool { !playback.fullTimes.isEmpty }

    /// Whether it was over before its time: the viewer left, or it failed.
    package var isCut: Bool { playback.exit != nil || fails }

    /// Whether it waits to play an item at the end.
    package var isWaiting: Bool { playback.hasItem && playback.lastStatus.status == .waitingToPlayAtSpecifiedRate }

    /// The instant up to which a wait counts that lasts; nil where the rate is 0, so that nobody waits.
    var lastsUntil: Instant? {
        guard playback.lastStatus.rate.isMoving else { return nil }
        return playback.hasItem ? waitsUntil : outcome.at
    }

    /// Whether `until_s` ended it while it played, or waited to, what has an end that is still to come, be it for the
    /// first time or after a jump back: that of a live stream or a loop is where the run ends.
    package var isCutOff: Bool {
        isUnderWay && !playback.isBehindEnd && !player.isLive && !player.looping.isEndless
    }

    /// Whether `until_s` ended it while it played, or waited to: what would have come later, nobody knows.
    var isUnderWay: Bool {
        outcome.end == .timeIsUp && playback.hasItem && playback.lastStatus.rate.isMoving && !isCut
    }

    /// Whether `until_s` ended it while it had an item, so that more of that might have come.
    var isCutOffLoading: Bool { outcome.end == .timeIsUp && playback.hasItem && !isCut }

    /// Whether its last stall lasts, and was going to: not where `until_s` ended it while the player waited.
    package var endsStalled: Bool { playback.isStalled && !isUnderWay }

    /// Whether its last stall lasts, and nobody waits for its end: without autowait the rate has fallen to 0, and
    /// nobody has asked again.
    package var isLeftStalled: Bool { playback.isStalled && !playback.lastStatus.rate.isMoving }

    /// The instant up to which a stall counts that lasts.
    var stallsUntil: Instant { playback.hasItem && !isLeftStalled ? waitsUntil : outcome.at }

    /// Stall time, added up, and the longest stall: one whose end the player waits for counts up to the end. Nil where
    /// it was left stalled: nobody knows how long that would have lasted.
    package var stalled: (total: TimeAmount, longest: TimeAmount)? {
        if isLeftStalled { return nil }
        let end = stallsUntil
        var (total, longest) = (TimeAmount.zero, TimeAmount.zero)
        for stall in playback.stalls {
            let length = (stall.endedAt ?? end) - stall.at
            total = total + length
            longest = max(longest, length)
        }
        return (total, longest)
    }
}
