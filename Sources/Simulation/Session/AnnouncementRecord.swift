import PlayerModel

/// The table of what an app can observe, of which `Record` is made.
extension Announcement {
    var form: RecordForm {
        switch self {
        case .status(let status, let reason, let rate, let cause):
            .init(
                .player(.status), .mixed(20, 0, 1, 2), "timeControlStatus {0}, reason {1}, rate {2}",
                .status(status), .reason(reason), .rate(rate), .cause(cause))
        case .timebase(let rate, let place):
            .init(.player(.timebase), 21, "timebase rate {0} from {1}", .rate(rate), .seconds(place.nanoseconds))
        case .likelyToKeepUp(let value, let judgement):
            .init(
                .player(.keepsUp), .mixed(22, 0), "isPlaybackLikelyToKeepUp {0}: {1}", .flag(value),
                .judgement(judgement))
        case .bufferFull(let value): .init(.player(.bufferFull), 23, "isPlaybackBufferFull {0}", .flag(value))
        case .bufferEmpty(let value): .init(.player(.bufferEmpty), 24, "isPlaybackBufferEmpty {0}", .flag(value))
        case .playbackStalled: .init(.player(.stalled), 25, "the buffer ran dry: playbackStalled is posted")
        case .didPlayToEndTime: .init(.player(.playedToEnd), 26, "the end: didPlayToEndTime is posted")
        // It follows from the action that moves the end.
        case .endIsAhead: .init(.player(.endIsAhead), .unmixed, "the end lies ahead again")
        case .failedToPlayToEndTime(let failure):
            .init(
                .player(.failedToEnd), 31, "the end is out of reach: failedToPlayToEndTime is posted",
                .failure(failure))
        case .itemFailed(let failure):
            .init(.player(.itemFailed), 30, "the item's status is failed: {0}", .failure(failure))
        case .timeJumped(let place): .init(.player(.timeJumped), 27, "jumps to {0}", .seconds(place.nanoseconds))
        case .seekFinished(let value):
            .init(.player(.seekFinished), 28, "the seek's completion handler is called with {0}", .flag(value))
        case .prerollFinished(let value):
            .init(
                .player(.prerollFinished), 33, "the preroll's completion handler is called with {0}", .flag(value))
        case .pipelines(let hasVideo, let until):
            .init(
                .player(.pipelines), 32,
                hasVideo
                    ? "pipelines for sound and pictures are built until {1}"
                    : "pipelines for sound are built until {1}",
                .flag(hasVideo), .seconds(until.nanoseconds))
        case .exception(let exception): .init(.player(.exception), 29, "{0}", .exception(exception))
        }
    }
}

extension Record {
    static func read(_ word: RecordWord.OfPlayer, _ line: inout LineFields) -> Record {
        switch word {
        case .item: .item(line.integer(), at: line.place(), isFinished: line.flag())
        case .status:
            .announced(
                .status(
                    line.choice(NamesOfAVFoundation.status, else: TimeControlStatus.paused),
                    reason: line.takeNull()
                        ? nil : line.choice(NamesOfAVFoundation.reason, else: WaitingReason.noItemToPlay),
                    rate: line.rate(), cause: line.cause()))
        case .timebase: .announced(.timebase(line.rate(), at: line.place()))
        case .keepsUp: .announced(.likelyToKeepUp(line.flag(), line.judgement()))
        case .bufferFull: .announced(.bufferFull(line.flag()))
        case .bufferEmpty: .announced(.bufferEmpty(line.flag()))
        case .stalled: .announced(.playbackStalled)
        case .playedToEnd: .announced(.didPlayToEndTime)
        case .endIsAhead: .announced(.endIsAhead)
        case .failedToEnd: .announced(.failedToPlayToEndTime(line.failure()))
        case .itemFailed: .announced(.itemFailed(line.failure()))
        case .timeJumped: .announced(.timeJumped(to: line.place()))
        case .seekFinished: .announced(.seekFinished(line.flag()))
        case .prerollFinished: .announced(.prerollFinished(line.flag()))
        case .pipelines: .announced(.pipelines(hasVideo: line.flag(), until: line.instant()))
        case .exception:
            .announced(.exception(PlayerException(rawValue: line.integer()) ?? line.fail(.advanceWithoutQueue)))
        }
    }
}

extension LineFields {
    mutating func rate() -> Rate { Rate(thousandths: integer()) }

    mutating func place() -> MediaTime { MediaTime(nanoseconds: number()) }

    mutating func instant() -> Instant { Instant(nanoseconds: number()) }

    mutating func time() -> TimeAmount { TimeAmount(nanoseconds: number()) }
}
