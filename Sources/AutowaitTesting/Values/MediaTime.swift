internal import PlayerModel

/// A place on an item's timeline, or a length of media, with the shape of `CMTime`, which exists on Apple's systems
/// alone.
///
/// Host time, the person's, is a `Duration`. They are two types because they are two clocks: while a player waits the
/// one passes and the other does not, and at rate 2 it passes twice as fast.
///
/// A number is kept in whole nanoseconds, and one that is too large is cut at what can be counted, which is 292
/// years: no argument traps. As `CMTime` does, it has values that are no numbers, in this order behind all numbers:
/// `indefinite`, `positiveInfinity`, `invalid`.
public struct MediaTime: Hashable, Sendable {
    private enum Kind: UInt8, Sendable { case negativeInfinity, number, indefinite, positiveInfinity, invalid }

    private let kind: Kind
    /// The place in nanoseconds; 0 for what is no number.
    public let nanoseconds: Int64

    private init(_ kind: Kind) { (self.kind, nanoseconds) = (kind, 0) }

    /// A number of nanoseconds.
    public init(nanoseconds: Int64) { (kind, self.nanoseconds) = (.number, nanoseconds) }

    /// A number of seconds, rounded to the nearest nanosecond, and then cut toward zero to whole parts of a second.
    ///
    /// So does `CMTime`, which warns of it: "CMTimeMakeWithSeconds(2.870 seconds, timescale 1): warning: error of
    /// -0.870 introduced due to very low timescale" (plask, issue 52).
    ///
    /// - Parameters:
    ///   - seconds: Anything; a value that is not a number is `invalid`, as in `CMTime`, and infinity is infinity.
    ///   - preferredTimescale: The parts of a second; from 10⁹ on, nanoseconds. Of a scale that is not positive the
    ///     time is `invalid`, as in `CMTime`.
    public init(seconds: Double, preferredTimescale: Int32 = 1_000_000_000) {
        if seconds.isNaN || preferredTimescale <= 0 {
            self = .invalid
        } else if seconds.isInfinite {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
        } else {
            self.init(nanoseconds: nearestInteger(seconds * 1_000_000_000), cutTo: preferredTimescale)
        }
    }

    private init(nanoseconds: Int64, cutTo timescale: Int32) {
        guard timescale < 1_000_000_000 else {
            self.init(nanoseconds: nanoseconds)
            return
        }
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        // A part that was rounded down to nanoseconds is still that part.
        let parts = (rest * Int64(timescale) + Int64(timescale / 2) * rest.signum()) / 1_000_000_000
        self = MediaTime(value: whole, timescale: 1) + MediaTime(value: parts, timescale: timescale)
    }

    /// `value` parts of a second of which there are `timescale`, rounded to the nearest nanosecond; `invalid` where
    /// the scale is not positive, as in `CMTime`.
    public init(value: Int64, timescale: Int32) {
        guard timescale > 0 else {
            self = .invalid
            return
        }
        let (whole, rest) = value.quotientAndRemainder(dividingBy: Int64(timescale))
        let (seconds, isTooMuch) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        // The rest is less than 2³¹, so ten to the ninth of it fit.
        let part = (rest * 1_000_000_000 + Int64(timescale / 2) * rest.signum()) / Int64(timescale)
        let (sum, overflows) = seconds.addingReportingOverflow(part)
        self.init(nanoseconds: isTooMuch || overflows ? (value < 0 ? .min : .max) : sum)
    }

    /// That many seconds.
    public static func seconds(_ count: Int) -> MediaTime { MediaTime(value: Int64(count), timescale: 1) }

    /// That many seconds, to the nearest nanosecond.
    public static func seconds(_ count: Double) -> MediaTime { MediaTime(seconds: count) }

    /// That many milliseconds.
    public static func milliseconds(_ count: Int) -> MediaTime { MediaTime(value: Int64(count), timescale: 1000) }

    /// The item's beginning.
    public static let zero = MediaTime(nanoseconds: 0)
    /// `CMTime.positiveInfinity`: as a tolerance, without limit.
    public static let positiveInfinity = MediaTime(.positiveInfinity)
    /// `CMTime.negativeInfinity`.
    public static let negativeInfinity = MediaTime(.negativeInfinity)
    /// `CMTime.indefinite`: the duration of an item before it is known.
    public static let indefinite = MediaTime(.indefinite)
    /// `CMTime.invalid`: where AVFoundation takes or has no time at all.
    public static let invalid = MediaTime(.invalid)

