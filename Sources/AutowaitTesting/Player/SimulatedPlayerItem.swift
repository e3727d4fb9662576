internal import PlayerModel
internal import Simulation

/// A simulated item with the interface of `AVPlayerItem`.
///
/// A player makes it, see `SimulatedPlayer.makeItem(of:from:to:)`. It keeps its status, its place and its settings
/// when it leaves the player and comes back. While it is not current its buffer's flags are those of an item that is
/// not played: it is not likely to keep up, and not full.
///
/// It is `Sendable`, as `AVPlayerItem` is, so that closures and tasks may hold it, and is used on the thread that lets
/// time pass.
public final class SimulatedPlayerItem: @unchecked Sendable {
    let engine: Engine
    let player: Int16
    /// The item as it was made: where it is now is kept by the engine.
    private var piece: PlayerItem
    init(_ engine: Engine, player: Int16, _ piece: PlayerItem) {
        self.engine = engine
        self.player = player
        self.piece = piece
    }

    /// The limits that hold for it.
    var limits: ItemLimits { engine.limits(ofItem: id, of: player) }

    /// Changes one of them.
    private func limit<Value>(
        _ limit: WritableKeyPath<ItemLimits, Value>, to value: Value, by call: StaticString = #function
    ) {
        var limits = limits
        limits[keyPath: limit] = value
        guard engine.set(limits, ofItem: id, of: player, by: call), isCurrent || isQueued else { return }
        engine.give(limits, toItem: id, of: player, isCurrent: isCurrent, by: call)
    }

    var id: Int32 { piece.id }

    /// The name that the scenario has given it; nil where it has none.
    var scenarioName: String? { engine.name(ofItem: id, of: player) }

    /// The item as it is handed to the player: it begins where it was left.
    var handed: PlayerItem {
        var handed = piece
        handed.start = engine.place(ofItem: id, of: player) ?? piece.start
        return handed
    }

    private var isCurrent: Bool { engine.model(of: player).item?.id == id }

    private var flags: BufferFlags { engine.flags(ofItem: id, of: player) }

    // MARK: Observable state

    /// Whether it can be played. It is ready as soon as something of it is loaded, also while it waits in the queue;
    /// that it has failed is seen when its turn has come, or when what is loaded of it has been played (ours).
    public var status: Status { engine.status(ofItem: id, of: player) }

    /// The reason for its failure, a `PlaybackFailure`; nil in every other status.
    public var error: (any Error)? { failure }

    /// The reason for its failure; nil in every other status.
    public var failure: PlaybackFailure? { engine.failure(ofItem: id, of: player).map { PlaybackFailure($0) } }

    /// Its length, which is known as soon as something of it is loaded; `indefinite` until then, and of a live stream
    /// until the playlist says that it is over.
    public var duration: MediaTime {
        if !isLoaded || recommendation != nil && !(edge?.isEnded ?? false) { return .indefinite }
        return MediaTime(piece.duration)
    }

    /// The distance from the end of the playlist at which playback of its live stream begins; nil of what is not live.
    private var recommendation: Place? { engine.holdBack(ofItem: piece, of: player) }

    private var isLoaded: Bool { engine.isLoaded(item: id, of: player) }

    private var edge: LiveEdgeSeen? { engine.edge(ofItem: id, of: player) }

    /// The stretches of its timeline that are loaded in all tracks, in order.
    public var loadedTimeRanges: [MediaTimeRange] {
        engine.session.loadedTimeRanges(ofItem: id, of: player).map { MediaTimeRange($0) }
    }

    /// The stretches to which playback can go: all of it, once its length is known. Of a live stream it is what the
    /// playlists list, up to where playback would begin; nothing before the first of them is in.
    public var seekableTimeRanges: [MediaTimeRange] {
        guard recommendation == nil else {
            guard let range = edge?.seekable, !range.isEmpty else { return [] }
            return [MediaTimeRange(range)]
        }
        return !isLoaded ? [] : [MediaTimeRange(start: .zero, duration: MediaTime(piece.duration))]
    }

    /// Whether playback that starts now will probably go on to the end: a prediction. To play, an app need not wait
    /// for it; the player does.
    public var isPlaybackLikelyToKeepUp: Bool { flags.isLikelyToKeepUp }

    /// Whether as much is loaded as the player wants, and no more is asked for; even while it is not likely to keep up.
    /// A segment that is under way by then still comes.
    public var isPlaybackBufferFull: Bool { flags.isFull }

    /// Whether nothing is left to play from the place of playback on: nothing is loaded there, or it is the end, or
    /// behind `forwardPlaybackEndTime`.
    public var isPlaybackBufferEmpty: Bool { flags.isEmpty }

    /// The rate at which time passes on its timeline: `CMTimebaseGetRate(timebase)`. 0 while it is not current.
    public var timebaseRate: Double { isCurrent ? Double(engine.model(of: player).timebaseRate.asFloat) : 0 }

    /// The place of playback on its timeline; while it is not current, the one at which it was left or to which it
    /// was sought.
    public func currentTime() -> MediaTime {
        MediaTime(isCurrent ? engine.model(of: player).currentTime(at: engine.now) : handed.start)
    }

