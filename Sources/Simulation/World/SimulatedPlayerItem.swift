import PlayerModel

/// A simulated item with the interface of `AVPlayerItem`.
///
/// A player makes it, see `SimulatedPlayer.makeItem(from:to:)`. Its buffer is known while it is the current item; of
/// one behind it only `loadedTimeRanges` and `status` are known.
public final class SimulatedPlayerItem {
    /// `AVPlayerItem.Status`.
    public enum Status: UInt8, CaseIterable, Sendable {
        /// Nothing of it is loaded yet.
        case unknown
        /// Something of it is loaded. AVFoundation does not say what exactly it takes.
        case readyToPlay
        /// It cannot be played any more, and `error` says why. Another item must take its place.
        case failed
    }

    let engine: Engine
    let player: Int16
    /// The item as it is handed to the player.
    private(set) var piece: PlayerItem
    private var bitRate: Double
    private var resolution: Dimensions?
    private var forwardBuffer: MediaTime

    init(_ engine: Engine, player: Int16, _ piece: PlayerItem) {
        self.engine = engine
        self.player = player
        self.piece = piece
        let scenario = engine.record.players[Int(player)]
        bitRate = Double(scenario.variantLimits.preferredPeakBitRate)
        resolution = scenario.variantLimits.preferredMaximumResolution
        forwardBuffer = scenario.loader.preferredForwardBuffer
    }

    private var isCurrent: Bool { engine.model(of: player).item?.id == piece.id }

    // MARK: Observable state

    /// Whether it can be played.
    public var status: Status { engine.status(ofItem: piece.id, of: player) }

    /// The reason for its failure; nil in every other status.
    public var error: LoadFailure? { engine.failure(ofItem: piece.id, of: player) }

    /// Its length, which is known as soon as something of it is loaded; nil until then, where AVFoundation has
    /// `CMTime.indefinite`.
    public var duration: MediaTime? { status == .unknown ? nil : piece.duration }

    /// The stretches of its timeline that are loaded in all tracks, in order.
    public var loadedTimeRanges: [Range<MediaTime>] { engine.session.loadedTimeRanges(ofItem: piece.id, of: player) }

    /// Whether playback that starts now will probably go on to the end: a prediction. To play, an app need not wait for
    /// it; the player does.
    public var isPlaybackLikelyToKeepUp: Bool { isCurrent && engine.model(of: player).isLikelyToKeepUp }

    /// Whether as much is loaded as the player wants, and fetching rests; even while it is not likely to keep up.
    public var isPlaybackBufferFull: Bool { isCurrent && engine.model(of: player).isBufferFull }

    /// Whether nothing is loaded at the place of playback.
    public var isPlaybackBufferEmpty: Bool { !isCurrent || engine.model(of: player).isBufferEmpty }

    /// The place of playback on its timeline; its beginning, while it is not current.
    public func currentTime() -> MediaTime {
        isCurrent ? engine.model(of: player).currentTime(at: engine.now) : piece.start
    }

    // MARK: Settings

    /// The place where it ends, if that is before its duration; nil is the duration. It can be set before the item is
    /// handed to the player and while it is current; in between it is a misuse.
    public var forwardPlaybackEndTime: MediaTime? {
        get { isCurrent ? engine.model(of: player).forwardPlaybackEndTime : piece.stop }
        set {
            if isCurrent {
                engine.perform(.setForwardPlaybackEndTime(newValue), of: player)
            } else if engine.model(of: player).queue.items.contains(where: { $0.id == piece.id }) {
                return engine.fail(.misuse(.queuedItem))
            }
            piece.stop = newValue
        }
    }

    /// The most that the player should fetch per second, in **bits** of the peak that a variant declares; 0 is no
    /// limit.
    ///
    /// It decides which variant is fetched first if it is set before the player gets its first item. In this model it
    /// holds for all items of the player, from the next choice of a variant on.
    public var preferredPeakBitRate: Double {
        get { bitRate }
        set {
            bitRate = max(0, newValue)
            engine.perform(.limit(.preferredPeakBitRate(nearestInteger(bitRate))), of: player)
        }
    }

    /// The most pixels, from side to side and from top to bottom, that a variant should have; nil, which is
    /// `CGSize.zero` in AVFoundation, is no limit. It holds as `preferredPeakBitRate` does.
    public var preferredMaximumResolution: Dimensions? {
        get { resolution }
        set {
            resolution = newValue
            engine.perform(.limit(.preferredMaximumResolution(newValue)), of: player)
        }
    }

    /// The amount of media that the player should have ahead; 0 leaves the choice to it. In this model it holds for
    /// all items of the player.
    public var preferredForwardBufferDuration: MediaTime {
        get { forwardBuffer }
        set {
            forwardBuffer = max(.zero, newValue)
            engine.perform(.setPreferredForwardBuffer(forwardBuffer), of: player)
        }
    }
}
