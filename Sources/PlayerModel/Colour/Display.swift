/// A range of colours; each holds those before it.
public enum Gamut: Comparable, Sendable {
    /// That of sRGB and of BT.709, which have the same primaries.
    case sRGB
    /// That of Display P3.
    case p3
    /// That of BT.2020, which no display has in full.
    case ituR2020

    /// The name as a scenario has it.
    public var name: String {
        switch self {
        case .sRGB: "sRGB"
        case .p3: "P3"
        case .ituR2020: "ITU_R_2020"
        }
    }
}

/// The display that shows the video: which variants are of use on it.
///
/// Apple documents `VIDEO-RANGE`, and that `AVPlayer.eligibleForHDRPlayback` says whether the device can show high
/// dynamic range. What an SDR display rules out it does not publish; that is our own choice, and it is this: where
/// there is a variant of standard range, those of high range are ruled out, whatever limits an app sets beside; where
/// there is none, they are shown converted.
/// A gamut rules nothing out: a playlist does not say what primaries a variant has, and the system's colour management
/// converts what is wider than the display.
public struct Display: Equatable, Sendable {
    /// The range of its brightness.
    public enum DynamicRange: String, CaseIterable, Sendable {
        /// Standard dynamic range.
        case standard = "SDR"
        /// High dynamic range.
        case high = "HDR"

        /// The name as a scenario has it.
        public var name: String { rawValue }
    }

    /// The colours that it has.
    public var gamut: Gamut
    /// The range of its brightness.
    public var range: DynamicRange

    /// Memberwise.
    public init(gamut: Gamut, range: DynamicRange) {
        self.gamut = gamut
        self.range = range
    }

    /// Whether it shows pictures of a range as they are.
    public func shows(_ videoRange: VideoRange) -> Bool { range == .high || !videoRange.isHigh }

    /// Whether pictures are converted for it: their gamut is wider, or their range is higher. Of unknown tags the gamut
    /// is taken to be no wider.
    public func converts(_ color: ColorTags?, _ videoRange: VideoRange) -> Bool {
        color.map { $0.primaries.gamut > gamut } ?? false || !shows(videoRange)
    }
}
