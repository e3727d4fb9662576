import PlayerModel

/// Live streams: whether such a programme can be made, listed and joined.
extension LiveDraft {
    /// Segments in a window by default: the fewest that a live playlist is to have (HLS Authoring Specification, 8.11).
    private static let usualSegments: Int64 = 6
    /// A segment that is later than this many others cannot be told from an outage.
    private static let mostJitter: Int64 = 10

    /// Makes an asset live. What the scenario does not say is as `edge` has it of a playlist, or as is usual.
    func make(_ asset: inout Asset, at place: Place, as edge: PlaylistEdge? = nil, _ judgement: inout Judgement) {
        let longest = asset.longestSegment
        let all = asset.duration
        let keepsAll = keepsAll?.value ?? (edge?.keepsAll ?? false && window == nil)
        let six = longest.nanoseconds.multipliedClamped(by: Self.usualSegments)
        let usual = edge?.history ?? MediaTime(nanoseconds: min(six, .max / 2))
        let window = keepsAll ? nil : window?.value ?? usual
        if keepsAll, let window = self.window {
            judgement.report("an event keeps all of it; remove 'window_s' or 'event'", window.place)
        }
        if let window, window < longest, let place = self.window?.place {
            judgement.report("a window holds a segment at least, of \(longest.inSeconds)", place)
        }
        let hasParts = part != nil || edge?.partTarget != nil
        let pieces = LivePieces(asset, areParts: hasParts)
        // A piece ends with it, so that 'listed_before_s' is said of the newest one, whatever the window is.
        let history = edge?.history ?? history?.value ?? pieces.endOfLongest(by: min(window ?? .zero, all))
        if history > all, let place = self.history?.place {
            judgement.report("'history_s' is more than all of it, which is \(all.inSeconds)", place)
        }
        let target = edge?.target ?? LiveLoad.target(longest)
        let holdBack = holdBack(target, edge, &judgement)
        warnOfDistances(holdBack, window, of: pieces, target, edge, at: place, &judgement)
        if edge == nil, history >= all {
            judgement.warn(
                "all of it is there when the run begins, so nothing of it is live: lower 'history_s', or 'window_s', "
                    + "or make it longer", self.history?.place ?? self.window?.place ?? place)
        } else if let window, let own = self.history, own.value > window {
            judgement.warn(
                "'history_s' is longer than the window: when the run begins, \(window.inSeconds) of it is listed, and "
                    + "media time counts from before that", own.place)
        }
        checkTimes(longest, edge, &judgement)
        if edge == nil { warnOfAge(all, pieces, &judgement) }
        var source = LiveSource(history: history, window: window, holdBack: holdBack)
        (source.phase, source.delay, source.drift) = (phase?.value ?? .zero, delay, drift)
        source.targetDuration = edge?.target
        source.saysHoldBack =
            edge.map { $0.partTarget != nil || $0.control?.holdBack != nil } ?? true || self.holdBack != nil
        if hasParts { source.holdBackOfSegments = edge?.control?.holdBack }
        source.jitter = jitter?.value ?? .zero
        source.outages = outages(&judgement)
        // Of playlists on disk a part is as long as whole segments divide into, and no longer than is said.
        source.part = edge != nil && hasParts ? asset.variants[0].chunks.chunkDuration : part?.value
        source.chunk = chunk(ofParts: part?.value ?? edge?.partTarget, &judgement)
        source.hasOpenRange = hasOpenRange(part?.value ?? edge?.partTarget, edge, &judgement)
        source.programDate = date(&judgement)
        source.skipBoundary = skipBoundary?.value ?? edge?.control?.canSkipUntil
        checkSkipping(target, &judgement)
        source.skipsDateRanges = skipsDateRanges?.value ?? edge?.control?.canSkipDateRanges ?? false
        source.dateRangeInterval = dateRangeInterval?.value
        if edge == nil { source.discontinuities = discontinuities(of: asset, &judgement) }
        warnOfSilence(of: source, pieces, at: place, &judgement)
        asset.live = source
        // What has to come before a segment counts to it.
        asset.changeRenditions { $0.chunks = $0.chunks.adding($0.initBytes ?? 0, at: source.discontinuities) }
        let listed = min(window ?? history, all)
        setDateRanges(of: &asset, listing: listed, of: source, &judgement)
        asset.changeRenditions { setSizes(of: &$0, listing: listed, of: source, target) }
    }

    /// Three target durations, or three parts (RFC 8216bis, 4.4.3.8).
    private func holdBack(_ target: MediaTime, _ edge: PlaylistEdge?, _ judgement: inout Judgement) -> MediaTime {
        func three(_ length: MediaTime) -> MediaTime {
            MediaTime(nanoseconds: length.nanoseconds.multipliedClamped(by: 3))
        }
        guard let part = part?.value ?? edge?.partTarget else {
            if let partHoldBack {
                judgement.report("'part_hold_back_s' is of no use without 'part_s'", partHoldBack.place)
            }
            return holdBack?.value ?? edge?.control?.holdBack ?? three(target)
        }
        if let holdBack {
            judgement.report("with parts playback begins at PART-HOLD-BACK: write 'part_hold_back_s'", holdBack.place)
        }
        let twice = part.nanoseconds.multipliedClamped(by: 2)
        if let own = partHoldBack, own.value.nanoseconds < twice {
            judgement.warn("PART-HOLD-BACK is two parts at least (RFC 8216bis, 4.4.3.8)", own.place)
        }
        return partHoldBack?.value ?? edge?.control?.partHoldBack ?? three(part)
    }

