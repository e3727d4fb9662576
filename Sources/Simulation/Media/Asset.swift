import PlayerModel

/// The kinds of playback (A.1): a local file, a file over the network, and HTTP Live Streaming.
package enum MediaKind: UInt8, CaseIterable, Sendable {
    case local
    case progressive
    case hls

    /// The name as a scenario has it.
    package var name: String {
        switch self {
        case .local: "local"
        case .progressive: "progressive"
        case .hls: "hls"
        }
    }
}

/// A piece of media: one file, or variants of the same content with an audio rendition beside them.
package struct Asset: Equatable, Sendable {
    /// A rung of the ladder.
    package struct Variant: Equatable, Sendable {
        /// Bits per second as declared: the peak.
        package var bitRate: Int64
        /// Bits per second on average, where that is declared too.
        package var averageBitRate: Int64?
        /// Dimensions in pixels, where known.
        package var dimensions: Dimensions?
        package var chunks: ChunkTable
        /// Formats of RFC 6381, as CODECS has them; empty where they are not declared.
        package var codecs: [String] = []
        /// Frames in a thousand seconds, where that is declared.
        package var frameRateThousandths: Int64?
        /// The size of its playlist, and of its initialization section (EXT-X-MAP): nil where none is fetched.
        package var playlistBytes: Int64?
        package var initBytes: Int64?

        package init(bitRate: Int64, dimensions: Dimensions?, chunks: ChunkTable) {
            self.bitRate = bitRate
            self.dimensions = dimensions
            self.chunks = chunks
        }

        /// As a player sees it in the playlist.
        package var declared: DeclaredVariant {
            DeclaredVariant(bitRate: bitRate, averageBitRate: averageBitRate, dimensions: dimensions)
        }
    }

    /// How playlists travel: as they are, or smaller (A.50). Sizes of playlists are those that travel.
    package enum PlaylistCoding: Equatable, Sendable {
        case identity
        /// `Content-Encoding: gzip`, by which a playlist comes to so many millionths of its size.
        case gzipTo(millionths: Int64)
        /// `Content-Encoding: gzip`, of texts that were looked at.
        case gzip
    }

    package var kind: MediaKind
    package var duration: MediaTime
    /// At least one; a file has exactly one.
    package var variants: [Variant]
    /// Audio that is fetched beside the video, where it is not in the variants themselves.
    package var audio: Variant?
    package var playlistCoding = PlaylistCoding.identity
    /// The size of the multivariant playlist; nil where none is fetched.
    package var multivariantBytes: Int64?
    /// The size of a content key and what it takes to ask for it; nil where the content is clear.
    package var keyBytes: Int64?
    /// Whether the multivariant playlist says where the key is (EXT-X-SESSION-KEY), or a variant's playlist only.
    package var hasSessionKey = false
    /// What the app has fetched before the run begins (A.49, A.51).
    package var preloaded: [Resource.Kind] = []

    package init(kind: MediaKind, duration: MediaTime, variants: [Variant], audio: Variant?) {
        self.kind = kind
        self.duration = duration
        self.variants = variants
        self.audio = audio
    }

    /// The variants as a player sees them, in the order of the playlist.
    package var declaredVariants: [DeclaredVariant] { variants.map { $0.declared } }

    /// The tracks to fetch with a variant: the variant's own, then the audio rendition.
    package func tracks(ofVariant index: Int) -> [ChunkTable] {
        [variants[index].chunks] + (audio.map { [$0.chunks] } ?? [])
    }

    /// What has to be fetched before the first segment of a variant, and is not there yet, in the order in which it is
    /// asked for.
    package func opening(ofVariant index: Int) -> [(kind: Resource.Kind, bytes: Int64)] {
        let all: [(Resource.Kind, Int64?)] = [
            (.multivariantPlaylist, multivariantBytes), (.key, keyBytes),
            (.videoPlaylist, variants[index].playlistBytes), (.audioPlaylist, audio?.playlistBytes),
            (.videoInit, variants[index].initBytes), (.audioInit, audio?.initBytes),
        ]
        return all.compactMap { kind, bytes in
            preloaded.contains(kind) ? nil : bytes.map { (kind, $0) }
        }
    }

    /// The asset as a player sees it.
    package var item: PlayerItem {
        PlayerItem(
            duration: duration, isStream: kind == .hls, keyFrameInterval: variants[0].chunks.chunkDuration)
    }
}
