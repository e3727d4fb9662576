import PlayerModel
import Simulation

/// The search for the latest instant at which a stall could still be avoided.
///
/// Nothing fetches less than the lowest variant. So a stall can be avoided from an instant on exactly where it does
/// not come when every request from there on is for the lowest variant, and one run decides that. What helps at an
/// instant helps earlier too, as far as the rule of the player lets it: so the latest request is found by halving, and
/// the one behind it is tried as well. Where no variant helps, a later start may: `Goldilocks` looks for one behind
/// which nothing stalls at all. Where it finds none, the start is put off for this stall alone, by asking later, for
/// as long as playback stalls up to its end; what stalls behind that place is another stall's affair.
struct Inevitable {
    enum Finding {
        /// Lower variants from that request on avoid it, from the next one on they do not.
        case variant(Instant, bitRate: Int64)
        case start(later: TimeAmount)
        /// Nothing that was tried avoids it, which is no proof that nothing does.
        case never(Lower)

        var since: Instant? {
            switch self {
            case .variant(let instant, _): instant
            case .start, .never: nil
            }
        }
    }

    /// The reason why lower variants are no way out.
    enum Lower {
        case inVain, none, cannotSwitch
        /// They are not tried: several assets are played.
        case severalAssets
    }

    /// So many starts are tried for a stall.
    private static let mostStarts = 4
    /// Playback that goes on for so much media beyond a place has passed it (ours).
    private static let grain = MediaTime(nanoseconds: 1_000_000)

    private let run: PlayerRun
    private let remedies: Remedies
    private var moment: Goldilocks?

    init(_ run: PlayerRun) { (self.run, remedies) = (run, Remedies(run)) }

    mutating func since(_ stall: Halt) throws(SessionError) -> Finding {
        let highest = run.player.media.variants.indices.max { rate($0) < rate($1) } ?? 0
        let lowest = remedies.lowerVariants(than: highest).last
        if let lowest, remedies.canSwitch, let since = try latest(lowest.bitRate, stall) {
            return .variant(since, bitRate: lowest.bitRate)
        }
        if moment == nil { moment = try Goldilocks(run) }
        if let start = moment?.start, let asked = run.playback.requestedAt, let started = run.playback.startedAt,
            asked + start > started
        {
            return .start(later: asked + start - started)
        }
        if let later = try laterStart(sparing: stall) { return .start(later: later) }
        if run.player.assets.count > 1 { return .never(.severalAssets) }
        return .never(lowest == nil ? .none : remedies.canSwitch ? .inVain : .cannotSwitch)
    }

    private func rate(_ variant: Int) -> Int64 { run.player.media.declared(variant).bitRate }

    /// The latest request from which on the lowest variant avoids a stall; nil where none does.
    private func latest(_ bitRate: Int64, _ stall: Halt) throws(SessionError) -> Instant? {
        var instants: [Instant] = []
        for exchange in run.playback.exchanges where exchange.at < stall.from && exchange.kind.track != nil {
            if instants.last != exchange.at { instants.append(exchange.at) }
        }
        guard let first = instants.first, try avoids(bitRate, from: first, stall) else { return nil }
        var (works, fails) = (0, instants.count)
        while fails - works > 1 {
            let middle = (works + fails) / 2
            if try avoids(bitRate, from: instants[middle], stall) { works = middle } else { fails = middle }
        }
        return instants[works]
    }

    /// Whether nothing stalls up to the end of the stall, or to where the next may come.
    private func avoids(_ bitRate: Int64, from instant: Instant, _ stall: Halt) throws(SessionError) -> Bool {
        var scenario = run.scenario
        // The script comes last at an instant: for this request the limit must be there before.
        let before = Instant(nanoseconds: max(0, (instant - .zero).nanoseconds - 1))
        let limit = Action.limit(.preferredPeakBitRate(bitRate)).at(before)
        scenario.players[run.index].script.insert(limit, at: 0)
        let changed = try Run(scenario).player(run.index)
        let last = run.playback.stalls.last { $0.at < stall.from }?.at
        let end = stall.to ?? run.outcome.at
        return changed.playback.startedAt != nil
            && !changed.playback.stalls.contains { $0.at > last ?? Instant(nanoseconds: -1) && $0.at <= end }
    }

    /// How much later a start is behind which nothing stalls until more has been played than up to a stall; nil where
    /// none of those that were tried is.
    private func laterStart(sparing stall: Halt) throws(SessionError) -> TimeAmount? {
        guard let started = run.playback.startedAt else { return nil }
        let place = run.played(until: stall.from) + Self.grain
        var delay = run.stalled(beforePlaying: place)
        for _ in 0..<Self.mostStarts {
            let changed = try asking(at: started + delay)
            guard let start = changed.playback.startedAt, start > started else { return nil }
            let first = changed.playback.stalls.first
            if changed.played(until: first?.at ?? changed.outcome.at) > place { return start - started }
            if first == nil { return nil }
            // A stall may end at its own instant.
            delay = delay + max(changed.stalled(beforePlaying: place), TimeAmount(nanoseconds: 1))
        }
        return nil
    }

    /// The run in which nobody asks for playback before an instant: who would have done so asks then.
    private func asking(at instant: Instant) throws(SessionError) -> PlayerRun {
        var scenario = run.scenario
        for action in run.playback.actions where action.at < instant {
            let index = Int(action.value)
            let own = scenario.players[run.index].script[index]
            if own.isRequest { scenario.players[run.index].script[index] = own.happening(at: instant) }
        }
        return try Run(scenario).player(run.index)
    }
}

extension PlayerRun {
    /// The media that passed until an instant, whatever its place.
    fileprivate func played(until instant: Instant) -> MediaTime {
        playback.clock.reduce(.zero) { $0 + $1.played(from: .zero, until: min(instant, outcome.at)) }
    }

    /// For how long playback stalled before so much media had passed.
    fileprivate func stalled(beforePlaying media: MediaTime) -> TimeAmount {
        let stalls = Halt.all(of: self).filter { $0.kind == .stall }
        return Array(stalls.prefix { played(until: $0.from) <= media }).totalLength(in: self)
    }
}
