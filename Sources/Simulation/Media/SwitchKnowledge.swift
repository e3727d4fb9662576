import PlayerModel

/// The knowledge with which a rule decides on the variant of a segment, and the events of which it is told.
extension Loader {
    /// A question about the segment that begins with `chunk`. What the rule has no use for is left empty.
    ///
    /// It changes nothing. But whoever may change is asked in place, and would be copied first otherwise.
    mutating func question(
        about chunk: Int64, _ estimate: ThroughputEstimate, _ now: Instant
    ) -> SwitchQuestion {
        let perRequest = order.buffer.tracks[0].chunks.chunksPerSegment
        var question = SwitchQuestion(
            current: load.selector.rung, ahead: ahead(now), wanted: goal(now).length,
            segment: order.buffer.segment(chunk, ofTrack: 0),
            remaining: (load.fetches[0].endChunk - chunk - 1) / perRequest + 1, throughput: estimate,
            latency: meter.throughput.meanLatency)
        fill(&question, about: chunk, perRequest, now)
        return question
    }

    /// In place: a question that is changed where it is returned is copied once more.
    private mutating func fill(
        _ question: inout SwitchQuestion, about chunk: Int64, _ perRequest: Int64, _ now: Instant
    ) {
        let needs = load.selector.rule.needs
        let start = order.focus == 0 ? origin : order.items[order.focus].start
        question.lastSegment = lastSegment(before: chunk, perRequest, now)
        question.averageSegment = averageSegment
        question.now = now
        question.place = playhead.place(at: now)
        question.duration = order.chunks(0).duration
        question.speed = speed
        question.liveEnd = liveEnd
        question.index = chunk / perRequest
        question.count = (load.fetches[0].endChunk - 1) / perRequest + 1
        question.origin = order.chunks(0).chunk(at: start) / perRequest
        if needs.playlists { question.playlists = missingPlaylists() }
        if needs.sizes > 0 { question.sizes = sizes(from: chunk, ofSegments: needs.sizes) }
        if load.selector.keepsRenditions {
            (question.buffered, question.playedOfFirst) = buffered(before: chunk, now)
        }
    }

    /// The end of what is listed of a stream that goes on, also while another variant's playlist is on its way; nil
    /// where there is an end. ExoPlayer keeps it of whichever playlist came last (HlsChunkSource.java,
    /// `liveEdgeInPeriodTimeUs`).
    var liveEnd: MediaTime? {
        @inline(__always)
        get {
            guard load.isLive, let listing = load.live.newest?.listing, !listing.isEnded else { return nil }
            return order.buffer.tracks[0].chunks.start(of: listing.end)
        }
    }

    /// The playlists that have to come before segments of other rungs can be asked for: those that are not there. Of a
    /// live stream all are loaded anew.
    func missingPlaylists() -> MissingPlaylists {
        var missing = MissingPlaylists(transfer: load.opening.playlistTransfer)
        // Where what is fetched has none to be loaded, nothing has.
        if load.opening.playlist(ofRendition: load.selector.current, ofAudio: false) == nil { return missing }
        let isLive = liveEnd != nil
        for rung in load.selector.ladder.rungs {
            let file = load.opening.playlist(ofRendition: rung.variant, ofAudio: false)
            missing.rungs.append(file.map { isLive || !load.opening.isUsable($0) } ?? false)
        }
        return missing
    }

    /// The mean length of the segments of the first track: of a live stream, of the whole ones that the last playlist
    /// lists, or else of the longest. hls.js counts its fragments so, and one of which nothing but parts is listed is
    /// none of them (m3u8-parser.ts, `averagetargetduration`).
    var averageSegment: MediaTime {
        @inline(__always)
        get {
            let chunks = order.buffer.tracks[0].chunks
            let perSegment = chunks.chunksPerSegment
            var whole = 0..<(chunks.count - 1) / perSegment + 1
            if load.isLive {
                guard let listing = load.live.newest?.listing else { return chunks.requestDuration }
                let end = listing.end < chunks.count ? listing.end / perSegment : whole.upperBound
                whole = min(end, (listing.first + perSegment - 1) / perSegment)..<end
            }
            if whole.isEmpty { return chunks.requestDuration }
            let start = chunks.start(of: whole.lowerBound * perSegment)
            let length = chunks.start(of: min(chunks.count, whole.upperBound * perSegment)) - start
            return MediaTime(nanoseconds: length.nanoseconds / Int64(whole.count))
        }
    }

