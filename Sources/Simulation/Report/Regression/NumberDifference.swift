import PlayerModel

/// The difference between the numbers of two lines with the same words.
enum NumberDifference {
    /// The part of a number below which a difference is spelled out; a greater one is seen at once.
    private static let hardToSee: Int64 = 1000

    /// `8.05454546 → 8.054545461: +0.000000001`, for each number that is hard to tell from the other; nil where there
    /// is none, or where the words differ.
    static func words(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) -> String? {
        let (before, after) = (pieces(old), pieces(new))
        guard before.count == after.count else { return nil }
        var found: [String] = []
        for index in before.indices where before[index] != after[index] {
            guard let from = number(before[index]), let to = number(after[index]) else { return nil }
            // The decimal places that both have, up to those of a nanosecond in seconds.
            let places = max(0, -from.exponent, -to.exponent)
            guard places <= 9, case .exact(let was) = from.scaled(by: places),
                case .exact(let now) = to.scaled(by: places)
            else { return nil }
            let (by, isTooLarge) = now.subtractingReportingOverflow(was)
            guard !isTooLarge, by.magnitude <= was.magnitude / UInt64(hardToSee) else { continue }
            let amount = NumberText.exact(Int64(clamping: by.magnitude), places: places)
            let isNegative = index > 0 && isSign(before[index - 1], isFirst: index == 1)
            let sign = isNegative ? "-" : ""
            let words = "\(sign)\(from.text) → \(sign)\(to.text): \((by < 0) != isNegative ? "−" : "+")\(amount)"
            if !found.contains(words) { found.append(words) }
        }
        return found.isEmpty ? nil : found.joined(separator: "; ")
    }

    /// The value of a report's text, in base units; nil where it has none.
    static func value(_ text: String, _ unit: Unit) -> Int64? {
        let word = text.split(separator: " ").first.map { String($0) } ?? text
        if unit == .flag { return word == "yes" ? 1 : word == "no" ? 0 : nil }
        let isNegative = word.utf8.first == UInt8(ascii: "-")
        let digits = Array(word.utf8.dropFirst(isNegative ? 1 : 0))
        let ending = digits.last == UInt8(ascii: ",") ? digits.dropLast() : digits[...]
        guard let number = number(Array(ending)), case .exact(let value) = number.scaled(by: unit.decimalPlaces)
        else {
            return nil
        }
        return isNegative ? -value : value
    }

    /// A line split into numbers and the text between them. A run of spaces, which pads columns, counts as one, and
    /// as none at the beginning.
    private static func pieces(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var wasNumber = false
        var last: UInt8 = 0
        for byte in line {
            // A digest has digits too: a number begins where no letter stands before it.
            let isDigit = byte.isDigit || (byte == .point && wasNumber)
            let isNumber = isDigit && (wasNumber || !isLetter(last))
            defer { (wasNumber, last) = (isNumber, byte) }
            if byte == .space, last == byte || pieces.isEmpty { continue }
            if pieces.isEmpty || isNumber != wasNumber { pieces.append([]) }
            pieces[pieces.count - 1].append(byte)
        }
        return pieces
    }

    /// Whether the text before a number ends in the sign of one below 0, and not in a hyphen.
    private static func isSign(_ piece: [UInt8], isFirst: Bool) -> Bool {
        guard piece.last == UInt8(ascii: "-") else { return false }
        return piece.count > 1 ? piece[piece.count - 2] == .space : isFirst
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte.isLetter || byte == UInt8(ascii: "_") }

    private static func number(_ piece: [UInt8]) -> Decimal? {
        let parts = piece.split(separator: .point, maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, parts.allSatisfy({ $0.allSatisfy { $0.isDigit } })
        else { return nil }
        return Decimal(isNegative: false, whole: whole, fraction: parts.count > 1 ? parts[1] : [], exponent: 0)
    }
}
