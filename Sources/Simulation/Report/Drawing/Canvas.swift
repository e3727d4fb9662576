import PlayerModel

/// SVG whose places are parts of the width, and whose heights, letters and lines have fixed sizes: it fills a page of
/// any width, and stays readable on a narrow one.
///
/// Unit of all heights: a CSS pixel.
struct Canvas: Sendable {
    /// The page widths for which labels are laid out, by the classes of elements that are on that page only: a label
    /// that has room on the narrow one has it everywhere.
    enum Page: String, CaseIterable {
        case narrow, wide

        /// The width in CSS pixels.
        var width: Int64 {
            switch self {
            case .narrow: 340
            case .wide: 840
            }
        }

        func pixels(_ place: Axis.Place) -> Int64 { place * width / Axis.width }
    }

    enum Anchor: String {
        case start, middle, end
    }

    var writer = XMLWriter()

    static let columns: Int64 = 1000

    static func percent(_ place: Axis.Place) -> String { NumberText.exact(place, places: 2) + "%" }

    /// The approximate width of words in CSS pixels: letters of the drawing have 11.
    static func width(of words: String) -> Int64 { Int64(words.unicodeScalars.count) * 6 }

    mutating func text(
        _ words: String, at place: Axis.Place, dx: Int64 = 0, y: Int64, _ name: String, _ anchor: Anchor = .start
    ) {
        writer.element(
            "text", ("x", Self.percent(place)), ("dx", String(dx)), ("y", String(y)),
            ("class", name + (anchor == .start ? "" : " \(anchor.rawValue)")), words: words)
        writer.add("\n")
    }

    mutating func rectangle(
        from start: Axis.Place, to end: Axis.Place, y: Int64, height: Int64, _ name: String, title: String
    ) {
        writer.begin(
            "rect", ("x", Self.percent(start)), ("y", String(y)), ("width", Self.percent(max(8, end - start))),
            ("height", String(height)), ("class", name))
        writer.element("title", words: title)
        writer.end()
    }

    mutating func horizontal(
        from start: Axis.Place, to end: Axis.Place, y: Int64, _ name: String, title: String? = nil
    ) {
        let (x1, x2, y) = (Self.percent(start), Self.percent(end), String(y))
        guard let title else {
            return writer.empty("line", ("x1", x1), ("x2", x2), ("y1", y), ("y2", y), ("class", name))
        }
        writer.begin("line", ("x1", x1), ("x2", x2), ("y1", y), ("y2", y), ("class", name))
        writer.element("title", words: title)
        writer.end()
    }

    mutating func upright(at place: Axis.Place, from top: Int64, to bottom: Int64, _ name: String) {
        let (x, y1, y2) = (Self.percent(place), String(top), String(bottom))
        writer.empty("line", ("x1", x), ("x2", x), ("y1", y1), ("y2", y2), ("class", name))
    }

    /// Draws a small figure of fixed size, centred on its place.
    mutating func glyph(_ path: String, at place: Axis.Place, y: Int64, _ name: String, title: String) {
        writer.begin("svg", ("x", Self.percent(place)), ("y", String(y)), ("class", "glyph"))
        writer.begin("path", ("d", path), ("class", name))
        writer.element("title", words: title)
        writer.end()
        writer.end()
    }

    // MARK: Plots

    /// Begins a plot, 1000 wide: until its end, paths are stretched to the width.
    mutating func beginPlot(y: Int64, height: Int64) {
        writer.begin(
            "svg", ("x", "0"), ("y", String(y)), ("width", "100%"), ("height", String(height)),
            ("viewBox", "0 0 1000 \(height)"), ("preserveAspectRatio", "none"))
    }

    mutating func endPlot() { writer.end() }

    /// Draws a quantity as a line, and the part below it as an area. `name` is for programs that read it.
    mutating func plot(
        _ series: Series, on axis: Axis, _ scale: Scale, height: Int64, _ name: String, hasArea: Bool = false
    ) {
        let thin = series.thinned(on: axis, columns: Self.columns)
        func x(_ point: Series.Point) -> String { NumberText.exact(axis.place(point.at), places: 1) }
        let lines = thin.lines.map { line in
            line.map { x($0) + " " + NumberText.exact(scale.depth($0.value, height: height), places: 1) }
        }
        guard !lines.isEmpty else { return }
        if hasArea {
            var area = ""
            for (line, source) in zip(lines, thin.lines) {
                guard let first = source.first, let last = source.last else { continue }
                area += "M\(x(first)) \(height)L\(line.joined(separator: "L"))L\(x(last)) \(height)Z"
            }
            writer.empty("path", ("d", area), ("class", "\(name) area"))
        }
        let path = lines.map { "M" + $0.joined(separator: "L") }.joined()
        let top = ("data-top", String(scale.top))
        guard let value = series.constant else {
            return writer.empty("path", ("d", path), ("class", "\(name) line"), top)
        }
        writer.empty("path", ("d", path), ("class", "\(name) line"), top, ("data-value", String(value)))
    }

    // MARK: Time

    mutating func grid(_ axis: Axis, from top: Int64, to bottom: Int64) {
        for tick in axis.ticks { upright(at: axis.place(tick.at), from: top, to: bottom, "grid") }
    }

    /// Draws the axis itself: a line with labels below it, 18 high.
    mutating func timeline(_ axis: Axis, y: Int64) {
        horizontal(from: 0, to: Axis.width, y: y, "axis")
        for tick in axis.ticks {
            let place = axis.place(tick.at)
            let name = tick.isMinor ? "tick wide" : "tick"
            upright(at: place, from: y, to: y + 4, tick.isMinor ? "axis wide" : "axis")
            let edge = Page.narrow.pixels(place)
            let half = Self.width(of: tick.words) / 2
            let anchor: Anchor = edge < half ? .start : (edge > Page.narrow.width - half ? .end : .middle)
            text(tick.words, at: place, y: y + 16, name, anchor)
        }
    }

    /// Draws words where there is room for them: on each page the first that fit.
    mutating func fitted(
        _ choices: [String], from start: Axis.Place, to end: Axis.Place, dx: Int64, y: Int64, _ name: String
    ) {
        let fitting = Page.allCases.map { page in
            choices.first { Self.width(of: $0) + 2 * dx <= page.pixels(end) - page.pixels(start) }
        }
        if fitting[0] == fitting[1] {
            if let words = fitting[0] { text(words, at: start, dx: dx, y: y, name) }
            return
        }
        for (page, words) in zip(Page.allCases, fitting) {
            if let words { text(words, at: start, dx: dx, y: y, "\(name) \(page.rawValue)") }
        }
    }
}
