import SimulationContainers
import PlayerModel

/// Decides which media to fetch next, and keeps what has come.
///
/// A player has one loader. The loader knows the items that it fetches, in order, and has one load for each asset
/// that they play a part of:
///
///     messages ─▶ Loader ─▶ effects
///                 ├ order    the items, the buffer of each, and which of them is in focus
///                 ├ assets   for each asset: requests under way, variant, playlists and keys
///                 │           └ fetches   for each track: its request, and the gap at the playhead
///                 └ meter    throughput and latency
///
/// The item in focus says which asset is fetched; the others rest. Of an asset, playlists, keys and initialization
/// sections come first, as far as a track needs them. Each track has at most one request under way. Tracks are kept
/// together: none asks for more while it is a chunk ahead of the slowest. Of one item, a chunk that is loaded is
/// fetched again only where a rule replaces it, or its language; one that was cancelled may be.
package struct Loader: Sendable {
    var assets: ContiguousArray<AssetLoad>
    var order: LoadOrder
    var meter: LoadMeter
    var settings: LoaderSettings
    /// The limits of items that have their own.
    var preferences: ContiguousArray<(id: Int32, own: ItemPreferences)> = []
    var playhead = Playhead(restingAt: .zero, since: .zero)
    /// The speed at which the player plays, or would.
    var speed = Rate.one
    /// Whether the player is paused, and not for want of media.
    var isPaused = false
    /// Whether the sound of the current item has another format than that of the item before it, which has finished.
    var differs = false
    /// The item of which something was fetched last; -1 where that has to be said again.
    var loadedItem: Int32 = 0
    var failure: LoadFailure?
    /// Whether the playhead is about to skip a gap.
    var isSkipping = false
    /// Whether nothing more is asked for because enough is loaded. What is under way of a segment still comes, and of a
    /// file the chunk at which that ends.
    package internal(set) var isFull = false
    private(set) var armed = Instant.never
    private(set) var wokenAt = Instant.never
    /// Whether it asks for nothing any more.
    private var isOver = false
    /// When it looks next at what is under way, or has looked at what it has not learnt yet; `never` where it does not.
    private(set) var looksAt = Instant.never
    /// Since when an item is loaded whose beginning no look has told yet: the first of later than that only says where
    /// it begins. Of whoever looks for nothing, each look only says where something begins. And whether what was under
    /// way for the item before goes on for it.
    private var itemBegan: (at: Instant, goesOn: Bool)?
    /// Whether an item has begun before.
    private var hasBegun = false
    /// The place at which playback began, or went on after the last seek; and since when the buffer is full.
    var origin = MediaTime.zero
    private var fullSince = Instant.zero

    init(_ assets: [AssetLoad], settings: LoaderSettings, estimator: ThroughputEstimator) {
        self.assets = ContiguousArray(assets)
        order = LoadOrder(assets[0].emptyBuffer, MediaHolders(settings.kept, assets.map { $0.kind }))
        meter = LoadMeter(estimator: estimator, evidence: settings.evidence)
        self.settings = settings
    }

    /// Takes one input at `now`. O(tracks × log ranges), and O(ranges) where the playhead jumps or a gap is closed.
    ///
    /// Inlined, because whoever calls knows which input it is: so none is put together, only to be taken apart here.
    @inline(__always)
    package mutating func handle(_ input: LoaderInput, at now: Instant, into effects: inout LoaderEffects) {
        let first = effects.count
        var end = SampleEnd.whereCalledOff
        switch input {
        case .arrived(let id, let times, let receipt):
            guard arrive(id, times, receipt, now, &effects) else { return }
        case .listed(let id, let listing): return note(listing, comingWith: id)
        case .steered(let id, let answer): return sayingTurns(&effects) { $0.steer(by: answer, comingWith: id, &$1) }
        case .setPaused(let isPaused, let isSuspended, let asksNaturalSpeed):
            setPaused(isPaused, isSuspended, asksNaturalSpeed, now)
        case .failed(let id, let failure):
            if sayingTurns(&effects, { $0.fail(id, failure, now, &$1) }) { end = .here }
        case .pauses(let id, let instant, let remains):
            if let remains { measure(id, timedOutWith: remains, now) }
            guard chooseForRetry(of: id, at: instant, now, &effects) else { return }
        case .clockMoved(let playhead, let sought): moveClock(playhead, sought, now, &effects)
        case .itemChanged(let items, let playhead, let old, let isFinished, let isNew):
            sayingTurns(&effects) { $0.changeItem(items, playhead, from: old, isFinished, isNew, now, &$1) }
        case .queueChanged(let items): sayingTurns(&effects) { $0.changeQueue(items, now, &$1) }
        case .endMoved(let end, let said): moveEnd(to: end, said: said, now, &effects)
        case .setPreferredForwardBuffer(let length): wantOfAll(length)
        case .setLive(let change): settings.live.apply(change)
        case .limit(let change): sayingTurns(&effects) { $0.limitAll(change, now, &$1) }
        case .prefer(let own, let item): sayingTurns(&effects) { $0.prefer(own, ofItem: item, now, &$1) }
        case .progressed(let id, let progress):
            guard judge(id, progress, now, &effects) else { return }
            end = .known
        case .selectAudio(let language): select(language, now, &effects)
        case .loadValues: prepare(now, &effects) { $0.ask(for: .playlist) }
        case .preloadKeys: prepare(now, &effects) { $0.preloadsKeys = true }
        case .stop: stop(&effects)
        case .wake: if now >= armed { (armed, wokenAt) = (.never, now) }
        case .looked(let look): return take(look, now, &effects)
        }
        conclude(from: first, end, now, &effects)
    }

    /// Whether what has come by now is told apart from what comes from now on: where something is called off; whatever
    /// follows, because media has failed; or it is known already, from a look at what was given up.
    private enum SampleEnd { case whereCalledOff, here, known }

    /// Does what follows from any input: plans, looks at what comes of it, and tells the player.
    private mutating func conclude(
        from first: Int, _ end: SampleEnd, _ now: Instant, _ effects: inout LoaderEffects
    ) {
        plan(now, &effects)
        if settings.gaps.skips, !isOver { skipGap(now, &effects) }
        if settings.failOver.mayTurnAtOnce { sayWhereItMayTurn(&effects, from: first) }
        if meter.looks || meter.tellsApart { planLook(from: first, end, now, &effects) }
        effects.append(.bufferChanged)
    }

    @inline(__always)
    private mutating func planLook(
        from first: Int, _ end: SampleEnd, _ now: Instant, _ effects: inout LoaderEffects
    ) {
        let callsOff = effects[first...].contains { $0.callsOff }
        let next = now + TimeAmount(nanoseconds: 1)
        if looksAt == now {
            // The look of this instant may have been taken already, with what is called off still under way. Two of one
            // instant could not be told apart, so another one comes a nanosecond later: one for all of this instant.
            guard meter.looks, callsOff, !effects[first...].contains(where: { $0.looks(at: now) }) else { return }
            meter.callOff()
            armLook(at: next, &effects)
        } else if meter.looks, callsOff {
            meter.callOff()
            if looksAt != next { armLook(at: now, &effects) }
        } else if meter.looks, looksAt == .never, isFetchingMedia {
            meter.beginLooking()
            armLook(at: now + nextLook(now), &effects)
        } else if meter.tellsApart, end != .known, callsOff || end == .here, !isOver {
            armLook(at: now, &effects)
        }
    }

    private mutating func moveClock(
        _ playhead: Playhead, _ sought: SoughtPlace, _ now: Instant, _ effects: inout LoaderEffects
    ) {
        let before = self.playhead
        self.playhead = playhead
        noteClock(before, now)
        if assets[order.currentAsset].isLive { noteClockOfLive(before, sought, now) }
        isSkipping = false
        if !refocus(now, &effects) { survey(now) }
        lookSooner(now, &effects)
    }

    private mutating func moveEnd(
        to end: MediaTime, said: MediaTime?, _ now: Instant, _ effects: inout LoaderEffects
    ) {
        order.moveEnd(to: end, said: said)
        if order.focus == 0 { moveEnd(now) } else { _ = refocus(now, &effects) }
    }

    // MARK: Looking

    /// Inlined, because a call would copy the loader first.
    private var isFetchingMedia: Bool { @inline(__always) get { assets[order.asset].fetches.areUnderWay } }

    /// Sees how far what is under way has come. The player hears of it where that is not as was expected; of silence it
    /// does not hear, which is why its flag is stale offline (openradar 25931165).
    ///
    /// Of two that are on their way the later one says it all: it was asked for because something was called off, or
    /// another item is loaded, and what the earlier one has seen is of before.
    private mutating func take(_ look: NetworkLook, _ now: Instant, _ effects: inout LoaderEffects) {
        let isLast = look.asOf == looksAt
        if meter.looks, !isLast { return }
        let wasOff = meter.isOff
        var hasCome = false
        let begun = itemBegan.flatMap { $0.at <= look.asOf ? $0 : nil }
        if takeVain() { meter.noteVain(upTo: look.receipt) }
        if begun != nil || !meter.looks {
            meter.tellApart(from: look.receipt, endingAll: begun.map { !$0.goesOn } ?? false, at: now)
        } else {
            hasCome = meter.look(look.receipt, at: now)
        }
        if begun != nil { itemBegan = nil }
        if isLast { looksAt = .never }
        if meter.looks, isFetchingMedia { armLook(at: now + nextLook(now), &effects) }
        if hasCome, wasOff || meter.isOff { effects.append(.bufferChanged) }
    }

    /// Media needed soon is looked at as often as there is something to see. The more is ahead, the later it matters.
    ///
    /// Inlined, because a call would copy the loader first.
    @inline(__always)
    private func nextLook(_ now: Instant) -> TimeAmount {
        let soonest = meter.lookInterval(now)
        let ahead = aheadOfFocus(now) + assets[order.asset].fetches.playableEnd - place(at: now)
        return ahead < Evidence.soon ? soonest : max(soonest, TimeAmount(nanoseconds: ahead.nanoseconds / 4))
    }

    /// After a jump the next look may be too far off, or where a request is made again at an instant to come.
    mutating func lookSooner(_ now: Instant, _ effects: inout LoaderEffects) {
        guard looksAt < .never else { return }
        let wanted = now + nextLook(now)
        if wanted < looksAt { armLook(at: wanted, &effects) }
    }

    private mutating func armLook(at instant: Instant, _ effects: inout LoaderEffects) {
        looksAt = instant
        effects.append(.look(at: instant))
    }

    /// Another item is loaded: what came for the one before is told apart from what comes for it. Where nothing came
    /// before, or what is under way goes on, only who looks anyhow does.
    mutating func beginItem(goingOn goesOn: Bool, _ now: Instant, _ effects: inout LoaderEffects) {
        defer { hasBegun = true }
        guard meter.looks || hasBegun && !goesOn else { return }
        itemBegan = (now, goesOn && isFetchingMedia && itemBegan?.goesOn ?? true)
        armLook(at: now, &effects)
    }

    /// Whether it looks at what has come of a segment under way, and may give that up.
    var watchesDownloads: Bool { assets.contains { $0.selector.watchesDownloads } }

    package var isFetching: Bool { @inline(__always) get { assets[order.asset].isFetching } }

    /// Whether fetching will go on by itself once enough has been played, as it is being.
    package var waitsForDrain: Bool { isFull && playhead.rate.isMoving && armed < .never }

    /// Whether it asks for nothing before some instant, and goes on by itself then: all variants have failed, a
    /// live stream is gone on with, another variant comes after a pause, or the rule that chooses them wants to rest.
    package func isResting(at now: Instant) -> Bool {
        let asset = order.asset
        return armed < .never && !isOver
            && max(assets[asset].restsUntil, assets[asset].fetches[0].notBefore) >= now
    }

    /// Inlined, because a call would copy the loader first.
    @inline(__always)
    func asset(ofSlot slot: Int32) -> Int {
        var asset = assets.count - 1
        while asset > 0, !assets[asset].slots.begin(before: slot) { asset -= 1 }
        return asset
    }

    /// The load of the asset in focus.
    var load: AssetLoad { @inline(__always) _read { yield assets[order.asset] } }

    /// The app prepares its assets, item or no item: all of them.
    private mutating func prepare(_ now: Instant, _ effects: inout LoaderEffects, _ change: (inout Opening) -> Void) {
        for asset in assets.indices {
            change(&assets[asset].opening)
            if asset != order.asset { assets[asset].planOpening(at: now, into: &effects) }
        }
    }

    private mutating func stop(_ effects: inout LoaderEffects) {
        isOver = true
        for asset in assets.indices { assets[asset].cancelAll(&effects) }
    }

    // MARK: Surveying

    private mutating func survey(_ now: Instant) {
        assets[order.asset].survey(order.buffer.tracks, from: place(at: now))
    }

    mutating func moveEnd(_ now: Instant) {
        guard let end = order.piece?.end else { return }
        assets[order.asset].moveEnd(to: end, in: order.buffer.tracks)
        survey(now)
    }

    /// The buffer has become full, or is no longer.
    mutating func noteFull(_ now: Instant) {
        if isFull { return fullSince = now }
        let rest = now - fullSince
        note { .rested(rest) }
    }

    // MARK: Planning

    private mutating func plan(_ now: Instant, _ effects: inout LoaderEffects) {
        if isOver { return isFull = false }
        let asset = order.asset
        if assets[asset].restsUntil > now { return rest(now, &effects) }
        if assets[asset].selector.pathways.isOpen { takeWantedPathway(now, &effects) }
        if assets[asset].gaps.areThere { planGaps(now, &effects) }
        let playable = assets[asset].fetches.playableEnd
        // A file that failed for an item behind is not requested again while nothing else needs it.
        let isForFailed =
            order.failed != nil && order.piece.map { playable >= $0.end && assets[asset].isOver(at: $0.end) } ?? false
        // With no item left nobody needs them: an app that asks for values before it has one does.
        let isNeeded = order.piece != nil || assets[asset].opening.isForNoItem
        let isOpening = !assets[asset].opening.isDone || assets[asset].keys.wantsNamed
        if isOpening, failure == nil, isNeeded, !isForFailed { planOpening(now, &effects) }
        guard let end = order.piece?.end else { return isFull = false }
        if assets[asset].steering.isUsed { planManifest(now, &effects) }
        if assets[order.currentAsset].isLive, !planLive(now, &effects) { return }
        if playable >= end, order.items.count > 1, refocus(now, &effects) { return plan(now, &effects) }
        let (place, others) = (place(at: now), aheadOfFocus(now))
        let (goal, gap) = goal(now)
        let (wanted, usable) = (goal - others, usableEnd(of: playable))
        let wasFull = isFull
        if playable >= end, assets[asset].knows(end: end) {
            isFull = false
        } else if usable >= place + wanted {
            isFull = true
        } else if usable <= place + (goal - gap - others) {
            isFull = false
        }
        if isFull != wasFull { noteFull(now) }
        let limit = place + wanted + (playable - usable)
        for track in assets[asset].fetches.indices { plan(track, playable, upTo: limit, now, &effects) }
        // It may be less that is wanted of the variant that has been chosen since.
        if isFull { arm(drained(usable, short: self.goal(now).gap, now), &effects) }
    }

    private mutating func plan(
        _ track: Int, _ playable: MediaTime, upTo limit: MediaTime, _ now: Instant, _ effects: inout LoaderEffects
    ) {
        let asset = order.asset
        let missing = assets[asset].fetches[track].missing
        assets[asset].cancelUnneeded(track, &effects)
        if assets[asset].fetches[track].isUnderWay {
            if isFull { assets[asset].endAnswer(track, order.chunks(track), at: limit, &effects) }
            return
        }
        var endChunk = assets[asset].fetches[track].endChunk
        guard let end = order.piece?.end, playable < end, !isFull, failure == nil, missing < endChunk else { return }
        let start = order.chunks(track).start(of: missing)
        guard start < playable + order.chunks(track).chunkDuration, allows(track) else { return }
        // It has enough while another track has not: nothing that comes of that one need say when it has no longer.
        if start >= limit { return armWake(ofTrack: track, from: start, now, &effects) }
        if assets[asset].hasSeveralGroups, assets[asset].hasNothingBeside(track),
            start >= assets[asset].fetches[0].loadedEnd
        {
            return
        }
        let begin = assets[asset].startOfRequest(ofTrack: track, in: order.buffer.tracks)
        if track == 0, !assets[asset].selector.isFixed {
            if turnsIntoGap(at: begin, now, &effects) { return arm(now, &effects) }
            let start = assets[asset].fetches[0].notBefore
            if start > now { return arm(start, &effects) }
            guard !isFull, allows(track) else { return }
            endChunk = assets[asset].fetches[track].endChunk
        }
        if assets[asset].keys.isUsed {
            let chunk = assets[asset].fetches[track].replaced ?? missing
            if !hasKey(of: chunk, ofTrack: track, now, &effects) { return }
        }
        if track == 0, assets[asset].hasSeveralGroups {
            let first = assets[asset].fetches[0].replaced ?? missing
            if !hasSound(beside: first..<order.chunks(0).endOfRequest(from: first), now, &effects) { return }
        }
        let isFile = order.chunks(track).chunksPerRequest == nil
        var stop = assets[asset].endOfRequest(from: missing, upTo: endChunk, track, in: order.buffer.tracks)
        if isFile { stop = min(stop, order.chunks(track).end(upTo: limit)) }
        if let replaced = assets[asset].fetches[track].replaced {
            let all = replaced..<min(order.chunks(track).endOfRequest(from: replaced), endChunk)
            noteItem(at: effects.count, &effects)
            return assets[asset].ask(for: all, ofTrack: track, staysOpen: false, at: now, into: &effects)
        }
        if assets[asset].gaps.areThere {
            // The server says that it is there, and a playlist that it is not: nobody asks.
            if assets[asset].isGap(missing, ofTrack: track) { return }
            stop = assets[asset].endOfRequest(beforeGapBehind: missing, to: stop, track)
        }
        if let present = order.buffer.tracks[track].loaded.firstPresent(after: missing) { stop = min(stop, present) }
        noteItem(at: effects.count, &effects)
        assets[asset].ask(for: begin..<stop, ofTrack: track, staysOpen: isFile, at: now, into: &effects)
    }

    /// Whether segments of a track can be asked for.
    ///
    /// It changes nothing. But to ask who may change is to ask in place.
    private mutating func allows(_ track: Int) -> Bool {
        let asset = order.asset
        return assets[asset].opening.isDone && !assets[asset].isLive || assets[asset].allows(track)
    }

    mutating func planOpening(_ now: Instant, _ effects: inout LoaderEffects) {
        if assets[order.asset].restsUntil > now { return }
        let first = effects.count
        assets[order.asset].planOpening(at: now, into: &effects)
        if effects.count > first { noteItem(at: first, &effects) }
    }

    /// Something is asked for, or known to be absent: whose it is, is said where that is another's than before.
    mutating func noteItem(at index: Int, _ effects: inout LoaderEffects) {
        guard let id = order.piece?.id, id != loadedItem else { return }
        loadedItem = id
        effects.insert(.loads(item: id, variant: Int32(assets[order.asset].loadedVariant)), at: index)
    }

    mutating func arm(_ instant: Instant, _ effects: inout LoaderEffects) {
        guard instant < armed else { return }
        armed = instant
        effects.append(.arm(instant))
    }
}
