/// Lengths of segments in AVMetrics, held against their `mediaTime`.
enum MetricsUnits {
    private static let least = 3

    /// Says it where lengths of segments are likely milliseconds. Time linear in the events.
    static func check(_ events: [JSONNode], _ findings: inout RepeatedFindings) {
        var (count, sum) = (0, Int64(0))
        var first: JSONNode?
        var times: ClosedRange<Int64>?
        for event in events {
            guard let node = event.member("segmentDuration"),
                let length = FieldValues.quantity(node, places: 9), length > 0
            else { continue }
            guard length >= FieldValues.mostOfSegment else { return }
            (count, sum, first) = (count + 1, sum.addingClamped(length), first ?? node)
            if let time = FieldValues.quantity(event.member("mediaTime"), places: 9) {
                times = min(time, times?.lowerBound ?? time)...max(time, times?.upperBound ?? time)
            }
        }
        guard let first, count >= least else { return }
        let passed = times.map { $0.upperBound.subtractingClamped($0.lowerBound) }
        if let passed, passed > sum / 100 { return }
        let media = passed.map { ", and 'mediaTime' goes on by \(QuantityText.flooredSeconds($0)) in all" } ?? ""
        findings.note(
            "segmentDuration",
            "'segmentDuration' is \(JSONText.line(first)) s, and ten minutes or more in all events\(media): likely it "
                + "is in milliseconds, where AVFoundation has seconds", first)
    }
}
