import PlayerModel

/// An interstitial event of a stream: what is shown in between, and where (`AVPlayerInterstitialEvent`, and
/// EXT-X-DATERANGE of class com.apple.hls.interstitial in RFC 8216bis, appendix D).
package struct Interstitial: Equatable, Sendable {
    /// The place on the timeline of the stream.
    package enum Cue: Equatable, Sendable {
        /// Before playback of an item begins, wherever that is: `joinCue`, CUE="PRE".
        case join
        case at(MediaTime)
        /// After its end: `leaveCue`, CUE="POST".
        case leave
    }

    /// How far behind the place of an event playback goes on (`resumptionOffset`, X-RESUME-OFFSET).
    package enum Resumption: Equatable, Sendable {
        /// That far, or before it where it is negative. An app that says nothing has `kCMTimeZero`, as
        /// `AVPlayerInterstitialEvent` has it.
        case offset(MediaTime)
        /// As far as the clock went meanwhile, whatever was paused: `kCMTimeIndefinite`, "the wallclock time
        /// elapsed during interstitial playback".
        case clock
        /// As much as was shown: a playlist without X-RESUME-OFFSET, where "the player uses the duration of
        /// interstitial playback" (rfc8216bis, D.2).
        case shown

        /// The offset that is said; nil where it is known when the event is over.
        var said: MediaTime? { if case .offset(let offset) = self { offset } else { nil } }
    }

    package var cue: Cue
    /// Its items, shown one after the other: of the player for interstitials, by their places. None where a list is
    /// empty.
    package var items: Range<Int>
    /// How many assets it has, with those that its limit leaves no part of, which are no items.
    package var assetCount: Int
    /// `clock` of one before or after playback: a live stream that is still to be joined moves on meanwhile.
    package var resumption: Resumption
    /// `playoutLimit`, X-PLAYOUT-LIMIT: no more than that is shown. Nil is all of it.
    package var playoutLimit: MediaTime?
    /// X-ASSET-LIST: which assets it has, a server says when it is asked, before the first of them is.
    package var hasList = false
    /// `willPlayOnce`, CUE="ONCE": it is not shown again to who seeks back.
    package var willPlayOnce = false
    /// `constrainsSeekingForwardInPrimaryContent`, X-RESTRICT="JUMP".
    package var constrainsSeekingForward = false
    /// `alignsResumptionWithPrimarySegmentBoundary`, X-SNAP="IN".
    package var alignsResumption = false
    /// The media from its place on that it stands for: who comes into the middle of that sees it. Zero where it stands
    /// for none.
    package var span = MediaTime.zero
    /// From when on the playlists of a live stream list it.
    package var listedAt = Instant.zero
}

/// The interstitial events of a player, and who shows them.
package struct InterstitialPlan: Equatable, Sendable {
    /// In the order of the timeline: before playback, on the way, after it.
    package var events: [Interstitial]
    /// The player that shows them, by its place among all.
    package var player: Int
    /// How long before an event its first asset is asked for.
    package var lookahead: MediaTime

    /// How long before an event its assets are asked for, unless that is said. Apple publishes none; this is ours.
    package static let usualLookahead = MediaTime.seconds(10)
}
