import SimulationContainers
import PlayerModel

/// Transport `fluid`: a request costs one round trip, then bytes flow at the fair share of the link.
///
///     request ──▶ going up ──last bit──▶ under way ──delay up──▶ sending ──last bit of the last chunk──▶ idle
///                                                                  │                                   │
///                                  deliver each chunk, delay down ◀┘   allow, room for more: sending ◀─┘
///
/// Responses that go wrong on purpose have further states, of which `FluidFaults.swift` knows, and so have those that
/// are made while they are sent: `FluidGrowth.swift`.
///
/// It leaves out what TCP adds (handshakes, slow start, queues, loss); `Link` says what it computes exactly.
struct FluidTransport: Sendable {
    /// The server's side of an exchange.
    struct Exchange: Sendable {
        var attempt: UInt32 = 0
        var phase = Phase.idle
        var first: Int32 = 0
        var nextToSend: Int32 = 0
        var end: Int32 = 0
        /// The first byte is `never` until some of the answer can flow.
        var times = ResponseTimes(begunAt: .zero, sentAt: .zero, servedAt: .zero, firstByte: .never)
        /// When the request is at the server, as long as it is under way, or the server has more to send.
        var arrival = Instant.zero
        /// When it has passed the network that all share, and its host's own delays as it left.
        var passes = Instant.zero
        var beyond = (up: TimeAmount.zero, down: TimeAmount.zero)
        var trouble: FluidTrouble?
        /// How long the bit that begins what is delivered next is on its way behind the link.
        var delay = TimeAmount.zero
        /// Whether the player may turn elsewhere when it fails, and how many attempts have failed.
        var mayTurn = false
        var tries: Int64 = 0
        /// Of a chunk that is made while it is sent, how far that is; nil of any other.
        var growth: FluidGrowth?

        /// Whether nothing goes wrong. A comparison with nil would copy the trouble.
        @inline(__always)
        var isSound: Bool { if case nil = trouble { true } else { false } }

        /// It leaves for the server, and has passed the network that all share at that instant.
        @inline(__always)
        mutating func leave(passingAt instant: Instant) {
            phase = .underWay
            passes = instant
        }

        /// The server has it now; nothing of its answer flows yet.
        @inline(__always)
        mutating func noteServed(_ now: Instant) {
            times.servedAt = now + (.zero - beyond.down)
            times.firstByte = .never
        }

        /// Whether there is room for more of the answer than was sent.
        @inline(__always)
        var hasRoom: Bool { nextToSend < end }

        /// A chunk of the answer is sent. Says whether there is another.
        @inline(__always)
        mutating func sendNext() -> Bool {
            nextToSend += 1
            return hasRoom
        }
    }

    enum Phase: Sendable {
        case idle, goingUp, underWay, sending
        /// The server says no more, or not yet; the end of a response that fails is on its way; the request is to be
        /// made again after a pause.
        case silent, failing, pausing
        /// The server has sent what there is of a chunk, and waits for more of it.
        case growing
    }

    /// The bytes and the busy time of one owner among those who share the link.
    struct Books: Sendable {
        /// Bytes of chunks that were sent, and of parts that were cancelled.
        var settled: Int64 = 0
        var wasted: Int64 = 0
        var activity = Activity()
    }

    let resources: [Resource]
    let settings: FluidSettings
    /// Whether a change of the delay up reaches requests that are on their way; else each keeps the delay with which it
    /// left, as a packet does.
    let reckonsAnew: Bool
    var faults: FaultPlan
    var failures: FailureCounts
    private(set) var values: NetworkValues
    var exchanges: ContiguousArray<Exchange>
    var down: SharedLink
    /// The networks that hosts have of their own, and of each slot which; -1 is none.
    var paths: ContiguousArray<FluidPath>
    let pathOfSlot: [Int32]
    /// When one of them has another capacity for what flows.
    var nextLimit = Instant.never
    /// The servers that may answer later, because they have nothing yet.
    let holds: ContiguousArray<LiveHold?>
    var up: Link
    /// How many requests are on their way to the server.
    var underWay: Int64 = 0
    /// How many flows there are of which something hangs on when their bits flow.
    var watchedFlows = 0
    var timers = (down: LinkTimer(), up: LinkTimer())
    /// The instants of timers that were superseded before they were posted.
    var superseded = SupersededTimers()
    /// Whether the resources belong to several owners: then each has an account of its own.
    private let isShared: Bool
    /// Of so many owners receipts are read: those of players, and not those of other apps behind them.
    private let readers: Int
    /// By owner, its slots, where there are several owners.
    private let slotsOfGroup: ContiguousArray<ContiguousArray<Int32>>
    var books: ContiguousArray<Books>
    /// A receipt for each chunk that is on its way, in the order in which the chunks arrive.
    private var receipts = Queue<Receipt>()
    /// The arrival of the last bit that was sent: nothing overtakes it, even where the delay shrinks.
    var lastArrival = Instant.zero
    /// When the request that left last has passed the network that all share: likewise.
    var lastPassing = Instant.zero
    /// By owner, the looks that are on their way.
    var looks: ContiguousArray<FluidLooks>
    /// The part of a response that had come when its attempt ran out of time.
    var timedOut = EndedAttempts<Progress>()
    /// The times of attempts that have brought something and failed.
    var failed = EndedAttempts<ResponseTimes>()
    var begun = BegunAnswers()

