/// The rule by which a segment that takes too long is given up for one of a lower variant: what has come is wasted.
///
/// Apple says nothing of it; these are the rules of players that do. They look at a download while it is under way.
public enum SegmentAbandonment: Equatable, Sendable {
    /// Never: what was asked for is waited for.
    case never
    /// dash.js: after some time, where the whole download will take more than a multiple of the segment's length; for
    /// the highest lower variant that comes in time.
    ///
    /// 1.8 and 0.5 s, and 0.9 of the throughput: Settings.js 1361–1367, 1388. It looks at each of the browser's
    /// progress events, of which it wants six; here at regular times.
    case dashJS(multiple: Int64, after: TimeAmount, every: TimeAmount)
    /// hls.js: after half a segment's length, where what is left takes longer than what is ahead lasts; for the highest
    /// lower variant that comes before that, or else the lowest, if it is sooner there.
    ///
    /// abr-controller.ts 248–337, on a timer of 0.1 s.
    case hlsJS(every: TimeAmount)
    /// Sabre: as its switching rule has it, after each 12,000 bits that took 50 ms or longer (src/sabre.py 391–436);
    /// and then that rule is asked again. With a rule that Sabre does not have, as its throughput rule has it.
    case sabre

    /// Every rule with its defaults, in the order in which they are listed; the first is the default.
    public static let all: [SegmentAbandonment] = [
        .never, .dashJS(multiple: 1_800_000, after: .milliseconds(500), every: .milliseconds(250)),
        .hlsJS(every: .milliseconds(100)), .sabre,
    ]

    /// The name as a scenario has it.
    public var name: String { words.name }
    /// Its description, in a sentence.
    public var about: String { words.about }
    /// Its parameters, in the order that `setting(_:)` takes.
    public var parameters: [Parameter] { words.parameters }

    private var words: RuleWords {
        func look(_ every: TimeAmount) -> Parameter {
            Parameter(
                "every_s", "How often it looks.", .seconds, every.nanoseconds, in: 1_000_000...86_400_000_000_000)
        }
        return switch self {
        case .never: RuleWords("never", "What was asked for is waited for.")
        case .dashJS(let multiple, let after, let every):
            RuleWords(
                "dash.js", "Gives up what takes much longer than it plays.",
                Parameter(
                    "multiple_ratio", "How much longer than its length a segment may take.", .ratio, multiple,
                    in: 1...1_000_000_000),
                .seconds("after_s", "How long it is let alone.", after.nanoseconds), look(every))
        case .sabre:
            RuleWords("sabre", "Gives up what its switching rule gives up in Sabre, and asks that again.")
        case .hlsJS(let every): RuleWords("hls.js", "Gives up what comes later than the buffer lasts.", look(every))
        }
    }

    /// The same rule with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> SegmentAbandonment {
        switch self {
        case .never: .never
        case .dashJS: .dashJS(multiple: values[0], after: values.time(1), every: values.time(2))
        case .hlsJS: .hlsJS(every: values.time(0))
        case .sabre: .sabre
        }
    }

    /// Whether it looks at what is ahead of the playhead.
    public var looksAtBuffer: Bool {
        switch self {
        case .never, .dashJS: false
        case .hlsJS, .sabre: true
        }
    }

    /// The next time to look at a download that was begun `elapsed` ago; nil where nobody ever looks.
    public func nextLook(after elapsed: TimeAmount) -> TimeAmount? {
        switch self {
        case .never: nil
        case .dashJS(_, let after, let every): elapsed < after ? after - elapsed : every
        case .hlsJS(let every): every
        case .sabre: .milliseconds(50)
        }
    }

    /// The bits that have to have come since the last look, or the request, before it looks again.
    public var bitsBetweenLooks: Int64 {
        switch self {
        case .never, .dashJS, .hlsJS: 0
        case .sabre: 12_000
        }
    }

    /// Whether what has come of a segment that was given up counts as a measurement of its own; else it counts for
    /// nothing. hls.js: abr-controller.ts 374–397.
    public var measuresGivenUp: Bool {
        switch self {
        case .never, .dashJS, .sabre: false
        case .hlsJS: true
        }
    }

    /// A download that is under way.
    public struct Download: Equatable, Sendable {
        /// Since the request.
        public var elapsed: TimeAmount
        /// Since the first byte; zero where there was none.
        public var receiving: TimeAmount
        /// Bytes that have come.
        public var received: Int64
        /// Bytes of the whole answer, which its head has said.
        public var bytes: Int64
        /// Bits that have come beyond whole bytes.
        public var restOfBits = 0.0

        /// Memberwise.
        public init(elapsed: TimeAmount, receiving: TimeAmount, received: Int64, bytes: Int64) {
            self.elapsed = elapsed
            self.receiving = receiving
            self.received = received
            self.bytes = bytes
        }

        /// The time that the rest will take; nil where nothing has come yet.
        var left: TimeAmount? {
            guard received > 0, receiving > .zero else { return nil }
            return TimeAmount(nanoseconds: proportion(bytes - received, receiving.nanoseconds, over: received, .up))
        }

        var bitRate: Int64 {
            proportion(received.multiplied8, 1_000_000_000, over: max(1, receiving.nanoseconds), .down)
        }
    }

    /// The lower rung for which a download is given up, or nil where it goes on. As for Sabre, its switching rules say
    /// that (`VariantSwitch`).
    public func lowerRung(
        than current: Int, on ladder: SwitchLadder, for download: Download, ahead: MediaTime, segment: MediaTime
    ) -> Int? {
        guard current > 0, download.received < download.bytes, let left = download.left else { return nil }
        /// The time that a segment of a rung takes at that bit rate.
        func time(_ rung: Int, _ bitRate: Int64) -> Int64 {
            proportion(segment.nanoseconds, ladder.rungs[rung].bitRate, over: max(1, bitRate), .up)
        }
        switch self {
        case .never, .sabre: return nil
        case .dashJS(let multiple, let after, _):
            let most = proportion(segment.nanoseconds, multiple, over: 1_000_000, .down)
            guard download.elapsed >= after, left.nanoseconds > most - download.elapsed.nanoseconds else {
                return nil
            }
            let rung = ladder.highest(within: proportion(download.bitRate, 900_000, over: 1_000_000, .down))
            return rung < current && time(rung, download.bitRate) < left.nanoseconds ? rung : nil
        case .hlsJS:
            guard download.elapsed.nanoseconds >= segment.nanoseconds / 2, left.nanoseconds > ahead.nanoseconds else {
                return nil
            }
            let inTime = (0..<current).last { time($0, download.bitRate) < ahead.nanoseconds } ?? 0
            return time(inTime, download.bitRate) < left.nanoseconds ? inTime : nil
        }
    }
}
