import SimulationContainers
import PlayerModel

/// Effects become events: each is written down where somebody could observe it, and posted to the component that it is
/// for, at the same instant.
extension Session {
    /// Posts what other apps and the network have left behind.
    @inline(__always)
    mutating func postTheRest() {
        if !trafficEffects.isEmpty { postTrafficEffects() }
        if !networkEffects.isEmpty { postNetworkEffects() }
        if waiting.hasChanged { postLooks() }
    }

    private mutating func postLooks() {
        for look in waiting.takeLooks(at: now) { queue.push(.look(action: look.action), at: look.at) }
    }

    mutating func postNetworkEffects() {
        var offeredAt: Instant?
        for index in networkEffects.indices {
            switch networkEffects[index] {
            case .arm(let event, let instant): queue.push(.network(event), at: instant)
            case .deliver(let id, let instant):
                queue.push(.media(.delivered(id), player: slots.player(of: id.slot)), at: instant)
            case .fail(let id, let failure, let instant):
                changedAt = instant
                queue.push(.media(.failed(id, failure), player: slots.player(of: id.slot)), at: instant)
            case .pause(let id, let end, let instant):
                queue.push(.media(.pauses(id, until: end), player: slots.player(of: id.slot)), at: instant)
            case .offers(let offer, let instant):
                offeredAt = instant
                trace.add(.offer(offer), at: instant)
            case .hostOffers(let offer, let instant):
                offeredAt = instant
                trace.add(.host(offer), at: instant)
            case .wasted(let slot, let bytes, let instant):
                let player = slots.player(of: slot)
                guard Int(player) < players.count else { continue }
                let local = slots.local(slot, of: Int(player))
                trace.add(.wasted(bytes: bytes, slot: local), of: player, at: instant)
            case .note(let note, let instant): record(note, instant)
            }
        }
        networkEffects.removeAll()
        // Another offer is something to whoever waits for the network, though nothing may ever come of it.
        if let offeredAt, players.indices.contains(where: { players[$0].loader.isFetching }) {
            changedAt = max(changedAt, offeredAt)
        }
    }

    /// Writes a note of the network down, unless it is of another app's request.
    private mutating func record(_ note: NetworkNote, _ instant: Instant) {
        switch note {
        case .lookedUp, .connected, .secured:
            changedAt = instant
            trace.add(.network(note), at: instant)
        case .retries(let slot, let failure, let again):
            record(slot, instant) { .retries(slot: $0, failure, at: again) }
        case .gaveUp(let slot, let failure): record(slot, instant) { .gaveUp(slot: $0, failure) }
        }
    }

    private mutating func record(_ slot: Int32, _ instant: Instant, _ note: (Int32) -> NetworkNote) {
        let player = slots.player(of: slot)
        guard Int(player) < players.count else { return }
        changedAt = instant
        trace.add(.network(note(slots.local(slot, of: Int(player)))), of: player, at: instant)
    }

