internal import PlayerModel
internal import Simulation

enum Notice {
    case changed(PlaybackProperty, player: Int16)
    case itemChanged(PlaybackItemProperty, item: Int32?, player: Int16)
    /// A property of an item that is not current: for its own observers alone.
    case otherItemChanged(PlaybackItemProperty, item: Int32, player: Int16)
    /// Another item is current, or none, and this property is the same: for who observes that of whichever is current.
    case itemReplaced(PlaybackItemProperty, player: Int16)
    case posted(PlaybackNotification, item: Int32?, player: Int16)
    case rateChanged(SimulatedPlayer.RateDidChangeReason, player: Int16)
    /// Playback has started, stopped or jumped, and was at a place then.
    case moved(to: Place, stopped: Bool, player: Int16)
    /// A seek or a preroll is over, or has been interrupted.
    case called((Bool) -> Void, isFinished: Bool)
}

/// A player as observers have been told of it: a difference from that is a change. And what of its items outlasts
/// their time in the player.
struct ToldPlayer {
    /// Whether the player shows itself so now, though it may have gone on: its observers take the values of a change.
    var isShown = false
    var status = TimeControlStatus.paused
    var reason: WaitingReason?
    var rate = Rate.zero
    /// The rate above 0 that the last action has asked for; nil where it has asked for none.
    var asked: Rate?
    var timebaseRate = Rate.zero
    /// Whether any item was ready to play.
    var wasReady = false
    /// The item of which something is loaded, by its number.
    var loads: Int32 = 0
    /// The current item, by its number, and what was told of it.
    var item: Int32?
    var loadedTimeRanges: [Range<Place>] = []
    var itemStatus = SimulatedPlayerItem.Status.unknown
    var flags = BufferFlags()
    /// Whether the machine's flags are still those of the item before; and whether observers know that.
    var awaitsFlags = false
    var isUnknown = false
    /// The place of playback of the current item, and how it moves.
    var playhead = Playhead(restingAt: .zero, since: .zero)
    /// Items that were ready to play once, and those that have failed.
    var ready: [Int32] = []
    var failed: [(id: Int32, failure: LoadFailure)] = []
    /// Where items were left, or sought, that are not current.
    var places: [Int32: Place] = [:]
    /// The edges of live streams as they were seen last, by item.
    var edges: [Int32: LiveEdgeSeen] = [:]
    /// The last listing of each playlist of a live stream, by slot.
    var listings: [Int32: LiveNote] = [:]
    /// How many events the logs of items have, as far as somebody observes them.
    var accessLogs = LogCount()
    var errorLogs = LogCount()
    /// The wishes of items for the loader, and those that they have unless it is said.
    var limits: [Int32: ItemLimits] = [:]
    let usualLimits: ItemLimits
    /// Those that the loader has: of items that have their own, of all others, and for a live stream that is current.
    var given: [Int32: ItemPreferences] = [:]
    var begunWith: ItemLimits
    var live: ItemLimits.Live
    /// Whether a limit of the sizes of variants is set, or was: of an item, or by a layer.
    var limitsSizes: Bool
    /// The completion handlers of the seek that was accepted, and of the one that is being requested.
    var pendingSeek: ((Bool) -> Void)?
    var begunSeek: ((Bool) -> Void)?
    /// That of a seek which has landed, and is called when the turn is over.
    var landedSeek: ((Bool) -> Void)?
    /// Those of prerolls, each of which is called before that of the next.
    var prerolls: [(Bool) -> Void] = []

    init(_ player: ScenarioPlayer) {
        usualLimits = ItemLimits(player)
        begunWith = usualLimits
        live = usualLimits.live
        limitsSizes = player.variantLimits.preferredMaximumResolution != nil || player.variantLimits.layer != nil
    }
}

/// Translation of the trace into notices for observers.
extension Engine {
    /// Reads the entries of the trace that are new since the last reading. An app that has made another item current
    /// sees at once that it knows nothing of it.
    func readTrace(afterCall: Bool = false) {
        let count = session.trace.entries.count
        // Most entries are of media that comes in; the array is not held, lest appending to it copy it.
        while read < count {
            let entry = session.trace.entries[read]
            read += 1
            guard entry.player >= 0 else { continue }
            note(entry.record, entry.player)
            if observesLogs { noteLogs(of: entry.record, entry.player) }
        }
        noteLogs()
        for player in told.indices where told[player].awaitsFlags {
            if model(of: Int16(player)).knowsItsBuffer {
                noteItemsState(Int16(player))
            } else if afterCall {
                noteItemIsUnknown(Int16(player))
            }
        }
    }

