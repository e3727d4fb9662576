import PlayerModel

/// A plot of startup time against stalling time: a point for each setting, the better the nearer to the corner.
package struct ScatterDrawing {
    package struct Point: Sendable {
        /// The number of its row in the table, from 1.
        let number: Int
        let words: String
        /// The startup time in nanoseconds, of several runs the median; nil where playback does not start, or starts
        /// in fewer than half of them.
        let startup: Int64?
        /// The stall time, likewise; nil where there is none, as playback never started, or nobody resumed it.
        let stalled: Int64?
        let runs: SettingRuns
        /// Whether it is on the Pareto front: no other setting beats it.
        let isBest: Bool
        /// The link that a click on it follows.
        let target: String

        package init(
            number: Int, words: String, startup: Int64?, stalled: Int64?, runs: SettingRuns, isBest: Bool,
            target: String
        ) {
            (self.number, self.words, self.target) = (number, words, target)
            (self.startup, self.stalled, self.runs, self.isBest) = (startup, stalled, runs, isBest)
        }
    }

    private struct Spot {
        let place: Axis.Place
        let y: Int64
        var points: [Point]

        var isBest: Bool { points.contains { $0.isBest } }
    }

    private static let plotHeight: Int64 = 260
    /// The row above the plot of what has no stall time, where there is any.
    private static let unknownHeight: Int64 = 28
    /// The left end of all points, and the right end of all that start, in hundredths of a percent.
    private static let left: Axis.Place = 700
    private static let right: Axis.Place = 9_000
    private static let never: Axis.Place = 9_600

    private let points: [Point]
    private let across: Scale
    private let up: Scale
    private let hasNever: Bool
    private let hasUnknown: Bool
    private let top: Int64

    /// A plot of the settings of which no run failed.
    package init(_ points: [Point]) {
        self.points = points
        across = Scale(holding: points.reduce(100_000_000) { max($0, $1.startup ?? 0) })
        up = Scale(holding: points.reduce(1_000_000_000) { max($0, $1.stalled ?? 0) })
        hasNever = points.contains { $0.startup == nil }
        hasUnknown = points.contains { $0.stalled == nil }
        top = 36 + (hasUnknown ? Self.unknownHeight : 0)
    }

    /// The sentences in the place of a drawing in which all points would lie on its lower edge; nil where one does not.
    package var withoutStalls: String? {
        if points.isEmpty { return "No setting ran without a failure." }
        guard points.allSatisfy({ $0.startup == nil || $0.stalled == 0 }) else { return nil }
        let started = points.compactMap { $0.startup }
        guard let least = started.min(), let most = started.max() else {
            guard points.contains(where: { $0.runs.started > 0 }) else { return "Nothing starts." }
            return "No setting starts with half of its seeds or more; \(stalls ?? "nothing stalls")."
        }
        let (first, last) = (QuantityText.shortSeconds(least), QuantityText.shortSeconds(most))
        let times = first == last ? "after \(first)" : "after \(first) to \(last)"
        // A stall that the app ends at once takes no time.
        let takesTime = points.contains { $0.runs.longest ?? 0 > 0 || $0.runs.lasts }
        let hidden =
            stalls.map { takesTime ? "In the median nothing stalls, but \($0)." : "No stall takes any time." }
            ?? "Nothing stalls."
        return "\(hidden) Playback starts \(times)\(others)."
    }

    /// The stalls that medians hide: of fewer than half the runs, or of settings that start in fewer; nil where there
    /// are none.
    private var stalls: String? {
        let stalling = points.filter { $0.runs.stalled > 0 }.map { $0.runs }
        guard !stalling.isEmpty else { return nil }
        let settings = stalling.count == 1 ? "1 setting stalls" : "\(stalling.count) settings stall"
        return "\(settings) with some seeds\(SettingRuns.lengths(stalling, QuantityText.shortSeconds))"
    }

    /// The settings without a startup time, where others have one: those that never start, and those that do with some
    /// seeds.
    private var others: String {
        let idle = points.filter { $0.startup == nil }
        let never = idle.count { $0.runs.started == 0 }
        let seldom = idle.count - never
        let seeds = "with fewer than half of the seeds"
        return (never > 0 ? "; \(never) of \(points.count) \(never == 1 ? "does" : "do") not start" : "")
            + (seldom > 0 ? "; \(seldom) of \(points.count) \(seldom == 1 ? "starts" : "start") \(seeds)" : "")
    }

    package var text: String {
        Canvas.inPage(
            "Startup time against stall time",
            "A point for each of \(points.count) settings; the table below has them all.",
            height: top + Self.plotHeight + 48, role: "group"
        ) {
            drawAxes(&$0)
            drawSpots(&$0)
        }
    }

    private func place(_ startup: Int64) -> Axis.Place {
        Self.left + proportion(startup, Self.right - Self.left, over: across.top, .down)
    }

    /// The height of a stall time; above all of them what has none, as playback never started, or nobody ends a stall.
    private func height(_ stalled: Int64?) -> Int64 {
        guard let stalled else { return top - Self.unknownHeight + 4 }
        return top + up.depth(stalled, height: Self.plotHeight) / 10
    }

    private func drawAxes(_ canvas: inout Canvas) {
        let bottom = top + Self.plotHeight
        canvas.text("↑ stall time", at: 0, y: 12, "caption")
        canvas.horizontal(from: 0, to: Axis.width, y: bottom, "axis")
        for tick in upTicks {
            canvas.horizontal(from: 0, to: Axis.width, y: tick.y, "grid")
            canvas.text(tick.words, at: 0, y: tick.y - 3, "tick")
        }
        if hasUnknown {
            canvas.horizontal(from: 0, to: Axis.width, y: height(nil), "grid")
            canvas.text(Self.noTime, at: 0, y: height(nil) - 3, "tick")
        }
        let step = Axis.step(across.top, parts: 5)
        for number in 0...across.top / step {
            let (place, words) = (place(number * step), NumberText.exact(number * step, places: 9) + " s")
            canvas.upright(at: place, from: bottom, to: bottom + 4, "axis")
            let name = "tick" + canvas.classes(canvas.pages.filter { hasRoom(for: words, at: place, on: $0) })
            canvas.text(words, at: place, y: bottom + 17, name, number == 0 ? .start : .middle)
        }
        if hasNever {
            canvas.upright(at: Self.never, from: bottom, to: bottom + 4, "axis")
            canvas.text(Self.noStart, at: Axis.width, y: bottom + 17, "tick", .end)
        }
        canvas.text("startup time →", at: Axis.width, y: bottom + 36, "caption", .end)
    }

    private static let noStart = "no start"
    private static let noTime = "no time"

    /// Whether the words of a tick end before what stands at the right end of the axis.
    private func hasRoom(for words: String, at place: Axis.Place, on page: Canvas.Page) -> Bool {
        let end = page.pixels(place) + Canvas.width(of: words) / 2
        return !hasNever || end + 4 <= page.width - Canvas.width(of: Self.noStart)
    }

    private var upTicks: [(y: Int64, words: String)] {
        let step = Axis.step(up.top, parts: 5)
        return (1...up.top / step).map { number in
            (height(number * step), NumberText.exact(number * step, places: 9) + " s")
        }
    }

    /// The spots: settings with the same values share one, where those that no other beats come first.
    private var spots: [Spot] {
        var spots: [Spot] = []
        for point in points {
            let (place, y) = (point.startup.map(place) ?? Self.never, height(point.stalled))
            if let index = spots.firstIndex(where: { abs($0.place - place) < 40 && abs($0.y - y) < 4 }) {
                spots[index].points.append(point)
            } else {
                spots.append(Spot(place: place, y: y, points: [point]))
            }
        }
        for index in spots.indices {
            let points = spots[index].points
            spots[index].points = points.filter { $0.isBest } + points.filter { !$0.isBest }
        }
        return spots
    }

    private func drawSpots(_ canvas: inout Canvas) {
        let spots = spots
        let labels = labels(of: spots, on: canvas.pages)
        for (index, spot) in spots.enumerated() {
            let title = spot.points.map { point in
                let start = point.startup.map { QuantityText.shortSeconds($0) } ?? "none"
                let time = point.stalled.map { QuantityText.shortSeconds($0) } ?? "without an end"
                let stalled = point.startup == nil ? "" : ", stalled \(time)"
                let best = point.isBest ? ", beaten by none" : ""
                return "\(point.number): \(point.words), startup \(start)\(stalled)\(best)"
            }.joined(separator: "; ")
            canvas.writer.begin("a", ("href", "#\(spot.points[0].target)"), ("class", "spot"), ("aria-label", title))
            canvas.target(at: spot.place, y: spot.y, reach: reach(of: index, among: spots))
            let figure = spot.isBest ? Glyph.diamond : Glyph.disc
            canvas.glyph(figure, at: spot.place, y: spot.y, spot.isBest ? "point best" : "point", title: title)
            for (page, label) in zip(canvas.pages, labels[index]) {
                draw(label, of: spot, "label" + canvas.classes([page]), &canvas)
            }
            canvas.writer.end()
        }
    }

    /// Draws a label, in which the settings that no other beats are bold.
    private func draw(_ label: Label, of spot: Spot, _ name: String, _ canvas: inout Canvas) {
        let (words, y, anchor) = (label.words, spot.y + label.dy, label.dx < 0 ? Canvas.Anchor.end : .start)
        if words.best.isEmpty || words.others.isEmpty {
            let name = name + (words.best.isEmpty ? "" : " best")
            canvas.text(words.all, at: spot.place, dx: label.dx, y: y, name, anchor)
        } else {
            canvas.text(
                words.best, "label best", then: words.others, at: spot.place, dx: label.dx, y: y, name, anchor)
        }
    }

    /// How far around its middle a spot can be hit, in CSS pixels: 12, or where another is nearer, half of the way.
    private func reach(of index: Int, among spots: [Spot]) -> Int64 {
        let own = spots[index]
        let distances = spots.indices.filter { $0 != index }.map { other in
            max(Canvas.Page.narrow.pixels(abs(spots[other].place - own.place)), abs(spots[other].y - own.y))
        }
        return max(6, min(12, (distances.min() ?? 24) / 2))
    }

    // MARK: Labels

    /// The words of a label: on the settings that no other beats, and behind them on the others.
    private struct Words {
        let best: String
        let others: String

        var all: String { best + others }

        /// Of points of which the best come first.
        init(_ points: some Collection<Point>, separator: String, end: String = "", _ name: (Point) -> String) {
            let first = points.filter { $0.isBest }.map(name).joined(separator: separator)
            let rest = points.filter { !$0.isBest }.map(name).joined(separator: separator)
            let behind = (first.isEmpty || rest.isEmpty ? "" : separator) + rest + end
            // The mark between them is of the first: as one of the others, its halo would cover their last letter.
            let mark = first.isEmpty ? 0 : 1
            best = first + behind.prefix(mark)
            others = String(behind.dropFirst(mark))
        }
    }

    private struct Label {
        let words: Words
        /// The distance from its spot; where it is negative, the label ends there.
        let dx: Int64
        let dy: Int64
        /// The space that it takes on its page.
        let box: LabelBox
    }

    /// The labels: for each spot one for each page, or none. The words are the same on all pages: the longest for
    /// which there is room on each of them, at the first place around the spot where they cover nothing. Numbers come
    /// before names, so that no name takes the room of another's number; and the best choose first.
    private func labels(of spots: [Spot], on pages: [Canvas.Page]) -> [[Label]] {
        var labels = [[Label]](repeating: [], count: spots.count)
        let fixed = pages.map { page in
            spots.map { LabelBox(aroundX: page.pixels($0.place), y: $0.y, reach: 5) }
                // The space of the upright axis's words is taken.
                + (upTicks + (hasUnknown ? [(height(nil), Self.noTime)] : [])).map { tick in
                    LabelBox(left: 0, right: Canvas.width(of: tick.words), top: tick.y - 13, bottom: tick.y)
                }
        }
        let order = spots.indices.filter { spots[$0].isBest } + spots.indices.filter { !spots[$0].isBest }
        for choices in [numbers, names] {
            for index in order {
                let others = labels.enumerated().filter { $0.offset != index }.map { $0.element }
                let found = choices(spots[index]).lazy.compactMap { words -> [Label]? in
                    let all = pages.enumerated().compactMap { number, page in
                        let taken = fixed[number] + others.compactMap { $0.isEmpty ? nil : $0[number].box }
                        return place(words, spots[index], on: page, taken)
                    }
                    return all.count == pages.count ? all : nil
                }
                if let found = found.first { labels[index] = found }
            }
        }
        return labels
    }

    /// The first place around a spot where words cover nothing; nil where there is none.
    private func place(_ words: Words, _ spot: Spot, on page: Canvas.Page, _ taken: [LabelBox]) -> Label? {
        let (x, y, width) = (page.pixels(spot.place), spot.y, Canvas.width(of: words.all) + 4)
        for (dx, dy) in [(9, 4), (-9, 4), (4, -8), (4, 16), (-4, -8), (-4, 16)] as [(Int64, Int64)] {
            let start = x + dx - (dx < 0 ? width : 0)
            let box = LabelBox(left: start, right: start + width, top: y + dy - 10, bottom: y + dy + 3)
            let isInside = box.left >= -2 && box.right <= page.width + 2
            let isOnPlot = box.bottom <= top + Self.plotHeight + 1
            guard isInside, isOnPlot, !taken.contains(where: { $0.overlaps(box) }) else { continue }
            return Label(words: words, dx: dx, dy: dy, box: box)
        }
        return nil
    }

    /// The shorter labels to choose from: all numbers, or the first of them.
    private func numbers(_ spot: Spot) -> [Words] {
        [6, 1].map { most in
            let end = spot.points.count > most ? ", …" : ""
            return Words(spot.points.prefix(most), separator: ", ", end: end) { String($0.number) }
        }
    }

    /// The longer label: all names, in which there are commas.
    private func names(_ spot: Spot) -> [Words] {
        [Words(spot.points, separator: "; ") { "\($0.number): \($0.words)" }]
    }
}
