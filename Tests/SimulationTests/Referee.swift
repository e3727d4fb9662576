@testable import PlayerModel
@testable import Simulation

/// Watches a session event by event, and says the first thing that must not be.
///
/// It keeps books of its own, from the trace alone: what was asked for, what came, and what the panel shows.
struct Referee {
    private let tracks: [ChunkTable]
    private var panel: Panel
    private var buffer: MediaBuffer
    private var entriesRead = 0
    /// By track: what was asked for and has not come, and what of it was called off and not yet accounted for.
    private var open: [Range<Int32>?]
    private var calledOff: [Range<Int32>?]
    private var bytes: Int64 = 0
    /// What the link down could have carried so far, in bits per second times nanoseconds; nil without limit.
    private var offered: Int128? = 0
    private var capacity: Int64?
    private var last: (now: Instant, player: Player)
    /// Whether playback was ever to run on behind the end.
    private var ranOn = false

    init(_ session: Session, _ scenario: Scenario) {
        tracks = scenario.tracks
        panel = Panel(tracks: tracks)
        buffer = MediaBuffer(tracks: tracks)
        open = tracks.map { _ in nil }
        calledOff = tracks.map { _ in nil }
        last = (session.now, session.player)
    }

    /// What is wrong after an event, or nil.
    mutating func objection(_ session: Session) -> String? {
        let now = session.now
        if now < last.now { return "time goes back" }
        if session.player.actionAtItemEnd == .none { ranOn = true }
        if now > last.now, let objection = settled() ?? overrun(at: now) { return objection }
        if let capacity { offered? += Int128(capacity) * Int128((now - last.now).nanoseconds) }
        let trace = session.trace.entries
        while entriesRead < trace.count {
            if let objection = take(trace[entriesRead]) { return objection }
            entriesRead += 1
        }
        last = (now, session.player)
        if session.player.timeControlStatus != .playing, session.player.timebaseRate.isMoving {
            return "the timebase moves while \(session.player.timeControlStatus)"
        }
        session.player.checkInvariants(at: now)
        return nil
    }

    /// What is wrong at the end, or nil.
    mutating func objection(_ session: Session, _ outcome: Outcome) -> String? {
        if outcome.end == .timeIsUp, let objection = overrun(at: outcome.at) { return objection }
        if let objection = settled() { return objection }
        guard outcome.end == .nothingMoreHappens else { return nil }
        if outcome.pending > 0 { return "\(outcome.pending) events are pending where nothing more happens" }
        if outcome.offered.down == 0 || outcome.offered.up == 0 { return nil }
        if open.contains(where: { $0 != nil }) { return "a request is never answered" }
        if session.player.item != nil, case .waiting = session.player.state { return "the player waits for ever" }
        if session.player.timebaseRate.isMoving, last.player.currentTime(at: last.now) < last.player.end {
            return "the player never comes to the end"
        }
        return nil
    }

    // MARK: The end of an instant

    /// What must hold once everything of an instant has happened.
    private func settled() -> String? {
        let (now, player) = last
        let place = player.currentTime(at: now)
        let playable = min(player.end, buffer.playableEnd(from: place))
        if player.timebaseRate.isMoving, playable <= place, place < player.end {
            return "playing with an empty buffer at \(place)"
        }
        if case .playing = player.state, !player.timebaseRate.isMoving, (player.startsAt ?? .zero) <= now {
            return "playing at rest"
        }
        if let item = player.item, place > item.duration, !ranOn { return "the playhead is behind the end" }
        if player.item == nil, place != .zero { return "a place without an item" }
        if player.item != nil, player.isBufferEmpty != (playable <= place) { return "isPlaybackBufferEmpty is wrong" }
        if player.item == nil, player.isBufferFull || player.isLikelyToKeepUp || !player.isBufferEmpty {
            return "a buffer without an item"
        }
        if calledOff.contains(where: { $0 != nil }) { return "a cancelled request is not accounted for" }
        if let offered, Int128(bytes) * 8_000_000_000 > offered { return "more bytes came than the link carries" }
        return difference(player, now)
    }

