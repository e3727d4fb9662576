import PlayerModel

/// Several runs below one another on one axis: for each the status, and the media ahead of the playhead.
package struct StripDrawing {
    private static let bandHeight: Int64 = 9
    private static let aheadHeight: Int64 = 34
    private static let height = bandHeight + 3 + aheadHeight + 3

    package let axis: Axis
    private let scale: Scale
    /// The columns of a plot: of many, a page has room for few, and for stretches of a band in proportion.
    private let columns: Int64

    /// An axis for these runs. One that is far longer than most would make the others too short to see: it is cut, but
    /// behind the first stall of each, unless that is far away too. `columns` are those of a plot, where a page says
    /// how many it has room for.
    package init(_ allLanes: [Lanes], columns: Int64? = nil) {
        let ends = allLanes.map { $0.end }.sorted()
        let usual = ends.isEmpty ? Instant.zero : ends[Quantile.place(50, of: ends.count)]
        func times(_ factor: Int64, _ instant: Instant, over part: Int64 = 1) -> Instant {
            Instant(nanoseconds: proportion(instant.nanoseconds, factor, over: part, .down))
        }
        let stalls = allLanes.compactMap { $0.firstStall }.filter { $0 <= times(16, usual) }
        let limit = max(times(4, usual), times(9, stalls.max() ?? .zero, over: 8))
        axis = Axis(from: .zero, to: min(ends.last ?? .zero, limit))
        scale = TimelineDrawing.aheadScale(allLanes)
        self.columns = columns ?? min(1000, max(200, 6000 / Int64(max(1, allLanes.count))))
    }

    /// The value of its upper end, in words.
    package var scaleWords: String { QuantityText.value(scale.top, .seconds) }

    /// Whether a run goes on beyond the axis: it ends later, or never.
    package func cuts(_ lanes: Lanes) -> Bool { lanes.isForEver || lanes.end > axis.end }

    /// The words for one that ends later, in which the first stall is not left out; that one waits for ever is said
    /// elsewhere.
    package func cutWords(_ lanes: Lanes) -> String {
        if lanes.end <= axis.end { return "" }
        let stalls = lanes.firstStall.map { $0 > axis.end } ?? false
        return "; goes on beyond the axis" + (stalls ? ", where it first stalls" : "")
    }

    /// The kinds of marks that have a line down through a strip, each with how it looks.
    private static let lines: [(kind: Lanes.Mark.Kind, words: String)] = [
        (.asked, "dotted where play was asked for"), (.goldilocks, "dashed at the Goldilocks moment"),
        (.failed, "red at a failure"),
    ]

    /// The lines down through some runs, in a sentence that begins with a space; empty where none has any.
    package func lineWords(_ allLanes: [Lanes]) -> String {
        let shown = allLanes.flatMap { marks($0) }
        let words = Self.lines.filter { line in shown.contains { $0.kind == line.kind } }.map { $0.words }
        return words.isEmpty ? "" : " Lines down through both: " + words.joined(separator: ", ") + "."
    }

    private func marks(_ lanes: Lanes) -> [Lanes.Mark] {
        lanes.marks.filter { mark in mark.at <= axis.end && Self.lines.contains { $0.kind == mark.kind } }
    }

    package func strip(_ lanes: Lanes) -> String {
        Canvas.inPage(
            "Timeline: \(lanes.summary)", "timeControlStatus, and media ahead of the playhead, over time.",
            height: Self.height, axis: axis
        ) { canvas in
            canvas.beginTime()
            let ahead = Self.bandHeight + 3
            let bottom = ahead + Self.aheadHeight
            canvas.grid(axis, from: 0, to: bottom)
            canvas.horizontal(from: 0, to: Axis.width, y: bottom, "grid")
            canvas.beginPlot(axis, y: ahead, height: Self.aheadHeight)
            canvas.plot(
                lanes.isForEver ? lanes.ahead.lasting(until: axis.end) : lanes.ahead, on: axis, scale,
                height: Self.aheadHeight, "ahead", hasArea: true, grain: TimelineDrawing.aheadGrain, columns: columns)
            canvas.endPlot()
            let shown = lanes.stretches(until: axis.end)
            StatusBand(stretches: shown, axis: axis, most: Int(columns) * 5 / 2)
                .draw(y: 0, height: Self.bandHeight, hasWords: false, on: &canvas)
            if cuts(lanes) { canvas.text("…", at: Axis.width, dx: 4, y: Self.bandHeight, "tick") }
            for mark in marks(lanes) {
                canvas.upright(at: axis.spot(mark.at), from: 0, to: bottom, "mark \(mark.kind.rawValue)")
            }
            canvas.endTime()
        }
    }

    /// The axis alone, to stand above them.
    package var axisAlone: String {
        Canvas.inPage(
            "Axis of time", "It is that of all timelines below.", height: 20, axis: axis, pages: Canvas.Page.allCases
        ) {
            $0.beginTime()
            $0.timeline(axis, y: 1)
            $0.endTime()
        }
    }
}
