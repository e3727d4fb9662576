import PlayerModel

/// The changes that avoid a wait, in sentences; where none does, it says so. Each was run.
struct RemedyText {
    private let run: PlayerRun
    private var remedies: Remedies
    /// Whether the start that helps is not all that is other in its run.
    private var allowsLaterWaits = false

    init(_ run: PlayerRun) { (self.run, remedies) = (run, Remedies(run)) }

    /// Of one stall: variants that are lower from just before the buffer began to shrink. Of the start: the lowest
    /// variant from the beginning on. For other waits nothing is tried, and that is said.
    mutating func sentences(_ halt: Halt, next: Halt?) throws(SessionError) -> [String] {
        switch halt.kind {
        case .stall: return try ofStall(halt, next) + patience(halt)
        case .start: return try ofStart() + patience(halt)
        case .seek, .item, .interstitial, .request:
            return ["No change was tried: that is done for starts and stalls."]
        case .noItem: return []
        }
    }

    private mutating func ofStall(_ halt: Halt, _ next: Halt?) throws(SessionError) -> [String] {
        guard let decline = Decline(of: halt, in: run), remedies.canSwitch else { return [] }
        let highest = highestVariant(from: decline.order)
        guard !remedies.lowerVariants(than: highest).isEmpty else { return [] }
        let span = decline.from..<(next?.from ?? .never)
        let search = try remedies.lowerVariant(than: highest, from: decline.limitable, sparing: span)
        let since = "from \((decline.limitable - .zero).inSeconds) on"
        guard let found = search.found else {
            let count = NumberText.count(search.tried.count, "limit")
            let stalls = search.tried.allSatisfy { $0.stalls.contains { span.contains($0) } }
            let waits = search.tried.contains { $0.eventsWaitMore > .zero }
            let ending = stalls ? "stalls" : waits ? "stalls, fails or lets an event wait longer" : "stalls or fails"
            return ["No lower variant \(since) avoids it: run again with \(count), it \(ending) each time."]
        }
        let more =
            found.stalls.isEmpty
            ? "nothing stalls any more" : "the run then has \(stalls(found)) in place of \(run.playback.stalls.count)"
        return ["Avoided with \(name(found.change)): \(more)."]
    }

    /// The highest of the variants that were loaded, or of which something was under way, from an entry on.
    private func highestVariant(from order: Int) -> Int {
        let first = run.playback.loadedVariants.through(order).last?.variant ?? run.player.variant
        let asked = run.playback.exchanges.filter { $0.end?.order ?? .max > order }
        let all = asked.map { Int(run.slots[Int($0.slot)].variant) }.filter { $0 >= 0 }
        return all.reduce(first) { rate(of: $1) > rate(of: $0) ? $1 : $0 }
    }

    private func rate(of variant: Int) -> Int64 { run.player.declared(variant).bitRate }

    private mutating func ofStart() throws(SessionError) -> [String] {
        let isLeft = run.playback.exit == .beforeStart
        guard run.startup != nil || isLeft, let lowest = remedies.lowerVariants(than: run.player.variant).last
        else { return [] }
        let search = try remedies.lowest(lowest)
        guard let then = search.startup else {
            let late = search.isUnderWay ? "it has not started when until_s comes" : "it never starts"
            let never = isLeft ? "the viewer leaves before the start all the same" : late
            return ["Run again with \(name(search.change)), \(never)."]
        }
        let ending = stalls(search)
        guard let own = run.startup else {
            return [
                "Run again with \(name(search.change)), it starts after \(then.inRoundedSeconds), before the viewer "
                    + "leaves, and has \(ending)."
            ]
        }
        guard then < own else {
            return ["Run again with \(name(search.change)), it starts no sooner."]
        }
        return [
            "Run again with \(name(search.change)), it starts after \(then.inRoundedSeconds) in place of "
                + "\(own.inRoundedSeconds), and has \(ending)."
        ]
    }

    /// Of a wait that the viewer ended by leaving: when it would have been over for one who stays.
    private mutating func patience(_ halt: Halt) throws(SessionError) -> [String] {
        guard let left = run.playback.leftAt, halt.to == left, run.leavingAction?.isOfViewer ?? false
        else { return [] }
        let staying = try remedies.staying()
        guard let wait = Halt.all(of: staying).first(where: { $0.kind == halt.kind && $0.from == halt.from }),
            let end = wait.to
        else {
            let ending = staying.isUnderWay ? "has not gone on when until_s comes" : "never goes on"
            return ["Run again with a viewer who stays, it \(ending)."]
        }
        let goesOn = halt.kind == .start ? "starts" : "goes on"
        return [
            "Run again with a viewer who stays, it \(goesOn) at \(end.inRoundedSeconds), "
                + "\((end - left).inRoundedSeconds) after this one left."
        ]
    }

    // MARK: The whole run

    /// The outcome of one kind of change.
    private enum Outcome {
        case helps(String)
        /// It was tried in vain, or could not be tried.
        case doesNot(String)
    }

