// The clock, and the pipelines that it waits for: built as an item becomes current (A.46), and anew when what they
// serve changes.
extension Player {
    /// Starts the clock where nothing holds it, once the pipelines are full. Where its place is tied to a host time, it
    /// starts where it would be since then, but no further than playback goes.
    mutating func runClock(_ now: Instant, tiedTo host: Instant? = nil, _ effects: inout Effects) {
        guard case .none = hold, playhead.rate != pace else { return }
        let start = pipelines.start(at: now, filling: settings.preroll.time)
        guard start <= now else { return hold = .filling(until: start, tiedTo: host) }
        var place = playhead.place(at: now)
        if let host, !playhead.rate.isMoving {
            place = max(place, min(place + pace.media(passingIn: now - host), end))
        }
        playhead = Playhead(movingFrom: place, at: pace, since: now)
        current?.hasBegun = true
        effects.append(.announce(.timebase(pace, at: playhead.place)))
        effects.append(.moveClock)
    }

    /// The rate at which the clock moves where nothing holds it: what was asked for, and for natural speed what the
    /// player makes of it by itself.
    var pace: Rate { rate == .one ? current?.naturalPace ?? .one : rate }

    /// Another speed stands for the natural one, to catch up with a live stream.
    mutating func setPace(_ rate: Rate, _ now: Instant, _ effects: inout Effects) {
        guard rate.isMoving, itemError == nil else { return }
        current?.naturalPace = rate
        if playhead.rate.isMoving { runClock(now, &effects) }
    }

    /// Goes on where the hold of the clock is over: the host time has come, or the pipelines are full.
    mutating func releaseClock(_ now: Instant, _ effects: inout Effects) {
        switch hold {
        case .scheduled(let host) where now >= host:
            hold = .none
            runClock(now, tiedTo: host, &effects)
        case .filling(let until, let host) where now >= until:
            pipelines.becomeFull()
            hold = .none
            runClock(now, tiedTo: host, &effects)
        case .none, .seek, .landing, .tied, .scheduled, .filling: return
        }
    }

    /// Begins to fill the pipelines of a clock that is to start at a host time, if nothing has begun it.
    mutating func fillPipelines(_ now: Instant) {
        guard case .scheduled = hold, pipelines.fill == .empty, !playhead.rate.isMoving else { return }
        pipelines.preroll(until: pipelines.start(at: now, filling: settings.preroll.time))
    }

    /// Holds the playhead where it is, or on `boundary` where it has stepped over that by a rounding.
    mutating func holdClock(onto boundary: MediaTime?, _ now: Instant, _ effects: inout Effects) {
        guard playhead.rate.isMoving else { return }
        var place = playhead.place(at: now)
        if let boundary, playhead.oversteps(boundary, at: now) { place = boundary }
        playhead = Playhead(restingAt: place, since: now)
        effects.append(.announce(.timebase(.zero, at: place)))
        effects.append(.moveClock)
    }

    /// Whatever the pipelines were filled with, or were being filled, is of no use.
    mutating func emptyPipelines() {
        pipelines.empty()
        hold.stopFilling()
    }

    /// The pipelines are built again; and where nobody has asked to play yet, the first frame is prepared.
    mutating func buildPipelines(_ now: Instant, _ effects: inout Effects) {
        let costs = settings.pipelines
        var time = costs.audio
        let hasVideo = showsPictures
        if hasVideo { time = time + costs.video }
        if hasVideo, !rate.isMoving { time = time + costs.still }
        pipelines.build(taking: time, at: now)
        if costs.takeTime { effects.append(.announce(.pipelines(hasVideo: hasVideo, until: pipelines.builtAt))) }
    }

    /// A layer comes or goes. With an item there that has pictures the pipelines have to be built again (A.45); the
    /// rest is as for any change of tracks.
    mutating func setLayer(_ value: Bool, _ now: Instant, _ effects: inout Effects) {
        let showedPictures = showsPictures
        hasLayer = value
        if showsPictures != showedPictures { changeTracks(now, &effects) }
    }

    /// Something else plays: the layer, the language of sound or subtitles, a track that is enabled or disabled (A.43).
    ///
    /// Since iOS 10 playback goes on meanwhile. Under the rules of iOS 9 it pauses, the pipelines are built, and it
    /// resumes, from a key frame where there are pictures.
    mutating func changeTracks(_ now: Instant, _ effects: inout Effects) {
        guard let item, itemError == nil else { return }
        let isMoving = playhead.rate.isMoving
        if isMoving, settings.linkedOn == .iOS10 { return }
        cancelPreroll(&effects)
        holdClock(onto: nil, now, &effects)
        buildPipelines(now, &effects)
        guard case .playing = state else { return }
        emptyPipelines()
        let step = item.keyFrameInterval.nanoseconds
        let place = playhead.place.nanoseconds
        if isMoving, showsPictures, place % step > 0, place / step * step >= item.start.nanoseconds {
            hold = .landing
            jump(to: MediaTime(nanoseconds: place / step * step), now, &effects)
        } else {
            fillPipelines(now)
            runClock(now, &effects)
        }
    }
}
