import PlayerModel

/// Actions that hand items over, or take them away.
package enum ItemActions {
    package enum Operation: Equatable, Sendable {
        /// An `AVQueuePlayer` gets its items, the first of which is current.
        case loadAll([PlayerItem])
    }

    static let entries = [
        ActionEntry(
            "load",
            "Gives the player a new item with the media: replaceCurrentItem(with:); a queue is emptied first, and what "
                + "is under way is called off."
        ) { context in
            .load(context.items, context.looping, context.assets[0].item)
        },
        ActionEntry("unload", "Takes the item away: replaceCurrentItem(with: nil).", .replaceCurrentItem(nil)),
    ]
}

extension Action {
    /// Gives the player what it begins with: its items; without any, as many of its media as its loop takes.
    package static func load(_ items: [PlayerItem], _ looping: Looping, _ media: PlayerItem) -> Action {
        if !items.isEmpty { return loadAll(items) }
        let item = looping.piece(of: media)
        let count = looping.itemCount
        guard count > 1 else { return replaceCurrentItem(item) }
        return loadAll(
            (0..<Int32(count)).map { id in
                var item = item
                item.id = id
                return item
            })
    }

    private static func loadAll(_ items: [PlayerItem]) -> Action {
        let words = "an AVQueuePlayer of \(NumberText.count(items.count, "item"))"
        return Action(.items(.loadAll(items)), words: words) {
            $0.arrival = .current
            $0.items = items
            $0.replacesItem = true
        }
    }

    package static func replaceCurrentItem(_ item: PlayerItem?) -> Action {
        Action(.replaceCurrentItem(item), words: "replaceCurrentItem(with: \(item == nil ? "nil" : "item"))") {
            $0.arrival = item == nil ? nil : .current
            $0.items = item.map { [$0] } ?? []
            $0.replacesItem = true
        }
    }
}
