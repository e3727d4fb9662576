@testable import PlayerModel

/// Every kind of input, as often as it means another thing.
enum TableInput: String, CaseIterable {
    case play, setRate, pause, setRateZero, playImmediately, setRateAtHostTime, waitsOn, waitsOff
    case defaultRate, actionAtItemEnd, forwardPlaybackEndTime, seek, failingSeek, item, noItem, bufferChanged
    case cancelSeeks, preroll, cancelPrerolls, interrupt, background, pace
    case startOfNext, stopOfNext
    case loadingFailed, deadline, overdue, layer, tracks, insert, removeOther, removeLast, removeCurrent, skipLast,
        skip, removeAll, live

    /// The kinds of an input. A new case of `PlayerInput` wants an answer here, and with it a row in the table.
    static func kinds(of input: PlayerInput) -> [TableInput] {
        switch input {
        case .play: [.play]
        case .pause: [.pause]
        case .setRate: [.setRate, .setRateZero]
        case .playImmediately: [.playImmediately]
        case .setRateAtHostTime: [.setRateAtHostTime]
        case .setAutomaticallyWaits: [.waitsOn, .waitsOff]
        case .setDefaultRate: [.defaultRate]
        case .setActionAtItemEnd: [.actionAtItemEnd]
        case .setForwardPlaybackEndTime: [.forwardPlaybackEndTime]
        case .seek: [.seek, .failingSeek]
        case .moveLive: [.live]
        // They have a table of their own, above `Suspension`.
        case .suspend, .resume: []
        // It is a pause, and no item.
        case .tearDown: []
        case .replaceCurrentItem: [.item, .noItem]
        case .setLayer: [.layer]
        case .changeTracks: [.tracks]
        case .cancelPendingSeeks: [.cancelSeeks]
        case .setPace: [.pace]
        case .preroll: [.preroll]
        case .cancelPendingPrerolls: [.cancelPrerolls]
        case .interrupt(.background): [.background]
        case .interrupt: [.interrupt]
        case .insert: [.insert]
        case .setStart: [.startOfNext]
        case .setStop: [.stopOfNext]
        case .remove: [.removeOther, .removeLast, .removeCurrent]
        case .advanceToNextItem: [.skipLast, .skip]
        case .removeAllItems: [.removeAll]
        case .bufferChanged: [.bufferChanged]
        case .loadingFailed: [.loadingFailed]
        case .deadline: [.deadline, .overdue]
        }
    }

    /// Its name in the table, where it meets a player in that status.
    func word(_ from: TableStatus, waits: Bool) -> String {
        let hasItem = from != .itemless && from != .noItem
        return switch self {
        case .play, .setRate: "ask"
        case .pause, .setRateZero, .interrupt: "pause"
        case .playImmediately: "now"
        case .setRateAtHostTime: "tie"
        case .waitsOn: "on"
        case .waitsOff: "off"
        case .seek: "seek"
        case .live: from == .rebuffering ? "learn" : "seek"
        case .item, .skip: "item"
        case .insert: hasItem ? "learn" : "item"
        case .removeCurrent: hasItem ? "item" : "learn"
        case .noItem, .removeLast, .skipLast, .removeAll: "no item"
        case .loadingFailed: "fail"
        case .overdue: from == .evaluating && waits ? "overdue" : "learn"
        default: "learn"
        }
    }

    /// Whether an item is behind the current one when it comes.
    var hasNext: Bool { [.removeOther, .removeCurrent, .skip, .removeAll].contains(self) }

    /// Whether an `AVQueuePlayer` alone takes it.
    var isOfQueue: Bool { hasNext || [.insert, .removeLast, .skipLast].contains(self) }

    /// The rate that it asks for.
    var rate: Rate? {
        switch self {
        case .play: .one
        case .setRate: Rate(thousandths: 1500)
        case .playImmediately: Rate(thousandths: 2000)
        case .setRateAtHostTime: Rate(thousandths: 500)
        default: nil
        }
    }

    func made(_ spot: TableSpot) -> PlayerInput {
        switch self {
        case .play: .play
        case .setRate: .setRate(Rate(thousandths: 1500))
        case .pause: .pause
        case .setRateZero: .setRate(.zero)
        case .playImmediately: .playImmediately(Rate(thousandths: 2000))
        case .setRateAtHostTime: .setRateAtHostTime(Rate(thousandths: 500), itemTime: nil, hostTime: nil)
        case .waitsOn: .setAutomaticallyWaits(true)
        case .waitsOff: .setAutomaticallyWaits(false)
        case .defaultRate: .setDefaultRate(Rate(thousandths: 1750))
        case .actionAtItemEnd: .setActionAtItemEnd(spot.action)
        case .forwardPlaybackEndTime:
            .setForwardPlaybackEndTime(spot.loaded == .atEnd ? TableSpot.place : .seconds(50))
        case .seek: .seek(to: TableSpot.place, before: .zero, after: .zero)
        case .live: .moveLive(to: TableSpot.place)
        case .failingSeek: .seek(to: .seconds(61), before: .zero, after: .zero)
        case .item: .replaceCurrentItem(.minute(isStream: spot.waits))
        case .noItem: .replaceCurrentItem(nil)
        case .layer: .setLayer(true)
        case .tracks: .changeTracks
        case .cancelSeeks: .cancelPendingSeeks
        case .pace: .setPace(Rate(thousandths: 1030))
        case .preroll: .preroll(.one)
        case .cancelPrerolls: .cancelPendingPrerolls
        case .interrupt: .interrupt(.audioSession)
        case .background: .interrupt(.background)
        case .insert: .insert(.minute(2, isStream: spot.waits), after: nil)
        case .startOfNext: .setStart(.seconds(20), of: 1)
        case .stopOfNext: .setStop(.seconds(40), of: 1)
        case .removeOther: .remove(1)
        case .removeLast, .removeCurrent: .remove(0)
        case .skipLast, .skip: .advanceToNextItem
        case .removeAll: .removeAllItems
        case .bufferChanged: .bufferChanged
        case .loadingFailed: .loadingFailed(TableSpot.failure)
        case .deadline, .overdue: .deadline
        }
    }
}
