import PlayerModel

/// Interstitial events: a player's playback is suspended at their places, and another player shows something else.
///
/// The two know nothing of each other. Whatever either of them does is looked at here, once its effects are posted:
///
///     primary: plays ─▶ at the place: suspend ─▶ waits for interstitialEvent ────────────▶ resume(at:) ─▶ plays
///     the other:   items come ahead of time ─▶ plays at the primary's rate ─▶ its items are over ──┘
extension Session {
    /// Takes note, before a player's effects are posted, of what moves its events, or of what is shown of them.
    mutating func noteForInterstitials(_ effect: PlayerEffect, _ player: Int16) {
        guard let index = interstitials.firstIndex(where: { $0.concerns(player) }) else { return }
        if player == interstitials[index].player { return interstitials[index].shown.note(effect, now) }
        switch effect {
        case .changeItem, .finishItem:
            interstitials[index].beginAnew(at: players[Int(player)].player.item?.start ?? .zero)
        case .announce(.timeJumped(let place)):
            interstitials[index].jump(to: place, end: players[Int(player)].knownEnd(at: now))
        case .arm, .moveClock, .changeQueue, .moveEnd, .announce: break
        }
    }

    /// Looks what follows for interstitial events from what a player has done.
    mutating func followInterstitials(_ player: Int16) {
        guard let index = interstitials.firstIndex(where: { $0.concerns(player) }) else { return }
        let (primary, other) = (Int(interstitials[index].primary), Int(interstitials[index].player))
        if Int(player) == other {
            if interstitials[index].isHandingOver { return }
            dropUnlisted(index)
            while isOver(index) { complete(index) }
            if players[other].player.timebaseRate.isMoving { interstitials[index].current?.isShown = true }
        } else if interstitials[index].beginToFollow() {
            repeat { follow(primary, index) } while interstitials[index].goOnFollowing()
        }
    }

    private mutating func follow(_ primary: Int, _ index: Int) {
        if interstitials[index].current == nil {
            planInterstitial(index)
        } else if players[primary].player.isSuspended {
            passRateOn(index)
            while showsNothing(index) { complete(index) }
        } else {
            callOff(index)
            planInterstitial(index)
        }
    }

    /// Whether the list of the event under way is empty.
    private func showsNothing(_ index: Int) -> Bool {
        interstitials[index].current.map { interstitials[index].plan.events[$0.event].items.isEmpty } ?? false
    }

    /// Whether all of the event under way was shown: its player has gone on to another, or has nothing more.
    private func isOver(_ index: Int) -> Bool {
        guard let event = interstitials[index].current?.event else { return false }
        guard let item = players[Int(interstitials[index].player)].player.item else { return true }
        return interstitials[index].event(ofItem: item.id) != event
    }

    /// Where the list did not come that says what an event shows, nobody knows of its other assets either.
    private mutating func dropUnlisted(_ index: Int) {
        let number = interstitials[index].player
        guard let item = players[Int(number)].player.item, let event = interstitials[index].event(ofItem: item.id),
            interstitials[index].plan.events[event].hasList
        else { return }
        let own = interstitials[index].items[interstitials[index].plan.events[event].items]
        guard item.id != own[own.startIndex].id, lacksList(event, index) else { return }
        interstitials[index].isHandingOver = true
        remove(event, index)
        interstitials[index].isHandingOver = false
    }

    /// Whether the list has not come, or not yet, that says what an event shows. One that is empty is not asked for.
    private func lacksList(_ event: Int, _ index: Int) -> Bool {
        let own = interstitials[index].items[interstitials[index].plan.events[event].items]
        guard let first = own.first else { return false }
        return players[Int(interstitials[index].player)].loader.assets[Int(first.asset)].opening.lacksList
    }

    /// It may be time for the next event, or for its items.
    mutating func wakeInterstitials(_ number: UInt32, _ player: Int16) {
        guard let index = interstitials.firstIndex(where: { $0.primary == player }),
            interstitials[index].wake(number), interstitials[index].current == nil
        else { return }
        planInterstitial(index, isWoken: true)
    }

