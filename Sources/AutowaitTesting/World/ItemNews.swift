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
        add(
            item == told[Int(player)].item
                ? .itemChanged(property, item: item, player: player)
                : .otherItemChanged(property, item: item, player: player))
    }

    /// Notes what a playlist has brought of the item that is being loaded. With its end comes the duration.
    func noteEdge(_ note: LiveNote, _ player: Int16) {
        if case .listed = note { noteEdge(ofItem: told[Int(player)].loads, player) }
    }

    /// Notes what a distance from the end of its playlist has changed of items whose playlist is known.
    func noteEdges(_ player: Int16) {
        for item in told[Int(player)].edges.keys.sorted() { noteEdge(ofItem: item, player) }
        tell()
    }

    private func noteEdge(ofItem item: Int32, _ player: Int16) {
        let index = Int(player)
        guard let edge = session.liveEdge(ofItem: item, of: player), edge != told[index].edges[item] else { return }
        let before = told[index].edges.updateValue(edge, forKey: item)
        if edge.isEnded, !(before?.isEnded ?? false) { noteChange(.duration, ofItem: item, player) }
        if edge.seekable != before?.seekable ?? .zero..<(.zero) {
            noteChange(.seekableTimeRanges, ofItem: item, player)
        }
    }
}

/// How many events the logs of one kind have of a player's items, by item.
struct LogCount {
    var events: [Int32: Int] = [:]
    /// Whether one of them may have more now.
    var isOld = false

    init(of items: [Int32] = []) { for item in items { events[item, default: 0] += 1 } }
}

/// The notifications of new events in the logs. A log is worked out from the beginning of the world; so it is counted
/// only while somebody observes it, and only after what may begin an event of it.
extension Engine {
    /// Counts the events of the logs, before there is an observer of them.
    func noteLogs(beforeAdding observer: Observer) {
        guard let log = observer.kind.log else { return }
        let index = Int(observer.player)
        if observes(log, of: observer.player) {
            told[index][keyPath: log.count].isOld = true
            return noteLogs()
        }
        told[index][keyPath: log.count] = log.counted(run.player(index))
    }

    /// Whether the logs of any player are observed.
    var observesLogs: Bool { observers.contains { $0.isValid && $0.kind.log != nil } }

    private func observes(_ log: ObservedLog, of player: Int16) -> Bool {
        observers.contains { $0.isValid && $0.kind.log == log && $0.player == player }
    }

    /// Notes that an entry of the trace may begin an event of a log: a failure, or a playlist in which nothing is new,
    /// one of the errors; another item, what is fetched first of it, another variant, or a clock that begins to move,
    /// one of the accesses.
    func noteLogs(of record: Record, _ player: Int16) {
        let index = Int(player)
        if case .network(let note) = record {
            if note.isFailure { told[index].errorLogs.isOld = true }
        } else if case .live(let note) = record, case .listed(let slot, _, _, _) = note {
            if told[index].listings.updateValue(note, forKey: slot) == note { told[index].errorLogs.isOld = true }
        } else if case .requested = record {
            if lacksAccess(player) { told[index].accessLogs.isOld = true }
        } else if case .loaded = record {
            if lacksAccess(player) { told[index].accessLogs.isOld = true }
        } else if case .item = record {
            told[index].accessLogs.isOld = true
        } else if case .switched = record {
            told[index].accessLogs.isOld = true
        } else if case .announced(.timebase(let rate, _)) = record, rate.isMoving {
            told[index].accessLogs.isOld = true
        }
    }

    /// Whether what is being loaded is the current item, which has no event in its access log yet.
    private func lacksAccess(_ player: Int16) -> Bool {
        let (index, item) = (Int(player), told[Int(player)].loads)
        return told[index].item == item && told[index].accessLogs.events[item] == nil
    }

    /// Posts a notification for each event that the logs have got which somebody observes.
    func noteLogs() {
        for index in told.indices where told[index].accessLogs.isOld || told[index].errorLogs.isOld {
            let player = Int16(index)
            for log in ObservedLog.allCases where told[index][keyPath: log.count].isOld {
                // One that nobody observes is counted before somebody does.
                told[index][keyPath: log.count].isOld = false
                guard observes(log, of: player) else { continue }
                let (old, new) = (told[index][keyPath: log.count].events, log.counted(run.player(index)))
                told[index][keyPath: log.count] = new
                for (item, count) in new.events.sorted(by: { $0.key < $1.key }) {
                    for _ in old[item, default: 0]..<max(count, old[item, default: 0]) {
                        add(.posted(log.notification, item: item, player: player))
                    }
                }
            }
        }
    }
}

/// A log of whose events observers are told.
private enum ObservedLog: CaseIterable {
    case access, error

    var notification: PlaybackNotification { self == .access ? .newAccessLogEntry : .newErrorLogEntry }

    var count: WritableKeyPath<ToldPlayer, LogCount> { self == .access ? \.accessLogs : \.errorLogs }

    /// Its events so far.
    func counted(_ run: PlayerRun) -> LogCount {
        switch self {
        case .access: LogCount(of: SimulatedAccessLog.events(of: run).map(\.item))
        case .error: LogCount(of: SimulatedErrorLog.events(of: run).map(\.item))
        }
    }
}

extension Observer.Kind {
    /// The log of whose events it is told; nil of anything else.
    fileprivate var log: ObservedLog? {
        switch self {
        case .notification(.newAccessLogEntry, _): .access
        case .notification(.newErrorLogEntry, _): .error
        case .notification, .property, .itemProperty, .rateChange, .periodic, .boundary, .timer: nil
        }
    }
}
