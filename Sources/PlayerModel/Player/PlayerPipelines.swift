/// What building pipelines takes: "a pipeline" is what turns the tracks of an item into sound and pictures (A.45–A.47).
///
/// Apple gives no figures. All are zero unless a scenario says otherwise, and printed.
public struct Pipelines: Equatable, Sendable {
    /// The time that building one for sound takes.
    public var audio = TimeAmount.zero
    /// The time that pictures take besides, where there is a layer to show them.
    public var video = TimeAmount.zero
    /// The time that preparing the still frame of a paused item takes, where there is a layer (A.47).
    public var still = TimeAmount.zero

    /// Nothing.
    public init() {}

    /// Whether anything takes time.
    public var takeTime: Bool { audio + video + still > .zero }
}

// When pipelines are built: as an item becomes current (A.46), and anew when what they serve changes.
extension Player {
    /// An item has become current: its pipelines are built; and where nobody has asked to play yet, its first frame is
    /// prepared.
    mutating func build(_ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        guard item != nil else { return builtAt = .zero }
        builtAt = now
        rebuild(now, &effects)
    }

    /// They are built again, once the last ones are there.
    private mutating func rebuild(_ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        let costs = settings.pipelines
        var time = costs.audio
        if hasLayer { time = time + costs.video }
        if hasLayer, !rate.isMoving { time = time + costs.still }
        builtAt = max(now, builtAt) + time
        if costs.takeTime { effects.append(.announce(.pipelines(hasVideo: hasLayer, until: builtAt))) }
    }

    /// What they were filled with, or were being filled, is of no use.
    mutating func emptyPipelines() { (isFilled, fillsUntil, prerollsUntil) = (false, nil, nil) }

    /// A layer comes or goes. With an item there the pipelines have to be built again (A.45); the rest is as for any
    /// change of tracks.
    mutating func setLayer(_ value: Bool, _ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        guard value != hasLayer else { return }
        hasLayer = value
        changeTracks(now, &effects)
    }

    /// What plays changes: the layer, the language of sound or subtitles, a track that is enabled or disabled (A.43).
    ///
    /// Since iOS 10 playback goes on meanwhile. Under the rules of iOS 9 it pauses, the pipelines are built, and it
    /// resumes, from a key frame where there are pictures.
    mutating func changeTracks(_ now: Instant, _ effects: inout ContiguousArray<PlayerEffect>) {
        guard let item, itemError == nil else { return }
        if playhead.rate.isMoving {
            guard settings.linkedOn == .iOS9 else { return }
            holdClock(onto: nil, now, &effects)
            rebuild(now, &effects)
            emptyPipelines()
            let step = item.keyFrameInterval.nanoseconds
            let place = playhead.place.nanoseconds
            if hasLayer, place % step > 0, place / step * step >= item.start.nanoseconds {
                jump(to: MediaTime(nanoseconds: place / step * step), now, &effects)
                landing = .ofHostTime
            } else {
                runClock(now, &effects)
            }
            return
        }
        rebuild(now, &effects)
        guard case .playing = state else { return }
        emptyPipelines()
        if landing == nil, startsAt == nil { runClock(now, &effects) }
    }
}
