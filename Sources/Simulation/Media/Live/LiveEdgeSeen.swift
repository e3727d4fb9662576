import PlayerModel

/// The edge of a live stream as a player knows it by its playlists.
package struct LiveEdgeSeen: Equatable, Sendable {
    /// Where what is listed ends.
    let listedEnd: MediaTime
    /// The places to which playback can go.
    package let seekable: Range<MediaTime>
    /// Where playback goes that is to be live again: HOLD-BACK from the end of the playlist, or as far as the app has
    /// configured; the end of what is over.
    package let latest: MediaTime
    /// Whether nothing more will be listed.
    package let isEnded: Bool
}
