import PlayerModel

/// The interstitial events of one player while a session runs: which comes next, and which is under way.
///
///     join ──▶ at 30 s ──▶ at 30 s ──▶ at 90 s ──▶ leave
///              └ next: a seek, or an offset at which playback goes on, moves it ┘
struct InterstitialSchedule: Sendable {
    struct Current: Sendable {
        let event: Int
        let since: Instant
        /// Where playback has stopped for it, and for those that were shown before it without playback in between.
        private(set) var place: MediaTime
        /// Where playback would go on if nothing were shown; after each of them as much further as that says.
        private(set) var goesOn: MediaTime
        /// The end of what is omitted: the furthest place at which playback would have gone on behind one of them, or
        /// the own place of the first of them, where nothing is.
        private(set) var omitted: MediaTime
        /// Whether one of them says where playback goes on, and not all were cancelled.
        private(set) var isMoved = false
        /// Whether anything of the event was shown.
        var isShown = false
        /// Whether the item that it belongs to is current no longer.
        var isOfFormerItem = false
        /// Where a live stream was joined meanwhile.
        var joinedAt: MediaTime?

        /// An event at its own place, for which playback stops there or, where it comes into the middle of it, later.
        init(
            _ event: Int, at own: MediaTime, since: Instant, place: MediaTime, goesOn: MediaTime, after last: Current?
        ) {
            (self.event, self.since, self.place, self.goesOn) = (event, since, place, goesOn)
            omitted = own
            guard let last else { return }
            (self.place, self.goesOn, isMoved) = (last.place, last.goesOn, last.isMoved)
            (omitted, joinedAt) = (last.omitted, last.joinedAt)
        }

        /// The event is over, and says how far behind playback goes on.
        mutating func move(by offset: MediaTime) { (goesOn, isMoved) = (goesOn + offset, true) }

        /// Playback would go on at a place behind the event: what lies before it is omitted, if anything is.
        mutating func omit(upTo place: MediaTime) { if isMoved { omitted = max(omitted, place) } }

        /// The place at which playback goes on: where it was, if nothing says another.
        var resumption: MediaTime { isMoved ? goesOn : place }
    }

    /// How much the player that waits for the events has done of which it is still being looked at what follows.
    private enum Following { case nothing, one, oneAndMore }

    let plan: InterstitialPlan
    let primary: Int16
    let player: Int16
    /// The items of the player that shows them.
    let items: [PlayerItem]
    var current: Current?
    /// The media of the event under way that was played.
    var shown = ShownMedia()
    /// The events whose items were handed over, in the order of their coming: of the one that is under way, or next,
    /// and of those behind it that are near.
    var prepared: ContiguousArray<Int> = []
    /// Whether they are being handed over: what their player does meanwhile is no answer to it.
    var isHandingOver = false
    /// The number of the wake-up that counts, and its instant.
    private(set) var generation: UInt32 = 0
    private(set) var armed = Instant.never
    private(set) var next = 0
    /// Whether playback comes into the middle of the next one.
    private(set) var isMidway = false
    /// The events before this one are passed.
    private var first = 0
    /// The instant of the newest playlist of a live stream that has come, as its server made it.
    private var listedUpTo = Instant.zero
    private var hasJoined = false
    private var isPlayed: [Bool]
    /// Whether a jump is no one's but that of playback that goes on.
    var isGoingOn = false
    private var following = Following.nothing
    /// Whether a jump is that of a live stream that is joined, or goes on, elsewhere, or that of a gap that is skipped.
    var isMoving = false

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

    /// The place from which on its items are wanted.
    func early(_ event: Int, end: MediaTime) -> MediaTime {
        max(.zero, (place(of: event, end: end) ?? .zero) - plan.lookahead)
    }

