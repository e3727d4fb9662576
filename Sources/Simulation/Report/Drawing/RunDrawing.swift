import PlayerModel

/// A run as a drawing: SVG in a page, or a file of its own.
///
///     Run ─▶ Lanes: the history of one player ──┬▶ TimelineDrawing: MarkLane   ▲  ●   events
///            (stretches, marks, media ahead,    │                   StatusBand ══──══ timeControlStatus
///             BitRateLane, RequestLane)         │                   plots      ⌒⌒     buffer, bit rates
///                                               ├▶ WaterfallDrawing: a bar for each request
///                                               └▶ StripDrawing: several runs below one another
///
/// `Lanes` are read from the trace once and say everything in numbers; the drawings only place them. All share `Axis`
/// and `Canvas`, whose places are parts of the width, and write through `XMLWriter`.
package enum RunDrawing {
    /// The lanes of a run; with plots that are higher where there is more room, in hundredths of what is usual.
    package static func timeline(_ lanes: Lanes, stretch: Int64 = 100) -> String {
        let drawing = TimelineDrawing(lanes, stretch: stretch, isRead: true)
        return Canvas.inPage(
            "Timeline: \(lanes.summary)",
            "Marks, timeControlStatus, media ahead of the playhead, and bit rates over time.",
            height: drawing.height, axis: drawing.axis, pages: Canvas.Page.allCases
        ) { drawing.draw(y: 0, on: &$0) }
    }

    /// The requests of a run, below a drawing on an axis, which is by default that of its own timeline.
    package static func waterfall(_ lanes: Lanes, below axis: Axis? = nil) -> Fetched {
        let drawing = WaterfallDrawing(lanes, below: axis ?? TimelineDrawing(lanes).axis)
        guard !lanes.exchanges.bars.isEmpty else { return Fetched(caption: drawing.caption) }
        let words = lanes.exchanges.bars.map { bar in
            let end =
                switch bar.fate {
                case .open: "not in"
                case .came: "in at \(bar.to.inShortSeconds)"
                case .calledOff: "called off at \(bar.to.inShortSeconds)"
                case .failed: "failed at \(bar.to.inShortSeconds)"
                }
            return "\(bar.what): asked for at \(bar.from.inShortSeconds), \(end)"
        }.joined(separator: "; ")
        let text = Canvas.inPage(drawing.caption, words, height: drawing.height) { drawing.draw(y: 0, on: &$0) }
        return Fetched(caption: drawing.caption, text: text, marks: drawing.marksInWords, note: drawing.note)
    }

    /// A drawing of requests with its heading, and a note where its axis is not that of the drawing above.
    package struct Fetched: Sendable {
        package let caption: String
        /// Empty where nothing was fetched.
        package let text: String
        /// Sentences on the marks that are drawn besides bars.
        package let marks: [String]
        package let note: String?

        fileprivate init(caption: String, text: String = "", marks: [String] = [], note: String? = nil) {
            (self.caption, self.text, self.marks, self.note) = (caption, text, marks, note)
        }
    }

    // MARK: Alone

    /// The whole run as a file of its own, ending in a line break; `style` is CSS.
    package static func file(_ run: Run, style: String) -> String {
        let allLanes = run.tellingOffersAtRest().players.map { Lanes($0) }
        let axis = Axis(from: .zero, to: allLanes.reduce(.zero) { max($0, $1.end) })
        return file(run.scenario, style: style) { y, canvas in
            for lanes in allLanes {
                for line in Canvas.lines(heading(lanes).onOneLine) {
                    canvas.text(line, at: 0, y: y + 4, "heading")
                    y += Canvas.lineHeight
                }
                y -= 3
                let timeline = TimelineDrawing(lanes, axis)
                timeline.draw(y: y, on: &canvas)
                y += timeline.height + 24
                let waterfall = WaterfallDrawing(lanes, below: timeline.axis)
                canvas.text(waterfall.caption, at: 0, y: y, "caption")
                if let note = waterfall.note { canvas.text(note, at: Axis.width, y: y, "tick", .end) }
                y += 6
                if !lanes.exchanges.bars.isEmpty {
                    waterfall.draw(y: y, on: &canvas)
                    y += waterfall.height
                }
                y += 28
            }
            canvas.text(TextReport.last(run), at: 0, y: y, "tick")
        }
    }

    package static func file(failed scenario: Scenario, _ message: String, style: String) -> String {
        file(scenario, style: style) { y, canvas in
            for line in Canvas.lines("This run failed: \(message.onOneLine)") {
                canvas.text(line, at: 0, y: y, "failure")
                y += Canvas.lineHeight
            }
        }
    }

    private static func heading(_ lanes: Lanes) -> String {
        let summary = lanes.summary.prefix(1).uppercased() + lanes.summary.dropFirst()
        return (lanes.name.isEmpty ? "" : "\(lanes.name): ") + summary + "."
    }

    private static func file(
        _ scenario: Scenario, style: String, _ draw: (inout Int64, inout Canvas) -> Void
    ) -> String {
        Canvas.file(
            named: (scenario.name.isEmpty ? "A run" : scenario.name).onOneLine, about: scenario.about,
            style: style, draw)
    }
}
