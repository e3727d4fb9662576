import PlayerModel

/// The run of one player on one time axis: marks, status, buffer and bit rates, one below the other.
struct TimelineDrawing {
    let lanes: Lanes
    let axis: Axis
    private let marks: MarkLane

    /// How high the plots are, in hundredths of what is usual.
    private let stretch: Int64

    private static let bandHeight: Int64 = 20
    private static let captionHeight: Int64 = 24
    private static let axisHeight: Int64 = 20
    private static let changesHeight: Int64 = 15
    private static let lineHeight: Int64 = 12
    private static let stretches: ClosedRange<Int64> = 100...300
    /// The tracks of a stream whose sound is loaded apart, in their order.
    private static let trackNames = ["video", "audio"]
    /// The unit of the values that are written beside the line of the buffer: a microsecond.
    static let aheadGrain: Int64 = 1000

    init(_ lanes: Lanes, _ axis: Axis? = nil, stretch: Int64 = 100, isRead: Bool = false) {
        self.lanes = lanes
        self.stretch = min(max(Self.stretches.lowerBound, stretch), Self.stretches.upperBound)
        self.axis = axis ?? Axis(from: .zero, to: lanes.end)
        marks = MarkLane(lanes.marks, self.axis, isRead: isRead)
    }

    var height: Int64 {
        marks.height + Self.bandHeight + Self.captionHeight + aheadHeight + live + Self.captionHeight + changes
            + ratesHeight + Self.axisHeight
    }

    private var aheadHeight: Int64 { 96 * stretch / 100 }
    private var ratesHeight: Int64 { 96 * stretch / 100 }
    private var liveHeight: Int64 { 72 * stretch / 100 }

    /// The height of the lane of a live stream, with its caption.
    private var live: Int64 { lanes.live == nil ? 0 : Self.captionHeight + liveHeight }

    /// The height of the words about the network.
    private var changes: Int64 { lanes.showsNetworkChanges ? Self.changesHeight : 0 }

    func draw(y top: Int64, on canvas: inout Canvas) {
        let band = top + marks.height
        let ahead = band + Self.bandHeight + Self.captionHeight
        let rates = ahead + aheadHeight + live + Self.captionHeight + changes
        let edge = ahead + aheadHeight + Self.captionHeight
        let bottom = rates + ratesHeight
        drawLines(aheadScale, y: ahead, height: aheadHeight, &canvas)
        if let live = lanes.live { drawLines(live.scale, y: edge, height: liveHeight, &canvas) }
        drawLines(ratesScale, y: rates, height: ratesHeight, &canvas)
        canvas.beginTime()
        canvas.grid(axis, from: band + Self.bandHeight + 4, to: bottom)
        canvas.timeline(axis, y: bottom)
        drawAhead(y: ahead, &canvas)
        drawLive(y: edge, &canvas)
        drawRates(y: rates, &canvas)
        drawChanges(y: rates, &canvas)
        marks.draw(y: top, downTo: bottom, on: &canvas)
        drawChangeWords(y: rates, &canvas)
        StatusBand(stretches: lanes.stretches, axis: axis)
            .draw(y: band, height: Self.bandHeight, hasWords: true, on: &canvas)
        if lanes.isForEver { canvas.text("…", at: Axis.width, dx: 4, y: band + Self.bandHeight / 2 + 4, "tick") }
        canvas.endTime()
        drawAheadWords(y: ahead, &canvas)
        drawLiveWords(y: edge, &canvas)
        drawRatesWords(y: rates, &canvas)
    }

    /// Draws the changes of the network: a fine line through the bit rates for each.
    private func drawChanges(y: Int64, _ canvas: inout Canvas) {
        guard lanes.showsNetworkChanges else { return }
        for change in lanes.networkChanges {
            canvas.upright(at: axis.spot(change.at), from: y - 4, to: y + ratesHeight, "mark network")
        }
    }

    /// Draws what the network changed to, where there is room: above the lines of all events.
    private func drawChangeWords(y: Int64, _ canvas: inout Canvas) {
        guard changes > 0 else { return }
        LabelRows(count: 1, axis).draw(lanes.networkChanges, y: y - Self.changesHeight - 1, on: &canvas)
    }

