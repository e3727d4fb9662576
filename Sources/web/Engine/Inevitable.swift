import PlayerModel
import Simulation

/// The search for the latest instant at which a stall could still be avoided.
///
/// Nothing fetches less than the lowest variant. So a stall can be avoided from an instant on exactly where it does
/// not come when every request from there on is for the lowest variant, and one run decides that. What helps at an
/// instant helps earlier too, as far as the rule of the player lets it: so the latest request is found by halving, and
/// the one behind it is tried as well. Where no variant helps, a later start may: `Goldilocks` looks for it.
struct Inevitable {
    enum Finding {
        /// Lower variants from that request on avoid it, from the next one on they do not.
        case variant(Instant, bitRate: Int64)
        case start(later: TimeAmount)
        case never(hasVariants: Bool)

        var since: Instant? {
            switch self {
            case .variant(let instant, _): instant
            case .start, .never: nil
            }
        }
    }

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
        return .never(hasVariants: lowest != nil)
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
}
