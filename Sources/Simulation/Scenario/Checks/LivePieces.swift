import PlayerModel

/// The pieces that the playlists of a live stream list one by one: segments, or parts of them.
struct LivePieces {
    private let tables: [ChunkTable]
    /// The first of those whose segments are longest.
    private let longest: ChunkTable
    private let areParts: Bool

    init(_ asset: Asset, areParts: Bool) {
        tables = (asset.variants + asset.allAudio).map { $0.chunks }
        let length = asset.longestSegment
        longest = tables.first { $0.requestDuration == length } ?? asset.variants[0].chunks
        self.areParts = areParts
    }

    /// The end of the last piece that ends by then, of the track whose segments are longest; zero where none does.
    func endOfLongest(by place: MediaTime) -> MediaTime { begin(at: place, in: longest) }

    /// The end of the last piece of any track that ends by then; zero where none does.
    func end(by place: MediaTime) -> MediaTime { tables.reduce(.zero) { max($0, begin(at: place, in: $1)) } }

    /// The end of the first piece of any track.
    var firstEnd: MediaTime {
        let ends = tables.map { $0.start(of: areParts ? 1 : $0.endOfRequest(from: 0)) }
        return ends.reduce(ends[0]) { min($0, $1) }
    }

    /// As much of a window as the pieces of a playlist fill at least, of the track whose segments are longest: a
    /// segment is taken out as soon as some of it does not fit.
    func filled(of window: MediaTime) -> MediaTime {
        let chunks = longest
        guard window < chunks.duration else { return window }
        if chunks.isOfEqualPieces {
            let piece = areParts ? chunks.chunkDuration : chunks.requestDuration
            return MediaTime(nanoseconds: window.nanoseconds / piece.nanoseconds * piece.nanoseconds)
        }
        var (least, chunk) = (window, Int64(0))
        while chunk < chunks.count {
            let end = chunks.start(of: chunk)
            if end > window { least = min(least, end - first(from: end - window, in: chunks)) }
            chunk = areParts ? chunk + 1 : chunks.endOfRequest(from: chunk)
        }
        return least
    }

    /// The first beginning of a piece at a place or behind it.
    private func first(from place: MediaTime, in chunks: ChunkTable) -> MediaTime {
        let own = begin(at: place, in: chunks)
        if own == place { return own }
        let chunk = chunks.chunk(at: place)
        return chunks.start(of: areParts ? chunk + 1 : chunks.endOfRequest(from: chunk))
    }

    /// The beginning of the piece at a place; the place itself at the end, and beyond.
    private func begin(at place: MediaTime, in chunks: ChunkTable) -> MediaTime {
        if place >= chunks.duration { return place }
        return areParts ? chunks.start(of: chunks.chunk(at: place)) : chunks.startOfRequest(at: place)
    }
}
