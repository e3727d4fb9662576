/// The current item, and what has become of it since it came. Without an item there is none of this.
public struct CurrentItem: BitwiseCopyable, Sendable {
    /// The item as the player was given it.
    public let item: PlayerItem
    /// `forwardPlaybackEndTime`; nil is the duration.
    public internal(set) var forwardPlaybackEndTime: MediaTime?
    /// Whether more of it may come, and whether it has failed.
    public internal(set) var loading = Player.Loading.goesOn
    /// Whether anything has been loaded at its playhead since it came.
    public internal(set) var isReady = false
    /// Whether the timebase has moved since it came.
    public internal(set) var hasBegun = false
    /// Whether it has played to its end time since the last seek.
    public internal(set) var hasPlayedToEnd = false
    /// The speed that stands for the natural one: see `CatchUp`.
    public internal(set) var naturalPace = Rate.one

    init(_ item: PlayerItem, forwardPlaybackEndTime: MediaTime?) {
        self.item = item
        self.forwardPlaybackEndTime = forwardPlaybackEndTime
    }

    /// The place at which playback ends: the duration, or `forwardPlaybackEndTime` where that comes before.
    @inlinable
    public var end: MediaTime { min(item.duration, forwardPlaybackEndTime ?? item.duration) }
}

extension Player {
    /// The state of loading the current item.
    public enum Loading: Equatable, BitwiseCopyable, Sendable {
        /// More may come; or there is no item.
        case goesOn
        /// Nothing more comes. What is loaded can be played; `AVPlayerItem.status` does not show it yet.
        case gaveUp(LoadFailure)
        /// Nothing more comes, and nothing was loaded at the playhead: `AVPlayerItem.Status.failed`.
        case failed(LoadFailure)

        @inline(__always)
        var goesOn: Bool { if case .goesOn = self { true } else { false } }
    }

    /// `AVPlayerItem.Status`.
    public enum ItemStatus: UInt8, CaseIterable, Sendable {
        /// By the names of AVFoundation.
        case unknown, readyToPlay, failed
    }

    /// `AVPlayerItem.status` of the current item: ready as soon as there is media to play, which is what the access
    /// log's `startupTime` waits for too (B.11).
    public var itemStatus: ItemStatus {
        if itemError != nil { return .failed }
        return current?.isReady ?? false ? .readyToPlay : .unknown
    }

    /// The current item, or nil.
    @inlinable
    public var item: PlayerItem? { current?.item }

    /// `forwardPlaybackEndTime` of the current item; nil is its duration.
    public var forwardPlaybackEndTime: MediaTime? { current?.forwardPlaybackEndTime }

    /// Whether more of the current item may come, and whether it has failed.
    public var loading: Loading { current?.loading ?? .goesOn }

    /// Whether the current item has played to its end time since the last seek.
    public var hasPlayedToEnd: Bool { current?.hasPlayedToEnd ?? false }

    /// `AVPlayerItem.error` of the current item: nil unless its status is `failed`.
    public var itemError: LoadFailure? { if case .failed(let failure) = loading { failure } else { nil } }

    /// The place at which playback ends: the duration, or `forwardPlaybackEndTime` where that comes before.
    @inlinable
    public var end: MediaTime { current?.end ?? .zero }

    /// The place at which playback of an item ends that is not current yet.
    public func end(of item: PlayerItem) -> MediaTime {
        min(item.duration, settings.forwardPlaybackEndTime(of: item) ?? item.duration)
    }
}
