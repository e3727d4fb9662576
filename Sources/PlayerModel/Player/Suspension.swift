/// Playback of an item that is suspended while an interstitial event is shown (`AVPlayerInterstitialEventMonitor`).
///
/// Apple's page says that the status becomes `waitingToPlayAtSpecifiedRate` for the reason `interstitialEvent`, that
/// another player, an `AVQueuePlayer`, plays what is shown meanwhile, and that the item goes on afterwards, so far
/// behind as the event says. `SuspensionTests` reads this table and tries every cell: the status that an input leads
/// to while an event is under way.
///
/// | input | stands for |
/// |---|---|
/// | ask | `play()`, `rate = r`, `playImmediately(atRate:)`, `setRate(_:time:atHostTime:)` without autowait |
/// | pause | `pause()`, `rate = 0`, an interruption |
/// | seek | `seek(to:)` within the item |
/// | item | another item, or none |
/// | learn | `bufferChanged`, `deadline`, `loadingFailed`, autowait that is switched |
/// | resume | the event is over |
///
/// | input  | paused    | suspended |
/// |--------|-----------|-----------|
/// | ask    | suspended | suspended |
/// | pause  | paused    | paused    |
/// | seek   | over      | over      |
/// | item   | over      | over      |
/// | learn  | paused    | suspended |
/// | resume | over      | over      |
///
/// | cell | meaning |
/// |---|---|
/// | paused | `rate` is 0; the event is under way all the same, and its own player rests |
/// | suspended | waiting for `interstitialEvent`, at the rate that was asked for |
/// | over | the event is no longer under way, and the player does as the tables of `Player` have it |
///
/// Where it goes on at another place, it does as one that was asked for its rate before, and has sought: with autowait
/// it evaluates anew; without, it plays on where media is loaded there, whatever becomes of an early request.
///
/// Ours, because Apple does not say: that a seek ends the event; that `playImmediately(atRate:)` and a host time wait
/// for its end like `play()`; that an item of which nothing more comes fails after it, and not meanwhile.
extension Player {
    /// `suspend(at:)`: a player that has been asked for a rate waits from now on.
    mutating func suspend(at place: MediaTime, _ now: Instant, _ effects: inout Effects) {
        guard item != nil, itemError == nil, !isSuspended else { return }
        isSuspended = true
        holdClock(onto: place, now, &effects)
        guard rate.isMoving else { return }
        awaitEvent(rate, .interstitialBegan, now, &effects)
    }

    /// Waits for the event to be over.
    mutating func awaitEvent(_ rate: Rate, _ cause: Cause, _ now: Instant, _ effects: inout Effects) {
        var wait = Wait(reason: .interstitialEvent, since: now, origin: .request)
        if case .waiting(_, let before) = state, before.reason == .interstitialEvent { wait = before }
        become(.waiting(rate, wait), cause, now, &effects)
    }

    /// `resume(at:)`: a rate that was asked for is asked for anew, at another place where the event says so.
    mutating func resume(at place: MediaTime, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        guard let current, isSuspended else { return }
        isSuspended = false
        let place = max(.zero, min(place, current.end))
        if place != playhead.place(at: now) {
            cancelSeek(&effects)
            hold = .landing
            jump(to: place, now, &effects)
        }
        endWait(for: .request, buffer, now, &effects)
    }

    /// A seek, or another end of the event than its own.
    mutating func endEvent(_ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        guard isSuspended else { return }
        isSuspended = false
        endWait(for: .seek, buffer, now, &effects)
    }

    private mutating func endWait(
        for origin: Wait.Origin, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects
    ) {
        guard case .waiting(let rate, _) = state else { return }
        guard waitsAutomatically else {
            // As after any jump of what plays, the rate stays until it is known whether there is media.
            if facts != .known, hold.awaitsMedia {
                return become(.playing(rate), .interstitialEnded, now, &effects)
            }
            return requestEarly(rate, buffer, now, &effects)
        }
        guard case .known = facts else { return waitOrPause(rate, origin, .interstitialEnded, now, &effects) }
        let wait = Wait(reason: .evaluatingBufferingRate, since: now, origin: origin)
        startOrWait(rate, wait, buffer, now, &effects)
    }
}
