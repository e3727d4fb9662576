import PlayerModel

/// Live streams from playlists on disk: how one goes on, and what cannot.
extension DiskDraft {
    /// More chunks than this of a rendition are no stream that anybody watches: a day in parts of 0.1 s.
    private static let mostChunks: Int64 = 1_000_000
    private static let mostParts: Int64 = 1000

    /// The asset of a playlist, which goes on unless it has ended, or the scenario says that it has.
    func asset(of playlist: PlaylistAsset, _ judgement: inout Judgement) -> Asset? {
        switch (live?.value, playlist.edge) {
        case (.isWhole?, _): return whole(playlist, &judgement)
        case (.goesOn?, nil):
            return judgement.refuse(
                "this playlist does not go on: it has EXT-X-ENDLIST, or is of type VOD; remove 'live'",
                live?.place ?? path.place)
        case (.goesOn(let draft)?, let edge?): return asset(of: playlist, edge, draft, &judgement)
        case (nil, let edge?): return asset(of: playlist, edge, LiveDraft(), &judgement)
        case (nil, nil): return subtitled(playlist, &judgement)
        }
    }

    /// The asset of what is listed, and nothing more. Of what is modelled of live streams alone nobody has warned yet.
    private func whole(_ playlist: PlaylistAsset, _ judgement: inout Judgement) -> Asset? {
        let (whole, place) = (playlist.whole, live?.place ?? path.place)
        for problem in whole.problems { judgement.report(problem.diagnostic.message, place) }
        for feature in whole.notModelled where !playlist.notModelled.contains(feature) {
            judgement.warn(feature.message, place)
        }
        return whole.asset == nil ? nil : subtitled(whole, &judgement)
    }

    private func asset(
        of playlist: PlaylistAsset, _ edge: PlaylistEdge, _ draft: LiveDraft, _ judgement: inout Judgement
    ) -> Asset? {
        let place = live?.place ?? path.place
        if let subtitles, subtitles.value != Self.none, subtitles.value != Self.automatic {
            judgement.report("subtitles of a live stream are not modelled; write \"\(Self.none)\"", subtitles.place)
        }
        if let history = draft.history {
            judgement.report(
                "what is listed when the run begins is in the playlist; remove 'history_s'", history.place)
        }
        if let first = draft.discontinuities.first {
            judgement.report("discontinuities are those of the playlist; remove 'discontinuities_s'", first.place)
        }
        if let interval = draft.dateRangeInterval {
            judgement.report("date ranges are those of the playlist; remove 'date_range_every_s'", interval.place)
        }
        let part = draft.part?.value ?? edge.partTarget
        var edge = edge
        guard let parts = parts(of: edge, part, at: draft.part?.place ?? place, &judgement),
            let end = end(of: edge, draft, parts, &judgement),
            var asset = playlist.asset(goingOnUntil: end, parts: parts)
        else { return nil }
        warn(edge, at: place, &judgement)
        if edge.subtitles != nil, subtitles?.value != Self.none {
            let hint = "; write \"subtitles\": \"\(Self.none)\" beside the playlist's path where none are meant"
            judgement.warn(PlaylistLiveFault.subtitles.message + hint, path.place)
        }
        // Parts are of equal length here, so that what is listed of them ends with one.
        edge.end(withPartsOf: asset.variants[0].chunks)
        draft.make(&asset, at: place, as: edge, &judgement)
        guard var source = asset.live else { return asset }
        if part != nil { source.part = asset.variants[0].chunks.chunkDuration }
        source.programDate = source.programDate ?? edge.date
        source.start = edge.start.map { .init(offset: $0.timeOffset, isPrecise: $0.isPrecise) }
        source.repeated = edge.segments
        source.unlisted = edge.unlisted
        asset.live = source
        return asset
    }

    /// In how many parts of equal length a segment comes, none of which is longer than a part may be.
    private func parts(
        of edge: PlaylistEdge, _ part: MediaTime?, at place: Place, _ judgement: inout Judgement
    ) -> Int64? {
        guard let part, part > .zero else { return 1 }
        let parts = (edge.longest.nanoseconds - 1) / part.nanoseconds + 1
        if parts <= Self.mostParts, edge.shortest.nanoseconds >= parts { return parts }
        let length = QuantityText.value(edge.longest.nanoseconds, .seconds)
        return judgement.refuse(
            "a segment of \(length) would be of \(parts) parts; a run has at most \(Self.mostParts)", place)
    }

    /// The media that has to be there so that the stream goes on until the run ends.
    private func end(
        of edge: PlaylistEdge, _ draft: LiveDraft, _ parts: Int64, _ judgement: inout Judgement
    ) -> MediaTime? {
        var source = LiveSource(history: edge.history, window: nil, holdBack: .zero)
        (source.phase, source.delay, source.drift) = (draft.phase?.value ?? .zero, draft.delay, draft.drift)
        let made = source.made(by: judgement.until).nanoseconds
        let end = made.addingClamped(edge.longest.nanoseconds.multipliedClamped(by: 2))
        guard end <= TimeLimit.longest else {
            return judgement.refuse("the stream goes on for more than a year; lower 'until_s'", path.place)
        }
        let chunks = (end / edge.average.nanoseconds).addingClamped(1).multipliedClamped(by: parts)
        guard chunks <= Self.mostChunks else {
            let unit = parts > 1 ? "parts" : "segments"
            return judgement.refuse(
                "until the run ends, about \(chunks) \(unit) are listed; a run has at most \(Self.mostChunks): lower "
                    + "'until_s'", path.place)
        }
        return MediaTime(nanoseconds: end)
    }

    private func warn(_ edge: PlaylistEdge, at place: Place, _ judgement: inout Judgement) {
        if let disagreement = edge.disagreement {
            let apart = QuantityText.value(disagreement.apart.nanoseconds, .seconds)
            let other = disagreement.other.map { "held side by side by \($0.name)" } ?? "taken to end together"
            judgement.warn(
                "by \(disagreement.tag.name) the playlists end \(apart) apart, more than a target duration and a half; "
                    + "they are \(other) (ours)", place)
        }
        if let start = edge.start, edge.isStartOfRoot {
            let offset = start.timeOffset
            let distance = offset < .zero ? .zero - offset : edge.history - offset
            if distance.nanoseconds < edge.target.nanoseconds.multipliedClamped(by: 3) {
                judgement.warn(
                    "EXT-X-START lies within three target durations of the end, where it should not (RFC 8216, "
                        + "4.3.5.2); playback begins there all the same", place)
            }
        }
    }
}
