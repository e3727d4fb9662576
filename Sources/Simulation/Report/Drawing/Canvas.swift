import PlayerModel

/// SVG whose places are parts of the width, and whose heights, letters and lines have fixed sizes: it fills a page of
/// any width, and stays readable on a narrow one.
///
/// Unit of all heights: a CSS pixel.
struct Canvas: Sendable {
    /// The page widths for which labels are laid out: where one does not stand on all of them, its class says so.
    enum Page: String, CaseIterable {
        /// Near, a part of the time is as wide as the page, so that the whole would be far wider.
        case narrow, medium, wide, near

        /// The least width with which it is shown, in CSS pixels: what has room there has room on a wider one.
        var width: Int64 {
            switch self {
            case .narrow: 288
            case .medium: 576
            case .wide: 840
            case .near: 3360
            }
        }

        func pixels(_ place: Axis.Place) -> Int64 { place * width / Axis.width }
    }

    enum Anchor: String {
        case start, middle, end
    }

    /// The pages that the drawing is made for; a file of its own is as wide as a wide one.
    let pages: [Page]
    /// Whether what is drawn is stretched where a page shows a part of the time.
    private(set) var isStretched = false
    var writer = XMLWriter()

    init(for pages: [Page]) { self.pages = pages }

    /// Whether a program on the page reads values from it, and not only people.
    var isRead: Bool { pages.count > 1 }

    /// The classes of what stands on some of the pages alone, each after a space.
    func classes(_ own: [Page]) -> String {
        pages.filter { !own.contains($0) }.reduce(into: "") { $0 += " not-\($1.rawValue)" }
    }

    /// The pages in groups that have the same value; those without any are in none.
    func grouped<Value: Equatable>(_ value: (Page) -> Value?) -> [(value: Value, pages: [Page])] {
        var groups: [(value: Value, pages: [Page])] = []
        for page in pages {
            guard let own = value(page) else { continue }
            if let index = groups.firstIndex(where: { $0.value == own }) {
                groups[index].pages.append(page)
            } else {
                groups.append((own, [page]))
            }
        }
        return groups
    }

    /// Likewise by labels that have been laid out, of which each page has those of all things: the one at `index`.
    /// `labels` are in the order of the pages.
    func grouped<Label: Equatable>(_ labels: [[Label?]], _ index: Int) -> [(value: Label, pages: [Page])] {
        grouped { page in zip(pages, labels).first { $0.0 == page }.flatMap { $0.1[index] } }
    }

    /// The pages on which a tick stands: there are no minor ones where it is narrow.
    func pages(isMinor: Bool) -> [Page] { isMinor ? pages.filter { $0 != .narrow } : pages }

    static func percent(_ place: Axis.Place) -> String { NumberText.exact(place, places: 2) + "%" }

    private func percent(_ spot: Axis.Spot) -> String {
        isStretched ? NumberText.exact(spot.part, places: 5) + "%" : Self.percent(spot.place)
    }

