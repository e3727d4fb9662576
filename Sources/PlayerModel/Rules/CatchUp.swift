/// The speed at which a player plays a live stream by itself, to come nearer to the edge or to let it get ahead.
///
///     latency ╲  faster: more than one
///              ╲______ the target, at natural speed
///
/// AVFoundation documents no such thing: an `AVPlayer` keeps its offset by moving the playhead, where the app sets
/// `automaticallyPreservesTimeOffsetFromLive`. Of the others each has its own rule, and most have it switched off.
public struct CatchUp: Choosable, Equatable, BitwiseCopyable, Sendable {
    /// The player whose rule it is.
    public enum Kind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
        /// AVFoundation's, which has none; and those of others by their names.
        case never, exoPlayer, hlsJS, shaka, dashJS
    }

    /// The state of a live stream that is playing.
    public struct Question: BitwiseCopyable, Sendable {
        /// The distance of the playhead from the edge, as the playlists tell: their end, and the time since.
        public var latency: MediaTime
        /// HOLD-BACK or PART-HOLD-BACK, or what the app prefers to it.
        public var target: MediaTime
        /// The media that is loaded ahead of the playhead.
        public var ahead: MediaTime
        /// EXT-X-TARGETDURATION.
        public var targetDuration: MediaTime
        /// By how much the playlist is older than three target durations, or three parts.
        public var staleness: MediaTime

        /// Memberwise.
        public init(
            latency: MediaTime, target: MediaTime, ahead: MediaTime, targetDuration: MediaTime, staleness: MediaTime
        ) {
            (self.latency, self.target, self.ahead) = (latency, target, ahead)
            (self.targetDuration, self.staleness) = (targetDuration, staleness)
        }
    }

    /// Whose it is.
    public let kind: Kind
    private(set) var least = Rate.one
    private(set) var most = Rate.one
    private(set) var tolerance = MediaTime.zero
    /// The time between two looks.
    public private(set) var interval = TimeAmount.zero
    private(set) var increment = MediaTime.zero
    /// How much of a second's error is made up for in a second, in millionths.
    private(set) var gain: Int64 = 0
    /// How far behind the target a stream may be to be at it: of Shaka's rule.
    private(set) var slack = MediaTime.zero
    /// The media ahead of the playhead below which the buffer counts as dry: of dash.js's rule.
    private(set) var dry = MediaTime.zero

    /// Natural speed, always.
    public static let never = CatchUp(kind: .never)
    /// media3's DefaultLivePlaybackSpeedControl.java, with its constants.
    public static let exoPlayer = CatchUp(
        kind: .exoPlayer, least: Rate(thousandths: 970), most: Rate(thousandths: 1030),
        tolerance: MediaTime(nanoseconds: 20_000_000), interval: .seconds(1),
        increment: MediaTime(nanoseconds: 500_000_000), gain: 100_000)
    /// hls.js's latency-controller.ts. Its `maxLiveSyncPlaybackRate` is 1, which is never; 1.5 is for who asks for it.
    public static let hlsJS = CatchUp(
        kind: .hlsJS, most: Rate(thousandths: 1500), tolerance: MediaTime(nanoseconds: 50_000_000),
        interval: .milliseconds(250), increment: .seconds(1))
    /// Shaka's `streaming.liveSync`, which has to be enabled, with its documented numbers.
    public static let shaka = CatchUp(
        kind: .shaka, least: Rate(thousandths: 950), most: Rate(thousandths: 1100),
        tolerance: MediaTime(nanoseconds: 500_000_000), interval: .milliseconds(250),
        slack: MediaTime(nanoseconds: 500_000_000))
    /// dash.js's CatchupController.js in its default mode, which has to be enabled.
    public static let dashJS = CatchUp(
        kind: .dashJS, least: Rate(thousandths: 500), most: Rate(thousandths: 1500), interval: .milliseconds(250),
        dry: MediaTime(nanoseconds: 300_000_000))

    /// Every rule, in the order in which they are listed.
    public static let all: [CatchUp] = [.never, .exoPlayer, .hlsJS, .shaka, .dashJS]

    /// Whether it ever plays at another speed.
    public var isUsed: Bool { kind != .never && (least != .one || most != .one) }

    /// Whether it goes by the dates of playlists, and leaves streams alone whose playlists say none, or no HOLD-BACK
    /// (media3's HlsMediaSource.java, and `shouldUseLivePlaybackSpeedControl` of ExoPlayerImplInternal.java).
    public var goesByDates: Bool { kind == .exoPlayer }

    /// Whether it reckons the edge by the clock alone, whatever playlists say later: ExoPlayer by the dates, dash.js by
    /// the time at which its stream became available (PlaybackController.js, `getCurrentLiveLatency`).
    public var goesByClock: Bool { kind == .exoPlayer || kind == .dashJS }

    /// Whether, where the app has sought, the viewer is taken to want to be as far behind: media3's
    /// `setTargetLiveOffsetOverrideUs`, dash.js's live delay. The others come back to the edge.
    fileprivate var keepsSought: Bool { kind == .exoPlayer || kind == .dashJS }

    /// The speed from now on, at which the stream is looked at again after `interval`.
    public func speed(_ question: Question, _ memory: inout Memory, at now: Instant) -> Rate {
        switch kind {
        case .never: .one
        case .exoPlayer: proportionate(question, &memory, at: now)
        case .hlsJS: sigmoid(question, stalls: memory.stalls)
        case .shaka: stepwise(question)
        case .dashJS: sigmoid(question, memory)
        }
    }

    // MARK: The rules

    /// Proportionate to the error. The target is as far back as the edge of what is loaded has been seen to be, and
    /// comes nearer again no faster than the fastest speed.
    private func proportionate(_ question: Question, _ memory: inout Memory, at now: Instant) -> Rate {
        let target = memory.aim(question, self, at: now)
        let error = question.latency.nanoseconds - target.nanoseconds
        if error.magnitude < UInt64(tolerance.nanoseconds) { return .one }
        let part = proportion(Int64(error.magnitude), gain, over: 1_000_000_000_000, .down)
        return clamped(error < 0 ? 1000 - part : 1000 + part)
    }

    /// hls.js catches up and never falls back, in steps of a twentieth, as long as a second is loaded and the playhead
    /// is not so far behind that the viewer must have wanted it.
    private func sigmoid(_ question: Question, stalls: Int64) -> Rate {
        let room = min(question.targetDuration.nanoseconds, proportion(increment.nanoseconds, stalls, over: 1, .down))
        let target = question.target.nanoseconds + room
        let distance = question.latency.nanoseconds - target
        let isNear = distance < target + question.targetDuration.nanoseconds
        guard isNear, distance > tolerance.nanoseconds, question.ahead > .seconds(1) else { return .one }
        let exponent = -0.75 * Double(distance) / 1e9 - Double(question.staleness.nanoseconds) / 1e9
        let steps = 2 / (1 + exponential(of: exponent)) * 20
        return clamped(Int64((steps + 0.5).rounded(.down)) * 50)
    }

    /// One of three speeds: its latency is counted from where playback of a live stream begins. Shaka is never slower
    /// where the least latency would be 0, which is no number to it (player.js, `onTimeUpdate_`).
    private func stepwise(_ question: Question) -> Rate {
        let latency = question.latency - question.target
        if latency > slack + tolerance { return most }
        let nearest = slack - tolerance
        return nearest > .zero && latency < nearest ? least : .one
    }

    /// dash.js is the faster, or slower, the further it is from the target, and natural while its buffer counts as dry
    /// (BufferController.js, `checkIfSufficientBuffer`): the half of the target for which CatchupController.js means to
    /// wait after that is of no account there. A change of less than a twenty-fifth of the most is not made.
    private func sigmoid(_ question: Question, _ memory: Memory) -> Rate {
        if question.ahead < dry { return .one }
        let error = Double(question.latency.nanoseconds - question.target.nanoseconds) / 1e9
        let part = Double(error < 0 ? 1000 - least.thousandths : most.thousandths - 1000)
        let speed = 1000 - part + 2 * part / (1 + exponential(of: -5 * error))
        let wanted = clamped(Int64((speed + 0.5).rounded(.down)))
        let change = (wanted.thousandths - memory.speed.thousandths).magnitude
        let isWorth = Int64(change) * 25 >= Int64(most.thousandths - 1000) || wanted == .one
        return isWorth ? wanted : memory.speed
    }

    private func clamped(_ thousandths: Int64) -> Rate {
        Rate(thousandths: Int32(max(Int64(least.thousandths), min(Int64(most.thousandths), thousandths))))
    }
}

