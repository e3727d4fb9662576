import Testing

@testable import PlayerModel

/// The media loaded at the playhead, and whether it is enough: the columns of the table of `Player`, one by one.
enum Loaded: CaseIterable {
    case empty
    case unmeasured
    case unlikely
    case likely
    case full
    case complete
    case atEnd
}

extension BufferState {
    /// A made-up buffer of media at 1 Mbit/s in chunks of a second, seen from `place`: two seconds ahead of it where
    /// something is loaded, and throughput that is a quarter or ten times of what is needed at rate 1.
    init(_ loaded: Loaded, at place: MediaTime, end: MediaTime, now: Instant) {
        var loadedTo = min(end, place + .seconds(2))
        if loaded == .empty { loadedTo = place }
        if loaded == .complete || loaded == .atEnd { loadedTo = max(place, end) }
        let rest = max(.zero, end - loadedTo).nanoseconds / 8000
        let kilobits: Int64 = loaded == .unlikely || loaded == .full ? 250 : 10_000
        self.init(
            playableEnd: loadedTo, end: end, isFull: loaded == .full,
            awaited: Awaited(
                bytes: rest, requests: min(1, rest), nextBytes: min(125_000, rest), nextRequests: min(1, rest),
                lastChunkStart: max(.zero, end - .seconds(1))),
            throughput: loaded == .unmeasured ? nil : ThroughputEstimate(bits: kilobits * 1000, in: .seconds(1)),
            latency: .zero, fetchingSince: rest > 0 ? now : nil)
    }
}

extension BufferState {
    /// A made-up buffer that is loaded up to `place`, where the rest trickles in: a player starts only if it `isFull`.
    static func loaded(to place: MediaTime, end: MediaTime, isFull: Bool = true) -> BufferState {
        let rest = max(.zero, end - place).nanoseconds
        let awaited = Awaited(
            bytes: rest, requests: min(1, rest), nextBytes: rest, nextRequests: min(1, rest), lastChunkStart: place)
        let trickle = ThroughputEstimate(bits: 1, in: .seconds(1))
        return BufferState(
            playableEnd: place, end: end, isFull: isFull, awaited: awaited, throughput: trickle, latency: .zero,
            fetchingSince: nil)
    }
}

/// Hands inputs to a player, and after each demands that it does not contradict itself, nor what it announced.
struct PlayerDriver {
    var player: Player
    var now = Instant.zero
    /// The effects of the last `hand`.
    var effects: ContiguousArray<PlayerEffect> = []
    private var app = AppView()

    init(_ change: (inout PlayerSettings) -> Void = { _ in }) {
        var settings = PlayerSettings()
        change(&settings)
        player = Player(settings: settings)
    }

    /// A player whose paused playhead rests at `place` of an item of 60 seconds, with nothing loaded: a seek to any
    /// other place than the beginning is pending.
    init(at place: MediaTime, ofStream isStream: Bool = true, _ change: (inout PlayerSettings) -> Void = { _ in }) {
        self.init(change)
        hand(.replaceCurrentItem(.minute(isStream: isStream)), .empty)
        if place > .zero { hand(.seek(to: place, before: .zero, after: .zero), .empty) }
    }

    var place: MediaTime { player.currentTime(at: now) }

    /// Hands in `input` and, where the playhead, the end or the item is another one then, the facts that answer.
    mutating func hand(_ input: PlayerInput, _ loaded: Loaded) {
        handUnanswered(input, loaded)
        while player.facts != .known {
            let before = effects
            handUnanswered(.bufferChanged, loaded)
            effects.insert(contentsOf: before, at: 0)
        }
    }

    /// Hands in `input` alone; `nextAhead` of the next item can be played.
    mutating func handUnanswered(_ input: PlayerInput, _ loaded: Loaded, nextAhead: MediaTime? = nil) {
        var buffer = player.item == nil ? BufferState.none : BufferState(loaded, at: place, end: player.end, now: now)
        buffer.next.ahead = nextAhead
        hand(input, seeing: buffer)
    }