    /// Whether it is anything but `invalid`.
    public var isValid: Bool { kind != .invalid }
    /// Whether it is a number.
    public var isNumeric: Bool { kind == .number }
    /// Whether it is `indefinite`.
    public var isIndefinite: Bool { kind == .indefinite }
    /// Whether it is `positiveInfinity`.
    public var isPositiveInfinity: Bool { kind == .positiveInfinity }

    /// The place in seconds, as `CMTime.seconds` has it: infinity where it is infinite, and not a number where it is
    /// `indefinite` or `invalid`. Exact below 2^53 nanoseconds, which is 104 days.
    public var seconds: Double {
        switch kind {
        case .negativeInfinity: -.infinity
        case .number: Double(nanoseconds) / 1_000_000_000
        case .positiveInfinity: .infinity
        case .indefinite, .invalid: .nan
        }
    }

    /// The sum, as `CMTimeAdd` has it: what is infinite stays so beside all that is valid, and `indefinite` beside
    /// numbers. Infinities that contradict each other are `invalid`.
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        guard left.isNumeric, right.isNumeric else { return combined(left, right, isDifference: false) }
        let (sum, overflows) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return MediaTime(nanoseconds: overflows ? (right.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// The length from the right place to the left one.
    public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        guard left.isNumeric, right.isNumeric else { return combined(left, right, isDifference: true) }
        let (rest, overflows) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return MediaTime(nanoseconds: overflows ? (right.nanoseconds > 0 ? .min : .max) : rest)
    }

    private static func combined(_ left: MediaTime, _ right: MediaTime, isDifference: Bool) -> MediaTime {
        if !left.isValid || !right.isValid { return .invalid }
        let other: MediaTime =
            switch right.kind {
            case .positiveInfinity where isDifference: .negativeInfinity
            case .negativeInfinity where isDifference: .positiveInfinity
            case .negativeInfinity, .number, .positiveInfinity, .indefinite, .invalid: right
            }
        if left.isFinite, other.isFinite { return .indefinite }
        if left.isFinite { return other }
        return other.isFinite || other.kind == left.kind ? left : .invalid
    }

    /// Whether it is valid, and no infinity.
    private var isFinite: Bool { isNumeric || isIndefinite }
}

extension MediaTime: Comparable {
    /// Whether the left place comes before the right one, in the order of `CMTimeCompare`.
    public static func < (left: MediaTime, right: MediaTime) -> Bool {
        (left.kind.rawValue, left.nanoseconds) < (right.kind.rawValue, right.nanoseconds)
    }
}

extension MediaTime: CustomStringConvertible {
    /// The place with its unit, such as `1.5 s`.
    public var description: String {
        switch kind {
        case .negativeInfinity: "-infinity"
        case .number: "\(seconds) s"
        case .positiveInfinity: "infinity"
        case .indefinite: "indefinite"
        case .invalid: "invalid"
        }
    }
}

/// A stretch of an item's timeline, with the shape of `CMTimeRange`.
public struct MediaTimeRange: Hashable, Sendable {
    /// The place where it begins.
    public var start: MediaTime
    /// Its length.
    public var duration: MediaTime

    /// A stretch by its beginning and its length.
    public init(start: MediaTime, duration: MediaTime) {
        self.start = start
        self.duration = duration
    }

    /// A stretch by its beginning and its end.
    public init(start: MediaTime, end: MediaTime) { self.init(start: start, duration: end - start) }

    /// The first place behind it.
    public var end: MediaTime { start + duration }
    /// Whether it has no length.
    public var isEmpty: Bool { duration == .zero }

    /// Whether a place lies in it; its end does not.
    public func containsTime(_ time: MediaTime) -> Bool { time >= start && time < end }
}

/// A place on a timeline as the engine has it: always a number.
typealias Place = PlayerModel.MediaTime

extension MediaTime {
    init(_ place: Place) { self.init(nanoseconds: place.nanoseconds) }

    /// The place as the engine has it; nil for what is no number.
    var place: Place? { isNumeric ? Place(nanoseconds: nanoseconds) : nil }

    /// A length as the engine has it, such as a tolerance of a seek: none below zero, and none for what is no time.
    var length: Place { isPositiveInfinity ? .unlimited : max(.zero, place ?? .zero) }
}

extension MediaTimeRange {
    init(_ range: Range<Place>) { self.init(start: MediaTime(range.lowerBound), end: MediaTime(range.upperBound)) }
}
