/// The fate of a rate without autowait, while nothing is loaded yet of what it is to play: when it is asked for, and
/// when a player that plays comes to such a place or item, or has no item any more.
///
/// With something loaded such a player starts at once, and after a stall its rate is 0 (B.3). Of what lies between,
/// `play()` before there is any media, Apple's documents do not speak with one voice: by the header of
/// `timeControlStatus` a player waits that was given a rate and has insufficient data (B.1), while every reason for
/// waiting is documented for autowait alone (B.2). Nor do reports: without autowait starts came after 3 s instead of
/// 10 (just_audio #43), and there were streams that did not play at all, or "almost directly stopped"
/// (react-native-track-player #616, #487, #1695).
///
/// The default is `remembered`, because it agrees with both: a request that is dropped never starts, so it can not have
/// come after 3 s, whereas one that is remembered starts with the first chunk, and then often stalls for good. It is
/// also what apps count on that call `play()` before the item is there (A.47).
///
/// It holds for whatever is still to come: another item, also behind an end of the queue or a call that leaves none,
/// and the place of a seek or of the end of an interstitial event. A stall, and
/// `playImmediately(atRate:)` with nothing loaded, which counts as one (B.4), let the rate fall to 0 either way. A seek
/// ends a stall: who seeks in one, and then gives autowait up, waits for the place of that seek.
public enum EarlyRequest: UInt8, CaseIterable, Sendable {
    /// The rate stays, and playback starts as soon as there is media. The reason is `evaluatingBufferingRate`, as
    /// `toMinimizeStalls` cannot be without autowait (B.2); without an item it is `noItemToPlay`.
    case remembered
    /// The rate falls to 0, as after a stall.
    case dropped
}

extension Player {
    /// Whether a player that waits because of `origin` does so without autowait.
    func remembers(_ origin: Wait.Origin) -> Bool {
        switch (settings.earlyRequest, origin) {
        case (.remembered, .request), (.remembered, .seek): true
        case (.remembered, .stall), (.remembered, .nothingLoaded), (.dropped, _): false
        }
    }

    /// Whether it waits for media without autowait, with a host time if there is one.
    var keepsHostTime: Bool {
        guard case .waiting(_, let wait) = state else { return false }
        return !waitsAutomatically && !isSuspended && item != nil && remembers(wait.origin)
    }

    /// The cause of a wait that comes from a request, or the carry-over of one: with autowait it is `usual`.
    func cause(_ usual: Cause, of origin: Wait.Origin) -> Cause {
        if waitsAutomatically { return usual }
        return remembers(origin) ? .remembered : origin == .request ? .dropped : usual
    }

    /// A rate that is asked for without autowait: with something loaded it plays.
    mutating func requestEarly(_ rate: Rate, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        if hasMedia(buffer, now) { return become(.playing(rate), .appCall, now, &effects) }
        waitOrPause(rate, .request, cause(.appCall, of: .request), now, &effects)
    }

    /// A request that is remembered: plays as soon as there is something to play, whatever the rule of `KeepUp` says.
    mutating func startWhenPossible(
        _ rate: Rate, _ wait: Wait, _ buffer: BufferState, _ now: Instant, _ effects: inout Effects
    ) {
        if hasMedia(buffer, now) { return become(.playing(rate), .remembered, now, &effects) }
        remember(rate, wait, now, &effects)
    }

    /// Waits on without autowait, for which there is but one reason.
    mutating func remember(_ rate: Rate, _ wait: Wait, _ now: Instant, _ effects: inout Effects) {
        var wait = wait
        wait.reason = .evaluatingBufferingRate
        become(.waiting(rate, wait), .remembered, now, &effects)
    }

    /// Whether there is something to play at the playhead, if only the end of an item whose length is known.
    func hasMedia(_ buffer: BufferState, _ now: Instant) -> Bool {
        let place = playhead.place(at: now)
        return place >= end && buffer.knowsEnd || buffer.ahead(of: place) > .zero
    }
}
