import PlayerModel

/// The value of a metric in two runs, and by how much the second is another.
package struct MetricMove: Sendable {
    /// The largest change in per cent, in twentieths of one: beyond a thousand per cent an amount says more.
    private static let mostTwentieths: Int64 = 20_000

    package let metric: Metric
    package let was: Int64?
    package let now: Int64?

    /// `stall_time_s 2.000 → 1.500 (−25.0 %)`
    package var text: String { "\(metric.name) \(values)" }

    /// The same without the name.
    package var values: String {
        guard let was, let now else { return "\(exact(was)) → \(exact(now))" }
        // A difference that rounding would hide is shown to the last digit.
        let isHidden = rounded(was) == rounded(now) || rounded(Self.distance(was, now)) == rounded(0)
        func words(_ value: Int64) -> String { isHidden ? exact(value) : rounded(value) }
        return "\(words(was)) → \(words(now))\(difference(was, now, in: words))"
    }

    func exact(_ value: Int64?) -> String {
        guard let value else { return "absent" }
        guard metric.unit != .flag else { return QuantityText.value(value, .flag) }
        return NumberText.exact(value, places: metric.unit.decimalPlaces)
    }

    static func distance(_ was: Int64, _ now: Int64) -> Int64 {
        now > was ? now.subtractingClamped(was) : was.subtractingClamped(now)
    }

    /// The difference in per cent where that says something, else as an amount, with the digits of both values.
    private func difference(_ was: Int64, _ now: Int64, in words: (Int64) -> String) -> String {
        guard metric.unit != .flag else { return "" }
        let distance = Self.distance(was, now)
        let sign = now > was ? "+" : "−"
        let twentieths = was == 0 ? 0 : proportion(distance, 2000, over: was, .down)
        guard 1...Self.mostTwentieths ~= twentieths else { return " (\(sign)\(words(distance)))" }
        return " (\(sign)\(NumberText.exact((twentieths + 1) / 2, places: 1, atLeast: 1)) %)"
    }

    private func rounded(_ value: Int64) -> String {
        guard metric.unit != .flag else { return exact(value) }
        return NumberText.rounded(value, places: metric.unit.decimalPlaces, decimals: 3)
    }
}