    init(
        _ settings: FluidSettings, _ values: NetworkValues, resources: [Resource], readers: Int = .max,
        paths: HostNetworks = HostNetworks(), reckonsAnew: Bool = false, seed: UInt64
    ) {
        self.readers = readers
        self.resources = resources
        self.settings = settings
        self.reckonsAnew = reckonsAnew
        self.values = values
        isShared = resources.contains { $0.group != 0 }
        holds = ContiguousArray(resources)
        failures = FailureCounts(resources)
        let groups = resources.reduce(0) { max($0, Int($1.group)) } + 1
        var slots = ContiguousArray(repeating: ContiguousArray<Int32>(), count: isShared ? groups : 0)
        if isShared { for (slot, own) in resources.enumerated() { slots[Int(own.group)].append(Int32(slot)) } }
        slotsOfGroup = slots
        books = ContiguousArray(repeating: Books(), count: groups)
        looks = ContiguousArray(repeating: FluidLooks(), count: groups)
        exchanges = ContiguousArray(repeating: Exchange(), count: resources.count)
        self.paths = ContiguousArray(paths.paths.map { FluidPath($0) })
        let count = resources.reduce(0) { max($0, Int($1.host) + 1) }
        let places = paths.isEmpty ? [] : paths.places(count: count)
        pathOfSlot = paths.isEmpty ? [] : resources.map { places[Int($0.host)] }
        down = SharedLink(capacity: values.down, limits: self.paths.map { $0.values.down }, places: pathOfSlot)
        up = Link(capacity: values.up)
        faults = FaultPlan(settings.faults, namedHosts: settings.hosts.names.count, seed: seed)
        // It is told what has come of theirs when their time is up.
        if resources.contains(where: { $0.mayBeReplaced }) { keepPast() }
    }

    @inline(__always)
    mutating func times(of id: ExchangeID) -> ResponseTimes { exchanges[Int(id.slot)].times }

    /// Whether a change of the network would affect anything: bytes on the links, or requests on their way.
    @inline(__always)
    var isBusy: Bool { down.activeFlows + up.activeFlows + underWay > 0 }

    /// Whether nothing in progress will ever finish while the links stay as they are.
    var isStuck: Bool { timers.down.due == .never && timers.up.due == .never }

    /// Whether nothing that has left the links is still on its way.
    var isClear: Bool {
        receipts.isEmpty && !looks.contains { !$0.receipts.isEmpty }
            && !exchanges.contains {
                $0.phase == .underWay && $0.arrival < .never || $0.phase == .growing
                    || $0.trouble?.due ?? .never < .never
            }
    }

    mutating func takeReceipt() -> Receipt { receipts.removeFirst() }

    mutating func set(_ values: NetworkValues, at now: Instant, into effects: inout NetworkEffects) {
        if reckonsAnew, values.delayUp != self.values.delayUp { reckonAnew(values.delayUp, now, &effects) }
        noteDelay(values.delayDown, now, &effects)
        down.setCapacity(values.down, at: now)
        up.setCapacity(values.up, at: now)
        let before = self.values
        self.values = values
        if (before.down == 0) != (values.down == 0) { noteFlows(now, &effects) }
    }

