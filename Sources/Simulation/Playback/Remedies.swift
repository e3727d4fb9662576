import PlayerModel

/// Changes of a scenario that would have kept a player from stalling, each tried by running the scenario again with
/// that change alone: nothing is guessed. Only behind a later start waits that come after it may be longer, too
/// (`Goldilocks.hasLaterWaits`): that start alone is not run.
///
/// These are in the hands of whoever writes the app: variants that are no higher, from the beginning on or from just
/// before the buffer began to shrink; a later start; more media ahead; and of a live stream a place farther
/// from its edge, and natural speed in the place of catching up with it. Of variants the highest limit that helps is
/// found by trying one after the other, of a start the earliest by `Goldilocks`, and of the media ahead the least by
/// halving between what there is and no limit at all; of the distance from the edge, which may be too far as well as
/// too near, in steps that double until one helps, and then by halving. In each of these runs but those of `Goldilocks`
/// the viewer leaves as in the run itself: who leaves before the start, or in a stall, shows that a change is of no
/// help. Who stays in the place of one who has left shows how much longer it would have taken.
package struct Remedies: Sendable {
    package enum Change: Equatable, Sendable {
        /// `preferredPeakBitRate` at the bit rate of a variant, by its place; from the beginning, or an instant, on.
        case variantAtMost(Int, bitRate: Int64, from: Instant?)
        /// The first start so much later.
        case start(later: TimeAmount)
        /// `preferredForwardBufferDuration`; `unlimited` where it takes all of the item.
        case ahead(MediaTime)
        /// `configuredTimeOffsetFromLive`.
        case fromEdge(MediaTime)
        /// Natural speed all the while, in the place of catching up with the edge.
        case naturalSpeed
    }

    /// A run with a change.
    package struct Trial: Sendable {
        package let change: Change
        package let startup: TimeAmount?
        /// The instants of its stalls, and how long playback did not go on, added up: as of a `Halt`, a jump within a
        /// stall or another item does not end it. Nil where the last is never ended.
        package let stalls: [Instant]
        package let stalled: TimeAmount?
        /// For how much longer than in the run itself its interstitial events wait, stalls included; 0 where that is
        /// less than a tenth of a second (ours): with any change requests meet otherwise on the link.
        package let eventsWaitMore: TimeAmount
        /// Whether it fails, so that playback ends before its end.
        package let fails: Bool
        /// Whether `until_s` ended it while it played, or waited to.
        let isUnderWay: Bool

        private static let leastWait = TimeAmount.milliseconds(100)

        /// Whether nothing stalls, without a wait that is put off to the interstitial events.
        package var isSmooth: Bool { startup != nil && stalls.isEmpty && !fails && eventsWaitMore == .zero }

        /// - Parameter waiting: For how long the interstitial events of the run itself wait.
        init(_ change: Change, _ run: PlayerRun, eventsBefore waiting: TimeAmount) {
            self.change = change
            let playback = run.playback
            startup = playback.startup
            stalls = playback.stalls.map { $0.at }
            stalled = run.isLeftStalled ? nil : Halt.all(of: run).filter { $0.kind == .stall }.totalLength(in: run)
            let more = run.waitOfEvents - waiting
            eventsWaitMore = more < Self.leastWait ? .zero : more
            (fails, isUnderWay) = (run.fails, run.isUnderWay)
        }
    }

    /// The search for a remedy: what was found, and what was tried in vain.
    package struct Search: Sendable {
        package fileprivate(set) var found: Trial?
        package fileprivate(set) var tried: [Trial] = []
    }

    /// The length of media ahead is found to a second, and the distance from an edge to half of one: parts are short.
    private static let grain = MediaTime.seconds(1)
    private static let grainFromEdge = MediaTime(nanoseconds: 500_000_000)
    private static let mostRuns = 12

    private let run: PlayerRun
    private let eventsWait: TimeAmount
    package private(set) var runs = 0

    package init(_ run: PlayerRun) { (self.run, eventsWait) = (run, run.waitOfEvents) }

    /// The variants that a limit could leave, from the highest below the one that was loaded on: by place and bit rate.
    /// Of those of one bit rate it is the first, because a limit leaves all of them; and all are of its pathway.
    package func lowerVariants(than number: Int) -> [(place: Int, bitRate: Int64)] {
        guard run.player.assets.count == 1, run.player.media.kind == .hls else { return [] }
        let own = run.player.media.declaredVariants
        let eligible = run.player.startingLimits.eligible(among: own)
        let variants = run.player.media.variants
        let lower = eligible.filter {
            own[$0].bitRate < own[number].bitRate && variants[$0].pathway == variants[number].pathway
        }.sorted {
            (own[$1].bitRate, $0) < (own[$0].bitRate, $1)
        }
        return lower.reduce(into: [(place: Int, bitRate: Int64)]()) { all, place in
            if all.last?.bitRate != own[place].bitRate { all.append((place, own[place].bitRate)) }
        }
    }

    /// Whether another variant may be fetched in the middle of an item.
    package var canSwitch: Bool { run.player.variantSwitch != .fixed }

    /// The highest limit of the variant, from an instant or the beginning on, with which no stall begins in `span`.
    package mutating func lowerVariant(
        than number: Int, from start: Instant?, sparing span: Range<Instant>
    ) throws(SessionError) -> Search {
        var search = Search()
        let done = run.playback.actions.prefix { $0.at < start ?? .zero }.map { Int($0.value) }
        for variant in lowerVariants(than: number) {
            let change = Change.variantAtMost(variant.place, bitRate: variant.bitRate, from: start)
            let trial = try trial(change) { $0.limit(to: variant.bitRate, from: start ?? .zero, sparing: done) }
            search.tried.append(trial)
            guard trial.startup != nil, !trial.fails, trial.eventsWaitMore == .zero,
                !trial.stalls.contains(where: { span.contains($0) })
            else {
                continue
            }
            search.found = trial
            break
        }
        return search
    }

    /// The run with the lowest variant from the beginning on.
    package mutating func lowest(_ variant: (place: Int, bitRate: Int64)) throws(SessionError) -> Trial {
        try trial(.variantAtMost(variant.place, bitRate: variant.bitRate, from: nil)) {
            $0.limit(to: variant.bitRate, from: .zero)
        }
    }

    /// The run with a viewer whose patience has no end; one who leaves by the script does so all the same.
    package mutating func staying() throws(SessionError) -> PlayerRun {
        runs += 1
        var scenario = run.scenario
        // A viewer's actions stand behind those of the script, which keep their numbers.
        scenario.players[run.index].script.removeAll { $0.isOfViewer && $0.traits.leaves }
        return try Run(scenario).player(run.index)
    }

    /// The start that is the earliest without any stall; nil where none is found.
    package mutating func laterStart() throws(SessionError) -> (trial: Trial?, moment: Goldilocks) {
        let moment = try Goldilocks(run)
        runs += moment.runs
        guard let start = moment.start, let startup = run.playback.startup, start > startup else {
            return (nil, moment)
        }
        return (Trial(later: start - startup, start), moment)
    }

    /// The least media ahead with which nothing stalls; nothing is tried where it is never a limit.
    package mutating func longerBuffer() throws(SessionError) -> Search {
        var search = Search()
        let own = run.player.leastAhead
        guard run.isEverFull, own != .unlimited else { return search }
        let whole = try trial(.ahead(.unlimited))
        search.tried.append(whole)
        guard whole.isSmooth else { return search }
        search.found = whole
        let length = run.player.assets.reduce(MediaTime.zero) { max($0, $1.media.duration) }
        try halve(&search, above: own, upTo: length, grain: Self.grain, Change.ahead)
        return search
    }

    /// The least distance from the end of a live playlist with which nothing stalls; nothing is tried where playback
    /// joins no stream, or does so at the beginning of its playlist.
    package mutating func fartherFromEdge() throws(SessionError) -> Search {
        var search = Search()
        guard let (own, farthest) = run.distanceAtJoin else { return search }
        var (less, step) = (own, Self.grainFromEdge)
        while less < farthest, search.found == nil, search.tried.count < Self.mostRuns {
            let more = min(less + step, farthest)
            let trial = try trial(.fromEdge(more))
            search.tried.append(trial)
            if trial.isSmooth {
                search.found = trial
                try halve(&search, above: less, upTo: more, grain: Self.grainFromEdge, Change.fromEdge)
            }
            (less, step) = (more, step + step)
        }
        return search
    }

    /// Looks for a length that is less than the one found, and helps as well.
    private mutating func halve(
        _ search: inout Search, above less: MediaTime, upTo more: MediaTime, grain: MediaTime,
        _ change: (MediaTime) -> Change
    ) throws(SessionError) {
        var (less, more) = (less, more)
        let first = runs
        while more - less > grain, runs - first < Self.mostRuns {
            let half = (less.nanoseconds + more.nanoseconds) / 2
            let rounded = MediaTime(nanoseconds: (half / grain.nanoseconds + 1) * grain.nanoseconds)
            let middle = rounded < more ? rounded : MediaTime(nanoseconds: half)
            let trial = try trial(change(middle))
            search.tried.append(trial)
            if trial.isSmooth { (more, search.found) = (middle, trial) } else { less = middle }
        }
    }

    /// The run at natural speed; nil where it had no other.
    package mutating func naturalSpeed() throws(SessionError) -> Trial? {
        guard run.playback.paces.contains(where: { $0.rate != .one }) else { return nil }
        return try trial(.naturalSpeed)
    }

    /// The run with a change of how the player is set up, from the beginning to the end.
    private mutating func trial(_ change: Change) throws(SessionError) -> Trial {
        try trial(change) { player in
            switch change {
            case .ahead(let length): player.want(ahead: length)
            case .fromEdge(let distance): player.keep(fromEdge: distance)
            case .naturalSpeed: player.loader.catchUp = .never
            case .variantAtMost, .start: break
            }
        }
    }

    private mutating func trial(
        _ change: Change, _ make: (inout ScenarioPlayer) -> Void
    ) throws(SessionError) -> Trial {
        runs += 1
        var scenario = run.scenario
        make(&scenario.players[run.index])
        return Trial(change, try Run(scenario).player(run.index), eventsBefore: eventsWait)
    }
}

