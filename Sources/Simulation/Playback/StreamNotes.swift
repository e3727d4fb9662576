import PlayerModel

/// The notes of a stream: what a live one lists and where it goes on, and the gaps that are in one.
extension Playback {
    mutating func hear(_ note: LiveNote, _ order: Int, _ now: Instant) {
        switch note {
        case .listed(let slot, let first, let end, let isEnded):
            guard Int(slots[Int(slot)].asset) == media.asset(of: loading) else { return }
            let track = slots[Int(slot)].kind.isOfAudio ? 1 : 0
            let chunks = media.tracks(of: loading)[track]
            let range = chunks.start(of: Int64(first))..<chunks.start(of: Int64(end))
            let listed = ListedMedia(item: loading, slot: slot, track: track, range: range, isEnded: isEnded)
            listings.append(observed(listed, order, now))
        case .skips(let place, let isFirst):
            let from = clock[clock.count - 1].playhead.place(at: now)
            skips.append(LiveSkip(order: order, at: now, from: from, to: place, isFirst: isFirst))
            isSkipping = true
        case .paces(let rate, let behind): paces.append(LivePace(order: order, at: now, rate: rate, latency: behind))
        }
    }

    mutating func hear(_ note: GapNote, _ order: Int, _ now: Instant) {
        gaps.append(ObservedGap(order: order, at: now, item: loading, note: note))
        if case .skips = note { isSkipping = true }
    }
}
