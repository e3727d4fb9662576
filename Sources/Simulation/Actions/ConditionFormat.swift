import PlayerModel

/// A condition as a script has it: an object whose keys must all be so.
struct ConditionDraft: Sendable {
    enum Part: Sendable {
        case plain(Condition)
        case performed(ExactText)
        case all([Placed<ConditionDraft>])
        case any([Placed<ConditionDraft>])
        /// Bounds that hold every value, with the reason.
        case everything(Condition, String)
        /// Bounds that hold none, likewise.
        case nothing(String)
    }

    fileprivate var parts: [Placed<Part>] = []

    fileprivate mutating func add(_ part: Part, at place: Place) { parts.append(Placed(part, at: place)) }
}

/// The keys of conditions. Those that `expect` has too are called the same, and mean the same.
enum ConditionFormat {
    /// Lists of conditions stand in a condition, and again in theirs.
    private static let depth = 2

    static let condition = ValueFormat.object(format(depth))

    private static func format(_ depth: Int) -> ObjectFormat<ConditionDraft> {
        let about = "What an action waits for: all that is said here must be so."
        guard depth > 0 else { return ObjectFormat("simple_condition", about, from: ConditionDraft()) { keys } }
        let inner = ValueFormat.object(format(depth - 1)).placed
        return ObjectFormat(depth == Self.depth ? "condition" : "inner_condition", about, from: ConditionDraft()) {
            keys
            Key("all", "All of these.").holds(placed: .list(of: inner, atLeast: 1)) {
                $0.add(.all($1.value), at: $1.place)
            }
            Key("any", "At least one of these.").holds(placed: .list(of: inner, atLeast: 1)) {
                $0.add(.any($1.value), at: $1.place)
            }
        }
    }

    /// The keys without what is in lists of conditions, which are the same again.
    static var listed: Shape {
        let shape = format(depth).shape
        return .object(
            Shape.ObjectShape(
                shape.name, shape.about,
                shape.members.map { member in
                    if case .list = member.shape { Shape.Member(member.name, member.about, .null) } else { member }
                }))
    }

    private static let keys = KeyList<ConditionDraft>.list {
        key("timeControlStatus", "What the player does.", .timeControlStatus) { .status($0) }
        key("reasonForWaitingToPlay", "What a waiting player waits for; null for nothing.", .waitingReason) {
            .reason($0)
        }
        range("rate", "The rate that was asked for.", .rate) { .rate($0) }
        range("timebaseRate", "The rate at which media passes.", .rate) { .timebaseRate($0) }
        range("currentTime_s", "The playhead: there, or behind it.", .seconds) { .currentTime($0) }
        range("loaded_ahead_s", "Media that is loaded ahead of the playhead: so much, or more.", .seconds) {
            .loadedAhead($0)
        }
        key("isPlaybackLikelyToKeepUp", "The flag.", .flag) { .likelyToKeepUp($0) }
        key("isPlaybackBufferFull", "The flag.", .flag) { .bufferFull($0) }
        key("isPlaybackBufferEmpty", "The flag.", .flag) { .bufferEmpty($0) }
        key("itemStatus", "AVPlayerItem.status of the current item.", itemStatus) { .itemStatus($0) }
        key("waiting_for_s", "The player has waited at a stretch for so long.", .time(from: 1)) { .waited($0) }
        key("stalled_for_s", "A stall has lasted for so long.", .time(from: 1)) { .stalled($0) }
        key(
            "starting_for_s", "Playback was asked for so long ago, without a pause since, and has not begun.",
            .time(from: 1)
        ) {
            .starting($0)
        }
        range("played_for_s", "The playhead has moved for so long in all, whatever the rate.", .seconds) {
            .played($0)
        }
        key("event", "Something that is over as soon as it is there.", ObservedEvent.format) { .event($0) }
        Key("performed", "Another action of the script is done: the one with that 'name'.").holds(placed: .name) {
            $0.add(.performed($1.value), at: $1.place)
        }
    }

    private static func key<Value: Sendable>(
        _ name: String, _ about: String, _ format: ValueFormat<Value>,
        _ condition: @escaping @Sendable (Value) -> Condition
    ) -> KeyFormat<ConditionDraft> {
        Key(name, about).holds(placed: format) { $0.add(.plain(condition($1.value)), at: $1.place) }
    }

