import PlayerModel

/// The media that is loaded of an item, track by track: playable is what all tracks have.
package struct MediaBuffer: Equatable, Sendable {
    /// A track's chunks, and which of them are loaded.
    package struct Track: Equatable, Sendable {
        /// Of several renditions the first one's: their segments begin at the same places.
        package let chunks: ChunkTable
        package private(set) var loaded = ChunkRanges()
        /// The bit rate that a player is told of what is fetched now.
        var bitRate: Int64

        package init(chunks: ChunkTable) {
            self.chunks = chunks
            bitRate = chunks.declaredBitRate
        }

        package mutating func load(_ chunk: Int64) { loaded.insert(chunk) }

        package func firstMissing(from place: MediaTime) -> Int64 {
            loaded.firstMissing(from: chunks.chunk(at: place))
        }

        /// How far the track is loaded without a gap from `place` on.
        package func loadedEnd(from place: MediaTime) -> MediaTime {
            max(place, chunks.start(of: firstMissing(from: place)))
        }

        /// The end of the gap that begins with `chunk`, which is missing, and what is missing behind that up to
        /// `end`, as a player expects it. O(n) in ranges.
        func gaps(from chunk: Int64, to end: Int64) -> (firstEnd: Int64, rest: BufferState.Awaited) {
            var length = MediaTime.zero
            var requests: Int64 = 0
            var first: Range<Int64>?
            var last = end..<end
            var firstEnd = end
            loaded.forEachGap(from: chunk, to: end) { gap in
                if gap.lowerBound == chunk { return firstEnd = gap.upperBound }
                length = length + chunks.length(of: gap)
                requests += self.requests(for: gap)
                first = first ?? gap
                last = gap
            }
            guard let first else { return (firstEnd, .nothing) }
            var rest = awaited(last)
            rest.bytes = expectedBytes(in: length)
            rest.requests = requests
            rest.nextBytes = expectedBytes(first.lowerBound..<first.lowerBound + 1)
            return (firstEnd, rest)
        }

        /// A gap, as a player expects it; it must not be empty. Constant time.
        func awaited(_ gap: Range<Int64>) -> BufferState.Awaited {
            let last = gap.upperBound - 1
            var sum = BufferState.Awaited(
                bytes: expectedBytes(gap), requests: requests(for: gap),
                nextBytes: expectedBytes(gap.lowerBound..<gap.lowerBound + 1), nextRequests: 0,
                lastChunkStart: chunks.start(of: last))
            guard gap.count > 1 else { return sum }
            if chunks.length(of: last..<gap.upperBound) < chunks.chunkDuration {
                sum.beforeLast = checkpoint(last - 1, in: gap)
            }
            if let perRequest = chunks.chunksPerRequest, perRequest > 1 {
                sum.lastRequest = checkpoint(max(gap.lowerBound, last / perRequest * perRequest), in: gap)
            }
            return sum
        }

        private func checkpoint(_ chunk: Int64, in gap: Range<Int64>) -> BufferState.Awaited.Checkpoint {
            let behind = chunk + 1..<gap.upperBound
            return .init(
                start: chunks.start(of: chunk), bytesBehind: expectedBytes(behind),
                requestsBehind: requests(for: gap) - requests(for: gap.lowerBound..<chunk + 1))
        }

        /// The missing part of some chunks, as a player expects it: bytes, rounded, and requests. O(n) in ranges.
        func missing(_ chunks: Range<Int64>, _ rounding: Rounding) -> (bytes: Int64, requests: Int64) {
            var (length, requests) = (MediaTime.zero, Int64(0))
            loaded.forEachGap(from: chunks.lowerBound, to: chunks.upperBound) { gap in
                length = length + self.chunks.length(of: gap)
                requests += self.requests(for: gap)
            }
            return (expectedBytes(in: length, rounding), requests)
        }

        @inline(__always)
        private func expectedBytes(_ range: Range<Int64>) -> Int64 {
            expectedBytes(in: chunks.length(of: range))
        }

        /// The bytes that a player expects of a length of media, from the declared bit rate.
        @inline(__always)
        func expectedBytes(in length: MediaTime, _ rounding: Rounding = .up) -> Int64 {
            proportion(length.nanoseconds, bitRate, over: 8_000_000_000, rounding)
        }

        /// A file is asked for in one go, a segment at a time.
        private func requests(for range: Range<Int64>) -> Int64 {
            guard let perRequest = chunks.chunksPerRequest else { return 1 }
            if perRequest == 1 { return range.upperBound - range.lowerBound }
            return (range.upperBound - 1) / perRequest - range.lowerBound / perRequest + 1
        }
    }

    package private(set) var tracks: ContiguousArray<Track>
    /// The renditions of what was loaded of the first track first and last; -1 where nothing was.
    private(set) var firstRendition: Int32 = -1
    private(set) var lastRendition: Int32 = -1
    /// By chunk of the first track, the rendition of what is loaded, where somebody wants to know; -1 of what is not.
    private(set) var renditions: ContiguousArray<Int16> = []

    /// By track, the chunks that count as loaded though nothing of them is there; empty where there are none.
    private var absent: ContiguousArray<ChunkRanges> = []
    /// The chunks of the sound beside that count as loaded because sound alone was, with nothing in them.
    private(set) var filled = ChunkRanges()

    package init(tracks: [ChunkTable]) { self.tracks = ContiguousArray(tracks.map(Track.init)) }

    package mutating func load(_ chunk: Int64, ofTrack track: Int) {
        tracks[track].load(chunk)
        if track < absent.count { absent[track].remove(chunk) }
        if track == 1, !filled.isEmpty { filled.remove(chunk) }
    }

    /// A chunk of the sound counts as loaded: sound alone plays in its place.
    mutating func noteFilled(_ chunk: Int64) { filled.insert(chunk) }

    /// A chunk that was loaded has nothing in it: what is fetched has a gap there.
    mutating func noteAbsent(_ chunk: Int64, ofTrack track: Int) {
        while absent.count <= track { absent.append(ChunkRanges()) }
        absent[track].insert(chunk)
    }

    /// The chunks of a track that count as loaded though nothing of them is there.
    func absent(ofTrack track: Int) -> ChunkRanges { track < absent.count ? absent[track] : ChunkRanges() }

    /// The length of the request that begins with a chunk of a track.
    func segment(_ chunk: Int64, ofTrack track: Int) -> MediaTime {
        let chunks = tracks[track].chunks
        return chunks.start(of: chunks.endOfRequest(from: chunk)) - chunks.start(of: chunk)
    }

    /// A chunk of the first track was loaded in a rendition; which one is kept where somebody wants to know.
    @inline(__always)
    mutating func note(_ rendition: Int, ofChunk chunk: Int64, isKept: Bool) {
        lastRendition = Int32(rendition)
        if firstRendition < 0 { firstRendition = lastRendition }
        if isKept { keep(rendition, ofChunk: Int(chunk)) }
    }

    private mutating func keep(_ rendition: Int, ofChunk chunk: Int) {
        while renditions.count <= chunk { renditions.append(-1) }
        renditions[chunk] = Int16(rendition)
    }

    /// All that is still to come of a track has another bit rate.
    mutating func expect(_ bitRate: Int64, ofTrack track: Int) { tracks[track].bitRate = bitRate }

    /// Drops what is loaded of a track, and puts another in its place.
    package mutating func replace(_ track: Int, with chunks: ChunkTable) {
        tracks[track] = Track(chunks: chunks)
        if track < absent.count { absent[track] = ChunkRanges() }
        if track == 1 { filled = ChunkRanges() }
    }

    /// How far media is loaded without a gap from `place` on, in all tracks.
    package func playableEnd(from place: MediaTime) -> MediaTime {
        var end = MediaTime.unlimited
        for track in tracks.indices { end = min(end, tracks[track].loadedEnd(from: place)) }
        return end
    }

    /// `loadedTimeRanges`: the stretches that all tracks have, in order. O(n) in ranges.
    package var loadedTimeRanges: [Range<MediaTime>] {
        var result = Self.timeRanges(of: tracks[0])
        for track in tracks.dropFirst() { result = Self.intersection(result, Self.timeRanges(of: track)) }
        return result
    }

    private static func timeRanges(of track: Track) -> [Range<MediaTime>] {
        track.loaded.ranges.map { track.chunks.start(of: $0.lowerBound)..<track.chunks.start(of: $0.upperBound) }
    }

    private static func intersection(_ left: [Range<MediaTime>], _ right: [Range<MediaTime>]) -> [Range<MediaTime>] {
        var result: [Range<MediaTime>] = []
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            let start = max(left[i].lowerBound, right[j].lowerBound)
            let end = min(left[i].upperBound, right[j].upperBound)
            if start < end { result.append(start..<end) }
            if left[i].upperBound < right[j].upperBound { i += 1 } else { j += 1 }
        }
        return result
    }
}

extension BufferState.Awaited {
    /// Adds up what is awaited, and more of the same track behind it.
    func joined(with behind: BufferState.Awaited) -> BufferState.Awaited {
        guard behind.bytes > 0 else { return self }
        var sum = behind
        sum.bytes += bytes
        sum.requests += requests
        sum.nextBytes = bytes > 0 ? nextBytes : behind.nextBytes
        return sum
    }
}
