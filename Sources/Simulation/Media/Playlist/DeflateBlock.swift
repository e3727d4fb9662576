/// A block of deflate (RFC 1951, section 3.2) that is only counted: how often symbols occur, and the cost.
struct DeflateBlock {
    private var literals = ContiguousArray<Int64>(repeating: 0, count: 286)
    private var distances = ContiguousArray<Int64>(repeating: 0, count: 30)
    /// The bits that follow the codes of lengths and distances.
    private var extraBits: Int64 = 0
    private var bytes: Int64 = 0
    private(set) var count = 0

    mutating func add(literal: UInt8) {
        literals[Int(literal)] += 1
        bytes += 1
        count += 1
    }

    mutating func add(length: Int, distance: Int) {
        let (code, extra) = Self.code(length - 3, perOctave: 4)
        // The greatest length has a code of its own.
        literals[length == 258 ? 285 : 257 + code] += 1
        let (far, farExtra) = Self.code(distance - 1, perOctave: 2)
        distances[far] += 1
        extraBits += Int64((length == 258 ? 0 : extra) + farExtra)
        bytes += Int64(length)
        count += 1
    }

    /// The code of a number, where codes grow by octaves, and the number of bits that follow it.
    private static func code(_ value: Int, perOctave: Int) -> (code: Int, extra: Int) {
        if value < 2 * perOctave { return (value, 0) }
        let extra = Int.bitWidth - 1 - value.leadingZeroBitCount - (perOctave == 4 ? 2 : 1)
        return (perOctave * (extra + 1) + (value >> extra) % perOctave, extra)
    }

    /// Ends the block, and begins another. Returns its size in bits, by the shortest of the three codings.
    mutating func close() -> Int64 {
        literals[256] += 1
        let size = 3 + min(dynamicBits, fixedBits, 36 + 8 * bytes)
        self = DeflateBlock()
        return size
    }

    private var fixedBits: Int64 {
        var bits = extraBits
        for (symbol, count) in literals.enumerated() {
            bits += count * (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)
        }
        return bits + 5 * distances.reduce(0, +)
    }

    /// The size with codes made for the block, their lengths in front of it included.
    private var dynamicBits: Int64 {
        let (ofLiterals, ofDistances) = (Self.codeLengths(literals), Self.codeLengths(distances))
        return extraBits + Self.cost(literals, ofLiterals) + Self.cost(distances, ofDistances)
            + Self.headerBits(ofLiterals, ofDistances)
    }

    private static func cost(_ counts: ContiguousArray<Int64>, _ lengths: ContiguousArray<Int64>) -> Int64 {
        zip(counts, lengths).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// The size of the lengths of both codes, in runs, by a code of their own.
    private static func headerBits(_ literals: ContiguousArray<Int64>, _ distances: ContiguousArray<Int64>) -> Int64 {
        var symbols = ContiguousArray<Int64>(repeating: 0, count: 19)
        var bits: Int64 = 0
        for lengths in [literals, distances] {
            let end = 1 + (lengths.lastIndex { $0 > 0 } ?? 0)
            var place = 0
            while place < end {
                let length = lengths[place]
                let run = (lengths[place..<end].firstIndex { $0 != length } ?? end) - place
                // Codes are cut to 15 bits, which a block of this size hardly ever needs.
                func note(_ symbol: Int64, _ extra: Int64, _ taken: Int) {
                    symbols[Int(min(symbol, 18))] += 1
                    bits += extra
                    place += taken
                }
                switch (length, run) {
                case (0, 11...): note(18, 7, min(run, 138))
                case (0, 3...): note(17, 3, min(run, 10))
                case (1..., 4...):
                    note(min(length, 15), 0, 1)
                    note(16, 2, min(run - 1, 6))
                default: note(min(length, 15), 0, 1)
                }
            }
        }
        let lengths = codeLengths(symbols)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        let sent = 1 + (order.lastIndex { lengths[$0] > 0 } ?? 0)
        return bits + cost(symbols, lengths) + 14 + 3 * Int64(max(4, sent))
    }

    /// The lengths of the Huffman code for symbols with these counts; 0 for those that do not occur. As in zlib,
    /// there are always two codes.
    private static func codeLengths(_ counts: ContiguousArray<Int64>) -> ContiguousArray<Int64> {
        var lengths = ContiguousArray<Int64>(repeating: 0, count: counts.count)
        let leaves = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
        guard leaves.count > 1 else {
            lengths[leaves.first ?? 0] = 1
            lengths[leaves.first == 0 ? 1 : 0] = 1
            return lengths
        }
        // Two queues, each in rising order: leaves, and the nodes that join them.
        var weights = leaves.map { counts[$0] }
        var parents = [Int](repeating: 0, count: leaves.count)
        var (leaf, node) = (0, leaves.count)
        for _ in 1..<leaves.count {
            var sum: Int64 = 0
            for _ in 0..<2 {
                let takesLeaf = leaf < leaves.count && (node >= weights.count || weights[leaf] <= weights[node])
                let taken = takesLeaf ? leaf : node
                if takesLeaf { leaf += 1 } else { node += 1 }
                sum += weights[taken]
                parents[taken] = weights.count
            }
            weights.append(sum)
            parents.append(0)
        }
        var depths = ContiguousArray<Int64>(repeating: 0, count: weights.count)
        for place in (0..<weights.count - 1).reversed() { depths[place] = depths[parents[place]] + 1 }
        for (place, symbol) in leaves.enumerated() { lengths[symbol] = depths[place] }
        return lengths
    }
}
