import PlayerModel

/// Something that becomes an event of `AVMetrics`, with its place in the trace. Each column of `Playback` has its
/// own; sorted by that place they are in the order in which AVFoundation would report them.
struct MetricOccurrence: Ordered {
    /// The order among those of one entry, that of their cases. Requests that an item's end cuts short come first, by
    /// their slots. An item that comes ready does so after all that was of the one before.
    enum Rank: Int {
        case error, switchEnd, switchStart, other, summary, ready
    }

    let order: Int
    let rank: Int
    let at: Instant
    var kind: MetricEvents.Kind
    /// The exchange of a request, by its place among all; nil of all that is no request.
    private let exchange: Int?

    init(_ order: Int, _ rank: Rank, _ at: Instant, _ kind: MetricEvents.Kind) {
        (self.order, self.rank, self.at, self.kind) = (order, rank.rawValue, at, kind)
        exchange = nil
    }

    private init(
        _ order: Int, _ exchange: Int, inSlot slot: Int32, _ at: Instant, _ request: MetricEvents.RequestEvent
    ) {
        (self.order, self.at, self.exchange, kind) = (order, at, exchange, .request(request))
        rank = Int(slot) - .max
    }

    /// The event, with the place of the item that was current before the entry, and the variant that it had; of an item
    /// that comes ready, its own.
    func event(_ run: PlayerRun) -> MetricEvents.Event {
        let playback = run.playback
        let last = playback.items.through(order).last
        let turn = rank == Rank.ready.rawValue ? last : playback.items.before(order).last
        let isTurn = last?.order != turn?.order
        var place = MediaTime.zero
        // Where another item comes with the entry, the clock has gone on to it.
        let clock = isTurn ? playback.clock.before(order) : playback.clock.through(order)
        if let turn, turn.item >= 0, let playhead = clock.last?.playhead {
            place = min(playhead.place(at: at), max(playback.media.duration(of: turn.item), playhead.place))
        }
        let variant = playback.variant(of: turn?.item ?? 0, after: isTurn ? order - 1 : order)
        return MetricEvents.Event(
            at: at, mediaTime: place, variant: run.player.media.kind == .hls ? variant : nil, kind: kind)
    }

    // MARK: Transfers

    /// The requests that are over. A request for a file is over when nothing more is asked of it; where an item goes
    /// that is being loaded, that is so, and one for a stream comes to nothing. A file on the device is read, not
    /// requested.
    static func requests(of run: PlayerRun) -> [MetricOccurrence] {
        guard run.player.media.kind != .local else { return [] }
        let isStream = run.player.media.kind == .hls
        let playback = run.playback
        let gone = playback.items.filter { $0.loadedCurrent }
        let hosts = run.scenario.network.transport.hosts.names
        var found: [MetricOccurrence] = []
        for (index, exchange) in playback.exchanges.enumerated() {
            var (order, now, isWhole) = (Int.max, run.outcome.at, false)
            if let turn = gone.between(exchange.order, exchange.end?.order ?? .max).first {
                (order, now) = (turn.order, turn.at)
            } else if let end = exchange.end {
                if end.how == .gaveUp { continue }
                (order, now, isWhole) = (end.order, end.at, end.how == .whole)
            } else if playback.loading != playback.current {
                continue
            }
            if isStream, !isWhole { continue }
            let loads = playback.loads.through(order)
            let last = isStream ? nil : loads.last { $0.exchange == Int32(index) }
            guard let arrival = isStream ? now : last?.at else { continue }
            let bytes = last.map { last in
                let table = playback.media.tracks(of: last.item)[0]
                return table.bytes(before: exchange.chunks.lowerBound)..<table.bytes(before: Int64(last.chunk) + 1)
            }
            let table = run.slots[Int(exchange.slot)].chunks
            let whole =
                table.bytes(before: exchange.chunks.upperBound) - table.bytes(before: exchange.chunks.lowerBound)
            let request = MetricEvents.RequestEvent(
                resource: exchange.kind, requestStartTime: exchange.at, responseStartTime: exchange.firstByteAt,
                responseEndTime: arrival, byteRange: bytes,
                bodyBytes: bytes.map { $0.upperBound - $0.lowerBound } ?? whole,
                host: hosts.count > 1 ? hosts[Int(run.slots[Int(exchange.slot)].host)].text : nil)
            found.append(MetricOccurrence(order, index, inSlot: exchange.slot, now, request))
        }
        return found
    }

