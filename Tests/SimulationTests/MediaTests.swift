import PlayerModel
import Testing

@testable import Simulation

private func seconds(_ count: Int64) -> MediaTime { .seconds(count) }
private func ms(_ milliseconds: Int64) -> MediaTime { MediaTime(nanoseconds: milliseconds * 1_000_000) }

private func table(_ length: MediaTime, _ chunk: MediaTime, _ bitRate: Int64, per request: Int64? = nil) -> ChunkTable
{
    ChunkTable(duration: length, chunkDuration: chunk, bitRate: bitRate, chunksPerRequest: request)
}

@Suite struct ChunkTables {
    @Test(
        arguments: [
            (seconds(39), ms(100), 2_000_000), (ms(38_950), ms(100), 2_000_000), (ms(1), seconds(6), 1),
            (MediaTime(nanoseconds: 1_000_000_007), MediaTime(nanoseconds: 33_333_333), 999_983),
            (seconds(10), ms(7), 64_001),
        ] as [(MediaTime, MediaTime, Int64)])
    func `chunks of a constant bit rate add up, and cover the length`(
        length: MediaTime, chunk: MediaTime, bitRate: Int64
    ) {
        let chunks = table(length, chunk, bitRate)
        #expect(chunks.count == (length.nanoseconds + chunk.nanoseconds - 1) / chunk.nanoseconds)
        var bytes: Int64 = 0
        for index in 0..<chunks.count {
            #expect(chunks.bytes(before: index) == bytes)
            #expect(chunks.start(of: index).nanoseconds == index * chunk.nanoseconds)
            #expect(chunks.chunk(at: chunks.start(of: index)) == index)
            let last = MediaTime(nanoseconds: chunks.start(of: index + 1).nanoseconds - 1)
            #expect(chunks.chunk(at: last) == index)
            bytes += chunks.bytes(of: index)
        }
        #expect(chunks.bytes(before: chunks.count) == bytes)
        #expect(bytes == proportion(length.nanoseconds, bitRate, over: 8_000_000_000, .down))
        #expect(chunks.start(of: chunks.count) == length)
        #expect(chunks.chunk(at: length) == chunks.count)
        #expect(MediaBuffer.Track(chunks: chunks).expectedBytes(in: length) - bytes <= 1)
    }

    @Test func `the last chunk may be short`() {
        let chunks = table(ms(250), ms(100), 8000)
        #expect((0..<3).map { chunks.bytes(of: $0) } == [100, 100, 50])
        #expect((0...4).map { chunks.start(of: $0) } == [.zero, ms(100), ms(200), ms(250), ms(250)])
    }

    @Test func `listed sizes are split by length`() {
        let chunks = ChunkTable(
            duration: seconds(14), segmentDuration: seconds(6), chunksPerSegment: 3, segmentBytes: [11, 3, 7],
            declaredBitRate: 1000)
        // Two seconds are left for the third segment, which is one chunk of the nine that there might have been.
        #expect(chunks.count == 7)
        #expect((0..<7).map { chunks.bytes(of: $0) } == [3, 4, 4, 1, 1, 1, 7])
        #expect(chunks.bytes(before: 7) == 21)
        #expect(chunks.chunkDuration == seconds(2))
        let track = MediaBuffer.Track(chunks: chunks)
        #expect(track.expectedBytes(in: seconds(2)) == 250, "what is declared, not what is")
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `listed sizes add up, whatever they are split into`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "sizes")
        let parts = Int64(1 + random.below(6))
        let segments = Int64(1 + random.below(6))
        let short = Int64(random.below(60))
        let sizes = (0..<segments).map { _ in Int64(1 + random.below(40)) }
        let chunks = ChunkTable(
            duration: MediaTime(nanoseconds: segments * 60 - short), segmentDuration: MediaTime(nanoseconds: 60),
            chunksPerSegment: parts, segmentBytes: sizes, declaredBitRate: 1000)
        var sums = [Int64](repeating: 0, count: Int(segments))
        for chunk in 0..<chunks.count {
            let (bytes, segment) = (chunks.bytes(of: chunk), Int(chunk / parts))
            sums[segment] += bytes
            let whole = Int64(segment + 1) == segments ? 60 - short : 60
            let length = (chunks.start(of: chunk + 1) - chunks.start(of: chunk)).nanoseconds
            #expect((bytes * whole - sizes[segment] * length).magnitude < whole, "within a byte of its share")
        }
        #expect(sums == sizes)
    }

    @Test func `sizes that are listed as a bit rate makes them come in the same pieces`() {
        let (listed, made) = (
            ChunkTable(
                duration: seconds(10), segmentDuration: seconds(6), chunksPerSegment: 4,
                segmentBytes: [150_000, 100_000], declaredBitRate: 200_000),
            ChunkTable(
                duration: seconds(10), chunkDuration: ms(1500), bitRate: 200_000, chunksPerRequest: 4)
        )
        let bytes = (0..<7 as Range<Int64>).map { listed.bytes(of: $0) }
        #expect(bytes == [37_500, 37_500, 37_500, 37_500, 37_500, 37_500, 25_000])
        #expect(bytes == (0..<7).map { made.bytes(of: $0) })
    }

    @Test(arguments: [[6000, 6000, 6000, 1500], [6006, 5994, 6, 12_000, 1], [4000], [2000, 6000], [1, 1, 1, 2]])
    func `segments of listed lengths lie end to end`(lengths: [Int64]) {
        let durations = ContiguousArray(lengths.map { ms($0) })
        let sizes = ContiguousArray(lengths.indices.map { Int64($0 * $0) })
        let end = ms(lengths.reduce(0, +))
        let chunks = ChunkTable(
            duration: end, segmentDurations: durations, segmentBytes: sizes, declaredBitRate: 8000)
        #expect(chunks.count == Int64(lengths.count))
        #expect(chunks.chunkDuration == durations.max())
        var (start, bytes) = (MediaTime.zero, Int64(0))
        for index in 0..<chunks.count {
            #expect(chunks.start(of: index) == start)
            #expect(chunks.bytes(before: index) == bytes)
            #expect(chunks.bytes(of: index) == sizes[Int(index)])
            #expect(chunks.chunk(at: start) == index)
            start = start + durations[Int(index)]
            bytes += sizes[Int(index)]
            #expect(chunks.chunk(at: MediaTime(nanoseconds: start.nanoseconds - 1)) == index)
        }
        #expect(chunks.start(of: chunks.count) == end)
        #expect(chunks.chunk(at: end) == chunks.count)
        #expect(chunks.bytes(before: chunks.count) == bytes)
        #expect(chunks.endOfRequest(from: 0) == 1)
    }

    @Test func `a request for a file asks for all, one for a segment for its chunks`() {
        let file = table(seconds(10), seconds(1), 8000)
        #expect(file.endOfRequest(from: 0) == 10)
        #expect(file.endOfRequest(from: 9) == 10)
        let stream = table(seconds(10), seconds(1), 8000, per: 4)
        #expect((0..<10).map { stream.endOfRequest(from: $0) } == [4, 4, 4, 4, 8, 8, 8, 8, 10, 10])
    }
}

