import PlayerModel

/// A quantity as text: its number, exact, and its unit.
package enum QuantityText {
    /// `value` in base units of `unit`: `6.554545455 s`, `yes`, `1716 kbit/s`, `12.5 %`.
    package static func value(_ value: Int64, _ unit: Unit) -> String {
        switch unit {
        case .flag: return value == 0 ? "no" : "yes"
        case .ratio: return NumberText.exact(value, places: 6)
        case .seconds, .milliseconds, .kilobitsPerSecond, .bitsPerSecond, .bytes, .percent, .rate, .score,
            .framesPerSecond, .hertz, .count:
            let number = NumberText.exact(value, places: unit.decimalPlaces)
            return unit.symbol.isEmpty ? number : number + " " + unit.symbol
        }
    }

    /// The same of a setting: what is so or not is as a scenario has it, `true` or `false`.
    package static func setting(_ value: Int64, _ unit: Unit) -> String {
        unit == .flag ? flag(value) : self.value(value, unit)
    }

    /// The number of a setting as a scenario has it, without its unit; `true` or `false` of what is so or not.
    package static func number(_ value: Int64, _ unit: Unit) -> String {
        unit == .flag ? flag(value) : NumberText.exact(value, places: unit.decimalPlaces)
    }

    private static func flag(_ value: Int64) -> String { value == 0 ? "false" : "true" }

    /// A metric's value, which may be absent.
    package static func value(_ value: Int64?, _ unit: Unit) -> String { value.map { self.value($0, unit) } ?? "-" }

    /// A time in nanoseconds, rounded to the millisecond, with three decimals: `6.555 s`, `6.000 s`.
    package static func roundedSeconds(_ nanoseconds: Int64) -> String {
        NumberText.rounded(nanoseconds, places: 9, decimals: 3) + " s"
    }

    /// Likewise, and no longer than it needs to be: `6.555 s`, `6 s`.
    package static func shortSeconds(_ nanoseconds: Int64) -> String {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let up: Int64 = remainder.magnitude >= 500_000 ? (remainder < 0 ? -1 : 1) : 0
        return NumberText.exact(quotient + up, places: 3) + " s"
    }

    /// Likewise, to the millisecond below.
    static func flooredSeconds(_ nanoseconds: Int64) -> String {
        NumberText.exact(nanoseconds / 1_000_000, places: 3) + " s"
    }

    /// Bits per second, or that there is no limit.
    package static func capacity(_ bitsPerSecond: Int64?) -> String {
        bitsPerSecond.map { value($0, .kilobitsPerSecond) } ?? "unlimited"
    }
}

/// A time or a place whose quantity can be said in words.
package protocol SpokenTime { var nanoseconds: Int64 { get } }

extension SpokenTime {
    /// In seconds, to the nanosecond: `6.554545455 s`.
    package var inSeconds: String { QuantityText.value(nanoseconds, .seconds) }
    /// Rounded to the millisecond, with three decimals: `6.555 s`, `6.000 s`.
    package var inRoundedSeconds: String { QuantityText.roundedSeconds(nanoseconds) }
    /// Rounded to the millisecond, and no longer than it needs to be: `6.555 s`, `6 s`.
    package var inShortSeconds: String { QuantityText.shortSeconds(nanoseconds) }
}

extension TimeAmount: SpokenTime {}
extension MediaTime: SpokenTime {}
/// The time since the run began.
extension Instant: SpokenTime {}
