/// Numbers as RFC 8216, section 4.2 has them, read exactly from bytes.
package enum PlaylistNumber {
    package enum Fault: Error, Equatable, Sendable {
        case notWhole
        case notDecimal
        case negative
        /// Too large to be read here.
        case tooLarge
        /// Larger than 2^64 - 1, which no whole number of a playlist may be.
        case beyondAny
    }

    /// A decimal integer. The RFC lets it go to 2^64 - 1; here it ends at 2^63 - 1.
    static func integer(_ text: Range<Int>, in bytes: [UInt8]) throws(Fault) -> Int64 {
        guard !text.isEmpty else { throw .notWhole }
        if isNegative(text, in: bytes) {
            _ = try integer(text.lowerBound + 1..<text.upperBound, in: bytes)
            throw .negative
        }
        var value: UInt64 = 0
        var isBeyondAny = false
        for offset in text {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { throw .notWhole }
            let (product, isProductBeyond) = value.multipliedReportingOverflow(by: 10)
            let (sum, isSumBeyond) = product.addingReportingOverflow(UInt64(digit))
            isBeyondAny = isBeyondAny || isProductBeyond || isSumBeyond
            value = sum
        }
        if isBeyondAny { throw .beyondAny }
        guard let value = Int64(exactly: value) else { throw .tooLarge }
        return value
    }

    /// A decimal number in units of 10^-9: seconds become nanoseconds. Digits beyond the ninth place round half up,
    /// which is a tolerance: packagers print more of them than they mean.
    static func billionths(_ text: Range<Int>, in bytes: [UInt8]) throws(Fault) -> Int64 {
        var offset = text.lowerBound
        if isNegative(text, in: bytes) {
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
        guard isNegative(text, in: bytes) else { return try billionths(text, in: bytes) }
        return -(try billionths(text.lowerBound + 1..<text.upperBound, in: bytes))
    }

    /// Whether a minus stands before something; behind another one it makes no number.
    private static func isNegative(_ text: Range<Int>, in bytes: [UInt8]) -> Bool {
        let (minus, first) = (UInt8(ascii: "-"), text.lowerBound)
        return text.count > 1 && bytes[first] == minus && bytes[first + 1] != minus
    }
}

/// Dates as ISO 8601 has them, and as EXT-X-PROGRAM-DATE-TIME writes them (RFC 8216, 4.3.2.6).
enum PlaylistDate {
    /// Nanoseconds since 1970-01-01T00:00:00Z of `2010-02-19T14:54:23.031+08:00`, or nil. It has these signs, and
    /// seconds; a date without a zone is read as UTC, which the RFC leaves open. The rest is as in `CalendarTime`.
    static func nanoseconds(_ text: Range<Int>, in bytes: [UInt8]) -> Int64? {
        hasForm(bytes[text]) ? CalendarTime.nanoseconds(bytes[text]) : nil
    }

    /// The same of any year, as `CalendarTime` has it.
    static func clamped(_ text: String) -> Int64? {
        let field = Array(text.utf8)[...]
        return hasForm(field) ? CalendarTime.clamped(field) : nil
    }

    /// The fault of a date of this form whose year is not read, in words; nil of any other text.
    static func faultOfYear(_ text: String) -> String? {
        clamped(text) == nil ? nil : CalendarTime.faultOfYear(text)
    }

    private static func hasForm(_ field: ArraySlice<UInt8>) -> Bool {
        let form = "0000-00-00T00:00:00".utf8
        return field.count >= form.count && !field.contains { $0 == .space || $0 == UInt8(ascii: "z") }
            && zip(field, form).allSatisfy { byte, sign in sign == UInt8(ascii: "0") || byte == sign }
    }

    /// A date in UTC, with as many digits of a second as it has, and three at least.
    static func text(_ nanoseconds: Int64) -> String {
        let length: Int64 = 86_400_000_000_000
        var (days, rest) = nanoseconds.quotientAndRemainder(dividingBy: length)
        // Down, whatever the sign.
        if rest < 0 { (days, rest) = (days - 1, rest + length) }
        let date = CalendarTime.date(ofDay: days)
        func two(_ value: Int64) -> String { (value < 10 ? "0" : "") + String(value) }
        let seconds = rest / 1_000_000_000
        let clock = "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):"
        let last = NumberText.exact(rest % 60_000_000_000, places: 9, atLeast: 3)
        let zero = seconds % 60 < 10 ? "0" : ""
        return "\(date.year)-\(two(date.month))-\(two(date.day))T\(clock)\(zero)\(last)Z"
    }
}
