import PlayerModel

/// A time in which playback that was asked for did not go on: a wait, or a stall of a player that does not wait.
package struct Halt: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// Before the playhead first moved.
        case start
        /// The buffer ran dry.
        case stall
        /// The playhead jumped to a place that had to be loaded.
        case seek
        /// Another item became current.
        case item
        /// Playback was asked for once more, after a pause.
        case request
        /// There was nothing to play.
        case noItem
    }

    package let kind: Kind
    package let from: Instant
    /// Nil where it lasts.
    package let to: Instant?

    /// All of a player's run, in order.
    package static func all(of run: PlayerRun) -> [Halt] {
        let playback = run.playback
        var halts = playback.waits.map { Halt(kind: kind(of: $0, playback), from: $0.from, to: $0.to) }
        // Without autowait the rate falls to 0, and nobody waits.
        halts += playback.stalls.filter { stall in !playback.waits.contains { $0.contains(stall.at) } }
            .map { Halt(kind: .stall, from: $0.at, to: $0.endedAt) }
        return halts.sorted { $0.from < $1.from }
    }

    /// The first, the longest and the last of a run, and of its stalls.
    package static func outstanding(of run: PlayerRun) -> [Halt] {
        let all = all(of: run)
        return [all, all.filter { $0.kind == .stall }].reduce(into: []) { chosen, halts in
            guard let first = halts.first, let last = halts.last else { return }
            let longest = halts.reduce(first) { $1.length(in: run) > $0.length(in: run) ? $1 : $0 }
            for halt in [first, longest, last] where !chosen.contains(halt) { chosen.append(halt) }
        }
    }

    /// For how long it lasts; up to the end of the run where nobody ends it.
    package func length(in run: PlayerRun) -> TimeAmount { (to ?? run.stallsUntil) - from }

    private static func kind(of wait: Wait, _ playback: Playback) -> Kind {
        let end = wait.to ?? .never
        let statuses = playback.statuses.filter { wait.from <= $0.from && $0.from < end }
        if !statuses.isEmpty, statuses.allSatisfy({ $0.reason == .noItemToPlay }) { return .noItem }
        if playback.stalls.contains(where: { $0.at == wait.from }) { return .stall }
        guard let start = playback.startedAt, start <= wait.from else { return .start }
        let jumps = zip(playback.clock, playback.clock.dropFirst()).contains { before, after in
            before.end == .jump && after.playhead.anchor == wait.from
        }
        if jumps { return .seek }
        return playback.items.contains { $0.at == wait.from } ? .item : .request
    }
}

extension Wait {
    /// Whether it lasts at an instant, its first included.
    fileprivate func contains(_ instant: Instant) -> Bool { from <= instant && instant < to ?? .never }
}

extension PlayerRun {
    /// The request that something under way belongs to; nil where it is not in the trace.
    package func exchange(of request: RequestUnderWay) -> Exchange? {
        playback.exchanges.last { $0.slot == request.slot && $0.at <= request.since }
    }

    /// The player's loading when it stalled or began to wait; nil where nobody looked.
    package func glance(at instant: Instant) -> Glance? { glances.first { $0.at == instant } }

    /// The bits that a second of playing takes, of what is being loaded after an entry, its audio included.
    package func bitRateLoaded(after order: Int) -> Int64 {
        let number = playback.loadedVariants.through(order).last?.variant ?? playback.media.firstVariant(of: 0)
        let asset = player.asset(ofVariant: number)
        return player.assets[asset].media.bitRate(withAudioOf: number - player.firstNumber(of: asset))
    }

    /// The network's capacity towards the player after an entry, in bits per second; nil where it has no limit.
    package func offered(after order: Int) -> Int64? {
        let down = playback.capacities.through(order).last?.value.down ?? -1
        return down < 0 ? nil : down
    }
}