    private func note(_ record: Record, _ player: Int16) {
        if case .announced(let announcement) = record {
            note(announcement, player)
        } else if case .item(let item, let place, _) = record {
            noteItem(item < 0 ? nil : item, place, player)
        } else if case .loads(let item, _) = record {
            told[Int(player)].loads = item
        } else if case .loaded = record {
            let item = told[Int(player)].loads
            let isCurrent = item == told[Int(player)].item
            if !isCurrent { add(.otherItemChanged(.loadedTimeRanges, item: item, player: player)) }
            noteReady(item, player, isCurrent: isCurrent)
            if isCurrent { noteLoaded(player) }
        } else if case .live(let live) = record {
            noteEdge(live, player)
        } else if case .action(let index) = record {
            told[Int(player)].asked = rate(askedFor: self.record.players[Int(player)].script[Int(index)], player)
        }
    }

    private func rate(askedFor action: Action, _ player: Int16) -> Rate? {
        switch action.traits.request {
        case .defaultRate: model(of: player).settings.defaultRate
        case .rate(let rate): rate
        case nil: nil
        }
    }

    /// Another item is current, or none; the one before keeps its place. What an item has of itself was told to its own
    /// observers as it came, and is another for who observes whichever is current. What it has from being current, its
    /// flags and its rate, is told once the machine has looked at its buffer.
    private func noteItem(_ item: Int32?, _ place: Place, _ player: Int16) {
        let index = Int(player)
        if let old = told[index].item { told[index].places[old] = told[index].playhead.place(at: now) }
        if let item { told[index].places[item] = nil }
        told[index].playhead = Playhead(restingAt: place, since: now)
        told[index].item = item
        told[index].timebaseRate = .zero
        (told[index].awaitsFlags, told[index].isUnknown) = (true, false)
        told[index].loadedTimeRanges = item.map { session.loadedTimeRanges(ofItem: $0, of: player) } ?? []
        told[index].itemStatus = item.map { status(ofItem: $0, of: player) } ?? .unknown
        add(.changed(.currentItem, player: player))
        noteMove(player, stopped: false)
        for property in PlaybackItemProperty.allCases where item == nil || !Self.ofCurrentItems.contains(property) {
            add(.itemReplaced(property, player: player))
        }
        if item == nil {
            told[index].flags = BufferFlags()
            told[index].awaitsFlags = false
        }
        changedItems.append(player)
    }

    /// The properties that an item has from being current.
    private static let ofCurrentItems: [PlaybackItemProperty] = [
        .isPlaybackLikelyToKeepUp, .isPlaybackBufferFull, .isPlaybackBufferEmpty, .timebaseRate,
    ]

    /// Notes that nothing is known yet of the item that has become current.
    private func noteItemIsUnknown(_ player: Int16) {
        guard !told[Int(player)].isUnknown else { return }
        (told[Int(player)].isUnknown, told[Int(player)].flags) = (true, BufferFlags())
        for property in Self.ofCurrentItems { add(.itemReplaced(property, player: player)) }
    }

    /// Notes what an item is from now on that has become current: its own observers know it as one that is not.
    private func noteItemsState(_ player: Int16) {
        let index = Int(player)
        told[index].awaitsFlags = false
        told[index].flags = BufferFlags()
        let first = notices.count
        noteFlags(player)
        // Without a gap the clock goes on, and nothing is announced.
        let (rate, playhead) = (model(of: player).timebaseRate, model(of: player).playhead)
        note(.timebaseRate, player, if: rate != told[index].timebaseRate)
        (told[index].timebaseRate, told[index].playhead) = (rate, playhead)
        let changed = notices[first...].compactMap { notice -> PlaybackItemProperty? in
            if case .itemChanged(let property, _, _) = notice { property } else { nil }
        }
        for property in Self.ofCurrentItems where !told[index].isUnknown && !changed.contains(property) {
            add(.itemReplaced(property, player: player))
        }
    }