    /// Draws the lines of a scale and its ends: below all that is measured by them.
    private func drawLines(_ scale: Scale, y: Int64, height: Int64, _ canvas: inout Canvas) {
        for depth in [0] + scale.ticks.map({ scale.depth($0, height: height) / 10 }) + [height] {
            canvas.horizontal(from: 0, to: Axis.width, y: y + depth, "grid")
        }
    }

    /// Draws the values of a scale at its lines, and that of its upper end above it, and so far above other words.
    private func drawTicks(
        _ scale: Scale, y: Int64, height: Int64, above: Int64 = 0, _ canvas: inout Canvas, _ words: (Int64) -> String
    ) {
        canvas.text(words(scale.top), at: Axis.width, y: y - 4 - above, "tick value", .end)
        for tick in scale.ticks {
            let depth = scale.depth(tick, height: height) / 10
            // One that is so near to the upper end would cover its value.
            if depth < Self.lineHeight { continue }
            canvas.text(words(tick), at: Axis.width, dx: -2, y: y + depth - 3, "tick value", .end)
        }
    }

    // MARK: The buffer

    /// A scale that shows what is ahead, and where the buffer is full if that is not far above.
    static func aheadScale(_ allLanes: [Lanes]) -> Scale {
        let ahead = allLanes.reduce(1_000_000_000) { max($0, $1.ahead.most ?? 0) }
        let most = allLanes.compactMap { $0.full.most }.reduce(ahead) { $1 / 2 <= $0 ? max($0, $1) : $0 }
        return Scale(holding: most)
    }

    /// The same, with room for the track that is farther ahead.
    private var aheadScale: Scale {
        let most = lanes.tracksAhead.compactMap { $0.most }.max() ?? 0
        let own = Self.aheadScale([lanes])
        return most > own.top ? Scale(holding: most) : own
    }

    private func drawAhead(y: Int64, _ canvas: inout Canvas) {
        let scale = aheadScale
        canvas.beginPlot(axis, y: y, height: aheadHeight)
        canvas.plot(lanes.ahead, on: axis, scale, height: aheadHeight, "ahead", hasArea: true, grain: Self.aheadGrain)
        for (series, name) in zip(lanes.tracksAhead, Self.trackNames) {
            canvas.plot(series, on: axis, scale, height: aheadHeight, name, grain: Self.aheadGrain)
        }
        if let full = lanes.full.most, full <= scale.top {
            canvas.plot(lanes.full, on: axis, scale, height: aheadHeight, "full", grain: Self.aheadGrain)
        }
        canvas.endPlot()
    }

    private func drawAheadWords(y: Int64, _ canvas: inout Canvas) {
        let scale = aheadScale
        let tracks =
            lanes.tracksAhead.isEmpty
            ? [] : zip(["— video", "┄ audio"], Self.trackNames).map { Caption.Key(words: $0, name: $1) }
        let value = lanes.full.constant.map { " with \(QuantityText.value($0, .seconds))" } ?? ""
        func caption(_ title: String, isShort: Bool) -> Caption {
            let level = Caption.Key(words: "╌ full" + (isShort ? "" : value), name: "full")
            return Caption(title: title, keys: lanes.full.lines.isEmpty ? tracks : tracks + [level])
        }
        let whole = "Buffer ahead of the playhead"
        let choices = [
            caption(whole, isShort: false), caption(whole, isShort: true), caption("Buffer ahead", isShort: true),
        ]
        Caption.draw(choices, beside: QuantityText.value(scale.top, .seconds), y: y - 7, on: &canvas)
        drawTicks(scale, y: y, height: aheadHeight, &canvas) { QuantityText.value($0, .seconds) }
    }

    // MARK: A live stream

    private func drawLive(y: Int64, _ canvas: inout Canvas) {
        guard let live = lanes.live else { return }
        canvas.beginPlot(axis, y: y, height: liveHeight)
        func plot(_ series: Series, _ name: String) {
            canvas.plot(series, on: axis, live.scale, height: liveHeight, name, grain: Self.aheadGrain)
        }
        if live.isWindowShown { plot(live.window, "window") }
        plot(live.edge, "edge")
        plot(live.behind, "behind")
        canvas.endPlot()
    }

