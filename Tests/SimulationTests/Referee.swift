@testable import PlayerModel
@testable import Simulation

/// Watches a session event by event, and says the first thing that must not be.
///
/// It keeps books of its own, from the trace alone: what was asked for, what came, and what the panel shows.
final class Referee {
    private let player: ScenarioPlayer
    private var playback: Playback
    private var reader: PanelReader
    /// By item, what is loaded of it, or below that by asset where it is kept; and the items that are current and
    /// being loaded.
    private var buffers: [Int32: MediaBuffer] = [:]
    private var current: Int32 = -1
    private var loading: Int32 = 0
    /// By asset, a buffer of it with nothing in it.
    private let nothings: [MediaBuffer]
    private let keepsFinished: Bool
    private let itemsAhead: Int
    /// Before this the playhead cannot be: the in point, or where it jumped to since.
    private var earliest = MediaTime.zero
    private let requests: RequestBook
    private var entriesRead = 0
    private var last: (now: Instant, player: Player)
    /// Whether playback was ever to run on behind the end.
    private var ranOn = false

    init(_ session: Session, _ scenario: Scenario) {
        let player = scenario.players[0]
        self.player = player
        nothings = player.assets.indices.map {
            MediaBuffer(tracks: player.assets[$0].media.tracks(ofVariant: player.firstVariant(of: $0).index))
        }
        playback = Playback(of: player, slots: player.resources(scenario.network.transport.hosts, group: 0))
        reader = PanelReader(player)
        keepsFinished = scenario.loader.keepsFinished
        itemsAhead = Int(scenario.loader.itemsAhead)
        requests = RequestBook(scenario)
        last = (session.now, session.player)
    }

    /// The loaded media of the current item.
    private var buffer: MediaBuffer { buffers[key(current)] ?? nothing(of: current) }

    /// An asset's own key lies below those of all items.
    private static func key(ofAsset asset: Int) -> Int32 { -10 - Int32(asset) }

    private func key(_ item: Int32) -> Int32 {
        let asset = player.asset(ofItem: item)
        let isKept =
            switch player.loader.kept {
            case .none: false
            case .files: player.assets[asset].media.kind != .hls
            case .all: true
            }
        return isKept && item >= 0 ? Self.key(ofAsset: asset) : item
    }

    private func nothing(of item: Int32) -> MediaBuffer { nothings[player.asset(ofItem: item)] }

    /// How far the current item can be played. Whoever skips gaps needs something behind one, but for the last.
    private func playableEnd(from place: MediaTime, upTo end: MediaTime) -> MediaTime {
        let loaded = min(end, buffer.playableEnd(from: place))
        guard player.loader.gaps.skips, loaded < end else { return loaded }
        let subtitles = player.assets[player.asset(ofItem: current)].media.subtitleTrack
        let gaps = buffer.tracks.indices.filter { $0 != subtitles }.flatMap { track in
            let chunks = buffer.tracks[track].chunks
            return buffer.absent(ofTrack: track).ranges.map {
                chunks.start(of: $0.lowerBound)..<chunks.start(of: $0.upperBound)
            }
        }
        return gaps.sorted { $0.lowerBound > $1.lowerBound }
            .reduce(loaded) { $1.lowerBound < $0 && $0 <= $1.upperBound ? $1.lowerBound : $0 }
    }

    /// The fault after an event, or nil.
    func objection(_ session: Session) -> String? {
        let (now, player) = (session.now, session.player)
        if now < last.now { return "time goes back" }
        if player.actionAtItemEnd == .none { ranOn = true }
        if now > last.now, let objection = settled() ?? overrun(at: now) { return objection }
        let trace = session.trace.entries
        while entriesRead < trace.count {
            if let objection = take(trace[entriesRead]) { return objection }
            entriesRead += 1
        }
        last = (now, player)
        if player.timeControlStatus != .playing, player.timebaseRate.isMoving {
            return "the timebase moves while \(player.timeControlStatus)"
        }
        if player.itemError != nil, player.state != .paused { return "a failed item is played" }
        player.checkInvariants(at: now)
        let isWaiting = player.item != nil
        let behind = isWaiting ? player.queue.items.prefix(itemsAhead).map { $0.id } : []
        if loading != current, requests.isLoading, !behind.contains(loading), last.now < now {
            return "an item is loaded that is not near the front"
        }
        requests.forget(except: behind)
        return requests.objection(to: session.network)
    }

    /// The fault at the end, or nil.
    func objection(_ session: Session, _ outcome: Outcome) -> String? {
        if outcome.end == .timeIsUp, let objection = overrun(at: outcome.at) { return objection }
        if let objection = settled() { return objection }
        guard outcome.end == .nothingMoreHappens else { return nil }
        if outcome.pending > 0 { return "\(outcome.pending) events are pending where nothing more happens" }
        if let objection = requests.objection(atEndWith: session.network) { return objection }
        // Packets give up where a link carries nothing for ever; `fluid` waits.
        let offered = outcome.offeredForGood
        if !requests.isOverPackets, offered?.down == 0 || offered?.up == 0 { return nil }
        if !requests.isOverPackets, isAnyHostSilent { return nil }
        if requests.isAnyOpen { return "a request is never answered" }
        if session.player.item != nil, case .waiting = session.player.state { return "the player waits for ever" }
        if session.player.timebaseRate.isMoving, last.player.currentTime(at: last.now) < last.player.end {
            return "the player never comes to the end"
        }
        return nil
    }

