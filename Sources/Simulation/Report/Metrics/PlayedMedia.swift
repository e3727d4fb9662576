import PlayerModel

/// The chunks of a player's run of which something was played, and those of which nothing was.
///
/// A chunk is judged when its item leaves, when its track is dropped, or at the end of the run.
package struct PlayedMedia: Sendable {
    /// Bytes of all tracks, and media of the first one, in chunks of which something was played.
    package private(set) var bytes: Int64 = 0
    package private(set) var media = MediaTime.zero
    /// Those of chunks of which nothing was played, and those that were wasted.
    package private(set) var bytesNeverPlayed: Int64 = 0
    /// The declared bit rates of the segments that were played, in the order of the timeline.
    package private(set) var bitRates: ContiguousArray<Int64> = []

    private let playback: Playback
    private var open: ContiguousArray<LoadedChunk> = []
    private var (nextLoad, nextStretch) = (0, 0)
    /// The places of the current item that were played.
    private var places = PlaceSet()

    package init(_ run: PlayerRun) {
        playback = run.playback
        bytesNeverPlayed = playback.bytesWasted
        var (current, nextDrop) = (Int32(0), 0)
        for turn in playback.items {
            while nextDrop < playback.drops.count, playback.drops[nextDrop].order < turn.order {
                drop(playback.drops[nextDrop], current)
                nextDrop += 1
            }
            read(through: turn.order, turn.at)
            closeItem(current)
            current = turn.item
        }
        for drop in playback.drops[nextDrop...] { self.drop(drop, current) }
        read(through: .max, run.outcome.at)
        closeItem(current)
        for chunk in open { bytesNeverPlayed = bytesNeverPlayed.addingClamped(chunk.bytes) }
        open = []
    }

    /// Reads what was loaded and played up to an entry; of a stretch that goes on, the part until `now`.
    private mutating func read(through order: Int, _ now: Instant) {
        while nextLoad < playback.loads.count, playback.loads[nextLoad].order < order {
            open.append(playback.loads[nextLoad])
            nextLoad += 1
        }
        while nextStretch < playback.clock.count, playback.clock[nextStretch].order < order {
            let stretch = playback.clock[nextStretch]
            if stretch.isMoving {
                places.add(stretch.playhead.place..<stretch.playhead.place(at: min(stretch.playedUntil(now), now)))
            }
            // It is read again once it is over.
            guard let end = stretch.endOrder, end <= order else { break }
            nextStretch += 1
        }
    }

    private mutating func drop(_ drop: TrackDrop, _ current: Int32) {
        read(through: drop.order, drop.at)
        places.settle()
        let media = playback.media
        func isDropped(_ chunk: LoadedChunk) -> Bool {
            Int(chunk.track) == drop.track && media.asset(of: chunk.item) == drop.asset
        }
        for chunk in open where isDropped(chunk) { judge(chunk, isCurrent: chunk.item == current) }
        open.removeAll(where: isDropped)
    }

    /// Counts the bytes of a chunk, and says of which media they are if any of it was played.
    @discardableResult
    private mutating func judge(_ chunk: LoadedChunk, isCurrent: Bool) -> MediaTime? {
        let table = playback.media.tracks(of: chunk.item)[Int(chunk.track)]
        let (start, end) = (table.start(of: Int64(chunk.chunk)), table.start(of: Int64(chunk.chunk) + 1))
        guard isCurrent, places.touches(start..<end) else {
            bytesNeverPlayed = bytesNeverPlayed.addingClamped(chunk.bytes)
            return nil
        }
        bytes = bytes.addingClamped(chunk.bytes)
        return end - start
    }

    private mutating func closeItem(_ item: Int32) {
        places.settle()
        let perSegment = playback.media.tracks(of: item)[0].chunksPerRequest ?? .max
        open.sort { $0.chunk < $1.chunk }
        for chunk in open where chunk.item == item {
            guard let length = judge(chunk, isCurrent: true), chunk.track == 0 else { continue }
            media = media + length
            if Int64(chunk.chunk) % perSegment == 0 {
                bitRates.append(playback.media.variants[Int(chunk.variant)].bitRate)
            }
        }
        open.removeAll { $0.item == item }
        places = PlaceSet()
    }
}

/// Places on a timeline, gathered as stretches in any order.
private struct PlaceSet: Sendable {
    private var stretches: ContiguousArray<Range<MediaTime>> = []

    mutating func add(_ stretch: Range<MediaTime>) {
        if !stretch.isEmpty { stretches.append(stretch) }
    }

    /// Sorts and joins. O(n log n); `touches` needs it.
    mutating func settle() {
        stretches.sort { $0.lowerBound < $1.lowerBound }
        var joined: ContiguousArray<Range<MediaTime>> = []
        for stretch in stretches {
            if let last = joined.last, stretch.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, stretch.upperBound)
            } else {
                joined.append(stretch)
            }
        }
        stretches = joined
    }

    /// Whether anything of `stretch` is in the set. O(log n).
    func touches(_ stretch: Range<MediaTime>) -> Bool {
        let index = partitionPoint(in: stretches.indices) { stretches[$0].upperBound > stretch.lowerBound }
        return index < stretches.count && stretches[index].lowerBound < stretch.upperBound
    }
}