    private mutating func planInterstitial(_ index: Int, isWoken: Bool = false) {
        let (primary, event) = (interstitials[index].primary, interstitials[index].next)
        let own = players[Int(primary)].player
        guard own.item != nil, own.itemError == nil, event < interstitials[index].plan.events.count else {
            discard(index)
            return arm(index, at: .never)
        }
        let (here, end) = (own.currentTime(at: now), players[Int(primary)].knownEnd(at: now))
        guard let place = interstitials[index].place(of: event, end: end) else {
            if own.rate.isMoving { return begin(index, at: here) }
            prepare(index)
            return arm(index, at: .never)
        }
        let early = interstitials[index].early(event, end: end)
        // Where playback of a live stream begins, or goes on, its loader says at this very instant; or later.
        if here >= early, players[Int(primary)].loader.isToJoin { return arm(index, at: isWoken ? .never : now) }
        if here >= place, own.rate.isMoving {
            return begin(index, at: interstitials[index].isMidway ? here : place)
        }
        prepare(index)
        let wake = here < early ? early : place
        let isOnItsWay = own.timebaseRate.isMoving && here < wake && place < .unlimited
        arm(index, at: isOnItsWay ? own.playhead.instant(reaching: wake) : .never)
    }

    private mutating func arm(_ index: Int, at instant: Instant) {
        guard let number = interstitials[index].arm(instant) else { return }
        queue.push(.interstitial(number, player: interstitials[index].primary), at: instant)
    }

    /// Hands the items of the events that are near to the player that is to show them, which asks for them and waits;
    /// and takes away what it has of others.
    private mutating func prepare(_ index: Int) {
        let primary = Int(interstitials[index].primary)
        let tracks = players[primary].loader.order.buffer.tracks
        let wanted = interstitials[index].wanted(
            at: players[primary].player.currentTime(at: now), end: players[primary].knownEnd(at: now),
            isToJoin: players[primary].loader.isToJoin
        ) { tracks.isEmpty ? $0 : tracks[0].chunks.segmentBoundary(nearest: $0) }
        let before = interstitials[index].prepared
        if wanted == before { return }
        interstitials[index].isHandingOver = true
        let kept = before.filter { wanted.contains($0) }
        let new = wanted.starts(with: kept) ? wanted.dropFirst(kept.count) : wanted[...]
        if new.count == wanted.count {
            discard(index)
        } else {
            for event in before where !wanted.contains(event) { remove(event, index) }
        }
        interstitials[index].prepared = wanted
        for event in new { handOver(event, index) }
        interstitials[index].isHandingOver = false
    }

    private mutating func handOver(_ event: Int, _ index: Int) {
        let player = interstitials[index].player
        for item in interstitials[index].items[interstitials[index].plan.events[event].items] {
            let isFirst = players[Int(player)].player.item == nil
            tellPlayer(isFirst ? .replaceCurrentItem(item) : .insert(item, after: nil), player)
        }
    }

    /// Takes away what there is of an event; the current item last, so that no other of it comes in its place.
    private mutating func remove(_ event: Int, _ index: Int) {
        for item in interstitials[index].items[interstitials[index].plan.events[event].items].reversed() {
            tellPlayer(.remove(item.id), interstitials[index].player)
        }
    }

    /// Takes away what was prepared for events that do not come.
    private mutating func discard(_ index: Int) {
        guard !interstitials[index].prepared.isEmpty else { return }
        interstitials[index].prepared = []
        tellPlayer(.removeAllItems, interstitials[index].player)
    }

    private mutating func begin(_ index: Int, at place: MediaTime) {
        let (event, primary) = (interstitials[index].next, interstitials[index].primary)
        arm(index, at: .never)
        // Of those that show nothing thousands may come in a row, each over at once: what is behind them is looked at
        // with the first, and then with what shows something, or once playback goes on.
        let showsNothing = interstitials[index].plan.events[event].items.isEmpty
        if interstitials[index].current == nil || !showsNothing { prepare(index) }
        changedAt = now
        interstitials[index].begin(at: place, now)
        trace.add(.interstitial(.began(Int32(event + 1))), of: primary, at: now)
        if players[Int(primary)].player.isSuspended { return passRateOn(index) }
        tellPlayer(.suspend(at: place), primary)
    }

