import SimulationContainers
import PlayerModel

/// The rows that a timeline has folded, in words: how many, until when, and what they were.
struct FoldWords {
    /// More variants than these are not named one by one.
    private static let mostVariants = 8

    private let moments: ArraySlice<Timeline.Moment>
    private let run: PlayerRun
    /// The entries between the row before them and the last of them.
    private let orders: Range<Int>

    init(_ moments: ArraySlice<Timeline.Moment>, after order: Int, _ run: PlayerRun) {
        (self.moments, self.run) = (moments, run)
        orders = order + 1..<max(order, moments.last?.lastOrder ?? order) + 1
    }

    /// `94 rows until 60.2 s: loaded 12 → 60 s, 31 segments; full 15 times; keepUp changes 2 times`
    func text(from before: Panel, to after: Panel) -> String {
        let until = (moments.last?.at ?? .zero).inSeconds
        let parts = [
            waits, reasons, rests, items, actions, variants, network, traffic, failures, clones, joins, jumps, paces,
            gaps, loaded(from: before, to: after), full, keepUp,
        ]
        let words = parts.compactMap { $0 }.joined(separator: "; ")
        return "\(NumberText.count(moments.count, "row")) until \(until)" + (words.isEmpty ? "" : ": " + words)
    }

    private func count(_ isCounted: (PanelChange) -> Bool) -> Int {
        moments.reduce(0) { sum, moment in sum + moment.changes.count(where: isCounted) }
    }

    private var waits: String? {
        guard let first = moments.first, let last = moments.last else { return nil }
        let own = Halt.all(of: run).filter { first.at <= $0.from && $0.from <= last.at }
        guard !own.isEmpty else { return nil }
        let lengths = own.map { $0.length(in: run) }
        let total = lengths.reduce(TimeAmount.zero) { $0 + $1 }.inSeconds
        let stalls = own.count { $0.kind == .stall }
        // A stall ends with a jump or another item, and who waits goes on waiting: such lengths are those of waits.
        let areStalls = stalls == own.count && own.allSatisfy { endOfStall(at: $0.from) == $0.to }
        let noun = NumberText.count(own.count, areStalls ? "stall" : "wait")
        let some = stalls > 0 && !areStalls ? ", \(stalls) of them after a stall" : ""
        let isEven = lengths.allSatisfy { $0 == lengths[0] }
        let length = lengths[0].inSeconds
        if own.count == 1 { return "\(noun) of \(length)" + (some.isEmpty ? "" : ", after a stall") }
        return noun + (isEven ? " of \(length) each" : " of \(total) in all") + some
    }

    /// The reasons for which a wait goes on that had begun before.
    private var reasons: String? {
        let statuses = run.playback.statuses
        var last = statuses.before(orders.lowerBound).last
        var own: [WaitingReason] = []
        for next in statuses.between(orders.lowerBound - 1, orders.upperBound) {
            guard let before = last?.reason, let reason = next.reason else { break }
            if reason != before { own.append(reason) }
            last = next
        }
        return Self.changes("reason", own.map { NamesOfAVFoundation.panelReason($0) })
    }

