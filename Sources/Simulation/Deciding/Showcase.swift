/// The sessions that show best how a choice differs from the baseline: the worst for it, the best, and a typical one.
///
/// They are judged by how long who watches has waited in all: for the start and in stalls. The typical one is in the
/// middle of a hundred that a random number of their own picks, so that no order of adding makes a difference.
package struct Showcase: Sendable {
    /// A session with the wait with the choice less that with the baseline, in nanoseconds.
    package struct Entry: Sendable {
        package let session: DecisionSession
        package let difference: Int64
        fileprivate let priority: UInt64
    }

    private static let sampleSize = 101
    /// The wait for a start that never comes, and for the end of a stall that never ends.
    private static let never: Int64 = 86_400_000_000_000

    package private(set) var worst: Entry?
    package private(set) var best: Entry?
    private var sample: [Entry] = []

    mutating func add(_ session: DecisionSession, _ choice: Int, _ baseline: Int) {
        let difference = Self.wait(session.outcomes[choice]) - Self.wait(session.outcomes[baseline])
        let isFarther = worst.map { difference > $0.difference } ?? true
        let isNearer = best.map { difference < $0.difference } ?? true
        var stream = RandomStream(seed: 16, name: "showcase", index: UInt64(session.number))
        let entry = Entry(session: session, difference: difference, priority: stream.next())
        if isFarther || (worst.map { difference == $0.difference && Self.precedes(entry, $0) } ?? false) {
            worst = entry
        }
        if isNearer || (best.map { difference == $0.difference && Self.precedes(entry, $0) } ?? false) {
            best = entry
        }
        if sample.count == Self.sampleSize, let last = sample.last, entry.priority >= last.priority { return }
        let place = sample.firstIndex { entry.priority < $0.priority } ?? sample.count
        sample.insert(entry, at: place)
        if sample.count > Self.sampleSize { sample.removeLast() }
    }

    /// The session in the middle of the sample: of two the one with the less difference.
    package var typical: Entry? {
        let sorted = sample.sorted {
            $0.difference != $1.difference ? $0.difference < $1.difference : Self.precedes($0, $1)
        }
        return sorted.isEmpty ? nil : sorted[Quantile.place(50, of: sorted.count)]
    }

    private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
        (left.session.number, left.session.player ?? "") < (right.session.number, right.session.player ?? "")
    }

    private static func wait(_ outcome: SessionOutcome) -> Int64 {
        min(never, outcome.startup ?? never) + min(never, outcome.stallTime ?? never)
    }
}
