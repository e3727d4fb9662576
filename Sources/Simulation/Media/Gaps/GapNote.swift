import PlayerModel

/// A fact about a gap: a segment that is listed and not there (EXT-X-GAP).
package enum GapNote: Equatable, BitwiseCopyable, Sendable {
    /// The segment at a place is a gap in a variant, and another one is looked in for it.
    case elsewhere(at: MediaTime, from: Int32, to: Int32)
    /// Nothing is loaded of a stretch of a track, because all that is looked in has a gap there.
    case absent(from: MediaTime, to: MediaTime, track: UInt16)
    /// The playhead skips a gap.
    case skips(from: MediaTime, to: MediaTime)
}
