import PlayerModel

/// What is loaded of an item, track by track; what is playable is what all tracks have.
package struct MediaBuffer: Equatable, Sendable {
    /// A track's chunks, and which of them are loaded.
    package struct Track: Equatable, Sendable {
        package let chunks: ChunkTable
        package private(set) var loaded = ChunkRanges()

        package init(chunks: ChunkTable) { self.chunks = chunks }

        /// Takes a chunk in.
        package mutating func load(_ chunk: Int64) { loaded.insert(chunk) }

        /// The first chunk at or behind `place` that is not loaded.
        package func firstMissing(from place: MediaTime) -> Int64 {
            loaded.firstMissing(from: chunks.chunk(at: place))
        }

        /// How far the track is loaded without a gap from `place` on.
        package func loadedEnd(from place: MediaTime) -> MediaTime {
            max(place, chunks.start(of: firstMissing(from: place)))
        }

        /// What is missing of the track between `chunk`, which is missing, and `end`, as a player expects it.
        func awaited(from chunk: Int64, to end: Int64) -> BufferState.Awaited {
            var sum = BufferState.Awaited.nothing
            sum.nextBytes = expectedBytes(chunk..<chunk + 1)
            var gap = chunk..<min(loaded.firstPresent(after: chunk) ?? end, end)
            while !gap.isEmpty {
                sum.bytes += expectedBytes(gap)
                sum.requests += requests(for: gap)
                sum.lastChunkStart = chunks.start(of: gap.upperBound - 1)
                guard gap.upperBound < end else { break }
                let next = loaded.firstMissing(from: gap.upperBound)
                gap = next..<max(next, min(loaded.firstPresent(after: next) ?? end, end))
            }
            return sum
        }

        private func expectedBytes(_ range: Range<Int64>) -> Int64 {
            chunks.expectedBytes(in: chunks.start(of: range.upperBound) - chunks.start(of: range.lowerBound))
        }

        /// A file is asked for in one go, a segment at a time.
        private func requests(for range: Range<Int64>) -> Int64 {
            guard let perRequest = chunks.chunksPerRequest else { return 1 }
            if perRequest == 1 { return range.upperBound - range.lowerBound }
            return (range.upperBound - 1) / perRequest - range.lowerBound / perRequest + 1
        }
    }

    package private(set) var tracks: ContiguousArray<Track>

    /// Nothing loaded of these tracks.
    package init(tracks: [ChunkTable]) {
        self.tracks = ContiguousArray(tracks.map(Track.init))
    }

    package mutating func load(_ chunk: Int64, ofTrack track: Int) { tracks[track].load(chunk) }

    /// Everything goes: another item's buffer begins empty.
    package mutating func clear() {
        tracks = ContiguousArray(tracks.map { Track(chunks: $0.chunks) })
    }

    /// How far media is loaded without a gap from `place` on, in all tracks.
    package func playableEnd(from place: MediaTime) -> MediaTime {
        var end = MediaTime.unlimited
        for track in tracks { end = min(end, track.loadedEnd(from: place)) }
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
