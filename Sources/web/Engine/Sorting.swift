/// Sorting by places: what the page has in the place of the standard library's, which is compiled anew for each type of
/// element, three dozen times 3 kB.
///
/// Places are all of one type. Both are stable, so both come to the same order.
extension Sequence {
    func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
        let all = Array(self)
        let places = withoutActuallyEscaping({ precedes(all[$0], all[$1]) }) { sortedPlaces(all.count, Order($0)) }
        return places.map { all[$0] }
    }
}

extension Sequence where Element: Comparable {
    func sorted() -> [Element] { sorted(by: <) }
}

extension Array {
    mutating func sort(by precedes: (Element, Element) -> Bool) { self = sorted(by: precedes) }
}

extension Array where Element: Comparable {
    mutating func sort() { sort(by: <) }
}

extension ContiguousArray {
    mutating func sort(by precedes: (Element, Element) -> Bool) { self = ContiguousArray(sorted(by: precedes)) }
}

extension ContiguousArray where Element: Comparable {
    mutating func sort() { sort(by: <) }
}

/// Which of two places comes first. A class, because a closure that is handed over would have the sorting compiled anew
/// for each.
private final class Order {
    let precedes: (Int, Int) -> Bool

    init(_ precedes: @escaping (Int, Int) -> Bool) { self.precedes = precedes }
}

/// The places of so many things in the order in which they precede one another, those that do not in their own. Runs
/// of one, then of two, of four and so on are merged.
@inline(never)
private func sortedPlaces(_ count: Int, _ order: Order) -> [Int] {
    var (places, merged) = (Array(0..<count), Array(0..<count))
    var length = 1
    while length < count {
        var start = 0
        while start < count {
            let (middle, end) = (min(start + length, count), min(start + 2 * length, count))
            var (left, right) = (start, middle)
            for place in start..<end {
                if left < middle, right == end || !order.precedes(places[right], places[left]) {
                    merged[place] = places[left]
                    left += 1
                } else {
                    merged[place] = places[right]
                    right += 1
                }
            }
            start = end
        }
        swap(&places, &merged)
        length *= 2
    }
    return places
}
