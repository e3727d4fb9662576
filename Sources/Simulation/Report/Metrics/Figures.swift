import PlayerModel

/// The sums over a player's run that metrics are read from.
package struct Figures: Sendable {
    package let run: PlayerRun
    package let seams: Seams
    package let played: PlayedMedia
    package let quality: Quality

    package init(_ run: PlayerRun) {
        self.run = run
        seams = Seams(run)
        played = PlayedMedia(run)
        quality = Quality(run, played)
    }

    package var playback: Playback { run.playback }

    /// The instant until which a wait or a stall counts that has not ended.
    private var end: Instant { playback.hasItem ? run.waitsUntil : run.outcome.at }

    package var waiting: TimeAmount { playback.waits.reduce(.zero) { $0 + (($1.to ?? end) - $1.from) } }

    package var waitingBeforeStart: TimeAmount {
        guard let started = playback.startedAt else {
            return playback.waits.reduce(.zero) { $0 + (($1.to ?? $1.from) - $1.from) }
        }
        return playback.waits.reduce(.zero) { sum, wait in
            wait.from < started ? sum + (min(wait.to ?? started, started) - wait.from) : sum
        }
    }

    /// Time during which the playhead moved, up to the end of the item.
    package var playedTime: TimeAmount {
        playback.clock.reduce(.zero) { sum, stretch in
            stretch.isMoving ? sum + (stretch.playedUntil(run.outcome.at) - stretch.playhead.anchor) : sum
        }
    }

    package var firstChunkAt: Instant? { playback.loads.first?.at }

    package var bytesLoaded: Int64 { playback.loads.reduce(0) { $0.addingClamped($1.bytes) } }

    /// Time in which the network was busy with media.
    package var busy: TimeAmount { TimeAmount(nanoseconds: playback.loads.reduce(0) { $0 + $1.busy }) }

    /// Declared bit rate of the variant that started.
    package var initialBitRate: Int64? {
        guard let first = playback.clock.first(where: { $0.isMoving }) else { return nil }
        let chunk = playback.media.tracks(of: first.item)[0].chunk(at: first.playhead.place)
        let loaded = playback.loads.last { load in
            load.order < first.order && load.item == first.item && load.track == 0 && Int64(load.chunk) == chunk
        }
        let fetched = playback.loadedVariants.last { $0.order < first.order }?.variant
        let variant = loaded.map { Int($0.variant) } ?? fetched ?? playback.media.firstVariant(of: 0)
        return playback.media.variants[variant].bitRate
    }
}

extension PlayerRun {
    /// From the request for playback until the playhead moves.
    var startup: TimeAmount? {
        guard let asked = playback.requestedAt, let started = playback.startedAt else { return nil }
        return started - asked
    }
}
