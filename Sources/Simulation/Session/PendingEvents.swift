import PlayerModel

/// An event that has not come yet.
package struct PendingEvent: Equatable, Sendable {
    package let at: Instant
    package let event: Event
    /// Whether it changes nothing when it comes: it was called off, or another was put in its place, since.
    package let isStale: Bool
}

/// A request whose answer is not there as a whole.
package struct RequestUnderWay: Equatable, Sendable {
    package let slot: Int32
    /// The chunks that are to come; nil where it is no media.
    package let chunks: Range<Int64>?
    package let since: Instant
    /// The bytes that have come of the answer, incomplete chunks included.
    package let received: Int64
    /// Whether an attempt has failed, and the next one is still to be made.
    package let isPausing: Bool
    /// Whether it waits until another one is over, as its host may have no more connections.
    package let waitsForConnection: Bool
}

/// A run that is held in the middle: what is to come, and what is under way.
extension Session {
    /// The events that are to come, in order.
    package var pending: [PendingEvent] {
        var rest = queue
        var events: [PendingEvent] = []
        while let (instant, event) = rest.pop() {
            events.append(PendingEvent(at: instant, event: event, isStale: isStale(event, at: instant)))
        }
        return events
    }

    /// A player's requests that are under way at `instant`, up to which everything was handled.
    package func requestsUnderWay(of player: Int, at instant: Instant) -> [RequestUnderWay] {
        let (assets, first) = (players[player].loader.assets, slots.first(of: player))
        var network = network
        func request(_ id: ExchangeID, _ chunks: Range<Int64>?, since: Instant) -> RequestUnderWay {
            let global = ExchangeID(slot: id.slot + first, attempt: id.attempt)
            return RequestUnderWay(
                slot: id.slot, chunks: chunks, since: since,
                received: network.received(of: global, at: instant), isPausing: network.isPausing(global),
                waitsForConnection: network.waitsForConnection(global))
        }
        // Of thousands of assets a few are fetched. Of a live stream that may be a newer version of a playlist alone.
        let fetching = assets.indices.filter { assets[$0].isFetching || assets[$0].isLive }
        let files = fetching.flatMap { assets[$0].filesUnderWay }
        let media = fetching.flatMap { assets[$0].fetches.filter { $0.isUnderWay } }
        return files.map { request($0.id, nil, since: $0.since) }
            + media.map { request($0.id, $0.awaited, since: $0.requestedAt) }
    }

    package var downloadsOfOthers: Int64 { traffic.activeCount }

    private func isStale(_ event: Event, at instant: Instant) -> Bool {
        switch event {
        case .network(let event): network.isStale(event, at: instant)
        case .media(let message, let player): isStale(message, player, at: instant)
        case .player(.deadline, let player): players[Int(player)].player.due != instant
        case .player(.loopStep, let player): players[Int(player)].nextStep != instant
        case .player(.bufferChanged, _), .player(.loadingFailed, _), .player(.moveLive, _), .player(.setPace, _):
            false
        case .script(let action): isCalledOff(action)
        case .look(let action): waiting.isStale(action, at: instant)
        case .traffic(let event): traffic.isStale(event, at: instant)
        case .passRate: false
        case .interstitial(let number, let player):
            !interstitials.contains { $0.primary == player && $0.generation == number && $0.armed == instant }
        }
    }

    private func isStale(_ message: MediaEvent, _ player: Int16, at instant: Instant) -> Bool {
        guard Int(player) < players.count else { return false }
        let own = players[Int(player)]
        func local(_ id: ExchangeID) -> ExchangeID { slots.local(id, of: Int(player)) }
        func load(of id: ExchangeID) -> AssetLoad { own.loader.assets[own.loader.asset(ofSlot: local(id).slot)] }
        switch message {
        case .delivered(let id), .failed(let id, _): return !load(of: id).awaits(local(id))
        case .watched(let id), .pauses(let id, _): return !load(of: id).isUnanswered(local(id))
        case .drained:
            // A track may be woken by itself.
            return own.loader.armed != instant && !own.loader.load.fetches.contains { $0.wokenAt == instant }
        case .look: return own.loader.looksAt != instant
        case .clockMoved, .itemChanged, .queueChanged, .endMoved, .looked, .pauseChanged: return false
        }
    }
}
