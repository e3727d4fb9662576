import PlayerModel

/// Those of several, by their numbers, that are left out for some time because something of them has failed.
struct LeftOut: Sendable {
    /// Zero of one that is not left out.
    private var until: ContiguousArray<Instant>

    init(count: Int) { until = ContiguousArray(repeating: .zero, count: count) }

    func contains(_ number: Int) -> Bool { until[number] > .zero }

    /// Whether time alone does not let it in again.
    func containsForGood(_ number: Int) -> Bool { until[number] == .never }

    mutating func insert(_ number: Int, until end: Instant) { until[number] = end }

    mutating func readmit(_ number: Int) { until[number] = .zero }

    /// Lets those in again whose time is over. Says whether there were any.
    @discardableResult
    mutating func readmit(at now: Instant) -> Bool { readmit { $0 <= now } }

    /// Lets all in again. Says whether there were any.
    @discardableResult
    mutating func readmitAll() -> Bool { readmit { _ in true } }

    private mutating func readmit(where isOver: (Instant) -> Bool) -> Bool {
        var hasAny = false
        for number in until.indices where contains(number) && isOver(until[number]) {
            until[number] = .zero
            hasAny = true
        }
        return hasAny
    }
}
