internal import PlayerModel
internal import Simulation

/// The reason why a world cannot be made, or does not go on.
///
/// The first error of a world stands: time does not pass any more, every `advance` throws it again, and calls on its
/// players do nothing.
///
/// No such errors are those of a call that throws by itself, after which the world is as it was, and `World.error` has
/// none:
///
/// | error | thrown by |
/// |---|---|
/// | `notReached`, `tasksAreUnseen`, `othersGoOn` | a call that lets time pass |
/// | a misuse: `negativeTime`, `advanceInCallback`, `advanceUnderWay` | the same |
/// | `recordingDiffers` | `expectRecording(at:updating:)` |
/// | `tooMuch` | `diagnosis()` |
///
/// Of these `negativeTime` and `tooMuch` end the world where they come by another call.
public enum WorldError: Error, Equatable, Sendable {
    /// The scenario cannot be read: its faults, each on a line of its own, `scenario:line:column: error: …`.
    case unreadable(String)
    /// A call has raised an `NSInvalidArgumentException`, which would have ended the app.
    case exception(SimulatedPlayer.Exception, by: Origin = Origin())
    /// The test, or the app, has made a request that cannot be met.
    case misuse(Misuse, by: Origin = Origin())
    /// The end of virtual time was reached, `until_s` of the scenario: a day unless it says otherwise.
    case timeIsUp(Duration)
    /// The callbacks and turns of tasks at one instant are more than 10,000, which is the ceiling: two of them keep
    /// calling each other, so that time would never go on, or a loop makes as many calls before it lets time pass.
    /// Tasks are those that were made by the one which made the world or let its time pass, after it had.
    case timeStandsStill(at: Duration)
    /// A ceiling of the scenario was reached, `max_events` or `max_packets`; in words.
    case tooMuch(String)
    /// A condition of `run(until:atMost:)` was not reached: why, and the story of what happened.
    case notReached(String)
    /// A recording is another one, or there is none: which, and the first lines that differ.
    case recordingDiffers(String)
    /// Tasks of the main actor cannot be waited for: the world was not made on the main actor, or this Swift runtime
    /// does not let them be counted.
    case tasksAreUnseen
    /// Other tasks of the main actor have not come to rest in a minute of real time: those of another test, as a rule.
    case othersGoOn

    /// The call by which an error came, and when: what its description says besides. Where one is thrown, which may be
    /// long after the call, that has the last rows of the players, too.
    ///
    /// All are equal, so that errors are which say that the same has gone wrong: `error == .misuse(.rate(-1))`, whoever
    /// has called. A pattern leaves it out by `_`: `case .misuse(.rate(let rate), _)`.
    public struct Origin: Equatable, Sendable {
        /// The name of the call, such as `seek(to:)`; empty where it was none of the app's, as for the action of a
        /// script, and where it is not known.
        public let call: String
        /// The host time since the beginning of the world; nil where the world does not know.
        public let at: Duration?
        fileprivate let rows: [String]

        init(call: String, at instant: Duration, after rows: [String] = []) {
            (self.call, at, self.rows) = (call, instant, rows)
        }

        /// That of an error of which nothing is known but what it is.
        public init() { (call, at, rows) = ("", nil, []) }

        /// Always true.
        public static func == (left: Origin, right: Origin) -> Bool { true }
    }

    /// A request that cannot be met.
    public enum Misuse: Equatable, Sendable {
        /// An amount of time is negative: virtual time never goes back.
        case negativeTime
        /// A rate is below 0, above 32 or no number: only forward rates are modelled.
        case rate(Float)
        /// A rate is such, or it is 0, or nearer to it than to a thousandth, where only one that moves has a meaning:
        /// `defaultRate`, and that of a preroll.
        case movingRate(Float)
        /// A capacity of the network, in kilobits per second, is negative, or more than a scenario may have.
        case capacity(Int)
        /// A delay of the network is longer than a scenario may have it.
        case delay(Duration)
        /// A layer has a side that is negative, no number or longer than 100,000 points, or a scale that is not above 0
        /// and at most 10.
        case layer(PresentationSize, contentsScale: Double)
        /// An observer's interval is not positive, or it has no times that are numbers. `AVPlayer` raises an exception
        /// for an interval that is not, and for no times at all.
        case noTimes
        /// The item was made by another player. `AVPlayer` raises an exception for an item that another one has.
        case foreignItem
        /// An item that has failed was handed to a player again. It can no longer be played: another must be made.
        case failedItem
        /// The scenario has no media of that name.
        case unknownMedia(String)
        /// A key path is of no property that is observed: which, and the one to observe in its place, if there is one.
        case notObservable(String)
        /// A call that only `AVQueuePlayer` has was made on a player that is an `AVPlayer`: which.
        case notAQueuePlayer(String)
        /// `advance` was called by a callback, or by a task of the world's executor in its turn: time passes after it
        /// has returned.
        case advanceInCallback
        /// A task lets time pass, with `await` or without, while an `advance` that is awaited does.
        case advanceUnderWay
        /// The condition of `advance(until:atMost:)` has called a player, has made an item, an observer or a timer, or
        /// has let time pass, though it may only look.
        case callInCondition
        /// The world has been finished.
        case isFinished
    }

    static func seconds(_ duration: Duration) -> String { QuantityText.value(duration.inNanoseconds, .seconds) }
}