@Suite struct ChunkRangeSets {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `ranges say what a set of chunks says`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "ranges")
        let span = 2 + random.below(40)
        var ranges = ChunkRanges()
        var set: Set<Int64> = []
        for _ in 0..<60 {
            let chunk = Int64(random.below(span))
            // Half of the time the next one of a run, as media comes.
            let next = random.below(2) == 0 ? chunk : ranges.firstMissing(from: chunk)
            ranges.insert(next)
            set.insert(next)
            #expect(ranges.ranges.flatMap(Array.init) == set.sorted())
            for (left, right) in zip(ranges.ranges, ranges.ranges.dropFirst()) {
                #expect(left.upperBound < right.lowerBound, "ranges neither touch nor overlap")
            }
            for place in 0...Int64(span) + 2 {
                #expect(ranges.firstMissing(from: place) == (place...).first { !set.contains($0) })
                #expect(ranges.firstPresent(after: place) == set.filter { $0 > place }.min())
            }
        }
        #expect(!ranges.isEmpty)
    }

    @Test func `in an empty set everything is missing`() {
        let ranges = ChunkRanges()
        #expect(ranges.isEmpty)
        #expect(ranges.firstMissing(from: 7) == 7)
        #expect(ranges.firstPresent(after: 0) == nil)
    }
}

@Suite struct Buffers {
    @Test func `what is playable is what all tracks have`() {
        var buffer = MediaBuffer(tracks: [table(seconds(12), seconds(6), 8000), table(seconds(12), seconds(4), 8000)])
        #expect(buffer.loadedTimeRanges.isEmpty)
        #expect(buffer.playableEnd(from: .zero) == .zero)
        buffer.load(0, ofTrack: 0)
        #expect(buffer.playableEnd(from: .zero) == .zero)
        #expect(buffer.loadedTimeRanges.isEmpty)
        buffer.load(0, ofTrack: 1)
        #expect(buffer.playableEnd(from: .zero) == seconds(4))
        buffer.load(2, ofTrack: 1)
        buffer.load(1, ofTrack: 0)
        #expect(buffer.loadedTimeRanges == [.zero..<seconds(4), seconds(8)..<seconds(12)])
        #expect(buffer.playableEnd(from: seconds(3)) == seconds(4))
        #expect(buffer.playableEnd(from: seconds(5)) == seconds(5), "a gap of one track is a gap")
        #expect(buffer.playableEnd(from: seconds(9)) == seconds(12))
        #expect(buffer.playableEnd(from: seconds(12)) == seconds(12))
        buffer.load(1, ofTrack: 1)
        #expect(buffer.loadedTimeRanges == [.zero..<seconds(12)])
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `places are playable exactly where all tracks have them`(seed: UInt64) {
        var random = RandomStream(seed: seed, name: "buffer")
        let lengths = (0...random.below(3)).map { _ in MediaTime(nanoseconds: 1 + Int64(random.below(7))) }
        let end = MediaTime(nanoseconds: 30)
        var buffer = MediaBuffer(tracks: lengths.map { table(end, $0, 8000) })
        var loaded = lengths.map { _ in Set<Int64>() }
        for _ in 0..<50 {
            let track = Int(random.below(UInt64(lengths.count)))
            let chunk = Int64(random.below(UInt64(buffer.tracks[track].chunks.count)))
            buffer.load(chunk, ofTrack: track)
            loaded[track].insert(chunk)
            func has(_ place: Int64) -> Bool {
                lengths.indices.allSatisfy { loaded[$0].contains(place / lengths[$0].nanoseconds) }
            }
            let ranges = buffer.loadedTimeRanges
            for place in 0..<30 as Range<Int64> {
                let time = MediaTime(nanoseconds: place)
                #expect(ranges.contains { $0.contains(time) } == has(place))
                let playable = (place..<30).first { !has($0) } ?? 30
                #expect(buffer.playableEnd(from: time).nanoseconds == playable)
            }
        }
    }
}
