/// The rule by which a segment that takes too long is given up for one of a lower variant: what has come is wasted.
///
/// Apple says nothing of it; these are the rules of players that do. They look at a download while it is under way.
public enum SegmentAbandonment: Choosable, Equatable, Sendable {
    /// Never: what was asked for is waited for.
    case never
    /// dash.js: some time after the first byte, where the whole download takes a multiple of the segment's length, with
    /// no more ahead than its buffer aims at; for the highest variant that the download's own throughput carries.
    ///
    /// 1.8, 0.5 s and 18 s: AbandonRequestsRule.js 54–131, Settings.js 1202, 1361–1367. It looks at each of the
    /// browser's progress events, of which it wants six; here at regular times.
    case dashJS(multiple: Int64, after: TimeAmount, every: TimeAmount, most: MediaTime)
    /// hls.js: after half a segment's length, where what is left takes longer than what is ahead lasts; for the highest
    /// lower variant that comes before that, or else the lowest, if it is sooner there. Where what is left takes more
    /// than twice as long as that one, it is the lowest. Not before there is something to play, and not while playback
    /// is paused.
    ///
    /// abr-controller.ts 247–470, on a timer of 0.1 s. To the time of another segment that of its playlist is added
    /// where it is still to come, and always in a live stream. Left out: that it forgets what it has measured. Of a
    /// live stream that has ended the mean length is that of all its segments, not only of those listed.
    case hlsJS(every: TimeAmount)
    /// Sabre: as its switching rule has it, after each 12,000 bits that took 50 ms or longer (src/sabre.py 391–436);
    /// and then that rule is asked again. With a rule that Sabre does not have, as its throughput rule has it.
    ///
    /// Nothing of what it gives up is measured, so that the rule may have it ask for the same again, and give that up
    /// again, for ever. In Sabre, too, the variant to turn to is written down in `abandon_to_quality` and looked for in
    /// `abandoned_to_quality`.
    case sabre
    /// Shaka: it measures while a segment comes, each time that so much has, and its switching rule may choose another
    /// variant by that. Then the segment is given up if the other one would be there before what is ahead is played, or
    /// is smaller than what is left; else the choice holds from the next one on.
    ///
    /// 0.1 s and 16,000 bytes: net/http_fetch_plugin.js 196–206, media/streaming_engine.js 811–929. In HLS a segment's
    /// size is its length times `BANDWIDTH` (pull request 9041, September 2025).
    case shaka(every: TimeAmount, sample: Int64)
    /// video.js: a second after the first byte, where what is left comes later than the buffer lasts; for a variant
    /// that makes it wait less. Not while playback is paused.
    ///
    /// 0.5 s: segment-loader.js 1857–1942, playlist-selectors.js 488–556. It looks at each of the browser's progress
    /// events; here at regular times.
    case vhs(gain: TimeAmount, every: TimeAmount)

    /// Every rule with its defaults, in the order in which they are listed; the first is the default.
    public static let all: [SegmentAbandonment] = [
        .never,
        .dashJS(multiple: 1_800_000, after: .milliseconds(500), every: .milliseconds(250), most: .seconds(18)),
        .hlsJS(every: .milliseconds(100)), .sabre,
        .shaka(every: .milliseconds(100), sample: 16_000), .vhs(gain: .milliseconds(500), every: .milliseconds(100)),
    ]

    /// Its row in its table.
    public var words: RuleWords {
        func look(_ every: TimeAmount) -> Parameter {
            Parameter(
                "every_s", "How often it looks.", .seconds, every.nanoseconds, in: 1_000_000...86_400_000_000_000)
        }
        return switch self {
        case .never: RuleWords("never", "What was asked for is waited for.")
        case .dashJS(let multiple, let after, let every, let most):
            RuleWords(
                "dash.js", "Gives up what takes much longer than it plays.",
                Parameter(
                    "multiple_ratio", "How much longer than its length a segment may take.", .ratio, multiple,
                    in: 1...1_000_000_000),
                .seconds("after_s", "How long it is let alone from the first byte on.", after.nanoseconds),
                look(every),
                .seconds("buffer_time_s", "Media ahead above which nothing is given up.", most.nanoseconds))
        case .sabre:
            RuleWords(
                "sabre",
                "Gives up what its switching rule gives up in Sabre, and asks that again: without end at times.")
        case .hlsJS(let every): RuleWords("hls.js", "Gives up what comes later than the buffer lasts.", look(every))
        case .shaka(let every, let sample):
            RuleWords(
                "shaka", "Measures on the way; gives up what another variant, chosen by that, outdoes.",
                look(every),
                Parameter(
                    "sample_bytes", "How much has to come before it looks again.", .bytes, sample,
                    in: 1...1_000_000_000_000))
        case .vhs(let gain, let every):
            RuleWords(
                "vhs", "Gives up what makes playback wait, where another variant makes it wait less.",
                .seconds("gain_s", "By how much less it has to be.", gain.nanoseconds), look(every))
        }
    }

