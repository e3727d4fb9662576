import PlayerModel

/// The greatest capacity towards the player between two instants, neither of which ever goes back. O(n) in all.
struct GreatestCapacity: Sendable {
    private let offers: [Observed<BothWays>]
    private var next = 0
    /// By their places: each is greater than all that come later.
    private var greatest: [Int] = []
    private var first = 0

    init(_ offers: [Observed<BothWays>]) { self.offers = offers }

    /// Bits per second; `Int64.max` is without limit.
    private func value(_ place: Int) -> Int64 { offers[place].value.down < 0 ? .max : offers[place].value.down }

    mutating func most(from begin: Instant, to end: Instant) -> Int64 {
        while next < offers.count, next == 0 || offers[next].at <= end {
            while greatest.count > first, value(greatest[greatest.count - 1]) <= value(next) {
                greatest.removeLast()
            }
            greatest.append(next)
            next += 1
        }
        // Each holds until the one behind it.
        while greatest.count - first > 1, offers[greatest[first] + 1].at <= begin { first += 1 }
        return greatest.isEmpty ? .max : value(greatest[first])
    }
}
