import PlayerModel

/// Something that becomes an event of `AVMetrics`, with its place in the trace. Each column of `Playback` has its
/// own; sorted by that place they are in the order in which AVFoundation would report them.
struct MetricOccurrence: Ordered {
    /// The order among those of one entry, that of their cases. Requests that an item's end cuts short come first, by
    /// their slots.
    enum Rank: Int {
        case error, switchEnd, switchStart, other, summary
    }

    let order: Int
    let rank: Int
    let at: Instant
    var kind: MetricEvents.Kind

    init(_ order: Int, _ rank: Rank, _ at: Instant, _ kind: MetricEvents.Kind) {
        (self.order, self.rank, self.at, self.kind) = (order, rank.rawValue, at, kind)
    }

    private init(_ order: Int, _ exchange: Exchange, _ at: Instant, _ request: MetricEvents.RequestEvent) {
        (self.order, self.at, kind) = (order, at, .request(request))
        rank = Int(exchange.slot) - .max
    }

    /// The event, with the place of the item that was current before the entry, and the variant that it had.
    func event(_ run: PlayerRun) -> MetricEvents.Event {
        let playback = run.playback
        let turn = playback.items.before(order).last
        let isTurn = playback.items.through(order).last?.order != turn?.order
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
                host: hosts.count > 1 ? hosts[Int(run.slots[Int(exchange.slot)].host)] : nil)
            found.append(MetricOccurrence(order, exchange, now, request))
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
    static func changesOfTheClock(of run: PlayerRun) -> [MetricOccurrence] {
        let playback = run.playback
        var (found, seeks): ([MetricOccurrence], [(order: Int, isInBuffer: Bool)]) = ([], [])
        var reader = PanelReader(run.player)
        for (before, next) in zip(playback.clock, playback.clock.dropFirst()) {
            let (rate, now) = (next.playhead.rate, next.playhead.anchor)
            let change = MetricEvents.RateChange(rate: rate, previousRate: before.playhead.rate)
            // A jump is a seek, of the person or of an app that plays in a loop, unless the app synchronizes clocks.
            if before.end == .jump, !run.synchronizes(before: next.order, now) {
                let (place, end) = (next.playhead.place, playback.media.duration(of: next.item))
                let ranges = reader.panel(after: next.order, in: playback).loadedTimeRanges
                let isInBuffer = ranges.contains { $0.contains(place) || $0.upperBound == place && place == end }
                seeks.append((next.order, isInBuffer))
                found.append(MetricOccurrence(next.order, .other, now, .seek(change)))
            } else if before.end != .item, rate != before.playhead.rate {
                found.append(MetricOccurrence(next.order, .other, now, .rateChange(change)))
            }
        }
        // Both are in order: a loop of days has very many of either.
        var begun = 0
        for one in playback.announcements {
            guard case .seekFinished(true) = one.value else { continue }
            while begun < seeks.count, seeks[begun].order < one.order { begun += 1 }
            let isInBuffer = begun > 0 && seeks[begun - 1].isInBuffer
            found.append(MetricOccurrence(one.order, .other, one.at, .seekDidComplete(didSeekInBuffer: isInBuffer)))
        }
        return found
    }

    /// The instants from which on an item is likely to keep up. With the first one come the requests that were over
    /// until then.
    static func keepingUp(of run: PlayerRun, _ requests: [MetricOccurrence]) -> [MetricOccurrence] {
        let playback = run.playback
        let requests = requests.sorted { ($0.order, $0.rank) < ($1.order, $1.rank) }
        var (found, lastLikely): ([MetricOccurrence], Int) = ([], -2)
        var unlikely = (order: -1, at: Instant.zero)
        var reader = PanelReader(run.player)
        for one in playback.announcements {
            guard case .likelyToKeepUp(let isLikely, _) = one.value else { continue }
            guard isLikely else {
                unlikely = (one.order, one.at)
                continue
            }
            let turns = playback.items.before(one.order)
            if let turn = turns.last, turn.order > unlikely.order { unlikely = (turn.order, turn.at) }
            let keepingUp = MetricEvents.KeepingUp(
                timeTaken: one.at - unlikely.at,
                loadedTimeRanges: reader.panel(after: one.order, in: playback).loadedTimeRanges)
            var kind = MetricEvents.Kind.likelyToKeepUp(keepingUp)
            if lastLikely < turns.last?.order ?? -1 {
                // Requests of the time without an item are the next one's.
                let left = turns.indices.last { $0 > 0 && turns[$0 - 1].item >= 0 }.map { turns[$0].order } ?? -1
                let own = requests.between(left, one.order).compactMap { request in
                    if case .request(let event) = request.kind { event } else { nil }
                }
                kind = .initialLikelyToKeepUp(keepingUp, requests: own)
            }
            lastLikely = one.order
            found.append(MetricOccurrence(one.order, .other, one.at, kind))
        }
        return found
    }
}

extension PlayerRun {
    /// Whether the app's last call before an entry was to set the clock by that of the host, at that instant.
    fileprivate func synchronizes(before order: Int, _ now: Instant) -> Bool {
        guard let action = playback.actions.before(order).last, action.at == now else { return false }
        if case .player(.setRateAtHostTime) = player.script[Int(action.value)].operation { return true }
        return false
    }
}
