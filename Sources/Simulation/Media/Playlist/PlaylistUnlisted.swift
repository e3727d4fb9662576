extension PlaylistSet {
    /// The tags and attributes of `LiveSource.Unlisted` that playlists of a live stream have; `first` is that of the
    /// first variant, whose segments alone are looked at.
    func unlisted(beside first: MediaPlaylist) -> [LiveSource.Unlisted] {
        var (all, isIndependent): ([LiveSource.Unlisted], Bool) = ([], first.head.hasIndependentSegments)
        if first.segments.contains(where: { $0.isDiscontinuity }) { all.append(.discontinuities) }
        if first.datesJump { all.append(.jumpingDates) }
        if !first.dateRanges.isEmpty { all.append(.dateRanges) }
        if case .multivariant(let playlist) = root {
            isIndependent = isIndependent || playlist.head.hasIndependentSegments
            all += playlist.unlisted
        }
        return isIndependent ? all + [.independentSegments] : all
    }
}

extension MultivariantPlaylist {
    fileprivate var unlisted: [LiveSource.Unlisted] {
        var all: [LiveSource.Unlisted] = []
        if renditions.contains(where: { $0.type == .subtitles }) { all.append(.subtitles) }
        if renditions.contains(where: { $0.type == .closedCaptions }) { all.append(.closedCaptions) }
        if variants.contains(where: { $0.stream.hdcpLevel != nil }) { all.append(.protection) }
        if variants.contains(where: { $0.stream.scoreBillionths != nil }) { all.append(.scores) }
        if variants.contains(where: { !$0.stream.supplementalCodecs.isEmpty }) { all.append(.supplementalCodecs) }
        if !iFrameStreams.isEmpty { all.append(.keyFrames) }
        if !sessionData.isEmpty { all.append(.sessionData) }
        return all
    }
}