    /// The events whose items are wanted at a place: the next one, and those that may follow it, as long as they are
    /// near where playback is, or goes on behind the one before, or coincide with that. How far one by the clock leads
    /// is foreseen by its length. Who is still to join a live stream is near to none that has a place.
    func wanted(
        at place: MediaTime, end: MediaTime, isToJoin: Bool, segmentBoundary: (MediaTime) -> MediaTime
    ) -> ContiguousArray<Int> {
        var events: ContiguousArray<Int> = []
        var event = next < plan.events.count ? next : nil
        // The place at which playback stops, nil where it does not; where it will go on, as it is said, and as it can;
        // and the end of what is omitted.
        var stop = current.flatMap { self.place(of: $0.event, end: end) }
        var said = current?.goesOn ?? .zero
        var (goesOn, omitted) = (said, current?.omitted ?? .zero)
        var last = current?.event
        while let one = event {
            event = follower(of: one)
            guard let own = self.place(of: one, end: end) else {
                events.append(one)
                continue
            }
            if isToJoin { break }
            let interstitial = plan.events[one]
            if !follows(one, after: last, omittedUpTo: omitted, goingOnAt: goesOn, end: end) {
                if stop == nil, own + interstitial.span <= place, own < place, one != next { continue }
                guard early(one, end: end) <= (stop == nil ? place : goesOn) else { break }
                (stop, omitted) = (own, own)
                // Who comes into the middle of it is as far behind as without it.
                said = interstitial.resumption.said == nil ? max(own, place) : own
            }
            events.append(one)
            last = one
            said = said + (interstitial.resumption.said ?? interstitial.span)
            goesOn = max(.zero, min(said, end))
            if interstitial.alignsResumption { goesOn = min(segmentBoundary(goesOn), end) }
            omitted = max(omitted, goesOn)
        }
        return events
    }

    /// The event behind another one that comes next, wherever playback goes on.
    private func follower(of event: Int) -> Int? {
        (event + 1..<plan.events.count).first { isListed($0) && !(isPlayed[$0] && plan.events[$0].willPlayOnce) }
    }

    /// The event that an item belongs to.
    func event(ofItem item: Int32) -> Int? { plan.events.firstIndex { $0.items.contains(Int(item)) } }

    /// Another item is current, which begins at a place: all behind that is to come.
    mutating func beginAnew(at place: MediaTime) {
        (hasJoined, isPlayed) = (false, plan.events.map { _ in false })
        current?.isOfFormerItem = true
        seekNext(from: 0, at: place, .unlimited)
    }

    /// Whether a playlist has listed an event.
    private func isListed(_ event: Int) -> Bool { plan.events[event].listedAt <= listedUpTo }

    /// Whether all events are known that there are.
    var isAllListed: Bool { plan.events.indices.allSatisfy { isListed($0) } }

    /// A playlist has come, as its server made it then, while the playhead was at a place. Returns the events that it
    /// lists for the first time; one whose place lies behind is passed over, and so is one whose turn at a place is
    /// over, because one behind it is shown there, or was.
    mutating func list(upTo served: Instant, at place: MediaTime, end: MediaTime) -> [(event: Int, isLate: Bool)] {
        let new = plan.events.indices.filter { !isListed($0) && plan.events[$0].listedAt <= served }
        listedUpTo = max(listedUpTo, served)
        return new.map { event in
            let isLate = lies(event, before: place) || event < max(first, current?.event ?? 0)
            if !isLate, event < next { (next, isMidway) = (event, false) }
            return (event, isLate)
        }
    }

    /// The playhead has jumped to a place. What comes before playback still does; and what was shown does again to who
    /// has sought, but not because playback moves on there by itself.
    mutating func jump(to place: MediaTime, end: MediaTime) {
        if isGoingOn { return }
        guard isMoving else { return seekNext(from: 0, at: place, end) }
        if current?.joinedAt == nil { current?.joinedAt = place }
        look(from: next, at: place, end)
    }

    /// Looks what comes next from a place on. Whoever comes into the middle of what an event stands for, `midway`, sees
    /// it, unless it was seen (rfc8216bis, D.4 and D.5).
    private mutating func seekNext(from first: Int, at place: MediaTime, _ end: MediaTime, midway: Bool = true) {
        self.first = first
        look(from: first, at: place, end, midway: midway)
    }

    private mutating func look(from start: Int, at place: MediaTime, _ end: MediaTime, midway: Bool = true) {
        next = (start..<plan.events.count).first { isToCome($0, from: place, end, midway) } ?? plan.events.count
        isMidway = next < plan.events.count && lies(next, before: place)
    }

    /// Whether the place of an event lies before another. What comes after playback lies nowhere behind its end.
    private func lies(_ event: Int, before place: MediaTime) -> Bool {
        guard case .at(let own) = plan.events[event].cue else { return false }
        return own < place
    }

    private func isToCome(_ event: Int, from place: MediaTime, _ end: MediaTime, _ midway: Bool) -> Bool {
        guard isListed(event) else { return false }
        guard let own = self.place(of: event, end: end) else { return !hasJoined }
        if lies(event, before: place) { return midway && own + plan.events[event].span > place && !isPlayed[event] }
        return !(isPlayed[event] && plan.events[event].willPlayOnce)
    }

