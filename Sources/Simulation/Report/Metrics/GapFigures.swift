import PlayerModel

/// The media that a viewer missed because it is listed and not there (EXT-X-GAP): pictures or sound, or both.
///
///     gaps     ─────▓▓▓▓▓▓──────────▓▓▓▓───
///     playhead ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔────▔▔▔    shown nothing ├────┤, skipped        ├──┤
struct GapFigures: Sendable {
    /// A stretch of a track that is not there, from when on that is known until the track is dropped.
    private struct Missing {
        let holder: Int
        let asset: Int
        let track: Int
        let range: Range<MediaTime>
        let since: Instant
        var until = Instant.never
    }

    /// The time in which the playhead moved in gaps.
    let shown: TimeAmount
    /// The media that the playhead skipped.
    let skipped: MediaTime

    init(_ run: PlayerRun) {
        skipped = run.playback.gaps.reduce(.zero) { sum, gap in
            if case .skips(let from, let to) = gap.note { sum + (to - from) } else { sum }
        }
        let missing = Self.missing(run)
        var times: [Range<Instant>] = []
        for stretch in run.playback.clock where stretch.isMoving {
            let (playhead, end) = (stretch.playhead, stretch.playedUntil(run.outcome.at))
            let holder = run.playback.media.holder(of: stretch.item)
            for one in missing where one.holder == holder {
                let from = max(playhead.instant(reaching: one.range.lowerBound), one.since)
                let to = min(playhead.instant(reaching: one.range.upperBound), one.until, end)
                if from < to { times.append(from..<to) }
            }
        }
        shown = Self.length(times)
    }

    private static func missing(_ run: PlayerRun) -> [Missing] {
        let (playback, media) = (run.playback, run.playback.media)
        var (all, drops): ([Missing], _) = ([], playback.drops[...])
        func drop(before order: Int) {
            while let next = drops.first, next.order < order {
                for index in all.indices
                where all[index].asset == next.asset && all[index].track == next.track && all[index].until == .never {
                    all[index].until = next.at
                }
                drops.removeFirst()
            }
        }
        for gap in playback.gaps {
            guard case .absent(let from, let to, let track) = gap.note else { continue }
            drop(before: gap.order)
            let asset = media.asset(of: gap.item)
            // Whoever misses a subtitle sees and hears all the same.
            if Int(track) == run.player.assets[asset].media.subtitleTrack { continue }
            all.append(
                Missing(
                    holder: media.holder(of: gap.item), asset: asset, track: Int(track), range: from..<to,
                    since: gap.at
                ))
        }
        drop(before: .max)
        return all
    }

    /// The time in some stretches, in which any two may overlap. O(n log n).
    private static func length(_ times: [Range<Instant>]) -> TimeAmount {
        var (sum, last) = (TimeAmount.zero, Instant.zero)
        for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) where time.upperBound > last {
            sum = sum + (time.upperBound - max(time.lowerBound, last))
            last = time.upperBound
        }
        return sum
    }
}