    /// The changes with which nothing stalls at all, and then the others; none where nothing stalls.
    mutating func whole() throws(SessionError) -> [String] {
        guard !run.playback.stalls.isEmpty else { return [] }
        let outcomes = try variants() + start() + buffer() + distance() + speed()
        var (helpful, others) = ([String](), [String]())
        for outcome in outcomes {
            switch outcome {
            case .helps(let words): helpful.append("   " + words)
            case .doesNot(let words): others.append("   " + words)
            }
        }
        let runs = NumberText.count(remedies.runs, "further run")
        if helpful.isEmpty { return ["No change was found without any stall (\(runs)):"] + others }
        let alone = allowsLaterWaits ? "" : " alone"
        return ["Without any stall, each by running again with that change\(alone) (\(runs)):"] + helpful
            + (others.isEmpty ? [] : ["Not found to help:"]) + others
    }

    /// A later start; or one that is no later, as `Goldilocks` also makes an app wait that insists on playing. Behind
    /// either, later waits may be longer as well: of the start alone nothing is known then.
    private mutating func start() throws(SessionError) -> [Outcome] {
        let (trial, moment) = try remedies.laterStart()
        guard moment.start != nil else { return [.doesNot("a later start: \(moment.words)")] }
        allowsLaterWaits = moment.hasLaterWaits
        let later = moment.hasLaterWaits ? "where later waits last as long as need be" : nil
        if let trial {
            let change = name(trial.change) + (later.map { ", " + $0 } ?? "")
            return [.helps("\(change): \(stalls(trial)) (\(moment.words))")]
        }
        let same = later ?? "by an app that never insists on playing at once"
        return [.helps("the same start, \(same): no stall (\(moment.words))")]
    }

    private mutating func variants() throws(SessionError) -> [Outcome] {
        if run.player.assets.count > 1 {
            return [.doesNot("lower variants: not tried, because several assets are played")]
        }
        let highest = highestVariant(from: -1)
        guard !remedies.lowerVariants(than: highest).isEmpty else {
            return run.player.media.kind == .hls ? [.doesNot("a lower variant: there is none")] : []
        }
        let search = try remedies.lowerVariant(than: highest, from: nil, sparing: .zero..<(.never))
        return outcome(of: search, inVain: "a lower variant: even with", untried: nil)
    }

    private mutating func buffer() throws(SessionError) -> [Outcome] {
        let why = run.player.leastAhead == .unlimited ? "it has no limit" : "it was never full"
        return outcome(
            of: try remedies.longerBuffer(), inVain: "a longer buffer: even with",
            untried: "a longer buffer: \(why), so more room changes nothing")
    }

    private mutating func distance() throws(SessionError) -> [Outcome] {
        guard run.distanceAtJoin != nil else { return [] }
        return outcome(
            of: try remedies.fartherFromEdge(), inVain: "farther from the edge: even",
            untried: "farther from the edge: playback begins with the playlist")
    }

    /// The change that helps, or the last that was tried in vain, behind the words for that.
    private func outcome(of search: Remedies.Search, inVain words: String, untried: String?) -> [Outcome] {
        if let found = search.found {
            return [.helps("\(name(found.change)): no stall, starts after \(startup(found))")]
        }
        if let last = search.tried.last { return [.doesNot("\(words) \(name(last.change)), \(stalls(last))")] }
        return untried.map { [.doesNot($0)] } ?? []
    }

    private mutating func speed() throws(SessionError) -> [Outcome] {
        guard let trial = try remedies.naturalSpeed() else { return [] }
        let words = name(trial.change)
        return [
            trial.isSmooth
                ? .helps("\(words): no stall") : .doesNot("a slower speed: even at \(words), \(stalls(trial))")
        ]
    }

    // MARK: Words

    private func startup(_ trial: Remedies.Trial) -> String { trial.startup?.inRoundedSeconds ?? "no start at all" }

    private func stalls(_ trial: Remedies.Trial) -> String {
        guard trial.startup != nil else { return trial.isUnderWay ? "no start by until_s" : "no start at all" }
        let length = trial.stalled.map { ", \($0.inRoundedSeconds) in all" } ?? ", the last of which nobody ends"
        let failure = trial.fails ? ", and it fails" : ""
        let wait = trial.eventsWaitMore.inRoundedSeconds
        let events = trial.eventsWaitMore > .zero ? ", and interstitial events wait \(wait) longer" : ""
        return (trial.stalls.isEmpty ? "no stall" : NumberText.count(trial.stalls.count, "stall") + length)
            + events + failure
    }

    /// A change to the nanosecond, because that is the one which was run: one that is a part of a millisecond less may
    /// stall all the same.
    private func name(_ change: Remedies.Change) -> String {
        switch change {
        case .variantAtMost(let place, let bitRate, let from):
            let when = from.map { " from \(($0 - .zero).inSeconds) on" } ?? ""
            let count = run.player.media.variants.count
            let rate = QuantityText.value(bitRate, .kilobitsPerSecond)
            return "at most \(rate) (variant \(place + 1) of \(count))\(when)"
        case .start(let later): return "a start \(later.inSeconds) later"
        case .fromEdge(let distance):
            let now = run.distanceAtJoin.map { " in place of \($0.own.inShortSeconds)" } ?? ""
            return "\(distance.inSeconds) from the edge\(now) (configuredTimeOffsetFromLive)"
        case .naturalSpeed: return "natural speed all the while (catch_up: never)"
        case .ahead(.unlimited): return "no limit ahead"
        case .ahead(let length):
            let now = run.player.loader.fixedForwardBuffer.map { own in
                own > run.player.leastAhead ? " all the while" : " in place of \(own.inShortSeconds)"
            }
            return "\(length.inSeconds) ahead\(now ?? "") (preferredForwardBufferDuration)"
        }
    }
}