extension CatchUp {
    /// A jump of the playhead.
    public enum Jump: BitwiseCopyable, Sendable {
        /// The app has sought a place that is so far behind the edge; it has asked for the edge; the stream, of which
        /// so much is listed, goes on elsewhere by itself.
        case sought(MediaTime), live, ofStream(listed: MediaTime)
    }

    /// Its memory of one stream.
    public struct Memory: BitwiseCopyable, Sendable {
        /// The speed that was set last.
        public var speed = Rate.one
        /// When it looks again.
        public var looksAt = Instant.zero
        fileprivate(set) var stalls: Int64 = 0
        /// Of ExoPlayer's: the target as playlist and app have it, and as it is just now; 0 where there is none yet.
        private var ideal = MediaTime.zero
        private var target = MediaTime.zero
        /// How near to the edge it could be with what is loaded, smoothed, and the deviation from that.
        private var nearest: MediaTime?
        private var deviation: Int64 = 0
        private var sampledAt = Instant.zero

        /// The time between two samples of that: ExoPlayer takes one whenever it does some work, and that is so often
        /// while it plays.
        private static let grain: Int64 = 10_000_000

        /// The latency that the app wants to keep; nil where it has not said so, or the rule does not care.
        public private(set) var sought: MediaTime?

        /// Of nothing yet.
        public init() {}

