/// What is to be done at some time, the earliest first, and of one time in the order in which it was set.
///
/// For what a component keeps to itself; what others may notice goes through the event queue.
struct Alarms<Call: BitwiseCopyable & Sendable>: Sendable {
    /// A call, and when it is due.
    struct Alarm: Comparable, BitwiseCopyable, Sendable {
        let time: Int64
        let sequence: Int64
        let call: Call

        @inline(__always)
        static func < (left: Alarm, right: Alarm) -> Bool {
            left.time < right.time || (left.time == right.time && left.sequence < right.sequence)
        }

        /// No two have the same number.
        @inline(__always)
        static func == (left: Alarm, right: Alarm) -> Bool { left.sequence == right.sequence }
    }

    private var heap = Heap<Alarm>()
    private var sequence: Int64 = 0
    /// When the earliest is due, or `Int64.max`. It is kept, because it is asked for all the time.
    private(set) var next: Int64 = .max

    init() {}

    /// O(log n).
    @inline(__always)
    mutating func set(_ call: Call, at time: Int64) {
        heap.insert(Alarm(time: time, sequence: sequence, call: call))
        sequence += 1
        next = min(next, time)
    }

    /// Takes the earliest out, or nil. O(log n).
    @inline(__always)
    mutating func removeFirst() -> Alarm? {
        guard let alarm = heap.removeFirst() else { return nil }
        next = heap.first?.time ?? .max
        return alarm
    }
}
