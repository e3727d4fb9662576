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
        /// Bits per second as declared.
        package var bitRate: Int64
        /// Dimensions in pixels, where known.
        package var dimensions: Dimensions?
        package var chunks: ChunkTable

        package init(bitRate: Int64, dimensions: Dimensions?, chunks: ChunkTable) {
            self.bitRate = bitRate
            self.dimensions = dimensions
            self.chunks = chunks
        }
    }

    package struct Dimensions: Equatable, Sendable {
        package var width: Int64
        package var height: Int64

        package init(width: Int64, height: Int64) {
            self.width = width
            self.height = height
        }
    }

    package var kind: MediaKind
    package var duration: MediaTime
    /// At least one; a file has exactly one.
    package var variants: [Variant]
    /// Audio that is fetched beside the video, where it is not in the variants themselves.
    package var audio: Variant?

    package init(kind: MediaKind, duration: MediaTime, variants: [Variant], audio: Variant?) {
        self.kind = kind
        self.duration = duration
        self.variants = variants
        self.audio = audio
    }

    /// The tracks to fetch with a variant: the variant's own, then the audio rendition.
    package func tracks(ofVariant index: Int) -> [ChunkTable] {
        [variants[index].chunks] + (audio.map { [$0.chunks] } ?? [])
    }

    /// The asset as a player sees it.
    package var item: PlayerItem {
        PlayerItem(
            duration: duration, isStream: kind == .hls, keyFrameInterval: variants[0].chunks.chunkDuration)
    }
}
