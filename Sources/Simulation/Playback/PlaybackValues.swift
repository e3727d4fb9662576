import PlayerModel

/// Something observed, with its place in the order of the trace: of two at one instant, the one with the lower order
/// came first.
package struct Observed<Value: Sendable>: Ordered, Sendable {
    package let order: Int
    package let at: Instant
    package let value: Value
}

extension Playback {
    func observed<Value>(_ value: Value, _ order: Int, _ now: Instant) -> Observed<Value> {
        Observed(order: order, at: now, value: value)
    }
}

package struct BothWays: Equatable, Sendable {
    package let down: Int64
    package let up: Int64
}

/// A playlist of a live stream as it came in.
package struct ListedMedia: Equatable, Sendable {
    /// The item that was being loaded, the playlist's slot, and the track that is listed.
    package let item: Int32
    package let slot: Int32
    package let track: Int
    /// The media that is listed; empty where nothing is.
    package let range: Range<MediaTime>
    /// Whether there will be no more of it.
    package let isEnded: Bool
}

/// Playback of a live stream began, or went on elsewhere.
package struct LiveSkip: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    package let from: MediaTime
    package let to: MediaTime
    /// Whether it is where the stream was joined.
    package let isFirst: Bool
}

/// A gap was found, passed over or skipped, in the item that was being loaded.
package struct ObservedGap: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    package let item: Int32
    package let note: GapNote
}

/// A live stream was played at another speed from then on: faster to catch up with its edge, or slower.
package struct LivePace: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    package let rate: Rate
    /// How far behind the edge the player thought it was.
    package let latency: MediaTime
}

/// Another item became current, or none (-1).
package struct ItemTurn: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    package let item: Int32
    /// Where it begins.
    package let start: MediaTime
    /// Whether the item before had finished.
    package let followsEnd: Bool
    /// Whether, until then, it was the current item that was being loaded.
    package let loadedCurrent: Bool
    /// Whether all that was loaded has gone, of items and of assets, because everything begins anew.
    let beginsAnew: Bool
}

/// A stretch of time with one `timeControlStatus`, reason and requested rate.
package struct StatusStretch: Ordered, Equatable, Sendable {
    package let order: Int
    package let from: Instant
    package let status: TimeControlStatus
    package let reason: WaitingReason?
    package let rate: Rate
    package let cause: Cause
}

/// A time spent `waitingToPlayAtSpecifiedRate`, whatever the reasons were one after the other.
package struct Wait: Equatable, Sendable {
    package let from: Instant
    /// Nil where it lasts.
    package internal(set) var to: Instant?
}

/// A stretch of time in which the playhead moved in one way, or rested.
package struct ClockStretch: Ordered, Equatable, Sendable {
    /// Why another stretch came after it: the timebase got a rate, another or the same anew; the playhead jumped; or
    /// another item became current.
    package enum End: Equatable, Sendable { case rate, jump, item }

    /// The entry and the instant that ended it, and why.
    struct Closing: Equatable, Sendable {
        let order: Int
        let at: Instant
        let end: End
        /// The place from which the next stretch goes on, unless it jumped there: the clock's own, but for rounding.
        let arrival: MediaTime
    }

    /// A part of it that was played in one variant.
    package struct Piece: Equatable, Sendable {
        package internal(set) var range: Range<MediaTime>
        package let variant: Int
    }

    package let order: Int
    /// The item that was current; -1 where there was none.
    package let item: Int32
    /// The playhead's place, the instant at which it was there, and its rate.
    package let playhead: Playhead
    /// How it was closed; nil where it lasts.
    private(set) var closing: Closing?
    /// The instant at which `didPlayToEndTime` was posted in it: what passed after that is no media.
    package internal(set) var playedToEndAt: Instant?
    /// The media of the item that passed, cut where the variant changes; nothing of a stretch that lasts.
    package internal(set) var pieces: [Piece] = []

    package var isMoving: Bool { playhead.rate.isMoving }

    package var endOrder: Int? { closing?.order }
    package var to: Instant? { closing?.at }
    package var end: End? { closing?.end }
    package var arrival: MediaTime? { closing?.arrival }

    mutating func close(_ order: Int, _ now: Instant, _ end: End, arrivingAt place: MediaTime?) {
        closing = Closing(order: order, at: now, end: end, arrival: place ?? playhead.place(at: now))
    }

    /// The last instant of it at which media passed, where it is over or `now` is the end of the run.
    package func playedUntil(_ now: Instant) -> Instant { min(playedToEndAt ?? .never, to ?? now) }

    /// The media that passed in it from an instant until another, up to the end of the item.
    func played(from start: Instant, until end: Instant) -> MediaTime {
        let (first, last) = (max(start, playhead.anchor), min(playedUntil(end), end))
        return first < last ? playhead.place(at: last) - playhead.place(at: first) : .zero
    }
}

