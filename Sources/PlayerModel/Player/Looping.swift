/// The way in which an app plays the same media over and over.
public enum Looping: Choosable, Equatable, Sendable {
    /// It does not.
    case none
    /// On `didPlayToEndTimeNotification` it seeks to the beginning. That leaves a gap: the notification reaches the app
    /// late, and the pipelines have to be filled anew (A.35).
    case seekAtEnd(latency: TimeAmount)
    /// A treadmill: a few items of one asset in an `AVQueuePlayer`; whichever has finished is put back at the end of
    /// the queue, once the app has heard of it (A.40).
    case treadmill(items: Int64, latency: TimeAmount)
    /// `AVPlayerLooper`: the same with replicas of a template, by the player itself (A.41, B.10). It plays from `from`
    /// to `to` (0 is the end), `count` times (0 is for ever).
    case looper(replicas: Int64, from: MediaTime, to: MediaTime, count: Int64)

    /// Every way with its defaults, in the order in which they are listed; the first is the default. Apple states
    /// neither latency; 10 ms are our own. A looper has three replicas at least (B.10).
    public static let all: [Looping] = [
        .none, .seekAtEnd(latency: .milliseconds(10)), .treadmill(items: 2, latency: .milliseconds(10)),
        .looper(replicas: 3, from: .zero, to: .zero, count: 0),
    ]

    /// Its row in its table.
    public var words: RuleWords {
        func latency(_ value: TimeAmount) -> Parameter {
            .seconds("notification_latency_s", "From what happens until the app acts on it.", value.nanoseconds)
        }
        return switch self {
        case .none: RuleWords("none", "The item plays once.")
        case .seekAtEnd(let value):
            RuleWords(
                "seek-at-end", "The app seeks to the beginning when it hears of the end; that leaves a gap.",
                latency(value))
        case .treadmill(let items, let value):
            RuleWords(
                "treadmill",
                "The app puts each item back into the queue of an AVQueuePlayer when it has finished, or was skipped.",
                .count("items", "How many items take turns.", items, upTo: 100), latency(value))
        case .looper(let replicas, let from, let to, let count):
            RuleWords(
                "looper", "AVPlayerLooper: an AVQueuePlayer with replicas of the item.",
                Parameter("replicas", "How many replicas take turns.", .count, replicas, in: 3...100),
                .seconds("from_s", "Where each loop begins: start of timeRange; 0 is as the item.", from.nanoseconds),
                .seconds("to_s", "Where each loop ends: end of timeRange; 0 is the end of the item.", to.nanoseconds),
                Parameter(
                    "loop_count", "How often it plays before it stops; 0 is for ever.", .count, count,
                    in: 0...1_000_000_000))
        }
    }

    /// The same way with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> Looping {
        switch self {
        case .none: .none
        case .seekAtEnd: .seekAtEnd(latency: values.time(0))
        case .treadmill: .treadmill(items: values[0], latency: values.time(1))
        case .looper: .looper(replicas: values[0], from: values.media(1), to: values.media(2), count: values[3])
        }
    }

    /// The number of items that it takes.
    public var itemCount: Int64 {
        switch self {
        case .none, .seekAtEnd: 1
        case .treadmill(let items, _): items
        case .looper(let replicas, _, _, let count): count > 0 ? min(replicas, count) : replicas
        }
    }

    /// Whether nothing but an app ends it.
    public var isEndless: Bool {
        switch self {
        case .none: false
        case .seekAtEnd, .treadmill: true
        case .looper(_, _, _, let count): count == 0
        }
    }

    /// The part that is played of an item that has been given to the player.
    public func piece(of item: PlayerItem) -> PlayerItem {
        guard case .looper(_, let from, let to, _) = self else { return item }
        var piece = item
        if from > .zero { piece.start = from }
        if to > .zero { piece.end = .at(to) }
        return piece
    }
}

/// The actions of an app, or of a looper, when an item is over.
public struct Looper: Sendable {
    /// Something to do, so long after what happened.
    public struct Step: Equatable, BitwiseCopyable, Sendable {
        /// The input.
        public var input: PlayerInput
        /// Whether `play()` comes after it.
        public var plays: Bool
        /// The time until then.
        public var after: TimeAmount
    }

    private let way: Looping
    /// Whether it goes on.
    public private(set) var isEnabled = true
    /// The number of items that have been given to the player.
    private var given: Int64
    /// The current item, as an observer of `currentItem` has seen it; and whether it has failed.
    private var current: PlayerItem?
    private var hasFailed = false

    /// Nothing has been played.
    public init(_ way: Looping) {
        self.way = way
        given = way.itemCount
    }

    /// The items are given to the player anew.
    public mutating func restart() { self = Looper(way) }

    /// `disableLooping()`: the item that plays is the last.
    public mutating func disable() { isEnabled = false }

    /// `didPlayToEndTimeNotification` of the current item.
    public func ended() -> Step? {
        guard isEnabled, case .seekAtEnd(let latency) = way else { return nil }
        return Step(input: .seek(to: .zero, before: .zero, after: .zero), plays: true, after: latency)
    }

    /// The current item has failed: it is of no more use, and is not put back.
    public mutating func failed() { hasFailed = true }

    /// Another item is current, or none. The one before has played to its end where `isFinished`.
    ///
    /// A treadmill observes `currentItem`, so it puts a skipped item back as well; where the queue is empty, it has
    /// been "emptied out due to bad player item", and the loop ends (A.40). The queue of an `AVPlayerLooper` is nobody
    /// else's to change (B.10): what is skipped is gone. It has no count, so that one which stops by itself stands for
    /// an app that has disabled it: when the last that it was to give is over, or has failed.
    public mutating func changed(to item: PlayerItem?, isFinished: Bool) -> Step? {
        let (old, isUseless) = (current, hasFailed)
        (current, hasFailed) = (item, false)
        guard isEnabled, let old else { return nil }
        switch way {
        case .none, .seekAtEnd: return nil
        case .treadmill(_, let latency):
            guard !isUseless, isFinished || item != nil else { return nil }
            return Step(input: .insert(old, after: nil), plays: false, after: latency)
        case .looper(_, _, _, let count):
            let isReplica = item.map { Int64($0.id) < way.itemCount } ?? false
            if given == count, !isReplica { disable() }
            guard isFinished, !isUseless, count == 0 || given < count else { return nil }
            given += 1
            return Step(input: .insert(old, after: nil), plays: false, after: .zero)
        }
    }
}

extension Looper.Step {
    /// At once.
    public init(atOnce input: PlayerInput) { self.init(input: input, plays: false, after: .zero) }
}
