import PlayerModel

/// The size of a text as gzip (RFC 1952), to the byte or nearly so, without compressing it.
///
/// The text is taken apart as `gzip -6` does it, which is what servers do unless told otherwise: repetitions within
/// 32 KiB, found along chains of at most 128 places, and put off for a place where the next one is longer. The result
/// is coded in blocks by the shortest of the ways of RFC 1951.
package struct GzipSize {
    /// A header of 10 bytes and a trailer of 8.
    private static let frame: Int64 = 18
    /// The most bytes that are examined. The rest of a longer text is taken to be like its beginning.
    private static let mostBytes = 16 << 20
    /// The symbols of a block, as in zlib with its usual memory.
    private static let symbolsPerBlock = 16_383
    private static let (window, mostChain, nice, lazy, good) = (32_768 - 262, 128, 128, 16, 8)

    private let text: ArraySlice<UInt8>
    private var heads = ContiguousArray<Int32>(repeating: -1, count: 32_768)
    private var before = ContiguousArray<Int32>(repeating: -1, count: 32_768)
    private var block = DeflateBlock()
    private var bits: Int64 = 0

    /// The size in bytes.
    package static func bytes(of text: [UInt8]) -> Int64 {
        var size = GzipSize(text: text.prefix(mostBytes))
        size.run()
        let bytes = (size.bits + 7) / 8
        guard text.count > mostBytes else { return bytes + frame }
        return proportion(bytes, Int64(text.count), over: Int64(mostBytes), .up) + frame
    }

    private mutating func run() {
        var place = 0
        /// A repetition that begins one place before, and may yet give way to a longer one.
        var pending: (length: Int, distance: Int) = (0, 0)
        var hasLiteral = false
        while place < text.count {
            var match = (length: 0, distance: 0)
            let candidate = enter(place)
            if candidate >= 0, pending.length < Self.lazy {
                match = longest(at: place, candidate, over: pending.length)
            }
            if pending.length >= 3, match.length <= pending.length {
                add(length: pending.length, distance: pending.distance)
                let end = place - 1 + pending.length
                for inside in place + 1..<max(end, place + 1) { _ = enter(inside) }
                place = end
                (pending, hasLiteral) = ((0, 0), false)
                continue
            }
            if hasLiteral { add(literal: text[place - 1]) }
            (pending, hasLiteral) = (match, true)
            place += 1
        }
        if hasLiteral { add(literal: text[place - 1]) }
        bits += block.close()
    }

    /// Records the three bytes at a place, and returns the last place before with the same bytes, or -1.
    private mutating func enter(_ place: Int) -> Int {
        guard place + 2 < text.count else { return -1 }
        let hash = (Int(text[place]) << 10 ^ Int(text[place + 1]) << 5 ^ Int(text[place + 2])) & 32_767
        let last = heads[hash]
        before[place & 32_767] = last
        heads[hash] = Int32(place)
        return Int(last)
    }

    private func longest(at place: Int, _ first: Int, over least: Int) -> (length: Int, distance: Int) {
        let most = min(258, text.count - place)
        var best = (length: max(2, least), distance: 0)
        var candidate = first
        var chain = least >= Self.good ? Self.mostChain / 4 : Self.mostChain
        while candidate >= 0, place - candidate <= Self.window, chain > 0, best.length < most {
            if text[candidate + best.length] == text[place + best.length] {
                var length = 0
                while length < most, text[candidate + length] == text[place + length] { length += 1 }
                if length > best.length { best = (length, place - candidate) }
                if length >= min(Self.nice, most) { break }
            }
            candidate = Int(before[candidate & 32_767])
            chain -= 1
        }
        // Three bytes from far away cost more than three literals.
        let isWorthIt = best.distance > 0 && (best.length > 3 || best.distance <= 4096)
        return isWorthIt ? best : (0, 0)
    }

    private mutating func add(literal: UInt8) {
        block.add(literal: literal)
        if block.count == Self.symbolsPerBlock { bits += block.close() }
    }

    private mutating func add(length: Int, distance: Int) {
        block.add(length: length, distance: distance)
        if block.count == Self.symbolsPerBlock { bits += block.close() }
    }
}
