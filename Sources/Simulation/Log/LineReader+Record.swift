import PlayerModel

/// The record of a line, by its word.
extension LineReader {
    mutating func record(_ word: LogWord, _ player: Int16) -> Record {
        switch word {
        case .capacity: .capacity(down: number(), up: number())
        case .delay: .delay(down: number(), up: number())
        case .loss: .loss(down: number(), up: number())
        case .dnsDelay: .dnsDelay(number())
        case .traffic: .traffic(source: integer(Int32.self), isActive: flag())
        case .lookedUp: .network(.lookedUp(host: integer(Int32.self)))
        case .connected: .network(.connected(host: integer(Int32.self)))
        case .secured: .network(.secured(host: integer(Int32.self)))
        case .retries: .network(.retries(slot: integer(Int32.self), failure()))
        case .gaveUp: .network(.gaveUp(slot: integer(Int32.self), failure()))
        case .action: .action(integer(Int32.self))
        case .requested: .requested(request())
        case .allowed: .allowed(request())
        case .cancelled: .cancelled(exchange())
        case .answered: .answered(slot: integer(Int32.self), firstByte: number())
        case .wasted: wasted()
        case .loaded: loaded()
        case .fetched: fetched()
        case .switches:
            .switches(from: integer(Int32.self), to: integer(Int32.self), throughput: number())
        case .switched: .switched(from: integer(Int32.self), to: integer(Int32.self))
        case .loads: .loads(item: integer(Int32.self), variant: integer(Int32.self))
        case .dropped: .dropped(asset: integer(Int32.self), track: integer(UInt16.self))
        case .item:
            .item(integer(Int32.self), at: MediaTime(nanoseconds: number()), isFinished: flag())
        case .status, .timebase, .keepsUp, .bufferFull, .bufferEmpty, .stalled, .playedToEnd, .failedToEnd,
            .itemFailed, .timeJumped, .seekFinished, .pipelines, .exception:
            .announced(announcement(word))
        case .onRequest, .onAllow, .onCancel, .onReachesServer, .onLinkFinishes, .onPackets, .onConditions,
            .onScript, .onTrafficBegins, .onTrafficEnds, .onDelivered, .onFailed, .onClockMoved, .onItemChanged,
            .onQueueChanged, .onEndMoved, .onDrained, .onWatched, .onBufferChanged, .onDeadline, .onLoopStep,
            .onLoadingFailed:
            .event(event(word, player))
        }
    }

    // On these the order on the line is another than that of the record.

    private mutating func wasted() -> Record {
        let track = integer(Int32.self)
        return .wasted(bytes: number(), track: track)
    }

    private mutating func loaded() -> Record {
        let track = integer(UInt16.self)
        let chunk = integer(Int32.self)
        return .loaded(bytes: number(), busy: number(), chunk: chunk, track: track)
    }

    private mutating func fetched() -> Record {
        let slot = integer(Int32.self)
        return .fetched(bytes: number(), slot: slot)
    }

    private mutating func event(_ word: LogWord, _ player: Int16) -> Event {
        switch word {
        case .onRequest: .network(.request(request()))
        case .onAllow: .network(.allow(request()))
        case .onCancel: .network(.cancel(request()))
        case .onReachesServer: .network(.reachesServer(exchange()))
        case .onLinkFinishes:
            .network(
                .linkFinishes(
                    choice({ $0 == .down ? "down" : "up" }, else: Direction.down),
                    generation: integer(UInt32.self)))
        case .onPackets: .network(.packets(generation: integer(UInt32.self)))
        case .onConditions: .network(.conditionsChange)
        case .onScript: .script(action: integer(Int32.self))
        case .onTrafficBegins: .traffic(.begins(integer(Int32.self)))
        case .onTrafficEnds: .traffic(.ends(integer(Int32.self)))
        case .onDelivered: .media(.delivered(exchange()), player: player)
        case .onFailed: .media(.failed(exchange(), failure()), player: player)
        case .onClockMoved: .media(.clockMoved, player: player)
        case .onItemChanged: .media(.itemChanged(from: integer(Int32.self), isFinished: flag()), player: player)
        case .onQueueChanged: .media(.queueChanged, player: player)
        case .onEndMoved: .media(.endMoved, player: player)
        case .onDrained: .media(.drained, player: player)
        case .onWatched: .media(.watched(exchange()), player: player)
        case .onBufferChanged: .player(.bufferChanged, player: player)
        case .onDeadline: .player(.deadline, player: player)
        case .onLoopStep: .player(.loopStep, player: player)
        case .onLoadingFailed: .player(.loadingFailed(failure()), player: player)
        default: fail(.network(.conditionsChange))
        }
    }

