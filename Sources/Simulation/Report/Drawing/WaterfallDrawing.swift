import PlayerModel

/// A bar for each request, on the axis of the drawing above it where that shows them well, else on one of its own.
struct WaterfallDrawing {
    private let lanes: Lanes
    private let axis: Axis
    /// Whether the drawing above has the same axis.
    let isShared: Bool

    /// A drawing below another one. Those until playback started have an axis of their own, and so have those of a
    /// run that goes on beyond the other axis.
    init(_ lanes: Lanes, below above: Axis) {
        self.lanes = lanes
        isShared = !lanes.exchanges.isStart && lanes.end <= above.end
        axis = isShared ? above : lanes.exchanges.axis
    }

    /// The note about an axis of its own; nil where it has that of the drawing above.
    var note: String? {
        guard !isShared, !lanes.exchanges.bars.isEmpty else { return nil }
        let (start, end) = (axis.start.inShortSeconds, axis.end.inShortSeconds)
        return "On an axis of its own, from \(start) to \(end)."
    }

    /// Sentences on the marks that are drawn besides bars.
    var marksInWords: [String] {
        let names = lines.map { $0.kind == .asked ? "where play was asked for" : "where playback started" }
        let isFailing = lanes.exchanges.bars.contains { !$0.failures.isEmpty }
        return (names.isEmpty ? [] : ["An upright line is \(names.joined(separator: ", another "))."])
            + (isFailing ? ["✕ is an attempt that failed."] : [])
    }

    /// The marks that have lines.
    private var lines: [Lanes.Mark] {
        lanes.marks.filter { mark in
            (mark.kind == .asked || mark.kind == .started) && mark.at >= axis.start && mark.at <= axis.end
        }
    }

    private static let rowHeight: Int64 = 17
    private static let axisHeight: Int64 = 20

    var caption: String {
        let exchanges = lanes.exchanges
        if exchanges.bars.isEmpty { return "Nothing was fetched" }
        if !exchanges.isStart { return "What was fetched" }
        return "What was fetched until playback \(lanes.startedAt == nil ? "might have started" : "started")"
    }

    var height: Int64 {
        let rows = lanes.exchanges.bars.count + (lanes.exchanges.omitted > 0 ? 1 : 0)
        return Int64(rows) * Self.rowHeight + Self.axisHeight + 4
    }

    func draw(y top: Int64, on canvas: inout Canvas) {
        let bottom = top + height - Self.axisHeight
        canvas.beginTime(hasOwnAxis: !isShared)
        canvas.grid(axis, from: top, to: bottom)
        for mark in lines {
            canvas.upright(at: axis.spot(mark.at), from: top, to: bottom, "mark \(mark.kind.rawValue)")
        }
        var y = top + 2
        for bar in lanes.exchanges.bars {
            draw(bar, y, &canvas)
            y += Self.rowHeight
        }
        if lanes.exchanges.omitted > 0 {
            canvas.text("… \(lanes.exchanges.omitted) more", at: 0, dx: 4, y: y + 11, "tick")
        }
        canvas.timeline(axis, y: bottom)
        canvas.endTime()
    }

    private func draw(_ bar: RequestLane.Bar, _ y: Int64, _ canvas: inout Canvas) {
        let (from, to) = (axis.spot(bar.from), axis.spot(bar.to))
        let isEarly = lanes.requestedAt.map { bar.from < $0 } ?? true
        let name = "bar" + (isEarly ? " early" : "") + (bar.fate == .came ? "" : " open")
        let time = (bar.to - bar.from).inShortSeconds
        let size = bar.bytes > 0 ? ", \(QuantityText.value(bar.bytes, .bytes))" : ""
        let end =
            switch bar.fate {
            // Where the drawing of a wait for ever ends, the request does not.
            case .open: lanes.isForEver && bar.to == lanes.end ? "not in" : "not in after \(time)"
            case .came: time
            case .calledOff: "called off after \(time)"
            case .failed: "failed after \(time)"
            }
        let whole = "\(bar.what)\(size), \(end)"
        canvas.rectangle(
            from: from, to: to, y: y + 2, height: Self.rowHeight - 5, name,
            title: "\(whole), from \(bar.from.inShortSeconds)")
        for failure in bar.failures {
            canvas.glyph(
                "M-4 -4L4 4M4 -4L-4 4", at: axis.spot(failure), y: y + Self.rowHeight / 2 - 1, "figure failed",
                title: "failed at \(failure.inShortSeconds)")
        }
        let isHollow = isEarly || bar.fate != .came
        label([whole, bar.what], from, to, y + 11, isHollow ? "on-bar hollow" : "on-bar", &canvas)
    }

    /// Draws the label of a bar, after it, before it, or on it: on each page the longest for which there is room. Where
    /// there is none for any, the shortest ends or begins with the page, over a part of the bar; of one that is longer
    /// than the page, its beginning stands there.
    private func label(
        _ choices: [String], _ from: Axis.Spot, _ to: Axis.Spot, _ y: Int64, _ inside: String,
        _ canvas: inout Canvas
    ) {
        let groups = canvas.grouped { page in
            let (start, end) = (page.pixels(from.place), page.pixels(to.place))
            let (after, before, inside) = (page.width - end, start, end - start)
            let rooms = [(Position.after, after), (.before, before), (.inside, inside)]
            let fitting = choices.lazy.compactMap { words in
                rooms.first { _, room in Canvas.width(of: words) + 8 <= room }
                    .map { position, _ in Label(words: words, position: position) }
            }
            let shortest = Canvas.cut(choices[choices.count - 1], toWidth: page.width)
            return fitting.first ?? Label(words: shortest, position: after >= before ? .pageEnd : .pageStart)
        }
        for (best, pages) in groups {
            let classes = canvas.classes(pages)
            switch best.position {
            case .after: canvas.text(best.words, at: to, dx: 5, y: y, "label" + classes)
            case .before: canvas.text(best.words, at: from, dx: -5, y: y, "label" + classes, .end)
            case .inside: canvas.text(best.words, at: from, dx: 5, y: y, inside + classes)
            case .pageEnd: canvas.text(best.words, at: Axis.width, y: y, "label" + classes, .end)
            case .pageStart: canvas.text(best.words, at: 0, y: y, "label" + classes)
            }
        }
    }

    /// The place where a label stands: beside its bar, on it, or at an end of the page.
    private enum Position {
        case after, before, inside, pageEnd, pageStart
    }

    private struct Label: Equatable {
        let words: String
        let position: Position
    }
}
