/// From one item of a queue to one of another asset: in which variant it begins, and what a gap costs (A.64–A.68).
///
/// "Servicing the gapless transition is a higher priority than choosing a high quality": where the next item has a
/// variant whose sound has the same format, it begins with the one that is most like what plays, whatever the network
/// would carry; from the next segment on the usual rule holds. Where it has none, the player is "free to select the
/// most appropriate initial variant for the playback conditions", and there is a gap. How long that is, and what the
/// conditions allow, Apple does not publish: both are parameters of our own.
public struct ItemTransition: Equatable, Sendable {
    /// The time that it takes to go over to another format of sound.
    public var formatChange = TimeAmount.milliseconds(100)
    /// Without a match, the part of the measured throughput that the first variant may have, in millionths.
    public var share: Int64 = 700_000

    /// The defaults.
    public init() {}

    /// The variant that an item begins with, among those that are permitted: its place in `variants`, of which there
    /// is at least one. `last` is what the item before it ends in, and `throughput` what was measured, in bits per
    /// second; without both the answer is nil.
    public func first(
        after last: DeclaredVariant, among variants: [DeclaredVariant], permitted: [Int], throughput: Int64?
    ) -> Int? {
        let alike = permitted.filter { last.audio.obstacle(to: variants[$0].audio) == nil }
        if !alike.isEmpty { return alike.min { last.isNearer(to: variants[$0], than: variants[$1]) } }
        guard let throughput else { return nil }
        let most = proportion(throughput, share, over: 1_000_000, .down)
        let fitting = permitted.filter { variants[$0].bitRate <= most }
        // Of equals it is the first in the playlist.
        if fitting.isEmpty { return permitted.min { (variants[$0].bitRate, $0) < (variants[$1].bitRate, $1) } }
        return fitting.min { (-variants[$0].bitRate, $0) < (-variants[$1].bitRate, $1) }
    }
}

extension DeclaredVariant {
    /// Whether one of two variants is coded more like this one: the same picture size first, then the nearer bit rate.
    /// Of equals neither is.
    fileprivate func isNearer(to one: DeclaredVariant, than other: DeclaredVariant) -> Bool {
        let (isOneSame, isOtherSame) = (one.dimensions == dimensions, other.dimensions == dimensions)
        if isOneSame != isOtherSame { return isOneSame }
        return (one.bitRate - bitRate).magnitude < (other.bitRate - bitRate).magnitude
    }
}
