internal import PlayerModel
internal import Simulation

/// The extent of items, which changes as they are loaded, and as the playlists of live streams are.
extension Engine {
    /// The distance from the end of its playlist at which a live item begins that the player has; nil of what is not
    /// live, or is not in the player.
    func holdBack(ofItem id: Int32, of player: Int16) -> Place? {
        let model = model(of: player)
        let item = model.item?.id == id ? model.item : model.queue.items.first { $0.id == id }
        return item.flatMap { holdBack(ofItem: $0, of: player) }
    }

    /// The edge of an item's live stream: of one that has left the player, as it was seen last.
    func edge(ofItem id: Int32, of player: Int16) -> LiveEdgeSeen? {
        session.liveEdge(ofItem: id, of: player) ?? told[Int(player)].edges[id]
    }

    /// Notes that a property of an item has changed: for its own observers and, if it is current, for those of
    /// whichever is.
    func noteChange(_ property: PlaybackItemProperty, ofItem item: Int32, _ player: Int16) {
        notices.append(
            item == told[Int(player)].item
                ? .itemChanged(property, item: item, player: player)
                : .otherItemChanged(property, item: item, player: player))
    }

    /// Notes what a playlist has brought of the item that is being loaded. With its end comes the duration.
    func noteEdge(_ note: LiveNote, _ player: Int16) {
        guard case .listed = note else { return }
        let (index, item) = (Int(player), told[Int(player)].loads)
        guard let edge = session.liveEdge(ofItem: item, of: player), edge != told[index].edges[item] else { return }
        let before = told[index].edges.updateValue(edge, forKey: item)
        if edge.isEnded, !(before?.isEnded ?? false) { noteChange(.duration, ofItem: item, player) }
        if edge.seekable != before?.seekable ?? .zero..<(.zero) {
            noteChange(.seekableTimeRanges, ofItem: item, player)
        }
    }
}

/// How many events the logs of a player's items have, by item.
struct LogCounts {
    var access: [Int32: Int] = [:]
    var error: [Int32: Int] = [:]
    /// Whether one of them may have more now.
    var areOld = false

    init() {}

    fileprivate init(_ run: PlayerRun) {
        for (item, _) in SimulatedAccessLog.events(of: run) { access[item, default: 0] += 1 }
        for (item, _) in SimulatedErrorLog.events(of: run) { error[item, default: 0] += 1 }
    }
}

/// The notifications of new events in the logs. A log is worked out from the beginning of the world; so it is counted
/// only while somebody observes it, and only after what may begin an event of it.
extension Engine {
    /// Counts the events of the logs, before there is an observer of them.
    func noteLogs(beforeAdding observer: Observer) {
        guard observer.kind.isOfLogs else { return }
        if observesLogs(of: observer.player) {
            told[Int(observer.player)].logs.areOld = true
            return noteLogs()
        }
        told[Int(observer.player)].logs = LogCounts(run.player(Int(observer.player)))
    }

    /// Whether the logs of any player are observed.
    var observesLogs: Bool { observers.contains { $0.isValid && $0.kind.isOfLogs } }

    private func observesLogs(of player: Int16) -> Bool {
        observers.contains { $0.isValid && $0.kind.isOfLogs && $0.player == player }
    }

    /// Notes that an entry of the trace may begin an event of a log: a failure, or a playlist in which nothing is new,
    /// one of the errors; another item, what is fetched first of it, another variant, or a clock that begins to move,
    /// one of the accesses.
    func noteLogs(of record: Record, _ player: Int16) {
        let index = Int(player)
        if case .network(let note) = record {
            if note.isFailure { told[index].logs.areOld = true }
        } else if case .live(let note) = record, case .listed(let slot, _, _, _) = note {
            if told[index].listings.updateValue(note, forKey: slot) == note { told[index].logs.areOld = true }
        } else if case .requested = record {
            if lacksAccess(player) { told[index].logs.areOld = true }
        } else if case .loaded = record {
            if lacksAccess(player) { told[index].logs.areOld = true }
        } else if case .item = record {
            told[index].logs.areOld = true
        } else if case .switched = record {
            told[index].logs.areOld = true
        } else if case .announced(.timebase(let rate, _)) = record, rate.isMoving {
            told[index].logs.areOld = true
        }
    }

    /// Whether what is being loaded is the current item, which has no event in its access log yet.
    private func lacksAccess(_ player: Int16) -> Bool {
        let (index, item) = (Int(player), told[Int(player)].loads)
        return told[index].item == item && told[index].logs.access[item] == nil
    }

    /// Posts a notification for each event that the logs have got.
    func noteLogs() {
        for index in told.indices where told[index].logs.areOld {
            let (old, new, player) = (told[index].logs, LogCounts(run.player(index)), Int16(index))
            told[index].logs = new
            for (item, count) in new.access.sorted(by: { $0.key < $1.key }) {
                for _ in old.access[item, default: 0]..<max(count, old.access[item, default: 0]) {
                    notices.append(.posted(.newAccessLogEntry, item: item, player: player))
                }
            }
            for (item, count) in new.error.sorted(by: { $0.key < $1.key }) {
                for _ in old.error[item, default: 0]..<max(count, old.error[item, default: 0]) {
                    notices.append(.posted(.newErrorLogEntry, item: item, player: player))
                }
            }
        }
    }
}

extension Observer.Kind {
    /// Whether it observes what is added to a log.
    fileprivate var isOfLogs: Bool {
        switch self {
        case .notification(.newAccessLogEntry, _), .notification(.newErrorLogEntry, _): true
        case .notification, .property, .itemProperty, .rateChange, .periodic, .boundary, .timer: false
        }
    }
}
