/// The autowait state machine: what `AVPlayer` decides from what it can see.
///
/// Every call and every fact is an input; what follows is a list of effects. The machine holds no clock and asks for
/// none: time and the state of the buffer come with each input.
///
///     input ─▶ what it says is set down ─▶ settle: status and clock ─▶ announceFlags: the buffer, the next deadline
///                           └─ while facts are awaited, nothing follows before bufferChanged
///
/// The phases are enums, each in its own file: the status (`State`), what holds the clock of a playing player
/// (`ClockHold`), how full the pipelines are (`PipelineState`), how far the next item is (`NextItem`), and which facts
/// are waited for (`Facts`). All else that ends with an item is in `CurrentItem`.
///
/// These tables are the whole of it: `PlayerTableTests` reads them here and tries every cell. A cell is the status that
/// an input leads to, by the status that it comes `from` and by what is loaded at the playhead: nothing (`empty`);
/// something, with no throughput measured yet (`unmeasured`); too little by the rule of `KeepUp` (`unlikely`); or
/// `enough`: enough by the rule, or all there is, or too little in a buffer that is full and takes no more (A.6, A.7,
/// B.2). Or the playhead is where playback ends (`at end`).
///
/// | cell | meaning |
/// |---|---|
/// | paused | `rate` is 0; in every other status it is what was asked for (A.16, A.19) |
/// | noItem, evaluating | waiting for `noItemToPlay`, for `evaluatingBufferingRate` |
/// | minimizing | waiting for `toMinimizeStalls`, as the rule says, as nothing came to judge by, or sought in a stall |
/// | rebuffering | waiting for `toMinimizeStalls`, because nothing was loaded; what comes then is not evaluated anew |
/// | playing | the timebase has the rate that was asked for, or its pace; in every other status it is at rest (A.18) |
/// | stalls | posts `playbackStalledNotification`; then rebuffering (A.12), or paused without autowait (B.3) |
/// | keeps | without autowait: evaluating, or noItem, where an early request is `remembered`; paused where `dropped` |
/// | cutOff, playingOut | as paused, as playing, but nothing more of the item comes: it plays as far as it is loaded |
/// | failed | as paused, with an item whose status is failed: it cannot be played, and another must take its place |
/// | fails | the status becomes failed; `failedToPlayToEndTimeNotification` comes before, if anything was played |
/// | ends | posts `didPlayToEndTimeNotification`; then as the last table says |
/// | raises | an `NSInvalidArgumentException` (A.33, B.5); otherwise as learn |
/// | ·, – | the status stays; cannot be |
///
/// | input | stands for |
/// |---|---|
/// | ask | `play()`, `rate = r` (A.11) |
/// | now | `playImmediately(atRate:)` (A.15) |
/// | tie | `setRate(_:time:atHostTime:)` |
/// | pause | `pause()`, `rate = 0`, an interruption by a call, another route or the background (B.1) |
/// | on, off | `automaticallyWaitsToMinimizeStalling`, which is autowait for short (A.14) |
/// | seek | `seek(to:)`; a live stream that is joined, or goes on elsewhere |
/// | item, no item | `replaceCurrentItem(with:)`, with an item or nil |
/// | item, no item | `advanceToNextItem()`, `remove(_:)` of the current item: with an item behind it, or none |
/// | item | `insert(_:after:)` where there is no item at all |
/// | no item | `removeAllItems()` |
/// | fail | `loadingFailed` |
/// | overdue | `deadline` once `evaluation` is over; where nothing is evaluated, and without autowait, it is learn |
/// | learn | `bufferChanged`, `deadline`, `defaultRate`, `actionAtItemEnd`, `forwardPlaybackEndTime`, a failing seek |
/// | learn | `insert(_:after:)` behind an item; `remove(_:)`, a seek or another end of an item that is not current |
/// | learn | a layer that comes or goes, a change of tracks; on iOS 9 a player that plays rests for it |
/// | learn | `cancelPendingSeeks()`, `cancelPendingPrerolls()`; `preroll(atRate:)` once an item was ready |
/// | learn | a live stream that goes on elsewhere while the player is rebuffering |
/// | learn | the background of an app without a layer; another pace, which the clock has and the status has not |
///
/// Media after a seek, before another end and of another item is known from the next `bufferChanged`, and nothing is
/// concluded before (`Facts`). Under `from`, "waits" is evaluating, minimizing and rebuffering.
///
/// An item, and autowait (B.1, B.2, B.4). Linked on iOS 9, a stream follows this table and a file the next (A.9, A.10).
///
/// | input                    | from                   | empty       | unmeasured | unlikely   | enough     | at end |
/// |--------------------------|------------------------|-------------|------------|------------|------------|--------|
/// | ask                      | paused                 | evaluating  | evaluating | minimizing | playing    | ends   |
/// | ask, learn, seek, on     | evaluating             | ·           | ·          | minimizing | playing    | ends   |
/// | overdue                  | evaluating             | minimizing  | minimizing | minimizing | playing    | ends   |
/// | ask, learn, seek, on     | minimizing             | ·           | ·          | ·          | playing    | ends   |
/// | ask, learn, on           | rebuffering            | ·           | ·          | ·          | playing    | ends   |
/// | seek                     | rebuffering            | minimizing  | minimizing | minimizing | playing    | ends   |
/// | ask, now, learn, on, off | playing                | stalls      | ·          | ·          | ·          | ends   |
/// | seek                     | playing                | evaluating  | ·          | ·          | ·          | ends   |
/// | now                      | paused, waits          | rebuffering | playing    | playing    | playing    | ends   |
/// | off                      | evaluating, minimizing | keeps       | playing    | playing    | playing    | ends   |
/// | off                      | rebuffering            | paused      | playing    | playing    | playing    | ends   |
/// | learn, seek, on, off     | paused                 | ·           | ·          | ·          | ·          | ·      |
/// | pause                    | paused, waits, playing | paused      | paused     | paused     | paused     | paused |
/// | fail                     | paused                 | fails       | cutOff     | cutOff     | cutOff     | cutOff |
/// | fail                     | waits, playing         | fails       | playingOut | playingOut | playingOut | ends   |
/// | tie                      | paused, waits, playing | raises      | raises     | raises     | raises     | raises |
/// | tie                      | cutOff, playingOut     | raises      | raises     | raises     | raises     | raises |
/// | tie                      | failed                 | raises      | raises     | raises     | raises     | raises |
/// | item                     | paused                 | ·           | ·          | ·          | ·          | –      |
/// | item                     | cutOff, failed         | paused      | paused     | paused     | paused     | –      |
/// | item                     | noItem, waits, playing | evaluating  | evaluating | minimizing | playing    | –      |
/// | item                     | playingOut             | evaluating  | evaluating | minimizing | playing    | –      |
/// | no item                  | paused                 | ·           | ·          | ·          | ·          | ·      |
/// | no item                  | cutOff, failed         | paused      | paused     | paused     | paused     | paused |
/// | no item                  | waits, playing         | noItem      | noItem     | noItem     | noItem     | noItem |
/// | no item                  | playingOut             | noItem      | noItem     | noItem     | noItem     | noItem |
///
/// An item, and no autowait (B.3). Where an early request is `dropped` nothing is evaluating, and nothing noItem.
///
/// | input                    | from                | empty      | unmeasured | unlikely   | enough     | at end |
/// |--------------------------|---------------------|------------|------------|------------|------------|--------|
/// | ask                      | paused              | keeps      | playing    | playing    | playing    | ends   |
/// | ask, learn, seek, off    | evaluating          | ·          | playing    | playing    | playing    | ends   |
/// | on                       | evaluating          | ·          | ·          | minimizing | playing    | ends   |
/// | now                      | paused, evaluating  | paused     | playing    | playing    | playing    | ends   |
/// | ask, now, learn, on, off | playing             | stalls     | ·          | ·          | ·          | ends   |
/// | tie                      | paused, playing     | keeps      | playing    | playing    | playing    | ends   |
/// | tie                      | evaluating          | ·          | playing    | playing    | playing    | ends   |
/// | tie                      | cutOff, playingOut  | fails      | playingOut | playingOut | playingOut | ends   |
/// | tie                      | failed              | ·          | ·          | ·          | ·          | ·      |
/// | seek                     | playing             | keeps      | ·          | ·          | ·          | ends   |
/// | learn, seek, on, off     | paused              | ·          | ·          | ·          | ·          | ·      |
/// | fail                     | paused              | fails      | cutOff     | cutOff     | cutOff     | cutOff |
/// | fail                     | evaluating, playing | fails      | playingOut | playingOut | playingOut | ends   |
/// | pause                    | paused, playing     | paused     | paused     | paused     | paused     | paused |
/// | pause                    | evaluating          | paused     | paused     | paused     | paused     | paused |
/// | no item                  | paused              | ·          | ·          | ·          | ·          | ·      |
/// | no item                  | cutOff, failed      | paused     | paused     | paused     | paused     | paused |
/// | no item                  | evaluating, playing | keeps      | keeps      | keeps      | keeps      | keeps  |
/// | no item                  | playingOut          | keeps      | keeps      | keeps      | keeps      | keeps  |
/// | item                     | paused              | ·          | ·          | ·          | ·          | –      |
/// | item                     | cutOff, failed      | paused     | paused     | paused     | paused     | –      |
/// | item                     | evaluating, playing | keeps      | playing    | playing    | playing    | –      |
/// | item                     | noItem, playingOut  | keeps      | playing    | playing    | playing    | –      |
///
/// An item of which nothing more comes, with autowait or without. What ends it is read as cutOff for paused below, and
/// as playingOut for playing.
///
/// | input                                | from       | empty | unmeasured | unlikely   | enough     | at end |
/// |--------------------------------------|------------|-------|------------|------------|------------|--------|
/// | ask, now                             | cutOff     | fails | playingOut | playingOut | playingOut | ends   |
/// | ask, now, learn, seek, on, off, fail | playingOut | fails | ·          | ·          | ·          | ends   |
/// | pause                                | playingOut | fails | cutOff     | cutOff     | cutOff     | cutOff |
/// | pause, learn, seek, on, off, fail    | cutOff     | fails | ·          | ·          | ·          | ·      |
/// | ask, now, pause                      | failed     | ·     | ·          | ·          | ·          | ·      |
/// | learn, seek, on, off, fail           | failed     | ·     | ·          | ·          | ·          | ·      |
///
/// No item, and what playback does at its end (B.6).
///
/// | input                             | from   | autowait | no autowait |
/// |-----------------------------------|--------|----------|-------------|
/// | ask                               | paused | noItem   | keeps       |
/// | now                               | paused | noItem   | ·           |
/// | tie                               | paused | raises   | ·           |
/// | learn, seek, pause, on, off, fail | paused | ·        | ·           |
/// | item, no item                     | paused | ·        | ·           |
/// | ask, learn, seek, on, fail        | noItem | ·        | ·           |
/// | now                               | noItem | ·        | paused      |
/// | pause                             | noItem | paused   | paused      |
/// | off                               | noItem | keeps    | ·           |
/// | tie                               | noItem | raises   | paused      |
/// | no item                           | noItem | ·        | ·           |
///
/// | actionAtItemEnd | autowait | no autowait |
/// |-----------------|----------|-------------|
/// | pause           | paused   | paused      |
/// | none            | playing  | playing     |
/// | advance         | noItem   | keeps       |
public struct Player: Sendable {
    /// Status, requested rate, and what only a waiting player has. A paused player has no rate, so it cannot have a
    /// wrong one.
    public enum State: Equatable, Sendable {
        /// Rate 0.
        case paused
        /// That rate is asked for, and playback does not go on.
        case waiting(Rate, Wait)
        /// At that rate.
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