    private func drawLiveWords(y: Int64, _ canvas: inout Canvas) {
        guard let live = lanes.live else { return }
        func caption(_ title: String, _ offScale: String) -> Caption {
            let window = live.isWindowShown ? "╌ window" : "↑ window" + offScale
            return Caption(
                title: title,
                keys: [
                    .init(words: "━ playhead", name: "behind"), .init(words: "— edge", name: "edge"),
                    .init(words: window, name: "window"),
                ])
        }
        // An arrow says it where there is no room for words.
        let choices = [
            caption("Behind what the camera sees", ", off the scale"), caption("Behind what the camera sees", ""),
            caption("Behind the camera", ""), caption("Behind", ""),
        ]
        Caption.draw(choices, beside: QuantityText.value(live.scale.top, .seconds), y: y - 7, on: &canvas)
        drawTicks(live.scale, y: y, height: liveHeight, &canvas) { QuantityText.value($0, .seconds) }
    }

    // MARK: Bit rates

    /// A scale for the bit rates. Those of the media and the measured one are always shown, however low; a network
    /// that can carry a thousand times as much is off the scale.
    var ratesScale: Scale {
        let (media, measured, offered) = (lanes.rates.bitRate, lanes.rates.measured, lanes.rates.capacity)
        let needed = max(media.most ?? 0, measured.most ?? 0, 1000)
        let carried = offered.most ?? 0
        let most = carried / 1000 <= needed ? max(needed, carried) : needed
        let shown = [media, measured].compactMap { $0.leastPositive }.min() ?? most
        let least = min(shown, offered.leastPositive ?? most, most)
        // A line at the very top would hardly be seen.
        return Scale(from: least, to: most / 8 * 9, holding: shown)
    }

    private func drawRates(y: Int64, _ canvas: inout Canvas) {
        let (scale, height) = (ratesScale, ratesHeight)
        canvas.beginPlot(axis, y: y, height: height)
        canvas.plot(lanes.rates.measured, on: axis, scale, height: height, "measured")
        canvas.plot(lanes.rates.capacity, on: axis, scale, height: height, "capacity")
        canvas.plot(lanes.rates.bitRate, on: axis, scale, height: height, "bit-rate")
        canvas.endPlot()
    }

    private func drawRatesWords(y: Int64, _ canvas: inout Canvas) {
        let scale = ratesScale
        let isLogarithmic = scale.bottom > 0
        func caption(_ title: String, isShort: Bool) -> Caption {
            Caption(title: title, keys: rateKeys(scale, isShort: isShort))
        }
        let whole = isLogarithmic ? "Bit rates, logarithmic" : "Bit rates"
        let choices = [
            caption(whole, isShort: false), caption(whole, isShort: true),
            caption(isLogarithmic ? "Bit rates, log." : whole, isShort: true), caption("Bit rates", isShort: true),
            caption("Rates", isShort: true),
        ]
        Caption.draw(choices, beside: BitRateWords.value(scale.top), y: y - changes - 7, on: &canvas)
        drawTicks(scale, y: y, height: ratesHeight, above: changes, &canvas) { BitRateWords.value($0) }
    }

    /// The keys of the lines, with the values of those that never change where there is room.
    private func rateKeys(_ scale: Scale, isShort: Bool) -> [Caption.Key] {
        func key(_ words: String, _ series: Series, _ name: String) -> Caption.Key {
            let value = isShort ? nil : series.constant.map { BitRateWords.capacity($0) }
            return Caption.Key(words: words, name: name, value: value ?? "")
        }
        var keys: [Caption.Key] = []
        if let offered = lanes.rates.capacity.most {
            let isBeyond = offered > scale.top
            let words = isBeyond ? "↑ capacity" + (isShort ? "" : ", off the scale") : "— capacity"
            keys.append(key(words, lanes.rates.capacity, "capacity"))
        }
        keys.append(key("╌ media", lanes.rates.bitRate, "bit-rate"))
        if lanes.rates.measured.most != nil { keys.append(.init(words: "━ measured", name: "measured")) }
        return keys
    }
}
