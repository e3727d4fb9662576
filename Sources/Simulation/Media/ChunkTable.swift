import PlayerModel

/// A track's chunks: each a span of media with its bytes. A file is a run of small ones, an HLS segment is one or
/// several.
package struct ChunkTable: Equatable, Sendable {
    /// The length of the track.
    package let duration: MediaTime
    /// The length of every chunk but the last, which may be shorter; positive.
    package let chunkDuration: MediaTime
    /// How many chunks one request asks for; nil where one request may ask for all.
    package let chunksPerRequest: Int64?
    /// The bit rate that a player is told: a variant's declared one, or that of a file's index.
    package let declaredBitRate: Int64
    /// How many chunks there are.
    package let count: Int64
    /// The size of every chunk but the last, where all are alike and whole; else 0.
    private let uniformBytes: Int64
    /// Bytes before each chunk, and all bytes last; empty where the bit rate is constant.
    private let bytesBefore: ContiguousArray<Int64>

    /// Chunks of a constant bit rate. Bytes are those of the media up to a chunk's end less those up to its
    /// beginning, each rounded down, so that they add up.
    package init(duration: MediaTime, chunkDuration: MediaTime, bitRate: Int64, chunksPerRequest: Int64?) {
        self.duration = duration
        self.chunkDuration = chunkDuration
        self.chunksPerRequest = chunksPerRequest
        declaredBitRate = bitRate
        count = Self.count(of: chunkDuration, in: duration)
        bytesBefore = []
        let down = proportion(chunkDuration.nanoseconds, bitRate, over: 8_000_000_000, .down)
        let up = proportion(chunkDuration.nanoseconds, bitRate, over: 8_000_000_000, .up)
        uniformBytes = down == up ? down : 0
    }

    /// Segments of given sizes, each split into `chunksPerSegment` chunks of equal length and size, the remainder
    /// first.
    package init(
        duration: MediaTime, segmentDuration: MediaTime, chunksPerSegment: Int64, segmentBytes: [Int64],
        declaredBitRate: Int64
    ) {
        self.duration = duration
        chunkDuration = MediaTime(nanoseconds: segmentDuration.nanoseconds / chunksPerSegment)
        chunksPerRequest = chunksPerSegment
        self.declaredBitRate = declaredBitRate
        count = Self.count(of: chunkDuration, in: duration)
        var sums: ContiguousArray<Int64> = [0]
        sums.reserveCapacity(Int(count) + 1)
        for chunk in 0..<count {
            let segment = Int(chunk / chunksPerSegment)
            let chunksHere = min(chunksPerSegment, count - Int64(segment) * chunksPerSegment)
            let (share, rest) = segmentBytes[segment].quotientAndRemainder(dividingBy: chunksHere)
            sums.append(sums[sums.count - 1] + share + (chunk % chunksPerSegment < rest ? 1 : 0))
        }
        bytesBefore = sums
        uniformBytes = 0
    }

    private static func count(of length: MediaTime, in duration: MediaTime) -> Int64 {
        (duration.nanoseconds - 1) / length.nanoseconds + 1
    }

    /// Where a chunk begins; the duration for the one after the last.
    package func start(of chunk: Int64) -> MediaTime {
        chunk >= count ? duration : MediaTime(nanoseconds: chunk * chunkDuration.nanoseconds)
    }

    /// The chunk at a place; the count for the end and beyond.
    package func chunk(at place: MediaTime) -> Int64 {
        place >= duration ? count : place.nanoseconds / chunkDuration.nanoseconds
    }

    /// A chunk's size.
    package func bytes(of chunk: Int64) -> Int64 {
        if uniformBytes > 0, chunk < count - 1 { return uniformBytes }
        return bytes(before: chunk + 1) - bytes(before: chunk)
    }

    /// The size of all chunks before one.
    package func bytes(before chunk: Int64) -> Int64 {
        if bytesBefore.isEmpty {
            return proportion(start(of: chunk).nanoseconds, declaredBitRate, over: 8_000_000_000, .down)
        }
        return bytesBefore[Int(min(chunk, count))]
    }

    /// What a player expects of a length of media, from the declared bit rate, rounded up.
    package func expectedBytes(in length: MediaTime) -> Int64 {
        proportion(length.nanoseconds, declaredBitRate, over: 8_000_000_000, .up)
    }

    /// The end of the request that begins with a chunk.
    package func endOfRequest(from chunk: Int64) -> Int64 {
        guard let chunksPerRequest else { return count }
        return min(count, (chunk / chunksPerRequest + 1) * chunksPerRequest)
    }
}