    /// A number by itself, or its bounds. By itself a rate is meant exactly, and a length of time is the least.
    private static func range(
        _ name: String, _ about: String, _ unit: Unit,
        _ condition: @escaping @Sendable (ClosedRange<Int64>) -> Condition
    ) -> KeyFormat<ConditionDraft> {
        let values = PossibleValues(name, unit, unit == .rate ? PossibleValues.rates : 0...(.max))
        let number = ValueFormat.number(unit, 0...min(values.range.upperBound, TimeLimit.longest))
        let bounds = ValueFormat<Bounds>.object("condition_bounds", "What a number must be.", from: Bounds()) {
            Key("at_least", "This or more.").holds(number) { $0.least = $1 }
            Key("at_most", "This or less.").holds(number) { $0.most = $1 }
        }
        let either = ValueFormat.either(number.map { Bounds(least: $0, most: unit == .rate ? $0 : .max) }, bounds)
        return Key(name, about).holds(placed: either) { draft, bounds in
            draft.add(bounds.value.part(of: values, condition), at: bounds.place)
        }
    }

    private struct Bounds: Sendable {
        var least: Int64 = 0
        var most = Int64.max

        func part(of values: PossibleValues, _ condition: (ClosedRange<Int64>) -> Condition) -> ConditionDraft.Part {
            if least > most { return .nothing("'at_least' is more than 'at_most', so nothing is between them") }
            return switch values.fault(of: least...most) {
            case .everyValue(let why): .everything(condition(least...most), "\(why), so this is always true")
            case .noValue(let why): .nothing("\(why), so this is never true")
            case nil: .plain(condition(least...most))
            }
        }
    }

    private static let itemStatus = ValueFormat.words(
        Player.ItemStatus.allCases.map { (NamesOfAVFoundation.itemStatus($0), $0, "") })
}

extension ValueFormat where Value == TimeControlStatus {
    package static var timeControlStatus: ValueFormat {
        .words(TimeControlStatus.allCases.map { (NamesOfAVFoundation.status($0), $0, "") })
    }
}

extension ValueFormat where Value == WaitingReason? {
    /// A reason, or null for none.
    package static var waitingReason: ValueFormat {
        .either(
            .words(WaitingReason.allCases.map { (NamesOfAVFoundation.reason($0), $0, "") }),
            ValueFormat(.null) { _ in .some(nil) })
    }
}

extension Placed<ConditionDraft> {
    /// The condition, of an action that looks at it from time to time where it `isPolled`; nil where something in it
    /// cannot be meant.
    func condition(isPolled: Bool, _ context: inout ActionContext) -> Condition? {
        if value.parts.isEmpty {
            context.findings.report("a condition says one thing at least, such as \"timeControlStatus\"", place)
            return nil
        }
        let parts = value.parts.map { $0.condition(isPolled: isPolled, &context) }
        let known = parts.compactMap { $0 }
        guard known.count == parts.count else { return nil }
        return known.count == 1 ? known[0] : .all(known)
    }
}

extension Placed<ConditionDraft.Part> {
    fileprivate func condition(isPolled: Bool, _ context: inout ActionContext) -> Condition? {
        switch value {
        case .plain(let condition): return condition
        case .performed(let name): return context.performed(name, at: place)
        case .everything(let condition, let reason):
            // An app's timer waits for nothing, and has to write something.
            if !isPolled { context.findings.warn(reason, place) }
            return condition
        case .nothing(let reason):
            context.findings.report(reason, place)
            return nil
        case .all(let drafts): return Self.whole(drafts, isPolled, &context).map { .all($0) }
        case .any(let drafts): return Self.whole(drafts, isPolled, &context).map { .any($0) }
        }
    }

    private static func whole(
        _ drafts: [Placed<ConditionDraft>], _ isPolled: Bool, _ context: inout ActionContext
    ) -> [Condition]? {
        let parts = drafts.map { $0.condition(isPolled: isPolled, &context) }
        let known = parts.compactMap { $0 }
        return known.count == parts.count ? known : nil
    }
}
