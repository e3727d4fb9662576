import PlayerModel

/// The stretch from the first request to play until something else than the start decides where the playhead is and
/// what it needs: read from a run that starts as late as can be.
///
/// As long as nothing is played, chunks come as fast as they can. So whoever starts before the latest of (arrival of
/// a chunk − its place) lacks one; and whoever is to be interrupted lacks one before that, if the playhead comes to
/// what has not been loaded yet.
struct FirstStretch {
    let asked: Instant
    /// From the person's request to the app's.
    let calledLate: TimeAmount
    /// From the app's request until something is loaded where playback is to begin: nobody starts before.
    let earliest: TimeAmount
    /// How long the app waits at least for a start that does not stall; nil where that cannot be said, because what
    /// is needed depends on the start.
    let bound: TimeAmount?
    /// Whether playback begins once, and nothing ends it but the item's end.
    let waitsOnce: Bool

    /// Nil where nobody asks, or nothing ever comes.
    init?(_ run: PlayerRun) {
        let playback = run.playback
        guard let called = playback.calledAt, !playback.loads.isEmpty else { return nil }
        (asked, calledLate) = (called, called - (playback.requestedAt ?? called))
        var reading = Reading(run.player, playback.media, asked: called, startedAt: playback.startedAt ?? .never)
        for happening in Self.happenings(run) { reading.take(happening.what, happening.at) }
        waitsOnce = !reading.isInterrupted && run.player.looping == .none && run.player.items.isEmpty
        earliest = (reading.possibleAt ?? called) - called
        bound = reading.bound
    }

    /// Something that decides where the playhead is, or what there is to play.
    private enum Happening {
        case call(Action)
        case item(ItemTurn)
        case chunk(LoadedChunk)
        case bufferIsEmpty(Bool)
    }

    private static func happenings(_ run: PlayerRun) -> [(order: Int, at: Instant, what: Happening)] {
        let playback = run.playback
        var all: [(order: Int, at: Instant, what: Happening)] = playback.actions.map {
            ($0.order, $0.at, .call(run.player.script[Int($0.value)]))
        }
        all += playback.items.map { ($0.order, $0.at, .item($0)) }
        all += playback.loads.map { ($0.order, $0.at, .chunk($0)) }
        for announced in playback.announcements {
            if case .bufferEmpty(let value) = announced.value {
                all.append((announced.order, announced.at, .bufferIsEmpty(value)))
            }
        }
        return all.sorted { $0.order < $1.order }
    }

    private struct Reading {
        private let player: ScenarioPlayer
        private let media: ItemMedia
        private let asked: Instant
        private let startedAt: Instant
        private var request: RequestedRate
        private var rate = Rate.zero
        /// The items that the script has named.
        private var items: [PlayerItem] = []
        private var current: Int32 = 0
        /// Where the current item begins, and by track, how many of its chunks have come, or were jumped over.
        private var first = MediaTime.zero
        private var loaded: [Int64] = []
        private var isEmpty = true
        private var isOver = false
        private(set) var bound: TimeAmount? = .zero
        /// Whether something else than the start decides where the playhead is.
        private(set) var isInterrupted = false
        private(set) var possibleAt: Instant?

        init(_ player: ScenarioPlayer, _ media: ItemMedia, asked: Instant, startedAt: Instant) {
            (self.player, self.media, self.asked, self.startedAt) = (player, media, asked, startedAt)
            request = RequestedRate(player.player)
        }

        mutating func take(_ happening: Happening, _ now: Instant) {
            if now > startedAt { isOver = true }
            switch happening {
            case .call(let action): take(action, now)
            case .item(let turn):
                if request.rate.isMoving {
                    isInterrupted = isInterrupted || now > asked
                    if !isOver, !loaded.isEmpty { bound = nil }
                }
                (current, first, loaded) = (turn.item, turn.start, [])
            case .chunk(let load):
                // Who starts lacks nothing of the items behind the current one, which are loaded ahead of time.
                if !isOver, load.isOfCurrent { arrive(Int64(load.chunk), Int(load.track), now) }
            case .bufferIsEmpty(let value): isEmpty = value
            }
            if possibleAt == nil, !isEmpty, request.rate.isMoving { possibleAt = now }
        }

        private mutating func take(_ action: Action, _ now: Instant) {
            // Nothing is played yet, so that the playhead is there already, unless a live stream was joined elsewhere.
            if !rate.isMoving, !player.isLive, case .player(.seek(first, .zero, .zero)) = action.operation { return }
            if action.traits.replacesItem, request.rate.isMoving, !loaded.isEmpty, !isOver { end(at: now) }
            items += action.traits.items
            let before = request.rate
            guard request.take(action) else { return }
            if !rate.isMoving, request.rate.isMoving {
                rate = request.rate
            } else {
                isInterrupted = true
                if !before.isMoving, !rate.isMoving { bound = nil } else if !isOver { end(at: now) }
            }
        }

        /// A chunk is there: who starts early enough to need it before has lacked it.
        private mutating func arrive(_ chunk: Int64, _ track: Int, _ now: Instant) {
            let tracks = media.tracks(of: current)
            if loaded.isEmpty { loaded = tracks.map { _ in 0 } }
            loaded[track] = max(loaded[track], chunk + 1)
            let place = tracks[track].start(of: chunk)
            if place < end { wait(until: now, for: place) }
        }

        /// Something happens to whoever has started; who has not is another case.
        private mutating func end(at now: Instant) {
            isOver = true
            let tracks = media.tracks(of: current)
            let reached = loaded.indices.map { tracks[$0].start(of: loaded[$0]) }.min() ?? first
            // A player that runs out of media at this very instant does so before the app acts.
            if reached < end { wait(until: now + TimeAmount(nanoseconds: 1), for: reached) }
            if let wait = bound, asked + wait + player.player.preroll.time >= now { bound = nil }
        }

        /// The clock runs once the pipelines are full.
        private mutating func wait(until now: Instant, for place: MediaTime) {
            guard let wait = bound, rate.isMoving else { return }
            let played = rate.time(toPass: max(.zero, place - first), .up)
            bound = max(wait, now - asked - played - player.player.preroll.time)
        }

        /// Where playback of the current item ends.
        private var end: MediaTime {
            let settings = player.player
            let item = items.last { $0.id == current }
            let stop = item.map { settings.forwardPlaybackEndTime(of: $0) } ?? settings.forwardPlaybackEndTime
            let duration = media.duration(of: current)
            return min(duration, stop ?? duration)
        }
    }
}

/// The rate that a script asks for, call by call, as if nothing but calls could change it.
struct RequestedRate {
    private var byDefault: Rate
    private(set) var rate = Rate.zero

    init(_ settings: PlayerSettings) { byDefault = settings.defaultRate }

    /// Takes a call, and says whether it decides anew what has to be there, and when, for playback to go on.
    mutating func take(_ action: Action) -> Bool {
        let before = rate
        if let value = action.traits.defaultRate { byDefault = value }
        switch action.traits.request {
        case .defaultRate: rate = byDefault
        case .rate(let value): rate = value
        case nil: if action.traits.pauses { rate = .zero }
        }
        return action.traits.decidesWhatIsNeeded || rate != before
    }
}