    /// The panel, which is made from the trace, and the player must show the same.
    private func difference(_ player: Player, _ now: Instant) -> String? {
        if panel.status != player.timeControlStatus { return "the panel has another status" }
        if panel.reason != player.reasonForWaitingToPlay { return "the panel has another reason" }
        if panel.rate != player.rate { return "the panel has another rate" }
        if panel.timebaseRate != player.timebaseRate { return "the panel has another timebase rate" }
        if panel.currentTime(at: now) != player.currentTime(at: now) { return "the panel has another time" }
        if panel.isLikelyToKeepUp != player.isLikelyToKeepUp { return "the panel has another keepUp" }
        if panel.isBufferFull != player.isBufferFull { return "the panel has another full" }
        if panel.isBufferEmpty != player.isBufferEmpty { return "the panel has another empty" }
        if panel.loadedTimeRanges != buffer.loadedTimeRanges { return "the panel has other ranges" }
        return nil
    }

    /// Between two instants the playhead must not pass what is loaded, but for the rounding of a rate above 1.
    private func overrun(at now: Instant) -> String? {
        let (then, player) = last
        guard player.timebaseRate.isMoving else { return nil }
        let place = player.currentTime(at: then)
        let limit = min(player.end, buffer.playableEnd(from: place))
        let rounding = Int64(player.timebaseRate.thousandths) / 1000 + 1
        if place < player.end, player.currentTime(at: now).nanoseconds > limit.nanoseconds + rounding {
            return "the playhead passes what is loaded"
        }
        return nil
    }

    // MARK: Books

    private mutating func take(_ entry: Trace.Entry) -> String? {
        panel.apply(entry)
        switch entry.record {
        case .capacity(let down, _):
            capacity = down < 0 ? nil : down
            if capacity == nil { offered = nil }
        case .requested(let request), .allowed(let request):
            return ask(request)
        case .cancelled(let id):
            let track = Int(id.slot)
            if open[track] == nil { return "what is not under way is cancelled" }
            (calledOff[track], open[track]) = (open[track], nil)
        case .wasted(let wasted, let track):
            guard let rest = calledOff[Int(track)] else { return "bytes are wasted for nothing" }
            let most = rest.reduce(0) { $0 + tracks[Int(track)].bytes(of: Int64($1)) }
            if wasted < 0 || wasted > most { return "\(wasted) of \(most) bytes are wasted" }
            calledOff[Int(track)] = nil
            bytes += wasted
        case .loaded(let size, let busy, let chunk, let track):
            return load(size, busy, chunk, Int(track))
        case .item: buffer.clear()
        case .action, .delay, .loss, .dnsDelay, .announced, .network, .traffic, .fetched, .event: break
        }
        return nil
    }

    private mutating func ask(_ request: Request) -> String? {
        let track = Int(request.id.slot)
        let chunks = request.firstChunk..<request.endChunk
        if open[track] != nil { return "a track has two requests under way" }
        if chunks.isEmpty || Int64(chunks.upperBound) > tracks[track].count { return "a request for \(chunks)" }
        let loaded = buffer.tracks[track].loaded
        if loaded.firstMissing(from: Int64(chunks.lowerBound)) != Int64(chunks.lowerBound) {
            return "a chunk is asked for that is loaded"
        }
        if let next = loaded.firstPresent(after: Int64(chunks.lowerBound)), next < Int64(chunks.upperBound) {
            return "chunks are asked for that are loaded"
        }
        open[track] = chunks
        return nil
    }

    private mutating func load(_ size: Int64, _ busy: Int64, _ chunk: Int32, _ track: Int) -> String? {
        guard let chunks = open[track], chunks.lowerBound == chunk else { return "a chunk that was not asked for" }
        if size != tracks[track].bytes(of: Int64(chunk)) { return "a chunk has another size" }
        if busy < 0 { return "a chunk took negative time" }
        open[track] = chunks.count > 1 ? chunks.dropFirst() : nil
        buffer.load(Int64(chunk), ofTrack: track)
        bytes += size
        return nil
    }
}
