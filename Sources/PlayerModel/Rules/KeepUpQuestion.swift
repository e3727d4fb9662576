extension KeepUp {
    /// The question to a rule: would playback from here, at this rate, keep up?
    public struct Question: Equatable, Sendable {
        /// The place of the playhead.
        public var place: MediaTime
        /// The rate asked for, or the default rate while none is; once it plays, that at which its clock moves. Never
        /// zero.
        public var rate: Rate
        /// The present.
        public var now: Instant
        /// Whether the playhead moves already.
        public var isPlaying: Bool
        /// Since when the player has been waiting to play, or nil where it is not.
        public var askedAt: Instant?
        /// Whether it waits after a stall, and nobody has sought since.
        public var followsStall: Bool
        /// Whether it waits after a seek out of what was loaded, while it played or was stalled.
        public var followsSeek = false
        /// The last answer: some rules need more to become likely than to stay so.
        public var wasLikely = false
        /// Whether loading was given up: then no rule can hope for what is not loaded.
        public var nothingMoreComes = false

        /// Memberwise.
        public init(
            place: MediaTime, rate: Rate, now: Instant, isPlaying: Bool, askedAt: Instant?, followsStall: Bool
        ) {
            (self.place, self.rate, self.now, self.isPlaying) = (place, rate, now, isPlaying)
            (self.askedAt, self.followsStall) = (askedAt, followsStall)
        }
    }

    /// A rule's answer, and why.
    public struct Verdict: Equatable, Sendable {
        /// The answer.
        public var outlook: Outlook
        /// Why.
        public var reason: Reason
        /// The instant at which the answer may change without an arrival; nil where only an arrival can change it.
        public var reconsiderAt: Instant?

        /// An answer with its reason.
        public init(_ outlook: Outlook, _ reason: Reason, reconsiderAt: Instant? = nil) {
            self.outlook = outlook
            self.reason = reason
            self.reconsiderAt = reconsiderAt
        }
    }

    /// Likely to keep up or not; or not known, for which AVFoundation has the reason `evaluatingBufferingRate`.
    public enum Outlook: UInt8, Sendable {
        /// Not known; not likely; likely.
        case nothingToJudgeBy, unlikely, likely
    }

    /// The reason why a rule answers as it does, with the figure that decided.
    public enum Reason: Equatable, Sendable {
        /// Facts that leave nothing to reckon with.
        case nothingLoaded, nothingMeasured, notAskedToPlay, everythingLoaded, nothingLeft, nothingMoreComes
        /// All of a live stream is loaded that there is, and lasts until more can be.
        case everythingListed
        /// Media that follows is listed no longer, and never comes.
        case listedNoLonger
        /// All that the rule asks for.
        case firstChunkLoaded, fetchingRests
        /// All that remains comes so long before it is needed.
        case arrivesInTime(spare: TimeAmount)
        /// Something of it would come so long after it is needed.
        case arrivesTooLate(by: TimeAmount)
        /// Less than the rule wants to have to spare.
        case sparesTooLittle(TimeAmount)
        /// As much as the rule wants lies ahead of the playhead.
        case enoughAhead(MediaTime)
        /// Less than the rule wants.
        case tooLittleAhead(MediaTime)
        /// So long a wait is all that the rule wants.
        case waitedEnough(TimeAmount)
        /// The rest of that wait.
        case stillWaiting(TimeAmount)
    }
}

extension KeepUp {
    /// The verdict of a rule that only compares what is ahead with what it wants.
    static func compare(_ ahead: MediaTime, _ isEnough: Bool) -> Verdict {
        isEnough ? Verdict(.likely, .enoughAhead(ahead)) : Verdict(.unlikely, .tooLittleAhead(ahead))
    }

    /// The verdict of a rule that wants so much ahead while it plays, too. Where it wants nothing there is no such
    /// instant: with nothing ahead playback stalls.
    static func compare(_ ahead: MediaTime, atLeast least: MediaTime, _ question: Question) -> Verdict {
        let verdict = compare(ahead, ahead >= least)
        return least > .zero ? verdict.lasting(ahead - least + MediaTime(nanoseconds: 1), question) : verdict
    }
}

extension KeepUp.Verdict {
    /// With the instant to ask again: when a playhead that moves has passed so much, too little is left ahead of it.
    func lasting(_ media: MediaTime, _ question: KeepUp.Question) -> Self {
        guard question.isPlaying, outlook == .likely else { return self }
        var verdict = self
        verdict.reconsiderAt = question.now + question.rate.time(toPass: media, .up)
        return verdict
    }
}