extension Playback {
    /// The status at the end; there is one from the beginning.
    package var lastStatus: StatusStretch { statuses[statuses.count - 1] }

    /// Whether a stall is under way at the end.
    var isStalled: Bool { stalls.last.map { $0.endedAt == nil } ?? false }

    /// The stretch in which the playhead first moved, and for longer than an instant; nil where nothing was played.
    package var firstMoving: ClockStretch? {
        guard let startedAt else { return nil }
        return clock.first {
            $0.isMoving && $0.playhead.anchor >= startedAt && ($0.to ?? .never) > $0.playhead.anchor
        }
    }
}

/// A variant that is left out because it has failed, until an instant; nil where no time is set: then for
/// the rest of the item, or until its pathway is gone back to.
package struct Exclusion: Equatable, Sendable {
    package let variant: Int32
    package let until: Instant?

    /// As a record has it, which is below 0 where no time is set.
    init(of variant: Int32, untilNanoseconds end: Int64) {
        self.variant = variant
        until = end < 0 ? nil : Instant(nanoseconds: end)
    }
}

/// A stall: from `playbackStalled` until the playhead moves, or a pause, a seek, a failure, the end, another item or an
/// interstitial event.
package struct Stall: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    /// Nil where it lasts.
    package internal(set) var endedAt: Instant?
    /// Whether it ended because the playhead moved again.
    package internal(set) var hasResumed = false
}

extension [Stall] {
    /// The one that lasts, if there is one, is over.
    mutating func end(at now: Instant, resuming: Bool = false) {
        guard let place = indices.last, self[place].endedAt == nil else { return }
        (self[place].endedAt, self[place].hasResumed) = (now, resuming)
    }

    /// The clock has jumped in the very instant in which it began, and rests: nothing has moved, and the stall that was
    /// over with that lasts.
    mutating func goOn(at now: Instant) {
        guard let place = indices.last, self[place].endedAt == now, self[place].hasResumed else { return }
        (self[place].endedAt, self[place].hasResumed) = (nil, false)
    }
}

/// The state of playback in which a viewer left.
package enum Exit: UInt8, CaseIterable, Sendable {
    /// The playhead had never moved.
    case beforeStart
    /// A stall was under way.
    case inStall
    case otherwise

    init(leaving playback: Playback, at now: Instant) {
        self = playback.startedAt ?? now == now ? .beforeStart : playback.isStalled ? .inStall : .otherwise
    }
}

/// A chunk that came in.
package struct LoadedChunk: Ordered, Equatable, BitwiseCopyable, Sendable {
    package let order: Int
    package let at: Instant
    /// The item that it is of, whichever is current.
    package let item: Int32
    package let track: Int16
    /// Whether it counts as loaded though nothing of it came: a gap (EXT-X-GAP), or what its variant has in itself.
    package let isAbsent: Bool
    /// The item that was current; -1 where there was none.
    package let current: Int32
    package let chunk: Int32
    package let variant: Int32
    /// The request that brought it, by its place in `exchanges`; -1 where there is none.
    package let exchange: Int32
    package let bytes: Int64
    /// Nanoseconds in which the network was busy with it.
    package let busy: Int64

    /// Whether it is of the item that was current: not one that is loaded ahead of its turn.
    package var isOfCurrent: Bool { item == current }
}

/// The item that is loaded from now on, and its variant.
package struct LoadTurn: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    package let item: Int32
    package let variant: Int32
    package let manner: Manner

    package enum Manner: Equatable, Sendable {
        case begins
        /// It had begun before, and what had been asked for of it was called off before any of it came.
        case beginsAnew
        /// It had begun before, and goes on after another.
        case goesOn
    }
}

/// Another variant: wanted, or come.
package struct VariantTurn: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    /// The item that was being loaded.
    package let item: Int32
    package let from: Int32
    package let to: Int32
    /// The throughput that the player reckoned with, in bits per second; -1 where it knew none.
    package let throughput: Int64
}

/// The variant that an item has from then on: the last that was fetched of it, whichever item plays meanwhile.
package struct ItemVariant: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    package let item: Int32
    package let variant: Int
}

extension [ItemVariant] {
    /// An item that came at an entry, and was taken to begin with the first variant of its media, begins with this one.
    mutating func correct(_ variant: Int, of item: Int32, since order: Int?) {
        guard let last = indices.last, self[last].order == order, self[last].item == item else { return }
        self[last] = ItemVariant(order: self[last].order, at: self[last].at, item: item, variant: variant)
    }
}

/// The drop of everything that was loaded of a track of an asset.
package struct TrackDrop: Ordered, Equatable, Sendable {
    package let order: Int
    package let at: Instant
    package let asset: Int
    package let track: Int
}

/// Other apps are, or are no longer, loading something.
package struct TrafficTurn: Equatable, Sendable {
    package let source: Int32
    package let change: TrafficChange

    package var isActive: Bool { change == .begins }
}
