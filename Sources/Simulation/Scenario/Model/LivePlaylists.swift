import PlayerModel

/// The playlists and manifests that change on servers while a player fetches them.
extension ScenarioPlayer {
    /// By slot, steering manifests: those of an asset are in the order of its steering.
    func steeringManifests(_ slots: [Resource]) -> ContiguousArray<ContentSteering.Manifest?> {
        var rest = assets.map { ($0.media.steering?.manifests ?? [])[...] }
        return ContiguousArray(
            slots.map { slot in slot.kind == .steeringManifest ? rest[Int(slot.asset)].popFirst() : nil })
    }

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
