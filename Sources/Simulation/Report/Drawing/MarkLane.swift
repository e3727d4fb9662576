import PlayerModel

/// A lane of events: small figures with words above them, and fine lines down through the drawing below.
struct MarkLane {
    private static let rowHeight: Int64 = 14
    private static let figureHeight: Int64 = 13
    /// The most stalls and jumps that have lines and words, and of ends and failures of items as many: the eye counts
    /// no more.
    private static let mostCounted = 24
    /// The most marks that are drawn where a part of the time is shown larger.
    private static let mostRead = 1250

    private let marks: [Lanes.Mark]
    /// For each mark the row of its figure: two that would cover each other stand one below the other.
    private let levels: [Int64]
    private let axis: Axis
    private let crowd: Crowd

    /// The events of which there are so many that each of them matters little.
    private struct Crowd {
        let ofMinor: Bool
        let ofItems: Bool

        init(_ marks: [Lanes.Mark]) {
            ofMinor = marks.count { !$0.kind.isMain } > MarkLane.mostCounted
            ofItems = marks.count { $0.isFollowed } > MarkLane.mostCounted
        }

        func has(_ mark: Lanes.Mark) -> Bool { mark.isFollowed ? ofItems : ofMinor && !mark.kind.isMain }
    }

    /// Marks of one kind are one where they stand closer than the eye can tell on a page that shows a part of the time.
    /// Of many, one that is read has those that a part of the time tells apart, as far as they are not too many.
    init(_ marks: [Lanes.Mark], _ axis: Axis, isRead: Bool = false) {
        self.axis = axis
        let marks = Self.followed(marks.sorted { $0.at < $1.at })
        let crowd = Crowd(marks)
        self.crowd = crowd
        let isDense = crowd.ofMinor || crowd.ofItems
        // Among many stalls, the end of each is no news.
        let shown = marks.filter { !crowd.ofMinor || $0.kind != .resumed }
        let most: Axis.Place = isDense ? 20 : 5
        var kept = Self.merged(shown, crowd, least: most) { axis.place($0) }
        if isDense, isRead {
            var least = most * Axis.Spot.perPlace
            repeat {
                least /= 2
                let more = Self.merged(shown, crowd, least: least) { axis.spot($0).part }
                if more.count > Self.mostRead { break }
                kept = more
            } while least > most * Axis.Spot.perPlace / StatusBand.nearest
        }
        var ends: [Int64] = [-100, -100]
        var levels: [Int64] = []
        for mark in kept {
            let middle = Canvas.Page.wide.pixels(axis.place(mark.at))
            let isFirst = crowd.ofMinor || crowd.has(mark)
            let level = !isFirst && middle - ends[0] < 12 && middle - ends[1] >= 12 ? 1 : 0
            ends[level] = middle
            levels.append(Int64(level))
        }
        self.marks = kept
        self.levels = levels
    }

    /// Marks in their order, each with whether another one of its kind follows, where that may happen more than once.
    private static func followed(_ marks: [Lanes.Mark]) -> [Lanes.Mark] {
        var (marks, seen) = (marks, [Lanes.Mark.Kind]())
        for index in marks.indices.reversed() where marks[index].kind.isMain {
            marks[index].isFollowed = seen.contains(marks[index].kind)
            if !marks[index].isFollowed { seen.append(marks[index].kind) }
        }
        return marks
    }

    /// Marks of which those of a kind that stand closer are one.
    private static func merged(
        _ marks: [Lanes.Mark], _ crowd: Crowd, least: Int64, _ place: (Instant) -> Int64
    ) -> [Lanes.Mark] {
        marks.reduce(into: []) { kept, mark in
            let before = kept.lastIndex { $0.kind == mark.kind && crowd.has($0) == crowd.has(mark) }
            let isClose = before.map { place(mark.at) - place(kept[$0].at) < least } ?? false
            if let before, isClose { kept[before].count += 1 } else { kept.append(mark) }
        }
    }

    var height: Int64 { 2 * Self.rowHeight + Self.figureHeight + 1 + (levels.max() ?? 0) * (Self.figureHeight - 1) }

    func draw(y: Int64, downTo bottom: Int64, on canvas: inout Canvas) {
        let figures = y + 2 * Self.rowHeight + 7
        for mark in marks where !crowd.has(mark) {
            canvas.upright(at: axis.spot(mark.at), from: figures, to: bottom, "mark \(mark.kind.rawValue)")
        }
        for (index, mark) in marks.enumerated() {
            let others = mark.count > 1 ? ", the first of \(mark.kind.counted(mark.count)) close together" : ""
            let at = "\(mark.at.inShortSeconds): \(mark.words)\(others)"
            // Figures that cover each other are one bar; fine lines are not.
            let figure = mark.isFollowed && crowd.has(mark) ? Glyph.upright : mark.kind.figure
            canvas.glyph(
                figure, at: axis.spot(mark.at), y: figures + levels[index] * (Self.figureHeight - 1),
                "figure \(mark.kind.rawValue)", title: at, span: Span(mark.at, mark.at))
        }
        let counted = marks.filter { !crowd.has($0) }
        let inOrder = counted.filter { $0.kind.isMain } + counted.filter { !$0.kind.isMain }
        LabelRows(count: 2, axis).draw(inOrder, y: y, on: &canvas)
    }
}

extension Lanes.Mark.Kind {
    /// Whether it can happen only once, or matters as much.
    fileprivate var isMain: Bool {
        switch self {
        case .asked, .goldilocks, .started, .ended, .failed: true
        case .stalled, .resumed, .jumped, .network: false
        }
    }

    /// The figure, one of its own for each kind, so that none depends on its colour.
    fileprivate var figure: String {
        switch self {
        case .asked: Glyph.disc
        case .goldilocks: "M0 -5L5 0L0 5L-5 0Z"
        case .started, .resumed: "M-3 -5L5 0L-3 5Z"
        case .stalled: "M-4 -4H-1V4H-4ZM1 -4H4V4H1Z"
        case .jumped: "M-5 -4L-1 0L-5 4M0 -4L4 0L0 4"
        case .ended: Glyph.square
        case .failed: "M-4 -4L4 4M4 -4L-4 4"
        case .network: Glyph.upright
        }
    }
}
