import PlayerModel

/// How many sessions, of all or of some, have waited no longer than so long: a rising line for each choice, the better
/// the farther to the left. Those that wait for ever keep a line below the top. Of a sample each line has a strip
/// around it, in which that of endless sessions lies.
package struct DistributionDrawing {
    package struct Curve: Sendable {
        /// The names of all whose values are these.
        fileprivate var names: [String]
        fileprivate var look: String
        /// The times in nanoseconds, and for each how many of all are no longer.
        let steps: [(time: Int64, count: Int)]
        /// The number of all, of which some may have no time.
        let count: Int

        package init(_ name: String, isBaseline: Bool, _ steps: [(time: Int64, count: Int)], of count: Int) {
            (names, look) = ([name], isBaseline ? "baseline" : "choice")
            (self.steps, self.count) = (steps, count)
        }

        /// A name may have commas, between the values of several keys.
        fileprivate var words: String { names.joined(separator: "; ") }

        /// The least time that so many percent of all do not surpass; nil where there is none.
        fileprivate func time(at percent: Int) -> Int64? {
            let rank = (count * percent + 99) / 100
            let place = steps.firstIndex { $0.count >= rank }
            return place.map { steps[$0].time }
        }
    }

    private static let top: Int64 = 18
    private static let plotHeight: Int64 = 200
    private static let height = top + plotHeight + 22
    /// The units of the plot's width, and the columns in each of which a line has one point at most.
    private static let units: Int64 = 3000
    private static let columns: Int64 = 250
    /// The most choices that can be told apart.
    package static let mostCurves = 6
    /// The part of the sessions that the axis is long enough for: a few that wait very long would leave no room.
    private static let shown = 98

    private let title: String
    /// The sessions, or the traces, that were drawn independently of each other, or as many of one weight as say as
    /// much; nil where none are, or too few.
    private let independent: Int?
    /// Whether it is of all sessions; else its labels do not say so.
    private let isOfAll: Bool
    private let curves: [Curve]
    private let axis: Axis

    /// The baseline comes first. Lines that are the same become one with both names; a choice looks the same in all
    /// drawings.
    package init(_ title: String, independent: Int? = nil, isOfAll: Bool = true, _ all: [Curve]) {
        (self.title, self.independent, self.isOfAll) = (title, independent, isOfAll)
        var curves: [Curve] = []
        for (number, var curve) in all.prefix(Self.mostCurves).enumerated() {
            if curve.look != "baseline" { curve.look += "-\(number)" }
            let same = curves.firstIndex { other in
                other.count == curve.count && other.steps.count == curve.steps.count
                    && zip(other.steps, curve.steps).allSatisfy { $0.time == $1.time && $0.count == $1.count }
            }
            if let same {
                curves[same].names += curve.names
            } else {
                curves.append(curve)
            }
        }
        self.curves = curves
        let ends = curves.compactMap { $0.time(at: Self.shown) ?? $0.steps.last?.time }
        axis = Axis(from: .zero, to: Instant(nanoseconds: Scale(holding: max(100_000_000, ends.max() ?? 0)).top))
    }

    /// How far a line may be off, up and down, in parts of a thousand, in 95 of 100 samples of so many that are
    /// independent: √(ln(2 ÷ 0.05) ÷ 2n), for the whole line at once (Dvoretzky, Kiefer and Wolfowitz 1956, with the
    /// constant of Massart 1990).
    package static func margin(_ independent: Int) -> Int {
        Int((1358.1 / Double(max(1, independent)).squareRoot()).rounded(.up))
    }

    /// The sentences on what the drawing leaves out; empty where it has all.
    package var note: String {
        var parts: [String] = []
        let end = axis.end.nanoseconds
        for curve in curves {
            let beyond = (curve.steps.last?.count ?? 0) - (curve.steps.last { $0.time <= end }?.count ?? 0)
            guard beyond > 0, let last = curve.steps.last?.time else { continue }
            let longest = NumberText.rounded(last, places: 9, decimals: 1)
            let have = curve.names.count == 1 ? "has" : "each have"
            parts.append("\(curve.words) \(have) \(beyond) more to the right, the last at \(longest) s")
        }
        return parts.isEmpty ? "" : parts.joined(separator: ". ") + "."
    }

    package var text: String {
        let words = curves.map { curve in
            let times = [50, 95].map { percent in
                let time = curve.time(at: percent).map { NumberText.rounded($0, places: 9, decimals: 2) + " s" }
                return time.map { "\(percent) % within \($0)" } ?? "fewer than \(percent) % ever"
            }
            return "\(curve.words): \(times.joined(separator: ", "))"
        }.joined(separator: ". ")
        return Canvas.inPage(title, words, height: Self.height) { canvas in
            let bottom = Self.top + Self.plotHeight
            canvas.grid(axis, from: Self.top, to: bottom)
            for percent in [50, 100] {
                let y = height(percent, of: 100)
                canvas.horizontal(from: 0, to: Axis.width, y: y, "grid")
                let words = isOfAll ? ("half of the sessions", "all sessions") : ("half of these", "all of these")
                canvas.text(percent == 50 ? words.0 : words.1, at: Axis.width, y: y - 4, "tick value", .end)
            }
            canvas.timeline(axis, y: bottom)
            drawCurves(&canvas)
            drawLabels(&canvas)
        }
    }

    private func height(_ count: Int, of all: Int) -> Int64 {
        Self.top + Self.plotHeight - proportion(Int64(count), Self.plotHeight, over: Int64(max(1, all)), .down)
    }

    private func drawCurves(_ canvas: inout Canvas) {
        canvas.beginInner(width: Self.units, height: Self.height)
        for curve in curves {
            if let independent {
                let band = band(points(curve), Self.margin(independent))
                canvas.writer.empty("path", ("d", band), ("class", "band \(curve.look)"))
            }
        }
        for curve in curves {
            let path = points(curve).reduce("M0 \((Self.top + Self.plotHeight) * 10)") { $0 + "H\($1.x)V\($1.y)" }
            canvas.writer.empty("path", ("d", path + "H\(Self.units)"), ("class", "curve \(curve.look)"))
        }
        canvas.writer.end()
    }

    /// The strip between a line that is raised and one that is lowered, between none of the sessions and all of them.
    private func band(_ points: [(column: Int64, x: Int64, y: Int64)], _ margin: Int) -> String {
        let (top, bottom) = (Self.top * 10, (Self.top + Self.plotHeight) * 10)
        let height = proportion(Int64(margin), bottom - top, over: 1000, .up)
        func raised(_ y: Int64) -> Int64 { max(top, y - height) }
        func lowered(_ y: Int64) -> Int64 { min(bottom, y + height) }
        let above = points.reduce("M0 \(raised(bottom))") { $0 + "H\($1.x)V\(raised($1.y))" }
        var below = "H\(Self.units)V\(lowered(points.last?.y ?? bottom))"
        for (place, point) in points.enumerated().reversed() {
            below += "H\(point.x)V\(lowered(place == 0 ? bottom : points[place - 1].y))"
        }
        return above + below + "H0Z"
    }

    /// The steps as points of a line: of those in a column, the last.
    private func points(_ curve: Curve) -> [(column: Int64, x: Int64, y: Int64)] {
        var points: [(column: Int64, x: Int64, y: Int64)] = []
        let end = axis.end.nanoseconds
        for step in curve.steps where step.time <= end {
            let x = proportion(step.time, Self.units, over: end, .down)
            let column = x * Self.columns / Self.units
            let whole = Self.plotHeight * 10
            let y =
                Self.top * 10 + whole - proportion(Int64(step.count), whole, over: Int64(max(1, curve.count)), .down)
            if points.last?.column == column { points.removeLast() }
            points.append((column, x, y))
        }
        return points
    }

    // MARK: Labels

    private struct Label: Equatable {
        let words: String
        let x: Axis.Place
        let dx: Int64
        let y: Int64

        func box(on page: Canvas.Page) -> LabelBox {
            let (start, width) = (page.pixels(x) + dx, Canvas.width(of: words) + 2)
            return LabelBox(
                left: dx < 0 ? start - width : start, right: dx < 0 ? start : start + width, top: y - 11,
                bottom: y + 3)
        }
    }

    /// Draws the name of each line beside it, where it is farthest from mistaken for that of another.
    private func drawLabels(_ canvas: inout Canvas) {
        let labels = canvas.pages.map { self.labels(on: $0) }
        for (index, curve) in curves.enumerated() {
            for (label, own) in canvas.grouped(labels, index) {
                canvas.text(
                    label.words, at: label.x, dx: label.dx, y: label.y,
                    "label curve-name \(curve.look)\(canvas.classes(own))", label.dx < 0 ? .end : .start)
            }
        }
    }

    private func labels(on page: Canvas.Page) -> [Label] {
        // The words of the upright axis stand at its right end.
        var taken = [50, 100].map { percent in
            LabelBox(
                left: page.width - 122, right: page.width, top: height(percent, of: 100) - 14,
                bottom: height(percent, of: 100) - 2)
        }
        let bottom = Self.top + Self.plotHeight
        return curves.enumerated().map { index, curve in
            let all = labels(Canvas.cut(curve.words, toWidth: page.width / 2), curve)
            var best = (cost: Int.max, label: all[0])
            for label in all {
                let box = label.box(on: page)
                guard box.left >= -2, box.right <= page.width + 2, box.top >= 0, box.bottom < bottom else { continue }
                let near = LabelBox(
                    left: box.left - 8, right: box.right + 8, top: box.top - 5, bottom: box.bottom + 5)
                var cost = taken.count { $0.overlaps(box) } * 30 + (crosses(curve, box, on: page) ? 10 : 0)
                for (other, line) in curves.enumerated() where other != index {
                    cost += crosses(line, box, on: page) ? 10 : crosses(line, near, on: page) ? 6 : 0
                }
                if cost < best.cost { best = (cost, label) }
            }
            taken.append(best.label.box(on: page))
            return best.label
        }
    }

    /// The places for a label: right and left of where a line rises, and below and above it.
    private func labels(_ words: String, _ curve: Curve) -> [Label] {
        var labels: [Label] = []
        for percent in stride(from: 90, through: 10, by: -5) {
            let y = height(percent, of: 100) + 4
            labels.append(Label(words: words, x: place(curve, percent + 4), dx: 6, y: y))
            labels.append(Label(words: words, x: place(curve, percent - 4), dx: -6, y: y))
        }
        for place in stride(from: 500 as Axis.Place, through: 8_500, by: 500) {
            let time = proportion(place, axis.end.nanoseconds, over: Axis.width, .down)
            let y = height(curve.steps.last { $0.time <= time }?.count ?? 0, of: curve.count)
            for lift in [14, -5] as [Int64] { labels.append(Label(words: words, x: place, dx: 1, y: y + lift)) }
        }
        return labels
    }

    /// The place at which a line reaches so many percent; the right end where it does not.
    private func place(_ curve: Curve, _ percent: Int) -> Axis.Place {
        curve.time(at: percent).map { axis.place(Instant(nanoseconds: $0)) } ?? Axis.width
    }

    /// Whether a line that only rises goes through a box.
    private func crosses(_ curve: Curve, _ box: LabelBox, on page: Canvas.Page) -> Bool {
        let bottom = Self.top + Self.plotHeight
        func x(_ y: Int64, _ rounding: Rounding) -> Int64 {
            if y >= bottom { return 0 }
            let percent = proportion(bottom - y, 100, over: Self.plotHeight, rounding)
            return percent > 100 ? page.width + 1 : page.pixels(place(curve, Int(percent)))
        }
        // It has not reached the height above, and has reached that below.
        return x(box.bottom, .down) <= box.right && x(box.top, .up) >= box.left
    }
}
