import PlayerModel

/// The entry of a reason in its table: its word in the log, and a text. `{0}` in it stands for the value.
struct ReasonForm<Word: RawRepresentable & Sendable>: Sendable where Word.RawValue == String {
    let word: Word
    let text: StaticString
    /// The field that follows the word on the line of a log; `none` where nothing does.
    let value: RecordField

    init(_ word: Word, _ text: StaticString, _ value: RecordField = .none) {
        (self.word, self.text, self.value) = (word, text, value)
    }
}

/// Why a rule judges as it does.
extension KeepUp.Reason {
    enum Word: String, Sendable {
        case nothingLoaded, nothingMeasured, notAskedToPlay, everythingLoaded, nothingLeft, nothingMoreComes
        case everythingListed, listedNoLonger
        case firstChunkLoaded, fetchingRests, arrivesInTime, arrivesTooLate, sparesTooLittle
        case enoughAhead, tooLittleAhead
        case waitedEnough, stillWaiting
    }

    var form: ReasonForm<Word> {
        switch self {
        case .nothingLoaded: .init(.nothingLoaded, "nothing is loaded")
        case .nothingMeasured: .init(.nothingMeasured, "no throughput is measured yet")
        case .notAskedToPlay: .init(.notAskedToPlay, "nobody has asked to play")
        case .everythingLoaded: .init(.everythingLoaded, "everything up to the end is loaded")
        case .everythingListed:
            .init(.everythingListed, "everything that is listed is loaded, and lasts until more can be")
        case .listedNoLonger: .init(.listedNoLonger, "what follows is listed no longer")
        case .nothingLeft: .init(.nothingLeft, "nothing is left to play")
        case .nothingMoreComes: .init(.nothingMoreComes, "nothing more of the item comes")
        case .firstChunkLoaded: .init(.firstChunkLoaded, "the first chunk is loaded")
        case .fetchingRests: .init(.fetchingRests, "fetching rests")
        case .arrivesInTime(let spare) where spare < .zero:
            .init(.arrivesInTime, "what remains arrives within the hysteresis", .roundedSeconds(spare.nanoseconds))
        case .arrivesInTime(let spare) where spare < .milliseconds(1):
            .init(.arrivesInTime, "what remains arrives just in time", .roundedSeconds(spare.nanoseconds))
        case .arrivesInTime(let spare):
            .init(.arrivesInTime, "what remains arrives {0} before it is needed", .roundedSeconds(spare.nanoseconds))
        case .sparesTooLittle(let spare):
            .init(
                .sparesTooLittle, "what remains would arrive only {0} before it is needed",
                .roundedSeconds(spare.nanoseconds))
        case .arrivesTooLate(let shortfall) where shortfall < .milliseconds(1):
            .init(.arrivesTooLate, "what remains would arrive just too late", .roundedSeconds(shortfall.nanoseconds))
        case .arrivesTooLate(let shortfall) where shortfall > .seconds(86_400):
            .init(
                .arrivesTooLate, "what remains would arrive more than a day too late",
                .roundedSeconds(shortfall.nanoseconds))
        case .arrivesTooLate(let shortfall):
            .init(.arrivesTooLate, "what remains would arrive {0} too late", .roundedSeconds(shortfall.nanoseconds))
        case .enoughAhead(let length): .init(.enoughAhead, "{0} ahead are enough", .seconds(length.nanoseconds))
        case .tooLittleAhead(let length):
            .init(.tooLittleAhead, "{0} ahead are too little", .seconds(length.nanoseconds))
        case .waitedEnough(let wait): .init(.waitedEnough, "{0} are over", .roundedSeconds(wait.nanoseconds))
        case .stillWaiting(let rest): .init(.stillWaiting, "{0} are still to go", .roundedSeconds(rest.nanoseconds))
        }
    }

    fileprivate static func read(_ word: Word, _ line: inout LineFields) -> KeepUp.Reason {
        switch word {
        case .nothingLoaded: .nothingLoaded
        case .nothingMeasured: .nothingMeasured
        case .notAskedToPlay: .notAskedToPlay
        case .everythingLoaded: .everythingLoaded
        case .everythingListed: .everythingListed
        case .listedNoLonger: .listedNoLonger
        case .nothingLeft: .nothingLeft
        case .nothingMoreComes: .nothingMoreComes
        case .firstChunkLoaded: .firstChunkLoaded
        case .fetchingRests: .fetchingRests
        case .arrivesInTime: .arrivesInTime(spare: line.time())
        case .arrivesTooLate: .arrivesTooLate(by: line.time())
        case .sparesTooLittle: .sparesTooLittle(line.time())
        case .enoughAhead: .enoughAhead(line.place())
        case .tooLittleAhead: .tooLittleAhead(line.place())
        case .waitedEnough: .waitedEnough(line.time())
        case .stillWaiting: .stillWaiting(line.time())
        }
    }
}