extension WorldError: CustomStringConvertible {
    /// The error in a sentence, with the call by which it came, and when; one that was thrown has the last rows of the
    /// players below.
    public var description: String {
        switch self {
        case .exception(_, let origin), .misuse(_, let origin):
            ([words + origin.addition] + origin.rows).joined(separator: "\n")
        case .unreadable, .timeIsUp, .timeStandsStill, .tooMuch, .notReached, .recordingDiffers, .tasksAreUnseen,
            .othersGoOn:
            words
        }
    }

    /// The error by itself.
    var words: String {
        switch self {
        case .unreadable(let faults): faults
        case .exception(let exception, _): exception.words
        case .misuse(let misuse, _): misuse.words
        case .timeIsUp(let end): "virtual time ends at \(Self.seconds(end)); raise until_s"
        case .timeStandsStill(let instant):
            "more than \(Engine.mostCallsAtOnce) callbacks and turns of tasks at \(Self.seconds(instant)), the ceiling "
                + "for one instant: they call each other for ever, or a loop makes so many calls without an advance"
        case .tooMuch(let words), .notReached(let words), .recordingDiffers(let words): words
        case .tasksAreUnseen:
            "tasks cannot be waited for; make the world on the main actor (@MainActor), or advance without await"
        case .othersGoOn:
            "other tasks of the main actor do not come to rest, as a rule those of another test in this process: end "
                + "them, or run the two one after the other (.serialized)"
        }
    }
}

extension WorldError {
    /// The same error, with the call by which it came.
    func from(_ origin: Origin) -> WorldError {
        switch self {
        case .exception(let exception, _): .exception(exception, by: origin)
        case .misuse(let misuse, _): .misuse(misuse, by: origin)
        case .unreadable, .timeIsUp, .timeStandsStill, .tooMuch, .notReached, .recordingDiffers, .tasksAreUnseen,
            .othersGoOn:
            self
        }
    }

    /// The same error, with what had happened before it: a line each.
    func after(_ rows: [String]) -> WorldError {
        switch self {
        case .exception(_, let origin), .misuse(_, let origin):
            from(Origin(call: origin.call, at: origin.at ?? .zero, after: rows))
        case .unreadable, .timeIsUp, .timeStandsStill, .tooMuch, .notReached, .recordingDiffers, .tasksAreUnseen,
            .othersGoOn:
            self
        }
    }
}

extension WorldError.Origin {
    /// The call and its instant.
    var words: String {
        let name = call.isEmpty ? "no call of the app" : call
        return at.map { "by \(name) at \(WorldError.seconds($0))" } ?? "by \(name)"
    }

    fileprivate var addition: String { at == nil ? "" : " (\(words))" }
}

extension SimulatedPlayer.Exception {
    fileprivate var words: String {
        if let model { return Words.exception(model) }
        return "\(NamesOfAVFoundation.exception): \(reason)"
    }

    /// The reason of an exception that the machine does not raise, by AVFoundation's own words; empty for others.
    private var reason: String {
        switch self {
        case .seekingIsNotPossible(let time):
            "Seeking is not possible to time {\(time.isIndefinite ? "INDEFINITE" : "INVALID")}"
        case .toleranceIsNotPossible(let tolerance):
            "a tolerance of a seek is neither invalid nor negative, and this is \(tolerance)"
        case .timeObserverOfAnotherPlayer:
            "An instance of AVPlayer cannot remove a time observer that was added by a different instance of AVPlayer"
        case .intervalIsNotPossible(let interval):
            "the interval of a periodic time observer is positive, and this is \(interval)"
        case .setRateAtHostTimeWhileWaitingAutomatically, .advanceWithoutQueue, .itemCannotBeInserted,
            .prerollWhileNotReady:
            ""
        }
    }
}

extension WorldError.Misuse {
    fileprivate var words: String {
        switch self {
        case .negativeTime: "time never goes back; the amount must not be negative"
        case .rate(let rate): "a rate of \(rate) is not modelled; it must be from 0 to 32"
        case .movingRate(let rate):
            "a rate of \(rate) \(rate >= 0 && rate < 0.001 ? "does not move" : "is not modelled"); it must be from "
                + "0.001 to 32 for defaultRate, and for a preroll"
        case .capacity(let kilobits): "a network of \(kilobits) kbit/s is none; it must be from 0 to 1000000000"
        case .delay(let delay): "a delay of \(WorldError.seconds(delay)) is too long; the most is 600 s"
        case .layer(let size, let scale):
            "a layer of \(size.width) × \(size.height) points at a scale of \(scale) is none; sides are from 0 to "
                + "100000, and the scale is above 0 and at most 10"
        case .noTimes: "a time observer needs a positive interval, or at least one time"
        case .foreignItem: "an item belongs to the player that made it"
        case .failedItem: "an item that has failed cannot be played again; make another one"
        case .unknownMedia(let name): "the scenario has no media and no item '\(name)'"
        case .notObservable(let path): "\(path) cannot be observed"
        case .notAQueuePlayer(let call):
            "\(call) is AVQueuePlayer's, and this player is an AVPlayer; make it by .queuePlayer(), in a scenario's "
                + "text \"class\": \"AVQueuePlayer\""
        case .advanceInCallback: "time cannot be advanced by a callback; it passes after that has returned"
        case .advanceUnderWay: "another advance is under way; let one task alone let time pass, as a rule the test's"
        case .callInCondition:
            "a condition may only look; it has called a player, made an item, an observer or a timer, or let time "
                + "pass"
        case .isFinished: "the world has been finished; nothing can be done in it any more"
        }
    }
}