    mutating func handle(_ event: NetworkEvent, at now: Instant, into effects: inout NetworkEffects) {
        switch event {
        case .request(let request): send(request, mayTurn: false, now, &effects)
        case .requestOrTurn(let request): send(request, mayTurn: true, now, &effects)
        case .mayTurn(let id, let mayTurn): if isCurrent(id) { exchanges[Int(id.slot)].mayTurn = mayTurn }
        case .allow(let request): if isCurrent(request.id) { allow(request, now, &effects) }
        case .cancel(let request): if isCurrent(request.id) { cancel(request, now, &effects) }
        case .reachesServer(let id): if isAtServer(id, now) { serve(Int(id.slot), now, &effects) }
        case .faultDue(let id): if isCurrent(id) { takeDue(Int(id.slot), now, &effects) }
        case .linkFinishes(.down, let number): if number == timers.down.generation { sent(now, &effects) }
        case .linkFinishes(.up, let number): if number == timers.up.generation { asked(now, &effects) }
        case .packets, .conditionsChange: break
        }
        noteTimers()
    }

    func isStale(_ event: NetworkEvent, at instant: Instant) -> Bool {
        switch event {
        case .request, .requestOrTurn, .mayTurn, .allow, .cancel, .packets, .conditionsChange: false
        case .reachesServer(let id): !isAtServer(id, instant)
        case .faultDue(let id): !isCurrent(id) || !(exchanges[Int(id.slot)].trouble?.isDue(at: instant) ?? false)
        case .linkFinishes(.down, let number): number != timers.down.generation
        case .linkFinishes(.up, let number): number != timers.up.generation
        }
    }

    private mutating func send(_ request: Request, mayTurn: Bool, _ now: Instant, _ effects: inout NetworkEffects) {
        let slot = Int(request.id.slot)
        if isOnItsWay(slot) { underWay -= 1 }
        exchanges[slot] = Exchange(
            attempt: request.id.attempt, phase: .goingUp, first: request.firstChunk, nextToSend: request.firstChunk,
            end: request.endChunk, mayTurn: mayTurn)
        if !faults.isEmpty { exchanges[slot].trouble = trouble(slot, from: request.firstChunk, now) }
        goUp(slot, now, &effects)
        if !exchanges[slot].isSound { followPatience(slot, now, &effects) }
    }

    mutating func serve(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        underWay -= 1
        if exchanges[slot].phase == .growing { return goOn(slot, now, &effects) }
        exchanges[slot].noteServed(now)
        if !holds.isEmpty { noteRefusal(slot, now) }
        guard exchanges[slot].isSound else { return answerWrongly(slot, now, &effects) }
        // An answer that was broken off while it waited for room waits for it again.
        guard exchanges[slot].hasRoom else { return exchanges[slot].phase = .idle }
        if grows(slot, at: now) { return sendShare(slot, now, &effects) }
        startSending(slot, now, &effects)
    }

    mutating func startSending(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        if !pathOfSlot.isEmpty { entersLink(slot, now, &effects) }
        exchanges[slot].phase = .sending
        if exchanges[slot].hasBegun { books[group(slot)].activity.start(at: now.nanoseconds) }
        down.start(slot, Link.work(bytes: flowBytes(slot)), at: now)
        if exchanges[slot].isWatched {
            watchedFlows += 1
            noteFlow(slot, now)
        }
    }

    /// The size of the chunk that a slot is sending, or sends next.
    @inline(__always)
    func nextBytes(_ slot: Int) -> Int64 {
        resources[slot].chunks.bytes(of: Int64(exchanges[slot].nextToSend))
    }

    /// The bytes that the link is given of a slot at a time: that chunk, or a part of it where something goes wrong.
    @inline(__always)
    func flowBytes(_ slot: Int) -> Int64 {
        exchanges[slot].trouble?.stretch ?? exchanges[slot].growth?.stretch ?? nextBytes(slot)
    }

    /// Handles the last bit of a chunk leaving the server. Others done at this instant follow with the next event.
    private mutating func sent(_ now: Instant, _ effects: inout NetworkEffects) {
        timers.down.due = .never
        guard let slot = down.finished(at: now) else { return }
        guard exchanges[slot].isSound else { return sentPart(slot, now, &effects) }
        if !holds.isEmpty, exchanges[slot].growth != nil { return sentShare(slot, now, &effects) }
        if isShared { settle(slot, nextBytes(slot)) }
        if exchanges[slot].sendNext() {
            if !holds.isEmpty, growsOn(slot, now, &effects) { return }
            down.extend(slot, by: Link.work(bytes: nextBytes(slot)))
        } else {
            takeOff(slot, now)
            exchanges[slot].phase = .idle
        }
        deliver(slot, now, &effects)
    }