    /// The encoder's chunks, of which a part has several.
    private func chunk(ofParts part: MediaTime?, _ judgement: inout Judgement) -> MediaTime? {
        guard let chunk else { return nil }
        guard let part else {
            return judgement.refuse("'chunk_s' is of no use without 'part_s'", chunk.place)
        }
        guard chunk.value < part else {
            return judgement.refuse("a chunk is shorter than its part, of \(part.inSeconds)", chunk.place)
        }
        return chunk.value
    }

    /// Whether a hint has an open range of bytes.
    private func hasOpenRange(_ part: MediaTime?, _ edge: PlaylistEdge?, _ judgement: inout Judgement) -> Bool {
        guard part == nil else { return hasOpenRange?.value ?? edge?.hasOpenRange ?? false }
        if let hasOpenRange, hasOpenRange.value {
            judgement.report("'open_range' is of no use without 'part_s'", hasOpenRange.place)
        }
        return false
    }

    /// In how many parts a segment is made; nil where it is in none, or in no whole ones.
    func parts(of segment: MediaTime, _ judgement: inout Judgement) -> Int64? {
        guard let part else { return nil }
        let (count, rest) = segment.nanoseconds.quotientAndRemainder(dividingBy: part.value.nanoseconds)
        guard rest == 0, count > 0 else {
            return judgement.refuse(
                "a segment of \(segment.inSeconds) is not made of whole parts of \(part.value.inSeconds)", part.place)
        }
        return count
    }

    /// RFC 8216bis, 4.4.3.8 and 6.2.2: neither HOLD-BACK nor the window is less than three target durations.
    private func warnOfDistances(
        _ holdBack: MediaTime, _ window: MediaTime?, of pieces: LivePieces, _ target: MediaTime,
        _ edge: PlaylistEdge?, at place: Place, _ judgement: inout Judgement
    ) {
        let least = MediaTime(nanoseconds: target.nanoseconds.multipliedClamped(by: 3))
        let three = least.inSeconds
        if let own = self.holdBack, holdBack < least {
            judgement.warn("HOLD-BACK is three target durations at least, \(three) (RFC 8216bis, 4.4.3.8)", own.place)
        }
        guard let window else { return }
        let filled = pieces.filled(of: window)
        let unit = part == nil && edge?.partTarget == nil ? "segments" : "parts"
        // A playlist has said so already.
        if filled < least, edge == nil || self.window != nil {
            let own = window < least ? "" : ", and whole \(unit) fill \(filled.inSeconds) of this one"
            judgement.warn(
                "a window holds three target durations at least, \(three)\(own) (RFC 8216, 6.2.2): playback may "
                    + "fall out", self.window?.place ?? place)
        }
        guard holdBack > filled else { return }
        let (hasParts, control) = (part != nil || edge?.partTarget != nil, edge?.control)
        let own = hasParts ? partHoldBack?.place : self.holdBack?.place
        // What is longer than all that a playlist lists has been told of that.
        let listed = (hasParts ? control?.partHoldBack : control?.holdBack) == nil ? .zero : edge?.history ?? .zero
        guard let place = own ?? (holdBack <= listed ? self.window?.place : nil) else { return }
        let name = hasParts ? "PART-HOLD-BACK" : "HOLD-BACK"
        let all = holdBack > window ? "the window" : "what whole \(unit) fill of the window, \(filled.inSeconds)"
        judgement.warn("\(name) is longer than \(all): playback begins with the oldest segment", place)
    }

    /// The newest piece has been listed for longer than is said, where none ends when the history does.
    private func warnOfAge(_ all: MediaTime, _ pieces: LivePieces, _ judgement: inout Judgement) {
        guard let history, history.value < all else { return }
        let newest = pieces.end(by: history.value)
        guard newest > .zero, newest < history.value else { return }
        judgement.warn(
            "no \(part == nil ? "segment" : "part") ends at 'history_s': the newest ends at \(newest.inSeconds), "
                + "and so it was listed earlier than 'listed_before_s' says", history.place)
    }

    /// Of a stream that lists nothing before the run ends nothing can play: it is told where that is said, at the
    /// outage in which the first piece would have been listed, or else at what is there when the run begins.
    private func warnOfSilence(
        of source: LiveSource, _ pieces: LivePieces, at place: Place, _ judgement: inout Judgement
    ) {
        let due = source.due(pieces.firstEnd)
        let listed = source.after(outages: due)
        guard listed >= judgement.until else { return }
        let isDue = due < judgement.until
        let outage = outages.first { isDue && $0.value.to.map { .zero + $0.value > due } ?? false }
        judgement.warn(
            "nothing is listed before \(listed.inSeconds), and the run ends at \(judgement.until.inSeconds): nothing "
                + "of it plays", outage?.place ?? history?.place ?? keepsAll?.place ?? place)
    }

