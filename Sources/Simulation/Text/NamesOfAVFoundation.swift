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

    /// The words of the demo's panel (A.21).
    package static func panelReason(_ reason: WaitingReason?) -> String {
        switch reason {
        case nil: "-"
        case .toMinimizeStalls: "Minimizing Stalls"
        case .evaluatingBufferingRate: "Evaluating"
        case .noItemToPlay: "No Item to Play"
        }
    }

    package static func call(_ input: PlayerInput) -> String {
        switch input {
        case .play: "play()"
        case .pause: "pause()"
        case .setRate(let rate): "rate = \(number(rate))"
        case .playImmediately(let rate): "playImmediately(atRate: \(number(rate)))"
        case .setRateAtHostTime(let rate, let place, let host):
            "setRate(\(number(rate)), time: \(place.map { seconds($0.nanoseconds) } ?? ".invalid"), "
                + "atHostTime: \(host.map { seconds($0.nanoseconds) } ?? ".invalid"))"
        case .setAutomaticallyWaits(let value): "automaticallyWaitsToMinimizeStalling = \(value)"
        case .setDefaultRate(let rate): "defaultRate = \(number(rate))"
        case .setActionAtItemEnd(let action): "actionAtItemEnd = .\(name(action))"
        case .setForwardPlaybackEndTime(let place):
            "forwardPlaybackEndTime = \(place.map { seconds($0.nanoseconds) } ?? ".invalid")"
        case .seek(let target, let before, let after):
            before == .unlimited && after == .unlimited
                ? "seek(to: \(seconds(target.nanoseconds)))"
                : "seek(to: \(seconds(target.nanoseconds)), toleranceBefore: \(tolerance(before)), "
                    + "toleranceAfter: \(tolerance(after)))"
        case .replaceCurrentItem(let item): "replaceCurrentItem(with: \(item == nil ? "nil" : "item"))"
        case .insert(let item, let id):
            "insert(item \(item.id + 1), after: \(id.map { "item \($0 + 1)" } ?? "nil"))"
        case .remove(let id): "remove(item \(id + 1))"
        case .advanceToNextItem: "advanceToNextItem()"
        case .removeAllItems: "removeAllItems()"
        case .setLayer(let value): value ? "playerLayer.player = player" : "playerLayer.player = nil"
        case .changeTracks: "the tracks that play change"
        case .bufferChanged, .loadingFailed, .deadline: ""
        }
    }

    package static func name(_ action: ActionAtItemEnd) -> String {
        switch action {
        case .advance: "advance"
        case .pause: "pause"
        case .none: "none"
        }
    }

    private static func tolerance(_ length: MediaTime) -> String {
        length == .unlimited ? ".positiveInfinity" : seconds(length.nanoseconds)
    }

    private static func number(_ rate: Rate) -> String {
        NumberText.exact(Int64(rate.thousandths), places: 3, atLeast: 1)
    }

    private static func seconds(_ nanoseconds: Int64) -> String { NumberText.exact(nanoseconds, places: 9) + " s" }
}
