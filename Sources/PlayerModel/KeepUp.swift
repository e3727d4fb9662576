/// The rule behind `isPlaybackLikelyToKeepUp`: when is playback likely to go on without stalling?
///
/// Apple publishes the meaning and no number: true if "you could keep on playing without stalling until you got to the
/// end" (session 503, A.6). So this is a family of rules, and each states its parameters, which every report prints.
///
/// To add one: a case here, and what the compiler then asks for. Reports, scenarios and `autowait list` follow.
public enum KeepUp: Equatable, Sendable {
    /// Start when, at the measured throughput, what remains arrives before it is needed, all the way to the end.
    case playThrough(hysteresis: TimeAmount)
    /// Start with the first chunk.
    case firstChunk
    /// Start with that much media ahead; another amount may be asked for after a stall.
    case fixedSeconds(start: MediaTime, afterStall: MediaTime)
    /// Start that long after it was asked for, whatever is loaded by then.
    case fixedWait(wait: TimeAmount)

    /// Every rule with its defaults, in the order in which they are listed; the first is the default.
    public static let all: [KeepUp] = [
        .playThrough(hysteresis: .milliseconds(100)),
        .firstChunk,
        .fixedSeconds(start: .seconds(2), afterStall: .seconds(5)),
        .fixedWait(wait: .seconds(2)),
    ]

    /// The name as a scenario has it.
    public var name: String {
        switch self {
        case .playThrough: "play-through"
        case .firstChunk: "first-chunk"
        case .fixedSeconds: "fixed-seconds"
        case .fixedWait: "fixed-wait"
        }
    }

    /// What it does, in a sentence.
    public var about: String {
        switch self {
        case .playThrough: "Starts when, at the measured throughput, all that remains arrives before it is needed."
        case .firstChunk: "Starts as soon as one chunk is loaded."
        case .fixedSeconds: "Starts with a fixed length of media ahead of the playhead."
        case .fixedWait: "Starts a fixed time after it was asked for, as soon as anything is loaded."
        }
    }

    /// Its parameters, in the order that `setting(_:)` takes.
    public var parameters: [Parameter] {
        switch self {
        case .playThrough(let hysteresis):
            [
                .seconds(
                    "hysteresis_s", "While playing, a shortfall up to this does not yet make it unlikely to keep up.",
                    hysteresis.nanoseconds)
            ]
        case .firstChunk: []
        case .fixedSeconds(let start, let afterStall):
            [
                .seconds("start_s", "Media ahead of the playhead before a start.", start.nanoseconds),
                .seconds("after_stall_s", "Media ahead of the playhead after a stall.", afterStall.nanoseconds),
            ]
        case .fixedWait(let wait):
            [.seconds("wait_s", "Time from the request to the start.", wait.nanoseconds)]
        }
    }

