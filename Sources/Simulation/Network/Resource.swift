/// Something that a server has: chunks, one after the other.
package struct Resource: Sendable {
    /// What it is to a player.
    package enum Kind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        case file
        case video
        case audio
        case multivariantPlaylist
        case key
        case videoPlaylist
        case audioPlaylist
        case videoInit
        case audioInit

        /// The track whose media it is: the variant's own, or the audio beside it; nil for what is no media.
        package var track: Int? {
            switch self {
            case .file, .video: 0
            case .audio: 1
            case .multivariantPlaylist, .key, .videoPlaylist, .audioPlaylist, .videoInit, .audioInit: nil
            }
        }

        /// The name as a scenario has it.
        package var name: String {
            switch self {
            case .file: "file"
            case .video: "video"
            case .audio: "audio"
            case .multivariantPlaylist: "multivariant playlist"
            case .key: "key"
            case .videoPlaylist: "video playlist"
            case .audioPlaylist: "audio playlist"
            case .videoInit: "video init"
            case .audioInit: "audio init"
            }
        }
    }

    package var kind: Kind
    package var chunks: ChunkTable
    /// Which host it lives on, by its place in `ServerHosts.names`.
    package var host: Int32
    /// Of a variant's own, which one it is, in the order of the playlist; -1 where it is everyone's.
    package var variant: Int32 = -1
    /// Of audio, which language it is, in the order of the asset.
    package var language: Int16 = 0
    /// Of which of the player's assets it is.
    package var asset: Int16 = 0
    /// Whose bytes they are: what one player has seen does not count the bytes of another.
    package var group: Int32

    package init(_ kind: Kind, _ chunks: ChunkTable, host: Int32 = 0, group: Int32 = 0) {
        self.kind = kind
        self.chunks = chunks
        self.host = host
        self.group = group
    }
}
