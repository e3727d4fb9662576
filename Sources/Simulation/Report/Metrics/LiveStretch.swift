import PlayerModel

/// A stretch of the clock in the programme of a live stream: from the first start on, with waits, until that is over.
/// An item that has not joined its stream yet has no place in it, and whoever sees an interstitial event, or has an
/// item that failed, is behind nothing.
struct LiveStretch: Sendable {
    let item: Int32
    let source: LiveSource
    let playhead: Playhead
    let from: Instant
    let to: Instant
}

/// The time for which an item of a live stream is current, from one change of the item to the next.
struct LiveTurn: Sendable {
    let item: Int32
    let source: LiveSource
    /// When the programme is over.
    let finish: Instant
    /// Its part of the clock, which is never empty.
    let clock: ArraySlice<ClockStretch>
    /// When the item joins its stream; never where it does not.
    let joined: Instant
    /// Everything that its playlists list, in order; of an item that was loaded ahead also what came before its turn.
    let listings: [Observed<ListedMedia>]

    var from: Instant { clock[clock.startIndex].playhead.anchor }

    /// When another item comes, or it is taken away; nil where it stays.
    var to: Instant? {
        let last = clock[clock.endIndex - 1]
        return last.end == .item ? last.to : nil
    }
}

extension PlayerRun {
    /// In order.
    var liveTurns: [LiveTurn] {
        guard player.isLive else { return [] }
        let clock = playback.clock
        var (turns, first) = ([LiveTurn](), 0)
        for index in clock.indices where clock[index].end == .item || index == clock.count - 1 {
            if let turn = liveTurn(clock[first...index]) { turns.append(turn) }
            first = index + 1
        }
        return turns
    }

    private func liveTurn(_ clock: ArraySlice<ClockStretch>) -> LiveTurn? {
        let (first, last) = (clock[clock.startIndex], clock[clock.endIndex - 1])
        guard first.item >= 0 else { return nil }
        let media = player.assets[player.asset(ofItem: first.item)].media
        guard let source = media.live else { return nil }
        let end = last.end == .item ? last.endOrder ?? .max : .max
        let listings = playback.listings(at: last.to ?? .never, before: end).filter { !$0.value.range.isEmpty }
        let skip = playback.skips.first { $0.isFirst && first.order <= $0.order && $0.order < end }
        let joined = skip?.at ?? Self.joinInPlace(listings, hasAudio: media.audio != nil, clock)
        return LiveTurn(
            item: first.item, source: source, finish: source.finishes(media.duration), clock: clock, joined: joined,
            listings: listings)
    }

    /// When an item joins its stream where it is: once all of its tracks are listed.
    private static func joinInPlace(
        _ listings: [Observed<ListedMedia>], hasAudio: Bool, _ clock: ArraySlice<ClockStretch>
    ) -> Instant {
        let firsts = [0, 1].compactMap { track in listings.first { $0.value.track == track }?.at }
        // Beside sound alone nothing else is listed.
        let isJoined = firsts.count == (hasAudio ? 2 : 1) || clock.contains { $0.isMoving }
        guard isJoined, let last = firsts.max() else { return .never }
        return max(last, clock[clock.startIndex].playhead.anchor)
    }

    /// In order of time, and apart from each other.
    var liveStretches: [LiveStretch] {
        guard let started = playback.startedAt else { return [] }
        var stretches: [LiveStretch] = []
        let failures = playback.announcements.filter { if case .itemFailed = $0.value { true } else { false } }
        for turn in liveTurns {
            for stretch in turn.clock {
                var from = max(started, stretch.playhead.anchor, turn.joined)
                let failed = failures.first { stretch.order < $0.order && $0.order < stretch.endOrder ?? .max }?.at
                // The programme goes on where nothing more happens to whoever waits, or is paused.
                let to = min(stretch.to ?? waitsUntil, failed ?? .never, turn.finish)
                func add(until to: Instant) {
                    guard from < to else { return }
                    stretches.append(
                        LiveStretch(
                            item: turn.item, source: turn.source, playhead: stretch.playhead, from: from, to: to))
                }
                for event in playback.interstitials where event.at < to && from < event.to ?? .never {
                    add(until: event.at)
                    from = event.to ?? .never
                }
                add(until: to)
            }
        }
        return stretches
    }
}

/// A distance in nanoseconds that changes evenly, from the first instant of a length of time to its last.
struct DistanceLine: Sendable {
    let first: Int64
    let last: Int64
    let length: Int64

    /// For how long it is above a height.
    func above(_ height: Int64) -> Int64 {
        let (low, high) = (min(first, last), max(first, last))
        if height < low { return length }
        if height >= high { return 0 }
        return proportion(length, high - height, over: high - low, .down)
    }
}
