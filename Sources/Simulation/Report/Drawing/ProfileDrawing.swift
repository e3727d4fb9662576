import PlayerModel

/// How the error of a fit grows as one parameter moves away from its best value, the others being fitted anew: a
/// valley is a parameter that the data know, and a plain one that they do not.
package struct ProfileDrawing {
    package struct Point: Sendable {
        let value: Int64
        let error: Double

        package init(_ value: Int64, _ error: Double) { (self.value, self.error) = (value, error) }
    }

    private static let top: Int64 = 20
    private static let plotHeight: Int64 = 120
    private static let height = top + plotHeight + 24
    private static let left: Axis.Place = 150
    private static let width: Axis.Place = 9_700

    private let title: String
    private let words: String
    private let points: [Point]
    /// The error up to which a fit is as good.
    private let most: Double
    private let interval: ClosedRange<Int64>
    private let best: Int64
    private let axis: ValueAxis
    private let factors: LogarithmicAxis?

    /// `isGeometric` is for values that are far apart by factors.
    package init(
        _ title: String, _ words: String, _ points: [Point], upTo most: Double, as interval: ClosedRange<Int64>,
        best: Int64, _ unit: Unit, isGeometric: Bool
    ) {
        (self.title, self.words, self.points, self.most) = (title, words, points, most)
        (self.interval, self.best) = (interval, best)
        let values = points.map { $0.value }
        axis = ValueAxis(holding: values, unit)
        factors = isGeometric ? LogarithmicAxis(holding: values, unit) : nil
    }

    package var text: String {
        Canvas.inPage(title, words, height: Self.height) { canvas in
            let bottom = Self.top + Self.plotHeight
            canvas.rectangle(
                from: x(interval.lowerBound), to: x(interval.upperBound), y: Self.top, height: Self.plotHeight,
                "margin",
                title: "The fit is as good: \(words)")
            canvas.draw(factors?.ticks ?? axis.ticks.filter { !$0.isMinor }, at: x, below: bottom)
            canvas.horizontal(from: 0, to: Axis.width, y: bottom, "axis")
            canvas.horizontal(from: 0, to: Axis.width, y: y(most), "grid")
            canvas.text("as good below", at: Axis.width, y: y(most) - 4, "tick value", .end)
            canvas.text("↑ error", at: 0, y: 11, "caption")
            if points.contains(where: { part($0.error) > 1 }) {
                canvas.horizontal(from: 0, to: Axis.width, y: Self.top, "grid")
                canvas.text("far worse", at: Axis.width, y: Self.top - 4, "tick value", .end)
            }
            drawCurve(&canvas)
            if let least = points.map({ $0.error }).min() {
                canvas.glyph(Glyph.diamond, at: x(best), y: y(least), "estimate better", title: words)
            }
        }
    }

    private func x(_ value: Int64) -> Axis.Place {
        Self.left + (factors?.part(value, of: Self.width) ?? axis.part(value, of: Self.width))
    }

    /// The best is at the bottom, and what is as good in the lower third; far worse is at the top.
    private func y(_ error: Double) -> Int64 {
        Self.top + Self.plotHeight - 6 - Int64(min(1, max(0, part(error))) * Double(Self.plotHeight - 6))
    }

    private func part(_ error: Double) -> Double {
        let least = points.map { $0.error }.min() ?? 0
        return (error - least) / max(1e-12, (most - least) * 3)
    }

    private func drawCurve(_ canvas: inout Canvas) {
        guard points.count > 1 else { return }
        canvas.beginInner(width: Axis.width, height: Self.height)
        let path = points.map { "\(x($0.value)) \(y($0.error) * 10)" }.joined(separator: "L")
        canvas.writer.empty("path", ("d", "M" + path), ("class", "curve choice-1"))
        canvas.writer.end()
    }
}