        /// The playhead has jumped. Who asks to go live gets the target back, and a jump of the stream itself leaves it
        /// to dash.js (PlaybackController.js, `seekToOriginalLive` and `updateCurrentTime`), but for one that is listed
        /// no longer (ours: here the stream has been joined anew).
        public mutating func noteJump(_ jump: Jump, _ rule: CatchUp) {
            switch jump {
            case .sought(let latency): sought = rule.keepsSought ? latency : nil
            case .live: sought = nil
            case .ofStream(let listed): if rule.kind != .dashJS || sought ?? .zero > listed { sought = nil }
            }
            (nearest, deviation, looksAt) = (nil, 0, .zero)
        }

        /// The app has playback go on behind a pause, so far behind the edge: dash.js stays there
        /// (PlaybackController.js, `play`, as MediaPlayer.js calls it).
        public mutating func noteResumed(at latency: MediaTime, _ rule: CatchUp) {
            if rule.kind == .dashJS { sought = latency }
        }

        /// Playback goes on at natural speed: samples are taken from now on, and the time until now counts for nothing.
        public mutating func beginSamples(at now: Instant) { sampledAt = now + TimeAmount(nanoseconds: -Self.grain) }

        /// The buffer has run dry.
        public mutating func noteStall(_ rule: CatchUp) {
            stalls += 1
            if rule.kind == .exoPlayer, target > .zero { target = target + rule.increment }
            looksAt = .zero
        }

        /// How near to the edge the playhead could be with what is loaded, at an instant: just before something comes
        /// it is furthest away. Since the last sample nothing has come, and so it was as much nearer then as time has
        /// passed. At most a hundred steps, which is one for each sample within a second.
        public mutating func note(possible: MediaTime, _ rule: CatchUp, at now: Instant) {
            guard rule.kind == .exoPlayer else { return }
            guard let last = nearest else {
                (nearest, deviation, sampledAt) = (possible, 0, now)
                return
            }
            let samples = (now - sampledAt).nanoseconds / Self.grain
            guard samples > 0 else { return }
            let together = (samples + 99) / 100
            // The part of what was that a sample keeps, or several of them.
            let kept = together == 1 ? 0.999 : exponential(of: -0.001_000_500_333_583_5 * Double(together))
            func smooth(_ old: Int64, _ new: Int64) -> Int64 { new + Int64(Double(old - new) * kept) }
            var (smoothed, deviation) = (last.nanoseconds, deviation)
            for _ in 0..<samples / together {
                sampledAt = sampledAt + TimeAmount(nanoseconds: together * Self.grain)
                let seen = possible.nanoseconds - (now - sampledAt).nanoseconds
                smoothed = max(seen, smooth(smoothed, seen))
                deviation = smooth(deviation, smoothed - seen)
            }
            (nearest, self.deviation) = (MediaTime(nanoseconds: smoothed), deviation)
        }

