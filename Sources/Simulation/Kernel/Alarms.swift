/// Calls that a component has set for later, the earliest first; of one instant, in the order in which they were set.
///
/// For deadlines that a component keeps to itself. Whatever another component may notice goes through `EventQueue`.
struct Alarms<Call: BitwiseCopyable & Sendable>: Sendable {
    struct Alarm: Comparable, BitwiseCopyable, Sendable {
        let time: Int64
        let sequence: Int64
        let call: Call

        @inline(__always)
        static func < (left: Alarm, right: Alarm) -> Bool {
            left.time < right.time || (left.time == right.time && left.sequence < right.sequence)
        }

        /// No two alarms have the same sequence number, so this is identity.
        @inline(__always)
        static func == (left: Alarm, right: Alarm) -> Bool { left.sequence == right.sequence }
    }

    private var heap = Heap<Alarm>()
    private var sequence: Int64 = 0
    /// The time of the earliest alarm, or `Int64.max`. It is stored, because the loop asks for it at every step.
    private(set) var next: Int64 = .max

    init() {}

    /// Sets a call for `time`. O(log n).
    @inline(__always)
    mutating func set(_ call: Call, at time: Int64) {
        heap.insert(Alarm(time: time, sequence: sequence, call: call))
        sequence += 1
        next = min(next, time)
    }

    /// The earliest alarm, or nil. O(log n).
    var first: Alarm? { mutating get { heap.first } }

    /// Removes and returns the earliest alarm, or nil. O(log n).
    @inline(__always)
    mutating func removeFirst() -> Alarm? {
        guard let alarm = heap.removeFirst() else { return nil }
        next = heap.first?.time ?? .max
        return alarm
    }
}
