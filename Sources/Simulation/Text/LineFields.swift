/// The fields of a line that is an array of JSON: whole numbers, words of letters, true, false and null. Who reads
/// goes from field to field and asks at the end whether all was as it must be.
struct LineFields {
    private let bytes: [UInt8]
    private var offset: Int
    private let end: Int
    /// Whether something was not as it must be; what was read since is of no use.
    private(set) var isBad = false

    /// The line that is those bytes, without its break.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The first field, a whole number behind the bracket.
    mutating func first() -> Int64 {
        skipSpace()
        if !take("[") { isBad = true }
        skipSpace()
        return digits()
    }

    /// Whether nothing follows but the bracket, and all was as it must be.
    mutating func isOver() -> Bool {
        skipSpace()
        guard take("]") else { return false }
        skipSpace()
        return !isBad && offset == end
    }

    /// The next field, a whole number that fits.
    mutating func integer<Number: FixedWidthInteger>() -> Number {
        comma()
        guard let number = Number(exactly: digits()) else { return fail(0) }
        return number
    }

    mutating func number() -> Int64 { integer() }

    mutating func flag() -> Bool {
        comma()
        if take("true") { return true }
        return take("false") ? false : fail(false)
    }

    mutating func word() -> String { String(decoding: quoted(), as: UTF8.self) }

    /// Whether the next field is null; then it is over.
    mutating func takeNull() -> Bool {
        let start = offset
        comma()
        if !isBad, take("null") { return true }
        offset = start
        return false
    }

    /// The next field, one of the values of a type, by its name.
    mutating func choice<Choice: CaseIterable>(_ name: (Choice) -> String, else other: Choice) -> Choice {
        let word = word()
        return Choice.allCases.first { name($0) == word } ?? fail(other)
    }

    /// Notes that the line is not as it must be. Returns a value to go on with.
    mutating func fail<Value>(_ value: Value) -> Value {
        isBad = true
        return value
    }

    // MARK: Bytes

    /// The bytes of the next field, a word of letters.
    mutating func quoted() -> ArraySlice<UInt8> {
        comma()
        guard take("\"") else { return fail([]) }
        let start = offset
        while offset < end, bytes[offset] != UInt8(ascii: "\"") { offset += 1 }
        let word = bytes[start..<offset]
        return take("\"") ? word : fail([])
    }

    /// Whether the next field is a number; it is not taken.
    mutating func nextIsNumber() -> Bool {
        let start = offset
        comma()
        defer { offset = start }
        return offset < end && (bytes[offset] &- UInt8(ascii: "0") < 10 || bytes[offset] == UInt8(ascii: "-"))
    }

    private mutating func digits() -> Int64 {
        let isNegative = take("-")
        let start = offset
        var value: Int64 = 0
        while offset < end, bytes[offset] &- UInt8(ascii: "0") < 10 {
            let digit = Int64(bytes[offset] - UInt8(ascii: "0"))
            let (tens, isTooLong) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLarge) =
                isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
            if isTooLong || isTooLarge { return fail(0) }
            value = sum
            offset += 1
        }
        // As JSON has it: a digit at least, none that is needless, and no minus before nothing.
        let isNeedless = offset - start > 1 && bytes[start] == UInt8(ascii: "0")
        if offset == start || isNeedless || (isNegative && value == 0) { return fail(0) }
        return value
    }

    private mutating func comma() {
        skipSpace()
        if !take(",") { isBad = true }
        skipSpace()
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard end - offset >= count else { return false }
        let start = offset
        return text.withUTF8Buffer { wanted in
            var place = 0
            while place < count {
                if wanted[place] != bytes[start + place] { return false }
                place += 1
            }
            offset = start + count
            return true
        }
    }

    private mutating func skipSpace() {
        while offset < end {
            switch bytes[offset] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): offset += 1
            default: return
            }
        }
    }
}