    mutating func deliver(_ slot: Int, _ now: Instant, _ effects: inout NetworkEffects) {
        lastArrival = arrival(now)
        failures.bring(slot)
        let group = group(slot)
        var receipt = group < readers ? receipt(ofGroup: group, now) : Receipt(bytes: 0, wasted: 0, busy: .zero)
        let delay = lastArrival - now
        receipt.growth = max(.zero, delay - exchanges[slot].delay)
        exchanges[slot].delay = delay
        receipts.append(receipt)
        effects.append(.deliver(id(slot), at: lastArrival))
    }

    mutating func settle(_ slot: Int, _ bytes: Int64) {
        books[group(slot)].settled = books[group(slot)].settled.addingClamped(bytes)
    }

    func id(_ slot: Int) -> ExchangeID { ExchangeID(slot: Int32(slot), attempt: exchanges[slot].attempt) }

    @inline(__always)
    func group(_ slot: Int) -> Int { Int(resources[slot].group) }

    /// The receipt of an owner as of now. An owner who is alone on the link has had everything that it carried.
    mutating func receipt(ofGroup group: Int, _ now: Instant) -> Receipt {
        let busy = TimeAmount(nanoseconds: books[group].activity.total(at: now.nanoseconds))
        guard isShared else { return Receipt(bytes: down.totalBytes, wasted: books[0].wasted, busy: busy) }
        var bytes = books[group].settled
        for slot in slotsOfGroup[group] where exchanges[Int(slot)].phase == .sending {
            bytes += doneBytes(Int(slot), left: down.left(of: Int(slot)))
        }
        return Receipt(bytes: bytes, wasted: books[group].wasted, busy: busy)
    }

    private mutating func allow(_ request: Request, _ now: Instant, _ effects: inout NetworkEffects) {
        let slot = Int(request.id.slot)
        exchanges[slot].end = max(exchanges[slot].end, request.endChunk)
        guard exchanges[slot].phase == .idle, exchanges[slot].hasRoom else { return }
        exchanges[slot].delay = arrival(now) - now
        if exchanges[slot].isSound { return startSending(slot, now, &effects) }
        beginLimits(slot, now)
        sendRest(slot, now, &effects)
    }

    private mutating func cancel(_ request: Request, _ now: Instant, _ effects: inout NetworkEffects) {
        let slot = Int(request.id.slot)
        let exchange = exchanges[slot]
        var bytes: Int64 = 0
        for chunk in request.firstChunk..<max(request.firstChunk, exchange.nextToSend) {
            bytes += resources[slot].chunks.bytes(of: Int64(chunk))
        }
        switch exchange.phase {
        case .idle, .failing, .pausing: break
        case .silent: bytes += endPause(slot, now)
        case .underWay: underWay -= 1
        case .growing:
            underWay -= 1
            bytes += exchange.growth?.sent ?? 0
        case .goingUp: up.stop(slot, at: now)
        case .sending:
            let left = takeOff(slot, now)
            let part = doneBytes(slot, left: left)
            settle(slot, part)
            bytes += part + early(slot)
        }
        exchanges[slot].phase = .idle
        (exchanges[slot].trouble, exchanges[slot].growth) = (nil, nil)
        exchanges[slot].attempt &+= 1
        books[group(slot)].wasted = books[group(slot)].wasted.addingClamped(bytes)
        effects.append(.wasted(slot: request.id.slot, bytes: bytes, at: now))
    }

    @inline(__always)
    func isCurrent(_ id: ExchangeID) -> Bool { exchanges[Int(id.slot)].attempt == id.attempt }

    /// The next instant at which a flow may be done, as it was noted last.
    var due: Instant { min(timers.down.due, timers.up.due) }

    /// The network has another capacity towards the players from `now` on, and nothing else of it is another.
    @inline(__always)
    mutating func setCapacity(_ capacity: Int64, at now: Instant, into effects: inout NetworkEffects) {
        let isOther = (values.down == 0) != (capacity == 0)
        if isOther { noteDeparture(now) }
        values.down = capacity
        down.setCapacity(capacity, at: now)
        if isOther { noteFlows(now, &effects) }
        noteTimers()
    }

    /// Notes when the next flow is done in each direction; when that is another instant, what was posted is stale.
    mutating func noteTimers() {
        timers.down.note(down.nextFinish(), &superseded)
        timers.up.note(up.activeFlows > 0 ? up.nextFinish() : .never, &superseded)
    }

    /// Posts what was noted, unless it was posted before.
    @inline(__always)
    mutating func postTimers(into effects: inout NetworkEffects) {
        timers.down.post(.down, into: &effects)
        timers.up.post(.up, into: &effects)
    }
}