        /// The event that made the player wait.
        public enum Origin: UInt8, Sendable {
            /// A call that asks for a rate; a buffer that ran dry; a jump to what is not loaded.
            case request, stall, seek
            /// `playImmediately(atRate:)` with nothing loaded, which counts as a stall that is not announced (B.4).
            case nothingLoaded
        }
    }

    /// The consequences of an input, to which every step appends its own.
    typealias Effects = ContiguousArray<PlayerEffect>

    /// Status and requested rate.
    public internal(set) var state = State.paused
    /// The place where playback is, and how it moves.
    public internal(set) var playhead = Playhead(restingAt: .zero, since: .zero)
    /// The current item with all that belongs to it, or nil.
    public internal(set) var current: CurrentItem?
    /// Whether it has paused for want of the current item's media, without autowait: nobody has asked for that.
    package internal(set) var isPausedForMedia = false
    /// Whether an interstitial event is under way: until it is over nothing of the item is played.
    public internal(set) var isSuspended = false
    /// The items behind it.
    public internal(set) var queue = PlayQueue()
    /// The settings at first, and then as calls have changed them.
    public internal(set) var settings: PlayerSettings
    /// Whether there is an `AVPlayerLayer`, for which pictures are prepared.
    public internal(set) var hasLayer = false
    /// `isPlaybackLikelyToKeepUp`, as last announced.
    public internal(set) var isLikelyToKeepUp = false
    /// `isPlaybackBufferFull`, as last announced.
    public internal(set) var isBufferFull = false
    /// `isPlaybackBufferEmpty`, as last announced.
    public internal(set) var isBufferEmpty = true

