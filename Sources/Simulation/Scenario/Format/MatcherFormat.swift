import PlayerModel

// The values that an expectation allows, as they are written: one, bounds, or none at all.
enum MatcherDraft: Sendable {
    case absent
    case value(Int64)
    case bounds(BoundsDraft)
}

struct BoundsDraft: Sendable {
    var equals: Placed<Int64>?
    var about: Placed<Int64>?
    var within: Placed<Int64>?
    var withinPercent: Placed<Int64>?
    var atMost: Int64?
    var atLeast: Int64?
    var between: Placed<[Int64]>?
}

enum MatcherFormat {
    private static let wideRange = (Int64.min + 1)...Int64.max

    static func matcher(_ unit: Unit, orAbsent: Bool) -> ValueFormat<MatcherDraft> {
        if unit == .flag { return ValueFormat<Bool>.flag.map { .value($0 ? 1 : 0) } }
        let value = ValueFormat<Int64>.number(unit, wideRange).map { MatcherDraft.value($0) }
        let bounds = ValueFormat.object(bounds(unit)).map { MatcherDraft.bounds($0) }
        return orAbsent ? .either(value, bounds, ValueFormat(.null) { _ in .absent }) : .either(value, bounds)
    }

    private static func bounds(_ unit: Unit) -> ObjectFormat<BoundsDraft> {
        let number = ValueFormat.number(unit, wideRange)
        return ObjectFormat("bounds", "What a number must be.", from: BoundsDraft()) {
            Key("equals", "This, exactly unless there is room.").holds(placed: number) { $0.equals = $1 }
            Key("about", "This, with the room that `within` or `within_percent` gives.")
                .holds(placed: number) { $0.about = $1 }
            Key("within", "How far from `about` or `equals` it may be.").holds(placed: number) { $0.within = $1 }
            Key("within_percent", "How far, as a part of that number.")
                .holds(placed: .number(.percent, 0...1_000_000)) { $0.withinPercent = $1 }
            Key("at_most", "This or less.").holds(number) { $0.atMost = $1 }
            Key("at_least", "This or more.").holds(number) { $0.atLeast = $1 }
            Key("between", "From the first to the second.")
                .holds(placed: .list(of: number, atLeast: 0)) { $0.between = $1 }
        }
    }
}