    /// The approximate width of words in CSS pixels: letters of the drawing have 11, of which most are half as wide.
    static func width(of words: String) -> Int64 {
        words.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 6 : LetterWidth.of($1) * 11 / 100) }
    }

    mutating func text(
        _ words: String, at place: Axis.Place, dx: Int64 = 0, y: Int64, _ name: String, _ anchor: Anchor = .start
    ) {
        text(words, at: Axis.Spot(place), dx: dx, y: y, name, anchor)
    }

    mutating func text(
        _ words: String, at spot: Axis.Spot, dx: Int64 = 0, y: Int64, _ name: String, _ anchor: Anchor = .start
    ) {
        writer.element(
            "text", ("x", percent(spot)), ("dx", String(dx)), ("y", String(y)),
            ("class", name + (anchor == .start ? "" : " \(anchor.rawValue)")), words: words)
        writer.add("\n")
    }

    /// The same, of which the first words are of a class of their own.
    mutating func text(
        _ first: String, _ firstName: String, then rest: String, at place: Axis.Place, dx: Int64, y: Int64,
        _ name: String, _ anchor: Anchor
    ) {
        writer.begin(
            "text", ("x", Self.percent(place)), ("dx", String(dx)), ("y", String(y)),
            ("class", name + (anchor == .start ? "" : " \(anchor.rawValue)")))
        writer.element("tspan", ("class", firstName), words: first)
        writer.write(rest)
        writer.end()
    }

    mutating func rectangle(
        from start: Axis.Place, to end: Axis.Place, y: Int64, height: Int64, _ name: String, title: String
    ) {
        rectangle(from: Axis.Spot(start), to: Axis.Spot(end), y: y, height: height, name, title: title)
    }

    /// The least width of a rectangle, so that it is seen.
    private static let least: Axis.Place = 8

    /// Whether a time is too short to be seen, but where a part of the time is shown: there it is as long as it is.
    func isShort(from start: Axis.Spot, to end: Axis.Spot) -> Bool {
        isStretched && end.place - start.place < Self.least
    }

    /// Draws what is seen, however short, but where others stand for it.
    mutating func rectangle(
        from start: Axis.Spot, to end: Axis.Spot, y: Int64, height: Int64, _ name: String, title: String,
        span: Span? = nil, isAlwaysSeen: Bool = true
    ) {
        let width =
            isStretched
            ? percent(Axis.Spot(part: end.part - start.part))
            : Self.percent(max(Self.least, end.place - start.place))
        // A width in pixels would be one of many seconds where a part of the time is shown.
        let isWidened = isAlwaysSeen && isShort(from: start, to: end)
        writer.begin(
            "rect",
            [("x", percent(start)), ("y", String(y)), ("width", width), ("height", String(height)), ("class", name)]
                + (isWidened ? [("style", "width:max(1px,\(width))")] : []),
            span: isRead ? span : nil)
        writer.element("title", words: title)
        writer.end()
    }

    mutating func horizontal(
        from start: Axis.Place, to end: Axis.Place, y: Int64, _ name: String, title: String? = nil, span: Span? = nil
    ) {
        horizontal(from: Axis.Spot(start), to: Axis.Spot(end), y: y, name, title: title, span: span)
    }

    mutating func horizontal(
        from start: Axis.Spot, to end: Axis.Spot, y: Int64, _ name: String, title: String? = nil, span: Span? = nil
    ) {
        let (x1, x2, y) = (percent(start), percent(end), String(y))
        guard let title else {
            return writer.empty("line", ("x1", x1), ("x2", x2), ("y1", y), ("y2", y), ("class", name))
        }
        writer.begin(
            "line", [("x1", x1), ("x2", x2), ("y1", y), ("y2", y), ("class", name)], span: isRead ? span : nil)
        writer.element("title", words: title)
        writer.end()
    }

    mutating func upright(at place: Axis.Place, from top: Int64, to bottom: Int64, _ name: String) {
        upright(at: Axis.Spot(place), from: top, to: bottom, name)
    }

    mutating func upright(at spot: Axis.Spot, from top: Int64, to bottom: Int64, _ name: String) {
        let (x, y1, y2) = (percent(spot), String(top), String(bottom))
        writer.empty("line", ("x1", x), ("x2", x), ("y1", y1), ("y2", y2), ("class", name))
    }

    /// Draws a small figure of fixed size, centred on its place.
    mutating func glyph(
        _ path: String, at place: Axis.Place, y: Int64, _ name: String, title: String, span: Span? = nil
    ) {
        glyph(path, at: Axis.Spot(place), y: y, name, title: title, span: span)
    }

    mutating func glyph(
        _ path: String, at spot: Axis.Spot, y: Int64, _ name: String, title: String, span: Span? = nil
    ) {
        writer.begin("svg", [("x", percent(spot)), ("y", String(y)), ("class", "glyph")], span: isRead ? span : nil)
        writer.begin("path", ("d", path), ("class", name))
        writer.element("title", words: title)
        writer.end()
        writer.end()
    }

    /// Draws what cannot be seen and can be hit, so far around its middle.
    mutating func target(at place: Axis.Place, y: Int64, reach: Int64) {
        writer.begin("svg", ("x", Self.percent(place)), ("y", String(y)), ("class", "glyph"))
        let (corner, size) = (String(-reach), String(2 * reach))
        writer.empty("rect", ("x", corner), ("y", corner), ("width", size), ("height", size), ("class", "target"))
        writer.end()
    }

    // MARK: Plots

    /// Begins the part of a drawing in which places are instants: a page that shows a part of the time stretches it,
    /// but where its axis is its own.
    mutating func beginTime(hasOwnAxis: Bool = false) {
        isStretched = isRead && !hasOwnAxis
        writer.begin("svg", ("width", "100%"), ("height", "100%"), ("class", "time"))
    }

    mutating func endTime() {
        isStretched = false
        writer.end()
    }

    /// Begins a plot, as wide as the axis has columns: until its end, paths are stretched to the width.
    mutating func beginPlot(_ axis: Axis, y: Int64, height: Int64) {
        writer.begin(
            "svg", ("x", "0"), ("y", String(y)), ("width", "100%"), ("height", String(height)),
            ("viewBox", "0 0 \(axis.columns) \(height)"), ("preserveAspectRatio", "none"), ("class", "plot"))
    }

    mutating func endPlot() { writer.end() }

    /// Begins the curves of a drawing, `width` units wide and ten units a pixel high: until its end, paths are
    /// stretched to the width.
    mutating func beginInner(width: Int64, height: Int64) {
        writer.begin(
            "svg", ("x", "0"), ("y", "0"), ("width", "100%"), ("height", String(height)),
            ("viewBox", "0 0 \(width) \(height * 10)"), ("preserveAspectRatio", "none"), ("class", "inner"))
    }

    /// Draws a quantity as a line, and the part below it as an area. `name` is for programs that read it, and so are
    /// the values: one for each point of the line, in units of `grain`, or one alone where it never changes.
    mutating func plot(
        _ series: Series, on axis: Axis, _ scale: Scale, height: Int64, _ name: String, hasArea: Bool = false,
        grain: Int64 = 1, columns: Int64? = nil
    ) {
        let thin = series.thinned(on: axis, columns: columns ?? (isRead ? 2000 : 750))
        func x(_ point: Series.Point) -> String { String(axis.column(point.at)) }
        let lines = thin.lines.map { line in
            var path = ""
            for point in line {
                path += path.isEmpty ? "" : "L"
                path += x(point)
                path += " "
                path += NumberText.exact(scale.depth(point.value, height: height), places: 1)
            }
            return path
        }
        guard !lines.isEmpty else { return }
        if hasArea {
            var area = ""
            for (line, source) in zip(lines, thin.lines) {
                guard let first = source.first, let last = source.last else { continue }
                area += "M\(x(first)) \(height)L\(line)L\(x(last)) \(height)Z"
            }
            writer.empty("path", ("d", area), ("class", "\(name) area"))
        }
        let line = [("d", lines.map { "M" + $0 }.joined()), ("class", "\(name) line")]
        guard isRead else { return writer.empty("path", line) }
        func value(_ value: Int64) -> String { value == .max ? "Infinity" : String(value / grain) }
        let values = series.constant.map(value) ?? thin.lines.joined().map { value($0.value) }.joined(separator: " ")
        let columns = thin.columns.map { [("data-columns", String($0))] } ?? []
        writer.empty("path", line + [("data-values", values)] + columns)
    }

    // MARK: Time

    /// The ticks of an axis, each with the pages on which it stands; near, there are more of them.
    private func ticks(_ axis: Axis) -> [(tick: Axis.Tick, pages: [Page])] {
        let far = axis.ticks()
        var ticks: [(tick: Axis.Tick, pages: [Page])] = []
        for tick in far { ticks.append((tick, pages(isMinor: tick.isMinor))) }
        guard pages.contains(.near) else { return ticks }
        for tick in axis.ticks(parts: 50) where !far.contains(where: { $0.at == tick.at }) {
            ticks.append((tick, [.near]))
        }
        return ticks
    }

    mutating func grid(_ axis: Axis, from top: Int64, to bottom: Int64) {
        for (tick, own) in ticks(axis) {
            let name = "grid" + (own == [.near] ? classes(own) : "")
            upright(at: axis.spot(tick.at), from: top, to: bottom, name)
        }
    }

    /// Draws the axis itself: a line with labels below it, 18 high.
    mutating func timeline(_ axis: Axis, y: Int64) {
        horizontal(from: 0, to: Axis.width, y: y, "axis")
        for (tick, own) in ticks(axis) {
            let spot = axis.spot(tick.at)
            upright(at: spot, from: y, to: y + 4, "axis" + classes(own))
            guard let page = own.first else { continue }
            let edge = page.pixels(spot.place)
            let half = Self.width(of: tick.words) / 2
            let anchor: Anchor = edge < half ? .start : (edge > page.width - half ? .end : .middle)
            text(tick.words, at: spot, y: y + 16, "tick" + classes(own), anchor)
        }
    }

    /// Draws words where there is room for them: on each page the first that fit.
    mutating func fitted(
        _ choices: [String], from start: Axis.Spot, to end: Axis.Spot, dx: Int64, y: Int64, _ name: String
    ) {
        let groups = grouped { page in
            choices.first { Self.width(of: $0) + 2 * dx <= page.pixels(end.place) - page.pixels(start.place) }
        }
        for (words, own) in groups { text(words, at: start, dx: dx, y: y, name + classes(own)) }
    }
}

/// Small figures, as paths around their middle.
enum Glyph {
    static let disc = "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z"
    static let diamond = "M0 -6L6 0L0 6L-6 0Z"
    static let square = "M-4 -4H4V4H-4Z"
    static let up = "M0 -6L6 5H-6Z"
    static let down = "M0 6L6 -5H-6Z"
    static let upright = "M0 -4V4"
}

/// The time that a part of a drawing stands for, to the nanosecond: programs that read the drawing need not measure it.
struct Span {
    let from: Instant
    let to: Instant

    init(_ from: Instant, _ to: Instant) { (self.from, self.to) = (from, to) }
}

extension Axis.Spot {
    /// That of a place which is no instant's.
    fileprivate init(_ place: Axis.Place) { part = place * Self.perPlace }
}

extension XMLWriter {
    /// Begins an element that stands for a time.
    fileprivate mutating func begin(_ name: String, _ attributes: [(String, String)], span: Span?) {
        func seconds(_ instant: Instant) -> String { NumberText.exact(instant.nanoseconds, places: 9) }
        begin(name, attributes + (span.map { [("data-from", seconds($0.from)), ("data-to", seconds($0.to))] } ?? []))
    }
}
