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
    /// The rate above 0 that the last action has asked for, and when that was; nil where it has asked for none.
    var asked: (rate: Rate, at: PlayerModel.Instant)?
    var timebaseRate = Rate.zero
    /// Whether any item was ready to play.
    var wasReady = false
    /// The item of which something is loaded, by its number.
    var loads: Int32 = 0
    /// The current item, by its number, and what was told of its buffer.
    var item: Int32?
    var flags = BufferFlags()
    /// Whether the machine's flags are still those of the item before; and whether observers know that.
    var awaitsFlags = false
    var isUnknown = false
    /// Whether the current item is another than the one before, and not the same that has begun anew.
    var isReplaced = false
    /// The place of playback of the current item, and how it moves.
    var playhead = Playhead(restingAt: .zero, since: .zero)
    /// Where the current item ends; nil where that is not known.
    var end: Place?
    /// The media that is loaded of the current item, of that which is being loaded, and of those with observers of it;
    /// none where nothing is.
    var loaded: [Int32: [Range<Place>]] = [:]
    /// Whether more may have changed in that than what came for the item that is being loaded; so it has where media
    /// has gone.
    var isLoadedOld = false
    /// Whether items in line may be ready that were not, as there is media of theirs that came for another item.
    var isLineOld = false
    var losses = 0
    /// The instant at which another item became current, or media went, last: at it the loader hears of it, too, and
    /// says nothing.
    var losesAt = PlayerModel.Instant.never
    /// Whether items may share what is loaded of their asset; and whether a loop puts them in line again, and which was
    /// the last there.
    let sharesMedia: Bool
    let isLooping: Bool
    var lastInLine: Int32?
    /// Items that were ready to play once, those whose length was told, and those that have failed.
    var ready: Set<Int32> = []
    var lengths: Set<Int32> = []
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
    /// Those of seeks that have landed, each with its item (-1 without one), which are called when the turn is over.
    var landedSeeks: [(item: Int32, handler: (Bool) -> Void)] = []
    /// Those of prerolls, each of which is called before that of the next.
    var prerolls: [(Bool) -> Void] = []

    init(_ player: ScenarioPlayer) {
        let holders = MediaHolders(player.loader.kept, player.assets.map { $0.media.kind })
        sharesMedia = player.assets.indices.contains { holders.keeps($0) }
        isLooping = player.looping != .none
        usualLimits = ItemLimits(player)
        begunWith = usualLimits
        live = usualLimits.live
        limitsSizes = player.variantLimits.preferredMaximumResolution != nil || player.variantLimits.layer != nil
    }

    /// The place at which the current item is left: of one that has played to its end, that, though a rate above 1
    /// steps over it by a rounding.
    func placeOfLeaving(at now: PlayerModel.Instant, isFinished: Bool) -> Place {
        if isFinished, let end, playhead.oversteps(end, at: now) { return end }
        return playhead.place(at: now)
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
        for player in told.indices {
            if told[player].losesAt == now { noteLosses(Int16(player)) }
            if told[player].isLooping { noteLoop(Int16(player)) }
            if told[player].isLineOld { noteLine(Int16(player)) }
            if told[player].isLoadedOld { noteLoaded(Int16(player)) }
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
        } else if case .item(let item, let place, let isFinished) = record {
            noteItem(item < 0 ? nil : item, place, isFinished: isFinished, player)
        } else if case .loads(let item, _) = record {
            told[Int(player)].loads = item
        } else if case .loaded = record {
            noteChunk(player)
        } else if case .dropped = record {
            told[Int(player)].losesAt = now
        } else if case .gap = record {
            (told[Int(player)].isLoadedOld, told[Int(player)].isLineOld) = (true, true)
        } else if case .live(let live) = record {
            noteEdge(live, player)
        } else if case .action(let index) = record {
            let action = self.record.players[Int(player)].script[Int(index)]
            told[Int(player)].asked = rate(askedFor: action, player).map { ($0, now) }
            noteEnd(player)
            noteQueue(action, player)
        }
    }

    private func rate(askedFor action: Action, _ player: Int16) -> Rate? {
        switch action.traits.request {
        case .defaultRate: model(of: player).settings.defaultRate
        case .rate(let rate): rate
        case nil: nil
        }
    }

    /// Another item is current, or none, or the same begins anew; the one before keeps its place. What an item has of
    /// itself was told to its own observers as it came, and is another for who observes whichever is current. What it
    /// has from being current, its flags and its rate, is told once the machine has looked at its buffer.
    private func noteItem(_ item: Int32?, _ place: Place, isFinished: Bool, _ player: Int16) {
        let index = Int(player)
        let old = told[index].item
        let isSame = item == old
        if let item { noteLoaded(item, player) }
        told[index].losesAt = now
        if let old { told[index].places[old] = told[index].placeOfLeaving(at: now, isFinished: isFinished) }
        if let item { told[index].places[item] = nil }
        told[index].playhead = Playhead(restingAt: place, since: now)
        if !isSame { noteLeaving(player) }
        (told[index].item, told[index].isReplaced) = (item, !isSame)
        noteEnd(player)
        (told[index].awaitsFlags, told[index].isUnknown) = (true, false)
        note(.currentItem, player, if: !isSame)
        noteMove(player, stopped: false)
        for property in PlaybackItemProperty.allCases
        where !isSame && (item == nil || !Self.ofCurrentItems.contains(property)) {
            add(.itemReplaced(property, player: player))
        }
        if let old { noteLoaded(old, player) }
        if item == nil { told[index].awaitsFlags = false }
        changedItems.append(player)
    }

    /// Notes where the current item ends from now on. One that has left in the same turn has no end any more.
    private func noteEnd(_ player: Int16) {
        let model = model(of: player)
        told[Int(player)].end = model.item?.id == told[Int(player)].item ? model.end : nil
    }

    /// Notes what the current item loses that is current no longer: for its own observers.
    private func noteLeaving(_ player: Int16) {
        let index = Int(player)
        let (item, flags, isMoving) = (told[index].item, told[index].flags, told[index].timebaseRate.isMoving)
        (told[index].item, told[index].flags, told[index].timebaseRate) = (nil, BufferFlags(), .zero)
        guard let item else { return }
        for property in flags.properties(unlike: BufferFlags()) { noteChange(property, ofItem: item, player) }
        if isMoving { noteChange(.timebaseRate, ofItem: item, player) }
    }

    /// The properties that an item has from being current.
    private static let ofCurrentItems: [PlaybackItemProperty] = [
        .isPlaybackLikelyToKeepUp, .isPlaybackBufferFull, .isPlaybackBufferEmpty, .timebaseRate,
    ]

    /// Notes that nothing is known yet of the item that has become current, and that its clock rests until then.
    private func noteItemIsUnknown(_ player: Int16) {
        guard !told[Int(player)].isUnknown else { return }
        told[Int(player)].isUnknown = true
        noteFlags(player)
        let rate = model(of: player).timebaseRate
        note(.timebaseRate, player, if: rate != told[Int(player)].timebaseRate)
        told[Int(player)].timebaseRate = rate
        guard told[Int(player)].isReplaced else { return }
        for property in Self.ofCurrentItems { add(.itemReplaced(property, player: player)) }
    }

    /// Notes what an item is from now on that has become current: its own observers know it as one that is not.
    private func noteItemsState(_ player: Int16) {
        let index = Int(player)
        told[index].awaitsFlags = false
        let first = notices.count
        noteFlags(player)
        // Without a gap the clock goes on, and nothing is announced.
        let (rate, playhead) = (model(of: player).timebaseRate, model(of: player).playhead)
        note(.timebaseRate, player, if: rate != told[index].timebaseRate)
        (told[index].timebaseRate, told[index].playhead) = (rate, playhead)
        let changed = notices[first...].compactMap { notice -> PlaybackItemProperty? in
            if case .itemChanged(let property, _, _) = notice { property } else { nil }
        }
        let isUntold = told[index].isReplaced && !told[index].isUnknown
        for property in Self.ofCurrentItems where isUntold && !changed.contains(property) {
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
            guard let item, self.failure(ofItem: item, of: player) == nil else { break }
            told[index].failed.append((item, failure))
            noteChange(.status, ofItem: item, player)
        case .timeJumped(let place): noteJump(player, place)
        case .seekFinished(let isFinished): noteSeek(player, isFinished)
        case .exception(let exception): failHere(.exception(SimulatedPlayer.Exception(exception)))
        case .prerollFinished(let isFinished):
            if told[index].prerolls.isEmpty { return }
            add(.called(told[index].prerolls.removeFirst(), isFinished: isFinished))
        case .endIsAhead, .pipelines: break
        }
    }

    /// Notes what a change of status shows. Where nothing differs, and the rate is 0, a request to play was refused:
    /// the rate has gone up and back, and with it what an observer of it is told. A player that waits has kept it.
    private func noteTimeControl(
        _ new: (status: TimeControlStatus, reason: WaitingReason?, rate: Rate), _ cause: Cause, _ player: Int16
    ) {
        let index = Int(player)
        let old = (status: told[index].status, reason: told[index].reason, rate: told[index].rate)
        let isRefusal = new == old && !new.rate.isMoving
        if isRefusal, let asked = told[index].asked {
            told[index].rate = asked.rate
            add(.changed(.rate, player: player))
        }
        (told[index].status, told[index].reason, told[index].rate) = new
        if new.rate != old.rate || isRefusal && told[index].asked != nil {
            add(.changed(.rate, player: player))
        }
        if new.rate != old.rate || isRefusal {
            // A rate above 0 is always an app's, whatever the player concludes from it. A player that waits loses its
            // rate, too, in the instant in which it is asked to play at once, and nothing is loaded.
            let isAsked = told[index].asked?.at == now
            let isRefused = isRefusal || isAsked && (cause == .nothingLoaded || cause == .dropped)
            let reason =
                new.rate.isMoving
                ? .setRateCalled : SimulatedPlayer.RateDidChangeReason(cause, isRefusal: isRefused)
            add(.rateChanged(reason, player: player))
        }
        note(.timeControlStatus, player, if: new.status != old.status)
        note(.reasonForWaitingToPlay, player, if: new.reason != old.reason)
    }

    func note(_ property: PlaybackProperty, _ player: Int16, if hasChanged: Bool) {
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
        if isFinished, isActing { return holdLanded(body, ofItem: told[index].item ?? -1, of: player) }
        add(.called(body, isFinished: isFinished))
    }

    private func noteFlags(_ player: Int16) {
        let (old, new) = (told[Int(player)].flags, ownFlags(of: player))
        told[Int(player)].flags = new
        for property in new.properties(unlike: old) { note(property, player, if: true) }
    }
}
