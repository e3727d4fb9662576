/// A number as other programs write it: with more digits than are of use, in quotes, or as a word for a number that is
/// not known.
enum LooseNumber: Equatable {
    /// In units of 10^-places, rounded.
    case value(Int64)
    /// `null`, `NaN`, an infinity, or one of the words for what is not known.
    case unknown
    /// Beyond what 64 bits hold.
    case tooLarge
    /// No number at all.
    case wrong

    var value: Int64? { if case .value(let value) = self { value } else { nil } }

    /// Whether a word is one of those for numbers that are none; a minus may stand before it.
    static func isNonFinite(_ word: String) -> Bool {
        let plain = word.hasPrefix("-") || word.hasPrefix("+") ? String(word.dropFirst()) : word
        return ["NaN", "nan", "NAN", "Infinity", "infinity", "Inf", "inf", "INF"].contains { $0 == plain }
    }

    /// Reads a text that JSON would have without quotes.
    static func read(_ text: String, places: Int32) -> LooseNumber {
        if isNonFinite(text) || ["", "null", "nil", "indefinite", "unknown", "-"].contains(where: { $0 == text }) {
            return .unknown
        }
        guard text.utf8.count <= 64, let read = try? JSONReader.read(Array(text.utf8), source: 0, ofLog: true)
        else { return .wrong }
        if case .string = read.root.value { return .wrong }
        return read.root.loose(places: places)
    }

    /// A number with more digits than a `Decimal` has: those behind the eighteenth are dropped.
    fileprivate static func shortened(_ text: String, places: Int32) -> LooseNumber {
        // A text of that length was cut, and may lack its exponent.
        guard text.utf8.count < 40 else { return .tooLarge }
        var (digits, power, exponent): (Int64, Int64, Int64) = (0, 0, 0)
        var (isFraction, isExponent, isNegative, lowersExponent) = (false, false, false, false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): if isExponent { lowersExponent = true } else { isNegative = true }
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int64(byte - UInt8(ascii: "0"))
                if isExponent {
                    exponent = min(exponent * 10 + digit, 1000)
                } else if digits < 100_000_000_000_000_000 {
                    digits = digits * 10 + digit
                    power -= isFraction ? 1 : 0
                } else {
                    power += isFraction ? 0 : 1
                }
            default: break
            }
        }
        let decimal = Decimal(
            significand: isNegative ? -digits : digits,
            exponent: Int32(power + (lowersExponent ? -exponent : exponent)))
        return decimal.rounded(by: places).map { .value($0) } ?? .tooLarge
    }
}

extension JSONNode {
    /// The value as a number in units of 10^-places, however it is written.
    func loose(places: Int32) -> LooseNumber {
        switch value {
        case .null: .unknown
        case .number(let decimal): decimal.rounded(by: places).map { .value($0) } ?? .tooLarge
        case .hugeNumber(let text):
            LooseNumber.isNonFinite(text) ? .unknown : LooseNumber.shortened(text, places: places)
        case .string(let text): LooseNumber.read(text, places: places)
        case .bool, .array, .object: .wrong
        }
    }

    /// True or false, also as 1 and 0 and as a word in quotes; nil where it is neither.
    var looseFlag: Bool? {
        switch value {
        case .bool(let flag): flag
        case .string(let text): text.looseFlag
        case .number, .hugeNumber: loose(places: 9).flag
        case .null, .array, .object: nil
        }
    }
}

extension LooseNumber {
    /// Of a number of billionths: a half is neither.
    fileprivate var flag: Bool? {
        switch self {
        case .value(0): false
        case .value(1_000_000_000): true
        case .value, .unknown, .tooLarge, .wrong: nil
        }
    }
}

extension String {
    /// True or false, however programs write it: `True` as pandas, `TRUE` as spreadsheets, `t` as PostgreSQL, `?1` as
    /// HTTP (RFC 8941, section 3.3.6), `1`, and `1.0` where a column with gaps has become one of numbers; nil where it
    /// is neither.
    var looseFlag: Bool? {
        switch lowercased() {
        case "true", "t", "yes", "y", "?1": true
        case "false", "f", "no", "n", "?0": false
        default: LooseNumber.read(self, places: 9).flag
        }
    }
}