    /// Where the clock rests though the player plays, which is no wait and no stall: as long as it seeks, or until the
    /// host time that a rate was set at.
    private var rests: String? {
        let (clock, statuses) = (run.playback.clock, run.playback.statuses)
        let own = clock.between(orders.lowerBound - 1, orders.upperBound).indices.count { index in
            guard index > 0, clock[index - 1].isMoving, !clock[index].isMoving else { return false }
            let from = clock[index].playhead.anchor
            let status = partitionPoint(in: statuses.indices) { statuses[$0].from > from } - 1
            return status >= 0 && statuses[status].status == .playing
                && clock[index...].first { $0.isMoving }?.playhead.anchor != from
        }
        return own > 0 ? "the clock rests \(Self.times(own)) while playing" : nil
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private var keepUp: String? {
        let own = run.playback.announcements.between(orders.lowerBound - 1, orders.upperBound).compactMap { one in
            if case .likelyToKeepUp(let isLikely, _) = one.value { isLikely } else { nil }
        }
        return Self.changes("keepUp", own.map { "\($0)" })
    }

    /// The changes of a column: what one comes to, and of more how many there are; nil where there are none.
    private static func changes(_ column: String, _ values: [String]) -> String? {
        switch values.count {
        case 0: nil
        case 1: "\(column) \(values[0])"
        default: "\(column) changes \(values.count) times"
        }
    }

    private func endOfStall(at instant: Instant) -> Instant? {
        let stalls = run.playback.stalls
        let index = partitionPoint(in: stalls.indices) { stalls[$0].at >= instant }
        return index < stalls.count && stalls[index].at == instant ? stalls[index].endedAt : nil
    }

    private var items: String? {
        let turns = run.playback.items.between(orders.lowerBound - 1, orders.upperBound).filter { $0.item >= 0 }
        guard let first = turns.first, let last = turns.last else { return nil }
        if turns.count == 1 { return "\(QueueWords.item(last.item, run.player)) comes" }
        let (from, to) = (QueueWords.item(first.item, run.player), QueueWords.item(last.item, run.player))
        return "\(turns.count) items come, from \(from) to \(to)"
    }

    private var actions: String? {
        let own = count { change in
            switch change.kind {
            case .action: true
            case .announcement, .item, .load, .variant, .note, .exclusion, .recovery, .clone, .network, .host,
                .traffic, .skip, .gap, .pace, .interstitial, .interstitialNews:
                false
            }
        }
        return own > 0 ? NumberText.count(own, "action") : nil
    }

    private var variants: String? {
        let turns = run.playback.wantedVariants.between(orders.lowerBound - 1, orders.upperBound)
        guard !turns.isEmpty else { return nil }
        let places = turns.map { turn in
            Int(turn.to) - run.player.firstNumber(of: run.player.asset(ofVariant: Int(turn.to))) + 1
        }
        if places.count == 1 { return "variant \(places[0])" }
        guard places.count > Self.mostVariants else {
            return "variants \(places.map { String($0) }.joined(separator: ", "))"
        }
        let (least, most) = (places.min() ?? 0, places.max() ?? 0)
        return "\(places.count) switches, among variants \(least) to \(most), to \(places[places.count - 1]) at last"
    }

    /// All changes of the network, those without a row as well: of a property that changes often some have one.
    private var network: String? {
        let rows = count { change in
            switch change.kind {
            case .network, .host: change.hasRow
            case .traffic, .note, .exclusion, .recovery, .clone, .announcement, .action, .item, .load, .variant,
                .skip, .gap, .pace, .interstitial, .interstitialNews:
                false
            }
        }
        guard rows > 0 else { return nil }
        let observed = run.playback.network
        let all =
            changes(observed.capacities) + changes(observed.delays) + changes(observed.losses)
            + changes(observed.lookUpDelays) + changes(observed.hosts)
        return NumberText.count(all, "change") + " of the network"
    }

    /// An offer that stands from the beginning on is no change.
    private func changes<Value>(_ observed: [Observed<Value>]) -> Int {
        observed.between(orders.lowerBound - 1, orders.upperBound).count { $0.at > .zero }
    }

    /// Likewise of other apps, of which one that loads often has no rows.
    private var traffic: String? {
        let rows = count { change in
            if case .traffic = change.kind { change.hasRow } else { false }
        }
        guard rows > 0 else { return nil }
        let own = run.playback.traffic.between(orders.lowerBound - 1, orders.upperBound)
        return NumberText.count(own.count, "change") + " of other traffic"
    }

    private var failures: String? {
        let own = count { change in
            if case .note(let note) = change.kind { change.hasRow && note.isFailure } else { false }
        }
        return own > 0 ? NumberText.count(own, "failed request") : nil
    }

    private func loaded(from before: Panel, to after: Panel) -> String? {
        let loads = run.playback.loads.between(orders.lowerBound - 1, orders.upperBound).filter { $0.track == 0 }
        guard !loads.isEmpty else { return nil }
        let isStream = run.player.media.kind == .hls
        let ends = run.playback.exchanges.count { exchange in
            guard exchange.kind.track == 0, let end = exchange.end else { return false }
            return end.how == .whole && orders.contains(end.order)
        }
        let count = isStream && ends > 0 ? NumberText.count(ends, "segment") : NumberText.count(loads.count, "chunk")
        let was = before.loadedTimeRanges.last?.upperBound ?? .zero
        // Behind a gap nothing is loaded but what has come since.
        guard let now = after.loadedTimeRanges.last, was < now.upperBound,
            case let start = max(was, now.lowerBound), areOneStretch(loads, from: start, before)
        else { return "\(count) loaded" }
        let from = NumberText.exact(start.nanoseconds, places: 9)
        return "loaded \(from) → \(now.upperBound.inSeconds), \(count)"
    }

    /// Whether chunks are all of the item that is current all the while, and come from a place on, or in the place of
    /// what was loaded before.
    private func areOneStretch(_ loads: [LoadedChunk], from place: MediaTime, _ before: Panel) -> Bool {
        guard items == nil else { return false }
        let item = run.playback.items.before(orders.upperBound).last?.item
        return loads.allSatisfy { load in
            let (table, chunk) = (run.playback.media.tracks(of: load.item)[0], Int64(load.chunk))
            let isKnown = before.loadedTimeRanges.contains { $0.contains(table.start(of: chunk)) }
            return load.item == item && (isKnown || table.start(of: chunk + 1) > place)
        }
    }

    private var clones: String? {
        let own = run.playback.clones.between(orders.lowerBound - 1, orders.upperBound)
        return own.isEmpty ? nil : NumberText.count(own.count, "pathway") + " made by the steering manifest"
    }

    private var joins: String? {
        let own = run.playback.skips.between(orders.lowerBound - 1, orders.upperBound).count { $0.isFirst }
        guard own > 0 else { return nil }
        return "the live stream is joined" + (own > 1 ? " \(own) times" : "")
    }

    private var jumps: String? {
        let own = run.playback.skips.between(orders.lowerBound - 1, orders.upperBound).filter { !$0.isFirst }
        guard !own.isEmpty else { return nil }
        let skipped = own.reduce(MediaTime.zero) { $0 + ($1.to - $1.from) }
        return "\(NumberText.count(own.count, "jump")) of the live stream, \(skipped.inSeconds) skipped"
    }

    /// Gaps by what is done about them: looked for elsewhere, not loaded, or skipped.
    private var gaps: String? {
        var (elsewhere, absent, skips, skipped) = (0, 0, 0, MediaTime.zero)
        for one in run.playback.gaps.between(orders.lowerBound - 1, orders.upperBound) {
            switch one.note {
            case .elsewhere: elsewhere += 1
            case .absent: absent += 1
            case .skips(let from, let to): (skips, skipped) = (skips + 1, skipped + (to - from))
            }
        }
        let parts = [
            elsewhere > 0 ? "\(NumberText.count(elsewhere, "gap")) looked for in other variants" : nil,
            absent > 0 ? "\(NumberText.count(absent, "gap")) not loaded" : nil,
            skips > 0 ? "\(NumberText.count(skips, "gap")) skipped, \(skipped.inSeconds)" : nil,
        ]
        let words = parts.compactMap { $0 }.joined(separator: "; ")
        return words.isEmpty ? nil : words
    }

    private var paces: String? {
        let own = run.playback.paces.between(orders.lowerBound - 1, orders.upperBound)
        return own.isEmpty ? nil : NumberText.count(own.count, "change") + " of the speed"
    }

    private var full: String? {
        let times = count { change in
            switch change.kind {
            case .announcement(.bufferFull(let isFull)): isFull
            case .announcement, .action, .item, .load, .variant, .note, .exclusion, .recovery, .clone, .network,
                .host, .traffic, .skip, .gap, .pace, .interstitial, .interstitialNews:
                false
            }
        }
        return times == 0 ? nil : "full \(Self.times(times))"
    }
}
