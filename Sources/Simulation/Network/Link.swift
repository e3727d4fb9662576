import SimulationContainers
import PlayerModel

/// One direction of a link, shared in equal parts by the flows on it: processor sharing, exact.
///
/// Every flow gets the same, so it is enough to count what *one* flow has been given since the link began: a flow
/// that joins at a count of w with b bits is done when the count reaches w + b. Joining, leaving and the next end
/// each cost O(log n), however many share, and so does to ask what one was given of late: see `LinkPast`. The unit of
/// work is a nanobit (one bit per second for one nanosecond), so that capacity × time is a whole number; what does not
/// divide by the number of flows is carried on.
struct Link: Sendable {
    private struct Finish: Comparable, BitwiseCopyable, Sendable {
        let work: Int128
        let order: UInt32
        let flow: Int32
        let generation: UInt32

        static func < (left: Finish, right: Finish) -> Bool {
            left.work < right.work || (left.work == right.work && left.order < right.order)
        }
    }

    private struct Flow: Sendable {
        var generation: UInt32 = 0
        var isActive = false
        var finish: Int128 = 0
    }

    /// Work that is left of a flow that was taken off the link, in nanobits.
    typealias Remainder = Int128

    private(set) var capacity: Int64?
    private(set) var activeFlows: Int64 = 0
    /// When a bit left last, of those that take time, and as far as the link was looked at; nil before the first.
    private(set) var lastDeparture: Instant?
    private var work: Int128 = 0
    /// All that flows have been given since the link began, but for the begun bytes of those that were taken off, and
    /// for what the last nanosecond gave them beyond their end.
    private var total: Remainder = 0
    private var carry: Int64 = 0
    private var updated = Instant.zero
    private var flows: ContiguousArray<Flow> = []
    private var finishes = Heap<Finish>()
    private var order: UInt32 = 0
    /// When the next flow is done, as long as nobody joins or leaves and the capacity stays: until then each flow is
    /// given no more and no less than was reckoned. Nil where it is to be reckoned anew.
    private var next: Instant?
    /// The count at which the next flow is done, unless that is to be looked up.
    private var nextWork: Int128 = 0
    private var knowsNextWork = false
    private var past = LinkPast()

    private static let nanobitsPerByte: Int64 = 8_000_000_000

    /// The size of a download without end: more than a petabyte, which media and all other downloads have at most. It
    /// has its share, and is never done, however much that is: so it is not over at once where there is no limit, as
    /// all else is.
    static let endlessBytes: Int64 = 1_000_000_000_000_001
    private static var endless: Remainder { work(bytes: endlessBytes) }

    static func work(bytes: Int64) -> Remainder { Remainder(bytes) * Remainder(nanobitsPerByte) }

    static func rest(of work: Remainder) -> Int64 { Int64(work % Remainder(nanobitsPerByte)) }

    /// The part of a byte that was given of whole bytes of which so much is left.
    private static func begun(leaving left: Remainder) -> Remainder {
        let missing = rest(of: left)
        return missing > 0 ? Remainder(nanobitsPerByte - missing) : 0
    }

    /// The whole bytes; of a billion of them at most, that is no division of 128 bits.
    static func bytes(in work: Remainder) -> Int64 {
        if let small = Int64(exactly: work) { return small / nanobitsPerByte }
        return Int64(clamping: work / Remainder(nanobitsPerByte))
    }

    init(capacity: Int64?) { self.capacity = capacity }

    /// The whole bytes that all flows have been given since the link began. A byte that was begun when its flow was
    /// taken off is none, and adds up to none with those of other flows. Of flows that are on the link such parts add
    /// up, so that there may be a byte less of them when one is taken off.
    var totalBytes: Int64 { Self.bytes(in: total) }

    mutating func setCapacity(_ capacity: Int64?, at now: Instant) {
        advance(to: now)
        self.capacity = capacity
        next = nil
    }

    /// Puts `flow` on the link with that much work to do.
    mutating func start(_ flow: Int, _ amount: Remainder, at now: Instant) {
        advance(to: now)
        while flows.count <= flow { flows.append(Flow()) }
        precondition(!flows[flow].isActive, "A flow is on the link once.")
        activeFlows += 1
        if past.isKept { past.begin(flow, work, at: now) }
        schedule(flow, until: work + amount)
    }

    /// Gives a flow that has just finished more work. What the last nanosecond gave it beyond its end counts.
    mutating func extend(_ flow: Int, by amount: Remainder) { schedule(flow, until: flows[flow].finish + amount) }

    /// Takes `flow` off the link, and returns the work that it has left. Its share goes to the others from this
    /// nanosecond on.
    @discardableResult
    mutating func stop(_ flow: Int, at now: Instant) -> Remainder {
        guard flows.indices.contains(flow), flows[flow].isActive else { return 0 }
        advance(to: now)
        if past.isKept { past.end(flow, min(work, flows[flow].finish), at: now) }
        flows[flow].isActive = false
        flows[flow].generation &+= 1
        (next, knowsNextWork) = (nil, false)
        activeFlows -= 1
        if activeFlows == 0 { carry = 0 }
        let left = flows[flow].finish - work
        total -= left > 0 ? Self.begun(leaving: left) : -left
        return max(0, left)
    }