    // MARK: The player

    private mutating func announcement(_ word: LogWord) -> Announcement {
        switch word {
        case .status: status()
        case .timebase: .timebase(rate(), at: MediaTime(nanoseconds: number()))
        case .keepsUp: .likelyToKeepUp(flag(), grounds(self.word()))
        case .bufferFull: .bufferFull(flag())
        case .bufferEmpty: .bufferEmpty(flag())
        case .stalled: .playbackStalled
        case .playedToEnd: .didPlayToEndTime
        case .failedToEnd: .failedToPlayToEndTime(failure())
        case .itemFailed: .itemFailed(failure())
        case .timeJumped: .timeJumped(to: MediaTime(nanoseconds: number()))
        case .seekFinished: .seekFinished(flag())
        case .pipelines: .pipelines(hasVideo: flag(), until: Instant(nanoseconds: number()))
        case .exception:
            .exception(PlayerException(rawValue: integer(UInt8.self)) ?? fail(.advanceWithoutQueue))
        default: fail(.playbackStalled)
        }
    }

    private mutating func rate() -> Rate { Rate(thousandths: integer(Int32.self)) }

    private mutating func status() -> Announcement {
        let status = choice(NamesOfAVFoundation.status, else: TimeControlStatus.paused)
        let reason =
            takeNull() ? nil : choice(NamesOfAVFoundation.reason, else: WaitingReason.noItemToPlay)
        return .status(status, reason: reason, rate: rate(), cause: cause())
    }

    private mutating func cause() -> Cause {
        let word = word()
        switch word {
        case "appCall": return .appCall
        case "bufferFull": return .bufferFull
        case "itemIsOver": return .nothingMoreComes
        case "stalled": return .stalled
        case "nothingToPlay": return .nothingLoaded
        case "noItem": return .noItem
        case "itemArrived": return .itemArrived
        case "reachedEnd": return .reachedEnd
        case "seekedOutsideBuffer": return .seekedOutsideBuffer
        case "itemFailed": return .itemFailed
        default: return .judged(grounds(word))
        }
    }

    private mutating func grounds(_ word: String) -> KeepUp.Grounds {
        switch word {
        case "nothingLoaded": .nothingLoaded
        case "nothingMeasured": .nothingMeasured
        case "notAskedToPlay": .notAskedToPlay
        case "everythingLoaded": .everythingLoaded
        case "nothingLeft": .nothingLeft
        case "nothingMoreComes": .nothingMoreComes
        case "firstChunkLoaded": .firstChunkLoaded
        case "fetchingRests": .fetchingRests
        case "arrivesInTime": .arrivesInTime(spare: TimeAmount(nanoseconds: number()))
        case "arrivesTooLate": .arrivesTooLate(by: TimeAmount(nanoseconds: number()))
        case "enoughAhead": .enoughAhead(MediaTime(nanoseconds: number()))
        case "tooLittleAhead": .tooLittleAhead(MediaTime(nanoseconds: number()))
        case "waitedEnough": .waitedEnough(TimeAmount(nanoseconds: number()))
        case "stillWaiting": .stillWaiting(TimeAmount(nanoseconds: number()))
        default: fail(.nothingLoaded)
        }
    }
}
