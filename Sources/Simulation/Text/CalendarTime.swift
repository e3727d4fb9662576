/// A date with its time of day as text, and as nanoseconds since 1970.
enum CalendarTime {
    /// Reads a date of ISO 8601 as RFC 3339 profiles it: `2026-01-31T23:59:59.123Z`, or with an offset such as `+01:00`
    /// in the place of `Z`. A blank may stand for the `T`, and before the offset, as Swift prints a `Date`. Without an
    /// offset it is taken as UTC. Days are those of the Gregorian calendar. Nil where it is none, or lies beyond what
    /// nanoseconds in 64 bits hold (1678 to 2262).
    static func nanoseconds(_ text: String) -> Int64? {
        var rest = Array(text.utf8.prefix(64))[...]
        func number(_ digits: Int) -> Int64? {
            guard rest.count >= digits else { return nil }
            var value: Int64 = 0
            for byte in rest.prefix(digits) {
                guard 48...57 ~= byte else { return nil }
                value = value * 10 + Int64(byte - 48)
            }
            rest = rest.dropFirst(digits)
            return value
        }
        func sign(_ signs: String) -> UInt8? {
            guard let byte = rest.first, signs.utf8.contains(byte) else { return nil }
            rest = rest.dropFirst()
            return byte
        }
        guard let year = number(4), sign("-") != nil, let month = number(2), sign("-") != nil, let day = number(2),
            (1...12).contains(month), (1...31).contains(day), (1678...2261).contains(year),
            sign("Tt ") != nil, let hour = number(2), sign(":") != nil, let minute = number(2),
            hour < 24, minute < 60
        else { return nil }
        var (seconds, fraction): (Int64, Int64) = (0, 0)
        if sign(":") != nil {
            guard let value = number(2), value <= 60 else { return nil }
            seconds = value
            if sign(".,") != nil {
                var unit: Int64 = 100_000_000
                while let byte = rest.first, 48...57 ~= byte {
                    fraction += Int64(byte - 48) * unit
                    unit /= 10
                    rest = rest.dropFirst()
                }
            }
        }
        var offset: Int64 = 0
        if rest.first == 32, let next = rest.dropFirst().first, "+-".utf8.contains(next) { rest = rest.dropFirst() }
        if sign("Zz") == nil, let direction = sign("+-") {
            guard let hours = number(2) else { return nil }
            _ = sign(":")
            offset = (hours * 60 + (number(2) ?? 0)) * (direction == UInt8(ascii: "-") ? -60 : 60)
        }
        guard rest.isEmpty else { return nil }
        let wall = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + seconds
        return (wall - offset) * 1_000_000_000 + fraction
    }

    /// The days since 1 January 1970: counted from a March, so that a leap day is the last of its year.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let years = month > 2 ? year : year - 1
        let months = (month + 9) % 12
        let leapDays = years / 4 - years / 100 + years / 400
        return years * 365 + leapDays + (months * 153 + 2) / 5 + day - 1 - 719_468
    }
}
