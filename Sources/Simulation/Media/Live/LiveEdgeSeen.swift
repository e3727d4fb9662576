import PlayerModel

/// The edge of a live stream as a player knows it by its playlists.
package struct LiveEdgeSeen: Equatable, Sendable {
    /// The places to which playback can go.
    package let seekable: Range<MediaTime>
    /// Whether nothing more will be listed.
    package let isEnded: Bool
}
