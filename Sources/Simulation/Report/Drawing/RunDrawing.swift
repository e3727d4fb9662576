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
    /// The margin of a drawing that stands alone, in CSS pixels.
    private static let margin: Int64 = 28
    private static let width = Canvas.Page.wide.width + 2 * margin
    private static let lineHeight: Int64 = 17
    private static let titleHeight: Int64 = 22
    /// The letters for which a line has room, of the size of words, 13 pixels.
    private static let lineLength = 128
    /// Those of a title, which are 20 pixels large.
    private static let titleLength = lineLength * 13 / 20

    // MARK: In a page

    /// The lanes of a run; with plots that are higher where there is more room, in hundredths of what is usual.
    package static func timeline(_ lanes: Lanes, stretch: Int64 = 100) -> String {
        let drawing = TimelineDrawing(lanes, stretch: stretch)
        return inline(
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
        let text = inline(drawing.caption, words, height: drawing.height) { drawing.draw(y: 0, on: &$0) }
        return Fetched(caption: drawing.caption, text: text, note: drawing.note)
    }

    /// A drawing of requests with its heading, and a note where its axis is not that of the drawing above.
    package struct Fetched: Sendable {
        package let caption: String
        /// Empty where nothing was fetched.
        package let text: String
        package let note: String?

        fileprivate init(caption: String, text: String = "", note: String? = nil) {
            (self.caption, self.text, self.note) = (caption, text, note)
        }
    }

    /// A drawing in a page. Its name is an attribute: browsers show the words of a title wherever the pointer is.
    static func inline(
        _ title: String, _ description: String, height: Int64, axis: Axis? = nil, role: String = "img",
        pages: [Canvas.Page] = [.narrow, .medium, .wide], _ draw: (inout Canvas) -> Void
    ) -> String {
        var canvas = Canvas(for: pages)
        var attributes = [
            ("xmlns", "http://www.w3.org/2000/svg"), ("class", "drawing"), ("role", role), ("aria-label", title),
            ("width", "100%"), ("height", String(height)),
        ]
        if let axis {
            attributes.append(("data-start", NumberText.exact(axis.start.nanoseconds, places: 9)))
            attributes.append(("data-end", NumberText.exact(axis.end.nanoseconds, places: 9)))
        }
        canvas.writer.begin("svg", attributes)
        canvas.writer.element("desc", words: description)
        canvas.writer.add("\n")
        draw(&canvas)
        canvas.writer.end()
        return canvas.writer.text
    }

    // MARK: Alone

    /// The whole run as a file of its own, ending in a line break; `style` is CSS.
    package static func file(_ run: Run, style: String) -> String {
        let allLanes = run.tellingOffersAtRest().players.map { Lanes($0) }
        let axis = Axis(from: .zero, to: allLanes.reduce(.zero) { max($0, $1.end) })
        return file(run.scenario, style: style) { y, canvas in
            for lanes in allLanes {
                for line in Self.lines(heading(lanes).onOneLine) {
                    canvas.text(line, at: 0, y: y + 4, "heading")
                    y += lineHeight
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
            for line in lines("This run failed: \(message.onOneLine)") {
                canvas.text(line, at: 0, y: y, "failure")
                y += lineHeight
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
        file(
            named: (scenario.name.isEmpty ? "A run" : scenario.name).onOneLine, about: scenario.about,
            style: style, draw)
    }

    /// A drawing of anything as a file of its own: `draw` is told from which height on, and moves it on.
    static func file(
        named name: String, about: String, style: String, _ draw: (inout Int64, inout Canvas) -> Void
    ) -> String {
        var canvas = Canvas(for: [.wide])
        var y: Int64 = 18
        for line in lines(name, length: titleLength) {
            canvas.text(line, at: 0, y: y, "title")
            y += titleHeight
        }
        for line in lines(about.onOneLine) {
            canvas.text(line, at: 0, y: y, "about")
            y += lineHeight
        }
        y += 12
        draw(&y, &canvas)
        let height = y + 2 * margin
        var writer = XMLWriter()
        writer.begin(
            "svg", ("xmlns", "http://www.w3.org/2000/svg"), ("class", "drawing alone"), ("role", "img"),
            ("width", String(width)), ("height", String(height)), ("viewBox", "0 0 \(width) \(height)"))
        writer.element("title", words: name)
        writer.element("desc", words: about)
        // A style sheet has neither `<` nor `&`: it needs no references, and HTML would not read any.
        writer.begin("style")
        writer.add(style)
        writer.end()
        writer.empty("rect", ("width", "100%"), ("height", "100%"), ("class", "paper"))
        writer.begin(
            "svg", ("x", String(margin)), ("y", String(margin)), ("width", String(Canvas.Page.wide.width)),
            ("height", String(y)), ("class", "inner"))
        writer.add(canvas.writer.text)
        writer.end()
        writer.end()
        return writer.text
    }

    /// The lines of words, none of which is longer than `length`: a word that is goes on in the next line.
    private static func lines(_ words: String, length: Int = lineLength) -> [String] {
        let pieces = words.split(separator: " ").flatMap { word in
            var (rest, pieces) = (word, [Substring]())
            while rest.count > length {
                pieces.append(rest.prefix(length))
                rest = rest.dropFirst(length)
            }
            return pieces + [rest]
        }
        return Words.wrapped(pieces, joinedBy: " ", length: length)
    }
}
