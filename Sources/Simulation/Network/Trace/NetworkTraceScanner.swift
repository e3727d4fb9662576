import PlayerModel

/// Reads numbers and separators from the bytes of a trace, in one pass and without copying any.
///
/// It keeps no line and no column: they are counted when an error needs them, which is once.
struct NetworkTraceScanner {
    let bytes: [UInt8]
    let source: Int32
    var offset = 0

    init(_ bytes: [UInt8], source: Int32) {
        self.bytes = bytes
        self.source = source
    }

    /// The next byte; at the end 0, which no text contains, as `isAtEnd` tells.
    var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    var isAtEnd: Bool { offset >= bytes.count }

    var isAtLineEnd: Bool { isAtEnd || next == .newline || next == .carriageReturn }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte, !isAtEnd else { return false }
        offset += 1
        return true
    }

    mutating func skipBlanks() { while next == .space || next == .tab { offset += 1 } }

    mutating func skipSpace() {
        while next == .space || next == .tab || next == .newline || next == .carriageReturn { offset += 1 }
    }

    /// Moves to the next line with content, past empty ones and those that begin with #; false at the end.
    mutating func moveToContent() -> Bool {
        while true {
            skipSpace()
            guard next == .hash else { return !isAtEnd }
            while !isAtLineEnd { offset += 1 }
        }
    }

    /// A number in base units of `quantity`, not negative.
    mutating func number(_ quantity: TraceQuantity) throws(NetworkTraceError) -> Int64 {
        let start = offset
        var significand: Int64 = 0
        var power = quantity.places
        while let digit = digit {
            if significand < Self.enoughDigits {
                significand = significand * 10 + digit
            } else if power < Self.hugePower {
                power += 1
            }
            offset += 1
        }
        guard offset > start else { throw noNumber(quantity) }
        if next == .point {
            if quantity == .packetMilliseconds { throw error(.notWhole(quantity), at: start) }
            offset += 1
            let first = offset
            while let digit = digit {
                if significand < Self.enoughDigits {
                    significand = significand * 10 + digit
                    power -= 1
                }
                offset += 1
            }
            guard offset > first else { throw error(.missingDigit(after: "."), at: first) }
        }
        if next.isLetter { power += try suffix(quantity) }
        guard let value = Self.scaled(significand, power), value <= quantity.most else {
            let digits = significand.description.utf8.count + Int(power - quantity.places)
            throw error(.tooLarge(quantity, digits: digits), at: start)
        }
        return value
    }

    /// Up to there one more digit fits. Those of a clock have 19, to the nanosecond.
    private static let enoughDigits = Int64.max / 10
    /// A power of ten beyond all numbers here, small enough that many can be added up.
    private static let hugePower: Int32 = 1000

    private var digit: Int64? {
        let value = next &- UInt8(ascii: "0")
        return value < 10 ? Int64(value) : nil
    }

    /// The power of ten that a suffix stands for: an exponent, or k, M and G after bits per second.
    private mutating func suffix(_ quantity: TraceQuantity) throws(NetworkTraceError) -> Int32 {
        let start = offset
        let letter = next
        offset += 1
        var power: Int32 = 0
        switch letter {
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            if quantity == .packetMilliseconds { throw error(.notWhole(quantity), at: start) }
            let isNegative = skip(UInt8(ascii: "-"))
            if !isNegative { _ = skip(UInt8(ascii: "+")) }
            guard digit != nil else { throw error(.missingDigit(after: "e"), at: offset) }
            while let digit = digit {
                power = min(power * 10 + Int32(digit), Self.hugePower)
                offset += 1
            }
            if isNegative { power = -power }
        case UInt8(ascii: "k"), UInt8(ascii: "K"): power = 3
        case UInt8(ascii: "M"): power = 6
        case UInt8(ascii: "G"): power = 9
        default: power = -1
        }
        let isExponent = letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E")
        guard isExponent || (quantity == .bitsPerSecond && power > 0), !next.isLetter else {
            offset = start
            throw error(.suffix(quantity, word(at: start)), at: start)
        }
        return power
    }

    /// significand × 10^power, rounded half up; nil where an `Int64` cannot hold it.
    private static func scaled(_ significand: Int64, _ power: Int32) -> Int64? {
        guard significand != 0, power != 0 else { return significand }
        if power < -18 { return power == -19 && significand >= 5_000_000_000_000_000_000 ? 1 : 0 }
        var factor: Int64 = 1
        for _ in 0..<min(power.magnitude, 18) { factor *= 10 }
        if power > 0 {
            let (product, overflow) = significand.multipliedReportingOverflow(by: factor)
            return overflow || power > 18 ? nil : product
        }
        let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: factor)
        return quotient + (remainder >= factor - remainder ? 1 : 0)
    }

    private func noNumber(_ quantity: TraceQuantity) -> NetworkTraceError {
        switch next {
        case UInt8(ascii: "-") where offset + 1 < bytes.count && bytes[offset + 1] &- 48 < 10:
            error(.negative(quantity), at: offset)
        case UInt8(ascii: "+"): error(.plusSign, at: offset)
        case .point: error(.noNumber(quantity, word(at: offset)), at: offset)
        case UInt8(ascii: "\""):
            error(.noNumber(quantity, quoted), at: offset)
        default:
            word(at: offset).isEmpty
                ? missing(quantity) : error(.noNumber(quantity, word(at: offset)), at: offset)
        }
    }

    /// A word in double quotes, with them.
    private var quoted: String {
        let quote = UInt8(ascii: "\"")
        let rest = bytes[(offset + 1)...].prefix(40).prefix { $0 >= .space && $0 != quote }
        let isClosed = rest.endIndex < bytes.count && bytes[rest.endIndex] == quote
        return "\"" + String(decoding: rest, as: UTF8.self) + (isClosed ? "\"" : "")
    }

    private func missing(_ quantity: TraceQuantity) -> NetworkTraceError {
        let belongs = isAtEnd || (next >= .space && next < 0x7F) || isAtLineEnd || next == .tab
        return error(belongs ? .missingNumber(quantity) : .unexpectedByte(next), at: offset)
    }

    /// The word at an offset, cut to 40 bytes; empty where there is none.
    func word(at start: Int) -> String {
        var end = start
        while end < bytes.count, end - start < 40, bytes[end].isWordPart { end += 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// An error at an offset: LF, CR and CR LF each end a line, and columns count Unicode scalars.
    func error(_ kind: NetworkTraceError.Kind, at offset: Int) -> NetworkTraceError {
        var (line, column): (Int32, Int32) = (1, 1)
        var before: UInt8 = 0
        for index in 0..<min(offset, bytes.count) {
            let byte = bytes[index]
            if byte == .carriageReturn || (byte == .newline && before != .carriageReturn) { line += 1 }
            if byte == .carriageReturn || byte == .newline {
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            before = byte
        }
        return NetworkTraceError(kind: kind, place: Place(source: source, line: line, column: column))
    }
}
