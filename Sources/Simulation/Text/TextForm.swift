/// A form in which a file is no text of UTF-8, told by its bytes: every reader asks for it first.
package enum TextForm: Equatable, Sendable {
    case packed(Packing)
    /// UTF-16, with the mark of its byte order (RFC 2781, 3.2) or without it.
    case utf16

    /// Nil where it is none of these.
    package init?(_ bytes: [UInt8]) {
        if let packing = Packing(bytes) {
            self = .packed(packing)
        } else if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || Self.isUnmarked(bytes) {
            self = .utf16
        } else {
            return nil
        }
    }

    /// Whether the bytes begin with characters of ASCII, each with a zero beside it: no text of UTF-8 does.
    private static func isUnmarked(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4 else { return false }
        let (isOfHighFirst, isOfLowFirst) = (bytes[0] == 0 && bytes[2] == 0, bytes[1] == 0 && bytes[3] == 0)
        return isOfHighFirst != isOfLowFirst
    }

    /// The remedy, as a clause.
    package var words: String {
        switch self {
        case .packed(let packing): packing.words
        case .utf16: "this is UTF-16; save it as UTF-8"
        }
    }

    /// The length of the byte order mark at the beginning of UTF-8, 3 bytes or none (RFC 3629, section 6).
    static func markLength(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// The bytes behind the byte order mark; all of them where there is none.
    static func afterMark(_ bytes: [UInt8]) -> [UInt8] {
        let length = markLength(bytes)
        return length > 0 ? Array(bytes[length...]) : bytes
    }
}