    /// The player that shows an event plays, and pauses, as is asked of the one that it stands in for. An event whose
    /// list is empty is over before that.
    private mutating func passRateOn(_ index: Int) {
        if showsNothing(index) { return }
        let (primary, other) = (Int(interstitials[index].primary), interstitials[index].player)
        let rate = players[primary].player.rate
        guard players[Int(other)].player.rate != rate else { return }
        // Of items that were handed over at this instant it knows nothing yet.
        guard players[Int(other)].player.knowsItsBuffer else {
            return queue.push(.passRate(player: Int16(primary)), at: now)
        }
        tellPlayer(.setRate(rate), other)
    }

    mutating func passRateOn(of player: Int16) {
        guard let index = interstitials.firstIndex(where: { $0.primary == player }),
            interstitials[index].current != nil
        else { return }
        passRateOn(index)
    }

    /// All of an event was shown, or nothing more of it comes.
    private mutating func complete(_ index: Int) {
        guard let current = interstitials[index].current else { return }
        let (primary, other) = (interstitials[index].primary, interstitials[index].player)
        let end = players[Int(primary)].knownEnd(at: now)
        interstitials[index].end()
        let event = interstitials[index].plan.events[current.event]
        // Offsets of those that coincide add up (rfc8216bis, D.2; AVPlayerInterstitialEventController.h).
        if let offset = offset(of: current, index) { interstitials[index].current?.move(by: offset) }
        let place = resumption(from: interstitials[index].current ?? current, event, primary)
        interstitials[index].current?.omit(upTo: place)
        let follows = interstitials[index].isFollowed(goingOnAt: place, end: end)
        changedAt = now
        // Meanwhile a live stream may have been joined: then it stops elsewhere than where the first of them began.
        let stop = players[Int(primary)].player.currentTime(at: now)
        let note = InterstitialNote.ended(Int32(current.event + 1), resumesAt: follows ? stop : place)
        trace.add(.interstitial(note), of: primary, at: now)
        if follows { return begin(index, at: current.place) }
        interstitials[index].goOn(at: place, end: end)
        tellPlayer(.pause, other)
        interstitials[index].isGoingOn = true
        tellPlayer(.resume(at: place), primary)
        postSuspension(primary)
        interstitials[index].isGoingOn = false
    }

    /// How far behind its place an event has playback go on; nil where it is cancelled, so that playback goes on where
    /// it was: "If a request for either an interstitial asset URI or an asset list URI returns an error, the client
    /// SHOULD cancel playback of the interstitial with a resume offset of 0" (rfc8216bis, D.5).
    ///
    /// Of several assets those are skipped that do not come, and of a list its only one; then, and where a list is
    /// empty, the offset that is said applies all the same, and without one it is 0 if nothing is shown (D.5). By the
    /// clock a live stream stays as far from its edge as it was, whatever has come; that is ours, and so is that an
    /// event counts as shown of which anything was.
    private func offset(of current: InterstitialSchedule.Current, _ index: Int) -> MediaTime? {
        let event = interstitials[index].plan.events[current.event]
        let isLive = players[Int(interstitials[index].primary)].loader.isLive
        switch event.resumption {
        case .offset(let said):
            let isCancelled = event.hasList ? lacksList(current.event, index) : event.assetCount == 1
            return current.isShown || !isCancelled ? said : nil
        case .clock: return current.isShown || isLive ? Rate.one.media(passingIn: now - current.since) : nil
        case .shown: return current.isShown ? interstitials[index].shown.length : nil
        }
    }

    /// The place at which playback goes on behind an event: what comes before playback, or after it, moves nothing; but
    /// of a live stream playback begins as far from the edge as it would have without an event before it. Who would go
    /// on where nothing is listed yet goes live instead, or to the segment boundary before; that is ours, and so is
    /// what is expected to be listed while a playlist is missing.
    private func resumption(
        from current: InterstitialSchedule.Current, _ event: Interstitial, _ primary: Int16
    ) -> MediaTime {
        let own = players[Int(primary)]
        let here = own.player.currentTime(at: now)
        let edge = own.expectedLiveEdge(at: now)
        func listed(_ place: MediaTime) -> MediaTime {
            guard let edge, !edge.isEnded, place > edge.listedEnd else { return place }
            return max(here, edge.latest)
        }
        switch event.cue {
        case .at: break
        // Meanwhile the stream may have been joined elsewhere. Where it was not, its first playlist will say the place.
        case .join where own.loader.isLive:
            if current.joinedAt == nil, own.loader.isToJoin { return here }
            let place = (current.joinedAt ?? here) + (current.goesOn - current.place)
            return min(listed(place), own.player.end)
        case .join, .leave: return min(here, own.player.end)
        }
        let place = max(.zero, min(listed(current.resumption), own.player.end))
        guard event.alignsResumption, current.isMoved else { return place }
        let chunks = own.loader.order.buffer.tracks[0].chunks
        let boundary = chunks.segmentBoundary(nearest: place)
        return min(listed(boundary) == boundary ? boundary : chunks.startOfRequest(at: place), own.player.end)
    }

