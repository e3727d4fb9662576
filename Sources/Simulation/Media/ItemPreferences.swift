import PlayerModel

/// The limits that an item has of its own, in the place of the player's: properties of `AVPlayerItem`, which hold for
/// that item alone.
package struct ItemPreferences: Equatable, Sendable {
    /// `preferredPeakBitRate` in bits per second; 0 is no limit.
    package var peakBitRate: Int64
    /// `preferredMaximumResolution`; nil is no limit.
    package var maximumResolution: Dimensions?
    /// `preferredForwardBufferDuration`; zero leaves the choice to the player. It counts from the playhead, so that of
    /// an item behind the current one the less is wanted the more is left of those before it (ours).
    package var forwardBuffer: MediaTime

    package init(peakBitRate: Int64, maximumResolution: Dimensions?, forwardBuffer: MediaTime) {
        self.peakBitRate = peakBitRate
        self.maximumResolution = maximumResolution
        self.forwardBuffer = forwardBuffer
    }

    fileprivate mutating func apply(_ change: VariantLimits.Change) {
        switch change {
        case .preferredPeakBitRate(let bitRate): peakBitRate = bitRate
        case .preferredMaximumResolution(let most): maximumResolution = most
        case .layer: break
        }
    }
}

extension VariantLimits {
    /// These, but for what an item has of its own. The layer and the display are the player's.
    func with(_ own: ItemPreferences?) -> VariantLimits {
        guard let own else { return self }
        var limits = self
        limits.preferredPeakBitRate = own.peakBitRate
        limits.preferredMaximumResolution = own.maximumResolution
        return limits
    }
}

/// The limits of items. Those of the item in focus are in force, also while it is loaded behind the current one, and
/// where it shares its asset with others.
extension Loader {
    /// An item has limits of its own from now on, whether it is in the order, or is about to come.
    mutating func prefer(
        _ own: ItemPreferences, ofItem id: Int32, _ now: Instant, _ effects: inout LoaderEffects
    ) {
        if let place = preferences.firstIndex(where: { $0.id == id }) {
            preferences[place].own = own
        } else {
            preferences.append((id, own))
        }
        guard order.piece?.id == id else { return }
        let before = assets[order.asset].selector.eligible
        takePreferences()
        assets[order.asset].chooseAnew(ifOtherThan: before, at: now)
        leaveUnpermitted(now, &effects)
    }

    /// The app permits other variants of all items, those with limits of their own among them: the last word holds.
    mutating func limitAll(_ change: VariantLimits.Change, _ now: Instant, _ effects: inout LoaderEffects) {
        for place in preferences.indices { preferences[place].own.apply(change) }
        let before = assets.map { $0.selector.eligible }
        takePreferences()
        for asset in assets.indices {
            assets[asset].selector.change(change)
            assets[asset].chooseAnew(ifOtherThan: before[asset], at: now)
        }
        leaveUnpermitted(now, &effects)
    }

    /// Nothing waits for the files of a variant that is permitted no longer: another one is chosen at once.
    private mutating func leaveUnpermitted(_ now: Instant, _ effects: inout LoaderEffects) {
        let asset = order.asset
        let (missing, end) = (assets[asset].fetches[0].missing, assets[asset].fetches[0].endChunk)
        guard order.piece != nil, failure == nil, missing < end, !assets[asset].selector.isFixed,
            assets[asset].fetches[0].chosenFor == nil, !assets[asset].allowsByFiles(0),
            !assets[asset].selector.eligible.contains(assets[asset].selector.current)
        else { return }
        let before = assets[asset].selector.current
        choose(for: missing, now, &effects)
        if assets[asset].selector.current != before { assets[asset].spareFiles(of: before) }
    }

    /// The app wants so much ahead of all items, likewise.
    mutating func wantOfAll(_ length: MediaTime) {
        settings.preferredForwardBuffer = length
        for place in preferences.indices { preferences[place].own.forwardBuffer = length }
        takePreferences()
    }

    /// The item in focus may be another than before: its limits are in force from now on.
    mutating func takePreferences() {
        guard !preferences.isEmpty, let id = order.piece?.id else { return }
        let own = preferences.first { $0.id == id }?.own
        assets[order.asset].selector.prefer(own)
        settings.ownForwardBuffer = own?.forwardBuffer
    }
}
