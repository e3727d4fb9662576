import PlayerModel

/// Reads a binary property list: objects, a table of their offsets, and a trailer of 32 bytes that says where it is.
///
/// Every offset and count is checked against the file before it is followed. An object may be referred to many times
/// over, so the limit is on visits and not on objects.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private var nodes = 0
    /// The size in bytes of an entry of the table, and of a reference to an object.
    private var (offsetSize, referenceSize) = (0, 0)
    private var objectCount = 0
    private var table = 0

    private static let trailerBytes = 32
    private static let headerBytes = 8

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() throws(PropertyListError) -> PropertyList {
        let trailer = bytes.count - Self.trailerBytes
        guard trailer >= Self.headerBytes + 1 else { throw damaged(bytes.count) }
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        objectCount = try count(at: trailer + 8, bytes: 8)
        let top = try count(at: trailer + 16, bytes: 8)
        table = try count(at: trailer + 24, bytes: 8)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else { throw damaged(trailer + 6) }
        guard objectCount >= 1, top < objectCount else { throw damaged(trailer + 8) }
        guard table > Self.headerBytes, table <= trailer, (trailer - table) / offsetSize >= objectCount else {
            throw damaged(trailer + 24)
        }
        return try object(top, depth: 1)
    }

    private mutating func object(_ number: Int, depth: Int) throws(PropertyListError) -> PropertyList {
        nodes += 1
        if let kind = PropertyList.Limits.passed(by: nodes, depth: depth) { throw PropertyListError(kind: kind) }
        let start = try offset(of: number)
        let low = Int(bytes[start] & 0xF)
        switch bytes[start] >> 4 {
        case 0x0 where low == 8 || low == 9: return .flag(low == 9)
        case 0x1: return try integer(at: start + 1, bytes: 1 << low)
        case 0x2: return try real(at: start + 1, bytes: 1 << low)
        case 0x3: return .date
        case 0x4: return .data
        case 0x5, 0x6: return .string(try string(start))
        case 0xA: return .array
        case 0xD: return .dictionary(try members(start, depth))
        default: return .other
        }
    }

    private func offset(of number: Int) throws(PropertyListError) -> Int {
        guard number < objectCount else { throw damaged(table) }
        let entry = table + number * offsetSize
        let start = try count(at: entry, bytes: offsetSize)
        guard start >= Self.headerBytes, start < table else { throw damaged(entry) }
        return start
    }

    private mutating func members(_ start: Int, _ depth: Int) throws(PropertyListError) -> [PropertyList.Member] {
        let (length, first) = try length(start)
        guard length <= (table - first) / (2 * referenceSize) else { throw damaged(start) }
        var members: [PropertyList.Member] = []
        for index in 0..<length {
            let reference = first + index * referenceSize
            let keyStart = try offset(of: try count(at: reference, bytes: referenceSize))
            guard [0x5, 0x6].contains(bytes[keyStart] >> 4) else { throw damaged(keyStart) }
            let key = try string(keyStart)
            guard !members.contains(where: { $0.key == key }) else { throw PropertyListError(kind: .doubledKey(key)) }
            let number = try count(at: reference + length * referenceSize, bytes: referenceSize)
            members.append(PropertyList.Member(key: key, value: try object(number, depth: depth + 1)))
        }
        return members
    }

    /// A string in ASCII, or in UTF-16 with the high byte first.
    private func string(_ start: Int) throws(PropertyListError) -> String {
        let (length, first) = try length(start)
        let unitBytes = bytes[start] >> 4 == 0x6 ? 2 : 1
        guard length <= (table - first) / unitBytes else { throw damaged(start) }
        if unitBytes == 1 { return String(decoding: bytes[first..<first + length], as: UTF8.self) }
        let units = (0..<length).map { UInt16(bytes[first + 2 * $0]) << 8 | UInt16(bytes[first + 2 * $0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }

    /// The number of units or members of an object, and the offset of the first. A length of 15 says that a number
    /// follows.
    private func length(_ start: Int) throws(PropertyListError) -> (length: Int, first: Int) {
        let low = Int(bytes[start] & 0xF)
        guard low == 0xF else { return (low, start + 1) }
        guard start + 1 < table, bytes[start + 1] >> 4 == 0x1, bytes[start + 1] & 0xF <= 3 else {
            throw damaged(start)
        }
        let size = 1 << Int(bytes[start + 1] & 0xF)
        guard start + 2 + size <= table else { throw damaged(start) }
        return (try count(at: start + 2, bytes: size), start + 2 + size)
    }

    /// An integer: up to 4 bytes without a sign, 8 with one; 16 hold what 8 cannot.
    private func integer(at start: Int, bytes size: Int) throws(PropertyListError) -> PropertyList {
        guard size <= 16, start + size <= table else { throw damaged(start) }
        guard size <= 8 else { return .hugeNumber }
        return .whole(Int64(bitPattern: number(at: start, bytes: size)))
    }

    private func real(at start: Int, bytes size: Int) throws(PropertyListError) -> PropertyList {
        guard start + size <= table else { throw damaged(start) }
        switch size {
        case 4: return .real(bits: Double(Float(bitPattern: UInt32(number(at: start, bytes: 4)))).bitPattern)
        case 8: return .real(bits: number(at: start, bytes: 8))
        default: throw damaged(start)
        }
    }

    /// A number of bytes or objects. One beyond the file is a sign that the file is damaged.
    private func count(at start: Int, bytes size: Int) throws(PropertyListError) -> Int {
        guard start + size <= bytes.count, let count = Int(exactly: number(at: start, bytes: size)),
            count <= bytes.count
        else { throw damaged(start) }
        return count
    }

    /// A number of at most 8 bytes, the high byte first; the bytes are there.
    private func number(at start: Int, bytes size: Int) -> UInt64 {
        bytes[start..<start + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func damaged(_ byte: Int) -> PropertyListError { PropertyListError(kind: .damaged(byte: byte)) }
}
