import SimulationContainers
import PlayerModel

/// Steering: a manifest that is loaded now and then says which pathway is taken, from the next segment on.
///
/// As RFC 8216bis has it (section 7), which leaves much to the player. This model's own is that a paused player does
/// not load it again, nor one that has nothing left to fetch; and that a pathway which has failed is gone back to when
/// it is let in again and the next manifest wants it.
extension Loader {
    /// Whether a steering manifest is to be loaded again in time.
    package var awaitsSteering: Bool {
        load.steering.isUsed && !restsSteering && order.piece != nil && failure == nil
    }

    private var restsSteering: Bool {
        if load.steering.dueAt == .never { return true }
        if load.steering.isFirst { return false }
        return load.live.isPaused || order.piece.map { load.fetches.playableEnd >= $0.end } ?? true
    }

    /// The manifest that is about to arrive says which pathways there are, and which are wanted.
    mutating func steer(
        by answer: ContentSteering.Answer, comingWith id: ExchangeID, _ effects: inout LoaderEffects
    ) {
        let asset = asset(ofSlot: id.slot)
        guard assets[asset].steering.awaits(id) else { return }
        for pathway in assets[asset].selector.follow(answer) {
            effects.append(.cloned(MadePathway(asset: Int32(asset), pathway: Int32(pathway))))
        }
    }

    /// Takes in a manifest, unless it is no longer wanted. Says whether it was.
    mutating func takeManifest(
        _ id: ExchangeID, of asset: Int, _ firstByte: Instant, _ receipt: Receipt, _ now: Instant,
        _ effects: inout LoaderEffects
    ) -> Bool {
        guard assets[asset].steering.awaits(id) else { return false }
        let (requestedAt, bytes) = assets[asset].steering.arrive(at: now)
        takeFile(bytes, id, since: requestedAt, firstByte, receipt, &effects)
        return true
    }

    /// Asks for the manifest where it is due, or to be woken when it is.
    mutating func planManifest(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        guard order.piece != nil, failure == nil, !restsSteering, assets[asset].opening.hasMultivariantPlaylist else {
            return
        }
        let due = assets[asset].steering.dueAt
        if due > now { return arm(due, &effects) }
        noteItem(at: effects.count, &effects)
        assets[asset].askForManifest(at: now, into: &effects)
    }

    /// Takes another pathway where that is wanted, or what an item begins with is left out: before anything of a
    /// segment is asked for.
    mutating func takeWantedPathway(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        guard order.piece != nil, failure == nil else { return }
        // After a jump of the playhead what is under way is of no use, and holds nothing back.
        assets[asset].cancelUnneeded(0, &effects)
        guard !assets[asset].fetches[0].isUnderWay else { return }
        let perRequest = order.buffer.tracks[0].chunks.chunksPerSegment
        guard assets[asset].fetches[0].missing % perRequest == 0 else { return }
        let before = assets[asset].selector.current
        // What stands in for a gap does so for a segment; it is the like of the one of before that plays on. Where
        // something has failed since, another is fetched than what stood in.
        let standIn = assets[asset].gaps.standIn
        let home = standIn.map { $0.rendition == before ? $0.home : before } ?? before
        guard assets[asset].selector.takeWantedPathway(at: now, likeOf: home) else { return }
        noteItem(at: effects.count, &effects)
        assets[asset].forgetChoice()
        follow(from: before, now, &effects)
    }
}

extension AssetLoad {
    mutating func askForManifest(at now: Instant, into effects: inout LoaderEffects) {
        steering.ask(at: now)
        effects.append(.send(.request(manifestRequest)))
    }

    mutating func callOffManifest(_ effects: inout LoaderEffects) {
        guard steering.requestedAt != nil else { return }
        effects.append(.send(.cancel(manifestRequest)))
        steering.callOff()
    }

    private var manifestRequest: Request {
        let id = slots.exchange(ofManifest: steering.place, attempt: steering.attempt)
        return Request(id: id, firstChunk: 0, endChunk: 1)
    }
}
