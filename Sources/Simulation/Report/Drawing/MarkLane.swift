import PlayerModel

/// A lane of events: small figures with words above them, and fine lines down through the drawing below.
struct MarkLane {
    static let height: Int64 = 42

    private static let rowHeight: Int64 = 14
    /// The most stalls and jumps that have lines and words: the eye counts no more.
    private static let mostMinor = 24

    private struct Label: Equatable {
        let row: Int64
        let isBefore: Bool
    }

    private let marks: [Lanes.Mark]
    private let axis: Axis
    /// Whether there are so many events that each of them matters little.
    private let isDense: Bool

    /// Marks of one kind that stand closer than the eye can tell are one.
    init(_ marks: [Lanes.Mark], _ axis: Axis) {
        self.axis = axis
        isDense = marks.count { !$0.kind.isMain } > Self.mostMinor
        let least: Axis.Place = isDense ? 80 : 40
        var kept: [Lanes.Mark] = []
        // Among many stalls, the end of each is no news.
        for mark in marks where !isDense || mark.kind != .resumed {
            let before = kept.last { $0.kind == mark.kind }
            if let before, axis.place(mark.at) - axis.place(before.at) < least { continue }
            kept.append(mark)
        }
        self.marks = kept
    }

    func draw(y: Int64, downTo bottom: Int64, on canvas: inout Canvas) {
        let figures = y + 2 * Self.rowHeight + 7
        for mark in marks where mark.kind.isMain || !isDense {
            canvas.upright(at: axis.place(mark.at), from: figures, to: bottom, "mark \(mark.kind.rawValue)")
        }
        let labels = Canvas.Page.allCases.map { self.labels(on: $0) }
        for (index, mark) in marks.enumerated() {
            let place = axis.place(mark.at)
            let at = "\(RunSummary.time(mark.at - .zero)): \(mark.words)"
            canvas.glyph(mark.kind.figure, at: place, y: figures, "figure \(mark.kind.rawValue)", title: at)
            let (narrow, wide) = (labels[0][index], labels[1][index])
            if narrow == wide {
                draw(mark, narrow, y, "", &canvas)
            } else {
                draw(mark, narrow, y, " narrow", &canvas)
                draw(mark, wide, y, " wide", &canvas)
            }
        }
    }

    private func draw(_ mark: Lanes.Mark, _ label: Label?, _ y: Int64, _ page: String, _ canvas: inout Canvas) {
        guard let label else { return }
        canvas.text(
            mark.words, at: axis.place(mark.at), dx: label.isBefore ? -3 : 3,
            y: y + 10 + label.row * Self.rowHeight, "label \(mark.kind.rawValue)\(page)",
            label.isBefore ? .end : .start)
    }

    /// The places of the words of each mark on a page, if there is room for them: the main marks choose first.
    private func labels(on page: Canvas.Page) -> [Label?] {
        var labels = [Label?](repeating: nil, count: marks.count)
        var taken: [[Range<Int64>]] = [[], []]
        let minor = marks.indices.filter { !marks[$0].kind.isMain && !isDense }
        for index in marks.indices.filter({ marks[$0].kind.isMain }) + minor {
            let middle = page.pixels(axis.place(marks[index].at))
            let width = Canvas.width(of: marks[index].words) + 6
            let spans = [(false, middle..<middle + width), (true, middle - width..<middle)]
            search: for row in [1, 0] {
                for (isBefore, span) in spans where span.lowerBound >= -4 && span.upperBound <= page.width + 4 {
                    if taken[row].contains(where: { $0.overlaps(span) }) { continue }
                    taken[row].append(span)
                    labels[index] = Label(row: Int64(row), isBefore: isBefore)
                    break search
                }
            }
        }
        return labels
    }
}

extension Lanes.Mark.Kind {
    /// Whether it can happen only once, or matters as much.
    fileprivate var isMain: Bool {
        switch self {
        case .asked, .goldilocks, .started, .ended, .failed: true
        case .stalled, .resumed, .jumped: false
        }
    }

    /// The figure, one of its own for each kind, so that none depends on its colour.
    fileprivate var figure: String {
        switch self {
        case .asked: "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z"
        case .goldilocks: "M0 -5L5 0L0 5L-5 0Z"
        case .started, .resumed: "M-3 -5L5 0L-3 5Z"
        case .stalled: "M-4 -4H-1V4H-4ZM1 -4H4V4H1Z"
        case .jumped: "M-5 -4L-1 0L-5 4M0 -4L4 0L0 4"
        case .ended: "M-4 -4H4V4H-4Z"
        case .failed: "M-4 -4L4 4M4 -4L-4 4"
        }
    }
}
