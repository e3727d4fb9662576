import PlayerModel

/// What happened, in order: the one source of every row, metric and figure in a report.
package struct Trace: Sendable {
    /// How much is kept.
    package enum Level: UInt8, Sendable {
        /// Nothing: a run that nobody asks about pays for no trace.
        case nothing
        /// What a person or a server could observe.
        case facts
        /// Also every event that was popped.
        case events
    }

    package struct Entry: Equatable, Sendable {
        package let at: Instant
        /// Whose it is, from 0; -1 where it is everybody's.
        package let player: Int16
        package let record: Record
    }

    package let level: Level
    package private(set) var entries: ContiguousArray<Entry> = []

    package init(level: Level) { self.level = level }

    @inline(__always)
    mutating func add(_ record: Record, of player: Int16 = -1, at now: Instant) {
        if level != .nothing { entries.append(Entry(at: now, player: player, record: record)) }
    }

    @inline(__always)
    mutating func add(popped event: Event, at now: Instant) {
        if level == .events { entries.append(Entry(at: now, player: event.player, record: .event(event))) }
    }

    /// Forgets what there is; what comes is kept.
    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    /// What one player sees of it: what is its own, and what is everybody's.
    package func viewing(_ player: Int16) -> Trace {
        var trace = self
        trace.entries.removeAll { $0.player >= 0 && $0.player != player }
        return trace
    }
}

/// One thing that happened.
package enum Record: Equatable, Sendable {
    /// The script's action of that index.
    case action(Int32)
    /// What the network offers, in bits per second; -1 is without limit.
    case capacity(down: Int64, up: Int64)
    /// The one-way delays of the network, in nanoseconds.
    case delay(down: Int64, up: Int64)
    /// How many of a million packets the network loses.
    case loss(down: Int64, up: Int64)
    /// What a look-up of a name takes beyond its round trip, in nanoseconds.
    case dnsDelay(Int64)
    case requested(Request)
    case allowed(Request)
    case cancelled(ExchangeID)
    /// The answer to the request in a slot began at that instant, in nanoseconds; it is written down when the first
    /// chunk of it is in.
    case answered(slot: Int32, firstByte: Int64)
    /// Bytes that were sent in vain for a track.
    case wasted(bytes: Int64, track: Int32)
    /// A chunk came in, after keeping the network busy for so many nanoseconds.
    case loaded(bytes: Int64, busy: Int64, chunk: Int32, track: UInt16)
    /// Something that is no media came in: a playlist, an initialization section, a key.
    case fetched(bytes: Int64, slot: Int32)
    /// Another variant is wanted from the next segment on, or the first of it was taken in: both by their places in
    /// the playlist. The throughput is what the player reckoned with, in bits per second; -1 where it knew none.
    case switches(from: Int32, to: Int32, throughput: Int64)
    case switched(from: Int32, to: Int32)
    /// What was loaded of a track is dropped, of all items of an asset: another language takes its place.
    case dropped(asset: Int32, track: UInt16)
    /// Another item is current, by its number, and where it begins; or none (-1). And whether the one before has
    /// finished.
    case item(Int32, at: MediaTime, isFinished: Bool)
    /// What is loaded from now on is that item's, in that variant until another is switched to. Of several assets the
    /// variants are numbered one after the other.
    case loads(item: Int32, variant: Int32)
    case announced(Announcement)
    /// Other apps are, or are no longer, loading something: by the source's index.
    case traffic(source: Int32, isActive: Bool)
    /// Something about connections and requests.
    case network(NetworkNote)
    case event(Event)
}