extension Remedies.Trial {
    /// A start that was found to be followed by no stall.
    fileprivate init(later: TimeAmount, _ startup: TimeAmount) {
        (change, self.startup, stalls, stalled, fails) = (.start(later: later), startup, [], .zero, false)
        (eventsWaitMore, isUnderWay) = (.zero, false)
    }
}

extension PlayerRun {
    /// For how long its interstitial events waited, stalls included; zero where it has none.
    fileprivate var waitOfEvents: TimeAmount { events.map { Halt.all(of: $0).totalLength(in: $0) } ?? .zero }

    /// How far from the end of the playlist playback joins a live stream, and how far it could; nil where it joins
    /// none, or where the app plays several items.
    package var distanceAtJoin: (own: MediaTime, farthest: MediaTime)? {
        guard player.assets.count == 1, let join = playback.skips.first(where: { $0.isFirst }),
            let start = playback.listedStart(at: join.at), let end = playback.listedEnd(at: join.at)
        else { return nil }
        return (end - join.to, end - start)
    }
}

extension ScenarioPlayer {
    /// The least length of media that is ever wanted ahead, at first or by what the app sets later on; zero where the
    /// player chooses.
    var leastAhead: MediaTime {
        var least = loader.fixedForwardBuffer ?? .zero
        for action in script {
            if case .playing(.setPreferredForwardBuffer(let length)) = action.operation { least = min(least, length) }
            if case .queue(.prefer(let own, _)) = action.operation { least = min(least, own.forwardBuffer) }
        }
        return least
    }

