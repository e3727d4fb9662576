extension PlaylistSet {
    /// The tags and attributes of `LiveSource.Unlisted` that playlists of a live stream have; `first` is that of the
    /// first variant, whose segments alone are looked at.
    func unlisted(beside first: MediaPlaylist) -> [LiveSource.Unlisted] {
        var (all, isIndependent): ([LiveSource.Unlisted], Bool) = ([], first.head.hasIndependentSegments)
        if first.segments.contains(where: { $0.isDiscontinuity }) { all.append(.discontinuities) }
        if first.datesJump { all.append(.jumpingDates) }
        if !first.dateRanges.isEmpty { all.append(.dateRanges) }
        if first.head.hasRenditionReports { all.append(.renditionReports) }
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
        if renditions.contains(where: { $0.type == .video }) { all.append(.videoRenditions) }
        if renditions.contains(where: { $0.type == .subtitles }) { all.append(.subtitles) }
        if renditions.contains(where: { $0.type == .closedCaptions }) { all.append(.closedCaptions) }
        let none = MultivariantPlaylist.ClosedCaptions.none
        if variants.contains(where: { $0.closedCaptions == none }) { all.append(.lackOfCaptions) }
        if variants.contains(where: { $0.stream.hdcpLevel != nil }) { all.append(.protection) }
        if variants.contains(where: { $0.stream.saysAllowedCPC }) { all.append(.protectionOfContent) }
        if variants.contains(where: { $0.stream.scoreBillionths != nil }) { all.append(.scores) }
        if variants.contains(where: { !$0.stream.supplementalCodecs.isEmpty }) { all.append(.supplementalCodecs) }
        if variants.contains(where: { $0.stream.saysVideoLayout }) { all.append(.videoLayouts) }
        if !iFrameStreams.isEmpty { all.append(.keyFrames) }
        if !sessionData.isEmpty { all.append(.sessionData) }
        return all
    }
}
