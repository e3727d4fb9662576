import PlayerModel

/// The servers of live streams: what a playlist lists is settled there, and no player can know before.
package struct LiveServers: Sendable {
    /// By slot, the track that a playlist lists; empty where nothing is live.
    private let playlists: ContiguousArray<LiveTrack?>
    private let seed: UInt64

    init(_ playlists: ContiguousArray<LiveTrack?>, seed: UInt64) {
        self.playlists = playlists
        self.seed = seed
    }

    @inline(__always)
    var isUsed: Bool { !playlists.isEmpty }

    /// The listing of a playlist of which the server had the request then; nil of what is no playlist of a live stream.
    func listing(_ slot: Int32, servedAt instant: Instant) -> LiveListing? {
        playlists[Int(slot)]?.listing(at: instant, seed: seed)
    }
}
