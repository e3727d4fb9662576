import PlayerModel

// Catching up with a live stream: how far behind the edge playback is, and how fast it is to go on therefore.
extension Loader {
    /// A clock that is held steps back by some nanoseconds; that is no jump.
    private static let leastJump: UInt64 = 1_000_000

    /// Looks how far behind the edge the playhead is, and says so where it is to move at another speed.
    ///
    /// The edge is where the newest playlist ends, and moves on with the time since that came.
    mutating func planCatchUp(_ now: Instant, _ effects: inout LoaderEffects) {
        let rule = settings.catchUp
        guard rule.isUsed, playhead.rate.isMoving, order.focus == 0, order.piece != nil else { return }
        let asset = order.asset
        guard assets[asset].live.saysHoldBack || !rule.wantsHoldBack else { return }
        guard let (end, age) = assets[asset].edge(in: order.buffer, at: now) else { return }
        let place = playhead.place(at: now)
        let latency = end + age - place
        var memory = assets[asset].live.catchUp
        // What was loaded until now, and what is.
        let loadedEnd = max(place, assets[asset].playableEnd)
        if let last = assets[asset].live.loadedEnd, last < loadedEnd {
            memory.note(possible: latency - (max(place, last) - place), rule, at: now)
        }
        assets[asset].live.loadedEnd = loadedEnd
        defer { assets[asset].live.catchUp = memory }
        if now >= memory.looksAt {
            let target = memory.sought ?? settings.live.offset ?? assets[asset].live.holdBack
            let unit = assets[asset].live.part ?? assets[asset].live.target
            let question = CatchUp.Question(
                latency: latency, target: target, ahead: loadedEnd - place,
                targetDuration: assets[asset].live.target,
                staleness: max(.zero, age - MediaTime(nanoseconds: 3 * unit.nanoseconds)))
            let speed =
                assets[asset].listing(ofTrack: 0)?.isEnded ?? true ? .one : rule.speed(question, &memory, at: now)
            memory.looksAt = now + rule.interval
            if speed != memory.speed { effects.append(.paces(speed, behind: latency)) }
            memory.speed = speed
        }
        arm(memory.looksAt, &effects)
    }

    /// The clock moves otherwise. Where it stops because nothing is left, that is a stall; where it starts, the edge is
    /// looked at at once. A jump that the stream did not make is the app's.
    mutating func noteClockOfLive(_ before: Playhead, _ now: Instant) {
        let asset = order.asset
        let isJoining = assets[asset].live.isMoving
        assets[asset].live.isMoving = false
        let rule = settings.catchUp
        guard rule.isUsed else { return }
        let place = playhead.place(at: now)
        let distance = place - before.place(at: now)
        if distance.nanoseconds.magnitude > Self.leastJump {
            let edge = isJoining ? nil : assets[asset].edge(in: order.buffer, at: now)
            assets[asset].live.catchUp.noteJump(to: edge.map { $0.end + $0.age - place }, rule)
            assets[asset].live.loadedEnd = nil
        } else if before.rate.isMoving, !playhead.rate.isMoving, place >= assets[asset].playableEnd {
            assets[asset].live.catchUp.noteStall(rule)
        }
        if !before.rate.isMoving { assets[asset].live.catchUp.looksAt = .zero }
    }
}

extension AssetLoad {
    /// The end of the newest playlist of the video, and the time since it came; nil where it lists nothing.
    func edge(in buffer: MediaBuffer, at now: Instant) -> (end: MediaTime, age: MediaTime)? {
        guard let file = playlist(ofTrack: 0), let playlist = live.playlist(file), !playlist.listing.isEmpty else {
            return nil
        }
        let age = MediaTime(nanoseconds: (now - playlist.newsAt).nanoseconds)
        return (buffer.tracks[0].chunks.start(of: playlist.listing.end), age)
    }
}