    /// The same rule with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> KeepUp {
        switch self {
        case .playThrough: .playThrough(hysteresis: TimeAmount(nanoseconds: values[0]))
        case .firstChunk: .firstChunk
        case .fixedSeconds:
            .fixedSeconds(start: MediaTime(nanoseconds: values[0]), afterStall: MediaTime(nanoseconds: values[1]))
        case .fixedWait: .fixedWait(wait: TimeAmount(nanoseconds: values[0]))
        }
    }

    /// Judges whether playback from `question.place` would keep up. Constant time.
    public func verdict(on question: Question, seeing buffer: BufferState) -> Verdict {
        if question.place >= buffer.end { return Verdict(.likely, .nothingLeft) }
        if buffer.isComplete { return Verdict(.likely, .everythingLoaded) }
        if question.nothingMoreComes { return Verdict(.unlikely, .nothingMoreComes) }
        let ahead = buffer.ahead(of: question.place)
        guard ahead > .zero else { return Verdict(.nothingToJudgeBy, .nothingLoaded) }
        switch self {
        case .playThrough(let hysteresis):
            return Self.playThrough(question, buffer, patience: question.isPlaying ? hysteresis : .zero)
        case .firstChunk:
            return Verdict(.likely, .firstChunkLoaded)
        case .fixedSeconds(let start, let afterStall):
            let wanted = question.followsStall ? afterStall : start
            return ahead >= wanted || question.isPlaying
                ? Verdict(.likely, .enoughAhead(ahead)) : Verdict(.unlikely, .tooLittleAhead(ahead))
        case .fixedWait(let wait):
            if question.isPlaying { return Verdict(.likely, .waitedEnough(wait)) }
            guard let asked = question.askedAt else { return Verdict(.nothingToJudgeBy, .notAskedToPlay) }
            return question.now - asked >= wait
                ? Verdict(.likely, .waitedEnough(wait))
                : Verdict(.unlikely, .stillWaiting(asked + wait - question.now), reconsiderAt: asked + wait)
        }
    }

    /// Holds arrival against need: for the next chunk, for the last, and where they differ for the one before the last
    /// and the first of the last request. Between these the balance is a straight line as long as sizes are those of a
    /// constant bit rate, so one of them is the worst.
    ///
    /// Chromium, Firefox and WebKit's MSE player compare time to download with time to play likewise, for the end
    /// alone. It takes fetching to go on without rest: what a full buffer has no room for is not in it.
    ///
    /// Between two chunks nothing new is known, so the verdict says when to look again: the moment from which the
    /// shortfall would be waited out, where that comes before the next chunk. A chunk that is overdue delays all behind
    /// it.
    private static func playThrough(
        _ question: Question, _ buffer: BufferState, patience: TimeAmount
    ) -> Verdict {
        guard let throughput = buffer.throughput else { return Verdict(.nothingToJudgeBy, .nothingMeasured) }
        let now = question.now
        let awaited = buffer.awaited
        let begun = buffer.fetchingSince ?? now
        let next = begun + buffer.latency.times(awaited.nextRequests) + throughput.time(forBytes: awaited.nextBytes)
        let last = begun + buffer.latency.times(awaited.requests) + throughput.time(forBytes: awaited.bytes)
        let overdue = max(.zero, now - next)
        func shortfallAt(_ arrival: Instant, _ start: MediaTime) -> TimeAmount {
            let start = max(buffer.playableEnd, start)
            return arrival + overdue - (now + question.rate.time(toPass: start - question.place, .down))
        }
        var shortfall = max(shortfallAt(next, buffer.playableEnd), shortfallAt(last, awaited.lastChunkStart))
        func check(_ point: BufferState.Awaited.Checkpoint) {
            guard point.bytesBehind < awaited.bytes else { return }
            let arrival =
                begun + buffer.latency.times(awaited.requests - point.requestsBehind)
                + throughput.time(forBytes: awaited.bytes - point.bytesBehind)
            shortfall = max(shortfall, shortfallAt(arrival, point.start))
        }
        check(awaited.beforeLast)
        check(awaited.lastRequest)
        if shortfall <= patience { return Verdict(.likely, .arrivesInTime(spare: .zero - shortfall)) }
        let start = now + shortfall
        let canWaitItOut = buffer.fetchingSince != nil && start < next
        return Verdict(.unlikely, .arrivesTooLate(by: shortfall), reconsiderAt: canWaitItOut ? start : nil)
    }
}

extension KeepUp {
    /// What is asked of a rule: would playback from here, at this rate, keep up?
    public struct Question: Equatable, Sendable {
        /// Where the playhead is.
        public var place: MediaTime
        /// The rate asked for, or the default rate while none is; never zero.
        public var rate: Rate
        /// The present.
        public var now: Instant
        /// Whether the playhead moves already.
        public var isPlaying: Bool
        /// Since when the player has been waiting to play, or nil where it is not.
        public var askedAt: Instant?
        /// Whether a stall came before.
        public var followsStall: Bool
        /// Whether loading was given up: then no rule can hope for what is not loaded.
        public var nothingMoreComes = false

        /// Memberwise.
        public init(
            place: MediaTime, rate: Rate, now: Instant, isPlaying: Bool, askedAt: Instant?, followsStall: Bool
        ) {
            self.place = place
            self.rate = rate
            self.now = now
            self.isPlaying = isPlaying
            self.askedAt = askedAt
            self.followsStall = followsStall
        }
    }

    /// A rule's answer, and why.
    public struct Verdict: Equatable, Sendable {
        /// The answer.
        public var outlook: Outlook
        /// Why.
        public var grounds: Grounds
        /// When the answer may change without anything arriving; nil where only an arrival can change it.
        public var reconsiderAt: Instant?

        /// An answer with its grounds.
        public init(_ outlook: Outlook, _ grounds: Grounds, reconsiderAt: Instant? = nil) {
            self.outlook = outlook
            self.grounds = grounds
            self.reconsiderAt = reconsiderAt
        }
    }

    /// Likely to keep up or not; or not known, for which AVFoundation has the reason `evaluatingBufferingRate`.
    public enum Outlook: UInt8, Sendable {
        case nothingToJudgeBy
        case unlikely
        case likely
    }

    /// Why a rule answers as it does, with the figure that decided.
    public enum Grounds: Equatable, Sendable {
        case nothingLoaded
        case nothingMeasured
        case notAskedToPlay
        case everythingLoaded
        case nothingLeft
        case nothingMoreComes
        case firstChunkLoaded
        case arrivesInTime(spare: TimeAmount)
        case arrivesTooLate(by: TimeAmount)
        case enoughAhead(MediaTime)
        case tooLittleAhead(MediaTime)
        case waitedEnough(TimeAmount)
        case stillWaiting(TimeAmount)
    }
}

extension TimeAmount {
    /// The amount `count` times over, cut at what can be counted.
    fileprivate func times(_ count: Int64) -> TimeAmount {
        let (product, overflow) = nanoseconds.multipliedReportingOverflow(by: count)
        return TimeAmount(nanoseconds: overflow ? .max : product)
    }
}
