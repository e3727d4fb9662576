import PlayerModel

/// The answers that the server of a live stream with low latency keeps back until it has them: a part that was hinted
/// at, or a playlist with news (RFC 8216bis, 6.2.5.2).
///
/// Of a playlist, chunk 0 stands for the playlist as it is, and the chunk behind another's for one that lists that
/// other: what `_HLS_msn` and `_HLS_part` ask for.
package struct LiveHold: Sendable {
    private let source: LiveSource
    private let chunks: ChunkTable
    private let isPlaylist: Bool
    var seed: UInt64 = 1

    package init(_ source: LiveSource, _ chunks: ChunkTable, isPlaylist: Bool) {
        self.source = source
        self.chunks = chunks
        self.isPlaylist = isPlaylist
    }

    /// When a request that begins with a chunk can be answered.
    func answers(_ chunk: Int32) -> Instant {
        if isPlaylist, chunk == 0 { return .zero }
        return source.listed(Int64(chunk) - (isPlaylist ? 1 : 0), of: chunks, seed: seed)
    }

    /// A playlist by what it lists: as often as there are chunks, and once as it is. All but that one are delta updates
    /// where there are any.
    package static func playlists(of chunks: ChunkTable, bytes: Int64, delta: Int64? = nil) -> ChunkTable {
        if let delta { return answers(bytes, delta, count: Int(chunks.count)) }
        return ChunkTable(
            duration: .seconds(chunks.count + 1), chunkDuration: .seconds(1), bitRate: bytes * 8, chunksPerRequest: 1)
    }

    /// A playlist as it is, and so many delta updates of it.
    package static func answers(_ bytes: Int64, _ delta: Int64, count: Int) -> ChunkTable {
        ChunkTable(
            duration: .seconds(Int64(count) + 1),
            segmentDurations: ContiguousArray(repeating: .seconds(1), count: count + 1),
            segmentBytes: [bytes] + ContiguousArray(repeating: delta, count: count), declaredBitRate: bytes * 8)
    }
}

extension Resource {
    /// When a request that begins with a chunk can be answered, as soon as the server has it unless that is later.
    @inline(__always)
    func answers(_ chunk: Int32) -> Instant { hold?.answers(chunk) ?? .zero }
}
