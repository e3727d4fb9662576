import PlayerModel

/// How far ahead a player fetches. Apple publishes none of these numbers; they are this model's own, and printed.
package struct LoaderSettings: Equatable, Sendable {
    /// `preferredForwardBufferDuration`; zero leaves the choice to the player, which is `goal`.
    package var preferredForwardBuffer = MediaTime.zero
    /// The same of the item in focus, where that has its own.
    var ownForwardBuffer: MediaTime?
    /// How much is wanted ahead of the playhead where the app has no preference.
    package var goal = BufferGoal.fixed(.unlimited)
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
    package var live = LiveSettings()
    package var catchUp = CatchUp.never
    /// Where it turns when a request has failed; and how the same is asked for again, which the network does.
    package var failOver = FailOver.avFoundation
    package var requests = PlayerRequests.standIn
    package var gaps = GapRule.avFoundation

    package init() {}

    /// The rule for the media wanted ahead: the app's preference before the player's own.
    @inline(__always)
    package var wanted: BufferGoal {
        let preferred = ownForwardBuffer ?? preferredForwardBuffer
        return preferred > .zero ? .fixed(preferred) : goal
    }

    /// The media wanted ahead, where that is always the same.
    @inline(__always)
    package var fixedForwardBuffer: MediaTime? {
        switch wanted {
        case .fixed(let length): length
        case .bySize, .vhs, .dashJS: nil
        }
    }

    /// How much has to be missing of the media that is wanted before a buffer that was full is filled again.
    @inline(__always)
    package func gap(of wanted: MediaTime) -> MediaTime { Self.gap(of: wanted, draining: drain) }

    @inline(__always)
    static func gap(of wanted: MediaTime, draining drain: MediaTime) -> MediaTime {
        max(min(drain, MediaTime(nanoseconds: wanted.nanoseconds / 2)), MediaTime(nanoseconds: 1))
    }
}
