import PlayerModel

/// The media that a viewer missed because it is listed and not there (EXT-X-GAP): pictures or sound, or both.
///
///     gaps     ─────▓▓▓▓▓▓──────────▓▓▓▓───
///     playhead ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔────▔▔▔    shown nothing ├────┤, skipped        ├──┤
struct GapFigures: Sendable {
    /// The time in which the playhead moved in gaps.
    private(set) var shown = TimeAmount.zero
    /// The media that the playhead skipped.
    private(set) var skipped = MediaTime.zero

    init(_ run: PlayerRun) {
        let (playback, media) = (run.playback, run.playback.media)
        guard !playback.gaps.isEmpty else { return }
        var holders: [Int: PlaceSet] = [:]
        for gap in playback.gaps {
            switch gap.note {
            case .elsewhere: break
            case .absent(let from, let to, let track):
                let asset = run.player.assets[media.asset(of: gap.item)].media
                // Whoever misses a subtitle sees and hears all the same.
                if Int(track) == asset.subtitleTrack { continue }
                holders[media.holder(of: gap.item), default: PlaceSet()].add(from..<to)
            case .skips(let from, let to): skipped = skipped + (to - from)
            }
        }
        for holder in holders.keys { holders[holder]?.settle() }
        for stretch in playback.clock where stretch.isMoving {
            guard let gaps = holders[media.holder(of: stretch.item)] else { continue }
            let (playhead, end) = (stretch.playhead, stretch.playedUntil(run.outcome.at))
            for gap in gaps.shared(with: playhead.place..<max(playhead.place, playhead.place(at: end))) {
                let over = min(playhead.instant(reaching: gap.upperBound), end)
                shown = shown + (over - min(playhead.instant(reaching: gap.lowerBound), over))
            }
        }
    }
}
