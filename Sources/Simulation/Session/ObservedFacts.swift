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
    static let performed = ObservedChange(rawValue: 512)
    /// Playback was asked for, begins, or is no longer asked for.
    static let request = ObservedChange(rawValue: 1024)
    /// The playhead moves, or no longer does.
    static let progress = ObservedChange(rawValue: 2048)
}

/// The past of a player, as far as conditions ask for it: since when it waits and stalls, for how long it has played,
/// and what there was.
struct ObservedFacts: Sendable {
    /// The beginning of a wait at a stretch, whatever the player waits for.
    private(set) var waitingSince: Instant?
    private(set) var stalledSince: Instant?
    /// The request for playback that nothing has come of yet, nor a pause.
    private(set) var startingSince: Instant?
    /// Whether the playhead has moved, and for longer than an instant.
    private var hasMoved = false
    private var wasSuspended = false
    private var rate = Rate.zero
    /// Since when the playhead moves, and for how long it has before.
    private var movingSince: Instant?
    private var moved = TimeAmount.zero
    /// Whether the item has ended, and nobody has jumped since nor moved its end: what passes there is no media.
    private var isBehindEnd = false
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

    /// For how long the playhead has moved, up to the end of items.
    func played(at now: Instant) -> TimeAmount { movingSince.map { moved + (now - $0) } ?? moved }

    private mutating func rest(at now: Instant) {
        if let since = movingSince, since < now { hasMoved = true }
        moved = played(at: now)
        movingSince = nil
    }

    /// Somebody asks for playback, or no longer does.
    mutating func take(_ call: Action, at now: Instant) {
        if call.isRequest, !hasBegun { startingSince = startingSince ?? now }
        if call.pauses(at: rate) { (stalledSince, startingSince) = (nil, nil) }
    }

    /// Another item is current, or none; what was stalled is over.
    mutating func changeItem(at now: Instant) {
        rest(at: now)
        (stalledSince, isBehindEnd) = (nil, false)
        post(.currentItem, at: now)
    }

    private mutating func post(_ event: ObservedEvent, at now: Instant) { events[Int(event.rawValue)] = now }

    /// Takes what an app would hear, and says what has changed by it.
    ///
    /// A stall lasts until playback moves or jumps, the item fails or goes, or somebody pauses, as it does in reports.
    mutating func hear(_ announcement: Announcement, at now: Instant) -> ObservedChange {
        switch announcement {
        case .status(let status, let reason, let rate, let cause):
            // Whoever watches an interstitial event does not wait; what is waited for behind it is a start of its own.
            let isSuspended = reason == .interstitialEvent
            self.rate = rate
            if isSuspended { (stalledSince, startingSince) = (nil, nil) }
            if wasSuspended, !isSuspended, !hasBegun, rate.isMoving { startingSince = startingSince ?? now }
            wasSuspended = isSuspended
            waitingSince = status == .waitingToPlayAtSpecifiedRate && !isSuspended ? waitingSince ?? now : nil
            if status == .paused, cause.isFromOutside { (stalledSince, startingSince) = (nil, nil) }
            return [.status, .stall, .request]
        case .timebase(let rate, _):
            rest(at: now)
            guard rate.isMoving else { return [.clock, .stall, .progress] }
            (stalledSince, startingSince) = (nil, nil)
            movingSince = isBehindEnd ? nil : now
            return [.clock, .stall, .progress, .request]
        case .likelyToKeepUp: return .keepUp
        case .bufferFull: return .full
        case .bufferEmpty: return .empty
        case .playbackStalled:
            stalledSince = now
            post(.playbackStalled, at: now)
            return [.stall, .event]
        case .didPlayToEndTime:
            rest(at: now)
            isBehindEnd = true
            return hear(.didPlayToEndTime, now).union(.progress)
        case .endIsAhead:
            // A clock that runs is announced anew.
            isBehindEnd = false
            return []
        case .failedToPlayToEndTime: return hear(.failedToPlayToEndTime, now)
        case .itemFailed:
            stalledSince = nil
            return [.item, .stall]
        case .timeJumped:
            rest(at: now)
            (stalledSince, isBehindEnd) = (nil, false)
            return hear(.timeJumped, now).union([.clock, .stall, .progress])
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