    static func errors(of run: PlayerRun) -> [MetricOccurrence] {
        run.playback.notes.compactMap { note in
            ErrorLog.Entry(note, run).map { MetricOccurrence(note.order, .error, note.at, .error($0)) }
        }
    }

    // MARK: Playback

    /// Rates, and the beginning and the end of each seek.
    ///
    /// A seek is what the person asks for, or an app that plays in a loop, and it is completed by a call. A jump that
    /// the player makes by itself is none, and nobody is called back: see `ownMoves`. Nor is one that synchronizes
    /// clocks, or changes tracks. Where the rate changes with a seek, or with its end, that is the event of the change.
    static func changesOfTheClock(of run: PlayerRun) -> [MetricOccurrence] {
        let (playback, moves) = (run.playback, run.playback.ownMoves)
        var (found, lastJump, isInBuffer): ([MetricOccurrence], Int, Bool) = ([], -1, false)
        var reader = PanelReader(run.player)
        var ends = playback.announcements.filter { $0.value == .seekFinished(true) }[...]
        for (before, next) in zip(playback.clock, playback.clock.dropFirst()) {
            let (now, rest) = (next.playhead.anchor, before.playhead.rate)
            let change = MetricEvents.RateChange(rate: next.playhead.rate, previousRate: rest)
            var isNews = before.end != .item && change.rate != rest
            while let end = ends.first, end.order < next.order {
                let startsClock = isNews && before.end == .rate && end.at == now
                let own = startsClock ? change : MetricEvents.RateChange(rate: rest, previousRate: rest)
                let kind = MetricEvents.Kind.seekDidComplete(own, didSeekInBuffer: isInBuffer)
                found.append(MetricOccurrence(end.order, .other, end.at, kind))
                if startsClock { isNews = false }
                ends.removeFirst()
            }
            var isSeek = before.end == .jump && !run.jumpsWithoutSeeking(before: next.order, now)
            if isSeek, let move = moves.before(next.order).last, move.order > lastJump, move.at == now {
                // Whoever seeks at the same instant does so after that.
                isSeek = playback.actions.before(next.order).last.map { $0.order > move.order } ?? false
            }
            if before.end == .jump { lastJump = next.order }
            if isSeek {
                let (place, end) = (next.playhead.place, playback.media.duration(of: next.item))
                let ranges = reader.panel(after: next.order, in: playback).loadedTimeRanges
                isInBuffer = ranges.contains { $0.contains(place) || $0.upperBound == place && place == end }
                found.append(MetricOccurrence(next.order, .other, now, .seek(change)))
            } else if isNews {
                found.append(MetricOccurrence(next.order, .other, now, .rateChange(change)))
            }
        }
        let rest = playback.clock[playback.clock.count - 1].playhead.rate
        found += ends.map { end in
            let own = MetricEvents.RateChange(rate: rest, previousRate: rest)
            let kind = MetricEvents.Kind.seekDidComplete(own, didSeekInBuffer: isInBuffer)
            return MetricOccurrence(end.order, .other, end.at, kind)
        }
        return found
    }

    /// The instants from which on an item is likely to keep up; of one that comes ready, that at which it comes. With
    /// the first one come its requests that were over until then.
    static func keepingUp(of run: PlayerRun, _ requests: [MetricOccurrence]) -> [MetricOccurrence] {
        let playback = run.playback
        let requests = requests.sorted { ($0.order, $0.rank) < ($1.order, $1.rank) }
        let firsts = firstExchanges(of: playback)
        var (found, lastLikely): ([MetricOccurrence], Int) = ([], -2)
        var unlikely = (order: -1, at: Instant.zero)
        var reader = PanelReader(run.player)
        for one in likelihoods(of: playback) {
            guard one.isLikely else {
                unlikely = (one.order, one.at)
                continue
            }
            let turns = playback.items.through(one.order)
            if let turn = turns.last, turn.order > unlikely.order { unlikely = (turn.order, turn.at) }
            let keepingUp = MetricEvents.KeepingUp(
                timeTaken: one.at - unlikely.at,
                loadedTimeRanges: reader.panel(after: one.order, in: playback).loadedTimeRanges)
            var kind = MetricEvents.Kind.likelyToKeepUp(keepingUp)
            if lastLikely < turns.last?.order ?? -1 {
                kind = .initialLikelyToKeepUp(
                    keepingUp, requests: events(of: requests, before: one.order, ofItemOf: turns, firsts, playback))
            }
            lastLikely = one.order
            found.append(MetricOccurrence(one.order, one.rank, one.at, kind))
        }
        return found
    }