    private func note(_ announcement: Announcement, _ player: Int16) {
        let index = Int(player)
        let item = told[index].item
        switch announcement {
        case .status(let status, let reason, let rate, let cause):
            noteTimeControl((status, reason, rate), cause, player)
        case .timebase(let rate, let place):
            note(.timebaseRate, player, if: rate != told[index].timebaseRate)
            if rate.isMoving != told[index].timebaseRate.isMoving {
                noteMove(player, stopped: !rate.isMoving)
            }
            told[index].timebaseRate = rate
            told[index].playhead =
                rate.isMoving
                ? Playhead(movingFrom: place, at: rate, since: now) : Playhead(restingAt: place, since: now)
        case .likelyToKeepUp, .bufferFull, .bufferEmpty: if !told[index].awaitsFlags { noteFlags(player) }
        case .playbackStalled: add(.posted(.playbackStalled, item: item, player: player))
        case .didPlayToEndTime: add(.posted(.didPlayToEndTime, item: item, player: player))
        case .failedToPlayToEndTime: add(.posted(.failedToPlayToEndTime, item: item, player: player))
        case .itemFailed(let failure):
            if let item { told[index].failed.append((item, failure)) }
            noteStatus(player)
        case .timeJumped(let place): noteJump(player, place)
        case .seekFinished(let isFinished): noteSeek(player, isFinished)
        case .exception(let exception): failHere(.exception(SimulatedPlayer.Exception(exception)))
        case .prerollFinished(let isFinished):
            if told[index].prerolls.isEmpty { return }
            add(.called(told[index].prerolls.removeFirst(), isFinished: isFinished))
        case .endIsAhead, .pipelines: break
        }
    }

    /// Notes what a change of status shows. Where nothing differs, a request to play was refused: the rate has gone up
    /// and back, and with it what an observer of it is told.
    private func noteTimeControl(
        _ new: (status: TimeControlStatus, reason: WaitingReason?, rate: Rate), _ cause: Cause, _ player: Int16
    ) {
        let index = Int(player)
        let old = (status: told[index].status, reason: told[index].reason, rate: told[index].rate)
        let isRefusal = new == old
        if isRefusal, let asked = told[index].asked {
            told[index].rate = asked
            add(.changed(.rate, player: player))
        }
        (told[index].status, told[index].reason, told[index].rate) = new
        if new.rate != old.rate || isRefusal && told[index].asked != nil {
            add(.changed(.rate, player: player))
        }
        if new.rate != old.rate || isRefusal {
            // A rate above 0 is always an app's, whatever the player concludes from it.
            let reason =
                new.rate.isMoving
                ? .setRateCalled : SimulatedPlayer.RateDidChangeReason(cause, isRefusal: isRefusal)
            add(.rateChanged(reason, player: player))
        }
        note(.timeControlStatus, player, if: new.status != old.status)
        note(.reasonForWaitingToPlay, player, if: new.reason != old.reason)
    }

    private func note(_ property: PlaybackProperty, _ player: Int16, if hasChanged: Bool) {
        if hasChanged { add(.changed(property, player: player)) }
    }

    private func note(_ property: PlaybackItemProperty, _ player: Int16, if hasChanged: Bool) {
        if hasChanged { add(.itemChanged(property, item: told[Int(player)].item, player: player)) }
    }

    /// Notes a jump. It stops the clock without a change of the timebase; and the seek that led to it has been
    /// accepted.
    private func noteJump(_ player: Int16, _ place: Place) {
        let index = Int(player)
        note(.timebaseRate, player, if: told[index].timebaseRate.isMoving)
        told[index].timebaseRate = .zero
        told[index].playhead = Playhead(restingAt: place, since: now)
        if let begun = told[index].begunSeek { (told[index].pendingSeek, told[index].begunSeek) = (begun, nil) }
        add(.posted(.timeJumped, item: told[index].item, player: player))
        noteMove(player, stopped: false)
    }

    private func noteMove(_ player: Int16, stopped: Bool) {
        add(.moved(to: place(player), stopped: stopped, player: player))
    }

    /// Notes the end of a seek. The handler that was pending is called first: a new seek cancels it.
    private func noteSeek(_ player: Int16, _ isFinished: Bool) {
        let index = Int(player)
        guard let body = told[index].pendingSeek ?? told[index].begunSeek else { return }
        if told[index].pendingSeek != nil { told[index].pendingSeek = nil } else { told[index].begunSeek = nil }
        if isFinished, isActing { return holdLanded(body, of: player) }
        add(.called(body, isFinished: isFinished))
    }