    /// The next event begins, at a place.
    mutating func begin(at place: MediaTime, _ now: Instant) {
        let event = plan.events[next]
        shown.beginAnew()
        // Where nothing is said, playback is as far behind as it would have been, also from the middle on.
        let own = self.place(of: next, end: place) ?? place
        let goesOn = event.resumption.said == nil ? place : own
        current = Current(next, at: own, since: now, place: place, goesOn: goesOn, after: current)
        if case .join = plan.events[next].cue {} else { hasJoined = true }
    }

    /// The event that is under way was shown: another one is the next.
    mutating func end() {
        guard let current else { return }
        isPlayed[current.event] = true
        prepared.removeFirst(prepared.prefix { $0 <= current.event }.count)
        next = follower(of: current.event) ?? plan.events.count
    }

    /// Whether the next event follows the one that was shown without playback in between, which would go on at
    /// `resumption`.
    func isFollowed(goingOnAt resumption: MediaTime, end: MediaTime) -> Bool {
        guard let current, next < plan.events.count else { return false }
        return follows(
            next, after: current.event, omittedUpTo: current.omitted, goingOnAt: resumption, end: end)
    }

    /// Whether an event coincides with another one that comes before it: it is at the same place, or within "the date
    /// range of the primary content that's omitted according to the resumption offset" of that
    /// (AVPlayerInterstitialEventController.h). That the range grows with each event that coincides, and does not
    /// shrink where one goes back, is ours.
    private func follows(
        _ event: Int, after last: Int?, omittedUpTo omitted: MediaTime, goingOnAt place: MediaTime, end: MediaTime
    ) -> Bool {
        guard let last, !isSentBack(before: event, after: last, goingOnAt: place, end: end) else { return false }
        guard let own = self.place(of: event, end: end), let other = self.place(of: last, end: end) else {
            return plan.events[event].cue == plan.events[last].cue
        }
        return own == other || own < omitted
    }

    /// Whether an event that comes when playback is over does not follow another yet, because that is at the end, and
    /// has playback go on before it.
    private func isSentBack(
        before next: Int, after event: Int, goingOnAt resumption: MediaTime, end: MediaTime
    ) -> Bool {
        guard case .leave = plan.events[next].cue, case .at = plan.events[event].cue else { return false }
        return resumption < end
    }

    /// Playback goes on at a place. What lies before it, and behind what was shown, is passed over.
    mutating func goOn(at place: MediaTime, end: MediaTime) {
        guard let current else { return }
        hasJoined = true
        // Only where playback begins may it be in the middle of another.
        let begins = self.place(of: current.event, end: end) == nil
        seekNext(from: current.event + 1, at: place, end, midway: begins)
        self.current = nil
    }

    /// The event that is under way is called off: by a jump to a place, or by another item. Who does not go back does
    /// not see it again, unless it must be shown first and has held the seek up.
    mutating func callOff(at place: MediaTime, end: MediaTime) {
        guard let current else { return }
        let event = current.event
        self.current = nil
        prepared.removeAll { $0 == event }
        if current.isOfFormerItem { return }
        // Its own place may lie behind the one at which playback has stopped, or before that.
        let last = max(current.place, self.place(of: event, end: end) ?? current.place)
        let isHeldUp = plan.events[event].constrainsSeekingForward && place <= last
        (hasJoined, isPlayed[event]) = (true, isPlayed[event] || !isHeldUp)
        seekNext(from: place < current.place ? 0 : isHeldUp ? event : event + 1, at: place, end)
    }

    /// The place of an event that must be shown first by whoever seeks from one place to another, also to who has seen
    /// it before (rfc8216bis, D.2), unless it is shown but once; nil where there is none. One that is not listed yet
    /// holds nothing up, nor does one that lies before what can be sought to, because nobody could land on it.
    func obstacle(
        from place: MediaTime, to target: MediaTime, seekableFrom first: MediaTime, end: MediaTime
    ) -> MediaTime? {
        for event in plan.events.indices where plan.events[event].constrainsSeekingForward && isListed(event) {
            if isPlayed[event], plan.events[event].willPlayOnce { continue }
            guard let own = self.place(of: event, end: end), own >= first else { continue }
            // At its place it is passed once it was shown, and with those that coincide with it before its place.
            guard event >= next || place < own && current == nil else { continue }
            if place <= own, own < target { return own }
        }
        return nil
    }

    /// The player that waits for the events has done something. Returns whether that is looked at now; while something
    /// before it is, it is next, because thousands of events may go on into one another at one instant.
    mutating func beginToFollow() -> Bool {
        let isFree = following == .nothing
        following = isFree ? .one : .oneAndMore
        return isFree
    }

    /// The player was looked at. Returns whether it has done more meanwhile.
    mutating func goOnFollowing() -> Bool {
        following = following == .oneAndMore ? .one : .nothing
        return following == .one
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
