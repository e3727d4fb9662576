import PlayerModel

/// The interstitial events of one player while a session runs: which comes next, and which is under way.
///
///     join ──▶ at 30 s ──▶ at 30 s ──▶ at 90 s ──▶ leave
///              └ next: a seek, or an offset at which playback goes on, moves it ┘
struct InterstitialSchedule: Sendable {
    struct Current: Sendable {
        let event: Int
        /// The first of those that were shown one after the other at this place.
        let since: Instant
        let place: MediaTime
    }

    let plan: InterstitialPlan
    let primary: Int16
    let player: Int16
    /// The items of the player that shows them.
    let items: [PlayerItem]
    var current: Current?
    /// The event whose items were handed over.
    var prepared: Int?
    /// The number of the wake-up that counts, and its instant.
    private(set) var generation: UInt32 = 0
    private(set) var armed = Instant.never
    private(set) var next = 0
    private var hasJoined = false
    private var isPlayed: [Bool]
    /// Whether the event under way is of an item that is current no longer.
    private var isAnew = false
    /// Whether a jump is no one's but that of playback that goes on.
    var isGoingOn = false

    init(_ plan: InterstitialPlan, of primary: Int, items: [PlayerItem]) {
        self.plan = plan
        self.primary = Int16(primary)
        player = Int16(plan.player)
        self.items = items
        isPlayed = plan.events.map { _ in false }
    }

    func concerns(_ player: Int16) -> Bool { player == primary || player == self.player }

    /// The place of an event, where playback ends at `end`; nil of what comes before playback, wherever that begins.
    func place(of event: Int, end: MediaTime) -> MediaTime? {
        switch plan.events[event].cue {
        case .join: nil
        case .at(let place): place
        case .leave: end
        }
    }

    /// Another item is current: all of it is to come.
    mutating func beginAnew() {
        (next, hasJoined, isPlayed) = (0, false, plan.events.map { _ in false })
        isAnew = true
    }

    /// The playhead has jumped to a place. What comes before playback still does.
    mutating func jump(to place: MediaTime, end: MediaTime) {
        if !isGoingOn { seekNext(from: 0, at: place, end) }
    }

    private mutating func seekNext(from first: Int, at place: MediaTime, _ end: MediaTime) {
        next = (first..<plan.events.count).first { isToCome($0, from: place, end) } ?? plan.events.count
    }

    private func isToCome(_ event: Int, from place: MediaTime, _ end: MediaTime) -> Bool {
        guard let own = self.place(of: event, end: end) else { return !hasJoined }
        return own >= place && !(isPlayed[event] && plan.events[event].willPlayOnce)
    }

    /// The next event begins, at a place.
    mutating func begin(at place: MediaTime, _ now: Instant) {
        isAnew = false
        current = Current(event: next, since: current?.since ?? now, place: current?.place ?? place)
        if case .join = plan.events[next].cue {} else { hasJoined = true }
    }

    /// The event that is under way was shown. Returns whether another one follows it at the same place: then that is
    /// the next.
    mutating func end(playbackEndsAt end: MediaTime) -> Bool {
        guard let current else { return false }
        isPlayed[current.event] = true
        prepared = nil
        next = current.event + 1
        return next < plan.events.count && place(of: next, end: end) == place(of: current.event, end: end)
    }

    /// Playback goes on at a place. What lies before it, and behind what was shown, is passed over.
    mutating func goOn(at place: MediaTime, end: MediaTime) {
        guard let current else { return }
        hasJoined = true
        seekNext(from: current.event + 1, at: place, end)
        self.current = nil
    }

    /// The event that is under way is called off: by a jump to a place, or by another item.
    mutating func callOff(at place: MediaTime, end: MediaTime) {
        guard let event = current?.event else { return }
        (current, prepared) = (nil, nil)
        if isAnew { return }
        (hasJoined, isPlayed[event]) = (true, true)
        seekNext(from: 0, at: place, end)
    }

    /// The place of an event that must be shown first by whoever seeks from one place to another; nil where there is
    /// none.
    func obstacle(from place: MediaTime, to target: MediaTime, end: MediaTime) -> MediaTime? {
        for event in plan.events.indices where plan.events[event].constrainsSeekingForward && !isPlayed[event] {
            guard let own = self.place(of: event, end: end) else { continue }
            if place <= own, own < target { return own }
        }
        return nil
    }

    /// A wake-up at that instant. Returns its number where it is not asked for yet.
    mutating func arm(_ instant: Instant) -> UInt32? {
        guard instant != armed else { return nil }
        armed = instant
        generation &+= 1
        return instant == .never ? nil : generation
    }

    /// A wake-up has come; false of one in whose place there is another.
    mutating func wake(_ number: UInt32) -> Bool {
        guard number == generation else { return false }
        armed = .never
        return true
    }
}
