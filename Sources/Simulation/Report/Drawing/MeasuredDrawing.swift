import PlayerModel

/// Simulated figures against measured ones, both by factors: what is right lies on the middle line, and what is right
/// within a factor of two between the other two.
package struct MeasuredDrawing {
    package struct Point: Sendable {
        let words: String
        let measured: Int64
        let simulated: Int64
        let group: Int

        package init(_ words: String, measured: Int64, simulated: Int64, group: Int) {
            (self.words, self.measured, self.simulated, self.group) = (words, measured, simulated, group)
        }
    }

    private static let top: Int64 = 34
    private static let plotHeight: Int64 = 320
    private static let height = top + plotHeight + 42
    private static let left: Axis.Place = 900
    private static let width: Axis.Place = 8_900

    /// The figures and looks by which groups are told apart; more groups than these look alike.
    private static let shapes = [
        (Glyph.disc, "better"), (Glyph.diamond, "worse"), (Glyph.square, "baseline"), (Glyph.up, "better"),
        (Glyph.disc, "baseline"), (Glyph.down, "worse"), (Glyph.square, "unsure"), (Glyph.diamond, "baseline"),
    ]

    private let title: String
    private let points: [Point]
    private let groups: [String]
    private let axis: LogarithmicAxis

    /// `groups` are the names of the groups, by number.
    package init(_ title: String, _ points: [Point], groups: [String], _ unit: Unit, isCount: Bool) {
        (self.title, self.points, self.groups) = (title, points, groups)
        axis = LogarithmicAxis(holding: points.flatMap { [$0.measured, $0.simulated] }, unit, isCount: isCount)
    }

    package var text: String {
        let words = points.map { $0.words }.joined(separator: "; ")
        return Canvas.inPage(title, words, height: Self.height) { canvas in
            drawAxes(&canvas)
            drawLines(&canvas)
            for point in points { draw(point, &canvas) }
            drawGroups(&canvas)
        }
    }

    private func x(_ value: Int64) -> Axis.Place { Self.left + axis.part(value, of: Self.width) }
    private func y(_ value: Int64) -> Int64 { Self.top + Self.plotHeight - axis.part(value, of: Self.plotHeight) }

    private func drawAxes(_ canvas: inout Canvas) {
        let bottom = Self.top + Self.plotHeight
        canvas.text("↑ simulated", at: 0, y: 11, "caption")
        canvas.text("measured →", at: Axis.width, y: bottom + 36, "caption", .end)
        for tick in axis.ticks {
            canvas.horizontal(from: 0, to: Axis.width, y: y(tick.value), tick.value == axis.low ? "axis" : "grid")
            canvas.text(tick.words, at: 0, y: y(tick.value) - 3, "tick")
        }
        canvas.draw(axis.ticks, at: x, below: bottom)
    }

    /// The line on which both are the same, and those on which one is twice the other.
    private func drawLines(_ canvas: inout Canvas) {
        func line(_ from: (x: Axis.Place, y: Int64), _ to: (x: Axis.Place, y: Int64), _ name: String) {
            canvas.writer.empty(
                "line", ("x1", Canvas.percent(from.x)), ("y1", String(from.y)), ("x2", Canvas.percent(to.x)),
                ("y2", String(to.y)), ("class", name))
        }
        let (right, bottom) = (Self.left + Self.width, Self.top + Self.plotHeight)
        line((Self.left, bottom), (right, Self.top), "zero")
        let (across, up) = (axis.part(ofFactor: 2, of: Self.width), axis.part(ofFactor: 2, of: Self.plotHeight))
        guard across <= Self.width else { return }
        line((Self.left, bottom - up), (right - across, Self.top), "grid")
        line((Self.left + across, bottom), (right, Self.top + up), "grid")
    }

    private func draw(_ point: Point, _ canvas: inout Canvas) {
        let (shape, look) = Self.shapes[point.group % Self.shapes.count]
        canvas.glyph(shape, at: x(point.measured), y: y(point.simulated), "estimate \(look)", title: point.words)
    }

    /// The groups with their looks, in the upper left corner.
    private func drawGroups(_ canvas: inout Canvas) {
        guard groups.count > 1 else { return }
        for (group, name) in groups.prefix(Self.shapes.count).enumerated() {
            let (shape, look) = Self.shapes[group]
            let row = Self.top + 16 + Int64(group) * 16
            canvas.glyph(shape, at: Self.left + 300, y: row - 4, "estimate \(look)", title: name)
            canvas.text(Canvas.cut(name, toWidth: 150), at: Self.left + 300, dx: 10, y: row, "label")
        }
    }
}
