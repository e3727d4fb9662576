import SimulationContainers
import PlayerModel

/// The chunks of a track, each a span of media with its bytes. A file is a run of small chunks, an HLS segment is one
/// chunk or several.
package struct ChunkTable: Equatable, Sendable {
    package let duration: MediaTime
    /// The length of every chunk but the last, which may be shorter; of listed lengths the longest. Positive. Silence
    /// at the end is in none.
    package private(set) var chunkDuration: MediaTime
    /// So much of the last chunk is nothing: the track is shorter than others, and ends with them.
    private(set) var silence = MediaTime.zero
    /// The number of chunks that one request asks for; nil where one request may ask for all.
    package let chunksPerRequest: Int64?
    /// The bit rate that a player is told: the one that a variant declares, or that of a file's index.
    package let declaredBitRate: Int64
    package let count: Int64
    /// The size of every chunk but the last, where all are alike and whole; otherwise 0.
    private let uniformBytes: Int64
    /// The media time and the bytes before each chunk, and before the end; empty where the bit rate is constant. One
    /// array of both, because every copy of a table counts references for each array.
    private let marks: ContiguousArray<Mark>
    /// Whether a chunk's start is a product, or has to be looked up in `marks`.
    private var isEven: Bool

    private struct Mark: Equatable, BitwiseCopyable, Sendable {
        let start: Int64
        let bytes: Int64
    }

    /// A resource in one piece: a playlist, a key.
    package init(bytes: Int64) {
        self.init(
            duration: .seconds(1), segmentDuration: .seconds(1), chunksPerSegment: 1, segmentBytes: [bytes],
            declaredBitRate: 1)
    }

    /// The number of chunks in a segment: 1 where one request may ask for all, so that each is one.
    @inline(__always)
    package var chunksPerSegment: Int64 { chunksPerRequest ?? 1 }

    /// Chunks of a constant bit rate. Bytes are those of the media up to a chunk's end less those up to its
    /// beginning, each rounded down, so that they add up.
    package init(duration: MediaTime, chunkDuration: MediaTime, bitRate: Int64, chunksPerRequest: Int64?) {
        self.duration = duration
        self.chunkDuration = chunkDuration
        self.chunksPerRequest = chunksPerRequest
        declaredBitRate = bitRate
        count = Self.count(of: chunkDuration, in: duration)
        marks = []
        isEven = true
        let down = proportion(chunkDuration.nanoseconds, bitRate, over: 8_000_000_000, .down)
        let up = proportion(chunkDuration.nanoseconds, bitRate, over: 8_000_000_000, .up)
        uniformBytes = down == up ? down : 0
    }

    /// Segments of given sizes, each split into `chunksPerSegment` chunks of equal length; the last segment into as
    /// many as it lasts, of which the last may be shorter. Each has its part of the bytes by its length, rounded down
    /// from the beginning of the segment, so that they add up.
    package init(
        duration: MediaTime, segmentDuration: MediaTime, chunksPerSegment: Int64, segmentBytes: [Int64],
        declaredBitRate: Int64
    ) {
        self.duration = duration
        chunkDuration = MediaTime(nanoseconds: segmentDuration.nanoseconds / chunksPerSegment)
        chunksPerRequest = chunksPerSegment
        self.declaredBitRate = declaredBitRate
        count = Self.count(of: chunkDuration, in: duration)
        var marks: ContiguousArray<Mark> = [Mark(start: 0, bytes: 0)]
        marks.reserveCapacity(Int(count) + 1)
        var first = marks[0]
        for chunk in 0..<count {
            if chunk % chunksPerSegment == 0 { first = marks[marks.count - 1] }
            let segment = chunk / chunksPerSegment
            let segmentEnd = min(duration.nanoseconds, (segment + 1) * chunksPerSegment * chunkDuration.nanoseconds)
            let end = min(duration.nanoseconds, (chunk + 1) * chunkDuration.nanoseconds)
            let share = proportion(
                segmentBytes[Int(segment)], end - first.start, over: segmentEnd - first.start, .down)
            marks.append(Mark(start: end, bytes: first.bytes + share))
        }
        self.marks = marks
        isEven = true
        uniformBytes = 0
    }

    /// Segments of given lengths and sizes, one chunk each; there is at least one, and none is empty of media. All
    /// lengths and all sizes add up to what an `Int64` holds. The last segment lasts until `duration`, which lies
    /// behind its beginning.
    package init(
        duration: MediaTime, segmentDurations: ContiguousArray<MediaTime>, segmentBytes: ContiguousArray<Int64>,
        declaredBitRate: Int64, chunksPerRequest: Int64? = 1
    ) {
        self.duration = duration
        self.chunksPerRequest = chunksPerRequest
        self.declaredBitRate = declaredBitRate
        count = Int64(segmentDurations.count)
        var marks: ContiguousArray<Mark> = [Mark(start: 0, bytes: 0)]
        marks.reserveCapacity(segmentDurations.count + 1)
        var (longest, isEven) = (Int64(0), true)
        for index in segmentDurations.indices {
            let before = marks[index]
            let isLast = index + 1 == segmentDurations.count
            let end = isLast ? duration.nanoseconds : before.start + segmentDurations[index].nanoseconds
            // Like all the others but the last, which may be shorter: then starts are products.
            if index > 0, isLast ? end - before.start > longest : end - before.start != longest { isEven = false }
            longest = max(longest, end - before.start)
            marks.append(Mark(start: end, bytes: before.bytes + segmentBytes[index]))
        }
        chunkDuration = MediaTime(nanoseconds: longest)
        self.marks = marks
        self.isEven = isEven
        uniformBytes = 0
    }

    /// The same table, but its last chunk lasts until `end`, which is not before its own: a track that is shorter
    /// than others has nothing more to be loaded.
    package func lasting(until end: MediaTime) -> ChunkTable {
        guard end > duration else { return self }
        var longer = remade(until: end, ContiguousArray((0..<count).map(bytes(of:))))
        longer.silence = silence + (end - duration)
        return longer
    }

    /// The same chunks with other bytes, the last until `end`.
    func remade(until end: MediaTime, _ bytes: ContiguousArray<Int64>) -> ChunkTable {
        var table = ChunkTable(
            duration: end,
            segmentDurations: ContiguousArray((0..<count).map { start(of: $0 + 1) - start(of: $0) }),
            segmentBytes: bytes, declaredBitRate: declaredBitRate, chunksPerRequest: chunksPerRequest)
        (table.chunkDuration, table.silence) = (chunkDuration, silence)
        table.isEven = table.isEven && end - start(of: count - 1) <= chunkDuration
        return table
    }

    private static func count(of length: MediaTime, in duration: MediaTime) -> Int64 {
        (duration.nanoseconds - 1) / length.nanoseconds + 1
    }

    /// The table with that many bytes more, or fewer, in each of the chunks that begin at those places, in their order.
    package func adding(_ bytes: Int64, at places: [MediaTime]) -> ChunkTable {
        guard bytes != 0, !places.isEmpty else { return self }
        var sizes = ContiguousArray((0..<count).map { self.bytes(of: $0) })
        for place in places { sizes[Int(chunk(at: place))] += bytes }
        return remade(until: duration, sizes)
    }

    /// Whether all chunks but the last have one length.
    package var isOfEqualPieces: Bool { isEven }

    /// The length of what one request asks for.
    @inline(__always)
    package var requestDuration: MediaTime {
        guard let chunksPerRequest else { return duration }
        let (length, isTooLong) = chunkDuration.nanoseconds.multipliedReportingOverflow(by: chunksPerRequest)
        return isTooLong ? duration : min(duration, MediaTime(nanoseconds: length))
    }

    /// The start of a chunk; the duration for the one after the last.
    package func start(of chunk: Int64) -> MediaTime {
        if chunk >= count { return duration }
        return MediaTime(nanoseconds: isEven ? chunk * chunkDuration.nanoseconds : marks[Int(chunk)].start)
    }

    /// The media in chunks of which there is at least one, without silence at the end.
    @inline(__always)
    func length(of range: Range<Int64>) -> MediaTime {
        let length = start(of: range.upperBound) - start(of: range.lowerBound)
        return range.upperBound < count ? length : length - silence
    }

    /// The chunk at a place in the media; the count for the end and beyond. O(1), or O(log n) where lengths differ.
    package func chunk(at place: MediaTime) -> Int64 {
        if place >= duration { return count }
        if isEven { return place.nanoseconds / chunkDuration.nanoseconds }
        return Int64(partitionPoint(in: 1..<marks.count - 1) { marks[$0].start > place.nanoseconds } - 1)
    }

    /// The chunk behind the one at a place; behind the last one for the end and beyond.
    func end(upTo place: MediaTime) -> Int64 { place >= duration ? count : chunk(at: place) + 1 }

    package func bytes(of chunk: Int64) -> Int64 {
        if uniformBytes > 0, chunk < count - 1 { return uniformBytes }
        return bytes(before: chunk + 1) - bytes(before: chunk)
    }

    /// The size of all chunks before one.
    package func bytes(before chunk: Int64) -> Int64 {
        marks.isEmpty
            ? proportion(start(of: chunk).nanoseconds, declaredBitRate, over: 8_000_000_000, .down)
            : marks[Int(min(chunk, count))].bytes
    }

    /// Whether chunks of one table can take the place of those of the other, to a tenth of a second.
    package func isAligned(with other: ChunkTable) -> Bool {
        guard count == other.count, chunksPerRequest == other.chunksPerRequest else { return false }
        if isEven, other.isEven, chunkDuration == other.chunkDuration { return true }
        return (0..<count).allSatisfy {
            let (left, right) = (start(of: $0).nanoseconds, other.start(of: $0).nanoseconds)
            return max(left, right) - min(left, right) <= 100_000_000
        }
    }

    /// The beginning of a segment, or the end, that is nearest to a place; of two the earlier.
    package func segmentBoundary(nearest place: MediaTime) -> MediaTime {
        guard let chunksPerRequest, place < duration else { return place }
        let first = chunk(at: place) / chunksPerRequest * chunksPerRequest
        let (before, behind) = (start(of: first), start(of: endOfRequest(from: first)))
        return place - before <= behind - place ? before : behind
    }

    /// The first chunk that begins at a place or behind it; the count where none does.
    func first(from place: MediaTime) -> Int64 {
        let chunk = chunk(at: place)
        return chunk < count && start(of: chunk) < place ? chunk + 1 : chunk
    }

    /// The first chunk of the request that brings a chunk.
    func startOfRequest(of chunk: Int64) -> Int64 {
        guard let chunksPerRequest else { return 0 }
        return chunk / chunksPerRequest * chunksPerRequest
    }

    /// The beginning of the request that brings what is at a place before the end: of its segment.
    func startOfRequest(at place: MediaTime) -> MediaTime {
        start(of: startOfRequest(of: chunk(at: place)))
    }

    /// The end of the request that begins with a chunk.
    package func endOfRequest(from chunk: Int64) -> Int64 {
        guard let chunksPerRequest else { return count }
        return min(count, (chunk / chunksPerRequest + 1) * chunksPerRequest)
    }
}
