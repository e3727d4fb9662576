import SimulationContainers
import PlayerModel

/// One player of a session, with all that is its own: its loader, and what makes its media play over and over.
///
/// Player and loader know nothing of each other. A message to the player comes with the buffer as the loader sees it,
/// and a message to the loader with the items and the playhead as the player has them.
struct SessionPlayer: Sendable {
    var player: Player
    var loader: Loader
    /// The app, or a looper, that acts when an item is over; and its acts that are still to come.
    private var looper: Looper
    private var steps = Queue<(step: Looper.Step, at: Instant)>()
    /// The current item as the loader and the trace know it, or will; -1 where there is none.
    private var currentItem: Int32 = -1
    /// Whether a change of the item that the loader has not been told of begins everything anew.
    private var beginsAnew = false
    /// The ends that somebody has set of items: they are the items' own, wherever those are.
    private var ends: [(item: Int32, end: ItemEnd)] = []
    /// `actionAtItemEnd` as it was before a looper took over; nil where none has.
    private var actionBeforeLooping: ActionAtItemEnd?
    private let hasLooper: Bool
    private let itemsAhead: Int64
    /// Of the session's `actionsLeft`, those of its script.
    var actionsLeft: Int
    /// Whether its viewer is gone: nothing of its script happens any more, nor anything that an app does.
    private(set) var hasLeft = false
    /// Whether an interstitial event is shown, as its loader was told last.
    private var wasSuspended = false
    /// Whether the app's last seek was to the edge of a live stream.
    private var goesLive = false

    /// A player whose loader is as it begins.
    init(_ scenario: ScenarioPlayer, _ loader: Loader) {
        if case .looper = scenario.looping { hasLooper = true } else { hasLooper = false }
        player = Player(settings: scenario.player)
        self.loader = loader
        looper = Looper(scenario.looping)
        itemsAhead = scenario.loader.itemsAhead
        actionsLeft = scenario.script.count
    }

    /// Hands an input to the player, which sees its buffer as it is now, whatever it is told.
    @inline(__always)
    mutating func handle(_ input: PlayerInput, at now: Instant, into effects: inout ContiguousArray<PlayerEffect>) {
        let place = player.playhead.place(at: now)
        var buffer = BufferState.none
        loader.tell(&buffer, at: place, now)
        player.handle(input, seeing: buffer, at: now, into: &effects)
    }

    /// Hands an input to the loader, which knows how fast its media is played, or will be, and whether it is paused and
    /// does not only lack media, whatever it is told.
    @inline(__always)
    mutating func tell(_ input: LoaderInput, at now: Instant, into effects: inout LoaderEffects) {
        loader.speed = player.speed
        loader.isPaused = player.timeControlStatus == .paused && !player.isPausedForMedia
        loader.handle(input, at: now, into: &effects)
    }

    /// Whether nothing will happen to it from now on unless something comes over the network.
    @inline(__always)
    func isAtRest(at now: Instant) -> Bool {
        steps.isEmpty && player.due == .never && !loader.waitsForDrain && !loader.isResting(at: now)
            && !loader.awaitsListing && !loader.awaitsSteering
    }

    /// The place up to which the current item can be played from the playhead on.
    func playableEnd(at now: Instant) -> MediaTime {
        let place = player.playhead.place(at: now)
        return player.item == nil ? place : loader.playableEnd(at: place, now)
    }

    /// The current item, and as many behind it as are loaded ahead of time.
    ///
    /// It changes nothing. But to ask who may change is to ask in place; any other question would copy the player and
    /// its loader first.
    mutating func order() -> ContiguousArray<ItemPiece> {
        guard let item = player.item else { return [] }
        let ahead = Int(min(itemsAhead, Int64(player.queue.count)))
        var pieces: ContiguousArray<ItemPiece> = []
        pieces.reserveCapacity(1 + ahead)
        pieces.append(
            ItemPiece(
                id: item.id, asset: item.asset, start: item.start, end: player.end,
                saidEnd: player.forwardPlaybackEndTime))
        for behind in 0..<ahead {
            guard let next = player.queue.item(behind: behind + 1) else { break }
            pieces.append(ItemPiece(id: next.id, asset: next.asset, start: next.start, end: player.end(of: next)))
        }
        return pieces
    }