    /// So much is wanted ahead, whatever the app sets later on.
    fileprivate mutating func want(ahead length: MediaTime) {
        loader.preferredForwardBuffer = length
        replace { operation in
            guard case .playing(.setPreferredForwardBuffer) = operation else {
                return Self.preferring(operation) { $0.forwardBuffer = length }
            }
            return .setPreferredForwardBuffer(length)
        }
    }

    /// Playback begins so far from the end of a live playlist, and goes live as far from it, whatever the app sets
    /// later on.
    fileprivate mutating func keep(fromEdge distance: MediaTime) {
        loader.live.offset = distance
        replace { operation in
            guard case .playing(.setLive(.offset)) = operation else { return nil }
            return .setLive(.offset(distance))
        }
    }

    /// Variants above a bit rate are not eligible from an instant on, whatever the app permits later on; `done` are the
    /// actions that it has done before.
    fileprivate mutating func limit(to bitRate: Int64, from start: Instant, sparing done: [Int] = []) {
        func limited(_ own: Int64) -> Int64 { own > 0 ? min(own, bitRate) : bitRate }
        if start == .zero { variantLimits.preferredPeakBitRate = limited(variantLimits.preferredPeakBitRate) }
        replace(sparing: done) { operation in
            guard case .limit(.preferredPeakBitRate(let own)) = operation else {
                return Self.preferring(operation) { $0.peakBitRate = limited($0.peakBitRate) }
            }
            return .limit(.preferredPeakBitRate(limited(own)))
        }
        if start > .zero { script.append(.limit(.preferredPeakBitRate(bitRate)).at(start)) }
    }

    /// An action that sets limits of one item, with others in their place; nil of any other, and where they are the
    /// same.
    private static func preferring(_ operation: Action.Operation, _ set: (inout ItemPreferences) -> Void) -> Action? {
        guard case .queue(.prefer(let old, let item)) = operation else { return nil }
        var own = old
        set(&own)
        return own == old ? nil : .prefer(own, insteadOf: old, item: item)
    }

    /// Puts others in the place of actions of the script, but for some, each when and as what it replaces.
    private mutating func replace(sparing some: [Int] = [], _ other: (Action.Operation) -> Action?) {
        for (index, own) in script.enumerated() where !some.contains(index) {
            guard let new = other(own.operation) else { continue }
            script[index] = new.at(own.at).named(own.name, waitingFor: own.trigger)
        }
    }
}
