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

    /// Bits per second, or that there is no limit.
    package static func capacity(_ bitsPerSecond: Int64?) -> String {
        bitsPerSecond.map { value($0, .kilobitsPerSecond) } ?? "unlimited"
    }
}

extension TimeAmount {
    /// The time to the nanosecond: `6.554545455 s`.
    package var inSeconds: String { QuantityText.value(nanoseconds, .seconds) }
}

extension MediaTime {
    /// The place, or the length, to the nanosecond.
    package var inSeconds: String { QuantityText.value(nanoseconds, .seconds) }
}

extension Instant {
    /// The time since the run began, to the nanosecond.
    package var inSeconds: String { QuantityText.value(nanoseconds, .seconds) }
}