    /// The entries with which it became likely that playback keeps up, or unlikely, in order.
    private static func likelihoods(
        of playback: Playback
    ) -> [(order: Int, at: Instant, isLikely: Bool, rank: Rank)] {
        func flag(_ announcement: Announcement) -> Bool? {
            if case .likelyToKeepUp(let isLikely, _) = announcement { isLikely } else { nil }
        }
        var found: [(order: Int, at: Instant, isLikely: Bool, rank: Rank)] = []
        for one in playback.announcements {
            if let isLikely = flag(one.value) { found.append((one.order, one.at, isLikely, .other)) }
        }
        for index in playback.itemsComingReady(flag) {
            let turn = playback.items[index]
            let next = index + 1 < playback.items.count ? playback.items[index + 1].order : .max
            // As of any other item, behind what is there at that instant, and where its clock begins to move at once.
            let start = playback.clock.between(turn.order, next).prefix { $0.playhead.anchor == turn.at }.last
            let load = playback.loads.between(turn.order, next).prefix { $0.at == turn.at }.last
            let order = max(turn.order, start?.order ?? -1, load?.order ?? -1)
            found.append((order, turn.at, true, .ready))
        }
        found.sort { $0.order < $1.order }
        return found
    }

    /// The entries of each item's first exchange, by its number.
    private static func firstExchanges(of playback: Playback) -> [Int] {
        var firsts: [Int] = []
        for exchange in playback.exchanges where exchange.item >= 0 {
            while firsts.count <= exchange.item { firsts.append(.max) }
            firsts[Int(exchange.item)] = min(firsts[Int(exchange.item)], exchange.order)
        }
        return firsts
    }

    /// The requests that were over before an entry and are of the item that came last: its own since it left the last
    /// time, whichever item was current, and those of the time without an item before it.
    private static func events(
        of requests: [MetricOccurrence], before order: Int, ofItemOf turns: ArraySlice<ItemTurn>, _ firsts: [Int],
        _ playback: Playback
    ) -> [MetricEvents.RequestEvent] {
        let (item, came) = (turns.last?.item ?? 0, turns.last?.order ?? -1)
        let left = turns.indices.last { $0 > 0 && turns[$0 - 1].item >= 0 }.map { turns[$0].order } ?? -1
        let departure = turns.dropLast().lastIndex { $0.item == item }.map { turns[$0 + 1].order } ?? -1
        // Nothing of it is over before it was asked for.
        let first = firsts.indices.contains(Int(item)) ? min(firsts[Int(item)], left) : left
        return requests.between(max(departure, first), order).compactMap { request in
            guard case .request(let event) = request.kind, let index = request.exchange else { return nil }
            let exchange = playback.exchanges[index]
            let isBefore = left < exchange.order && exchange.order < came
            return exchange.item == item || isBefore ? event : nil
        }
    }
}

/// An entry by which the player itself makes the playhead jump, at that instant.
private struct OwnMove: Ordered {
    let order: Int
    let at: Instant
}

extension Playback {
    /// The entries by which a live stream is joined or goes on elsewhere, a gap is skipped, or an interstitial event is
    /// over.
    ///
    /// Apple says of `automaticallyPreservesTimeOffsetFromLive` that the player seeks forward after it finishes
    /// buffering, and not whether `AVMetrics` reports that. Here the playhead moves on with each playlist meanwhile,
    /// which is this model's own, so it is one of them too.
    fileprivate var ownMoves: [OwnMove] {
        var moves = skips.map { OwnMove(order: $0.order, at: $0.at) }
        for gap in gaps {
            if case .skips = gap.note { moves.append(OwnMove(order: gap.order, at: gap.at)) }
        }
        for stretch in interstitials where stretch.resumedAt != nil {
            if let order = stretch.endOrder, let end = stretch.to { moves.append(OwnMove(order: order, at: end)) }
        }
        return moves.sorted { $0.order < $1.order }
    }
}

extension PlayerRun {
    /// Whether the app's last call before an entry, at that instant, makes the playhead jump and is no seek.
    fileprivate func jumpsWithoutSeeking(before order: Int, _ now: Instant) -> Bool {
        guard let action = playback.actions.before(order).last, action.at == now else { return false }
        return player.script[Int(action.value)].operation.jumpsWithoutSeeking
    }
}
