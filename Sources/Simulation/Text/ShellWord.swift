extension String {
    /// The word as a shell reads it: in quotes where it has more than letters, digits and what means nothing there.
    package var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "@"):
                true
            default: false
            }
        }
        if isPlain, !isEmpty { return self }
        // By scalars: an apostrophe ends the quotes also where a mark is put over it.
        return "'" + replacingScalars { $0 == "'" ? "'\\''" : nil } + "'"
    }

    /// The path as an operand of a command that is typed: one that looks like an option is a path all the same.
    package var shellOperand: String {
        let looksLikeOption = self != "-" && utf8.first == UInt8(ascii: "-")
        return (looksLikeOption ? "./" + self : self).shellWord
    }

    /// A command line in quotes, as it stands in a sentence; in double ones where it has others of its own.
    package var quotedCommand: String { utf8.contains(UInt8(ascii: "'")) ? "\"\(self)\"" : "'\(self)'" }
}
