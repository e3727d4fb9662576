internal import PlayerModel
internal import Simulation

/// The wishes of an item for the loader, which has one player's at a time.
struct ItemLimits: Equatable {
    var peakBitRate: Double
    var resolution: PresentationSize
    var forwardBuffer: Place
    /// Nil is as the playlist recommends.
    var liveOffset: Place?
    var preservesLiveOffset: Bool
    var loadsLiveWhilePaused: Bool

    /// Those that an item has unless it is said.
    init(_ player: ScenarioPlayer) {
        peakBitRate = Double(player.variantLimits.preferredPeakBitRate)
        resolution = PresentationSize(player.variantLimits.preferredMaximumResolution)
        forwardBuffer = player.loader.preferredForwardBuffer
        liveOffset = player.loader.live.offset
        preservesLiveOffset = player.loader.live.preservesOffset
        loadsLiveWhilePaused = player.loader.live.loadsWhilePaused ?? false
    }
}

/// The wishes of items, of which the loader has those of the current one.
extension Engine {
    /// Sets what an item asks of the loader, as far as it is another than before.
    func apply(_ limits: ItemLimits, of player: Int16) {
        let now = told[Int(player)].limitsNow
        guard limits != now else { return }
        told[Int(player)].limitsNow = limits
        if limits.peakBitRate != now.peakBitRate {
            perform(.limit(.preferredPeakBitRate(nearestInteger(limits.peakBitRate))), of: player)
        }
        if limits.resolution != now.resolution {
            perform(.limit(.preferredMaximumResolution(limits.resolution.dimensions)), of: player)
        }
        if limits.forwardBuffer != now.forwardBuffer {
            perform(.setPreferredForwardBuffer(limits.forwardBuffer), of: player)
        }
        if limits.liveOffset != now.liveOffset {
            perform(.setLive(.offset(limits.liveOffset)), of: player)
            noteEdges(player)
        }
        if limits.preservesLiveOffset != now.preservesLiveOffset {
            perform(.setLive(.preservesOffset(limits.preservesLiveOffset)), of: player)
        }
        if limits.loadsLiveWhilePaused != now.loadsLiveWhilePaused {
            perform(.setLive(.loadsWhilePaused(limits.loadsLiveWhilePaused)), of: player)
        }
    }

    func set(_ limits: ItemLimits, ofItem id: Int32, of player: Int16, by call: StaticString = #function) {
        if mayAct(call) { told[Int(player)].limits[id] = limits }
    }

    func limits(ofItem id: Int32, of player: Int16) -> ItemLimits {
        told[Int(player)].limits[id] ?? told[Int(player)].usualLimits
    }

    /// Sets the limits of items that have become current by themselves.
    func setLimits() {
        while let player = changedItems.popLast() {
            guard let item = told[Int(player)].item else { continue }
            apply(limits(ofItem: item, of: player), of: player)
        }
    }
}
