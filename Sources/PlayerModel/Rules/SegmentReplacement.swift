/// The rule by which a segment that is loaded already is fetched once more in a higher variant, before more is fetched.
public enum SegmentReplacement: Choosable, Equatable, Sendable {
    /// Never.
    case none
    /// The first of those ahead that is of a lower rung than the rule would choose now (`-r left` in Sabre).
    case left
    /// The last of them (`-r right`).
    case right

    /// Every rule, in the order in which they are listed; the first is the default.
    public static let all: [SegmentReplacement] = [.none, .left, .right]

    /// Its row in its table.
    public var words: RuleWords {
        switch self {
        case .none: RuleWords("none", "What is loaded stays.")
        case .left: RuleWords("left", "The first segment ahead that is lower than the rule would choose now.")
        case .right: RuleWords("right", "The last one.")
        }
    }

    /// The same rule: there are no parameters to set.
    public func setting(_ values: [Int64]) -> SegmentReplacement { self }

    /// The place among the segments ahead, whose rungs are given, of the one that is replaced; nil where none is.
    ///
    /// The one that is being played is left alone, and those that are next within one and a half segments: src/sabre.py
    /// 1136–1193.
    public func index(in rungs: ContiguousArray<Int>, below rung: Int, played: MediaTime, of segment: MediaTime)
        -> Int?
    {
        // ⌈1.5 + played ÷ segment⌉, and less than a whole segment is played of the first.
        let skip = 1 + (played.nanoseconds * 2 > segment.nanoseconds ? 2 : 1)
        guard rungs.count > skip else { return nil }
        switch self {
        case .none: return nil
        case .left: return (skip..<rungs.count).first { rungs[$0] < rung }
        case .right: return (skip..<rungs.count).last { rungs[$0] < rung }
        }
    }
}
