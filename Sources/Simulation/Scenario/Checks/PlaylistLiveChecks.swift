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
        case (nil, nil):
            warnOfLostVariants(playlist, &judgement)
            return subtitled(playlist, &judgement)
        }
    }

    private func warnOfLostVariants(_ made: PlaylistAsset, _ judgement: inout Judgement) {
        for lost in made.lostVariants { judgement.warn(lost.diagnostic.message, path.place) }
    }

    /// The asset of what is listed, and nothing more. Of what is modelled of live streams alone nobody has warned yet.
    private func whole(_ playlist: PlaylistAsset, _ judgement: inout Judgement) -> Asset? {
        let (whole, place) = (playlist.whole, live?.place ?? path.place)
        for problem in whole.problems { judgement.report(problem.diagnostic.message, place) }
        for feature in whole.notModelled where !playlist.notModelled.contains(feature) {
            judgement.warn(feature.message, place)
        }
        warnOfLostVariants(whole, &judgement)
        return whole.asset == nil ? nil : subtitled(whole, &judgement)
    }

    private func asset(
        of playlist: PlaylistAsset, _ edge: PlaylistEdge, _ draft: LiveDraft, _ judgement: inout Judgement
    ) -> Asset? {
        let place = live?.place ?? path.place
        if let subtitles, subtitles.value != Self.none, subtitles.value != Self.automatic {
            judgement.report("subtitles of a live stream are not modelled; write \"\(Self.none)\"", subtitles.place)
        }
        let part = draft.part?.value
        guard isDivisible(edge, part, at: draft.part?.place ?? place, &judgement),
            let end = end(of: edge, draft, announcing: !playlist.interstitials.isEmpty, &judgement)
        else { return nil }
        let goingOn = playlist.goingOn(until: end, part: part)
        for problem in goingOn.problems { judgement.report(problem.diagnostic.message, place) }
        guard var asset = goingOn.asset, let edge = goingOn.edge else { return nil }
        warnOfLostVariants(goingOn, &judgement)
        if let disagreement = edge.disagreement {
            judgement.warn(PlaylistLiveFault.disagreement(disagreement).message, place)
        }
        for (fault, _) in edge.otherParts(than: part) { judgement.warn(fault.message, draft.part?.place ?? place) }
        if edge.subtitles != nil, subtitles?.value != Self.none {
            let hint = "; write \"subtitles\": \"\(Self.none)\" beside the playlist's path where none are meant"
            judgement.warn(PlaylistLiveFault.subtitles.message + hint, path.place)
        }
        draft.make(&asset, at: place, as: edge, &judgement)
        guard var source = asset.live else { return asset }
        source.renditions = goingOn.listed
        source.programDate = source.programDate ?? edge.date
        source.start = edge.start
        source.repeated = edge.segments
        source.unlisted = edge.unlisted
        asset.live = source
        return asset
    }

    /// Whether a run can have the segments of all tracks in parts of equal length, none of which is longer than `part`,
    /// or else than the playlists say.
    private func isDivisible(
        _ edge: PlaylistEdge, _ part: MediaTime?, at place: Place, _ judgement: inout Judgement
    ) -> Bool {
        for track in edge.tracks {
            let parts = PlaylistEdge.parts(of: track.longest, part ?? track.part)
            if parts <= Self.mostParts, track.least.nanoseconds >= parts { continue }
            let length = track.longest.inSeconds
            judgement.report(
                "a segment of \(length) would be of \(parts) parts; a run has at most \(Self.mostParts)", place)
            return false
        }
        return true
    }

    /// The media that has to be there so that the stream goes on until the run ends, however slow its encoder is: while
    /// no playlist comes, a player expects the edge by the clock. Where interstitial events are announced it goes on
    /// for as long as their assets are asked for ahead of them; one that would follow from a break, further on, is
    /// missed where the run ends.
    private func end(
        of edge: PlaylistEdge, _ draft: LiveDraft, announcing announces: Bool, _ judgement: inout Judgement
    ) -> MediaTime? {
        var source = LiveSource(history: edge.history, window: nil, holdBack: .zero)
        (source.phase, source.delay, source.drift) = (draft.phase?.value ?? .zero, draft.delay, min(0, draft.drift))
        let made = source.made(by: judgement.until).nanoseconds
        let more = edge.longest.nanoseconds.multipliedClamped(by: 2)
        let end = made.addingClamped(more).addingClamped(announces ? judgement.lookahead.nanoseconds : 0)
        guard end <= TimeLimit.longest else {
            return judgement.refuse("the stream goes on for more than a year; lower 'until_s'", path.place)
        }
        for track in edge.tracks {
            let parts = PlaylistEdge.parts(of: track.longest, draft.part?.value ?? track.part)
            let chunks = (end / track.average.nanoseconds).addingClamped(1).multipliedClamped(by: parts)
            if chunks <= Self.mostChunks { continue }
            let unit = parts > 1 ? "parts" : "segments"
            return judgement.refuse(
                "until the run ends, about \(chunks) \(unit) are listed; a run has at most \(Self.mostChunks): lower "
                    + "'until_s'", path.place)
        }
        return MediaTime(nanoseconds: end)
    }
}
