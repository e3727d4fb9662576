import PlayerModel

/// The capacity that a log tells, over time: a band that holds it in nine of ten draws, the median, and the bytes over
/// time of each download, which lie below it where downloads are small.
package enum InferDrawing {
    private static let height: Int64 = 260
    private static let rowHeight: Int64 = 4

    /// A file of its own, ending in a line break; `style` is CSS.
    package static func file(_ inference: Inference, name: String, style: String) -> String {
        let shares = inference.shares
        let about =
            "The band holds the capacity in nine of ten draws, the line in it is the median. Green: bytes over time of "
            + "downloads. Below: when bytes were under way. Told within a factor of two for "
            + "\(InferText.percent(shares.told)) of the time."
        let axis = Axis(from: .zero, to: Instant(nanoseconds: inference.log.length))
        return Canvas.file(named: name, about: about, style: style) { y, canvas in
            let scale = scale(inference)
            canvas.text(scale.bottom > 0 ? "capacity, logarithmic" : "capacity", at: 0, y: y, "caption")
            canvas.text(rate(scale.top), at: Axis.width, y: y + 4, "tick", .end)
            y += 8
            for tick in scale.ticks {
                let row = y + scale.depth(tick, height: height) / 10
                canvas.horizontal(from: 0, to: Axis.width, y: row, "grid")
                canvas.text(rate(tick), at: Axis.width, y: row - 3, "tick", .end)
            }
            canvas.grid(axis, from: y, to: y + height)
            canvas.beginPlot(axis, y: y, height: height)
            draw(inference, axis, scale, &canvas)
            canvas.endPlot()
            y += height
            for transfer in inference.log.transfers {
                canvas.rectangle(
                    from: axis.place(Instant(nanoseconds: transfer.begin)),
                    to: axis.place(Instant(nanoseconds: transfer.end)), y: y + 3, height: rowHeight, "bar",
                    title: "\(transfer.bytes) bytes")
            }
            y += rowHeight + 8
            canvas.timeline(axis, y: y)
            y += 36
            for line in InferText.judgement(inference) {
                canvas.text(line, at: 0, y: y, "tick")
                y += 15
            }
        }
    }

    private static func rate(_ value: Int64) -> String { "\(NumberText.exact(value, places: 3)) kbit/s" }

    private static func scale(_ inference: Inference) -> Scale {
        let all = inference.bands.flatMap { [$0.low, $0.high] } + inference.log.transfers.map { $0.rate }
        return Scale(from: all.filter { $0 > 0 }.min() ?? 1, to: all.max() ?? 1)
    }

    private static func draw(_ inference: Inference, _ axis: Axis, _ scale: Scale, _ canvas: inout Canvas) {
        func x(_ slot: Int) -> Int64 { axis.column(Instant(nanoseconds: Int64(slot) * inference.slot)) }
        func y(_ value: Int64) -> String { NumberText.exact(scale.depth(value, height: height), places: 1) }
        let bands = inference.bands
        guard let first = bands.first else { return }
        var area = "M\(x(0)) \(y(first.high))"
        var median = "M\(x(0)) \(y(first.median))"
        for (slot, band) in bands.enumerated() {
            area += "V\(y(band.high))H\(x(slot + 1))"
            median += "V\(y(band.median))H\(x(slot + 1))"
        }
        for (slot, band) in bands.enumerated().reversed() { area += "V\(y(band.low))H\(x(slot))" }
        canvas.writer.empty("path", ("d", area + "Z"), ("class", "ahead area"))
        canvas.writer.empty("path", ("d", median), ("class", "ahead line"))
        var measured = ""
        for transfer in inference.log.transfers where transfer.bytes >= InferenceLog.leastBytes {
            let ends = (
                axis.column(Instant(nanoseconds: transfer.begin)), axis.column(Instant(nanoseconds: transfer.end))
            )
            measured += "M\(ends.0) \(y(transfer.rate))H\(ends.1)"
        }
        canvas.writer.empty("path", ("d", measured), ("class", "measured line"))
    }
}
