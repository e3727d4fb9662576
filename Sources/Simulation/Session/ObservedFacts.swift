import PlayerModel

/// Changes of what an app observes of its player: those that a condition depends on, and those that there were.
struct ObservedChange: OptionSet, Sendable {
    let rawValue: UInt16

    static let status = ObservedChange(rawValue: 1)
    static let clock = ObservedChange(rawValue: 2)
    static let keepUp = ObservedChange(rawValue: 4)
    static let full = ObservedChange(rawValue: 8)
    static let empty = ObservedChange(rawValue: 16)
    /// Something was loaded, or is lost.
    static let buffer = ObservedChange(rawValue: 32)
    static let item = ObservedChange(rawValue: 64)
    static let stall = ObservedChange(rawValue: 128)
    static let event = ObservedChange(rawValue: 256)
    /// Playback was asked for, begins, or is no longer asked for.
    static let request = ObservedChange(rawValue: 512)
    /// The playhead moves, or no longer does.
    static let progress = ObservedChange(rawValue: 1024)
}

/// The past of a player, as far as conditions ask for it: since when it waits and stalls, for how long it has played,
/// and what there was.
struct ObservedFacts: Sendable {
    /// The beginning of a wait at a stretch, whatever the player waits for.
    private(set) var waitingSince: Instant?
    private(set) var stalledSince: Instant?
    /// The request for playback that nothing has come of yet, nor a pause: what begins and ends in one instant is no
    /// start.
    private var askedSince: Instant?
    /// Whether the playhead has moved, and for longer than an instant.
    private var hasMoved = false
    private var wasSuspended = false
    private var rate = Rate.zero
    /// Since when the playhead moves, and for how long it has before.
    private var movingSince: Instant?
    private var moved = TimeAmount.zero
    /// Whether the item has ended, and nobody has jumped since nor moved its end: what passes there is no media.
    private var isBehindEnd = false
    /// Whether the stream itself makes the playhead jump.
    var isSkipping = false
    /// By event, the last instant of it; `never` before the first.
    private var events = ContiguousArray(repeating: Instant.never, count: ObservedEvent.allCases.count)
    /// By action of the script, whether it was performed.
    private var performed: ContiguousArray<Bool>

    init(actions count: Int) { performed = ContiguousArray(repeating: false, count: count) }

    func hasPerformed(_ action: Int32) -> Bool { performed[Int(action)] }

    func happens(_ event: ObservedEvent, at now: Instant) -> Bool { events[Int(event.rawValue)] == now }

    mutating func perform(_ action: Int32) { performed[Int(action)] = true }

    var isMoving: Bool { movingSince != nil }

    private var hasBegun: Bool { hasMoved || isMoving }

    /// Since when somebody waits for the start; nil where nobody does, as of what has ended.
    var startingSince: Instant? { isMoving || isBehindEnd ? nil : askedSince }

    /// For how long the playhead has moved, up to the end of items.
    func played(at now: Instant) -> TimeAmount { movingSince.map { moved + (now - $0) } ?? moved }

    /// The playhead rests, or moves otherwise from now on. Where it has moved for no time at all, the start is waited
    /// for as before.
    private mutating func rest(at now: Instant) -> ObservedChange {
        guard let since = movingSince else { return [] }
        if since < now { (hasMoved, askedSince) = (true, nil) }
        moved = played(at: now)
        movingSince = nil
        return askedSince == nil ? [] : .request
    }

    /// Somebody asks for playback, or no longer does.
    mutating func take(_ call: Action, showingPictures: Bool, at now: Instant) {
        if call.isRequest, !hasBegun { askedSince = askedSince ?? now }
        if call.pauses(at: rate, showingPictures: showingPictures) { (stalledSince, askedSince) = (nil, nil) }
    }

    /// Another item is current, or none; what was stalled is over. A start that leads over from the end of an item to
    /// the next one is waited for as before.
    mutating func changeItem(hasItem: Bool, at now: Instant) -> ObservedChange {
        var change = rest(at: now)
        if isBehindEnd, askedSince != nil {
            if !hasItem || !happens(.didPlayToEndTime, at: now) { askedSince = nil }
            change.formUnion(.request)
        }
        (stalledSince, isBehindEnd) = (nil, false)
        post(.currentItem, at: now)
        return change.union([.item, .clock, .buffer, .stall, .event, .progress])
    }

    private mutating func post(_ event: ObservedEvent, at now: Instant) { events[Int(event.rawValue)] = now }

    /// Takes what an app would hear, and says what has changed by it.
    ///
    /// A stall lasts until playback moves, somebody seeks or pauses, or the item fails or goes, as it does in reports.
    mutating func hear(_ announcement: Announcement, at now: Instant) -> ObservedChange {
        switch announcement {
        case .status(let status, let reason, let rate, let cause):
            // Whoever watches an interstitial event does not wait; what is waited for behind it is a start of its own.
            let isSuspended = reason == .interstitialEvent
            self.rate = rate
            if isSuspended { (stalledSince, askedSince) = (nil, nil) }
            if wasSuspended, !isSuspended, !hasBegun, rate.isMoving { askedSince = askedSince ?? now }
            wasSuspended = isSuspended
            waitingSince = status == .waitingToPlayAtSpecifiedRate && !isSuspended ? waitingSince ?? now : nil
            if status == .paused, cause.isFromOutside { (stalledSince, askedSince) = (nil, nil) }
            if status == .paused, cause == .reachedEnd { askedSince = nil }
            return [.status, .stall, .request]
        case .timebase(let rate, _):
            let change = rest(at: now).union([.clock, .stall, .progress])
            guard rate.isMoving else { return change }
            stalledSince = nil
            movingSince = isBehindEnd ? nil : now
            return change.union(.request)
        case .likelyToKeepUp: return .keepUp
        case .bufferFull: return .full
        case .bufferEmpty: return .empty
        case .playbackStalled:
            stalledSince = now
            post(.playbackStalled, at: now)
            return [.stall, .event]
        case .didPlayToEndTime:
            let change = rest(at: now).union(askedSince == nil ? [] : .request)
            isBehindEnd = true
            return hear(.didPlayToEndTime, now).union(change).union(.progress)
        case .endIsAhead:
            // A clock that runs is announced anew.
            isBehindEnd = false
            return []
        case .failedToPlayToEndTime: return hear(.failedToPlayToEndTime, now)
        case .itemFailed:
            stalledSince = nil
            return [.item, .stall]
        case .timeJumped:
            var change = rest(at: now)
            if isBehindEnd, askedSince != nil {
                // Who jumps back from behind the end waits from then on, if the rate is not 0.
                askedSince = rate.isMoving ? now : nil
                change.formUnion(.request)
            }
            isBehindEnd = false
            // Where the stream goes on elsewhere nobody has sought, and whoever waits goes on waiting.
            if !isSkipping { stalledSince = nil }
            return hear(.timeJumped, now).union(change).union([.clock, .stall, .progress])
        case .seekFinished: return hear(.seekFinished, now)
        case .prerollFinished: return hear(.prerollFinished, now)
        case .pipelines, .exception: return []
        }
    }

    private mutating func hear(_ event: ObservedEvent, _ now: Instant) -> ObservedChange {
        post(event, at: now)
        return .event
    }
}