    @inline(__always)
    func left(of flow: Int) -> Remainder {
        flows.indices.contains(flow) && flows[flow].isActive ? max(0, flows[flow].finish - work) : 0
    }

    /// The instant at which `flow` has no more than `rest` left, if nothing changes until then; rounded up, and `never`
    /// where nothing moves.
    mutating func instant(of flow: Int, leaving rest: Remainder, from now: Instant) -> Instant {
        advance(to: now)
        let missing = (left(of: flow) - rest) * Int128(activeFlows) - Int128(carry)
        guard missing > 0, let capacity else { return now }
        return capacity > 0 ? now + TimeAmount(nanoseconds: Self.quotientUp(missing, capacity)) : .never
    }

    /// From now on it is known for so long a time at least what flows have been given.
    mutating func keepPast(_ length: TimeAmount) { past.keep(length) }

    /// The work that a flow has been given since an instant of late, on the link or before it left; none where that is
    /// not kept.
    func given(to flow: Int, since instant: Instant) -> Remainder {
        past.given(to: flow, since: instant, countNow(of: flow))
    }

    /// The instant of late since which a flow has been given so much; nil where that is not known.
    func instant(of flow: Int, giving amount: Remainder) -> Instant? {
        past.instant(of: flow, giving: amount, countNow(of: flow))
    }

    private func countNow(of flow: Int) -> Int128 {
        flows.indices.contains(flow) && flows[flow].isActive ? min(work, flows[flow].finish) : work
    }

    /// The instant at which the next flow is done, rounded up; `never` where nothing moves, or all are without end.
    @inline(__always)
    mutating func nextFinish() -> Instant {
        if let next { return next }
        let instant = reckonNextFinish()
        if instant > updated { next = instant }
        return instant
    }

    private mutating func reckonNextFinish() -> Instant {
        if !knowsNextWork {
            dropStale()
            guard let first = finishes.first else { return .never }
            (nextWork, knowsNextWork) = (first.work, true)
        }
        guard let capacity, nextWork > work else { return updated }
        guard capacity > 0 else { return .never }
        // A flow alone, which is the common case, is spared the product of two 128-bit numbers.
        let left = nextWork - work
        let missing = (activeFlows == 1 ? left : left * Int128(activeFlows)) - Int128(carry)
        guard missing > 0 else { return updated }
        return updated + TimeAmount(nanoseconds: Self.quotientUp(missing, capacity))
    }

    /// A flow that is done at `now`, or nil. It stays on the link until it is extended or stopped.
    mutating func finished(at now: Instant) -> Int? {
        advance(to: now)
        dropStale()
        guard let first = finishes.first, first.work <= work || capacity == nil else { return nil }
        if first.work > work {
            total += (first.work - work) * Int128(activeFlows)
            work = first.work
        }
        _ = finishes.removeFirst()
        (next, knowsNextWork) = (nil, false)
        return Int(first.flow)
    }

    private mutating func schedule(_ flow: Int, until finish: Int128) {
        flows[flow].isActive = true
        flows[flow].finish = finish
        order &+= 1
        (next, knowsNextWork) = (nil, false)
        guard finish - work < Self.endless else { return }
        finishes.insert(Finish(work: finish, order: order, flow: Int32(flow), generation: flows[flow].generation))
    }

    private mutating func dropStale() {
        while let first = finishes.first, flows[Int(first.flow)].generation != first.generation {
            _ = finishes.removeFirst()
        }
    }

    /// Gives every flow its share of the time since it was looked at last.
    mutating func advance(to now: Instant) {
        let (begin, elapsed) = (updated, now - updated)
        updated = now
        guard activeFlows > 0, elapsed > .zero, let capacity else { return }
        if capacity > 0 { lastDeparture = now }
        if past.isKept {
            let piece = LinkPast.Piece(begin: begin, work: work, carry: carry, capacity: capacity, flows: activeFlows)
            past.note(piece, until: now)
        }
        let (high, low) = capacity.multipliedFullWidth(by: elapsed.nanoseconds)
        let given = Int128(high) << 64 | Int128(low)
        let done = given + Int128(carry)
        total += given
        if activeFlows == 1 {
            work += done
            carry = 0
        } else if let small = Int64(exactly: done) {
            let (quotient, remainder) = small.quotientAndRemainder(dividingBy: activeFlows)
            work += Int128(quotient)
            carry = remainder
        } else {
            let (quotient, remainder) = done.quotientAndRemainder(dividingBy: Int128(activeFlows))
            work += quotient
            carry = Int64(remainder)
        }
    }

    /// `amount` ÷ `capacity` rounded up, clamped to the range of an `Int64`.
    static func quotientUp(_ amount: Int128, _ capacity: Int64) -> Int64 {
        if let small = Int64(exactly: amount) {
            let (quotient, remainder) = small.quotientAndRemainder(dividingBy: capacity)
            return quotient + (remainder > 0 ? 1 : 0)
        }
        let (quotient, remainder) = amount.quotientAndRemainder(dividingBy: Int128(capacity))
        return Int64(clamping: quotient + (remainder > 0 ? 1 : 0))
    }
}
