/// An `AVPlayerItemVideoOutput`: pictures for code, beside those for the display or in their place.
///
/// Session 503 (A.44) has the two cases: who sets `AVVideoAllowWideColorKey` gets pictures in the colours of the
/// source, and has to look at their tags; for anyone else they are converted to the working space, that of HD. That SD
/// is converted then too, and high dynamic range with it, is our own reading.
public struct VideoOutput: Equatable, Sendable {
    /// `AVVideoAllowWideColorKey`.
    public var allowsWideColor: Bool

    /// Memberwise.
    public init(allowsWideColor: Bool) { self.allowsWideColor = allowsWideColor }

    /// The tags of the pictures that it gets; nil where those of the source count and are not known.
    public func receives(_ source: ColorTags?) -> ColorTags? { allowsWideColor ? source : .hd }

    /// Whether pictures are converted for it; nil where that depends on tags that are not known.
    public func converts(_ source: ColorTags?) -> Bool? { allowsWideColor ? false : source.map { $0 != .hd } }
}
