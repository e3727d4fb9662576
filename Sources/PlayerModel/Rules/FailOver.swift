/// The turn of a player to another variant when a request has failed: after which failures, to which of those that are
/// left, and for how long the one that failed is left out.
///
/// `RequestPolicy` says how the same is asked for again. The two together are all that a player can do:
///
///     a request fails ─▶ turns at once? ──yes, there is another──▶ leaves the variant out, turns to another
///                              │ no                                            ▲
///                              ▼                                               │ yes, there is another
///                        asks again, after a pause ──no more often──▶ turns afterwards? ──no──▶ gives the item up
///
/// In place of giving the item up a player may go on with a live stream (`LiveRestart`).
///
/// Variants of one bit rate are redundant: the next one stands in for the other (RFC 8216, section 6.2.4, has them).
/// Where they come by several pathways, those to turn to are of one pathway (`leavesPathwayFirst`).
public struct FailOver: Choosable, Equatable, BitwiseCopyable, Sendable {
    /// The player whose way it is.
    public enum Kind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        /// Those of players by their names; and of one that never turns.
        case avFoundation, hlsJS, shaka, exoPlayer, vhs, giveUp
    }

    /// A part of a stream that may fail.
    public enum Part: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        /// A segment, or an initialization section, which is like one.
        case segment
        /// A media playlist.
        case playlist
    }

    /// A variant that may be turned to.
    public struct Candidate: Equatable, BitwiseCopyable, Sendable {
        /// Its number with whoever asks, in the order of the playlist.
        public var variant: Int
        /// `BANDWIDTH`, in bits per second.
        public var bitRate: Int64

        /// Memberwise.
        public init(variant: Int, bitRate: Int64) {
            self.variant = variant
            self.bitRate = bitRate
        }
    }

    /// The variant to turn to.
    public enum Turn: Equatable, Sendable {
        /// That one, by its number with whoever asks.
        case to(Int)
        /// The one that the rule for switching chooses among those that are left, held to nothing by the one that has
        /// failed (`SwitchQuestion.Occasion`).
        case asSwitching
        /// There is none, or it never turns.
        case nowhere
    }

    /// The pauses of a player that does not give a live stream up: when asking again is over, and it does not turn, it
    /// rests, and then asks for what failed as if nothing had been.
    public struct LiveRestart: Equatable, BitwiseCopyable, Sendable {
        /// After a limit of time was reached.
        let afterTimeout: TimeAmount
        /// After a lost connection, an answer that is too short, or a status that says that there is none.
        let afterOther: TimeAmount
    }

    /// Whose it is.
    public let kind: Kind
    /// For how long a variant that has failed is left out; nil where no time is set: then for the rest of
    /// the item, or until its pathway is gone back to.
    public internal(set) var exclusion: TimeAmount?
    /// For how long the pathway of such a variant is left out, once another one is taken; nil where that is as long as
    /// the variant.
    public internal(set) var pathwayExclusion: TimeAmount?
    /// How it goes on with a live stream that it would have to give up; nil where it does give it up.
    public let liveRestart: LiveRestart?

    init(
        kind: Kind, exclusion: TimeAmount?, pathwayExclusion: TimeAmount? = nil, liveRestart: LiveRestart? = nil
    ) {
        (self.kind, self.exclusion, self.pathwayExclusion) = (kind, exclusion, pathwayExclusion)
        self.liveRestart = liveRestart
    }

    /// Of those that were read, the constants of their sources; of AVFoundation's none is published, so it is ours.
    public static let all: [FailOver] = [.avFoundation, .hlsJS, .shaka, .exoPlayer, .vhs, .giveUp]

    /// No other variant: the item is given up.
    public static let giveUp = FailOver(kind: .giveUp, exclusion: nil)

    /// Whether it turns to other variants at all.
    public var turns: Bool { kind != .giveUp }

    /// Whether there are failures after which it turns at once.
    public var mayTurnAtOnce: Bool {
        switch kind {
        case .hlsJS, .exoPlayer, .vhs: true
        case .avFoundation, .shaka, .giveUp: false
        }
    }

    // MARK: When

    /// Whether it turns as soon as a request has failed so, where there is another variant: it does not ask for the
    /// same again first.
    public func turnsAtOnce(after failure: LoadFailure) -> Bool {
        switch (kind, failure) {
        case (.vhs, _): true
        case (.hlsJS, .badStatus(let status)): (400...499).contains(status)
        // A lost connection and a body that is too short have the status 0, which is a reason to ask again only for who
        // is offline (error-helper.ts, `retryForHttpStatus`). Of what cannot be read error-controller.ts does not ask
        // that (`getLevelSwitchAction`).
        case (.hlsJS, .connectionLost), (.hlsJS, .wrongLength), (.hlsJS, .unreadable): true
        case (.exoPlayer, .badStatus(let status)): [403, 404, 410, 416, 500, 503].contains(status)
        case (.hlsJS, _), (.exoPlayer, _), (.avFoundation, _), (.shaka, _), (.giveUp, _): false
        }
    }

    /// Whether it turns once it does not ask for the same any more.
    public func turns(after failure: LoadFailure) -> Bool {
        switch (kind, failure) {
        case (.giveUp, _): false
        case (.shaka, .timedOut), (.shaka, .unreadable): false
        case (.exoPlayer, .badStatus): turnsAtOnce(after: failure)
        case (.exoPlayer, _): false
        case (.avFoundation, _), (.hlsJS, _), (.shaka, _), (.vhs, _): true
        }
    }

    /// The pause before what has failed of a live stream that goes on is asked for anew, where asking again is over and
    /// it does not turn; nil where the item is given up. What cannot be read is as unreadable once more.
    public func liveRest(after failure: LoadFailure) -> TimeAmount? {
        switch failure {
        case .timedOut: liveRestart?.afterTimeout
        case .badStatus, .connectionLost, .wrongLength: liveRestart?.afterOther
        case .unreadable: nil
        }
    }

    /// Whether it chooses the variant anew for a segment that it asks for again, and chooses none of which something
    /// has failed since a segment of it came, but the one that came last, and the lowest if need be.
    ///
    /// hls.js: after its pause the state is IDLE (base-stream-controller.ts, `FRAG_LOADING_WAITING_RETRY`), which asks
    /// for the next level as ever; `findBestLevel` wants `fragmentError` 0 (abr-controller.ts 768–1039).
    public var choosesForRetries: Bool { kind == .hlsJS }

    /// Whether, when the last variant fails too, the others are let in again, and it turns back to them after a pause.
    public var takesBack: Bool { kind == .vhs }

    /// Whether, where a stream can be had by several pathways, the like of what has failed by another one comes before
    /// other variants by the same. hls.js tries all variants of a pathway first (video-dev/hls.js, issue 5747 and pull
    /// request 5241); of the others it is ours.
    public var leavesPathwayFirst: Bool { kind == .avFoundation }

    /// Whether no pathway is left out any more when another item begins: one that is loaded begins with its first then,
    /// to which hls.js keeps until a steering manifest comes (content-steering-controller.ts, `filterParsedLevels`).
    /// One that follows in a queue, which hls.js has none of, goes on with the pathway of before. Of other players it
    /// is ours that one stays left out.
    public var letsPathwaysIn: Bool { kind == .hlsJS }

    // MARK: Where to

    /// The variant to turn to from one that has failed. `others` are those that are left, in the order of the playlist;
    /// `throughput`, in bits per second, is what was measured, nil where nothing was.
    public func turn(
        from failed: Candidate, _ part: Part, to others: [Candidate], within throughput: Int64?
    ) -> Turn {
        guard turns, !others.isEmpty else { return .nowhere }
        switch kind {
        case .giveUp: return .nowhere
        case .shaka, .exoPlayer, .vhs: return .asSwitching
        case .hlsJS:
            // Level by level down, and when there is none from the top.
            return .to((Self.below(failed, others) ?? Self.highest(others)).variant)
        case .avFoundation:
            if let same = others.first(where: { $0.bitRate == failed.bitRate }) { return .to(same.variant) }
            switch part {
            case .segment:
                return .to((Self.below(failed, others) ?? Self.lowest(others)).variant)
            case .playlist:
                let fitting = throughput.map { most in others.filter { $0.bitRate <= most } } ?? []
                let next = fitting.isEmpty ? Self.below(failed, others) ?? Self.lowest(others) : Self.highest(fitting)
                return .to(next.variant)
            }
        }
    }

    /// The highest below a variant, that before it in the playlist being the lower of two equal ones; nil where there
    /// is none.
    private static func below(_ failed: Candidate, _ others: [Candidate]) -> Candidate? {
        let lower = others.filter { $0.bitRate < failed.bitRate }
        return lower.isEmpty ? nil : highest(lower)
    }

    /// Of equal ones, the first in the playlist.
    private static func highest(_ all: [Candidate]) -> Candidate {
        all.reduce(all[0]) { $1.bitRate > $0.bitRate ? $1 : $0 }
    }

    private static func lowest(_ all: [Candidate]) -> Candidate {
        all.reduce(all[0]) { $1.bitRate < $0.bitRate ? $1 : $0 }
    }
}

