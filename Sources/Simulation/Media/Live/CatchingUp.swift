import SimulationContainers
import PlayerModel

// Catching up with a live stream: how far behind the edge playback is, and how fast it is to go on therefore.
extension Loader {
    /// Looks how far behind the edge the playhead is, and says so where it is to move at another speed. It looks when
    /// it is woken: by then all that happens at an instant has been heard of. The current item counts, whichever is
    /// fetched.
    mutating func planCatchUp(_ now: Instant, _ effects: inout LoaderEffects) {
        let rule = settings.catchUp
        let asset = order.currentAsset
        guard rule.isUsed, !order.items.isEmpty, assets[asset].live.lets(rule) else { return }
        if assets[asset].live.newest?.listing.isEnded ?? false { return endCatchingUp(now, &effects) }
        guard assets[asset].live.asksNaturalSpeed else { return endSamples(now) }
        guard playhead.rate == assets[asset].live.catchUp.speed else { return }
        guard let (end, age) = assets[asset].edge(for: rule, in: order.currentBuffer, at: now) else { return }
        let place = playhead.place(at: now)
        let latency = end + age - place
        var memory = assets[asset].live.catchUp
        // The media that was loaded until now, and that which is.
        let loadedEnd = max(place, loadedEnd(from: place))
        if let last = assets[asset].live.loadedEnd {
            if last < loadedEnd { memory.note(possible: latency - (max(place, last) - place), rule, at: now) }
        } else {
            memory.beginSamples(at: now)
        }
        assets[asset].live.loadedEnd = loadedEnd
        defer { assets[asset].live.catchUp = memory }
        // Where nothing is left the clock stops at this very instant.
        guard loadedEnd > place else { return }
        if now >= memory.looksAt, wokenAt == now {
            let target = memory.sought ?? target(for: rule)
            let unit = assets[asset].live.part ?? assets[asset].live.target
            let question = CatchUp.Question(
                latency: latency, target: target, ahead: loadedEnd - place,
                targetDuration: assets[asset].live.target,
                staleness: max(.zero, age - MediaTime(nanoseconds: 3 * unit.nanoseconds)))
            let speed = rule.speed(question, &memory, at: now)
            memory.looksAt = now + rule.interval
            if speed != memory.speed { effects.append(.paces(speed, behind: latency)) }
            memory.speed = speed
        }
        arm(max(now, memory.looksAt), &effects)
    }

    /// The end of what is loaded of the current item from a place on. That the media of the items behind it does not
    /// count as ahead is ours: ExoPlayer, which loads them in one player, counts it.
    ///
    /// Inlined, because a call would copy the loader first.
    @inline(__always)
    private func loadedEnd(from place: MediaTime) -> MediaTime {
        if order.focus == 0 { return usableEnd(of: assets[order.asset].fetches.playableEnd) }
        return order.currentBuffer.playableEnd(from: place)
    }

    /// The stream is over: it is played at natural speed, whether it plays just now or not.
    private mutating func endCatchingUp(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.currentAsset
        guard assets[asset].live.catchUp.speed != .one,
            let (end, age) = assets[asset].edge(for: settings.catchUp, in: order.currentBuffer, at: now)
        else { return }
        assets[asset].live.catchUp.speed = .one
        effects.append(.paces(.one, behind: end + age - playhead.place(at: now)))
    }

    /// Playback stops, or is at a speed that the app asks for: until it goes on there is nothing to see, and what comes
    /// meanwhile does not come just then.
    private mutating func endSamples(_ now: Instant) {
        let asset = order.currentAsset
        let rule = settings.catchUp
        guard let last = assets[asset].live.loadedEnd else { return }
        if let (end, age) = assets[asset].edge(for: rule, in: order.currentBuffer, at: now) {
            assets[asset].live.catchUp.note(possible: end + age - last, rule, at: now)
        }
        assets[asset].live.loadedEnd = nil
    }