    /// The length of the segment that ends where `chunk` begins, or in the middle of which that is, though it may be
    /// played by now; zero where it is not loaded, or the playhead has jumped to behind it.
    private mutating func lastSegment(before chunk: Int64, _ perRequest: Int64, _ now: Instant) -> MediaTime {
        guard chunk > 0, order.buffer.tracks[0].loaded.contains(chunk - 1) else { return .zero }
        let end = order.chunks(0).start(of: chunk)
        guard end >= place(at: now) || playhead.oversteps(end, at: now) else { return .zero }
        return order.buffer.segment((chunk - 1) / perRequest * perRequest, ofTrack: 0)
    }

    private mutating func sizes(from chunk: Int64, ofSegments count: Int) -> ContiguousArray<Int64> {
        var (sizes, first) = (ContiguousArray<Int64>(), chunk)
        while first < load.fetches[0].endChunk, sizes.count < count * load.selector.ladder.rungs.count {
            let end = load.selector.renditions[0].chunks.endOfRequest(from: first)
            for rung in load.selector.ladder.rungs {
                let chunks = load.selector.renditions[rung.variant].chunks
                sizes.append(chunks.bytes(before: end) - chunks.bytes(before: first))
            }
            first = end
        }
        return sizes
    }

    /// The rungs of the segments from the playhead to `chunk`, and how much of the first of them was played.
    private mutating func buffered(
        before chunk: Int64, _ now: Instant
    ) -> (rungs: ContiguousArray<Int>, played: MediaTime) {
        let (track, renditions) = (order.buffer.tracks[0].chunks, order.buffer.renditions)
        let place = place(at: now)
        var rungs = ContiguousArray<Int>()
        guard let perRequest = track.chunksPerRequest else { return (rungs, .zero) }
        let first = track.chunk(at: place) / perRequest * perRequest
        var next = first
        while next < chunk, Int(next) < renditions.count, renditions[Int(next)] >= 0 {
            rungs.append(load.selector.rung(of: Int(renditions[Int(next)])))
            next += perRequest
        }
        return (rungs, rungs.isEmpty ? .zero : place - track.start(of: first))
    }

    // MARK: Events

    /// Tells the rule, where it wants to be told.
    @inline(__always)
    mutating func note(_ note: () -> SwitchNote) {
        let asset = order.asset
        guard !assets[asset].selector.isFixed, assets[asset].selector.rule.needs.notes else { return }
        assets[asset].selector.take(note())
    }

    /// The clock moves otherwise than before: the playhead may have jumped, or have come to the end of what is there.
    mutating func noteClock(_ before: Playhead, _ now: Instant) {
        let place = playhead.place(at: now)
        if playhead.hasJumped(from: before, at: now) {
            origin = place
            // What was to be replaced may lie behind now.
            assets[order.asset].forgetReplacement()
            let chunks = order.buffer.tracks[0].chunks
            note { .sought(segment: chunks.chunk(at: place) / chunks.chunksPerSegment) }
        } else if before.rate.isMoving, !playhead.rate.isMoving {
            let end = assets[order.asset].fetches[0].loadedEnd
            if order.focus == 0, end <= place { note { .ranDry } }
        }
    }

    /// A segment of the first track is in, the last chunk of which is `chunk`.
    mutating func noteFinished(_ chunk: Int64, _ sample: ThroughputSample, _ firstByte: Instant, _ now: Instant) {
        let chunks = order.buffer.tracks[0].chunks
        let perRequest = chunks.chunksPerSegment
        let first = chunk / perRequest * perRequest
        let segment = FinishedSegment(
            index: chunk / perRequest, rung: load.selector.rung, length: order.buffer.segment(first, ofTrack: 0),
            sample: sample, latency: firstByte - load.fetches[0].requestedAt,
            took: now - load.fetches[0].requestedAt, ahead: ahead(now), at: now,
            isReplacement: load.fetches[0].isReplacing)
        note { .finished(segment) }
    }

    /// A segment was given up for one of the rung `lower`.
    mutating func noteAbandoned(_ download: SegmentAbandonment.Download, to lower: Int, _ now: Instant) {
        let segment = AbandonedSegment(
            rung: load.selector.rung, lower: lower,
            sample: ThroughputSample(bytes: download.received, busy: download.receiving),
            ahead: ahead(now), at: now, isReplacement: load.fetches[0].isReplacing)
        note { .gaveUp(segment) }
    }

    /// A chunk of the first track is in. One that was to be replaced stays where it is played already; and in place of
    /// which one to fetch next, is asked again.
    mutating func noteRendition(_ chunk: Int64, _ now: Instant) {
        let asset = order.asset
        let fetch = assets[asset].fetches[0]
        if fetch.isReplacing {
            if !fetch.isUnderWay { assets[asset].forgetChoice() }
            if place(at: now) > order.buffer.tracks[0].chunks.start(of: chunk) { return }
        }
        order.buffer.note(load.selector.current, ofChunk: chunk, isKept: load.selector.keepsRenditions)
    }
}
