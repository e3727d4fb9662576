import PlayerModel

/// The history of a run, in order: the one source of every row, metric and figure in a report, but for what a network
/// offers at rest (`Run.tellingOffersAtRest`).
package struct Trace: Sendable {
    package enum Level: UInt8, Sendable {
        /// Nothing: a run that nobody asks about pays for no trace.
        case nothing
        /// The facts that a person or a server could observe.
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
}