    /// `accessLog()`: what was fetched and played of it so far; nil where nothing was. It is worked out anew each
    /// time, from the beginning of the world.
    public func accessLog() -> SimulatedAccessLog? { SimulatedAccessLog(engine, item: id, of: player) }

    /// `errorLog()`: what failed of it so far; nil where nothing did.
    public func errorLog() -> SimulatedErrorLog? { SimulatedErrorLog(engine, item: id, of: player) }

    // MARK: Places

    /// Goes to a place, or near it. While it is not current it will begin there, and in a queue behind another item it
    /// is loaded from there on.
    ///
    /// - Parameters:
    ///   - time: The place. Outside the item the seek is cancelled; `invalid` and `indefinite` raise an exception.
    ///     Infinity is as for `SimulatedPlayer.seek(to:completionHandler:)`.
    ///   - completionHandler: Told whether the seek was completed, which of an item that is not current it is when time
    ///     passes the next time; another one interrupts it.
    public func seek(to time: MediaTime, completionHandler: ((Bool) -> Void)? = nil) {
        seek(to: time, .positiveInfinity, .positiveInfinity, by: #function, completionHandler)
    }

    /// Goes to a place, no further off than the tolerances, as `SimulatedPlayer.seek` does.
    public func seek(
        to time: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime,
        completionHandler: ((Bool) -> Void)? = nil
    ) { seek(to: time, toleranceBefore, toleranceAfter, by: #function, completionHandler) }

    private func seek(
        to time: MediaTime, _ toleranceBefore: MediaTime, _ toleranceAfter: MediaTime, by call: StaticString,
        _ completionHandler: ((Bool) -> Void)?
    ) {
        let handler = completionHandler ?? { _ in }
        guard areTolerances(toleranceBefore, toleranceAfter, by: call), let place = place(sought: time, by: call)
        else { return engine.refuse(handler) }
        if isCurrent {
            let (before, after) = time.isPositiveInfinity ? (.zero, .zero) : (toleranceBefore, toleranceAfter)
            return engine.seek(to: place, before: before, after: after, of: player, by: call, handler)
        }
        engine.interruptLanded(ofItem: id, of: player)
        guard place >= .zero, place <= piece.duration, engine.leave(item: id, at: place, of: player, by: call) else {
            engine.tell()
            return engine.refuse(handler)
        }
        engine.holdLanded(handler, ofItem: id, of: player)
        if isQueued {
            let (before, after) = (toleranceBefore.length, toleranceAfter.length)
            engine.perform(
                .seek(item: id, named: scenarioName, to: place, before: before, after: after), of: player, by: call)
        }
        engine.tell()
    }

    /// Goes to a place, or near it, and returns whether that was completed, as `SimulatedPlayer.seek(to:)` does.
    @discardableResult
    nonisolated(nonsending) public func seek(to time: MediaTime) async -> Bool {
        let call: StaticString = #function
        return await Answer.awaited { seek(to: time, .positiveInfinity, .positiveInfinity, by: call, $0) }
    }

    /// Goes to a place, no further off than the tolerances, and returns whether that was completed.
    @discardableResult
    nonisolated(nonsending) public func seek(
        to time: MediaTime, toleranceBefore: MediaTime, toleranceAfter: MediaTime
    ) async -> Bool {
        let call: StaticString = #function
        return await Answer.awaited { seek(to: time, toleranceBefore, toleranceAfter, by: call, $0) }
    }

    /// Whether these are tolerances of a seek; others raise an exception.
    func areTolerances(_ before: MediaTime, _ after: MediaTime, by call: StaticString) -> Bool {
        guard let wrong = [before, after].first(where: { !$0.isValid || $0 < .zero }) else { return true }
        engine.fail(.exception(.toleranceIsNotPossible(wrong)), by: call)
        return false
    }

    /// The place that a time means to which it is to be sought; nil where there is none, and the seek is cancelled. A
    /// time that is no time raises an exception, and an infinite one is an end of what can be sought.
    func place(sought time: MediaTime, by call: StaticString) -> Place? {
        if let place = time.place { return place }
        if !time.isValid || time.isIndefinite {
            engine.fail(.exception(.seekingIsNotPossible(to: time)), by: call)
            return nil
        }
        guard recommendation == nil else {
            return edge.flatMap { time.isPositiveInfinity ? $0.latest : $0.seekable.lowerBound }
        }
        return time.isPositiveInfinity
            ? forwardPlaybackEndTime.place.map { min($0, piece.duration) } ?? piece.duration : .zero
    }

    /// Calls off a seek that is pending: its completion handler is called with false. The item stays where it was
    /// sought.
    public func cancelPendingSeeks() {
        if isCurrent {
            engine.perform(.cancelPendingSeeks, of: player)
        } else if engine.mayAct() {
            engine.interruptLanded(ofItem: id, of: player)
            engine.tell()
        }
    }

    /// Whether it waits behind the current item.
    private var isQueued: Bool { engine.model(of: player).queue.items.contains { $0.id == id } }

    // MARK: Settings

    /// The place where it ends, if that is before its duration; `invalid` is the duration.
    public var forwardPlaybackEndTime: MediaTime {
        get {
            let model = engine.model(of: player)
            let end = isCurrent ? model.forwardPlaybackEndTime : model.settings.forwardPlaybackEndTime(of: piece)
            return end.map { MediaTime($0) } ?? .invalid
        }
        set {
            let stop = newValue.place.map { max(.zero, $0) }
            guard engine.mayAct() else { return }
            if isCurrent {
                engine.perform(.setForwardPlaybackEndTime(stop), of: player)
            } else if isQueued {
                engine.perform(.setForwardPlaybackEndTime(stop, item: id, named: scenarioName), of: player)
            }
            piece.end = ItemEnd(stop)
        }
    }

    /// It is loaded anew, and ends where the scenario has it end.
    func endAsMade(_ made: PlayerItem) { piece.end = made.end }

    /// The most that the player should fetch per second, in **bits** of the peak that a variant declares; 0 is no
    /// limit.
    ///
    /// It holds for this item alone, from the next choice of a variant on: from the first, if it is set before the
    /// player gets the item, and where the item waits in the queue, before anything of it is loaded ahead. A player
    /// that never switches, which is that of a scenario without a profile and without `switching`, leaves a variant
    /// that a limit rules out all the same, for the highest that is left below it, and stays there until another item.
    public var preferredPeakBitRate: Double {
        get { limits.peakBitRate }
        set { limit(\.peakBitRate, to: newValue > 0 ? newValue : 0) }
    }

    /// The most pixels, from side to side and from top to bottom, that a variant should have; zero is no limit. It
    /// holds as `preferredPeakBitRate` does. A variant that declares no size is never ruled out: `World.warnings` says
    /// so where none does.
    public var preferredMaximumResolution: PresentationSize {
        get { limits.resolution }
        set { limit(\.resolution, to: newValue) }
    }

    /// The seconds of media that the player should have ahead; 0 leaves the choice to it, and infinity is all of it.
    ///
    /// It holds for what is loaded of this item, also behind another. It counts from the place of playback: with 5 s,
    /// loading of an item behind the current one begins when less than that is left to play before it (ours).
    public var preferredForwardBufferDuration: Double {
        get { limits.forwardBuffer == .unlimited ? .infinity : MediaTime(limits.forwardBuffer).seconds }
        set { limit(\.forwardBuffer, to: MediaTime(seconds: newValue).length) }
    }

    // MARK: Live streams

    /// The distance from the end of the playlist at which playback begins: the playlist's, unless another is set;
    /// `invalid` of what is not live. Set to `invalid` it is the playlist's again. It counts for playback that is yet
    /// to begin, or goes on after it has fallen out of what is listed.
    public var configuredTimeOffsetFromLive: MediaTime {
        get {
            guard let recommendation else { return .invalid }
            return MediaTime(limits.live.offset ?? recommendation)
        }
        set { limit(\.live.offset, to: newValue.place.map { max(.zero, $0) }) }
    }

    /// The distance that the playlist recommends: HOLD-BACK, or PART-HOLD-BACK; `invalid` of what is not live. AVPlayer
    /// goes by the network besides, in a way that Apple does not document.
    public var recommendedTimeOffsetFromLive: MediaTime { recommendation.map { MediaTime($0) } ?? .invalid }

    /// Whether the playhead stays as far from the end of the playlist as it was when playback began to wait.
    ///
    /// Apple says that the player seeks forward after it finishes buffering, to be as far from the end of
    /// `seekableTimeRanges` as when buffering began. That the playhead moves on with each playlist meanwhile is the
    /// simulator's own.
    public var automaticallyPreservesTimeOffsetFromLive: Bool {
        get { limits.live.preservesOffset }
        set { limit(\.live.preservesOffset, to: newValue) }
    }

    /// Whether the playlists of a live stream are loaded again while the player is paused.
    public var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
        get { limits.live.loadsWhilePaused }
        set { limit(\.live.loadsWhilePaused, to: newValue) }
    }
}

extension SimulatedPlayerItem: Hashable {
    /// Whether both are the same item.
    public static func == (left: SimulatedPlayerItem, right: SimulatedPlayerItem) -> Bool { left === right }

    /// Hashes which item it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// `isPlaybackLikelyToKeepUp`, `isPlaybackBufferFull` and `isPlaybackBufferEmpty`.
struct BufferFlags: Equatable {
    var isLikelyToKeepUp = false
    var isFull = false
    var isEmpty = true

    /// The properties in which they differ from others.
    func properties(unlike other: BufferFlags) -> [PlaybackItemProperty] {
        (isLikelyToKeepUp == other.isLikelyToKeepUp ? [] : [.isPlaybackLikelyToKeepUp])
            + (isFull == other.isFull ? [] : [.isPlaybackBufferFull])
            + (isEmpty == other.isEmpty ? [] : [.isPlaybackBufferEmpty])
    }
}
