import PlayerModel

/// An instant as a person types it, wherever the command line takes one.
package enum InstantText {
    /// An example of each form.
    package static let examples = "90, 12.5s, 300ms, 1:30 or 0:01:30"

    /// The instant of `90` or `12.5s`, which are seconds, of `300ms`, or of `1:30` and `0:01:30`, exactly.
    package static func read(_ text: String) throws(Mistake) -> Instant {
        if text.hasPrefix("-") { throw Mistake(message: "lies before the run begins; write 0 or later") }
        switch scaled(Array(text.utf8)) {
        case .exact(let nanoseconds) where nanoseconds <= TimeLimit.longest: return Instant(nanoseconds: nanoseconds)
        case .exact, .tooLarge: throw Mistake(message: "is more than a year; a run lasts a year at most")
        case .tooFine: throw Mistake(message: "has a part of a nanosecond, and time is counted in whole ones")
        case nil: throw Mistake(message: "is no instant; write one as in \(examples)")
        }
    }

    private static func scaled(_ text: [UInt8]) -> Decimal.Scaled? {
        let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
        if parts.count == 1 { return number(text) }
        let last = parts[parts.count - 1]
        guard parts.count <= 3, last.allSatisfy({ $0.isDigit || $0 == .point }), let seconds = decimal(last)
        else { return nil }
        var minutes: Int64 = 0
        for (index, part) in parts.dropLast().enumerated() {
            // An hour has 60 minutes; of the first number there may be more.
            guard part.allSatisfy({ $0.isDigit }), let whole = decimal(part),
                case .exact(let count) = whole.scaled(by: 0), index == 0 || count < 60
            else { return nil }
            guard count <= TimeLimit.longest / 60_000_000_000 else { return .tooLarge }
            minutes = minutes * 60 + count
        }
        guard case .exact(let rest) = seconds.scaled(by: 9) else { return seconds.scaled(by: 9) }
        guard rest < 60_000_000_000 else { return nil }
        guard minutes <= TimeLimit.longest / 60_000_000_000 else { return .tooLarge }
        return .exact(minutes * 60_000_000_000 + rest)
    }

    /// A number with a unit or, of seconds, without.
    private static func number(_ text: [UInt8]) -> Decimal.Scaled? {
        if text.suffix(2) == Array("ms".utf8) { return decimal(text.dropLast(2))?.scaled(by: 6) }
        return decimal(text.last == UInt8(ascii: "s") ? text.dropLast() : text[...])?.scaled(by: 9)
    }

    /// A number as JSON has it, which may begin with zeros as clocks do.
    private static func decimal(_ text: ArraySlice<UInt8>) -> Decimal? {
        guard let first = text.first, let last = text.last, first.isDigit, last.isDigit else { return nil }
        let zeros = text.dropLast().prefix { $0 == UInt8(ascii: "0") }.count
        let rest = text.dropFirst(zeros)
        return Decimal(json: rest.first?.isDigit == true ? Array(rest) : [UInt8(ascii: "0")] + rest)
    }
}
