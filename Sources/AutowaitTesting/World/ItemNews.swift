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
        if edge.isEnded { noteDuration(ofItem: item, player) }
        if edge.seekable != before?.seekable ?? .zero..<(.zero) {
            noteChange(.seekableTimeRanges, ofItem: item, player)
        }
    }

    /// Notes that the length of an item is known, if something of it is loaded: of a live stream, whose playlist has
    /// said that it is over, that may come later.
    private func noteDuration(ofItem item: Int32, _ player: Int16) {
        guard told[Int(player)].ready.contains(item), told[Int(player)].lengths.insert(item).inserted else { return }
        noteChange(.duration, ofItem: item, player)
    }
}

/// The media that is loaded of items. It is compared where it may be told: of the current item, of the one that is
/// being loaded, and of those that have observers of it. So a chunk costs the same, however many items in line share
/// what is loaded.
extension Engine {
    /// Looks at what is loaded of an item, before there is an observer of it.
    func noteLoaded(beforeAdding observer: Observer) {
        guard case .itemProperty(.loadedTimeRanges, let item?) = observer.kind else { return }
        let index = Int(observer.player)
        guard item != told[index].item, !itemsObserved(observer.player).contains(item) else { return }
        told[index].loaded[item] = session.loadedTimeRanges(ofItem: item, of: observer.player)
    }

    /// Notes that a chunk came for the item that is being loaded. Where it is the first of an asset that items share,
    /// all of them in line are ready with it.
    func noteChunk(_ player: Int16) {
        let index = Int(player)
        let isFirst = told[index].loaded[told[index].loads] == nil
        noteLoaded(told[index].loads, player)
        guard told[index].sharesMedia else { return }
        told[index].isLoadedOld = true
        if isFirst { told[index].isLineOld = true }
    }

    /// Notes what an action changes of the items in line: of one that shares what is loaded, something is loaded as
    /// soon as it stands there, and no longer than it does.
    func noteQueue(_ action: Action, _ player: Int16) {
        switch action.operation {
        case .player(.insert(let item, _)): noteLoaded(item.id, player)
        case .player(.remove(let id)): noteLoaded(id, player)
        case .player(.removeAllItems): told[Int(player)].isLoadedOld = true
        case .items: (told[Int(player)].isLoadedOld, told[Int(player)].isLineOld) = (true, true)
        case .player, .queue, .surroundings, .playing, .limit, .asset, .network: break
        }
    }

    /// Notes whether media has gone.
    func noteLosses(_ player: Int16) {
        let (index, losses) = (Int(player), session.lossesOfMedia(of: player))
        if losses != told[index].losses { told[index].isLoadedOld = true }
        told[index].losses = losses
    }

    /// Notes whether a loop has put an item in line again, which the trace does not say, or takes those out that are
    /// there: either changes which is the last.
    func noteLoop(_ player: Int16) {
        let (index, last) = (Int(player), model(of: player).queue.items.last?.id)
        guard last != told[index].lastInLine else { return }
        (told[index].lastInLine, told[index].isLoadedOld, told[index].isLineOld) = (last, true, true)
    }

    /// Notes the items in line that are ready by what came for others.
    func noteLine(_ player: Int16) {
        told[Int(player)].isLineOld = false
        guard told[Int(player)].sharesMedia else { return }
        for item in model(of: player).queue.items where !told[Int(player)].ready.contains(item.id) {
            let isLive = holdBack(ofItem: item, of: player) != nil
            note(session.loadedTimeRanges(of: item, of: player), ofItem: item.id, player, isLive: isLive)
        }
    }

    /// Notes what is loaded of the items of which that is compared, and forgets what was of others.
    func noteLoaded(_ player: Int16) {
        let index = Int(player)
        told[index].isLoadedOld = false
        let model = model(of: player)
        var items = itemsObserved(player)
        items.insert(told[index].loads)
        if let item = model.item { items.insert(item.id) }
        told[index].loaded = told[index].loaded.filter { items.contains($0.key) }
        // Each is found in one look at the line.
        var line: [Int32: PlayerItem] = [:]
        if let item = model.item { line[item.id] = item }
        for item in model.queue.items where items.contains(item.id) { line[item.id] = item }
        for id in items.sorted() {
            if let item = line[id] {
                let isLive = holdBack(ofItem: item, of: player) != nil
                note(session.loadedTimeRanges(of: item, of: player), ofItem: id, player, isLive: isLive)
            } else {
                note(session.loadedTimeRanges(ofFormerItem: id, of: player), ofItem: id, player, isLive: false)
            }
        }
    }

    /// Notes what is loaded of an item.
    func noteLoaded(_ item: Int32, _ player: Int16) {
        let ranges = session.loadedTimeRanges(ofItem: item, of: player)
        note(ranges, ofItem: item, player, isLive: holdBack(ofItem: item, of: player) != nil)
    }

    /// Notes these ranges of an item, where they are not as they were. With the first of them it is ready.
    private func note(
        _ ranges: [Range<Place>], ofItem item: Int32, _ player: Int16, isLive: @autoclosure () -> Bool
    ) {
        let index = Int(player)
        let hasChanged = ranges != told[index].loaded[item] ?? []
        told[index].loaded[item] = ranges.isEmpty ? nil : ranges
        let isReady =
            !ranges.isEmpty && !told[index].ready.contains(item) && failure(ofItem: item, of: player) == nil
        if isReady { noteReady(item, player, isLive: isLive()) }
        if hasChanged { noteChange(.loadedTimeRanges, ofItem: item, player) }
        if isReady { noteChange(.status, ofItem: item, player) }
    }

    /// Notes that an item is ready, with which its length is known unless it is live and goes on, and that the player
    /// has had one that can be played.
    private func noteReady(_ item: Int32, _ player: Int16, isLive: Bool) {
        let isFirst = !told[Int(player)].wasReady
        told[Int(player)].ready.insert(item)
        if !isLive || edge(ofItem: item, of: player)?.isEnded == true { noteDuration(ofItem: item, player) }
        if !isLive { noteChange(.seekableTimeRanges, ofItem: item, player) }
        told[Int(player)].wasReady = true
        note(PlaybackProperty.status, player, if: isFirst)
    }

    /// The items of a player with observers of what is loaded of them.
    private func itemsObserved(_ player: Int16) -> Set<Int32> {
        var items: Set<Int32> = []
        for observer in observers where observer.isValid && observer.player == player {
            if case .itemProperty(.loadedTimeRanges, let item?) = observer.kind { items.insert(item) }
        }
        return items
    }
}

/// How many events the logs of one kind have of a player's items, by item.
struct LogCount {
    var events: [Int32: Int] = [:]
    /// Whether one of them may have more now.
    var isOld = false
    /// Whether that of the item that has become current last has none yet from this time in the player.
    var lacksFirst = false

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

    /// Whether what is being loaded is the current item, whose access log has no event yet of this time in the player.
    private func lacksAccess(_ player: Int16) -> Bool {
        told[Int(player)].item == told[Int(player)].loads && told[Int(player)].accessLogs.lacksFirst
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
        case .access:
            let events = SimulatedAccessLog.events(of: run)
            var count = LogCount(of: events.map(\.item))
            count.lacksFirst = events.last.map { $0.visit < run.playback.items.count { $0.item >= 0 } } ?? true
            return count
        case .error: return LogCount(of: SimulatedErrorLog.events(of: run).map(\.item))
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