    // MARK: The end of an instant

    /// The fault once everything of an instant has happened, or nil.
    private func settled() -> String? {
        let (now, player) = last
        let place = player.currentTime(at: now)
        let playable = playableEnd(from: place, upTo: player.end)
        if player.timebaseRate.isMoving, playable <= place, place < player.end {
            return "playing with an empty buffer at \(place)"
        }
        if case .playing = player.state, !player.timebaseRate.isMoving {
            guard let until = player.hold.until else { return "playing at rest" }
            if until <= now { return "the clock is held for too long" }
        }
        if place < earliest { return "the playhead is before the in point" }
        if (player.item?.id ?? -1) != current { return "another item is current than the trace says" }
        if let item = player.item, player.queue.items.contains(where: { $0.id == item.id }) {
            return "an item is in the queue twice"
        }
        if let item = player.item, place > item.duration, !ranOn { return "the playhead is behind the end" }
        if player.item == nil, place != .zero { return "a place without an item" }
        if player.item != nil, player.isBufferEmpty != (playable <= place) { return "isPlaybackBufferEmpty is wrong" }
        if player.item == nil, player.isBufferFull || player.isLikelyToKeepUp || !player.isBufferEmpty {
            return "a buffer without an item"
        }
        return requests.settled(at: now) ?? difference(player, now)
    }

    /// The panel, which is made from the trace, and the player must show the same.
    private func difference(_ player: Player, _ now: Instant) -> String? {
        let panel = reader.panel(after: entriesRead, in: playback)
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
        let limit = playableEnd(from: place, upTo: player.end)
        let rounding = Int64(player.timebaseRate.thousandths) / 1000 + 1
        if place < player.end, player.currentTime(at: now).nanoseconds > limit.nanoseconds + rounding {
            return "the playhead passes what is loaded"
        }
        return nil
    }

    /// Whether the last that a host's own network offered is nothing.
    private var isAnyHostSilent: Bool {
        var isSilent: [Int32: Bool] = [:]
        for one in playback.network.hosts {
            if case .capacity(let down, _) = one.value.offer { isSilent[one.value.host] = down == 0 }
        }
        return isSilent.values.contains(true)
    }

    // MARK: Books

    private func take(_ entry: Trace.Entry) -> String? {
        // It watches the first player.
        guard entry.player <= 0 else { return nil }
        playback.take(entry, entriesRead)
        if let objection = requests.take(entry, with: buffers[key(loading)] ?? nothing(of: loading)) {
            return objection
        }
        switch entry.record {
        case .requested, .cancelled, .answered, .wasted, .fetched, .allowed, .network, .switches, .switched,
            .excludes, .recovery, .cloned, .live, .interstitial:
            break
        case .gap(let note):
            guard case .absent(let from, let to, let track) = note else { break }
            var own = buffers[key(loading)] ?? nothing(of: loading)
            let chunks = own.tracks[Int(track)].chunks
            for chunk in chunks.chunk(at: from)..<chunks.chunk(at: to - MediaTime(nanoseconds: 1)) + 1 {
                own.noteAbsent(chunk, ofTrack: Int(track))
            }
            buffers[key(loading)] = own
        case .loaded(_, _, let chunk, let track):
            var own = buffers[key(loading)] ?? nothing(of: loading)
            own.load(Int64(chunk), ofTrack: Int(track))
            buffers[key(loading)] = own
        case .loads(let item, _): loading = item
        case .dropped(let asset, let track):
            let own = Self.key(ofAsset: Int(asset))
            for key in buffers.keys where key == own || key >= 0 && player.asset(ofItem: key) == Int(asset) {
                let first = player.firstVariant(of: Int(asset)).index
                let tracks = player.assets[Int(asset)].media.tracks(ofVariant: first)
                buffers[key]?.replace(Int(track), with: tracks[Int(track)])
            }
        case .announced(let announcement): return hear(announcement)
        case .item(let id, let start, let isFinished):
            if key(current) >= 0, !isFinished || !keepsFinished { buffers[current] = nil }
            let isLoop = keepsFinished
            if !isFinished, id < 0 || id == current || current < 0 && !isLoop {
                buffers = [:]
            }
            (current, earliest) = (id, start)
        case .action, .offer, .host, .traffic, .event: break
        }
        return nil
    }

    private func hear(_ announcement: Announcement) -> String? {
        switch announcement {
        case .itemFailed(let failure), .failedToPlayToEndTime(let failure):
            let isKnown = requests.failure == failure || requests.forgiven.contains(failure)
            return isKnown ? nil : "the item fails for no reason"
        case .timeJumped(let place):
            earliest = min(earliest, place)
            return nil
        case .status, .timebase, .likelyToKeepUp, .bufferFull, .bufferEmpty, .playbackStalled, .didPlayToEndTime,
            .endIsAhead, .seekFinished, .prerollFinished, .pipelines, .exception:
            return nil
        }
    }
}
