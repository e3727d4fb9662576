import PlayerModel

/// A request and its answer, named by the slot that its owner holds and by which attempt of that owner it is.
///
/// An event of an earlier attempt is stale: cancelling costs nothing but the number.
package struct ExchangeID: Hashable, BitwiseCopyable, Sendable {
    package var slot: Int32
    package var attempt: UInt32

    package init(slot: Int32, attempt: UInt32) {
        self.slot = slot
        self.attempt = attempt
    }
}

/// What is asked for: a run of chunks of one resource.
package struct Request: BitwiseCopyable, Sendable {
    package var id: ExchangeID
    package var firstChunk: Int32
    package var endChunk: Int32

    package init(id: ExchangeID, firstChunk: Int32, endChunk: Int32) {
        self.id = id
        self.firstChunk = firstChunk
        self.endChunk = endChunk
    }
}

/// Which way bits go.
package enum Direction: UInt8, BitwiseCopyable, Sendable {
    case down
    case up
}

/// What the network is told, and what it tells itself to look at later.
package enum NetworkEvent: BitwiseCopyable, Sendable {
    /// A request leaves the player.
    case request(Request)
    /// The player has room for more of the same answer, up to that chunk: its window opens.
    case allow(Request)
    /// The player wants no more of it; the chunks named have not reached it.
    case cancel(Request)
    /// The request is at the server.
    case reachesServer(ExchangeID)
    /// A flow may be done.
    case linkFinishes(Direction, generation: UInt32)
    /// What the network offers may be something else from now on.
    case conditionsChange
}

/// What a player has seen of the network by the time a chunk is in, chunks that are still incomplete included.
package struct Receipt: Equatable, BitwiseCopyable, Sendable {
    /// Bytes that have come since the run began.
    package var bytes: Int64
    /// How many of them were in vain, because their exchange was cut short.
    package var wasted: Int64
    /// How long bits have been coming since the run began.
    package var busy: TimeAmount

    package init(bytes: Int64, wasted: Int64, busy: TimeAmount) {
        self.bytes = bytes
        self.wasted = wasted
        self.busy = busy
    }
}

/// What the network wants done.
package enum NetworkEffect: Sendable {
    /// Hand in that event at that instant.
    case arm(NetworkEvent, at: Instant)
    /// The next chunk of an exchange is with the player at that instant, and a receipt with it: see `takeReceipt`.
    case deliver(ExchangeID, at: Instant)
    /// What the network offers has changed: see `Network.offered`.
    case changed
    /// An exchange was cut short, with that many bytes sent in vain.
    case wasted(ExchangeID, bytes: Int64)
}

