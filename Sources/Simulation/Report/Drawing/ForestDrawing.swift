import PlayerModel

/// Differences from a baseline, one below the other: a point where each was seen, a line where the truth lies, and an
/// upright line where there is no difference.
///
///     ← sooner (better)        │  later (worse) →
///     exoplayer                │  ▲ -0.55 s (-0.85 to -0.38)
///          ━━━━━◆━━━━━         │
///     ┬────────┬────────┬──────┴─┬
package struct ForestDrawing {
    /// The looks of a row, by the classes by which they are styled.
    package enum Look: String, Sendable {
        case better, worse, unsure
    }

    package struct Row: Sendable {
        let name: String
        /// The difference in words, with its sign.
        let difference: String
        /// The ends of its interval in words; empty where it has none.
        let bounds: String
        /// The difference; nil where it is no number.
        let value: Int64?
        /// The ends of its interval, of which the least and the greatest number are beyond all axes; nil where it has
        /// none.
        let interval: ClosedRange<Int64>?
        let look: Look

        package init(
            _ name: String, _ difference: String, _ bounds: String = "", value: Int64?, interval: ClosedRange<Int64>?,
            _ look: Look
        ) {
            (self.name, self.difference, self.bounds) = (name, difference, bounds)
            (self.value, self.interval, self.look) = (value, interval, look)
        }

        var words: String { bounds.isEmpty ? difference : "\(difference) \(bounds)" }
    }

    private static let top: Int64 = 22
    private static let rowHeight: Int64 = 38
    /// The left end of the plot, and its width.
    private static let left: Axis.Place = 150
    private static let width: Axis.Place = 9_700

    private let title: String
    private let rows: [Row]
    private let margin: Int64
    private let ends: (less: String, more: String)
    private let axis: ValueAxis

    /// `margin` is the difference that matters to nobody, `symbol` is the unit of a difference in words, `ends` are the
    /// words of both sides.
    package init(
        _ title: String, _ rows: [Row], margin: Int64, _ unit: Unit, in symbol: String,
        ends: (less: String, more: String)
    ) {
        (self.title, self.rows, self.margin, self.ends) = (title, rows, margin, ends)
        let all = rows.flatMap { row in
            [row.value, row.interval?.lowerBound, row.interval?.upperBound].compactMap { $0 }
        }
        let known = all.filter { $0.magnitude <= ValueAxis.most.magnitude } + [-margin, margin]
        // Both sides have room for their words.
        let (least, most) = (known.min() ?? 0, known.max() ?? 0)
        axis = ValueAxis(holding: known + [-most / 5, -least / 5], unit, in: symbol)
    }

    private var bottom: Int64 { Self.top + Int64(rows.count) * Self.rowHeight + 4 }

    package var text: String {
        let words = rows.map { "\($0.name): \($0.words)" }.joined(separator: "; ")
        return Canvas.inPage(title, words, height: bottom + 20) { canvas in
            drawAxis(&canvas)
            for (number, row) in rows.enumerated() { draw(row, Self.top + Int64(number) * Self.rowHeight, &canvas) }
        }
    }

    private func place(_ value: Int64) -> Axis.Place {
        value < axis.low ? 0 : value > axis.high ? Axis.width : Self.left + axis.part(value, of: Self.width)
    }

    private func drawAxis(_ canvas: inout Canvas) {
        let (from, to) = (place(-margin), place(margin))
        canvas.rectangle(
            from: from, to: to, y: Self.top - 4, height: bottom - Self.top + 4, "margin",
            title: "So little matters to nobody")
        let words = axis.ticks.map { Canvas.TickWords($0, at: place($0.value)) }
        for (word, wordPages) in zip(words, canvas.pages(of: words)) {
            let (place, own) = (word.place, canvas.pages(isMinor: word.tick.isMinor))
            canvas.upright(at: place, from: Self.top - 4, to: bottom, word.tick.value == 0 ? "zero" : "grid")
            canvas.upright(at: place, from: bottom, to: bottom + 4, "axis" + canvas.classes(own))
            canvas.draw(word, on: wordPages, y: bottom + 16)
        }
        canvas.horizontal(from: 0, to: Axis.width, y: bottom, "axis")
        canvas.text("← \(ends.less)", at: 0, y: 11, "tick value")
        canvas.text("\(ends.more) →", at: Axis.width, y: 11, "tick value", .end)
    }

    private func draw(_ row: Row, _ y: Int64, _ canvas: inout Canvas) {
        for (label, own) in canvas.grouped({ label(row, on: $0) }) {
            let (classes, look) = (canvas.classes(own), row.look.rawValue)
            canvas.text(label.name, at: 0, y: y + 12, "label choice\(classes)")
            canvas.text(label.words, at: Axis.width, y: y + 12, "label difference-\(look)\(classes)", .end)
        }
        let middle = y + 24
        let title = "\(row.name): \(row.words)"
        if let interval = row.interval {
            let (from, to) = (place(interval.lowerBound), place(interval.upperBound))
            canvas.horizontal(from: from, to: to, y: middle, "interval \(row.look.rawValue)", title: title)
            // A line that goes on beyond the drawing says so.
            if interval.lowerBound < axis.low { arrow("M4 -4L-2 0L4 4", at: from, middle, row, &canvas) }
            if interval.upperBound > axis.high { arrow("M-4 -4L2 0L-4 4", at: to, middle, row, &canvas) }
        }
        guard let value = row.value else { return }
        canvas.glyph(
            "M0 -5L5 0L0 5L-5 0Z", at: place(value), y: middle, "estimate \(row.look.rawValue)", title: title)
    }

    private func arrow(_ path: String, at place: Axis.Place, _ y: Int64, _ row: Row, _ canvas: inout Canvas) {
        canvas.glyph(path, at: place, y: y, "arrow \(row.look.rawValue)", title: "and on")
    }

    private struct Label: Equatable {
        let name: String
        let words: String
    }

    /// The words of a row: its name as far as there is room for it before the figures. Where there is room for next to
    /// nothing of it, the ends of the interval go, which the line below shows.
    private func label(_ row: Row, on page: Canvas.Page) -> Label {
        func room(_ words: String) -> Int64 { page.width - Self.width(of: words, row.look) - 10 }
        let isShort = room(row.words) < min(Canvas.width(of: row.name), 60)
        let words = isShort ? row.difference : row.words
        return Label(name: Canvas.cut(row.name, toWidth: room(words)), words: words)
    }

    /// The width of figures in CSS pixels: those that say which is better are bold, which takes a tenth more.
    private static func width(of words: String, _ look: Look) -> Int64 {
        let own = LetterWidth.of(words) * 11 / 100
        return look == .unsure ? own : own * 11 / 10
    }
}

extension Canvas {
    /// Words as far as there is room for them.
    static func cut(_ words: String, toWidth width: Int64) -> String {
        if self.width(of: words) <= width { return words }
        let letters = words.unicodeScalars
        var (end, taken) = (letters.startIndex, self.width(of: "…"))
        while end < letters.endIndex {
            taken += self.width(of: String(letters[end]))
            if taken > width, letters.distance(from: letters.startIndex, to: end) >= 3 { break }
            end = letters.index(after: end)
        }
        return String(letters[..<end]) + "…"
    }
}
