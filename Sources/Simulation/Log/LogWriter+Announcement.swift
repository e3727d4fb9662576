import PlayerModel

/// What an app can observe, on a line of a log.
extension LogWriter {
    mutating func write(_ announcement: Announcement) {
        switch announcement {
        case .status(let status, let reason, let rate, let cause):
            put(.status)
            text(NamesOfAVFoundation.status(status))
            if let reason { text(NamesOfAVFoundation.reason(reason)) } else { null() }
            number(rate.thousandths)
            self.cause(cause)
        case .timebase(let rate, let place): put(.timebase, rate.thousandths, place.nanoseconds)
        case .likelyToKeepUp(let value, let grounds):
            put(.keepsUp)
            flag(value)
            self.grounds(grounds)
        case .bufferFull(let value):
            put(.bufferFull)
            flag(value)
        case .bufferEmpty(let value):
            put(.bufferEmpty)
            flag(value)
        case .playbackStalled: put(.stalled)
        case .didPlayToEndTime: put(.playedToEnd)
        case .failedToPlayToEndTime(let failure):
            put(.failedToEnd)
            self.failure(failure)
        case .itemFailed(let failure):
            put(.itemFailed)
            self.failure(failure)
        case .timeJumped(let place): put(.timeJumped, place.nanoseconds)
        case .seekFinished(let value):
            put(.seekFinished)
            flag(value)
        case .pipelines(let hasVideo, let until):
            put(.pipelines)
            flag(hasVideo)
            number(until.nanoseconds)
        case .exception(let exception): put(.exception, exception.rawValue)
        }
    }

    private mutating func cause(_ cause: Cause) {
        switch cause {
        case .appCall: text("appCall")
        case .judged(let grounds): self.grounds(grounds)
        case .bufferFull: text("bufferFull")
        case .nothingMoreComes: text("itemIsOver")
        case .stalled: text("stalled")
        case .nothingLoaded: text("nothingToPlay")
        case .noItem: text("noItem")
        case .itemArrived: text("itemArrived")
        case .reachedEnd: text("reachedEnd")
        case .seekedOutsideBuffer: text("seekedOutsideBuffer")
        case .itemFailed: text("itemFailed")
        }
    }

    private mutating func grounds(_ grounds: KeepUp.Grounds) {
        switch grounds {
        case .nothingLoaded: text("nothingLoaded")
        case .nothingMeasured: text("nothingMeasured")
        case .notAskedToPlay: text("notAskedToPlay")
        case .everythingLoaded: text("everythingLoaded")
        case .nothingLeft: text("nothingLeft")
        case .nothingMoreComes: text("nothingMoreComes")
        case .firstChunkLoaded: text("firstChunkLoaded")
        case .fetchingRests: text("fetchingRests")
        case .arrivesInTime(let spare): text("arrivesInTime", spare.nanoseconds)
        case .arrivesTooLate(let shortfall): text("arrivesTooLate", shortfall.nanoseconds)
        case .enoughAhead(let length): text("enoughAhead", length.nanoseconds)
        case .tooLittleAhead(let length): text("tooLittleAhead", length.nanoseconds)
        case .waitedEnough(let wait): text("waitedEnough", wait.nanoseconds)
        case .stillWaiting(let rest): text("stillWaiting", rest.nanoseconds)
        }
    }

    private mutating func text(_ word: String, _ value: Int64) {
        text(word)
        number(value)
    }
}