    private mutating func callOff(_ index: Int) {
        guard let current = interstitials[index].current else { return }
        let (primary, other) = (interstitials[index].primary, interstitials[index].player)
        let own = players[Int(primary)].player
        interstitials[index].callOff(at: own.currentTime(at: now), end: players[Int(primary)].knownEnd(at: now))
        changedAt = now
        trace.add(.interstitial(.calledOff(Int32(current.event + 1))), of: primary, at: now)
        tellPlayer(.pause, other)
        remove(current.event, index)
    }

    /// A playlist of a live stream has come, as its server made it then: it may list events that nobody knew of. Where
    /// one begins with it, nothing else moves the playhead.
    mutating func noteListing(_ player: Int16, servedAt served: Instant) {
        let wasSuspended = players[Int(player)].player.isSuspended
        list(player, servedAt: served)
        if players[Int(player)].player.isSuspended != wasSuspended { tell(players[Int(player)].pause, player) }
    }

    /// All of a live stream is listed, so that the place is known of what comes after its end.
    mutating func noteEndListed(_ player: Int16) {
        guard let index = interstitials.firstIndex(where: { $0.primary == player }) else { return }
        planAnew(index)
    }

    /// The event that comes next, or that follows the one under way, may be another by now.
    private mutating func planAnew(_ index: Int) {
        guard let current = interstitials[index].current else { return planInterstitial(index) }
        if current.event == interstitials[index].next { prepare(index) }
    }

    private mutating func list(_ player: Int16, servedAt served: Instant) {
        guard let index = interstitials.firstIndex(where: { $0.primary == player }) else { return }
        if interstitials[index].isAllListed { return }
        let own = players[Int(player)].player
        let end = players[Int(player)].knownEnd(at: now)
        let new = interstitials[index].list(upTo: served, at: own.currentTime(at: now), end: end)
        if new.isEmpty { return }
        changedAt = now
        for (event, isLate) in new {
            trace.add(.interstitial(.listed(Int32(event + 1), isLate: isLate)), of: player, at: now)
        }
        planAnew(index)
    }

    /// A live stream is joined at a place, or goes on there.
    mutating func moveLive(to place: MediaTime, _ player: Int16) {
        let index = interstitials.firstIndex { $0.primary == player }
        if let index { interstitials[index].isMoving = true }
        if waiting.isUsed { waiting.note(isSkipping: true, of: player) }
        tellPlayer(.moveLive(to: place), player)
        if waiting.isUsed { waiting.note(isSkipping: false, of: player) }
        if let index { interstitials[index].isMoving = false }
    }

    /// An event that must be shown first holds a seek up: then it lands on the event, whatever its tolerances are.
    mutating func seek(to target: MediaTime, before: MediaTime, after: MediaTime, _ player: Int16) {
        if let place = obstacle(to: target, before, after, player) {
            tellPlayer(.seek(to: place, before: .zero, after: .zero), player)
        } else {
            tellPlayer(.seek(to: target, before: before, after: after), player)
        }
    }

    /// The place of an event that must be shown before what lies at the target of a seek, or where that would land; nil
    /// where there is none. A seek out of the item is left to the player, which cancels it.
    private func obstacle(
        to target: MediaTime, _ before: MediaTime, _ after: MediaTime, _ player: Int16
    ) -> MediaTime? {
        guard let schedule = interstitials.first(where: { $0.primary == player }) else { return nil }
        let own = players[Int(player)].player
        let seekable = own.item.flatMap { liveEdge(ofItem: $0.id, of: player) }?.seekable
        guard let landing = own.landing(of: target, before: before, after: after, within: seekable) else {
            return nil
        }
        return schedule.obstacle(
            from: own.currentTime(at: now), to: max(target, landing), seekableFrom: seekable?.lowerBound ?? .zero,
            end: players[Int(player)].knownEnd(at: now))
    }
}
