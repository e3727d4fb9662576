import SimulationContainers
import PlayerModel

/// The last while of a link: how much each flow was given, and which ones were on it. So it can be told of bits that
/// have left it how many are on their way.
///
/// It is kept where somebody looks at what has come, or reports tell of it, for as long as bits are on their way at
/// most. To note something takes constant time, amortised, and to ask O(log pieces).
struct LinkPast: Sendable {
    /// A time of one capacity and one number of flows. It lasts until the next one, or until all have left.
    struct Piece: BitwiseCopyable, Sendable {
        let begin: Instant
        /// The count of what one flow has been given, and what did not divide by the number of flows.
        let work: Int128
        let carry: Int64
        let capacity: Int64
        let flows: Int64

        func count(at instant: Instant) -> (work: Int128, carry: Int64) {
            // What did not divide by more flows counts once time passes.
            guard instant > begin else { return (work, carry) }
            let (high, low) = capacity.multipliedFullWidth(by: (instant - begin).nanoseconds)
            let done = (Int128(high) << 64 | Int128(low)) + Int128(carry)
            if flows == 1 { return (work + done, 0) }
            let (quotient, remainder) = done.quotientAndRemainder(dividingBy: Int128(flows))
            return (work + quotient, Int64(remainder))
        }

        /// When the count is so much, which is more than at the beginning; rounded up.
        func instant(reaching target: Int128) -> Instant {
            let missing = (target - work) * Int128(flows) - Int128(carry)
            guard missing > 0 else { return begin + TimeAmount(nanoseconds: 1) }
            return capacity > 0 ? begin + TimeAmount(nanoseconds: Link.quotientUp(missing, capacity)) : .never
        }
    }

    /// The stay of a flow on the link, until it is taken off with the count at `endWork`.
    private struct Stay: BitwiseCopyable, Sendable {
        let begin: Instant
        let beginWork: Int128
        var end = Instant.never
        var endWork: Int128 = 0
    }

    private(set) var isKept = false
    private var length = TimeAmount.zero
    private var pieces: ContiguousArray<Piece> = []
    /// The first piece that is not forgotten.
    private var first = 0
    /// By flow, in their order.
    private var stays: ContiguousArray<ContiguousArray<Stay>> = []

    /// From now on so long a time is kept at least.
    mutating func keep(_ length: TimeAmount) {
        isKept = true
        self.length = max(self.length, length)
    }

    // MARK: What happens

    /// Time has passed from the beginning of a piece until now.
    mutating func note(_ piece: Piece, until now: Instant) {
        if first < pieces.count, let last = pieces.last, last.capacity == piece.capacity, last.flows == piece.flows,
            last.count(at: piece.begin) == (piece.work, piece.carry)
        {
            return
        }
        while first + 1 < pieces.count, pieces[first + 1].begin + length <= now { first += 1 }
        if first >= 32, first * 2 >= pieces.count {
            pieces.removeFirst(first)
            first = 0
        }
        pieces.append(piece)
    }

    mutating func begin(_ flow: Int, _ work: Int128, at now: Instant) {
        while stays.count <= flow { stays.append([]) }
        let kept = length
        // Not each time: a flow comes for every chunk, and most are never asked about.
        if stays[flow].count >= 8 { stays[flow].removeAll { $0.end < .never && $0.end + kept <= now } }
        stays[flow].append(Stay(begin: now, beginWork: work))
    }

    mutating func end(_ flow: Int, _ work: Int128, at now: Instant) {
        guard stays.indices.contains(flow), let last = stays[flow].indices.last, stays[flow][last].end == .never
        else { return }
        (stays[flow][last].end, stays[flow][last].endWork) = (now, work)
    }

    // MARK: What happened

    /// The work that a flow has been given since then, with the count at `work` now, or where the flow is done.
    func given(to flow: Int, since instant: Instant, _ work: Int128) -> Int128 {
        guard stays.indices.contains(flow) else { return 0 }
        var sum: Int128 = 0
        for stay in stays[flow] where stay.end > instant {
            let end = stay.end == .never ? work : stay.endWork
            let before = stay.begin < instant ? self.work(at: instant, upTo: end) : stay.beginWork
            sum += max(0, end - before)
        }
        return sum
    }

    /// The instant since which a flow has been given so much; nil where that is forgotten.
    func instant(of flow: Int, giving amount: Int128, _ work: Int128) -> Instant? {
        guard stays.indices.contains(flow) else { return nil }
        var left = amount
        for stay in stays[flow].reversed() {
            let end = stay.end == .never ? work : stay.endWork
            if left <= end - stay.beginWork { return max(stay.begin, self.instant(reaching: end - left)) }
            left -= end - stay.beginWork
        }
        return nil
    }

    private func work(at instant: Instant, upTo end: Int128) -> Int128 {
        let next = firstPiece { $0.begin > instant }
        let limit = next < pieces.count ? min(end, pieces[next].work) : end
        return next > first ? min(limit, pieces[next - 1].count(at: instant).work) : limit
    }

    private func instant(reaching work: Int128) -> Instant {
        let next = firstPiece { $0.work >= work }
        return next > first ? pieces[next - 1].instant(reaching: work) : .zero
    }

    /// The first piece of which that holds, as it does of all behind it; their end where it holds of none.
    private func firstPiece(_ holds: (Piece) -> Bool) -> Int {
        partitionPoint(in: first..<pieces.count) { holds(pieces[$0]) }
    }
}

/// The delays that bits took which left a link a little while ago, where the delay has become another since. None comes
/// before one that left earlier.
struct PastDelays: Sendable {
    private struct Change: BitwiseCopyable, Sendable {
        let at: Instant
        /// The delay until then, and when all that had left by then is there.
        let before: TimeAmount
        let arrival: Instant
    }

    private var changes: ContiguousArray<Change> = []

    /// The delay is another from now on; what has left is there at `arrival`.
    mutating func note(before delay: TimeAmount, after: TimeAmount, arrivingAt arrival: Instant, _ now: Instant) {
        while let first = changes.first, first.arrival <= now, first.at + self.after(0, delay) <= now {
            changes.removeFirst()
        }
        if delay != after { changes.append(Change(at: now, before: delay, arrival: arrival)) }
    }

    /// The instant up to which all bits that have left are there now; `delay` is that of bits that leave now.
    func departure(of now: Instant, _ delay: TimeAmount) -> Instant {
        var left = now + (.zero - (changes.first?.before ?? delay))
        for (index, change) in changes.enumerated() {
            guard left >= change.at || change.arrival <= now else { return left }
            left = max(change.at, now + (.zero - after(index, delay)))
        }
        return left
    }

    /// When bits are there that leave then.
    func arrival(of departure: Instant, _ delay: TimeAmount) -> Instant {
        var earliest = Instant.zero
        for change in changes {
            guard change.at < departure else { return max(earliest, departure + change.before) }
            earliest = change.arrival
        }
        return max(earliest, departure + delay)
    }

    /// The delay after a change.
    private func after(_ index: Int, _ delay: TimeAmount) -> TimeAmount {
        index + 1 < changes.count ? changes[index + 1].before : delay
    }
}
