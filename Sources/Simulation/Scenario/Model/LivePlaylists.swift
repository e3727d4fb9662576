import PlayerModel

extension ScenarioPlayer {
    /// By slot, the playlists of live streams.
    func livePlaylists(_ slots: [Resource]) -> ContiguousArray<LiveTrack?> {
        ContiguousArray(
            slots.map { slot in
                let (asset, media) = (Int(slot.asset), assets[Int(slot.asset)].media)
                guard let source = media.live else { return nil }
                switch slot.kind {
                case .videoPlaylist:
                    let variant = media.variants[Int(slot.variant) - firstNumber(of: asset)]
                    return LiveTrack(source, variant.chunks)
                case .audioPlaylist:
                    return LiveTrack(source, media.allAudio[Int(slot.language)].chunks)
                case .file, .video, .audio, .multivariantPlaylist, .key, .videoInit, .audioInit, .subtitles,
                    .subtitlePlaylist, .subtitleInit, .steeringManifest, .assetList:
                    return nil
                }
            })
    }
}