    mutating func postLoaderEffects(_ player: Int16) {
        let first = slots.first(of: Int(player))
        for index in loaderEffects.indices {
            switch loaderEffects[index] {
            case .send(let event):
                changedAt = now
                record(sent: event, player)
                queue.push(.network(event.moved(by: first)), at: now)
            case .bufferChanged:
                if waiting.isUsed { waiting.note(.buffer, of: player) }
                queue.push(.player(.bufferChanged, player: player), at: now)
            case .loadingFailed(let failure): queue.push(.player(.loadingFailed(failure), player: player), at: now)
            case .arm(let instant): queue.push(.media(.drained, player: player), at: instant)
            case .watch(let id, let instant, let amount):
                let id = ExchangeID(slot: id.slot + first, attempt: id.attempt)
                let reached = self.instant(of: id, reaching: amount)
                queue.push(.media(.watched(id), player: player), at: max(instant, reached))
            case .look(let instant): queue.push(.media(.look, player: player), at: instant)
            case .switches(let from, let to, let throughput):
                trace.add(.switches(from: Int32(from), to: Int32(to), throughput: throughput), of: player, at: now)
            case .excludes(let variant, let end):
                trace.add(.excludes(variant: Int32(variant), until: end.nanoseconds), of: player, at: now)
            case .recovers(let note): trace.add(.recovery(note), of: player, at: now)
            case .cloned(let pathway): trace.add(.cloned(pathway), of: player, at: now)
            case .switched(let from, let to):
                trace.add(.switched(from: Int32(from), to: Int32(to)), of: player, at: now)
            case .answered(let slot, let firstByte):
                // Under `fluid` the last byte may overtake the first, where the delay has become shorter since.
                trace.add(.answered(slot: slot, firstByte: min(firstByte, now).nanoseconds), of: player, at: now)
            case .dropped(let asset, let track):
                trace.add(.dropped(asset: Int32(asset), track: track), of: player, at: now)
            case .loads(let item, let variant): trace.add(.loads(item: item, variant: variant), of: player, at: now)
            case .listed(let slot, let listing):
                changedAt = now
                trace.add(.live(LiveNote(listing, bySlot: slot)), of: player, at: now)
            case .skips(let place, let isFirst):
                trace.add(.live(.skips(to: place, isFirst: isFirst)), of: player, at: now)
                queue.push(.player(.moveLive(to: place), player: player), at: now)
            case .gap(let note):
                changedAt = now
                trace.add(.gap(note), of: player, at: now)
                if case .skips(_, let end) = note {
                    queue.push(.player(.moveLive(to: end), player: player), at: now)
                }
            case .paces(let rate, let latency):
                trace.add(.live(.paces(rate, behind: latency)), of: player, at: now)
                queue.push(.player(.setPace(rate), player: player), at: now)
            case .fetched(let slot, let bytes):
                changedAt = now
                trace.add(.fetched(bytes: bytes, slot: slot), of: player, at: now)
            case .loaded(let track, let chunk, let bytes, let busy):
                changedAt = now
                trace.add(
                    .loaded(bytes: bytes, busy: busy.nanoseconds, chunk: chunk, track: track), of: player, at: now)
            }
        }
        loaderEffects.removeAll()
    }

    /// The app, or a looper, does what it does when an item is over.
    mutating func takeLoopStep(_ player: Int16) {
        guard let step = players[Int(player)].takeStep(at: now) else { return }
        changedAt = now
        tellPlayer(step.input, player)
        if step.plays { tellPlayer(.play, player) }
    }

    /// A request is to be made again then. Where it ran out of time the loader hears what had come of it.
    mutating func tellPause(of id: ExchangeID, until end: Instant, _ player: Int16) {
        let remains = network.remains(of: id, at: now)
        tell(.pauses(slots.local(id, of: Int(player)), until: end, remains), player)
    }

    private mutating func record(sent event: NetworkEvent, _ player: Int16) {
        switch event {
        case .request(let request), .requestOrTurn(let request): trace.add(.requested(request), of: player, at: now)
        case .allow(let request): trace.add(.allowed(request), of: player, at: now)
        case .cancel(let request): trace.add(.cancelled(request.id), of: player, at: now)
        case .mayTurn, .reachesServer, .faultDue, .linkFinishes, .packets, .conditionsChange: break
        }
    }

