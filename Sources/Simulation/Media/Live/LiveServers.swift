import PlayerModel

/// The servers of live streams: what a playlist lists is settled there, and no player can know before.
package struct LiveServers: Sendable {
    /// A media playlist of a live stream: how the stream is made, and the chunks of the track that it lists.
    struct Playlist: Sendable {
        let source: LiveSource
        let chunks: ChunkTable
    }

    /// By slot; empty where nothing is live.
    private let playlists: ContiguousArray<Playlist?>
    private let seed: UInt64

    init(_ playlists: ContiguousArray<Playlist?>, seed: UInt64) {
        self.playlists = playlists
        self.seed = seed
    }

    @inline(__always)
    var isUsed: Bool { !playlists.isEmpty }

    /// The listing of a playlist of which the server had the request then; nil of what is no playlist of a live stream.
    func listing(_ slot: Int32, servedAt instant: Instant) -> LiveListing? {
        guard let playlist = playlists[Int(slot)] else { return nil }
        return playlist.source.listing(of: playlist.chunks, at: instant, seed: seed)
    }
}
