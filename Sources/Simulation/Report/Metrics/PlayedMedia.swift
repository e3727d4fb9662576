import PlayerModel

/// The chunks of a player's run of which something was played, and those of which nothing was.
///
/// A chunk is judged when its item leaves, when its track is dropped, when everything begins anew, or at the end of the
/// run. One that other items share stays when an item leaves. Of a file on the device no bytes came in vain. A gap
/// (EXT-X-GAP) is no chunk, though the playhead passes it.
package struct PlayedMedia: Sendable {
    /// Bytes of all tracks, and media of the first one, in chunks of which something was played.
    package private(set) var bytes: Int64 = 0
    package private(set) var media = MediaTime.zero
    /// Those of chunks of which nothing was played, and those that were wasted.
    package private(set) var bytesNeverPlayed: Int64 = 0
    /// The declared bit rates of the segments that were played, in the order of the timeline.
    package private(set) var bitRates: ContiguousArray<Int64> = []

    private let playback: Playback
    private let items: ItemMedia
    /// By asset, whether segments may come more than once, which only those of a stream do; and where there are any,
    /// when each began to be played.
    private let replaces: [Bool]
    private let starts: [SegmentStart]
    private var open: ContiguousArray<LoadedChunk> = []
    private var (nextLoad, nextStretch) = (0, 0)
    /// By holder and by track; of items that have left, none.
    private var places: ContiguousArray<[Places]> = []
    private var current = -1

    /// The places of a track that were played, and since when: before it was dropped last, other chunks were.
    private struct Places {
        var set = PlaceSet()
        var since = Instant.zero
    }

    package init(_ run: PlayerRun) {
        playback = run.playback
        items = run.playback.media
        let isReplacing = run.player.replacement != .none && run.player.variantSwitch != .fixed
        replaces = run.player.assets.map { isReplacing && $0.media.kind == .hls }
        starts = replaces.contains(true) ? SegmentStarts(run).starts : []
        bytesNeverPlayed = playback.bytesWasted
        let media = items
        var nextDrop = 0
        current = media.holder(of: 0)
        for turn in playback.items {
            while nextDrop < playback.drops.count, playback.drops[nextDrop].order < turn.order {
                drop(playback.drops[nextDrop])
                nextDrop += 1
            }
            read(through: turn.order, turn.at)
            if !media.holders.isKept(current) { close(current) }
            if turn.beginsAnew {
                // What is kept of an asset goes, whether anything of it was played or not, and items that never came.
                for asset in replaces.indices where media.holders.isKept(asset) { close(asset) }
                missAll()
            }
            current = media.holder(of: turn.item)
        }
        for drop in playback.drops[nextDrop...] { self.drop(drop) }
        read(through: .max, run.outcome.at)
        for holder in places.indices where holder == current || media.holders.isKept(holder) { close(holder) }
        missAll()
    }

    /// Reads what was loaded and played up to an entry; of a stretch that goes on, the part until `now`.
    private mutating func read(through order: Int, _ now: Instant) {
        let (loads, clock) = (playback.loads, playback.clock)
        while nextLoad < loads.count, loads[nextLoad].order < order {
            if !loads[nextLoad].isAbsent { open.append(loads[nextLoad]) }
            nextLoad += 1
        }
        while nextStretch < clock.count, clock[nextStretch].order < order {
            let stretch = clock[nextStretch]
            let holder = items.holder(of: stretch.item)
            if stretch.isMoving, holder >= 0 {
                makeRoom(for: holder)
                let last = stretch.playhead.place(at: min(stretch.playedUntil(now), now))
                let end = min(last, stretch.arrival ?? last)
                for track in places[holder].indices {
                    let since = max(places[holder][track].since, stretch.playhead.anchor)
                    let start = stretch.playhead.place(at: since)
                    if start < end { places[holder][track].set.add(start..<end) }
                }
            }
            // It is read again once it is over.
            guard let end = stretch.endOrder, end <= order else { break }
            nextStretch += 1
        }
    }

    private mutating func makeRoom(for holder: Int) {
        while places.count <= holder { places.append([]) }
        let tracks = items.tracks(ofHolder: holder).count
        while places[holder].count < tracks { places[holder].append(Places()) }
    }

    private mutating func drop(_ drop: TrackDrop) {
        read(through: drop.order, drop.at)
        let media = items
        let holders = places.indices.filter { media.asset(ofHolder: $0) == drop.asset && !places[$0].isEmpty }
        for holder in holders { places[holder][drop.track].set.settle() }
        func isDropped(_ chunk: LoadedChunk) -> Bool {
            Int(chunk.track) == drop.track && media.asset(of: chunk.item) == drop.asset
        }
        for chunk in open where isDropped(chunk) { judge(chunk) }
        open.removeAll(where: isDropped)
        for holder in holders { places[holder][drop.track] = Places(since: drop.at) }
    }

    /// Counts the bytes of a chunk, and says of which media they are if any of it was played.
    @discardableResult
    private mutating func judge(_ chunk: LoadedChunk) -> MediaTime? {
        let table = items.tracks(of: chunk.item)[Int(chunk.track)]
        let (start, end) = (table.start(of: Int64(chunk.chunk)), table.start(of: Int64(chunk.chunk) + 1))
        let holder = items.holder(of: chunk.item)
        let isPlayed =
            places.indices.contains(holder) && !places[holder].isEmpty
            && places[holder][Int(chunk.track)].set.touches(start..<end)
        guard isPlayed else {
            miss(chunk)
            return nil
        }
        bytes = bytes.addingClamped(chunk.bytes)
        return end - start
    }

    /// Nothing of a chunk was played.
    private mutating func miss(_ chunk: LoadedChunk) {
        if !items.isLocal(chunk.item) { bytesNeverPlayed = bytesNeverPlayed.addingClamped(chunk.bytes) }
    }

    /// All that is left goes without being played.
    private mutating func missAll() {
        for chunk in open { miss(chunk) }
        open = []
    }

    /// Judges all that a holder has, which goes.
    private mutating func close(_ holder: Int) {
        guard holder >= 0 else { return }
        let media = items
        makeRoom(for: holder)
        for track in places[holder].indices { places[holder][track].set.settle() }
        let perSegment = media.tracks(ofHolder: holder)[0].chunksPerRequest ?? .max
        open.sort { ($0.track, $0.chunk, $0.order) < ($1.track, $1.chunk, $1.order) }
        if replaces[media.asset(ofHolder: holder)] { dropReplaced(holder) }
        var segment = Int64(-1)
        for chunk in open where media.holder(of: chunk.item) == holder {
            guard let length = judge(chunk), chunk.track == 0 else { continue }
            self.media = self.media + length
            // After a jump into a segment its first chunk is none of those that were played.
            if Int64(chunk.chunk) % perSegment == 0 || Int64(chunk.chunk) / perSegment != segment {
                bitRates.append(media.variants[Int(chunk.variant)].bitRate)
            }
            segment = Int64(chunk.chunk) / perSegment
        }
        open.removeAll { media.holder(of: $0.item) == holder }
        places[holder] = []
    }

    /// Of chunks of the first track that came more than once, those count as never played that were not there when
    /// theirs began to be played.
    private mutating func dropReplaced(_ holder: Int) {
        var kept: ContiguousArray<LoadedChunk> = []
        for chunk in open {
            guard let last = kept.last, items.holder(of: chunk.item) == holder, last.item == chunk.item,
                chunk.track == 0, last.track == 0,
                last.chunk == chunk.chunk
            else {
                kept.append(chunk)
                continue
            }
            let begins = starts.first { $0.item == chunk.item && $0.chunks.contains(Int64(chunk.chunk)) }
            let isInTime = begins.map { chunk.at <= $0.at } ?? true
            bytesNeverPlayed = bytesNeverPlayed.addingClamped(isInTime ? last.bytes : chunk.bytes)
            if isInTime { kept[kept.count - 1] = chunk }
        }
        open = kept
    }
}
