internal import PlayerModel
internal import Simulation

/// The wishes of an item for the loader: which variants, how much ahead, and how a live stream is joined.
struct ItemLimits: Equatable {
    var peakBitRate: Double
    var resolution: PresentationSize
    var forwardBuffer: Place
    var live: Live

    /// Of a live stream.
    struct Live: Equatable {
        /// The distance from the end of the playlist at which playback begins; nil is as the playlist recommends.
        var offset: Place?
        var preservesOffset: Bool
        var loadsWhilePaused: Bool
    }

    /// Those that an item has unless it is said.
    init(_ player: ScenarioPlayer) {
        peakBitRate = Double(player.variantLimits.preferredPeakBitRate)
        resolution = PresentationSize(player.variantLimits.preferredMaximumResolution)
        forwardBuffer = player.loader.preferredForwardBuffer
        let live = player.loader.live
        self.live = Live(
            offset: live.offset, preservesOffset: live.preservesOffset,
            loadsWhilePaused: live.loadsWhilePaused ?? false)
    }

    /// Those that the loader has for each item by itself. Those of a live stream, which is not loaded ahead, it has for
    /// the current one.
    var preferences: ItemPreferences {
        ItemPreferences(
            // What is less than a bit is a limit all the same, and 0 is none.
            peakBitRate: peakBitRate > 0 ? max(1, nearestInteger(peakBitRate)) : 0,
            maximumResolution: resolution.dimensions, forwardBuffer: forwardBuffer)
    }
}

/// The wishes of items. The loader has them from the moment on at which the player has the item, so that they hold from
/// its first choice on, also where it is loaded behind another.
extension Engine {
    /// Sets what an item asks of the loader before the player gets it, or while the player has it, as far as it is
    /// another than before.
    ///
    /// The very first item decides in which variant the session begins, which that knows from its beginning: so what it
    /// asks for is set of the whole player, and of each other item by itself.
    func give(
        _ limits: ItemLimits, toItem id: Int32, of player: Int16, isCurrent: Bool, by call: StaticString = #function
    ) {
        if isCurrent, !hasLoaded(player) { return begin(with: limits, of: player, by: call) }
        let (own, old) = (limits.preferences, given(toItem: id, of: player))
        if own != old {
            told[Int(player)].given[id] = own
            let name = name(ofItem: id, of: player)
            perform(.prefer(own, insteadOf: old, item: id, named: name), of: player, by: call)
        }
        // Those of a live stream are the current item's: of one that is to take its place, once it has (`setLimits`).
        if isCurrent, told[Int(player)].item == id { applyLive(limits, of: player, by: call) }
    }

    /// An item's wishes as the loader knows them.
    private func given(toItem id: Int32, of player: Int16) -> ItemPreferences {
        told[Int(player)].given[id] ?? told[Int(player)].begunWith.preferences
    }

    private func begin(with limits: ItemLimits, of player: Int16, by call: StaticString) {
        let (own, old) = (limits.preferences, told[Int(player)].begunWith.preferences)
        told[Int(player)].begunWith = limits
        if own.peakBitRate != old.peakBitRate {
            perform(.limit(.preferredPeakBitRate(own.peakBitRate)), of: player, by: call)
        }
        if own.maximumResolution != old.maximumResolution {
            perform(.limit(.preferredMaximumResolution(own.maximumResolution)), of: player, by: call)
        }
        if own.forwardBuffer != old.forwardBuffer {
            perform(.setPreferredForwardBuffer(own.forwardBuffer), of: player, by: call)
        }
        applyLive(limits, of: player, by: call)
    }

    private func applyLive(_ limits: ItemLimits, of player: Int16, by call: StaticString) {
        let now = told[Int(player)].live
        let live = limits.live
        guard live != now else { return }
        told[Int(player)].live = live
        if live.offset != now.offset {
            perform(.setLive(.offset(live.offset)), of: player, by: call)
            noteEdges(player)
        }
        if live.preservesOffset != now.preservesOffset {
            perform(.setLive(.preservesOffset(live.preservesOffset)), of: player, by: call)
        }
        if live.loadsWhilePaused != now.loadsWhilePaused {
            perform(.setLive(.loadsWhilePaused(live.loadsWhilePaused)), of: player, by: call)
        }
    }

    /// Sets what an item asks for, and returns whether that may be done.
    func set(_ limits: ItemLimits, ofItem id: Int32, of player: Int16, by call: StaticString) -> Bool {
        guard mayAct(call) else { return false }
        told[Int(player)].limits[id] = limits
        if limits.preferences.maximumResolution != nil { told[Int(player)].limitsSizes = true }
        return true
    }

    /// The lines of players that have a limit of sizes, of those that there are in case of one.
    func warnings(of lines: [String?]) -> [String] {
        lines.enumerated().compactMap { index, line in told[index].limitsSizes ? line : nil }
    }

    func limits(ofItem id: Int32, of player: Int16) -> ItemLimits {
        told[Int(player)].limits[id] ?? told[Int(player)].usualLimits
    }

    /// Sets the limits of items that have become current by themselves: of a scenario's own, too, which no call has
    /// handed over.
    func setLimits() {
        while let player = changedItems.popLast() {
            guard let item = told[Int(player)].item else { continue }
            give(limits(ofItem: item, of: player), toItem: item, of: player, isCurrent: true, by: "")
        }
    }
}
