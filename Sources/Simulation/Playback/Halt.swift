import SimulationContainers
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
        /// An interstitial event was over, and playback was to go on where it was.
        case interstitial
        /// Playback was asked for once more, after a pause.
        case request
        /// No item had come yet.
        case noItem
    }

    package let kind: Kind
    package let from: Instant
    /// Nil where it lasts.
    package let to: Instant?

    /// All of a player's run, in order.
    package static func all(of run: PlayerRun) -> [Halt] {
        let playback = run.playback
        // Where an item follows that is loaded, a status comes and goes at one instant: nobody waits.
        var halts = playback.waits.filter { $0.to != $0.from }
            .map { Halt(kind: kind(of: $0, playback), from: $0.from, to: $0.to) }
        // A player whose items are all gone waits for nothing, as in `waiting_time_s`.
        halts.removeAll { $0.kind == .noItem && playback.itemAt ?? .never <= $0.from }
        // Without autowait the rate falls to 0, and nobody waits.
        halts += playback.stalls.filter { !playback.waits.hasOne(lastingAt: $0.at) }
            .map { Halt(kind: .stall, from: $0.at, to: $0.endedAt) }
        // A stall counts that ends at its own instant, with a pause, as it is posted all the same. An app that asks for
        // playback in a stall waits on, and nobody has paused: both are one.
        return halts.sorted { $0.from < $1.from }.reduce(into: []) { all, halt in
            guard let last = all.last, last.kind == .stall, playback.stalls.hasOne(underWayAt: halt.from) else {
                return all.append(halt)
            }
            let to = max(last.to ?? .never, halt.to ?? .never)
            all[all.count - 1] = Halt(kind: .stall, from: last.from, to: to == .never ? nil : to)
        }
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

    /// All that a run has is in the order of its time, so a kind is found without a look at all of it.
    private static func kind(of wait: Wait, _ playback: Playback) -> Kind {
        let places = playback.statuses.places(from: wait.from, until: wait.to ?? .never) { $0.from }
        let statuses = playback.statuses[places]
        if !statuses.isEmpty, statuses.allSatisfy({ $0.reason == .noItemToPlay }) { return .noItem }
        if !playback.stalls.places(at: wait.from, { $0.at }).isEmpty { return .stall }
        guard let start = playback.startedAt, start <= wait.from else { return .start }
        switch playback.lastMove(at: wait.from) {
        case .jump: return .seek
        case .item: return .item
        case .rate, nil: break
        }
        return playback.interstitials.contains { $0.to == wait.from } ? .interstitial : .request
    }
}

extension Playback {
    /// The last of the jumps and items that came at an instant, which is the one that is waited for; nil without any.
    fileprivate func lastMove(at instant: Instant) -> ClockStretch.End? {
        let places = clock.places(at: instant) { $0.playhead.anchor }
        return places.last { $0 > 0 && clock[$0 - 1].end != .rate }.flatMap { clock[$0 - 1].end }
    }
}

extension [Halt] {
    /// How long they last, added up.
    package func totalLength(in run: PlayerRun) -> TimeAmount { reduce(.zero) { $0 + $1.length(in: run) } }
}

extension [Wait] {
    /// Whether one of them, which come one after the other, lasts at an instant, its first included.
    fileprivate func hasOne(lastingAt instant: Instant) -> Bool {
        let index = partitionPoint(in: indices) { self[$0].from > instant } - 1
        return indices.contains(index) && instant < self[index].to ?? .never
    }
}

extension [Stall] {
    /// Whether one of them is under way at an instant, and began before it.
    fileprivate func hasOne(underWayAt instant: Instant) -> Bool {
        let index = partitionPoint(in: indices) { self[$0].at >= instant } - 1
        return indices.contains(index) && instant < self[index].endedAt ?? .never
    }
}

extension Array {
    /// Where those lie whose time is an instant, in an array in the order of time.
    fileprivate func places(at instant: Instant, _ time: (Element) -> Instant) -> Range<Int> {
        let first = partitionPoint(in: indices) { time(self[$0]) >= instant }
        return first..<partitionPoint(in: first..<count) { time(self[$0]) > instant }
    }

    /// The same from an instant on, until another.
    fileprivate func places(from start: Instant, until end: Instant, _ time: (Element) -> Instant) -> Range<Int> {
        let first = partitionPoint(in: indices) { time(self[$0]) >= start }
        return first..<partitionPoint(in: first..<count) { time(self[$0]) >= end }
    }
}

extension PlayerRun {
    /// The last entry at or before an instant.
    func lastOrder(at instant: Instant) -> Int {
        partitionPoint(in: entries.indices) { entries[$0].at > instant } - 1
    }

    /// The player's loading when it stalled or began to wait; nil where nobody looked.
    package func glance(at instant: Instant) -> Glance? {
        glances.places(at: instant) { $0.at }.first.map { glances[$0] }
    }

    /// The variant that is being loaded after an entry: the one that was asked for or chosen last, or else the one that
    /// came last. Where an item is taken up again, what came last of it is told, though another may be under way.
    package func variantFetched(after order: Int) -> Int {
        let loaded = playback.loadedVariants.through(order).last
        let chosen = playback.wantedVariants.through(order).last
        let item = playback.loading(after: order)
        let asked = playback.requestOfVariant(of: item, chosen: chosen?.to, through: order)
            .flatMap { $0.order > loaded?.order ?? -1 || $0.end?.at ?? .never > loaded?.at ?? .zero ? $0 : nil }
        if let chosen, chosen.order > max(loaded?.order ?? -1, asked?.order ?? -1) { return Int(chosen.to) }
        if let asked { return Int(slots[Int(asked.slot)].variant) }
        return loaded?.variant ?? playback.media.firstVariant(of: 0)
    }

    /// The bits that a second of playing takes, of what is being loaded after an entry, its audio included.
    package func bitRateLoaded(after order: Int) -> Int64 {
        let number = variantFetched(after: order)
        let asset = player.asset(ofVariant: number)
        let (media, variant) = (player.assets[asset].media, number - player.firstNumber(of: asset))
        guard let sound = soundLoaded(of: asset, after: order) else { return media.bitRate(withAudioOf: variant) }
        return max(
            media.variants[variant].bitRate,
            media.variants[variant].chunks.declaredBitRate + media.allAudio[sound].chunks.declaredBitRate)
    }

    /// The same where it plays faster or slower, beside what it takes by itself; nil at natural speed.
    package func bitRateWanted(after order: Int) -> (rate: Rate, bits: Int64)? {
        guard let rate = playback.statuses.through(order).last?.rate, rate.isMoving, rate != .one else { return nil }
        let bits = proportion(bitRateLoaded(after: order), Int64(rate.thousandths), over: 1000, .down)
        return (rate, bits)
    }
}
