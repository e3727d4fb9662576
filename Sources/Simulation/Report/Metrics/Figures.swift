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

    /// Nil where playback was asked for and never came, unless the player still waits: it has given up. A player whose
    /// items are all gone waits for nothing, whether the app brings another one later or not.
    package var waiting: TimeAmount? {
        if run.isDenied, playback.waits.last.map({ $0.to != nil }) ?? true { return nil }
        return waited(until: end)
    }

    /// The time spent waiting for an item until an instant, but for interstitial events.
    func waited(until end: Instant) -> TimeAmount {
        let statuses = playback.statuses
        return statuses.indices.reduce(.zero) { sum, index in
            let own = statuses[index]
            let counts =
                own.status == .waitingToPlayAtSpecifiedRate && own.reason != .interstitialEvent
                && !playback.isOutOfItems(own)
            let to = index + 1 < statuses.count ? min(statuses[index + 1].from, end) : end
            return counts && own.from < to ? sum + (to - own.from) : sum
        }
    }

    /// A figure of what playing was like: nil where playback was asked for and never came.
    func ofPlaying<Value>(_ value: Value?) -> Value? { run.isDenied ? nil : value }

    /// Seek time and the longest seek: one that lasts counts up to the end while the player waits for it. Nil where
    /// nobody does any more.
    var sought: (total: TimeAmount, longest: TimeAmount)? {
        var (total, longest) = (TimeAmount.zero, TimeAmount.zero)
        for seek in playback.seeks {
            guard let to = seek.endedAt ?? run.lastsUntil else { return nil }
            total = total + (to - seek.at)
            longest = max(longest, to - seek.at)
        }
        return (total, longest)
    }

    /// Stall time and the longest stall: nil where playback was asked for and never came.
    var stalled: (total: TimeAmount, longest: TimeAmount)? { ofPlaying(run.stalled) }

    /// Nil where playback was asked for and never came, as there is no start that it is the time before.
    package var waitingBeforeStart: TimeAmount? {
        guard let started = playback.startedAt else { return run.isDenied ? nil : .zero }
        return waited(until: started)
    }

    /// From the last arrival of an item before its first chunk was loaded; of one that waits behind another, from that
    /// one's.
    package var timeToFirstChunk: TimeAmount? {
        guard let chunk = playback.firstChunk else { return nil }
        let turns = playback.items.before(chunk.order).filter { $0.item >= 0 }
        return (turns.last { $0.item == chunk.item } ?? turns.last).map { chunk.at - $0.at }
    }

    /// How often something of another variant came of an item than before: a first one of which nothing ever came was
    /// never the item's, be it that what is missing of it was passed over. What is loaded over an item is another one.
    package var variantSwitches: Int { VariantSwitches.count(run) }

    /// Time in which the network was busy with media.
    package var busy: TimeAmount { TimeAmount(nanoseconds: playback.loads.reduce(0) { $0 + $1.busy }) }

    /// Declared bit rate of the variant that started.
    package var initialBitRate: Int64? {
        guard let first = playback.firstMoving else { return nil }
        let media = playback.media
        let chunk = media.tracks(of: first.item)[0].chunk(at: first.playhead.place)
        let holder = media.holder(of: first.item)
        let loaded = playback.loads.last { load in
            load.order < first.order && media.holder(of: load.item) == holder && load.track == 0
                && Int64(load.chunk) == chunk
        }
        let fetched = playback.loadedVariants.last { $0.order < first.order }?.variant
        let variant = loaded.map { Int($0.variant) } ?? fetched ?? media.firstVariant(of: 0)
        return media.variants[variant].bitRate
    }
}

extension Playback {
    /// The first chunk of pictures that came, or of sound where that is an item's first track. Sound and subtitles
    /// beside pictures may come before: without pictures there is no frame.
    var firstChunk: LoadedChunk? { loads.first { $0.track == 0 && !$0.isAbsent } }
}

extension PlayerRun {
    /// From the request for playback until the playhead moves, less the interstitial events in between.
    var startup: TimeAmount? { playback.startup }

    /// Time during which the playhead moved, up to the end of the item.
    var playedTime: TimeAmount {
        playback.clock.reduce(.zero) { sum, stretch in
            stretch.isMoving ? sum + (stretch.playedUntil(outcome.at) - stretch.playhead.anchor) : sum
        }
    }

    /// Bytes of media that came over the network.
    var bytesLoaded: Int64 {
        let media = playback.media
        return playback.loads.reduce(0) { $0.addingClamped(media.isLocal($1.item) ? 0 : $1.bytes) }
    }

    /// Bytes of media that came in the time for which the network was busy with it: those that came whole, and those in
    /// vain before the last of them.
    var bytesTransferred: Int64 {
        guard let last = playback.loads.last(where: { $0.busy > 0 }) else { return bytesLoaded }
        return vainAttempts.before(last.order).reduce(bytesLoaded) { $0.addingClamped($1.bytes) }
    }

    /// Bytes that came down, those in vain included.
    var bytesDown: Int64 { bytesLoaded.addingClamped(playback.bytesFetched).addingClamped(playback.bytesWasted) }
}

extension Playback {
    /// Whether a player waits in a status because its items are all gone: it waits for nothing.
    func isOutOfItems(_ status: StatusStretch) -> Bool {
        status.reason == .noItemToPlay && itemAt ?? .never <= status.from
    }
}