    private func checkTimes(_ longest: MediaTime, _ edge: PlaylistEdge?, _ judgement: inout Judgement) {
        if let jitter, jitter.value.nanoseconds / Self.mostJitter > longest.nanoseconds {
            judgement.report("'jitter_s' is at most \(Self.mostJitter) segments; longer is an outage", jitter.place)
        }
        let part = part?.value ?? edge?.partTarget
        if let phase, phase.value.nanoseconds > (part ?? longest).nanoseconds {
            judgement.warn(
                "'listed_before_s' is longer than a \(part == nil ? "segment" : "part"): by then another would have "
                    + "been listed", phase.place)
        }
    }

    /// The wall clock of media time zero. A date without a zone is taken for UTC, as of a playlist.
    private func date(_ judgement: inout Judgement) -> Int64? {
        guard let programDate else { return nil }
        let bytes = Array(programDate.value.utf8)
        if let date = PlaylistDate.nanoseconds(bytes.indices, in: bytes) { return date }
        let why = PlaylistDate.faultOfYear(programDate.value)
        return judgement.refuse(
            "'program_date' " + (why ?? "is a date with a time of day, as in \"2026-03-01T20:00:00Z\""),
            programDate.place)
    }

    /// The places in the order of the media, where segments of all renditions begin.
    private func discontinuities(of asset: Asset, _ judgement: inout Judgement) -> [MediaTime] {
        var made: [MediaTime] = []
        for discontinuity in discontinuities {
            let place = discontinuity.value
            let tables = (asset.variants + asset.allAudio).map { $0.chunks }
            if let last = made.last, place <= last {
                judgement.report("discontinuities are listed in order, each once", discontinuity.place)
            } else if place >= asset.duration {
                judgement.report(
                    "a discontinuity comes before the end, which is at \(asset.duration.inSeconds)",
                    discontinuity.place)
            } else if tables.contains(where: { $0.segmentBoundary(nearest: place) != place }) {
                let nearest = Self.commonBoundary(nearest: place, of: tables)
                judgement.report(
                    "a discontinuity is where a segment begins"
                        + (tables.count > 1 ? " in all variants and all audio" : "")
                        + (nearest.map { "; the nearest is at \($0.inSeconds)" } ?? "; there is no such place"),
                    discontinuity.place)
            } else {
                made.append(place)
            }
        }
        return made
    }

    /// The place behind the beginning that is nearest to another, and where a segment begins in all of several tables;
    /// of two the earlier, and nil where there is none before the end.
    private static func commonBoundary(nearest place: MediaTime, of tables: [ChunkTable]) -> MediaTime? {
        guard let first = tables.first else { return nil }
        var (best, chunk) = (MediaTime?.none, first.endOfRequest(from: 0))
        while chunk < first.count {
            let own = first.start(of: chunk)
            chunk = first.endOfRequest(from: chunk)
            guard tables.allSatisfy({ $0.segmentBoundary(nearest: own) == own && own < $0.duration }) else {
                continue
            }
            func distance(_ other: MediaTime) -> Int64 { abs((other - place).nanoseconds) }
            if let old = best, distance(old) <= distance(own) { break }
            best = own
        }
        return best
    }

    private func outages(_ judgement: inout Judgement) -> [Conditions.Outage] {
        var (made, places): ([Conditions.Outage], [Place]) = ([], [])
        for outage in outages {
            guard let from = outage.value.from, let to = outage.value.to else { continue }
            if to.value <= from.value {
                judgement.report("an outage ends after it has begun", to.place)
            } else if let last = made.last, .zero + from.value < last.end {
                judgement.report("an outage begins after the one before has ended; list them in order", from.place)
            } else {
                made.append(Conditions.Outage(start: .zero + from.value, end: .zero + to.value))
                places.append(outage.place)
            }
        }
        judgement.note(.listingOutage, zip(made, places).map { ($0.start, $1) })
        return made
    }
}

extension PlayerDraft {
    /// Checks what cannot be had together with a live stream, and what is of no use without one.
    func checkLive(_ own: ScenarioPlayer, _ judgement: inout Judgement) {
        let isLive = own.isLive
        if !isLive, let live { judgement.warn("'live' does nothing here: nothing is live", live.place) }
        if !isLive, let profile, profile.value.isFittedToLive {
            judgement.warn(
                "\"\(profile.value.name)\" was fitted to live streams; of what has an end nothing was measured",
                profile.place)
        }
        guard isLive else { return }
        if let profile, profile.value.pausedLive == .unknown {
            judgement.warn(
                "nothing of what \"\(profile.value.name)\" does with live streams is modelled: AVFoundation's way of "
                    + "joining and reloading is taken", profile.place)
        }
        if let loop, own.looping != .none {
            judgement.report("a live stream cannot be looped: nobody knows where it ends", loop.place)
        }
        for item in items?.value ?? [] where item.value.from != nil || item.value.to != nil {
            judgement.report("an item of a live stream is all of it; remove 'from_s' and 'to_s'", item.place)
        }
    }
}
