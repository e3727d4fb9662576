/// Bytes of a text in ASCII, as the readers of logs, playlists and traces know them.
extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let comma = UInt8(ascii: ",")
    static let point = UInt8(ascii: ".")
    static let hash = UInt8(ascii: "#")

    var isDigit: Bool { self &- 48 < 10 }

    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }

    /// A capital letter as the small one, and any other byte as it is.
    var lowercased: UInt8 { isCapital ? self | 0x20 : self }

    /// Whether it belongs to a word as a person sees one: letters, digits, signs, and everything that is not ASCII.
    var isWordPart: Bool { isLetter || isDigit || self >= 0x80 || "._-+/%".utf8.contains(self) }
}