/// Why a status changed. Where a rule has judged, the log has the rule's word; what a report says of a cause depends on
/// the status too.
extension Cause {
    enum Word: String, Sendable {
        case appCall, evaluated, bufferFull, itemIsOver, fillsPipelines, stalled, nothingToPlay, remembered, dropped
        case noItem, itemArrived
        case reachedEnd, seekedOutsideBuffer, itemFailed, interstitialBegan, interstitialEnded
        // The names of AVPlayer.RateDidChangeReason, and of AVAudioSession.RouteChangeReason (B.1).
        case audioSessionInterrupted, appBackgrounded, oldDeviceUnavailable
    }

    /// The word, or the rule's reason that stands in its place.
    enum Form {
        case word(Word)
        case judged(KeepUp.Reason)
    }

    var form: Form {
        switch self {
        case .appCall: .word(.appCall)
        case .judged(let judgement): .judged(judgement)
        case .evaluated: .word(.evaluated)
        case .bufferFull: .word(.bufferFull)
        case .nothingMoreComes: .word(.itemIsOver)
        case .fillsPipelines: .word(.fillsPipelines)
        case .stalled: .word(.stalled)
        case .nothingLoaded: .word(.nothingToPlay)
        case .remembered: .word(.remembered)
        case .dropped: .word(.dropped)
        case .noItem: .word(.noItem)
        case .itemArrived: .word(.itemArrived)
        case .reachedEnd: .word(.reachedEnd)
        case .seekedOutsideBuffer: .word(.seekedOutsideBuffer)
        case .itemFailed: .word(.itemFailed)
        case .interstitialBegan: .word(.interstitialBegan)
        case .interstitialEnded: .word(.interstitialEnded)
        case .interrupted(.audioSession): .word(.audioSessionInterrupted)
        case .interrupted(.background): .word(.appBackgrounded)
        case .interrupted(.oldDeviceUnavailable): .word(.oldDeviceUnavailable)
        }
    }

    fileprivate static func read(_ word: Word) -> Cause {
        switch word {
        case .appCall: .appCall
        case .evaluated: .evaluated
        case .bufferFull: .bufferFull
        case .itemIsOver: .nothingMoreComes
        case .fillsPipelines: .fillsPipelines
        case .stalled: .stalled
        case .nothingToPlay: .nothingLoaded
        case .remembered: .remembered
        case .dropped: .dropped
        case .noItem: .noItem
        case .itemArrived: .itemArrived
        case .reachedEnd: .reachedEnd
        case .seekedOutsideBuffer: .seekedOutsideBuffer
        case .itemFailed: .itemFailed
        case .interstitialBegan: .interstitialBegan
        case .interstitialEnded: .interstitialEnded
        case .audioSessionInterrupted: .interrupted(.audioSession)
        case .appBackgrounded: .interrupted(.background)
        case .oldDeviceUnavailable: .interrupted(.oldDeviceUnavailable)
        }
    }
}

/// Why loading was given up. A status of HTTP is written without a word.
extension LoadFailure {
    enum Word: String, Sendable { case timedOut, connectionLost, wrongLength, unreadable }

    /// Its number in the digest, its word or its status in the log, and a text with the status as `{0}`.
    var form: (digest: Int64, word: Word?, status: Int16, text: StaticString) {
        switch self {
        case .timedOut: (1, .timedOut, 0, "the request timed out")
        case .connectionLost: (2, .connectionLost, 0, "the connection was lost")
        case .badStatus(let status): (4, nil, status, "the server answered with status {0}")
        case .wrongLength: (5, .wrongLength, 0, "the answer had another length than it said")
        case .unreadable: (6, .unreadable, 0, "the playlist has no segments")
        }
    }

    fileprivate static func read(_ word: Word) -> LoadFailure {
        switch word {
        case .timedOut: .timedOut
        case .connectionLost: .connectionLost
        case .wrongLength: .wrongLength
        case .unreadable: .unreadable
        }
    }
}

extension LineFields {
    mutating func judgement() -> KeepUp.Reason { judgement(word()) }

    mutating func cause() -> Cause {
        let word = word()
        if let known = Cause.Word(rawValue: word) { return .read(known) }
        return .judged(judgement(word))
    }

    mutating func failure() -> LoadFailure {
        if nextIsNumber() { return .badStatus(integer()) }
        guard let word = LoadFailure.Word(rawValue: word()) else { return fail(.timedOut) }
        return .read(word)
    }

    private mutating func judgement(_ word: String) -> KeepUp.Reason {
        guard let word = KeepUp.Reason.Word(rawValue: word) else { return fail(.nothingLoaded) }
        return .read(word, &self)
    }
}

extension Cause {
    /// Whether the app, or an interruption of it, changed the status: not the player by itself.
    var isFromOutside: Bool {
        switch self {
        case .appCall, .interrupted: true
        case .judged, .evaluated, .bufferFull, .nothingMoreComes, .fillsPipelines, .stalled, .nothingLoaded,
            .remembered, .dropped, .noItem, .itemArrived, .reachedEnd, .seekedOutsideBuffer, .itemFailed,
            .interstitialBegan, .interstitialEnded:
            false
        }
    }
}
