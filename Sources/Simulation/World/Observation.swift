import PlayerModel

/// What keeps an observer of a player called, as `NSKeyValueObservation` does: hold on to it.
///
/// When it is invalidated, or nobody holds it any longer, the observer is called no more: not even for what has
/// happened already. Both are safe inside a callback, its own included.
public final class Observation {
    private let observer: Observer

    init(_ observer: Observer) { self.observer = observer }

    /// The observer is called no more. A second time does nothing.
    public func invalidate() { observer.invalidate() }

    deinit { observer.invalidate() }
}

/// Something to be called: when a player changes, at places on its timeline, or at an instant.
final class Observer {
    enum Kind {
        case property(SimulatedPlayer.Property)
        case notification(SimulatedPlayer.Notification)
        /// At every whole multiple of that on the item's timeline.
        case periodic(MediaTime)
        /// At these places, in ascending order.
        case boundary([MediaTime])
        /// Once.
        case timer(Instant)
    }

    /// Whose player it observes; of a timer it says nothing.
    let player: Int16
    let kind: Kind
    /// Nil once it is invalidated: so nothing that it holds outlives it.
    private var body: (() -> Void)?
    /// How far playback has been observed: places up to here do not call it again.
    private var passed: MediaTime

    init(_ kind: Kind, of player: Int16, from place: MediaTime = .zero, _ body: @escaping () -> Void) {
        self.kind = kind
        self.player = player
        self.body = body
        passed = place
    }

    var isValid: Bool { body != nil }

    /// Whether it waits for an instant of its own, come what may.
    var isTimer: Bool { if case .timer = kind { isValid } else { false } }

    func invalidate() { body = nil }

    func call() {
        // It may invalidate itself while it runs.
        let body = body
        body?()
    }

    /// When it has to be called if nothing happens until then; `never` where only an event can bring that about.
    func due(_ playhead: Playhead) -> Instant {
        guard isValid else { return .never }
        switch kind {
        case .property, .notification: return .never
        case .timer(let instant): return instant
        case .periodic(let interval):
            let count = passed.nanoseconds / interval.nanoseconds
            let (next, overflow) = (count + 1).multipliedReportingOverflow(by: interval.nanoseconds)
            return overflow || !playhead.rate.isMoving
                ? .never : playhead.instant(reaching: MediaTime(nanoseconds: next))
        case .boundary(let places):
            guard playhead.rate.isMoving, let next = places.first(where: { $0 > passed }) else { return .never }
            return playhead.instant(reaching: next)
        }
    }

    /// Its instant has come, with playback at `place`.
    func ring(at place: MediaTime) {
        passed = place
        let own = body
        if isTimer { body = nil }
        own?()
    }

    /// Playback has started, stopped or jumped, and is at `place`. It has `stopped` where it came there by playing:
    /// then it has passed what lies before.
    func move(to place: MediaTime, stopped: Bool) {
        switch kind {
        case .property, .notification, .timer: return
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