    private func noteReady(_ item: Int32, _ player: Int16, isCurrent: Bool) {
        let index = Int(player)
        guard !told[index].ready.contains(item), failure(ofItem: item, of: player) == nil,
            !session.loadedTimeRanges(ofItem: item, of: player).isEmpty
        else { return }
        told[index].ready.append(item)
        if !isCurrent { add(.otherItemChanged(.status, item: item, player: player)) }
        if holdBack(ofItem: item, of: player) == nil {
            noteChange(.duration, ofItem: item, player)
            noteChange(.seekableTimeRanges, ofItem: item, player)
        }
        note(PlaybackProperty.status, player, if: !told[index].wasReady)
        told[index].wasReady = true
    }

    private func noteLoaded(_ player: Int16) {
        let ranges = told[Int(player)].item.map { session.loadedTimeRanges(ofItem: $0, of: player) } ?? []
        note(.loadedTimeRanges, player, if: ranges != told[Int(player)].loadedTimeRanges)
        told[Int(player)].loadedTimeRanges = ranges
        noteStatus(player)
    }

    private func noteStatus(_ player: Int16) {
        let status = told[Int(player)].item.map { self.status(ofItem: $0, of: player) } ?? .unknown
        note(PlaybackItemProperty.status, player, if: status != told[Int(player)].itemStatus)
        told[Int(player)].itemStatus = status
    }

    private func noteFlags(_ player: Int16) {
        let (old, new) = (told[Int(player)].flags, ownFlags(of: player))
        note(.isPlaybackLikelyToKeepUp, player, if: new.isLikelyToKeepUp != old.isLikelyToKeepUp)
        note(.isPlaybackBufferFull, player, if: new.isFull != old.isFull)
        note(.isPlaybackBufferEmpty, player, if: new.isEmpty != old.isEmpty)
        told[Int(player)].flags = new
    }

    /// The flags of the current item: its own, which are not known before the machine has looked at its buffer.
    private func ownFlags(of player: Int16) -> BufferFlags {
        let model = model(of: player)
        guard model.item != nil, !told[Int(player)].awaitsFlags || model.knowsItsBuffer else { return BufferFlags() }
        return BufferFlags(
            isLikelyToKeepUp: model.isLikelyToKeepUp, isFull: model.isBufferFull, isEmpty: model.isBufferEmpty)
    }
}

/// Players as they show themselves: while observers take the values of a change, as that change has left them, and
/// else as they are.
extension Engine {
    func timeControlStatus(of player: Int16) -> TimeControlStatus {
        told[Int(player)].isShown ? told[Int(player)].status : model(of: player).timeControlStatus
    }

    func reasonForWaiting(of player: Int16) -> WaitingReason? {
        told[Int(player)].isShown ? told[Int(player)].reason : model(of: player).reasonForWaitingToPlay
    }

    func rate(of player: Int16) -> Rate {
        told[Int(player)].isShown ? told[Int(player)].rate : model(of: player).rate
    }
}

/// Items as they are outside the machine, which knows the current one and those behind it.
extension Engine {
    func flags(ofItem id: Int32, of player: Int16) -> BufferFlags {
        model(of: player).item?.id == id ? ownFlags(of: player) : BufferFlags()
    }

    /// `AVPlayerItem.status`: ready as soon as something of the item is loaded, which is what the access log's
    /// `startupTime` waits for too (AVPlayerItemAccessLogEvent). It stays so, and so does one that has failed.
    func status(ofItem id: Int32, of player: Int16) -> SimulatedPlayerItem.Status {
        if failure(ofItem: id, of: player) != nil { return .failed }
        return isLoaded(item: id, of: player) ? .readyToPlay : .unknown
    }

    /// Whether anything of an item is loaded, or has been.
    func isLoaded(item id: Int32, of player: Int16) -> Bool {
        told[Int(player)].ready.contains(id) || !session.loadedTimeRanges(ofItem: id, of: player).isEmpty
    }

    func failure(ofItem id: Int32, of player: Int16) -> LoadFailure? {
        told[Int(player)].failed.first { $0.id == id }?.failure
    }

    /// Where an item was left, or sought; nil where it is where it was made to begin.
    func place(ofItem id: Int32, of player: Int16) -> Place? { told[Int(player)].places[id] }

    /// Leaves an item at a place. Returns whether that may be done.
    func leave(item id: Int32, at place: Place, of player: Int16, by call: StaticString = #function) -> Bool {
        guard mayAct(call) else { return false }
        told[Int(player)].places[id] = place
        return true
    }
}
