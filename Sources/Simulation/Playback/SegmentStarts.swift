import SimulationContainers
import PlayerModel

/// A segment of a stream's first track that began to be played: after a jump into the middle of it, from there on. A
/// gap (EXT-X-GAP) is none.
package struct SegmentStart: Equatable, Sendable {
    package let at: Instant
    package let item: Int32
    package let chunks: Range<Int64>
    /// The variant that was there when it began.
    package let variant: Int
}

/// The segments of a player's run in the order in which they began to be played: what was played twice counts twice.
package struct SegmentStarts: Sendable {
    package private(set) var starts: [SegmentStart] = []
    /// The time in which the playhead moved, and the time that was spent waiting after jumps.
    package private(set) var moving = TimeAmount.zero
    package private(set) var waitedAfterJumps = TimeAmount.zero
    private let playback: Playback
    /// The chunks of the first track that came, in the order of who holds them, of chunks and of time.
    private let loads: [(holder: Int, load: LoadedChunk)]

    package init(_ run: PlayerRun) {
        playback = run.playback
        let media = playback.media
        loads = playback.loads.filter { $0.track == 0 }.map { (media.holder(of: $0.item), $0) }.sorted {
            ($0.holder, $0.load.chunk, $0.load.order) < ($1.holder, $1.load.chunk, $1.load.order)
        }
        var (last, jumpedAt, hasMoved): (ClockStretch?, Instant?, Bool) = (nil, nil, false)
        for (index, stretch) in playback.clock.enumerated() {
            if index > 0, playback.clock[index - 1].end == .jump, hasMoved { jumpedAt = jumpedAt ?? stretch.from }
            guard stretch.isMoving else { continue }
            if let jump = jumpedAt { waitedAfterJumps = waitedAfterJumps + waited(from: jump, to: stretch.from) }
            jumpedAt = nil
            add(stretch, after: last, run.outcome.at)
            hasMoved = true
            // Where it was left at once, as where one seeks twice in an instant, nothing was begun that could go on.
            if stretch.arrival != stretch.playhead.place { last = stretch }
        }
    }

    private mutating func add(_ stretch: ClockStretch, after last: ClockStretch?, _ now: Instant) {
        let until = max(stretch.from, min(stretch.playedUntil(now), now))
        moving = moving + (until - stretch.from)
        let chunks = playback.media.tracks(of: stretch.item)[0]
        guard let perSegment = chunks.chunksPerRequest else { return }
        let (place, end) = (stretch.playhead.place, min(stretch.playhead.place(at: until), chunks.duration))
        guard place < end else { return }
        let goesOn = last.map { $0.item == stretch.item && $0.arrival == place } ?? false
        let first = chunks.chunk(at: place)
        var chunk = first / perSegment * perSegment
        // What was begun before goes on.
        if goesOn, chunks.start(of: chunk) < place { chunk += perSegment }
        while chunk < chunks.count, chunks.start(of: chunk) < end {
            let at = stretch.playhead.instant(reaching: chunks.start(of: chunk))
            // Of a segment that is jumped into the middle of, its first chunk need not be there.
            let load = load(of: max(chunk, first), stretch.item, at: at)
            let end = chunks.endOfRequest(from: chunk)
            if load?.isAbsent != true {
                let variant = load.map { Int($0.variant) } ?? 0
                starts.append(SegmentStart(at: at, item: stretch.item, chunks: chunk..<end, variant: variant))
            }
            chunk = end
        }
    }

    /// The last that came of a chunk by an instant.
    private func load(of chunk: Int64, _ item: Int32, at instant: Instant) -> LoadedChunk? {
        let holder = playback.media.holder(of: item)
        let next = partitionPoint(in: loads.indices) {
            (loads[$0].holder, Int64(loads[$0].load.chunk), loads[$0].load.at) > (holder, chunk, instant)
        }
        return next > 0 ? loads[next - 1].load : nil
    }

    /// The time between two instants in which the player waited.
    private func waited(from start: Instant, to end: Instant) -> TimeAmount {
        playback.waits.reduce(.zero) { sum, wait in
            let length = min(wait.to ?? end, end) - max(wait.from, start)
            return length > .zero ? sum + length : sum
        }
    }
}

extension ClockStretch {
    /// Since when the playhead moves so, or rests.
    var from: Instant { playhead.anchor }
}
