/// Calls that a component has set for later, the earliest first; of one instant, in the order in which they were set.
///
/// For deadlines that a component keeps to itself. Whatever another component may notice goes through `EventQueue`.
public struct Alarms<Call: BitwiseCopyable & Sendable>: Sendable {
    /// A call that is set.
    public struct Alarm: Comparable, BitwiseCopyable, Sendable {
        /// When it is due, in nanoseconds.
        public let time: Int64
        /// How many were set before it.
        public let sequence: Int64
        /// The call itself.
        public let call: Call

        @inlinable
        init(time: Int64, sequence: Int64, call: Call) {
            (self.time, self.sequence, self.call) = (time, sequence, call)
        }

        /// The earlier one first; of one instant, the one that was set first.
        @inlinable @inline(__always)
        public static func < (left: Alarm, right: Alarm) -> Bool {
            left.time < right.time || (left.time == right.time && left.sequence < right.sequence)
        }

        /// No two alarms have the same sequence number, so this is identity.
        @inlinable @inline(__always)
        public static func == (left: Alarm, right: Alarm) -> Bool { left.sequence == right.sequence }
    }

    @usableFromInline var heap = Heap<Alarm>()
    @usableFromInline var sequence: Int64 = 0
    /// It is stored, because the loop asks for it at every step.
    @usableFromInline var earliest: Int64 = .max

    /// None is set.
    @inlinable
    public init() {}

    /// The time of the earliest alarm, or `Int64.max`.
    @inlinable @inline(__always)
    public var next: Int64 { earliest }

    /// Sets a call for `time`. O(log n).
    @inlinable @inline(__always)
    public mutating func set(_ call: Call, at time: Int64) {
        heap.insert(Alarm(time: time, sequence: sequence, call: call))
        sequence += 1
        earliest = min(earliest, time)
    }

    /// The earliest alarm, or nil. O(log n).
    @inlinable
    public var first: Alarm? { mutating get { heap.first } }

    /// Removes and returns the earliest alarm, or nil. O(log n).
    @inlinable @inline(__always)
    public mutating func removeFirst() -> Alarm? {
        guard let alarm = heap.removeFirst() else { return nil }
        earliest = heap.first?.time ?? .max
        return alarm
    }
}