/// The network between player and server, with transport `fluid`: a request costs one round trip, then bytes flow at
/// the fair share of the link.
///
/// It leaves out what TCP adds (handshakes, slow start, queues, loss): see `Link` for what it does exactly.
package struct Network: Sendable {
    /// The server's side of an exchange.
    private struct Exchange: Sendable {
        var attempt: UInt32 = 0
        var phase = Phase.idle
        var nextToSend: Int32 = 0
        var end: Int32 = 0
        var firstByte = Instant.zero
    }

    private enum Phase: Sendable {
        /// Everything that was asked for, and that there is room for, has been sent.
        case idle
        /// The request is being put on the link.
        case goingUp
        /// The request is on its way to the server.
        case underWay
        /// The server is putting a chunk on the link.
        case sending
    }

    /// What is served: by slot, the sizes of its chunks.
    private let resources: [ChunkTable]
    private let requestBytes: Int64
    private var conditions: Conditions
    private var values: NetworkValues
    private var exchanges: ContiguousArray<Exchange>
    private var down: Link
    private var up: Link
    /// `values` hold until then.
    private var nextChange: Instant
    private var armed: (down: Instant, up: Instant, change: Instant) = (.never, .never, .never)
    private var generation: (down: UInt32, up: UInt32) = (0, 0)
    /// Since when bits have been on the link without a pause, and how long they were before that.
    private var busySince = Instant.zero
    private var busyBefore = TimeAmount.zero
    private var wastedBytes: Int64 = 0
    /// One for each chunk that is on its way, in the order in which the chunks arrive.
    private var receipts = Queue<Receipt>()
    /// The last bit that was sent arrives then: what is sent later does not overtake it, even where the delay shrinks.
    private var lastArrival = Instant.zero

    /// A network under `conditions` before a server that has `resources`, one for each slot; a request is
    /// `requestBytes` long.
    package init(conditions: Conditions, resources: [ChunkTable], requestBytes: Int64) {
        self.conditions = conditions
        self.resources = resources
        self.requestBytes = requestBytes
        values = conditions.values(at: .zero)
        nextChange = conditions.nextChange(after: .zero)
        exchanges = ContiguousArray(repeating: Exchange(), count: resources.count)
        down = Link(capacity: values.down)
        up = Link(capacity: values.up)
    }

    /// What the network offers, as of the last event.
    package var offered: NetworkValues { values }

    /// The arrival of the first byte of the answer, once anything of it has arrived.
    @inline(__always)
    package func firstByte(of id: ExchangeID) -> Instant { exchanges[Int(id.slot)].firstByte }

    /// Whether there is anything on the links that a change of theirs would touch.
    var isBusy: Bool { down.activeFlows + up.activeFlows > 0 }

    /// Whether nothing will ever come of what is under way: nothing is, or it is stuck on links that will not change.
    package var isQuiet: Bool {
        let isStuck = armed.down == .never && armed.up == .never && (nextChange == .never || !isBusy)
        return isStuck && receipts.isEmpty && !exchanges.contains { $0.phase == .underWay }
    }

    /// What came with the chunk that is delivered now. To be taken once for each `deliver`, in their order.
    package mutating func takeReceipt() -> Receipt { receipts.removeFirst() }

    package mutating func handle(
        _ event: NetworkEvent, at now: Instant, into effects: inout ContiguousArray<NetworkEffect>
    ) {
        refresh(now, &effects)
        switch event {
        case .request(let request): send(request, now, &effects)
        case .allow(let request): if isCurrent(request.id) { allow(request, now) }
        case .cancel(let request): if isCurrent(request.id) { cancel(request, now, &effects) }
        case .reachesServer(let id): if isCurrent(id) { serve(Int(id.slot), now) }
        case .linkFinishes(.down, let number): if number == generation.down { sent(now, &effects) }
        case .linkFinishes(.up, let number): if number == generation.up { asked(now, &effects) }
        case .conditionsChange: break
        }
        armTimers(&effects)
    }

    /// The script changes what the network offers.
    package mutating func change(
        _ change: NetworkChange, at now: Instant, into effects: inout ContiguousArray<NetworkEffect>
    ) {
        conditions.change(change)
        nextChange = now
        handle(.conditionsChange, at: now, into: &effects)
    }

    /// The script takes the network away until `end`.
    package mutating func breakDown(
        until end: Instant, at now: Instant, into effects: inout ContiguousArray<NetworkEffect>
    ) {
        conditions.addOutage(Conditions.Outage(start: now, end: end))
        nextChange = now
        handle(.conditionsChange, at: now, into: &effects)
    }

    // MARK: The stages of an exchange

    private mutating func send(_ request: Request, _ now: Instant, _ effects: inout ContiguousArray<NetworkEffect>) {
        let slot = Int(request.id.slot)
        exchanges[slot] = Exchange(
            attempt: request.id.attempt, phase: .goingUp, nextToSend: request.firstChunk, end: request.endChunk)
        let needsTime = values.up.map { $0 == 0 || requestBytes > 0 } ?? false
        if needsTime {
            // Even a request without bytes waits for the network to come back.
            up.start(slot, max(1, Link.work(bytes: requestBytes)), at: now)
        } else {
            leave(slot, now, &effects)
        }
    }

    /// A request's last bit has left. Others that are done at this instant follow with the next event.
    private mutating func asked(_ now: Instant, _ effects: inout ContiguousArray<NetworkEffect>) {
        armed.up = .never
        guard let slot = up.finished(at: now) else { return }
        up.stop(slot, at: now)
        leave(slot, now, &effects)
    }

    private mutating func leave(_ slot: Int, _ now: Instant, _ effects: inout ContiguousArray<NetworkEffect>) {
        exchanges[slot].phase = .underWay
        if values.delayUp == .zero { return serve(slot, now) }
        let id = ExchangeID(slot: Int32(slot), attempt: exchanges[slot].attempt)
        effects.append(.arm(.reachesServer(id), at: now + values.delayUp))
    }

    /// The server begins to answer.
    private mutating func serve(_ slot: Int, _ now: Instant) {
        exchanges[slot].firstByte = now + values.delayDown
        startSending(slot, now)
    }

    private mutating func startSending(_ slot: Int, _ now: Instant) {
        exchanges[slot].phase = .sending
        if down.activeFlows == 0 { busySince = now }
        down.start(slot, Link.work(bytes: resources[slot].bytes(of: Int64(exchanges[slot].nextToSend))), at: now)
    }

    /// A chunk's last bit has left the server. Others that are done at this instant follow with the next event.
    private mutating func sent(_ now: Instant, _ effects: inout ContiguousArray<NetworkEffect>) {
        armed.down = .never
        guard let slot = down.finished(at: now) else { return }
        var exchange = exchanges[slot]
        exchange.nextToSend += 1
        if exchange.nextToSend < exchange.end {
            down.extend(slot, by: Link.work(bytes: resources[slot].bytes(of: Int64(exchange.nextToSend))))
        } else {
            takeOff(slot, now)
            exchange.phase = .idle
        }
        exchanges[slot] = exchange
        lastArrival = max(now + values.delayDown, lastArrival)
        receipts.append(
            Receipt(bytes: down.totalBytes, wasted: wastedBytes, busy: busyTime(at: now)))
        let id = ExchangeID(slot: Int32(slot), attempt: exchange.attempt)
        effects.append(.deliver(id, at: lastArrival))
    }

    @discardableResult
    private mutating func takeOff(_ slot: Int, _ now: Instant) -> Link.Remainder {
        let left = down.stop(slot, at: now)
        if down.activeFlows == 0 { busyBefore = busyBefore + (now - busySince) }
        return left
    }

    private func busyTime(at now: Instant) -> TimeAmount {
        down.activeFlows == 0 ? busyBefore : busyBefore + (now - busySince)
    }

    // MARK: Interruptions

    private mutating func allow(_ request: Request, _ now: Instant) {
        let slot = Int(request.id.slot)
        exchanges[slot].end = max(exchanges[slot].end, request.endChunk)
        let hasMore = exchanges[slot].nextToSend < exchanges[slot].end
        if exchanges[slot].phase == .idle, hasMore { startSending(slot, now) }
    }

    private mutating func cancel(
        _ request: Request, _ now: Instant, _ effects: inout ContiguousArray<NetworkEffect>
    ) {
        let slot = Int(request.id.slot)
        let exchange = exchanges[slot]
        var bytes: Int64 = 0
        for chunk in request.firstChunk..<max(request.firstChunk, exchange.nextToSend) {
            bytes += resources[slot].bytes(of: Int64(chunk))
        }
        switch exchange.phase {
        case .idle, .underWay: break
        case .goingUp: up.stop(slot, at: now)
        case .sending:
            let left = takeOff(slot, now)
            let size = Link.work(bytes: resources[slot].bytes(of: Int64(exchange.nextToSend)))
            bytes += Link.bytes(in: size - left)
        }
        exchanges[slot].phase = .idle
        exchanges[slot].attempt &+= 1
        wastedBytes = wastedBytes.addingClamped(bytes)
        effects.append(.wasted(request.id, bytes: bytes))
    }

    @inline(__always)
    private func isCurrent(_ id: ExchangeID) -> Bool { exchanges[Int(id.slot)].attempt == id.attempt }

    // MARK: Conditions and timers

    /// Looks up what the network offers, once it may have changed.
    private mutating func refresh(_ now: Instant, _ effects: inout ContiguousArray<NetworkEffect>) {
        guard now >= nextChange else { return }
        nextChange = conditions.nextChange(after: now)
        let current = conditions.values(at: now)
        guard current != values else { return }
        down.setCapacity(current.down, at: now)
        up.setCapacity(current.up, at: now)
        values = current
        effects.append(.changed)
    }

    /// Asks to be woken when the next flow ends, and at the next change while there is a flow that it would touch.
    private mutating func armTimers(_ effects: inout ContiguousArray<NetworkEffect>) {
        let nextDown = down.nextFinish()
        if nextDown != armed.down {
            armed.down = nextDown
            generation.down &+= 1
            if nextDown != .never {
                effects.append(.arm(.linkFinishes(.down, generation: generation.down), at: nextDown))
            }
        }
        let nextUp = up.activeFlows > 0 ? up.nextFinish() : .never
        if nextUp != armed.up {
            armed.up = nextUp
            generation.up &+= 1
            if nextUp != .never {
                effects.append(.arm(.linkFinishes(.up, generation: generation.up), at: nextUp))
            }
        }
        if isBusy, nextChange != .never, nextChange != armed.change {
            armed.change = nextChange
            effects.append(.arm(.conditionsChange, at: nextChange))
        }
    }
}
