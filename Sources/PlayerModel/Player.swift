/// The autowait state machine: what `AVPlayer` decides from what it can see.
///
/// Every call and every fact is an input; what follows is a list of effects. The machine holds no clock and asks for
/// none: time and the state of the buffer come with each input.
public struct Player: Sendable {
    /// Status, requested rate, and what only a waiting player has. A paused player has no rate, so it cannot have a
    /// wrong one.
    public enum State: Equatable, Sendable {
        case paused
        case waiting(Rate, Wait)
        case playing(Rate)
    }

    /// A wait: for what, since when, and from what it came.
    public struct Wait: Equatable, Sendable {
        /// `reasonForWaitingToPlay`.
        public var reason: WaitingReason
        /// The instant at which it began.
        public var since: Instant
        /// From what it came.
        public var origin: Origin

        /// What made the player wait.
        public enum Origin: UInt8, Sendable {
            case request
            case stall
            case seek
            /// `playImmediately(atRate:)` with nothing loaded, which counts as a stall that is not announced (B.4).
            case nothingLoaded
        }
    }

    /// What a jump of the playhead came from; a seek alone has a completion handler.
    enum Landing: Sendable {
        case ofSeek
        case ofHostTime
    }

    /// Status and requested rate.
    public internal(set) var state = State.paused
    /// Where playback is, and how it moves.
    public internal(set) var playhead = Playhead(restingAt: .zero, since: .zero)
    /// The current item, or nil.
    public internal(set) var item: PlayerItem?
    /// What was set, by the settings at first and by calls since.
    public internal(set) var settings: PlayerSettings
    /// Whether the current item has played to its end time since the last seek.
    public internal(set) var hasPlayedToEnd = false
    /// `isPlaybackLikelyToKeepUp`, as last announced.
    public internal(set) var isLikelyToKeepUp = false
    /// `isPlaybackBufferFull`, as last announced.
    public internal(set) var isBufferFull = false
    /// `isPlaybackBufferEmpty`, as last announced.
    public internal(set) var isBufferEmpty = true

    /// A jump that has not found media to land on yet.
    var landing: Landing?
    /// The host time at which `setRate(_:time:atHostTime:)` wants the clock to start.
    var startsAt: Instant?
    /// Whether the facts that come with inputs are still those of another place or item. `bufferChanged` ends it.
    var awaitsFacts = false
    /// The deadline that was asked for and has not come; later ones are left out until it has.
    var armed = Instant.never

    /// A paused player without an item.
    public init(settings: PlayerSettings) { self.settings = settings }

    /// Takes one input at `now` and appends what follows to `effects`. Constant time.
    public mutating func handle(
        _ input: PlayerInput, seeing buffer: BufferState, at now: Instant,
        into effects: inout ContiguousArray<PlayerEffect>
    ) {
        switch input {
        case .play: request(settings.defaultRate, buffer, now, &effects)
        case .pause: request(.zero, buffer, now, &effects)
        case .setRate(let rate): request(rate, buffer, now, &effects)
        case .playImmediately(let rate): playImmediately(rate, buffer, now, &effects)
        case .setRateAtHostTime(let rate, let place, let host):
            setRate(rate, at: place, host: host, now, &effects)
        case .setAutomaticallyWaits(let value): setAutomaticallyWaits(value, buffer, now, &effects)
        case .setDefaultRate(let rate): settings.defaultRate = rate
        case .setActionAtItemEnd(let action): setActionAtItemEnd(action, &effects)
        case .setForwardPlaybackEndTime(let place): moveEnd(place, now, &effects)
        case .seek(let target, let before, let after):
            seek(to: target, before: before, after: after, now, &effects)
        case .replaceCurrentItem(let item): replaceCurrentItem(item, .appCall, now, &effects)
        case .bufferChanged: awaitsFacts = false
        case .deadline: if now >= armed { armed = .never }
        }
        guard !awaitsFacts else { return }
        settle(buffer, now, &effects)
        announceFlags(buffer, now, &effects)
    }

    // MARK: Reading

    /// `timeControlStatus`.
    public var timeControlStatus: TimeControlStatus {
        switch state {
        case .paused: .paused
        case .waiting: .waitingToPlayAtSpecifiedRate
        case .playing: .playing
        }
    }

    /// `reasonForWaitingToPlay`.
    public var reasonForWaitingToPlay: WaitingReason? {
        if case .waiting(_, let wait) = state { wait.reason } else { nil }
    }

    /// `rate`: what the app asked for, as opposed to what passes.
    public var rate: Rate {
        switch state {
        case .paused: .zero
        case .waiting(let rate, _), .playing(let rate): rate
        }
    }

    /// The timebase's rate: what really passes.
    public var timebaseRate: Rate { playhead.rate }

    /// `currentTime()`.
    @inlinable
    public func currentTime(at now: Instant) -> MediaTime { playhead.place(at: now) }

    /// Where playback ends: the duration, or `forwardPlaybackEndTime` where that comes before.
    public var end: MediaTime {
        guard let item else { return .zero }
        return min(item.duration, settings.forwardPlaybackEndTime ?? item.duration)
    }

    /// `actionAtItemEnd`, or the default of the class.
    public var actionAtItemEnd: ActionAtItemEnd {
        settings.actionAtItemEnd ?? (settings.playerClass == .queuePlayer ? .advance : .pause)
    }

    /// Whether the player waits by itself. Before iOS 10 a stream did and a file did not (A.9, A.10, B.3).
    public var waitsAutomatically: Bool {
        switch settings.linkedOn {
        case .iOS9: item?.isStream ?? true
        case .iOS10: settings.automaticallyWaits
        }
    }

    /// Stops the program if the state contradicts itself. For tests, after every input.
    public func checkInvariants(at now: Instant) {
        switch state {
        case .paused: precondition(!playhead.rate.isMoving, "A paused player's timebase is at rest.")
        case .waiting(let rate, let wait):
            precondition(!playhead.rate.isMoving, "A waiting player's timebase is at rest.")
            precondition(rate.isMoving, "A waiting player has been asked for a rate.")
            precondition(
                (wait.reason == .noItemToPlay) == (item == nil), "Only a player without an item waits for one.")
            precondition(waitsAutomatically, "A player that does not wait automatically never waits.")
        case .playing(let rate):
            precondition(item != nil, "A player plays an item.")
            precondition(
                playhead.rate == rate || landing != nil || startsAt != nil, "A playing player's timebase has its rate.")
        }
        precondition(playhead.place(at: now) >= .zero, "The playhead is on the timeline.")
    }
}