/// The numbers and the words of a policy.
extension FailOver {
    /// Its parameters, in the order that `setting(_:)` takes.
    public var parameters: [Parameter] {
        func seconds(_ name: String, _ about: String, _ time: TimeAmount?) -> [Parameter] {
            time.map { [.seconds(name, about, $0.nanoseconds)] } ?? []
        }
        return seconds("exclude_s", "How long a variant that failed is left out.", exclusion)
            + seconds("exclude_pathway_s", "How long a pathway that failed is left out.", pathwayExclusion)
    }

    /// The same policy with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> FailOver {
        var policy = self
        var rest = values[...]
        if exclusion != nil, let value = rest.popFirst() { policy.exclusion = TimeAmount(nanoseconds: value) }
        if pathwayExclusion != nil, let value = rest.popFirst() {
            policy.pathwayExclusion = TimeAmount(nanoseconds: value)
        }
        return policy
    }

    /// Its row in its table.
    public var words: RuleWords {
        switch kind {
        case .avFoundation:
            RuleWords(
                "avfoundation",
                "When asking again is over: after a segment the next lower variant (WWDC24 session 10113, of a 404), "
                    + "after a playlist the highest that the throughput carries (HTTP Live Streaming Overview). Ours: "
                    + "that other failures are like a 404, that with none lower the lowest is next, how long the "
                    + "variant is left out, and that the like of it by another pathway comes first."
            )
        case .hlsJS:
            RuleWords(
                "hls.js",
                "After timeouts and statuses but 4xx when asking again is over, else at once: the next lower level, "
                    + "then the top one; a level that failed is left out without a time limit. What it asks for again "
                    + "it chooses anew, of the level that came last or of one without failures. Another pathway comes "
                    + "when nothing of this one is left, which is then left out for a while."
            )
        case .shaka:
            RuleWords(
                "shaka",
                "When asking again is over, unless the request timed out: as it switches, without that variant. A live "
                    + "stream is not given up: what failed is asked for anew, after a timeout 0.1 s later, else 1 s."
            )
        case .exoPlayer:
            RuleWords(
                "exoplayer", "After 403, 404, 410, 416, 500 and 503 at once: as it switches, without that track.")
        case .vhs:
            RuleWords(
                "vhs",
                "After any failure at once: as it switches, without that rendition; when the last one fails, back to "
                    + "the others after a pause."
            )
        case .giveUp: RuleWords("give-up", "No other variant: when asking again is over the item is given up.")
        }
    }
}
