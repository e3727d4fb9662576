import PlayerModel

/// AVFoundation's own names, so that Apple's page can be held beside a report.
package enum NamesOfAVFoundation {
    package static let exception = "NSInvalidArgumentException"

    package static func status(_ status: TimeControlStatus) -> String {
        switch status {
        case .paused: "paused"
        case .waitingToPlayAtSpecifiedRate: "waitingToPlayAtSpecifiedRate"
        case .playing: "playing"
        }
    }

    package static func reason(_ reason: WaitingReason) -> String {
        switch reason {
        case .toMinimizeStalls: "toMinimizeStalls"
        case .evaluatingBufferingRate: "evaluatingBufferingRate"
        case .noItemToPlay: "noItemToPlay"
        case .interstitialEvent: "interstitialEvent"
        }
    }

    package static func name(_ playerClass: PlayerClass) -> String {
        switch playerClass {
        case .player: "AVPlayer"
        case .queuePlayer: "AVQueuePlayer"
        }
    }

    package static func itemStatus(_ status: Player.ItemStatus) -> String {
        switch status {
        case .unknown: "unknown"
        case .readyToPlay: "readyToPlay"
        case .failed: "failed"
        }
    }

    /// The words of the demo's panel (A.21).
    package static func panelStatus(_ status: TimeControlStatus) -> String {
        switch status {
        case .paused: "Paused"
        case .waitingToPlayAtSpecifiedRate: "Waiting"
        case .playing: "Playing"
        }
    }

    package static func panelReason(_ reason: WaitingReason?) -> String {
        switch reason {
        case nil: "-"
        case .toMinimizeStalls: "Minimizing Stalls"
        case .evaluatingBufferingRate: "Evaluating"
        case .noItemToPlay: "No Item to Play"
        case .interstitialEvent: "Interstitial"
        }
    }

    package static func name(_ action: ActionAtItemEnd) -> String {
        switch action {
        case .advance: "advance"
        case .pause: "pause"
        case .none: "none"
        }
    }
}
