/// A width and a height in pixels.
public struct Dimensions: Equatable, Sendable {
    /// From side to side.
    public var width: Int64
    /// From top to bottom.
    public var height: Int64

    /// Memberwise.
    public init(width: Int64, height: Int64) {
        self.width = width
        self.height = height
    }

    /// The number of pixels, cut at what can be counted.
    public var pixels: Int64 {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// Whether a picture of these dimensions fills an area without being enlarged, when it is fitted into it with its
    /// own shape: one of its sides is enough (`resizeAspect`, the default of `videoGravity`).
    public func fills(_ area: Dimensions) -> Bool { width >= area.width || height >= area.height }

    /// Both sides times `factor` in millionths; a part of a pixel counts as one. For sides of up to 100,000 pixels.
    public func scaled(byMillionths factor: Int64) -> Dimensions {
        func side(_ length: Int64) -> Int64 { (length * factor + 999_999) / 1_000_000 }
        return Dimensions(width: side(width), height: side(height))
    }
}

/// A variant as a player sees it in a multivariant playlist, before anything of it is fetched.
public struct DeclaredVariant: Equatable, Sendable {
    /// `BANDWIDTH`: the peak, in bits per second.
    public var bitRate: Int64
    /// `AVERAGE-BANDWIDTH` in bits per second, where it is declared.
    public var averageBitRate: Int64?
    /// `RESOLUTION`, where it is declared.
    public var dimensions: Dimensions?
    /// `VIDEO-RANGE`; SDR where it is not declared.
    public var videoRange: VideoRange
    /// Whether it has pictures, or is sound alone.
    public var hasPictures = true
    /// The format of its sound, as far as it is declared.
    public var audio = AudioFormat()

    /// Memberwise, but for the sound.
    public init(
        bitRate: Int64, averageBitRate: Int64? = nil, dimensions: Dimensions? = nil, videoRange: VideoRange = .sdr
    ) {
        self.bitRate = bitRate
        self.averageBitRate = averageBitRate
        self.dimensions = dimensions
        self.videoRange = videoRange
    }
}

/// The `AVPlayerLayer` that shows the video. "AVFoundation uses the AVPlayerLayer size", so it should have its size and
/// be attached before the item is (session 503, A.55).
public struct PlayerLayer: Equatable, Sendable {
    /// The time at which the player gets the layer.
    public enum Attachment: String, CaseIterable, Sendable {
        /// Before the first variant is chosen.
        case early
        /// After the first variant is chosen: at the start it limits nothing.
        case late
        /// Not at all.
        case never

        /// The name as a scenario has it.
        public var name: String { rawValue }

        /// Its description, in a sentence.
        public var about: String {
            switch self {
            case .early: "Before the first variant is chosen, so its size counts."
            case .late: "After the first variant is chosen: it limits nothing at the start."
            case .never: "Not at all, as without 'layer'."
            }
        }
    }

    /// Width and height of its bounds in points, each up to 100,000.
    public var size: Dimensions
    /// `contentsScale` in millionths: pixels to a point, up to 10. A layer has 1 until the app sets it, on a Retina
    /// display too (A.55).
    public var contentsScale: Int64
    /// The time at which the player gets it.
    public var attachment: Attachment

    /// Memberwise.
    public init(size: Dimensions, contentsScale: Int64 = 1_000_000, attachment: Attachment = .early) {
        self.size = size
        self.contentsScale = contentsScale
        self.attachment = attachment
    }

    /// Its size in pixels.
    public var pixels: Dimensions { size.scaled(byMillionths: contentsScale) }
}

/// The limits of the app and the screen: they say which variants are eligible, whatever rule then chooses among them.
public struct VariantLimits: Equatable, Sendable {
    /// `preferredPeakBitRate` in **bits** per second; 0 is no limit (B.9). Slides of session 503 set it to 2000,
    /// which makes sense in kbit/s only (A.60). It is held against the declared peak, `BANDWIDTH`: Apple does not say
    /// which of the two rates it means (G.1).
    public var preferredPeakBitRate: Int64 = 0
    /// `preferredMaximumResolution`; nil is no limit, `.zero` in AVFoundation (B.9). Neither side may be exceeded.
    public var preferredMaximumResolution: Dimensions?
    /// The layer; nil where there is none.
    public var layer: PlayerLayer?
    /// The display; nil where nothing is known of it, and it rules nothing out.
    public var display: Display?

    /// No limits.
    public init() {}

    /// A change that the app may make while it plays.
    public enum Change: Equatable, Sendable {
        /// In bits per second; 0 is no limit.
        case preferredPeakBitRate(Int64)
        /// Nil is no limit.
        case preferredMaximumResolution(Dimensions?)
        /// Another size, or none.
        case layer(PlayerLayer?)
    }

    /// Changes one of them.
    public mutating func apply(_ change: Change) {
        switch change {
        case .preferredPeakBitRate(let bitRate): preferredPeakBitRate = bitRate
        case .preferredMaximumResolution(let most): preferredMaximumResolution = most
        case .layer(let layer): self.layer = layer
        }
    }

