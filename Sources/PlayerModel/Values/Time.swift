/// A point in host time, in nanoseconds since the start of the run: the person's clock, which never stops.
public struct Instant: Comparable, Hashable, BitwiseCopyable, Sendable {
    /// Nanoseconds since the start of the run.
    public var nanoseconds: Int64

    /// The point `nanoseconds` after the start of the run.
    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The start of the run.
    @inlinable
    public static var zero: Instant { Instant(nanoseconds: 0) }

    /// Later than anything that happens.
    @inlinable
    public static var never: Instant { Instant(nanoseconds: .max) }

    /// Whether the left point comes before the right one.
    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The point that lies `amount` later; `never` where that is beyond what can be counted.
    @inlinable
    public static func + (instant: Instant, amount: TimeAmount) -> Instant {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(amount.nanoseconds)
        return overflow ? .never : Instant(nanoseconds: sum)
    }

    /// The time from the right point to the left one; negative where the left one comes before.
    @inlinable
    public static func - (later: Instant, earlier: Instant) -> TimeAmount {
        TimeAmount(nanoseconds: later.nanoseconds - earlier.nanoseconds)
    }
}

/// A stretch of host time, in nanoseconds.
public struct TimeAmount: Comparable, Hashable, BitwiseCopyable, Sendable {
    /// The stretch in nanoseconds; may be negative.
    public var nanoseconds: Int64

    /// A stretch of that many nanoseconds.
    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// A stretch of that many milliseconds.
    public static func milliseconds(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count * 1_000_000) }

    /// A stretch of that many seconds.
    public static func seconds(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count * 1_000_000_000) }

    /// No time at all.
    @inlinable
    public static var zero: TimeAmount { TimeAmount(nanoseconds: 0) }

    /// Whether the left stretch is shorter than the right one.
    @inlinable
    public static func < (left: TimeAmount, right: TimeAmount) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Both stretches, one after the other; cut at what can be counted.
    @inlinable
    public static func + (left: TimeAmount, right: TimeAmount) -> TimeAmount {
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return TimeAmount(nanoseconds: overflow ? (right.nanoseconds < 0 ? .min : .max) : sum)
    }

    /// The rest of the left stretch without the right one.
    @inlinable
    public static func - (left: TimeAmount, right: TimeAmount) -> TimeAmount {
        TimeAmount(nanoseconds: left.nanoseconds - right.nanoseconds)
    }
}

/// A place on an item's timeline, or a length of media, in nanoseconds: what `CMTime` is to AVFoundation. At rate 2 a
/// second of host time passes two of these seconds.
public struct MediaTime: Comparable, Hashable, BitwiseCopyable, Sendable {
    /// Nanoseconds of media.
    public var nanoseconds: Int64

    /// The place that many nanoseconds of media after the item's beginning.
    @inlinable
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// That many seconds of media.
    public static func seconds(_ count: Int64) -> MediaTime { MediaTime(nanoseconds: count * 1_000_000_000) }

    /// The item's beginning.
    @inlinable
    public static var zero: MediaTime { MediaTime(nanoseconds: 0) }

    /// Further than any item reaches; as a length: without limit.
    @inlinable
    public static var unlimited: MediaTime { MediaTime(nanoseconds: .max) }

    /// Whether the left place comes before the right one.
    @inlinable
    public static func < (left: MediaTime, right: MediaTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The place that lies `right` further on; `unlimited` where that is beyond what can be counted.
    @inlinable
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
        return overflow ? MediaTime(nanoseconds: right.nanoseconds < 0 ? .min : .max) : MediaTime(nanoseconds: sum)
    }

    /// The length of media from the right place to the left one.
    @inlinable
    public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        MediaTime(nanoseconds: left.nanoseconds - right.nanoseconds)
    }
}

/// A playback rate: how much media passes in a unit of host time, in thousandths. Only forward rates are modelled.
public struct Rate: Comparable, Hashable, BitwiseCopyable, Sendable {
    /// Thousandths of natural speed, from 0 to 32,000.
    public var thousandths: Int32

    /// A rate of that many thousandths of natural speed.
    @inlinable
    public init(thousandths: Int32) { self.thousandths = thousandths }

    /// At rest.
    @inlinable
    public static var zero: Rate { Rate(thousandths: 0) }

    /// Natural speed.
    @inlinable
    public static var one: Rate { Rate(thousandths: 1000) }

    /// Whether the left rate is slower than the right one.
    @inlinable
    public static func < (left: Rate, right: Rate) -> Bool { left.thousandths < right.thousandths }

    /// Whether media passes at all.
    @inlinable
    public var isMoving: Bool { thousandths > 0 }

    /// The media that passes in `amount` of host time, rounded down: the playhead is never ahead of itself.
    @inlinable
    public func media(passingIn amount: TimeAmount) -> MediaTime {
        thousandths == 1000 ? MediaTime(nanoseconds: amount.nanoseconds) : scaledMedia(amount)
    }

    @usableFromInline
    func scaledMedia(_ amount: TimeAmount) -> MediaTime {
        MediaTime(nanoseconds: proportion(amount.nanoseconds, Int64(thousandths), over: 1000, .down))
    }

    /// The host time in which `media` passes. The rate must not be zero.
    @inlinable
    public func time(toPass media: MediaTime, _ rounding: Rounding) -> TimeAmount {
        thousandths == 1000 ? TimeAmount(nanoseconds: media.nanoseconds) : scaledTime(media, rounding)
    }

    @usableFromInline
    func scaledTime(_ media: MediaTime, _ rounding: Rounding) -> TimeAmount {
        TimeAmount(nanoseconds: proportion(media.nanoseconds, 1000, over: Int64(thousandths), rounding))
    }
}

/// The direction in which a quotient goes that is no whole number.
@frozen
public enum Rounding: Sendable {
    /// Towards the smaller number, or towards the greater.
    case down, up
}

/// `value` × `factor` ÷ `divisor` of their magnitudes, with the whole product kept in between: a sign is the caller's.
/// `divisor` is not 0. A result beyond `Int64` is cut to `Int64.max`, which reads as "never" in every quantity here.
@inlinable @inline(__always)
public func proportion(_ value: Int64, _ factor: Int64, over divisor: Int64, _ rounding: Rounding) -> Int64 {
    let product = value.magnitude.multipliedFullWidth(by: factor.magnitude)
    let divisor = divisor.magnitude
    guard product.high < divisor else { return .max }
    let (quotient, remainder) =
        product.high == 0
        ? product.low.quotientAndRemainder(dividingBy: divisor)
        : divisor.dividingFullWidth(product)
    guard quotient < UInt64(Int64.max) else { return .max }
    return Int64(quotient) + (rounding == .up && remainder > 0 ? 1 : 0)
}
