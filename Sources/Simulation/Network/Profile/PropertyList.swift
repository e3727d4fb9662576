import PlayerModel

/// A property list, as far as a profile needs one: the contents of lists, data and dates are passed over.
///
/// Read here and not by Foundation, whose reader runs out of stack on a file of nothing but opening tags (Swift 6.3 on
/// Linux), and which adds twelve megabytes to the program.
package enum PropertyList: Equatable, Sendable {
    /// Members in the order of the file; each key once.
    case dictionary([Member])
    /// A number in millionths, rounded to the nearest, half away from zero.
    case number(millionths: Int64)
    /// A number beyond that range, an infinity, or not a number.
    case hugeNumber
    case flag(Bool), string(String), array, data, date
    /// Values that other programs write: null, identifiers, sets.
    case other

    package struct Member: Equatable, Sendable {
        package var key: String
        package var value: PropertyList
    }

    package enum Limits {
        package static let mostBytes = 1 << 20
        static let mostDepth = 32
        /// The most values of a file: room for seven hundred profiles.
        static let mostNodes = 10_000

        /// The limit that a value is beyond, the last so far of so many and lying in so many others, itself included.
        static func passed(by nodes: Int, depth: Int) -> PropertyListError.Kind? {
            if nodes > mostNodes { return .tooManyNodes(limit: mostNodes) }
            return depth > mostDepth ? .tooDeep(limit: mostDepth) : nil
        }
    }

    /// Reads a property list, in XML or binary, told apart by its first bytes.
    package static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
        guard bytes.count <= Limits.mostBytes else { throw .init(kind: .tooManyBytes(limit: Limits.mostBytes)) }
        if bytes.starts(with: "bplist".utf8) {
            var reader = BinaryPropertyListReader(bytes)
            return try reader.read()
        }
        if let form = TextForm(bytes) { throw .init(kind: .form(form)) }
        var reader = XMLPropertyListReader(bytes)
        return try reader.read()
    }

    /// The value of a key; nil where there is none, or where this is no dictionary.
    func member(_ key: String) -> PropertyList? {
        guard case .dictionary(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var string: String? { if case .string(let string) = self { string } else { nil } }

    /// The kind of value, in words that fit after "not".
    var description: String {
        switch self {
        case .dictionary: "a dictionary"
        case .number, .hugeNumber: "a number"
        case .flag: "true or false"
        case .string: "a string"
        case .array: "a list"
        case .data: "data"
        case .date: "a date"
        case .other: "something else"
        }
    }

    /// Text of the file as a message shows it: on one line, and cut short.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let shown = String(scalars.prefix(64)).onOneLine
        return scalars.count > 64 ? shown + "…" : shown
    }

    static func whole(_ value: Int64) -> PropertyList {
        let (millionths, isTooLarge) = value.multipliedReportingOverflow(by: 1_000_000)
        return isTooLarge ? .hugeNumber : .number(millionths: millionths)
    }

    /// An IEEE 754 double, from its bits and by integers alone: the same on every machine.
    static func real(bits: UInt64) -> PropertyList {
        let field = Int32((bits >> 52) & 0x7FF)
        let fraction = bits & (1 << 52 - 1)
        guard field != 0x7FF else { return .hugeNumber }
        // The value is significand × 2^exponent.
        let significand = field == 0 ? fraction : fraction | 1 << 52
        let exponent = max(field, 1) - 1075
        let (high, low) = significand.multipliedFullWidth(by: 1_000_000)
        // From 2^52 on a value is beyond what is counted.
        guard exponent < 0 else { return .hugeNumber }
        // Half of the last place is added, then everything below it falls away. The product has at most 73 bits.
        let shift = UInt64(-exponent)
        guard shift <= 74 else { return .number(millionths: 0) }
        let magnitude: UInt64
        if shift > 64 {
            magnitude = (high + 1 << (shift - 65)) >> (shift - 64)
        } else {
            let (sum, carries) = low.addingReportingOverflow(1 << (shift - 1))
            let top = high + (carries ? 1 : 0)
            guard shift == 64 || top >> shift == 0 else { return .hugeNumber }
            magnitude = shift == 64 ? top : top << (64 - shift) | sum >> shift
        }
        guard let millionths = Int64(exactly: magnitude) else { return .hugeNumber }
        return .number(millionths: bits >> 63 == 1 ? -millionths : millionths)
    }
}

/// The reason why a file is no property list, and the place.
package struct PropertyListError: Error, Equatable {
    package enum Kind: Equatable, Sendable {
        case tooManyBytes(limit: Int), empty, unknownFormat, form(TextForm)
        case tooDeep(limit: Int), tooManyNodes(limit: Int), doubledKey(String)
        /// A binary file whose parts do not lie where it says.
        case damaged(byte: Int)
        case cutShort, wrongElement(String), wrongEnd(wanted: String), missingKey, missingValue(String)
        case noNumber(String), textOutside, unknownEntity, textAfterList
    }

    package var kind: Kind
    /// The line and column, where the file has any.
    package var place: Place?

    package init(kind: Kind, place: Place? = nil) {
        self.kind = kind
        self.place = place
    }

    /// The fault and what would be right: a clause without a full stop, and without the place.
    package var message: String {
        switch kind {
        case .tooManyBytes(let limit): "the file is longer than \(limit) bytes; a file of profiles is not"
        case .empty: "the file is empty; a property list is XML or binary"
        case .unknownFormat: "this is no property list, neither in XML nor binary"
        case .form(let form): form.words
        case .tooDeep(let limit): "more than \(limit) values lie in each other here"
        case .tooManyNodes(let limit): "the file has more than \(limit) values"
        case .doubledKey(let key): "the key '\(PropertyList.shown(key))' stands twice in one dictionary"
        case .damaged(let byte): "the binary property list is cut short or damaged at byte \(byte)"
        case .cutShort: "the file ends in the middle; it is cut short"
        case .wrongElement(let name): "'\(PropertyList.shown(name))' is no element of a property list"
        case .wrongEnd(let wanted): "</\(wanted)> is missing here"
        case .missingKey: "a <key> is missing here; a dictionary has a key before every value"
        case .missingValue(let key): "the key '\(PropertyList.shown(key))' has no value"
        case .noNumber(let text): "'\(PropertyList.shown(text))' is no number"
        case .textOutside: "text belongs into an element, such as <string>"
        case .unknownEntity: "'&' begins an unknown character; write '&amp;' for the sign itself"
        case .textAfterList: "the text goes on after the property list; remove the rest"
        }
    }
}