    /// The same rule with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> SegmentAbandonment {
        switch self {
        case .never: .never
        case .dashJS:
            .dashJS(multiple: values[0], after: values.time(1), every: values.time(2), most: values.media(3))
        case .hlsJS: .hlsJS(every: values.time(0))
        case .sabre: .sabre
        case .shaka: .shaka(every: values.time(0), sample: values[1])
        case .vhs: .vhs(gain: values.time(0), every: values.time(1))
        }
    }

    /// Whether it looks at what is ahead of the playhead.
    public var looksAtBuffer: Bool {
        switch self {
        case .never: false
        case .dashJS, .hlsJS, .sabre, .shaka, .vhs: true
        }
    }

    /// The next time to look at a download that was begun `elapsed` ago; nil where nobody ever looks.
    public func nextLook(after elapsed: TimeAmount) -> TimeAmount? {
        switch self {
        case .never: nil
        case .dashJS(_, let after, let every, _): elapsed < after ? after - elapsed : every
        case .hlsJS(let every), .shaka(let every, _), .vhs(_, let every): every
        case .sabre: .milliseconds(50)
        }
    }

    /// The bits that have to have come since the last look, or the request, before it looks again.
    public var bitsBetweenLooks: Int64 {
        switch self {
        case .never, .dashJS, .hlsJS, .vhs: 0
        case .sabre: 12_000
        case .shaka(_, let sample): sample.multiplied8
        }
    }

    /// Whether what has come of a segment that was given up counts as a measurement of its own; else it counts for
    /// nothing. hls.js: abr-controller.ts 374–397.
    public var measuresGivenUp: Bool {
        switch self {
        case .never, .dashJS, .sabre, .shaka, .vhs: false
        case .hlsJS: true
        }
    }

    /// Whether it reckons with the playlists that other variants take first.
    public var looksAtPlaylists: Bool {
        switch self {
        case .never, .dashJS, .sabre, .shaka, .vhs: false
        case .hlsJS: true
        }
    }

    /// Whether each look measures what has come since the one before.
    public var measuresOnTheWay: Bool {
        switch self {
        case .never, .dashJS, .hlsJS, .sabre, .vhs: false
        case .shaka: true
        }
    }

    /// A download that is under way.
    public struct Download: Equatable, Sendable {
        /// Since the request, or since it was made again; zero in the pause before that.
        ///
        /// Players measure the load that is under way: hls.js by its `stats.loading.start` (abr-controller.ts 247–470),
        /// video.js by the request's `requestTime` (segment-loader.js 1857–1942).
        public var elapsed: TimeAmount
        /// Since the first byte; zero where there was none.
        public var receiving: TimeAmount
        /// Bytes that have come.
        public var received: Int64
        /// Bytes of the whole answer, which its head has said.
        public var bytes: Int64
        /// Bits that have come beyond whole bytes.
        public var restOfBits = 0.0
        /// The throughput as measured before; nil where nothing was.
        public var throughput: ThroughputEstimate?
        /// The time to a first byte, as expected.
        public var latency = TimeAmount.zero
        /// Whether anything of the item is loaded, so that there is something to play.
        public var hasMedia = true
        /// Whether a download of this segment was given up before.
        public var wasGivenUp = false
        /// Whether playback is paused, and not for want of media: a media element that stalls is not `paused`.
        public var isPaused = false
        /// Whether it is of a live stream, of which more is to be listed.
        public var isLive = false
        /// The mean length of the item's segments; nil where it is the length of this one.
        public var averageSegment: MediaTime?
        /// The number of lower variants, those included that a limit rules out now or that have failed.
        public var lowerCount = 0
        /// The playlists that other rungs take first; none where that is not looked at.
        public var playlists = MissingPlaylists()

        /// The figures of the network; the rest is set where it is known.
        public init(elapsed: TimeAmount, receiving: TimeAmount, received: Int64, bytes: Int64) {
            self.elapsed = elapsed
            self.receiving = receiving
            self.received = received
            self.bytes = bytes
        }

        /// Bits per second since the first byte.
        var bitRate: Int64 {
            proportion(received.multiplied8, 1_000_000_000, over: max(1, receiving.nanoseconds), .down)
        }
    }

    /// The lower rung for which a download is given up, or nil where it goes on; what is ahead is played at `speed`,
    /// which must not be zero. As for Sabre and Shaka, switching rules say that (`VariantSwitch`).
    public func lowerRung(
        than current: Int, on ladder: SwitchLadder, for download: Download, ahead: MediaTime, segment: MediaTime,
        speed: Rate = .one
    ) -> Int? {
        guard download.received < download.bytes else { return nil }
        let lasts = speed.time(toPass: ahead, .down)
        switch self {
        case .never, .sabre, .shaka: return nil
        case .dashJS(let multiple, let after, _, let most):
            return download.lowerRungOfDashJS(
                than: current, on: ladder, ahead: ahead, segment: segment, multiple: multiple, after: after,
                most: most)
        case .hlsJS:
            return download.lowerRungOfHlsJS(
                than: current, on: ladder, lasting: lasts, segment: segment, speed: speed)
        case .vhs(let gain, _):
            return download.lowerRungOfVHS(than: current, on: ladder, lasting: lasts, segment: segment, gain: gain)
        }
    }
}
