// Code of an app over AVFoundation's own classes, with the library's protocols beside it: what they add must leave
// every call as it is, in and outside of the main actor. `.ci/avfoundation` type-checks it.
import AVFoundation

@MainActor private func onMainActor(_ player: AVQueuePlayer, _ item: AVPlayerItem) {
    item.seek(to: .zero)
    item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
    item.seek(to: .zero) { _ in }
    player.currentItem?.seek(to: .zero)
    player.seek(to: .zero)
    player.preroll(atRate: 1)
    player.preroll(atRate: 1) { _ in player.currentItem?.seek(to: .zero) }
}

nonisolated private func elsewhere(_ player: AVPlayer, _ item: AVPlayerItem) {
    item.seek(to: .zero)
    item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
    player.preroll(atRate: 1)
}

nonisolated private func asynchronously(_ player: AVPlayer, _ item: AVPlayerItem) async -> Bool {
    let isSought = await item.seek(to: .zero)
    let isThere = await item.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
    return await player.preroll(atRate: 1) && isSought && isThere
}

@MainActor private func generic<Player: PlaybackPlayer>(_ player: Player) async -> Bool {
    let rewind: (Player.Item) -> Void = { $0.seek(to: .zero) }
    player.currentItem.map(rewind)
    await player.currentItem?.seek(to: .zero)
    return await player.preroll(atRate: 1)
}
