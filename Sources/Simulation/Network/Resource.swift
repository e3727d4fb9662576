import PlayerModel

/// A resource on a server: chunks, one after the other.
package struct Resource: Sendable {
    /// The kind of thing that it is to a player: media, playlist, key.
    package enum Kind: String, CaseIterable, BitwiseCopyable, Sendable {
        case file, video, audio
        case multivariantPlaylist = "multivariant playlist"
        case key
        case videoPlaylist = "video playlist"
        case audioPlaylist = "audio playlist"
        case videoInit = "video init"
        case audioInit = "audio init"
        case subtitles
        case subtitlePlaylist = "subtitle playlist"
        case subtitleInit = "subtitle init"
        case steeringManifest = "steering manifest"
        case assetList = "asset list"

        /// The track of media: the variant's own, the audio beside it, or subtitles, which are the last one; nil for a
        /// resource without media.
        package var track: Int? {
            switch self {
            case .file, .video: 0
            case .audio: 1
            case .subtitles: 2
            case .multivariantPlaylist, .key, .videoPlaylist, .audioPlaylist, .videoInit, .audioInit,
                .subtitlePlaylist, .subtitleInit, .steeringManifest, .assetList:
                nil
            }
        }

        var isOfAudio: Bool {
            switch self {
            case .audio, .audioPlaylist, .audioInit: true
            case .file, .video, .multivariantPlaylist, .key, .videoPlaylist, .videoInit, .subtitles,
                .subtitlePlaylist, .subtitleInit, .steeringManifest, .assetList:
                false
            }
        }

        var isPlaylist: Bool {
            switch self {
            case .multivariantPlaylist, .videoPlaylist, .audioPlaylist, .subtitlePlaylist: true
            case .file, .video, .audio, .key, .videoInit, .audioInit, .subtitles, .subtitleInit, .steeringManifest,
                .assetList:
                false
            }
        }

        /// The name as a scenario has it.
        package var name: String { rawValue }
    }

    package var kind: Kind
    package var chunks: ChunkTable
    /// Which host it lives on, by its place in `ServerHosts.names`.
    package var host: Int32
    /// The variant that it belongs to, in the order of the playlist; -1 where it belongs to all of them.
    package var variant: Int32 = -1
    /// The language of audio, in the order of the asset.
    package var language: Int16 = 0
    package var asset: Int16 = 0
    /// The pathway whose variants' failures count together; -1 where it is counted by itself.
    var ladder: Int16 = -1
    /// The owner of the bytes: the receipts of one player do not count the bytes of another.
    package var group: Int32
    /// How long its owner waits for it, and how it asks again; nil where that is as usual on the network.
    package var requests: RequestPolicy?
    /// Where its owner turns when it fails; nowhere for what belongs to no variant.
    package var failOver = FailOver.giveUp
    /// Whether its owner may take another variant in the place of asking for it again.
    var mayBeReplaced: Bool { kind == .video && failOver.choosesForRetries }
    /// Why its server may answer later; nil where it does not.
    package var hold: LiveHold?

    package init(_ kind: Kind, _ chunks: ChunkTable, host: Int32 = 0, group: Int32 = 0) {
        self.kind = kind
        self.chunks = chunks
        self.host = host
        self.group = group
    }
}
