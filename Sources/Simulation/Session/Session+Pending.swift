import PlayerModel

/// A run that is held in the middle: what is to come, and what is under way.
extension Session {
    /// An event that has not come yet.
    package struct PendingEvent: Equatable, Sendable {
        package let at: Instant
        package let event: Event
        /// Whether it changes nothing when it comes: it was called off, or another was put in its place, since.
        package let isStale: Bool
    }

    /// A request whose answer is not there as a whole.
    package struct RequestUnderWay: Equatable, Sendable {
        /// The player's own slot.
        package let slot: Int32
        /// The chunks that are to come; nil where it is no media.
        package let chunks: Range<Int64>?
        package let since: Instant
        /// What has come of the answer, incomplete chunks included.
        package let received: Int64
    }

    /// Handles all that happens up to and at `instant`. An outcome says that the run was over before.
    package mutating func run(through instant: Instant) throws(SessionError) -> Outcome? {
        // The packets of one go may reach far ahead; what nobody has asked for yet must not be under way.
        horizon = min(until, instant + TimeAmount(nanoseconds: instant < .never ? 1 : 0))
        defer { horizon = until }
        while exception != nil || queue.count == 0 || queue.nextInstant() <= instant {
            if let outcome = try step() { return outcome }
        }
        return nil
    }

    /// What is to come, in the order in which it will.
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
        let loader = loaders[player]
        let first = firstSlots[player]
        func received(_ slot: Int32, _ attempt: UInt32) -> Int64 {
            network.received(of: ExchangeID(slot: slot + first, attempt: attempt), at: instant)
        }
        var requests = loader.filesUnderWay.map { file in
            RequestUnderWay(
                slot: file.id.slot, chunks: nil, since: file.since, received: received(file.id.slot, file.id.attempt))
        }
        for fetch in loader.fetches where fetch.isUnderWay {
            requests.append(
                RequestUnderWay(
                    slot: fetch.slot, chunks: fetch.awaited, since: fetch.requestedAt,
                    received: received(fetch.slot, fetch.attempt)))
        }
        return requests
    }

    /// How many downloads of other apps are under way.
    package var downloadsOfOthers: Int64 { traffic.activeCount }

    private func isStale(_ event: Event, at instant: Instant) -> Bool {
        switch event {
        case .network(let event): network.isStale(event, at: instant)
        case .media(let mail, let player): isStale(mail, player, at: instant)
        case .player(.deadline, let player): players[Int(player)].due != instant
        case .player(.loopStep, let player): steps[Int(player)].first?.at != instant
        case .player(.bufferChanged, _), .player(.loadingFailed, _), .script: false
        case .traffic(let event): traffic.isStale(event)
        }
    }

    private func isStale(_ mail: MediaEvent, _ player: Int16, at instant: Instant) -> Bool {
        guard isPlayer(player) else { return false }
        let loader = loaders[Int(player)]
        switch mail {
        case .delivered(let id), .failed(let id, _): return !loader.awaits(local(id, player))
        case .watched(let id):
            let id = local(id, player)
            return !loader.awaits(id) || loader.fetches[0].slot != id.slot || loader.fetches[0].isAnswered
        case .drained: return loader.armed != instant
        case .clockMoved, .itemChanged, .queueChanged, .endMoved: return false
        }
    }
}

extension Loader {
    /// Whether something is to come of an exchange.
    fileprivate func awaits(_ id: ExchangeID) -> Bool {
        if filesUnderWay.contains(where: { $0.id == id }) { return true }
        return fetches.contains { $0.slot == id.slot && $0.attempt == id.attempt && $0.isUnderWay }
    }
}