    /// Hands in `input` with that very buffer.
    mutating func hand(_ input: PlayerInput, seeing buffer: BufferState) {
        effects.removeAll()
        player.handle(input, seeing: buffer, at: now, into: &effects)
        player.checkInvariants(at: now)
        for effect in effects { app.take(effect, player.item) }
        // It is handed very many inputs: what it would say is put together only where there is something to say.
        let own = AppView(of: player, at: now)
        if app != own { Issue.record("what was announced by \(input) at \(now.nanoseconds) ns: \(app), not \(own)") }
    }

    /// Hands in `input` while media is loaded up to `loadedTo`.
    mutating func hand(_ input: PlayerInput, loadedTo: MediaTime, isFull: Bool = true) {
        hand(input, seeing: .loaded(to: loadedTo, end: player.end, isFull: isFull))
    }

    mutating func pass(milliseconds count: Int64) { now = now + .milliseconds(count) }

    func count(_ announcement: Announcement) -> Int { effects.count { $0 == .announce(announcement) } }

    /// The outcomes of seeks among the last effects.
    var seeksFinished: [Bool] {
        effects.compactMap { if case .announce(.seekFinished(let value)) = $0 { value } else { nil } }
    }

    /// The causes of changes of status among the last effects.
    var causes: [Cause] {
        effects.compactMap { if case .announce(.status(_, _, _, let cause)) = $0 { cause } else { nil } }
    }

    /// The deadlines asked for among the last effects.
    var deadlines: [Instant] { effects.compactMap { if case .arm(let instant) = $0 { instant } else { nil } } }
}

extension PlayerItem {
    /// An item of 60 seconds, or so long, with a key frame every 2.
    static func minute(_ id: Int32 = 0, until end: MediaTime = .seconds(60), isStream: Bool = true) -> PlayerItem {
        var item = PlayerItem(duration: end, isStream: isStream, keyFrameInterval: .seconds(2))
        item.id = id
        return item
    }
}

/// All that an app would know of the player by what was announced to it.
private struct AppView: Equatable {
    var status = TimeControlStatus.paused
    var reason: WaitingReason?
    var rate = Rate.zero
    var timebaseRate = Rate.zero
    var place = MediaTime.zero
    var isLikelyToKeepUp = false
    var isBufferFull = false
    var isBufferEmpty = true
    var itemError: LoadFailure?

    init() {}

    init(of player: Player, at now: Instant) {
        (status, reason, rate) = (player.timeControlStatus, player.reasonForWaitingToPlay, player.rate)
        (timebaseRate, place) = (player.timebaseRate, player.playhead.place)
        isLikelyToKeepUp = player.isLikelyToKeepUp
        isBufferFull = player.isBufferFull
        isBufferEmpty = player.isBufferEmpty
        itemError = player.itemError
    }

    mutating func take(_ effect: PlayerEffect, _ item: PlayerItem?) {
        switch effect {
        case .changeItem, .finishItem: (timebaseRate, place, itemError) = (.zero, item?.start ?? .zero, nil)
        case .announce(.status(let status, let reason, let rate, _)):
            (self.status, self.reason, self.rate) = (status, reason, rate)
        case .announce(.timebase(let rate, let place)): (timebaseRate, self.place) = (rate, place)
        case .announce(.timeJumped(let place)): (timebaseRate, self.place) = (.zero, place)
        case .announce(.likelyToKeepUp(let value, _)): isLikelyToKeepUp = value
        case .announce(.bufferFull(let value)): isBufferFull = value
        case .announce(.bufferEmpty(let value)): isBufferEmpty = value
        case .announce(.itemFailed(let failure)): itemError = failure
        case .announce(.playbackStalled), .announce(.didPlayToEndTime), .announce(.endIsAhead),
            .announce(.failedToPlayToEndTime), .announce(.seekFinished), .announce(.prerollFinished),
            .announce(.pipelines), .announce(.exception), .arm, .moveClock, .moveEnd, .changeQueue:
            break
        }
    }
}
