import PlayerModel

enum Notice {
    case changed(SimulatedPlayer.Property, player: Int16)
    case posted(SimulatedPlayer.Notification, player: Int16)
    /// Playback has started, stopped or jumped.
    case moved(player: Int16, stopped: Bool)
    /// A seek or a preroll is over, or has been interrupted.
    case called((Bool) -> Void, isFinished: Bool)
}

/// The properties of a player as observers have been told them: a difference from them is a change.
struct ToldProperties {
    var status = TimeControlStatus.paused
    var reason: WaitingReason?
    var rate = Rate.zero
    var timebaseRate = Rate.zero
    /// The item of which something is loaded, by its number.
    var loads: Int32 = 0
    var loadedTimeRanges: [Range<MediaTime>] = []
    var itemStatus = SimulatedPlayerItem.Status.unknown
    var failed: [(id: Int32, failure: LoadFailure)] = []
    /// The completion handlers of the seek that was accepted, and of the one that is being requested.
    var pendingSeek: ((Bool) -> Void)?
    var begunSeek: ((Bool) -> Void)?
    /// Those of prerolls, each of which is called before that of the next.
    var prerolls: [(Bool) -> Void] = []
}

/// Translation of the trace into notices for observers.
extension Engine {
    /// Reads the entries of the trace that are new since the last reading.
    func readTrace() {
        let entries = session.trace.entries
        while read < entries.count {
            let entry = entries[read]
            read += 1
            guard entry.player >= 0 else { continue }
            note(entry.record, entry.player)
        }
    }

    private func note(_ record: Record, _ player: Int16) {
        if case .announced(let announcement) = record {
            note(announcement, player)
        } else if case .item = record {
            notices.append(.changed(.currentItem, player: player))
            notices.append(.moved(player: player, stopped: false))
            noteLoaded(player)
        } else if case .loads(let item, _) = record {
            told[Int(player)].loads = item
        } else if case .loaded = record, told[Int(player)].loads == currentItem(player) {
            noteLoaded(player)
        }
    }

    private func currentItem(_ player: Int16) -> Int32? { model(of: player).item?.id }

    private func note(_ announcement: Announcement, _ player: Int16) {
        let index = Int(player)
        switch announcement {
        case .status(let status, let reason, let rate, _):
            // Where nothing differs, a request to play was refused: the rate has gone up and back.
            let isRefusal = (status, reason, rate) == (told[index].status, told[index].reason, told[index].rate)
            note(.rate, player, if: rate != told[index].rate || isRefusal)
            note(.timeControlStatus, player, if: status != told[index].status)
            note(.reasonForWaitingToPlay, player, if: reason != told[index].reason)
            (told[index].status, told[index].reason, told[index].rate) = (status, reason, rate)
        case .timebase(let rate, _):
            note(.timebaseRate, player, if: rate != told[index].timebaseRate)
            if rate.isMoving != told[index].timebaseRate.isMoving {
                notices.append(.moved(player: player, stopped: !rate.isMoving))
            }
            told[index].timebaseRate = rate
        case .likelyToKeepUp: note(.isPlaybackLikelyToKeepUp, player, if: true)
        case .bufferFull: note(.isPlaybackBufferFull, player, if: true)
        case .bufferEmpty: note(.isPlaybackBufferEmpty, player, if: true)
        case .playbackStalled: notices.append(.posted(.playbackStalled, player: player))
        case .didPlayToEndTime: notices.append(.posted(.didPlayToEndTime, player: player))
        case .failedToPlayToEndTime: notices.append(.posted(.failedToPlayToEndTime, player: player))
        case .itemFailed(let failure):
            if let id = currentItem(player) { told[index].failed.append((id, failure)) }
            noteStatus(player)
        case .timeJumped: noteJump(player)
        case .seekFinished(let isFinished): noteSeek(player, isFinished)
        case .exception(let exception): fail(.exception(exception))
        case .prerollFinished(let isFinished):
            if told[index].prerolls.isEmpty { return }
            notices.append(.called(told[index].prerolls.removeFirst(), isFinished: isFinished))
        case .pipelines: break
        }
    }

    private func note(_ property: SimulatedPlayer.Property, _ player: Int16, if hasChanged: Bool) {
        if hasChanged { notices.append(.changed(property, player: player)) }
    }

    /// Notes a jump. It stops the clock without a change of the timebase; and the seek that led to it has been
    /// accepted.
    private func noteJump(_ player: Int16) {
        let index = Int(player)
        note(.timebaseRate, player, if: told[index].timebaseRate.isMoving)
        told[index].timebaseRate = .zero
        if let begun = told[index].begunSeek { (told[index].pendingSeek, told[index].begunSeek) = (begun, nil) }
        notices.append(.posted(.timeJumped, player: player))
        notices.append(.moved(player: player, stopped: false))
    }

    /// Notes the end of a seek. The handler that was pending is called first: a new seek cancels it.
    private func noteSeek(_ player: Int16, _ isFinished: Bool) {
        let index = Int(player)
        guard let body = told[index].pendingSeek ?? told[index].begunSeek else { return }
        if told[index].pendingSeek != nil { told[index].pendingSeek = nil } else { told[index].begunSeek = nil }
        notices.append(.called(body, isFinished: isFinished))
    }

    private func noteLoaded(_ player: Int16) {
        let ranges = currentItem(player).map { session.loadedTimeRanges(ofItem: $0, of: player) } ?? []
        note(.loadedTimeRanges, player, if: ranges != told[Int(player)].loadedTimeRanges)
        told[Int(player)].loadedTimeRanges = ranges
        noteStatus(player)
    }

    private func noteStatus(_ player: Int16) {
        let status = currentItem(player).map { self.status(ofItem: $0, of: player) } ?? .unknown
        note(.itemStatus, player, if: status != told[Int(player)].itemStatus)
        told[Int(player)].itemStatus = status
    }

    /// `AVPlayerItem.status`: ready as soon as something of the item is loaded, which is what the access log's
    /// `startupTime` waits for too (B.11). An item that has failed stays so.
    func status(ofItem id: Int32, of player: Int16) -> SimulatedPlayerItem.Status {
        if failure(ofItem: id, of: player) != nil { return .failed }
        return session.loadedTimeRanges(ofItem: id, of: player).isEmpty ? .unknown : .readyToPlay
    }

    func failure(ofItem id: Int32, of player: Int16) -> LoadFailure? {
        told[Int(player)].failed.first { $0.id == id }?.failure
    }
}
