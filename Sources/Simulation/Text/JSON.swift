/// A place in a text, for a person who has to find it.
package struct Place: Comparable, Sendable {
    /// Which text: an index into the list of sources a reader was given.
    package var source: Int32
    /// The line, from 1; LF, CR and CR LF each end one.
    package var line: Int32
    /// The column, from 1, counted in Unicode scalars.
    package var column: Int32

    package static func < (left: Place, right: Place) -> Bool {
        (left.source, left.line, left.column) < (right.source, right.line, right.column)
    }
}

extension Place {
    /// The beginning of a text.
    package init(startOf source: Int32) { self.init(source: source, line: 1, column: 1) }
}

/// A value, and where it stands in its file: what is wrong with it is said there.
package struct Placed<Value: Sendable>: Sendable {
    package let value: Value
    package let place: Place

    package init(_ value: Value, at place: Place) {
        self.value = value
        self.place = place
    }
}

/// A JSON value and where it starts.
package struct JSONNode: Sendable {
    package enum Value: Sendable {
        case null
        case bool(Bool)
        case number(Decimal)
        /// A number by the grammar that no `Decimal` holds: it has too many digits, or is far too large or too near
        /// zero. This is its text, cut to 40 characters; of a log to 39 where that costs nothing but decimals. Where
        /// the reader was told to take them, `NaN` and infinities are among these.
        case hugeNumber(String)
        case string(String)
        case array([JSONNode])
        /// The members in the order of the text, duplicates included.
        case object([JSONMember])
    }

    package var value: Value
    package var place: Place
}

/// A member of an object, and where its name starts.
package struct JSONMember: Sendable {
    package var name: String
    package var namePlace: Place
    package var value: JSONNode
}

/// A text that was read to its end.
package struct JSONDocument: Sendable {
    /// A name that its object already had, scalar for scalar (RFC 8259, section 8.3).
    package struct Duplicate: Equatable, Sendable {
        package var name: String
        package var place: Place
        package var firstPlace: Place
    }

    package var root: JSONNode
    /// Every repeated name of every object, in the order of the text.
    package var duplicates: [Duplicate]
    /// Nil where all characters are whole.
    package var halves: HalfCharacters?
}

extension JSONDocument.Duplicate {
    var message: String { "'\(name)' stands twice" }
}

/// Escapes of surrogates that are without the other one: JSON has them (RFC 8259, section 8.2), because strings of
/// JavaScript have (ECMAScript 2019, JSON.stringify), and no Unicode text has. U+FFFD stands for each.
package struct HalfCharacters: Equatable, Sendable {
    /// The first of them.
    let unit: UInt16
    package let place: Place
    private var count: Int64 = 1

    init(unit: UInt16, place: Place) { (self.unit, self.place) = (unit, place) }

    var withOneMore: HalfCharacters {
        var own = self
        own.count += 1
        return own
    }

    /// The finding: a clause without a full stop, and without the place.
    package var message: String {
        let code = "\\u\(NumberText.codePoint(UInt32(unit)))"
        return count == 1
            ? "\(code) is half a character; U+FFFD stands for it"
            : "\(code) is half a character, and so are \(count - 1) behind it; U+FFFD stands for each"
    }
}

