/// A range of a playlist's text. Two small numbers instead of a string, because a playlist may have millions.
package struct PlaylistSlice: Equatable, BitwiseCopyable, Sendable {
    package var start: UInt32
    package var length: UInt32

    package static let empty = PlaylistSlice(start: 0, length: 0)

    init(start: UInt32, length: UInt32) {
        self.start = start
        self.length = length
    }

    init(_ range: Range<Int>) {
        start = UInt32(range.lowerBound)
        length = UInt32(range.count)
    }

    var isEmpty: Bool { length == 0 }
}

/// The text that slices point into: the file's bytes, not copied, then the results of substituting variables.
package struct PlaylistText: Equatable, Sendable {
    package let bytes: [UInt8]
    package internal(set) var made: [UInt8] = []

    package func string(_ slice: PlaylistSlice) -> String { String(decoding: self[slice], as: UTF8.self) }

    package subscript(slice: PlaylistSlice) -> ArraySlice<UInt8> {
        let start = Int(slice.start)
        let (text, offset) = start < bytes.count ? (bytes, start) : (made, start - bytes.count)
        return slice.isEmpty ? [] : text[offset..<offset + Int(slice.length)]
    }

    func isSame(_ left: PlaylistSlice, _ right: PlaylistSlice) -> Bool {
        left == right || (left.length == right.length && self[left].elementsEqual(self[right]))
    }
}

/// The limits on what reading a playlist may cost, so that no input hangs the program or exhausts its memory.
package enum PlaylistLimits {
    /// The length of a playlist in bytes; slices have 32 bits, and so have lines.
    package static let mostBytes = 256 << 20
    /// Variants, renditions and session tags of a multivariant playlist, together.
    package static let mostEntries = 10_000
    /// Renditions of sound, and of subtitles, that a player chooses from; others are left out, with a word.
    static let mostLanguages = 1000
    static let mostVariables = 256
    /// Bytes that substituting variables may make.
    static let mostMadeBytes = 16 << 20
    /// Encryption keys that are in force for one segment, each of another KEYFORMAT.
    static let mostKeysInForce = 16
    /// The most problems that are found before reading ends.
    package static let mostProblems = 100
    static let mostAttributes = 256
    /// Files of a playlist whose sizes are looked up.
    static let mostFiles = 100_000
    /// A hundred years of media in nanoseconds: sums stay within an `Int64`.
    package static let longestTime: Int64 = 3_153_600_000_000_000_000
}

/// A line of a playlist: its range in the bytes, without its break and the white space around it.
struct PlaylistLine: BitwiseCopyable, Sendable {
    var number: Int32 = 0
    /// Its first byte, white space or not.
    var begin = 0
    var start = 0
    var end = 0
    /// The first tab, and the first white space around it; -1 where there is none.
    var tab = -1
    var space = -1

    var isEmpty: Bool { start == end }
}

/// Splits bytes into lines, and checks that they are text as RFC 8216, section 4.1 has it: UTF-8, lines that end in LF
/// or CR LF, and no other control characters but tabs, which Apple's own segmenter has written.
struct PlaylistLines: Sendable {
    let bytes: [UInt8]
    let source: Int32
    private(set) var line = PlaylistLine()
    private var offset = 0

    init(bytes: [UInt8], source: Int32) {
        self.bytes = bytes
        self.source = source
    }

    /// Passes over the bytes of a mark at the very beginning.
    mutating func skip(_ count: Int) { offset = count }

    /// Moves to the next line; false where there is none. Reading a long playlist spends most of its time here, and a
    /// call for each line costs a tenth of that.
    @inline(__always)
    mutating func advance() throws(PlaylistProblem) -> Bool {
        guard offset < bytes.count else { return false }
        line = PlaylistLine(number: line.number + 1, begin: offset, start: offset, end: offset)
        var end = offset
        var isASCII = true
        scan: while end < bytes.count {
            let byte = bytes[end]
            if byte &- 0x20 < 0x5F {
                end += 1
            } else if byte >= 0x80 {
                isASCII = false
                end += 1
            } else {
                switch byte {
                case 0x0A: break scan
                case 0x09:
                    if line.tab < 0 { line.tab = end }
                    end += 1
                case 0x0D where end + 1 < bytes.count && bytes[end + 1] == 0x0A: break scan
                case 0x0D where end + 1 == bytes.count: break scan  // Cut between CR and LF.
                case 0x0D: throw problem(.text(.loneCarriageReturn), at: end)
                default: throw problem(.text(.controlCharacter(UInt32(byte))), at: end)
                }
            }
        }
        line.end = end
        offset = end + (end < bytes.count && bytes[end] == 0x0D ? 2 : 1)
        if end > line.start, isSpace(bytes[line.start]) || isSpace(bytes[end - 1]) { trim() }
        if !isASCII { try checkUTF8() }
        return true
    }

    private mutating func trim() {
        let end = line.end
        while line.end > line.start, isSpace(bytes[line.end - 1]) { line.end -= 1 }
        while line.start < line.end, isSpace(bytes[line.start]) { line.start += 1 }
        line.space = line.start > line.begin ? line.begin : (line.end < end ? line.end : -1)
    }

    /// A range without the white space around it.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isSpace(bytes[start]) { start += 1 }
        while start < end, isSpace(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    /// The place of an offset in the current line. Columns count Unicode scalars.
    func place(at offset: Int) -> Place {
        var column: Int32 = 1
        for byte in bytes[line.begin..<max(line.begin, min(offset, bytes.count))] where byte & 0xC0 != 0x80 {
            column += 1
        }
        return Place(source: source, line: line.number, column: column)
    }

    func problem(_ kind: PlaylistProblem.Kind, at offset: Int) -> PlaylistProblem {
        PlaylistProblem(kind, place(at: offset))
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private func checkUTF8() throws(PlaylistProblem) {
        var offset = line.start
        while offset < line.end {
            if bytes[offset] < 0x80 {
                offset += 1
                continue
            }
            var rest = bytes[offset..<line.end].makeIterator()
            var parser = UTF8.ForwardParser()
            guard case .valid(let encoded) = parser.parseScalar(from: &rest) else {
                throw problem(.text(.invalidUTF8), at: offset)
            }
            let scalar = UTF8.decode(encoded)
            if scalar.value < 0xA0 { throw problem(.text(.controlCharacter(scalar.value)), at: offset) }
            offset += encoded.count
        }
    }
}
