import PlayerModel

/// How far ahead a player fetches. Apple publishes none of these numbers; they are this model's own, and printed.
package struct LoaderSettings: Equatable, Sendable {
    /// `preferredForwardBufferDuration`; zero leaves the choice to the player, which is `defaultForwardBuffer`.
    package var preferredForwardBuffer = MediaTime.zero
    /// Media wanted ahead of the playhead where the app has no preference.
    package var defaultForwardBuffer = MediaTime.unlimited
    /// How much of a full buffer must have been played before fetching goes on.
    package var drain = MediaTime.seconds(10)
    /// How many items behind the current one are loaded ahead of time (A.36).
    package var itemsAhead: Int64 = 1
    /// Whether what was loaded of an item stays when it has finished, because it will come back.
    package var keepsFinished = false
    /// The media that items of one asset share.
    package var kept = KeptMedia.files
    package var transition = ItemTransition()
    package var evidence = EvidenceSettings()

    package init() {}

    package var forwardBuffer: MediaTime {
        preferredForwardBuffer > .zero ? preferredForwardBuffer : defaultForwardBuffer
    }

    /// With this ahead or less, a buffer that was full is filled again.
    package var resumeBelow: MediaTime {
        let wanted = forwardBuffer
        let drain = min(drain, MediaTime(nanoseconds: wanted.nanoseconds / 2))
        return wanted - max(drain, MediaTime(nanoseconds: 1))
    }
}
