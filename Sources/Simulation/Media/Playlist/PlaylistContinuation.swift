import PlayerModel

/// The segments of a track of a live stream again and again, in turn: what is listed and what is to be listed.
struct PlaylistContinuation: Sendable {
    /// The media that there is at least.
    let end: MediaTime
    /// Whether it ends there, and not with a whole segment: tracks end together, which nobody will see.
    let isCut: Bool
    /// In how many parts of equal length a segment comes.
    let parts: Int64
    /// The segment with which a turn begins, because one that is cut is not repeated.
    let first: Int

    /// Nothing follows what is listed.
    static let none = PlaylistContinuation(end: .zero, isCut: false, parts: 1, first: 0)

    /// The chunks of segments of given lengths and sizes, of which one has `more` bytes from the second turn on.
    func chunks(
        _ lengths: ContiguousArray<MediaTime>, _ bytes: ContiguousArray<Int64>, more: (segment: Int, bytes: Int64),
        _ declared: Int64
    ) -> ChunkTable {
        var (durations, sizes): (ContiguousArray<MediaTime>, ContiguousArray<Int64>) = ([], [])
        var (length, segment, isAgain) = (MediaTime.zero, 0, false)
        while length < end || !isCut && durations.count < lengths.count * Int(parts) {
            for part in 0..<parts where !isCut || length < end {
                let own = MediaTime(nanoseconds: share(part, of: lengths[segment].nanoseconds))
                durations.append(own)
                let bytes = bytes[segment].addingClamped(isAgain && segment == more.segment ? more.bytes : 0)
                sizes.append(share(part, of: bytes))
                length = length + own
            }
            isAgain = isAgain || segment + 1 == lengths.count
            segment = segment + 1 < lengths.count ? segment + 1 : first
        }
        return ChunkTable(
            duration: isCut ? end : length, segmentDurations: durations, segmentBytes: sizes,
            declaredBitRate: declared, chunksPerRequest: parts)
    }

    /// The end of the parts that are listed behind some segments: those of one segment at most. Where parts are made as
    /// long as a scenario or another track says, as many count as are whole in what is listed. Playlists round lengths.
    func end(
        ofParts behind: PlaylistEdge.Track.PartsBehind, areOwn: Bool, behindSegments count: Int, in chunks: ChunkTable
    ) -> MediaTime {
        let first = Int64(count) * parts
        if areOwn { return chunks.start(of: min(first + min(behind.count, parts), chunks.count)) }
        let place = chunks.start(of: first) + behind.length
        var last = first
        while last < min(first + parts, chunks.count) {
            let (start, end) = (chunks.start(of: last), chunks.start(of: last + 1))
            let rounding = min(PlaylistSet.tolerance, MediaTime(nanoseconds: (end - start).nanoseconds / 2))
            guard end <= place + rounding else { break }
            last += 1
        }
        return chunks.start(of: last)
    }

    /// The turns of initialization sections in what `chunks` makes of some segments; nothing where there is one section
    /// at most.
    func sections(_ sizes: PlaylistSizes, of playlist: MediaPlaylist, in chunks: ChunkTable)
        -> ContiguousArray<InitTurn>
    {
        guard sizes.sections.count > 1, sizes.firstInitializationBytes != nil else { return [] }
        var turns: ContiguousArray<InitTurn> = []
        let needing = PlaylistSizes.needing(inTurnFrom: first, playlist)
        var (chunk, segment, isAgain) = (Int64(0), 0, false)
        while chunk < chunks.count {
            // Before that one a turn that is not the first has nothing but gaps.
            let section =
                isAgain && segment <= needing
                ? segment == needing ? sizes.section(ofTurnFrom: needing, playlist) : nil
                : sizes.section(at: segment)
            if let section { turns.append(InitTurn(chunk: chunk, bytes: section.bytes)) }
            chunk += parts
            isAgain = isAgain || segment + 1 == playlist.segments.count
            segment = segment + 1 < playlist.segments.count ? segment + 1 : first
        }
        return turns
    }

    /// The chunks that are gaps in what `chunks` makes of some segments. A part that is one is not repeated.
    func gaps(of playlist: MediaPlaylist, in chunks: ChunkTable) -> ChunkRanges {
        var gaps = ChunkRanges()
        if playlist.segments.contains(where: { $0.isGap }) {
            var (chunk, segment) = (Int64(0), 0)
            while chunk < chunks.count {
                if playlist.segments[segment].isGap {
                    for part in chunk..<min(chunk + parts, chunks.count) { gaps.insert(part) }
                }
                chunk += parts
                segment = segment + 1 < playlist.segments.count ? segment + 1 : first
            }
        }
        for gap in playlist.partGaps where parts > 1 {
            let chunk = Int64(gap.segment) * parts + min(Int64(gap.part), parts - 1)
            if chunk < chunks.count { gaps.insert(chunk) }
        }
        return gaps
    }

    /// A part's share, so that all add up.
    private func share(_ part: Int64, of all: Int64) -> Int64 {
        proportion(all, part + 1, over: parts, .down) - proportion(all, part, over: parts, .down)
    }

    /// Whether segments begin at the same places, to a tenth of a second.
    static func isAligned(_ own: ContiguousArray<MediaTime>, _ other: ContiguousArray<MediaTime>) -> Bool {
        guard own.count == other.count else { return false }
        var apart = MediaTime.zero
        return own.indices.allSatisfy {
            apart = apart + (own[$0] - other[$0])
            return apart.nanoseconds.magnitude <= 100_000_000
        }
    }
}

extension MediaPlaylist {
    /// Its segments where nothing follows them, in a presentation that ends at `end`: there longer tracks are cut, and
    /// shorter ones are silent up to it.
    func chunks(_ bytes: ContiguousArray<Int64>, declaredBitRate: Int64, until end: MediaTime) -> ChunkTable {
        ChunkTable(
            duration: min(end, duration), segmentDurations: ContiguousArray(segments.map { $0.duration }),
            segmentBytes: bytes, declaredBitRate: declaredBitRate
        ).lasting(until: end)
    }
}

extension Asset {
    /// The lists of all tracks end together.
    mutating func endTogether() {
        var end = MediaTime.zero
        changeRenditions { end = max(end, $0.chunks.duration) }
        changeRenditions { $0.chunks = $0.chunks.lasting(until: end) }
        (duration, videoEnd, audioEnd) = (end, nil, nil)
    }
}
