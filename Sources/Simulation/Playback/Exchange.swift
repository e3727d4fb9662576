import PlayerModel

/// A request of a player, and what came of it.
///
/// A request for a file has room made for more of the same answer: it is one exchange all the while.
package struct Exchange: Ordered, Sendable {
    package enum End: Equatable, Sendable {
        /// The last chunk that was asked for is in.
        case whole
        case cancelled
        case gaveUp
        /// Another request took its slot.
        case replaced
    }

    package let order: Int
    package let at: Instant
    package let slot: Int32
    package let kind: Resource.Kind
    package let chunks: Range<Int64>
    /// The item that was being loaded; -1 where there was none.
    package let item: Int32
    /// The first of those that were under way when it was made, by its place among them all; its own where none was.
    let firstOpen: Int32
    package private(set) var firstByteAt: Instant?
    /// The last chunk that came, its instant and its entry; nil where none did.
    package private(set) var lastChunk: (chunk: Int64, at: Instant, order: Int)?
    /// Requests that failed, to be made again or not.
    package private(set) var failures: [Observed<LoadFailure>] = []
    package private(set) var end: (how: End, at: Instant, order: Int)?

    /// Whether it was made by an entry, and was not over with it.
    func isUnderWay(after order: Int) -> Bool { self.order <= order && end?.order ?? .max > order }

    init(_ request: Request, _ kind: Resource.Kind, _ order: Int, _ now: Instant, item: Int32, firstOpen: Int32) {
        (self.order, at, self.item, self.firstOpen) = (order, now, item, firstOpen)
        (slot, self.kind) = (request.id.slot, kind)
        chunks = Int64(request.firstChunk)..<Int64(request.endChunk)
    }

    mutating func answer(_ firstByte: Instant) { firstByteAt = firstByteAt ?? firstByte }

    mutating func take(_ chunk: Int64, last: Int64, _ order: Int, _ now: Instant) {
        lastChunk = (chunk, now, order)
        if chunk + 1 == last { close(.whole, order, now) }
    }

    /// A request failed. Where it is made again, what counts is the answer to come.
    mutating func fail(_ failure: LoadFailure, isForGood: Bool, _ order: Int, _ now: Instant) {
        failures.append(Observed(order: order, at: now, value: failure))
        if isForGood { return close(.gaveUp, order, now) }
        if lastChunk == nil { firstByteAt = nil }
    }

    mutating func close(_ how: End, _ order: Int, _ now: Instant) { if end == nil { end = (how, now, order) } }
}
