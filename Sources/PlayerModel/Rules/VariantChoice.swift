/// The rule by which the first variant of an HLS asset is chosen among those that are eligible (see `VariantLimits`).
///
/// The choice of AVFoundation depends on its time (B.9). Before iOS 13, and since iOS 14 where the app asks for it with
/// `startsOnFirstEligibleVariant`, it is `firstListed`: with no statistics yet, "AVFoundation's base algorithm is to
/// pick the first applicable variant in the master playlist" (session 503, A.56). Since iOS 13 it is "an initial
/// variant that optimizes the startup experience", and no more is published; `ios13StandIn` stands in its place and is
/// our own. `accessLog` and `minimumAcceptable` are what the session recommends to apps (A.58, A.59).
public enum VariantChoice: Choosable, Equatable, CaseIterable, Sendable {
    /// The first in the order of the playlist.
    case firstListed
    /// The lowest bit rate.
    case lowest
    /// The highest bit rate.
    case highest
    /// The highest bit rate within `lastObserved`, in bits per second, or else the lowest: what the last item's access
    /// log observed before, for all items. 0 where nothing was observed; then it is the first that is eligible.
    case accessLog(lastObserved: Int64)
    /// The lowest bit rate whose picture, fitted into the screen, need not be enlarged to more than 1 / `share` of its
    /// size: one of its sides has that share of the screen's. The screen is in pixels, the share in millionths.
    case minimumAcceptable(screen: Dimensions, share: Int64)
    /// The bit rate nearest to `target`, in bits per second.
    case ios13StandIn(target: Int64)
    /// The highest bit rate within a part of a throughput that is assumed before anything is measured, or else the
    /// lowest: the throughput in bits per second, the part in millionths.
    ///
    /// Shaka: 0.95 of 1 Mbit/s (player_configuration.js, simple_abr_manager.js 286–315). ExoPlayer: 0.7 of 1 Mbit/s,
    /// where it knows nothing of the network and the country (DefaultBandwidthMeter.java 57–87,
    /// AdaptiveTrackSelection.java 318–324). dash.js: all of 1 Mbit/s (AbrController.js 46–47, 654–679). video.js: a
    /// 1.2th of 4 194 304 bit/s (config.js 7, playlist-selectors.js 158–361).
    case assumed(bitRate: Int64, share: Int64)
    /// hls.js: the highest bit rate within its default estimate, which is that of the variant listed first, but no
    /// less than `least` and no more than `most`; or else the variant listed first.
    ///
    /// 500 kbit/s and 5 Mbit/s: level-controller.ts 280–355, abr-controller.ts 565–598. That a first segment also has
    /// to come within 4 s follows, as its playlist is not there yet and a second is taken for its length.
    case hlsJS(least: Int64, most: Int64)

    /// Every rule with its defaults, in the order in which they are listed; the first is the default.
    ///
    /// The session names no screen and no share: those of `minimumAcceptable` are our own, 1080p and one half. 2000
    /// kbit/s is what Apple's authoring specification asks of the first variant (item 1.32a; 730 for cellular, 1.32b).
    public static let allCases: [VariantChoice] = [
        .firstListed, .lowest, .highest, .accessLog(lastObserved: 0),
        .minimumAcceptable(screen: Dimensions(width: 1920, height: 1080), share: 500_000),
        .ios13StandIn(target: 2_000_000), .assumed(bitRate: 1_000_000, share: 950_000),
        .hlsJS(least: 500_000, most: 5_000_000),
    ]

