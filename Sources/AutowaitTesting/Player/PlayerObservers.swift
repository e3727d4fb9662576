public import Dispatch
internal import PlayerModel

/// Properties, notifications and places that an app can observe.
extension SimulatedPlayer {
    /// Calls a closure whenever a property has changed.
    ///
    /// It is called after the event, or the app's own call, in which the property has changed, and before time
    /// passes. Observers of one change are called in the order in which they were registered. The effect of an
    /// observer's call on a player has happened when the call returns; others are told of it when all have been told
    /// of what came before. One that is registered within a callback is told of nothing that had changed before.
    ///
    /// - Returns: The token: hold on to it for as long as the observer is to be called.
    public func observe(
        _ property: PlaybackProperty, changed body: @escaping (SimulatedPlayer) -> Void
    ) -> PlaybackObservation { register(.property(property), by: #function) { [self] in body(self) } }

    /// Calls a closure whenever a property of the current item has changed, or another item is current, whatever its
    /// value: the key path `currentItem?.…`.
    public func observeCurrentItem(
        _ property: PlaybackItemProperty, changed body: @escaping (SimulatedPlayer) -> Void
    ) -> PlaybackObservation { register(.itemProperty(property, item: nil), by: #function) { [self] in body(self) } }

    /// Calls a closure whenever a notification is posted for the item that is current then, with the order and the
    /// lifetime of `observe(_:changed:)`.
    public func onNotification(
        _ notification: PlaybackNotification, perform body: @escaping (SimulatedPlayer) -> Void
    ) -> PlaybackObservation {
        register(.notification(notification, item: nil), by: #function) { [self] in body(self) }
    }

    /// Calls a closure whenever the rate has changed, with the reason: `AVPlayer.rateDidChangeNotification`.
    public func onRateChange(perform body: @escaping (RateDidChangeReason) -> Void) -> PlaybackObservation {
        let observer = Observer(ofRateOf: player, body)
        engine.add(observer)
        return observer.token
    }

    /// Calls a closure again and again while playback goes on.
    ///
    /// It is called at the very nanosecond at which playback reaches a whole multiple of the interval on the item's
    /// timeline; at a rate above 1, which steps over nanoseconds, at the first one behind it. The interval is one of
    /// whole nanoseconds, as every `MediaTime` is: of 1/30 s, which is none, the 18,000th multiple is at 599.999994 s,
    /// and not at 600 s. It is also called whenever time jumps, and whenever playback starts or stops. At the end of an
    /// item of a queue it is called with the place in the next one, or 0 where there is none. In AVFoundation the
    /// interval may be kept less exactly.
    ///
    /// - Parameters:
    ///   - interval: On the item's timeline. One that is not positive raises an exception.
    ///   - body: Called with the place that playback has come to. That is the current time, unless an earlier callback
    ///     of this instant has moved playback on, of which it is told next.
    /// - Returns: Hold on to it for as long as the observer is to be called: it ends with the token, too, as that of
    ///   `observe(_:changed:)`. Only by the signature of `AVPlayer` does the player keep it.
    public func addPeriodicTimeObserver(
        forInterval interval: MediaTime, using body: @escaping (MediaTime) -> Void
    ) -> PlaybackObservation { periodicObserver(forInterval: interval, by: #function, body).token }

    /// Calls a closure whenever playback passes one of several places.
    ///
    /// It is called at the very nanosecond, or the first one behind. A place that is jumped over is not passed, nor
    /// is one at which playback starts, nor the end of an item of a queue, which has gone by then: for that there is
    /// `PlaybackNotification.didPlayToEndTime`. What an `AVQueuePlayer` does there is not documented.
    ///
    /// - Parameters:
    ///   - times: Places on the item's timeline, in any order; at least one.
    ///   - body: Called once for each place; once for all of those that are passed in the same nanosecond.
    /// - Returns: Hold on to it for as long as the observer is to be called: it ends with the token, too, as that of
    ///   `observe(_:changed:)`. Only by the signature of `AVPlayer` does the player keep it.
    public func addBoundaryTimeObserver(
        forTimes times: [MediaTime], using body: @escaping () -> Void
    ) -> PlaybackObservation { boundaryObserver(forTimes: times, by: #function, body).token }

    /// Ends a time observer.
    ///
    /// - Parameter observer: The token that one of the four methods of this player has returned which add a time
    ///   observer. That of another player, and whatever is no such token, raises an exception, and the other's observer
    ///   goes on. One that was removed before is left alone, which is our choice.
    public func removeTimeObserver(_ observer: Any) {
        let own = (observer as? TimeObserverToken)?.observer ?? (observer as? PlaybackObservation)?.observer
        guard let own, own.isTimeObserver(of: self) else {
            return engine.fail(.exception(.timeObserverOfAnotherPlayer))
        }
        own.invalidate()
    }

    /// Calls a closure as a property changes, by its key path: `AVPlayer.observe(_:options:changeHandler:)`.
    ///
    /// - Parameters:
    ///   - keyPath: One of the properties of `PlaybackProperty`, or `currentItem?.` and one of
    ///     `PlaybackItemProperty`, but for the timebase's rate. Another is a misuse, also where AVFoundation announces
    ///     it.
    ///   - options: Whether it is called at once, too, and which values it is given.
    ///   - changeHandler: Called with the change.
    public func observe<Value>(
        _ keyPath: KeyPath<SimulatedPlayer, Value>, options: ObservationOptions = [],
        changeHandler: @escaping (SimulatedPlayer, ObservedChange<Value>) -> Void
    ) -> PlaybackObservation {
        guard let kind = Observer.Kind(keyPath) else {
            engine.fail(.misuse(.notObservable(RefusedKeyPath.words(keyPath))))
            return register(.boundary([]), by: #function) {}
        }
        let values = ObservedValues(keyPath, of: self, options, changeHandler)
        return register(kind, by: #function, looking: values.look, values.tell)
    }

    private func register(
        _ kind: Observer.Kind, by call: StaticString, looking: (() -> Void)? = nil, _ body: @escaping () -> Void
    ) -> PlaybackObservation { observer(kind, by: call, looking: looking, body).token }

    private func observer(
        _ kind: Observer.Kind, by call: StaticString, looking: (() -> Void)? = nil, _ body: @escaping () -> Void
    ) -> Observer {
        let place = model.currentTime(at: engine.now)
        let observer = Observer(kind, of: player, from: place, looking: looking, body)
        engine.add(observer, by: call)
        return observer
    }

    private func periodicObserver(
        forInterval interval: MediaTime, by call: StaticString, _ body: @escaping (MediaTime) -> Void
    ) -> Observer {
        // What is no number is positive, but for negative infinity, and of no meaning here.
        if interval <= .zero {
            engine.fail(.exception(.intervalIsNotPossible(interval)), by: call)
            return observer(.boundary([]), by: call) {}
        }
        guard let place = interval.place else { return boundaryObserver(forTimes: [], by: call) {} }
        let observer = Observer(every: place, of: player, from: model.currentTime(at: engine.now)) {
            body(MediaTime($0))
        }
        engine.add(observer, by: call)
        return observer
    }

    private func boundaryObserver(
        forTimes times: [MediaTime], by call: StaticString, _ body: @escaping () -> Void
    ) -> Observer {
        let places = times.compactMap(\.place).sorted()
        if places.isEmpty { engine.fail(.misuse(.noTimes), by: call) }
        return observer(.boundary(places), by: call, body)
    }
}

/// The values of a property that an observer of its key path is told: those of each change, whatever has come of it by
/// the time at which it is told.
private final class ObservedValues<Object, Value> {
    private let object: Object
    private let keyPath: KeyPath<Object, Value>
    private let options: ObservationOptions
    private let changeHandler: (Object, ObservedChange<Value>) -> Void
    /// The value before the next change that is to be told; and those after it and the changes behind it.
    private var old: Value
    private var new: [Value] = []

    /// The handler is called at once, too, if the options say so.
    init(
        _ keyPath: KeyPath<Object, Value>, of object: Object, _ options: ObservationOptions,
        _ changeHandler: @escaping (Object, ObservedChange<Value>) -> Void
    ) {
        (self.object, self.keyPath, self.options, self.changeHandler) = (object, keyPath, options, changeHandler)
        old = object[keyPath: keyPath]
        guard options.contains(.initial) else { return }
        changeHandler(object, ObservedChange(old: nil, new: options.contains(.new) ? old : nil))
        // That call may have changed the property, of which the observer is not told: it is registered afterwards.
        old = object[keyPath: keyPath]
    }

    /// The property has changed.
    func look() { new.append(object[keyPath: keyPath]) }

    /// The next change is to be told.
    func tell() {
        guard !new.isEmpty else { return }
        let new = new.removeFirst()
        let change = ObservedChange(
            old: options.contains(.old) ? old : nil, new: options.contains(.new) ? new : nil)
        old = new
        changeHandler(object, change)
    }
}

/// The token of a time observer that was added by the signature of `AVPlayer`: the observer does not end with it.
private final class TimeObserverToken {
    let observer: Observer

    init(_ observer: Observer) { self.observer = observer }
}

/// `NSKeyValueObservingOptions`.
public struct ObservationOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The new value is given.
    public static let new = ObservationOptions(rawValue: 1)
    /// The old value is given.
    public static let old = ObservationOptions(rawValue: 2)
    /// The closure is called at once, too.
    public static let initial = ObservationOptions(rawValue: 4)
}

/// `NSKeyValueObservedChange`: the values that were asked for, as they were when the property changed. By the time at
/// which it is told, as where a callback pauses and plays, the property may have another value.
///
/// On a device those of an enumeration, such as a status, may be nil whatever the options are (SR-5872), and here they
/// are not: an app reads the property itself.
public struct ObservedChange<Value> {
    /// The value before the change, where `old` was among the options.
    public let oldValue: Value?
    /// The value after it, where `new` was among the options.
    public let newValue: Value?

    init(old: Value?, new: Value?) { (oldValue, newValue) = (old, new) }
}

/// Properties and notifications of an item.
extension SimulatedPlayerItem {
    /// Calls a closure whenever a property of this item has changed, with the order and the lifetime of
    /// `SimulatedPlayer.observe(_:changed:)`. While it is not current, its status, its duration and what is loaded of
    /// it change, and are told; its buffer's flags and its rate become its own when it is current, and are those of an
    /// item that is not played when it leaves.
    public func observe(
        _ property: PlaybackItemProperty, changed body: @escaping (SimulatedPlayerItem) -> Void
    ) -> PlaybackObservation { register(.itemProperty(property, item: id), by: #function) { [self] in body(self) } }

    /// Calls a closure as a property of this item changes, by its key path, as
    /// `AVPlayerItem.observe(_:options:changeHandler:)` does.
    ///
    /// - Parameters:
    ///   - keyPath: One of the properties of `PlaybackItemProperty`, but for the timebase's rate. Another is a misuse.
    ///   - options: Whether it is called at once, too, and which values it is given.
    ///   - changeHandler: Called with the change.
    public func observe<Value>(
        _ keyPath: KeyPath<SimulatedPlayerItem, Value>, options: ObservationOptions = [],
        changeHandler: @escaping (SimulatedPlayerItem, ObservedChange<Value>) -> Void
    ) -> PlaybackObservation {
        guard let property = PlaybackItemProperty(keyPath) else {
            engine.fail(.misuse(.notObservable(RefusedKeyPath.words(keyPath))))
            return register(.boundary([]), by: #function) {}
        }
        let values = ObservedValues(keyPath, of: self, options, changeHandler)
        return register(.itemProperty(property, item: id), by: #function, looking: values.look, values.tell)
    }

    /// Calls a closure whenever a notification is posted for this item.
    public func onNotification(
        _ notification: PlaybackNotification, perform body: @escaping (SimulatedPlayerItem) -> Void
    ) -> PlaybackObservation {
        register(.notification(notification, item: id), by: #function) { [self] in body(self) }
    }

    private func register(
        _ kind: Observer.Kind, by call: StaticString, looking: (() -> Void)? = nil, _ body: @escaping () -> Void
    ) -> PlaybackObservation {
        let observer = Observer(kind, of: player, looking: looking, body)
        engine.add(observer, by: call)
        return observer.token
    }
}

extension SimulatedPlayer: PlaybackQueuePlayer {
    /// As `addPeriodicTimeObserver(forInterval:using:)`, with the signature and the lifetime of `AVPlayer`: the player
    /// keeps the observer until `removeTimeObserver(_:)`, whether anybody holds the token or not.
    ///
    /// In AVFoundation a token that is released before is undefined behaviour. Here its observer goes on, so that a
    /// test finds it.
    ///
    /// Whatever queue is named, the closure is called on the thread that lets time pass, before time goes on: the
    /// main one, if that is where the test runs.
    public nonisolated func addPeriodicTimeObserver(
        forInterval interval: MediaTime, queue: DispatchQueue?, using block: @escaping @Sendable (MediaTime) -> Void
    ) -> Any { TimeObserverToken(periodicObserver(forInterval: interval, by: #function, block)) }

    /// As `addBoundaryTimeObserver(forTimes:using:)`, with the signature and the lifetime of `AVPlayer`, as
    /// `addPeriodicTimeObserver(forInterval:queue:using:)`, whatever queue is named.
    public nonisolated func addBoundaryTimeObserver(
        forTimes times: [MediaTime], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
    ) -> Any { TimeObserverToken(boundaryObserver(forTimes: times, by: #function, block)) }

    /// Calls a closure on the main actor whenever a property has changed.
    public func observe(
        _ property: PlaybackProperty, changed body: @escaping @MainActor () -> Void
    ) -> PlaybackObservation { observe(property) { _ in MainActor.assumeIsolated { body() } } }

    /// Calls a closure on the main actor whenever a property of the current item has changed.
    public func observeCurrentItem(
        _ property: PlaybackItemProperty, changed body: @escaping @MainActor () -> Void
    ) -> PlaybackObservation { observeCurrentItem(property) { _ in MainActor.assumeIsolated { body() } } }

    /// Calls a closure on the main actor whenever the rate has changed, with the reason; nil where Apple has published
    /// none.
    public func onRateChange(
        perform body: @escaping @MainActor (RateDidChangeReason?) -> Void
    ) -> PlaybackObservation {
        onRateChange { (reason: RateDidChangeReason) in
            MainActor.assumeIsolated { body(reason == .unspecified ? nil : reason) }
        }
    }
}

extension SimulatedPlayerItem: PlaybackItem {
    /// Calls a closure on the main actor whenever a property of this item has changed.
    public func observe(
        _ property: PlaybackItemProperty, changed body: @escaping @MainActor () -> Void
    ) -> PlaybackObservation { observe(property) { _ in MainActor.assumeIsolated { body() } } }

    /// Calls a closure on the main actor whenever a notification is posted for this item.
    public func onNotification(
        _ notification: PlaybackNotification, perform body: @escaping @MainActor () -> Void
    ) -> PlaybackObservation { onNotification(notification) { _ in MainActor.assumeIsolated { body() } } }
}