        /// ExoPlayer's target, which is no nearer than three deviations from what was possible.
        fileprivate mutating func aim(_ question: Question, _ rule: CatchUp, at now: Instant) -> MediaTime {
            if ideal != question.target {
                (ideal, target, nearest, deviation) = (question.target, question.target, nil, 0)
            }
            note(possible: question.latency - question.ahead, rule, at: now)
            let safe = (nearest ?? .zero) + MediaTime(nanoseconds: 3 * deviation)
            let faster = { (rate: Rate) in Int64(rate.thousandths - 1000) * (rule.interval.nanoseconds / 1000) }
            if target > safe {
                let step = MediaTime(nanoseconds: faster(speed) + faster(rule.most))
                target = max(safe, ideal, target - step)
            } else {
                // Slowing down begins early enough to end there.
                let lead = proportion(
                    Int64(max(0, speed.thousandths - 1000)), 1_000_000_000_000, over: max(1, rule.gain), .down)
                let slowing = question.latency - MediaTime(nanoseconds: lead)
                target = max(target, min(slowing, safe))
            }
            return target
        }
    }
}

/// The numbers and the words of a rule.
extension CatchUp {
    /// Its parameters, in the order that `setting(_:)` takes.
    public var parameters: [Parameter] {
        func rate(_ name: String, _ about: String, _ rate: Rate, in range: ClosedRange<Int64>) -> Parameter {
            Parameter(name, about, .rate, Int64(rate.thousandths), in: range)
        }
        let slowest = rate("min_rate", "The slowest speed.", least, in: 100...1000)
        let fastest = rate("max_rate", "The fastest speed.", most, in: 1000...2000)
        let looks = Parameter(
            "look_s", "The time between two looks.", .seconds, interval.nanoseconds,
            in: 10_000_000...3_600_000_000_000)
        let near = Parameter.seconds("tolerance_s", "An error that is none.", tolerance.nanoseconds)
        let more = Parameter.seconds(
            "stall_s", "How much further back a stall moves the target.", increment.nanoseconds)
        switch kind {
        case .never: return []
        case .exoPlayer:
            let part = Parameter.ratio("gain_ratio", "How much of an error is made up for in a second.", gain)
            return [slowest, fastest, looks, near, more, part]
        case .hlsJS: return [fastest, looks, near, more]
        case .shaka:
            let latency = Parameter.seconds("target_s", "How far behind its place is best.", slack.nanoseconds)
            let slower = rate(
                "min_rate", "The slowest speed, which is used where target_s is more than tolerance_s.", least,
                in: 100...1000)
            return [slower, fastest, looks, near, latency]
        case .dashJS:
            let dry = Parameter.seconds(
                "stall_threshold_s", "Media ahead of the playhead below which it is at natural speed.",
                dry.nanoseconds)
            return [slowest, fastest, looks, dry]
        }
    }

    /// The same rule with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> CatchUp {
        var rule = self
        func rate(_ index: Int) -> Rate { Rate(thousandths: Int32(values[index])) }
        switch kind {
        case .never: break
        case .exoPlayer:
            (rule.least, rule.most, rule.interval) = (rate(0), rate(1), values.time(2))
            (rule.tolerance, rule.increment, rule.gain) = (values.media(3), values.media(4), values[5])
        case .hlsJS:
            (rule.most, rule.interval) = (rate(0), values.time(1))
            (rule.tolerance, rule.increment) = (values.media(2), values.media(3))
        case .shaka:
            (rule.least, rule.most, rule.interval) = (rate(0), rate(1), values.time(2))
            (rule.tolerance, rule.slack) = (values.media(3), values.media(4))
        case .dashJS:
            (rule.least, rule.most, rule.interval, rule.dry) = (rate(0), rate(1), values.time(2), values.media(3))
        }
        return rule
    }

    /// Its row in its table.
    public var words: RuleWords {
        switch kind {
        case .never: RuleWords("never", "Natural speed, always: AVFoundation documents nothing else.")
        case .exoPlayer:
            RuleWords(
                "exoplayer",
                "Faster or slower by a tenth of the error a second, as DefaultLivePlaybackSpeedControl.java has it; a "
                    + "stall moves the target back, and what is loaded keeps it from coming too near."
            )
        case .hlsJS:
            RuleWords(
                "hls.js",
                "Faster by a sigmoid of the error, in steps of 0.05, as latency-controller.ts has it once "
                    + "maxLiveSyncPlaybackRate is more than 1."
            )
        case .shaka:
            RuleWords(
                "shaka",
                "One of three speeds, as streaming.liveSync is documented; its latency counts from where playback "
                    + "begins."
            )
        case .dashJS:
            RuleWords(
                "dash.js",
                "Faster or slower by a sigmoid of the error, as CatchupController.js has it in its default mode; it "
                    + "seeks nowhere here."
            )
        }
    }
}