    /// Its row in its table.
    public var words: RuleWords {
        switch self {
        case .firstListed:
            RuleWords(
                "first-listed",
                "The first eligible variant, as AVFoundation did before iOS 13, and with startsOnFirstEligibleVariant."
            )
        case .lowest: RuleWords("lowest", "The eligible variant with the lowest bit rate.")
        case .highest: RuleWords("highest", "The eligible variant with the highest bit rate.")
        case .accessLog(let lastObserved):
            RuleWords(
                "access-log",
                "The highest bit rate within what was observed before the run; the lowest where all are above it.",
                .bitRate(
                    "last_observed_kbps",
                    "observedBitrate of the last access log, for all items; 0 where there is none: then the first.",
                    lastObserved, from: 0))
        case .minimumAcceptable(let screen, let share):
            RuleWords(
                "minimum-acceptable", "The lowest bit rate whose picture is large enough for the screen.",
                .count("screen_width", "Pixels of the screen from side to side.", screen.width, upTo: 100_000),
                .count("screen_height", "Pixels of the screen from top to bottom.", screen.height, upTo: 100_000),
                Parameter(
                    "acceptable_ratio", "The part of the screen's width or height that a picture must have.", .ratio,
                    share, in: 1...1_000_000))
        case .ios13StandIn(let target):
            RuleWords(
                "ios-13-stand-in",
                "The bit rate nearest to a target: our own stand-in for iOS 13, whose rule is not published.",
                .bitRate(
                    "target_kbps",
                    "The average bit rate to be near to, or the declared one where no average is known.", target,
                    from: 1))
        case .assumed(let bitRate, let share):
            RuleWords(
                "assumed", "The highest bit rate within a part of a throughput that is assumed; or else the lowest.",
                .bitRate("assumed_kbps", "The throughput that is assumed.", bitRate, from: 1),
                .ratio("share_ratio", "The part of it that a variant may have.", share))
        case .hlsJS(let least, let most):
            RuleWords(
                "hls.js", "The highest bit rate within hls.js's default estimate; or else the variant listed first.",
                .bitRate("least_kbps", "The estimate, where the variant listed first has less.", least, from: 1),
                .bitRate("most_kbps", "The estimate, where the variant listed first has more.", most, from: 1))
        }
    }

    /// The same rule with other parameters: `values` in the order of `parameters`, in base units.
    public func setting(_ values: [Int64]) -> VariantChoice {
        switch self {
        case .firstListed: .firstListed
        case .lowest: .lowest
        case .highest: .highest
        case .accessLog: .accessLog(lastObserved: values[0])
        case .minimumAcceptable:
            .minimumAcceptable(screen: Dimensions(width: values[0], height: values[1]), share: values[2])
        case .ios13StandIn: .ios13StandIn(target: values[0])
        case .assumed: .assumed(bitRate: values[0], share: values[1])
        case .hlsJS: .hlsJS(least: values[0], most: values[1])
        }
    }

    /// The same rule where throughput, in bits per second, is known from an item before: that stands in the place of
    /// one that is assumed. Others go by no throughput, or by one that was observed before all items.
    ///
    /// hls.js: abr-controller.ts 565–598, whose estimator no new source forgets. ExoPlayer: its meter is one for all
    /// items (DefaultBandwidthMeter.java, `getSingletonInstance`), and the first selection of each goes by it
    /// (AdaptiveTrackSelection.java 522–530). Shaka: `stop` of simple_abr_manager.js leaves its estimator alone.
    public func reckoning(with measured: Int64) -> VariantChoice {
        switch self {
        case .firstListed, .lowest, .highest, .accessLog, .minimumAcceptable, .ios13StandIn: self
        case .assumed(_, let share): .assumed(bitRate: measured, share: share)
        case .hlsJS: .hlsJS(least: measured, most: measured)
        }
    }

