internal import PlayerModel

/// A callback: for a player's changes, for places on its timeline, or for an instant.
final class Observer {
    enum Kind {
        case property(PlaybackProperty)
        /// Of one item by its number, or of whichever is current.
        case itemProperty(PlaybackItemProperty, item: Int32?)
        case notification(PlaybackNotification, item: Int32?)
        case rateChange
        /// At every whole multiple of an interval on the item's timeline.
        case periodic(Place)
        /// At these places, in ascending order.
        case boundary([Place])
        /// Once.
        case timer(PlayerModel.Instant)
    }

    /// The player that it observes; without meaning for a timer.
    let player: Int16
    let kind: Kind
    /// The world's; nil before it is registered.
    weak var engine: Engine?
    /// The number of the first notice that it is told: what has changed before its registration is no news to it.
    var firstNotice = 0
    /// The callback, which is told the reason of a rate and the place of playback; nil once it is invalidated, so that
    /// nothing that it holds outlives it.
    private var body: ((SimulatedPlayer.RateDidChangeReason, Place) -> Void)?
    /// Takes the value of the property that has just changed; nil where nobody is told values.
    private var looking: (() -> Void)?
    /// The place up to which playback has been observed: places up to here do not call it again.
    private var passed: Place

    init(
        _ kind: Kind, of player: Int16, from place: Place = .zero, looking: (() -> Void)? = nil,
        _ body: @escaping () -> Void
    ) {
        self.kind = kind
        self.player = player
        self.body = { _, _ in body() }
        self.looking = looking
        passed = place
    }

    /// An observer of every whole multiple of an interval, which is told the place of playback.
    init(every interval: Place, of player: Int16, from place: Place, _ body: @escaping (Place) -> Void) {
        (kind, self.player, passed) = (.periodic(interval), player, place)
        self.body = { body($1) }
    }

    /// An observer of changes of the rate, which is told the reason.
    init(ofRateOf player: Int16, _ body: @escaping (SimulatedPlayer.RateDidChangeReason) -> Void) {
        (kind, self.player, passed) = (.rateChange, player, .zero)
        self.body = { reason, _ in body(reason) }
    }

    var token: PlaybackObservation { PlaybackObservation(of: self) }

    var isValid: Bool { body != nil }

    /// Whether it waits for an instant of its own, whatever happens.
    var isTimer: Bool { if case .timer = kind { isValid } else { false } }

    /// Whether it observes the times of a player, and belongs to that one.
    func isTimeObserver(of player: SimulatedPlayer) -> Bool {
        switch kind {
        case .periodic, .boundary: engine === player.engine && self.player == player.player
        case .property, .itemProperty, .notification, .rateChange, .timer: false
        }
    }

    /// Ends it. What the callback holds may be released by that, this observer's own token among it, which
    /// invalidates it once more: so not while `body` is written.
    func invalidate() {
        let own = (body, looking)
        (body, looking) = (nil, nil)
        withExtendedLifetime(own) {}
    }

    /// A property that it observes has changed, which it is told of later.
    func look() { looking?() }

    func call(_ reason: SimulatedPlayer.RateDidChangeReason = .unspecified) {
        // The callback may invalidate itself while it runs.
        let body = body
        body?(reason, passed)
    }

    /// The time at which it has to be called if nothing happens until then; `never` where only an event can bring
    /// that about.
    func due(_ playhead: Playhead) -> PlayerModel.Instant {
        guard isValid else { return .never }
        switch kind {
        case .property, .itemProperty, .notification, .rateChange: return .never
        case .timer(let instant): return instant
        case .periodic(let interval):
            let count = passed.nanoseconds / interval.nanoseconds
            let (next, overflow) = (count + 1).multipliedReportingOverflow(by: interval.nanoseconds)
            return overflow || !playhead.rate.isMoving
                ? .never : playhead.instant(reaching: Place(nanoseconds: next))
        case .boundary(let places):
            guard playhead.rate.isMoving, let next = places.first(where: { $0 > passed }) else { return .never }
            return playhead.instant(reaching: next)
        }
    }

    /// Calls it at its instant, with playback at `place`.
    func ring(at place: Place) {
        passed = place
        let own = body
        if isTimer { body = nil }
        own?(.unspecified, place)
    }

    /// Handles a start, a stop or a jump of playback, which is at `place`. It has `stopped` where it came there by
    /// playing: then it has passed every place before.
    func move(to place: Place, stopped: Bool) {
        switch kind {
        case .property, .itemProperty, .notification, .rateChange, .timer: return
        case .periodic:
            passed = place
            call()
        case .boundary(let places):
            let isPassed = stopped && places.contains { $0 > passed && $0 <= place }
            passed = place
            if isPassed { call() }
        }
    }
}
