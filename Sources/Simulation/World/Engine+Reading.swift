import PlayerModel

/// Something that observers of a player have to be told.
enum Notice {
    case changed(SimulatedPlayer.Property, seat: Int16)
    case posted(SimulatedPlayer.Notification, seat: Int16)
    /// Playback has started, stopped or jumped.
    case moved(seat: Int16, stopped: Bool)
    /// A seek is over, or has been interrupted.
    case sought((Bool) -> Void, isFinished: Bool)
}

/// What has been shown of a player so far: what differs from it is a change.
struct Pane {
    var status = TimeControlStatus.paused
    var reason: WaitingReason?
    var rate = Rate.zero
    var timebaseRate = Rate.zero
    /// The item of which something is loaded, by its number.
    var loads: Int32 = 0
    var loadedTimeRanges: [Range<MediaTime>] = []
    var itemStatus = SimulatedPlayerItem.Status.unknown
    /// The items that have failed, by their numbers.
    var failed: [(id: Int32, failure: LoadFailure)] = []
    /// What is to be called when the seek is over that was accepted, and the one that is being asked for.
    var pendingSeek: ((Bool) -> Void)?
    var begunSeek: ((Bool) -> Void)?
}

/// From what is written down to what observers are told.
extension Engine {
    /// Reads what has been written down since it was read last.
    func readTrace() {
        let entries = session.trace.entries
        while read < entries.count {
            let entry = entries[read]
            read += 1
            guard entry.seat >= 0 else { continue }
            switch entry.record {
            case .announced(let announcement): note(announcement, entry.seat)
            case .item:
                notices.append(.changed(.currentItem, seat: entry.seat))
                notices.append(.moved(seat: entry.seat, stopped: false))
                noteLoaded(entry.seat)
            case .loads(let item, _): panes[Int(entry.seat)].loads = item
            case .loaded:
                if panes[Int(entry.seat)].loads == currentItem(entry.seat) { noteLoaded(entry.seat) }
            case .action, .capacity, .delay, .loss, .dnsDelay, .requested, .allowed, .cancelled, .answered, .wasted,
                .fetched, .dropped, .switches, .switched, .traffic, .network, .event:
                break
            }
        }
    }

    private func currentItem(_ seat: Int16) -> Int32? { player(seat).item?.id }

    private func note(_ announcement: Announcement, _ seat: Int16) {
        let pane = Int(seat)
        switch announcement {
        case .status(let status, let reason, let rate, _):
            // Where nothing differs, a request to play was refused: the rate has gone up and back.
            let isRefusal = (status, reason, rate) == (panes[pane].status, panes[pane].reason, panes[pane].rate)
            note(.rate, seat, if: rate != panes[pane].rate || isRefusal)
            note(.timeControlStatus, seat, if: status != panes[pane].status)
            note(.reasonForWaitingToPlay, seat, if: reason != panes[pane].reason)
            (panes[pane].status, panes[pane].reason, panes[pane].rate) = (status, reason, rate)
        case .timebase(let rate, _):
            note(.timebaseRate, seat, if: rate != panes[pane].timebaseRate)
            if rate.isMoving != panes[pane].timebaseRate.isMoving {
                notices.append(.moved(seat: seat, stopped: !rate.isMoving))
            }
            panes[pane].timebaseRate = rate
        case .likelyToKeepUp: note(.isPlaybackLikelyToKeepUp, seat, if: true)
        case .bufferFull: note(.isPlaybackBufferFull, seat, if: true)
        case .bufferEmpty: note(.isPlaybackBufferEmpty, seat, if: true)
        case .playbackStalled: notices.append(.posted(.playbackStalled, seat: seat))
        case .didPlayToEndTime: notices.append(.posted(.didPlayToEndTime, seat: seat))
        case .failedToPlayToEndTime: notices.append(.posted(.failedToPlayToEndTime, seat: seat))
        case .itemFailed(let failure):
            if let id = currentItem(seat) { panes[pane].failed.append((id, failure)) }
            noteStatus(seat)
        case .timeJumped: noteJump(seat)
        case .seekFinished(let isFinished): noteSeek(seat, isFinished)
        case .exception(let exception): fail(.exception(exception))
        case .pipelines: break
        }
    }

    private func note(_ property: SimulatedPlayer.Property, _ seat: Int16, if hasChanged: Bool) {
        if hasChanged { notices.append(.changed(property, seat: seat)) }
    }

    /// A jump stops the clock without a word of the timebase; and the seek that led to it has been accepted.
    private func noteJump(_ seat: Int16) {
        let pane = Int(seat)
        note(.timebaseRate, seat, if: panes[pane].timebaseRate.isMoving)
        panes[pane].timebaseRate = .zero
        if let begun = panes[pane].begunSeek { (panes[pane].pendingSeek, panes[pane].begunSeek) = (begun, nil) }
        notices.append(.posted(.timeJumped, seat: seat))
        notices.append(.moved(seat: seat, stopped: false))
    }

    /// The one that was pending is called first: a new seek cancels it.
    private func noteSeek(_ seat: Int16, _ isFinished: Bool) {
        let pane = Int(seat)
        if let body = panes[pane].pendingSeek {
            panes[pane].pendingSeek = nil
            notices.append(.sought(body, isFinished: isFinished))
        } else if let body = panes[pane].begunSeek {
            panes[pane].begunSeek = nil
            notices.append(.sought(body, isFinished: isFinished))
        }
    }

    private func noteLoaded(_ seat: Int16) {
        let ranges = currentItem(seat).map { session.loadedTimeRanges(ofItem: $0, of: seat) } ?? []
        if ranges != panes[Int(seat)].loadedTimeRanges {
            panes[Int(seat)].loadedTimeRanges = ranges
            notices.append(.changed(.loadedTimeRanges, seat: seat))
        }
        noteStatus(seat)
    }

    private func noteStatus(_ seat: Int16) {
        let status = currentItem(seat).map { self.status(ofItem: $0, of: seat) } ?? .unknown
        if status != panes[Int(seat)].itemStatus {
            panes[Int(seat)].itemStatus = status
            notices.append(.changed(.itemStatus, seat: seat))
        }
    }

    /// `AVPlayerItem.status`: ready as soon as something of it is loaded, which is what the access log's `startupTime`
    /// waits for too (B.11). What has failed stays so.
    func status(ofItem id: Int32, of seat: Int16) -> SimulatedPlayerItem.Status {
        if failure(ofItem: id, of: seat) != nil { return .failed }
        return session.loadedTimeRanges(ofItem: id, of: seat).isEmpty ? .unknown : .readyToPlay
    }

    func failure(ofItem id: Int32, of seat: Int16) -> LoadFailure? {
        panes[Int(seat)].failed.first { $0.id == id }?.failure
    }
}