    /// Chooses among `variants`, which are in the order of the playlist; there must be at least one. Of equals it is
    /// the first.
    ///
    /// Where none is eligible it is the lowest of all (`VariantLimits.leastOfAll`).
    public func first(among variants: [DeclaredVariant], within limits: VariantLimits = VariantLimits()) -> Choice {
        func lowest(_ indices: [Int]) -> Int { Self.least(indices) { variants[$0].bitRate } }
        let eligible = limits.eligible(among: variants)
        guard let first = eligible.first else {
            let least = limits.leastOfAll(variants)
            let isOfShown = variants.contains { $0.bitRate < variants[least].bitRate }
            return Choice(least, isOfShown ? .nothingEligibleOfShown : .nothingEligible)
        }
        func standIn(_ bitRate: Int64) -> Choice? {
            let within = limits.standIns(among: variants).filter { variants[$0].bitRate <= bitRate }
            return within.isEmpty ? nil : Choice(Self.least(within) { -variants[$0].bitRate }, .soundAlone)
        }
        switch self {
        case .firstListed: return Choice(first, .firstEligible)
        case .lowest: return Choice(lowest(eligible), .lowest)
        case .highest: return Choice(Self.least(eligible) { -variants[$0].bitRate }, .highest)
        case .accessLog(let lastObserved):
            guard lastObserved > 0 else { return Choice(first, .nothingObserved) }
            let within = eligible.filter { variants[$0].bitRate <= lastObserved }
            if within.isEmpty { return standIn(lastObserved) ?? Choice(lowest(eligible), .noneWithin) }
            return Choice(Self.least(within) { -variants[$0].bitRate }, .highestWithin)
        case .minimumAcceptable(let screen, let share):
            let area = screen.scaled(byMillionths: share)
            let known = eligible.filter { variants[$0].dimensions != nil }
            if known.isEmpty { return Choice(first, .noDimensions) }
            let acceptable = known.filter { variants[$0].dimensions?.fills(area) ?? false }
            if !acceptable.isEmpty { return Choice(lowest(acceptable), .leastAcceptable) }
            let largest = known.compactMap { variants[$0].dimensions?.pixels }.max()
            return Choice(lowest(known.filter { variants[$0].dimensions?.pixels == largest }), .noneAcceptable)
        case .ios13StandIn(let target):
            func distance(_ index: Int) -> Int64 {
                let rate = variants[index].averageBitRate ?? variants[index].bitRate
                return max(rate, target) - min(rate, target)
            }
            return Choice(Self.least(eligible, distance), .nearest)
        case .assumed(let bitRate, let share):
            let most = proportion(bitRate, share, over: 1_000_000, .down)
            let within = eligible.filter { variants[$0].bitRate <= most }
            if within.isEmpty { return standIn(most) ?? Choice(lowest(eligible), .noneAssumed) }
            return Choice(Self.least(within) { -variants[$0].bitRate }, .highestAssumed)
        case .hlsJS(let least, let most):
            let estimate = max(least, min(variants[first].bitRate, most))
            let within = eligible.filter { variants[$0].bitRate <= estimate }
            if within.isEmpty { return Choice(first, .firstAboveAssumed) }
            return Choice(Self.least(within) { -variants[$0].bitRate }, .highestAssumed)
        }
    }

    /// The first of `indices` with the least `value`; there must be at least one.
    private static func least(_ indices: [Int], _ value: (Int) -> Int64) -> Int {
        var (chosen, least) = (indices[0], value(indices[0]))
        for index in indices.dropFirst() {
            let other = value(index)
            if other < least { (chosen, least) = (index, other) }
        }
        return chosen
    }
}

extension VariantChoice {
    /// The choice of a rule, and the reason for it.
    public struct Choice: Equatable, Sendable {
        /// The index of the variant, in the order of the playlist.
        public var index: Int
        /// The reason.
        public var reason: Reason

        /// A choice with its reason.
        public init(_ index: Int, _ reason: Reason) {
            self.index = index
            self.reason = reason
        }
    }

    /// The reason why a variant was chosen.
    public enum Reason: UInt8, CaseIterable, Sendable {
        /// By the playlist's order, by bit rates, or by what was observed of the network.
        case nothingEligible, firstEligible, lowest, highest, nothingObserved, noneWithin, highestWithin
        /// By the size of pictures.
        case noDimensions, noneAcceptable, leastAcceptable, nearest
        /// By a throughput that is assumed.
        case noneAssumed, highestAssumed, firstAboveAssumed
        /// It has no pictures.
        case soundAlone
        /// By bit rates, of those whose `VIDEO-RANGE` is known and one that the display shows.
        case nothingEligibleOfShown

        /// The reason in words, as it stands behind a colon.
        public var words: String {
            switch self {
            case .nothingEligible: "none is eligible, so the lowest bit rate of all"
            case .nothingEligibleOfShown:
                "none is eligible, so the lowest bit rate of all whose VIDEO-RANGE can be shown"
            case .firstEligible: "the first that is eligible"
            case .lowest: "the lowest bit rate that is eligible"
            case .highest: "the highest bit rate that is eligible"
            case .nothingObserved: "no throughput was observed, so the first that is eligible"
            case .noneWithin: "all are above the throughput that was observed, so the lowest bit rate"
            case .highestWithin: "the highest bit rate within the throughput that was observed"
            case .noDimensions: "no dimensions are declared, so the first that is eligible"
            case .noneAcceptable: "none is large enough for the screen, so the largest"
            case .leastAcceptable: "the lowest bit rate that is large enough for the screen"
            case .nearest: "the bit rate nearest to the target"
            case .noneAssumed: "all are above the throughput that is assumed, so the lowest bit rate"
            case .highestAssumed: "the highest bit rate within the throughput that is assumed"
            case .firstAboveAssumed: "all are above the throughput that is assumed, so the first that is eligible"
            case .soundAlone: "all with pictures are above that throughput, so sound alone"
            }
        }
    }
}