    /// Whether any of its items was ready to play so far, by which `AVPlayer.status` becomes `readyToPlay` for good.
    package var wasReady = false
    /// Whether the rule last said that it is likely to keep up, announced or about to be.
    var wasLikely = false
    /// The reason why the clock rests though the player plays, or a jump that is pending though it does not.
    var hold = ClockHold.none
    var pipelines = PipelineState()
    var prerolling = Prerolling.none
    var next = NextItem.notReady
    var facts = Facts.known
    /// The instant of the player's next decision of its own; `never` where only a call or an arrival leads to one.
    public internal(set) var due = Instant.never
    /// The deadline that was asked for and has not come; later ones are left out until it has.
    var armed = Instant.never
    /// Rules that hear what this player asks its own.
    public var bystanders = KeepUp.Bystanders.none

    /// A paused player without an item.
    public init(settings: PlayerSettings) {
        self.settings = settings
        hasLayer = settings.hasLayer
    }

    /// Takes one input at `now` and appends what follows to `effects`. The time that it takes does
    /// not depend on how long playback has gone on; where an item leaves a queue, it grows with what is behind it.
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
            setRate(rate, at: place, host: host, buffer, now, &effects)
        case .setAutomaticallyWaits(let value): setAutomaticallyWaits(value, buffer, now, &effects)
        case .setDefaultRate(let rate): settings.defaultRate = rate
        case .setActionAtItemEnd(let action): setActionAtItemEnd(action, &effects)
        case .setForwardPlaybackEndTime(let place): moveEnd(place, now, &effects)
        case .seek(let target, let before, let after):
            seek(to: target, before: before, after: after, buffer, now, &effects)
        case .moveLive(let place): moveLive(to: place, now, &effects)
        case .setPace(let rate): setPace(rate, now, &effects)
        case .suspend(let place): suspend(at: place, now, &effects)
        case .resume(let place): resume(at: place, buffer, now, &effects)
        case .replaceCurrentItem(let item): replaceCurrentItem(item, .appCall, now, &effects)
        case .insert(let item, let id): insert(item, after: id, now, &effects)
        case .setStart(let place, let id): setStart(place, of: id, &effects)
        case .setStop(let place, let id): setStop(place, of: id, &effects)
        case .remove(let id): remove(id, now, &effects)
        case .advanceToNextItem: skip(now, &effects)
        case .removeAllItems: removeAllItems(now, &effects)
        case .setLayer(let value): setLayer(value, now, &effects)
        case .changeTracks: changeTracks(now, &effects)
        case .cancelPendingSeeks: cancelSeek(&effects)
        case .preroll(let rate): preroll(atRate: rate, &effects)
        case .cancelPendingPrerolls: cancelPreroll(&effects)
        case .tearDown: tearDown(now, &effects)
        case .interrupt(let interruption): interrupt(interruption, now, &effects)
        case .bufferChanged: learn(buffer, now)
        case .loadingFailed(let failure): if loading.goesOn { current?.loading = .gaveUp(failure) }
        case .deadline:
            if now >= armed { armed = .never }
            if bystanders.isUsed { return wake(buffer, now, &effects) }
        }
        settleAndAnnounce(buffer, now, &effects)
    }

    @inline(__always)
    private mutating func settleAndAnnounce(_ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        guard case .known = facts else { return }
        fillNext(buffer, now)
        settle(buffer, now, &effects)
        announceFlags(buffer, now, &effects)
    }

    /// Does what is due, of which some bystanders would have known nothing.
    @inline(never)
    private mutating func wake(_ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        let (before, first) = (bystanders, effects.count)
        settleAndAnnounce(buffer, now, &effects)
        let hasDoneAnything = effects[first...].contains { if case .arm = $0 { false } else { true } }
        bystanders.settle(wokenAt: now, before, hasDoneAnything: hasDoneAnything)
    }

    /// By bystander, whether all would have been the same so far with its rule for this player's, but for reasons.
    public var agreeingBystanders: [Bool] { bystanders.agreeing(due: due) }

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

    /// The speed at which it plays, or would: `rate`, or of a paused player `defaultRate`.
    public var speed: Rate { rate.isMoving ? rate : settings.defaultRate }

    /// The timebase's rate: what really passes.
    public var timebaseRate: Rate { playhead.rate }

    /// `currentTime()`.
    @inlinable
    public func currentTime(at now: Instant) -> MediaTime { playhead.place(at: now) }

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
            precondition(
                waitsAutomatically || isSuspended || remembers(wait.origin),
                "A player that does not wait automatically waits for media to begin with alone.")
            precondition(
                waitsAutomatically || wait.reason != .toMinimizeStalls,
                "Without autowait nothing minimizes stalls.")
            precondition(
                loading.goesOn || isSuspended || facts != .known, "A player does not wait for what will never come.")
            precondition(
                isSuspended == (wait.reason == .interstitialEvent), "What waits for an event waits for nothing else.")
        case .playing:
            precondition(item != nil && !isSuspended, "A player plays an item that is not suspended.")
            precondition(
                playhead.rate == (hold == .none ? pace : .zero), "A playing player's clock runs unless it is held.")
            precondition(!hold.awaitsMedia || facts != .known, "A player plays where it knows of media.")
        }
        precondition(itemError == nil || state == .paused, "A failed item is not played.")
        precondition(!isSuspended || item != nil && itemError == nil, "What is suspended could be played.")
        precondition(itemError == nil || hold == .none, "A failed item has no pending seek.")
        precondition(playhead.place(at: now) >= .zero, "The playhead is on the timeline.")
        switch hold {
        case .none: break
        case .seek: precondition(item != nil && pipelines.fill == .empty, "A jump empties the pipelines.")
        case .landing:
            precondition(
                item != nil && pipelines.fill != .full,
                "A jump empties the pipelines, and nobody has waited for those of another item yet.")
        case .tied:
            precondition(
                pipelines.fill == .empty && (timeControlStatus == .playing || keepsHostTime),
                "Media is waited for by a playing player with a host time, or by one that remembers both.")
        case .scheduled:
            precondition(
                pipelines.fill != .empty && timeControlStatus == .playing,
                "A host time is waited for by a playing player, whose pipelines fill.")
        case .filling:
            precondition(pipelines.fill != .full && timeControlStatus == .playing, "A playing player waits for them.")
        }
        precondition(item != nil || pipelines == PipelineState(), "Pipelines are those of an item.")
        precondition(next.fullAt == nil || queue.next != nil, "Only an item that is there is prerolled.")
        precondition(prerolling == .none || item != nil && itemError == nil, "What is prerolled can be played.")
        precondition(armed <= due || facts != .known, "The player is woken when it has something to decide.")
    }
}
