/// Date ranges that overlap others of their CLASS, where one of it has END-ON-NEXT (rfc8216bis, 4.4.5.1). No run goes
/// by it.
///
/// The ends of those that have it, and of those that do not say one, are no matter here; where they begin is.
struct DateRangeOverlaps: Sendable {
    private var ranges:
        ContiguousArray<(className: String, start: Int64, end: Int64?, endsOnNext: Bool, place: Place)> = []

    /// Takes the tags of one ID.
    mutating func add(_ tags: [DateRangeDraft]) {
        guard let className = tags.first(where: { $0.className != nil })?.className else { return }
        let (start, end) = DateRangeFaults.span(ofAll: tags.map { $0.faults })
        guard let start else { return }
        let endsOnNext = tags.contains { $0.faults.endsOnNext }
        ranges.append((className, start, end, endsOnNext, tags[0].place))
    }

    /// O(n log n).
    func warn(_ scanner: inout PlaylistScanner) {
        let sorted = ranges.sorted { left, right in
            left.className.isSpelt(right.className)
                ? (left.start, left.endsOnNext ? 0 : 1, left.place.line)
                    < (right.start, right.endsOnNext ? 0 : 1, right.place.line)
                : ByteOrder.precedes(left.className, right.className)
        }
        var lower = 0
        while lower < sorted.count {
            let own = sorted[lower].className
            let upper =
                sorted[lower...].firstIndex { !$0.className.isSpelt(own) } ?? sorted.count
            let ofClass = sorted[lower..<upper]
            lower = upper
            guard ofClass.contains(where: { $0.endsOnNext }) else { continue }
            var furthest = Int64.min
            for range in ofClass {
                if range.start < furthest, !DateRangeFaults.areEqual(range.start, furthest) {
                    let why = "a date range must not overlap another of its CLASS, of which one has END-ON-NEXT"
                    scanner.warn(.rule(.dateRange(why: why)), range.place)
                }
                furthest = max(furthest, range.endsOnNext ? range.start : range.end ?? range.start)
            }
        }
    }
}
