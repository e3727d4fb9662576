import PlayerModel

/// The run of one player on one time axis: marks, status, buffer and bit rates, one below the other.
struct TimelineDrawing {
    let lanes: Lanes
    let axis: Axis

    private static let bandHeight: Int64 = 20
    private static let aheadHeight: Int64 = 96
    private static let ratesHeight: Int64 = 72
    private static let captionHeight: Int64 = 24
    private static let axisHeight: Int64 = 20

    init(_ lanes: Lanes, _ axis: Axis? = nil) {
        self.lanes = lanes
        self.axis = axis ?? Axis(from: .zero, to: lanes.end)
    }

    static let height =
        MarkLane.height + bandHeight + captionHeight + aheadHeight + captionHeight + ratesHeight + axisHeight

    func draw(y top: Int64, on canvas: inout Canvas) {
        let band = top + MarkLane.height
        let ahead = band + Self.bandHeight + Self.captionHeight
        let rates = ahead + Self.aheadHeight + Self.captionHeight
        let bottom = rates + Self.ratesHeight
        canvas.grid(axis, from: band + Self.bandHeight + 4, to: bottom)
        drawAhead(y: ahead, &canvas)
        drawRates(y: rates, &canvas)
        MarkLane(lanes.marks, axis).draw(y: top, downTo: bottom, on: &canvas)
        StatusBand(stretches: lanes.stretches, axis: axis)
            .draw(y: band, height: Self.bandHeight, hasWords: true, on: &canvas)
        canvas.timeline(axis, y: bottom)
        if lanes.isForEver { canvas.text("…", at: Axis.width, dx: 4, y: band + Self.bandHeight / 2 + 4, "tick") }
    }

    // MARK: The buffer

    /// A scale that shows what is ahead, and where the buffer is full if that is not far above.
    static func aheadScale(_ allLanes: [Lanes]) -> Scale {
        let ahead = allLanes.reduce(1_000_000_000) { max($0, $1.ahead.most ?? 0) }
        let most = allLanes.compactMap { $0.full.most }.reduce(ahead) { $1 / 2 <= $0 ? max($0, $1) : $0 }
        return Scale(holding: most)
    }

    private func drawAhead(y: Int64, _ canvas: inout Canvas) {
        let scale = Self.aheadScale([lanes])
        beginCaption("Buffer ahead of the playhead", y, &canvas)
        if let full = lanes.full.most {
            let level = "╌ full with \(QuantityText.value(full, .seconds))"
            canvas.writer.element("tspan", ("dx", "10"), ("class", "key full"), words: level)
        }
        canvas.writer.end()
        canvas.beginPlot(y: y, height: Self.aheadHeight)
        canvas.plot(lanes.ahead, on: axis, scale, height: Self.aheadHeight, "ahead", hasArea: true)
        if let full = lanes.full.most, full <= scale.top {
            canvas.plot(lanes.full, on: axis, scale, height: Self.aheadHeight, "full")
        }
        canvas.endPlot()
        canvas.horizontal(from: 0, to: Axis.width, y: y, "grid")
        canvas.horizontal(from: 0, to: Axis.width, y: y + Self.aheadHeight, "grid")
        canvas.text(QuantityText.value(scale.top, .seconds), at: Axis.width, y: y - 4, "tick", .end)
    }

    // MARK: Bit rates

    /// A scale for the bit rates. That of the media and the measured one are always shown; a network that can carry
    /// far more is off the scale.
    private var ratesScale: Scale {
        let needed = max(lanes.rates.bitRate.most ?? 0, lanes.rates.measured.most ?? 0, 1000)
        let offered = lanes.rates.capacity.most ?? 0
        let most = offered / 4 <= needed ? max(needed, offered) : needed
        // A line at the very top would hardly be seen.
        return Scale(holding: most / 8 * 9)
    }

    private func drawRates(y: Int64, _ canvas: inout Canvas) {
        let (scale, height) = (ratesScale, Self.ratesHeight)
        beginCaption("Bit rates", y, &canvas)
        let offered = lanes.rates.capacity.most ?? 0
        if offered > 0 {
            let words = offered > scale.top ? "↑ capacity, off the scale" : "— capacity"
            key(words, lanes.rates.capacity, "capacity", &canvas)
        }
        key("╌ media", lanes.rates.bitRate, "bit-rate", &canvas)
        canvas.writer.element("tspan", ("dx", "10"), ("class", "key measured"), words: "━ measured")
        canvas.writer.end()
        canvas.beginPlot(y: y, height: height)
        canvas.plot(lanes.rates.measured, on: axis, scale, height: height, "measured")
        canvas.plot(lanes.rates.capacity, on: axis, scale, height: height, "capacity")
        canvas.plot(lanes.rates.bitRate, on: axis, scale, height: height, "bit-rate")
        canvas.endPlot()
        canvas.horizontal(from: 0, to: Axis.width, y: y, "grid")
        canvas.text(QuantityText.value(scale.top, .kilobitsPerSecond), at: Axis.width, y: y - 4, "tick", .end)
    }

    private func beginCaption(_ words: String, _ y: Int64, _ canvas: inout Canvas) {
        canvas.writer.begin("text", ("x", "0"), ("y", String(y - 7)), ("class", "caption"))
        canvas.writer.write(words)
    }

    /// Draws the key of a line, on a wide page with its value if that never changes.
    private func key(_ words: String, _ series: Series, _ name: String, _ canvas: inout Canvas) {
        canvas.writer.begin("tspan", ("dx", "10"), ("class", "key \(name)"))
        canvas.writer.write(words)
        if let value = series.constant {
            let words = " " + QuantityText.capacity(value == .max ? nil : value)
            canvas.writer.element("tspan", ("class", "wide"), words: words)
        }
        canvas.writer.end()
    }
}