    /// One of the limits.
    public enum Limit: String, CaseIterable, Sendable {
        /// Those that an app sets, by the names of AVFoundation.
        case preferredPeakBitRate, preferredMaximumResolution, layer
        /// A `VIDEO-RANGE` that is not known. Nobody sets it: it is in force always.
        case videoRange
        /// Not a property of AVFoundation: see `Display`.
        case display
        /// Sound alone, where something with pictures is left. Nobody sets it: it is in force always.
        case soundAlone

        /// Its name, in AVFoundation where it is there.
        public var name: String { rawValue }
    }

    /// Whether a limit is set, though it may rule nothing out.
    public func isSet(_ limit: Limit) -> Bool {
        switch limit {
        case .preferredPeakBitRate: preferredPeakBitRate > 0
        case .preferredMaximumResolution: preferredMaximumResolution != nil
        case .layer: layer != nil
        case .videoRange, .soundAlone: false
        case .display: display != nil
        }
    }

    /// The indices of the variants that one limit rules out, in rising order.
    ///
    /// A variant of unknown dimensions is ruled out by its bit rate alone. The layer rules out what has more pixels
    /// than the smallest variant that fills it: an iPhone SE, with a screen of 1136 × 640 pixels, gets 720p on the
    /// fastest Wi-Fi, not 540p and not 1080p (A.54). The display rules out a range that it does not show where there is
    /// a variant with pictures that it does show: what an app prefers does not change what a screen is.
    ///
    /// Sound alone is for networks that carry no pictures (authoring specification, 9.21: cellular must have a variant
    /// of at most 192 kbit/s), so it is eligible where all variants with pictures are ruled out. Where they are not, it
    /// stands in for them (`standIns`) once none of them fits.
    public func ruledOut(by limit: Limit, among variants: [DeclaredVariant]) -> [Int] {
        switch limit {
        case .preferredPeakBitRate:
            guard preferredPeakBitRate > 0 else { return [] }
            return variants.indices.filter { variants[$0].bitRate > preferredPeakBitRate }
        case .preferredMaximumResolution:
            guard let most = preferredMaximumResolution else { return [] }
            return variants.indices.filter {
                guard let size = variants[$0].dimensions else { return false }
                return size.width > most.width || size.height > most.height
            }
        case .layer:
            guard let layer, layer.attachment == .early else { return [] }
            let sizes = eligible(among: variants, by: [.videoRange, .display]).compactMap { variants[$0].dimensions }
            guard let enough = sizes.filter({ $0.fills(layer.pixels) }).map({ $0.pixels }).min() else { return [] }
            return variants.indices.filter { (variants[$0].dimensions?.pixels ?? 0) > enough }
        case .videoRange: return variants.indices.filter { variants[$0].videoRange == .unrecognized }
        case .display:
            guard let display else { return [] }
            let isShown = variants.contains {
                $0.hasPictures && $0.videoRange != .unrecognized && display.shows($0.videoRange)
            }
            guard isShown else { return [] }
            return variants.indices.filter { !display.shows(variants[$0].videoRange) }
        case .soundAlone: return standIns(among: variants)
        }
    }

    /// The indices of the variants that no limit rules out, in rising order.
    public func eligible(among variants: [DeclaredVariant]) -> [Int] { eligible(among: variants, by: Limit.allCases) }

    /// The indices of the variants that may be fetched, in rising order: those that are eligible, or the one that is
    /// taken where none is (`leastOfAll`). There must be at least one variant.
    public func permitted(among variants: [DeclaredVariant]) -> [Int] {
        let eligible = eligible(among: variants)
        return eligible.isEmpty ? [leastOfAll(variants)] : eligible
    }

    /// The index of the variant that is taken where none is eligible: the one with the lowest bit rate, be it of sound
    /// alone, and of equals the first. One whose `VIDEO-RANGE` is not known is no choice as long as another is there
    /// (RFC 8216bis, 4.4.6.2), nor is one that the display does not show. There must be at least one variant.
    ///
    /// If consumption cannot be kept within `preferredPeakBitRate` it is reduced "as much as possible" (B.9). That the
    /// same holds for the other limits is our own reading.
    public func leastOfAll(_ variants: [DeclaredVariant]) -> Int {
        let known = eligible(among: variants, by: [.videoRange, .display])
        let some = known.isEmpty ? Array(variants.indices) : known
        return some.reduce(some[0]) { variants[$1].bitRate < variants[$0].bitRate ? $1 : $0 }
    }

    /// The indices of the variants of sound alone that are ruled out for nothing but that, in rising order: they stand
    /// in where the throughput carries none of those with pictures.
    public func standIns(among variants: [DeclaredVariant]) -> [Int] {
        // Most ladders have none.
        guard variants.contains(where: { !$0.hasPictures }) else { return [] }
        let left = eligible(among: variants, by: Limit.allCases.filter { $0 != .soundAlone })
        guard left.contains(where: { variants[$0].hasPictures }) else { return [] }
        return left.filter { !variants[$0].hasPictures }
    }

    private func eligible(among variants: [DeclaredVariant], by limits: [Limit]) -> [Int] {
        var isEligible = [Bool](repeating: true, count: variants.count)
        for limit in limits {
            for index in ruledOut(by: limit, among: variants) { isEligible[index] = false }
        }
        return variants.indices.filter { isEligible[$0] }
    }
}
