import PlayerModel

/// Changes of a scenario that would have kept a player from stalling, each tried by running the scenario again with
/// that change alone: nothing is guessed.
///
/// These are in the hands of whoever writes the app: variants that are no higher, from the beginning on or from the
/// instant at which the buffer began to shrink; a later start; more media ahead; and natural speed in the place of
/// catching up with the edge of a live stream. Of variants the highest limit that helps is found by trying one after
/// the other, of a start the earliest by `Goldilocks`, and of the media ahead the least by halving between what there
/// is and no limit at all. In each of these runs but those of `Goldilocks` the viewer leaves as in the run itself: who
/// leaves before the start, or in a stall, shows that a change is of no help. Who stays in the place of one who has
/// left shows how much longer it would have taken.
package struct Remedies: Sendable {
    package enum Change: Equatable, Sendable {
        case none
        /// `preferredPeakBitRate` at the bit rate of a variant, by its place; from the beginning, or an instant, on.
        case variantAtMost(Int, bitRate: Int64, from: Instant?)
        /// The first start so much later.
        case start(later: TimeAmount)
        /// `preferredForwardBufferDuration`; `unlimited` where it takes all of the item.
        case ahead(MediaTime)
        /// Natural speed all the while, in the place of catching up with the edge.
        case naturalSpeed
    }

    /// A run with a change.
    package struct Trial: Sendable {
        package let change: Change
        package let startup: TimeAmount?
        /// The instants of its stalls, and their length added up; nil where the last is never ended.
        package let stalls: [Instant]
        package let stalled: TimeAmount?
        /// Whether an item fails, so that playback ends before its end.
        package let fails: Bool

        package var isSmooth: Bool { startup != nil && stalls.isEmpty && !fails }

        init(_ change: Change, _ run: PlayerRun) {
            self.change = change
            let playback = run.playback
            startup = playback.startup
            (stalls, stalled) = (playback.stalls.map { $0.at }, run.stalled?.total)
            fails = playback.lastItemFailure != nil
        }
    }

    /// The search for a remedy: what was found, and what was tried in vain.
    package struct Search: Sendable {
        package fileprivate(set) var found: Trial?
        package fileprivate(set) var tried: [Trial] = []
    }

    /// The length of media ahead is found to this.
    private static let grain = MediaTime.seconds(1)
    private static let mostRuns = 12

    private let run: PlayerRun
    package private(set) var runs = 0

    package init(_ run: PlayerRun) { self.run = run }

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

    /// The highest limit of the variant, from an instant or the beginning on, with which nothing stalls from then until
    /// `end`.
    package mutating func lowerVariant(
        than number: Int, from start: Instant?, until end: Instant
    ) throws(SessionError) -> Search {
        var search = Search()
        for variant in lowerVariants(than: number) {
            let change = Change.variantAtMost(variant.place, bitRate: variant.bitRate, from: start)
            let trial = try trial(change) { player in
                if let start {
                    player.script.append(.limit(.preferredPeakBitRate(variant.bitRate)).at(start))
                } else {
                    player.limit(to: variant.bitRate)
                }
            }
            search.tried.append(trial)
            guard trial.startup != nil, !trial.fails,
                !trial.stalls.contains(where: { $0 >= start ?? .zero && $0 < end })
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
            $0.limit(to: variant.bitRate)
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
        let own = Trial(.none, run)
        guard let start = moment.start, let startup = own.startup, start > startup else { return (nil, moment) }
        return (Trial(later: start - startup, start), moment)
    }

    /// The least media ahead with which nothing stalls; nothing is tried where it is never a limit.
    package mutating func longerBuffer() throws(SessionError) -> Search {
        var search = Search()
        let isEverFull = run.playback.announcements.contains { announced in
            if case .bufferFull(true) = announced.value { true } else { false }
        }
        let own = run.player.leastAhead
        guard isEverFull, own != .unlimited else { return search }
        let whole = try trial(ahead: .unlimited)
        search.tried.append(whole)
        guard whole.isSmooth else { return search }
        search.found = whole
        let length = run.player.assets.reduce(MediaTime.zero) { max($0, $1.media.duration) }
        var (less, more) = (own, length)
        let first = runs
        while more - less > Self.grain, runs - first < Self.mostRuns {
            let half = MediaTime(nanoseconds: (less.nanoseconds + more.nanoseconds) / 2)
            let rounded = MediaTime(nanoseconds: (half.nanoseconds / 1_000_000_000 + 1) * 1_000_000_000)
            let middle = rounded < more ? rounded : half
            let trial = try trial(ahead: middle)
            search.tried.append(trial)
            if trial.isSmooth { (more, search.found) = (middle, trial) } else { less = middle }
        }
        return search
    }

    /// The run at natural speed; nil where it had no other.
    package mutating func naturalSpeed() throws(SessionError) -> Trial? {
        guard run.playback.paces.contains(where: { $0.rate != .one }) else { return nil }
        return try trial(.naturalSpeed) { $0.loader.catchUp = .never }
    }

    private mutating func trial(ahead length: MediaTime) throws(SessionError) -> Trial {
        try trial(.ahead(length)) { $0.want(ahead: length) }
    }

    private mutating func trial(
        _ change: Change, _ make: (inout ScenarioPlayer) -> Void
    ) throws(SessionError) -> Trial {
        runs += 1
        var scenario = run.scenario
        make(&scenario.players[run.index])
        return Trial(change, try Run(scenario).player(run.index))
    }
}

extension Remedies.Trial {
    /// A start that was found to be followed by no stall.
    fileprivate init(later: TimeAmount, _ startup: TimeAmount) {
        (change, self.startup, stalls, stalled, fails) = (.start(later: later), startup, [], .zero, false)
    }
}

extension ScenarioPlayer {
    /// The least length of media that is ever wanted ahead, at first or by what the app sets later on; zero where the
    /// player chooses.
    var leastAhead: MediaTime {
        var least = loader.fixedForwardBuffer ?? .zero
        for action in script {
            guard case .playing(.setPreferredForwardBuffer(let length)) = action.operation else { continue }
            least = min(least, length)
        }
        return least
    }

    /// So much is wanted ahead, whatever the app sets later on.
    fileprivate mutating func want(ahead length: MediaTime) {
        loader.preferredForwardBuffer = length
        replace { operation in
            guard case .playing(.setPreferredForwardBuffer) = operation else { return nil }
            return .setPreferredForwardBuffer(length)
        }
    }

    /// Variants above a bit rate are not eligible, whatever the app permits later on.
    fileprivate mutating func limit(to bitRate: Int64) {
        func limited(_ own: Int64) -> Int64 { own > 0 ? min(own, bitRate) : bitRate }
        variantLimits.preferredPeakBitRate = limited(variantLimits.preferredPeakBitRate)
        replace { operation in
            guard case .limit(.preferredPeakBitRate(let own)) = operation else { return nil }
            return .limit(.preferredPeakBitRate(limited(own)))
        }
    }

    /// Puts others in the place of actions of the script, each when and as what it replaces.
    private mutating func replace(_ other: (Action.Operation) -> Action?) {
        for (index, own) in script.enumerated() {
            guard let new = other(own.operation) else { continue }
            script[index] = new.at(own.at).named(own.name, waitingFor: own.trigger)
        }
    }
}