    mutating func postPlayerEffects(_ player: Int16) {
        for index in playerEffects.indices {
            if !interstitials.isEmpty { noteForInterstitials(playerEffects[index], player) }
            switch playerEffects[index] {
            case .arm(let instant): queue.push(.player(.deadline, player: player), at: instant)
            case .moveClock:
                if waiting.isUsed { waiting.note(.clock, of: player) }
                queue.push(.media(.clockMoved, player: player), at: now)
            case .moveEnd: queue.push(.media(.endMoved, player: player), at: now)
            case .changeItem: noteItem(player, isFinished: false)
            case .finishItem: noteItem(player, isFinished: true)
            case .changeQueue: queue.push(.media(.queueChanged, player: player), at: now)
            case .announce(let announcement):
                changedAt = now
                trace.add(.announced(announcement), of: player, at: now)
                glance(at: announcement, of: player)
                if waiting.isUsed { waiting.note(announcement, of: player, at: now) }
                if case .didPlayToEndTime = announcement {
                    postLoopStep(player, at: players[Int(player)].noteEnd(at: now))
                }
                if case .itemFailed = announcement { players[Int(player)].noteFailure() }
                if case .status = announcement, live.isUsed || steering.isUsed { postPause(player) }
                if case .exception(let exception) = announcement { self.exception = exception }
            }
        }
        playerEffects.takeAll()
        if interstitials.isEmpty { return }
        postSuspension(player)
        followInterstitials(player)
    }

    /// Of a player that is paused no status says that an event is over.
    mutating func postSuspension(_ player: Int16) {
        if live.isUsed, players[Int(player)].isToTellOfSuspension { postPause(player) }
    }

    private mutating func postPause(_ player: Int16) {
        players[Int(player)].tellOfSuspension()
        queue.push(.media(.pauseChanged, player: player), at: now)
    }

    /// The trace, the loader and whoever loops have to know.
    private mutating func noteItem(_ player: Int16, isFinished: Bool) {
        let item = players[Int(player)].player.item
        let (old, step) = players[Int(player)].noteItem(isFinished: isFinished, at: now)
        trace.add(.item(item?.id ?? -1, at: item?.start ?? .zero, isFinished: isFinished), of: player, at: now)
        if waiting.isUsed { waiting.noteItem(of: player, hasItem: item != nil, at: now) }
        queue.push(.media(.itemChanged(from: old, isFinished: isFinished), player: player), at: now)
        postLoopStep(player, at: step)
    }

    /// A loop begins anew with items that come, and a looper is made for them; or what it plays is taken away.
    mutating func restartLoop(_ player: Int16, hasItem: Bool) {
        guard hasItem else { return postLoopStep(player, at: players[Int(player)].emptyLoop(at: now)) }
        players[Int(player)].restartLoop()
        guard let action = players[Int(player)].takeOver() else { return }
        tellPlayer(.setActionAtItemEnd(action), player)
    }

    mutating func postLoopStep(_ player: Int16, at instant: Instant?) {
        if let instant { queue.push(.player(.loopStep, player: player), at: instant) }
    }

    private mutating func postTrafficEffects() {
        for index in trafficEffects.indices {
            switch trafficEffects[index] {
            case .send(let event): queue.push(.network(event), at: now)
            case .arm(let event, let instant): queue.push(.traffic(event), at: instant)
            case .changes(let source, let change):
                changedAt = now
                trace.add(.traffic(source: source, change), at: now)
            }
        }
        trafficEffects.takeAll()
    }
}

extension NetworkEvent {
    /// The same about a slot so much further on.
    fileprivate func moved(by slots: Int32) -> NetworkEvent {
        if slots == 0 { return self }
        func moved(_ id: ExchangeID) -> ExchangeID { ExchangeID(slot: id.slot + slots, attempt: id.attempt) }
        func moved(_ request: Request) -> Request {
            var request = request
            request.id = moved(request.id)
            return request
        }
        switch self {
        case .request(let request): return .request(moved(request))
        case .requestOrTurn(let request): return .requestOrTurn(moved(request))
        case .mayTurn(let id, let mayTurn): return .mayTurn(moved(id), mayTurn)
        case .allow(let request): return .allow(moved(request))
        case .cancel(let request): return .cancel(moved(request))
        case .reachesServer, .faultDue, .linkFinishes, .packets, .conditionsChange: return self
        }
    }
}