    /// The app has playback go on behind a pause. Where it has asked for the edge in that pause, playback is behind the
    /// target by the time since: the playlist may be older, but nobody has wished for that.
    mutating func noteResumed(_ now: Instant) {
        let asset = order.currentAsset
        let rule = settings.catchUp
        defer { assets[asset].live.wentToEdgeAt = nil }
        guard rule.isUsed, !order.items.isEmpty, assets[asset].live.hasJoined, !assets[asset].live.isMoving,
            let (end, age) = assets[asset].edge(for: rule, in: order.currentBuffer, at: now)
        else { return }
        let sinceEdge = assets[asset].live.wentToEdgeAt.map { MediaTime(nanoseconds: (now - $0).nanoseconds) }
        let distance = sinceEdge.map { target(for: rule) + $0 } ?? end + age - playhead.place(at: now)
        assets[asset].live.catchUp.noteResumed(at: distance, rule)
    }

    /// The distance from the edge that is held where the app has sought no other.
    @inline(__always)
    private func target(for rule: CatchUp) -> MediaTime {
        settings.live.offset ?? assets[order.currentAsset].live.target(for: rule)
    }

    /// The clock moves otherwise. Where it stops because nothing is left, that is a stall, unless `setPaused` says at
    /// that very instant that an interstitial event begins; where it starts, the edge is looked at at once.
    mutating func noteClockOfLive(_ before: Playhead, _ sought: SoughtPlace, _ now: Instant) {
        let asset = order.currentAsset
        assets[asset].live.isMoving = false
        assets[asset].live.offset = nil
        let rule = settings.catchUp
        guard rule.isUsed else { return }
        let place = playhead.place(at: now)
        // Who seeks to where the playhead is has sought that place all the same.
        if sought != .nowhere || playhead.hasJumped(from: before, at: now) {
            assets[asset].live.catchUp.noteJump(jump(to: place, sought, rule, now), rule)
            assets[asset].live.wentToEdgeAt = sought == .edge && assets[asset].live.isPaused ? now : nil
            assets[asset].live.loadedEnd = nil
        } else if before.rate.isMoving, !playhead.rate.isMoving {
            endSamples(now)
            assets[asset].live.hasRunDry = place >= loadedEnd(from: place)
        }
        if !before.rate.isMoving { assets[asset].live.catchUp.looksAt = .zero }
    }

    private mutating func jump(
        to place: MediaTime, _ sought: SoughtPlace, _ rule: CatchUp, _ now: Instant
    ) -> CatchUp.Jump {
        let asset = order.currentAsset
        switch sought {
        case .nowhere:
            let listed = assets[asset].live.lastListed?.range
            return .ofStream(listed: listed.map { $0.upperBound - $0.lowerBound } ?? .zero)
        case .place:
            let edge = assets[asset].edge(for: rule, in: order.currentBuffer, at: now)
            guard let (end, age) = edge else { return .live }
            return .sought(end + age - place)
        case .edge: return .live
        }
    }
}

extension LiveLoad {
    /// Whether a rule has what it needs of the playlists.
    func lets(_ rule: CatchUp) -> Bool { saysHoldBack && saysDate || !rule.goesByDates }

    /// The distance from the edge that a rule holds, unless the app says another: HOLD-BACK, and for ExoPlayer that of
    /// EXT-X-START before it (media3's HlsMediaSource.java, `getTargetLiveOffsetUs`).
    fileprivate func target(for rule: CatchUp) -> MediaTime {
        guard rule.goesByDates, let start, let firstEdge else { return holdBack }
        return start.offset < .zero ? .zero - start.offset : max(.zero, firstEdge.listed - start.offset)
    }
}

extension AssetLoad {
    /// The edge of a live stream as a rule sees it: where a playlist of the video ended, and the time since it came;
    /// nil where it lists nothing. That playlist is the newest one with news, also while another variant's is on its
    /// way. A rule that goes by the clock counts from the first of the item all along, because that goes on whether or
    /// not a playlist comes: ExoPlayer adds to its target, once, by how much the dates of the first playlist are behind
    /// the clock as it comes (HlsMediaSource.java, `createTimelineForLive`).
    ///
    /// It changes nothing. But to ask who may change is to ask in place.
    fileprivate mutating func edge(
        for rule: CatchUp, in buffer: MediaBuffer, at now: Instant
    ) -> (end: MediaTime, age: MediaTime)? {
        guard let playlist = live.newest, !playlist.listing.isEmpty, let first = live.firstEdge else { return nil }
        let newest = buffer.tracks[0].chunks.start(of: playlist.listing.end)
        let (end, came) = rule.goesByClock ? (first.end, first.at) : (newest, playlist.newsAt)
        return (end, MediaTime(nanoseconds: (now - came).nanoseconds))
    }
}
