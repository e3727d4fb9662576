/// A date with its time of day as text, and as nanoseconds since 1970.
enum CalendarTime {
    /// Whether a field begins like a date, and not like a number: a year, a sign, two digits and the sign again.
    static func isMeant(_ field: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(field.prefix(8))
        guard bytes.count == 8, bytes[..<4].allSatisfy({ $0.isDigit }), bytes[5].isDigit, bytes[6].isDigit else {
            return false
        }
        return !bytes[4].isDigit && bytes[4] == bytes[7]
    }

    static func nanoseconds(_ text: String) -> Int64? { nanoseconds(Array(text.utf8)[...]) }

    /// Reads a date of ISO 8601 as RFC 3339 profiles it: `2026-01-31T23:59:59.123Z`, or with an offset such as `+01:00`
    /// in the place of `Z`. Other signs may stand between the numbers, as in `2019.11.28_07.23.12`, and a blank before
    /// the offset, as Swift prints a `Date`; seconds may be missing, and the minutes of the offset. Without an offset
    /// it is taken as UTC. Days are those of the Gregorian calendar. Nil where it is none, or lies beyond the
    /// years of which nanoseconds in 64 bits hold all (1678 to 2261).
    static func nanoseconds(_ field: ArraySlice<UInt8>) -> Int64? { clamped(field).flatMap { isHeld($0) ? $0 : nil } }

    /// The same of all years of RFC 3339, 0000 to 9999: before 1678 a date is the least number there is, and from 2262
    /// on the greatest.
    static func clamped(_ field: ArraySlice<UInt8>) -> Int64? {
        var rest = field
        guard let year = number(&rest, 4), sign(&rest) != nil, let month = number(&rest, 2), sign(&rest) != nil,
            let day = number(&rest, 2), isDay(year, month, day), sign(&rest) != nil,
            let time = timeOfDay(&rest), let offset = offset(&rest), rest.isEmpty
        else { return nil }
        if year < 1678 { return .min }
        return year > 2261 ? .max : days(year, month, day) * 86_400_000_000_000 + time - offset
    }

    /// The fault of a date that lies beyond the years 1678 to 2261, in words; nil of any other text.
    static func faultOfYear(_ text: String) -> String? {
        guard let date = clamped(Array(text.utf8)[...]), !isHeld(date) else { return nil }
        return "lies beyond the years 1678 to 2261, of which dates are read here (the limit is ours)"
    }

    private static func isHeld(_ date: Int64) -> Bool { date > .min && date < .max }

    // MARK: Parts

    private static func number(_ rest: inout ArraySlice<UInt8>, _ digits: Int) -> Int64? {
        guard rest.count >= digits else { return nil }
        var value: Int64 = 0
        for byte in rest.prefix(digits) {
            guard byte.isDigit else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        rest.removeFirst(digits)
        return value
    }

    /// The sign between two numbers.
    private static func sign(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        guard let byte = rest.first, ".-/_: Tt".utf8.contains(byte) else { return nil }
        rest.removeFirst()
        return byte
    }

    /// Nanoseconds since midnight. The same sign stands before the minutes and the seconds: another begins an offset.
    /// The end of a day may be 24:00:00 (ISO 8601:2004, 4.2.3).
    private static func timeOfDay(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let hour = number(&rest, 2), let sign = sign(&rest), let minute = number(&rest, 2), minute < 60 else {
            return nil
        }
        var time = (hour * 60 + minute) * 60_000_000_000
        if rest.first == sign {
            rest.removeFirst()
            guard let second = number(&rest, 2), second <= 60, let fraction = fraction(&rest) else { return nil }
            time += second * 1_000_000_000 + fraction
        }
        return hour < 24 || time == 24 * 3_600_000_000_000 ? time : nil
    }

    /// Nanoseconds behind the whole second; digits beyond them are cut off.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let point = rest.first, point == UInt8(ascii: ".") || point == UInt8(ascii: ",") else { return 0 }
        rest.removeFirst()
        var (value, unit): (Int64, Int64) = (0, 1_000_000_000)
        guard let first = rest.first, first.isDigit else { return nil }
        while let byte = rest.first, byte.isDigit {
            unit /= 10
            value += Int64(byte - 48) * unit
            rest.removeFirst()
        }
        return value
    }

    /// Nanoseconds ahead of universal time.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        if rest.first == .space, let next = rest.dropFirst().first, "+-".utf8.contains(next) { rest.removeFirst() }
        guard let sign = rest.popFirst() else { return 0 }
        if sign | 0x20 == UInt8(ascii: "z") { return 0 }
        guard "+-".utf8.contains(sign), let hours = number(&rest, 2), hours < 24 else { return nil }
        let hasColon = rest.first == UInt8(ascii: ":")
        if hasColon { rest.removeFirst() }
        guard let minutes = rest.isEmpty && !hasColon ? 0 : number(&rest, 2), minutes < 60 else { return nil }
        return (sign == UInt8(ascii: "+") ? 1 : -1) * (hours * 60 + minutes) * 60_000_000_000
    }

    // MARK: Days

    private static func isDay(_ year: Int64, _ month: Int64, _ day: Int64) -> Bool {
        guard 1...12 ~= month, day > 0 else { return false }
        let next = month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)
        return days(year, month, day) < next
    }

    /// The days since 1 January 1970, from the year 0 on: counted from the March 400 years before that, so that a leap
    /// day is the last of its year.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let years = 400 + (month > 2 ? year : year - 1)
        let months = (month + 9) % 12
        let leapDays = years / 4 - years / 100 + years / 400
        return years * 365 + leapDays + (months * 153 + 2) / 5 + day - 1 - 865_565
    }

    /// The date so many days after 1 January 1970, or before it where they are negative, from the year 1 on.
    static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // 400 years have 146,097 days; the first of them here begins with the March of the year 0.
        let (eras, day) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (year * 365 + year / 4 - year / 100)
        let months = (dayOfYear * 5 + 2) / 153
        let month = months < 10 ? months + 3 : months - 9
        return (eras * 400 + year + (month > 2 ? 0 : 1), month, dayOfYear - (months * 153 + 2) / 5 + 1)
    }
}
