import PlayerModel

/// Actions on an asset before there is an item of it. What they load must be there to be loaded.
package enum AssetActions {
    package enum Operation: Equatable, Sendable {
        /// `AVURLAsset.loadValuesAsynchronously(forKeys:)`, or `load(.duration)`: an asset is lazy, and this makes it
        /// fetch its multivariant playlist, and nothing more (A.49).
        case loadValues
        /// `AVAssetResourceLoader.preloadsEligibleContentKeys = true`: keys that the multivariant playlist names are
        /// fetched as soon as it is there (A.51).
        case preloadKeys
    }

    static let entries = [
        ActionEntry(
            "load_values",
            "loadValuesAsynchronously(forKeys: [\"duration\"]): fetches the multivariant playlist, no more."
        ) { context in
            if !context.hasStandIn, context.assets.allSatisfy({ $0.multivariantBytes == nil }) {
                context.report("there is no multivariant playlist to load; give 'multivariant_playlist_bytes'")
            }
            return .loadValues
        },
        ActionEntry(
            "preload_keys",
            "preloadsEligibleContentKeys = true: fetches keys that the multivariant playlist names."
        ) { context in
            if !context.hasStandIn, !context.assets.contains(where: { $0.keyBytes != nil && $0.hasSessionKey }) {
                context.report("no key can be preloaded: that takes 'key_bytes', and \"session_key\": true")
            }
            return .preloadKeys
        },
    ]
}

extension Action {
    package static let loadValues = Action(
        .asset(.loadValues), words: "loadValuesAsynchronously(forKeys: [\"duration\"])")
    package static let preloadKeys = Action(.asset(.preloadKeys), words: "preloadsEligibleContentKeys = true")
}
