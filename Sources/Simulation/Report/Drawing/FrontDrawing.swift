import PlayerModel

/// Two figures of each choice against each other, each with a cross of the intervals in which it lies beside the
/// baseline: the better, the nearer to the lower left corner.
package struct FrontDrawing {
    package enum Look: String, Sendable {
        case baseline, better, worse, unsure

        /// Nobody needs to tell colours apart.
        fileprivate var shape: String {
            switch self {
            case .baseline: Glyph.disc
            case .better: Glyph.diamond
            case .worse: Glyph.down
            case .unsure: Glyph.square
            }
        }
    }

    /// A figure with the interval that its difference from the baseline gives it; nil of the baseline's own.
    package struct Figure: Sendable {
        let value: Int64
        let interval: ClosedRange<Int64>?

        package init(_ value: Int64, _ interval: ClosedRange<Int64>?) {
            (self.value, self.interval) = (value, interval)
        }

        fileprivate var all: [Int64] { [value] + (interval.map { [$0.lowerBound, $0.upperBound] } ?? []) }
    }

    package struct Point: Sendable {
        let name: String
        let words: String
        let across: Figure
        let up: Figure
        let look: Look

        package init(_ name: String, _ words: String, across: Figure, up: Figure, _ look: Look) {
            (self.name, self.words, self.across, self.up, self.look) = (name, words, across, up, look)
        }
    }

    private static let top: Int64 = 34
    private static let plotHeight: Int64 = 240
    private static let height = top + plotHeight + 44
    private static let left: Axis.Place = 900
    private static let width: Axis.Place = 8_700

    private let points: [Point]
    private let titles: (across: String, up: String)
    private let across: ValueAxis
    private let up: ValueAxis

    package init(_ points: [Point], _ titles: (across: String, up: String), _ units: (across: Unit, up: Unit)) {
        (self.points, self.titles) = (points, titles)
        across = ValueAxis(holding: points.flatMap { $0.across.all }, units.across)
        up = ValueAxis(holding: points.flatMap { $0.up.all }, units.up, parts: 5)
    }

    /// Whether any of them has an interval that is seen.
    package var hasIntervals: Bool {
        points.contains {
            [$0.across, $0.up].contains { $0.interval.map { $0.lowerBound < $0.upperBound } ?? false }
        }
    }

    package var text: String {
        Canvas.inPage(
            "\(titles.across) against \(titles.up)", points.map { "\($0.name): \($0.words)" }.joined(separator: "; "),
            height: Self.height
        ) { canvas in
            drawAxes(&canvas)
            for point in points { draw(point, &canvas) }
            drawLabels(&canvas)
        }
    }

    private func x(_ value: Int64) -> Axis.Place { Self.left + across.part(value, of: Self.width) }

    private func y(_ value: Int64) -> Int64 { Self.top + Self.plotHeight - up.part(value, of: Self.plotHeight) }

    private func words(_ tick: ValueAxis.Tick, _ axis: ValueAxis) -> String {
        NumberText.exact(tick.value, places: axis.unit.decimalPlaces) + " \(axis.unit.symbol)"
    }

    private func drawAxes(_ canvas: inout Canvas) {
        let bottom = Self.top + Self.plotHeight
        canvas.text("↑ \(titles.up)", at: 0, y: 12, "caption")
        canvas.text("\(titles.across) →", at: Axis.width, y: bottom + 36, "caption", .end)
        for tick in up.ticks {
            canvas.horizontal(from: 0, to: Axis.width, y: y(tick.value), tick.value == up.low ? "axis" : "grid")
            canvas.text(words(tick, up), at: 0, y: y(tick.value) - 3, "tick")
        }
        let allWords = across.ticks.map { Canvas.TickWords($0, words($0, across), at: x($0.value), .middle) }
        for (word, wordPages) in zip(allWords, canvas.pages(of: allWords)) {
            let own = canvas.pages(isMinor: word.tick.isMinor)
            canvas.upright(at: word.place, from: bottom, to: bottom + 4, "axis\(canvas.classes(own))")
            canvas.draw(word, on: wordPages, y: bottom + 17)
        }
        canvas.text("↙ better", at: 0, y: bottom + 36, "caption")
    }

    private func draw(_ point: Point, _ canvas: inout Canvas) {
        let (place, middle) = (x(point.across.value), y(point.up.value))
        let title = "\(point.name): \(point.words)"
        if let own = point.across.interval {
            canvas.horizontal(
                from: x(own.lowerBound), to: x(own.upperBound), y: middle, "interval \(point.look.rawValue)",
                title: title)
        }
        if let own = point.up.interval {
            canvas.upright(
                at: place, from: y(own.upperBound), to: y(own.lowerBound), "interval \(point.look.rawValue)")
        }
        canvas.glyph(point.look.shape, at: place, y: middle, "estimate \(point.look.rawValue)", title: title)
    }

    // MARK: Labels

    private struct Label: Equatable {
        let words: String
        let dx: Int64
        let dy: Int64
    }

    /// Draws each name at the first place around its point where it covers nothing: the names of what differs first.
    private func drawLabels(_ canvas: inout Canvas) {
        let labels = canvas.pages.map { self.labels(on: $0) }
        for (index, point) in points.enumerated() {
            for (label, own) in canvas.grouped(labels, index) {
                canvas.text(
                    label.words, at: x(point.across.value), dx: label.dx, y: y(point.up.value) + label.dy,
                    "label choice\(canvas.classes(own))", label.dx < 0 ? .end : .start)
            }
        }
    }

    private func labels(on page: Canvas.Page) -> [Label?] {
        var taken = points.flatMap { point -> [LabelBox] in
            let (column, row) = (page.pixels(x(point.across.value)), y(point.up.value))
            var boxes = [LabelBox(aroundX: column, y: row, reach: 6)]
            if let own = point.across.interval {
                boxes.append(
                    LabelBox(
                        left: page.pixels(x(own.lowerBound)), right: page.pixels(x(own.upperBound)), top: row - 2,
                        bottom: row + 2))
            }
            if let own = point.up.interval {
                boxes.append(
                    LabelBox(left: column - 2, right: column + 2, top: y(own.upperBound), bottom: y(own.lowerBound)))
            }
            return boxes
        }
        // The words of the upright axis stand at its left end.
        taken += up.ticks.map { tick in
            LabelBox(
                left: 0, right: Canvas.width(of: words(tick, up)), top: y(tick.value) - 13, bottom: y(tick.value))
        }
        return points.map { point in
            let (column, row) = (page.pixels(x(point.across.value)), y(point.up.value))
            let words = Canvas.cut(point.name, toWidth: page.width / 2)
            let width = Canvas.width(of: words) + 4
            for (dx, dy) in [(10, 4), (-10, 4), (10, -6), (-10, -6), (10, 14), (-10, 14)] as [(Int64, Int64)] {
                let start = column + dx - (dx < 0 ? width : 0)
                let box = LabelBox(left: start, right: start + width, top: row + dy - 10, bottom: row + dy + 3)
                guard box.left >= -2, box.right <= page.width + 2, box.top > 14,
                    box.bottom <= Self.top + Self.plotHeight, !taken.contains(where: { $0.overlaps(box) })
                else { continue }
                taken.append(box)
                return Label(words: words, dx: dx, dy: dy)
            }
            return nil
        }
    }
}
