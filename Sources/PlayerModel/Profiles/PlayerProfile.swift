/// A whole player: all that decides when it fetches what, and when it plays.
///
/// To add one: a file in this folder, and a line in `all`. Scenarios, reports and lists follow.
public struct PlayerProfile: Equatable, Sendable {
    /// The name as a scenario has it.
    public let name: String
    /// Its description, in a sentence.
    public let about: String
    /// When it starts, and goes on after a stall.
    public let keepUp: KeepUp
    /// How it measures throughput.
    public let estimator: ThroughputEstimator
    /// How it learns that the network is another than it was, and what it goes on with when another item is loaded. No
    /// player but AVPlayer's stand-in has such evidence: what they have measured holds. ExoPlayer, Shaka and hls.js go
    /// on with it; dash.js and video.js begin anew.
    public let evidence: EvidenceSettings
    /// Which variant it begins with.
    public let firstVariant: VariantChoice
    /// Which variant it fetches next.
    public let switching: VariantSwitch
    /// When it gives a segment under way up.
    public let abandonment: SegmentAbandonment
    /// How much media it wants ahead.
    public let goal: BufferGoal
    /// How much of a full buffer is played before it fetches again.
    public let drain: MediaTime
    /// How long it waits for answers, and how it asks again.
    public let requests: PlayerRequests
    /// Whether it turns to another variant when a request has failed, and to which.
    public let failOver: FailOver
    /// Its conduct with segments that are listed and not there.
    public let gaps: GapRule
    /// How it holds its distance from the edge of a live stream.
    public let catchUp: CatchUp
    /// Whether it loads the playlists of a live stream while it is paused.
    public let pausedLive: PausedLive
    /// Whether its numbers were fitted to live streams: of what has an end nothing was measured.
    public let isFittedToLive: Bool
    /// Where its rules and constants come from: a sentence, or the files and their lines.
    public let sources: [String]
    /// Traits of that player that are left out.
    public let notModelled: [String]

    /// The conduct of a paused player with the playlists of a live stream. Where that is joined, and how often they are
    /// loaded, is AVFoundation's of all profiles.
    public enum PausedLive: Sendable {
        /// It rests: AVFoundation's default.
        case rests
        /// It loads them again as it does while it plays.
        case loads
        /// Nothing of its live streams is modelled.
        case unknown
    }

    /// Memberwise.
    init(
        _ name: String, _ about: String, keepUp: KeepUp, estimator: ThroughputEstimator,
        evidence: EvidenceSettings = .none, firstVariant: VariantChoice, switching: VariantSwitch,
        abandonment: SegmentAbandonment, goal: BufferGoal, drain: MediaTime,
        requests: PlayerRequests, failOver: FailOver = .giveUp, gaps: GapRule = .avFoundation,
        catchUp: CatchUp = .never,
        pausedLive: PausedLive = .unknown, isFittedToLive: Bool = false, sources: [String], notModelled: [String]
    ) {
        self.name = name
        self.about = about
        self.keepUp = keepUp
        self.estimator = estimator
        self.evidence = evidence
        self.firstVariant = firstVariant
        self.switching = switching
        self.abandonment = abandonment
        self.goal = goal
        self.drain = drain
        self.requests = requests
        self.failOver = failOver
        self.gaps = gaps
        self.catchUp = catchUp
        self.pausedLive = pausedLive
        self.isFittedToLive = isFittedToLive
        self.sources = sources
        self.notModelled = notModelled
    }

    /// Every profile, in the order in which they are listed.
    public static let all: [PlayerProfile] = [
        .avPlayer, .avPlayerIOS, .hlsJS, .shaka, .exoPlayer, .dashJS, .vhs, .mpv, .vlc, .gstreamer, .chromium,
        .firefox,
    ]

    /// Whether a profile of that name stands for AVFoundation's player.
    public static func isApple(_ name: String) -> Bool {
        all.contains { $0.name == name && $0.pausedLive == .rests }
    }

    /// Its rules, by the key that a scenario has for each. How much it wants ahead is none where that is a length.
    public var rules: [(key: String, name: String, parameters: [Parameter])] {
        let all: [(key: String, name: String, parameters: [Parameter])] = [
            ("keep_up", keepUp.name, keepUp.parameters), ("throughput", estimator.name, estimator.parameters),
            ("first_variant", firstVariant.name, firstVariant.parameters),
            ("switching", switching.name, switching.parameters),
            ("abandon_segment", abandonment.name, abandonment.parameters),
            ("fail_over", failOver.name, failOver.parameters), ("gaps", gaps.name, gaps.parameters),
            ("catch_up", catchUp.name, catchUp.parameters),
        ]
        switch goal {
        case .fixed: return all
        case .bySize, .vhs, .dashJS: return all + [("buffer_goal", goal.name, goal.parameters)]
        }
    }

    /// Its times that are of no rule, in nanoseconds, by the key that a scenario has for each; nil for one without
    /// limit.
    public var times: [(key: String, value: Int64?)] {
        let all: [(key: String, value: Int64?)] = [
            ("drain_s", drain.nanoseconds), ("evidence_s", evidence.span.nanoseconds),
            ("carry_over_s", evidence.carryOver.nanoseconds),
        ]
        switch goal {
        case .fixed(let length):
            return [("default_forward_buffer_s", length == .unlimited ? nil : length.nanoseconds)] + all
        case .bySize, .vhs, .dashJS: return all
        }
    }

    /// Its policies for requests, by the key that a scenario has for each.
    public var requestRules: [(key: String, policy: RequestPolicy)] {
        [
            ("segment_requests", requests.segments), ("playlist_requests", requests.playlists),
            ("multivariant_requests", requests.multivariant),
        ]
    }
}
