import PlayerModel

/// The value of a key where a file does not say it: for the schema as a value, and for a person in words.
package struct Usual: Sendable {
    package enum Value: Sendable {
        case number(Decimal)
        case flag(Bool)
        case word(String)
    }

    /// Nil where it depends on what else a file says.
    package let value: Value?
    private let words: String

    package static func number(_ significand: Int64, places: Int32 = 0) -> Usual {
        let number = Decimal(significand: significand, exponent: -places)
        return Usual(value: .number(number), words: number.text)
    }

    package static func flag(_ flag: Bool) -> Usual { Usual(value: .flag(flag), words: flag ? "true" : "false") }
    package static func word(_ word: String) -> Usual { Usual(value: .word(word), words: word) }
    /// A value that depends on what else there is, in words that fit before "unless said".
    package static func said(_ words: String) -> Usual { Usual(value: nil, words: words) }

    /// A number in base units; nil where it is a word, or depends on what else there is.
    func quantity(_ unit: Unit) -> Int64? {
        switch value {
        case .number(let number): if case .exact(let own) = number.scaled(by: unit.decimalPlaces) { own } else { nil }
        case .flag(let flag): unit == .flag ? (flag ? 1 : 0) : nil
        case .word, nil: nil
        }
    }

    /// A sentence about a key, with this behind it.
    func sentence(_ about: String) -> String {
        let clause = about.hasSuffix(".") ? String(about.dropLast()) : about
        return "\(clause): \(words) unless said."
    }
}
