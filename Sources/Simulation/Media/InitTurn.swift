import SimulationContainers
import PlayerModel

/// A place from which on a rendition needs another initialization section (EXT-X-MAP, RFC 8216, 4.3.2.5).
///
///     segments      0  1  2 │ 3  4  5
///     sections      a       │ b            b counts to segment 3, because it must come before it
///     begun at      a: a       4: b        3: none by itself
///
/// One comes by itself, before the first segment of the rendition that is fetched: the one that this needs. Where a
/// seek leads back over such a place, no section is fetched once more, nor is one that was passed over; that is not
/// modelled.
package struct InitTurn: Equatable, BitwiseCopyable, Sendable {
    package let chunk: Int64
    package let bytes: Int64
}

extension ContiguousArray<InitTurn> {
    /// The number of the section that a chunk needs, and its bytes; nil where there are no turns.
    func turn(at chunk: Int64) -> (number: Int, bytes: Int64)? {
        if isEmpty { return nil }
        let number = Swift.max(1, partitionPoint(in: indices) { self[$0].chunk > chunk }) - 1
        return (number, self[number].bytes)
    }

    /// Whether one of them begins with a chunk.
    func begin(with chunk: Int64) -> Bool {
        guard let own = turn(at: chunk) else { return false }
        return self[own.number].chunk == chunk
    }
}

extension ChunkTable {
    /// The table without the sections of some turns, each of which counts to all chunks of its segment alike.
    func without(_ turns: ArraySlice<InitTurn>) -> ChunkTable {
        if turns.isEmpty { return self }
        var sizes = ContiguousArray((0..<count).map { bytes(of: $0) })
        for turn in turns {
            let (first, end) = (turn.chunk, min(count, turn.chunk + chunksPerSegment))
            let all = max(0, bytes(before: end) - bytes(before: first) - turn.bytes)
            for chunk in first..<end {
                let before = proportion(all, chunk - first, over: end - first, .down)
                sizes[Int(chunk)] = proportion(all, chunk - first + 1, over: end - first, .down) - before
            }
        }
        return remade(until: duration, sizes)
    }
}

extension Asset.File {
    /// Its chunks, as a server has them: each of several sections is one, in their order.
    package var chunks: ChunkTable {
        if sections.isEmpty { return ChunkTable(bytes: bytes) }
        return ChunkTable(
            duration: .seconds(Int64(sections.count)), segmentDuration: .seconds(1), chunksPerSegment: 1,
            segmentBytes: sections.map { $0.bytes }, declaredBitRate: 1)
    }

    /// Of several sections the one that a chunk needs before it; nil where it comes with the chunk, or has no bytes.
    func section(for chunk: Int64) -> Int? {
        let behind = partitionPoint(in: sections.indices) { sections[$0].chunk > chunk }
        guard behind > 0 else { return 0 }
        let isWithIt = behind > 1 && sections[behind - 1].chunk == chunk
        return isWithIt || sections[behind - 1].bytes == 0 ? nil : behind - 1
    }
}

extension AssetLoad {
    /// The chunks that the first track and the audio beside it lack first, which say the initialization sections that
    /// are needed; nil while nobody knows where playback of a live stream begins.
    var lacking: (first: Int64, audio: Int64)? {
        @inline(__always) get {
            if isLive, !live.hasJoined || live.isMoving { return nil }
            let first = fetches[0].replaced ?? fetches[0].missing
            return (first, fetches.count > 1 ? fetches[1].missing : 0)
        }
    }
}
