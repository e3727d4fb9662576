import PlayerModel

/// A condition that an action of a script waits for: what an app observes of its player, by AVFoundation's names.
///
/// All but an event are true for as long as they are so. What is over in the very instant in which it began is not
/// seen, because a condition is looked at when everything else of an instant has happened; an event is.
package enum Condition: Equatable, Sendable {
    case status(TimeControlStatus)
    /// A reason, or that there is none.
    case reason(WaitingReason?)
    /// Thousandths.
    case rate(ClosedRange<Int64>)
    case timebaseRate(ClosedRange<Int64>)
    /// Nanoseconds on the item's timeline.
    case currentTime(ClosedRange<Int64>)
    /// Nanoseconds of media that can be played from the playhead on.
    case loadedAhead(ClosedRange<Int64>)
    case likelyToKeepUp(Bool)
    case bufferFull(Bool)
    case bufferEmpty(Bool)
    case itemStatus(Player.ItemStatus)
    /// The player has waited at a stretch for so long, whatever for.
    case waited(TimeAmount)
    /// A stall has lasted for so long.
    case stalled(TimeAmount)
    /// Somebody asked for playback so long ago, nobody has paused since, and it has not begun for the first time.
    case starting(TimeAmount)
    /// Nanoseconds in which the playhead has moved, all added up: of the clock on the wall, whatever the rate.
    case played(ClosedRange<Int64>)
    /// It is true in the instant of the event alone.
    case event(ObservedEvent)
    /// Another action of the script has been performed, once at least.
    case performed(name: String, action: Int32)
    case all([Condition])
    case any([Condition])
}

/// An event that an app can observe: a notification, a change of item, or a completion handler.
package enum ObservedEvent: UInt8, CaseIterable, Sendable {
    case playbackStalled, didPlayToEndTime, failedToPlayToEndTime, timeJumped, currentItem, seekFinished
    case prerollFinished

    package var name: String {
        switch self {
        case .playbackStalled: "playbackStalled"
        case .didPlayToEndTime: "didPlayToEndTime"
        case .failedToPlayToEndTime: "failedToPlayToEndTime"
        case .timeJumped: "timeJumped"
        case .currentItem: "currentItem"
        case .seekFinished: "seekFinished"
        case .prerollFinished: "prerollFinished"
        }
    }

    fileprivate var about: String {
        switch self {
        case .playbackStalled, .didPlayToEndTime, .failedToPlayToEndTime, .timeJumped: "The notification."
        case .currentItem: "Another item is current, or none."
        case .seekFinished: "The completion handler of a seek is called."
        case .prerollFinished: "The completion handler of preroll(atRate:) is called."
        }
    }

    static let format = ValueFormat.words(allCases.map { ($0.name, $0, $0.about) })
}

/// The trigger of an action that waits: its condition, and how often and how late the action is performed.
package struct Trigger: Equatable, Sendable {
    package var condition: Condition
    /// From the instant at which the condition became true to the action; it need not hold still.
    package var after = TimeAmount.zero
    /// The distance at which the condition is looked at, as an app does that polls; nil where it is at once.
    package var every: TimeAmount?
    /// How often the action is performed at most; nil is without limit.
    package var most: Int64? = 1

    /// The trigger in words that fit behind an action.
    package var words: String {
        var words = "when \(condition.words)"
        if after > .zero { words += ", \(after.inSeconds) later" }
        if let every { words += ", looked at every \(every.inSeconds)" }
        return words
    }
}

extension Condition {
    /// The conditions that it is made of; none of one that stands for itself.
    var parts: [Condition] {
        switch self {
        case .all(let parts), .any(let parts): parts
        case .status, .reason, .rate, .timebaseRate, .currentTime, .loadedAhead, .likelyToKeepUp, .bufferFull,
            .bufferEmpty, .itemStatus, .waited, .stalled, .starting, .played, .event, .performed:
            []
        }
    }

    /// The actions that have to be performed for it, or for a part of it, by their places in the script.
    var performed: [Int] {
        if case .performed(_, let action) = self { return [Int(action)] }
        return parts.flatMap { $0.performed }
    }

    package var words: String {
        switch self {
        case .status(let status): "timeControlStatus is \(NamesOfAVFoundation.status(status))"
        case .reason(let reason): "reasonForWaitingToPlay is \(reason.map(NamesOfAVFoundation.reason) ?? "nil")"
        case .rate(let range): "rate is \(Self.words(range, .rate))"
        case .timebaseRate(let range): "the timebase's rate is \(Self.words(range, .rate))"
        case .currentTime(let range): "currentTime is \(Self.words(range, .seconds))"
        case .loadedAhead(let range): "\(Self.words(range, .seconds)) of media is loaded ahead"
        case .likelyToKeepUp(let value): "isPlaybackLikelyToKeepUp is \(value)"
        case .bufferFull(let value): "isPlaybackBufferFull is \(value)"
        case .bufferEmpty(let value): "isPlaybackBufferEmpty is \(value)"
        case .itemStatus(let status): "the item's status is \(NamesOfAVFoundation.itemStatus(status))"
        case .waited(let length): "it has waited for \(length.inSeconds)"
        case .stalled(let length): "it has stalled for \(length.inSeconds)"
        case .starting(let length): "it has not begun for \(length.inSeconds)"
        case .played(let range): "it has played for \(Self.words(range, .seconds))"
        case .event(let event): "\(event.name)"
        case .performed(let name, _): "'\(name)' is done"
        case .all(let parts): parts.map { $0.innerWords }.joined(separator: " and ")
        case .any(let parts): parts.map { $0.innerWords }.joined(separator: " or ")
        }
    }

    /// The words as they stand among others.
    private var innerWords: String { parts.count > 1 ? "(\(words))" : words }

    private static func words(_ range: ClosedRange<Int64>, _ unit: Unit) -> String {
        let (low, high) = (QuantityText.value(range.lowerBound, unit), QuantityText.value(range.upperBound, unit))
        if range.lowerBound == range.upperBound { return low }
        if range.upperBound == .max { return "at least \(low)" }
        if range.lowerBound == 0 { return "at most \(high)" }
        return "between \(low) and \(high)"
    }
}
