/// Numbers as RFC 8216, section 4.2 has them, read exactly from bytes.
package enum PlaylistNumber {
    package enum Fault: Error, Equatable, Sendable {
        case notWhole
        case notDecimal
        case negative
        case tooLarge
    }

    /// A decimal integer. The RFC lets it go to 2^64 - 1; here it ends at 2^63 - 1.
    static func integer(_ text: Range<Int>, in bytes: [UInt8]) throws(Fault) -> Int64 {
        guard !text.isEmpty else { throw .notWhole }
        if bytes[text.lowerBound] == UInt8(ascii: "-"), text.count > 1 {
            _ = try integer(text.lowerBound + 1..<text.upperBound, in: bytes)
            throw .negative
        }
        var value: Int64 = 0
        var isTooLarge = false
        for offset in text {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { throw .notWhole }
            let (product, isProductTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isSumTooLarge) = product.addingReportingOverflow(Int64(digit))
            isTooLarge = isTooLarge || isProductTooLarge || isSumTooLarge
            value = sum
        }
        if isTooLarge { throw .tooLarge }
        return value
    }

    /// A decimal number in units of 10^-9: seconds become nanoseconds. Digits beyond the ninth place round half up,
    /// which is a tolerance: packagers print more of them than they mean.
    static func billionths(_ text: Range<Int>, in bytes: [UInt8]) throws(Fault) -> Int64 {
        var offset = text.lowerBound
        if offset < text.upperBound, bytes[offset] == UInt8(ascii: "-") {
            if try billionths(offset + 1..<text.upperBound, in: bytes) > 0 { throw .negative }
            return 0
        }
        var whole: Int64 = 0
        var digits = 0
        while offset < text.upperBound {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            // Clamped far above what any quantity may be.
            whole = min(whole * 10 + Int64(digit), 1 << 40)
            digits += 1
            offset += 1
        }
        var fraction: Int64 = 0
        var unit: Int64 = 1_000_000_000
        if offset < text.upperBound, bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            while offset < text.upperBound {
                let digit = bytes[offset] &- UInt8(ascii: "0")
                guard digit < 10 else { throw .notDecimal }
                if unit > 1 {
                    unit /= 10
                    fraction += Int64(digit) * unit
                } else if unit == 1 {
                    fraction += digit >= 5 ? 1 : 0
                    unit = 0
                }
                digits += 1
                offset += 1
            }
        }
        guard offset == text.upperBound, digits > 0 else { throw .notDecimal }
        guard whole < 9_000_000_000 else { throw .tooLarge }
        return whole * 1_000_000_000 + fraction
    }

    /// A decimal number that may be negative, in units of 10^-9.
    static func signedBillionths(_ text: Range<Int>, in bytes: [UInt8]) throws(Fault) -> Int64 {
        guard let first = text.first, bytes[first] == UInt8(ascii: "-") else {
            return try billionths(text, in: bytes)
        }
        guard text.count < 2 || bytes[first + 1] != UInt8(ascii: "-") else { throw .notDecimal }
        return -(try billionths(first + 1..<text.upperBound, in: bytes))
    }
}

/// Dates as ISO 8601 has them, and as EXT-X-PROGRAM-DATE-TIME writes them.
enum PlaylistDate {
    /// Nanoseconds since 1970-01-01T00:00:00Z of `2010-02-19T14:54:23.031+08:00`, or nil. A date without a zone is
    /// read as UTC, which the RFC leaves open. A leap second is the second after it.
    static func nanoseconds(_ text: Range<Int>, in bytes: [UInt8]) -> Int64? {
        var cursor = Cursor(bytes: bytes, offset: text.lowerBound, end: text.upperBound)
        guard let year = cursor.digits(4), cursor.skip("-"), let month = cursor.digits(2), cursor.skip("-"),
            let day = cursor.digits(2), cursor.skip("T"), let hour = cursor.digits(2), cursor.skip(":"),
            let minute = cursor.digits(2), cursor.skip(":"), let second = cursor.digits(2)
        else { return nil }
        // Beyond these years, nanoseconds do not fit.
        guard 1700...2200 ~= year, 1...12 ~= month, 1...days(in: month, of: year) ~= day, hour < 24, minute < 60,
            second <= 60
        else { return nil }
        guard let fraction = cursor.fraction(), let zone = cursor.zone(), cursor.isAtEnd else { return nil }
        let seconds = ((days(to: year, month, day) * 24 + hour) * 60 + minute - zone) * 60 + second
        return seconds * 1_000_000_000 + fraction
    }

    /// A date in UTC, with as many digits of a second as it has, and three at least.
    static func text(_ nanoseconds: Int64) -> String {
        let day: Int64 = 86_400_000_000_000
        // Down, whatever the sign.
        let rest = (nanoseconds % day + day) % day
        var (days, year) = ((nanoseconds - rest) / day, Int64(1970))
        // From the year before or the year itself, whichever it is: years last 365.2425 days.
        year += days * 400 / 146_097 - 1
        while self.days(to: year + 1, 1, 1) <= days { year += 1 }
        days -= self.days(to: year, 1, 1)
        var month: Int64 = 1
        while days >= self.days(in: month, of: year) {
            days -= self.days(in: month, of: year)
            month += 1
        }
        func two(_ value: Int64) -> String { (value < 10 ? "0" : "") + String(value) }
        let seconds = rest / 1_000_000_000
        let clock = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):"
        let last = NumberText.exact(rest % 60_000_000_000, places: 9, atLeast: 3)
        return "\(year)-\(two(month))-\(two(days + 1))T\(clock)\(seconds % 60 < 10 ? "0" : "")\(last)Z"
    }

    private struct Cursor {
        let bytes: [UInt8]
        var offset: Int
        let end: Int

        var isAtEnd: Bool { offset == end }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard offset < end, bytes[offset] == UInt8(ascii: character) else { return false }
            offset += 1
            return true
        }

        mutating func digits(_ count: Int) -> Int64? {
            guard offset + count <= end else { return nil }
            guard let value = try? PlaylistNumber.integer(offset..<offset + count, in: bytes) else { return nil }
            offset += count
            return value
        }

        /// The fraction of a second in nanoseconds; 0 where there is none.
        mutating func fraction() -> Int64? {
            guard skip(".") || skip(",") else { return 0 }
            var (value, unit, count) = (Int64(0), Int64(100_000_000), 0)
            while let digit = digits(1) {
                value += digit * unit
                unit /= 10
                count += 1
            }
            return count > 0 ? value : nil
        }

        /// The time zone in minutes east of UTC.
        mutating func zone() -> Int64? {
            if isAtEnd || skip("Z") { return 0 }
            let sign: Int64 = skip("+") ? 1 : -1
            guard sign > 0 || skip("-"), let hours = digits(2), hours < 24 else { return nil }
            _ = skip(":")
            if isAtEnd { return sign * hours * 60 }
            guard let minutes = digits(2), minutes < 60 else { return nil }
            return sign * (hours * 60 + minutes)
        }
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days since 1970-01-01.
    private static func days(to year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        var days = day - 1
        for earlier in 1..<month { days += self.days(in: earlier, of: year) }
        let last = year - 1
        return days + year * 365 + last / 4 - last / 100 + last / 400 - 719_527
    }
}