/// The limits on a text, so that no input hangs the program or exhausts its memory or stack.
package struct JSONLimits: Sendable {
    /// The length of the text in bytes; less than 2 GiB, because places have 32 bits.
    package var maxBytes: Int
    /// How many brackets may be open at a time, because the reader recurses for each.
    package var maxDepth: Int
    /// How many values there may be, containers included.
    package var maxNodes: Int

    package init(maxBytes: Int = 16 << 20, maxDepth: Int = 64, maxNodes: Int = 2_000_000) {
        self.maxBytes = maxBytes
        self.maxDepth = maxDepth
        self.maxNodes = maxNodes
    }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Equatable {
    package enum Kind: Equatable, Sendable {
        case empty, tooManyBytes(limit: Int), tooDeep(limit: Int), tooManyNodes(limit: Int)
        case form(TextForm), byteOrderMark, invalidUTF8, unexpectedCharacter(Unicode.Scalar)
        case missingValue, missingName, missingColon, missingComma, trailingComma, textAfterValue
        /// The bracket at the place is still open at the end of the text; carries the one that would close it.
        case unclosed(Unicode.Scalar)
        case wrongBracket(expected: Unicode.Scalar, opened: Place)
        case comment, singleQuote, curlyQuote, unquotedName(String), unknownWord(String)
        case leadingZero, plusSign, missingDigitBeforePoint, missingDigit(after: Unicode.Scalar)
        /// Letters behind a number; `of` is the word that both make, where they are all there is.
        case numberSuffix(String, of: String?)
        /// Digits, a comma and digits again: in many languages one number, or two that may be meant.
        case comma(meant: [String])
        case unterminatedString, controlCharacter(Unicode.Scalar)
        case unknownEscape(Unicode.Scalar), badUnicodeEscape, loneSurrogate(UInt16)
    }

    package var kind: Kind
    /// Where to mend the text, not always where reading stopped: a string or bracket that is not closed has its
    /// opening here, and a colon or comma that is missing the end of what it should follow.
    package var place: Place

    /// The error and what to write instead: a clause without a full stop, and without the place.
    package var message: String {
        switch kind {
        case .empty: "the text is empty; a JSON text is one value, such as {}"
        case .tooManyBytes(let limit): "the text is longer than \(limit) bytes"
        case .tooDeep(let limit): "more than \(limit) brackets are open here; use fewer levels"
        case .tooManyNodes(let limit): "the text has more than \(limit) values"
        case .form(let form): form.words
        case .byteOrderMark: "the text starts with a byte order mark; save it as UTF-8 without BOM"
        case .invalidUTF8: "this is not valid UTF-8; save the text as UTF-8"
        case .unexpectedCharacter(let character): "\(name(of: character)) means nothing outside of double quotes"
        case .missingValue: "a value is missing here: text in double quotes, a number, true, false, null, [ or {"
        case .missingName: "a name is missing here; write \"name\": value"
        case .missingColon: "a colon is missing after this name; write \"name\": value"
        case .missingComma: "a comma is missing here, or the closing bracket"
        case .trailingComma: "nothing follows this comma; remove it"
        case .textAfterValue: "the text goes on after its value; a JSON text is one value, so remove the rest"
        case .unclosed(let bracket): "this is never closed; a \(name(of: bracket)) is missing"
        case .wrongBracket(let expected, let opened):
            "write \(name(of: expected)) here, to close what was opened on line \(opened.line), column \(opened.column)"
        case .comment: "JSON has no comments; use \"about\" for words"
        case .singleQuote: "JSON has no single quotes; write \" around text"
        case .curlyQuote: "this is a typographic quote; write \" around text"
        case .unquotedName(let word): "names are in double quotes; write \"\(word)\""
        case .unknownWord(let word): unknownWordMessage(word)
        case .leadingZero: "a number does not start with a needless 0; remove it"
        case .plusSign: "a number has no +; remove it"
        case .missingDigitBeforePoint: "a number does not start with a point; write 0.5 for .5"
        case .missingDigit(let sign): "a digit is missing after \(name(of: sign))"
        case .numberSuffix(let word, _) where KeyUnit.isOfNumbers(word):
            "\(word) does not belong to a number; write decimal digits alone, without a unit"
        case .numberSuffix(let word, let text?):
            "\(word) does not belong to a number; write decimal digits alone, or \"\(text)\" where text is meant"
        case .numberSuffix(let word, nil):
            "\(word) does not belong to a number; write decimal digits alone, or put text in double quotes"
        case .comma(let meant): NumberSlip.advice(meant)
        case .unterminatedString: "this string has no closing \" on its line; write \\n for a line break"
        case .controlCharacter("\t"): "a tab in a string is written \\t"
        case .controlCharacter(let character):
            "\(name(of: character)) in a string is written \\u\(NumberText.codePoint(character.value))"
        case .unknownEscape(let character): "there is no \\\(name(of: character)); write \\\\ for a backslash"
        case .badUnicodeEscape: "\\u takes four hexadecimal digits, such as \\u00e9"
        case .loneSurrogate(let unit):
            "\\u\(NumberText.codePoint(UInt32(unit))) is half a character; write the character itself"
        }
    }

    private func unknownWordMessage(_ word: String) -> String {
        switch word {
        case "True", "TRUE": "JSON has no \(word); write true"
        case "False", "FALSE": "JSON has no \(word); write false"
        case "None", "Null", "NULL", "nil", "undefined": "JSON has no \(word); write null"
        case "NaN", "-NaN", "Infinity", "-Infinity": "JSON has no \(word); write a number, or null"
        default: "\(word) is not a JSON value; write text in double quotes"
        }
    }

    /// The character itself when anyone can see it, else its code point.
    private func name(of character: Unicode.Scalar) -> String {
        character > " " && character < "\u{7F}" ? String(character) : "U+" + NumberText.codePoint(character.value)
    }
}
