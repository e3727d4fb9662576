import SimulationContainers
import PlayerModel

/// One track of a live source: its segments by number, and when each of them is listed.
///
/// Nothing is kept of a segment, whose time follows from its number. It is a class because it never changes, is asked
/// about each request, and would be copied each time otherwise.
package final class LiveTrack: Sendable {
    private let source: LiveSource
    let chunks: ChunkTable
    /// The chunks that are listed at a time, and how many segments of them there are.
    private let perRequest: Int64
    private let count: Int64

    package init(_ source: LiveSource, _ chunks: ChunkTable) {
        (self.source, self.chunks) = (source, chunks)
        perRequest = source.part == nil ? chunks.chunksPerSegment : 1
        count = (chunks.count + perRequest - 1) / perRequest
    }

    /// The playlist of the track at an instant. O(log n × m), where it is n segments from the one that the camera sees,
    /// and the jitter is as long as m of them.
    package func listing(at now: Instant, seed: UInt64) -> LiveListing {
        let usual = chunks.chunk(at: max(.zero, source.made(by: now))) / perRequest
        let listed = Int64(
            partitionPoint(in: 0..<Int(count), near: Int(usual)) { self.listed(segment: Int64($0), seed) > now })
        return LiveListing(first: firstKept(of: listed), end: chunk(of: listed), isEnded: listed == count)
    }

    /// When a chunk is listed.
    package func listed(_ chunk: Int64, seed: UInt64) -> Instant {
        listed(segment: min(chunk / perRequest, count - 1), seed)
    }

    /// The encoder's chunks, where a part is sent while it is made.
    var step: MediaTime? { source.chunk }

    /// Whether an answer may have parts that are not there when it begins.
    var hasOpenRange: Bool { source.hasOpenRange }

    /// The length of a chunk, and its bytes.
    func extent(of chunk: Int64) -> (length: MediaTime, bytes: Int64) {
        (chunks.start(of: chunk + 1) - chunks.start(of: chunk), chunks.bytes(of: chunk))
    }

    /// When the server has the bytes of a chunk, which is a part, up to so much of its media: none later than it is
    /// listed.
    func made(_ length: MediaTime, of chunk: Int64, seed: UInt64) -> Instant {
        let place = chunks.start(of: chunk) + length
        guard place < chunks.start(of: chunk + 1) else { return listed(chunk, seed: seed) }
        return source.after(outages: source.due(place) + (source.jitter > .zero ? late(chunk, seed) : .zero))
    }

    /// The first chunk of a segment; the count of chunks for the one behind the last.
    private func chunk(of segment: Int64) -> Int64 { min(chunks.count, segment * perRequest) }

    private func start(of segment: Int64) -> MediaTime { chunks.start(of: chunk(of: segment)) }

    /// When a segment is listed: not before those before it.
    private func listed(segment: Int64, _ seed: UInt64) -> Instant {
        var instant = source.due(start(of: segment + 1))
        if source.jitter > .zero {
            instant = instant + late(segment, seed)
            // Of those before it, as many as could be later still.
            var other = segment - 1
            while other >= 0, source.due(start(of: other + 1)) + source.jitter > instant {
                instant = max(instant, source.due(start(of: other + 1)) + late(other, seed))
                other -= 1
            }
        }
        return source.after(outages: instant)
    }

    private func late(_ segment: Int64, _ seed: UInt64) -> TimeAmount {
        var stream = RandomStream(seed: seed, name: "live", index: UInt64(segment))
        return TimeAmount(nanoseconds: Int64(stream.below(UInt64(source.jitter.nanoseconds) + 1)))
    }

    /// The first chunk that a playlist keeps which ends with that many segments.
    private func firstKept(of count: Int64) -> Int64 {
        guard let window = source.window, count > 0 else { return 0 }
        let from = start(of: count) - window
        guard from > .zero else { return 0 }
        let holder = chunks.chunk(at: from) / perRequest
        let first = chunk(of: min(start(of: holder) == from ? holder : holder + 1, count - 1))
        // A segment goes in one piece.
        return first / chunks.chunksPerSegment * chunks.chunksPerSegment
    }
}
