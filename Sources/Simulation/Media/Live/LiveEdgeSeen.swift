import PlayerModel

/// The edge of a live stream as a player knows it by its playlists.
package struct LiveEdgeSeen: Equatable, Sendable {
    /// Where what is listed ends.
    let listedEnd: MediaTime
    /// The places to which playback can go.
    package let seekable: Range<MediaTime>
    /// Where playback goes that is to be live again: as far from the end of the playlist as it begins.
    package let latest: MediaTime
    /// Whether nothing more will be listed.
    package let isEnded: Bool
}
