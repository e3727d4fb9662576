import PlayerModel

/// The conduct of a player with live streams. Apple documents the first three, and their defaults, but not where the
/// playhead is while an offset is to be preserved; that and the last are this model's own, and the last is printed.
package struct LiveSettings: Equatable, Sendable {
    /// `configuredTimeOffsetFromLive`: how far from the end of the playlist playback begins; nil is as far as the
    /// playlist recommends, `recommendedTimeOffsetFromLive`.
    package var offset: MediaTime?
    /// `automaticallyPreservesTimeOffsetFromLive`: Apple says that the player seeks forward after it finishes
    /// buffering, to be as far from the end of `seekableTimeRanges` as when buffering began. That the playhead moves on
    /// with each playlist meanwhile is this model's own.
    package var preservesOffset = false
    /// `canUseNetworkResourcesForLiveStreamingWhilePaused`; nil is as the player has it by itself.
    package var loadsWhilePaused: Bool?
    /// The media, from the playhead on, that playback has to get through without a stall to be likely to keep up: a
    /// live stream has no end that could be got to.
    package var horizon = MediaTime.seconds(30)

    /// A change that the app makes.
    package enum Change: Equatable, Sendable {
        /// Nil is as far as the playlist recommends.
        case offset(MediaTime?)
        case preservesOffset(Bool)
        case loadsWhilePaused(Bool)
    }

    package init() {}

    mutating func apply(_ change: Change) {
        switch change {
        case .offset(let offset): self.offset = offset
        case .preservesOffset(let value): preservesOffset = value
        case .loadsWhilePaused(let value): loadsWhilePaused = value
        }
    }
}
