@testable import PlayerModel

/// A status as the table of `Player` tells them apart. `itemless` is paused without an item.
enum TableStatus: String, CaseIterable {
    case itemless
    case paused
    case noItem
    case evaluating
    case minimizing
    case rebuffering
    case playing
    case cutOff
    case playingOut
    case failed

    init(of player: Player) {
        switch player.state {
        case .paused: self = player.item == nil ? .itemless : TableStatus.paused.after(player.loading)
        case .playing: self = TableStatus.playing.after(player.loading)
        case .waiting(_, let wait):
            switch wait.reason {
            case .noItemToPlay: self = .noItem
            case .interstitialEvent: preconditionFailure("The table of a suspended player has statuses of its own.")
            case .evaluatingBufferingRate: self = .evaluating
            case .toMinimizeStalls:
                self = wait.origin == .stall || wait.origin == .nothingLoaded ? .rebuffering : .minimizing
            }
        }
    }

    /// The statuses that a word under `from` stands for.
    static func from(_ word: String, hasItem: Bool) -> [TableStatus] {
        switch word {
        case "paused": [hasItem ? .paused : .itemless]
        case "waits": [.evaluating, .minimizing, .rebuffering]
        default: TableStatus(rawValue: word).map { [$0] } ?? []
        }
    }

    static func possible(waits: Bool, _ early: EarlyRequest) -> [TableStatus] {
        if waits { return allCases }
        let waiting: [TableStatus] = early == .remembered ? [.noItem, .evaluating] : []
        return waiting + [.itemless, .paused, .playing, .cutOff, .playingOut, .failed]
    }

    /// The status that it is with this state of loading.
    func after(_ loading: Player.Loading) -> TableStatus {
        switch (self, loading) {
        case (.paused, .gaveUp): .cutOff
        case (.playing, .gaveUp): .playingOut
        case (.paused, .failed): .failed
        default: self
        }
    }
}
