import PlayerModel

/// Rows of words beside the places that they are about: as many as there is room for, and none over another.
struct LabelRows {
    private static let rowHeight: Int64 = 14
    /// The closest that two marks of a kind can be told apart, in CSS pixels.
    private static let closest: Int64 = 9

    private let count: Int
    private let axis: Axis

    init(count: Int, _ axis: Axis) { (self.count, self.axis) = (count, axis) }

    private struct Label: Equatable {
        let words: String
        let row: Int64
        let isBefore: Bool
    }

    /// Draws the words of marks; those that come first choose first.
    func draw(_ marks: [Lanes.Mark], y: Int64, on canvas: inout Canvas) {
        let labels = canvas.pages.map { self.labels(marks, on: $0) }
        for (index, mark) in marks.enumerated() {
            for (label, own) in canvas.grouped(labels, index) {
                canvas.text(
                    label.words, at: axis.spot(mark.at), dx: label.isBefore ? -3 : 3,
                    y: y + 10 + label.row * Self.rowHeight, "label \(mark.kind.rawValue)\(canvas.classes(own))",
                    label.isBefore ? .end : .start)
            }
        }
    }

    /// The places of the words of each mark on a page, if there is room for them. Where several of a kind stand closer
    /// than they can be told apart, the first says how many they are: all up to the next words.
    private func labels(_ marks: [Lanes.Mark], on page: Canvas.Page) -> [Label?] {
        var labels = [Label?](repeating: nil, count: marks.count)
        var taken = [[Range<Int64>]](repeating: [], count: count)
        /// The first mark of those that were counted last, and what was taken before they had words.
        var counted: (first: Int, before: [[Range<Int64>]])?
        func place(_ words: String, _ index: Int) -> Label? {
            self.place(words, page.pixels(axis.place(marks[index].at)), on: page, &taken)
        }
        func many(_ range: Range<Int>) -> Int { marks[range].reduce(0) { $0 + $1.count } }
        var index = 0
        while index < marks.count {
            let (kind, next) = (marks[index].kind, end(ofThoseAt: index, marks, on: page))
            let (before, count) = (taken, many(index..<next))
            let isOne = count == 1
            labels[index] = place(isOne ? marks[index].words : kind.counted(count), index)
            if labels[index] != nil {
                counted = isOne ? nil : (index, before)
            } else if let group = counted, marks[group.first].kind == kind {
                taken = group.before
                labels[group.first] = place(kind.counted(many(group.first..<next)), group.first)
                if labels[group.first] == nil { counted = nil }
            } else {
                counted = nil
            }
            index = next
        }
        return labels
    }

    /// The end of those marks of a kind that cannot be told apart. By time, for places are rounded: of marks that are
    /// equally far apart all are one, or none.
    private func end(ofThoseAt index: Int, _ marks: [Lanes.Mark], on page: Canvas.Page) -> Int {
        func isClose(_ one: Lanes.Mark, _ other: Lanes.Mark) -> Bool {
            let apart = abs((other.at - one.at).nanoseconds)
            let whole = (axis.end - axis.start).nanoseconds
            return one.kind == other.kind
                && proportion(apart, page.width * 100, over: whole, .down) < Self.closest * 100
        }
        var next = index + 1
        while next < marks.count, isClose(marks[next - 1], marks[next]) { next += 1 }
        return next
    }

    private func place(
        _ words: String, _ middle: Int64, on page: Canvas.Page, _ taken: inout [[Range<Int64>]]
    ) -> Label? {
        let width = Canvas.width(of: words) + 6
        let spans = [(false, middle..<middle + width), (true, middle - width..<middle)]
        for row in (0..<count).reversed() {
            for (isBefore, span) in spans where span.lowerBound >= -4 && span.upperBound <= page.width + 4 {
                if taken[row].contains(where: { $0.overlaps(span) }) { continue }
                taken[row].append(span)
                return Label(words: words, row: Int64(row), isBefore: isBefore)
            }
        }
        return nil
    }
}

extension Lanes.Mark.Kind {
    /// Several of them in words.
    func counted(_ count: Int) -> String {
        let words =
            switch self {
            case .asked: "asks"
            case .goldilocks: "Goldilocks moments"
            case .started: "starts"
            case .stalled: "stalls"
            case .resumed: "times resumed"
            case .jumped: "jumps"
            case .ended: "ends"
            case .failed: "failures"
            case .network: "changes"
            }
        return "\(count) \(words)"
    }
}
