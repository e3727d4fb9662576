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
                    label.words, at: axis.place(mark.at), dx: label.isBefore ? -3 : 3,
                    y: y + 10 + label.row * Self.rowHeight, "label \(mark.kind.rawValue)\(canvas.classes(own))",
                    label.isBefore ? .end : .start)
            }
        }
    }

    /// The places of the words of each mark on a page, if there is room for them. Where several of a kind stand closer
    /// than they can be told apart, the first says how many they are.
    private func labels(_ marks: [Lanes.Mark], on page: Canvas.Page) -> [Label?] {
        var labels = [Label?](repeating: nil, count: marks.count)
        var taken = [[Range<Int64>]](repeating: [], count: count)
        var index = 0
        while index < marks.count {
            let first = marks[index]
            func middle(_ mark: Lanes.Mark) -> Int64 { page.pixels(axis.place(mark.at)) }
            var next = index + 1
            while next < marks.count, marks[next].kind == first.kind,
                abs(middle(marks[next]) - middle(marks[next - 1])) < Self.closest
            {
                next += 1
            }
            let words = next - index > 1 ? first.kind.counted(next - index) : first.words
            labels[index] = place(words, middle(first), on: page, &taken)
            index = next
        }
        return labels
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
    fileprivate func counted(_ count: Int) -> String {
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
