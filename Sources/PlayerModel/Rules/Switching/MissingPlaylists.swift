/// The media playlists that have to come before segments of other rungs can be asked for, as hls.js reckons with them.
///
/// `getTimeToLoadFrag` of abr-controller.ts adds a time to the first byte, and the time that the last level's playlist
/// took from its first byte to its last, for a level that has no details yet.
public struct MissingPlaylists: Equatable, Sendable {
    /// By rung, whether its playlist is still to come; empty where that is not asked, or all are there.
    public var rungs: ContiguousArray<Bool>
    /// The time that the last playlist of a variant took, from its first byte to its last; zero before the first.
    public var transfer: TimeAmount

    /// None, unless said.
    public init(_ rungs: ContiguousArray<Bool> = [], transfer: TimeAmount = .zero) {
        (self.rungs, self.transfer) = (rungs, transfer)
    }

    /// The time that the playlist of a rung takes, whose first byte comes after `latency`; zero where it is there.
    func time(ofRung rung: Int, after latency: TimeAmount) -> TimeAmount {
        rungs.indices.contains(rung) && rungs[rung] ? latency + transfer : .zero
    }
}
