/// A date with a time of day as logs have it: year, month, day, hour, minute and second in digits, with a sign between
/// each two, as in 2019.11.28_07.23.12 or 2019-11-28T07:23:12.5Z.
enum TraceDate {
    /// Whether a field begins like a date, and not like a number: a year, a sign, two digits and the sign again.
    static func isMeant(_ field: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(field.prefix(8))
        guard bytes.count == 8, bytes[..<4].allSatisfy({ $0.isDigit }), bytes[5].isDigit, bytes[6].isDigit else {
            return false
        }
        return !bytes[4].isDigit && bytes[4] == bytes[7]
    }

    /// Nanoseconds since 1970, in universal time where the field says how far it is from that; nil where it is no date.
    static func nanoseconds(_ field: ArraySlice<UInt8>) -> Int64? {
        var rest = field
        var parts: [Int64] = []
        for (index, digits) in [4, 2, 2, 2, 2, 2].enumerated() {
            if index > 0 {
                guard let sign = rest.popFirst(), ".-/_: T".utf8.contains(sign) else { return nil }
            }
            guard let part = number(&rest, digits) else { return nil }
            parts.append(part)
        }
        let (month, day) = (parts[1], parts[2])
        guard 1...12 ~= month, parts[3] < 24, parts[4] < 60, parts[5] <= 60 else { return nil }
        let next = month == 12 ? days(parts[0] + 1, 1, 1) : days(parts[0], month + 1, 1)
        guard day > 0, days(parts[0], month, day) < next else { return nil }
        guard let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty else { return nil }
        let seconds = ((days(parts[0], month, day) * 24 + parts[3]) * 60 + parts[4] - offset) * 60 + parts[5]
        // Years beyond what nanoseconds count are no dates of a measurement.
        let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isSumTooLarge) = whole.addingReportingOverflow(fraction)
        return isTooLarge || isSumTooLarge ? nil : sum
    }

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

    /// Minutes ahead of universal time.
    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let sign = rest.first else { return 0 }
        if sign == UInt8(ascii: "Z") {
            rest.removeFirst()
            return 0
        }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        rest.removeFirst()
        guard let hours = number(&rest, 2) else { return nil }
        if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
        guard let minutes = number(&rest, 2), hours < 24, minutes < 60 else { return nil }
        return (sign == UInt8(ascii: "+") ? 1 : -1) * (hours * 60 + minutes)
    }

    /// Days since 1970-01-01 in the Gregorian calendar, by years that begin in March.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
