/// The rule by which enough media is ahead of the playhead, so that fetching rests.
public enum BufferGoal: Choosable, Equatable, Sendable {
    /// That much media ahead, whatever is fetched.
    case fixed(MediaTime)
    /// As much as some bytes last at the bit rate that is fetched, no less than one length and no more than another,
    /// which is the stronger of the two.
    ///
    /// hls.js: 60 MB, at least 30 s, at most 600 s (base-stream-controller.ts 1451–1463, stream-controller.ts 314–322).
    /// ExoPlayer: 50 s, or 2200 blocks of 65 536 bytes where these are less (DefaultLoadControl.java 130–188, 766–809).
    /// mpv: 150 MiB, and no length (demux/demux.c 98–163).
    case bySize(bytes: Int64, least: MediaTime, most: MediaTime)
    /// video.js: a length that grows with the place of the playhead, up to the most, or not at all where it begins
    /// with more.
    ///
    /// 30 s and 60 s: playlist-controller.js 2260 (`goalBufferLength`), config.js.
    case vhs(start: MediaTime, most: MediaTime)
    /// dash.js: a segment more is fetched while it fits; at the highest bit rate more fits, and most in a long item.
    ///
    /// 18 s, 30 s, and 60 s from 600 s on: ScheduleController.js 234–341, Settings.js 1202–1209. What is live and says
    /// no length is of infinite length (`getDuration` of DashManifestModel.js). Left out: audio beside video, which
    /// aims a second higher.
    case dashJS(usual: MediaTime, top: MediaTime, long: MediaTime, longFrom: MediaTime)

    /// Every rule but the fixed length, with its defaults, in the order in which they are listed.
    public static let all: [BufferGoal] = [
        .bySize(bytes: 60_000_000, least: .seconds(30), most: .seconds(600)),
        .vhs(start: .seconds(30), most: .seconds(60)),
        .dashJS(usual: .seconds(18), top: .seconds(30), long: .seconds(60), longFrom: .seconds(600)),
    ]

    /// Its row in its table.
    public var words: RuleWords {
        switch self {
        case .fixed(let length):
            RuleWords(
                "fixed", "The same length whatever is fetched.",
                .seconds("length_s", "Media wanted ahead.", length.nanoseconds))
        case .bySize(let bytes, let least, let most):
            RuleWords(
                "by-size", "As much as some bytes last at the bit rate that is fetched, within bounds.",
                Parameter("size_bytes", "Bytes wanted ahead.", .bytes, bytes, in: 1...1_000_000_000_000),
                .seconds("least_s", "Media wanted ahead however little the bytes last.", least.nanoseconds),
                .seconds("most_s", "Media that is enough however long the bytes last.", most.nanoseconds))
        case .vhs(let start, let most):
            RuleWords(
                "vhs", "video.js: a length that grows with the place of the playhead.",
                .seconds("start_s", "Media wanted ahead at the beginning.", start.nanoseconds),
                .seconds("most_s", "Media that is enough anywhere.", most.nanoseconds))
        case .dashJS(let usual, let top, let long, let longFrom):
            RuleWords(
                "dash.js", "dash.js: what fits into a length, of which there is more at the highest bit rate.",
                .seconds("usual_s", "What it has to fit into.", usual.nanoseconds),
                .seconds("top_s", "Likewise, at the highest bit rate.", top.nanoseconds),
                .seconds("long_s", "Likewise, at the highest bit rate of a long item.", long.nanoseconds),
                .seconds("long_from_s", "How long a long item is at least.", longFrom.nanoseconds))
        }
    }

    /// The same rule with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> BufferGoal {
        switch self {
        case .fixed: .fixed(values.media(0))
        case .bySize: .bySize(bytes: values[0], least: values.media(1), most: values.media(2))
        case .vhs: .vhs(start: values.media(0), most: values.media(1))
        case .dashJS:
            .dashJS(usual: values.media(0), top: values.media(1), long: values.media(2), longFrom: values.media(3))
        }
    }

    /// Whether it is asked once more when the variant that comes next is another than before: then nothing of that is
    /// asked for either while enough is ahead. The choice stands meanwhile.
    ///
    /// ScheduleController.js, `schedule`, with StreamProcessor.js, `prepareQualityChange`, which has it begin again,
    /// without another look at the quality (`setCheckPlaybackQuality`).
    package var isAskedAgain: Bool {
        switch self {
        case .fixed, .bySize, .vhs: false
        case .dashJS: true
        }
    }

    /// The circumstances in which a player asks how much it wants.
    public struct Situation: Equatable, Sendable {
        /// `BANDWIDTH` of the variant that is fetched, in bits per second.
        public var bitRate: Int64
        /// Whether no variant that may be fetched has a higher one.
        public var isHighest: Bool
        /// The length of its segments.
        public var segment: MediaTime
        /// The place of the playhead.
        public var place: MediaTime
        /// The length of the item; `unlimited` of a live stream that goes on.
        public var duration: MediaTime

        /// Memberwise.
        public init(bitRate: Int64, isHighest: Bool, segment: MediaTime, place: MediaTime, duration: MediaTime) {
            self.bitRate = bitRate
            self.isHighest = isHighest
            self.segment = segment
            self.place = place
            self.duration = duration
        }
    }

    /// The media wanted ahead: with so much, nothing more is asked for.
    public func length(in situation: Situation) -> MediaTime {
        switch self {
        case .fixed(let length): return length
        case .bySize(let bytes, let least, let most):
            let lasts = proportion(bytes.multiplied8, 1_000_000_000, over: max(1, situation.bitRate), .down)
            return min(max(MediaTime(nanoseconds: lasts), least), most)
        case .vhs(let start, let most): return min(start + situation.place, max(start, most))
        case .dashJS(let usual, let top, let long, let longFrom):
            let higher = situation.duration >= longFrom ? long : top
            let room = situation.isHighest ? higher : usual
            return room > situation.segment ? room - situation.segment : room
        }
    }

    /// The place of the playhead from which on something is wanted again, where media up to `end` is there, `short` of
    /// the length has to be missing, and nothing else changes.
    public func place(wantingBehind end: MediaTime, short: MediaTime, in situation: Situation) -> MediaTime {
        switch self {
        case .fixed, .bySize, .dashJS: end - (length(in: situation) - short)
        case .vhs(let start, let most):
            // Each second played is one less ahead, and one more wanted, until the most is.
            max(
                end - (max(start, most) - short),
                MediaTime(nanoseconds: half(of: (end - (start - short)).nanoseconds)))
        }
    }

    /// Half of a number, rounded up.
    private func half(of number: Int64) -> Int64 { number / 2 + (number > 0 ? number % 2 : 0) }
}
