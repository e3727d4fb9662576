import PlayerModel

/// A place from which on a rendition needs another content key, or none any more (EXT-X-KEY, RFC 8216, 4.3.2.4).
package struct KeyTurn: Equatable, BitwiseCopyable, Sendable {
    package let chunk: Int64
    /// The number of the key; nil where media is clear.
    package let key: Int64?
    /// The number of the initialization section's, where that is another one: both have to be there.
    package var section: Int64?
    /// Whether media has a key, and the initialization section is clear.
    var hasClearSection = false
}

/// The content keys of an asset that needs several, or of which some is clear.
package struct ContentKeys: Equatable, Sendable {
    /// Their sizes in bytes, by number.
    package let bytes: ContiguousArray<Int64>
    /// Those that the multivariant playlist names (EXT-X-SESSION-KEY).
    package var named = ChunkRanges()
    /// Those that are licences of FairPlay Streaming.
    package var ofFairPlay = ChunkRanges()

    /// The slots on the network for keys, each of which may bring any: no more than these are under way at once. So a
    /// day of keys that change takes no more of them than an hour.
    static let mostSlots = 16
    /// The most that there may be in what is given inline.
    static let most: Int64 = 1_000_000

    package init(bytes: ContiguousArray<Int64>) { self.bytes = bytes }

    var slotCount: Int { min(bytes.count, Self.mostSlots) }

    /// The keys as a server has them, by their numbers.
    var table: ChunkTable {
        ChunkTable(
            duration: .seconds(Int64(bytes.count)), segmentDuration: .seconds(1), chunksPerSegment: 1,
            segmentBytes: Array(bytes), declaredBitRate: 1)
    }
}

extension Asset {
    /// Another key is needed after so much media, from the next segment on.
    mutating func turnKeys(every length: MediaTime) {
        guard let bytes = keyBytes else { return }
        var count: Int64 = 1
        changeRenditions { rendition in
            rendition.keyTurns = rendition.chunks.keyTurns(every: length)
            count = max(count, (rendition.keyTurns.last?.key ?? 0) + 1)
        }
        var made = ContentKeys(bytes: ContiguousArray(repeating: bytes, count: Int(count)))
        if hasSessionKey { made.named.insert(0) }
        for number in 0..<(usesFairPlay ? count : 0) { made.ofFairPlay.insert(number) }
        keys = made
    }
}

extension ChunkTable {
    /// The turns of keys of which each opens so much media: that of a segment is the one at its beginning.
    fileprivate func keyTurns(every length: MediaTime) -> ContiguousArray<KeyTurn> {
        var (turns, chunk) = (ContiguousArray<KeyTurn>(), Int64(0))
        while chunk < count {
            let key = start(of: chunk).nanoseconds / length.nanoseconds
            if turns.last?.key != key { turns.append(KeyTurn(chunk: chunk, key: key)) }
            chunk = endOfRequest(from: chunk)
        }
        return turns
    }
}
