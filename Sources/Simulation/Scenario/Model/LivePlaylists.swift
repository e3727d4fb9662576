import PlayerModel

extension ScenarioPlayer {
    /// By slot, the playlists of live streams.
    func livePlaylists(_ slots: [Resource]) -> ContiguousArray<LiveServers.Playlist?> {
        ContiguousArray(
            slots.map { slot in
                let (asset, media) = (Int(slot.asset), assets[Int(slot.asset)].media)
                guard let source = media.live else { return nil }
                switch slot.kind {
                case .videoPlaylist:
                    let variant = media.variants[Int(slot.variant) - firstNumber(of: asset)]
                    return LiveServers.Playlist(source: source, chunks: variant.chunks)
                case .audioPlaylist:
                    return LiveServers.Playlist(source: source, chunks: media.allAudio[Int(slot.language)].chunks)
                case .file, .video, .audio, .multivariantPlaylist, .key, .videoInit, .audioInit, .subtitles,
                    .subtitlePlaylist, .subtitleInit, .steeringManifest, .assetList:
                    return nil
                }
            })
    }
}
