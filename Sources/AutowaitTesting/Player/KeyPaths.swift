extension PlaybackItemProperty {
    /// The property at a key path; nil where nothing announces its changes.
    init?(_ keyPath: AnyKeyPath) {
        typealias Item = SimulatedPlayerItem
        switch keyPath {
        case \Item.status: self = .status
        case \Item.duration: self = .duration
        case \Item.loadedTimeRanges: self = .loadedTimeRanges
        case \Item.seekableTimeRanges: self = .seekableTimeRanges
        case \Item.isPlaybackLikelyToKeepUp: self = .isPlaybackLikelyToKeepUp
        case \Item.isPlaybackBufferFull: self = .isPlaybackBufferFull
        case \Item.isPlaybackBufferEmpty: self = .isPlaybackBufferEmpty
        default: return nil
        }
    }
}

extension Observer.Kind {
    /// The kind of observer of a key path; nil where nothing announces its changes.
    init?(_ keyPath: AnyKeyPath) {
        typealias Player = SimulatedPlayer
        switch keyPath {
        case \Player.status: self = .property(.status)
        case \Player.timeControlStatus: self = .property(.timeControlStatus)
        case \Player.reasonForWaitingToPlay: self = .property(.reasonForWaitingToPlay)
        case \Player.rate: self = .property(.rate)
        case \Player.currentItem: self = .property(.currentItem)
        case \Player.currentItem?.status: self = .itemProperty(.status, item: nil)
        case \Player.currentItem?.duration: self = .itemProperty(.duration, item: nil)
        case \Player.currentItem?.loadedTimeRanges: self = .itemProperty(.loadedTimeRanges, item: nil)
        case \Player.currentItem?.seekableTimeRanges: self = .itemProperty(.seekableTimeRanges, item: nil)
        case \Player.currentItem?.isPlaybackLikelyToKeepUp:
            self = .itemProperty(.isPlaybackLikelyToKeepUp, item: nil)
        case \Player.currentItem?.isPlaybackBufferFull: self = .itemProperty(.isPlaybackBufferFull, item: nil)
        case \Player.currentItem?.isPlaybackBufferEmpty: self = .itemProperty(.isPlaybackBufferEmpty, item: nil)
        default: return nil
        }
    }
}

/// The names of key paths that cannot be observed, which Swift does not tell of computed properties, and the way in
/// which the same is observed where there is one.
enum RefusedKeyPath {
    static func words(_ keyPath: AnyKeyPath) -> String {
        ofPlayer(keyPath) ?? ofForcedItem(keyPath) ?? ofItem(keyPath)
            ?? "a key path other than those of PlaybackProperty and PlaybackItemProperty"
    }

    private static func ofPlayer(_ keyPath: AnyKeyPath) -> String? {
        typealias Player = SimulatedPlayer
        switch keyPath {
        case \Player.error, \Player.currentItem?.error, \Player.currentItem?.failure, \Player.currentItem!.error,
            \Player.currentItem!.failure:
            return "error (observe currentItem?.status, which is failed then)"
        case \Player.timebaseRate, \Player.currentItem?.timebaseRate, \Player.currentItem!.timebaseRate:
            return "timebaseRate (use observeCurrentItem(.timebaseRate))"
        case \Player.volume: return "volume"
        case \Player.isMuted: return "isMuted"
        case \Player.defaultRate: return "defaultRate"
        case \Player.actionAtItemEnd: return "actionAtItemEnd"
        case \Player.automaticallyWaitsToMinimizeStalling: return "automaticallyWaitsToMinimizeStalling"
        default: return nil
        }
    }

    private static func ofForcedItem(_ keyPath: AnyKeyPath) -> String? {
        typealias Player = SimulatedPlayer
        let name: String? =
            switch keyPath {
            case \Player.currentItem!.status: "status"
            case \Player.currentItem!.duration: "duration"
            case \Player.currentItem!.loadedTimeRanges: "loadedTimeRanges"
            case \Player.currentItem!.seekableTimeRanges: "seekableTimeRanges"
            case \Player.currentItem!.isPlaybackLikelyToKeepUp: "isPlaybackLikelyToKeepUp"
            case \Player.currentItem!.isPlaybackBufferFull: "isPlaybackBufferFull"
            case \Player.currentItem!.isPlaybackBufferEmpty: "isPlaybackBufferEmpty"
            default: nil
            }
        return name.map { "currentItem!.\($0) (observe currentItem?.\($0))" }
    }

    private static func ofItem(_ keyPath: AnyKeyPath) -> String? {
        typealias Item = SimulatedPlayerItem
        switch keyPath {
        case \Item.error, \Item.failure: return "error (observe status, which is failed then)"
        case \Item.timebaseRate: return "timebaseRate (use observe(.timebaseRate))"
        case \Item.forwardPlaybackEndTime: return "forwardPlaybackEndTime"
        case \Item.preferredPeakBitRate: return "preferredPeakBitRate"
        case \Item.preferredMaximumResolution: return "preferredMaximumResolution"
        case \Item.preferredForwardBufferDuration: return "preferredForwardBufferDuration"
        case \Item.configuredTimeOffsetFromLive: return "configuredTimeOffsetFromLive"
        case \Item.recommendedTimeOffsetFromLive: return "recommendedTimeOffsetFromLive"
        default: return nil
        }
    }
}