    /// Another item is current, or none. Where the queue is empty without one having finished, what a loop was about to
    /// do is dropped: by the time at which the app hears of it, nothing is there to go on. Returns the item before, and
    /// the instant of what follows from it.
    mutating func noteItem(isFinished: Bool, at now: Instant) -> (old: Int32, step: Instant?) {
        let item = player.item?.id ?? -1
        let isNew = MediaHolders.begins(
            anewFrom: currentItem, to: item, isFinished: isFinished, itemsComeBack: loader.settings.keepsFinished)
        beginsAnew = beginsAnew || isNew
        defer { currentItem = item }
        if item < 0, !isFinished { steps = Queue() }
        let step = looper.changed(to: player.item, isFinished: isFinished) ?? handBack()
        return (currentItem, schedule(step, now))
    }

    /// The loader is told now whether everything begins anew.
    mutating func takeBeginning() -> Bool {
        defer { beginsAnew = false }
        return beginsAnew
    }

    /// The current item was played to its end. Returns the instant of what follows from it.
    mutating func noteEnd(at now: Instant) -> Instant? { schedule(looper.ended(), now) }

    /// The current item has failed: a loop does not put it back.
    mutating func noteFailure() { looper.failed() }

    private mutating func schedule(_ step: Looper.Step?, _ now: Instant) -> Instant? {
        guard let step else { return nil }
        steps.append((step, now + step.after))
        return now + step.after
    }

    var nextStep: Instant? { steps.first?.at }

    /// Takes out the step that is due now; nil where it was planned before another load, or before the queue was
    /// emptied, and dropped.
    mutating func takeStep(at now: Instant) -> Looper.Step? {
        guard nextStep == now else { return nil }
        var step = steps.removeFirst().step
        step.input = withOwnEnd(step.input)
        if case .setActionAtItemEnd = step.input { actionBeforeLooping = nil }
        return step
    }

    /// Begins a loop anew; what it was about to do is dropped.
    mutating func restartLoop() {
        looper.restart()
        steps = Queue()
    }

    /// The items of a loop are taken away, and none come: what it was about to do is dropped, and a looper that was
    /// disabled stays so. Returns the instant of what follows from it, where none plays.
    mutating func emptyLoop(at now: Instant) -> Instant? {
        steps = Queue()
        return player.item == nil ? schedule(handBack(), now) : nil
    }

    /// Ends a loop: the replica that plays is the last. Returns the instant of what follows from it, where none plays.
    @discardableResult
    mutating func disableLoop(at now: Instant) -> Instant? {
        restartLoop()
        looper.disable()
        return player.item == nil ? schedule(handBack(), now) : nil
    }

    /// A looper changes `actionAtItemEnd` to advance (AVPlayerLooper.h). Returns what it is to be set to; nil where it
    /// stays.
    mutating func takeOver() -> ActionAtItemEnd? {
        guard hasLooper else { return nil }
        actionBeforeLooping = actionBeforeLooping ?? player.actionAtItemEnd
        return player.actionAtItemEnd == .advance ? nil : .advance
    }

    /// Once it is disabled and its last replica is over, it puts back what was there before (AVPlayerLooper.h); and so
    /// where that is taken away, which is ours.
    private mutating func handBack() -> Looper.Step? {
        guard !looper.isEnabled, !hasLeft, let before = actionBeforeLooping else { return nil }
        if player.actionAtItemEnd != before { return Looper.Step(atOnce: .setActionAtItemEnd(before)) }
        actionBeforeLooping = nil
        return nil
    }

    /// Takes note of what an action says of an item wherever that is: its end; or that items come which are new.
    mutating func note(_ operation: Action.Operation) {
        if case .queue(.setForwardPlaybackEndTime(let place, let item)) = operation { setEnd(place, of: item) }
        if case .player(.setForwardPlaybackEndTime(let place)) = operation, let item = player.item {
            setEnd(place, of: item.id)
        }
        if case .items(.loadAll) = operation { ends = [] }
        if case .player(.replaceCurrentItem(.some)) = operation { ends = [] }
        if case .player(.seek) = operation { goesLive = false }
        if case .queue(.seek(let item, _, _, _)) = operation, item == player.item?.id { goesLive = false }
        if case .playing(.seek(let aim, _, _)) = operation {
            switch aim {
            case .by: goesLive = false
            case .edge: goesLive = true
            }
        }
    }

    /// With anything loaded of an item the player is ready to play. By itself it sees no more than what is to be played
    /// from the playhead on, which is nothing where playback ends before that.
    mutating func noteReady() {
        let items = (player.item.map { [$0] } ?? []) + player.queue.items
        let ranges = items.compactMap { loader.order.buffer(ofItem: $0.id, of: Int($0.asset))?.loadedTimeRanges }
        if ranges.contains(where: { !$0.isEmpty }) { player.wasReady = true }
    }

    /// Where the seek goes that is pending, as its loader has to know it.
    var sought: SoughtPlace {
        @inline(__always) get { player.isSeeking ? goesLive ? .edge : .place : .nowhere }
    }

    private mutating func setEnd(_ place: MediaTime?, of item: Int32) {
        ends.removeAll { $0.item == item }
        ends.append((item, ItemEnd(place)))
    }

    /// An action of the script, which names its items: one that comes again has the end that it had.
    func withOwnEnds(_ action: Action) -> Action {
        guard case .player(let input) = action.operation, case .insert(let item, let id) = withOwnEnd(input) else {
            return action
        }
        return .insert(item, after: id)
    }

    private func withOwnEnd(_ input: PlayerInput) -> PlayerInput {
        guard case .insert(var item, let id) = input, let own = ends.first(where: { $0.item == item.id }) else {
            return input
        }
        item.end = own.end
        return .insert(item, after: id)
    }

    mutating func leave(at now: Instant) {
        hasLeft = true
        disableLoop(at: now)
    }

    /// The place of an aim: back to the beginning of the media at most, wherever its item begins, as one may seek
    /// there. Of a live stream of which nothing is listed yet, the edge is out of reach.
    func place(_ aim: PlayingActions.Aim, from now: Instant) -> MediaTime {
        switch aim {
        case .by(let distance): max(.zero, min(player.end, player.currentTime(at: now) + distance))
        case .edge: player.item.flatMap { liveEdge(ofItem: $0.id) }?.latest ?? player.end
        }
    }

    /// Whether its loader knows otherwise of an interstitial event that is shown.
    var isToTellOfSuspension: Bool { player.isSuspended != wasSuspended }

    mutating func tellOfSuspension() { wasSuspended = player.isSuspended }

    /// Whether it plays, as its loader has to know it.
    var pause: LoaderInput {
        .setPaused(
            player.timeControlStatus == .paused, isSuspended: player.isSuspended,
            asksNaturalSpeed: player.rate == .one)
    }

    /// The edge of a live stream as the loader knows it, for an item of it; nil where nothing is known of it yet, or it
    /// is none.
    func liveEdge(ofItem id: Int32) -> LiveEdgeSeen? {
        guard let item = player.item?.id == id ? player.item : player.queue.items.first(where: { $0.id == id }),
            let buffer = loader.order.buffer(ofItem: id, of: Int(item.asset))
        else { return nil }
        return loader.liveEdge(of: Int(item.asset), in: buffer)
    }

    /// Whether the message is on its way by which the loader learns of the current item.
    var awaitsItem: Bool { @inline(__always) get { player.item?.id != loader.order.items.first?.id } }

    /// The end of the current item; unlimited where its player cannot know it, and the playhead is not there.
    func knownEnd(at now: Instant) -> MediaTime {
        guard let item = player.item, player.currentTime(at: now) < player.end,
            !loader.assets[Int(item.asset)].knows(end: player.end)
        else { return player.end }
        return .unlimited
    }

    /// The edge of the current item as the loader expects it where a playlist is missing; nil likewise.
    func expectedLiveEdge(at now: Instant) -> LiveEdgeSeen? {
        guard let item = player.item, let buffer = loader.order.buffer(ofItem: item.id, of: Int(item.asset)) else {
            return nil
        }
        return loader.expectedEdge(of: Int(item.asset), in: buffer, at: now, upTo: player.end)
    }
}
